package infer

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/internal/call"
	"github.com/pulumi/pulumi-go-provider/internal/schemajson"
	"github.com/pulumi/pulumi-go-provider/middleware/schema"
)

// Options are the parts of a provider.
type Options struct {
	schema.Metadata

	Resources  []InferredResource
	Components []InferredComponent
	Functions  []InferredFunction
	Config     InferredConfig
	// ModuleMap gives other names to modules.
	ModuleMap map[tokens.ModuleName]tokens.ModuleName

	wrapped *p.Provider
}

// Provider makes a provider of its parts.
func Provider(opts Options) p.Provider { return provider(&opts) }

// Wrap makes a provider of its parts that leaves all other calls to another provider.
func Wrap(inner p.Provider, opts Options) p.Provider {
	opts.wrapped = &inner
	return provider(&opts)
}

// served is a provider with its tokens.
type served struct {
	*Options
	inner     p.Provider
	resources map[string]InferredResource
	functions map[string]InferredFunction
	// Components by their tokens.
	components map[string]InferredComponent
	err        error
	// The structs that properties have, by token, once the schema has been made.
	structs map[string]reflect.Type
}

func provider(opts *Options) p.Provider {
	served := &served{Options: opts, resources: map[string]InferredResource{}, functions: map[string]InferredFunction{}, components: map[string]InferredComponent{}}
	if opts.wrapped != nil {
		served.inner = *opts.wrapped
	}
	served.inner = served.inner.WithDefaults()
	rename := renaming("pkg", opts.ModuleMap)
	for _, resource := range opts.Resources {
		token, err := resource.GetToken()
		served.err = errors.Join(served.err, err)
		served.resources[rename(string(token))] = resource
	}
	for _, function := range opts.Functions {
		token, err := function.GetToken()
		served.err = errors.Join(served.err, err)
		served.functions[rename(string(token))] = function
	}
	for _, component := range opts.Components {
		token, err := component.GetToken()
		served.err = errors.Join(served.err, err)
		served.components[rename(string(token))] = component
	}
	made := served.inner
	made.GetSchema = served.getSchema
	made.Check = forResource(served, served.inner.Check, func(req p.CheckRequest) tokens.Type { return req.Urn.Type() }, InferredResource.check)
	made.Diff = forResource(served, served.inner.Diff, func(req p.DiffRequest) tokens.Type { return req.Urn.Type() }, InferredResource.diff)
	made.Create = forResource(served, served.inner.Create, func(req p.CreateRequest) tokens.Type { return req.Urn.Type() }, InferredResource.create)
	made.Read = forResource(served, served.inner.Read, func(req p.ReadRequest) tokens.Type { return req.Urn.Type() }, InferredResource.read)
	made.Update = forResource(served, served.inner.Update, func(req p.UpdateRequest) tokens.Type { return req.Urn.Type() }, InferredResource.update)
	made.Delete = func(ctx context.Context, req p.DeleteRequest) error {
		if resource, ok := served.resources[unpackaged(req.Urn.Type())]; ok {
			return resource.delete(served.with(ctx), req)
		}
		return served.inner.Delete(served.with(ctx), req)
	}
	made.Invoke = func(ctx context.Context, req p.InvokeRequest) (p.InvokeResponse, error) {
		if function, ok := served.functions[unpackaged(req.Token)]; ok {
			return function.invoke(served.with(ctx), req)
		}
		return served.inner.Invoke(served.with(ctx), req)
	}
	made.Construct = func(ctx context.Context, req p.ConstructRequest) (p.ConstructResponse, error) {
		if component, ok := served.components[unpackaged(req.Urn.Type())]; ok {
			return component.construct(served.with(ctx), req)
		}
		return served.inner.Construct(served.with(ctx), req)
	}
	made.Call = func(ctx context.Context, req p.CallRequest) (p.CallResponse, error) {
		if component, name := served.methodOf(string(req.Tok)); component != nil {
			return component.callMethod(served.with(ctx), req, name)
		}
		return served.inner.Call(served.with(ctx), req)
	}
	if opts.Config != nil {
		made.CheckConfig = opts.Config.check
		made.DiffConfig = opts.Config.diff
		made.Configure = func(ctx context.Context, req p.ConfigureRequest) error {
			err := opts.Config.configure(served.with(ctx), req)
			if err == nil && opts.wrapped != nil {
				err = served.inner.Configure(served.with(ctx), req)
			}
			return err
		}
	}
	made.Inferred = served.inferred()
	made.Inferred.Originals = made.HookFunctions()
	if opts.Config != nil {
		made.Inferred.OriginalConfiguration = made.ConfigurationFunctions()
	}
	return made
}

