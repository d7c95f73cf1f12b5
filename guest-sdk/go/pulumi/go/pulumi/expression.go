package pulumi

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"

	"github.com/pulumi/pulumi/sdk/v3/go/graph"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

// notProperty says that a property cannot have a type.
type notProperty struct{ typ reflect.Type }

func (err notProperty) Error() string {
	return fmt.Sprintf("a property cannot have the type %s", err.typ)
}

// expressed gives a value as the host reads it: outputs are nodes, nil members of objects are left out, nil elements of lists are null.
func expressed(value any) (property.Value, error) {
	made, _, err := expression(reflect.ValueOf(value), "")
	return made, err
}

// expressedMap gives the properties of a map or struct, and no properties for nil.
func expressedMap(value any) (property.Map, error) {
	made, isThere, err := expression(reflect.ValueOf(value), "")
	switch {
	case err != nil || !isThere:
		return property.Map{}, err
	case !made.IsMap():
		return property.Map{}, fmt.Errorf("%T does not have properties: give a map, or a struct with the tags `pulumi`", value)
	}
	return made.AsMap(), nil
}

// expression gives a value, and false if it is absent. path names it in errors.
func expression(of reflect.Value, path string) (property.Value, bool, error) {
	none := property.Value{}
	about := func(err error) error {
		if path == "" {
			return err
		}
		return fmt.Errorf("`%s` %w", path, err)
	}
	if !of.IsValid() || isNil(of) {
		return none, false, nil
	}
	if of.CanInterface() {
		switch value := of.Interface().(type) {
		case Output:
			state := value.getState()
			if err := state.usable(); err != nil {
				return none, false, about(err)
			}
			if state.reading != nil && state.reading.opaque != nil {
				return none, false, about(state.reading.opaque)
			}
			return state.expression, true, nil
		case Resource:
			reference, err := referenceTo(value)
			if err != nil {
				return none, false, about(err)
			}
			return reference, true, nil
		case AssetOrArchive:
			content, err := contentOf(value)
			if err != nil {
				return none, false, about(err)
			}
			return content, true, nil
		case property.Value:
			return value, true, nil
		case property.Map:
			return property.New(value), true, nil
		}
	}
	switch of.Kind() {
	case reflect.Pointer, reflect.Interface:
		if of.Kind() == reflect.Pointer && of.Elem().Kind() == reflect.Struct && of.CanInterface() {
			if input, ok := of.Interface().(Input); ok {
				return structure(of.Elem(), input.ElementType(), path)
			}
		}
		return expression(of.Elem(), path)
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
	case reflect.Slice, reflect.Array:
		elements := make([]property.Value, 0, of.Len())
		for index := range of.Len() {
			element, _, err := expression(of.Index(index), path+"["+strconv.Itoa(index)+"]")
			if err != nil {
				return none, false, err
			}
			elements = append(elements, element)
		}
		return property.New(elements), true, nil
	case reflect.Map:
		if of.Type().Key().Kind() != reflect.String {
			break
		}
		members := make(map[string]property.Value, of.Len())
		for entries := of.MapRange(); entries.Next(); {
			key := entries.Key().String()
			member, isThere, err := expression(entries.Value(), graph.PathOf(path, key))
			if err != nil {
				return none, false, err
			}
			if isThere {
				members[key] = member
			}
		}
		return property.New(members), true, nil
	case reflect.Struct:
		named := of.Type()
		if of.CanInterface() {
			if input, ok := of.Interface().(Input); ok {
				named = input.ElementType()
			}
		}
		return structure(of, named, path)
	}
	return none, false, about(notProperty{of.Type()})
}

func isNil(of reflect.Value) bool {
	switch of.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Map, reflect.Slice, reflect.Func, reflect.Chan:
		return of.IsNil()
	}
	return false
}

// structure gives the members of a struct by the tags `pulumi`. The arguments of generated SDKs have no tags: their element type has the
// tags, on fields of the same names.
func structure(of reflect.Value, named reflect.Type, path string) (property.Value, bool, error) {
	for named.Kind() == reflect.Pointer {
		named = named.Elem()
	}
	if named.Kind() != reflect.Struct {
		named = of.Type()
	}
	members := map[string]property.Value{}
	fields := fieldsByTags(of.Type(), named)
	for _, field := range fields {
		name := field.property
		value, err := of.FieldByIndexErr(field.Index)
		if err != nil {
			continue
		}
		member, isThere, err := expression(value, graph.PathOf(path, name))
		if err != nil {
			return property.Value{}, false, err
		}
		if isThere {
			members[name] = member
		}
	}
	if len(fields) == 0 && of.NumField() > 0 {
		return property.Value{}, false, notProperty{of.Type()}
	}
	return property.New(members), true, nil
}

// resultOf gives what a function of ApplyT returned: as the host reads it, and as later functions read it.
func resultOf(given any) (property.Value, reading, error) {
	if output, ok := given.(Output); ok {
		state := output.getState()
		if err := state.usable(); err != nil {
			return property.Value{}, reading{}, err
		}
		if state.reading == nil {
			return state.expression, reading{}, nil
		}
		return state.expression, *state.reading, nil
	}
	if resource, ok := given.(Resource); ok && !isNil(reflect.ValueOf(given)) {
		reference, err := referenceTo(resource)
		return reference, reading{value: given, isFixed: true}, err
	}
	value, err := expressed(given)
	var opaque notProperty
	if errors.As(err, &opaque) {
		// A value of Go alone, which only later functions read.
		return property.Value{}, reading{value: given, isFixed: true, opaque: err}, nil
	}
	return value, reading{value: given, isFixed: !graph.HasNodes(value)}, err
}
