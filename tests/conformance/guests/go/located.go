package main

import (
	"cmp"
	"context"
	"math"
	"math/big"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"
	"github.com/pulumi/pulumi-go-provider/infer"
)

type Located struct{}

type LocatedArgs struct {
	Size   *wasm.Integer `pulumi:"size,optional"`
	Level  *int          `pulumi:"level,optional"`
	Region *string       `pulumi:"region,optional" wasm:"stateInput"`
	Wish   *string       `pulumi:"wish,optional"`
}

type LocatedState struct {
	LocatedArgs
	Next  *wasm.Integer `pulumi:"next,optional"`
	Place string        `pulumi:"place"`
	Ratio *float64      `pulumi:"ratio,optional"`
}

func locate(ctx context.Context, args LocatedArgs) (LocatedState, error) {
	state := LocatedState{LocatedArgs: args, Place: cmp.Or(wasm.Project(ctx), "?") + "/" + cmp.Or(wasm.Stack(ctx), "?")}
	if or(args.Wish, "") == "not-ready" {
		return state, wasm.AwaitFailed("it is not ready")
	}
	if args.Size != nil {
		size, err := args.Size.Big()
		if err != nil {
			return state, err
		}
		next := wasm.IntegerOf(size.Add(size, big.NewInt(1)))
		state.Next = &next
	}
	return state, nil
}

func (Located) Create(ctx context.Context, req infer.CreateRequest[LocatedArgs]) (infer.CreateResponse[LocatedState], error) {
	state, err := locate(ctx, req.Inputs)
	return infer.CreateResponse[LocatedState]{ID: "located", Output: state}, err
}

func (Located) Update(ctx context.Context, req infer.UpdateRequest[LocatedArgs, LocatedState]) (infer.UpdateResponse[LocatedState], error) {
	state, err := locate(ctx, req.Inputs)
	return infer.UpdateResponse[LocatedState]{Output: state}, err
}

func (Located) Read(_ context.Context, req infer.ReadRequest[LocatedArgs, LocatedState]) (infer.ReadResponse[LocatedArgs, LocatedState], error) {
	found := infer.ReadResponse[LocatedArgs, LocatedState](req)
	if found.State.Place == "" {
		found.State = LocatedState{LocatedArgs: LocatedArgs{Region: found.Inputs.Region}, Place: "found"}
	}
	if or(found.State.Wish, "") == "no-number" {
		none := math.NaN()
		found.State.Ratio = &none
	}
	return found, nil
}

func (of *Located) Annotate(a infer.Annotator) {
	a.Describe(of, "Knows where it is.")
}

func (of *LocatedArgs) Annotate(a infer.Annotator) {
	a.Describe(&of.Size, "How large it is, to the last digit.")
	a.Describe(&of.Level, "How high it is.")
	a.Describe(&of.Region, "Where it is.")
	a.Describe(&of.Wish, "What happens: `not-ready`, `no-number`.")
}

func (of *LocatedState) Annotate(a infer.Annotator) {
	a.Describe(&of.Next, "The size and one.")
	a.Describe(&of.Place, "The project and the stack.")
	a.Describe(&of.Ratio, "A number.")
}
