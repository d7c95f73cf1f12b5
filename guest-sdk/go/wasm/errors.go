package wasm

import (
	"errors"
	"fmt"
	"strings"
)

// ErrorKind says what is wrong, for engines and their users.
type ErrorKind int

// The kinds of errors.
const (
	// KindOther is for errors that no other kind fits.
	KindOther ErrorKind = iota
	// KindInvalid says that properties have values that are not acceptable.
	KindInvalid
	// KindNotFound says that the thing does not exist. A read and a delete succeed with it.
	KindNotFound
	// KindAlreadyExists says that the resource already exists.
	KindAlreadyExists
	// KindDenied says that the user or the component may not do this.
	KindDenied
	// KindUnavailable says that a service does not answer now.
	KindUnavailable
	// KindTimedOut says that a time limit ended the call.
	KindTimedOut
	// KindCancelled says that the deployment is being ended.
	KindCancelled
	// KindUnsupported says that the provider does not do this.
	KindUnsupported
	// KindAwaitFailed says that a resource did not become ready. The engine continues with other resources.
	KindAwaitFailed
)

// Failure is a property with a value that is not acceptable.
type Failure struct {
	// Property is its path, such as `rules[0].port`. Empty if the failure concerns all properties together.
	Property string
	Reason   string
}

// Error is an error with a kind. All other errors have the kind KindOther. An error that wraps an Error has its kind.
type Error struct {
	Kind    ErrorKind
	Message string
	// Failures has the properties of a KindInvalid.
	Failures []Failure

	cause error
}

func (err *Error) Error() string {
	if len(err.Failures) == 0 {
		return err.Message
	}
	lines := make([]string, 0, len(err.Failures))
	for _, failure := range err.Failures {
		lines = append(lines, fmt.Sprintf("`%s` %s", failure.Property, failure.Reason))
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives the error that the message was made with, by `%w`.
func (err *Error) Unwrap() error { return err.cause }

// KindOf gives the kind of an error: the kind of the Error that it is or wraps.
func KindOf(err error) ErrorKind {
	var found *Error
	if errors.As(err, &found) {
		return found.Kind
	}
	return KindOther
}

func newError(kind ErrorKind, format string, arguments []any) error {
	made := fmt.Errorf(format, arguments...)
	return &Error{Kind: kind, Message: made.Error(), cause: errors.Unwrap(made)}
}

// The functions of this group make an error of their kind. They format as fmt.Errorf does.

func NotFound(format string, a ...any) error      { return newError(KindNotFound, format, a) }
func AlreadyExists(format string, a ...any) error { return newError(KindAlreadyExists, format, a) }
func Denied(format string, a ...any) error        { return newError(KindDenied, format, a) }
func Unavailable(format string, a ...any) error   { return newError(KindUnavailable, format, a) }
func TimedOut(format string, a ...any) error      { return newError(KindTimedOut, format, a) }
func Cancelled(format string, a ...any) error     { return newError(KindCancelled, format, a) }
func Unsupported(format string, a ...any) error   { return newError(KindUnsupported, format, a) }
func AwaitFailed(format string, a ...any) error   { return newError(KindAwaitFailed, format, a) }

// Invalid makes the error about properties whose values are not acceptable. A check answers it as its failures.
func Invalid(failures ...Failure) error { return &Error{Kind: KindInvalid, Failures: failures} }

// StatusError gives the error of an HTTP response whose status is 400 or above, with the beginning of its body, and nil for another
// response.
func StatusError(status int, body string) error {
	if status < 400 {
		return nil
	}
	const shown = 500
	if len(body) > shown {
		body = strings.ToValidUTF8(body[:shown], "") + "…"
	}
	kind := KindOther
	switch {
	case status == 401 || status == 403:
		kind = KindDenied
	case status == 404 || status == 410:
		kind = KindNotFound
	case status == 409:
		kind = KindAlreadyExists
	case status == 408 || status == 429 || status >= 500:
		kind = KindUnavailable
	}
	return newError(kind, "the server answered with status %d: %s", []any{status, body})
}
