package main

import (
	"context"

	"github.com/pulumi/pulumi-go-provider/infer"
)

type Defaults struct{}

type DefaultsArgs struct {
	Label     string   `pulumi:"label"`
	Fruit     *string  `pulumi:"fruit,optional"`
	Count     *int     `pulumi:"count,optional"`
	Share     *float64 `pulumi:"share,optional"`
	Ripe      *bool    `pulumi:"ripe,optional"`
	Format    string   `pulumi:"format" wasm:"constant=v1"`
	Vegetable *string  `pulumi:"vegetable,optional"`
}

type DefaultsState struct {
	Label     string  `pulumi:"label"`
	Fruit     string  `pulumi:"fruit"`
	Count     int     `pulumi:"count"`
	Share     float64 `pulumi:"share"`
	Ripe      bool    `pulumi:"ripe"`
	Format    string  `pulumi:"format" wasm:"constant=v1"`
	Vegetable *string `pulumi:"vegetable,optional"`
}

func (Defaults) Create(_ context.Context, req infer.CreateRequest[DefaultsArgs]) (infer.CreateResponse[DefaultsState], error) {
	args := req.Inputs
	return made("defaults", DefaultsState{args.Label, *args.Fruit, *args.Count, *args.Share, *args.Ripe, args.Format, args.Vegetable})
}

func (of *Defaults) Annotate(a infer.Annotator) {
	a.Describe(of, "Properties with defaults of each type.")
}

func (of *DefaultsArgs) Annotate(a infer.Annotator) {
	a.Describe(&of.Label, "Has to be given.")
	a.Describe(&of.Fruit, "A text.")
	a.SetDefault(&of.Fruit, "pear")
	a.Describe(&of.Count, "A whole number.")
	a.SetDefault(&of.Count, 3)
	a.Describe(&of.Share, "A fraction.")
	a.SetDefault(&of.Share, 0.5)
	a.Describe(&of.Ripe, "A choice.")
	a.SetDefault(&of.Ripe, true)
	a.Describe(&of.Format, "Always the same.")
	a.Describe(&of.Vegetable, "Replaced by `fruit`.")
	a.Deprecate(&of.Vegetable, "use fruit")
}

func (of *DefaultsState) Annotate(a infer.Annotator) {
	a.Describe(&of.Label, "Has to be given.")
	a.Describe(&of.Fruit, "A text.")
	a.Describe(&of.Count, "A whole number.")
	a.Describe(&of.Share, "A fraction.")
	a.Describe(&of.Ripe, "A choice.")
	a.Describe(&of.Format, "Always the same.")
	a.Describe(&of.Vegetable, "Replaced by `fruit`.")
	a.Deprecate(&of.Vegetable, "use fruit")
}
