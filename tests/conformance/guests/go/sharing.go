package main

import (
	"context"
	"time"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"
	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
)

type Sharing struct{}

type SharingArgs struct {
	URL     string `pulumi:"url"`
	Forgets *bool  `pulumi:"forgets,optional"`
	Nested  *bool  `pulumi:"nested,optional"`
}

type SharingState struct {
	SharingArgs
	Made bool `pulumi:"made"`
}

func (Sharing) Create(ctx context.Context, req infer.CreateRequest[SharingArgs]) (infer.CreateResponse[SharingState], error) {
	state := SharingState{SharingArgs: req.Inputs}
	token, err := wasm.GetOrMake(ctx, "token", func() (string, time.Duration, error) {
		if or(req.Inputs.Nested, false) {
			another := func() (string, time.Duration, error) { return "another", time.Minute, nil }
			if _, err := wasm.GetOrMake(ctx, "token", another); err != nil {
				return "", 0, err
			}
		}
		state.Made = true
		answer, status, err := ask(ctx, "GET", req.Inputs.URL)
		if err == nil {
			err = wasm.StatusError(status, answer)
		}
		return answer, time.Minute, err
	})
	if err != nil {
		return infer.CreateResponse[SharingState]{}, err
	}
	p.GetLogger(ctx).Info("the token is " + token)
	if or(req.Inputs.Forgets, false) {
		if err := wasm.Forget(ctx, "token", token); err != nil {
			return infer.CreateResponse[SharingState]{}, err
		}
	}
	err = wasm.Acquire(ctx, "makes", wasm.Rate{PerSecond: 100, Burst: 2})
	return infer.CreateResponse[SharingState]{ID: "sharing", Output: state}, err
}

func (of *Sharing) Annotate(a infer.Annotator) {
	a.Describe(of, "Knows a token that a server gave to one of them.")
}

func (of *SharingArgs) Annotate(a infer.Annotator) {
	a.Describe(&of.URL, "Where the token is.")
	a.Describe(&of.Forgets, "Whether it is forgotten afterwards.")
	a.Describe(&of.Nested, "Whether its maker asks for it as well.")
}

func (of *SharingState) Annotate(a infer.Annotator) {
	a.Describe(&of.Made, "Whether this one asked the server.")
}
