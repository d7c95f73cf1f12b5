// The bench provider as an author of native providers writes it: on pulumi-go-provider, by inference from types.
package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
)

// Thing is the resource that every peer serves.
type Thing struct{}

// Annotate names the token, which would have the name of this Go package otherwise.
func (thing *Thing) Annotate(annotator infer.Annotator) {
	annotator.SetToken("index", "Thing")
}

// Item is an entry of the list.
type Item struct {
	Name    string  `pulumi:"name"`
	Size    float64 `pulumi:"size"`
	Enabled bool    `pulumi:"enabled"`
}

// ThingArgs are the inputs.
type ThingArgs struct {
	Label  string            `pulumi:"label"`
	Secret *string           `pulumi:"secret,optional" provider:"secret"`
	Tags   map[string]string `pulumi:"tags"`
	Items  []Item            `pulumi:"items"`
}

// ThingState is what a Thing is once it exists.
type ThingState struct {
	ThingArgs
	Total float64 `pulumi:"total"`
}

// Create sums the sizes.
func (Thing) Create(_ context.Context, request infer.CreateRequest[ThingArgs]) (infer.CreateResponse[ThingState], error) {
	return infer.CreateResponse[ThingState]{ID: request.Inputs.Label, Output: state(request.Inputs)}, nil
}

// Update sums them again: changes replace nothing.
func (Thing) Update(_ context.Context, request infer.UpdateRequest[ThingArgs, ThingState]) (infer.UpdateResponse[ThingState], error) {
	return infer.UpdateResponse[ThingState]{Output: state(request.Inputs)}, nil
}

// Hooked is the same resource with a hook in each call.
type Hooked struct{ Thing }

// Annotate names the token.
func (hooked *Hooked) Annotate(annotator infer.Annotator) {
	annotator.SetToken("index", "Hooked")
}

// Check trims the label.
func (Hooked) Check(ctx context.Context, request infer.CheckRequest) (infer.CheckResponse[ThingArgs], error) {
	inputs, failures, err := infer.DefaultCheck[ThingArgs](ctx, request.NewInputs)
	inputs.Label = strings.TrimSpace(inputs.Label)
	return infer.CheckResponse[ThingArgs]{Inputs: inputs, Failures: failures}, err
}

// Diff names the properties that changed.
func (Hooked) Diff(_ context.Context, request infer.DiffRequest[ThingArgs, ThingState]) (infer.DiffResponse, error) {
	changed := map[string]p.PropertyDiff{}
	for name, isSame := range map[string]bool{
		"label": request.Inputs.Label == request.State.Label,
		"tags":  maps.Equal(request.Inputs.Tags, request.State.Tags),
		"items": slices.Equal(request.Inputs.Items, request.State.Items),
	} {
		if !isSame {
			changed[name] = p.PropertyDiff{Kind: p.Update}
		}
	}
	return infer.DiffResponse{HasChanges: len(changed) > 0, DetailedDiff: changed}, nil
}

func state(inputs ThingArgs) ThingState {
	state := ThingState{ThingArgs: inputs}
	for _, item := range inputs.Items {
		state.Total += item.Size
	}
	return state
}

func main() {
	provider, err := infer.NewProviderBuilder().WithResources(infer.Resource(&Thing{}), infer.Resource(&Hooked{})).Build()
	if err == nil {
		err = provider.Run(context.Background(), "bench", "0.1.0")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
