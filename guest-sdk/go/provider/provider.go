// Package provider is the seam between providers and the host: functions for each call of Pulumi's protocol.
package provider

import (
	"context"
	"fmt"
	"reflect"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/pulumi/pulumi/sdk/v3/go/property"

	"github.com/pulumi/pulumi-go-provider/internal/call"
)

// Provider answers the calls of Pulumi's protocol. A function that is nil fails, except for Handshake, CheckConfig, DiffConfig, Configure,
// Check, Diff, Delete and Cancel, which have the usual answers.
type Provider struct {
	Handshake    func(context.Context, HandshakeRequest) (HandshakeResponse, error)
	GetSchema    func(context.Context, GetSchemaRequest) (GetSchemaResponse, error)
	Parameterize func(context.Context, ParameterizeRequest) (ParameterizeResponse, error)
	Cancel       func(context.Context) error

	CheckConfig func(context.Context, CheckRequest) (CheckResponse, error)
	DiffConfig  func(context.Context, DiffRequest) (DiffResponse, error)
	Configure   func(context.Context, ConfigureRequest) error

	Invoke func(context.Context, InvokeRequest) (InvokeResponse, error)

	Check  func(context.Context, CheckRequest) (CheckResponse, error)
	Diff   func(context.Context, DiffRequest) (DiffResponse, error)
	Create func(context.Context, CreateRequest) (CreateResponse, error)
	Read   func(context.Context, ReadRequest) (ReadResponse, error)
	Update func(context.Context, UpdateRequest) (UpdateResponse, error)
	Delete func(context.Context, DeleteRequest) error

	Call      func(context.Context, CallRequest) (CallResponse, error)
	Construct func(context.Context, ConstructRequest) (ConstructResponse, error)

	// Describes which calls an author wrote, by token. A provider without it answers all calls itself.
	Inferred *call.Inferred
}

// HookFunctions gives the addresses of the functions that answer hooks of resources, by hook.
func (provider Provider) HookFunctions() map[string]uintptr {
	addresses := map[string]uintptr{}
	for hook, function := range map[string]any{
		"check": provider.Check, "diff": provider.Diff, "read": provider.Read, "update": provider.Update, "delete": provider.Delete,
	} {
		addresses[hook] = reflect.ValueOf(function).Pointer()
	}
	return addresses
}

// ConfigurationFunctions gives the addresses of the functions that answer hooks of the whole provider, by hook.
func (provider Provider) ConfigurationFunctions() map[string]uintptr {
	return map[string]uintptr{
		"configure": reflect.ValueOf(provider.Configure).Pointer(), "check-config": reflect.ValueOf(provider.CheckConfig).Pointer(),
	}
}

