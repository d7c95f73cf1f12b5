package main

import (
	"context"
	"slices"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"
	"github.com/pulumi/pulumi-go-provider/infer"
)

// Part is what is shown of a part.
type Part struct {
	Label string `pulumi:"label"`
}

func part(name string) wasm.View {
	return wasm.View{Token: "conformance:index:Part", Name: name, Inputs: Part{name}, Outputs: Part{name}}
}

type Parts struct{}

type PartsArgs struct {
	Names []string `pulumi:"names"`
}

type PartsState struct{ PartsArgs }

func (Parts) Create(ctx context.Context, req infer.CreateRequest[PartsArgs]) (infer.CreateResponse[PartsState], error) {
	var steps wasm.Steps
	for _, name := range req.Inputs.Names {
		steps.Create(part(name))
	}
	return infer.CreateResponse[PartsState]{ID: "parts", Output: PartsState{req.Inputs}}, steps.Publish(ctx)
}

func (Parts) Update(ctx context.Context, req infer.UpdateRequest[PartsArgs, PartsState]) (infer.UpdateResponse[PartsState], error) {
	var steps wasm.Steps
	known := map[string]bool{}
	for _, view := range wasm.OldViews(ctx) {
		known[view.Name] = true
		if !slices.Contains(req.Inputs.Names, view.Name) {
			steps.Delete(view)
		}
	}
	for _, name := range req.Inputs.Names {
		if known[name] {
			steps.Same(part(name))
		} else {
			steps.Create(part(name))
		}
	}
	return infer.UpdateResponse[PartsState]{Output: PartsState{req.Inputs}}, steps.Publish(ctx)
}

func (of *Parts) Annotate(a infer.Annotator) {
	a.Describe(of, "Has parts.")
}

func (of *PartsArgs) Annotate(a infer.Annotator) {
	a.Describe(&of.Names, "The names of the parts.")
}
