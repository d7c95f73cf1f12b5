package main

import (
	"context"
	"strconv"
	"strings"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"
	"github.com/pulumi/pulumi-go-provider/infer"
)

type ShelfQuery struct {
	Prefix *string `pulumi:"prefix,optional"`
}

type Shelf struct{}

type ShelfArgs struct {
	Label string `pulumi:"label"`
}

type ShelfState struct{ ShelfArgs }

func (Shelf) Create(_ context.Context, req infer.CreateRequest[ShelfArgs]) (infer.CreateResponse[ShelfState], error) {
	return made("shelf", ShelfState{req.Inputs})
}

// List gives two on each page.
func (Shelf) List(_ context.Context, req wasm.ListRequest[ShelfQuery]) (wasm.Page, error) {
	var found []string
	for _, id := range []string{"art-1", "art-2", "law-1", "law-2", "law-3"} {
		if strings.HasPrefix(id, or(req.Query.Prefix, "")) {
			found = append(found, id)
		}
	}
	start, _ := strconv.Atoi(req.ContinuationToken)
	var page wasm.Page
	for _, id := range found[start:min(start+2, len(found))] {
		page.Resources = append(page.Resources, wasm.ListedResource{ID: id, Name: "Shelf " + id})
	}
	if start+2 < len(found) {
		page.ContinuationToken = strconv.Itoa(start + 2)
	}
	return page, nil
}

func (of *ShelfQuery) Annotate(a infer.Annotator) {
	a.Describe(&of.Prefix, "How the ids begin.")
}

func (of *Shelf) Annotate(a infer.Annotator) {
	a.Describe(of, "Holds books.")
}

func (of *ShelfArgs) Annotate(a infer.Annotator) {
	a.Describe(&of.Label, "Its label.")
}
