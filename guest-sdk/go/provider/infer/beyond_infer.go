package infer

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/pulumi/pulumi/sdk/v3/go/property"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"

	"github.com/pulumi/pulumi-go-provider/internal/call"
	"github.com/pulumi/pulumi-go-provider/internal/schemajson"
)

// furtherHooks are the hooks of a resource that pulumi-go-provider does not know. A hook that the resource lacks is
// nil.
type furtherHooks struct {
	resume        func(ctx context.Context, id string, state, inputs property.Map) (property.Map, error)
	previewCreate func(ctx context.Context, inputs, planned property.Map) (property.Map, error)
	previewUpdate func(ctx context.Context, id string, state, inputs, planned property.Map) (property.Map, error)
	refineDiff    func(ctx context.Context, id string, state, inputs property.Map, differences *wasm.Differences) error
	list          *lister
	migrations    []wasm.Migration
	traits        wasm.Traits
}

// names gives the names of the hooks in the manifest.
func (hooks *furtherHooks) names() []string {
	var names []string
	for _, hook := range []struct {
		name string
		has  bool
	}{
		{"resume", hooks.resume != nil},
		{"preview-create", hooks.previewCreate != nil},
		{"preview-update", hooks.previewUpdate != nil},
		{"diff", hooks.refineDiff != nil},
		{"list", hooks.list != nil},
		{"migrate", len(hooks.migrations) > 0},
	} {
		if hook.has {
			names = append(names, hook.name)
		}
	}
	return names
}

func (resource *resourceController[R, I, O]) further() *furtherHooks {
	resource.furtherOnce.Do(func() { resource.furtherHooks = resource.askFurther() })
	return resource.furtherHooks
}

func (resource *resourceController[R, I, O]) askFurther() *furtherHooks {
	hooks := &furtherHooks{list: listerOf(&resource.controller)}
	if custom, ok := method[wasm.CustomResume[I, O]](&resource.controller); ok {
		hooks.resume = func(ctx context.Context, id string, recorded, given property.Map) (property.Map, error) {
			inputs, found, state, err := resource.both(ctx, given, recorded)
			if err != nil {
				return property.Map{}, err
			}
			resumed, err := custom.Resume(ctx, wasm.ResumeRequest[I, O]{ID: id, State: state, Inputs: inputs})
			failure := initialization(err)
			if err != nil && failure == nil {
				return property.Map{}, err
			}
			outputs, err := resource.outputs(resumed.Output, found, given, property.Map{}, false, true)
			if err == nil && failure != nil {
				err = ResourceInitFailedError{Reasons: failure.Reasons}
			}
			return outputs, err
		}
	}
	if custom, ok := method[wasm.CustomPreviewCreate[I]](&resource.controller); ok {
		hooks.previewCreate = func(ctx context.Context, given, host property.Map) (property.Map, error) {
			var inputs I
			found, err := decode(withoutInternal(given), &inputs)
			if err != nil {
				return property.Map{}, err
			}
			planned := found.planned()
			err = custom.PreviewCreate(ctx, wasm.PreviewCreateRequest[I]{Inputs: inputs, Planned: planned})
			return plan(host, planned, err)
		}
	}
	if custom, ok := method[wasm.CustomPreviewUpdate[I, O]](&resource.controller); ok {
		hooks.previewUpdate = func(ctx context.Context, id string, recorded, given, host property.Map) (property.Map, error) {
			inputs, found, state, err := resource.both(ctx, given, recorded)
			if err != nil {
				return property.Map{}, err
			}
			planned := found.planned()
			err = custom.PreviewUpdate(ctx, wasm.PreviewUpdateRequest[I, O]{ID: id, State: state, Inputs: inputs, Planned: planned})
			return plan(host, planned, err)
		}
	}
	if custom, ok := method[wasm.CustomRefineDiff[I, O]](&resource.controller); ok {
		hooks.refineDiff = func(ctx context.Context, id string, recorded, given property.Map, differences *wasm.Differences) error {
			inputs, _, state, err := resource.both(ctx, given, recorded)
			if err != nil {
				return err
			}
			return custom.RefineDiff(ctx, wasm.RefineDiffRequest[I, O]{ID: id, State: state, Inputs: inputs, Differences: differences})
		}
	}
	if custom, ok := method[wasm.HasMigrations](&resource.controller); ok {
		hooks.migrations = custom.Migrations()
	}
	if custom, ok := method[wasm.HasTraits](&resource.controller); ok {
		hooks.traits = custom.Traits()
	}
	return hooks
}

