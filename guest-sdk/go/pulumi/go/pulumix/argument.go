package pulumix

import "reflect"

// argument gives a part of a list as an argument of the author's function. A part that is absent is the zero value.
func argument[A any](part any) A {
	if value, ok := part.(A); ok || part == nil {
		return value
	}
	// A named type whose values are assignable, as for a list.
	return reflect.ValueOf(part).Convert(reflect.TypeFor[A]()).Interface().(A)
}
