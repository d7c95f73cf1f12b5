// Package types has types of properties that Go lacks.
package types

import "github.com/pulumi/pulumi/sdk/v3/go/common/resource"

// AssetOrArchive is a file or several files.
type AssetOrArchive struct {
	Asset   *resource.Asset
	Archive *resource.Archive
}
