// Package mocks finds the values of nodes by the answers of tests, without an engine.
package mocks

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/urn"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/pulumi/pulumi/sdk/v3/go/graph"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

// Resource is a declared resource, or one that is read, which has an ID.
type Resource struct {
	Token, Name string
	Inputs      property.Map
	ID          string
	// IsCustom says whether a provider makes the resource.
	IsCustom bool
}

// Answers are the answers for the engine. A function that is nil gives nothing.
type Answers struct {
	NewResource func(Resource) (id string, outputs property.Map, err error)
	// Call answers calls of functions, and Method calls of methods.
	Call, Method func(token string, args property.Map) (property.Map, error)
}

// typeOfStacks is the type of the resource that all resources of a program are below.
const typeOfStacks = "pulumi:pulumi:Stack"

// oneByOne keeps constructions apart: only one runs in a process.
var oneByOne sync.Mutex

// construction finds the values of nodes.
type construction struct {
	answers Answers
	self    urn.URN
	session *graph.Session
	ctx     context.Context
	// The values of nodes, in which other nodes may stand.
	nodes map[uint32]property.Value
	// The nodes without a value yet, in the order of their declarations.
	waiting []step
	count   uint32
}

// step finds the value of a node, once all that it needs is known.
type step struct {
	node  uint32
	needs property.Value
	find  func(property.Value) (property.Value, error)
}

// Run runs the code of a component, or of a program for a stack, in a new session, and gives the value of its result.
//
// It fails with the error of the code, or of an answer.
func Run(ctx context.Context, answers Answers, self urn.URN, inputs property.Map, code func() (property.Value, error)) (property.Value, error) {
	oneByOne.Lock()
	defer oneByOne.Unlock()
	const number = 1
	host := &construction{answers: answers, self: self, ctx: ctx, nodes: map[uint32]property.Value{}}
	host.nodes[0] = property.New(inputs.Set("urn", property.New(string(self))))
	if self.Type() != typeOfStacks {
		if _, err := host.made(Resource{Token: string(self.Type()), Name: self.Name()}); err != nil {
			return property.Value{}, err
		}
	}
	host.session = graph.Open(number, host)
	defer graph.Close(number)
	result, err := host.session.Run(ctx, code)
	for err == nil && len(host.waiting) > 0 {
		err = host.proceed()
	}
	if err != nil {
		return property.Value{}, err
	}
	return host.known(result), nil
}

// proceed finds the value of the first node that waits for nothing.
func (host *construction) proceed() error {
	for index, step := range host.waiting {
		if !host.isKnown(step.needs) {
			continue
		}
		host.waiting = slices.Delete(host.waiting, index, index+1)
		value, err := step.find(host.known(step.needs))
		host.nodes[step.node] = value
		return err
	}
	return errors.New("the values wait for each other")
}

func (host *construction) add(needs property.Value, find func(property.Value) (property.Value, error)) (uint32, error) {
	host.count++
	host.waiting = append(host.waiting, step{host.count, needs, find})
	return host.count, nil
}

// isKnown says whether all nodes in an expression have values.
func (host *construction) isKnown(of property.Value) bool {
	if node, _, ok := graph.NodeOf(of); ok {
		value, ok := host.nodes[node]
		return ok && host.isKnown(value)
	}
	switch {
	case of.IsArray():
		return !slices.ContainsFunc(of.AsArray().AsSlice(), func(element property.Value) bool { return !host.isKnown(element) })
	case of.IsMap():
		for _, member := range of.AsMap().All {
			if !host.isKnown(member) {
				return false
			}
		}
	}
	return true
}

// known puts the values of nodes into an expression.
func (host *construction) known(of property.Value) property.Value {
	if node, member, ok := graph.NodeOf(of); ok {
		value := host.known(host.nodes[node])
		if member != "" {
			isSecret := value.Secret()
			if value.IsMap() {
				value = value.AsMap().Get(member)
			} else {
				value = property.Value{}
			}
			value = value.WithSecret(isSecret || value.Secret())
		}
		return value.WithSecret(value.Secret() || of.Secret())
	}
	switch {
	case of.IsArray():
		elements := of.AsArray().AsSlice()
		for index, element := range elements {
			elements[index] = host.known(element)
		}
		return property.New(elements).WithSecret(of.Secret())
	case of.IsMap():
		members := of.AsMap().AsMap()
		for name, member := range members {
			members[name] = host.known(member)
		}
		return property.New(members).WithSecret(of.Secret())
	}
	return of
}

