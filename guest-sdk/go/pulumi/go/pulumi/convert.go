package pulumi

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/pulumi/pulumi/sdk/v3/go/graph"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

//go:generate go run ./generate

// stateOf gives the state of an output with the value. It fails the running component for a value that no property can have.
func stateOf(value any) *OutputState {
	if output, ok := value.(Output); ok {
		if output.getState() == nil {
			fail(fmt.Errorf("an output at %s has no value: it was not set", position()))
		}
		return output.getState()
	}
	expression, reading, err := resultOf(value)
	if err != nil {
		fail(fmt.Errorf("the value at %s: %w", position(), err))
	}
	state := &OutputState{expression: expression, reading: &reading}
	if graph.HasNodes(expression) {
		state.session = graph.Running()
	}
	state.element = anyType
	switch value := value.(type) {
	case nil:
	case Input:
		state.element = value.ElementType()
	default:
		state.element = reflect.TypeOf(value)
	}
	return state
}

// as gives a value as an output of another type.
func as[O Output](value any) O {
	if output, ok := value.(O); ok {
		return output
	}
	state := *stateOf(value)
	var none O
	state.element = none.ElementType()
	return outputOf(typeOf[O](), &state).(O)
}

// elementAt gives an element of a list or a member of a map. It gives the zero value if the element does not exist.
func elementAt[O Output](of Output, at Input) O {
	result := All(of, at).ApplyT(func(both []any) any {
		whole := reflect.ValueOf(both[0])
		switch at := both[1].(type) {
		case int:
			if whole.IsValid() && at >= 0 && at < whole.Len() {
				return whole.Index(at).Interface()
			}
		case string:
			if whole.IsValid() {
				if member := whole.MapIndex(reflect.ValueOf(at)); member.IsValid() {
					return member.Interface()
				}
			}
		}
		return nil
	})
	return as[O](result)
}

// asInput gives a plain value as an input.
func asInput(value any) Input {
	if input, ok := value.(Input); ok {
		return input
	}
	return Any(value)
}

// Any makes an output of any value, in which other outputs may be.
func Any(v any) AnyOutput { return AnyWithContext(nil, v) }

// AnyWithContext is Any.
func AnyWithContext(_ context.Context, v any) AnyOutput {
	state := *stateOf(v)
	return outputOf(typeOf[AnyOutput](), &state).(AnyOutput)
}

// ToOutput makes an output of a value, in which other outputs may be. Its type is the output type of the value's type.
func ToOutput(v any) Output {
	if output, ok := v.(Output); ok {
		return output
	}
	state := stateOf(v)
	return outputOf(outputTypeOf(state.element), state)
}

// ToOutputWithContext is ToOutput.
func ToOutputWithContext(_ context.Context, v any) Output { return ToOutput(v) }

// All makes an output of several values, which is known when all of them are known. A function of ApplyT gets them as a list, each with its
// type.
func All(inputs ...any) ArrayOutput { return AllWithContext(nil, inputs...) }

// AllWithContext is All.
func AllWithContext(_ context.Context, inputs ...any) ArrayOutput {
	whole := &OutputState{reading: &reading{parts: make([]*OutputState, len(inputs))}}
	elements := make([]property.Value, len(inputs))
	for index, input := range inputs {
		part := stateOf(input)
		if err := part.usable(); err != nil {
			fail(fmt.Errorf("[%d] of `All` at %s %w", index, position(), err))
		}
		whole.reading.parts[index], elements[index] = part, part.expression
		if part.session != nil {
			whole.session = part.session
		}
	}
	whole.expression = property.New(elements)
	return outputOf(typeOf[ArrayOutput](), whole).(ArrayOutput)
}

// ToSecret makes a value secret, with all that comes of it.
func ToSecret(input any) Output {
	output := ToOutput(input)
	state := *output.getState()
	state.expression = state.expression.WithSecret(true)
	return outputOf(reflect.TypeOf(output), &state)
}

// ToSecretWithContext is ToSecret.
func ToSecretWithContext(_ context.Context, input any) Output { return ToSecret(input) }

// Unsecret gives the output unchanged: in a component a secret never becomes plain again.
func Unsecret(input Output) Output { return input }

// UnsecretWithContext is Unsecret.
func UnsecretWithContext(_ context.Context, input Output) Output { return input }

// IsSecret says whether the component itself made the output secret. It does not know which values of others are secret.
func IsSecret(o Output) bool { return o.getState().expression.Secret() }

// Sprintf formats values that may be unknown until later.
func Sprintf(format string, args ...any) StringOutput {
	return All(args...).ApplyT(func(values []any) string { return fmt.Sprintf(format, values...) }).(StringOutput)
}

// JSONMarshal writes a value, in which outputs may be, as JSON.
func JSONMarshal(v any) StringOutput { return JSONMarshalWithContext(nil, v) }

// JSONMarshalWithContext is JSONMarshal.
func JSONMarshalWithContext(_ context.Context, v any) StringOutput {
	return as[AnyOutput](v).ApplyT(func(value any) (string, error) {
		text, err := json.Marshal(value)
		return string(text), err
	}).(StringOutput)
}

// JSONUnmarshal reads JSON.
func JSONUnmarshal(data StringInput) AnyOutput { return JSONUnmarshalWithContext(nil, data) }

// JSONUnmarshalWithContext is JSONUnmarshal.
func JSONUnmarshalWithContext(_ context.Context, data StringInput) AnyOutput {
	return as[AnyOutput](data.ToStringOutput().ApplyT(func(text string) (any, error) {
		var value any
		err := json.Unmarshal([]byte(text), &value)
		return value, err
	}))
}

// BoolRef makes a pointer.
func BoolRef(v bool) *bool { return &v }

// Float64Ref makes a pointer.
func Float64Ref(v float64) *float64 { return &v }

// IntRef makes a pointer.
func IntRef(v int) *int { return &v }

// StringRef makes a pointer.
func StringRef(v string) *string { return &v }
