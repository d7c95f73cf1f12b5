package infer

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"

	"github.com/pulumi/pulumi-go-provider/internal/nearest"
	"github.com/pulumi/pulumi-go-provider/internal/schemajson"
)

// options are what the tag `wasm` says of a property.
type options struct {
	// Keys of the manifest.
	rules map[string]any
	// The constant as it is written in the tag.
	constant    string
	hasConstant bool
	// The property that tells the types of a union.
	tag string
	// Whether a look-up may give the property beside the id, and whether changing it will replace the resource.
	isStateInput, willReplace bool
}

// optionKind says how the value of an option is written.
type optionKind int

const (
	flagOption optionKind = iota
	numberOption
	textOption
	textsOption
)

// ruleOptions are the options that are rules of the manifest.
var ruleOptions = map[string]optionKind{
	"minimum": numberOption, "maximum": numberOption, "exclusiveMinimum": numberOption, "exclusiveMaximum": numberOption,
	"multipleOf": numberOption, "minLength": numberOption, "maxLength": numberOption, "minItems": numberOption, "maxItems": numberOption,
	"minProperties": numberOption, "maxProperties": numberOption,
	"pattern": textOption, "patternReason": textOption, "keyPattern": textOption, "format": textOption,
	"compare":     textsOption,
	"uniqueItems": flagOption, "writeOnly": flagOption, "serverDefault": flagOption,
}

// readOptions reads the tag `wasm`: options between commas. A value with a comma stands between single quotation marks.
func readOptions(tag string) (options, error) {
	var found options
	for tag != "" {
		var name, value string
		hasValue := false
		if end := strings.IndexAny(tag, "=,"); end < 0 {
			name, tag = tag, ""
		} else if name = tag[:end]; tag[end] == ',' {
			tag = tag[end+1:]
		} else {
			var err error
			hasValue = true
			if value, tag, err = readOptionValue(tag[end+1:]); err != nil {
				return found, fmt.Errorf("the option `%s`: %w", name, err)
			}
		}
		name = strings.TrimSpace(name)
		if err := found.set(name, value, hasValue); err != nil {
			return found, err
		}
	}
	return found, nil
}

func readOptionValue(text string) (value, rest string, err error) {
	if !strings.HasPrefix(text, "'") {
		value, rest, _ = strings.Cut(text, ",")
		return strings.TrimSpace(value), rest, nil
	}
	value, rest, ok := strings.Cut(text[1:], "'")
	if rest, isEnd := strings.CutPrefix(rest, ","); ok && (isEnd || rest == "") {
		return value, rest, nil
	}
	return "", "", fmt.Errorf("a `'` at the end of the value is missing, before a comma or the end of the tag")
}

func (found *options) set(name, value string, hasValue bool) error {
	switch name {
	case "":
		return fmt.Errorf("an option has no name")
	case "constant":
		found.constant, found.hasConstant = value, true
		return wantsValue(name, hasValue)
	case "tag":
		found.tag = value
		return wantsValue(name, hasValue)
	case "stateInput", "willReplace":
		if hasValue {
			return fmt.Errorf("the option `%s` has no value", name)
		}
		found.isStateInput = found.isStateInput || name == "stateInput"
		found.willReplace = found.willReplace || name == "willReplace"
		return nil
	}
	if found.rules == nil {
		found.rules = map[string]any{}
	}
	place, rule := found.rules, name
	for {
		inner, ok := strings.CutPrefix(rule, "items.")
		if !ok {
			break
		}
		items, _ := place["items"].(map[string]any)
		if items == nil {
			items = map[string]any{}
			place["items"] = items
		}
		place, rule = items, inner
	}
	kind, ok := ruleOptions[rule]
	if !ok {
		names := append(slices.Collect(maps.Keys(ruleOptions)), "constant", "tag", "stateInput", "willReplace")
		hint := "an element's rule begins with `items.`"
		if near := nearest.Name(rule, names); near != "" {
			hint = "there is `" + near + "`"
		}
		return fmt.Errorf("there is no option `%s`\nhint: %s", name, hint)
	}
	if kind == flagOption {
		if hasValue {
			return fmt.Errorf("the option `%s` has no value", name)
		}
		place[rule] = true
		return nil
	}
	if err := wantsValue(name, hasValue); err != nil {
		return err
	}
	switch kind {
	case numberOption:
		number, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return fmt.Errorf("the option `%s` is a number: `%s` is none", name, value)
		}
		place[rule] = number
	case textOption:
		place[rule] = value
	case textsOption:
		texts, _ := place[rule].([]string)
		place[rule] = append(texts, value)
	}
	return nil
}

func wantsValue(name string, hasValue bool) error {
	if !hasValue {
		return fmt.Errorf("the option `%s` has no value: write `%s=…`", name, name)
	}
	return nil
}

// isWriteOnly says whether a property is only written, and so is a secret.
func (found options) isWriteOnly() bool { return found.rules["writeOnly"] == true }

// constantOf gives the constant as a value of the field's type.
func (field field) constantOf() (any, error) {
	typ := field.typ
	for typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	text := field.options.constant
	switch typ.Kind() {
	case reflect.String:
		return text, nil
	case reflect.Bool:
		return strconv.ParseBool(text)
	case reflect.Int, reflect.Int32, reflect.Int64, reflect.Float64:
		return strconv.ParseFloat(text, 64)
	}
	return nil, fmt.Errorf("a property of the type %s has no constant", typ)
}

