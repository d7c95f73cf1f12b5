//go:build wasip1

package guest

import (
	"context"
	"errors"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/pulumi/pulumi/sdk/v3/go/property"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm/host"

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
func called[T any](at uint32, run func(context.Context, *request) (T, error), write func(*writer, T)) uint32 {
	from := &request{reader: reader{uintptr(at)}}
	from.subject = readSubject(&from.reader)
	return answer(func() (T, error) {
		ctx, leave := enter(from.subject)
		defer leave()
		return run(ctx, from)
	}, write)
}

// request is the record of a call, whose fields are read in their order. The first fault stays in err.
type request struct {
	reader
	subject
	err error
}

func (request *request) resource() resource.URN { return resource.URN(request.urn) }

func (request *request) parse(text string) property.Map {
	object, err := jsontext.Parse(text)
	if request.err == nil {
		request.err = err
	}
	return object
}

// object reads a property map.
func (request *request) object() property.Map { return request.parse(request.text()) }

// optionalObject reads a property map that may be missing.
func (request *request) optionalObject() property.Map {
	if text, ok := request.optional(); ok {
		return request.parse(text)
	}
	return property.Map{}
}

type none struct{}

func nothing(*writer, none) {}

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
func checkConfig(at uint32) uint32 {
	return called(at, func(ctx context.Context, request *request) ([]propertyFailure, error) {
		config := request.object()
		if request.err != nil {
			return nil, request.err
		}
		response, err := served().CheckConfig(ctx, p.CheckRequest{Urn: request.resource(), Inputs: config})
		if failures := refused(err); failures != nil {
			return failuresOf(failures), nil
		}
		return failuresOf(response.Failures), err
	}, func(to *writer, failures []propertyFailure) {
		writeFailures(to, failures)
		to.text("{}")
	})
}

//go:wasmexport pulumi-wasm:provider/lifecycle@0.1.0#configure
func configure(at uint32) uint32 {
	return called(at, func(ctx context.Context, request *request) (none, error) {
		config := request.object()
		if request.err != nil {
			return none{}, request.err
		}
		asked := p.CheckRequest{Urn: request.resource(), Inputs: config}
		configuring, err := configureRequest(ctx, served(), asked, checksConfiguration())
		if err != nil {
			return none{}, err
		}
		configured = configuring.Variables
		return none{}, served().Configure(ctx, configuring)
	}, nothing)
}

// judged has checked inputs or a result, as text, and the failures.
type judged struct {
	values   string
	failures []propertyFailure
}

func judgedOf(values property.Map, failures []p.CheckFailure) (judged, error) {
	text, err := jsontext.Write(values)
	return judged{text, failuresOf(failures)}, err
}

func writeJudged(to *writer, judged judged) {
	to.text(judged.values)
	writeFailures(to, judged.failures)
	to.text("{}")
}

//go:wasmexport pulumi-wasm:provider/lifecycle@0.1.0#check
func check(at uint32) uint32 {
	return called(at, func(ctx context.Context, request *request) (judged, error) {
		asked := p.CheckRequest{Urn: request.resource(), State: request.object()}
		request.optional() // the recorded outputs
		asked.Inputs = request.object()
		asked.RandomSeed = request.bytes()
		if request.err != nil {
			return judged{}, request.err
		}
		response, err := served().Check(ctx, asked)
		if failures := refused(err); failures != nil {
			return judgedOf(asked.Inputs, failures)
		}
		if err != nil {
			return judged{}, err
		}
		return judgedOf(response.Inputs, response.Failures)
	}, writeJudged)
}

// The cases of `difference-kind`, in its order.
var kinds = map[p.DiffKind]byte{
	p.Add: 0, p.AddReplace: 1, p.Delete: 2, p.DeleteReplace: 3, p.Update: 4, p.UpdateReplace: 5,
}

// sizeOfDifference is the size of `property-difference`.
const sizeOfDifference = 20

type difference struct {
	property string
	kind     byte
}

type differences struct {
	all                 []difference
	deleteBeforeReplace bool
}

//go:wasmexport pulumi-wasm:provider/lifecycle@0.1.0#diff
func diff(at uint32) uint32 {
	return called(at, func(ctx context.Context, request *request) (differences, error) {
		asked := p.DiffRequest{Urn: request.resource(), ID: request.text()}
		asked.OldInputs, asked.State, asked.Inputs = request.object(), request.object(), request.object()
		start, count := request.number(), request.number()
		deletesFirst := request.flag()
		if request.err != nil {
			return differences{}, request.err
		}
		if refined, ok, err := refineDiff(ctx, request.token, asked, start, count, deletesFirst); ok || err != nil {
			return refined, err
		}
		response, err := served().Diff(ctx, asked)
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
			// The host's differences stay.
			for index := range count {
				inner := reader{uintptr(start) + uintptr(index)*sizeOfDifference}
				answer.all = append(answer.all, difference{inner.text(), inner.byte()})
			}
		}
		if len(answer.all) == 0 {
			// The provider names no property: the first one stands for the difference.
			for key := range asked.Inputs.AllStable {
				answer.all = append(answer.all, difference{key, kinds[p.Update]})
				break
			}
		}
		return answer, nil
	}, func(to *writer, differences differences) {
		list(to, differences.all, sizeOfDifference, func(to *writer, difference difference) {
			to.text(difference.property)
			put(to, difference.kind)
			to.text("{}")
		})
		to.flag(differences.deleteBeforeReplace)
		to.text("{}")
	})
}