// both decodes inputs and recorded state.
func (resource *resourceController[R, I, O]) both(ctx context.Context, given, recorded property.Map) (inputs I, found marks, state O, err error) {
	if found, err = decode(withoutInternal(given), &inputs); err == nil {
		state, _, err = resource.state(ctx, recorded)
	}
	return inputs, found, state, err
}

// planned begins the outputs of a preview whose unknown inputs these are.
func (marks marks) planned() *wasm.Planned {
	planned := &wasm.Planned{}
	for path, mark := range marks {
		if mark.isUnknown {
			planned.Unknown = append(planned.Unknown, path)
		}
	}
	return planned
}

// plan puts the values that a hook promised into the outputs that the host plans.
func plan(host property.Map, planned *wasm.Planned, err error) (property.Map, error) {
	for name, value := range planned.Values {
		if err != nil {
			break
		}
		var encoded property.Value
		encoded, _, err = encodingOf{}.value(reflect.ValueOf(value), name)
		host = host.Set(name, encoded)
	}
	return host, err
}

// lister is the method List of a resource, whose query is of the author's type.
type lister struct {
	method reflect.Value
	query  reflect.Type
}

func listerOf[R any](controller *R) *lister {
	for _, of := range []reflect.Value{reflect.ValueOf(*controller), reflect.ValueOf(controller)} {
		method := of.MethodByName("List")
		if !method.IsValid() || method.Type().NumIn() != 2 || method.Type().NumOut() != 2 {
			continue
		}
		request := method.Type().In(1)
		if isOf(request, "ListRequest[") && method.Type().Out(0) == reflect.TypeFor[wasm.Page]() {
			return &lister{method, request.Field(0).Type}
		}
	}
	return nil
}

func (lister *lister) list(ctx context.Context, query property.Map, page wasm.ListRequest[struct{}]) (wasm.Page, error) {
	request := reflect.New(lister.method.Type().In(1)).Elem()
	if _, err := decodeWith(&decoding{}, query, request.Field(0).Addr()); err != nil {
		return wasm.Page{}, err
	}
	request.FieldByName("Limit").SetInt(int64(page.Limit))
	request.FieldByName("PageSize").SetInt(int64(page.PageSize))
	request.FieldByName("ContinuationToken").SetString(page.ContinuationToken)
	answer := lister.method.Call([]reflect.Value{reflect.ValueOf(ctx), request})
	err, _ := answer[1].Interface().(error)
	return answer[0].Interface().(wasm.Page), err
}

// migrate takes one step.
func migrate(step wasm.Migration, properties property.Map) (property.Map, error) {
	if step.Convert == nil {
		if _, ok := properties.GetOk(step.Property); ok {
			return properties, nil
		}
		value, _, err := encodingOf{}.value(reflect.ValueOf(step.Default), step.Property)
		return properties.Set(step.Property, value), err
	}
	fields, err := fieldsOf(step.Old)
	if err != nil {
		return properties, err
	}
	rest, isThere := properties, false
	for _, field := range fields {
		if _, ok := properties.GetOk(field.name); ok {
			isThere = true
			rest = rest.Delete(field.name)
		}
	}
	if !isThere {
		return properties, nil
	}
	old := reflect.New(step.Old)
	found, err := decodeWith(&decoding{ignoreUnrecognized: true, ignoreMissing: true}, properties, old)
	if err != nil {
		return properties, err
	}
	converted, err := step.Convert(old.Elem().Interface())
	if err != nil {
		return properties, err
	}
	encoded, err := encode(converted, found, true)
	if err != nil {
		return properties, err
	}
	for name, value := range encoded.All {
		rest = rest.Set(name, value)
	}
	return rest, nil
}

