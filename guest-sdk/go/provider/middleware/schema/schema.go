// Package schema makes the schema of a provider from the schemas of its parts.
package schema

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/internal/schemajson"
)

// RegisterDerivativeType takes a type that a part's schema refers to. It says whether the type was unknown until then.
type RegisterDerivativeType func(tk tokens.Type, typ schema.ComplexTypeSpec) (unknown bool)

type (
	// Resource is a resource with a schema. The package in its token does not count.
	Resource interface {
		GetToken() (tokens.Type, error)
		// GetSchema gives the schema, and registers the types that it refers to.
		GetSchema(register RegisterDerivativeType) (schema.ResourceSpec, error)
	}
	// Function is a function with a schema. The package in its token does not count.
	Function interface {
		GetToken() (tokens.Type, error)
		// GetSchema gives the schema, and registers the types that it refers to.
		GetSchema(register RegisterDerivativeType) (schema.FunctionSpec, error)
	}

	// Options are the parts of a provider.
	Options struct {
		Metadata

		Resources []Resource
		Invokes   []Function
		// Provider has the configuration.
		Provider Resource
		// ModuleMap gives other names to modules.
		ModuleMap map[tokens.ModuleName]tokens.ModuleName
	}
)

// Wrap gives a provider with the schema of the parts. It has the parts of the provider's own schema as well.
func Wrap(provider p.Provider, opts Options) p.Provider {
	inner := provider.GetSchema
	provider.GetSchema = func(ctx context.Context, req p.GetSchemaRequest) (p.GetSchemaResponse, error) {
		own, err := opts.schema(ctx)
		if err != nil {
			return p.GetSchemaResponse{}, err
		}
		return Merged(ctx, req, own, inner)
	}
	return provider
}

// Merged gives a schema that has the parts of another provider's schema as well.
func Merged(
	ctx context.Context, req p.GetSchemaRequest, own schemajson.Object, inner func(context.Context, p.GetSchemaRequest) (p.GetSchemaResponse, error),
) (p.GetSchemaResponse, error) {
	if inner != nil {
		lower, err := inner(ctx, req)
		switch {
		case errors.Is(err, p.ErrNotImplemented):
		case err != nil:
			return p.GetSchemaResponse{}, err
		default:
			if own, err = schemajson.Over(own, lower.Schema); err != nil {
				return p.GetSchemaResponse{}, fmt.Errorf("the schema of the wrapped provider is not JSON: %w", err)
			}
		}
	}
	return p.GetSchemaResponse{Schema: string(schemajson.Append(nil, own))}, nil
}

func (opts Options) schema(ctx context.Context) (schemajson.Object, error) {
	own, err := Described(ctx, opts.Metadata)
	if err != nil {
		return nil, err
	}
	parts := &parts{pkg: p.GetRunInfo(ctx).PackageName, modules: opts.ModuleMap, types: map[string]any{}}
	resources, functions := map[string]any{}, map[string]any{}
	for _, resource := range opts.Resources {
		add(parts, resources, resource.GetToken, resource.GetSchema)
	}
	for _, function := range opts.Invokes {
		add(parts, functions, function.GetToken, function.GetSchema)
	}
	var config, provider schemajson.Object
	if opts.Provider != nil {
		spec, err := opts.Provider.GetSchema(parts.register)
		parts.err = errors.Join(parts.err, err)
		config.Set("variables", parts.renamed(spec.InputProperties))
		config.Put("defaults", spec.RequiredInputs)
		provider.Set("provider", parts.renamed(spec))
	}
	if parts.err != nil {
		return nil, parts.err
	}
	own.Set("config", config)
	own.Put("types", parts.types)
	own = append(own, provider...)
	own.Put("resources", resources)
	own.Put("functions", functions)
	return own, nil
}

// parts makes the schemas of parts fit together.
type parts struct {
	pkg     string
	modules map[tokens.ModuleName]tokens.ModuleName
	types   map[string]any
	err     error
}

// add adds the schema of a part.
func add[S any](parts *parts, all map[string]any, token func() (tokens.Type, error), spec func(RegisterDerivativeType) (S, error)) {
	tk, err := token()
	var made S
	if err == nil {
		made, err = spec(parts.register)
	}
	if err != nil {
		parts.err = errors.Join(parts.err, fmt.Errorf("%s: %w", cmp.Or(string(tk), "a part of the schema"), err))
		return
	}
	all[parts.renamedToken(string(tk))] = parts.renamed(made)
}

func (parts *parts) register(tk tokens.Type, typ schema.ComplexTypeSpec) bool {
	name := parts.renamedToken(string(tk))
	if _, ok := parts.types[name]; ok {
		return false
	}
	// A type may refer to itself.
	parts.types[name] = nil
	parts.types[name] = parts.renamed(typ)
	return true
}

// renamedToken gives a token with the name of the package, and the other name of the module.
func (parts *parts) renamedToken(token string) string {
	pieces := strings.SplitN(token, ":", 3)
	if len(pieces) != 3 {
		return token
	}
	if module, ok := parts.modules[tokens.ModuleName(pieces[1])]; ok {
		pieces[1] = string(module)
	}
	return parts.pkg + ":" + pieces[1] + ":" + pieces[2]
}

// renamed gives a schema whose references and aliases are tokens of the package.
func (parts *parts) renamed(spec any) any {
	text, err := json.Marshal(spec)
	var value any
	if err == nil {
		err = json.Unmarshal(text, &value)
	}
	parts.err = errors.Join(parts.err, err)
	parts.rename(value)
	return value
}

func (parts *parts) rename(value any) {
	switch value := value.(type) {
	case []any:
		for _, element := range value {
			parts.rename(element)
		}
	case map[string]any:
		for name, member := range value {
			if reference, ok := member.(string); ok && name == "$ref" {
				value[name] = parts.renamedReference(reference)
			} else if aliases, ok := member.([]any); ok && name == "aliases" {
				parts.renameAliases(aliases)
			} else {
				parts.rename(member)
			}
		}
	}
}

// renamedReference renames `#/types/pkg:index:Name` and `#/resources/pkg:index:Name`. All others are of other packages.
func (parts *parts) renamedReference(reference string) string {
	rest, ok := strings.CutPrefix(reference, "#/")
	kind, token, found := strings.Cut(rest, "/")
	if !ok || !found {
		return reference
	}
	return "#/" + kind + "/" + parts.renamedToken(token)
}

func (parts *parts) renameAliases(aliases []any) {
	for _, alias := range aliases {
		if members, ok := alias.(map[string]any); ok {
			if token, ok := members["type"].(string); ok {
				members["type"] = parts.renamedToken(token)
			}
		}
	}
}
