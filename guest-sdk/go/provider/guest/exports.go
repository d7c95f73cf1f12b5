//go:build wasip1

package guest

import (
	"context"
	"errors"
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/pulumi/pulumi/sdk/v3/go/property"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/internal/jsontext"
)

// sizeOfResult is enough for each result of the lifecycle.
const sizeOfResult = 96

// answer runs a call and writes its result: `write` writes the success.
func answer[T any](run func() (T, error), write func(*writer, T)) uint32 {
	result, err := guarded(run)
	to := record(sizeOfResult)
	at := to.address()
	put(to, byte(0))
	to.align(4)
	if err == nil {
		write(to, result)
	} else {
		to = &writer{uintptr(at)}
		put(to, byte(1))
		writeError(to, err)
	}
	memory.isOver = true
	return at
}

// called runs a call about a resource or function.
func called[T any](request uint32, run func(context.Context, subject, *reader) (T, error), write func(*writer, T)) uint32 {
	from := &reader{uintptr(request)}
	subject := readSubject(from)
	return answer(func() (T, error) {
		ctx, leave := enter(subject)
		defer leave()
		return run(ctx, subject, from)
	}, write)
}

type none struct{}

func nothing(*writer, none) {}

// object reads a property map.
func object(from *reader) (property.Map, error) { return jsontext.Parse(from.text()) }

// optionalObject reads a property map that may be missing.
func optionalObject(from *reader) (property.Map, error) {
	text, ok := from.optional()
	if !ok {
		return property.Map{}, nil
	}
	return jsontext.Parse(text)
}

func failuresOf(failures []p.CheckFailure) []propertyFailure {
	made := make([]propertyFailure, 0, len(failures))
	for _, failure := range failures {
		made = append(made, propertyFailure{failure.Property, failure.Reason})
	}
	return made
}

//go:wasmexport pulumi-wasm:provider/description@0.1.0#describe
func describe() uint32 {
	return answer(func() (string, error) { return manifest(served()) }, func(to *writer, text string) { to.text(text) })
}

//go:wasmexport pulumi-wasm:provider/lifecycle@0.1.0#check-config
func checkConfig(request uint32) uint32 {
	return called(request, func(ctx context.Context, subject subject, from *reader) ([]propertyFailure, error) {
		config, err := object(from)
		if err != nil {
			return nil, err
		}
		response, err := served().CheckConfig(ctx, p.CheckRequest{Urn: resource.URN(subject.urn), Inputs: config})
		return failuresOf(response.Failures), err
	}, func(to *writer, failures []propertyFailure) {
		writeFailures(to, failures)
		to.text("{}")
	})
}

//go:wasmexport pulumi-wasm:provider/lifecycle@0.1.0#configure
func configure(request uint32) uint32 {
	return called(request, func(ctx context.Context, _ subject, from *reader) (none, error) {
		config, err := object(from)
		if err != nil {
			return none{}, err
		}
		variables := map[string]string{}
		for key, value := range config.All {
			if value.IsString() {
				variables[served().Name+":config:"+key] = value.AsString()
			}
		}
		return none{}, served().Configure(ctx, p.ConfigureRequest{Variables: variables, Args: config})
	}, nothing)
}

type checked struct {
	inputs   string
	failures []propertyFailure
}

//go:wasmexport pulumi-wasm:provider/lifecycle@0.1.0#check
func check(request uint32) uint32 {
	return called(request, func(ctx context.Context, subject subject, from *reader) (checked, error) {
		olds, err := object(from)
		if err != nil {
			return checked{}, err
		}
		if _, err := optionalObject(from); err != nil {
			return checked{}, err
		}
		news, err := object(from)
		if err != nil {
			return checked{}, err
		}
		response, err := served().Check(ctx, p.CheckRequest{
			Urn: resource.URN(subject.urn), State: olds, Inputs: news, RandomSeed: from.bytes(),
		})
		if err != nil {
			return checked{}, err
		}
		inputs, err := jsontext.Write(response.Inputs)
		return checked{inputs, failuresOf(response.Failures)}, err
	}, func(to *writer, checked checked) {
		to.text(checked.inputs)
		writeFailures(to, checked.failures)
		to.text("{}")
	})
}

