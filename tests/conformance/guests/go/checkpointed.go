package main

import (
	"context"
	"errors"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"
	"github.com/pulumi/pulumi-go-provider/infer"
)

type Checkpointed struct{}

type CheckpointedArgs struct {
	Label  string  `pulumi:"label"`
	Ending *string `pulumi:"ending,optional"`
}

type CheckpointedState struct {
	CheckpointedArgs
	Stage string  `pulumi:"stage"`
	Key   *string `pulumi:"key,optional" provider:"secret"`
}

func reached(args CheckpointedArgs, stage string) CheckpointedState {
	key := "sesame"
	return CheckpointedState{args, stage, &key}
}

func (Checkpointed) Create(ctx context.Context, req infer.CreateRequest[CheckpointedArgs]) (infer.CreateResponse[CheckpointedState], error) {
	id := "checkpointed-" + req.Name
	err := wasm.Checkpoint(ctx, id, reached(req.Inputs, "begun"))
	switch or(req.Inputs.Ending, "") {
	case "fail":
		err = errors.New("the second step failed")
	case "crash":
		panic("the guest stumbled")
	}
	return infer.CreateResponse[CheckpointedState]{ID: id, Output: reached(req.Inputs, "done")}, err
}

func (Checkpointed) Resume(_ context.Context, req wasm.ResumeRequest[CheckpointedArgs, CheckpointedState]) (wasm.ResumeResponse[CheckpointedState], error) {
	return wasm.ResumeResponse[CheckpointedState]{Output: reached(req.Inputs, "resumed after "+req.State.Stage)}, nil
}

func (Checkpointed) Update(ctx context.Context, req infer.UpdateRequest[CheckpointedArgs, CheckpointedState]) (infer.UpdateResponse[CheckpointedState], error) {
	err := wasm.Checkpoint(ctx, req.ID, reached(req.Inputs, "updating"))
	if or(req.Inputs.Ending, "") == "fail" {
		err = errors.New("the update failed")
	}
	return infer.UpdateResponse[CheckpointedState]{Output: reached(req.Inputs, "updated")}, err
}

func (of *Checkpointed) Annotate(a infer.Annotator) {
	a.Describe(of, "Records a checkpoint during its create.")
}

func (of *CheckpointedArgs) Annotate(a infer.Annotator) {
	a.Describe(&of.Label, "Its label.")
	a.Describe(&of.Ending, "How its create ends after the checkpoint. `fail` and `crash` end it early.")
}

func (of *CheckpointedState) Annotate(a infer.Annotator) {
	a.Describe(&of.Stage, "How far it is.")
	a.Describe(&of.Key, "Opens it.")
}
