// Package resource has the names of resources, assets, archives, and random names.
package resource

import (
	"encoding/hex"
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/archive"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/asset"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/urn"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
)

type (
	// URN names a resource in a stack.
	URN = urn.URN
	// ID names a thing in its provider.
	ID string
	// Asset is a file.
	Asset = asset.Asset
	// Archive is several files.
	Archive = archive.Archive
)

func (id ID) String() string { return string(id) }

// NewURN makes the name of a resource.
func NewURN(stack tokens.QName, project tokens.PackageName, parentType, baseType tokens.Type, name string) URN {
	return urn.New(stack, project, parentType, baseType, name)
}

// ParseURN reads a URN.
func ParseURN(text string) (URN, error) { return urn.Parse(text) }

// ParseOptionalURN reads a URN, or an empty text.
func ParseOptionalURN(text string) (URN, error) { return urn.ParseOptional(text) }

// NewTextAsset makes an asset of a text.
func NewTextAsset(text string) (*Asset, error) { return asset.FromText(text) }

// NewPathAsset makes an asset of a file.
func NewPathAsset(path string) (*Asset, error) { return asset.FromPath(path) }

// NewURIAsset makes an asset of an address.
func NewURIAsset(uri string) (*Asset, error) { return asset.FromURI(uri) }

// NewAssetArchive makes an archive of assets and archives by their paths.
func NewAssetArchive(assets map[string]any) (*Archive, error) { return archive.FromAssets(assets) }

// NewPathArchive makes an archive of a folder or a packed file.
func NewPathArchive(path string) (*Archive, error) { return archive.FromPath(path) }

// NewURIArchive makes an archive of an address.
func NewURIArchive(uri string) (*Archive, error) { return archive.FromURI(uri) }

// NewUniqueHex makes a name of a prefix and random hexadecimal digits: randlen digits, 8 if randlen is 0. The name has at most maxlen
// characters, without a bound if maxlen is 0.
func NewUniqueHex(prefix string, randlen, maxlen int) (string, error) {
	if randlen <= 0 {
		randlen = 8
	}
	if maxlen > 0 && len(prefix)+randlen > maxlen {
		return "", fmt.Errorf("name '%s' plus %d random chars is longer than maximum length %d", prefix, randlen, maxlen)
	}
	bytes := make([]byte, (randlen+1)/2)
	if err := fill(bytes); err != nil {
		return "", err
	}
	return prefix + hex.EncodeToString(bytes)[:randlen], nil
}

// NewUniqueHexID makes a random id as NewUniqueHex makes a name.
func NewUniqueHexID(prefix string, randlen, maxlen int) (ID, error) {
	name, err := NewUniqueHex(prefix, randlen, maxlen)
	return ID(name), err
}
