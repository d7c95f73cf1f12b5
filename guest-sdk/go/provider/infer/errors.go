package infer

import "fmt"

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
