package pulumi

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/graph"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

// ResourceTransform changes a resource before the engine makes it. It declares nothing, and may run more than once for a resource. Nil
// leaves the resource as it is.
type ResourceTransform func(context.Context, *ResourceTransformArgs) *ResourceTransformResult

// ResourceTransformArgs describe a resource before the engine makes it.
type ResourceTransformArgs struct {
	// Custom says whether a provider makes the resource.
	Custom     bool
	Type, Name string
	// Props are the inputs. Plain values are a Bool, Float64, String, Array or Map; all others are outputs.
	Props Map
	Opts  ResourceOptions
}

// ResourceTransformResult has the new inputs and options.
type ResourceTransformResult struct {
	Props Map
	Opts  ResourceOptions
}

// ResourceTransformationArgs describe a resource that is declared.
type ResourceTransformationArgs struct {
	Resource   Resource
	Type, Name string
	Props      Input
	Opts       []ResourceOption
}

// ResourceTransformationResult has the new inputs and options.
type ResourceTransformationResult struct {
	Props Input
	Opts  []ResourceOption
}

// ResourceTransformation changes a resource when it is declared. Nil leaves the resource as it is.
type ResourceTransformation func(*ResourceTransformationArgs) *ResourceTransformationResult

// keepTransform gives the number of a transform for the host.
func keepTransform(transform ResourceTransform) uint32 {
	at := position()
	session := graph.Running()
	return session.Keep(func(told property.Value) (property.Value, error) {
		resource := told.AsMap()
		told = resource.Get("options")
		opts, flags := optionsFrom(told.AsMap())
		args := &ResourceTransformArgs{
			Custom: resource.Get("custom").IsBool() && resource.Get("custom").AsBool(),
			Type:   resource.Get("type").AsString(),
			Name:   resource.Get("name").AsString(),
			Props:  mapOf(resource.Get("properties").AsMap()),
			Opts:   opts,
		}
		result, err := changed(transform, session.Context, args)
		if err != nil {
			return property.Value{}, fmt.Errorf("the transform at %s: %w", at, err)
		}
		if result == nil {
			return property.Value{}, nil
		}
		properties, err := expressedMap(result.Props)
		if err != nil {
			return property.Value{}, fmt.Errorf("the result of the transform at %s: %w", at, err)
		}
		options, err := optionsInto(told.AsMap(), result.Opts, flags, args.Custom, args.Type)
		if err != nil {
			return property.Value{}, fmt.Errorf("the result of the transform at %s: %w", at, err)
		}
		return property.New(map[string]property.Value{
			"properties": property.New(properties), "options": property.New(options),
		}), nil
	})
}

// changed runs a transform. It can fail only by a panic with an error.
func changed(transform ResourceTransform, ctx context.Context, args *ResourceTransformArgs) (result *ResourceTransformResult, err error) {
	defer func() {
		value := recover()
		if value == nil {
			return
		}
		var isError bool
		if err, isError = value.(error); !isError || isOfRuntime(err) {
			panic(value)
		}
	}()
	return transform(ctx, args), nil
}

// isOfRuntime says whether an error is a mistake that Go's runtime found, such as a nil pointer.
func isOfRuntime(err error) bool {
	_, is := err.(runtime.Error)
	return is
}

// mapOf gives properties as inputs.
func mapOf(of property.Map) Map {
	made := Map{}
	for name, value := range of.All {
		made[name] = inputFrom(value)
	}
	return made
}

// inputFrom gives a value as an input.
func inputFrom(value property.Value) Input {
	if _, _, isNode := graph.NodeOf(value); isNode {
		return nodeOutput(typeOf[AnyOutput](), value).(AnyOutput)
	}
	if !value.Secret() {
		switch {
		case value.IsBool():
			return Bool(value.AsBool())
		case value.IsNumber():
			return Float64(value.AsNumber())
		case value.IsString():
			return String(value.AsString())
		case value.IsArray():
			made := Array{}
			for _, element := range value.AsArray().All {
				made = append(made, inputFrom(element))
			}
			return made
		case value.IsMap():
			return mapOf(value.AsMap())
		}
	}
	return nodeOutput(typeOf[AnyOutput](), value).(AnyOutput)
}

// cameResource is a resource in an option that came from the host.
type cameResource struct{ ProviderResourceState }

func cameFrom(reference property.Value, pkg string) *cameResource {
	made := &cameResource{}
	made.reference, made.session, made.token = reference, graph.Running(), providerPrefix+pkg
	made.urn = nodeOutput(typeOf[URNOutput](), reference).(URNOutput)
	return made
}