// unpackaged gives a token with the package `pkg`.
func unpackaged(token tokens.Type) string { return renaming("pkg", nil)(string(token)) }

func (served *served) with(ctx context.Context) context.Context {
	if served.Config == nil {
		return ctx
	}
	return context.WithValue(ctx, configKey{}, served.Config.pointer())
}

func forResource[I, O any](served *served, inner func(context.Context, I) (O, error), token func(I) tokens.Type, ours func(InferredResource, context.Context, I) (O, error)) func(context.Context, I) (O, error) {
	return func(ctx context.Context, req I) (O, error) {
		if resource, ok := served.resources[unpackaged(token(req))]; ok {
			return ours(resource, served.with(ctx), req)
		}
		return inner(served.with(ctx), req)
	}
}

func (served *served) inferred() *call.Inferred {
	return &call.Inferred{
		Hooks: func(pkg string) map[string][]string {
			hooks := map[string][]string{}
			for token, resource := range served.resources {
				hooks[renaming(pkg, nil)(token)] = resource.hooks()
			}
			return hooks
		},
		Dependencies: func(pkg string) (map[string]map[string][]string, error) {
			all := map[string]map[string][]string{}
			for token, resource := range served.resources {
				wired, err := resource.wiring()
				if err != nil {
					return nil, err
				}
				if dependencies := wired.dependencies(); dependencies != nil {
					all[renaming(pkg, nil)(token)] = dependencies
				}
			}
			return all, nil
		},
		Outputs: func(token string) []string {
			component, method := served.methodOf(token)
			if component == nil {
				return nil
			}
			return component.outputs(method)
		},
		Functions: func(pkg string) []string {
			var names []string
			for token := range served.functions {
				names = append(names, renaming(pkg, nil)(token))
			}
			slices.Sort(names)
			return names
		},
		Configures:   served.Config != nil,
		ChecksConfig: served.Config != nil && served.Config.checks(),
		Further:      served.further(),
	}
}

func (served *served) getSchema(ctx context.Context, req p.GetSchemaRequest) (p.GetSchemaResponse, error) {
	if served.err != nil {
		return p.GetSchemaResponse{}, served.err
	}
	spec, err := schema.Described(ctx, served.Metadata)
	if err != nil {
		return p.GetSchemaResponse{}, err
	}
	info := p.GetRunInfo(ctx)
	types := &typesOf{rename: renaming(info.PackageName, served.ModuleMap), specs: map[string]any{}, structs: map[string]reflect.Type{}}
	served.structs = types.structs
	resources, err := specsOf(info.PackageName, served.resources, func(resource InferredResource) (schemajson.Object, error) {
		spec, err := types.resource(resource)
		if err != nil {
			return nil, err
		}
		err = types.putFurther(&spec, resource)
		return spec, err
	})
	if err != nil {
		return p.GetSchemaResponse{}, err
	}
	components, err := specsOf(info.PackageName, served.components, types.component)
	if err != nil {
		return p.GetSchemaResponse{}, err
	}
	maps.Copy(resources, components)
	functions, err := specsOf(info.PackageName, served.functions, types.function)
	if err != nil {
		return p.GetSchemaResponse{}, err
	}
	if err := types.addMethods(info.PackageName, served.components, resources, functions); err != nil {
		return p.GetSchemaResponse{}, err
	}
	var configuration, config schemajson.Object
	if served.Config != nil {
		if configuration, config, err = types.configuration(served.Config); err != nil {
			return p.GetSchemaResponse{}, err
		}
	}
	spec.Set("config", config)
	if config == nil {
		spec[len(spec)-1].Value = map[string]any{}
	}
	spec.Put("types", types.specs)
	if served.Config != nil {
		spec.Set("provider", configuration)
	}
	spec.Put("resources", resources)
	spec.Put("functions", functions)
	return schema.Merged(ctx, req, spec, served.inner.GetSchema)
}

