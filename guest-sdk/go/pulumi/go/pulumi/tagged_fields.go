package pulumi

import (
	"reflect"
	"strings"
	"sync"
)

// taggedField is an exported field of a struct with the name of its property.
type taggedField struct {
	reflect.StructField
	property   string
	isOptional bool
}

// structTypes are a struct and the struct that has the tags of its fields.
type structTypes struct{ of, tagged reflect.Type }

var knownFields sync.Map // structTypes to []taggedField

// fieldsOf gives the fields of a struct that are properties, and the fields of its embedded structs.
func fieldsOf(of reflect.Type) []taggedField { return fieldsByTags(of, of) }

// fieldsByTags does the same for a struct whose tags may be on the fields of the same names of another struct.
func fieldsByTags(of, tagged reflect.Type) []taggedField {
	types := structTypes{of, tagged}
	if known, ok := knownFields.Load(types); ok {
		return known.([]taggedField)
	}
	var fields []taggedField
	for _, field := range reflect.VisibleFields(of) {
		if !field.IsExported() {
			continue
		}
		withTag := field
		name, ok := tagOf(field)
		if !ok && tagged != of {
			if other, found := tagged.FieldByName(field.Name); found {
				withTag = other
				name, ok = tagOf(other)
			}
		}
		if ok {
			fields = append(fields, taggedField{field, name, isOptional(withTag)})
		}
	}
	knownFields.Store(types, fields)
	return fields
}

// tagOf gives the name of a property from the tag of its field.
func tagOf(field reflect.StructField) (string, bool) {
	tag, ok := field.Tag.Lookup("pulumi")
	name, _, _ := strings.Cut(tag, ",")
	return name, ok && name != ""
}

// isOptional says whether the tag of a field says so.
func isOptional(field reflect.StructField) bool {
	return strings.Contains(field.Tag.Get("pulumi"), ",optional")
}
