package resource

import (
	"maps"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

// FromResourcePropertyMap gives properties in the form of the package property.
func FromResourcePropertyMap(of PropertyMap) property.Map {
	made := make(map[string]property.Value, len(of))
	for name, value := range of {
		made[string(name)] = FromResourcePropertyValue(value)
	}
	return property.NewMap(made)
}

// FromResourcePropertyValue gives a value in the form of the package property.
func FromResourcePropertyValue(of PropertyValue) property.Value {
	switch v := of.V.(type) {
	case bool:
		return property.New(v)
	case float64:
		return property.New(v)
	case string:
		return property.New(v)
	case []PropertyValue:
		elements := make([]property.Value, len(v))
		for index, element := range v {
			elements[index] = FromResourcePropertyValue(element)
		}
		return property.New(elements)
	case PropertyMap:
		return property.New(FromResourcePropertyMap(v))
	case *Asset:
		return property.New(v)
	case *Archive:
		return property.New(v)
	case ResourceReference:
		return property.New(v)
	case Computed:
		return property.New(property.Computed)
	case *Secret:
		return FromResourcePropertyValue(v.Element).WithSecret(true)
	case Output:
		value := property.New(property.Computed)
		if v.Known {
			value = FromResourcePropertyValue(v.Element)
		}
		return value.WithSecret(v.Secret || value.Secret())
	}
	return property.New(property.Null)
}

// ToResourcePropertyMap gives properties in the form of this package, with the marks of secrets and of unknown values.
func ToResourcePropertyMap(of property.Map) PropertyMap {
	made := make(PropertyMap, of.Len())
	for name, value := range of.All {
		made[PropertyKey(name)] = ToResourcePropertyValue(value)
	}
	return made
}

// ToResourcePropertyValue gives a value in the form of this package, with the marks of secrets and of unknown values.
func ToResourcePropertyValue(of property.Value) PropertyValue {
	switch {
	case of.Secret():
		return MakeSecret(ToResourcePropertyValue(of.WithSecret(false)))
	case of.IsComputed():
		return MakeComputed(NewStringProperty(""))
	case of.IsArray():
		elements := make([]PropertyValue, 0, of.AsArray().Len())
		for _, element := range of.AsArray().All {
			elements = append(elements, ToResourcePropertyValue(element))
		}
		return PropertyValue{elements}
	case of.IsMap():
		return PropertyValue{ToResourcePropertyMap(of.AsMap())}
	}
	return fromProperty(of)
}

// Copy gives the same properties in another map.
func (properties PropertyMap) Copy() PropertyMap { return maps.Clone(properties) }

// StableKeys gives the names in their order.
func (properties PropertyMap) StableKeys() []PropertyKey {
	return slices.Sorted(maps.Keys(properties))
}

// ContainsSecrets says whether a value is a secret, or has one in it.
func (properties PropertyMap) ContainsSecrets() bool {
	return FromResourcePropertyValue(PropertyValue{properties}).HasSecrets()
}

// ContainsUnknowns says whether a value is not known, or has an unknown part.
func (properties PropertyMap) ContainsUnknowns() bool {
	return FromResourcePropertyValue(PropertyValue{properties}).HasComputed()
}

// DeepEquals says whether both have the same properties.
func (properties PropertyMap) DeepEquals(other PropertyMap) bool {
	return PropertyValue{properties}.DeepEquals(PropertyValue{other})
}

// ContainsSecrets says whether the value is a secret, or has one in it.
func (value PropertyValue) ContainsSecrets() bool {
	return FromResourcePropertyValue(value).HasSecrets()
}

// ContainsUnknowns says whether the value is not known, or has an unknown part.
func (value PropertyValue) ContainsUnknowns() bool {
	return FromResourcePropertyValue(value).HasComputed()
}

// DeepEquals says whether both are the same value, with the same marks.
func (value PropertyValue) DeepEquals(other PropertyValue) bool {
	return FromResourcePropertyValue(value).Equals(FromResourcePropertyValue(other))
}
