package integration

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/urn"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/pulumi/pulumi/sdk/v3/go/graph"
	"github.com/pulumi/pulumi/sdk/v3/go/property"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/internal/call"
)

// MockCallArgs are a call of a function or method.
type MockCallArgs struct {
	Token tokens.ModuleMember
	Args  property.Map
}

// MockResourceArgs are the declaration of a child, or a read of a resource, which has an ID.
type MockResourceArgs struct {
	TypeToken tokens.Type
	Name      string
	Inputs    property.Map
	ID        string
	// Custom says whether a provider makes the resource.
	Custom bool
}

// MockResourceMonitor answers for the engine. A function that is nil gives nothing.
type MockResourceMonitor struct {
	CallF        func(args MockCallArgs) (property.Map, error)
	NewResourceF func(args MockResourceArgs) (id string, outputs property.Map, err error)
}

// WithMocks names the answers for the children and calls of component resources.
func WithMocks(mocks *MockResourceMonitor) ServerOption {
	return option(func(settings *settings) { settings.mocks = mocks })
}

// oneByOne keeps constructions apart: only one runs in a process.
var oneByOne sync.Mutex

// construction finds the values of nodes by mocks.
type construction struct {
	mocks   *MockResourceMonitor
	self    resource.URN
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

// construct runs the code of a component in a new session, and gives the values of the result.
func construct(ctx context.Context, mocks *MockResourceMonitor, self resource.URN, inputs property.Map, code func() (property.Map, error)) (property.Map, error) {
	oneByOne.Lock()
	defer oneByOne.Unlock()
	if mocks == nil {
		mocks = &MockResourceMonitor{}
	}
	const number = 1
	host := &construction{mocks: mocks, self: self, ctx: ctx, nodes: map[uint32]property.Value{}}
	host.nodes[0] = property.New(inputs.Set("urn", property.New(string(self))))
	host.session = graph.Open(number, host)
	defer graph.Close(number)
	result, err := host.session.Run(ctx, func() (property.Value, error) {
		outputs, err := code()
		return property.New(outputs), err
	})
	for err == nil && len(host.waiting) > 0 {
		err = host.proceed()
	}
	if err != nil {
		return property.Map{}, err
	}
	return host.known(result).AsMap(), nil
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
	return errors.New("the values of the component wait for each other")
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
	args := MockResourceArgs{TypeToken: tokens.Type(registration.Token), Name: registration.Name, Custom: registration.Kind == graph.Custom}
	if registration.Kind == graph.Group {
		host.count++
		host.nodes[host.count] = property.New(map[string]property.Value{"urn": host.urnOf(args)})
		return host.count, nil
	}
	return host.add(property.New(registration.Inputs), func(inputs property.Value) (property.Value, error) {
		args.Inputs = inputs.AsMap()
		return host.made(args)
	})
}

func (host *construction) urnOf(args MockResourceArgs) property.Value {
	return property.New(string(urn.New(host.self.Stack(), host.self.Project(), host.self.QualifiedType(), args.TypeToken, args.Name)))
}

// made gives a resource as the mock makes it: its inputs, and the outputs that the mock gives.
func (host *construction) made(args MockResourceArgs) (property.Value, error) {
	id, outputs := args.ID, property.Map{}
	if host.mocks.NewResourceF != nil {
		var err error
		if id, outputs, err = host.mocks.NewResourceF(args); err != nil {
			return property.Value{}, err
		}
	}
	whole := args.Inputs
	for name, value := range outputs.All {
		whole = whole.Set(name, value)
	}
	return property.New(whole.Set("id", property.New(id)).Set("urn", host.urnOf(args))), nil
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
	return host.add(property.New(query.Arguments), func(given property.Value) (property.Value, error) {
		arguments := given.AsMap()
		if query.Kind == "read" {
			args := MockResourceArgs{TypeToken: tokens.Type(query.Token), Name: query.Name, Inputs: arguments.Delete("id"), Custom: true}
			if id := arguments.Get("id"); id.IsString() {
				args.ID = id.AsString()
			}
			return host.made(args)
		}
		if host.mocks.CallF == nil {
			return property.New(property.Map{}), nil
		}
		results, err := host.mocks.CallF(MockCallArgs{tokens.ModuleMember(query.Token), arguments})
		return property.New(results), err
	})
}

func (host *construction) Apply(_ uint32, source property.Value, callback uint32, _ string) (uint32, error) {
	return host.add(source, func(source property.Value) (property.Value, error) {
		value, err := host.session.Call(host.ctx, callback, open(source))
		return value.WithSecret(value.Secret() || source.HasSecrets()), err
	})
}

func (server *server) Construct(req p.ConstructRequest) (p.ConstructResponse, error) {
	ctx := server.with(req.Urn, "")
	call.From(ctx).OnlyDirectOutputs = true
	state, err := construct(ctx, server.mocks, req.Urn, req.Inputs, func() (property.Map, error) {
		response, err := server.provider.Construct(ctx, req)
		return response.State, err
	})
	return p.ConstructResponse{Urn: req.Urn, State: state}, err
}
