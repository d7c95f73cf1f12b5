package integration_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/provider"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
	"github.com/pulumi/pulumi-go-provider/integration"
)

type LampArgs struct {
	Colour string `pulumi:"colour"`
	Socket string `pulumi:"socket,optional" provider:"replaceOnChanges"`
}

type LampState struct {
	LampArgs
	Switched int `pulumi:"switched"`
}

// Lamp notes its calls.
type Lamp struct{ calls *[]string }

func (lamp *Lamp) note(call string, isPreview bool) {
	if isPreview {
		call = "preview of " + call
	}
	*lamp.calls = append(*lamp.calls, call)
}

func (lamp *Lamp) Create(_ context.Context, req infer.CreateRequest[LampArgs]) (infer.CreateResponse[LampState], error) {
	lamp.note("create "+req.Inputs.Colour, req.DryRun)
	if req.Inputs.Colour == "black" {
		return infer.CreateResponse[LampState]{}, errors.New("black is no light")
	}
	return infer.CreateResponse[LampState]{ID: req.Name, Output: LampState{LampArgs: req.Inputs}}, nil
}

func (lamp *Lamp) Update(_ context.Context, req infer.UpdateRequest[LampArgs, LampState]) (infer.UpdateResponse[LampState], error) {
	lamp.note("update "+req.Inputs.Colour, req.DryRun)
	return infer.UpdateResponse[LampState]{Output: LampState{req.Inputs, req.State.Switched + 1}}, nil
}

func (lamp *Lamp) Delete(_ context.Context, req infer.DeleteRequest[LampState]) (infer.DeleteResponse, error) {
	lamp.note("delete "+req.State.Colour, false)
	return infer.DeleteResponse{}, nil
}

type version string

func (version version) String() string { return string(version) }

func server(t *testing.T, calls *[]string) integration.Server {
	t.Helper()
	server, err := integration.NewServer(context.Background(), "acme", version("1.2.3"),
		integration.WithProviderF(func(*provider.HostClient) p.Provider {
			return infer.Provider(infer.Options{Resources: []infer.InferredResource{infer.Resource(&Lamp{calls})}})
		}))
	if err != nil {
		t.Fatal(err)
	}
	return server
}

func inputs(pairs ...string) property.Map {
	made := property.Map{}
	for index := 0; index < len(pairs); index += 2 {
		made = made.Set(pairs[index], property.New(pairs[index+1]))
	}
	return made
}

func TestALifeHasAllItsCallsInOrder(t *testing.T) {
	var calls []string
	expected := inputs("colour", "red", "socket", "").Set("switched", property.New(0.0))
	var seen property.Map
	integration.LifeCycleTest{
		Resource: "acme:integration_test:Lamp",
		Create:   integration.Operation{Inputs: inputs("colour", "red"), ExpectedOutput: &expected},
		Updates: []integration.Operation{
			{Inputs: inputs("colour", "red")},
			{Inputs: inputs("colour", "green"), Hook: func(_, output property.Map) { seen = output }},
			{Inputs: inputs(), CheckFailures: []p.CheckFailure{
				{Property: "colour", Reason: "Missing required field 'colour' on 'integration_test.LampArgs'"},
			}},
			{Inputs: inputs("colour", "black", "socket", "other"), ExpectFailure: true},
			{Inputs: inputs("colour", "blue", "socket", "other")},
		},
	}.Run(t, server(t, &calls))
	if found := strings.Join(calls, ", "); found != "preview of create red, create red, preview of update green, update green, "+
		"preview of create black, preview of create blue, create blue, delete green, delete blue" {
		t.Errorf("the calls are %s", found)
	}
	if seen.Get("switched").AsNumber() != 1 {
		t.Errorf("the update had %#v", seen)
	}
}

func TestAServerNamesThePackageAndNeedsAProvider(t *testing.T) {
	var calls []string
	response, err := server(t, &calls).GetSchema(p.GetSchemaRequest{})
	if err != nil || !strings.Contains(response.Schema, `"acme:integration_test:Lamp"`) || !strings.Contains(response.Schema, `"version":"1.2.3"`) {
		t.Errorf("the schema is %s (%v)", response.Schema, err)
	}
	if _, err := integration.NewServer(context.Background(), "acme", version("1.2.3")); err == nil {
		t.Error("a server without a provider was made")
	}
}
