package pulumi

import (
	"errors"
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/graph"
)

// RegisterResource declares a resource that a provider makes. Outputs of the resource's fields with tags are its outputs.
//
// It fails if the host refuses the resource: for a package that the component does not use, a second resource of one type and name, or at a
// limit.
func (ctx *Context) RegisterResource(t, name string, props Input, resource Resource, opts ...ResourceOption) error {
	kind := graph.Custom
	if customState(resource) == nil {
		kind = graph.Group
	}
	return ctx.register(kind, t, name, props, resource, opts)
}

// RegisterPackageResource is RegisterResource for a package with a parameter.
func (ctx *Context) RegisterPackageResource(t, name string, props Input, resource Resource, packageRef string, opts ...ResourceOption) error {
	return ctx.RegisterResource(t, name, props, resource, opts...)
}

// RegisterComponentResource declares a resource that consists of others. The first one of a construction is the component itself.
func (ctx *Context) RegisterComponentResource(t, name string, resource ComponentResource, opts ...ResourceOption) error {
	return ctx.register(graph.Group, t, name, nil, resource, opts)
}

// RegisterComponentResourceV2 is RegisterComponentResource for a component with inputs.
func (ctx *Context) RegisterComponentResourceV2(t, name string, props Input, resource ComponentResource, opts ...ResourceOption) error {
	return ctx.register(graph.Group, t, name, props, resource, opts)
}

// RegisterRemoteComponentResource declares a component resource of another package.
func (ctx *Context) RegisterRemoteComponentResource(t, name string, props Input, resource ComponentResource, opts ...ResourceOption) error {
	return ctx.register(graph.Remote, t, name, props, resource, opts)
}

// RegisterPackageRemoteComponentResource is RegisterRemoteComponentResource for a package with a parameter.
func (ctx *Context) RegisterPackageRemoteComponentResource(
	t, name string, props Input, resource ComponentResource, packageRef string, opts ...ResourceOption,
) error {
	return ctx.register(graph.Remote, t, name, props, resource, opts)
}

func (ctx *Context) register(kind graph.Kind, token, name string, props Input, resource Resource, given []ResourceOption) error {
	at := position()
	token = ownToken(token)
	about := func(err error) error { return fmt.Errorf("`%s` `%s` (%s): %w", token, name, at, err) }
	session := graph.Running()
	switch {
	case session == nil:
		return about(errNoSession)
	case resource == nil:
		return about(errors.New("the resource is nil"))
	case token == "" || name == "":
		return about(errors.New("a resource needs a type and a name"))
	case resource.state().session != nil:
		return about(errors.New("the resource is registered already"))
	}
	opts, err := resourceOptions(given)
	if err != nil {
		return about(err)
	}
	if opts.URN != "" {
		return open(resource, token, name, referenceOf(opts.URN))
	}
	props, opts, err = transformed(kind, token, name, props, resource, opts, given)
	if err != nil {
		return about(err)
	}
	if making := current(); kind == graph.Group && !making.isRegistered {
		making.isRegistered = true
		making.bindSelf(token, name, resource, opts)
		return nil
	}
	inputs, err := expressedMap(props)
	if err != nil {
		return about(err)
	}
	written, err := opts.written(kind, token, resource)
	if err != nil {
		return about(err)
	}
	node, err := session.Register(graph.Registration{Kind: kind, Token: token, Name: name, Inputs: inputs, Options: written, Position: at})
	if err != nil {
		return about(err)
	}
	bind(resource, token, name, node)
	return nil
}

// bindSelf makes a resource the component that the host has made.
func (making *construction) bindSelf(token, name string, resource Resource, opts *options) {
	for _, transform := range opts.Transforms {
		making.self.transforms = append(making.self.transforms, keepTransform(transform))
	}
	state := resource.state()
	state.isSelf, state.transforms = true, making.self.transforms
	bindTo(resource, token, name, 0)
	making.self = state
}

// transformed applies the resource's own transforms and its parents' transforms when the resource is declared.
func transformed(
	kind graph.Kind, token, name string, props Input, resource Resource, opts *options, given []ResourceOption,
) (Input, *options, error) {
	state := resource.state()
	parent := opts.Parent
	if parent == nil && (kind != graph.Group || current().isRegistered) {
		parent = current().selfResource()
	}
	state.transformations = append([]ResourceTransformation{}, opts.Transformations...)
	if parent != nil {
		state.transformations = append(state.transformations, parent.state().transformations...)
	}
	for _, transformation := range state.transformations {
		result := transformation(&ResourceTransformationArgs{resource, token, name, props, given})
		if result == nil {
			continue
		}
		props, given = result.Props, result.Opts
		changed, err := resourceOptions(given)
		if err != nil {
			return nil, nil, err
		}
		if changed.Parent != opts.Parent {
			return nil, nil, errors.New("a transformation cannot change the parent of a resource")
		}
		opts = changed
	}
	return props, opts, nil
}

// selfResource gives the component as a resource. Nil before it is registered.
func (making *construction) selfResource() Resource {
	if !making.isRegistered {
		return nil
	}
	return making.self
}

// RegisterResourceOutputs sets the outputs of a group. The component itself has its fields as outputs.
func (ctx *Context) RegisterResourceOutputs(resource Resource, outs Map) error {
	at := position()
	session := graph.Running()
	if session == nil {
		return errNoSession
	}
	if resource.state().isSelf {
		return nil
	}
	outputs, err := expressedMap(outs)
	if err == nil {
		err = session.RegisterOutputs(resource.state().node, outputs)
	}
	if err != nil {
		return fmt.Errorf("the outputs of `%s` (%s): %w", resource.PulumiResourceName(), at, err)
	}
	return nil
}
