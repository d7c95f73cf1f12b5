package wasm

import "github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm/host"

type (
	// Net is an address that the provider wants to reach. It replaces the entry that the build makes from the source for this host, except for
	// the safe requests of an entry that lists none.
	Net = host.Net
	// Env is an environment variable that the provider wants to read.
	Env = host.Env
	// Credential is a secret of the configuration that the host sends with the requests to a host.
	Credential = host.Credential
	// TLS names the values of the configuration for TLS.
	TLS = host.TLS
	// Mapping is the answer to a conversion from another ecosystem.
	Mapping = host.Mapping
)

// AskNet asks for addresses. Call it in `main` before `Run`. A native plugin ignores it.
func AskNet(addresses ...Net) { host.Permissions.Net = append(host.Permissions.Net, addresses...) }

// AskEnv asks for environment variables. Call it in `main` before `Run`. A native plugin ignores it.
func AskEnv(variables ...Env) { host.Permissions.Env = append(host.Permissions.Env, variables...) }

// Map gives mappings for conversion from other ecosystems. Call it in `main` before `Run`. A native plugin ignores it.
func Map(mappings ...Mapping) {
	host.Permissions.Mappings = append(host.Permissions.Mappings, mappings...)
}

// Bearer makes the credential that is the header `Authorization: Bearer …`, with the secret of that name in the configuration.
func Bearer(config string) *Credential { return &Credential{As: "bearer", Config: config} }

// Basic makes the credential of a user and a password: the name of the configuration value that has the user, and the secret's.
func Basic(userConfig, config string) *Credential {
	return &Credential{As: "basic", UserConfig: userConfig, Config: config}
}

// InHeader makes the credential that is a header of that name.
func InHeader(header, config string) *Credential {
	return &Credential{As: "header", Header: header, Config: config}
}
