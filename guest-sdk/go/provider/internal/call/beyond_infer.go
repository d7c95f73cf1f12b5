package call

import (
	"context"

	"github.com/pulumi/pulumi/sdk/v3/go/property"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"

	"github.com/pulumi/pulumi-go-provider/internal/schemajson"
)

// Further has what a provider says and does beyond pulumi-go-provider: hooks by the token of their resource. A hook whose resource lacks it
// is not called.
type Further struct {
	// Entries gives the entries of the manifest, once the schema has been made.
	Entries func(pkg string) (Entries, error)

	Resume        func(ctx context.Context, token, id string, state, inputs property.Map) (outputs property.Map, reasons []string, err error)
	PreviewCreate func(ctx context.Context, token string, inputs, planned property.Map) (property.Map, error)
	PreviewUpdate func(ctx context.Context, token, id string, state, inputs, planned property.Map) (property.Map, error)
	// RefinesDiff says whether a resource corrects differences.
	RefinesDiff func(token string) bool
	// RefineDiff corrects differences.
	RefineDiff func(ctx context.Context, token, id string, state, inputs property.Map, differences *wasm.Differences) error
	// Migrate brings recorded properties from a version to today's.
	Migrate func(token string, from int, properties property.Map) (property.Map, error)
	List    func(ctx context.Context, token string, query property.Map, page wasm.ListRequest[struct{}]) (wasm.Page, error)
	// Encode gives a struct of outputs with its secrets marked.
	Encode func(state any) (property.Map, error)
}

// Entries are entries of the manifest, by token.
type Entries struct {
	Resources, Types, Functions map[string]schemajson.Object
	Provider                    schemajson.Object
}
