package provider

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/provider"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"

	"github.com/pulumi/pulumi-go-provider/internal/call"
)

// Served is the provider that the host's calls go to.
type Served struct {
	Provider
	Name, Version string
}

// RunProvider serves a provider. In a component it returns at once, and the host's calls go to the provider from then on. `main` has to
// call it once.
func RunProvider(_ context.Context, name, version string, provider Provider) error {
	if !call.InComponent {
		return errors.New("this program was compiled with the packages for components: " +
			"`pulumi-wasm build` makes the component, and `go build` without `-modfile` the native plugin")
	}
	if served != nil {
		return fmt.Errorf("this program runs the provider `%s` already, and a component serves one provider: `%s` needs a component of its own",
			served.Name, name)
	}
	served = &Served{provider.WithDefaults(), name, version}
	return nil
}

// RunProviderF serves the provider that a function makes: see RunProvider.
func RunProviderF(ctx context.Context, name, version string, make func(*provider.HostClient) Provider) error {
	return RunProvider(ctx, name, version, make(&provider.HostClient{}))
}

// Run serves the provider: see RunProvider.
func (provider Provider) Run(ctx context.Context, name, version string) error {
	return RunProvider(ctx, name, version, provider)
}

// RawServer gives a function for provider.Main, which serves the provider.
func RawServer(name, version string, served Provider) func(*provider.HostClient) (pulumirpc.ResourceProviderServer, error) {
	return func(*provider.HostClient) (pulumirpc.ResourceProviderServer, error) {
		return rawServer{name, version, served}, nil
	}
}

type rawServer struct {
	name, version string
	provider      Provider
}

func (server rawServer) Serve() error {
	return RunProvider(context.Background(), server.name, server.version, server.provider)
}

// GetSchema gives the schema of a provider.
func GetSchema(ctx context.Context, name, version string, provider Provider) (schema.PackageSpec, error) {
	ctx = call.With(ctx, &call.Call{Package: name, Version: version})
	var spec schema.PackageSpec
	response, err := provider.WithDefaults().GetSchema(ctx, GetSchemaRequest{})
	if err != nil {
		return spec, fmt.Errorf("GetSchema failed: %w", err)
	}
	return spec, json.Unmarshal([]byte(response.Schema), &spec)
}

var served *Served

// Running gives the provider that `main` runs. Nil until it does.
func Running() *Served { return served }
