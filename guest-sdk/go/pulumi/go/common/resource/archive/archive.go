// Package archive has folders and packed files as values of properties.
package archive

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
