package infer

import (
	"context"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/property"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm/host"
	p "github.com/pulumi/pulumi-go-provider"
)

type account struct {
	URL   string `pulumi:"url"`
	Token string `pulumi:"token" provider:"secret"`
	Key   string `pulumi:"key" provider:"secret"`
}

func TestASecretThatTheHostKeepsFromTheComponentMayBeRequired(t *testing.T) {
	before := host.Permissions.Net
	t.Cleanup(func() { host.Permissions.Net = before })
	host.Permissions.Net = []host.Net{{
		Host: "config:url", Credential: &host.Credential{As: "bearer", Config: "token", HostOnly: true}, TLS: &host.TLS{Key: "key", HostOnly: true},
	}}
	var settings account
	config := Config(&settings)
	given := property.NewMap(map[string]property.Value{"url": property.New("https://a.example")})
	if err := config.configure(context.Background(), p.ConfigureRequest{Args: given}); err != nil || settings.URL != "https://a.example" {
		t.Errorf("the configuration is %v, %v", settings, err)
	}
	checked, err := config.check(context.Background(), p.CheckRequest{Inputs: given})
	if err != nil || len(checked.Failures) > 0 || !checked.Inputs.Equals(given) {
		t.Errorf("the check gave %v, %v", checked, err)
	}
	host.Permissions.Net = nil
	checked, err = config.check(context.Background(), p.CheckRequest{Inputs: given})
	if err != nil || len(checked.Failures) != 2 {
		t.Errorf("values that the host does not keep are required, and the check gave %v, %v", checked, err)
	}
}
