package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"
	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
)

type Moment struct{}

type MomentArgs struct {
	Label    string  `pulumi:"label"`
	Token    *string `pulumi:"token,optional"`
	OwnToken *string `pulumi:"ownToken,optional"`
}

type MomentState struct {
	MomentArgs
	Seconds    float64 `pulumi:"seconds"`
	OwnSeconds float64 `pulumi:"ownSeconds"`
	Still      bool    `pulumi:"still"`
	OwnStill   bool    `pulumi:"ownStill"`
	Random     string  `pulumi:"random"`
	OwnRandom  string  `pulumi:"ownRandom"`
	OwnUUID    string  `pulumi:"ownUuid"`
}

// random gives bytes in hexadecimal. The SDK has no randomness but the language's own.
func random(count int) string {
	bytes := make([]byte, count)
	rand.Read(bytes)
	return hex.EncodeToString(bytes)
}

func (Moment) Check(ctx context.Context, req infer.CheckRequest) (infer.CheckResponse[MomentArgs], error) {
	args, failures, err := infer.DefaultCheck[MomentArgs](ctx, req.NewInputs)
	for _, token := range []**string{&args.Token, &args.OwnToken} {
		if *token == nil {
			made := random(8)
			*token = &made
		}
	}
	return infer.CheckResponse[MomentArgs]{Inputs: args, Failures: failures}, err
}

func (Moment) PreviewCreate(ctx context.Context, _ wasm.PreviewCreateRequest[MomentArgs]) error {
	_, still := look()
	p.GetLogger(ctx).Infof("still: %t, own: %t", still, still)
	return nil
}

func (Moment) Create(_ context.Context, req infer.CreateRequest[MomentArgs]) (infer.CreateResponse[MomentState], error) {
	seconds, still := look()
	uuid := make([]byte, 16)
	rand.Read(uuid)
	uuid[6], uuid[8] = uuid[6]&0x0f|0x40, uuid[8]&0x3f|0x80
	return made("moment", MomentState{
		req.Inputs, seconds, seconds, still, still, random(16), random(16),
		fmt.Sprintf("%x-%x-%x-%x-%x", uuid[:4], uuid[4:6], uuid[6:8], uuid[8:10], uuid[10:]),
	})
}

// look gives the time, and whether it stands still.
func look() (seconds float64, isStill bool) {
	before := time.Now()
	time.Sleep(5 * time.Millisecond)
	return float64(before.UnixNano()) / 1e9, time.Now().UnixNano() == before.UnixNano()
}

func (of *Moment) Annotate(a infer.Annotator) {
	a.Describe(of, "When and how something came to be.")
}

func (of *MomentArgs) Annotate(a infer.Annotator) {
	a.Describe(&of.Label, "Its label.")
	a.Describe(&of.Token, "Made at random in the check where it is not given.")
	a.Describe(&of.OwnToken, "The same, by the language's own functions.")
}

func (of *MomentState) Annotate(a infer.Annotator) {
	a.Describe(&of.Seconds, "Seconds since 1970.")
	a.Describe(&of.OwnSeconds, "The same, by the language's own functions.")
	a.Describe(&of.Still, "Whether time stood still for five milliseconds.")
	a.Describe(&of.OwnStill, "The same, by the language's own functions.")
	a.Describe(&of.Random, "Random bytes in hexadecimal.")
	a.Describe(&of.OwnRandom, "The same, by the language's own functions.")
	a.Describe(&of.OwnUUID, "A random UUID, by the language's own functions.")
}
