package guest

import (
	"slices"
	"strings"
)

// endings are the ends of names whose values are addresses.
var endings = []string{"url", "uri", "endpoint", "address", "server", "host"}

// each stands for each element of a list or member of a map in a path.
const each = "[*]"

// configuredAddresses gives the paths of the addresses in a provider's configuration, such as `serverUrl`, `api.endpoint` and `servers[*].url`.
func configuredAddresses(schema map[string]any) []string {
	finder := addressFinder{types: members(schema, "types")}
	finder.properties("", members(members(schema, "provider"), "inputProperties"))
	slices.Sort(finder.found)
	return finder.found
}

type addressFinder struct {
	types map[string]any
	// The types around the present one: a type may contain itself.
	around []string
	found  []string
}

func (finder *addressFinder) properties(before string, properties map[string]any) {
	for name, property := range properties {
		property, _ := property.(map[string]any)
		if strings.ContainsAny(name, ".[") && before != "" {
			continue
		}
		finder.value(before+name, name, property)
	}
}

// value looks at a value. The name is the name of its property, also for elements of lists and maps.
func (finder *addressFinder) value(path, name string, value map[string]any) {
	if value["type"] == "string" && isAddress(name, strings.HasSuffix(path, each)) {
		finder.found = append(finder.found, path)
		return
	}
	for _, key := range []string{"items", "additionalProperties"} {
		if elements := members(value, key); elements != nil {
			finder.value(path+each, name, elements)
		}
	}
	reference, _ := value["$ref"].(string)
	token, isType := strings.CutPrefix(reference, "#/types/")
	if !isType || slices.Contains(finder.around, token) {
		return
	}
	finder.around = append(finder.around, token)
	// A reference writes the slash in the name of a module as `%2F`.
	properties := members(members(finder.types, strings.ReplaceAll(token, "%2F", "/")), "properties")
	finder.properties(path+".", properties)
	finder.around = finder.around[:len(finder.around)-1]
}

// isAddress says whether a value of this name holds an address. The name of a list or map may be a plural.
func isAddress(name string, isElement bool) bool {
	lower := strings.ToLower(name)
	return slices.ContainsFunc(endings, func(ending string) bool {
		return strings.HasSuffix(lower, ending) || isElement && (strings.HasSuffix(lower, ending+"s") || strings.HasSuffix(lower, ending+"es"))
	})
}
