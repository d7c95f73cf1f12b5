package infer

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

// ExplicitDependencies says which inputs each output depends on.
type ExplicitDependencies[I, O any] interface {
	WireDependencies(f FieldSelector, args *I, state *O)
}

// FieldSelector names fields of inputs and outputs by pointers to them, or all of them by a pointer to the struct.
type FieldSelector interface {
	InputField(any) InputField
	OutputField(any) OutputField
}

// InputField is an input that outputs depend on.
type InputField interface {
	// Computed limits the dependency: the output is unknown if the input is, but not secret because of it.
	Computed() InputField
	// Secret limits the dependency: the output is secret if the input is, but not unknown because of it.
	Secret() InputField
}

// OutputField is an output.
type OutputField interface {
	AlwaysSecret()
	NeverSecret()
	AlwaysKnown()
	DependsOn(...InputField)
}

// wiring has the dependencies of outputs at the top.
type wiring struct {
	inputs, outputs []string
	byOutput        map[string]*wiredOutput
	// Whether an author named a dependency that carries secrets, or that carries whether a value is known.
	wiresSecrets, wiresKnown bool
}

type wiredOutput struct {
	alwaysSecret, neverSecret, alwaysKnown bool
	secretFrom, knownFrom                  []string
}

// wiring gives the dependencies of the resource's outputs. The author is asked once.
func (resource *resourceController[R, I, O]) wiring() (*wiring, error) {
	resource.wireOnce.Do(func() { resource.wired, resource.wireErr = askWiring[R, I, O](&resource.controller) })
	return resource.wired, resource.wireErr
}

func askWiring[R, I, O any](controller *R) (*wiring, error) {
	wired := &wiring{byOutput: map[string]*wiredOutput{}}
	for _, typ := range []struct {
		of    reflect.Type
		names *[]string
	}{{reflect.TypeFor[I](), &wired.inputs}, {reflect.TypeFor[O](), &wired.outputs}} {
		fields, err := propertiesOf(typ.of)
		if err != nil {
			return nil, err
		}
		for _, field := range fields {
			*typ.names = append(*typ.names, field.name)
		}
	}
	custom, ok := method[ExplicitDependencies[I, O]](controller)
	if !ok {
		return wired, nil
	}
	var inputs I
	var outputs O
	selector := &selector{wired: wired, inputs: reflect.ValueOf(&inputs), outputs: reflect.ValueOf(&outputs)}
	custom.WireDependencies(selector, &inputs, &outputs)
	return wired, selector.err
}

type selector struct {
	wired           *wiring
	inputs, outputs reflect.Value
	err             error
}

// names gives the properties that a pointer means.
func (selector *selector) names(in reflect.Value, of any) []string {
	pointer := reflect.ValueOf(of)
	if pointer.Kind() == reflect.Pointer {
		fields, _ := fieldsOf(in.Elem().Type())
		if pointer.Pointer() == in.Pointer() && pointer.Type() == in.Type() {
			var names []string
			for _, field := range fields {
				names = append(names, field.name)
			}
			return names
		}
		for _, field := range fields {
			if place := field.set(in.Elem()); place.Addr().Pointer() == pointer.Pointer() && place.Type() == pointer.Type().Elem() {
				return []string{field.name}
			}
		}
	}
	selector.err = fmt.Errorf("WireDependencies: %T is not a pointer to a field of %s", of, in.Elem().Type())
	return nil
}

type inputField struct {
	names             []string
	onlyKnown, secret bool
}

func (field inputField) Computed() InputField { return inputField{field.names, true, false} }
func (field inputField) Secret() InputField   { return inputField{field.names, false, true} }

type outputField struct {
	wired *wiring
	names []string
}

func (selector *selector) InputField(of any) InputField {
	return inputField{names: selector.names(selector.inputs, of)}
}

func (selector *selector) OutputField(of any) OutputField {
	return outputField{selector.wired, selector.names(selector.outputs, of)}
}

func (field outputField) each(change func(*wiredOutput)) {
	for _, name := range field.names {
		if field.wired.byOutput[name] == nil {
			field.wired.byOutput[name] = &wiredOutput{}
		}
		change(field.wired.byOutput[name])
	}
}

func (field outputField) AlwaysSecret() {
	field.each(func(output *wiredOutput) { output.alwaysSecret = true })
}
func (field outputField) NeverSecret() {
	field.each(func(output *wiredOutput) { output.neverSecret = true })
}
func (field outputField) AlwaysKnown() {
	field.each(func(output *wiredOutput) { output.alwaysKnown = true })
}

func (field outputField) DependsOn(inputs ...InputField) {
	for _, input := range inputs {
		input, ok := input.(inputField)
		if !ok {
			continue
		}
		if !input.onlyKnown {
			field.wired.wiresSecrets = true
			field.each(func(output *wiredOutput) { output.secretFrom = append(output.secretFrom, input.names...) })
		}
		if !input.secret {
			field.wired.wiresKnown = true
			field.each(func(output *wiredOutput) { output.knownFrom = append(output.knownFrom, input.names...) })
		}
	}
}

// dependencies gives the inputs of each output, for the host. Nil if nothing was wired.
func (wired *wiring) dependencies() map[string][]string {
	if !wired.wiresKnown {
		return nil
	}
	all := map[string][]string{}
	for name, output := range wired.byOutput {
		if len(output.knownFrom) > 0 {
			all[name] = output.knownFrom
		}
	}
	return all
}

// mark marks outputs that are secrets as a whole: as they were wired, or because the input of the same name has a secret in it. An output that
// equals this input keeps the marks that it has.
func (wired *wiring) mark(outputs, inputs property.Map) property.Map {
	for name, value := range outputs.All {
		output := wired.byOutput[name]
		if output == nil {
			output = &wiredOutput{}
		}
		isSecret := output.alwaysSecret || value.Secret()
		if input, isInput := inputs.GetOk(name); !isSecret && !(isInput && input.Equals(value)) {
			from := output.secretFrom
			if !wired.wiresSecrets {
				from = []string{name}
			}
			isSecret = slices.ContainsFunc(from, func(name string) bool { return inputs.Get(name).HasSecrets() })
		}
		outputs = outputs.Set(name, value.WithSecret(isSecret && !output.neverSecret))
	}
	return outputs
}

// forget makes the outputs of a preview unknown that may change.
func (wired *wiring) forget(outputs, inputs, oldInputs property.Map, isCreate bool) property.Map {
	changed := func(name string) bool {
		value := inputs.Get(name)
		return value.HasComputed() || !isCreate && !value.Equals(oldInputs.Get(name))
	}
	for _, name := range wired.outputs {
		output := wired.byOutput[name]
		if output == nil {
			output = &wiredOutput{}
		}
		value, isGiven := outputs.GetOk(name)
		input, isInput := inputs.GetOk(name)
		if !isGiven || output.alwaysKnown || isInput && !input.HasComputed() && value.WithSecret(false).Equals(input.WithSecret(false)) {
			continue
		}
		from := output.knownFrom
		if !wired.wiresKnown {
			from = wired.inputs
		}
		isUnknown := isCreate
		for _, input := range from {
			isUnknown = isUnknown || changed(input)
		}
		if isUnknown {
			outputs = outputs.Set(name, property.WithGoValue(value, property.Computed))
		}
	}
	return outputs
}
