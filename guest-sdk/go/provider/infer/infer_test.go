package infer_test

import (
	"context"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/property"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
	"github.com/pulumi/pulumi-go-provider/internal/call"
)

type Inner struct {
	Key    string  `pulumi:"key"`
	Hidden *string `pulumi:"hidden,optional" provider:"secret"`
	Next   *Inner  `pulumi:"next,optional"`
}

type Base struct {
	Zone string `pulumi:"zone,optional"`
}

func (base *Base) Annotate(a infer.Annotator) {
	a.Describe(&base.Zone, "From the embedded struct.")
	a.SetDefault(&base.Zone, "eu", "ACME_ZONE", "The zone of the thing.")
}

type Args struct {
	Base
	Name   string           `pulumi:"name" provider:"replaceOnChanges"`
	Port   *int             `pulumi:"port,optional"`
	Inners []Inner          `pulumi:"inners,optional"`
	Any    any              `pulumi:"any,optional"`
	Counts map[string]int64 `pulumi:"counts,optional"`
}

type State struct {
	Args
	Serial string `pulumi:"serial"`
}

type Thing struct{}

func (*Thing) Annotate(a infer.Annotator) { a.AddAlias("old", "Thing") }

func (*Thing) Create(_ context.Context, req infer.CreateRequest[Args]) (infer.CreateResponse[State], error) {
	return infer.CreateResponse[State]{ID: req.Name, Output: State{req.Inputs, "s1"}}, nil
}

type Whole struct {
	Part
	Size int `pulumi:"size"`
}

type Part struct {
	Kind string `pulumi:"kind"`
}

func (part *Part) Annotate(a infer.Annotator) {
	a.Describe(part, "A part.")
	a.Describe(&part.Kind, "Its kind.")
}

type HolderArgs struct {
	Whole Whole `pulumi:"whole"`
}

type Holder struct{}

func (Holder) Create(_ context.Context, req infer.CreateRequest[HolderArgs]) (infer.CreateResponse[HolderArgs], error) {
	return infer.CreateResponse[HolderArgs]{ID: req.Name, Output: req.Inputs}, nil
}

func TestATypeHasTheDescriptionOfItsEmbeddedStruct(t *testing.T) {
	response, err := infer.Provider(infer.Options{Resources: []infer.InferredResource{infer.Resource(Holder{})}}).
		GetSchema(context.Background(), p.GetSchemaRequest{})
	if err != nil || !strings.Contains(response.Schema, `":infer_test:Whole":{"description":"A part.","properties":{"kind":{"type":"string","description":"Its kind."}`) {
		t.Errorf("the schema is %s (%v)", response.Schema, err)
	}
}

func provider(t *testing.T) p.Provider {
	t.Helper()
	provider, err := infer.NewProviderBuilder().WithResources(infer.Resource(&Thing{})).Build()
	if err != nil {
		t.Fatal(err)
	}
	return provider
}

const urn = resource.URN("urn:pulumi:dev::test::acme:infer_test:Thing::thing")

func TestTheSchemaHasPropertiesOfEmbeddedStructsAndTypesThatNameThemselves(t *testing.T) {
	response, err := provider(t).GetSchema(context.Background(), p.GetSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Types     map[string]struct{ Properties map[string]map[string]any }
		Resources map[string]struct {
			InputProperties map[string]map[string]any
			RequiredInputs  []string
			Aliases         []map[string]string
		}
	}
	if err := json.Unmarshal([]byte(response.Schema), &schema); err != nil {
		t.Fatal(err)
	}
	thing := schema.Resources[":infer_test:Thing"]
	if zone := thing.InputProperties["zone"]; zone["default"] != "eu" || zone["description"] != "From the embedded struct." {
		t.Errorf("zone is %v", zone)
	}
	if names, _ := json.Marshal(thing.InputProperties["zone"]["defaultInfo"]); string(names) != `{"environment":["ACME_ZONE"]}` {
		t.Errorf("the variables are %s", names)
	}
	if name := thing.InputProperties["name"]; name["replaceOnChanges"] != true || strings.Join(thing.RequiredInputs, " ") != "name" {
		t.Errorf("name is %v of %v", name, thing.RequiredInputs)
	}
	if inner := schema.Types[":infer_test:Inner"].Properties; inner["next"]["$ref"] != "#/types/:infer_test:Inner" || inner["hidden"]["secret"] != true {
		t.Errorf("inner is %v", inner)
	}
	if len(thing.Aliases) != 1 || thing.Aliases[0]["type"] != ":old:Thing" {
		t.Errorf("aliases are %v", thing.Aliases)
	}
}

