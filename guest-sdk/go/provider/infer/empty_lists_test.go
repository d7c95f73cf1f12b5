package infer_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/property"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
)

type ListsArgs struct {
	Names  []string   `pulumi:"names"`
	Nested [][]string `pulumi:"nested,optional"`
	Plain  []any      `pulumi:"plain,optional"`
}

type ListsState struct {
	ListsArgs
	Sent string `pulumi:"sent"`
}

// Lists keeps the request in JSON that it would send.
type Lists struct{}

func (Lists) Create(_ context.Context, req infer.CreateRequest[ListsArgs]) (infer.CreateResponse[ListsState], error) {
	sent, err := json.Marshal(req.Inputs)
	return infer.CreateResponse[ListsState]{ID: req.Name, Output: ListsState{req.Inputs, string(sent)}}, err
}

func TestAnEmptyListIsNilForTheProviderAndStaysInTheState(t *testing.T) {
	provider := infer.Provider(infer.Options{Resources: []infer.InferredResource{infer.Resource(Lists{})}})
	empty := property.New([]property.Value{})
	inputs := property.NewMap(map[string]property.Value{"names": empty, "nested": property.New([]property.Value{empty}), "plain": empty})
	created, err := provider.Create(context.Background(), p.CreateRequest{
		Urn: resource.URN("urn:pulumi:dev::test::acme:infer_test:Lists::lists"), Properties: inputs,
	})
	if err != nil {
		t.Fatal(err)
	}
	// As in a native plugin: only a list of any values is empty and not nil.
	if sent := created.Properties.Get("sent").AsString(); sent != `{"Names":null,"Nested":[null],"Plain":[]}` {
		t.Errorf("the provider sends %s", sent)
	}
	if kept := created.Properties.Delete("sent"); !kept.Equals(inputs) {
		t.Errorf("the state is %#v", kept)
	}
}
