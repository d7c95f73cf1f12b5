package guest

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm/host"

	"github.com/pulumi/pulumi-go-provider/internal/schemajson"
)

// permissions gives the addresses and variables that the provider may want.
func permissions(schema map[string]any) schemajson.Object {
	var net, env []any
	variables := map[string]string{}
	// The first property in the order of names is the reason, so that each build of the same sources makes the same component.
	note := func(properties map[string]any, of string) {
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			property, _ := properties[name].(map[string]any)
			for _, variable := range textsOf(members(property, "defaultInfo")["environment"]) {
				if variables[variable] == "" {
					variables[variable] = "default of `" + name + "`" + of
				}
			}
		}
	}
	note(members(members(schema, "provider"), "inputProperties"), "")
	for _, path := range configuredAddresses(schema) {
		net = append(net, foundNet("config:"+path, "the address in `"+path+"`"))
	}
	for _, group := range []string{"resources", "functions", "types"} {
		entries := members(schema, group)
		for _, token := range slices.Sorted(maps.Keys(entries)) {
			entry, _ := entries[token].(map[string]any)
			for _, key := range []string{"inputProperties", "properties"} {
				note(members(entry, key), " of "+token)
			}
		}
	}
	for _, found := range Found.Variables {
		if variables[found[0]] == "" {
			variables[found[0]] = found[1] + " reads it"
		}
	}
	asked := askedNet()
	isAsked := func(address string) bool {
		return slices.ContainsFunc(asked, func(entry any) bool { return entry.(schemajson.Object).Get("host") == address })
	}
	net = slices.DeleteFunc(net, func(entry any) bool { return isAsked(fmt.Sprint(entry.(schemajson.Object).Get("host"))) })
	slices.SortFunc(net, func(one, other any) int {
		return strings.Compare(fmt.Sprint(one.(schemajson.Object).Get("host")), fmt.Sprint(other.(schemajson.Object).Get("host")))
	})
	net = append(asked, net...)
	for _, found := range Found.Hosts {
		if isAsked(found[0]) {
			continue
		}
		net = append(net, foundNet(found[0], found[1]+" names it"))
	}
	var names []string
	for name := range variables {
		names = append(names, name)
	}
	slices.Sort(names)
	env, names = askedEnv(names)
	for _, name := range names {
		env = append(env, schemajson.Object{
			{Key: "name", Value: name},
			{Key: "required", Value: false},
			{Key: "reason", Value: variables[name]},
		})
	}
	var all schemajson.Object
	all.Put("net", net)
	all.Put("env", env)
	if all == nil {
		all = schemajson.Object{}
	}
	return all
}

// foundNet gives the permission for an address that the author did not ask for.
func foundNet(address, reason string) schemajson.Object {
	entry := schemajson.Object{{Key: "host", Value: address}, {Key: "required", Value: false}, {Key: "reason", Value: reason}}
	entry.Put("safeRequests", Found.SafeRequests)
	return entry
}

// askedNet gives the addresses that the author asks for. An address without a list of safe requests has those that the build found, as the
// build's note says.
func askedNet() []any {
	var all []any
	for _, net := range host.Permissions.Net {
		entry := schemajson.Object{{Key: "host", Value: net.Host}, {Key: "required", Value: net.Required}}
		entry.Put("reason", net.Reason)
		safe := net.SafeRequests
		if safe == nil {
			safe = Found.SafeRequests
		}
		entry.Put("safeRequests", safe)
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

func members(of map[string]any, key string) map[string]any {
	found, _ := of[key].(map[string]any)
	return found
}

func textsOf(list any) []string {
	var texts []string
	elements, _ := list.([]any)
	for _, element := range elements {
		if text, ok := element.(string); ok {
			texts = append(texts, text)
		}
	}
	return texts
}
