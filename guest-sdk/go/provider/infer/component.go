package infer

import (
	"context"
	"reflect"

	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/internal/call"
	"github.com/pulumi/pulumi-go-provider/middleware/schema"
)

// ComponentResource is a type whose method constructs a component resource with the inputs I and the outputs O.
type ComponentResource[I any, O pulumi.ComponentResource] interface {
	// Construct registers the component with RegisterComponentResource, declares its children, and sets the outputs in the fields of O. It is
	// called in previews too, and has to declare the same then.
	Construct(ctx *pulumi.Context, name, typ string, args I, opts pulumi.ResourceOption) (O, error)
}

// ComponentFn is a function that constructs a component resource, as Pulumi programs have it.
type ComponentFn[A any, R pulumi.ComponentResource] = func(ctx *pulumi.Context, name string, args A, opts ...pulumi.ResourceOption) (R, error)

// InferredComponent is a component resource of a provider.
type InferredComponent interface {
	// The token has the package `pkg`.
	schema.Resource

	types() (controller, inputs, state reflect.Type)
	outputs(method string) []string
	methods() []wasm.ComponentMethod
	callMethod(ctx context.Context, req p.CallRequest, name string) (p.CallResponse, error)
	construct(context.Context, p.ConstructRequest) (p.ConstructResponse, error)
}

// Component makes a component resource of a value with the method Construct.
func Component[R ComponentResource[I, O], I any, O pulumi.ComponentResource](rsc R) InferredComponent {
	useComponents()
	var made O
	return &component[I, O]{reflect.TypeFor[R](), methodsOf(rsc, made), rsc.Construct}
}

// ComponentF makes a component resource of a function.
func ComponentF[A any, O pulumi.ComponentResource, F ComponentFn[A, O]](fn F) InferredComponent {
	useComponents()
	var made O
	return &component[A, O]{
		reflect.TypeFor[O](), methodsOf(made),
		func(ctx *pulumi.Context, name, _ string, args A, opts pulumi.ResourceOption) (O, error) {
			return fn(ctx, name, args, opts)
		},
	}
}

type component[I any, O pulumi.ComponentResource] struct {
	controller reflect.Type
	callable   []wasm.ComponentMethod
	declare    func(ctx *pulumi.Context, name, typ string, args I, opts pulumi.ResourceOption) (O, error)
}

func (component *component[I, O]) GetToken() (tokens.Type, error) {
	token, err := tokenOf(component.controller)
	return tokens.Type(token), err
}

func (component *component[I, O]) types() (controller, inputs, state reflect.Type) {
	return component.controller, reflect.TypeFor[I](), reflect.TypeFor[O]()
}

// outputs gives the names of the outputs, or of the results of a method.
func (component *component[I, O]) outputs(method string) []string {
	typ := reflect.TypeFor[O]()
	for _, one := range component.callable {
		if one.Name == method {
			typ = one.Outputs
		}
	}
	if isInput(typ) {
		return []string{result}
	}
	typ, _ = structOf(typ)
	fields, err := fieldsOf(typ)
	if err != nil {
		return nil
	}
	var names []string
	for _, field := range fields {
		names = append(names, field.name)
	}
	return names
}

func (component *component[I, O]) construct(ctx context.Context, req p.ConstructRequest) (p.ConstructResponse, error) {
	making, err := begin(ctx)
	if err != nil {
		return p.ConstructResponse{}, err
	}
	var args I
	if err := arguments(req.Inputs, &args); err != nil {
		return p.ConstructResponse{}, err
	}
	made, err := component.declare(making, req.Urn.Name(), string(req.Urn.Type()), args, pulumi.Option(call.From(ctx).Options))
	if err != nil {
		return p.ConstructResponse{}, err
	}
	results := pulumi.Results
	if call.From(ctx).OnlyDirectOutputs {
		results = pulumi.DirectResults
	}
	state, err := results(made)
	return p.ConstructResponse{Urn: req.Urn, State: state}, err
}

// element gives the type of the values of a type of inputs or outputs. Nil in a provider without components, whose program then lacks the
// types of Pulumi.
var element func(reflect.Type) (reflect.Type, bool)

// resourceType is the type of resources, set with element.
var resourceType reflect.Type

func useComponents() {
	element, resourceType = pulumi.Element, reflect.TypeFor[pulumi.Resource]()
}

// valueTypeOf gives the type of the values of a field, and whether the field is an input or output.
func valueTypeOf(typ reflect.Type) (reflect.Type, bool) {
	if element == nil || isResource(typ) {
		return typ, false
	}
	made, ok := element(typ)
	if !ok {
		return typ, false
	}
	for made.Kind() == reflect.Pointer && !isResource(made) {
		made = made.Elem()
	}
	return made, true
}

// isInput says whether a type is of inputs or outputs.
func isInput(typ reflect.Type) bool {
	_, isInput := valueTypeOf(typ)
	return isInput
}

func isResource(typ reflect.Type) bool {
	return resourceType != nil && (typ.Implements(resourceType) || reflect.PointerTo(typ).Implements(resourceType))
}
