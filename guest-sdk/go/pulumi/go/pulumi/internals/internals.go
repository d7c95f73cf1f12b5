// Package internals has what generated SDKs call.
package internals

import (
	"context"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// UnsafeAwaitOutputResult is the value of an output.
type UnsafeAwaitOutputResult struct {
	Value        any
	Known        bool
	Secret       bool
	Dependencies []pulumi.Resource
}

// UnsafeAwaitOutput waits for the value of an output. While it is unknown, as in most previews, the code behind the call does not run.
func UnsafeAwaitOutput(ctx context.Context, output pulumi.Output) (UnsafeAwaitOutputResult, error) {
	value, err := pulumi.AwaitOutput(ctx, output)
	return UnsafeAwaitOutputResult{Value: value, Known: err == nil}, err
}
