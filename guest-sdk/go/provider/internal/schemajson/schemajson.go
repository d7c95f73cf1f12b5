// Package schemajson writes schemas: JSON whose objects keep the order of their members.
package schemajson

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"

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

// Append writes a value: Object, Text, map[string]any, lists, texts, numbers and booleans, also those of authors' types.
func Append(to []byte, value any) []byte {
	switch value := value.(type) {
	case nil:
		return append(to, "null"...)
	case bool:
		return strconv.AppendBool(to, value)
	case string:
		return jsontext.AppendString(to, value)
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
		return jsontext.AppendString(to, of.String())
	case of.Kind() == reflect.Bool:
		return strconv.AppendBool(to, of.Bool())
	case of.CanInt():
		return strconv.AppendInt(to, of.Int(), 10)
	case of.CanUint():
		return strconv.AppendUint(to, of.Uint(), 10)
	case of.CanFloat():
		return Append(to, of.Float())
	}
	panic(fmt.Sprintf("%T has no form in JSON", value))
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
	return Append(append(jsontext.AppendString(to, key), ':'), value)
}
