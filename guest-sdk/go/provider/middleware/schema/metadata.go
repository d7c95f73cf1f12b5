package schema

import (
	"context"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/internal/schemajson"
)

// Metadata describes a package.
type Metadata struct {
	LanguageMap                                                                     map[string]any
	Description, DisplayName                                                        string
	Keywords                                                                        []string
	Homepage, Repository, Publisher, LogoURL, License, PluginDownloadURL, Namespace string
	// Update changes the description when the name and the version of the package are known.
	Update func(context.Context, *Metadata) error
}

// Described gives the members of a schema that describe the package as a whole.
func Described(ctx context.Context, metadata Metadata) (schemajson.Object, error) {
	if metadata.Update != nil {
		if err := metadata.Update(ctx, &metadata); err != nil {
			return nil, err
		}
	}
	info := p.GetRunInfo(ctx)
	var spec schemajson.Object
	spec.Put("name", info.PackageName)
	spec.Put("displayName", metadata.DisplayName)
	spec.Put("version", info.Version)
	spec.Put("description", metadata.Description)
	spec.Put("keywords", metadata.Keywords)
	spec.Put("homepage", metadata.Homepage)
	spec.Put("license", metadata.License)
	spec.Put("repository", metadata.Repository)
	spec.Put("logoUrl", metadata.LogoURL)
	spec.Put("pluginDownloadURL", metadata.PluginDownloadURL)
	spec.Put("publisher", metadata.Publisher)
	spec.Put("namespace", metadata.Namespace)
	spec.Put("language", metadata.LanguageMap)
	return spec, nil
}
