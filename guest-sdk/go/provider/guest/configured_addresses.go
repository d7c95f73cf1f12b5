package guest

import (
	"maps"
	"slices"
	"strings"
)

// endings are the ends of names whose values are addresses.
var endings = []string{"url", "uri", "endpoint", "address", "server", "host"}

// each stands for each element of a list or member of a map in a path.
const each = "[*]"

// maxPlaces is the number of values of a configuration that are looked at: with types inside types there may be very many.
const maxPlaces = 10_000

// configuredAddresses gives the paths of the addresses in a provider's configuration, such as `serverUrl`, `api.endpoint` and `servers[*].url`.
// It looks at values near the top first.
func configuredAddresses(schema map[string]any) []string {
	finder := addressFinder{types: members(schema, "types")}
	finder.properties("", nil, members(members(schema, "provider"), "inputProperties"))
	for next := 0; next < len(finder.places); next++ {
		finder.look(finder.places[next])
	}
	slices.Sort(finder.found)
	return finder.found
}

type addressFinder struct {
	types map[string]any
	// The values to look at, in their order.
	places []possibleAddress
	found  []string
}

// possibleAddress is a value of the configuration. The name is the name of its property, also for elements of lists and maps.
type possibleAddress struct {
	path, name string
	value      map[string]any
	// The types around the value: a type may contain itself.
	around []string
}

func (finder *addressFinder) properties(before string, around []string, properties map[string]any) {
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		value, _ := properties[name].(map[string]any)
		if strings.ContainsAny(name, ".[") && before != "" {
			continue
		}
		finder.add(possibleAddress{before + name, name, value, around})
	}
}

func (finder *addressFinder) add(value possibleAddress) {
	if len(finder.places) < maxPlaces {
		finder.places = append(finder.places, value)
	}
}

func (finder *addressFinder) look(at possibleAddress) {
	if at.value["type"] == "string" && isAddress(at.name, strings.HasSuffix(at.path, each)) {
		finder.found = append(finder.found, at.path)
		return
	}
	for _, key := range []string{"items", "additionalProperties"} {
		if elements := members(at.value, key); elements != nil {
			finder.add(possibleAddress{at.path + each, at.name, elements, at.around})
		}
	}
	reference, _ := at.value["$ref"].(string)
	token, isType := strings.CutPrefix(reference, "#/types/")
	if !isType || slices.Contains(at.around, token) {
		return
	}
	// A reference writes the slash in the name of a module as `%2F`.
	properties := members(members(finder.types, strings.ReplaceAll(token, "%2F", "/")), "properties")
	finder.properties(at.path+".", append(slices.Clip(at.around), token), properties)
}

// isAddress says whether a value of this name holds an address. The name of a list or map may be a plural.
func isAddress(name string, isElement bool) bool {
	lower := strings.ToLower(name)
	return slices.ContainsFunc(endings, func(ending string) bool {
		return strings.HasSuffix(lower, ending) || isElement && (strings.HasSuffix(lower, ending+"s") || strings.HasSuffix(lower, ending+"es"))
	})
}
