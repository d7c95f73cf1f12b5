// Package context changes the contexts of a provider's calls.
package context

import (
	"context"

	p "github.com/pulumi/pulumi-go-provider"
)

// Wrapper makes the context that a call gets.
type Wrapper = func(context.Context) context.Context

// Wrap gives a provider whose calls get the contexts that the wrapper makes. Calls that the provider lacks stay missing.
func Wrap(provider p.Provider, wrapper Wrapper) p.Provider {
	wrap(wrapper, &provider.Handshake)
	wrap(wrapper, &provider.GetSchema)
	wrap(wrapper, &provider.Parameterize)
	wrap(wrapper, &provider.CheckConfig)
	wrap(wrapper, &provider.DiffConfig)
	wrap(wrapper, &provider.Invoke)
	wrap(wrapper, &provider.Check)
	wrap(wrapper, &provider.Diff)
	wrap(wrapper, &provider.Create)
	wrap(wrapper, &provider.Read)
	wrap(wrapper, &provider.Update)
	wrap(wrapper, &provider.Call)
	wrap(wrapper, &provider.Construct)
	wrapPlain(wrapper, &provider.Configure)
	wrapPlain(wrapper, &provider.Delete)
	if inner := provider.Cancel; inner != nil {
		provider.Cancel = func(ctx context.Context) error { return inner(wrapper(ctx)) }
	}
	return provider
}

func wrap[I, O any](wrapper Wrapper, function *func(context.Context, I) (O, error)) {
	if inner := *function; inner != nil {
		*function = func(ctx context.Context, req I) (O, error) { return inner(wrapper(ctx), req) }
	}
}

func wrapPlain[I any](wrapper Wrapper, function *func(context.Context, I) error) {
	if inner := *function; inner != nil {
		*function = func(ctx context.Context, req I) error { return inner(wrapper(ctx), req) }
	}
}
