package infer

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"

	"github.com/pulumi/pulumi-go-provider/internal/schemajson"
)

// types collects the object types and enums that resources and functions use.
type typesOf struct {
	rename func(token string) string
	specs  map[string]any
}

// tokenOf gives the token of a type: `pkg:MODULE:NAME`, its module the last part of its Go package.
func tokenOf(typ reflect.Type) (string, error) {
	typ, _ = structOf(typ)
	if token := annotationsOf(typ).token; token != "" {
		return token, nil
	}
	name, module := typ.Name(), typ.PkgPath()
	if name == "" || strings.ContainsAny(name, "[]") {
		return "", fmt.Errorf("the type %s has no name of its own: give it one", typ)
	}
	module = module[strings.LastIndex(module, "/")+1:]
	if module == "main" {
		module = "index"
	}
	return "pkg:" + module + ":" + name, nil
}

// functionToken gives the token of a function: its name begins in lower case.
func functionToken(token string) string {
	at := strings.LastIndex(token, ":") + 1
	name := []rune(token[at:])
	for index := range name {
		if index > 0 && index+1 < len(name) && !unicode.IsUpper(name[index+1]) {
			break
		}
		if !unicode.IsUpper(name[index]) {
			break
		}
		name[index] = unicode.ToLower(name[index])
	}
	return token[:at] + string(name)
}

// object gives properties, sorted by name, and the names of those that are required, in the order of the struct.
func (types *typesOf) object(typ reflect.Type) (properties map[string]any, required []string, err error) {
	typ, ok := structOf(typ)
	if !ok || isLeaf(typ) {
		return nil, nil, fmt.Errorf("%s is not a struct", typ)
	}
	fields, err := fieldsOf(typ)
	if err != nil {
		return nil, nil, err
	}
	notes := annotationsOf(typ)
	properties = map[string]any{}
	for _, field := range fields {
		if field.isHidden {
			continue
		}
		spec, err := types.property(typ, field, notes)
		if err != nil {
			return nil, nil, err
		}
		properties[field.name] = spec
		if !field.isOptional {
			required = append(required, field.name)
		}
	}
	return properties, required, nil
}

func (types *typesOf) property(of reflect.Type, field field, notes annotations) (schemajson.Object, error) {
	var spec schemajson.Object
	var err error
	if field.typeToken != "" {
		spec, err = explicitReference(field.typeToken)
	} else {
		spec, err = types.typeSpec(field.typ)
	}
	if err != nil {
		return nil, fmt.Errorf("%s.%s: %w", of, field.name, err)
	}
	if kind := field.typ.Kind(); field.isOptional && (kind == reflect.Struct && !isLeaf(field.typ)) {
		return nil, fmt.Errorf("%s.%s: an optional struct has to be a pointer", of, field.name)
	}
	spec.Put("description", notes.descriptions[field.name])
	if value, ok := notes.defaults[field.name]; ok && value != nil {
		spec.Set("default", plainOf(reflect.ValueOf(value)))
	}
	if names := notes.environment[field.name]; len(names) > 0 {
		spec.Set("defaultInfo", schemajson.Object{{Key: "environment", Value: names}})
	}
	spec.Put("deprecationMessage", notes.deprecations[field.name])
	spec.Put("secret", field.isSecret)
	spec.Put("replaceOnChanges", field.replaces)
	return spec, nil
}

// explicitReference gives the type of a tag `type=TOKEN` or `type=PACKAGE@VERSION:MODULE:NAME`.
func explicitReference(token string) (schemajson.Object, error) {
	parts := strings.Split(token, ":")
	reference := "#/types/" + token
	switch len(parts) {
	case 2:
		reference = "#/types/pkg:" + token
	case 3:
		if name, version, ok := strings.Cut(parts[0], "@"); ok {
			full := name + ":" + parts[1] + ":" + parts[2]
			reference = "/" + name + "/v" + version + "/schema.json#/types/" + full
		}
	default:
		return nil, fmt.Errorf("`type=%s` is not a token", token)
	}
	return schemajson.Object{{Key: "$ref", Value: reference}}, nil
}

