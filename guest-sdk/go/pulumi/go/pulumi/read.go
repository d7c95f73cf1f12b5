package pulumi

import (
	"fmt"
	"reflect"
	"strconv"

	"github.com/pulumi/pulumi/sdk/v3/go/graph"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

// read gives the value of an output for a function of ApplyT, when the host knows it.
func (state *OutputState) read(value property.Value) (reflect.Value, error) {
	switch reading := state.reading; {
	case reading == nil:
	case reading.isFixed && reading.value == nil:
		return reflect.Zero(state.element), nil
	case reading.isFixed && reflect.TypeOf(reading.value).AssignableTo(state.element) && !isInput(reading.value):
		return reflect.ValueOf(reading.value), nil
	case reading.parts != nil:
		elements := make([]any, len(state.reading.parts))
		for index, part := range state.reading.parts {
			var element property.Value
			if value.IsArray() {
				element = value.AsArray().Get(index)
			}
			made, err := part.read(element)
			if err != nil {
				return reflect.Value{}, fmt.Errorf("[%d]: %w", index, err)
			}
			if made.IsValid() {
				elements[index] = made.Interface()
			}
		}
		return reflect.ValueOf(elements), nil
	}
	into := reflect.New(state.element).Elem()
	return into, decode(value, into, "")
}

// isInput says whether a value is an input such as String. Functions get the string in it.
func isInput(value any) bool {
	_, isInput := value.(Input)
	_, isResource := value.(Resource)
	return isInput && !isResource
}

// decode fills a place of Go with a value that is known. A null is the zero value.
func decode(value property.Value, into reflect.Value, path string) error {
	typ := into.Type()
	if typ == typeOf[property.Value]() {
		into.Set(reflect.ValueOf(value))
		return nil
	}
	if typ.Implements(inputType) && (typ.Kind() == reflect.Interface || typ.Implements(outputType)) {
		return decodeInput(value, into, path)
	}
	value = value.WithSecret(false)
	if value.IsNull() {
		into.SetZero()
		return nil
	}
	wrong := func() error {
		if path == "" {
			return fmt.Errorf("is not of the type %s", typ)
		}
		return fmt.Errorf("`%s` is not of the type %s", path, typ)
	}
	_, _, isNode := graph.NodeOf(value)
	switch {
	case isNode && typ.Implements(resourceType):
		into.Set(reflect.ValueOf(resourceBehind(value, typ)))
		return nil
	case isNode:
		return &ArgumentError{path, "is not known yet"}
	case value.IsResourceReference():
		resource, err := resourceOf(value.AsResourceReference(), typ)
		if err != nil {
			return err
		}
		if !reflect.TypeOf(resource).AssignableTo(typ) {
			return wrong()
		}
		into.Set(reflect.ValueOf(resource))
		return nil
	case value.IsAsset(), value.IsArchive():
		content := reflect.ValueOf(assetOrArchiveOf(value))
		if !content.Type().AssignableTo(typ) {
			return wrong()
		}
		into.Set(content)
		return nil
	}
	switch typ.Kind() {
	case reflect.Pointer:
		into.Set(reflect.New(typ.Elem()))
		return decode(value, into.Elem(), path)
	case reflect.Interface:
		plain := reflect.ValueOf(plainOf(value))
		if plain.IsValid() && plain.Type().AssignableTo(typ) {
			into.Set(plain)
			return nil
		}
		return wrong()
	case reflect.Bool:
		if value.IsBool() {
			into.SetBool(value.AsBool())
			return nil
		}
		if value.IsString() {
			known, err := strconv.ParseBool(value.AsString())
			into.SetBool(known)
			return err
		}
	case reflect.String:
		if value.IsString() {
			into.SetString(value.AsString())
			return nil
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if value.IsNumber() {
			into.SetInt(int64(value.AsNumber()))
			return nil
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if value.IsNumber() {
			into.SetUint(uint64(value.AsNumber()))
			return nil
		}
	case reflect.Float32, reflect.Float64:
		if value.IsNumber() {
			into.SetFloat(value.AsNumber())
			return nil
		}
	case reflect.Slice:
		if value.IsArray() {
			into.Set(reflect.MakeSlice(typ, value.AsArray().Len(), value.AsArray().Len()))
			for index, element := range value.AsArray().All {
				if err := decode(element, into.Index(index), path+"["+strconv.Itoa(index)+"]"); err != nil {
					return err
				}
			}
			return nil
		}
	case reflect.Map:
		if value.IsMap() && typ.Key().Kind() == reflect.String {
			into.Set(reflect.MakeMapWithSize(typ, value.AsMap().Len()))
			for key, member := range value.AsMap().All {
				place := reflect.New(typ.Elem()).Elem()
				if err := decode(member, place, graph.PathOf(path, key)); err != nil {
					return err
				}
				into.SetMapIndex(reflect.ValueOf(key).Convert(typ.Key()), place)
			}
			return nil
		}
	case reflect.Struct:
		if value.IsMap() {
			return decodeStruct(value.AsMap(), into, path)
		}
	}
	return wrong()
}

// decodeInput fills a place of inputs, as in the arguments of a component, with a value that need not be known.
func decodeInput(value property.Value, into reflect.Value, path string) error {
	typ := into.Type()
	if value.IsNull() {
		into.SetZero()
		return nil
	}
	made := typ
	if typ.Kind() == reflect.Interface {
		made = resultType(typ)
		if !made.AssignableTo(typ) {
			return fmt.Errorf("`%s` cannot be filled: %s is not registered with RegisterInputType", path, typ)
		}
	}
	state := &OutputState{expression: value}
	if graph.HasNodes(value) {
		state.session = graph.Running()
	}
	into.Set(reflect.ValueOf(outputOf(made, state)))
	return nil
}

func decodeStruct(object property.Map, into reflect.Value, path string) error {
	for _, field := range fieldsOf(into.Type()) {
		member, ok := object.GetOk(field.property)
		if !ok {
			continue
		}
		if err := decode(member, placeOf(into, field.Index), graph.PathOf(path, field.property)); err != nil {
			return err
		}
	}
	return nil
}

// placeOf gives a field, and makes embedded structs that are nil.
func placeOf(of reflect.Value, index []int) reflect.Value {
	for position, number := range index {
		if position > 0 && of.Kind() == reflect.Pointer {
			if of.IsNil() {
				of.Set(reflect.New(of.Type().Elem()))
			}
			of = of.Elem()
		}
		of = of.Field(number)
	}
	return of
}

// plainOf gives a value for a place of any type.
func plainOf(value property.Value) any {
	value = value.WithSecret(false)
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
			elements[index] = plainOf(element)
		}
		return elements
	case value.IsMap():
		members := make(map[string]any, value.AsMap().Len())
		for key, member := range value.AsMap().All {
			members[key] = plainOf(member)
		}
		return members
	case value.IsAsset(), value.IsArchive():
		return assetOrArchiveOf(value)
	case value.IsResourceReference():
		if resource, err := resourceOf(value.AsResourceReference(), anyType); err == nil {
			return resource
		}
	}
	return nil
}
