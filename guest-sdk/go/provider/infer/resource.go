// Package infer makes providers of Go types: structs are inputs and outputs, methods are the calls.
package infer

import (
	"context"
	"errors"
	"reflect"
	"sync"

	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/pulumi/pulumi/sdk/v3/go/property"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/middleware/schema"
)

// CustomResource is a type whose methods manage a resource with the inputs I and the state O.
type CustomResource[I, O any] interface {
	CustomCreate[I, O]
}

type (
	// CreateRequest has the resource's name in the program and its inputs.
	CreateRequest[I any] struct {
		Name   string
		Inputs I
		// DryRun is never true in a component: the host makes previews.
		DryRun bool
	}
	// CreateResponse has the id and state of a new resource.
	CreateResponse[O any] struct {
		ID     string
		Output O
	}
	// CustomCreate makes a resource.
	CustomCreate[I, O any] interface {
		Create(ctx context.Context, req CreateRequest[I]) (CreateResponse[O], error)
	}

	// CheckRequest has the inputs of the program and of the last deployment.
	CheckRequest struct {
		Name                 string
		OldInputs, NewInputs property.Map
	}
	// CheckResponse has the inputs that all later calls get.
	CheckResponse[I any] struct {
		Inputs   I
		Failures []p.CheckFailure
	}
	// CustomCheck validates and completes inputs.
	CustomCheck[I any] interface {
		Check(ctx context.Context, req CheckRequest) (CheckResponse[I], error)
	}

	// DiffRequest has recorded state and new inputs.
	DiffRequest[I, O any] struct {
		ID     string
		State  O
		Inputs I
	}
	// DiffResponse has the differences.
	DiffResponse = p.DiffResponse
	// CustomDiff says which properties differ, and whether they replace the resource.
	CustomDiff[I, O any] interface {
		Diff(ctx context.Context, req DiffRequest[I, O]) (DiffResponse, error)
	}

	// UpdateRequest has recorded state and new inputs.
	UpdateRequest[I, O any] struct {
		ID     string
		State  O
		Inputs I
		// DryRun is never true in a component: the host makes previews.
		DryRun bool
	}
	// UpdateResponse has the new state.
	UpdateResponse[O any] struct{ Output O }
	// CustomUpdate changes a resource in place. Without it each change replaces.
	CustomUpdate[I, O any] interface {
		Update(ctx context.Context, req UpdateRequest[I, O]) (UpdateResponse[O], error)
	}

	// ReadRequest has recorded inputs and state, zero in an import.
	ReadRequest[I, O any] struct {
		ID     string
		Inputs I
		State  O
	}
	// ReadResponse has the present inputs and state. An empty ID says that the resource does not exist.
	ReadResponse[I, O any] struct {
		ID     string
		Inputs I
		State  O
	}
	// CustomRead reads a resource.
	CustomRead[I, O any] interface {
		Read(ctx context.Context, req ReadRequest[I, O]) (ReadResponse[I, O], error)
	}

	// DeleteRequest has recorded state.
	DeleteRequest[O any] struct {
		ID    string
		State O
	}
	// DeleteResponse is empty.
	DeleteResponse struct{}
	// CustomDelete deletes a resource.
	CustomDelete[O any] interface {
		Delete(ctx context.Context, req DeleteRequest[O]) (DeleteResponse, error)
	}
)

// InferredResource is a resource type of a provider.
type InferredResource interface {
	// The token has the package `pkg`.
	schema.Resource

	hooks() []string
	types() (controller, inputs, state reflect.Type)
	check(context.Context, p.CheckRequest) (p.CheckResponse, error)
	diff(context.Context, p.DiffRequest) (p.DiffResponse, error)
	create(context.Context, p.CreateRequest) (p.CreateResponse, error)
	read(context.Context, p.ReadRequest) (p.ReadResponse, error)
	update(context.Context, p.UpdateRequest) (p.UpdateResponse, error)
	delete(context.Context, p.DeleteRequest) error
	wiring() (*wiring, error)
	further() *furtherHooks
}

