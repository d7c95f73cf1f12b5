package jsontext

import "github.com/pulumi/pulumi/sdk/v3/go/property"

// Plain writes a value as JSON without marks of secrets, as an engine writes lists and objects of a configuration.
//
// False if the value is unknown, or has something in it that JSON lacks: something unknown, an asset, an archive, or a resource.
func Plain(value property.Value) (string, bool) {
	bare, ok := bare(value)
	if !ok {
		return "", false
	}
	text, err := WriteValue(bare)
	return text, err == nil
}

// bare gives a value of texts, numbers, booleans, lists and objects without marks of secrets.
func bare(value property.Value) (property.Value, bool) {
	switch {
	case value.IsArray():
		var elements []property.Value
		for _, element := range value.AsArray().All {
			element, ok := bare(element)
			if !ok {
				return element, false
			}
			elements = append(elements, element)
		}
		return property.New(property.OwnedArray(elements)), true
	case value.IsMap():
		members := map[string]property.Value{}
		for key, member := range value.AsMap().All {
			member, ok := bare(member)
			if !ok {
				return member, false
			}
			members[key] = member
		}
		return property.New(property.OwnedMap(members)), true
	case value.IsNull(), value.IsBool(), value.IsNumber(), value.IsString():
		return value.WithSecret(false), true
	}
	return value, false
}
