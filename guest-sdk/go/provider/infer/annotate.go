package infer

import (
	"fmt"
	"reflect"
	"slices"
	"sync"

	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
)

// Annotator describes a type and its fields.
type Annotator interface {
	// Describe gives a description to a field, by a pointer to it, or to the whole type, by a pointer to the receiver.
	Describe(i any, description string)
	// SetDefault gives a field its default: a value, or nil, and environment variables that come before it.
	SetDefault(i any, value any, environment ...string)
	// SetToken gives a resource or type another token.
	SetToken(module tokens.ModuleName, name tokens.TypeName)
	// AddAlias names an earlier token of a resource.
	AddAlias(module tokens.ModuleName, name tokens.TypeName)
	// Deprecate marks a field or resource as deprecated, with a message that names the replacement.
	Deprecate(i any, message string)
}

// Annotated is a type that describes itself.
type Annotated interface {
	Annotate(Annotator)
}

// annotations are the descriptions that a type gave.
type annotations struct {
	description, deprecation   string
	descriptions, deprecations map[string]string
	defaults                   map[string]any
	environment                map[string][]string
	token                      string
	aliases                    []string
}

var annotationsByType sync.Map

// annotationsOf gives the descriptions of a type. It calls Annotate once for each type, because every call applies the defaults.
func annotationsOf(typ reflect.Type) annotations {
	typ, _ = structOf(typ)
	if known, ok := annotationsByType.Load(typ); ok {
		return known.(annotations)
	}
	found := askAnnotations(typ)
	annotationsByType.Store(typ, found)
	return found
}

// askAnnotations asks a type for its descriptions, and embedded structs before it.
func askAnnotations(typ reflect.Type) annotations {
	instance := reflect.New(typ)
	found := annotations{
		descriptions: map[string]string{}, deprecations: map[string]string{},
		defaults: map[string]any{}, environment: map[string][]string{},
	}
	if typ.Kind() == reflect.Struct && !isLeaf(typ) {
		annotateEmbedded(instance, instance, &found)
	}
	annotate(instance, instance, &found)
	return found
}

func annotateEmbedded(root, of reflect.Value, found *annotations) {
	typ := of.Elem().Type()
	for number := range typ.NumField() {
		member := typ.Field(number)
		if _, isTagged := member.Tag.Lookup("pulumi"); !member.Anonymous || isTagged || !member.IsExported() {
			continue
		}
		place := of.Elem().Field(number)
		if place.Kind() == reflect.Pointer {
			if place.Type().Elem().Kind() != reflect.Struct {
				continue
			}
			place.Set(reflect.New(place.Type().Elem()))
			place = place.Elem()
		}
		if place.Kind() != reflect.Struct {
			continue
		}
		annotateEmbedded(root, place.Addr(), found)
		// The outer type has the description of the embedded type, unless it describes itself. The token is the embedded type's alone.
		token := found.token
		annotate(root, place.Addr(), found)
		found.token = token
	}
}

func annotate(root, instance reflect.Value, found *annotations) {
	if annotated, ok := instance.Interface().(Annotated); ok {
		annotated.Annotate(&annotator{root, instance, found})
		return
	}
	if annotated, ok := instance.Elem().Interface().(Annotated); ok {
		annotated.Annotate(&annotator{root, instance, found})
	}
}

type annotator struct {
	// The instance whose fields are named, and the part of it that is asked.
	root, instance reflect.Value
	found          *annotations
}

// field gives the name of a field by a pointer to it. Empty for the whole type.
func (annotator *annotator) field(of any) string {
	pointer := reflect.ValueOf(of)
	if pointer.Kind() != reflect.Pointer {
		panic(fmt.Sprintf("cannot annotate %T: it is not a pointer to a field or to the receiver", of))
	}
	whole := annotator.instance.Type()
	if pointer.Type().Elem() == whole || pointer.Type() == whole && pointer.Pointer() == annotator.instance.Pointer() {
		return ""
	}
	if typ := annotator.root.Elem().Type(); typ.Kind() == reflect.Struct {
		// Also the fields that another field of the outer struct hides: the method of the embedded struct describes them.
		fields, err := readFields(typ, nil)
		if err != nil {
			panic(err.Error())
		}
		// The name in the schema comes after the name in JSON alone.
		for _, field := range slices.Backward(fields) {
			place := field.get(annotator.root.Elem())
			if place.IsValid() && place.Addr().Pointer() == pointer.Pointer() && place.Type() == pointer.Type().Elem() {
				return field.name
			}
		}
	}
	// The receiver of an enum or of a struct without fields: all of them may have one address. Or a method of an embedded struct, which
	// describes the outer type as well.
	if pointer.Type() == whole || isEmbedded(annotator.root.Elem(), pointer) {
		return ""
	}
	panic(fmt.Sprintf("cannot annotate: %T is not a pointer to a property of %s", of, whole.Elem()))
}

// isEmbedded says whether the pointer leads to a struct that is embedded in another.
func isEmbedded(in, pointer reflect.Value) bool {
	for in.Kind() == reflect.Pointer && !in.IsNil() {
		in = in.Elem()
	}
	if in.Kind() != reflect.Struct {
		return false
	}
	for number := range in.NumField() {
		place := in.Field(number)
		if !in.Type().Field(number).Anonymous {
			continue
		}
		isSame := place.Type() == pointer.Type().Elem() && place.Addr().Pointer() == pointer.Pointer() ||
			place.Type() == pointer.Type() && place.Pointer() == pointer.Pointer()
		if isSame || isEmbedded(place, pointer) {
			return true
		}
	}
	return false
}

func (annotator *annotator) Describe(i any, description string) {
	if name := annotator.field(i); name != "" {
		annotator.found.descriptions[name] = description
	} else {
		annotator.found.description = description
	}
}

func (annotator *annotator) SetDefault(i any, value any, environment ...string) {
	name := annotator.field(i)
	if name == "" {
		panic(fmt.Sprintf("cannot set the default of %T: only a field has a default", i))
	}
	for of := reflect.ValueOf(value); value != nil && of.Kind() == reflect.Pointer; {
		if of.IsNil() {
			value = nil
			break
		}
		of = of.Elem()
		value = of.Interface()
	}
	annotator.found.defaults[name] = value
	for _, variable := range environment {
		// The method of an embedded struct is called for the outer struct as well.
		if isVariable(variable) && !slices.Contains(annotator.found.environment[name], variable) {
			annotator.found.environment[name] = append(annotator.found.environment[name], variable)
		}
	}
}

// isVariable says whether an environment can have a variable of this name. Authors took the parameter for a description.
func isVariable(name string) bool {
	for at, char := range name {
		isLetter := char == '_' || 'a' <= char && char <= 'z' || 'A' <= char && char <= 'Z'
		if !isLetter && (at == 0 || char < '0' || char > '9') {
			return false
		}
	}
	return name != ""
}

func (annotator *annotator) SetToken(module tokens.ModuleName, name tokens.TypeName) {
	annotator.found.token = "pkg:" + string(module) + ":" + string(name)
}

func (annotator *annotator) AddAlias(module tokens.ModuleName, name tokens.TypeName) {
	annotator.found.aliases = append(annotator.found.aliases, "pkg:"+string(module)+":"+string(name))
}

func (annotator *annotator) Deprecate(i any, message string) {
	if name := annotator.field(i); name != "" {
		annotator.found.deprecations[name] = message
	} else {
		annotator.found.deprecation = message
	}
}
