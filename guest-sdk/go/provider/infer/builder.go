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
		if !ok && metadata.LanguageMap["go"] != nil {
			// A struct of Pulumi's generator for Go.
			return nil
		}
		if settings["importBasePath"] == nil {
			settings = maps.Clone(settings)
			if settings == nil {
				settings = map[string]any{}
			}
			settings["importBasePath"] = goImportPath(metadata, p.GetRunInfo(ctx).PackageName)
			languages := maps.Clone(metadata.LanguageMap)
			if languages == nil {
				languages = map[string]any{}
			}
			languages["go"] = settings
			metadata.LanguageMap = languages
		}
		return nil
	}
	return builder
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
	builder.options.Description = text
	return builder
}

func (builder *ProviderBuilder) WithDisplayName(text string) *ProviderBuilder {
	builder.options.DisplayName = text
	return builder
}

func (builder *ProviderBuilder) WithHomepage(text string) *ProviderBuilder {
	builder.options.Homepage = text
	return builder
}

func (builder *ProviderBuilder) WithRepository(text string) *ProviderBuilder {
	builder.options.Repository = text
	return builder
}

func (builder *ProviderBuilder) WithPublisher(text string) *ProviderBuilder {
	builder.options.Publisher = text
	return builder
}

func (builder *ProviderBuilder) WithLogoURL(text string) *ProviderBuilder {
	builder.options.LogoURL = text
	return builder
}

func (builder *ProviderBuilder) WithLicense(text string) *ProviderBuilder {
	builder.options.License = text
	return builder
}

func (builder *ProviderBuilder) WithPluginDownloadURL(text string) *ProviderBuilder {
	builder.options.PluginDownloadURL = text
	return builder
}

func (builder *ProviderBuilder) WithNamespace(text string) *ProviderBuilder {
	builder.options.Namespace = text
	return builder
}

// WithGoImportPath sets the import path of the SDK for Go.
func (builder *ProviderBuilder) WithGoImportPath(text string) *ProviderBuilder {
	languages := maps.Clone(builder.options.LanguageMap)
	if languages == nil {
		languages = map[string]any{}
	}
	settings, _ := languages["go"].(map[string]any)
	settings = maps.Clone(settings)
	if settings == nil {
		settings = map[string]any{}
	}
	settings["importBasePath"] = text
	languages["go"] = settings
	builder.options.LanguageMap = languages
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
