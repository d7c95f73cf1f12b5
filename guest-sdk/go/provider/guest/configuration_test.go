package guest

import (
	"context"
	"maps"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/property"

	p "github.com/pulumi/pulumi-go-provider"
)

func TestVariablesOfConfigureHaveTheValuesThatTheCheckGave(t *testing.T) {
	given := property.NewMap(map[string]property.Value{"url": property.New("https://acme.example/"), "old": property.New(true)})
	changed := property.NewMap(map[string]property.Value{
		"url": property.New("https://acme.example").WithSecret(true), "most": property.New(5.0), "later": property.New(property.Computed),
	})
	checks := func(failures ...p.CheckFailure) *p.Served {
		return &p.Served{Name: "acme", Provider: p.Provider{
			CheckConfig: func(context.Context, p.CheckRequest) (p.CheckResponse, error) {
				return p.CheckResponse{Inputs: changed, Failures: failures}, nil
			},
		}}
	}
	before := map[string]string{"acme:config:url": "https://acme.example/", "acme:config:old": "true"}
	after := map[string]string{"acme:config:url": "https://acme.example", "acme:config:most": "5"}
	for _, row := range []struct {
		served    *p.Served
		isChecked bool
		args      property.Map
		variables map[string]string
	}{
		{checks(), true, changed, after},
		{checks(p.CheckFailure{Property: "url", Reason: "no"}), true, given, before},
		{checks(), false, given, before},
	} {
		request, err := configureRequest(context.Background(), row.served, p.CheckRequest{Inputs: given}, row.isChecked)
		if err != nil || !maps.Equal(request.Variables, row.variables) || !property.New(request.Args).Equals(property.New(row.args)) {
			t.Errorf("Configure gets %v and %#v (%v)", request.Variables, request.Args, err)
		}
	}
}
