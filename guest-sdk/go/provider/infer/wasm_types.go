package infer

import (
	"reflect"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/urn"
	"github.com/pulumi/pulumi/sdk/v3/go/property"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"

	"github.com/pulumi/pulumi-go-provider/internal/schemajson"
)

var (
	integerType = reflect.TypeFor[wasm.Integer]()
	wasmPackage = integerType.PkgPath()
)

// isOf says whether a type is an instance of a generic type of the package wasm.
func isOf(typ reflect.Type, name string) bool {
	return typ.Kind() == reflect.Struct && typ.PkgPath() == wasmPackage && strings.HasPrefix(typ.Name(), name)
}

func isValue(typ reflect.Type) bool     { return isOf(typ, "Value[") }
func isUnion(typ reflect.Type) bool     { return isOf(typ, "OneOf2[") || isOf(typ, "OneOf3[") }
func isReference(typ reflect.Type) bool { return isOf(typ, "Reference[") }

// isSpecial says whether a struct is a type of the package wasm for single values.
func isSpecial(typ reflect.Type) bool {
	return typ.PkgPath() == wasmPackage && (isValue(typ) || isUnion(typ) || isReference(typ))
}

// unionOf gives the types of a union. Nil for another type.
func unionOf(typ reflect.Type) []reflect.Type {
	for typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	if !isUnion(typ) {
		return nil
	}
	members := make([]reflect.Type, 0, typ.NumField())
	for index := range typ.NumField() {
		members = append(members, typ.Field(index).Type.Elem())
	}
	return members
}

// special gives the schema of a type of the package wasm.
func (types *typesOf) special(typ reflect.Type) (schemajson.Object, error) {
	if isValue(typ) {
		return types.typeSpec(typ.Field(0).Type)
	}
	if isReference(typ) {
		method, _ := typ.MethodByName("Resource")
		to := method.Type.Out(0).Elem()
		if to.Kind() == reflect.Interface {
			return schemajson.Object{{Key: "$ref", Value: "pulumi.json#/Any"}}, nil
		}
		return types.reference(to)
	}
	var members []any
	for _, member := range unionOf(typ) {
		spec, err := types.typeSpec(member)
		if err != nil {
			return nil, err
		}
		members = append(members, spec)
	}
	return schemajson.Object{{Key: "oneOf", Value: members}}, nil
}

// noteInside notes for previews that some part of the value is unknown. The value carries its own marks, so the path of the
// note, of a member `*`, belongs to no part.
func (how *decoding) noteInside(value property.Value, path string) {
	if value.HasComputed() {
		how.marks[join(path, "*")] = mark{isUnknown: true}
	}
}

// aware fills a Value, which has the marks of a value in itself.
func (how *decoding) aware(value property.Value, into reflect.Value, path, top string, describe func(wanted, got string)) error {
	into.FieldByName("IsSecret").SetBool(value.Secret())
	how.noteInside(value, path)
	if value.IsComputed() {
		into.FieldByName("IsUnknown").SetBool(true)
		return nil
	}
	return how.value(value.WithSecret(false), into.Field(0), path, top, describe)
}

// union fills a union: the member whose constants the value has, or whose type fits.
func (how *decoding) union(value property.Value, into reflect.Value, path, top string, describe func(wanted, got string)) error {
	for index := range into.NumField() {
		member := into.Type().Field(index).Type.Elem()
		if !fits(value, member) {
			continue
		}
		into.Field(index).Set(reflect.New(member))
		return how.value(value, into.Field(index).Elem(), path, top, describe)
	}
	describe(into.Type().String(), kindOf(value))
	return nil
}

// fits says whether a value can be one of a type.
func fits(value property.Value, typ reflect.Type) bool {
	switch typ.Kind() {
	case reflect.Bool:
		return value.IsBool()
	case reflect.String:
		return value.IsString()
	case reflect.Int, reflect.Int32, reflect.Int64:
		return value.IsNumber() && value.AsNumber() == float64(int64(value.AsNumber()))
	case reflect.Float64:
		return value.IsNumber()
	case reflect.Slice:
		return value.IsArray()
	case reflect.Map:
		return value.IsMap()
	case reflect.Struct:
		return value.IsMap() && hasConstants(value.AsMap(), typ)
	}
	return false
}

func hasConstants(object property.Map, typ reflect.Type) bool {
	fields, err := fieldsOf(typ)
	if err != nil {
		return false
	}
	for _, field := range fields {
		if !field.options.hasConstant {
			continue
		}
		if value := object.Get(field.name); value.IsString() && value.AsString() != field.options.constant {
			return false
		}
	}
	return true
}

// special gives the value of a type of the package wasm.
func (how encodingOf) special(of reflect.Value, path string) (property.Value, bool, error) {
	typ := of.Type()
	switch {
	case isValue(typ):
		isSecret := of.FieldByName("IsSecret").Bool()
		if of.FieldByName("IsUnknown").Bool() {
			return property.New(property.Computed).WithSecret(isSecret), true, nil
		}
		value, ok, err := how.plain(of.Field(0), path)
		return value.WithSecret(isSecret), ok, err
	case isReference(typ):
		reference := property.ResourceReference{URN: urn.URN(of.Field(0).String())}
		if id := of.Field(1).String(); id != "" {
			reference.ID = property.New(id)
		}
		reference.PackageVersion = of.Field(2).String()
		return property.New(reference), reference.URN != "", nil
	}
	for index := range of.NumField() {
		if member := of.Field(index); !member.IsNil() {
			return how.plain(member.Elem(), path)
		}
	}
	return property.Value{}, false, nil
}

// refer fills a reference.
func refer(value property.ResourceReference, into reflect.Value) {
	into.Field(0).SetString(string(value.URN))
	if value.ID.IsString() {
		into.Field(1).SetString(value.ID.AsString())
	}
	into.Field(2).SetString(value.PackageVersion)
}
