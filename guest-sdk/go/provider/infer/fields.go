package infer

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/property"

	"github.com/pulumi/pulumi-go-provider/infer/types"
	"github.com/pulumi/pulumi-go-provider/internal/nearest"
)

// field is a property of a struct.
type field struct {
	name   string
	goName string
	index  []int
	typ    reflect.Type

	isOptional, isSecret, replaces bool
	// The token of another type, from the tag.
	typeToken string
	// Whether the field is kept in state and is not in the schema.
	isHidden bool
	// The options in the tag `wasm`.
	options options
}

var (
	assetType          = reflect.TypeFor[resource.Asset]()
	archiveType        = reflect.TypeFor[resource.Archive]()
	assetOrArchiveType = reflect.TypeFor[types.AssetOrArchive]()
	valueType          = reflect.TypeFor[property.Value]()
	mapType            = reflect.TypeFor[property.Map]()
	arrayType          = reflect.TypeFor[property.Array]()
)

var fieldsByType sync.Map

// fieldsOf gives the properties of a struct and of its embedded structs.
func fieldsOf(typ reflect.Type) ([]field, error) {
	if known, ok := fieldsByType.Load(typ); ok {
		return known.([]field), nil
	}
	fields, err := readFields(typ, nil)
	if err == nil {
		fields = slices.DeleteFunc(fields, func(field field) bool { return isShadowed(typ, field) })
		fieldsByType.Store(typ, fields)
	}
	return fields, err
}

// isShadowed says whether a struct has a field with the Go name of a field in an embedded struct, and so hides it.
func isShadowed(typ reflect.Type, field field) bool {
	promoted, ok := typ.FieldByName(field.goName)
	return ok && len(promoted.Index) < len(field.index)
}

func readFields(typ reflect.Type, at []int) ([]field, error) {
	var fields []field
	members := map[string]string{}
	for number := range typ.NumField() {
		member := typ.Field(number)
		index := append(append([]int{}, at...), number)
		tag, isTagged := member.Tag.Lookup("pulumi")
		provider, hasProvider := member.Tag.Lookup("provider")
		if _, hasOptions := member.Tag.Lookup("wasm"); !isTagged && (hasProvider || hasOptions) {
			name := "provider"
			if !hasProvider {
				name = "wasm"
			}
			return nil, fmt.Errorf("you must put to the `pulumi` tag to use the `%s` tag on %s.%s", name, typ, member.Name)
		}
		if member.Anonymous && !isTagged {
			embedded := member.Type
			if embedded.Kind() == reflect.Pointer {
				embedded = embedded.Elem()
			}
			if embedded.Kind() != reflect.Struct {
				continue
			}
			inner, err := readFields(embedded, index)
			if err != nil {
				return nil, err
			}
			fields = append(fields, inner...)
			continue
		}
		if !isTagged && strings.Contains(string(member.Tag), "pulumi:") {
			return nil, fmt.Errorf("the tags `%s` of %s.%s have a form that Go does not read: write `pulumi:\"name\"`", member.Tag, typ, member.Name)
		}
		if !member.IsExported() {
			if isTagged {
				return nil, fmt.Errorf("%s.%s has the tag `pulumi:%q`, and its name begins in lower case, so it would never have a value", typ, member.Name, tag)
			}
			continue
		}
		if !isTagged {
			if name := jsonName(member); name != "" {
				fields = append(fields, field{name: name, goName: member.Name, index: index, typ: member.Type, isOptional: true, isHidden: true})
			}
			continue
		}
		made := field{goName: member.Name, index: index, typ: member.Type}
		parts := strings.Split(tag, ",")
		made.name = parts[0]
		for _, part := range parts[1:] {
			switch strings.TrimSpace(part) {
			case "optional":
				made.isOptional = true
			case "":
			default:
				return nil, fmt.Errorf("the tag `pulumi:%q` of %s.%s has the unknown part %q", tag, typ, member.Name, part)
			}
		}
		for _, part := range strings.Split(provider, ",") {
			part = strings.TrimSpace(part)
			switch {
			case part == "secret":
				made.isSecret = true
			case part == "replaceOnChanges":
				made.replaces = true
			case strings.HasPrefix(part, "type="):
				made.typeToken = strings.TrimPrefix(part, "type=")
			default:
				// Native plugins ignore other parts, such as `output` of old providers. A misspelt one would lose a secret.
				if near := nearest.Name(part, []string{"secret", "replaceOnChanges"}); near != "" {
					return nil, fmt.Errorf("the tag `provider:%q` of %s.%s has the unknown part %q\nhint: there is `%s`", provider, typ, member.Name, part, near)
				}
			}
		}
		if made.name == "" || made.name == "-" {
			continue
		}
		if other, isTwice := members[made.name]; isTwice {
			return nil, fmt.Errorf("%s.%s is the property %q, and so is %s: one of the two would be lost", typ, member.Name, made.name, other)
		}
		members[made.name] = member.Name
		var err error
		if made.options, err = readOptions(member.Tag.Get("wasm")); err != nil {
			return nil, fmt.Errorf("the tag `wasm` of %s.%s: %w", typ, member.Name, err)
		}
		made.isSecret = made.isSecret || made.options.isWriteOnly()
		if name := jsonName(member); name != "" && name != made.name {
			// Native plugins record such a field under both names. The name in the schema comes last, because its value counts.
			fields = append(fields, field{
				name: name, goName: member.Name, index: index, typ: member.Type, isOptional: true, isSecret: made.isSecret, isHidden: true,
			})
		}
		fields = append(fields, made)
	}
	return fields, nil
}

// jsonName gives the name in the tag `json`. Empty if the tag gives none.
func jsonName(member reflect.StructField) string {
	name, _, _ := strings.Cut(member.Tag.Get("json"), ",")
	if name == "-" {
		return ""
	}
	return name
}

// get gives the value of the field. The zero Value if an embedded pointer is nil.
func (field field) get(of reflect.Value) reflect.Value {
	value, err := of.FieldByIndexErr(field.index)
	if err != nil {
		return reflect.Value{}
	}
	return value
}

// set gives the place of the field, and makes embedded structs that are nil.
func (field field) set(of reflect.Value) reflect.Value {
	for position, number := range field.index {
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

// structOf gives the struct behind pointers. False if the pointers do not lead to a struct.
func structOf(typ reflect.Type) (reflect.Type, bool) {
	for typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	return typ, typ.Kind() == reflect.Struct
}

// propertiesOf gives the fields of the struct behind pointers. None for a single value.
func propertiesOf(typ reflect.Type) ([]field, error) {
	typ, ok := structOf(typ)
	if !ok || isLeaf(typ) {
		return nil, nil
	}
	return fieldsOf(typ)
}

// isLeaf says whether a struct is a single value rather than an object.
func isLeaf(typ reflect.Type) bool {
	return typ == assetType || typ == archiveType || typ == assetOrArchiveType || typ == valueType || typ == mapType || typ == arrayType || isSpecial(typ)
}
