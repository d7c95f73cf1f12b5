package guest

import (
	"testing"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm/host"

	"github.com/pulumi/pulumi-go-provider/internal/schemajson"
)

func TestAnAddressThatTheAuthorAsksForHasTheSafeRequestsOfTheBuildUnlessItListsItsOwn(t *testing.T) {
	Found.SafeRequests = []string{"POST /acme.v1.Zones/GetZone"}
	Found.Hosts = [][2]string{{"api.acme.example", "main.go:5"}}
	defer func() { Found.SafeRequests, Found.Hosts, host.Permissions.Net = nil, nil, nil }()
	schema, err := schemajson.Parse(`{"provider": {"inputProperties": {"url": {"type": "string"}}}}`)
	if err != nil {
		t.Fatal(err)
	}
	const found = `"safeRequests":["POST /acme.v1.Zones/GetZone"]`
	asked := func(rest string) string {
		return `{"net":[{"host":"config:url","required":true` + rest + `},` +
			`{"host":"api.acme.example","required":false,"reason":"main.go:5 names it",` + found + `}]}`
	}
	for _, row := range []struct {
		net      host.Net
		expected string
	}{
		{host.Net{Credential: &host.Credential{As: "bearer", Config: "token"}}, asked(`,` + found + `,"credential":{"as":"bearer","config":"token"}`)},
		{host.Net{SafeRequests: []string{"POST /search"}}, asked(`,"safeRequests":["POST /search"]`)},
		{host.Net{SafeRequests: []string{}}, asked("")},
	} {
		row.net.Host, row.net.Required = "config:url", true
		host.Permissions.Net = []host.Net{row.net}
		if written := string(schemajson.Append(nil, permissions(schema))); written != row.expected {
			t.Errorf("the permissions are %s", written)
		}
	}
}

func TestThePermissionsAreTheSameEachTime(t *testing.T) {
	property := `{"properties": {"token": {"defaultInfo": {"environment": ["ACME_TOKEN"]}}, "alias": {"defaultInfo": {"environment": ["ACME_TOKEN"]}}}}`
	schema, err := schemajson.Parse(`{
		"provider": {"inputProperties": {"one": {"defaultInfo": {"environment": ["ACME_KEY"]}}, "two": {"defaultInfo": {"environment": ["ACME_KEY"]}}}},
		"resources": {"acme:index:B": ` + property + `, "acme:index:A": ` + property + `}, "types": {"acme:index:C": ` + property + `}
	}`)
	if err != nil {
		t.Fatal(err)
	}
	const expected = `{"env":[{"name":"ACME_KEY","required":false,"reason":"default of ` + "`one`" + `"},` +
		`{"name":"ACME_TOKEN","required":false,"reason":"default of ` + "`alias`" + ` of acme:index:A"}]}`
	for range 20 {
		if written := string(schemajson.Append(nil, permissions(schema))); written != expected {
			t.Fatalf("the permissions are %s", written)
		}
	}
}
