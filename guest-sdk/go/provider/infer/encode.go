package infer

import (
	"fmt"
	"reflect"
	"slices"
	"sync"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/property"

	"github.com/pulumi/pulumi-go-provider/infer/types"
	"github.com/pulumi/pulumi-go-provider/internal/call"
)

// encodingOf turns Go values into values, and puts marks back at the paths where they were.
type encodingOf struct {
	marks marks
	// Whether what was not known is not known again.
	keepsUnknown bool
}

// encode turns a struct into an object. Fields with nil pointers, lists, maps and interfaces are left out; zeros are written.
func encode(value any, marks marks, keepsUnknown bool) (property.Map, error) {
	how := encodingOf{marks, keepsUnknown}
	of := reflect.ValueOf(value)
	for of.Kind() == reflect.Pointer {
		if of.IsNil() {
			return property.Map{}, nil
		}
		of = of.Elem()
	}
	if !of.IsValid() {
		return property.Map{}, nil
	}
	if object, ok := of.Interface().(property.Map); ok {
		return object, nil
	}
	return how.object(of, "")
}

func (how encodingOf) object(of reflect.Value, path string) (property.Map, error) {
	fields, err := fieldsOf(of.Type())
	if err != nil {
		return property.Map{}, err
	}
	members := make(map[string]property.Value, len(fields))
	for _, field := range fields {
		value, ok, err := how.value(field.get(of), join(path, field.name))
		if err != nil {
			return property.Map{}, err
		}
		if ok {
			members[field.name] = value
		}
	}
	return property.OwnedMap(members), nil
}

// value gives a value with its marks. False if it is left out.
func (how encodingOf) value(of reflect.Value, path string) (property.Value, bool, error) {
	found := how.marks[path]
	if found.isUnknown && how.keepsUnknown {
		return property.New(property.Computed).WithSecret(found.isSecret), true, nil
	}
	value, ok, err := how.plain(of, path)
	if !ok && err == nil {
		value, ok = found.empty(of)
	}
	if ok && found.isSecret {
		value = value.WithSecret(true)
	}
	return value, ok, err
}

// empty gives the empty list or map that a nil stands for.
func (mark mark) empty(of reflect.Value) (property.Value, bool) {
	if !of.IsValid() {
		return property.Value{}, false
	}
	typ := of.Type()
	for typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	switch kind := typ.Kind(); {
	case mark.isEmptyList && (kind == reflect.Slice || kind == reflect.Interface):
		return property.New(property.Array{}), true
	case mark.isEmptyMap && (kind == reflect.Map || kind == reflect.Interface):
		return property.New(property.Map{}), true
	}
	return property.Value{}, false
}

func (how encodingOf) plain(of reflect.Value, path string) (property.Value, bool, error) {
	none := property.Value{}
	if !of.IsValid() {
		return none, false, nil
	}
	switch of.Kind() {
	case reflect.Pointer, reflect.Interface:
		if of.IsNil() {
			return none, false, nil
		}
		return how.plain(of.Elem(), path)
	case reflect.Slice, reflect.Map:
		if of.IsNil() {
			return none, false, nil
		}
	}
	if special, ok := of.Interface().(property.Value); ok {
		return special, true, nil
	}
	switch special := of.Interface().(type) {
	case resource.Asset:
		return property.New(&special), true, nil
	case resource.Archive:
		return property.New(&special), true, nil
	case types.AssetOrArchive:
		switch {
		case special.Asset != nil:
			return property.New(special.Asset), true, nil
		case special.Archive != nil:
			return property.New(special.Archive), true, nil
		}
		return none, false, nil
	case property.Map:
		return property.New(special), true, nil
	case property.Array:
		return property.New(special), true, nil
	case property.ResourceReference:
		return property.New(special), true, nil
	}
	if isSpecial(of.Type()) {
		return how.special(of, path)
	}
	switch of.Kind() {
	case reflect.Bool:
		return property.New(of.Bool()), true, nil
	case reflect.String:
		return property.New(of.String()), true, nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return property.Whole(of.Int()), true, nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return property.WholeUnsigned(of.Uint()), true, nil
	case reflect.Float32, reflect.Float64:
		return property.New(of.Float()), true, nil
	case reflect.Struct:
		object, err := how.object(of, path)
		return property.New(object), true, err
	case reflect.Slice, reflect.Array:
		elements := make([]property.Value, 0, of.Len())
		for index := range of.Len() {
			element, _, err := how.value(of.Index(index), at(path, index))
			if err != nil {
				return none, false, err
			}
			elements = append(elements, element)
		}
		return property.New(property.OwnedArray(elements)), true, nil
	case reflect.Map:
		members := make(map[string]property.Value, of.Len())
		for entries := of.MapRange(); entries.Next(); {
			key := entries.Key().String()
			// A nil is null, as in a list: servers may take it for a request to reset the entry.
			member, _, err := how.value(entries.Value(), join(path, key))
			if err != nil {
				return none, false, err
			}
			members[key] = member
		}
		return property.New(property.OwnedMap(members)), true, nil
	}
	return none, false, fmt.Errorf("a property cannot have the type %s", of.Type())
}