func (types *typesOf) typeSpec(typ reflect.Type) (schemajson.Object, error) {
	one := func(key string, value any) (schemajson.Object, error) {
		return schemajson.Object{{Key: key, Value: value}}, nil
	}
	for typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	switch typ {
	case assetType, assetOrArchiveType:
		return one("$ref", "pulumi.json#/Asset")
	case archiveType:
		return one("$ref", "pulumi.json#/Archive")
	case valueType:
		return one("$ref", "pulumi.json#/Any")
	}
	if values, ok := enumOf(typ); ok {
		return types.enum(typ, values)
	}
	switch typ.Kind() {
	case reflect.Bool:
		return one("type", "boolean")
	case reflect.Int, reflect.Int32, reflect.Int64:
		return one("type", "integer")
	case reflect.Float64:
		return one("type", "number")
	case reflect.String:
		return one("type", "string")
	case reflect.Interface:
		return one("$ref", "pulumi.json#/Any")
	case reflect.Slice, reflect.Array:
		items, err := types.typeSpec(typ.Elem())
		return schemajson.Object{{Key: "type", Value: "array"}, {Key: "items", Value: items}}, err
	case reflect.Map:
		if typ.Key().Kind() != reflect.String {
			return nil, fmt.Errorf("map keys must be strings, found %s", typ.Key())
		}
		element, err := types.typeSpec(typ.Elem())
		return schemajson.Object{{Key: "type", Value: "object"}, {Key: "additionalProperties", Value: element}}, err
	case reflect.Struct:
		return types.structure(typ)
	}
	return nil, fmt.Errorf("a property cannot have the type %s", typ)
}

func (types *typesOf) enum(typ reflect.Type, values []any) (schemajson.Object, error) {
	token, err := tokenOf(typ)
	if err != nil {
		return nil, err
	}
	name := map[reflect.Kind]string{reflect.Bool: "boolean", reflect.Int: "integer", reflect.Float64: "number"}[typ.Kind()]
	if name == "" {
		name = "string"
	}
	var spec schemajson.Object
	spec.Put("description", annotationsOf(typ).description)
	spec.Set("type", name)
	spec.Set("enum", values)
	return types.register(token, spec), nil
}

func (types *typesOf) structure(typ reflect.Type) (schemajson.Object, error) {
	token, err := tokenOf(typ)
	if err != nil {
		return nil, err
	}
	renamed := types.rename(token)
	if _, known := types.specs[renamed]; !known {
		// A type may refer to itself.
		types.specs[renamed] = nil
		properties, required, err := types.object(typ)
		if err != nil {
			return nil, err
		}
		notes := annotationsOf(typ)
		var spec schemajson.Object
		spec.Put("description", notes.description)
		spec.Put("properties", properties)
		spec.Set("type", "object")
		spec.Put("required", required)
		types.specs[renamed] = spec
	}
	return schemajson.Object{{Key: "$ref", Value: "#/types/" + renamed}}, nil
}

func (types *typesOf) register(token string, spec schemajson.Object) schemajson.Object {
	renamed := types.rename(token)
	types.specs[renamed] = spec
	return schemajson.Object{{Key: "$ref", Value: "#/types/" + renamed}}
}

// renaming gives the function from tokens of `pkg` to tokens of a package, with its modules.
func renaming(pkg string, modules map[tokens.ModuleName]tokens.ModuleName) func(string) string {
	return func(token string) string {
		parts := strings.SplitN(token, ":", 3)
		if len(parts) < 3 {
			return token
		}
		if other, ok := modules[tokens.ModuleName(parts[1])]; ok {
			parts[1] = string(other)
		}
		return pkg + ":" + parts[1] + ":" + parts[2]
	}
}

// checkReserved finds properties at the top with names that Pulumi needs itself.
func checkReserved(typ reflect.Type) error {
	typ, _ = structOf(typ)
	fields, err := fieldsOf(typ)
	if err != nil {
		return err
	}
	for _, field := range fields {
		if slices.Contains([]string{"id", "urn"}, field.name) && !field.isHidden {
			return fmt.Errorf("%s: %q is a reserved field name", typ, field.name)
		}
	}
	return nil
}
