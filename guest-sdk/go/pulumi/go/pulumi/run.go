package pulumi

import (
	"context"
	"errors"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/urn"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/pulumi/pulumi/sdk/v3/go/graph/mocks"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

type (
	// MockCallArgs are a call of a function or method.
	MockCallArgs struct {
		Token    string
		Args     resource.PropertyMap
		Provider string
	}
	// MockResourceArgs are a declared resource, or one that is read, which has an ID.
	MockResourceArgs struct {
		TypeToken, Name string
		Inputs          resource.PropertyMap
		Provider, ID    string
		// Custom says whether a provider makes the resource.
		Custom bool
	}
	// MockResourceMonitor answers for the engine in tests.
	MockResourceMonitor interface {
		// Call answers calls of functions.
		Call(args MockCallArgs) (resource.PropertyMap, error)
		NewResource(args MockResourceArgs) (string, resource.PropertyMap, error)
	}
	// MockResourceMonitorWithMethodCall answers calls of methods as well.
	MockResourceMonitorWithMethodCall interface {
		MockResourceMonitor
		MethodCall(args MockCallArgs) (resource.PropertyMap, error)
	}

	// RunFunc is a program.
	RunFunc func(ctx *Context) error
	// RunInfo says how a program runs.
	RunInfo struct {
		Project, Stack, Organization string
		// Config is the configuration, by keys such as `acme:region`.
		Config map[string]string
		DryRun bool
		Mocks  MockResourceMonitor
	}
	// RunOption changes how a program runs.
	RunOption func(*RunInfo)
)

// WithMocks gives a program the answers of a test.
func WithMocks(project, stack string, mocks MockResourceMonitor) RunOption {
	return func(info *RunInfo) { info.Project, info.Stack, info.Mocks = project, stack, mocks }
}

// WithMocksWithOrganization is WithMocks for a stack of an organization.
func WithMocksWithOrganization(organization, project, stack string, mocks MockResourceMonitor) RunOption {
	return func(info *RunInfo) {
		WithMocks(project, stack, mocks)(info)
		info.Organization = organization
	}
}

// RunErr runs a program in a test, until all of its values are known.
//
// It fails with the error of the program, or of a mock, and without WithMocks.
func RunErr(body RunFunc, opts ...RunOption) error {
	var info RunInfo
	for _, opt := range opts {
		opt(&info)
	}
	if info.Mocks == nil {
		return errors.New("a component has no program: RunErr runs tests, with the option WithMocks")
	}
	stack := urn.New(tokens.QName(info.Stack), tokens.PackageName(info.Project), "", "pulumi:pulumi:Stack", info.Project+"-"+info.Stack)
	_, err := mocks.Run(context.Background(), info.answers(), stack, property.Map{}, func() (property.Value, error) {
		ctx, err := Begin(context.Background(), Call{
			Package: info.Project, Project: info.Project, Stack: info.Stack, IsPreview: info.DryRun, Config: info.Config,
		})
		if err != nil {
			return property.Value{}, err
		}
		// No component of the program is the stack.
		current().isRegistered = true
		return property.New(property.Map{}), body(ctx)
	})
	return err
}

// answers gives the mocks in the form of the package mocks.
func (info *RunInfo) answers() mocks.Answers {
	call := func(function func(MockCallArgs) (resource.PropertyMap, error)) func(string, property.Map) (property.Map, error) {
		return func(token string, args property.Map) (property.Map, error) {
			results, err := function(MockCallArgs{Token: token, Args: resource.ToResourcePropertyMap(args)})
			return resource.FromResourcePropertyMap(results), err
		}
	}
	made := mocks.Answers{
		Call: call(info.Mocks.Call),
		NewResource: func(of mocks.Resource) (string, property.Map, error) {
			id, outputs, err := info.Mocks.NewResource(MockResourceArgs{
				TypeToken: of.Token, Name: of.Name, Inputs: resource.ToResourcePropertyMap(of.Inputs), ID: of.ID, Custom: of.IsCustom,
			})
			return id, resource.FromResourcePropertyMap(outputs), err
		},
	}
	if methods, ok := info.Mocks.(MockResourceMonitorWithMethodCall); ok {
		made.Method = call(methods.MethodCall)
	}
	return made
}
