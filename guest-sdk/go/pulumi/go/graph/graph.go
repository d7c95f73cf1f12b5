// Package graph connects component resources with the host: declarations add nodes to the graph of a running deployment.
//
// Nothing here knows the value of a node: the host finds it later, and calls functions that were kept for it.
package graph

import (
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

// Kind is the creator of a resource: the cases of `resource-kind`, in their order.
type Kind byte

// The kinds of resources.
const (
	// Custom resources are made by their providers.
	Custom Kind = iota
	// Group resources consist of other resources that this component declares.
	Group
	// Remote resources are components that another package, or this one, constructs.
	Remote
)

// Registration declares a resource.
type Registration struct {
	Kind            Kind
	Token, Name     string
	Inputs, Options property.Map
	// Position is the place in the author's source. It may be empty.
	Position string
}

// Query looks up what exists: Kind is `read`, `invoke`, `method` or `reference`.
type Query struct {
	Kind, Token, Name  string
	Arguments, Options property.Map
	Position           string
}

// Host declares nodes in a session. No function waits.
type Host interface {
	Register(session uint32, registration Registration) (node uint32, err error)
	RegisterOutputs(session, node uint32, outputs property.Map) error
	LookUp(session uint32, query Query) (node uint32, err error)
	// Apply declares a value that the function with the number callback computes from the source.
	Apply(session uint32, source property.Value, callback uint32, position string) (node uint32, err error)
}

// The members of an output value.
const (
	signature       = "4dabf18193072939515e22adb298388d"
	outputSignature = "d0e6a833031e9bbcd3f4e8bde6ca49a4"
)

// Output refers to a node as a whole.
func Output(node uint32) property.Value { return property.New(outputOf(node)) }

// Member refers to a member of a node, such as an output of a resource.
func Member(node uint32, name string) property.Value {
	members := outputOf(node)
	members["path"] = property.New(pathOf(name))
	return property.New(members)
}

func outputOf(node uint32) map[string]property.Value {
	return map[string]property.Value{
		signature: property.New(outputSignature),
		"handle":  property.New(float64(node)),
	}
}

// The quotation marks of a name with letters that separate the parts of a path.
const opening, closing = `["`, `"]`

var (
	quoting   = strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	unquoting = strings.NewReplacer(`\\`, `\`, `\"`, `"`)
)

// pathOf gives the path of a member. A name with letters of paths is quoted.
func pathOf(name string) string {
	if strings.ContainsAny(name, `.[]"`) {
		return opening + quoting.Replace(name) + closing
	}
	return name
}

// NodeOf gives the node and the member of an output value. The member is empty for the whole node.
func NodeOf(value property.Value) (node uint32, member string, ok bool) {
	if !value.IsMap() {
		return 0, "", false
	}
	members := value.AsMap()
	mark, handle := members.Get(signature), members.Get("handle")
	if !mark.IsString() || mark.AsString() != outputSignature || !handle.IsNumber() {
		return 0, "", false
	}
	if path := members.Get("path"); path.IsString() {
		member = path.AsString()
		if quoted, isQuoted := strings.CutPrefix(member, opening); isQuoted {
			member = unquoting.Replace(strings.TrimSuffix(quoted, closing))
		}
	}
	return uint32(handle.AsNumber()), member, true
}

// HasNodes says whether a value refers to a node.
func HasNodes(value property.Value) bool {
	if _, _, ok := NodeOf(value); ok {
		return true
	}
	switch {
	case value.IsArray():
		for _, element := range value.AsArray().All {
			if HasNodes(element) {
				return true
			}
		}
	case value.IsMap():
		for _, member := range value.AsMap().All {
			if HasNodes(member) {
				return true
			}
		}
	}
	return false
}
