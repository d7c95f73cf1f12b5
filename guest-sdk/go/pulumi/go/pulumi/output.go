// Package pulumi declares the resources of component resources: the part of Pulumi's Go SDK that components and generated SDKs use.
//
// Nothing here waits for the engine, except Invoke and other calls that give plain values. A resource is a node in the host's graph, an
// output a place in it.
package pulumi

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"github.com/pulumi/pulumi/sdk/v3/go/graph"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

// Input is a value for a property: a plain value, an output, or a list, map or struct of inputs.
type Input interface {
	// ElementType is the type of the value once it is known.
	ElementType() reflect.Type
}

// Output is a value that may be unknown until later.
type Output interface {
	Input

	// ApplyT computes another output by a function of the value: `func(T) U`, `func(T) (U, error)`, or one of these with a context before
	// the value. U may be an output. The host calls the function once the value is known, in most previews not at all.
	ApplyT(applier any) Output
	// ApplyTWithContext is ApplyT with the context that the function gets.
	ApplyTWithContext(ctx context.Context, applier any) Output

	getState() *OutputState
}

// OutputState is the content of an output. Each output type embeds a pointer to it.
type OutputState struct {
	// The value as the host reads it, in which other outputs are nodes.
	expression property.Value
	// The session whose nodes are in the expression. Nil for a plain value.
	session *graph.Session
	element reflect.Type
	// The reader of the value, if its type is not enough. It is filled when a function of ApplyT has returned.
	reading *reading
}

// reading says what a value of the host stands for.
type reading struct {
	// The Go value itself, for values without outputs and for resources.
	value   any
	isFixed bool
	// The reason why only functions of ApplyT can use the value, and no property.
	opaque error
	// The parts of a list from All.
	parts []*OutputState
}

func (state *OutputState) getState() *OutputState { return state }

// ElementType is the type of the value. Output types have their own.
func (state *OutputState) ElementType() reflect.Type { return state.element }

// MarshalJSON fails, as in Pulumi's SDK: an output has no value yet.
func (*OutputState) MarshalJSON() ([]byte, error) {
	return nil, errors.New("an output has no value yet: write it with pulumi.JSONMarshal, or in a function of ApplyT")
}

// outputOf makes an output of a type.
func outputOf(typ reflect.Type, state *OutputState) Output {
	made := reflect.New(typ).Elem()
	if state.element == nil {
		state.element = made.Interface().(Input).ElementType()
	}
	made.FieldByName("OutputState").Set(reflect.ValueOf(state))
	return made.Interface().(Output)
}

// nodeOutput makes an output of a node of the running session.
func nodeOutput(typ reflect.Type, expression property.Value) Output {
	return outputOf(typ, &OutputState{expression: expression, session: graph.Running()})
}

func typeOf[T any]() reflect.Type { return reflect.TypeFor[T]() }

var (
	anyType     = typeOf[any]()
	errorType   = typeOf[error]()
	contextType = typeOf[context.Context]()
	outputType  = typeOf[Output]()
	inputType   = typeOf[Input]()
)

// Output types by the types of their values, and input types by their interfaces. Generated SDKs register theirs.
var (
	outputTypes = map[reflect.Type]reflect.Type{}
	inputTypes  = map[reflect.Type]reflect.Type{}
)

// RegisterOutputType registers the output type for values of its element type.
func RegisterOutputType(output Output) {
	typ := reflect.TypeOf(output)
	outputTypes[output.ElementType()] = typ
}

// RegisterInputType registers the type of the values that stand for an interface of inputs.
func RegisterInputType(interfaceType reflect.Type, input Input) {
	inputTypes[interfaceType] = reflect.TypeOf(input)
}

// outputTypeOf gives the output type for values of a type.
func outputTypeOf(element reflect.Type) reflect.Type {
	if typ, ok := outputTypes[element]; ok {
		return typ
	}
	if typ, ok := builtinOutput(element); ok {
		return typ
	}
	return typeOf[AnyOutput]()
}

// AnyOutput is an output of any value.
type AnyOutput struct{ *OutputState }

// ElementType is the type of any value.
func (AnyOutput) ElementType() reflect.Type { return anyType }

// ToOutput gives the value as an output of the package pulumix.
func (o AnyOutput) ToOutput(context.Context) TypedOutput[any] { return TypedAs[any](o) }

// ApplyT computes another output: see Output.
func (state *OutputState) ApplyT(applier any) Output {
	return state.ApplyTWithContext(nil, applier)
}

