package main

import (
	"context"

	"github.com/pulumi/pulumi-go-provider/infer"
)

type Overflowing struct{}

type OverflowingArgs struct {
	Label string `pulumi:"label"`
}

type OverflowingState struct {
	OverflowingArgs
	Count int    `pulumi:"count"`
	Unit  string `pulumi:"unit"`
}

func counted(args OverflowingArgs) OverflowingState {
	state := OverflowingState{args, 1, "piece"}
	if args.Label == "high" {
		state.Count = 1<<53 + 2
	}
	return state
}

func (Overflowing) Create(_ context.Context, req infer.CreateRequest[OverflowingArgs]) (infer.CreateResponse[OverflowingState], error) {
	return made("over", counted(req.Inputs))
}

func (Overflowing) Update(_ context.Context, req infer.UpdateRequest[OverflowingArgs, OverflowingState]) (infer.UpdateResponse[OverflowingState], error) {
	return infer.UpdateResponse[OverflowingState]{Output: counted(req.Inputs)}, nil
}

func (of *Overflowing) Annotate(a infer.Annotator) {
	a.Describe(of, "Counts beyond the integers that a double holds exactly, if its label says so.")
}

func (of *OverflowingArgs) Annotate(a infer.Annotator) {
	a.Describe(&of.Label, "`high` is too much.")
}

func (of *OverflowingState) Annotate(a infer.Annotator) {
	a.Describe(&of.Count, "The count.")
	a.Describe(&of.Unit, "An output that can always be recorded.")
}
