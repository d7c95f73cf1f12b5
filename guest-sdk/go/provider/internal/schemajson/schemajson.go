// Package schemajson writes schemas: JSON whose objects keep the order of their members.
package schemajson

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/pulumi/pulumi-go-provider/internal/jsontext"
)

// Object is an object with ordered members.
type Object []Member

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

// Append writes a value: Object, map[string]any, lists, texts, numbers and booleans; any other value as encoding/json does.
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
	case json.RawMessage:
		return append(to, value...)
	}
	text, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("%T has no form in JSON: %v", value, err))
	}
	return append(to, text...)
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