// The cases of `difference-kind`, in its order.
var kinds = map[p.DiffKind]byte{
	p.Add: 0, p.AddReplace: 1, p.Delete: 2, p.DeleteReplace: 3, p.Update: 4, p.UpdateReplace: 5,
}

type difference struct {
	property string
	kind     byte
}

type differences struct {
	all                 []difference
	deleteBeforeReplace bool
}

//go:wasmexport pulumi-wasm:provider/lifecycle@0.1.0#diff
func diff(request uint32) uint32 {
	return called(request, func(ctx context.Context, subject subject, from *reader) (differences, error) {
		id := from.text()
		oldInputs, err := object(from)
		if err != nil {
			return differences{}, err
		}
		state, err := object(from)
		if err != nil {
			return differences{}, err
		}
		inputs, err := object(from)
		if err != nil {
			return differences{}, err
		}
		var found []difference
		start, count := from.number(), from.number()
		for index := range count {
			inner := reader{uintptr(start) + uintptr(index)*20}
			found = append(found, difference{inner.text(), inner.byte()})
		}
		response, err := served().Diff(ctx, p.DiffRequest{
			ID: id, Urn: resource.URN(subject.urn), State: state, Inputs: inputs, OldInputs: oldInputs,
		})
		if err != nil || !response.HasChanges {
			return differences{}, err
		}
		answer := differences{deleteBeforeReplace: response.DeleteBeforeReplace}
		for path, kind := range response.DetailedDiff {
			if number, ok := kinds[kind.Kind]; ok {
				answer.all = append(answer.all, difference{path, number})
			}
		}
		if response.DetailedDiff == nil {
			answer.all = found
		}
		if len(answer.all) == 0 {
			// It says that something differs, and not what.
			for key := range inputs.AllStable {
				answer.all = append(answer.all, difference{key, kinds[p.Update]})
				break
			}
		}
		return answer, nil
	}, func(to *writer, differences differences) {
		list(to, differences.all, 20, func(to *writer, difference difference) {
			to.text(difference.property)
			put(to, difference.kind)
			to.text("{}")
		})
		to.flag(differences.deleteBeforeReplace)
		to.text("{}")
	})
}

type created struct{ id, outputs string }

// recorded gives the outputs of a create or update, or the error of a resource that is not as it should be.
func recorded(id string, properties property.Map, failure *p.InitializationFailed) (created, error) {
	outputs, err := jsontext.Write(properties)
	if err == nil && failure != nil {
		reasons := failure.Reasons
		if len(reasons) == 0 {
			reasons = []string{"the provider gave no reason"}
		}
		err = &partial{id, outputs, reasons}
	}
	return created{id, outputs}, err
}

//go:wasmexport pulumi-wasm:provider/lifecycle@0.1.0#create
func create(request uint32) uint32 {
	return called(request, func(ctx context.Context, subject subject, from *reader) (created, error) {
		inputs, err := object(from)
		if err != nil {
			return created{}, err
		}
		response, err := served().Create(ctx, p.CreateRequest{
			Urn: resource.URN(subject.urn), Properties: inputs, Timeout: subject.timeLeft.Seconds(),
		})
		if err != nil {
			return created{}, err
		}
		return recorded(response.ID, response.Properties, response.PartialState)
	}, func(to *writer, created created) {
		to.text(created.id)
		to.text(created.outputs)
		to.flag(false)
		to.text("{}")
	})
}

type found struct {
	id, inputs, outputs string
	hasInputs           bool
}