func TestACheckAppliesDefaultsAndKeepsMarks(t *testing.T) {
	secret := property.New("hush").WithSecret(true)
	checked, err := provider(t).Check(context.Background(), p.CheckRequest{Urn: urn, Inputs: property.NewMap(map[string]property.Value{
		"name":   secret,
		"port":   property.New(property.Computed),
		"inners": property.New([]property.Value{property.New(map[string]property.Value{"key": property.New("k"), "hidden": property.New("h")})}),
		"any":    property.New([]property.Value{property.New(1.5), secret}),
	})})
	if err != nil || len(checked.Failures) > 0 {
		t.Fatal(err, checked.Failures)
	}
	inner := checked.Inputs.Get("inners").AsArray().Get(0).AsMap()
	for name, holds := range map[string]bool{
		"a default is applied":        checked.Inputs.Get("zone").Equals(property.New("eu")),
		"a secret stays one":          checked.Inputs.Get("name").Equals(secret),
		"an unknown value stays one":  checked.Inputs.Get("port").IsComputed(),
		"a tag marks nested values":   inner.Get("hidden").Secret() && !inner.Get("key").Secret(),
		"a secret in any value stays": checked.Inputs.Get("any").AsArray().Get(1).Secret(),
		"what is left out stays so":   checked.Inputs.Get("counts").IsNull(),
	} {
		if !holds {
			t.Errorf("%s: %#v", name, checked.Inputs)
		}
	}
}

func TestACheckNamesEachFault(t *testing.T) {
	checked, err := provider(t).Check(context.Background(), p.CheckRequest{Urn: urn, Inputs: property.NewMap(map[string]property.Value{
		"port": property.New("x"), "colour": property.New("red"),
		"inners": property.New([]property.Value{property.New(map[string]property.Value{})}),
	})})
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, failure := range checked.Failures {
		all = append(all, failure.Property+": "+failure.Reason)
	}
	said := strings.Join(all, "\n")
	for _, part := range []string{
		"name: Missing required field 'name' on 'infer_test.Args'",
		"port: Field 'port' on 'infer_test.Args' must be a 'int'; got 'string' instead",
		"inners: Missing required field 'key' on 'infer_test.Inner'",
		"colour: Unrecognized field 'colour' on 'infer_test.Args'",
	} {
		if !strings.Contains(said, part) {
			t.Errorf("%q should be in\n%s", part, said)
		}
	}
}

func TestANullInAListIsAFaultAndNoPanic(t *testing.T) {
	_, err := provider(t).Check(context.Background(), p.CheckRequest{Urn: urn, Inputs: property.NewMap(map[string]property.Value{
		"name": property.New("x"), "inners": property.New([]property.Value{{}}), "counts": property.New(map[string]property.Value{"a": {}}),
	})})
	if err != nil {
		t.Fatal(err)
	}
}

