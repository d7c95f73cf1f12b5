// The bench provider as an author of native providers writes it: on pulumi-go-provider, by inference from types.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/pulumi/pulumi-go-provider/infer"
)

// Thing is the resource that every peer serves.
type Thing struct{}

// Annotate names the token, which would have the name of this Go package otherwise.
func (thing *Thing) Annotate(annotator infer.Annotator) {
	annotator.SetToken("index", "Thing")
}

// Item is an entry of the list.
type Item struct {
	Name    string  `pulumi:"name"`
	Size    float64 `pulumi:"size"`
	Enabled bool    `pulumi:"enabled"`
}

// ThingArgs are the inputs.
type ThingArgs struct {
	Label  string            `pulumi:"label"`
	Secret *string           `pulumi:"secret,optional" provider:"secret"`
	Tags   map[string]string `pulumi:"tags"`
	Items  []Item            `pulumi:"items"`
}

// ThingState is what a Thing is once it exists.
type ThingState struct {
	ThingArgs
	Total float64 `pulumi:"total"`
}

// Create sums the sizes.
func (Thing) Create(_ context.Context, request infer.CreateRequest[ThingArgs]) (infer.CreateResponse[ThingState], error) {
	return infer.CreateResponse[ThingState]{ID: request.Inputs.Label, Output: state(request.Inputs)}, nil
}

// Update sums them again: changes replace nothing.
func (Thing) Update(_ context.Context, request infer.UpdateRequest[ThingArgs, ThingState]) (infer.UpdateResponse[ThingState], error) {
	return infer.UpdateResponse[ThingState]{Output: state(request.Inputs)}, nil
}

func state(inputs ThingArgs) ThingState {
	state := ThingState{ThingArgs: inputs}
	for _, item := range inputs.Items {
		state.Total += item.Size
	}
	return state
}

func main() {
	provider, err := infer.NewProviderBuilder().WithResources(infer.Resource(&Thing{})).Build()
	if err == nil {
		err = provider.Run(context.Background(), "bench", "0.1.0")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
