// Package integration tests providers in the process of `go test`, without an engine and without a component.
package integration

import (
	"context"
	"errors"

	"github.com/pulumi/pulumi/sdk/v3/go/common/diag"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/provider"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/internal/call"
)

// Server calls a provider as an engine does.
type Server interface {
	GetSchema(p.GetSchemaRequest) (p.GetSchemaResponse, error)
	Cancel() error
	CheckConfig(p.CheckRequest) (p.CheckResponse, error)
	DiffConfig(p.DiffRequest) (p.DiffResponse, error)
	Configure(p.ConfigureRequest) error
	Invoke(p.InvokeRequest) (p.InvokeResponse, error)
	Check(p.CheckRequest) (p.CheckResponse, error)
	Diff(p.DiffRequest) (p.DiffResponse, error)
	Create(p.CreateRequest) (p.CreateResponse, error)
	Read(p.ReadRequest) (p.ReadResponse, error)
	Update(p.UpdateRequest) (p.UpdateResponse, error)
	Delete(p.DeleteRequest) error
	Construct(p.ConstructRequest) (p.ConstructResponse, error)
	Call(p.CallRequest) (p.CallResponse, error)
}

// ServerOption is a setting of NewServer.
type ServerOption interface{ apply(*settings) }

type settings struct {
	provider *p.Provider
	mocks    *MockResourceMonitor
}

type option func(*settings)

func (option option) apply(settings *settings) { option(settings) }

// WithProvider names the provider that is called.
func WithProvider(provider p.Provider) ServerOption {
	return option(func(settings *settings) { settings.provider = &provider })
}

// WithProviderF names the provider that is called, as a function that makes it.
func WithProviderF(make func(*provider.HostClient) p.Provider) ServerOption {
	return option(func(settings *settings) {
		made := make(&provider.HostClient{})
		settings.provider = &made
	})
}

// NewServer makes a server for the provider of an option. The version is a text, or any version type with a method String.
//
// It fails if no option names a provider.
func NewServer[Version interface{ String() string }](ctx context.Context, pkg string, version Version, options ...ServerOption) (Server, error) {
	var settings settings
	for _, option := range options {
		option.apply(&settings)
	}
	if settings.provider == nil {
		return nil, errors.New("integration.NewServer: no provider: give it integration.WithProvider or WithProviderF")
	}
	return &server{ctx, call.Call{Package: pkg, Version: version.String()}, settings.provider.WithDefaults(), settings.mocks}, nil
}

type server struct {
	ctx      context.Context
	about    call.Call
	provider p.Provider
	mocks    *MockResourceMonitor
}

// with gives the context of a call about a resource or function.
func (server *server) with(urn resource.URN, token string) context.Context {
	about := server.about
	about.URN, about.Token = string(urn), token
	if urn != "" {
		about.Token = string(urn.Type())
	}
	about.Log = func(diag.Severity, string, bool) {}
	return call.With(server.ctx, &about)
}

func (server *server) GetSchema(req p.GetSchemaRequest) (p.GetSchemaResponse, error) {
	return server.provider.GetSchema(server.with("", ""), req)
}

func (server *server) Cancel() error { return server.provider.Cancel(server.with("", "")) }

func (server *server) CheckConfig(req p.CheckRequest) (p.CheckResponse, error) {
	return server.provider.CheckConfig(server.with("", ""), req)
}

func (server *server) DiffConfig(req p.DiffRequest) (p.DiffResponse, error) {
	return server.provider.DiffConfig(server.with("", ""), req)
}

func (server *server) Configure(req p.ConfigureRequest) error {
	return server.provider.Configure(server.with("", ""), req)
}

func (server *server) Invoke(req p.InvokeRequest) (p.InvokeResponse, error) {
	return server.provider.Invoke(server.with("", string(req.Token)), req)
}

func (server *server) Check(req p.CheckRequest) (p.CheckResponse, error) {
	return server.provider.Check(server.with(req.Urn, ""), req)
}

func (server *server) Diff(req p.DiffRequest) (p.DiffResponse, error) {
	return server.provider.Diff(server.with(req.Urn, ""), req)
}

func (server *server) Create(req p.CreateRequest) (p.CreateResponse, error) {
	return server.provider.Create(server.with(req.Urn, ""), req)
}

func (server *server) Read(req p.ReadRequest) (p.ReadResponse, error) {
	return server.provider.Read(server.with(req.Urn, ""), req)
}

func (server *server) Update(req p.UpdateRequest) (p.UpdateResponse, error) {
	return server.provider.Update(server.with(req.Urn, ""), req)
}

func (server *server) Delete(req p.DeleteRequest) error {
	return server.provider.Delete(server.with(req.Urn, ""), req)
}

func (server *server) Call(req p.CallRequest) (p.CallResponse, error) {
	return server.provider.Call(server.with("", string(req.Tok)), req)
}
