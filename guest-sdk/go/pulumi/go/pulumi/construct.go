package pulumi

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"github.com/pulumi/pulumi/sdk/v3/go/graph"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

// Begin begins the construction of a component in the running session, for the package infer.
func Begin(ctx context.Context, call Call) (*Context, error) {
	session := graph.Running()
	if session == nil {
		return nil, errNoSession
	}
	session.Data = &construction{Call: call, self: &ResourceState{}}
	return &Context{Log: hostLog{}, ctx: ctx}, nil
}

// ArgumentError says that an argument has to be known, and is not.
type ArgumentError struct{ Property, Reason string }

func (err *ArgumentError) Error() string { return fmt.Sprintf("`%s` %s", err.Property, err.Reason) }

// Receiver makes a resource the receiver of a method call, with the outputs that the engine has. Resources that the method declares
// are below it.
func Receiver(resource Resource, token, name string, reference property.Value) error {
	current().isRegistered = true
	if err := open(resource, token, name, reference); err != nil {
		return err
	}
	resource.state().isSelf = true
	current().self = resource.state()
	return nil
}

// Result gives a single result of a method.
func Result(output Output) (property.Value, error) {
	if isNil(reflect.ValueOf(output)) || output.getState() == nil {
		return property.Value{}, errors.New("the method returned an output without a value")
	}
	return expressed(output)
}

// Arguments fills the arguments of a component, a pointer to a struct, with the inputs of the host. A field for plain values fails if the
// input is not known.
func Arguments(inputs property.Map, into any) error {
	place := reflect.ValueOf(into).Elem()
	for place.Kind() == reflect.Pointer {
		if place.IsNil() {
			place.Set(reflect.New(place.Type().Elem()))
		}
		place = place.Elem()
	}
	if place.Kind() != reflect.Struct {
		return fmt.Errorf("%s is not a struct: the arguments of a component are one", place.Type())
	}
	return decodeStruct(inputs, place, "")
}

// Results gives the outputs of a component: the fields with tags. Every output that is not optional has to be set.
func Results(component any) (property.Map, error) {
	return results(component, func(reflect.StructField) bool { return true })
}

// DirectResults is Results without the fields of embedded structs.
func DirectResults(component any) (property.Map, error) {
	return results(component, func(field reflect.StructField) bool { return len(field.Index) == 1 })
}

func results(component any, counts func(reflect.StructField) bool) (property.Map, error) {
	of := reflect.ValueOf(component)
	for of.Kind() == reflect.Pointer {
		if of.IsNil() {
			return property.Map{}, errors.New("the function of the component returned nil")
		}
		of = of.Elem()
	}
	members := map[string]property.Value{}
	for _, field := range fieldsOf(of.Type()) {
		name := field.property
		if !counts(field.StructField) {
			continue
		}
		value, err := of.FieldByIndexErr(field.Index)
		if err != nil {
			continue
		}
		if output, ok := value.Interface().(Output); ok && !isNil(value) && output.getState() == nil {
			if field.isOptional {
				continue
			}
			return property.Map{}, fmt.Errorf("the output `%s` has no value: the function of the component has to set `%s.%s`", name, of.Type().Name(), field.Name)
		}
		made, isThere, err := expression(value, name)
		if err != nil {
			return property.Map{}, fmt.Errorf("`%s.%s` cannot be used: %w", of.Type().Name(), field.Name, err)
		}
		if isThere {
			members[name] = made
		}
	}
	return property.NewMap(members), nil
}

// Element gives the type of the values of a type of inputs or outputs, for the package infer. False for any other type.
func Element(typ reflect.Type) (reflect.Type, bool) {
	switch {
	case typ.Kind() == reflect.Interface && typ.Implements(inputType):
		if element, ok := builtinInput(typ); ok {
			return element, true
		}
		if made, ok := inputTypes[typ]; ok {
			return reflect.Zero(made).Interface().(Input).ElementType(), true
		}
		return anyType, true
	case typ.Implements(inputType):
		return reflect.Zero(typ).Interface().(Input).ElementType(), true
	}
	return nil, false
}

// Option gives the options of the program that the host described, for the function of a component that reads them.
func Option(told property.Map) ResourceOption {
	return option(func(to *options) {
		given, flags := optionsFrom(told)
		to.ResourceOptions = given
		for name := range flags {
			to.set[name] = true
		}
	})
}
