package main

import (
	"context"

	"github.com/pulumi/pulumi-go-provider/infer"
)

type Compared struct{}

type ComparedArgs struct {
	Word     *string  `pulumi:"word,optional" wasm:"compare=ignore-case"`
	Line     *string  `pulumi:"line,optional" wasm:"compare=trim"`
	Domain   *string  `pulumi:"domain,optional" wasm:"compare=ignore-case,compare=trailing-dot"`
	Path     *string  `pulumi:"path,optional" wasm:"compare=trailing-slash"`
	Document *string  `pulumi:"document,optional" wasm:"compare=json"`
	Network  *string  `pulumi:"network,optional" wasm:"compare=cidr"`
	Delay    *string  `pulumi:"delay,optional" wasm:"compare=duration"`
	Address  *string  `pulumi:"address,optional" wasm:"compare=url"`
	Tags     []string `pulumi:"tags,optional" wasm:"compare=set"`
	Extras   []string `pulumi:"extras,optional" wasm:"compare=empty"`
	Seal     *string  `pulumi:"seal,optional" wasm:"compare=presence"`
}

type ComparedState struct{ ComparedArgs }

func (Compared) Create(_ context.Context, req infer.CreateRequest[ComparedArgs]) (infer.CreateResponse[ComparedState], error) {
	return made("compared", ComparedState{req.Inputs})
}

func (Compared) Update(_ context.Context, req infer.UpdateRequest[ComparedArgs, ComparedState]) (infer.UpdateResponse[ComparedState], error) {
	return infer.UpdateResponse[ComparedState]{Output: ComparedState{req.Inputs}}, nil
}

func (of *Compared) Annotate(a infer.Annotator) {
	a.Describe(of, "Each property has its own comparison.")
}

func (of *ComparedArgs) Annotate(a infer.Annotator) {
	a.Describe(&of.Word, "Case does not count.")
	a.Describe(&of.Line, "White space around it does not count.")
	a.Describe(&of.Domain, "A dot at its end does not count.")
	a.Describe(&of.Path, "A slash at its end does not count.")
	a.Describe(&of.Document, "A JSON text.")
	a.Describe(&of.Network, "A network.")
	a.Describe(&of.Delay, "A time.")
	a.Describe(&of.Address, "An address.")
	a.Describe(&of.Tags, "In any order.")
	a.Describe(&of.Extras, "A missing list equals an empty one.")
	a.Describe(&of.Seal, "Only its presence counts.")
}