// Resource makes a resource type of a value with the methods of CustomResource.
func Resource[R CustomResource[I, O], I, O any](rsc R) InferredResource {
	return &resourceController[R, I, O]{controller: rsc}
}

type resourceController[R CustomResource[I, O], I, O any] struct {
	controller R

	wireOnce     sync.Once
	furtherHooks *furtherHooks
	furtherOnce  sync.Once
	wired        *wiring
	wireErr      error
}

func (resource *resourceController[R, I, O]) GetToken() (tokens.Type, error) {
	token, err := tokenOf(reflect.TypeFor[R]())
	return tokens.Type(token), err
}

func (resource *resourceController[R, I, O]) types() (controller, inputs, state reflect.Type) {
	return reflect.TypeFor[R](), reflect.TypeFor[I](), reflect.TypeFor[O]()
}

// method gives the controller as an interface, if it or a pointer to it has the methods.
func method[M, R any](controller *R) (M, bool) {
	if found, ok := any(*controller).(M); ok {
		return found, true
	}
	found, ok := any(controller).(M)
	return found, ok
}

func (resource *resourceController[R, I, O]) hooks() []string {
	hooks := []string{"create"}
	add := func(name string, has bool) {
		if has {
			hooks = append(hooks, name)
		}
	}
	_, checks := method[CustomCheck[I]](&resource.controller)
	_, diffs := method[CustomDiff[I, O]](&resource.controller)
	_, reads := method[CustomRead[I, O]](&resource.controller)
	_, updates := method[CustomUpdate[I, O]](&resource.controller)
	_, deletes := method[CustomDelete[O]](&resource.controller)
	add("check", checks || writesZeros(reflect.TypeFor[I](), nil))
	further := resource.further()
	add("diff", diffs && further.refineDiff == nil)
	add("read", reads)
	add("update", updates)
	add("delete", deletes)
	return append(hooks, further.names()...)
}

// writesZeros says whether inputs that a program leaves out come out of a check as zeros: optional fields that are not pointers.
func writesZeros(typ reflect.Type, seen []reflect.Type) bool {
	for typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice || typ.Kind() == reflect.Map {
		typ = typ.Elem()
	}
	if typ.Kind() != reflect.Struct || isLeaf(typ) {
		return false
	}
	for _, other := range seen {
		if other == typ {
			return false
		}
	}
	fields, err := fieldsOf(typ)
	if err != nil {
		return false
	}
	for _, field := range fields {
		switch field.typ.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface:
		default:
			if field.isOptional && !isLeaf(field.typ) {
				return true
			}
		}
		if writesZeros(field.typ, append(seen, typ)) {
			return true
		}
	}
	return false
}

func (resource *resourceController[R, I, O]) check(ctx context.Context, req p.CheckRequest) (p.CheckResponse, error) {
	var inputs I
	// A check may keep values that do not fit: only the marks are wanted.
	found, err := decode(req.Inputs, &inputs)
	custom, ok := method[CustomCheck[I]](&resource.controller)
	var failures []p.CheckFailure
	isWhole := false
	if ok {
		var checked CheckResponse[I]
		var checkErr error
		checked, isWhole, checkErr = finalCheck(ctx, custom, CheckRequest{Name: req.Urn.Name(), OldInputs: req.State, NewInputs: req.Inputs})
		if checkErr != nil {
			return p.CheckResponse{}, checkErr
		}
		failures = checked.Failures
		if isWhole {
			inputs = checked.Inputs
		}
	}
	switch {
	case isWhole || len(failures) > 0:
	case err != nil:
		var found failed
		if !errors.As(err, &found) {
			return p.CheckResponse{}, err
		}
		failures = found
	default:
		if err := applyDefaults(reflect.ValueOf(&inputs).Elem()); err != nil {
			return p.CheckResponse{}, err
		}
	}
	typ := reflect.TypeFor[I]()
	if len(failures) > 0 {
		return p.CheckResponse{Inputs: markSecrets(typ, req.Inputs), Failures: failures}, nil
	}
	encoded, err := encode(inputs, found, true)
	return p.CheckResponse{Inputs: markSecrets(typ, encoded)}, err
}

