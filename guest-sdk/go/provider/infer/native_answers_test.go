package infer_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/property"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
)

// Moment is a text, and a time where it is read from a text by its method. The framework converts texts without the method.
type Moment string

func (moment *Moment) UnmarshalText(text []byte) error {
	return fmt.Errorf("%s is not a time", text)
}

// Span is not a text, so that the framework reads it with its method.
type Span struct{ Text string }

func (span *Span) UnmarshalText(text []byte) error {
	if string(text) == "wrong" {
		return errors.New("wrong span")
	}
	span.Text = "span of " + string(text)
	return nil
}

type Shade string

func (Shade) Values() []infer.EnumValue[Shade] { return []infer.EnumValue[Shade]{{Value: "dark"}} }

func (shade *Shade) Annotate(a infer.Annotator) { a.Describe(shade, "A shade.") }

type RecordArgs struct {
	Settings map[string]any     `pulumi:"settings,optional"`
	Parts    map[string]*string `pulumi:"parts,optional"`
	Moment   *Moment            `pulumi:"moment,optional"`
	Shade    *Shade             `pulumi:"shade,optional"`
	Size     int                `pulumi:"size,optional"`
	Token    *string            `pulumi:"token,optional" provider:"secret"`
}

type RecordState struct {
	RecordArgs
	Key  string `pulumi:"key" provider:"secret"`
	Note string `pulumi:"note,optional"`
	More *int   `pulumi:"more,optional"`
}

type Record struct{}

func (Record) Create(_ context.Context, req infer.CreateRequest[RecordArgs]) (infer.CreateResponse[RecordState], error) {
	state := RecordState{RecordArgs: req.Inputs, Key: "k"}
	if req.Inputs.Moment != nil {
		state.Note = string(*req.Inputs.Moment)
	}
	response := infer.CreateResponse[RecordState]{ID: req.Name, Output: state}
	if req.Inputs.Size == 13 {
		return response, fmt.Errorf("waiting: %w", infer.ResourceInitFailedError{Reasons: []string{"too slow"}})
	}
	return response, nil
}

func (Record) Update(_ context.Context, req infer.UpdateRequest[RecordArgs, RecordState]) (infer.UpdateResponse[RecordState], error) {
	return infer.UpdateResponse[RecordState]{Output: RecordState{RecordArgs: req.Inputs, Key: "k"}}, nil
}

func (Record) Diff(_ context.Context, req infer.DiffRequest[RecordArgs, RecordState]) (infer.DiffResponse, error) {
	return infer.DiffResponse{HasChanges: req.Inputs.Size != req.State.Size}, nil
}

type SpanArgs struct {
	Span Span `pulumi:"span"`
}

type Facts struct {
	Known bool `pulumi:"known"`
}

func (facts *Facts) Annotate(a infer.Annotator) { a.Describe(facts, "What is known.") }

type Look struct{}

func (Look) Invoke(_ context.Context, req infer.FunctionRequest[SpanArgs]) (infer.FunctionResponse[Facts], error) {
	return infer.FunctionResponse[Facts]{Output: Facts{req.Input.Span.Text == "span of a day"}}, nil
}

type RecordConfig struct {
	Region string `pulumi:"region,optional"`
}

const urnOfRecord = resource.URN("urn:pulumi:dev::test::acme:infer_test:Record::record")

func records() p.Provider {
	return infer.Provider(infer.Options{
		Resources: []infer.InferredResource{infer.Resource(Record{})}, Functions: []infer.InferredFunction{infer.Function(Look{})},
		Config: infer.Config(&RecordConfig{}),
	})
}

type members = map[string]property.Value

func creating(t *testing.T, inputs members, isPreview bool) (p.CreateResponse, error) {
	t.Helper()
	return records().Create(t.Context(), p.CreateRequest{Urn: urnOfRecord, Properties: property.NewMap(inputs), DryRun: isPreview})
}

func TestANullInAMapStays(t *testing.T) {
	null := property.New(property.Null)
	settings := property.New(members{"off": null, "deep": property.New(members{"off": null})})
	created, err := creating(t, members{"settings": settings, "parts": property.New(members{"a": null})}, false)
	if err != nil || !created.Properties.Get("settings").Equals(settings) {
		t.Errorf("the settings are %#v (%v)", created.Properties.Get("settings"), err)
	}
	if parts := created.Properties.Get("parts").AsMap(); parts.Len() != 1 || !parts.Get("a").IsNull() {
		t.Errorf("the parts are %#v", parts)
	}
}

