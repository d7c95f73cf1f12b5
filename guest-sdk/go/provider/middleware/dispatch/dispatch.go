// Package dispatch makes a provider of parts by their tokens.
package dispatch

import (
	"context"
	"fmt"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/middleware"
)

// Options are the parts of a provider. The package in a token does not count.
type Options struct {
	Customs    map[tokens.Type]middleware.CustomResource
	Components map[tokens.Type]middleware.ComponentResource
	Invokes    map[tokens.Type]middleware.Invoke
	// ModuleMap gives other names to modules.
	ModuleMap map[tokens.ModuleName]tokens.ModuleName
}

// Wrap makes a provider whose calls go to the parts, and all others to another provider.
func Wrap(provider p.Provider, opts Options) p.Provider {
	made := provider
	if len(opts.Customs) > 0 {
		customs := byName(opts, opts.Customs)
		made.Check = to(customs, provider.Check, middleware.CustomResource.Check, func(req p.CheckRequest) tokens.Type { return req.Urn.Type() })
		made.Diff = to(customs, provider.Diff, middleware.CustomResource.Diff, func(req p.DiffRequest) tokens.Type { return req.Urn.Type() })
		made.Create = to(customs, provider.Create, middleware.CustomResource.Create, func(req p.CreateRequest) tokens.Type { return req.Urn.Type() })
		made.Read = to(customs, provider.Read, middleware.CustomResource.Read, func(req p.ReadRequest) tokens.Type { return req.Urn.Type() })
		made.Update = to(customs, provider.Update, middleware.CustomResource.Update, func(req p.UpdateRequest) tokens.Type { return req.Urn.Type() })
		made.Delete = deleteBy(customs, provider.Delete)
	}
	if len(opts.Components) > 0 {
		components := byName(opts, opts.Components)
		construct := middleware.ComponentResource.Construct
		made.Construct = to(components, provider.Construct, construct, func(req p.ConstructRequest) tokens.Type { return req.Urn.Type() })
	}
	if len(opts.Invokes) > 0 {
		invokes := byName(opts, opts.Invokes)
		made.Invoke = to(invokes, provider.Invoke, middleware.Invoke.Invoke, func(req p.InvokeRequest) tokens.Type { return req.Token })
	}
	return made
}

// parts are parts by their modules and names.
type parts[T any] struct {
	all     map[string]T
	modules map[tokens.ModuleName]tokens.ModuleName
}

func byName[T any](opts Options, all map[tokens.Type]T) parts[T] {
	made := parts[T]{map[string]T{}, opts.ModuleMap}
	for token, part := range all {
		made.all[made.name(token)] = part
	}
	return made
}

// name gives the module and the name in a token.
func (parts parts[T]) name(token tokens.Type) string {
	_, rest, _ := strings.Cut(string(token), ":")
	module, name, _ := strings.Cut(rest, ":")
	if other, ok := parts.modules[tokens.ModuleName(module)]; ok {
		module = string(other)
	}
	return module + ":" + name
}

func (parts parts[T]) of(token tokens.Type) (T, bool) {
	part, ok := parts.all[parts.name(token)]
	return part, ok
}

func notFound(token tokens.Type) error {
	return fmt.Errorf("the provider has no part for `%s`: `dispatch.Options` names the parts", token)
}

// to makes a function that calls the part for the token of a request, or else the other provider's function.
func to[T, I, O any](
	parts parts[T], other func(context.Context, I) (O, error), call func(T, context.Context, I) (O, error), token func(I) tokens.Type,
) func(context.Context, I) (O, error) {
	return func(ctx context.Context, req I) (O, error) {
		if part, ok := parts.of(token(req)); ok {
			return call(part, ctx, req)
		}
		if other != nil {
			return other(ctx, req)
		}
		var none O
		return none, notFound(token(req))
	}
}

func deleteBy(parts parts[middleware.CustomResource], other func(context.Context, p.DeleteRequest) error) func(context.Context, p.DeleteRequest) error {
	return func(ctx context.Context, req p.DeleteRequest) error {
		if part, ok := parts.of(req.Urn.Type()); ok {
			return part.Delete(ctx, req)
		}
		if other != nil {
			return other(ctx, req)
		}
		return notFound(req.Urn.Type())
	}
}
