package provider

import (
	"context"
	"errors"
	"fmt"
)

// WithDefaults gives the provider with answers for the calls that it lacks.
func (provider Provider) WithDefaults() Provider {
	ours := provider
	orElse(&ours.Handshake, func(context.Context, HandshakeRequest) (HandshakeResponse, error) { return HandshakeResponse{}, nil })
	orElse(&ours.GetSchema, missing[GetSchemaRequest, GetSchemaResponse]("GetSchema"))
	orElse(&ours.Parameterize, missing[ParameterizeRequest, ParameterizeResponse]("Parameterize"))
	orElse(&ours.CheckConfig, func(_ context.Context, request CheckRequest) (CheckResponse, error) {
		return CheckResponse{Inputs: request.Inputs}, nil
	})
	orElse(&ours.DiffConfig, func(context.Context, DiffRequest) (DiffResponse, error) { return DiffResponse{}, nil })
	orElse(&ours.Invoke, missing[InvokeRequest, InvokeResponse]("Invoke"))
	orElse(&ours.Check, func(_ context.Context, request CheckRequest) (CheckResponse, error) {
		return CheckResponse{Inputs: request.Inputs}, nil
	})
	orElse(&ours.Diff, func(context.Context, DiffRequest) (DiffResponse, error) { return DiffResponse{}, nil })
	orElse(&ours.Create, missing[CreateRequest, CreateResponse]("Create"))
	orElse(&ours.Read, missing[ReadRequest, ReadResponse]("Read"))
	orElse(&ours.Update, missing[UpdateRequest, UpdateResponse]("Update"))
	orElse(&ours.Call, missing[CallRequest, CallResponse]("Call"))
	orElse(&ours.Construct, missing[ConstructRequest, ConstructResponse]("Construct"))
	if ours.Cancel == nil {
		ours.Cancel = func(context.Context) error { return nil }
	}
	if ours.Configure == nil {
		ours.Configure = func(context.Context, ConfigureRequest) error { return nil }
	}
	if ours.Delete == nil {
		ours.Delete = func(context.Context, DeleteRequest) error { return nil }
	}
	return ours
}

func orElse[I, O any](function *func(context.Context, I) (O, error), other func(context.Context, I) (O, error)) {
	if *function == nil {
		*function = other
	}
}

// ErrNotImplemented says that the provider lacks a call.
var ErrNotImplemented = errors.New("not implemented")

func missing[I, O any](name string) func(context.Context, I) (O, error) {
	return func(context.Context, I) (O, error) {
		var none O
		return none, fmt.Errorf("%s: %w", name, ErrNotImplemented)
	}
}

// InternalErrorf makes an error that is the provider's own fault.
func InternalErrorf(message string, arguments ...any) error {
	return fmt.Errorf("internal error: "+message, arguments...)
}

// ConfigMissingKeys makes the error about configuration that is missing: names of keys, and their descriptions.
func ConfigMissingKeys(missing map[string]string) error { return MissingKeys(missing) }

// MissingKeys is the error about configuration that is missing.
type MissingKeys map[string]string

func (keys MissingKeys) Error() string {
	text := "required configuration is missing"
	for name, description := range keys {
		text += "\n  " + name
		if description != "" {
			text += ": " + description
		}
	}
	return text
}
