package guest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/pulumi/pulumi-go-provider/internal/schemajson"
)

func TestAddressesAreFoundInObjectsListsAndMapsOfTheConfiguration(t *testing.T) {
	schema, err := schemajson.Parse(`{
		"provider": {"inputProperties": {
			"serverUrl": {"type": "string"}, "token": {"type": "string"}, "hosts": {"type": "string"}, "port": {"type": "integer"},
			"api": {"$ref": "#/types/acme:net%2Fapi:API"}, "mirrors": {"type": "array", "items": {"$ref": "#/types/acme:net%2Fapi:API"}},
			"servers": {"type": "array", "items": {"type": "string"}}, "endpoints": {"type": "object", "additionalProperties": {"type": "string"}},
			"other": {"$ref": "/aws/v7.0.0/schema.json#/types/aws:index:Endpoint"}
		}},
		"types": {"acme:net/api:API": {"properties": {
			"endpoint": {"type": "string"}, "name": {"type": "string"}, "inner": {"$ref": "#/types/acme:net%2Fapi:API"}
		}}}
	}`)
	if err != nil {
		t.Fatal(err)
	}
	expected := []string{"api.endpoint", "endpoints[*]", "mirrors[*].endpoint", "serverUrl", "servers[*]"}
	if found := configuredAddresses(schema); !slices.Equal(found, expected) {
		t.Errorf("the addresses are %q", found)
	}
}

func TestAddressesNearTheTopAreFoundAlsoIfThereAreVeryManyPlaces(t *testing.T) {
	types := map[string]any{}
	for level := range 40 {
		next := map[string]any{"$ref": fmt.Sprintf("#/types/acme:index:Level%d", level+1)}
		types[fmt.Sprintf("acme:index:Level%d", level)] = map[string]any{"properties": map[string]any{"a": next, "b": next, "c": next}}
	}
	schema := map[string]any{"types": types, "provider": map[string]any{"inputProperties": map[string]any{
		"all":       map[string]any{"$ref": "#/types/acme:index:Level0"},
		"serverUrl": map[string]any{"type": "string"},
	}}}
	if found := configuredAddresses(schema); !slices.Equal(found, []string{"serverUrl"}) {
		t.Errorf("the addresses are %q", found)
	}
}
