package infer

import (
	"context"
	"errors"
	"reflect"

	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/middleware/schema"
)

type (
	// FunctionRequest has the arguments of a function.
	FunctionRequest[I any] struct{ Input I }
	// FunctionResponse has the results of a function.
	FunctionResponse[O any] struct{ Output O }
	// Fn is a function of a provider.
	Fn[I, O any] interface {
		Invoke(ctx context.Context, req FunctionRequest[I]) (FunctionResponse[O], error)
	}
)

// InferredFunction is a function of a provider.
type InferredFunction interface {
	// The token has the package `pkg`.
	schema.Function

	types() (controller, arguments, results reflect.Type)
	invoke(context.Context, p.InvokeRequest) (p.InvokeResponse, error)
	traits() wasm.FunctionTraits
}

// Function makes a function of a value with the method of Fn.
func Function[F Fn[I, O], I, O any](fnc F) InferredFunction { return &functionController[F, I, O]{fnc} }

type functionController[F Fn[I, O], I, O any] struct{ controller F }

func (function *functionController[F, I, O]) GetToken() (tokens.Type, error) {
	token, err := tokenOf(reflect.TypeFor[F]())
	return tokens.Type(functionToken(token)), err
}

func (function *functionController[F, I, O]) types() (controller, arguments, results reflect.Type) {
	return reflect.TypeFor[F](), reflect.TypeFor[I](), reflect.TypeFor[O]()
}

func (function *functionController[F, I, O]) invoke(ctx context.Context, req p.InvokeRequest) (p.InvokeResponse, error) {
	var arguments I
	found, err := decode(req.Args, &arguments)
	var failures failed
	if errors.As(err, &failures) {
		return p.InvokeResponse{Failures: failures}, nil
	}
	if err != nil {
		return p.InvokeResponse{}, err
	}
	if err := applyDefaults(reflect.ValueOf(&arguments).Elem()); err != nil {
		return p.InvokeResponse{}, err
	}
	answer, err := function.controller.Invoke(ctx, FunctionRequest[I]{arguments})
	if err != nil {
		return p.InvokeResponse{}, err
	}
	encoded, err := encode(answer.Output, found, false)
	if err != nil {
		return p.InvokeResponse{}, err
	}
	encoded = markSecrets(reflect.TypeFor[O](), encoded)
	// Unlike a resource, a function without wiring makes no result a secret because of an argument.
	if _, ok := method[ExplicitDependencies[I, O]](&function.controller); ok {
		wired, err := askWiring[F, I, O](&function.controller)
		if err != nil {
			return p.InvokeResponse{}, err
		}
		encoded = wired.mark(encoded, req.Args)
	}
	return p.InvokeResponse{Return: encoded}, nil
}
