package pulumi

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/urn"
	"github.com/pulumi/pulumi/sdk/v3/go/graph"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

type (
	// URN names a resource in a stack.
	URN string
	// ID names a thing in its provider.
	ID string
)

// Resource is a resource that the component declares, or a resource that came in.
type Resource interface {
	// URN is the name of the resource in the stack.
	URN() URNOutput
	// PulumiResourceName is the name in the program.
	PulumiResourceName() string
	// PulumiResourceType is the type token.
	PulumiResourceType() string

	state() *ResourceState
}

// CustomResource is a resource that a provider makes.
type CustomResource interface {
	Resource
	// ID is the id that the provider gives.
	ID() IDOutput

	isCustomResource()
}

// ComponentResource is a resource that consists of others.
type ComponentResource interface {
	Resource

	isComponentResource()
}

// ProviderResource is a provider as a resource.
type ProviderResource interface {
	CustomResource

	getPackage() string
}

// ResourceState is a component resource. Authors embed it into their types.
type ResourceState struct {
	urn             URNOutput
	reference       property.Value
	session         *graph.Session
	name, token     string
	node            uint32
	isSelf          bool
	transforms      []uint32
	transformations []ResourceTransformation
}

// CustomResourceState is a resource that a provider makes.
type CustomResourceState struct {
	ResourceState
	id IDOutput
}

// ProviderResourceState is a provider as a resource.
type ProviderResourceState struct {
	CustomResourceState
}

func (state *ResourceState) state() *ResourceState { return state }

func (*ResourceState) isComponentResource() {}

func (*CustomResourceState) isCustomResource() {}

// URN is the name of the resource in the stack.
func (state *ResourceState) URN() URNOutput { return state.urn }

// GetURN is URN.
func (state *ResourceState) GetURN() URNOutput { return state.urn }

// PulumiResourceName is the name in the program.
func (state *ResourceState) PulumiResourceName() string { return state.name }

// PulumiResourceType is the type token.
func (state *ResourceState) PulumiResourceType() string { return state.token }

// ID is the id that the provider gives.
func (state *CustomResourceState) ID() IDOutput { return state.id }

// GetID is ID.
func (state *CustomResourceState) GetID() IDOutput { return state.id }

const providerPrefix = "pulumi:providers:"

func (state *ProviderResourceState) getPackage() string {
	return strings.TrimPrefix(state.token, providerPrefix)
}

var resourceType = typeOf[Resource]()

// referenceTo gives a resource as a value.
func referenceTo(resource Resource) (property.Value, error) {
	state := resource.state()
	if state.session == nil {
		return property.Value{}, fmt.Errorf("is a %T that is not registered", resource)
	}
	if state.session != graph.Running() {
		return property.Value{}, fmt.Errorf("is a resource of another or a finished component")
	}
	return state.reference, nil
}

// bind connects a resource with its node.
func bind(resource Resource, token, name string, node uint32) {
	bindTo(resource, token, name, node)
	resource.state().node = node
}

// bindTo fills the outputs of a resource: each field with a tag is a member of the node.
func bindTo(resource Resource, token, name string, node uint32) {
	state := resource.state()
	state.reference, state.session, state.token, state.name = graph.Output(node), graph.Running(), token, name
	state.urn = nodeOutput(typeOf[URNOutput](), graph.Member(node, "urn")).(URNOutput)
	custom := customState(resource)
	isCustom := custom != nil
	if isCustom {
		custom.id = nodeOutput(typeOf[IDOutput](), graph.Member(node, "id")).(IDOutput)
	}
	whole := reflect.ValueOf(resource)
	if state.isSelf || whole.Kind() != reflect.Pointer || whole.Elem().Kind() != reflect.Struct {
		return
	}
	for _, field := range fieldsOf(whole.Elem().Type()) {
		if !field.Type.Implements(outputType) || field.Type.Kind() != reflect.Struct {
			continue
		}
		if place := placeOf(whole.Elem(), field.Index); place.CanSet() && (isCustom || !isSet(place)) {
			place.Set(reflect.ValueOf(nodeOutput(field.Type, graph.Member(node, field.property))))
		}
	}
}

// isSet says whether an output has a value.
func isSet(output reflect.Value) bool { return output.Interface().(Output).getState() != nil }

func customState(resource Resource) *CustomResourceState {
	switch resource := resource.(type) {
	case interface{ custom() *CustomResourceState }:
		return resource.custom()
	}
	return nil
}

func (state *CustomResourceState) custom() *CustomResourceState { return state }

// ResourcePackage makes providers of a package for references to them. Generated SDKs register theirs.
type ResourcePackage interface {
	ConstructProvider(ctx *Context, name, typ, urn string) (ProviderResource, error)
}

// ResourceModule makes resources of a module for references to them. Generated SDKs register theirs.
type ResourceModule interface {
	Construct(ctx *Context, name, typ, urn string) (Resource, error)
}

var modules = map[string]ResourceModule{}

// RegisterResourcePackage notes a package. A component needs no providers of references.
func RegisterResourcePackage(string, ResourcePackage) {}

// RegisterResourceModule registers the module that makes resources from references.
func RegisterResourceModule(pkg, mod string, module ResourceModule) {
	modules[pkg+":"+mod] = module
}

// opening has the reference that a module makes a resource of.
var opening property.Value

// resourceOf gives the resource of a reference that came in.
func resourceOf(reference property.ResourceReference, typ reflect.Type) (Resource, error) {
	return resourceBy(property.New(reference), reference.URN, typ)
}

// resourceBehind gives the resource of a reference whose URN may be unknown.
func resourceBehind(reference property.Value, typ reflect.Type) Resource {
	made, err := resourceBy(reference, "", typ)
	if err != nil {
		fail(err)
	}
	return made
}

func resourceBy(reference property.Value, urn urn.URN, typ reflect.Type) (Resource, error) {
	token, name := string(urn.Type()), urn.Name()
	if typ.Kind() == reflect.Pointer && typ.Implements(resourceType) {
		made := reflect.New(typ.Elem()).Interface().(Resource)
		return made, open(made, token, name, reference)
	}
	if module := modules[strings.TrimSuffix(token, ":"+string(urn.Type().Name()))]; module != nil {
		opening = reference
		made, err := module.Construct(&Context{}, name, token, string(urn))
		opening = property.Value{}
		return made, err
	}
	made := &CustomResourceState{}
	return made, open(made, token, name, reference)
}

// open looks up the outputs of a resource that came in as a reference.
func open(resource Resource, token, name string, reference property.Value) error {
	at := position()
	session := graph.Running()
	if session == nil {
		return errNoSession
	}
	node, err := session.LookUp(graph.Query{
		Kind:      "reference",
		Arguments: property.NewMap(map[string]property.Value{"resource": reference}),
		Position:  at,
	})
	if err != nil {
		return fmt.Errorf("the reference at %s: %w", at, err)
	}
	bind(resource, token, name, node)
	return nil
}