// open takes the marks of secrets away.
func open(value property.Value) property.Value {
	value = value.WithSecret(false)
	switch {
	case value.IsArray():
		elements := value.AsArray().AsSlice()
		for index, element := range elements {
			elements[index] = open(element)
		}
		return property.New(elements)
	case value.IsMap():
		members := value.AsMap().AsMap()
		for name, member := range members {
			members[name] = open(member)
		}
		return property.New(members)
	}
	return value
}

func (host *construction) Register(_ uint32, registration graph.Registration) (uint32, error) {
	made := Resource{Token: registration.Token, Name: registration.Name, IsCustom: registration.Kind == graph.Custom}
	if registration.Kind != graph.Group {
		return host.add(property.New(registration.Inputs), func(inputs property.Value) (property.Value, error) {
			made.Inputs = inputs.AsMap()
			return host.made(made)
		})
	}
	// The children of a group need its URN at once, so that inputs that are not known yet are left out.
	for name, value := range registration.Inputs.All {
		if host.isKnown(value) {
			made.Inputs = made.Inputs.Set(name, host.known(value))
		}
	}
	_, err := host.made(made)
	host.count++
	host.nodes[host.count] = property.New(map[string]property.Value{"urn": host.urnOf(made)})
	return host.count, err
}

func (host *construction) urnOf(of Resource) property.Value {
	parent := host.self.QualifiedType()
	if host.self.Type() == typeOfStacks {
		parent = ""
	}
	return property.New(string(urn.New(host.self.Stack(), host.self.Project(), parent, tokens.Type(of.Token), of.Name)))
}

// made gives a resource as its answer makes it: its inputs, and the outputs of the answer.
func (host *construction) made(of Resource) (property.Value, error) {
	id, outputs := of.ID, property.Map{}
	if host.answers.NewResource != nil {
		var err error
		if id, outputs, err = host.answers.NewResource(of); err != nil {
			return property.Value{}, err
		}
	}
	whole := of.Inputs
	for name, value := range outputs.All {
		whole = whole.Set(name, value)
	}
	return property.New(whole.Set("id", property.New(id)).Set("urn", host.urnOf(of))), nil
}

func (host *construction) RegisterOutputs(_, node uint32, outputs property.Map) error {
	whole := host.nodes[node].AsMap()
	for name, value := range outputs.All {
		whole = whole.Set(name, value)
	}
	host.nodes[node] = property.New(whole)
	return nil
}

func (host *construction) LookUp(_ uint32, query graph.Query) (uint32, error) {
	if query.Kind == "reference" {
		host.count++
		host.nodes[host.count] = query.Arguments.Get("resource")
		return host.count, nil
	}
	answer := host.answers.Call
	if query.Kind == "method" {
		answer = host.answers.Method
	}
	return host.add(property.New(query.Arguments), func(given property.Value) (property.Value, error) {
		arguments := given.AsMap()
		if query.Kind == "read" {
			read := Resource{Token: query.Token, Name: query.Name, Inputs: arguments.Delete("id"), IsCustom: true}
			if id := arguments.Get("id"); id.IsString() {
				read.ID = id.AsString()
			}
			return host.made(read)
		}
		if answer == nil {
			return property.New(property.Map{}), nil
		}
		results, err := answer(query.Token, arguments)
		return property.New(results), err
	})
}

func (host *construction) Apply(_ uint32, source property.Value, callback uint32, _ string) (uint32, error) {
	return host.add(source, func(source property.Value) (property.Value, error) {
		value, err := host.session.Call(host.ctx, callback, open(source))
		return value.WithSecret(value.Secret() || source.HasSecrets()), err
	})
}
