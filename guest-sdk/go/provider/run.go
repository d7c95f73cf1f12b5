package provider

import (
	"context"
	"errors"

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
		return errors.New("there is a provider already: a component serves one provider")
	}
	served = &Served{provider.WithDefaults(), name, version}
	return nil
}

// Run serves the provider: see RunProvider.
func (provider Provider) Run(ctx context.Context, name, version string) error {
	return RunProvider(ctx, name, version, provider)
}

var served *Served

// Running gives the provider that `main` runs. Nil until it does.
func Running() *Served { return served }
