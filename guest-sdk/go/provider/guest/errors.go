//go:build wasip1

package guest

import (
	"context"
	"errors"
	"strings"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"
)

// The cases of `common.error`, in its order.
const (
	caseInvalid = iota
	caseNotFound
	caseAlreadyExists
	caseDenied
	caseUnavailable
	caseTimedOut
	caseCancelled
	caseUnsupported
	casePartial
	caseAwaitFailed
	caseOther
	caseCrashed
)

// hostError is an error of an import. It goes back to the host unchanged.
type hostError struct {
	which    byte
	message  string
	failures []propertyFailure
}

type propertyFailure struct{ property, reason string }

// As converts the error to an Error of the package wasm, so that authors can read its kind.
func (err *hostError) As(target any) bool {
	found, ok := target.(**wasm.Error)
	if ok {
		made := &wasm.Error{Kind: kindOfCase(err.which), Message: err.Error()}
		for _, failure := range err.failures {
			made.Failures = append(made.Failures, wasm.Failure{Property: failure.property, Reason: failure.reason})
		}
		*found = made
	}
	return ok
}

// The cases of the kinds of errors.
var casesOfKinds = map[wasm.ErrorKind]byte{
	wasm.KindInvalid: caseInvalid, wasm.KindNotFound: caseNotFound, wasm.KindAlreadyExists: caseAlreadyExists, wasm.KindDenied: caseDenied,
	wasm.KindUnavailable: caseUnavailable, wasm.KindTimedOut: caseTimedOut, wasm.KindCancelled: caseCancelled,
	wasm.KindUnsupported: caseUnsupported, wasm.KindAwaitFailed: caseAwaitFailed, wasm.KindOther: caseOther,
}

func kindOfCase(which byte) wasm.ErrorKind {
	for kind, found := range casesOfKinds {
		if found == which {
			return kind
		}
	}
	return wasm.KindOther
}

func (err *hostError) Error() string {
	var reasons []string
	if err.message != "" || len(err.failures) == 0 {
		reasons = append(reasons, err.message)
	}
	for _, failure := range err.failures {
		reason := failure.reason
		if failure.property != "" {
			reason = failure.property + ": " + reason
		}
		reasons = append(reasons, reason)
	}
	return strings.Join(reasons, "\n")
}

// Is makes errors.Is find context.DeadlineExceeded if a time limit ended the call, and context.Canceled if the engine ended it.
func (err *hostError) Is(target error) bool {
	return err.which == caseTimedOut && target == context.DeadlineExceeded || err.which == caseCancelled && target == context.Canceled
}

// Timeout says whether a time limit ended the call, as `net.Error` does.
func (err *hostError) Timeout() bool { return err.which == caseTimedOut }

// partial says that a resource exists in another state than it should.
type partial struct {
	id, outputs string
	reasons     []string
	// The outputs that could not be recorded, if the call did all that it should.
	unrecorded []string
}

func (partial *partial) Error() string { return "the resource exists, and is not as it should be" }

// crash is a panic.
type crash struct{ text string }

func (crash *crash) Error() string { return crash.text }

const (
	sizeOfFailure = 24
	// The case `partial` is the largest case of an error.
	sizeOfError = 48
)

// readError reads an error that an import answered.
func readError(from *reader) error {
	from.align(4)
	which := from.byte()
	from.align(4)
	made := &hostError{which: which}
	switch which {
	case caseInvalid:
		start, count := from.number(), from.number()
		for index := range count {
			inner := &reader{uintptr(start) + uintptr(index)*sizeOfFailure}
			made.failures = append(made.failures, propertyFailure{inner.text(), inner.text()})
		}
	case casePartial:
		made.message = "partial state"
	default:
		made.message = from.text()
	}
	return made
}

// result calls an import that answers a result, and gives the reader of its success. It fails as the import does. No success is larger than an
// error and a number of 64 bits.
func result(call func(at uint32)) (reader, error) {
	at := record(sizeOfError + 16).address()
	call(at)
	from := reader{uintptr(at)}
	isError := from.flag()
	from.align(4)
	if isError {
		return from, readError(&from)
	}
	return from, nil
}

// Shown gives the text of an error for the host. The package nethttp leaves parts of addresses out, because they may be secrets.
var Shown = error.Error

// writeError writes an error for the host.
func writeError(to *writer, err error) {
	to.align(4)
	var fromHost *hostError
	var halfway *partial
	var panicked *crash
	var kind *wasm.Error
	var failures []propertyFailure
	which := byte(caseOther)
	switch {
	case errors.As(err, &halfway):
		put(to, byte(casePartial))
		to.align(4)
		to.text(halfway.id)
		to.text(halfway.outputs)
		list(to, halfway.reasons, 8, func(to *writer, reason string) { to.text(reason) })
		to.align(4)
		to.flag(halfway.unrecorded != nil)
		to.align(4)
		list(to, halfway.unrecorded, 8, func(to *writer, name string) { to.text(name) })
		to.text("{}")
		return
	case errors.As(err, &fromHost):
		which = fromHost.which
		failures = fromHost.failures
	case errors.As(err, &kind):
		which = casesOfKinds[kind.Kind]
		for _, failure := range kind.Failures {
			failures = append(failures, propertyFailure{failure.Property, failure.Reason})
		}
	case errors.As(err, &panicked):
		which = caseCrashed
	case errors.Is(err, context.DeadlineExceeded):
		which = caseTimedOut
	case errors.Is(err, context.Canceled):
		which = caseCancelled
	}
	if which == caseInvalid {
		put(to, which)
		to.align(4)
		writeFailures(to, failures)
		return
	}
	put(to, which)
	to.align(4)
	to.text(Shown(err))
	to.text("{}")
}

func writeFailures(to *writer, failures []propertyFailure) {
	list(to, failures, sizeOfFailure, func(to *writer, failure propertyFailure) {
		to.text(failure.property)
		to.text(failure.reason)
		to.text("{}")
	})
}
