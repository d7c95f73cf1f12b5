// Package call has what a context knows about the running call.
package call

import (
	"context"

	"github.com/pulumi/pulumi/sdk/v3/go/common/diag"
)

// Call is the running call.
type Call struct {
	// Package and Version name the provider, Token and URN the call's resource or function.
	Package, Version, Token, URN string
	// Log shows a message. Nil in tests.
	Log func(severity diag.Severity, message string, isStatus bool)
}

// Key is the key of the call in a context.
type Key struct{}

// With gives a context with a call.
func With(ctx context.Context, call *Call) context.Context {
	return context.WithValue(ctx, Key{}, call)
}

// From gives the call of a context, or an empty call.
func From(ctx context.Context) *Call {
	if call, ok := ctx.Value(Key{}).(*Call); ok {
		return call
	}
	return &Call{}
}