// markOutputs marks the secrets of a resource by its tags. Native plugins leave these marks to the engine, which knows the schema, so tests of
// authors do not expect them.
func markOutputs(typ reflect.Type, object property.Map) property.Map {
	if call.InComponent {
		return markSecrets(typ, object)
	}
	return object
}

// markSecrets marks the properties of a type with the tag `secret`, also in nested objects.
func markSecrets(typ reflect.Type, object property.Map) property.Map {
	typ, ok := structOf(typ)
	if !ok || isLeaf(typ) || !hasSecrets(typ) {
		return object
	}
	fields, err := fieldsOf(typ)
	if err != nil {
		return object
	}
	members := object.AsMap()
	for _, field := range fields {
		value, ok := members[field.name]
		if !ok {
			continue
		}
		value = markIn(field.typ, value)
		if field.isSecret && !value.IsNull() {
			value = value.WithSecret(true)
		}
		members[field.name] = value
	}
	return property.OwnedMap(members)
}

func markIn(typ reflect.Type, value property.Value) property.Value {
	if !hasSecrets(typ) {
		return value
	}
	for typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	switch {
	case typ.Kind() == reflect.Struct && value.IsMap():
		return property.WithGoValue(value, markSecrets(typ, value.AsMap()))
	case typ.Kind() == reflect.Slice && value.IsArray():
		elements := value.AsArray().AsSlice()
		for index, element := range elements {
			elements[index] = markIn(typ.Elem(), element)
		}
		return property.WithGoValue(value, property.OwnedArray(elements))
	case typ.Kind() == reflect.Map && value.IsMap():
		members := value.AsMap().AsMap()
		for key, member := range members {
			members[key] = markIn(typ.Elem(), member)
		}
		return property.WithGoValue(value, property.OwnedMap(members))
	}
	return value
}

// typesWithSecrets says of each type that was asked for whether it has a property with the tag `secret`.
var typesWithSecrets sync.Map

// hasSecrets says whether a type has a property with the tag `secret`, also in nested objects.
func hasSecrets(typ reflect.Type) bool {
	if known, ok := typesWithSecrets.Load(typ); ok {
		return known.(bool)
	}
	found := findSecret(typ, map[reflect.Type]bool{})
	typesWithSecrets.Store(typ, found)
	return found
}

// findSecret looks for a secret in a type. A type that refers to itself is looked through once.
func findSecret(typ reflect.Type, seen map[reflect.Type]bool) bool {
	for typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice || typ.Kind() == reflect.Map {
		typ = typ.Elem()
	}
	if typ.Kind() != reflect.Struct || isLeaf(typ) || seen[typ] {
		return false
	}
	seen[typ] = true
	fields, err := fieldsOf(typ)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(fields, func(field field) bool { return field.isSecret || findSecret(field.typ, seen) })
}
