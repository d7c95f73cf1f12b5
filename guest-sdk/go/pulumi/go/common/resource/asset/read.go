package asset

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"
)

// Host reads contents in a component. The functions are nil elsewhere.
var Host struct {
	Size func(handle uint32) (int64, error)
	Read func(handle uint32, offset int64, count int) ([]byte, error)
}

// Blob is the content of an asset, from its beginning.
type Blob struct {
	reader io.Reader
	size   int64
}

// NewBlob makes a blob of bytes.
func NewBlob(content []byte) *Blob {
	return &Blob{bytes.NewReader(content), int64(len(content))}
}

// Size gives the number of bytes.
func (blob *Blob) Size() int64 { return blob.size }

// Read reads on.
func (blob *Blob) Read(into []byte) (int, error) { return blob.reader.Read(into) }

// Close ends the reading.
func (blob *Blob) Close() error { return nil }

// Read gives the content.
//
// It fails for an asset that another call brought, and for a path or an address, which no asset in a component has.
func (asset *Asset) Read() (*Blob, error) {
	if asset.IsText() {
		return NewBlob([]byte(asset.Text)), nil
	}
	if asset.Handle == nil || Host.Size == nil {
		return nil, errors.New("a component reads neither files nor addresses of assets")
	}
	size, err := Host.Size(*asset.Handle)
	if err != nil {
		return nil, err
	}
	return &Blob{&reader{handle: *asset.Handle}, size}, nil
}

// Bytes gives the whole content. It fails as Read does.
func (asset *Asset) Bytes() ([]byte, error) {
	blob, err := asset.Read()
	if err != nil {
		return nil, err
	}
	return io.ReadAll(blob)
}

// LargestText is the size in bytes of the largest content that Load takes.
const LargestText = 1 << 20

// Load sets Text to the content, as Pulumi's SDK has it for an asset of text. The host does not say whether the program gave a text or a file, so
// each content of at most LargestText bytes counts that is a text in UTF-8. Another content, and one that cannot be read during this call, changes
// nothing: Read gives it, or says why it cannot.
func (asset *Asset) Load() {
	if asset.Handle == nil || asset.isLoaded || asset.IsChanged() || Host.Size == nil {
		return
	}
	size, err := Host.Size(*asset.Handle)
	if err != nil || size > LargestText {
		return
	}
	content, err := io.ReadAll(&reader{handle: *asset.Handle})
	if err == nil && utf8.Valid(content) && bytes.IndexByte(content, 0) < 0 {
		asset.loaded, asset.isLoaded = string(content), true
		asset.Text = asset.loaded
	}
}

// part bounds how much is read at once.
const part = 1 << 20

type reader struct {
	handle uint32
	offset int64
}

func (reader *reader) Read(into []byte) (int, error) {
	if len(into) == 0 {
		return 0, nil
	}
	read, err := Host.Read(reader.handle, reader.offset, min(len(into), part))
	if err != nil {
		return 0, err
	}
	if len(read) == 0 {
		return 0, io.EOF
	}
	reader.offset += int64(len(read))
	return copy(into, read), nil
}
