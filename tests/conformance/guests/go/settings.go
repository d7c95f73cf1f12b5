package main

import (
	"context"
	"errors"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
)

type Limits struct {
	Most   int                `pulumi:"most"`
	ByName map[string]float64 `pulumi:"byName,optional"`
}

type Settings struct {
	Region    string   `pulumi:"region"`
	Retries   *int     `pulumi:"retries,optional"`
	Labels    []string `pulumi:"labels,optional"`
	Limits    *Limits  `pulumi:"limits,optional"`
	Token     *string  `pulumi:"token,optional" provider:"secret"`
	Word      *string  `pulumi:"word,optional"`
	ServerURL *string  `pulumi:"serverUrl,optional"`
	Realm     *string  `pulumi:"realm,optional" provider:"replaceOnChanges"`
	Refuse    *string  `pulumi:"refuse,optional"`

	banner string
}

func (settings *Settings) Configure(context.Context) error {
	if settings.Refuse != nil {
		return errors.New(*settings.Refuse)
	}
	settings.banner = "from " + settings.Region
	return nil
}

func (*Settings) Check(ctx context.Context, req infer.CheckRequest) (infer.CheckResponse[*Settings], error) {
	settings, failures, err := infer.DefaultCheck[*Settings](ctx, req.NewInputs)
	if settings != nil && settings.Region == "nowhere" {
		failures = append(failures, p.CheckFailure{Property: "region", Reason: "is no place"})
	}
	if settings != nil && settings.Limits != nil && settings.Limits.Most < 0 {
		failures = append(failures, p.CheckFailure{Property: "limits.most", Reason: "must not be negative"})
	}
	return infer.CheckResponse[*Settings]{Inputs: settings, Failures: failures}, err
}

func (of *Limits) Annotate(a infer.Annotator) {
	a.Describe(of, "Upper limits.")
	a.Describe(&of.Most, "How many there may be.")
	a.Describe(&of.ByName, "Limits by name.")
}

func (of *Settings) Annotate(a infer.Annotator) {
	a.Describe(&of.Region, "Where everything is.")
	a.Describe(&of.Retries, "The number of attempts.")
	a.SetDefault(&of.Retries, 3)
	a.Describe(&of.Labels, "Texts.")
	a.Describe(&of.Limits, "An object.")
	a.Describe(&of.Token, "The access token.")
	a.Describe(&of.Word, "From the environment.")
	a.SetDefault(&of.Word, nil, "CONFORMANCE_WORD")
	a.Describe(&of.ServerURL, "The address of a server.")
	a.Describe(&of.Realm, "The realm. A change replaces the provider.")
	a.Describe(&of.Refuse, "The error that `configure` returns.")
}
