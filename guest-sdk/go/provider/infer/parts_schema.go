package infer

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"

	pschema "github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"

	"github.com/pulumi/pulumi-go-provider/internal/schemajson"
	"github.com/pulumi/pulumi-go-provider/middleware/schema"
)

// partSchema gives the schema of a part of a provider, as schema.Wrap takes it.
func partSchema[S any](register schema.RegisterDerivativeType, describe func(*typesOf) (schemajson.Object, error)) (S, error) {
	types := &typesOf{rename: renaming("pkg", nil), specs: map[string]any{}, structs: map[string]reflect.Type{}}
	var made S
	spec, err := describe(types)
	if err != nil {
		return made, err
	}
	for _, token := range slices.Sorted(maps.Keys(types.specs)) {
		var derived pschema.ComplexTypeSpec
		if err := json.Unmarshal(schemajson.Append(nil, types.specs[token]), &derived); err != nil {
			return made, err
		}
		register(tokens.Type(token), derived)
	}
	return made, json.Unmarshal(schemajson.Append(nil, spec), &made)
}

func (resource *resourceController[R, I, O]) GetSchema(register schema.RegisterDerivativeType) (pschema.ResourceSpec, error) {
	return partSchema[pschema.ResourceSpec](register, func(types *typesOf) (schemajson.Object, error) { return types.resource(resource) })
}

func (component *component[I, O]) GetSchema(register schema.RegisterDerivativeType) (pschema.ResourceSpec, error) {
	return partSchema[pschema.ResourceSpec](register, func(types *typesOf) (schemajson.Object, error) { return types.component(component) })
}

func (function *functionController[F, I, O]) GetSchema(register schema.RegisterDerivativeType) (pschema.FunctionSpec, error) {
	return partSchema[pschema.FunctionSpec](register, func(types *typesOf) (schemajson.Object, error) { return types.function(function) })
}

// GetToken gives the token of a provider, with the package `pkg`.
func (*configController[T]) GetToken() (tokens.Type, error) { return "pulumi:providers:pkg", nil }

func (config *configController[T]) GetSchema(register schema.RegisterDerivativeType) (pschema.ResourceSpec, error) {
	return partSchema[pschema.ResourceSpec](register, func(types *typesOf) (schemajson.Object, error) {
		spec, _, err := types.configuration(config)
		return spec, err
	})
}
