package main

import (
	"context"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"
	"github.com/pulumi/pulumi-go-provider/infer"
)

type Pointer struct{}

type PointerArgs struct {
	Bare  *wasm.Reference[Bare] `pulumi:"bare,optional"`
	Other *wasm.Reference[any]  `pulumi:"other,optional"`
}

type PointerState struct {
	PointerArgs
	IDOfBare   *string `pulumi:"idOfBare,optional"`
	URNOfOther *string `pulumi:"urnOfOther,optional"`
}

func (Pointer) Create(_ context.Context, req infer.CreateRequest[PointerArgs]) (infer.CreateResponse[PointerState], error) {
	state := PointerState{PointerArgs: req.Inputs}
	if state.Bare != nil {
		state.IDOfBare = &state.Bare.ID
	}
	if state.Other != nil {
		state.URNOfOther = &state.Other.URN
	}
	return made("pointer", state)
}

func (of *Pointer) Annotate(a infer.Annotator) {
	a.Describe(of, "Points to others.")
}

func (of *PointerArgs) Annotate(a infer.Annotator) {
	a.Describe(&of.Bare, "A resource of this package.")
	a.Describe(&of.Other, "Any resource.")
}

func (of *PointerState) Annotate(a infer.Annotator) {
	a.Describe(&of.IDOfBare, "The id of `bare`.")
	a.Describe(&of.URNOfOther, "The URN of `other`.")
}