func TestACreateInAPreviewHasUnknownOutputs(t *testing.T) {
	inputs := property.NewMap(map[string]property.Value{"name": property.New("x"), "zone": property.New("eu")})
	for _, isPreview := range []bool{true, false} {
		created, err := provider(t).Create(context.Background(), p.CreateRequest{Urn: urn, Properties: inputs, DryRun: isPreview})
		if err != nil {
			t.Fatal(err)
		}
		if created.Properties.Get("serial").IsComputed() != isPreview || !created.Properties.Get("name").Equals(property.New("x")) {
			t.Errorf("in a preview (%v) it is %#v", isPreview, created.Properties)
		}
	}
}

func TestADiffReplacesForTheTagAndWithoutUpdate(t *testing.T) {
	olds := property.NewMap(map[string]property.Value{"name": property.New("a")})
	news := property.NewMap(map[string]property.Value{"name": property.New("b")})
	for name, from := range map[string]struct {
		ctx context.Context
		req p.DiffRequest
	}{
		"old inputs":              {call.With(context.Background(), &call.Call{SendsOldInputs: true}), p.DiffRequest{Urn: urn, OldInputs: olds, Inputs: news}},
		"state without old input": {context.Background(), p.DiffRequest{Urn: urn, State: olds.Set("serial", property.New("s")), Inputs: news}},
	} {
		found, err := provider(t).Diff(from.ctx, from.req)
		if err != nil || len(found.DetailedDiff) != 1 || found.DetailedDiff["name"].Kind != p.UpdateReplace {
			t.Errorf("with %s it is %v (%v)", name, found, err)
		}
	}
}

type OddArgs struct {
	Size float32 `pulumi:"size"`
}

type Odd struct{}

func (Odd) Create(context.Context, infer.CreateRequest[OddArgs]) (infer.CreateResponse[OddArgs], error) {
	return infer.CreateResponse[OddArgs]{}, nil
}

type Named[T any] struct {
	Value T `pulumi:"value"`
}

type EvenArgs struct {
	Named Named[int] `pulumi:"named"`
}

type Even struct{}

func (*Even) Create(context.Context, infer.CreateRequest[EvenArgs]) (infer.CreateResponse[EvenArgs], error) {
	return infer.CreateResponse[EvenArgs]{}, nil
}

type BytesArgs struct {
	Key []byte `pulumi:"key"`
}

type Bytes struct{}

func (*Bytes) Create(context.Context, infer.CreateRequest[BytesArgs]) (infer.CreateResponse[BytesArgs], error) {
	return infer.CreateResponse[BytesArgs]{}, nil
}

type RatioArgs struct {
	Part *float64 `pulumi:"part,optional"`
}

func (args *RatioArgs) Annotate(a infer.Annotator) { a.SetDefault(&args.Part, math.NaN()) }

type Ratio struct{}

func (*Ratio) Create(context.Context, infer.CreateRequest[RatioArgs]) (infer.CreateResponse[RatioArgs], error) {
	return infer.CreateResponse[RatioArgs]{}, nil
}

func TestATypeThatAPropertyCannotHaveIsNamedWithItsPlace(t *testing.T) {
	odd := infer.Provider(infer.Options{Resources: []infer.InferredResource{
		infer.Resource(Odd{}), infer.Resource(&Even{}), infer.Resource(&Bytes{}), infer.Resource(&Ratio{}),
	}})
	_, err := odd.GetSchema(call.With(context.Background(), &call.Call{Package: "acme"}), p.GetSchemaRequest{})
	if err == nil {
		t.Fatal("the types were accepted")
	}
	for _, part := range []string{
		"acme:infer_test:Odd (", "infer_test.go:", "infer_test.OddArgs.size: a property cannot have the type float32",
		"acme:infer_test:Even (", "has type parameters, and a schema has no name for it",
		"acme:infer_test:Bytes (", "infer_test.BytesArgs.key: a property cannot have the type []uint8: bytes are a string with base64, or an asset",
		"acme:infer_test:Ratio (", "infer_test.RatioArgs.part: its default NaN is not a number that Pulumi can hold",
	} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q should be in\n%v", part, err)
		}
	}
}
