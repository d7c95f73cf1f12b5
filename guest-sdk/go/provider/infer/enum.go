package infer

import (
	"fmt"
	"reflect"

	"github.com/pulumi/pulumi-go-provider/internal/schemajson"
)

// EnumKind is a type that an enum can have.
type EnumKind interface {
	~string | ~float64 | ~bool | ~int
}

// Enum is a type with a fixed set of values.
type Enum[T EnumKind] interface {
	Values() []EnumValue[T]
}

// EnumValue is a value of an enum.
type EnumValue[T any] struct {
	Name        string
	Value       T
	Description string
}

// enumOf gives the values of an enum for the schema. False if the type is not an enum.
func enumOf(typ reflect.Type) ([]any, bool) {
	switch typ.Kind() {
	case reflect.String, reflect.Float64, reflect.Bool, reflect.Int:
	default:
		return nil, false
	}
	method, ok := reflect.PointerTo(typ).MethodByName("Values")
	if !ok || method.Type.NumIn() != 1 || method.Type.NumOut() != 1 || method.Type.Out(0).Kind() != reflect.Slice {
		return nil, false
	}
	element := method.Type.Out(0).Elem()
	if element.Kind() != reflect.Struct {
		return nil, false
	}
	if value, ok := element.FieldByName("Value"); !ok || value.Type != typ {
		return nil, false
	}
	deprecated := deprecatedValues(typ)
	values := method.Func.Call([]reflect.Value{reflect.New(typ)})[0]
	spec := make([]any, 0, values.Len())
	for index := range values.Len() {
		value := values.Index(index)
		var object schemajson.Object
		object.Put("name", value.FieldByName("Name").String())
		object.Put("description", value.FieldByName("Description").String())
		object.Set("value", plainOf(value.FieldByName("Value")))
		object.Put("deprecationMessage", deprecated[plainOf(value.FieldByName("Value"))])
		spec = append(spec, object)
	}
	return spec, true
}

// plainOf gives a value as JSON has it: a text, number or boolean.
func plainOf(value reflect.Value) any {
	switch value.Kind() {
	case reflect.String:
		return value.String()
	case reflect.Bool:
		return value.Bool()
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return float64(value.Int())
	case reflect.Float32, reflect.Float64:
		return value.Float()
	}
	panic(fmt.Sprintf("a default cannot have the type %s", value.Type()))
}
