package infer_test

import (
	"context"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/property"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
)

func TestAFaultOfTheProviderAsksToReportIt(t *testing.T) {
	for want, err := range map[string]error{
		"provider error: no pages; please report this to the provider author": infer.ProviderErrorf("no %s", "pages"),
		"provider error; please report this to the provider author":           infer.ProviderError{},
	} {
		if err.Error() != want {
			t.Errorf("the error is %q", err)
		}
	}
}

// Labelled has objects in its state.
type Labelled struct{}

type LabelledState struct {
	Labels []Label `pulumi:"labels,optional"`
}

type Label struct {
	Key string `pulumi:"key"`
}

func (Labelled) Create(context.Context, infer.CreateRequest[LabelledState]) (infer.CreateResponse[LabelledState], error) {
	return infer.CreateResponse[LabelledState]{ID: "labelled"}, nil
}

func (Labelled) Delete(context.Context, infer.DeleteRequest[LabelledState]) (infer.DeleteResponse, error) {
	return infer.DeleteResponse{}, nil
}

func TestRecordedStateWithAFieldOfAnotherVersionIsToldWithStateMigrations(t *testing.T) {
	labelled := infer.Provider(infer.Options{Resources: []infer.InferredResource{infer.Resource(Labelled{})}})
	label := map[string]property.Value{"key": property.New("k"), "colour": property.New("red")}
	err := labelled.Delete(context.Background(), p.DeleteRequest{
		ID: "labelled", Urn: "urn:pulumi:dev::test::acme:infer_test:Labelled::one",
		Properties: property.NewMap(map[string]property.Value{"labels": property.New([]property.Value{property.New(label)})}),
	})
	if err == nil {
		t.Fatal("the state was taken")
	}
	for _, part := range []string{
		"labels: Unrecognized field 'colour' on 'infer_test.Label'\nhint: ", "`StateMigrations`",
	} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("`%s` should be in %q", part, err)
		}
	}
	// The host adds that a refresh helps to other kinds.
	if wasm.KindOf(err) != wasm.KindUnsupported {
		t.Errorf("the kind is %v", wasm.KindOf(err))
	}
}