//go:wasmexport pulumi-wasm:provider/lifecycle@0.1.0#read
func readResource(request uint32) uint32 {
	return called(request, func(ctx context.Context, subject subject, from *reader) (found, error) {
		id := from.text()
		inputs, err := optionalObject(from)
		if err != nil {
			return found{}, err
		}
		outputs, err := optionalObject(from)
		if err != nil {
			return found{}, err
		}
		response, err := served().Read(ctx, p.ReadRequest{
			ID: id, Urn: resource.URN(subject.urn), Inputs: inputs, Properties: outputs,
		})
		if err != nil || response.ID == "" {
			return found{}, err
		}
		state, err := recorded(response.ID, response.Properties, response.PartialState)
		if err != nil {
			return found{}, err
		}
		answer := found{id: response.ID, outputs: state.outputs, hasInputs: response.Inputs.Len() > 0}
		answer.inputs, err = jsontext.Write(response.Inputs)
		return answer, err
	}, func(to *writer, found found) {
		exists := found.id != ""
		to.flag(exists)
		to.align(4)
		if exists {
			to.text(found.id)
			to.optional(found.inputs, found.hasInputs)
			to.text(found.outputs)
			to.flag(false)
			to.text("{}")
		} else {
			to.at += 40
		}
		to.text("{}")
	})
}

//go:wasmexport pulumi-wasm:provider/lifecycle@0.1.0#update
func update(request uint32) uint32 {
	return called(request, func(ctx context.Context, subject subject, from *reader) (created, error) {
		id := from.text()
		oldInputs, err := object(from)
		if err != nil {
			return created{}, err
		}
		state, err := object(from)
		if err != nil {
			return created{}, err
		}
		from.number() // views
		from.number()
		inputs, err := object(from)
		if err != nil {
			return created{}, err
		}
		response, err := served().Update(ctx, p.UpdateRequest{
			ID: id, Urn: resource.URN(subject.urn), State: state, Inputs: inputs, OldInputs: oldInputs,
			Timeout: subject.timeLeft.Seconds(),
		})
		if err != nil {
			return created{}, err
		}
		return recorded(id, response.Properties, response.PartialState)
	}, func(to *writer, updated created) {
		to.text(updated.outputs)
		to.flag(false)
		to.text("{}")
	})
}

//go:wasmexport pulumi-wasm:provider/lifecycle@0.1.0#delete
func deleteResource(request uint32) uint32 {
	return called(request, func(ctx context.Context, subject subject, from *reader) (none, error) {
		id := from.text()
		oldInputs, err := object(from)
		if err != nil {
			return none{}, err
		}
		state, err := object(from)
		if err != nil {
			return none{}, err
		}
		return none{}, served().Delete(ctx, p.DeleteRequest{
			ID: id, Urn: resource.URN(subject.urn), Properties: state, OldInputs: oldInputs, Timeout: subject.timeLeft.Seconds(),
		})
	}, nothing)
}

type invoked struct {
	result   string
	failures []propertyFailure
}

//go:wasmexport pulumi-wasm:provider/lifecycle@0.1.0#invoke
func invoke(request uint32) uint32 {
	return called(request, func(ctx context.Context, subject subject, from *reader) (invoked, error) {
		arguments, err := object(from)
		if err != nil {
			return invoked{}, err
		}
		response, err := served().Invoke(ctx, p.InvokeRequest{Token: tokens.Type(subject.token), Args: arguments})
		if err != nil {
			return invoked{}, err
		}
		result, err := jsontext.Write(response.Return)
		return invoked{result, failuresOf(response.Failures)}, err
	}, func(to *writer, invoked invoked) {
		to.text(invoked.result)
		writeFailures(to, invoked.failures)
		to.text("{}")
	})
}

// A hook that no manifest of this SDK declares is never called.
func undeclared(uint32) uint32 {
	return answer(func() (none, error) {
		return none{}, fmt.Errorf("the SDK for Go has no such hook: %w", errors.ErrUnsupported)
	}, nothing)
}

//go:wasmexport pulumi-wasm:provider/lifecycle@0.1.0#resume
func resume(request uint32) uint32 { return undeclared(request) }

//go:wasmexport pulumi-wasm:provider/lifecycle@0.1.0#preview-create
func previewCreate(request uint32) uint32 { return undeclared(request) }

//go:wasmexport pulumi-wasm:provider/lifecycle@0.1.0#preview-update
func previewUpdate(request uint32) uint32 { return undeclared(request) }

//go:wasmexport pulumi-wasm:provider/lifecycle@0.1.0#migrate
func migrate(request uint32) uint32 { return undeclared(request) }

//go:wasmexport pulumi-wasm:provider/lifecycle@0.1.0#list
func listResources(request uint32) uint32 { return undeclared(request) }
