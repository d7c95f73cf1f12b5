package infer

import (
	"fmt"
	"os"
	"reflect"
	"strconv"
)

// applyDefaults sets fields that are zero to their defaults, also in nested structs: the first environment variable that has a text, then
// the value.
func applyDefaults(of reflect.Value) error {
	switch of.Kind() {
	case reflect.Pointer:
		if of.IsNil() {
			return nil
		}
		return applyDefaults(of.Elem())
	case reflect.Slice, reflect.Array:
		for index := range of.Len() {
			if err := applyDefaults(of.Index(index)); err != nil {
				return err
			}
		}
	case reflect.Map:
		for entries := of.MapRange(); entries.Next(); {
			element := reflect.New(of.Type().Elem()).Elem()
			element.Set(entries.Value())
			if err := applyDefaults(element); err != nil {
				return err
			}
			of.SetMapIndex(entries.Key(), element)
		}
	case reflect.Struct:
		if !isLeaf(of.Type()) {
			return structDefaults(of)
		}
	}
	return nil
}

func structDefaults(of reflect.Value) error {
	fields, err := fieldsOf(of.Type())
	if err != nil {
		return err
	}
	notes := annotationsOf(of.Type())
	for _, field := range fields {
		if field.isHidden {
			continue
		}
		place := field.get(of)
		if !place.IsValid() {
			continue
		}
		if place.IsZero() {
			if err := setDefault(field, place, notes); err != nil {
				return err
			}
		}
		if err := applyDefaults(place); err != nil {
			return err
		}
	}
	return nil
}

func setDefault(field field, place reflect.Value, notes annotations) error {
	typ := field.typ
	for typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	value := notes.defaults[field.name]
	for _, name := range notes.environment[field.name] {
		if text := os.Getenv(name); text != "" {
			parsed, err := parse(typ, text)
			if err != nil {
				return fmt.Errorf("%s: the environment variable %s: %w", field.name, name, err)
			}
			value = parsed
			break
		}
	}
	if value == nil {
		return nil
	}
	given := reflect.ValueOf(value)
	if !given.CanConvert(typ) {
		return fmt.Errorf("%s: the default %v is no %s", field.name, value, typ)
	}
	for place.Kind() == reflect.Pointer {
		place.Set(reflect.New(place.Type().Elem()))
		place = place.Elem()
	}
	place.Set(given.Convert(typ))
	return nil
}

// parse reads the text of an environment variable.
func parse(typ reflect.Type, text string) (any, error) {
	switch typ.Kind() {
	case reflect.String:
		return text, nil
	case reflect.Bool:
		return strconv.ParseBool(text)
	case reflect.Int, reflect.Int32, reflect.Int64:
		return strconv.ParseInt(text, 0, 64)
	case reflect.Float64:
		return strconv.ParseFloat(text, 64)
	}
	return nil, fmt.Errorf("a default from the environment cannot have the type %s", typ)
}
