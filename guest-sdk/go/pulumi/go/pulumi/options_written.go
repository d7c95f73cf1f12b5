package pulumi

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/graph"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

// Alias is an earlier name, type or place of a resource. Parts that are not given are the present ones.
type Alias struct {
	// URN is the whole identity. The others do not count then.
	URN        URNInput
	Name, Type StringInput
	Parent     Resource
	ParentURN  URNInput
	NoParent   BoolInput
	Stack      StringInput
	Project    StringInput
}

// written gives the alias as the host reads it.
func (alias Alias) written() (property.Value, error) {
	if alias.URN != nil {
		return expressed(alias.URN)
	}
	members := map[string]any{
		"name": alias.Name, "type": alias.Type, "parentUrn": alias.ParentURN, "noParent": alias.NoParent, "stack": alias.Stack,
		"project": alias.Project,
	}
	if alias.Parent != nil {
		members["parentUrn"] = alias.Parent.URN()
	}
	return expressed(members)
}

// writing collects options as the host reads them.
type writing struct {
	members map[string]property.Value
	err     error
}

func (writing *writing) put(name string, value any) {
	made, err := expressed(value)
	if err != nil {
		writing.err = errors.Join(writing.err, fmt.Errorf("the option `%s` %w", name, err))
	}
	if !made.IsNull() {
		writing.members[name] = made
	}
}

func (writing *writing) flag(name string, value, isSet bool) {
	if value || isSet {
		writing.members[name] = property.New(value)
	}
}

func (writing *writing) list(name string, values []string) {
	if len(values) > 0 {
		writing.put(name, values)
	}
}

func (writing *writing) resource(name string, resource Resource) {
	if resource != nil {
		writing.put(name, resource)
	}
}

func (writing *writing) resources(name string, resources []Resource, inputs []ResourceArrayInput) {
	var all []property.Value
	for _, resource := range resources {
		if resource == nil {
			continue
		}
		made, err := referenceTo(resource)
		if err != nil {
			writing.err = errors.Join(writing.err, fmt.Errorf("the option `%s` %w", name, err))
		}
		all = append(all, made)
	}
	for _, input := range inputs {
		made, err := expressed(input)
		if err != nil {
			writing.err = errors.Join(writing.err, fmt.Errorf("the option `%s` %w", name, err))
		}
		if made.IsArray() {
			all = append(all, made.AsArray().AsSlice()...)
		} else {
			all = append(all, made)
		}
	}
	if len(all) > 0 {
		writing.members[name] = property.New(all)
	}
}

// written gives the options of a resource. The package is of its type.
func (options *options) written(kind graph.Kind, token string, resource Resource) (property.Map, error) {
	writing := &writing{members: map[string]property.Value{}}
	options.writeShared(writing, token, kind == graph.Custom)
	writing.flag("protect", options.Protect, options.set["protect"])
	writing.flag("retainOnDelete", options.RetainOnDelete, options.set["retainOnDelete"])
	writing.flag("deleteBeforeReplace", options.DeleteBeforeReplace, options.set["deleteBeforeReplace"])
	writing.resource("deletedWith", options.DeletedWith)
	writing.resources("replaceWith", options.ReplaceWith, nil)
	if options.ReplacementTrigger != nil {
		writing.put("replacementTrigger", options.ReplacementTrigger)
	}
	writing.list("ignoreChanges", options.IgnoreChanges)
	writing.list("replaceOnChanges", options.ReplaceOnChanges)
	writing.list("additionalSecretOutputs", options.AdditionalSecretOutputs)
	writing.list("hideDiffs", options.HideDiffs)
	if timeouts := options.CustomTimeouts; timeouts != nil {
		made := map[string]string{"create": timeouts.Create, "update": timeouts.Update, "delete": timeouts.Delete, "read": timeouts.Read}
		for operation, time := range made {
			if time == "" {
				delete(made, operation)
			}
		}
		writing.put("customTimeouts", made)
	}
	if options.Import != nil {
		writing.put("import", options.Import)
	}
	var aliases []property.Value
	for _, alias := range options.Aliases {
		made, err := alias.written()
		writing.err = errors.Join(writing.err, err)
		aliases = append(aliases, made)
	}
	if len(aliases) > 0 {
		writing.members["aliases"] = property.New(aliases)
	}
	numbers := []uint32{}
	for _, transform := range options.Transforms {
		numbers = append(numbers, keepTransform(transform))
	}
	resource.state().transforms = numbers
	if parent := options.Parent; parent == nil || parent.state().isSelf {
		// The host has made the component: its transforms are for its children.
		numbers = append(append([]uint32{}, numbers...), selfOf(parent).transforms...)
	}
	if len(numbers) > 0 {
		writing.put("transforms", numbers)
	}
	if options.Hooks != nil {
		hooks, err := options.Hooks.written()
		writing.err = errors.Join(writing.err, err)
		if len(hooks) > 0 {
			writing.put("hooks", hooks)
		}
	}
	return property.NewMap(writing.members), writing.err
}

// writtenForLookUp gives the options of a look-up.
func (options *options) writtenForLookUp(token string) (property.Map, error) {
	writing := &writing{members: map[string]property.Value{}}
	options.writeShared(writing, token, true)
	return property.NewMap(writing.members), writing.err
}

// writeShared writes the options that resources and look-ups have.
func (options *options) writeShared(writing *writing, token string, isCustom bool) {
	if parent := options.Parent; parent != nil && !parent.state().isSelf {
		writing.resource("parent", parent)
	}
	writing.resources("dependsOn", options.DependsOn, options.DependsOnInputs)
	pkg, _, _ := strings.Cut(token, ":")
	providers := map[string]ProviderResource{}
	all := options.Providers
	if options.Provider != nil {
		all = append([]ProviderResource{options.Provider}, all...)
	}
	for _, provider := range all {
		if provider == nil {
			continue
		}
		if isCustom && provider.getPackage() == pkg {
			writing.resource("provider", provider)
		} else if !isCustom {
			providers[provider.getPackage()] = provider
		}
	}
	if len(providers) > 0 {
		writing.put("providers", providers)
	}
}