// specsOf gives the specifications of resources or functions by their tokens.
//
// It fails with all mistakes of the types, each with the place of a method.
func specsOf[T interface {
	types() (controller, inputs, outputs reflect.Type)
}](pkg string, all map[string]T, spec func(T) (schemajson.Object, error)) (map[string]any, error) {
	specs := map[string]any{}
	var mistakes error
	for _, token := range slices.Sorted(maps.Keys(all)) {
		name := renaming(pkg, nil)(token)
		made, err := spec(all[token])
		if err != nil {
			controller, _, _ := all[token].types()
			if place := placeOf(controller); place != "" {
				name += " (" + place + ")"
			}
			mistakes = errors.Join(mistakes, fmt.Errorf("%s: %w", name, err))
			continue
		}
		specs[name] = made
	}
	return specs, mistakes
}

// configuration gives the schema of the provider as a resource, and its configuration.
func (types *typesOf) configuration(of InferredConfig) (provider, config schemajson.Object, err error) {
	properties, required, err := types.object(of.typ())
	if err != nil {
		return nil, nil, err
	}
	provider.Put("description", annotationsOf(of.typ()).description)
	provider.Put("properties", properties)
	provider.Put("required", required)
	provider.Put("inputProperties", properties)
	provider.Put("requiredInputs", required)
	config.Put("variables", properties)
	config.Put("defaults", required)
	return provider, config, nil
}

func (types *typesOf) component(component InferredComponent) (schemajson.Object, error) {
	types.marksPlain = true
	spec, err := types.resource(component)
	types.marksPlain = false
	spec.Put("isComponent", true)
	return spec, err
}

func (types *typesOf) resource(resource interface {
	types() (controller, inputs, state reflect.Type)
},
) (schemajson.Object, error) {
	controller, inputs, state := resource.types()
	for _, typ := range []reflect.Type{inputs, state} {
		if err := checkReserved(typ); err != nil {
			return nil, err
		}
	}
	notes := annotationsOf(controller)
	properties, required, err := types.object(state)
	if err != nil {
		return nil, err
	}
	inputProperties, requiredInputs, err := types.object(inputs)
	if err != nil {
		return nil, err
	}
	var spec schemajson.Object
	spec.Put("description", notes.description)
	spec.Put("properties", properties)
	spec.Put("required", required)
	spec.Put("inputProperties", inputProperties)
	spec.Put("requiredInputs", requiredInputs)
	var aliases []any
	for _, token := range notes.aliases {
		aliases = append(aliases, schemajson.Object{{Key: "type", Value: types.rename(token)}})
	}
	spec.Put("aliases", aliases)
	spec.Put("deprecationMessage", notes.deprecation)
	return spec, nil
}

func (types *typesOf) function(function InferredFunction) (schemajson.Object, error) {
	controller, arguments, results := function.types()
	var spec schemajson.Object
	notes := annotationsOf(controller)
	spec.Put("description", notes.description)
	for _, side := range []struct {
		key string
		typ reflect.Type
	}{{"inputs", arguments}, {"outputs", results}} {
		properties, required, err := types.object(side.typ)
		if err != nil {
			return nil, err
		}
		var object schemajson.Object
		object.Put("description", annotationsOf(side.typ).description)
		object.Put("properties", properties)
		object.Set("type", "object")
		object.Put("required", required)
		spec.Set(side.key, object)
	}
	spec.Put("deprecationMessage", notes.deprecation)
	err := types.putTraits(&spec, function)
	return spec, err
}
