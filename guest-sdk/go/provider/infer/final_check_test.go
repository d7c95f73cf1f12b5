package infer_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/property"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
)

type Rule struct {
	Target string `pulumi:"target"`
}

type RouteArgs struct {
	Groups  []string        `pulumi:"groups"`
	Rules   map[string]Rule `pulumi:"rules,optional"`
	Peer    *string         `pulumi:"peer,optional"`
	Network string          `pulumi:"network"`
	Metric  int             `pulumi:"metric,optional"`
}

func (args *RouteArgs) Annotate(a infer.Annotator) { a.SetDefault(&args.Metric, 100) }

// Route refuses zeros, as many providers do, and gives no inputs beside its failures.
type Route struct{}

func (Route) Create(_ context.Context, req infer.CreateRequest[RouteArgs]) (infer.CreateResponse[RouteArgs], error) {
	return infer.CreateResponse[RouteArgs]{ID: req.Name, Output: req.Inputs}, nil
}

func (Route) Check(ctx context.Context, req infer.CheckRequest) (infer.CheckResponse[RouteArgs], error) {
	args, failures, err := infer.DefaultCheck[RouteArgs](ctx, req.NewInputs)
	refuse := func(property, reason string) {
		failures = append(failures, p.CheckFailure{Property: property, Reason: reason})
	}
	for index, group := range args.Groups {
		if group == "" {
			refuse(fmt.Sprintf("groups[%d]", index), "must not be empty")
		}
	}
	for name, rule := range args.Rules {
		if rule.Target == "" {
			refuse(fmt.Sprintf("rules[%q].target", name), "must not be empty")
		}
	}
	if args.Peer != nil && *args.Peer == "" {
		refuse("peer", "must not be empty")
	}
	if args.Network == "" {
		refuse("network", "must not be empty")
	}
	if len(failures) > 0 {
		return infer.CheckResponse[RouteArgs]{Failures: failures}, err
	}
	return infer.CheckResponse[RouteArgs]{Inputs: args}, err
}

func checkRoute(t *testing.T, inputs map[string]property.Value) p.CheckResponse {
	t.Helper()
	provider := infer.Provider(infer.Options{Resources: []infer.InferredResource{infer.Resource(Route{})}})
	checked, err := provider.Check(context.Background(), p.CheckRequest{
		Urn: resource.URN("urn:pulumi:dev::test::acme:infer_test:Route::route"), Inputs: property.NewMap(inputs),
	})
	if err != nil {
		t.Fatal(err)
	}
	return checked
}

func TestACheckRefusesNoUnknownValue(t *testing.T) {
	unknown := property.New(property.Computed)
	checked := checkRoute(t, map[string]property.Value{
		"groups":  property.New([]property.Value{property.New("a"), unknown}),
		"rules":   property.New(map[string]property.Value{"a.b": property.New(map[string]property.Value{"target": unknown}), "c": unknown}),
		"network": property.New("10.0.0.0/8"),
		"peer":    unknown,
	})
	if len(checked.Failures) > 0 {
		t.Fatalf("the failures are %v", checked.Failures)
	}
	groups := checked.Inputs.Get("groups").AsArray()
	if groups.Len() != 2 || !groups.Get(1).IsComputed() || !checked.Inputs.Get("peer").IsComputed() || !checked.Inputs.Get("rules").HasComputed() {
		t.Errorf("what is unknown stays so: %#v", checked.Inputs)
	}
	if !checked.Inputs.Get("metric").Equals(property.New(100.0)) {
		t.Errorf("defaults are applied: %#v", checked.Inputs)
	}
}

func TestACheckRefusesKnownValuesBesideUnknownOnes(t *testing.T) {
	checked := checkRoute(t, map[string]property.Value{
		"groups":  property.New([]property.Value{property.New(""), property.New(property.Computed)}),
		"rules":   property.New(map[string]property.Value{"c": property.New(map[string]property.Value{"target": property.New("")})}),
		"network": property.New(""),
	})
	var refused []string
	for _, failure := range checked.Failures {
		refused = append(refused, failure.Property)
	}
	if strings.Join(refused, " ") != `groups[0] rules["c"].target network` {
		t.Errorf("the refused properties are %v", refused)
	}
}

// Settings refuse zeros, and give no values beside their failures.
type Settings struct {
	Server string `pulumi:"server"`
	Realm  string `pulumi:"realm,optional"`
}

func (settings *Settings) Annotate(a infer.Annotator) { a.SetDefault(&settings.Realm, "main") }

func (*Settings) Check(ctx context.Context, req infer.CheckRequest) (infer.CheckResponse[*Settings], error) {
	settings, failures, err := infer.DefaultCheck[*Settings](ctx, req.NewInputs)
	if err == nil && settings.Server == "" {
		failures = append(failures, p.CheckFailure{Property: "server", Reason: "must not be empty"})
	}
	if len(failures) > 0 {
		return infer.CheckResponse[*Settings]{Inputs: &Settings{}, Failures: failures}, err
	}
	return infer.CheckResponse[*Settings]{Inputs: settings}, err
}

func TestACheckOfAConfigurationRefusesNoUnknownValue(t *testing.T) {
	provider := infer.Provider(infer.Options{
		Resources: []infer.InferredResource{infer.Resource(Route{})}, Config: infer.Config(&Settings{}),
	})
	for _, given := range []struct {
		server   property.Value
		failures int
	}{{property.New(property.Computed), 0}, {property.New(""), 1}} {
		checked, err := provider.CheckConfig(context.Background(), p.CheckRequest{
			Urn: "urn:pulumi:dev::test::pulumi:providers:acme::acme", Inputs: property.NewMap(map[string]property.Value{"server": given.server}),
		})
		if err != nil || len(checked.Failures) != given.failures {
			t.Fatalf("%#v: the failures are %v (%v)", given.server, checked.Failures, err)
		}
		if given.failures == 0 && (!checked.Inputs.Get("server").IsComputed() || !checked.Inputs.Get("realm").Equals(property.New("main"))) {
			t.Errorf("the configuration is %#v", checked.Inputs)
		}
	}
}
