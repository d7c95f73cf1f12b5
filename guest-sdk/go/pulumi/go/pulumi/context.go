package pulumi

import (
	"context"
	"errors"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/graph"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

var errNoSession = errors.New("no component is constructed here: resources are declared in the function of a component, and in functions of `ApplyT`")

// Context is the construction of a component. Its methods declare resources.
type Context struct {
	// Log shows messages.
	Log Log

	ctx context.Context
}

// Context gives the context of Go.
func (ctx *Context) Context() context.Context { return contextOr(ctx.ctx) }

// Value gives a value of the context of Go.
func (ctx *Context) Value(key any) any { return ctx.Context().Value(key) }

// WithValue gives a context with an additional value.
func (ctx *Context) WithValue(key, val any) *Context {
	return &Context{Log: ctx.Log, ctx: context.WithValue(ctx.Context(), key, val)}
}

// construction is the data of this package in a session.
type construction struct {
	Call
	self *ResourceState
	// Whether the component was registered, and its name.
	isRegistered bool
}

// Call says what a construction is about.
type Call struct {
	// Package is the component's package.
	Package        string
	Project, Stack string
	IsPreview      bool
	// Config is the configuration of the package, by keys such as `acme:config:region`.
	Config map[string]string
	// Log shows a message: `debug`, `info`, `warning` or `error`.
	Log func(severity, message string, isStatus bool)
}

func current() *construction {
	if session := graph.Running(); session != nil {
		if made, ok := session.Data.(*construction); ok {
			return made
		}
	}
	return &construction{self: &ResourceState{}}
}

// ownToken gives a token in full. Tokens from GetToken of the package infer have the package `pkg`.
func ownToken(token string) string {
	rest, isOwn := strings.CutPrefix(token, "pkg:")
	if own := current().Package; isOwn && own != "" {
		return own + ":" + rest
	}
	return token
}

// selfOf gives the component that is constructed.
func selfOf(parent Resource) *ResourceState {
	if parent != nil {
		return parent.state()
	}
	return current().self
}

// Organization gives the organization of the stack. A component does not learn it.
func (ctx *Context) Organization() string { return "organization" }

// Project gives the project that is deployed.
func (ctx *Context) Project() string { return current().Project }

// Stack gives the stack that is deployed.
func (ctx *Context) Stack() string { return current().Stack }

// DryRun says whether this is a preview. A preview has to declare the same as its update.
func (ctx *Context) DryRun() bool { return current().IsPreview }

// GetConfig gives a value of the configuration of this package by its key, such as `acme:region`. A component learns no other values.
func (ctx *Context) GetConfig(key string) (string, bool) {
	value, ok := current().Config[key]
	if !ok {
		pkg, name, _ := strings.Cut(key, ":")
		value, ok = current().Config[pkg+":config:"+name]
	}
	return value, ok
}

// IsConfigSecret says whether a value of the configuration is a secret. A component learns the values without the marks.
func (ctx *Context) IsConfigSecret(string) bool { return false }

// Export has no effect: a component has outputs instead.
func (ctx *Context) Export(string, Input) {}

// RegisterPackage gives a name for a package. The manifest of the component has its parameter.
func (ctx *Context) RegisterPackage(request *pulumirpc.RegisterPackageRequest) (*pulumirpc.RegisterPackageResponse, error) {
	return &pulumirpc.RegisterPackageResponse{Ref: request.GetName()}, nil
}

// GetOrRegisterPackageRef gives a name for a package: see RegisterPackage.
func (ctx *Context) GetOrRegisterPackageRef(_ string, request func() (*pulumirpc.RegisterPackageRequest, error)) (string, error) {
	made, err := request()
	if err != nil {
		return "", err
	}
	return made.GetName(), nil
}

// RegisterStackTransformation fails: a component changes only its own resources.
func (ctx *Context) RegisterStackTransformation(ResourceTransformation) error { return errWholeStack }

// RegisterResourceTransform fails: a component changes only its own resources.
func (ctx *Context) RegisterResourceTransform(ResourceTransform) error { return errWholeStack }

// RegisterStackTransform fails: a component changes only its own resources.
func (ctx *Context) RegisterStackTransform(ResourceTransform) error { return errWholeStack }

var errWholeStack = errors.New("a component cannot transform resources of the whole stack: register the component with the option `Transforms`")

// Log shows messages.
type Log interface {
	Debug(msg string, args *LogArgs) error
	Info(msg string, args *LogArgs) error
	Warn(msg string, args *LogArgs) error
	Error(msg string, args *LogArgs) error
}

// LogArgs are the options of a message.
type LogArgs struct {
	// Resource does not count: messages are about the component.
	Resource Resource
	StreamID int32
	// Ephemeral messages replace each other.
	Ephemeral bool
}

type hostLog struct{}

func (hostLog) Debug(msg string, args *LogArgs) error { return show("debug", msg, args) }
func (hostLog) Info(msg string, args *LogArgs) error  { return show("info", msg, args) }
func (hostLog) Warn(msg string, args *LogArgs) error  { return show("warning", msg, args) }
func (hostLog) Error(msg string, args *LogArgs) error { return show("error", msg, args) }

func show(severity, message string, args *LogArgs) error {
	if log := current().Log; log != nil {
		log(severity, message, args != nil && args.Ephemeral)
	}
	return nil
}
