package infer

import (
	"fmt"
	"math"
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
	// The structs by their tokens.
	structs map[string]reflect.Type
	// Whether the properties belong to a component. The schema marks its plain values.
	marksPlain bool
}

// tokenOf gives the token of a type: `pkg:MODULE:NAME`, its module the last part of its Go package.
func tokenOf(typ reflect.Type) (string, error) {
	typ, _ = structOf(typ)
	if token := annotationsOf(typ).token; token != "" {
		return token, nil
	}
	name, module := typ.Name(), typ.PkgPath()
	if strings.ContainsAny(name, "[]") {
		return "", fmt.Errorf("the type %s has type parameters, and a schema has no name for it: declare a type with this struct, such as `type Size %s`", typ, typ)
	}
	if name == "" {
		return "", fmt.Errorf("the type %s is anonymous: give it a name", typ)
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
		group := "types"
		if isResource(field.typ) {
			group = "resources"
		}
		spec, err = explicitReference(field.typeToken, group)
	} else {
		spec, err = types.typeSpec(field.typ)
	}
	if err != nil {
		return nil, fmt.Errorf("%s.%s: %w", of, field.name, err)
	}
	_, isEnum := enumOf(field.typ)
	isStruct := field.typ.Kind() == reflect.Struct && !isLeaf(field.typ) && !isInput(field.typ)
	if field.isOptional && field.typ.Kind() != reflect.Pointer && (isStruct || isEnum) {
		kind := "enum"
		if isStruct {
			kind = "struct"
		}
		return nil, fmt.Errorf("%s.%s: an optional %s has to be a pointer", of, field.name, kind)
	}
	spec.Put("description", notes.descriptions[field.name])
	if value, ok := notes.defaults[field.name]; ok && value != nil {
		fixed := plainOf(reflect.ValueOf(value))
		if number, isNumber := fixed.(float64); isNumber && (math.IsNaN(number) || math.IsInf(number, 0)) {
			return nil, fmt.Errorf("%s.%s: its default %v is not a number that Pulumi can hold", of, field.name, number)
		}
		spec.Set("default", fixed)
	}
	if names := notes.environment[field.name]; len(names) > 0 {
		spec.Set("defaultInfo", schemajson.Object{{Key: "environment", Value: names}})
	}
	spec.Put("deprecationMessage", notes.deprecations[field.name])
	spec.Put("secret", field.isSecret)
	spec.Put("replaceOnChanges", field.replaces)
	err = types.putOptions(&spec, field)
	return spec, err
}

// explicitReference gives the type of a tag `type=TOKEN` or `type=PACKAGE@VERSION:MODULE:NAME`. The group is `types` or `resources`.
func explicitReference(token, group string) (schemajson.Object, error) {
	parts := strings.Split(token, ":")
	reference := "#/" + group + "/" + token
	switch len(parts) {
	case 2:
		reference = "#/" + group + "/pkg:" + token
	case 3:
		if name, version, ok := strings.Cut(parts[0], "@"); ok {
			full := name + ":" + strings.ReplaceAll(parts[1], "/", "%2F") + ":" + parts[2]
			reference = "/" + name + "/v" + strings.TrimPrefix(version, "v") + "/schema.json#/" + group + "/" + full
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
	for typ.Kind() == reflect.Pointer && !isResource(typ) {
		typ = typ.Elem()
	}
	if typ.Kind() == reflect.Interface && strings.HasPrefix(typ.Name(), "TypedInput[") {
		value := strings.TrimSuffix(strings.TrimPrefix(typ.Name(), "TypedInput["), "]")
		return nil, fmt.Errorf("a component takes pulumix.Output[%s] or an input of the package pulumi, and not pulumix.Input[%s]", value, value)
	}
	typ, isInput := valueTypeOf(typ)
	if isResource(typ) {
		return types.reference(typ)
	}
	simple := func(name string) (schemajson.Object, error) {
		made := schemajson.Object{{Key: "type", Value: name}}
		made.Put("plain", types.marksPlain && !isInput)
		return made, nil
	}
	if isSpecial(typ) {
		return types.special(typ)
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
		return simple("boolean")
	case reflect.Int, reflect.Int32, reflect.Int64:
		return simple("integer")
	case reflect.Float64:
		return simple("number")
	case reflect.String:
		return simple("string")
	case reflect.Interface:
		return one("$ref", "pulumi.json#/Any")
	case reflect.Slice, reflect.Array:
		if typ.Elem().Kind() == reflect.Uint8 {
			return nil, fmt.Errorf("a property cannot have the type %s: bytes are a string with base64, or an asset", typ)
		}
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
	return nil, fmt.Errorf("a property cannot have the type %s: it is a bool, string, int, int32, int64, float64, any, "+
		"an enum, a struct, a slice, or a map with keys of the type string", typ)
}

// reference gives the type of a resource of this package. Resources of other packages have the tag `type=`.
func (types *typesOf) reference(typ reflect.Type) (schemajson.Object, error) {
	token, err := tokenOf(typ)
	if err != nil {
		return nil, err
	}
	return schemajson.Object{{Key: "$ref", Value: "#/resources/" + types.rename(token)}}, nil
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
	// A native plugin leaves the description out.
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
		types.structs[renamed] = typ
		marksPlain := types.marksPlain
		types.marksPlain = false
		properties, required, err := types.object(typ)
		types.marksPlain = marksPlain
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