// DefaultCheck decodes inputs and applies defaults. If a value does not fit, it gives the failures and no defaults.
func DefaultCheck[I any](ctx context.Context, inputs property.Map) (I, []p.CheckFailure, error) {
	var decoded I
	_, err := decode(inputs, &decoded)
	var failures failed
	if errors.As(err, &failures) {
		return decoded, failures, nil
	}
	if err != nil {
		return decoded, nil, err
	}
	return decoded, nil, applyDefaults(reflect.ValueOf(&decoded).Elem())
}

func (resource *resourceController[R, I, O]) diff(ctx context.Context, req p.DiffRequest) (p.DiffResponse, error) {
	req.Inputs = withIgnored(req.Inputs, req.State, req.IgnoreChanges)
	custom, ok := method[CustomDiff[I, O]](&resource.controller)
	if !ok {
		_, updates := method[CustomUpdate[I, O]](&resource.controller)
		return structuralDiff(ctx, reflect.TypeFor[I](), req, !updates), nil
	}
	var inputs I
	if _, err := decode(withoutInternal(req.Inputs), &inputs); err != nil {
		return p.DiffResponse{}, err
	}
	state, _, err := resource.state(ctx, req.State)
	if err != nil {
		return p.DiffResponse{}, err
	}
	return custom.Diff(ctx, DiffRequest[I, O]{ID: req.ID, State: state, Inputs: inputs})
}

func (resource *resourceController[R, I, O]) create(ctx context.Context, req p.CreateRequest) (p.CreateResponse, error) {
	var inputs I
	found, err := decode(withoutInternal(req.Properties), &inputs)
	if err != nil {
		return p.CreateResponse{}, err
	}
	created, err := resource.controller.Create(ctx, CreateRequest[I]{req.Urn.Name(), inputs, req.DryRun})
	unready, failure := err, initialization(err)
	if err != nil && failure == nil {
		return p.CreateResponse{}, err
	}
	if created.ID == "" && !req.DryRun {
		return p.CreateResponse{}, ProviderErrorf("'%s' was created without an id", req.Urn)
	}
	properties, err := resource.outputs(created.Output, found, req.Properties, property.Map{}, req.DryRun, true)
	if err != nil {
		return p.CreateResponse{}, err
	}
	return p.CreateResponse{ID: created.ID, Properties: properties, PartialState: failure}, unready
}

func (resource *resourceController[R, I, O]) read(ctx context.Context, req p.ReadRequest) (p.ReadResponse, error) {
	custom, ok := method[CustomRead[I, O]](&resource.controller)
	if !ok {
		return p.ReadResponse{ID: req.ID, Properties: req.Properties, Inputs: req.Inputs}, nil
	}
	var inputs I
	lenient := decoding{ignoreMissing: true}
	inputMarks, err := decodeWith(&lenient, withoutInternal(req.Inputs), reflect.ValueOf(&inputs))
	if err != nil {
		return p.ReadResponse{}, err
	}
	state, stateMarks, err := resource.stateWith(ctx, req.Properties, true)
	if err != nil {
		return p.ReadResponse{}, err
	}
	found, err := custom.Read(ctx, ReadRequest[I, O]{req.ID, inputs, state})
	unready, failure := err, initialization(err)
	if err != nil && failure == nil {
		return p.ReadResponse{}, err
	}
	if found.ID == "" {
		return p.ReadResponse{}, unready
	}
	encodedInputs, err := encode(found.Inputs, inputMarks, false)
	if err != nil {
		return p.ReadResponse{}, err
	}
	encoded, err := encode(found.State, stateMarks, false)
	if err != nil {
		return p.ReadResponse{}, err
	}
	return p.ReadResponse{
		ID:           found.ID,
		Properties:   markOutputs(reflect.TypeFor[O](), encoded),
		Inputs:       markOutputs(reflect.TypeFor[I](), encodedInputs),
		PartialState: failure,
	}, unready
}