func TestATextIsReadByAMethodOnlyIntoTypesThatAreNotTexts(t *testing.T) {
	created, err := creating(t, members{"moment": property.New("noon")}, false)
	if err != nil || created.Properties.Get("note").AsString() != "noon" {
		t.Errorf("the outputs are %#v (%v)", created.Properties, err)
	}
	for text, expected := range map[string]string{"a day": "", "wrong": "wrong span"} {
		found, err := records().Invoke(t.Context(), p.InvokeRequest{
			Token: "acme:infer_test:look", Args: property.NewMap(members{"span": property.New(text)}),
		})
		reason := ""
		if len(found.Failures) > 0 {
			reason = found.Failures[0].Reason
		}
		if err != nil || reason != expected || expected == "" && !found.Return.Get("known").AsBool() {
			t.Errorf("%s: %#v (%v)", text, found, err)
		}
	}
}

func TestTheSchemaDescribesResultsAndEnums(t *testing.T) {
	response, err := records().GetSchema(t.Context(), p.GetSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Types, Functions map[string]struct {
			Description string
			Outputs     struct{ Description string }
		}
	}
	if err := json.Unmarshal([]byte(response.Schema), &schema); err != nil {
		t.Fatal(err)
	}
	if said := schema.Functions[":infer_test:look"].Outputs.Description; said != "What is known." {
		t.Errorf("the results are described as %q", said)
	}
	if shade, ok := schema.Types[":infer_test:Shade"]; !ok || shade.Description != "A shade." {
		t.Errorf("the enum is %v", shade)
	}
}

func TestAResourceThatIsNotReadyIsAnErrorWithItsState(t *testing.T) {
	created, err := creating(t, members{"size": property.New(13.0)}, false)
	if err == nil || err.Error() != "waiting: resource failed to initialize" {
		t.Errorf("the error is %v", err)
	}
	if created.ID != "record" || created.PartialState == nil || created.PartialState.Reasons[0] != "too slow" || created.Properties.Get("key").AsString() != "k" {
		t.Errorf("the answer is %#v", created)
	}
}

func TestTestsSeeOutputsWithoutTheMarksOfTags(t *testing.T) {
	created, err := creating(t, members{"token": property.New("t")}, false)
	if err != nil || created.Properties.Get("key").Secret() || created.Properties.Get("token").Secret() {
		t.Errorf("the outputs are %#v (%v)", created.Properties, err)
	}
}

func TestAPreviewHasOnlyTheOutputsThatTheProviderGave(t *testing.T) {
	created, err := creating(t, members{}, true)
	if _, ok := created.Properties.GetOk("more"); ok || err != nil || !created.Properties.Get("key").IsComputed() {
		t.Errorf("the outputs are %#v (%v)", created.Properties, err)
	}
}

func TestIgnoredChangesReachNeitherDiffNorUpdateOfTheProvider(t *testing.T) {
	state := property.NewMap(members{"size": property.New(1.0), "key": property.New("k")})
	inputs := property.NewMap(members{"size": property.New(2.0)})
	for _, ignored := range [][]string{nil, {"size"}} {
		found, err := records().Diff(t.Context(), p.DiffRequest{Urn: urnOfRecord, State: state, Inputs: inputs, IgnoreChanges: ignored})
		if err != nil || found.HasChanges != (ignored == nil) {
			t.Errorf("%v: the differences are %v (%v)", ignored, found, err)
		}
		updated, err := records().Update(t.Context(), p.UpdateRequest{Urn: urnOfRecord, State: state, Inputs: inputs, IgnoreChanges: ignored})
		if err != nil || (updated.Properties.Get("size").AsNumber() == 2) != (ignored == nil) {
			t.Errorf("%v: the outputs are %#v (%v)", ignored, updated.Properties, err)
		}
	}
}

func TestNullIsNoDifferenceFromAMissingProperty(t *testing.T) {
	provider := infer.Provider(infer.Options{Resources: []infer.InferredResource{infer.Resource(Login{})}})
	tags := func(tags members) property.Map { return property.NewMap(members{"tags": property.New(tags)}) }
	null, full, empty := tags(members{"a": property.New(property.Null)}), tags(members{"a": property.New("b")}), tags(members{})
	for _, pair := range [][2]property.Map{{null, empty}, {empty, null}, {full, null}, {null, full}} {
		found, err := provider.Diff(t.Context(), p.DiffRequest{
			Urn: "urn:pulumi:dev::test::acme:infer_test:Login::it", State: pair[0], OldInputs: pair[0], Inputs: pair[1],
		})
		isFull := pair[0].Equals(full) || pair[1].Equals(full)
		if err != nil || found.HasChanges != isFull {
			t.Errorf("%#v: %v (%v)", pair, found, err)
		}
	}
}

func TestAConfigurationMayHaveMoreThanTheProviderKnows(t *testing.T) {
	inputs := property.NewMap(members{"region": property.New("eu"), "later": property.New(true)})
	checked, err := records().CheckConfig(t.Context(), p.CheckRequest{Inputs: inputs})
	if err != nil || len(checked.Failures) > 0 || checked.Inputs.Get("region").AsString() != "eu" {
		t.Errorf("the check gives %#v (%v)", checked, err)
	}
}