// optionsFrom reads the options of a resource that the host describes, and which of its flags are set.
func optionsFrom(told property.Map) (ResourceOptions, map[string]bool) {
	var made ResourceOptions
	flags := map[string]bool{}
	flag := func(name string, into *bool) {
		if value := told.Get(name); value.IsBool() {
			*into, flags[name] = value.AsBool(), true
		}
	}
	texts := func(name string, into *[]string) {
		if value := told.Get(name); value.IsArray() {
			for _, element := range value.AsArray().All {
				if element.IsString() {
					*into = append(*into, element.AsString())
				}
			}
		}
	}
	resources := func(name string, into *[]Resource) {
		value := told.Get(name)
		if value.IsArray() {
			for _, element := range value.AsArray().All {
				*into = append(*into, cameFrom(element, ""))
			}
		}
	}
	flag("protect", &made.Protect)
	flag("retainOnDelete", &made.RetainOnDelete)
	flag("deleteBeforeReplace", &made.DeleteBeforeReplace)
	texts("ignoreChanges", &made.IgnoreChanges)
	texts("replaceOnChanges", &made.ReplaceOnChanges)
	texts("additionalSecretOutputs", &made.AdditionalSecretOutputs)
	texts("hideDiffs", &made.HideDiffs)
	resources("dependsOn", &made.DependsOn)
	resources("replaceWith", &made.ReplaceWith)
	if value := told.Get("deletedWith"); !value.IsNull() {
		made.DeletedWith = cameFrom(value, "")
	}
	if value := told.Get("provider"); !value.IsNull() {
		made.Provider = cameFrom(value, "")
	}
	if value := told.Get("providers"); value.IsMap() {
		for pkg, provider := range value.AsMap().AllStable {
			made.Providers = append(made.Providers, cameFrom(provider, pkg))
		}
	}
	if value := told.Get("import"); !value.IsNull() {
		made.Import = as[IDOutput](inputFrom(value))
	}
	if value := told.Get("replacementTrigger"); !value.IsNull() {
		made.ReplacementTrigger = inputFrom(value)
	}
	if value := told.Get("customTimeouts"); value.IsMap() {
		text := func(name string) string {
			if value := value.AsMap().Get(name); value.IsString() {
				return value.AsString()
			}
			return ""
		}
		made.CustomTimeouts = &CustomTimeouts{text("create"), text("update"), text("delete"), text("read")}
	}
	if value := told.Get("aliases"); value.IsArray() {
		for _, element := range value.AsArray().All {
			made.Aliases = append(made.Aliases, aliasFrom(element))
		}
	}
	return made, flags
}

func aliasFrom(value property.Value) Alias {
	if _, _, isNode := graph.NodeOf(value); isNode || !value.IsMap() {
		return Alias{URN: as[URNOutput](inputFrom(value))}
	}
	var made Alias
	text := func(name string, into *StringInput) {
		if value := value.AsMap().Get(name); !value.IsNull() {
			*into = as[StringOutput](inputFrom(value))
		}
	}
	text("name", &made.Name)
	text("type", &made.Type)
	text("stack", &made.Stack)
	text("project", &made.Project)
	if value := value.AsMap().Get("parentUrn"); !value.IsNull() {
		made.ParentURN = as[URNOutput](inputFrom(value))
	}
	if value := value.AsMap().Get("noParent"); !value.IsNull() {
		made.NoParent = as[BoolOutput](inputFrom(value))
	}
	return made
}

// changeable are the options that a transform can change.
var changeable = []string{
	"protect", "retainOnDelete", "deleteBeforeReplace", "ignoreChanges", "replaceOnChanges", "additionalSecretOutputs", "hideDiffs",
	"dependsOn", "replaceWith", "deletedWith", "provider", "providers", "import", "replacementTrigger", "customTimeouts", "aliases",
}

// optionsInto gives the options that the host described, with the changes of a transform. Options that this package does not know stay.
func optionsInto(told property.Map, changed ResourceOptions, flags map[string]bool, isCustom bool, token string) (property.Map, error) {
	kind := graph.Group
	if isCustom {
		kind = graph.Custom
	}
	changed.Parent, changed.Transforms, changed.Hooks = nil, nil, nil
	provider := changed.Provider
	if _, came := provider.(*cameResource); came {
		changed.Provider = nil
	}
	own := &options{ResourceOptions: changed, set: flags}
	written, err := own.written(kind, token, &cameResource{})
	if err != nil {
		return property.Map{}, err
	}
	members := maps.Collect(told.All)
	for _, name := range changeable {
		if value, ok := written.GetOk(name); ok {
			members[name] = value
		} else {
			delete(members, name)
		}
	}
	if came, ok := provider.(*cameResource); ok {
		members["provider"] = came.reference
	}
	for _, name := range slices.Collect(maps.Keys(members)) {
		if name == "transforms" || name == "parent" {
			delete(members, name)
		}
	}
	return property.NewMap(members), nil
}