// putOptions adds to the schema of a property what its tag says.
func (types *typesOf) putOptions(spec *schemajson.Object, field field) error {
	if field.options.hasConstant {
		constant, err := field.constantOf()
		if err != nil {
			return err
		}
		spec.Set("const", constant)
	}
	spec.Put("willReplaceOnChanges", field.options.willReplace)
	if field.options.tag == "" {
		return nil
	}
	members := unionOf(field.typ)
	mapping := map[string]any{}
	for _, member := range members {
		value, err := constantIn(member, field.options.tag)
		if err != nil {
			return err
		}
		reference, err := types.typeSpec(member)
		if err != nil {
			return err
		}
		mapping[value] = reference.Get("$ref")
	}
	if members == nil {
		return fmt.Errorf("the option `tag` is for unions, not for %s", field.typ)
	}
	spec.Set("discriminator", schemajson.Object{{Key: "propertyName", Value: field.options.tag}, {Key: "mapping", Value: mapping}})
	return nil
}

// constantIn gives the constant of a property of a member of a union.
func constantIn(member reflect.Type, property string) (string, error) {
	typ, ok := structOf(member)
	if ok && !isLeaf(typ) {
		fields, err := fieldsOf(typ)
		if err != nil {
			return "", err
		}
		for _, field := range fields {
			if field.name == property && field.options.hasConstant {
				return field.options.constant, nil
			}
		}
	}
	return "", fmt.Errorf("%s is told by `%s`, and has no such property with the option `constant`", member, property)
}

// rulesOf gives the rules of a struct for the manifest, under `properties` and `constraints`. Outputs have comparisons alone.
func rulesOf(inputs, outputs reflect.Type) (schemajson.Object, error) {
	properties := map[string]any{}
	add := func(typ reflect.Type, only string) error {
		fields, err := propertiesOf(typ)
		if err != nil {
			return err
		}
		for _, field := range fields {
			rules := field.options.rules
			if only == "" {
				rules = ruleMap(field)
			}
			if _, known := properties[field.name]; known || field.isHidden || len(rules) == 0 {
				continue
			}
			if only != "" {
				for rule := range rules {
					if rule != only {
						return fmt.Errorf("%s.%s: `%s` is for inputs, and the property is an output alone", typ, field.name, rule)
					}
				}
			}
			properties[field.name] = rules
		}
		return nil
	}
	if err := add(inputs, ""); err != nil {
		return nil, err
	}
	if outputs != nil {
		if err := add(outputs, "compare"); err != nil {
			return nil, err
		}
	}
	var made schemajson.Object
	made.Put("properties", properties)
	constraints, err := constraintsOf(inputs)
	made.Put("constraints", constraints)
	return made, err
}

// ruleMap gives the rules of a property and of its type.
func ruleMap(field field) map[string]any { return narrowed(field.options.rules, naturalOf(field.typ)) }

// naturalOf gives the rules of a type itself, or of its elements.
func naturalOf(typ reflect.Type) map[string]any {
	for typ.Kind() == reflect.Pointer || isValue(typ) {
		if isValue(typ) {
			typ = typ.Field(0).Type
		} else {
			typ = typ.Elem()
		}
	}
	if typ == integerType {
		return map[string]any{"pattern": `^(0|-?[1-9][0-9]*)$`, "patternReason": "the digits of a whole number", "maxLength": 1000}
	}
	if kind := typ.Kind(); kind == reflect.Slice || kind == reflect.Array || kind == reflect.Map {
		if element := naturalOf(typ.Elem()); element != nil {
			return map[string]any{"items": element}
		}
	}
	return nil
}

// narrowed adds the rules of a type to an author's rules. If both have a rule, the author's counts.
func narrowed(rules, natural map[string]any) map[string]any {
	if len(natural) == 0 {
		return rules
	}
	made := maps.Clone(natural)
	for name, rule := range rules {
		inner, isInner := rule.(map[string]any)
		if of, ok := natural[name].(map[string]any); ok && isInner {
			rule = narrowed(inner, of)
		}
		made[name] = rule
	}
	return made
}

func constraintsOf(typ reflect.Type) ([]any, error) {
	typ, ok := structOf(typ)
	if !ok {
		return nil, nil
	}
	constrained, ok := reflect.New(typ).Interface().(wasm.Constrained)
	if !ok {
		return nil, nil
	}
	fields, err := fieldsOf(typ)
	if err != nil {
		return nil, err
	}
	known := make([]string, 0, len(fields))
	for _, field := range fields {
		known = append(known, field.name)
	}
	var made []any
	for _, constraint := range constrained.Constraints() {
		kind, property, names := constraint.Parts()
		for _, name := range append(slices.Clone(names), property) {
			if name != "" && !slices.Contains(known, name) {
				hint := ""
				if near := nearest.Name(name, known); near != "" {
					hint = "\nhint: there is `" + near + "`"
				}
				return nil, fmt.Errorf("%s has a constraint of the property `%s`, which it does not have%s", typ, name, hint)
			}
		}
		if property != "" {
			made = append(made, schemajson.Object{{Key: "property", Value: property}, {Key: kind, Value: names}})
		} else {
			made = append(made, schemajson.Object{{Key: kind, Value: names}})
		}
	}
	return made, nil
}
