package main

import (
	"context"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"
	"github.com/pulumi/pulumi-go-provider/infer"
)

type Named struct{}

type NamedArgs struct {
	Label  *string `pulumi:"label,optional" provider:"replaceOnChanges"`
	Region *string `pulumi:"region,optional" provider:"replaceOnChanges"`
	Note   *string `pulumi:"note,optional"`
}

type NamedState struct {
	Label   string  `pulumi:"label"`
	Region  string  `pulumi:"region"`
	Note    *string `pulumi:"note,optional"`
	Address string  `pulumi:"address"`
	Changes int     `pulumi:"changes"`
}

func (Named) Traits() wasm.Traits {
	return wasm.Traits{
		AutoName: &wasm.AutoName{Property: "label", MaxLength: 20, Lowercase: true},
		ImportID: "{region}/{label}",
		Stable:   []string{"address"},
	}
}

func placed(args NamedArgs, changes int) NamedState {
	return NamedState{*args.Label, *args.Region, args.Note, *args.Region + ".example/" + *args.Label, changes}
}

func (Named) Create(_ context.Context, req infer.CreateRequest[NamedArgs]) (infer.CreateResponse[NamedState], error) {
	return made(*req.Inputs.Region+"/"+*req.Inputs.Label, placed(req.Inputs, 0))
}

func (Named) Read(_ context.Context, req infer.ReadRequest[NamedArgs, NamedState]) (infer.ReadResponse[NamedArgs, NamedState], error) {
	found := infer.ReadResponse[NamedArgs, NamedState](req)
	if found.State.Address != "" {
		return found, nil
	}
	if found.Inputs.Label == nil || found.Inputs.Region == nil {
		return infer.ReadResponse[NamedArgs, NamedState]{}, nil
	}
	note := "imported"
	found.Inputs.Note = &note
	found.State = placed(found.Inputs, 1)
	return found, nil
}

func (Named) Update(_ context.Context, req infer.UpdateRequest[NamedArgs, NamedState]) (infer.UpdateResponse[NamedState], error) {
	return infer.UpdateResponse[NamedState]{Output: placed(req.Inputs, req.State.Changes+1)}, nil
}

func (of *Named) Annotate(a infer.Annotator) {
	a.Describe(of, "Has a generated name.")
}

func (of *NamedArgs) Annotate(a infer.Annotator) {
	a.Describe(&of.Label, "Its name.")
	a.Describe(&of.Region, "Where it is.")
	a.SetDefault(&of.Region, "eu")
	a.Describe(&of.Note, "A note about it.")
}

func (of *NamedState) Annotate(a infer.Annotator) {
	a.Describe(&of.Label, "Its name.")
	a.Describe(&of.Region, "Where it is.")
	a.Describe(&of.Note, "A note about it.")
	a.Describe(&of.Address, "Where to find it.")
	a.Describe(&of.Changes, "How often it was changed.")
}
