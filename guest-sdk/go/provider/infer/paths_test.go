package infer_test

import (
	"context"
	"maps"
	"slices"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/property"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
	"github.com/pulumi/pulumi-go-provider/internal/call"
)

type Pairs struct {
	Groups map[string]map[string]string `pulumi:"groups"`
}

type PairsResource struct{}

func (PairsResource) Create(_ context.Context, req infer.CreateRequest[Pairs]) (infer.CreateResponse[Pairs], error) {
	return infer.CreateResponse[Pairs]{ID: req.Name, Output: req.Inputs}, nil
}

// pairs makes inputs of two groups with one member each.
func pairs(first, second property.Value) property.Map {
	group := func(name string, value property.Value) property.Value {
		return property.New(map[string]property.Value{name: value})
	}
	groups := map[string]property.Value{"a.b": group("k", first), "a": group("b.k", second)}
	return property.NewMap(map[string]property.Value{"groups": property.New(groups)})
}

func TestNamesWithSignsHaveTheirOwnPaths(t *testing.T) {
	provider := infer.Provider(infer.Options{Resources: []infer.InferredResource{infer.Resource(PairsResource{})}})
	ctx := call.With(t.Context(), &call.Call{Package: "acme", SendsOldInputs: true})
	urn := resource.NewURN("s", "p", "", "acme:infer_test:PairsResource", "x")
	plain := property.New("v")
	given := pairs(plain.WithSecret(true), plain)
	checked, err := provider.Check(ctx, p.CheckRequest{Urn: urn, Inputs: given})
	if err != nil || len(checked.Failures) > 0 || !property.New(checked.Inputs).Equals(property.New(given)) {
		t.Errorf("the check gave %#v (%v)", checked, err)
	}
	diff, err := provider.Diff(ctx, p.DiffRequest{
		ID: "x", Urn: urn, State: given, OldInputs: given, Inputs: pairs(property.New("new"), property.New("new")),
	})
	found := slices.Sorted(maps.Keys(diff.DetailedDiff))
	if expected := []string{`groups.a["b.k"]`, `groups["a.b"].k`}; err != nil || !slices.Equal(found, expected) {
		t.Errorf("the diff has %q (%v)", found, err)
	}
}

func TestAnEmptyNameHasAPath(t *testing.T) {
	provider := infer.Provider(infer.Options{Resources: []infer.InferredResource{infer.Resource(PairsResource{})}})
	ctx := call.With(t.Context(), &call.Call{Package: "acme", SendsOldInputs: true})
	urn := resource.NewURN("s", "p", "", "acme:infer_test:PairsResource", "x")
	of := func(text string) property.Map {
		group := property.New(map[string]property.Value{"k": property.New(text)})
		return property.NewMap(map[string]property.Value{"groups": property.New(map[string]property.Value{"": group})})
	}
	diff, err := provider.Diff(ctx, p.DiffRequest{ID: "x", Urn: urn, State: of("old"), OldInputs: of("old"), Inputs: of("new")})
	found := slices.Collect(maps.Keys(diff.DetailedDiff))
	if expected := []string{`groups[""].k`}; err != nil || !slices.Equal(found, expected) {
		t.Errorf("the diff has %q (%v)", found, err)
	}
}
