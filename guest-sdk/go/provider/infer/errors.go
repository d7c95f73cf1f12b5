package infer

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	p "github.com/pulumi/pulumi-go-provider"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"
)

// unrecognized begins the reason of a field that the struct does not have.
const unrecognized = "Unrecognized field"

// ofState adds the remedy to the error of recorded state with fields that the struct does not have. A refresh does not help, because it decodes the
// same state: the kind of the error keeps the host from recommending it.
func ofState(err error) error {
	var failures failed
	isUnrecognized := func(failure p.CheckFailure) bool { return strings.HasPrefix(failure.Reason, unrecognized) }
	if !errors.As(err, &failures) || !slices.ContainsFunc(failures, isUnrecognized) {
		return err
	}
	return wasm.Unsupported("%s\nhint: another version of the provider recorded this state: a function of `StateMigrations` turns it into the present "+
		"state, or use the version that recorded it", err)
}

// ResourceInitFailedError says that a resource exists, and that it is not as it should be. The response beside it is recorded.
type ResourceInitFailedError struct {
	Reasons []string
}

func (ResourceInitFailedError) Error() string { return "resource failed to initialize" }

// ProviderError is a fault of the provider itself.
type ProviderError struct {
	Inner error
}

// Error asks to report the fault to the author, as in a native plugin.
func (err ProviderError) Error() string {
	text := "provider error"
	if err.Inner != nil {
		text += ": " + err.Inner.Error()
	}
	return text + "; please report this to the provider author"
}

func (err ProviderError) Unwrap() error { return err.Inner }

// ProviderErrorf makes a ProviderError.
func ProviderErrorf(message string, arguments ...any) error {
	return ProviderError{fmt.Errorf(message, arguments...)}
}
