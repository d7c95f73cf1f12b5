package wasm

import (
	"context"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm/host"
)

// View is a part of a resource that engines show like a resource.
type View = host.View

// OldViews gives the views that the last call published, in an update, read or delete. A native plugin gets no views.
func OldViews(ctx context.Context) []View { return host.From(ctx).OldViews }

// Steps are changes of views.
type Steps struct{ steps []host.Step }

// The methods of this group add a step.

func (steps *Steps) Create(view View) { steps.add("create", nil, &view) }
func (steps *Steps) Delete(view View) { steps.add("delete", &view, nil) }

// Same says that a view is as it was.
func (steps *Steps) Same(view View) { steps.add("same", &view, &view) }

// Update says that a view changed from one state to another.
func (steps *Steps) Update(before, after View) { steps.add("update", &before, &after) }

// Replace says that a view was replaced.
func (steps *Steps) Replace(before, after View) { steps.add("replace", &before, &after) }

func (steps *Steps) add(operation string, before, after *View) {
	steps.steps = append(steps.steps, host.Step{Operation: operation, Old: before, New: after})
}

// Fail says that the last step failed, and why.
func (steps *Steps) Fail(reason string) {
	if last := len(steps.steps) - 1; last >= 0 {
		steps.steps[last].Failure = reason
	}
}

// Publish shows the steps, if the engine shows views. A native plugin ignores them.
func (steps *Steps) Publish(ctx context.Context) error {
	if host.Functions == nil {
		return nil
	}
	return host.Functions.Publish(ctx, steps.steps)
}
