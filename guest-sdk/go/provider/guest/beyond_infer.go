//go:build wasip1

package guest

import (
	"context"
	"errors"
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/property"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"
	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm/host"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/internal/call"
	"github.com/pulumi/pulumi-go-provider/internal/jsontext"
)

// further gives the hooks that pulumi-go-provider does not know.
func further() (*call.Further, error) {
	if inferred := served().Inferred; inferred != nil && inferred.Further != nil {
		return inferred.Further, nil
	}
	return nil, fmt.Errorf("the provider is not made by `infer`, and has no such hook")
}

//go:wasmexport pulumi-wasm:provider/lifecycle@0.1.0#resume
func resume(at uint32) uint32 {
	return called(at, func(ctx context.Context, request *request) (recorded, error) {
		id, state, inputs := request.text(), request.object(), request.object()
		hooks, err := further()
		if err != nil || request.err != nil {
			return recorded{}, either(request.err, err)
		}
		outputs, reasons, err := hooks.Resume(ctx, request.token, id, state, inputs)
		if err != nil {
			return recorded{}, err
		}
		var failure *p.InitializationFailed
		if reasons != nil {
			failure = &p.InitializationFailed{Reasons: reasons}
		}
		return recordedOf(ctx, id, outputs, failure)
	}, func(to *writer, resumed recorded) {
		to.text(resumed.outputs)
		to.flag(resumed.refreshes)
		to.text("{}")
	})
}

func either(one, other error) error {
	if one != nil {
		return one
	}
	return other
}

// refused gives the failures of an error about values that are not acceptable. Nil for another error.
func refused(err error) []p.CheckFailure {
	var invalid *wasm.Error
	if !errors.As(err, &invalid) || invalid.Kind != wasm.KindInvalid {
		return nil
	}
	failures := make([]p.CheckFailure, 0, len(invalid.Failures))
	for _, failure := range invalid.Failures {
		failures = append(failures, p.CheckFailure(failure))
	}
	return failures
}

func writePlanned(to *writer, outputs string) {
	to.text(outputs)
	to.text("{}")
}

//go:wasmexport pulumi-wasm:provider/lifecycle@0.1.0#preview-create
func previewCreate(at uint32) uint32 {
	return called(at, func(ctx context.Context, request *request) (string, error) {
		inputs, planned := request.object(), request.object()
		hooks, err := further()
		if err != nil || request.err != nil {
			return "", either(request.err, err)
		}
		outputs, err := hooks.PreviewCreate(ctx, request.token, inputs, planned)
		return written(outputs, err)
	}, writePlanned)
}

//go:wasmexport pulumi-wasm:provider/lifecycle@0.1.0#preview-update
func previewUpdate(at uint32) uint32 {
	return called(at, func(ctx context.Context, request *request) (string, error) {
		id := request.text()
		request.object() // the recorded inputs
		state := request.object()
		request.views(ctx)
		inputs, planned := request.object(), request.object()
		hooks, err := further()
		if err != nil || request.err != nil {
			return "", either(request.err, err)
		}
		outputs, err := hooks.PreviewUpdate(ctx, request.token, id, state, inputs, planned)
		return written(outputs, err)
	}, writePlanned)
}

func written(object property.Map, err error) (string, error) {
	if err != nil {
		return "", err
	}
	return jsontext.Write(object)
}

// migrated has recorded properties of today's form.
type migrated struct {
	inputs, outputs       string
	hasInputs, hasOutputs bool
}

//go:wasmexport pulumi-wasm:provider/lifecycle@0.1.0#migrate
func migrate(at uint32) uint32 {
	return called(at, func(_ context.Context, request *request) (migrated, error) {
		from := int(request.number())
		inputs, hasInputs := request.optional()
		outputs, hasOutputs := request.optional()
		made := migrated{hasInputs: hasInputs, hasOutputs: hasOutputs}
		hooks, err := further()
		if err != nil {
			return made, err
		}
		for _, side := range []struct {
			given string
			has   bool
			to    *string
		}{{inputs, hasInputs, &made.inputs}, {outputs, hasOutputs, &made.outputs}} {
			if !side.has {
				continue
			}
			properties := request.parse(side.given)
			if request.err != nil {
				return made, request.err
			}
			properties, err = hooks.Migrate(request.token, from, properties)
			if *side.to, err = written(properties, err); err != nil {
				return made, err
			}
		}
		return made, nil
	}, func(to *writer, made migrated) {
		to.optional(made.inputs, made.hasInputs)
		to.optional(made.outputs, made.hasOutputs)
		to.text("{}")
	})
}

// sizeOfListed is the size of `listed-resource`.
const sizeOfListed = 24

//go:wasmexport pulumi-wasm:provider/lifecycle@0.1.0#list
func listResources(at uint32) uint32 {
	return called(at, func(ctx context.Context, request *request) (wasm.Page, error) {
		query := request.object()
		page := wasm.ListRequest[struct{}]{Limit: int(request.number()), PageSize: int(request.number()), ContinuationToken: request.text()}
		hooks, err := further()
		if err != nil || request.err != nil {
			return wasm.Page{}, either(request.err, err)
		}
		return hooks.List(ctx, request.token, query, page)
	}, func(to *writer, page wasm.Page) {
		list(to, page.Resources, sizeOfListed, func(to *writer, listed wasm.ListedResource) {
			to.text(listed.ID)
			to.text(listed.Name)
			to.text("{}")
		})
		to.text(page.ContinuationToken)
		to.text("{}")
	})
}

// refineDiff lets the author correct the host's differences. False if the resource does not.
func refineDiff(ctx context.Context, token string, asked p.DiffRequest, start, count uint32, deletesFirst bool) (differences, bool, error) {
	hooks, err := further()
	if err != nil || !hooks.RefinesDiff(token) {
		return differences{}, false, nil
	}
	found := &wasm.Differences{DeleteBeforeReplace: deletesFirst}
	for index := range count {
		inner := reader{uintptr(start) + uintptr(index)*sizeOfDifference}
		path, kind := inner.text(), inner.byte()
		found.All = append(found.All, wasm.Difference{Path: path, Kind: host.DifferenceKind(kind / 2), Replaces: kind%2 == 1})
	}
	err = hooks.RefineDiff(ctx, token, asked.ID, asked.State, asked.Inputs, found)
	refined := differences{deleteBeforeReplace: found.DeleteBeforeReplace}
	for _, one := range found.All {
		kind := byte(one.Kind) * 2
		if one.Replaces {
			kind++
		}
		refined.all = append(refined.all, difference{one.Path, kind})
	}
	return refined, true, err
}

// sizeOfView is the size of `common.view`.
const sizeOfView = 56

// views reads the views that the last call published.
func (request *request) views(ctx context.Context) {
	start, count := request.number(), request.number()
	current := host.From(ctx)
	for index := range count {
		inner := reader{uintptr(start) + uintptr(index)*sizeOfView}
		view := host.View{Token: inner.text(), Name: inner.text(), ParentToken: inner.text(), ParentName: inner.text()}
		view.Inputs, view.Outputs = request.parse(inner.text()), request.parse(inner.text())
		current.OldViews = append(current.OldViews, view)
	}
}
