//go:build wasip1

package guest

import (
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/archive"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/asset"
)

//go:wasmimport pulumi-wasm:provider/asset@0.1.0 open
func assetOpen(handle, result uint32)

//go:wasmimport pulumi-wasm:provider/asset@0.1.0 read
func assetRead(handle uint32, offset float64, count, result uint32)

//go:wasmimport pulumi-wasm:provider/asset@0.1.0 entries
func assetEntries(handle, result uint32)

func init() {
	asset.Host.Size, asset.Host.Read = sizeOfAsset, readAsset
	archive.Entries = entriesOf
}

func sizeOfAsset(handle uint32) (int64, error) {
	before := mark()
	defer release(before)
	// The size is a number of 64 bits, so that the error is aligned as such a number too.
	at := record(8 + sizeOfError).address()
	assetOpen(handle, at)
	from := reader{uintptr(at)}
	isError := from.flag()
	from.align(8)
	if isError {
		return 0, readError(&from)
	}
	return int64(read[float64](&from)), nil
}

func readAsset(handle uint32, offset int64, count int) ([]byte, error) {
	before := mark()
	defer release(before)
	from, err := result(func(at uint32) { assetRead(handle, float64(offset), uint32(count), at) })
	if err != nil {
		return nil, err
	}
	return from.bytes(), nil
}

// sizeOfEntry is the size of `asset.entry`.
const sizeOfEntry = 20

func entriesOf(handle uint32) ([]archive.Entry, error) {
	before := mark()
	defer release(before)
	from, err := result(func(at uint32) { assetEntries(handle, at) })
	if err != nil {
		return nil, err
	}
	start, count := from.number(), from.number()
	entries := make([]archive.Entry, 0, count)
	for index := range count {
		inner := reader{uintptr(start) + uintptr(index)*sizeOfEntry}
		path, handle := inner.text(), inner.number()
		entries = append(entries, archive.Entry{Path: path, Handle: handle})
	}
	return entries, nil
}
