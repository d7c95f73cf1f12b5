package infer

import (
	"context"
	"errors"
	"maps"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/middleware/schema"
)

// ProviderBuilder makes a provider step by step.
type ProviderBuilder struct{ options Options }

// NewProviderBuilder begins a provider, with the usual settings for SDKs.
func NewProviderBuilder() *ProviderBuilder {
	builder := &ProviderBuilder{}
	builder.options.LanguageMap = map[string]any{
		"nodejs": map[string]any{"respectSchemaVersion": true},
		"python": map[string]any{"respectSchemaVersion": true, "pyproject": map[string]any{"enabled": true}},
		"csharp": map[string]any{"respectSchemaVersion": true},
		"go":     map[string]any{"respectSchemaVersion": true, "generateResourceContainerTypes": true},
	}
	builder.options.Update = func(ctx context.Context, metadata *schema.Metadata) error {
		settings, ok := metadata.LanguageMap["go"].(map[string]any)
		// Otherwise it is a struct of Pulumi's generator for Go.
		isMap := ok || metadata.LanguageMap["go"] == nil
		if isMap && settings["importBasePath"] == nil {
			setGoImportPath(metadata, goImportPath(metadata, p.GetRunInfo(ctx).PackageName))
		}
		return nil
	}
	return builder
}

// setGoImportPath changes copies: the author keeps the maps.
func setGoImportPath(metadata *schema.Metadata, path string) {
	languages, settings := map[string]any{}, map[string]any{}
	maps.Copy(languages, metadata.LanguageMap)
	if given, ok := languages["go"].(map[string]any); ok {
		maps.Copy(settings, given)
	}
	settings["importBasePath"] = path
	languages["go"] = settings
	metadata.LanguageMap = languages
}

func goImportPath(metadata *schema.Metadata, name string) string {
	switch {
	case metadata.Repository != "":
		_, path, ok := strings.Cut(metadata.Repository, "://")
		if !ok {
			path = metadata.Repository
		}
		return path + "/sdk/go/" + name
	case metadata.Namespace != "":
		return "github.com/" + metadata.Namespace + "/" + name + "/sdk/go/" + name
	}
	return "local-package/sdk/go/" + name
}

// The methods with With set a part of the provider and give the builder; WithResources, WithComponents, WithFunctions and WithKeywords add to
// what is there.

func (builder *ProviderBuilder) WithResources(resources ...InferredResource) *ProviderBuilder {
	builder.options.Resources = append(builder.options.Resources, resources...)
	return builder
}

func (builder *ProviderBuilder) WithComponents(components ...InferredComponent) *ProviderBuilder {
	builder.options.Components = append(builder.options.Components, components...)
	return builder
}

func (builder *ProviderBuilder) WithFunctions(functions ...InferredFunction) *ProviderBuilder {
	builder.options.Functions = append(builder.options.Functions, functions...)
	return builder
}

func (builder *ProviderBuilder) WithConfig(config InferredConfig) *ProviderBuilder {
	builder.options.Config = config
	return builder
}

func (builder *ProviderBuilder) WithModuleMap(modules map[tokens.ModuleName]tokens.ModuleName) *ProviderBuilder {
	builder.options.ModuleMap = modules
	return builder
}

func (builder *ProviderBuilder) WithLanguageMap(languages map[string]any) *ProviderBuilder {
	builder.options.LanguageMap = languages
	return builder
}

func (builder *ProviderBuilder) WithWrapped(inner p.Provider) *ProviderBuilder {
	builder.options.wrapped = &inner
	return builder
}

func (builder *ProviderBuilder) WithKeywords(keywords ...string) *ProviderBuilder {
	builder.options.Keywords = append(builder.options.Keywords, keywords...)
	return builder
}

func (builder *ProviderBuilder) WithDescription(text string) *ProviderBuilder {
	return builder.with(&builder.options.Description, text)
}

func (builder *ProviderBuilder) WithDisplayName(text string) *ProviderBuilder {
	return builder.with(&builder.options.DisplayName, text)
}

func (builder *ProviderBuilder) WithHomepage(text string) *ProviderBuilder {
	return builder.with(&builder.options.Homepage, text)
}

func (builder *ProviderBuilder) WithRepository(text string) *ProviderBuilder {
	return builder.with(&builder.options.Repository, text)
}

func (builder *ProviderBuilder) WithPublisher(text string) *ProviderBuilder {
	return builder.with(&builder.options.Publisher, text)
}

func (builder *ProviderBuilder) WithLogoURL(text string) *ProviderBuilder {
	return builder.with(&builder.options.LogoURL, text)
}

func (builder *ProviderBuilder) WithLicense(text string) *ProviderBuilder {
	return builder.with(&builder.options.License, text)
}

func (builder *ProviderBuilder) WithPluginDownloadURL(text string) *ProviderBuilder {
	return builder.with(&builder.options.PluginDownloadURL, text)
}

func (builder *ProviderBuilder) WithNamespace(text string) *ProviderBuilder {
	return builder.with(&builder.options.Namespace, text)
}

// with sets a text of the provider.
func (builder *ProviderBuilder) with(place *string, text string) *ProviderBuilder {
	*place = text
	return builder
}

// WithGoImportPath sets the import path of the SDK for Go.
func (builder *ProviderBuilder) WithGoImportPath(text string) *ProviderBuilder {
	setGoImportPath(&builder.options.Metadata, text)
	return builder
}

// BuildOptions gives the parts of the provider.
func (builder *ProviderBuilder) BuildOptions() Options { return builder.options }

// Build makes the provider. It fails if the provider has neither a resource nor a component nor a function.
func (builder *ProviderBuilder) Build() (p.Provider, error) {
	options := builder.options
	if len(options.Resources)+len(options.Components)+len(options.Functions) == 0 {
		return p.Provider{}, errors.New("at least one resource, component, or function must be defined")
	}
	return Provider(options), nil
}
