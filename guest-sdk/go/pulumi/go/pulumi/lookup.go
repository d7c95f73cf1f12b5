package pulumi

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/urn"
	"github.com/pulumi/pulumi/sdk/v3/go/graph"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

// referenceOf gives a reference to a resource: the one that a module makes a resource of, or one by the URN alone.
func referenceOf(name string) property.Value {
	if !opening.IsNull() {
		return opening
	}
	return property.New(property.ResourceReference{URN: urn.URN(name)})
}

// ReadResource reads a resource that exists and that something else manages, by its id. Props are further properties that its provider
// needs.
func (ctx *Context) ReadResource(t, name string, id IDInput, props Input, resource CustomResource, opts ...ResourceOption) error {
	arguments, err := expressedMap(props)
	if err != nil {
		return err
	}
	if id == nil {
		return fmt.Errorf("`%s` `%s`: a resource is read by its id", t, name)
	}
	by, err := expressed(id)
	if err != nil {
		return err
	}
	made, err := resourceOptions(opts)
	if err != nil {
		return err
	}
	node, err := ctx.lookUp("read", t, name, arguments.Set("id", by), made)
	if err != nil {
		return err
	}
	bind(resource, t, name, node)
	return nil
}

// ReadPackageResource is ReadResource for a package with a parameter.
func (ctx *Context) ReadPackageResource(
	t, name string, id IDInput, props Input, resource CustomResource, packageRef string, opts ...ResourceOption,
) error {
	return ctx.ReadResource(t, name, id, props, resource, opts...)
}

// lookUp declares a node for a resource or the answer of a function.
func (ctx *Context) lookUp(kind, token, name string, arguments property.Map, opts *options) (uint32, error) {
	at := position()
	token = ownToken(token)
	about := func(err error) error { return fmt.Errorf("`%s` (%s): %w", token, at, err) }
	session := graph.Running()
	if session == nil {
		return 0, about(errNoSession)
	}
	written, err := opts.writtenForLookUp(token)
	if err != nil {
		return 0, about(err)
	}
	node, err := session.LookUp(graph.Query{Kind: kind, Token: token, Name: name, Arguments: arguments, Options: written, Position: at})
	if err != nil {
		return 0, about(err)
	}
	return node, nil
}

// Invoke calls a function of a package and fills result, a pointer to a struct or map. The code behind it runs once the result is known:
// in a preview that does not know the arguments it does not run.
func (ctx *Context) Invoke(tok string, args any, result any, opts ...InvokeOption) error {
	into := reflect.ValueOf(result)
	if into.Kind() != reflect.Pointer || into.IsNil() {
		return fmt.Errorf("`%s`: the result has to be a pointer to a struct or map", tok)
	}
	node, err := ctx.invoke(tok, args, opts)
	if err != nil {
		return err
	}
	return decode(graph.Await(graph.Output(node), position()), into.Elem(), "")
}

// InvokePackage is Invoke for a package with a parameter.
func (ctx *Context) InvokePackage(tok string, args any, result any, packageRef string, opts ...InvokeOption) error {
	return ctx.Invoke(tok, args, result, opts...)
}

// InvokeOutput calls a function of a package, and gives its result as an output of the type of output.
func (ctx *Context) InvokeOutput(tok string, args any, output Output, options InvokeOutputOptions) Output {
	node, err := ctx.invoke(tok, args, options.InvokeOptions)
	if err != nil {
		fail(err)
	}
	return nodeOutput(reflect.TypeOf(output), graph.Output(node))
}

// InvokePackageOutput is InvokeOutput for a package with a parameter.
func (ctx *Context) InvokePackageOutput(tok string, args any, output Output, packageRef string, options InvokeOutputOptions) Output {
	return ctx.InvokeOutput(tok, args, output, options)
}

func (ctx *Context) invoke(tok string, args any, opts []InvokeOption) (uint32, error) {
	arguments, err := expressedMap(args)
	if err != nil {
		return 0, fmt.Errorf("`%s`: %w", tok, err)
	}
	made, err := invokeOptions(opts)
	if err != nil {
		return 0, fmt.Errorf("`%s`: %w", tok, err)
	}
	return ctx.lookUp("invoke", tok, "", arguments, made)
}

// Call calls a method of a resource, and gives its results as an output of the type of output.
func (ctx *Context) Call(tok string, args Input, output Output, self Resource, opts ...InvokeOption) (Output, error) {
	arguments, err := expressedMap(args)
	if err == nil && self == nil {
		err = errors.New("a method needs its resource")
	}
	if err != nil {
		return nil, fmt.Errorf("`%s`: %w", tok, err)
	}
	receiver, err := referenceTo(self)
	if err != nil {
		return nil, fmt.Errorf("`%s`: the resource %w", tok, err)
	}
	made, err := invokeOptions(opts)
	if err != nil {
		return nil, fmt.Errorf("`%s`: %w", tok, err)
	}
	node, err := ctx.lookUp("method", tok, "", arguments.Set("__self__", receiver), made)
	if err != nil {
		return nil, err
	}
	return nodeOutput(reflect.TypeOf(output), graph.Output(node)), nil
}

// CallPackage is Call for a package with a parameter.
func (ctx *Context) CallPackage(tok string, args Input, output Output, self Resource, packageRef string, opts ...InvokeOption) (Output, error) {
	return ctx.Call(tok, args, output, self, opts...)
}

// CallPackageSingle is CallPackage for a method with one result, which it gives.
func (ctx *Context) CallPackageSingle(
	tok string, args Input, output Output, self Resource, packageRef string, opts ...InvokeOption,
) (Output, error) {
	whole, err := ctx.Call(tok, args, AnyOutput{}, self, opts...)
	if err != nil {
		return nil, err
	}
	single := whole.ApplyT(func(results any) (any, error) {
		members, ok := results.(map[string]any)
		if !ok || len(members) != 1 {
			return nil, fmt.Errorf("`%s` has several results, and one is expected", tok)
		}
		for _, member := range members {
			return member, nil
		}
		return nil, nil
	})
	state := *single.getState()
	state.element = nil
	return outputOf(reflect.TypeOf(output), &state), nil
}

// AwaitOutput waits for the value of an output, for generated SDKs: see Invoke.
func AwaitOutput(_ context.Context, output Output) (any, error) {
	state := output.getState()
	if graph.Running() == nil {
		return nil, errNoSession
	}
	if err := state.usable(); err != nil {
		return nil, err
	}
	value, err := state.read(graph.Await(state.expression, position()))
	if err != nil || !value.IsValid() {
		return nil, err
	}
	return value.Interface(), nil
}
