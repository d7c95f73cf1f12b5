// Package asset has files as values of properties.
package asset

// Asset is a file. In a component its content comes through the host: Handle says how, and Path and URI are empty. Text has the content if it
// is a text that Load took.
type Asset struct {
	Hash string
	Text string
	Path string
	URI  string

	// Handle is the host's number for the content during the call that brought the asset. Nil for an asset of text.
	Handle *uint32

	// The whole content behind the handle, and whether Load took it.
	loaded   string
	isLoaded bool
}

// FromText makes an asset of a text.
func FromText(text string) (*Asset, error) { return &Asset{Text: text}, nil }

// IsText says whether the content is in the value.
func (asset *Asset) IsText() bool {
	return (asset.Handle == nil || asset.isLoaded || asset.IsChanged()) && asset.Path == "" && asset.URI == ""
}

// IsChanged says whether the program has set another Text in an asset that came in. The content is Text then, and Hash and Handle are of the
// content before.
func (asset *Asset) IsChanged() bool { return asset.Handle != nil && asset.Text != asset.loaded }

// IsPath says whether the asset is a file of the program's machine. It never is in a component.
func (asset *Asset) IsPath() bool { return asset.Path != "" }

// IsURI says whether the asset is an address. It never is in a component.
func (asset *Asset) IsURI() bool { return asset.URI != "" }

// FromPath makes an asset of a file. A component has no files: it fails when the content is needed.
func FromPath(path string) (*Asset, error) { return &Asset{Path: path}, nil }

// FromURI makes an asset of an address.
func FromURI(uri string) (*Asset, error) { return &Asset{URI: uri}, nil }

// GetText gives the text. False if the asset is of another kind.
func (asset *Asset) GetText() (string, bool) { return asset.Text, asset.IsText() }

// GetPath gives the path. False if the asset is of another kind.
func (asset *Asset) GetPath() (string, bool) { return asset.Path, asset.IsPath() }

// GetURI gives the address. False if the asset is of another kind.
func (asset *Asset) GetURI() (string, bool) { return asset.URI, asset.IsURI() }

// Equals says whether two assets have the same content. Of assets without a hash the texts, paths or addresses are compared.
func (asset *Asset) Equals(other *Asset) bool {
	if asset == nil || other == nil {
		return asset == other
	}
	one, two := asset.known(), other.known()
	if asset == other || one != "" && two != "" {
		return asset == other || one == two
	}
	switch {
	case asset.IsText() && other.IsText():
		return asset.Text == other.Text && asset.HasContents() == other.HasContents()
	case asset.Handle != nil || other.Handle != nil:
		return false
	}
	return asset.Text == other.Text && asset.Path == other.Path && asset.URI == other.URI
}

// known gives the hash of the content. Empty if it is not known.
func (asset *Asset) known() string {
	if asset.IsChanged() {
		return ""
	}
	return asset.Hash
}

// HasContents says whether the asset has content, and not only a hash.
func (asset *Asset) HasContents() bool {
	return asset.Handle != nil || asset.Text != "" || asset.IsPath() || asset.IsURI()
}
