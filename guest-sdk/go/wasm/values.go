package wasm

import (
	"fmt"
	"math/big"
)

// Value is a property that shows whether it is a secret and whether it is known. An optional property is a pointer to a Value.
//
// A native plugin cannot have it in its properties.
type Value[T any] struct {
	// Known is the value. Zero if it is unknown.
	Known               T
	IsSecret, IsUnknown bool
}

// Plain makes a value.
func Plain[T any](value T) Value[T] { return Value[T]{Known: value} }

// Secret makes a secret.
func Secret[T any](value T) Value[T] { return Value[T]{Known: value, IsSecret: true} }

// Unknown makes a value that is not known yet. Such values occur in previews and checks.
func Unknown[T any]() Value[T] { return Value[T]{IsUnknown: true} }

// OneOf2 is a union: one of its pointers is set. If both types are structs, the build tells them by the constant that the tag `wasm:"tag=…"`
// of the property names.
//
// A native plugin cannot have it in its properties.
type OneOf2[A, B any] struct {
	A *A
	B *B
}

// OneOf3 is a union of three types: see OneOf2.
type OneOf3[A, B, C any] struct {
	A *A
	B *B
	C *C
}

// Reference is a reference to a resource of the type R of this provider, and Reference[any] to any resource.
//
// A native plugin cannot have it in its properties.
type Reference[R any] struct {
	URN string
	// ID is empty for a component resource, and for a resource that is not made yet.
	ID             string
	PackageVersion string
}

// Integer is a whole number with all its digits, as a text: Pulumi's numbers are exact only up to 2^53. A component checks that it is one.
type Integer string

// IntegerOf makes an Integer.
func IntegerOf(number *big.Int) Integer { return Integer(number.String()) }

// Big gives the number.
//
// It fails if the text is not a whole number.
func (integer Integer) Big() (*big.Int, error) {
	number, ok := new(big.Int).SetString(string(integer), 10)
	if !ok {
		return nil, fmt.Errorf("`%s` is not a whole number", string(integer))
	}
	return number, nil
}

// Resource gives nothing: it keeps the type R for the schema.
func (Reference[R]) Resource() *R { return nil }

// DeprecatesValues is an enum with deprecated values: it gives a message for each of them.
type DeprecatesValues[T comparable] interface {
	DeprecatedValues() map[T]string
}
