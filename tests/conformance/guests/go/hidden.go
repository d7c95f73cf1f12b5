package main

import (
	"context"
	"slices"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"
	"github.com/pulumi/pulumi-go-provider/infer"
)

type Login struct {
	User     string `pulumi:"user"`
	Password string `pulumi:"password" provider:"secret"`
}

type Hidden struct{}

type HiddenArgs struct {
	Label string             `pulumi:"label"`
	Code  *string            `pulumi:"code,optional" provider:"secret"`
	Login *Login             `pulumi:"login,optional"`
	Words []string           `pulumi:"words,optional"`
	Pin   *string            `pulumi:"pin,optional" wasm:"writeOnly"`
	Note  wasm.Value[string] `pulumi:"note"`
}

type HiddenState struct {
	Label         string             `pulumi:"label"`
	Code          *string            `pulumi:"code,optional" provider:"secret"`
	Login         *Login             `pulumi:"login,optional"`
	Words         []string           `pulumi:"words,optional"`
	Note          wasm.Value[string] `pulumi:"note"`
	Fingerprint   string             `pulumi:"fingerprint" provider:"secret"`
	PinLength     int                `pulumi:"pinLength"`
	NoteWasSecret bool               `pulumi:"noteWasSecret"`
}

func looked(args HiddenArgs) HiddenState {
	letters := []rune(or(args.Code, ""))
	slices.Reverse(letters)
	return HiddenState{
		args.Label, args.Code, args.Login, args.Words, args.Note, string(letters), len(or(args.Pin, "")), args.Note.IsSecret,
	}
}

func (Hidden) Create(_ context.Context, req infer.CreateRequest[HiddenArgs]) (infer.CreateResponse[HiddenState], error) {
	return made("hidden", looked(req.Inputs))
}

func (Hidden) Read(_ context.Context, req infer.ReadRequest[HiddenArgs, HiddenState]) (infer.ReadResponse[HiddenArgs, HiddenState], error) {
	return infer.ReadResponse[HiddenArgs, HiddenState](req), nil
}

func (Hidden) Update(_ context.Context, req infer.UpdateRequest[HiddenArgs, HiddenState]) (infer.UpdateResponse[HiddenState], error) {
	return infer.UpdateResponse[HiddenState]{Output: looked(req.Inputs)}, nil
}

func (of *Login) Annotate(a infer.Annotator) {
	a.Describe(of, "How to get in.")
	a.Describe(&of.User, "Who.")
	a.Describe(&of.Password, "By what.")
}

func (of *Hidden) Annotate(a infer.Annotator) {
	a.Describe(of, "Keeps secrets.")
}

func (of *HiddenArgs) Annotate(a infer.Annotator) {
	a.Describe(&of.Label, "Secret where the program says so.")
	a.Describe(&of.Code, "Always secret.")
	a.Describe(&of.Login, "Secret inside.")
	a.Describe(&of.Words, "Secret where the program says so.")
	a.Describe(&of.Pin, "Sent once, and never shown.")
	a.Describe(&of.Note, "Shows whether it is secret.")
}

func (of *HiddenState) Annotate(a infer.Annotator) {
	a.Describe(&of.Label, "Secret where the program says so.")
	a.Describe(&of.Code, "Always secret.")
	a.Describe(&of.Login, "Secret inside.")
	a.Describe(&of.Words, "Secret where the program says so.")
	a.Describe(&of.Note, "Shows whether it is secret.")
	a.Describe(&of.Fingerprint, "Made of the code: always secret.")
	a.Describe(&of.PinLength, "How long the pin is.")
	a.Describe(&of.NoteWasSecret, "Whether the note was secret.")
}