type (
	// HandshakeRequest says what the engine can do. A component gets no handshake.
	HandshakeRequest struct {
		EngineAddress                                  string
		RootDirectory, ProgramDirectory                *string
		ConfigureWithUrn, SupportsViews                bool
		SupportsRefreshBeforeUpdate, InvokeWithPreview bool
		MapperAddress, LoaderAddress, ResolverAddress  *string
		AcceptsByteString                              bool
	}
	// HandshakeResponse says what the provider can do.
	HandshakeResponse struct{ SupportsAutonamingConfiguration, RejectNonUTF8 bool }

	// GetSchemaRequest asks for the schema.
	GetSchemaRequest struct{ Version int }
	// GetSchemaResponse has the schema as JSON.
	GetSchemaResponse struct{ Schema string }

	// ParameterizeRequest is never sent to a component.
	ParameterizeRequest struct {
		Args  *ParameterizeRequestArgs
		Value *ParameterizeRequestValue
	}
	// ParameterizeRequestArgs has the arguments of a command line.
	ParameterizeRequestArgs struct{ Args []string }
	// ParameterizeRequestValue has a recorded parameter.
	ParameterizeRequestValue struct {
		Name    string
		Version fmt.Stringer
		Value   []byte
	}
	// ParameterizeResponse names the package.
	ParameterizeResponse struct {
		Name    string
		Version fmt.Stringer
	}

	// CheckRequest has the inputs of a program for a resource, or the configuration.
	CheckRequest struct {
		Urn           resource.URN
		State, Inputs property.Map
		RandomSeed    []byte
	}
	// CheckFailure is a property with a value that is not acceptable.
	CheckFailure struct{ Property, Reason string }
	// CheckResponse has the inputs for all later calls.
	CheckResponse struct {
		Inputs   property.Map
		Failures []CheckFailure
	}

	// DiffRequest has recorded and new inputs.
	DiffRequest struct {
		ID                       string
		Urn                      resource.URN
		State, Inputs, OldInputs property.Map
		IgnoreChanges            []string
	}
	// PropertyDiff is the difference of a property.
	PropertyDiff struct {
		Kind      DiffKind
		InputDiff bool
	}
	// DiffResponse has all differences, by path.
	DiffResponse struct {
		DeleteBeforeReplace, HasChanges bool
		DetailedDiff                    map[string]PropertyDiff
	}

	// ConfigureRequest has the configuration.
	ConfigureRequest struct {
		Variables map[string]string
		Args      property.Map
	}

	// InvokeRequest calls a function.
	InvokeRequest struct {
		Token tokens.Type
		Args  property.Map
	}
	// InvokeResponse has the results of a function.
	InvokeResponse struct {
		Return   property.Map
		Failures []CheckFailure
	}

	// CreateRequest has checked inputs.
	CreateRequest struct {
		Urn        resource.URN
		Properties property.Map
		// Timeout is in seconds.
		Timeout float64
		DryRun  bool
	}
	// CreateResponse has the outputs of a new resource.
	CreateResponse struct {
		ID           string
		Properties   property.Map
		PartialState *InitializationFailed
	}

	// ReadRequest names a resource, with its recorded state if there is any.
	ReadRequest struct {
		ID                 string
		Urn                resource.URN
		Properties, Inputs property.Map
	}
	// ReadResponse has the present state. An empty ID says that the resource does not exist.
	ReadResponse struct {
		ID                 string
		Properties, Inputs property.Map
		PartialState       *InitializationFailed
	}

	// UpdateRequest has recorded state and new inputs.
	UpdateRequest struct {
		ID                       string
		Urn                      resource.URN
		State, Inputs, OldInputs property.Map
		// Timeout is in seconds.
		Timeout       float64
		IgnoreChanges []string
		DryRun        bool
	}
	// UpdateResponse has the new outputs.
	UpdateResponse struct {
		Properties   property.Map
		PartialState *InitializationFailed
	}

	// DeleteRequest has recorded state.
	DeleteRequest struct {
		ID                    string
		Urn                   resource.URN
		Properties, OldInputs property.Map
		// Timeout is in seconds.
		Timeout float64
	}

	// InitializationFailed says why a resource exists in another state than it should.
	InitializationFailed struct{ Reasons []string }

	// CallRequest calls a method of a component.
	CallRequest struct {
		Tok  tokens.ModuleMember
		Args property.Map
	}
	// CallResponse has the results of a method.
	CallResponse struct {
		Return   property.Map
		Failures []CheckFailure
	}
	// ConstructRequest makes a component resource.
	ConstructRequest struct {
		Urn    resource.URN
		Inputs property.Map
	}
	// ConstructResponse has the outputs of a component resource.
	ConstructResponse struct {
		Urn   resource.URN
		State property.Map
	}
)

// DiffKind says how a property differs.
type DiffKind string

// The kinds of differences.
const (
	Add           DiffKind = "add"
	AddReplace    DiffKind = "add&replace"
	Delete        DiffKind = "delete"
	DeleteReplace DiffKind = "delete&replace"
	Update        DiffKind = "update"
	UpdateReplace DiffKind = "update&replace"
	Stable        DiffKind = "stable"
)

// RunInfo says which package runs.
type RunInfo struct {
	PackageName, Version string
	SupportsOldInputs    bool
}

// GetRunInfo gives the name and version of the package.
func GetRunInfo(ctx context.Context) RunInfo {
	current := call.From(ctx)
	return RunInfo{PackageName: current.Package, Version: current.Version, SupportsOldInputs: current.SendsOldInputs}
}

// GetTypeToken gives the token of the resource or function that the call is about.
func GetTypeToken[Context interface{ Value(any) any }](ctx Context) string {
	if current, ok := ctx.Value(call.Key{}).(*call.Call); ok {
		return current.Token
	}
	return ""
}
