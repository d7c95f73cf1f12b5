// Package pulumirpc has the types of Pulumi's protocol that authors of providers name, without gRPC.
package pulumirpc

// ResourceProviderServer answers the calls of the protocol. RawServer of pulumi-go-provider makes it: an own server cannot be a component.
type ResourceProviderServer interface {
	// Serve gives the calls to the provider.
	Serve() error
}
