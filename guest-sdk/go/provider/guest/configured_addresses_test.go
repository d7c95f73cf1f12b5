package guest

import (
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
