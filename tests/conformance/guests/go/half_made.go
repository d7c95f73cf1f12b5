package main

import (
	"context"
	"errors"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"
	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
)

type HalfMade struct{}

type HalfMadeArgs struct {
	Label string `pulumi:"label"`
	Ends  bool   `pulumi:"ends"`
}

type HalfMadeState struct {
	HalfMadeArgs
	First  string  `pulumi:"first"`
	Second *string `pulumi:"second"`
}

func (HalfMade) Create(ctx context.Context, req infer.CreateRequest[HalfMadeArgs]) (infer.CreateResponse[HalfMadeState], error) {
	id := "half-" + req.Inputs.Label
	state := HalfMadeState{HalfMadeArgs: req.Inputs, First: "disk"}
	err := wasm.Checkpoint(ctx, id, state)
	if !req.Inputs.Ends {
		err = errors.New("the second step failed")
	}
	second := "started"
	state.Second = &second
	return infer.CreateResponse[HalfMadeState]{ID: id, Output: state}, err
}

func (HalfMade) Resume(_ context.Context, req wasm.ResumeRequest[HalfMadeArgs, HalfMadeState]) (wasm.ResumeResponse[HalfMadeState], error) {
	second := "started after " + or(req.State.Second, "nothing")
	return wasm.ResumeResponse[HalfMadeState]{Output: HalfMadeState{req.Inputs, req.State.First, &second}}, nil
}

func (HalfMade) Delete(ctx context.Context, req infer.DeleteRequest[HalfMadeState]) (infer.DeleteResponse, error) {
	p.GetLogger(ctx).Infof("deleting %s, %s", req.State.First, or(req.State.Second, "nothing"))
	return infer.DeleteResponse{}, nil
}

func (of *HalfMade) Annotate(a infer.Annotator) {
	a.Describe(of, "Records a checkpoint with the first of its outputs.")
}

func (of *HalfMadeArgs) Annotate(a infer.Annotator) {
	a.Describe(&of.Label, "Its label.")
	a.Describe(&of.Ends, "Whether its create succeeds.")
}

func (of *HalfMadeState) Annotate(a infer.Annotator) {
	a.Describe(&of.First, "Known at once.")
	a.Describe(&of.Second, "Known late.")
}
