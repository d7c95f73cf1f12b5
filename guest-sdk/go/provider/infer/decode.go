package infer

import (
	"encoding"
	"fmt"
	"reflect"
	"strconv"

	"github.com/pulumi/pulumi/sdk/v3/go/graph"
	"github.com/pulumi/pulumi/sdk/v3/go/property"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer/types"
)

// marks has what a Go value cannot hold: which parts are secrets, and which are not known yet. Keys are paths.
type marks map[string]mark

// mark also says of an empty list or map that it was there: a provider that gives nil for it changes nothing.
type mark struct{ isSecret, isUnknown, isEmptyList, isEmptyMap bool }

// decoding turns values into Go values, and collects the faults.
type decoding struct {
	marks    marks
	failures []p.CheckFailure
	// Whether properties that the struct does not have are ignored, and missing ones.
	ignoreUnrecognized, ignoreMissing bool
	// Whether missing properties whose fields are pointers are ignored.
	ignoreMissingPointers bool
	// The paths of the values that the host keeps from the component.
	withheld map[string]bool
}

// failed is the error of values that do not fit.
type failed []p.CheckFailure

func (failures failed) Error() string {
	text := ""
	for index, failure := range failures {
		if index > 0 {
			text += "\n"
		}
		text += failure.Property + ": " + failure.Reason
	}
	return text
}

// decode fills a struct, strictly.
func decode[T any](object property.Map, into *T) (marks, error) {
	return decodeWith(&decoding{}, object, reflect.ValueOf(into))
}

func decodeWith(how *decoding, object property.Map, into reflect.Value) (marks, error) {
	how.marks = marks{}
	into = into.Elem()
	for into.Kind() == reflect.Pointer {
		if into.IsNil() {
			into.Set(reflect.New(into.Type().Elem()))
		}
		into = into.Elem()
	}
	if into.Type() == mapType {
		into.Set(reflect.ValueOf(object))
		return how.marks, nil
	}
	if err := how.object(object, into, "", ""); err != nil {
		return how.marks, err
	}
	if len(how.failures) > 0 {
		return how.marks, failed(how.failures)
	}
	return how.marks, nil
}

func (how *decoding) fail(top, reason string, arguments ...any) {
	how.failures = append(how.failures, p.CheckFailure{Property: top, Reason: fmt.Sprintf(reason, arguments...)})
}

// object fills a struct. top is the name of the property at the top that the object is in.
func (how *decoding) object(object property.Map, into reflect.Value, path, top string) error {
	typ := into.Type()
	fields, err := fieldsOf(typ)
	if err != nil {
		return err
	}
	recognized := 0
	for _, field := range fields {
		place, named := join(path, field.name), top
		if named == "" {
			named = field.name
		}
		value, ok := object.GetOk(field.name)
		if ok {
			recognized++
		}
		if !ok || value.IsNull() {
			if value.Secret() {
				how.marks[place] = mark{isSecret: true}
			}
			ignores := how.ignoreMissing || how.withheld[place] || how.ignoreMissingPointers && field.typ.Kind() == reflect.Pointer
			if !field.isOptional && !ignores {
				how.fail(named, "Missing required field '%s' on '%s'", field.name, typ)
			}
			continue
		}
		describe := func(wanted, got string) {
			how.fail(named, "Field '%s' on '%s' must be a '%s'; got '%s' instead", field.name, typ, wanted, got)
		}
		if err := how.value(value, field.set(into), place, named, describe); err != nil {
			return err
		}
	}
	if how.ignoreUnrecognized || recognized == object.Len() {
		return nil
	}
	known := make(map[string]bool, len(fields))
	for _, field := range fields {
		known[field.name] = true
	}
	for key := range object.AllStable {
		if !known[key] && !(top == "" && path == "" && (key == "__defaults" || key == "__pulumi-go-provider-infer")) {
			named := top
			if named == "" {
				named = key
			}
			how.fail(named, unrecognized+" '%s' on '%s'", key, typ)
		}
	}
	return nil
}

func join(path, name string) string { return graph.PathOf(path, name) }

func at(path string, index int) string { return path + "[" + strconv.Itoa(index) + "]" }

// note keeps the marks of a value, and says whether the value is known.
func (how *decoding) note(value property.Value, path string) bool {
	found := mark{
		isSecret: value.Secret(), isUnknown: value.IsComputed(),
		isEmptyList: value.IsArray() && value.AsArray().Len() == 0, isEmptyMap: value.IsMap() && value.AsMap().Len() == 0,
	}
	if found != (mark{}) {
		how.marks[path] = found
	}
	return !found.isUnknown
}

var textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()

