// Package pulumix has inputs and outputs whose types name the types of their values.
package pulumix

import (
	"context"
	"fmt"
	"reflect"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

//go:generate go run ./generate

type (
	// Input is an input of a value of the type T.
	Input[T any] = pulumi.TypedInput[T]
	// Output is an output of a value of the type T.
	Output[T any] = pulumi.TypedOutput[T]
)

// OutputOf is an output type for values of the type T, such as StringOutput for strings.
type OutputOf[T any] interface {
	Input[T]
	pulumi.Output
}

// Val makes an output of a plain value.
func Val[T any](v T) Output[T] { return pulumi.TypedAs[T](v) }

// ConvertTyped gives an output of another package as an output of the type T. It fails if its values have another type.
func ConvertTyped[T any](o pulumi.Output) (Output[T], error) {
	from, to := o.ElementType(), reflect.TypeFor[T]()
	if !from.AssignableTo(to) {
		return Output[T]{}, fmt.Errorf("an output of %v cannot become an output of %v", from, to)
	}
	return pulumi.TypedAs[T](o), nil
}

// MustConvertTyped is ConvertTyped. It panics where that fails.
func MustConvertTyped[T any](o pulumi.Output) Output[T] {
	typed, err := ConvertTyped[T](o)
	if err != nil {
		panic(err)
	}
	return typed
}

// Cast gives an input as an output of the type O.
func Cast[O OutputOf[T], T any](i Input[T]) O {
	return pulumi.Cast[O](i.ToOutput(context.Background()))
}

// InputElementType gives the type T of a type that implements Input[T].
func InputElementType(typ reflect.Type) (reflect.Type, bool) {
	if typ == nil || typ.Kind() == reflect.Interface {
		return nil, false
	}
	input, ok := reflect.Zero(typ).Interface().(pulumi.Input)
	if !ok {
		return nil, false
	}
	method, ok := typ.MethodByName("ToOutput")
	if !ok || method.Type.NumIn() != 2 || method.Type.NumOut() != 1 || !method.Type.Out(0).Implements(reflect.TypeFor[pulumi.Output]()) {
		return nil, false
	}
	return input.ElementType(), true
}

// All makes an output of several values, which is known when all of them are known.
func All(args ...Input[any]) Output[[]any] {
	parts := make([]any, len(args))
	for index, part := range args {
		parts[index] = part
	}
	return pulumi.TypedAs[[]any](pulumi.All(parts...))
}

// Flatten gives the value of an output that is the value of another output.
func Flatten[A any, I Input[A]](i Input[I]) Output[A] {
	return FlattenContext[A](context.Background(), i)
}

// FlattenContext is Flatten.
func FlattenContext[A any, I Input[A]](ctx context.Context, i Input[I]) Output[A] {
	// A function that returns an output gives the output's value.
	return pulumi.TypedAs[A](i.ToOutput(ctx).ApplyT(func(inner I) Output[A] { return inner.ToOutput(ctx) }))
}
