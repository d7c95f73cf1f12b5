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
	for _, name := range req.IgnoreChanges {
		if old, ok := req.State.GetOk(name); ok {
			news = news.Set(name, old)
		}
	}
	replacing := map[string]bool{}
	if typ, ok := structOf(inputs); ok && !isLeaf(typ) {
		if fields, err := fieldsOf(typ); err == nil {
			for _, field := range fields {
				replacing[field.name] = field.replaces
				// Outputs with the name of an input stand for the inputs that are not there.
				if value, ok := req.State.GetOk(field.name); ok && isStateOnly {
					olds = olds.Set(field.name, value)
				}
			}
		}
	}
	response := p.DiffResponse{DetailedDiff: map[string]p.PropertyDiff{}}
	compare("", property.New(olds), property.New(news), func(path string, kind p.DiffKind) {
		if allReplace || replacing[path] {
			kind += "&replace"
		}
		response.DetailedDiff[path] = p.PropertyDiff{Kind: kind, InputDiff: true}
		response.HasChanges = true
	})
	return response
}

// compare reports the smallest parts that differ.
func compare(path string, old, new property.Value, report func(path string, kind p.DiffKind)) {
	old, new = old.WithSecret(false), new.WithSecret(false)
	switch {
	case old.IsMap() && new.IsMap():
		for key, value := range old.AsMap().AllStable {
			if other, ok := new.AsMap().GetOk(key); ok {
				compare(join(path, key), value, other, report)
			} else {
				report(join(path, key), p.Delete)
			}
		}
		for key := range new.AsMap().AllStable {
			if _, ok := old.AsMap().GetOk(key); !ok {
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
