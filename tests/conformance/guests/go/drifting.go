package main

import (
	"context"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"
	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
)

type Drifting struct{}

type DriftingArgs struct {
	Level int     `pulumi:"level"`
	Place *string `pulumi:"place,optional"`
}

type DriftingState struct {
	DriftingArgs
	Story string `pulumi:"story"`
}

func (Drifting) Create(_ context.Context, req infer.CreateRequest[DriftingArgs]) (infer.CreateResponse[DriftingState], error) {
	return made(req.Name, DriftingState{req.Inputs, "made"})
}

func (Drifting) Read(ctx context.Context, req infer.ReadRequest[DriftingArgs, DriftingState]) (infer.ReadResponse[DriftingArgs, DriftingState], error) {
	found := infer.ReadResponse[DriftingArgs, DriftingState](req)
	isImport := req.State.Story == ""
	if isImport {
		found.State = DriftingState{DriftingArgs{Level: 1}, "imported"}
		found.Inputs = found.State.DriftingArgs
	}
	var err error
	switch req.ID {
	case "gone":
		found.ID = ""
	case "higher":
		found.State.Level++
		found.Inputs.Level = found.State.Level
	case "moved":
		found.ID = "moved-away"
	case "explained":
		place := "explained"
		found.Inputs = DriftingArgs{99, &place}
	case "eager":
		wasm.RefreshBeforeUpdate(ctx)
	case "broken":
		err = infer.ResourceInitFailedError{Reasons: []string{"it is bent"}}
	case "unknown":
		if isImport {
			found.ID = ""
		}
	}
	return found, err
}

func (Drifting) Update(_ context.Context, req infer.UpdateRequest[DriftingArgs, DriftingState]) (infer.UpdateResponse[DriftingState], error) {
	return infer.UpdateResponse[DriftingState]{Output: DriftingState{req.Inputs, req.State.Story}}, nil
}

func (Drifting) Delete(ctx context.Context, req infer.DeleteRequest[DriftingState]) (infer.DeleteResponse, error) {
	p.GetLogger(ctx).Info("deleting " + req.ID)
	if req.ID == "gone" {
		return infer.DeleteResponse{}, wasm.NotFound("it is gone")
	}
	return infer.DeleteResponse{}, nil
}

func (of *Drifting) Annotate(a infer.Annotator) {
	a.Describe(of, "Is found as its id says.")
}

func (of *DriftingArgs) Annotate(a infer.Annotator) {
	a.Describe(&of.Level, "How high it is.")
	a.Describe(&of.Place, "Where it is.")
}

func (of *DriftingState) Annotate(a infer.Annotator) {
	a.Describe(&of.Story, "How it was found.")
}
