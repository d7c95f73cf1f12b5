package wasm

import (
	"context"
	"reflect"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm/host"
)

type (
	// ResumeRequest has what a create left when it failed after its checkpoint.
	ResumeRequest[I, O any] struct {
		ID     string
		State  O
		Inputs I
	}
	// ResumeResponse has the state of the completed resource.
	ResumeResponse[O any] struct{ Output O }
	// CustomResume completes a create that failed after its checkpoint. Without it Update does.
	CustomResume[I, O any] interface {
		Resume(ctx context.Context, req ResumeRequest[I, O]) (ResumeResponse[O], error)
	}

	// PreviewCreateRequest has inputs. An unknown input has its type's zero here.
	PreviewCreateRequest[I any] struct {
		Inputs  I
		Planned *Planned
	}
	// CustomPreviewCreate says what the preview of a create can know beyond inputs. The host makes the rest of the preview.
	CustomPreviewCreate[I any] interface {
		PreviewCreate(ctx context.Context, req PreviewCreateRequest[I]) error
	}

	// PreviewUpdateRequest has recorded state and new inputs. An unknown input has its type's zero here.
	PreviewUpdateRequest[I, O any] struct {
		ID      string
		State   O
		Inputs  I
		Planned *Planned
	}
	// CustomPreviewUpdate says what the preview of an update can know beyond inputs. The host makes the rest of the preview.
	CustomPreviewUpdate[I, O any] interface {
		PreviewUpdate(ctx context.Context, req PreviewUpdateRequest[I, O]) error
	}

	// RefineDiffRequest has the differences that the host found. Unknown inputs have their type's zero.
	RefineDiffRequest[I, O any] struct {
		ID          string
		State       O
		Inputs      I
		Differences *Differences
	}
	// CustomRefineDiff corrects the host's comparison. A component with it does not use Diff.
	CustomRefineDiff[I, O any] interface {
		RefineDiff(ctx context.Context, req RefineDiffRequest[I, O]) error
	}

	// ListRequest asks for existing things. Q is a struct of query properties.
	//
	// A resource that lists has the method
	//
	//	List(ctx context.Context, req wasm.ListRequest[Q]) (wasm.Page, error)
	ListRequest[Q any] struct {
		Query Q
		// Limit bounds the number of things in all pages, PageSize in this page. 0 for no bound.
		Limit, PageSize int
		// ContinuationToken is the token of the page before. Empty for the first page.
		ContinuationToken string
	}
	// Page has existing things.
	Page struct {
		Resources []ListedResource
		// ContinuationToken asks for the next page. Empty for the last page.
		ContinuationToken string
	}
	// ListedResource is a thing that exists.
	ListedResource struct {
		// ID is the id that an import takes.
		ID string
		// Name is for people.
		Name string
	}

	// HasMigrations is a resource whose recorded inputs and outputs once had other forms. The host keeps count of the steps: a step is never
	// removed and keeps its place.
	HasMigrations interface {
		Migrations() []Migration
	}

	// Planned are the outputs of a preview.
	Planned = host.Planned
	// Differences are the differences between recorded and new inputs.
	Differences = host.Differences
	// Difference is one of Differences.
	Difference = host.Difference
	// Migration is a step from a form of recorded properties to the next.
	Migration = host.Migration
)

// The kinds of a Difference.
const (
	Added   = host.Added
	Removed = host.Removed
	Changed = host.Changed
)

// Convert makes the step that replaces the properties of the struct Old by those that the function makes of them, in inputs and in
// outputs. Other properties stay. Properties that are all missing are not converted.
func Convert[Old, New any](convert func(Old) (New, error)) Migration {
	return Migration{
		Old: reflect.TypeFor[Old](),
		Convert: func(old any) (any, error) {
			return convert(old.(Old))
		},
	}
}

// SetDefault makes the step that sets a property if it is missing, in inputs and in outputs.
func SetDefault(name string, value any) Migration {
	return Migration{Property: name, Default: value}
}
