// Package property has the values of properties: immutable, with marks for secrets.
package property

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/archive"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/asset"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/urn"
)

type (
	// Asset is a file.
	Asset = *asset.Asset
	// Archive is several files.
	Archive = *archive.Archive
)

// ResourceReference is a resource as a value.
type ResourceReference struct {
	URN            urn.URN
	ID             Value
	PackageVersion string
}

// Equal compares all fields.
func (reference ResourceReference) Equal(other ResourceReference) bool {
	return reference.URN == other.URN && reference.PackageVersion == other.PackageVersion && reference.ID.Equals(other.ID)
}

type (
	computed struct{}
	null     struct{}
)

var (
	// Computed is a value that is not known yet.
	Computed computed
	// Null is the absence of a value.
	Null null
)

// GoValue is a Go type that a Value can be made of.
type GoValue interface {
	bool | float64 | string | Array | []Value | Map | map[string]Value | Asset | Archive | ResourceReference | computed | null
}

// Value is a value of a property. The zero Value is null.
type Value struct {
	secret       bool
	dependencies []urn.URN
	// nil, bool, float64, whole, string, Array, Map, Asset, Archive, ResourceReference or computed.
	content any
}

// New makes a value.
func New[T GoValue](value T) Value { return of(value) }

// Any makes a value of a Go value whose type is known only at run time.
func Any(value any) (Value, error) {
	switch value := value.(type) {
	case nil:
		return Value{}, nil
	case Value:
		return value, nil
	case bool, float64, string, Array, []Value, Map, map[string]Value, Asset, Archive, ResourceReference, computed, null:
		return of(value), nil
	case int:
		return Whole(int64(value)), nil
	case []any:
		elements := make([]Value, len(value))
		for index, element := range value {
			made, err := Any(element)
			if err != nil {
				return Value{}, err
			}
			elements[index] = made
		}
		return of(elements), nil
	case map[string]any:
		members := make(map[string]Value, len(value))
		for key, member := range value {
			made, err := Any(member)
			if err != nil {
				return Value{}, err
			}
			members[key] = made
		}
		return of(members), nil
	}
	return Value{}, fmt.Errorf("invalid type: %T", value)
}

func of(value any) Value {
	switch value := value.(type) {
	case null:
		return Value{}
	case []Value:
		return Value{content: NewArray(value)}
	case map[string]Value:
		return Value{content: NewMap(value)}
	case Asset:
		if value == nil {
			return Value{}
		}
	case Archive:
		if value == nil {
			return Value{}
		}
	}
	return Value{content: value}
}

// WithGoValue gives a value with the marks of this value and another content.
func WithGoValue[T GoValue](value Value, content T) Value {
	made := of(content)
	made.secret, made.dependencies = value.secret, value.dependencies
	return made
}

func is[T any](value Value) bool {
	_, ok := value.content.(T)
	return ok
}

func as[T any](value Value) T { return value.content.(T) }

func (value Value) IsBool() bool              { return is[bool](value) }
func (value Value) IsNumber() bool            { return is[float64](value) || is[whole](value) }
func (value Value) IsString() bool            { return is[string](value) }
func (value Value) IsArray() bool             { return is[Array](value) }
func (value Value) IsMap() bool               { return is[Map](value) }
func (value Value) IsAsset() bool             { return is[Asset](value) }
func (value Value) IsArchive() bool           { return is[Archive](value) }
func (value Value) IsResourceReference() bool { return is[ResourceReference](value) }
func (value Value) IsComputed() bool          { return is[computed](value) }
func (value Value) IsNull() bool              { return value.content == nil }

// The As methods panic if the value has another type.

func (value Value) AsBool() bool                           { return as[bool](value) }
func (value Value) AsString() string                       { return as[string](value) }
func (value Value) AsArray() Array                         { return as[Array](value) }
func (value Value) AsMap() Map                             { return as[Map](value) }
func (value Value) AsAsset() Asset                         { return as[Asset](value) }
func (value Value) AsArchive() Archive                     { return as[Archive](value) }
func (value Value) AsResourceReference() ResourceReference { return as[ResourceReference](value) }

func (value Value) AsNumber() float64 {
	if digits, ok := value.content.(whole); ok {
		number, _ := strconv.ParseFloat(string(digits), 64)
		return number
	}
	return as[float64](value)
}

// Secret says whether the value itself is marked as a secret.
func (value Value) Secret() bool { return value.secret }

// WithSecret gives the value with or without the mark of a secret.
func (value Value) WithSecret(isSecret bool) Value {
	value.secret = isSecret
	return value
}

// HasSecrets says whether the value or a part of it is a secret.
func (value Value) HasSecrets() bool {
	return value.any(func(part Value) bool { return part.secret })
}

// HasComputed says whether the value or a part of it is not known yet.
func (value Value) HasComputed() bool { return value.any(Value.IsComputed) }

func (value Value) any(holds func(Value) bool) bool {
	if holds(value) {
		return true
	}
	switch content := value.content.(type) {
	case Array:
		return slices.ContainsFunc(content.elements, func(element Value) bool { return element.any(holds) })
	case Map:
		for _, member := range content.members {
			if member.any(holds) {
				return true
			}
		}
	}
	return false
}

// Dependencies gives the resources that the value comes from.
func (value Value) Dependencies() []urn.URN { return slices.Clone(value.dependencies) }

// WithDependencies gives the value with these resources that it comes from.
func (value Value) WithDependencies(dependencies []urn.URN) Value {
	value.dependencies = slices.Clone(dependencies)
	return value
}

// EqualOption changes how values are compared.
type EqualOption func(*comparison)

type comparison struct{ computedEqual bool }

// EqualRelaxComputed makes values that are not known yet equal to all others.
func EqualRelaxComputed(how *comparison) { how.computedEqual = true }

// Equals compares values with their marks.
func (value Value) Equals(other Value, options ...EqualOption) bool {
	var how comparison
	for _, option := range options {
		option(&how)
	}
	return value.equals(other, how)
}

func (value Value) equals(other Value, how comparison) bool {
	if how.computedEqual && (value.IsComputed() || other.IsComputed()) {
		return true
	}
	if value.secret != other.secret {
		return false
	}
	switch content := value.content.(type) {
	case Array:
		others, ok := other.content.(Array)
		return ok && slices.EqualFunc(content.elements, others.elements, func(one, two Value) bool { return one.equals(two, how) })
	case Map:
		others, ok := other.content.(Map)
		if !ok || len(content.members) != len(others.members) {
			return false
		}
		for key, member := range content.members {
			if with, ok := others.members[key]; !ok || !member.equals(with, how) {
				return false
			}
		}
		return true
	case ResourceReference:
		others, ok := other.content.(ResourceReference)
		return ok && content.Equal(others)
	case Asset:
		others, ok := other.content.(Asset)
		return ok && content.Equals(others)
	case Archive:
		others, ok := other.content.(Archive)
		return ok && content.Equals(others)
	}
	return value.content == other.content
}
