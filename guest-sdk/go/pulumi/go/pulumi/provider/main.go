// Package provider runs the program of a provider that answers the calls of the engine itself.
package provider

import pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"

// HostClient speaks to the engine. A component has no engine: the client has no methods.
type HostClient struct{}

// Main runs a provider: `serve` makes the server. In a component the server notes its provider, and Main returns.
//
// It fails if the server cannot be made.
func Main(_ string, serve func(*HostClient) (pulumirpc.ResourceProviderServer, error)) error {
	server, err := serve(&HostClient{})
	if err != nil {
		return err
	}
	return server.Serve()
}