// ApplyTWithContext computes another output: see Output.
func (state *OutputState) ApplyTWithContext(ctx context.Context, applier any) Output {
	at := position()
	function := reflect.ValueOf(applier)
	call := applierOf(function, state.element, at)
	result := function.Type().Out(0)
	typ := resultType(result)
	made := &OutputState{reading: &reading{}}
	if !result.Implements(outputType) && typ == typeOf[AnyOutput]() && result.Kind() != reflect.Interface {
		made.element = result
	}
	apply := func(value property.Value) (property.Value, error) {
		argument, err := state.read(value)
		if err != nil {
			return property.Value{}, fmt.Errorf("the value at %s: %w", at, err)
		}
		given, err := call(contextOr(ctx), argument)
		if err != nil {
			return property.Value{}, fmt.Errorf("`apply` at %s: %w", at, err)
		}
		value, reading, err := resultOf(given)
		*made.reading = reading
		if err != nil {
			return property.Value{}, fmt.Errorf("the result of `apply` at %s: %w", at, err)
		}
		return value, nil
	}
	session := graph.Running()
	if session == nil && state.session == nil {
		// A plain value outside of sessions, as in a variable of a package.
		value, err := apply(state.expression)
		if err != nil {
			panic(err)
		}
		made.expression = value
		return outputOf(typ, made)
	}
	if err := state.usable(); err != nil {
		fail(err)
	}
	node, err := session.Apply(state.expression, func(value property.Value) (property.Value, error) {
		return session.Run(session.Context, func() (property.Value, error) { return apply(value) })
	}, at)
	if err != nil {
		fail(fmt.Errorf("the value at %s: %w", at, err))
	}
	made.expression, made.session = graph.Output(node), session
	return outputOf(typ, made)
}

// applierOf gives the call of a function of ApplyT. It panics if the function does not take the value.
func applierOf(function reflect.Value, element reflect.Type, at string) func(context.Context, reflect.Value) (any, error) {
	wrong := func(reason string) {
		panic(fmt.Sprintf("`ApplyT` at %s needs a function of %s, and %s", at, element, reason))
	}
	if function.Kind() != reflect.Func {
		wrong("got something else")
	}
	typ := function.Type()
	takes := typ.NumIn()
	if typ.IsVariadic() || takes == 0 || takes > 2 || takes == 2 && typ.In(0) != contextType {
		wrong("this one has other parameters")
	}
	parameter := typ.In(takes - 1)
	if !element.AssignableTo(parameter) && !element.ConvertibleTo(parameter) && element.Kind() != reflect.Interface {
		wrong(fmt.Sprintf("this one takes %s", parameter))
	}
	if gives := typ.NumOut(); gives == 0 || gives > 2 || gives == 2 && typ.Out(1) != errorType {
		wrong("this one does not return a value, or a value and an error")
	}
	return func(ctx context.Context, argument reflect.Value) (any, error) {
		if !argument.IsValid() {
			argument = reflect.Zero(parameter)
		}
		if !argument.Type().AssignableTo(parameter) {
			if !argument.Type().ConvertibleTo(parameter) {
				return nil, fmt.Errorf("the function takes %s, and the value is %s", parameter, argument.Type())
			}
			argument = argument.Convert(parameter)
		}
		arguments := []reflect.Value{argument}
		if takes == 2 {
			arguments = []reflect.Value{reflect.ValueOf(ctx), argument}
		}
		results := function.Call(arguments)
		if len(results) == 2 {
			if err, _ := results[1].Interface().(error); err != nil {
				return nil, err
			}
		}
		return results[0].Interface(), nil
	}
}

// resultType gives the output type for the result of a function.
func resultType(result reflect.Type) reflect.Type {
	switch {
	case result.Implements(outputType) && result.Kind() == reflect.Struct:
		return result
	case result.Kind() == reflect.Interface && result.Implements(inputType):
		if typ, ok := inputTypes[result]; ok {
			return outputTypeOf(reflect.Zero(typ).Interface().(Input).ElementType())
		}
		if element, ok := builtinInput(result); ok {
			return outputTypeOf(element)
		}
		return typeOf[AnyOutput]()
	}
	return outputTypeOf(result)
}

func contextOr(ctx context.Context) context.Context {
	if ctx != nil {
		return ctx
	}
	if session := graph.Running(); session != nil {
		return session.Context
	}
	return context.Background()
}

// fail ends the running code of the author with an error: functions that give outputs return none.
func fail(err error) {
	if session := graph.Running(); session != nil {
		session.Fail(err)
	}
	panic(graph.Stopped{Err: err})
}

// usable fails for an output of another session.
func (state *OutputState) usable() error {
	if state == nil {
		return fmt.Errorf("the output has no value: it was not set")
	}
	if state.session != nil && state.session != graph.Running() {
		return fmt.Errorf("is an output of another or a finished component: an output is valid only while its component is constructed")
	}
	return nil
}
