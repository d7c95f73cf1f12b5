package infer

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"
	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm/host"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/internal/call"
	"github.com/pulumi/pulumi-go-provider/internal/schemajson"
)

// receiver is the argument of a method that has the resource.
const receiver = "__self__"

// result is the name of a single result.
const result = "result"

// methodsOf gives the methods of a component, from the value with Construct or from the type of outputs.
func methodsOf(values ...any) []wasm.ComponentMethod {
	for _, value := range values {
		if with, ok := value.(wasm.HasMethods); ok {
			return with.Methods()
		}
	}
	return nil
}

func (component *component[I, O]) methods() []wasm.ComponentMethod { return component.callable }

// callMethod calls a method of a resource.
func (component *component[I, O]) callMethod(ctx context.Context, req p.CallRequest, name string) (p.CallResponse, error) {
	at := slices.IndexFunc(component.callable, func(method wasm.ComponentMethod) bool { return method.Name == name })
	if at < 0 {
		return p.CallResponse{}, wasm.Unsupported("`%s` is not a method of this package", req.Tok)
	}
	method := component.callable[at]
	self, ok := reflect.New(method.Self).Interface().(pulumi.Resource)
	if !ok {
		return p.CallResponse{}, fmt.Errorf("`%s` takes %s, which is not a resource", req.Tok, method.Self)
	}
	making, err := begin(ctx)
	if err != nil {
		return p.CallResponse{}, err
	}
	current := call.From(ctx)
	if err := pulumi.Receiver(self, current.Token, current.Name, req.Args.Get(receiver)); err != nil {
		return p.CallResponse{}, err
	}
	args := reflect.New(method.Inputs)
	if err := arguments(req.Args.Delete(receiver), args.Interface()); err != nil {
		return p.CallResponse{}, err
	}
	results := method.Call.Call([]reflect.Value{reflect.ValueOf(making), reflect.ValueOf(self), args.Elem()})
	if err, _ := results[1].Interface().(error); err != nil {
		return p.CallResponse{}, err
	}
	if single, ok := results[0].Interface().(pulumi.Output); ok {
		value, err := pulumi.Result(single)
		return p.CallResponse{Return: property.NewMap(map[string]property.Value{result: value})}, err
	}
	made, err := pulumi.Results(results[0].Interface())
	return p.CallResponse{Return: made}, err
}

// begin begins a construction or a call of a method.
func begin(ctx context.Context) (*pulumi.Context, error) {
	current, about := call.From(ctx), host.From(ctx)
	return pulumi.Begin(ctx, pulumi.Call{
		Package: current.Package,
		Project: about.Project, Stack: about.Stack, IsPreview: about.IsPreview, Config: current.Config, Log: current.Show,
	})
}

// arguments fills a struct with the inputs of the host. A plain input that is not known is the program's mistake.
func arguments(inputs property.Map, into any) error {
	err := pulumi.Arguments(inputs, into)
	var unknown *pulumi.ArgumentError
	if errors.As(err, &unknown) {
		return wasm.Invalid(wasm.Failure{Property: unknown.Property, Reason: unknown.Reason})
	}
	return err
}

// methodOf gives the component and the name of the method with a token.
func (served *served) methodOf(token string) (InferredComponent, string) {
	owner, name, _ := strings.Cut(token, "/")
	return served.components[unpackaged(tokens.Type(owner))], name
}

// addMethods adds to the schema the methods of all components: their names to the resources, and their types to the functions.
func (types *typesOf) addMethods(pkg string, components map[string]InferredComponent, resources, functions map[string]any) error {
	for token, component := range components {
		token = renaming(pkg, nil)(token)
		names := map[string]any{}
		for _, method := range component.methods() {
			full := token + "/" + method.Name
			spec, err := types.method(method, token)
			if err != nil {
				return fmt.Errorf("%s: %w", full, err)
			}
			names[method.Name], functions[full] = full, spec
		}
		if len(names) > 0 {
			resources[token] = append(resources[token].(schemajson.Object), schemajson.Member{Key: "methods", Value: names})
		}
	}
	return nil
}

func (types *typesOf) method(method wasm.ComponentMethod, owner string) (schemajson.Object, error) {
	types.marksPlain = true
	properties, required, err := types.object(method.Inputs)
	types.marksPlain = false
	if err != nil {
		return nil, err
	}
	all := map[string]any{receiver: schemajson.Object{{Key: "$ref", Value: "#/resources/" + owner}}}
	maps.Copy(all, properties)
	var spec schemajson.Object
	spec.Put("description", method.Description)
	spec.Set("inputs", schemajson.Object{
		{Key: "properties", Value: all}, {Key: "type", Value: "object"}, {Key: "required", Value: append(required, receiver)},
	})
	outputs, required, err := types.results(method.Outputs)
	if err != nil {
		return nil, err
	}
	var object schemajson.Object
	object.Put("properties", outputs)
	object.Set("type", "object")
	object.Put("required", required)
	spec.Set("outputs", object)
	spec.Put("deprecationMessage", method.Deprecation)
	return spec, nil
}

// results gives the results of a method.
func (types *typesOf) results(typ reflect.Type) (map[string]any, []string, error) {
	if isInput(typ) {
		spec, err := types.typeSpec(typ)
		return map[string]any{result: spec}, []string{result}, err
	}
	return types.object(typ)
}
