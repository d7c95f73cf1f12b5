package main

import (
	"context"
	"fmt"
	"time"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"
	"github.com/pulumi/pulumi-go-provider/infer"
)

type Waiting struct{}

type WaitingArgs struct {
	Looks    int `pulumi:"looks"`
	Patience int `pulumi:"patience"`
}

type WaitingState struct {
	WaitingArgs
	Ready int `pulumi:"ready"`
}

func (Waiting) Create(ctx context.Context, req infer.CreateRequest[WaitingArgs]) (infer.CreateResponse[WaitingState], error) {
	state := WaitingState{WaitingArgs: req.Inputs}
	backoff := wasm.Every(5 * time.Millisecond)
	backoff.Timeout = time.Duration(req.Inputs.Patience) * time.Millisecond
	err := wasm.Wait(ctx, backoff, func(attempt int) (bool, string, error) {
		state.Ready = attempt
		return attempt >= req.Inputs.Looks, fmt.Sprintf("look %d of %d", attempt, req.Inputs.Looks), nil
	})
	return infer.CreateResponse[WaitingState]{ID: "waiting", Output: state}, err
}

func (of *Waiting) Annotate(a infer.Annotator) {
	a.Describe(of, "Is ready after some looks.")
}

func (of *WaitingArgs) Annotate(a infer.Annotator) {
	a.Describe(&of.Looks, "At which look it is ready.")
	a.Describe(&of.Patience, "For how many milliseconds somebody looks.")
}

func (of *WaitingState) Annotate(a infer.Annotator) {
	a.Describe(&of.Ready, "At which look it was ready.")
}
