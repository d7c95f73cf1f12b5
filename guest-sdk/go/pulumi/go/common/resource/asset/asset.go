// Package asset has files as values of properties.
package asset

// Asset is a file. In a component its content comes through the host: Handle says how, and Path and URI are empty.
type Asset struct {
	Hash string
	Text string
	Path string
	URI  string

	// Handle is the host's number for the content during the call that brought the asset. Nil for an asset of text.
	Handle *uint32
}

// FromText makes an asset of a text.
func FromText(text string) (*Asset, error) { return &Asset{Text: text}, nil }

// IsText says whether the content is in the value.
func (asset *Asset) IsText() bool { return asset.Handle == nil && asset.Path == "" && asset.URI == "" }

// IsPath says whether the asset is a file of the program's machine. It never is in a component.
func (asset *Asset) IsPath() bool { return asset.Path != "" }

// IsURI says whether the asset is an address. It never is in a component.
func (asset *Asset) IsURI() bool { return asset.URI != "" }
