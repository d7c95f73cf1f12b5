// Serves the cases of `tests/conformance`: each resource shows another part of the SDK.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"
	"github.com/pulumi/pulumi-go-provider/infer"
	"github.com/pulumi/pulumi-go-provider/middleware/schema"
)

func main() {
	wasm.AskNet(wasm.Net{Host: "config:serverUrl", Reason: "the server of a case"})
	provider := infer.Provider(infer.Options{
		Metadata: schema.Metadata{Description: "Shows each duty of an SDK.", License: "Apache-2.0"},
		Config:   infer.Config(&Settings{}),
		Resources: []infer.InferredResource{
			infer.Resource(Bare{}), infer.Resource(Borrowed{}), infer.Resource(Checked{}), infer.Resource(Checkpointed{}),
			infer.Resource(Choices{}), infer.Resource(Compared{}), infer.Resource(Constrained{}), infer.Resource(Defaults{}),
			infer.Resource(Drifting{}), infer.Resource(Exclusive{}), infer.Resource(Failing{}), infer.Resource(Fetching{}),
			infer.Resource(Files{}), infer.Resource(HalfMade{}), infer.Resource(Hidden{}), infer.Resource(Located{}),
			infer.Resource(Migrated{}), infer.Resource(Moment{}), infer.Resource(Named{}), infer.Resource(Overflowing{}),
			infer.Resource(Parts{}), infer.Resource(Pointer{}), infer.Resource(Previewed{}), infer.Resource(Promising{}),
			infer.Resource(Ruled{}), infer.Resource(Sharing{}), infer.Resource(Shelf{}), infer.Resource(Talking{}),
			infer.Resource(Values{}), infer.Resource(Waiting{}),
		},
		Functions: []infer.InferredFunction{
			infer.Function(Conceal{}), infer.Function(Configured{}), infer.Function(Echo{}), infer.Function(Fail{}),
			infer.Function(Greet{}), infer.Function(Send{}),
		},
	})
	if err := provider.Run(context.Background(), "conformance", "1.0.0"); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

// made is the answer of a create.
func made[O any](id string, output O) (infer.CreateResponse[O], error) {
	return infer.CreateResponse[O]{ID: id, Output: output}, nil
}

// or gives the value of a pointer, or another value for nil.
func or[T any](pointer *T, other T) T {
	if pointer == nil {
		return other
	}
	return *pointer
}
