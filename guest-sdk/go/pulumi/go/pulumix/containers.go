package pulumix

import (
	"context"
	"reflect"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// Array is a list of inputs.
type Array[T any] []Input[T]

// ElementType is the type of the list.
func (Array[T]) ElementType() reflect.Type { return reflect.TypeFor[[]T]() }

// ToOutput makes an output of the list.
func (a Array[T]) ToOutput(context.Context) Output[[]T] { return pulumi.TypedAs[[]T](a) }

// AsAny makes an output of any value of the list.
func (a Array[T]) AsAny() Output[any] { return a.ToOutput(context.Background()).AsAny() }

// ArrayOutput is an output of a list.
type ArrayOutput[T any] struct{ *pulumi.OutputState }

// ElementType is the type of the list.
func (ArrayOutput[T]) ElementType() reflect.Type { return reflect.TypeFor[[]T]() }

// ToOutput gives the output with the general type.
func (o ArrayOutput[T]) ToOutput(context.Context) Output[[]T] { return Output[[]T](o) }

// Untyped gives the output with the type of the package pulumi.
func (o ArrayOutput[T]) Untyped() pulumi.Output { return pulumi.Untyped(o) }

// Index is an element. It is the zero value if the list is shorter.
func (o ArrayOutput[T]) Index(i Input[int]) Output[T] {
	return Apply2(o.ToOutput(context.Background()), i, func(list []T, at int) T {
		var none T
		if at < 0 || at >= len(list) {
			return none
		}
		return list[at]
	})
}

// GArrayOutput is an output of a list whose elements have the output type O.
type GArrayOutput[T any, O OutputOf[T]] struct{ *pulumi.OutputState }

// ElementType is the type of the list.
func (GArrayOutput[T, O]) ElementType() reflect.Type { return reflect.TypeFor[[]T]() }

// ToOutput gives the output with the general type.
func (o GArrayOutput[T, O]) ToOutput(context.Context) Output[[]T] { return Output[[]T](o) }

// Untyped gives the output with the type of the package pulumi.
func (o GArrayOutput[T, O]) Untyped() pulumi.Output { return pulumi.Untyped(o) }

// Index is an element. It is the zero value if the list is shorter.
func (o GArrayOutput[T, O]) Index(i Input[int]) O { return Cast[O](ArrayOutput[T](o).Index(i)) }

// Map is a map of inputs.
type Map[T any] map[string]Input[T]

// ElementType is the type of the map.
func (Map[T]) ElementType() reflect.Type { return reflect.TypeFor[map[string]T]() }

// ToOutput makes an output of the map.
func (m Map[T]) ToOutput(context.Context) Output[map[string]T] {
	return pulumi.TypedAs[map[string]T](m)
}

// AsAny makes an output of any value of the map.
func (m Map[T]) AsAny() Output[any] { return m.ToOutput(context.Background()).AsAny() }

// MapOutput is an output of a map.
type MapOutput[T any] struct{ *pulumi.OutputState }

// ElementType is the type of the map.
func (MapOutput[T]) ElementType() reflect.Type { return reflect.TypeFor[map[string]T]() }

// ToOutput gives the output with the general type.
func (o MapOutput[T]) ToOutput(context.Context) Output[map[string]T] {
	return Output[map[string]T](o)
}

// Untyped gives the output with the type of the package pulumi.
func (o MapOutput[T]) Untyped() pulumi.Output { return pulumi.Untyped(o) }

// MapIndex is a member. It is the zero value if the map does not have it.
func (o MapOutput[T]) MapIndex(key Input[string]) Output[T] {
	return Apply2(o.ToOutput(context.Background()), key, func(members map[string]T, name string) T { return members[name] })
}

// GMapOutput is an output of a map whose members have the output type O.
type GMapOutput[T any, O OutputOf[T]] struct{ *pulumi.OutputState }

// ElementType is the type of the map.
func (GMapOutput[T, O]) ElementType() reflect.Type { return reflect.TypeFor[map[string]T]() }

// ToOutput gives the output with the general type.
func (o GMapOutput[T, O]) ToOutput(context.Context) Output[map[string]T] {
	return Output[map[string]T](o)
}

// Untyped gives the output with the type of the package pulumi.
func (o GMapOutput[T, O]) Untyped() pulumi.Output { return pulumi.Untyped(o) }

// MapIndex is a member. It is the zero value if the map does not have it.
func (o GMapOutput[T, O]) MapIndex(key Input[string]) O {
	return Cast[O](MapOutput[T](o).MapIndex(key))
}

// PtrOutput is an output of a pointer.
type PtrOutput[T any] struct{ *pulumi.OutputState }

// Ptr makes an output of a pointer to a plain value.
func Ptr[T any](v T) PtrOutput[T] { return PtrOutput[T](Val(&v)) }

// PtrOf makes an output of a pointer to the value of an input.
func PtrOf[T any, I Input[T]](i I) PtrOutput[T] {
	return PtrOutput[T](Apply(i, func(v T) *T { return &v }))
}

// ElementType is the type of the pointer.
func (PtrOutput[T]) ElementType() reflect.Type { return reflect.TypeFor[*T]() }

// ToOutput gives the output with the general type.
func (o PtrOutput[T]) ToOutput(context.Context) Output[*T] { return Output[*T](o) }

// Untyped gives the output with the type of the package pulumi.
func (o PtrOutput[T]) Untyped() pulumi.Output { return pulumi.Untyped(o) }

// Elem is the value behind the pointer. Of nil it is the zero value.
func (o PtrOutput[T]) Elem() Output[T] {
	return Apply(o.ToOutput(context.Background()), func(pointer *T) T {
		if pointer == nil {
			pointer = new(T)
		}
		return *pointer
	})
}

// GPtrOutput is an output of a pointer to a value with the output type O.
type GPtrOutput[T any, O OutputOf[T]] struct{ *pulumi.OutputState }

// ElementType is the type of the pointer.
func (GPtrOutput[T, O]) ElementType() reflect.Type { return reflect.TypeFor[*T]() }

// ToOutput gives the output with the general type.
func (o GPtrOutput[T, O]) ToOutput(context.Context) Output[*T] { return Output[*T](o) }

// Untyped gives the output with the type of the package pulumi.
func (o GPtrOutput[T, O]) Untyped() pulumi.Output { return pulumi.Untyped(o) }

// Elem is the value behind the pointer. Of nil it is the zero value.
func (o GPtrOutput[T, O]) Elem() O { return Cast[O](PtrOutput[T](o).Elem()) }
