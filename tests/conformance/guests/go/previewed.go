package main

import (
	"context"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"
	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
)

type Previewed struct{}

type PreviewedArgs struct {
	Label  string `pulumi:"label"`
	Copies *int   `pulumi:"copies,optional"`
}

type PreviewedState struct {
	PreviewedArgs
	Greeting string `pulumi:"greeting"`
	Number   int    `pulumi:"number"`
	Birth    string `pulumi:"birth"`
}

func (Previewed) Traits() wasm.Traits { return wasm.Traits{Stable: []string{"birth"}} }

func (args PreviewedArgs) greeting() string { return "Hello, " + args.Label + "!" }

func (args PreviewedArgs) plan(planned *wasm.Planned) {
	if planned.IsKnown("label") {
		planned.Set("greeting", args.greeting())
	}
}

func (Previewed) PreviewCreate(ctx context.Context, req wasm.PreviewCreateRequest[PreviewedArgs]) error {
	p.GetLogger(ctx).Debugf("preview: %t", wasm.IsPreview(ctx))
	req.Inputs.plan(req.Planned)
	return nil
}

func (Previewed) Create(_ context.Context, req infer.CreateRequest[PreviewedArgs]) (infer.CreateResponse[PreviewedState], error) {
	return made("previewed-"+req.Name, PreviewedState{req.Inputs, req.Inputs.greeting(), 7, "today"})
}

func (Previewed) PreviewUpdate(_ context.Context, req wasm.PreviewUpdateRequest[PreviewedArgs, PreviewedState]) error {
	req.Inputs.plan(req.Planned)
	return nil
}

func (Previewed) Update(_ context.Context, req infer.UpdateRequest[PreviewedArgs, PreviewedState]) (infer.UpdateResponse[PreviewedState], error) {
	return infer.UpdateResponse[PreviewedState]{
		Output: PreviewedState{req.Inputs, req.Inputs.greeting(), req.State.Number + 1, req.State.Birth},
	}, nil
}

type Promising struct{}

type PromisingArgs struct {
	Label  string `pulumi:"label"`
	Honest bool   `pulumi:"honest"`
}

type PromisingState struct {
	PromisingArgs
	Promise string `pulumi:"promise"`
}

func (Promising) Traits() wasm.Traits { return wasm.Traits{Consistency: wasm.ConsistencyError} }

func (Promising) PreviewCreate(_ context.Context, req wasm.PreviewCreateRequest[PromisingArgs]) error {
	req.Planned.Set("promise", "gold")
	return nil
}

func (Promising) Create(_ context.Context, req infer.CreateRequest[PromisingArgs]) (infer.CreateResponse[PromisingState], error) {
	promise := "lead"
	if req.Inputs.Honest {
		promise = "gold"
	}
	return made("promising", PromisingState{req.Inputs, promise})
}

func (of *Previewed) Annotate(a infer.Annotator) {
	a.Describe(of, "Previews outputs that only its code can compute.")
}

func (of *PreviewedArgs) Annotate(a infer.Annotator) {
	a.Describe(&of.Label, "Its label.")
	a.Describe(&of.Copies, "How often it is there.")
}

func (of *PreviewedState) Annotate(a infer.Annotator) {
	a.Describe(&of.Greeting, "Known before it is made.")
	a.Describe(&of.Number, "Known when it is made.")
	a.Describe(&of.Birth, "Never changes.")
}

func (of *Promising) Annotate(a infer.Annotator) {
	a.Describe(of, "Previews a value that its create may not return.")
}

func (of *PromisingArgs) Annotate(a infer.Annotator) {
	a.Describe(&of.Label, "Its label.")
	a.Describe(&of.Honest, "Whether create returns the promised value.")
}

func (of *PromisingState) Annotate(a infer.Annotator) {
	a.Describe(&of.Promise, "The promised value.")
}
