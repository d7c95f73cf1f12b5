package infer

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/property"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm/host"
	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/internal/call"
	"github.com/pulumi/pulumi-go-provider/middleware/schema"
)

// CustomConfigure prepares the configuration once it is known.
type CustomConfigure interface {
	Configure(ctx context.Context) error
}

// InferredConfig is the configuration of a provider.
type InferredConfig interface {
	schema.Resource

	typ() reflect.Type
	pointer() any
	check(context.Context, p.CheckRequest) (p.CheckResponse, error)
	diff(context.Context, p.DiffRequest) (p.DiffResponse, error)
	configure(context.Context, p.ConfigureRequest) error
	checks() bool
}

// Config makes the configuration of a value: a struct or a pointer to one. The values are decoded into it.
func Config[T any](cfg T) InferredConfig { return &configController[T]{&cfg} }

type configController[T any] struct{ receiver *T }

func (config *configController[T]) typ() reflect.Type { return reflect.TypeFor[T]() }

func (config *configController[T]) pointer() any { return config.receiver }

func (config *configController[T]) checks() bool {
	_, ok := method[CustomCheck[T]](config.receiver)
	return ok
}

func (config *configController[T]) check(ctx context.Context, req p.CheckRequest) (p.CheckResponse, error) {
	inputs := withoutInternal(req.Inputs).Delete("version", "pluginDownloadURL")
	var decoded T
	withheld := withheld()
	found, err := decodeWith(&decoding{ignoreUnrecognized: true, withheld: withheld}, inputs, reflect.ValueOf(&decoded))
	if custom, ok := method[CustomCheck[T]](config.receiver); ok {
		checked, isWhole, checkErr := finalCheck(ctx, custom, CheckRequest{Name: req.Urn.Name(), OldInputs: req.State, NewInputs: inputs})
		switch {
		case checkErr != nil:
			return p.CheckResponse{}, checkErr
		case isWhole:
			encoded, err := encode(checked.Inputs, found, true)
			return p.CheckResponse{Inputs: markSecrets(config.typ(), withoutAdded(encoded, inputs, withheld)), Failures: checked.Failures}, err
		case len(checked.Failures) > 0:
			return p.CheckResponse{Inputs: markSecrets(config.typ(), inputs), Failures: checked.Failures}, nil
		}
	}
	var failures failed
	if errors.As(err, &failures) {
		return p.CheckResponse{Inputs: inputs, Failures: failures}, nil
	}
	if err != nil {
		return p.CheckResponse{}, err
	}
	if err := applyDefaults(reflect.ValueOf(&decoded).Elem()); err != nil {
		return p.CheckResponse{}, err
	}
	encoded, err := encode(decoded, found, true)
	return p.CheckResponse{Inputs: markSecrets(config.typ(), withoutAdded(encoded, inputs, withheld))}, err
}

// withoutAdded leaves out the empty texts of values that the host keeps from the component.
func withoutAdded(encoded, given property.Map, withheld map[string]bool) property.Map {
	for name := range withheld {
		if _, isGiven := given.GetOk(name); !isGiven {
			encoded = encoded.Delete(name)
		}
	}
	return encoded
}

// withheld has the names of the values that the host keeps from the component. A required one is an empty text.
func withheld() map[string]bool {
	names := map[string]bool{}
	for _, net := range host.Permissions.Net {
		if net.Credential != nil && net.Credential.HostOnly {
			names[net.Credential.Config] = true
		}
		if net.TLS != nil && net.TLS.HostOnly {
			names[net.TLS.Key] = true
		}
	}
	return names
}

func (config *configController[T]) diff(ctx context.Context, req p.DiffRequest) (p.DiffResponse, error) {
	req.Inputs = withIgnored(req.Inputs, req.State, req.IgnoreChanges)
	custom, ok := method[CustomDiff[T, T]](config.receiver)
	if !ok {
		return structuralDiff(ctx, config.typ(), req, true), nil
	}
	var state, inputs T
	lenient := func() *decoding { return &decoding{ignoreUnrecognized: true, ignoreMissing: true} }
	if _, err := decodeWith(lenient(), withoutInternal(req.State), reflect.ValueOf(&state)); err != nil {
		return p.DiffResponse{}, err
	}
	if _, err := decodeWith(lenient(), withoutInternal(req.Inputs), reflect.ValueOf(&inputs)); err != nil {
		return p.DiffResponse{}, err
	}
	return custom.Diff(ctx, DiffRequest[T, T]{ID: req.ID, State: state, Inputs: inputs})
}

func (config *configController[T]) configure(ctx context.Context, req p.ConfigureRequest) error {
	place := reflect.ValueOf(config.receiver)
	_, err := decodeWith(&decoding{ignoreUnrecognized: true, withheld: withheld()}, withoutInternal(req.Args), place)
	var failures failed
	if errors.As(err, &failures) {
		return config.missing(ctx, failures)
	}
	if err != nil {
		return err
	}
	if err := applyDefaults(place.Elem()); err != nil {
		return err
	}
	if custom, ok := method[CustomConfigure](config.receiver); ok {
		return custom.Configure(ctx)
	}
	return nil
}

// missing names all keys that are missing, or the first other fault.
func (config *configController[T]) missing(ctx context.Context, failures failed) error {
	notes := annotationsOf(config.typ())
	keys := map[string]string{}
	for _, failure := range failures {
		if !strings.HasPrefix(failure.Reason, "Missing required field") {
			return fmt.Errorf("%s: %s", failure.Property, failure.Reason)
		}
		keys[call.From(ctx).Package+":"+failure.Property] = notes.descriptions[failure.Property]
	}
	return p.ConfigMissingKeys(keys)
}

type configKey struct{}

// GetConfig gives the configuration: T is the type that Config got, or a pointer to it, or the struct that its pointer leads to.
//
// It panics if the provider has no configuration of that type.
func GetConfig[T any](ctx context.Context) T {
	given := ctx.Value(configKey{})
	for pointer := reflect.ValueOf(given); pointer.IsValid() && pointer.Kind() == reflect.Pointer && !pointer.IsNil(); pointer = pointer.Elem() {
		if found, ok := pointer.Interface().(T); ok {
			return found
		}
		if found, ok := pointer.Elem().Interface().(T); ok {
			return found
		}
	}
	var wanted T
	if given == nil {
		panic(fmt.Sprintf("forgot to add config of type %T to the provider", wanted))
	}
	panic(fmt.Sprintf("the configuration of the provider is %s, not %T", reflect.TypeOf(given).Elem(), wanted))
}
