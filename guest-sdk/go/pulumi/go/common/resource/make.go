package resource

import (
	"fmt"
	"reflect"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

type (
	// Secret is a value that must not be shown.
	Secret struct{ Element PropertyValue }
	// Computed is a value that is not known yet.
	Computed struct{ Element PropertyValue }
	// Output is a value that may be unknown or a secret.
	Output struct {
		Element       PropertyValue
		Known, Secret bool
		Dependencies  []URN
	}
	// ResourceReference is a resource as a value.
	ResourceReference = property.ResourceReference
)

// PropertyValueType is a type that a value can have.
type PropertyValueType interface {
	bool | float64 | string | *Asset | *Archive | []PropertyValue | PropertyMap | Computed | Output | *Secret | ResourceReference
}

// NewProperty makes a value.
func NewProperty[T PropertyValueType](v T) PropertyValue { return PropertyValue{v} }

// The functions with New make a value of the type in their names.

func NewNullProperty() PropertyValue                                 { return PropertyValue{} }
func NewBoolProperty(v bool) PropertyValue                           { return PropertyValue{v} }
func NewNumberProperty(v float64) PropertyValue                      { return PropertyValue{v} }
func NewStringProperty(v string) PropertyValue                       { return PropertyValue{v} }
func NewArrayProperty(v []PropertyValue) PropertyValue               { return PropertyValue{v} }
func NewAssetProperty(v *Asset) PropertyValue                        { return PropertyValue{v} }
func NewArchiveProperty(v *Archive) PropertyValue                    { return PropertyValue{v} }
func NewObjectProperty(v PropertyMap) PropertyValue                  { return PropertyValue{v} }
func NewComputedProperty(v Computed) PropertyValue                   { return PropertyValue{v} }
func NewOutputProperty(v Output) PropertyValue                       { return PropertyValue{v} }
func NewSecretProperty(v *Secret) PropertyValue                      { return PropertyValue{v} }
func NewResourceReferenceProperty(v ResourceReference) PropertyValue { return PropertyValue{v} }

// MakeComputed makes a value that is not known yet. The element is an example of its type.
func MakeComputed(v PropertyValue) PropertyValue { return NewComputedProperty(Computed{Element: v}) }

// MakeOutput makes an output that is not known yet.
func MakeOutput(v PropertyValue) PropertyValue { return NewOutputProperty(Output{Element: v}) }

// MakeSecret makes a secret of a value.
func MakeSecret(v PropertyValue) PropertyValue { return NewSecretProperty(&Secret{Element: v}) }

// NewPropertyMapFromMap makes properties of plain values of Go.
func NewPropertyMapFromMap(of map[string]any) PropertyMap {
	made := make(PropertyMap, len(of))
	for name, value := range of {
		made[PropertyKey(name)] = NewPropertyValue(value)
	}
	return made
}

// NewPropertyValue makes a value of a plain value of Go: null, a bool, number, text, asset or archive, or a list or map of such values.
//
// It panics for other values.
func NewPropertyValue(v any) PropertyValue {
	switch v := v.(type) {
	case nil:
		return PropertyValue{}
	case PropertyValue:
		return v
	case bool, float64, string, *Asset, *Archive, []PropertyValue, PropertyMap, Computed, Output, *Secret, ResourceReference:
		return PropertyValue{v}
	case map[string]any:
		return PropertyValue{NewPropertyMapFromMap(v)}
	}
	of := reflect.ValueOf(v)
	switch of.Kind() {
	case reflect.Bool:
		return PropertyValue{of.Bool()}
	case reflect.String:
		return PropertyValue{of.String()}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return PropertyValue{float64(of.Int())}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return PropertyValue{float64(of.Uint())}
	case reflect.Float32, reflect.Float64:
		return PropertyValue{of.Float()}
	case reflect.Pointer, reflect.Interface:
		if of.IsNil() {
			return PropertyValue{}
		}
		return NewPropertyValue(of.Elem().Interface())
	case reflect.Slice, reflect.Array:
		elements := make([]PropertyValue, of.Len())
		for index := range elements {
			elements[index] = NewPropertyValue(of.Index(index).Interface())
		}
		return PropertyValue{elements}
	case reflect.Map:
		if of.Type().Key().Kind() == reflect.String {
			members := make(PropertyMap, of.Len())
			for entries := of.MapRange(); entries.Next(); {
				members[PropertyKey(entries.Key().String())] = NewPropertyValue(entries.Value().Interface())
			}
			return PropertyValue{members}
		}
	}
	panic(fmt.Sprintf("a property cannot have the type %T", v))
}
