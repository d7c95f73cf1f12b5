package pulumi

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/asset"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

// AssetOrArchive is a file or several files.
type AssetOrArchive interface {
	AssetOrArchiveInput

	isAssetOrArchive()
}

// Asset is a file.
type Asset interface {
	AssetOrArchive
	AssetInput

	Path() string
	Text() string
	URI() string
}

// Archive is several files.
type Archive interface {
	AssetOrArchive
	ArchiveInput

	Assets() map[string]any
	Path() string
	URI() string
}

// content is an asset or archive.
type content struct {
	path, text, uri string
	assets          map[string]any
	// The content that came in. Nil for content that the component makes.
	came property.Value
	err  error
}

type (
	assetContent   struct{ content }
	archiveContent struct{ content }
)

func (content) isAssetOrArchive() {}

func (content *content) Path() string           { return content.path }
func (content *content) Text() string           { return content.text }
func (content *content) URI() string            { return content.uri }
func (content *content) Assets() map[string]any { return content.assets }

var errNoFiles = errors.New("cannot be made in a component, which has no files: make an asset of a text, or take an asset of the program")

// NewStringAsset makes an asset of a text.
func NewStringAsset(text string) Asset { return &assetContent{content{text: text}} }

// NewFileAsset makes an asset that no property can have: a component has no files.
func NewFileAsset(path string) Asset { return &assetContent{content{path: path, err: errNoFiles}} }

// NewRemoteAsset makes an asset that no property can have: a component has no addresses.
func NewRemoteAsset(uri string) Asset { return &assetContent{content{uri: uri, err: errNoFiles}} }

// NewAssetArchive makes an archive that no property can have: a component only passes on archives.
func NewAssetArchive(assets map[string]any) Archive {
	return &archiveContent{content{assets: assets, err: errNoFiles}}
}

// NewFileArchive makes an archive that no property can have: a component has no files.
func NewFileArchive(path string) Archive {
	return &archiveContent{content{path: path, err: errNoFiles}}
}

// NewRemoteArchive makes an archive that no property can have: a component has no addresses.
func NewRemoteArchive(uri string) Archive {
	return &archiveContent{content{uri: uri, err: errNoFiles}}
}

func contentOf(value AssetOrArchive) (property.Value, error) {
	var of *content
	switch value := value.(type) {
	case *assetContent:
		of = &value.content
	case *archiveContent:
		of = &value.content
	default:
		return property.Value{}, fmt.Errorf("is a %T, which is neither an asset nor an archive of this package", value)
	}
	switch {
	case of.err != nil:
		return property.Value{}, of.err
	case !of.came.IsNull():
		return of.came, nil
	}
	return property.New(&asset.Asset{Text: of.text}), nil
}

func assetOrArchiveOf(value property.Value) AssetOrArchive {
	if value.IsAsset() {
		return &assetContent{content{text: value.AsAsset().Text, came: value}}
	}
	return &archiveContent{content{came: value}}
}

// ElementType is the type of assets.
func (*assetContent) ElementType() reflect.Type { return typeOf[Asset]() }

// ElementType is the type of archives.
func (*archiveContent) ElementType() reflect.Type { return typeOf[Archive]() }

// ToAssetOutput makes an output of it.
func (content *assetContent) ToAssetOutput() AssetOutput { return as[AssetOutput](content) }

// ToAssetOutputWithContext makes an output of it.
func (content *assetContent) ToAssetOutputWithContext(context.Context) AssetOutput {
	return as[AssetOutput](content)
}

// ToAssetOrArchiveOutput makes an output of it.
func (content *assetContent) ToAssetOrArchiveOutput() AssetOrArchiveOutput {
	return as[AssetOrArchiveOutput](content)
}

// ToAssetOrArchiveOutputWithContext makes an output of it.
func (content *assetContent) ToAssetOrArchiveOutputWithContext(context.Context) AssetOrArchiveOutput {
	return as[AssetOrArchiveOutput](content)
}

// ToArchiveOutput makes an output of it.
func (content *archiveContent) ToArchiveOutput() ArchiveOutput { return as[ArchiveOutput](content) }

// ToArchiveOutputWithContext makes an output of it.
func (content *archiveContent) ToArchiveOutputWithContext(context.Context) ArchiveOutput {
	return as[ArchiveOutput](content)
}

// ToAssetOrArchiveOutput makes an output of it.
func (content *archiveContent) ToAssetOrArchiveOutput() AssetOrArchiveOutput {
	return as[AssetOrArchiveOutput](content)
}

// ToAssetOrArchiveOutputWithContext makes an output of it.
func (content *archiveContent) ToAssetOrArchiveOutputWithContext(context.Context) AssetOrArchiveOutput {
	return as[AssetOrArchiveOutput](content)
}
