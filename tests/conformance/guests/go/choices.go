package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"
	"github.com/pulumi/pulumi-go-provider/infer"
)

type Size string

func (Size) Values() []infer.EnumValue[Size] {
	return []infer.EnumValue[Size]{
		{Name: "Small", Value: "small", Description: "Fits a hand."},
		{Name: "Medium", Value: "medium-sized", Description: "Fits a bag."},
		{Name: "Large", Value: "large", Description: "Fits a car."},
	}
}

func (Size) DeprecatedValues() map[Size]string { return map[Size]string{"large": "too heavy"} }

type Port int

func (Port) Values() []infer.EnumValue[Port] {
	return []infer.EnumValue[Port]{
		{Name: "Http", Value: 80, Description: "In the clear."},
		{Name: "Https", Value: 443, Description: "Encrypted."},
	}
}

type Stamps struct {
	Kind  string `pulumi:"kind" wasm:"constant=stamps"`
	Cents int    `pulumi:"cents"`
}

type Bill struct {
	Kind     string  `pulumi:"kind" wasm:"constant=bill"`
	Account  string  `pulumi:"account"`
	Password *string `pulumi:"password,optional" provider:"secret"`
}

type Choices struct{}

type ChoicesArgs struct {
	Size    Size                          `pulumi:"size"`
	Sizes   []Size                        `pulumi:"sizes,optional"`
	Port    *Port                         `pulumi:"port,optional"`
	Postage wasm.OneOf2[Stamps, Bill]     `pulumi:"postage,optional" wasm:"tag=kind"`
	Mark    *wasm.OneOf2[float64, string] `pulumi:"mark,optional"`
}

type ChoicesState struct {
	ChoicesArgs
	Story string `pulumi:"story"`
}

func (Choices) Create(_ context.Context, req infer.CreateRequest[ChoicesArgs]) (infer.CreateResponse[ChoicesState], error) {
	args := req.Inputs
	postage, mark, port := "nothing", "nothing", ""
	switch {
	case args.Postage.A != nil:
		postage = fmt.Sprintf("stamps of %d", args.Postage.A.Cents)
	case args.Postage.B != nil:
		postage = "a bill of " + args.Postage.B.Account
	}
	if args.Mark != nil && args.Mark.A != nil {
		mark = "a number"
	} else if args.Mark != nil {
		mark = "a text"
	}
	switch or(args.Port, 0) {
	case 80:
		port = ", in the clear"
	case 443:
		port = ", encrypted"
	}
	var name string
	for _, value := range args.Size.Values() {
		if value.Value == args.Size {
			name = strings.ToLower(value.Name)
		}
	}
	return made("choices", ChoicesState{args, fmt.Sprintf("%s, %s, %s%s", name, postage, mark, port)})
}

func (of *Size) Annotate(a infer.Annotator) {
	a.Describe(of, "How large it is.")
}

func (of *Port) Annotate(a infer.Annotator) {
	a.Describe(of, "Where it goes in.")
}

func (of *Stamps) Annotate(a infer.Annotator) {
	a.Describe(of, "Stamps on it.")
	a.Describe(&of.Kind, "The sender.")
	a.Describe(&of.Cents, "Their value in cents.")
}

func (of *Bill) Annotate(a infer.Annotator) {
	a.Describe(of, "A bill to an account.")
	a.Describe(&of.Kind, "Somebody else.")
	a.Describe(&of.Account, "Whose.")
	a.Describe(&of.Password, "By what.")
}

func (of *Choices) Annotate(a infer.Annotator) {
	a.Describe(of, "Is one of several.")
}

func (of *ChoicesArgs) Annotate(a infer.Annotator) {
	a.Describe(&of.Size, "One of three.")
	a.Describe(&of.Sizes, "Several of three.")
	a.Describe(&of.Port, "One of two numbers.")
	a.Describe(&of.Postage, "One of two objects.")
	a.Describe(&of.Mark, "One of two types.")
}

func (of *ChoicesState) Annotate(a infer.Annotator) {
	a.Describe(&of.Story, "The chosen values in words.")
}
