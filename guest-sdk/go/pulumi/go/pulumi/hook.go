package pulumi

import (
	"errors"
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/pulumi/pulumi/sdk/v3/go/graph"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

// ResourceHookArgs describe a resource before or after the engine creates or updates it. Secrets are open. A value that the operation does
// not have is empty.
type ResourceHookArgs struct {
	URN        URN
	ID         ID
	Name       string
	Type       tokens.Type
	NewInputs  resource.PropertyMap
	OldInputs  resource.PropertyMap
	NewOutputs resource.PropertyMap
	OldOutputs resource.PropertyMap
}

// ResourceHookFunction runs before or after a resource is created or updated. It declares nothing.
type ResourceHookFunction func(args *ResourceHookArgs) error

// ResourceHookOptions are the options of a hook.
type ResourceHookOptions struct {
	// OnDryRun asks to run the hook in previews. A component's hooks never run there.
	OnDryRun bool
}

// ResourceHook is a hook for ResourceHookBinding.
type ResourceHook struct {
	Name     string
	Callback ResourceHookFunction

	at string
}

// ErrorHook would run after a failure. Components cannot have such hooks.
type ErrorHook struct{ Name string }

// ResourceHookBinding has the hooks of a resource by their moments.
type ResourceHookBinding struct {
	BeforeCreate, AfterCreate []*ResourceHook
	BeforeUpdate, AfterUpdate []*ResourceHook
	// Components cannot have these: a resource may be deleted in a deployment without the component.
	BeforeDelete, AfterDelete []*ResourceHook
	OnError                   []*ErrorHook
}

// RegisterResourceHook makes a hook.
func (ctx *Context) RegisterResourceHook(name string, callback ResourceHookFunction, opts *ResourceHookOptions) (*ResourceHook, error) {
	at := position()
	if opts != nil && opts.OnDryRun {
		return nil, fmt.Errorf("the hook `%s` at %s asks for previews, in which hooks of components do not run: leave out `OnDryRun`", name, at)
	}
	return &ResourceHook{Name: name, Callback: callback, at: at}, nil
}

// written gives the numbers of the hooks by their moments.
func (hooks *ResourceHookBinding) written() (map[string][]uint32, error) {
	if len(hooks.BeforeDelete)+len(hooks.AfterDelete)+len(hooks.OnError) > 0 {
		return nil, errors.New("a component cannot have hooks of deletes and errors: its hooks run in its construction alone")
	}
	made := map[string][]uint32{}
	for event, functions := range map[string][]*ResourceHook{
		"beforeCreate": hooks.BeforeCreate, "afterCreate": hooks.AfterCreate, "beforeUpdate": hooks.BeforeUpdate, "afterUpdate": hooks.AfterUpdate,
	} {
		for _, hook := range functions {
			made[event] = append(made[event], keepHook(hook))
		}
	}
	return made, nil
}

func keepHook(hook *ResourceHook) uint32 {
	return graph.Running().Keep(func(told property.Value) (property.Value, error) {
		resource := told.AsMap()
		text := func(name string) string {
			if value := resource.Get(name); value.IsString() {
				return value.AsString()
			}
			return ""
		}
		err := hook.Callback(&ResourceHookArgs{
			URN: URN(text("urn")), ID: ID(text("id")), Name: text("name"), Type: tokens.Type(text("type")),
			NewInputs: propertiesOf(resource.Get("newInputs")), OldInputs: propertiesOf(resource.Get("oldInputs")),
			NewOutputs: propertiesOf(resource.Get("newOutputs")), OldOutputs: propertiesOf(resource.Get("oldOutputs")),
		})
		if err != nil {
			err = fmt.Errorf("the hook at %s: %w", hook.at, err)
		}
		return property.Value{}, err
	})
}

// propertiesOf gives properties in the form of hooks.
func propertiesOf(value property.Value) resource.PropertyMap {
	if !value.IsMap() {
		return nil
	}
	return resource.FromProperties(value.AsMap())
}
