package main

import (
	"context"
	"slices"
	"unicode/utf8"

	"github.com/pulumi/pulumi-go-provider/infer"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

type Point struct {
	X    float64 `pulumi:"x"`
	Y    float64 `pulumi:"y"`
	Note *string `pulumi:"note,optional"`
}

type Route struct {
	Points []Point          `pulumi:"points"`
	Sights map[string]Point `pulumi:"sights,optional"`
}

type Values struct{}

type ValuesArgs struct {
	Text   *string  `pulumi:"text,optional"`
	Flag   *bool    `pulumi:"flag,optional"`
	Number *float64 `pulumi:"number,optional"`
	Whole  *int     `pulumi:"whole,optional"`
	// A pointer tells an empty list from none: without it both are nil, as in a native plugin.
	Texts    *[]string          `pulumi:"texts,optional"`
	Table    [][]float64        `pulumi:"table,optional"`
	Numbers  map[string]float64 `pulumi:"numbers,optional"`
	Point    *Point             `pulumi:"point,optional"`
	Route    *Route             `pulumi:"route,optional"`
	Anything *property.Value    `pulumi:"anything,optional"`
}

type ValuesState struct {
	ValuesArgs
	TextLength *int     `pulumi:"textLength,optional"`
	Given      []string `pulumi:"given"`
}

func seen(args ValuesArgs) ValuesState {
	state := ValuesState{ValuesArgs: args, Given: []string{}}
	for name, isGiven := range map[string]bool{
		"anything": args.Anything != nil, "flag": args.Flag != nil, "number": args.Number != nil, "numbers": args.Numbers != nil,
		"point": args.Point != nil, "route": args.Route != nil, "table": args.Table != nil, "text": args.Text != nil,
		"texts": args.Texts != nil, "whole": args.Whole != nil,
	} {
		if isGiven {
			state.Given = append(state.Given, name)
		}
	}
	slices.Sort(state.Given)
	if args.Text != nil {
		length := utf8.RuneCountInString(*args.Text)
		state.TextLength = &length
	}
	return state
}

func (Values) Create(_ context.Context, req infer.CreateRequest[ValuesArgs]) (infer.CreateResponse[ValuesState], error) {
	return made("values", seen(req.Inputs))
}

func (Values) Update(_ context.Context, req infer.UpdateRequest[ValuesArgs, ValuesState]) (infer.UpdateResponse[ValuesState], error) {
	return infer.UpdateResponse[ValuesState]{Output: seen(req.Inputs)}, nil
}

func (of *Point) Annotate(a infer.Annotator) {
	a.Describe(of, "A place on a map.")
	a.Describe(&of.X, "From the left.")
	a.Describe(&of.Y, "From the top.")
	a.Describe(&of.Note, "The name of the place.")
}

func (of *Route) Annotate(a infer.Annotator) {
	a.Describe(of, "A way between places.")
	a.Describe(&of.Points, "Where it leads along.")
	a.Describe(&of.Sights, "Places beside it, by name.")
}

func (of *Values) Annotate(a infer.Annotator) {
	a.Describe(of, "A property of each type, all of them optional.")
}

func (of *ValuesArgs) Annotate(a infer.Annotator) {
	a.Describe(&of.Text, "A text.")
	a.Describe(&of.Flag, "True or false.")
	a.Describe(&of.Number, "A number.")
	a.Describe(&of.Whole, "A whole number.")
	a.Describe(&of.Texts, "Texts.")
	a.Describe(&of.Table, "Lists in a list.")
	a.Describe(&of.Numbers, "Numbers by name.")
	a.Describe(&of.Point, "An object.")
	a.Describe(&of.Route, "Objects in an object.")
	a.Describe(&of.Anything, "Anything.")
}

func (of *ValuesState) Annotate(a infer.Annotator) {
	a.Describe(&of.TextLength, "How many characters the text has.")
	a.Describe(&of.Given, "The names of the properties that were given, in order.")
}
