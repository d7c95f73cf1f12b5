package infer_test

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/property"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
)

type SharedArgs struct {
	Title string            `json:"shown_title,omitempty" pulumi:"title,optional"`
	Size  *int              `pulumi:"size,optional"`
	Cache map[string]string `pulumi:"-"`
}

// Annotate describes a field that the state hides.
func (args *SharedArgs) Annotate(a infer.Annotator) {
	a.Describe(&args.Title, "Its title.")
	a.Describe(&args.Size, "Its wanted size.")
}

type SharedState struct {
	SharedArgs
	Size int `pulumi:"size"`
}

func (state *SharedState) Annotate(a infer.Annotator) { a.Describe(&state.Size, "Its size.") }

type Shared struct{}

func (Shared) Create(_ context.Context, req infer.CreateRequest[SharedArgs]) (infer.CreateResponse[SharedState], error) {
	req.Inputs.Cache = map[string]string{"a": "b"}
	return infer.CreateResponse[SharedState]{ID: req.Name, Output: SharedState{req.Inputs, 7}}, nil
}

func (Shared) Update(_ context.Context, req infer.UpdateRequest[SharedArgs, SharedState]) (infer.UpdateResponse[SharedState], error) {
	return infer.UpdateResponse[SharedState]{Output: SharedState{req.Inputs, req.State.Size + 1}}, nil
}

func TestAFieldOfTheOuterStructHidesTheFieldOfItsNameInTheEmbeddedStruct(t *testing.T) {
	provider := infer.Provider(infer.Options{Resources: []infer.InferredResource{infer.Resource(Shared{})}})
	response, err := provider.GetSchema(context.Background(), p.GetSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Resources map[string]struct {
			Properties, InputProperties map[string]struct{ Description string }
			Required                    []string
		}
	}
	if err := json.Unmarshal([]byte(response.Schema), &schema); err != nil {
		t.Fatal(err)
	}
	shared := schema.Resources[":infer_test:Shared"]
	if !slices.Equal(shared.Required, []string{"size"}) || len(shared.Properties) != 2 || len(shared.InputProperties) != 2 {
		t.Errorf("the schema is %s", response.Schema)
	}
	if shared.Properties["size"].Description != "Its size." || shared.InputProperties["size"].Description != "Its wanted size." ||
		shared.Properties["title"].Description != "Its title." {
		t.Errorf("the descriptions are %v and %v", shared.InputProperties, shared.Properties)
	}
	created, err := provider.Create(context.Background(), p.CreateRequest{
		Urn: "urn:pulumi:dev::test::acme:infer_test:Shared::it", Properties: property.NewMap(map[string]property.Value{"size": property.New(3.0)}),
	})
	if err != nil || created.Properties.Get("size").AsNumber() != 7 {
		t.Errorf("created %#v (%v)", created, err)
	}
	if _, ok := created.Properties.GetOk("-"); ok {
		t.Errorf("the outputs have a field that the tag leaves out: %#v", created.Properties)
	}
}

// A native plugin records a field with both tags under both names: such state has to be taken over.
func TestAFieldWithANameInJSONIsRecordedUnderBothNames(t *testing.T) {
	provider := infer.Provider(infer.Options{Resources: []infer.InferredResource{infer.Resource(Shared{})}})
	text := func(text string) property.Value { return property.New(text) }
	state := property.NewMap(map[string]property.Value{"title": text("old"), "shown_title": text("old"), "size": property.New(7.0)})
	updated, err := provider.Update(context.Background(), p.UpdateRequest{
		Urn: "urn:pulumi:dev::test::acme:infer_test:Shared::it", ID: "it", State: state,
		Inputs: property.NewMap(map[string]property.Value{"title": text("new"), "shown_title": text("stale")}),
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"title", "shown_title"} {
		if value := updated.Properties.Get(name); !value.Equals(text("new")) {
			t.Errorf("%s is %#v", name, value)
		}
	}
}
