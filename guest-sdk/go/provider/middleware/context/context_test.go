package context_test

import (
	"context"
	"testing"

	p "github.com/pulumi/pulumi-go-provider"
	wrapped "github.com/pulumi/pulumi-go-provider/middleware/context"
)

type key struct{}

func TestCallsGetTheContextOfTheWrapper(t *testing.T) {
	seen := map[string]any{}
	provider := wrapped.Wrap(p.Provider{
		Create: func(ctx context.Context, _ p.CreateRequest) (p.CreateResponse, error) {
			seen["create"] = ctx.Value(key{})
			return p.CreateResponse{ID: "1"}, nil
		},
		Delete: func(ctx context.Context, _ p.DeleteRequest) error {
			seen["delete"] = ctx.Value(key{})
			return nil
		},
		Cancel: func(ctx context.Context) error {
			seen["cancel"] = ctx.Value(key{})
			return nil
		},
	}, func(ctx context.Context) context.Context { return context.WithValue(ctx, key{}, "wrapped") })
	ctx := context.Background()
	created, err := provider.Create(ctx, p.CreateRequest{})
	if err != nil || created.ID != "1" || provider.Delete(ctx, p.DeleteRequest{}) != nil || provider.Cancel(ctx) != nil {
		t.Fatal(created, err)
	}
	for _, call := range []string{"create", "delete", "cancel"} {
		if seen[call] != "wrapped" {
			t.Errorf("%s got %v", call, seen[call])
		}
	}
	if provider.Update != nil {
		t.Error("a call that is missing has been made")
	}
}