// further gives the parts of the provider that pulumi-go-provider does not know.
func (served *served) further() *call.Further {
	of := func(token string) (*furtherHooks, error) {
		token = unpackaged(tokens.Type(token))
		resource, ok := served.resources[token]
		if !ok {
			return nil, fmt.Errorf("the provider has no resource `%s`", token)
		}
		return resource.further(), nil
	}
	return &call.Further{
		Entries: served.entries,
		Resume: func(ctx context.Context, token, id string, state, inputs property.Map) (property.Map, []string, error) {
			hooks, err := of(token)
			if err != nil {
				return property.Map{}, nil, err
			}
			outputs, err := hooks.resume(served.with(ctx), id, state, inputs)
			var failure ResourceInitFailedError
			if errors.As(err, &failure) {
				return outputs, failure.Reasons, nil
			}
			return outputs, nil, err
		},
		PreviewCreate: func(ctx context.Context, token string, inputs, planned property.Map) (property.Map, error) {
			hooks, err := of(token)
			if err != nil {
				return property.Map{}, err
			}
			return hooks.previewCreate(served.with(ctx), inputs, planned)
		},
		PreviewUpdate: func(ctx context.Context, token, id string, state, inputs, planned property.Map) (property.Map, error) {
			hooks, err := of(token)
			if err != nil {
				return property.Map{}, err
			}
			return hooks.previewUpdate(served.with(ctx), id, state, inputs, planned)
		},
		RefinesDiff: func(token string) bool {
			hooks, err := of(token)
			return err == nil && hooks.refineDiff != nil
		},
		RefineDiff: func(ctx context.Context, token, id string, state, inputs property.Map, differences *wasm.Differences) error {
			hooks, err := of(token)
			if err != nil {
				return err
			}
			return hooks.refineDiff(served.with(ctx), id, state, inputs, differences)
		},
		Migrate: func(token string, from int, properties property.Map) (property.Map, error) {
			hooks, err := of(token)
			if err != nil {
				return properties, err
			}
			for version := from; version < len(hooks.migrations) && err == nil; version++ {
				if properties, err = migrate(hooks.migrations[version], properties); err != nil {
					err = fmt.Errorf("from version %d to %d: %w", version, version+1, err)
				}
			}
			return properties, err
		},
		List: func(ctx context.Context, token string, query property.Map, page wasm.ListRequest[struct{}]) (wasm.Page, error) {
			hooks, err := of(token)
			if err != nil {
				return wasm.Page{}, err
			}
			return hooks.list.list(served.with(ctx), query, page)
		},
		Encode: func(state any) (property.Map, error) {
			if members, ok := state.(map[string]any); ok {
				encoded, _, err := encodingOf{}.value(reflect.ValueOf(members), "")
				if err != nil || !encoded.IsMap() {
					return property.Map{}, err
				}
				return encoded.AsMap(), nil
			}
			encoded, err := encode(state, nil, false)
			return markSecrets(reflect.TypeOf(state), encoded), err
		},
	}
}

// entries gives the entries of the manifest.
func (served *served) entries(pkg string) (call.Entries, error) {
	made := call.Entries{
		Resources: map[string]schemajson.Object{}, Types: map[string]schemajson.Object{}, Functions: map[string]schemajson.Object{},
	}
	for token, resource := range served.resources {
		_, inputs, state := resource.types()
		rules, err := rulesOf(inputs, state)
		if err == nil {
			err = lostOfOutputs(inputs, state)
		}
		if err != nil {
			return made, fmt.Errorf("%s: %w", token, err)
		}
		hooks := resource.further()
		entry := traitsEntry(hooks.traits)
		putNumber(&entry, "stateVersion", len(hooks.migrations))
		made.Resources[renaming(pkg, nil)(token)] = append(entry, rules...)
	}
	for token, component := range served.components {
		_, inputs, state := component.types()
		rules, err := rulesOf(inputs, state)
		for _, typ := range []reflect.Type{inputs, state} {
			if err == nil {
				err = lostOptions(typ, awayFromResources)
			}
		}
		if err != nil {
			return made, fmt.Errorf("%s: %w", token, err)
		}
		token = renaming(pkg, nil)(token)
		made.Resources[token] = rules
		for _, method := range component.methods() {
			rules, err := rulesOf(method.Inputs, nil)
			if err == nil {
				err = served.lostOfCall(method.Inputs, method.Outputs)
			}
			if err != nil {
				return made, fmt.Errorf("%s/%s: %w", token, method.Name, err)
			}
			made.Functions[token+"/"+method.Name] = rules
		}
	}
	for token, typ := range served.structs {
		rules, err := rulesOf(typ, nil)
		if err == nil {
			err = lostOptions(typ, insideValues)
		}
		if err != nil {
			return made, fmt.Errorf("%s: %w", token, err)
		}
		if len(rules) > 0 {
			made.Types[token] = rules
		}
	}
	for token, function := range served.functions {
		_, arguments, results := function.types()
		rules, err := rulesOf(arguments, nil)
		if err == nil {
			err = served.lostOfCall(arguments, results)
		}
		if err != nil {
			return made, fmt.Errorf("%s: %w", token, err)
		}
		made.Functions[renaming(pkg, nil)(token)] = append(schemajson.Object{{Key: "pure", Value: function.traits().Pure}}, rules...)
	}
	if served.Config != nil {
		rules, err := rulesOf(served.Config.typ(), nil)
		if err == nil {
			err = lostOptions(served.Config.typ(), inConfiguration)
		}
		if err != nil {
			return made, fmt.Errorf("the configuration: %w", err)
		}
		made.Provider = rules
	}
	return made, nil
}

