package pulumi

import (
	"context"
	"reflect"
)

// TypedInput is an input whose type names the type of its value: Input of the package pulumix.
type TypedInput[T any] interface {
	Input

	ToOutput(ctx context.Context) TypedOutput[T]
}

// TypedOutput is an output whose type names the type of its value: Output of the package pulumix.
type TypedOutput[T any] struct{ *OutputState }

// ElementType is the type of the value.
func (TypedOutput[T]) ElementType() reflect.Type { return typeOf[T]() }

// ToOutput gives the output itself.
func (o TypedOutput[T]) ToOutput(context.Context) TypedOutput[T] { return o }

// Untyped gives the output with the output type for values of its type, such as StringOutput.
func (o TypedOutput[T]) Untyped() Output { return Untyped(o) }

// AsAny gives the output as an output of any value.
func (o TypedOutput[T]) AsAny() TypedOutput[any] {
	return TypedAs[any](o.ApplyT(func(value T) any { return value }))
}

// Untyped gives an output with the output type for values of its type.
func Untyped(o Output) Output {
	state := *stateOf(o)
	state.element = o.ElementType()
	return outputOf(outputTypeOf(state.element), &state)
}

// TypedAs gives a value as an output of the type T. The value is read as this type once it is known.
func TypedAs[T any](value any) TypedOutput[T] { return as[TypedOutput[T]](value) }

// Cast gives an output as an output of another type, which reads the value once it is known.
func Cast[O Output](of Output) O { return as[O](of) }
