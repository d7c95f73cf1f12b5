package infer

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/property"

	p "github.com/pulumi/pulumi-go-provider"
)

// finalCheck asks an author's check, and keeps the failures that hold whatever the unknown inputs will be. An unknown value has its type's zero in
// a struct, and a check that refuses zeros would end each preview in which a resource that does not exist yet gives the value. In a native plugin
// ids are known in such previews, because `Create` is called with DryRun and gives one.
//
// The checked inputs do not count if a failure was left out: a check that refuses often gives none.
func finalCheck[I any](ctx context.Context, check CustomCheck[I], req CheckRequest) (checked CheckResponse[I], isWhole bool, err error) {
	checked, err = check.Check(ctx, req)
	whole := property.New(req.NewInputs)
	if err != nil || !whole.HasComputed() {
		return checked, true, err
	}
	isOpen := func(failure p.CheckFailure) bool { return isUnknownAt(whole, failure.Property) }
	isWhole = !slices.ContainsFunc(checked.Failures, isOpen)
	checked.Failures = slices.DeleteFunc(slices.Clone(checked.Failures), isOpen)
	return checked, isWhole, nil
}

// isUnknownAt says whether a part of the value at a path, such as `rules["a.b"].ports[0]`, is unknown. A value that is not there is known.
func isUnknownAt(value property.Value, path string) bool {
	for path != "" {
		var segment string
		segment, path = firstSegment(path)
		switch {
		case value.IsComputed():
			return true
		case value.IsMap():
			value = value.AsMap().Get(segment)
		case value.IsArray():
			index, err := strconv.Atoi(segment)
			if err != nil || index < 0 || index >= value.AsArray().Len() {
				return false
			}
			value = value.AsArray().Get(index)
		default:
			return false
		}
	}
	return value.HasComputed()
}

// firstSegment cuts the first key or index off a path. A path of another form gives segments that no value has.
func firstSegment(path string) (segment, rest string) {
	path = strings.TrimPrefix(path, ".")
	if quoted, ok := strings.CutPrefix(path, `["`); ok {
		segment, rest, _ = strings.Cut(quoted, `"]`)
		return segment, rest
	}
	if index, ok := strings.CutPrefix(path, "["); ok {
		segment, rest, _ = strings.Cut(index, "]")
		return segment, rest
	}
	if end := strings.IndexAny(path, ".["); end > 0 {
		return path[:end], path[end:]
	}
	return path, ""
}
