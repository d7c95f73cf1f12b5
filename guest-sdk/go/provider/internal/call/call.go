// Package call has what a context knows about the running call.
package call

import (
	"context"

	"github.com/pulumi/pulumi/sdk/v3/go/common/diag"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

// Call is the running call.
type Call struct {
	// Package and Version name the provider; Token, URN and Name the call's resource or function.
	Package, Version, Token, URN, Name string
	// SendsOldInputs says whether requests have the inputs of the last deployment.
	SendsOldInputs bool
	// Config is the configuration, by keys such as `acme:config:region`.
	Config map[string]string
	// OnlyDirectOutputs leaves the fields of embedded structs out of a component's outputs, as pulumi-go-provider answers tests.
	OnlyDirectOutputs bool
	// Options are the options that the program gave a component.
	Options property.Map
	// Log shows a message. Nil in tests.
	Log func(severity diag.Severity, message string, isStatus bool)
}

// Show is Log with the name of the severity.
func (call *Call) Show(severity, message string, isStatus bool) {
	if call.Log != nil {
		call.Log(diag.Severity(severity), message, isStatus)
	}
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
