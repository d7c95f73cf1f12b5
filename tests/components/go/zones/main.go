// A provider whose clients send every read by POST: one by Connect, one by GraphQL.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"connectrpc.com/connect"
	"github.com/pulumi/pulumi-go-provider/infer"

	"example.com/zones/zonesconnect"
)

func main() {
	provider, err := infer.NewProviderBuilder().
		WithConfig(infer.Config(&Config{})).
		WithResources(infer.Resource(&Zone{}), infer.Resource(&Record{})).
		Build()
	if err == nil {
		err = provider.Run(context.Background(), "zones", "1.0.0")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// Config is the configuration.
type Config struct {
	URL string `pulumi:"url"`
}

// Zone is a zone of the service.
type Zone struct{}

// ZoneArgs are its inputs.
type ZoneArgs struct {
	Name  string `pulumi:"name" provider:"replaceOnChanges"`
	Wrong bool   `pulumi:"wrong,optional"`
}

// ZoneState is its state.
type ZoneState struct {
	ZoneArgs
	Serial int `pulumi:"serial"`
}

func zones(ctx context.Context) zonesconnect.ZoneServiceClient {
	return zonesconnect.NewZoneServiceClient(http.DefaultClient, infer.GetConfig[Config](ctx).URL)
}

// Create makes a zone.
func (*Zone) Create(ctx context.Context, req infer.CreateRequest[ZoneArgs]) (infer.CreateResponse[ZoneState], error) {
	made, err := zones(ctx).CreateZone(ctx, connect.NewRequest(&zonesconnect.Zone{Name: req.Inputs.Name}))
	if err != nil {
		return infer.CreateResponse[ZoneState]{}, err
	}
	return infer.CreateResponse[ZoneState]{ID: made.Msg.Name, Output: ZoneState{req.Inputs, made.Msg.Serial}}, nil
}

// Read reads a zone, by a method that is not only a read if the zone is wrong.
func (*Zone) Read(ctx context.Context, req infer.ReadRequest[ZoneArgs, ZoneState]) (infer.ReadResponse[ZoneArgs, ZoneState], error) {
	question := connect.NewRequest(&zonesconnect.Zone{Name: req.ID})
	read := zones(ctx).GetZone
	if req.Inputs.Wrong {
		read = zones(ctx).GetOrMakeZone
	}
	if _, err := read(ctx, question); err != nil {
		return infer.ReadResponse[ZoneArgs, ZoneState]{}, err
	}
	found, err := zones(ctx).FindSerial(ctx, question)
	if err != nil {
		return infer.ReadResponse[ZoneArgs, ZoneState]{}, err
	}
	return infer.ReadResponse[ZoneArgs, ZoneState]{ID: req.ID, Inputs: req.Inputs, State: ZoneState{req.Inputs, found.Msg.Serial}}, nil
}

// Record is a record that a GraphQL server has.
type Record struct{}

// RecordArgs are its inputs.
type RecordArgs struct {
	Text  string `pulumi:"text" provider:"replaceOnChanges"`
	Wrong bool   `pulumi:"wrong,optional"`
}

// ask sends a GraphQL document.
func ask(ctx context.Context, document string, variables map[string]any) error {
	text, err := json.Marshal(map[string]any{"query": document, "variables": variables})
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, "POST", infer.GetConfig[Config](ctx).URL+"/graphql", bytes.NewReader(text))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err == nil {
		err = response.Body.Close()
	}
	return err
}

// Create makes a record.
func (*Record) Create(ctx context.Context, req infer.CreateRequest[RecordArgs]) (infer.CreateResponse[RecordArgs], error) {
	err := ask(ctx, "mutation MakeRecord($text: String!) {\n  makeRecord(text: $text) { id }\n}", map[string]any{"text": req.Inputs.Text})
	return infer.CreateResponse[RecordArgs]{ID: "made", Output: req.Inputs}, err
}

// Read reads a record, by a mutation if the record is wrong.
func (*Record) Read(ctx context.Context, req infer.ReadRequest[RecordArgs, RecordArgs]) (infer.ReadResponse[RecordArgs, RecordArgs], error) {
	document := "query ReadRecord($id: ID!) {\n  record(id: $id) { text }\n}"
	if req.Inputs.Wrong {
		document = "mutation TouchRecord($id: ID!) {\n  touchRecord(id: $id) { text }\n}"
	}
	err := ask(ctx, document, map[string]any{"id": req.ID})
	return infer.ReadResponse[RecordArgs, RecordArgs]{ID: req.ID, Inputs: req.Inputs, State: req.Inputs}, err
}
