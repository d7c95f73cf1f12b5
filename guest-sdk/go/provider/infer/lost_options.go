package infer

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

const (
	onlyOfResources = "only a property of a resource has this"
	onlyOfInputs    = "only an input of a resource has this"
	noResult        = "a result has no rules, because no program sets it"
	noQuery         = "the host does not check queries: check them in `List`"
)

// lostOptions finds options of a struct that nothing would read. The reason says why the place has no such options.
func lostOptions(typ reflect.Type, reason string, lost func(field) []string) error {
	typ, ok := structOf(typ)
	if !ok || isLeaf(typ) {
		return nil
	}
	fields, err := fieldsOf(typ)
	if err != nil {
		return err
	}
	for _, field := range fields {
		if names := lost(field); !field.isHidden && len(names) > 0 {
			slices.Sort(names)
			return fmt.Errorf("%s.%s: the tag `wasm` has `%s`: %s", typ, field.name, strings.Join(names, "`, `"), reason)
		}
	}
	return nil
}

// ofResources gives the names of the options that only properties of resources have.
func ofResources(field field) []string {
	found := field.options
	var names []string
	for name, isGiven := range map[string]bool{
		"stateInput": found.isStateInput, "willReplace": found.willReplace,
		"writeOnly": found.isWriteOnly(), "serverDefault": found.rules["serverDefault"] == true,
	} {
		if isGiven {
			names = append(names, name)
		}
	}
	return names
}

// notOfConfiguration gives the names of the options that a configuration cannot have. A changed value can replace the provider.
func notOfConfiguration(field field) []string {
	return slices.DeleteFunc(ofResources(field), func(name string) bool { return name == "willReplace" })
}

// stateInputs gives the option `stateInput` if the field has it.
func stateInputs(field field) []string {
	if field.options.isStateInput {
		return []string{"stateInput"}
	}
	return nil
}

// rulesOfField gives the names of the rules of a field, and the options of resources.
func rulesOfField(field field) []string {
	names := slices.AppendSeq(ofResources(field), maps.Keys(field.options.rules))
	slices.Sort(names)
	return slices.Compact(names)
}

// lostOfResults finds options of results. A struct that stands elsewhere as well has them for that place.
func lostOfResults(typ reflect.Type, elsewhere []reflect.Type) error {
	typ, _ = structOf(typ)
	if slices.Contains(elsewhere, typ) {
		return nil
	}
	isOwn := func(field field) bool { return len(field.index) == 1 }
	return errors.Join(
		lostOptions(typ, onlyOfResources, func(field field) []string {
			if !isOwn(field) {
				return nil
			}
			return ofResources(field)
		}),
		lostOptions(typ, noResult, func(field field) []string {
			rules := maps.Clone(field.options.rules)
			delete(rules, "writeOnly")
			delete(rules, "serverDefault")
			if !isOwn(field) {
				return nil
			}
			return slices.Collect(maps.Keys(rules))
		}),
	)
}

// lostOfOutputs finds `stateInput` at outputs that are not inputs as well.
func lostOfOutputs(inputs, outputs reflect.Type) error {
	var known []string
	if inputs, ok := structOf(inputs); ok && !isLeaf(inputs) {
		fields, err := fieldsOf(inputs)
		if err != nil {
			return err
		}
		for _, field := range fields {
			known = append(known, field.name)
		}
	}
	return lostOptions(outputs, onlyOfInputs, func(field field) []string {
		if slices.Contains(known, field.name) {
			return nil
		}
		return stateInputs(field)
	})
}

// elsewhere gives the structs whose options are read.
func (served *served) elsewhere() []reflect.Type {
	found := slices.Collect(maps.Values(served.structs))
	for _, resource := range served.resources {
		_, inputs, state := resource.types()
		found = append(found, inputs, state)
	}
	for _, component := range served.components {
		_, inputs, _ := component.types()
		found = append(found, inputs)
	}
	for _, function := range served.functions {
		_, arguments, _ := function.types()
		found = append(found, arguments)
	}
	for index, typ := range found {
		found[index], _ = structOf(typ)
	}
	return found
}
