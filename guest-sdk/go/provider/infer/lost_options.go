package infer

import (
	"fmt"
	"reflect"
)

// place is a place of a struct whose fields may have options that nothing reads there.
type place uint8

const (
	// awayFromResources are inputs and outputs of components, and arguments.
	awayFromResources place = iota
	// insideValues are structs inside other properties.
	insideValues
	inConfiguration
	inQueries
	inResults
)

const (
	onlyOfResources = "only a property of a resource has this"
	onlyOfInputs    = "only an input of a resource has this"
	notRecorded     = "it is never recorded, so it is not an output: embed a struct without it in the inputs and in the outputs"
	noResult        = "a result has no rules, because no program sets it"
	noQuery         = "the host does not check queries: check them in `List`"
)

// lostOptions finds an option of a struct that nothing would read at its place.
func lostOptions(typ reflect.Type, at place) error {
	return inFields(typ, func(field *field) (string, string) {
		if at == inResults && len(field.index) != 1 {
			return "", ""
		}
		return lostOption(&field.options, at)
	})
}

// lostOption gives the name of an option that nothing would read at its place, and the reason.
func lostOption(given *options, at place) (string, string) {
	switch {
	case given.isStateInput:
		return "stateInput", onlyOfResources
	case at == insideValues:
		return "", ""
	case given.willReplace && at != inConfiguration:
		return "willReplace", onlyOfResources
	case given.isWriteOnly():
		return "writeOnly", onlyOfResources
	case given.rules["serverDefault"] == true:
		return "serverDefault", onlyOfResources
	}
	first, reason := "", noResult
	if at == inQueries {
		reason = noQuery
	}
	if at == inQueries || at == inResults {
		for name := range given.rules {
			if first == "" || name < first {
				first = name
			}
		}
	}
	return first, reason
}

// lostOfOutputs finds `writeOnly` at an output, and `stateInput` at an output that is not an input as well.
func lostOfOutputs(inputs, outputs reflect.Type) error {
	return inFields(outputs, func(output *field) (string, string) {
		if output.options.isWriteOnly() {
			return "writeOnly", notRecorded
		}
		if !output.options.isStateInput || hasField(inputs, output.name) {
			return "", ""
		}
		return "stateInput", onlyOfInputs
	})
}

// inFields gives the error for the first field with a lost option.
func inFields(typ reflect.Type, lost func(*field) (name, reason string)) error {
	fields, err := propertiesOf(typ)
	if err != nil {
		return err
	}
	for index := range fields {
		field := &fields[index]
		if name, reason := lost(field); name != "" && !field.isHidden {
			typ, _ := structOf(typ)
			return fmt.Errorf("%s.%s: the tag `wasm` has `%s`: %s", typ, field.name, name, reason)
		}
	}
	return nil
}

func hasField(typ reflect.Type, name string) bool {
	// The caller reports mistakes in the struct.
	fields, _ := propertiesOf(typ)
	for index := range fields {
		if fields[index].name == name {
			return true
		}
	}
	return false
}

// lostOfCall finds an option of arguments or results.
func (served *served) lostOfCall(arguments, results reflect.Type) error {
	if err := lostOptions(arguments, awayFromResources); err != nil {
		return err
	}
	return served.lostOfResults(results)
}

// lostOfResults finds an option of a result. A struct that stands elsewhere as well has its options for that place.
func (served *served) lostOfResults(typ reflect.Type) error {
	if typ, _ := structOf(typ); served.reads(typ) {
		return nil
	}
	return lostOptions(typ, inResults)
}

// reads says whether the options of a struct are read at a place other than results.
func (served *served) reads(typ reflect.Type) bool {
	is := func(other reflect.Type) bool {
		other, _ = structOf(other)
		return other == typ
	}
	for _, other := range served.structs {
		if is(other) {
			return true
		}
	}
	for _, resource := range served.resources {
		if _, inputs, state := resource.types(); is(inputs) || is(state) {
			return true
		}
	}
	for _, component := range served.components {
		if _, inputs, _ := component.types(); is(inputs) {
			return true
		}
	}
	for _, function := range served.functions {
		if _, arguments, _ := function.types(); is(arguments) {
			return true
		}
	}
	return false
}
