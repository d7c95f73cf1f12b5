// Package archive has folders and packed files as values of properties.
package archive

import "github.com/pulumi/pulumi/sdk/v3/go/common/resource/asset"

// Archive is several files. In a component their content comes through the host: Handle says how.
type Archive struct {
	Hash   string
	Assets map[string]any
	Path   string
	URI    string

	// Handle is the host's number for the content during the call that brought the archive. Nil for an archive of assets.
	Handle *uint32
}

// FromAssets makes an archive of assets and archives by their paths.
func FromAssets(assets map[string]any) (*Archive, error) { return &Archive{Assets: assets}, nil }

// FromPath makes an archive of a folder or a packed file. A component has no files: it fails when the content is needed.
func FromPath(path string) (*Archive, error) { return &Archive{Path: path}, nil }

// FromURI makes an archive of an address.
func FromURI(uri string) (*Archive, error) { return &Archive{URI: uri}, nil }

// IsAssets says whether the archive consists of assets and archives by their paths.
func (archive *Archive) IsAssets() bool {
	return archive.Handle == nil && archive.Path == "" && archive.URI == ""
}

// IsPath says whether the archive is a folder or file of the program's machine. It never is in a component.
func (archive *Archive) IsPath() bool { return archive.Path != "" }

// IsURI says whether the archive is an address. It never is in a component.
func (archive *Archive) IsURI() bool { return archive.URI != "" }

// GetAssets gives the assets and archives by their paths. False if the archive is of another kind.
func (archive *Archive) GetAssets() (map[string]any, bool) {
	if !archive.IsAssets() {
		return nil, false
	}
	return archive.Assets, true
}

// GetPath gives the path. False if the archive is of another kind.
func (archive *Archive) GetPath() (string, bool) { return archive.Path, archive.IsPath() }

// GetURI gives the address. False if the archive is of another kind.
func (archive *Archive) GetURI() (string, bool) { return archive.URI, archive.IsURI() }

// Equals says whether two archives have the same content. Of archives without a hash the assets, paths or addresses are compared.
func (archive *Archive) Equals(other *Archive) bool {
	switch {
	case archive == nil || other == nil || archive == other:
		return archive == other
	case archive.Hash != "" && other.Hash != "":
		return archive.Hash == other.Hash
	case archive.Handle != nil || other.Handle != nil || len(archive.Assets) != len(other.Assets):
		return false
	}
	for path, entry := range archive.Assets {
		if with, ok := other.Assets[path]; !ok || !isSame(entry, with) {
			return false
		}
	}
	return archive.Path == other.Path && archive.URI == other.URI
}

// isSame compares entries of archives. Entries of other types have no content.
func isSame(entry, with any) bool {
	switch entry := entry.(type) {
	case *asset.Asset:
		with, ok := with.(*asset.Asset)
		return ok && entry.Equals(with)
	case *Archive:
		with, ok := with.(*Archive)
		return ok && entry.Equals(with)
	}
	return false
}

// HasContents says whether the archive has content, and not only a hash.
func (archive *Archive) HasContents() bool {
	return archive.Handle != nil || archive.Assets != nil || archive.IsPath() || archive.IsURI()
}
