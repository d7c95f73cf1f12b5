package infer

import (
	"context"
	"reflect"

	"github.com/pulumi/pulumi/sdk/v3/go/property"

	p "github.com/pulumi/pulumi-go-provider"
)

// structuralDiff compares inputs, for a resource without the method Diff.
func structuralDiff(ctx context.Context, inputs reflect.Type, req p.DiffRequest, allReplace bool) p.DiffResponse {
	news := withoutInternal(req.Inputs)
	olds := withoutInternal(req.OldInputs)
	isStateOnly := !p.GetRunInfo(ctx).SupportsOldInputs
	if isStateOnly {
		olds = property.Map{}
	}
	replacing := map[string]bool{}
	if fields, err := propertiesOf(inputs); err == nil {
		for _, field := range fields {
			replacing[field.name] = field.replaces
			// Outputs with the name of an input stand for the inputs that are not there.
			if value, ok := req.State.GetOk(field.name); ok && isStateOnly {
				olds = olds.Set(field.name, value)
			}
		}
	}
	response := p.DiffResponse{DetailedDiff: map[string]p.PropertyDiff{}}
	compare("", property.New(olds), property.New(news), func(path string, kind p.DiffKind) {
		if allReplace || replacing[path] {
			kind += "&replace"
		}
		response.DetailedDiff[path] = p.PropertyDiff{Kind: kind}
		response.HasChanges = true
	})
	return response
}

// withIgnored gives inputs whose ignored properties have the recorded values.
func withIgnored(inputs, state property.Map, ignored []string) property.Map {
	for _, name := range ignored {
		if old, ok := state.GetOk(name); ok {
			inputs = inputs.Set(name, old)
		}
	}
	return inputs
}

// compare reports the smallest parts that differ.
func compare(path string, old, new property.Value, report func(path string, kind p.DiffKind)) {
	old, new = old.WithSecret(false), new.WithSecret(false)
	switch {
	case old.IsMap() && new.IsMap():
		// Null counts as missing.
		olds, news := old.AsMap(), new.AsMap()
		for key, value := range olds.AllStable {
			other := news.Get(key)
			switch {
			case value.IsNull():
			case other.IsNull():
				report(join(path, key), p.Delete)
			default:
				compare(join(path, key), value, other, report)
			}
		}
		for key, value := range news.AllStable {
			if olds.Get(key).IsNull() && !value.IsNull() {
				report(join(path, key), p.Add)
			}
		}
	case old.IsArray() && new.IsArray():
		olds, news := old.AsArray(), new.AsArray()
		for index := range max(olds.Len(), news.Len()) {
			switch {
			case index >= olds.Len():
				report(at(path, index), p.Add)
			case index >= news.Len():
				report(at(path, index), p.Delete)
			default:
				compare(at(path, index), olds.Get(index), news.Get(index), report)
			}
		}
	default:
		if !old.Equals(new) {
			report(path, p.Update)
		}
	}
}
