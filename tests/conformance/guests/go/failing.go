package main

import (
	"context"
	"errors"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"
	"github.com/pulumi/pulumi-go-provider/infer"
)

// failure gives the error of that name.
func failure(how string) error {
	switch how {
	case "invalid":
		return wasm.Invalid(wasm.Failure{Property: "how", Reason: "is bad"}, wasm.Failure{Property: "note.of[0]", Reason: "is worse"})
	case "not-found":
		return wasm.NotFound("it is nowhere")
	case "already-exists":
		return wasm.AlreadyExists("it is there")
	case "denied":
		return wasm.Denied("it is forbidden")
	case "unavailable":
		return wasm.Unavailable("it is away")
	case "timed-out":
		return wasm.TimedOut("it is late")
	case "cancelled":
		return wasm.Cancelled("it is over")
	case "unsupported":
		return wasm.Unsupported("it is not done")
	case "crash":
		panic("the guest stumbled")
	}
	return errors.New("it is broken")
}

// deeper calls itself for ever.
func deeper(depth int) int { return deeper(depth+1) + 1 }

type Failing struct{}

type FailingArgs struct {
	At   string  `pulumi:"at"`
	How  string  `pulumi:"how"`
	Note *string `pulumi:"note,optional"`
}

type FailingState struct{ FailingArgs }

func (args FailingArgs) fail(at string) error {
	if args.At != at {
		return nil
	}
	switch args.How {
	case "endless":
		for {
		}
	case "recursion":
		deeper(1)
	case "partial":
		return infer.ResourceInitFailedError{Reasons: []string{"it is not whole", "nor ready"}}
	}
	return failure(args.How)
}

func (Failing) Check(ctx context.Context, req infer.CheckRequest) (infer.CheckResponse[FailingArgs], error) {
	args, failures, err := infer.DefaultCheck[FailingArgs](ctx, req.NewInputs)
	if err == nil {
		err = args.fail("check")
	}
	return infer.CheckResponse[FailingArgs]{Inputs: args, Failures: failures}, err
}

func (Failing) RefineDiff(_ context.Context, req wasm.RefineDiffRequest[FailingArgs, FailingState]) error {
	return req.Inputs.fail("diff")
}

func (Failing) Create(_ context.Context, req infer.CreateRequest[FailingArgs]) (infer.CreateResponse[FailingState], error) {
	return infer.CreateResponse[FailingState]{ID: "failing", Output: FailingState{req.Inputs}}, req.Inputs.fail("create")
}

func (Failing) PreviewCreate(_ context.Context, req wasm.PreviewCreateRequest[FailingArgs]) error {
	return req.Inputs.fail("preview")
}

func (Failing) Read(_ context.Context, req infer.ReadRequest[FailingArgs, FailingState]) (infer.ReadResponse[FailingArgs, FailingState], error) {
	return infer.ReadResponse[FailingArgs, FailingState](req), req.State.fail("read")
}

func (Failing) Update(_ context.Context, req infer.UpdateRequest[FailingArgs, FailingState]) (infer.UpdateResponse[FailingState], error) {
	return infer.UpdateResponse[FailingState]{Output: FailingState{req.Inputs}}, req.Inputs.fail("update")
}

func (Failing) Delete(_ context.Context, req infer.DeleteRequest[FailingState]) (infer.DeleteResponse, error) {
	return infer.DeleteResponse{}, req.State.fail("delete")
}

func (of *Failing) Annotate(a infer.Annotator) {
	a.Describe(of, "Fails where and how it is told to.")
}

func (of *FailingArgs) Annotate(a infer.Annotator) {
	a.Describe(&of.At, "The hook that fails.")
	a.Describe(&of.How, "How it fails: the name of an error, `crash`, `endless`, which never comes to an end, or `recursion`, whose calls never do.")
	a.Describe(&of.Note, "Changes nothing.")
}