func (resource *resourceController[R, I, O]) update(ctx context.Context, req p.UpdateRequest) (p.UpdateResponse, error) {
	custom, ok := method[CustomUpdate[I, O]](&resource.controller)
	if !ok {
		return p.UpdateResponse{}, p.ErrNotImplemented
	}
	req.Inputs = withIgnored(req.Inputs, req.State, req.IgnoreChanges)
	var inputs I
	found, err := decode(withoutInternal(req.Inputs), &inputs)
	if err != nil {
		return p.UpdateResponse{}, err
	}
	state, _, err := resource.state(ctx, req.State)
	if err != nil {
		return p.UpdateResponse{}, err
	}
	updated, err := custom.Update(ctx, UpdateRequest[I, O]{req.ID, state, inputs, req.DryRun})
	unready, failure := err, initialization(err)
	if err != nil && failure == nil {
		return p.UpdateResponse{}, err
	}
	properties, err := resource.outputs(updated.Output, found, req.Inputs, req.OldInputs, req.DryRun, false)
	if err != nil {
		return p.UpdateResponse{}, err
	}
	return p.UpdateResponse{Properties: properties, PartialState: failure}, unready
}

func (resource *resourceController[R, I, O]) delete(ctx context.Context, req p.DeleteRequest) error {
	custom, ok := method[CustomDelete[O]](&resource.controller)
	if !ok {
		return nil
	}
	state, _, err := resource.state(ctx, req.Properties)
	if err != nil {
		return err
	}
	_, err = custom.Delete(ctx, DeleteRequest[O]{req.ID, state})
	return err
}

// outputs gives the outputs of a create or update with marks.
func (resource *resourceController[R, I, O]) outputs(output O, found marks, inputs, oldInputs property.Map, isPreview, isCreate bool) (property.Map, error) {
	encoded, err := encode(output, found, false)
	if err != nil {
		return property.Map{}, err
	}
	wired, err := resource.wiring()
	if err != nil {
		return property.Map{}, err
	}
	encoded = markOutputs(reflect.TypeFor[O](), wired.mark(encoded, inputs))
	if isPreview {
		encoded = wired.forget(encoded, inputs, oldInputs, isCreate)
	}
	return encoded, nil
}

// state decodes recorded state, after migrations.
func (resource *resourceController[R, I, O]) state(ctx context.Context, recorded property.Map) (O, marks, error) {
	return resource.stateWith(ctx, recorded, false)
}

func (resource *resourceController[R, I, O]) stateWith(ctx context.Context, recorded property.Map, ignoreMissing bool) (O, marks, error) {
	recorded = withoutInternal(recorded)
	if custom, ok := method[CustomStateMigrations[O]](&resource.controller); ok && recorded.Len() > 0 {
		for _, migration := range custom.StateMigrations(ctx) {
			if migrated, found, ok, err := migration.migrate(ctx, recorded); err != nil || ok {
				return migrated, found, err
			}
		}
	}
	var state O
	// A create that failed after its checkpoint may lack outputs: those are pointers.
	found, err := decodeWith(&decoding{ignoreMissing: ignoreMissing, ignoreMissingPointers: true}, recorded, reflect.ValueOf(&state))
	return state, found, ofState(err)
}

// withoutInternal leaves out the properties that are the engine's.
func withoutInternal(object property.Map) property.Map {
	for key := range object.All {
		if len(key) > 1 && key[:2] == "__" {
			object = object.Delete(key)
		}
	}
	return object
}

// initialization gives the reasons of the error of a resource that exists. Nil for another error.
func initialization(err error) *p.InitializationFailed {
	var failure ResourceInitFailedError
	if errors.As(err, &failure) {
		return &p.InitializationFailed{Reasons: failure.Reasons}
	}
	return nil
}
