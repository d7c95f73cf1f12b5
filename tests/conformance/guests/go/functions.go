package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"
	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

type Echo struct{}

type EchoArgs struct {
	Value property.Value `pulumi:"value"`
}

type EchoResult struct {
	Result property.Value `pulumi:"result"`
}

func (Echo) Traits() wasm.FunctionTraits {
	return wasm.FunctionTraits{Pure: true, Positional: []string{"value"}, SingleResult: true}
}

func (Echo) Invoke(_ context.Context, req infer.FunctionRequest[EchoArgs]) (infer.FunctionResponse[EchoResult], error) {
	return infer.FunctionResponse[EchoResult]{Output: EchoResult{req.Input.Value}}, nil
}

type Greet struct{}

type GreetArgs struct {
	Name       string  `pulumi:"name"`
	Salutation *string `pulumi:"salutation,optional"`
}

type GreetResult struct {
	Message string `pulumi:"message"`
	Words   int    `pulumi:"words"`
}

func (Greet) Traits() wasm.FunctionTraits { return wasm.FunctionTraits{Pure: true} }

func (Greet) Invoke(_ context.Context, req infer.FunctionRequest[GreetArgs]) (infer.FunctionResponse[GreetResult], error) {
	message := fmt.Sprintf("%s, %s!", *req.Input.Salutation, req.Input.Name)
	return infer.FunctionResponse[GreetResult]{Output: GreetResult{message, len(strings.Split(message, " "))}}, nil
}

type Conceal struct{}

type ConcealArgs struct {
	Text string `pulumi:"text"`
}

type ConcealResult struct {
	Hidden string `pulumi:"hidden" provider:"secret"`
	Length int    `pulumi:"length"`
}

func (Conceal) Traits() wasm.FunctionTraits { return wasm.FunctionTraits{Pure: true} }

func (Conceal) Invoke(_ context.Context, req infer.FunctionRequest[ConcealArgs]) (infer.FunctionResponse[ConcealResult], error) {
	return infer.FunctionResponse[ConcealResult]{Output: ConcealResult{req.Input.Text, len(req.Input.Text)}}, nil
}

type Configured struct{}

type ConfiguredArgs struct{}

type ConfiguredResult struct {
	Region      string   `pulumi:"region"`
	Retries     int      `pulumi:"retries"`
	Labels      []string `pulumi:"labels,optional"`
	Limits      *Limits  `pulumi:"limits,optional"`
	TokenLength int      `pulumi:"tokenLength"`
	Word        *string  `pulumi:"word,optional" provider:"secret"`
	Banner      string   `pulumi:"banner"`
}

func (Configured) Invoke(ctx context.Context, _ infer.FunctionRequest[ConfiguredArgs]) (infer.FunctionResponse[ConfiguredResult], error) {
	settings := infer.GetConfig[*Settings](ctx)
	return infer.FunctionResponse[ConfiguredResult]{Output: ConfiguredResult{
		settings.Region, or(settings.Retries, 0), settings.Labels, settings.Limits, len(or(settings.Token, "")), settings.Word,
		settings.banner,
	}}, nil
}

type Fail struct{}

type FailArgs struct {
	How string `pulumi:"how"`
}

type FailResult struct {
	Result string `pulumi:"result"`
}

func (Fail) Traits() wasm.FunctionTraits { return wasm.FunctionTraits{SingleResult: true} }

func (Fail) Invoke(_ context.Context, req infer.FunctionRequest[FailArgs]) (infer.FunctionResponse[FailResult], error) {
	return infer.FunctionResponse[FailResult]{}, failure(req.Input.How)
}

type Send struct{}

type SendArgs struct {
	Method string  `pulumi:"method"`
	URL    *string `pulumi:"url,optional"`
}

type SendResult struct {
	Result string `pulumi:"result"`
}

func (Send) Traits() wasm.FunctionTraits { return wasm.FunctionTraits{SingleResult: true} }

func (Send) Invoke(ctx context.Context, req infer.FunctionRequest[SendArgs]) (infer.FunctionResponse[SendResult], error) {
	url := or(req.Input.URL, or(infer.GetConfig[*Settings](ctx).ServerURL, ""))
	if url == "" {
		return infer.FunctionResponse[SendResult]{}, errors.New("an address")
	}
	answer, status, err := ask(ctx, req.Input.Method, url)
	if err == nil {
		p.GetLogger(ctx).Infof("%s %d", req.Input.Method, status)
	}
	return infer.FunctionResponse[SendResult]{Output: SendResult{answer}}, err
}

func (of *Echo) Annotate(a infer.Annotator) {
	a.Describe(of, "Returns its argument.")
}

func (of *Greet) Annotate(a infer.Annotator) {
	a.Describe(of, "Greets.")
}

func (of *GreetArgs) Annotate(a infer.Annotator) {
	a.Describe(&of.Name, "Who.")
	a.Describe(&of.Salutation, "How.")
	a.SetDefault(&of.Salutation, "Hello")
}

func (of *GreetResult) Annotate(a infer.Annotator) {
	a.Describe(&of.Message, "The words.")
	a.Describe(&of.Words, "How many there are.")
}

func (of *Conceal) Annotate(a infer.Annotator) {
	a.Describe(of, "Returns a secret.")
}

func (of *ConcealArgs) Annotate(a infer.Annotator) {
	a.Describe(&of.Text, "A text.")
}

func (of *ConcealResult) Annotate(a infer.Annotator) {
	a.Describe(&of.Hidden, "The text.")
	a.Describe(&of.Length, "How long it is.")
}

func (of *Configured) Annotate(a infer.Annotator) {
	a.Describe(of, "Returns the configuration.")
}

func (of *ConfiguredResult) Annotate(a infer.Annotator) {
	a.Describe(&of.Region, "As configured.")
	a.Describe(&of.Retries, "As configured, or the default.")
	a.Describe(&of.Labels, "As configured.")
	a.Describe(&of.Limits, "As configured.")
	a.Describe(&of.TokenLength, "How long the token is.")
	a.Describe(&of.Word, "As configured, or from the environment.")
	a.Describe(&of.Banner, "The banner that `configure` made.")
}

func (of *Fail) Annotate(a infer.Annotator) {
	a.Describe(of, "Fails.")
}

func (of *FailArgs) Annotate(a infer.Annotator) {
	a.Describe(&of.How, "The name of an error, or `crash`.")
}

func (of *Send) Annotate(a infer.Annotator) {
	a.Describe(of, "Sends a request, and gives the answer's text.")
}

func (of *SendArgs) Annotate(a infer.Annotator) {
	a.Describe(&of.Method, "The method.")
	a.Describe(&of.URL, "The address. The default is the address in the configuration.")
}