type recorded struct {
	id, outputs string
	// Whether the next update wants a refresh before it.
	refreshes bool
}

// recordedOf gives the outputs of a resource, or the error of a resource that is not as it should be, or whose outputs cannot all be recorded.
func recordedOf(ctx context.Context, id string, properties property.Map, failure *p.InitializationFailed) (recorded, error) {
	made := recorded{id: id, refreshes: host.From(ctx).RefreshBeforeUpdate}
	outputs, err := jsontext.Write(properties)
	made.outputs = outputs
	halfway := &partial{id: id, outputs: outputs}
	if err != nil {
		// Without a fault it is written in one go.
		var reasons []string
		halfway.outputs, halfway.unrecorded, reasons = jsontext.WriteParts(properties)
		halfway.reasons = []string{"the provider's answer cannot be recorded: " + strings.Join(reasons, "; ")}
	}
	if failure != nil {
		halfway.reasons = append(halfway.reasons, failure.Reasons...)
		if len(halfway.reasons) == 0 {
			halfway.reasons = []string{"the provider gave no reason"}
		}
	}
	if err != nil || failure != nil {
		return made, halfway
	}
	return made, nil
}

//go:wasmexport pulumi-wasm:provider/lifecycle@0.1.0#create
func create(at uint32) uint32 {
	return called(at, func(ctx context.Context, request *request) (recorded, error) {
		asked := p.CreateRequest{Urn: request.resource(), Properties: request.object(), Timeout: request.timeLeft.Seconds()}
		if request.err != nil {
			return recorded{}, request.err
		}
		response, err := served().Create(ctx, asked)
		if err != nil && response.PartialState == nil {
			return recorded{}, err
		}
		return recordedOf(ctx, response.ID, response.Properties, response.PartialState)
	}, func(to *writer, created recorded) {
		to.text(created.id)
		to.text(created.outputs)
		to.flag(created.refreshes)
		to.text("{}")
	})
}

type found struct {
	recorded
	inputs    string
	hasInputs bool
}

//go:wasmexport pulumi-wasm:provider/lifecycle@0.1.0#read
func readResource(at uint32) uint32 {
	return called(at, func(ctx context.Context, request *request) (found, error) {
		asked := p.ReadRequest{Urn: request.resource(), ID: request.text()}
		asked.Inputs, asked.Properties = request.optionalObject(), request.optionalObject()
		request.views(ctx)
		if request.err != nil {
			return found{}, request.err
		}
		response, err := served().Read(ctx, asked)
		if err != nil && response.PartialState == nil || response.ID == "" {
			return found{}, err
		}
		state, err := recordedOf(ctx, response.ID, response.Properties, response.PartialState)
		var halfway *partial
		if errors.As(err, &halfway) && halfway.unrecorded != nil {
			err = errors.New(halfway.reasons[0])
		}
		if err != nil {
			return found{}, err
		}
		inputs, err := jsontext.Write(response.Inputs)
		return found{state, inputs, response.Inputs.Len() > 0}, err
	}, func(to *writer, found found) {
		exists := found.id != ""
		to.flag(exists)
		to.align(4)
		if exists {
			to.text(found.id)
			to.optional(found.inputs, found.hasInputs)
			to.text(found.outputs)
			to.flag(found.refreshes)
			to.text("{}")
		} else {
			to.at += 40
		}
		to.text("{}")
	})
}

//go:wasmexport pulumi-wasm:provider/lifecycle@0.1.0#update
func update(at uint32) uint32 {
	return called(at, func(ctx context.Context, request *request) (recorded, error) {
		asked := p.UpdateRequest{Urn: request.resource(), ID: request.text(), Timeout: request.timeLeft.Seconds()}
		asked.OldInputs, asked.State = request.object(), request.object()
		request.views(ctx)
		asked.Inputs = request.object()
		if request.err != nil {
			return recorded{}, request.err
		}
		response, err := served().Update(ctx, asked)
		if err != nil && response.PartialState == nil {
			return recorded{}, err
		}
		return recordedOf(ctx, asked.ID, response.Properties, response.PartialState)
	}, func(to *writer, updated recorded) {
		to.text(updated.outputs)
		to.flag(updated.refreshes)
		to.text("{}")
	})
}

//go:wasmexport pulumi-wasm:provider/lifecycle@0.1.0#delete
func deleteResource(at uint32) uint32 {
	return called(at, func(ctx context.Context, request *request) (none, error) {
		asked := p.DeleteRequest{Urn: request.resource(), ID: request.text(), Timeout: request.timeLeft.Seconds()}
		asked.OldInputs, asked.Properties = request.object(), request.object()
		request.views(ctx)
		if request.err != nil {
			return none{}, request.err
		}
		return none{}, served().Delete(ctx, asked)
	}, nothing)
}

//go:wasmexport pulumi-wasm:provider/lifecycle@0.1.0#invoke
func invoke(at uint32) uint32 {
	return called(at, func(ctx context.Context, request *request) (judged, error) {
		asked := p.InvokeRequest{Token: tokens.Type(request.token), Args: request.object()}
		if request.err != nil {
			return judged{}, request.err
		}
		response, err := served().Invoke(ctx, asked)
		if failures := refused(err); failures != nil {
			return judgedOf(property.Map{}, failures)
		}
		if err != nil {
			return judged{}, err
		}
		return judgedOf(response.Return, response.Failures)
	}, writeJudged)
}
