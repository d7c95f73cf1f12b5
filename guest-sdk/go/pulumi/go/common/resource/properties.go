package resource

import (
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

type (
	// PropertyKey is the name of a property.
	PropertyKey string
	// PropertyMap has properties by their names.
	PropertyMap map[PropertyKey]PropertyValue
)

// PropertyValue is a value of a property: nil, a bool, float64, string, []PropertyValue, PropertyMap, *Asset, *Archive, ResourceReference,
// Computed, Output, or *Secret.
type PropertyValue struct{ V any }

// FromProperties gives properties in this form, without marks of secrets. A value that is not known is null.
func FromProperties(of property.Map) PropertyMap {
	made := make(PropertyMap, of.Len())
	for name, value := range of.All {
		made[PropertyKey(name)] = fromProperty(value)
	}
	return made
}

func fromProperty(value property.Value) PropertyValue {
	value = value.WithSecret(false)
	switch {
	case value.IsBool():
		return PropertyValue{value.AsBool()}
	case value.IsNumber():
		return PropertyValue{value.AsNumber()}
	case value.IsString():
		return PropertyValue{value.AsString()}
	case value.IsArray():
		elements := make([]PropertyValue, 0, value.AsArray().Len())
		for _, element := range value.AsArray().All {
			elements = append(elements, fromProperty(element))
		}
		return PropertyValue{elements}
	case value.IsMap():
		return PropertyValue{FromProperties(value.AsMap())}
	case value.IsAsset():
		return PropertyValue{value.AsAsset()}
	case value.IsArchive():
		return PropertyValue{value.AsArchive()}
	case value.IsResourceReference():
		return PropertyValue{value.AsResourceReference()}
	}
	return PropertyValue{}
}

// Mappable gives the properties as plain values of Go.
func (properties PropertyMap) Mappable() map[string]any {
	made := make(map[string]any, len(properties))
	for name, value := range properties {
		made[string(name)] = value.Mappable()
	}
	return made
}

// HasValue says whether the property is there, and not null.
func (properties PropertyMap) HasValue(name PropertyKey) bool { return properties[name].HasValue() }

// Mappable gives the value as a plain value of Go.
func (value PropertyValue) Mappable() any {
	switch inner := value.V.(type) {
	case []PropertyValue:
		elements := make([]any, len(inner))
		for index, element := range inner {
			elements[index] = element.Mappable()
		}
		return elements
	case PropertyMap:
		return inner.Mappable()
	case *Secret:
		return inner.Element.Mappable()
	}
	return value.V
}

// TypeString gives the name of the value's type.
func (value PropertyValue) TypeString() string {
	switch inner := value.V.(type) {
	case nil:
		return "null"
	case bool:
		return "bool"
	case float64:
		return "number"
	case string:
		return "string"
	case []PropertyValue:
		return "[]"
	case PropertyMap:
		return "object"
	case *Asset:
		return "asset"
	case *Archive:
		return "archive"
	case Computed:
		return "output<" + inner.Element.TypeString() + ">"
	case Output:
		return "output<" + inner.Element.TypeString() + ">"
	case *Secret:
		return "secret<" + inner.Element.TypeString() + ">"
	}
	return "resource reference"
}

// The methods with Is say which type the value has, and those with Value give it: they panic for another type.

func (value PropertyValue) HasValue() bool { return value.V != nil }
func (value PropertyValue) IsNull() bool   { return value.V == nil }
func (value PropertyValue) IsBool() bool   { return is[bool](value) }
func (value PropertyValue) IsNumber() bool { return is[float64](value) }
func (value PropertyValue) IsString() bool { return is[string](value) }
func (value PropertyValue) IsArray() bool  { return is[[]PropertyValue](value) }
func (value PropertyValue) IsObject() bool { return is[PropertyMap](value) }

func (value PropertyValue) IsAsset() bool             { return is[*Asset](value) }
func (value PropertyValue) IsArchive() bool           { return is[*Archive](value) }
func (value PropertyValue) IsComputed() bool          { return is[Computed](value) }
func (value PropertyValue) IsOutput() bool            { return is[Output](value) }
func (value PropertyValue) IsSecret() bool            { return is[*Secret](value) }
func (value PropertyValue) IsResourceReference() bool { return is[ResourceReference](value) }

func (value PropertyValue) BoolValue() bool             { return value.V.(bool) }
func (value PropertyValue) NumberValue() float64        { return value.V.(float64) }
func (value PropertyValue) StringValue() string         { return value.V.(string) }
func (value PropertyValue) ArrayValue() []PropertyValue { return value.V.([]PropertyValue) }
func (value PropertyValue) ObjectValue() PropertyMap    { return value.V.(PropertyMap) }

func (value PropertyValue) AssetValue() *Asset     { return value.V.(*Asset) }
func (value PropertyValue) ArchiveValue() *Archive { return value.V.(*Archive) }
func (value PropertyValue) Input() Computed        { return value.V.(Computed) }
func (value PropertyValue) OutputValue() Output    { return value.V.(Output) }
func (value PropertyValue) SecretValue() *Secret   { return value.V.(*Secret) }
func (value PropertyValue) ResourceReferenceValue() ResourceReference {
	return value.V.(ResourceReference)
}

func is[T any](value PropertyValue) bool {
	_, ok := value.V.(T)
	return ok
}
