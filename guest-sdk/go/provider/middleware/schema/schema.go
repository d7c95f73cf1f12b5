// Package schema has the description of a package as a whole.
package schema

import "context"

// Metadata describes a package.
type Metadata struct {
	LanguageMap                                                                     map[string]any
	Description, DisplayName                                                        string
	Keywords                                                                        []string
	Homepage, Repository, Publisher, LogoURL, License, PluginDownloadURL, Namespace string
	// Update changes the description when the name and the version of the package are known.
	Update func(context.Context, *Metadata) error
}
