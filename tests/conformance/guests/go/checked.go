package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"
	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
)

type Gate struct {
	Port  int     `pulumi:"port"`
	Guest *string `pulumi:"guest,optional"`
}

type Checked struct{}

type CheckedArgs struct {
	Label string  `pulumi:"label"`
	Title *string `pulumi:"title,optional"`
	Gates []Gate  `pulumi:"gates,optional"`
	Size  *int    `pulumi:"size,optional"`
}

type CheckedState struct{ CheckedArgs }

func (Checked) Check(ctx context.Context, req infer.CheckRequest) (infer.CheckResponse[CheckedArgs], error) {
	args, failures, err := infer.DefaultCheck[CheckedArgs](ctx, req.NewInputs)
	fail := func(property, reason string) {
		failures = append(failures, p.CheckFailure{Property: property, Reason: reason})
	}
	if !req.NewInputs.Get("label").IsComputed() {
		if strings.Contains(args.Label, " ") {
			fail("label", "must have no space")
		}
		args.Label = strings.ToLower(args.Label)
		if args.Title == nil {
			title := "The " + args.Label
			args.Title = &title
		}
	}
	for index, gate := range args.Gates {
		if gate.Port > 1024 {
			fail(fmt.Sprintf("gates[%d].port", index), "must be at most 1024")
		}
	}
	if old := req.OldInputs.Get("size"); old.IsNumber() && args.Size != nil && *args.Size > 10*int(old.AsNumber()) {
		fail("size", "must not grow tenfold at once")
	}
	return infer.CheckResponse[CheckedArgs]{Inputs: args, Failures: failures}, err
}

func (Checked) RefineDiff(_ context.Context, req wasm.RefineDiffRequest[CheckedArgs, CheckedState]) error {
	if or(req.Inputs.Size, 0) < or(req.State.Size, 0) {
		req.Differences.Replace("size")
		req.Differences.DeleteBeforeReplace = true
	}
	// A title is only shown.
	req.Differences.Ignore("title")
	return nil
}

func (Checked) Create(_ context.Context, req infer.CreateRequest[CheckedArgs]) (infer.CreateResponse[CheckedState], error) {
	return made("checked-"+req.Name, CheckedState{req.Inputs})
}

func (Checked) Update(_ context.Context, req infer.UpdateRequest[CheckedArgs, CheckedState]) (infer.UpdateResponse[CheckedState], error) {
	return infer.UpdateResponse[CheckedState]{Output: CheckedState{req.Inputs}}, nil
}

func (of *Gate) Annotate(a infer.Annotator) {
	a.Describe(of, "Something that may pass.")
	a.Describe(&of.Port, "Which.")
	a.Describe(&of.Guest, "For whom.")
}

func (of *Checked) Annotate(a infer.Annotator) {
	a.Describe(of, "A resource whose hooks check, complete and compare its inputs.")
}

func (of *CheckedArgs) Annotate(a infer.Annotator) {
	a.Describe(&of.Label, "Written in small letters.")
	a.Describe(&of.Title, "Made of the label where it is not given.")
	a.Describe(&of.Gates, "Ports up to 1024.")
	a.Describe(&of.Size, "May only grow in place.")
}
