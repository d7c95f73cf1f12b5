// Package schemajson writes schemas: JSON whose objects keep the order of their members.
package schemajson

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/property"

	"github.com/pulumi/pulumi-go-provider/internal/jsontext"
)

// Object is an object with ordered members.
type Object []Member

// Text is a value that is JSON already.
type Text string

// Member is a member of an object.
type Member struct {
	Key   string
	Value any
}

// Put adds a member, unless the value is empty.
func (object *Object) Put(key string, value any) {
	switch value := value.(type) {
	case nil:
		return
	case string:
		if value == "" {
			return
		}
	case bool:
		if !value {
			return
		}
	case []string:
		if len(value) == 0 {
			return
		}
	case []any:
		if len(value) == 0 {
			return
		}
	case map[string]any:
		if len(value) == 0 {
			return
		}
	}
	object.Set(key, value)
}

// Set adds a member.
func (object *Object) Set(key string, value any) { *object = append(*object, Member{key, value}) }

// Get gives a member, nil if it is missing.
func (object Object) Get(key string) any {
	for _, member := range object {
		if member.Key == key {
			return member.Value
		}
	}
	return nil
}

// Append writes a value: Object and Text, and all other values as encoding/json does.
func Append(to []byte, value any) []byte {
	if made, ok := value.(interface{ MarshalJSON() ([]byte, error) }); ok {
		text, err := made.MarshalJSON()
		if err != nil {
			panic(fmt.Sprintf("%T has no form in JSON: %v", value, err))
		}
		return append(to, text...)
	}
	switch value := value.(type) {
	case nil:
		return append(to, "null"...)
	case bool:
		return strconv.AppendBool(to, value)
	case string:
		return appendText(to, value)
	case int:
		return strconv.AppendInt(to, int64(value), 10)
	case float64:
		if value == float64(int64(value)) {
			return strconv.AppendInt(to, int64(value), 10)
		}
		return strconv.AppendFloat(to, value, 'g', -1, 64)
	case []string:
		return list(to, value)
	case []any:
		return list(to, value)
	case Object:
		to = append(to, '{')
		for index, member := range value {
			to = appendMember(to, index, member.Key, member.Value)
		}
		return append(to, '}')
	case map[string]any:
		to = append(to, '{')
		for index, key := range slices.Sorted(maps.Keys(value)) {
			to = appendMember(to, index, key, value[key])
		}
		return append(to, '}')
	case Text:
		return append(to, value...)
	}
	switch of := reflect.ValueOf(value); {
	case of.Kind() == reflect.String:
		return appendText(to, of.String())
	case of.Kind() == reflect.Bool:
		return strconv.AppendBool(to, of.Bool())
	case of.CanInt():
		return strconv.AppendInt(to, of.Int(), 10)
	case of.CanUint():
		return strconv.AppendUint(to, of.Uint(), 10)
	case of.CanFloat():
		return Append(to, of.Float())
	case slices.Contains([]reflect.Kind{reflect.Pointer, reflect.Slice, reflect.Map}, of.Kind()) && of.IsNil():
		return append(to, "null"...)
	case of.Kind() == reflect.Pointer:
		return Append(to, of.Elem().Interface())
	case of.Kind() == reflect.Slice || of.Kind() == reflect.Array:
		elements := make([]any, of.Len())
		for index := range elements {
			elements[index] = of.Index(index).Interface()
		}
		return list(to, elements)
	case of.Kind() == reflect.Map && of.Type().Key().Kind() == reflect.String:
		members := make(map[string]any, of.Len())
		for entries := of.MapRange(); entries.Next(); {
			members[entries.Key().String()] = entries.Value().Interface()
		}
		return Append(to, members)
	case of.Kind() == reflect.Struct:
		return Append(to, structure(of))
	}
	panic(fmt.Sprintf("%T has no form in JSON", value))
}

// structure gives the fields of a struct with the names in their `json` tags.
func structure(of reflect.Value) Object {
	var made Object
	for number := range of.NumField() {
		field := of.Type().Field(number)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		value := of.Field(number)
		if field.Anonymous && name == "" && value.Kind() == reflect.Struct {
			made = append(made, structure(value)...)
			continue
		}
		if !field.IsExported() || name == "-" {
			continue
		}
		if name == "" {
			name = field.Name
		}
		if !strings.Contains(options, "omitempty") || !isEmpty(value) {
			made.Set(name, value.Interface())
		}
	}
	return made
}

// isEmpty says whether `omitempty` leaves a value out.
func isEmpty(of reflect.Value) bool {
	switch of.Kind() {
	case reflect.Slice, reflect.Map, reflect.Array, reflect.String:
		return of.Len() == 0
	case reflect.Struct:
		return false
	}
	return of.IsZero()
}

// Over gives a schema with the parts of a lower one. Resources, functions, types and languages of both are there, and everything else is taken from the
// lower schema only where the upper one lacks it.
func Over(upper Object, lower string) (Object, error) {
	below, err := Parse(lower)
	if err != nil {
		return nil, err
	}
	var made Object
	for _, member := range upper {
		under, ok := below[member.Key]
		delete(below, member.Key)
		above, isMap := member.Value.(map[string]any)
		parts, hasParts := under.(map[string]any)
		config, isConfig := member.Value.(Object)
		switch {
		case isMap && hasParts:
			maps.Copy(parts, above)
			made.Set(member.Key, parts)
		case ok && (isMap && len(above) == 0 || isConfig && len(config) == 0):
			made.Set(member.Key, under)
		default:
			made = append(made, member)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(below)) {
		made.Set(key, below[key])
	}
	return made, nil
}

// Parse reads an object: of maps, lists, texts, numbers and booleans.
//
// It is here because encoding/json would make each component half a megabyte larger.
func Parse(text string) (map[string]any, error) {
	object, err := jsontext.Parse(text)
	if err != nil {
		return nil, err
	}
	return plainMap(object), nil
}

func plainMap(object property.Map) map[string]any {
	made := make(map[string]any, object.Len())
	for key, value := range object.All {
		made[key] = plain(value)
	}
	return made
}

func plain(value property.Value) any {
	switch {
	case value.IsMap():
		return plainMap(value.AsMap())
	case value.IsArray():
		var made []any
		for _, element := range value.AsArray().All {
			made = append(made, plain(element))
		}
		return made
	case value.IsString():
		return value.AsString()
	case value.IsNumber():
		return value.AsNumber()
	case value.IsBool():
		return value.AsBool()
	}
	return nil
}

func list[T any](to []byte, elements []T) []byte {
	to = append(to, '[')
	for index, element := range elements {
		if index > 0 {
			to = append(to, ',')
		}
		to = Append(to, element)
	}
	return append(to, ']')
}

func appendMember(to []byte, index int, key string, value any) []byte {
	if index > 0 {
		to = append(to, ',')
	}
	return Append(append(appendText(to, key), ':'), value)
}
