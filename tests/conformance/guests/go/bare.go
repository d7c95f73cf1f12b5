package main

import (
	"context"
	"strings"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"
	"github.com/pulumi/pulumi-go-provider/infer"
)

type Bare struct{}

type BareArgs struct {
	Label  string   `pulumi:"label"`
	Weight *float64 `pulumi:"weight,optional"`
}

type BareState struct {
	BareArgs
	Shout string `pulumi:"shout"`
}

func (Bare) Create(_ context.Context, req infer.CreateRequest[BareArgs]) (infer.CreateResponse[BareState], error) {
	return made("bare-"+req.Name, BareState{req.Inputs, strings.ToUpper(req.Inputs.Label)})
}

type Exclusive struct{}

type ExclusiveArgs struct {
	Place  string     `pulumi:"place" provider:"replaceOnChanges"`
	Inside [][]string `pulumi:"inside,optional" provider:"replaceOnChanges"`
	Note   *string    `pulumi:"note,optional"`
}

type ExclusiveState struct {
	Place  string     `pulumi:"place"`
	Inside [][]string `pulumi:"inside,optional"`
	Note   *string    `pulumi:"note,optional"`
}

func (Exclusive) Traits() wasm.Traits {
	return wasm.Traits{DeleteBeforeReplace: true, RefreshBeforeUpdate: true}
}

func (Exclusive) Create(_ context.Context, req infer.CreateRequest[ExclusiveArgs]) (infer.CreateResponse[ExclusiveState], error) {
	return made("the-one", ExclusiveState(req.Inputs))
}

func (Exclusive) Update(_ context.Context, req infer.UpdateRequest[ExclusiveArgs, ExclusiveState]) (infer.UpdateResponse[ExclusiveState], error) {
	return infer.UpdateResponse[ExclusiveState]{Output: ExclusiveState(req.Inputs)}, nil
}

func (of *Bare) Annotate(a infer.Annotator) {
	a.Describe(of, "Has no hook but `create`.")
}

func (of *BareArgs) Annotate(a infer.Annotator) {
	a.Describe(&of.Label, "Its label.")
	a.Describe(&of.Weight, "How much it weighs.")
}

func (of *BareState) Annotate(a infer.Annotator) {
	a.Describe(&of.Shout, "The label in capital letters.")
}

func (of *Exclusive) Annotate(a infer.Annotator) {
	a.Describe(of, "There can be only one at a time.")
}

func (of *ExclusiveArgs) Annotate(a infer.Annotator) {
	a.Describe(&of.Place, "Where it is.")
	a.Describe(&of.Inside, "Its contents, at any depth.")
	a.Describe(&of.Note, "A note about it.")
}

func (of *ExclusiveState) Annotate(a infer.Annotator) {
	a.Describe(&of.Place, "Where it is.")
	a.Describe(&of.Inside, "Its contents, at any depth.")
	a.Describe(&of.Note, "A note about it.")
}
