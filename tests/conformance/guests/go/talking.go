package main

import (
	"context"
	"fmt"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
)

type Talking struct{}

type TalkingArgs struct {
	Words string  `pulumi:"words"`
	Print *string `pulumi:"print,optional"`
}

type TalkingState struct{ TalkingArgs }

func (Talking) Create(ctx context.Context, req infer.CreateRequest[TalkingArgs]) (infer.CreateResponse[TalkingState], error) {
	if req.Inputs.Print != nil {
		fmt.Println(*req.Inputs.Print)
		return made("talking", TalkingState{req.Inputs})
	}
	log, words := p.GetLogger(ctx), req.Inputs.Words
	log.Debug("debug: " + words)
	log.Info("info: " + words)
	log.Warning("warning: " + words)
	log.Error("error: " + words)
	log.InfoStatus("status: " + words)
	log.Info("the end")
	return made("talking", TalkingState{req.Inputs})
}

func (of *Talking) Annotate(a infer.Annotator) {
	a.Describe(of, "Says something in each way.")
}

func (of *TalkingArgs) Annotate(a infer.Annotator) {
	a.Describe(&of.Words, "The message.")
	a.Describe(&of.Print, "The printed text.")
}