// putFurther adds to the schema of a resource the properties of look-ups and of lists.
func (types *typesOf) putFurther(spec *schemajson.Object, resource InferredResource) error {
	_, inputs, _ := resource.types()
	inputs, _ = structOf(inputs)
	fields, err := fieldsOf(inputs)
	if err != nil {
		return err
	}
	stateInputs := map[string]any{}
	for _, field := range fields {
		if field.options.isStateInput {
			if stateInputs[field.name], err = types.property(inputs, field, annotationsOf(inputs)); err != nil {
				return err
			}
		}
	}
	if len(stateInputs) > 0 {
		spec.Set("stateInputs", schemajson.Object{{Key: "properties", Value: stateInputs}, {Key: "type", Value: "object"}})
	}
	if list := resource.further().list; list != nil {
		object, err := types.query(list.query)
		if err != nil {
			return err
		}
		spec.Set("listInputs", object)
	}
	return nil
}

func (types *typesOf) query(typ reflect.Type) (schemajson.Object, error) {
	properties, required, err := types.object(typ)
	var object schemajson.Object
	object.Put("properties", properties)
	object.Set("type", "object")
	object.Put("required", required)
	if err == nil {
		err = lostOptions(typ, inQueries)
	}
	return object, err
}

// putTraits adds to the schema of a function what its traits say.
func (types *typesOf) putTraits(spec *schemajson.Object, function InferredFunction) error {
	controller, _, results := function.types()
	traits := function.traits()
	spec.Put("multiArgumentInputs", traits.Positional)
	if !traits.SingleResult {
		return nil
	}
	results, _ = structOf(results)
	fields, err := fieldsOf(results)
	if err != nil {
		return err
	}
	if len(fields) != 1 {
		return fmt.Errorf("%s has a single result, and %s has %d properties", controller, results, len(fields))
	}
	if fields[0].isSecret || fields[0].replaces || fields[0].options.hasConstant {
		return fmt.Errorf("%s has a single result, which has no options, and %s.%s has some: give the function named results", controller, results, fields[0].name)
	}
	result, err := types.typeSpec(fields[0].typ)
	for index := range *spec {
		if (*spec)[index].Key == "outputs" {
			(*spec)[index].Value = result
		}
	}
	return err
}

func (function *functionController[F, I, O]) traits() wasm.FunctionTraits {
	if custom, ok := method[wasm.HasFunctionTraits](&function.controller); ok {
		return custom.Traits()
	}
	return wasm.FunctionTraits{}
}

// deprecatedValues gives the messages of values of an enum, by value.
func deprecatedValues(typ reflect.Type) map[any]string {
	found := map[any]string{}
	method, ok := reflect.PointerTo(typ).MethodByName("DeprecatedValues")
	if !ok || method.Type.NumIn() != 1 || method.Type.NumOut() != 1 || method.Type.Out(0) != reflect.MapOf(typ, reflect.TypeFor[string]()) {
		return found
	}
	for entries := method.Func.Call([]reflect.Value{reflect.New(typ)})[0].MapRange(); entries.Next(); {
		found[plainOf(entries.Key())] = entries.Value().String()
	}
	return found
}