func (how *decoding) value(value property.Value, into reflect.Value, path, top string, describe func(wanted, got string)) error {
	if into.Type() == valueType {
		into.Set(reflect.ValueOf(value))
		how.noteInside(value, path)
		return nil
	}
	if isValue(into.Type()) {
		return how.aware(value, into, path, top, describe)
	}
	if into.Kind() == reflect.Pointer && isValue(into.Type().Elem()) {
		into.Set(reflect.New(into.Type().Elem()))
		return how.aware(value, into.Elem(), path, top, describe)
	}
	if !how.note(value, path) {
		if typ, ok := structOf(into.Type()); ok && into.Kind() == reflect.Pointer && !isLeaf(typ) {
			into.Set(reflect.New(typ))
		}
		return nil
	}
	value = value.WithSecret(false)
	if value.IsNull() {
		into.SetZero()
		return nil
	}
	if into.Kind() == reflect.Pointer {
		into.Set(reflect.New(into.Type().Elem()))
		return how.value(value, into.Elem(), path, top, describe)
	}
	typ := into.Type()
	wrong := func() error {
		describe(typ.String(), kindOf(value))
		return nil
	}
	// Native plugins convert texts to types of texts, and call the method for other types.
	if value.IsString() && typ.Kind() != reflect.String && reflect.PointerTo(typ).Implements(textUnmarshaler) {
		if err := into.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(value.AsString())); err != nil {
			how.fail(top, "%s", err)
		}
		return nil
	}
	switch {
	case isUnion(typ):
		return how.union(value, into, path, top, describe)
	case isReference(typ):
		if !value.IsResourceReference() {
			return wrong()
		}
		refer(value.AsResourceReference(), into)
		return nil
	}
	switch typ {
	case assetType:
		if !value.IsAsset() {
			return wrong()
		}
		found := *value.AsAsset()
		found.Load()
		into.Set(reflect.ValueOf(found))
		return nil
	case archiveType:
		if !value.IsArchive() {
			return wrong()
		}
		into.Set(reflect.ValueOf(*value.AsArchive()))
		return nil
	case assetOrArchiveType:
		switch {
		case value.IsAsset():
			found := *value.AsAsset()
			found.Load()
			into.Set(reflect.ValueOf(types.AssetOrArchive{Asset: &found}))
		case value.IsArchive():
			into.Set(reflect.ValueOf(types.AssetOrArchive{Archive: value.AsArchive()}))
		default:
			return wrong()
		}
		return nil
	case mapType:
		if !value.IsMap() {
			return wrong()
		}
		into.Set(reflect.ValueOf(value.AsMap()))
		return nil
	case arrayType:
		if !value.IsArray() {
			return wrong()
		}
		into.Set(reflect.ValueOf(value.AsArray()))
		return nil
	}
	switch typ.Kind() {
	case reflect.Bool:
		if !value.IsBool() {
			return wrong()
		}
		into.SetBool(value.AsBool())
	case reflect.String:
		if !value.IsString() {
			return wrong()
		}
		into.SetString(value.AsString())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if !value.IsNumber() {
			return wrong()
		}
		into.SetInt(int64(value.AsNumber()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if !value.IsNumber() {
			return wrong()
		}
		into.SetUint(uint64(value.AsNumber()))
	case reflect.Float32, reflect.Float64:
		if !value.IsNumber() {
			return wrong()
		}
		into.SetFloat(value.AsNumber())
	case reflect.Struct:
		if !value.IsMap() {
			return wrong()
		}
		return how.object(value.AsMap(), into, path, top)
	case reflect.Slice, reflect.Array:
		if !value.IsArray() {
			return wrong()
		}
		return how.list(value.AsArray(), into, path, top, describe)
	case reflect.Map:
		if !value.IsMap() || typ.Key().Kind() != reflect.String {
			return wrong()
		}
		made := reflect.MakeMapWithSize(typ, value.AsMap().Len())
		for key, member := range value.AsMap().AllStable {
			place := reflect.New(typ.Elem()).Elem()
			if err := how.value(member, place, join(path, key), top, describe); err != nil {
				return err
			}
			made.SetMapIndex(reflect.ValueOf(key).Convert(typ.Key()), place)
		}
		into.Set(made)
	case reflect.Interface:
		if plain := how.plain(value, path); plain != nil && reflect.TypeOf(plain).AssignableTo(typ) {
			into.Set(reflect.ValueOf(plain))
		}
	default:
		return fmt.Errorf("a property cannot have the type %s", typ)
	}
	return nil
}

func (how *decoding) list(array property.Array, into reflect.Value, path, top string, describe func(wanted, got string)) error {
	if into.Kind() == reflect.Slice {
		if array.Len() == 0 && into.Type().Elem().Kind() != reflect.Interface {
			// Native plugins give nil, which a request in JSON shows as null.
			into.SetZero()
			return nil
		}
		into.Set(reflect.MakeSlice(into.Type(), array.Len(), array.Len()))
	} else if array.Len() > into.Len() {
		how.fail(top, "at most %d elements fit into '%s'", into.Len(), into.Type())
		return nil
	}
	for index, element := range array.All {
		if err := how.value(element, into.Index(index), at(path, index), top, describe); err != nil {
			return err
		}
	}
	return nil
}

// plain gives a value for a field of any type.
func (how *decoding) plain(value property.Value, path string) any {
	if !how.note(value, path) {
		return nil
	}
	switch {
	case value.IsBool():
		return value.AsBool()
	case value.IsNumber():
		return value.AsNumber()
	case value.IsString():
		return value.AsString()
	case value.IsArray():
		elements := make([]any, value.AsArray().Len())
		for index, element := range value.AsArray().All {
			elements[index] = how.plain(element, at(path, index))
		}
		return elements
	case value.IsMap():
		members := make(map[string]any, value.AsMap().Len())
		for key, member := range value.AsMap().All {
			members[key] = how.plain(member, join(path, key))
		}
		return members
	case value.IsAsset():
		return value.AsAsset()
	case value.IsArchive():
		return value.AsArchive()
	case value.IsResourceReference():
		return value.AsResourceReference()
	}
	return nil
}

func kindOf(value property.Value) string {
	switch {
	case value.IsNull():
		return "null"
	case value.IsBool():
		return "bool"
	case value.IsNumber():
		return "number"
	case value.IsString():
		return "string"
	case value.IsArray():
		return "[]"
	case value.IsAsset():
		return "asset"
	case value.IsArchive():
		return "archive"
	case value.IsResourceReference():
		return "resource reference"
	}
	return "object"
}
