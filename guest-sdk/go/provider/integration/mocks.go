package integration

import (
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/pulumi/pulumi/sdk/v3/go/graph/mocks"
	"github.com/pulumi/pulumi/sdk/v3/go/property"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/internal/call"
)

// MockCallArgs are a call of a function or method.
type MockCallArgs struct {
	Token tokens.ModuleMember
	Args  property.Map
}

// MockResourceArgs are the declaration of the component or of a child, or a read of a resource, which has an ID.
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

// answers gives the functions in the form of the package mocks.
func (monitor *MockResourceMonitor) answers() mocks.Answers {
	var made mocks.Answers
	if monitor == nil {
		return made
	}
	if monitor.NewResourceF != nil {
		made.NewResource = func(of mocks.Resource) (string, property.Map, error) {
			return monitor.NewResourceF(MockResourceArgs{
				TypeToken: tokens.Type(of.Token), Name: of.Name, Inputs: of.Inputs, ID: of.ID, Custom: of.IsCustom,
			})
		}
	}
	if monitor.CallF != nil {
		made.Call = func(token string, args property.Map) (property.Map, error) {
			return monitor.CallF(MockCallArgs{tokens.ModuleMember(token), args})
		}
		made.Method = made.Call
	}
	return made
}

func (server *server) Construct(req p.ConstructRequest) (p.ConstructResponse, error) {
	ctx := server.with(req.Urn, "")
	call.From(ctx).OnlyDirectOutputs = true
	made, err := mocks.Run(ctx, server.mocks.answers(), req.Urn, req.Inputs, func() (property.Value, error) {
		response, err := server.provider.Construct(ctx, req)
		return property.New(response.State), err
	})
	if err != nil {
		return p.ConstructResponse{Urn: req.Urn}, err
	}
	return p.ConstructResponse{Urn: req.Urn, State: made.AsMap()}, nil
}
