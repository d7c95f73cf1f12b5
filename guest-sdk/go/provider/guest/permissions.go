//go:build wasip1

package guest

import (
	"slices"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm/host"

	"github.com/pulumi/pulumi-go-provider/internal/schemajson"
)

// askedNet gives the addresses that the author asks for.
func askedNet() []any {
	var all []any
	for _, net := range host.Permissions.Net {
		entry := schemajson.Object{{Key: "host", Value: net.Host}, {Key: "required", Value: net.Required}}
		entry.Put("reason", net.Reason)
		entry.Put("safeRequests", net.SafeRequests)
		if given := net.Credential; given != nil {
			credential := schemajson.Object{{Key: "as", Value: given.As}}
			credential.Put("config", given.Config)
			credential.Put("user", given.User)
			credential.Put("userConfig", given.UserConfig)
			credential.Put("header", given.Header)
			credential.Put("hostOnly", given.HostOnly)
			entry.Set("credential", credential)
		}
		if given := net.TLS; given != nil {
			tls := schemajson.Object{}
			tls.Put("ca", given.CA)
			tls.Put("certificate", given.Certificate)
			tls.Put("key", given.Key)
			tls.Put("hostOnly", given.HostOnly)
			tls.Put("insecure", given.Insecure)
			entry.Set("tls", tls)
		}
		entry.Put("proxy", net.Proxy)
		all = append(all, entry)
	}
	return all
}

// askedEnv gives the variables that the author asks for, and removes them from the other names.
func askedEnv(others []string) (asked []any, rest []string) {
	for _, variable := range host.Permissions.Env {
		entry := schemajson.Object{{Key: "name", Value: variable.Name}, {Key: "required", Value: variable.Required}}
		entry.Put("reason", variable.Reason)
		asked = append(asked, entry)
		others = slices.DeleteFunc(others, func(name string) bool { return name == variable.Name })
	}
	return asked, others
}

func mappings() []any {
	var all []any
	for _, mapping := range host.Permissions.Mappings {
		entry := schemajson.Object{{Key: "key", Value: mapping.Key}}
		entry.Put("provider", mapping.Provider)
		entry.Set("data", mapping.Data)
		all = append(all, entry)
	}
	return all
}
