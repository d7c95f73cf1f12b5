//go:build wasip1

package guest

import (
	"context"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/property"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm/host"

	"github.com/pulumi/pulumi-go-provider/internal/jsontext"
)

//go:wasmimport pulumi-wasm:provider/checkpoint@0.1.0 save
func checkpointSave(id, idLength, outputs, outputsLength, extra, extraLength, result uint32)

//go:wasmimport pulumi-wasm:provider/waiting@0.1.0 pause
func waitingPause(attempts, firstDelay uint32, factor float64, maxDelay, timeout, extra, extraLength, attempt, status, statusLength, result uint32)

//go:wasmimport pulumi-wasm:provider/shared@0.1.0 get
func sharedGet(key, keyLength, result uint32)

//go:wasmimport pulumi-wasm:provider/shared@0.1.0 keep
func sharedKeep(making, value, valueLength, lives, extra, extraLength, result uint32)

//go:wasmimport pulumi-wasm:provider/shared@0.1.0 give-up
func sharedGiveUp(making uint32)

//go:wasmimport pulumi-wasm:provider/shared@0.1.0 forget
func sharedForget(key, keyLength, value, valueLength, result uint32)

//go:wasmimport pulumi-wasm:provider/shared@0.1.0 acquire
func sharedAcquire(name, nameLength uint32, perSecond float64, burst, extra, extraLength, result uint32)

//go:wasmimport pulumi-wasm:provider/views@0.1.0 publish
func viewsPublish(steps, count, result uint32)

func init() {
	host.Functions = &host.Imports{
		Checkpoint: checkpoint, Pause: pause, GetShared: getShared, KeepShared: keepShared, GiveUpShared: sharedGiveUp,
		ForgetShared: forgetShared, Acquire: acquire, Publish: publish,
	}
}

// asked calls an import without a result. It fails as the import does.
func asked(call func(at uint32)) error {
	_, err := result(call)
	return err
}

func checkpoint(_ context.Context, id string, state any) error {
	outputs, err := encoded(state)
	if err != nil {
		return err
	}
	before := mark()
	defer release(before)
	start, length := texts(id)
	output, outputLength := texts(outputs)
	extra, extraLength := texts("{}")
	return asked(func(result uint32) { checkpointSave(start, length, output, outputLength, extra, extraLength, result) })
}

// encoded gives a struct of properties as a text.
func encoded(state any) (string, error) {
	if state == nil {
		return "{}", nil
	}
	if object, ok := state.(property.Map); ok {
		return jsontext.Write(object)
	}
	hooks, err := further()
	if err != nil {
		return "", err
	}
	return written(hooks.Encode(state))
}

func milliseconds(duration time.Duration) uint32 {
	return uint32((duration + time.Millisecond - 1) / time.Millisecond)
}

func pause(backoff host.Backoff, attempt int, status string) error {
	before := mark()
	defer release(before)
	extra, extraLength := texts("{}")
	start, length := texts(status)
	return asked(func(result uint32) {
		waitingPause(uint32(backoff.Attempts), milliseconds(backoff.FirstDelay), backoff.Factor, milliseconds(backoff.MaxDelay),
			milliseconds(backoff.Timeout), extra, extraLength, uint32(attempt), start, length, result)
	})
}

// sizeOfBackoff is the size of `common.backoff`.
const sizeOfBackoff = 32

func writeBackoff(to *writer, backoff host.Backoff) {
	to.number(uint32(backoff.Attempts))
	to.number(milliseconds(backoff.FirstDelay))
	put(to, backoff.Factor)
	to.number(milliseconds(backoff.MaxDelay))
	to.number(milliseconds(backoff.Timeout))
	to.text("{}")
}

func getShared(name string) (value string, making *uint32, err error) {
	before := mark()
	defer release(before)
	start, length := texts(name)
	from, err := result(func(at uint32) { sharedGet(start, length, at) })
	if err != nil {
		return "", nil, err
	}
	isMissing := from.flag()
	from.align(4)
	if isMissing {
		number := from.number()
		return "", &number, nil
	}
	return from.text(), nil, nil
}

func keepShared(making uint32, value string, lives time.Duration) error {
	before := mark()
	defer release(before)
	start, length := texts(value)
	extra, extraLength := texts("{}")
	return asked(func(result uint32) {
		sharedKeep(making, start, length, milliseconds(lives), extra, extraLength, result)
	})
}

func forgetShared(name, value string) error {
	before := mark()
	defer release(before)
	key, keyLength := texts(name)
	start, length := texts(value)
	return asked(func(result uint32) { sharedForget(key, keyLength, start, length, result) })
}

func acquire(name string, perSecond float64, burst int) error {
	before := mark()
	defer release(before)
	start, length := texts(name)
	extra, extraLength := texts("{}")
	return asked(func(result uint32) {
		sharedAcquire(start, length, perSecond, uint32(burst), extra, extraLength, result)
	})
}

// The cases of `views.operation`, by name.
var operations = map[string]byte{
	"same": 0, "create": 1, "update": 2, "delete": 3, "replace": 4, "read": 5, "refresh": 6, "import": 7,
}

// sizeOfStep is the size of `views.step`.
const sizeOfStep = 4 + 2*(4+sizeOfView) + 12 + 8

func publish(_ context.Context, steps []host.Step) error {
	type texts struct{ inputs, outputs string }
	written := map[*host.View]texts{}
	for _, step := range steps {
		for _, view := range []*host.View{step.Old, step.New} {
			if view == nil {
				continue
			}
			var found texts
			var err error
			if found.inputs, err = encoded(view.Inputs); err == nil {
				found.outputs, err = encoded(view.Outputs)
			}
			if err != nil {
				return err
			}
			written[view] = found
		}
	}
	before := mark()
	defer release(before)
	to := record(8)
	at := to.at
	list(to, steps, sizeOfStep, func(to *writer, step host.Step) {
		put(to, operations[step.Operation])
		for _, view := range []*host.View{step.Old, step.New} {
			to.align(4)
			to.flag(view != nil)
			to.align(4)
			if view == nil {
				to.at += sizeOfView
				continue
			}
			for _, text := range []string{
				view.Token, view.Name, view.ParentToken, view.ParentName, written[view].inputs, written[view].outputs, "{}",
			} {
				to.text(text)
			}
		}
		to.optional(step.Failure, step.Failure != "")
		to.text("{}")
	})
	from := reader{at}
	start, count := from.number(), from.number()
	return asked(func(result uint32) { viewsPublish(start, count, result) })
}
