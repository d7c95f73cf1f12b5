package archive

import (
	"errors"
	"io"
	"maps"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/asset"
)

// Entry is a file of an archive that came through the host.
type Entry struct {
	Path   string
	Handle uint32
}

// Entries gives the files of an archive in a component. Nil elsewhere.
var Entries func(handle uint32) ([]Entry, error)

// Reader gives the files of an archive, one after the other.
type Reader interface {
	// Next gives the path and content of the next file. The error is io.EOF after the last one.
	Next() (string, *asset.Blob, error)
	Close() error
}

// Open gives the files in the order of their paths. They include the files of inner archives.
//
// It fails for an archive that another call brought, and for a path or an address, which no archive in a component has.
func (archive *Archive) Open() (Reader, error) {
	files := &files{}
	if archive.Handle == nil {
		if archive.Assets == nil {
			return nil, errors.New("a component reads neither files nor addresses of archives")
		}
		for _, path := range slices.Sorted(maps.Keys(archive.Assets)) {
			of, ok := archive.Assets[path].(*asset.Asset)
			if !ok {
				return nil, errors.New("an archive of archives is read only where it came from")
			}
			files.all = append(files.all, file{path, of})
		}
		return files, nil
	}
	if Entries == nil {
		return nil, errors.New("only a component has archives by handle")
	}
	entries, err := Entries(*archive.Handle)
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		files.all = append(files.all, file{entry.Path, &asset.Asset{Handle: &entry.Handle}})
	}
	return files, nil
}

type file struct {
	path  string
	asset *asset.Asset
}

type files struct{ all []file }

func (files *files) Next() (string, *asset.Blob, error) {
	if len(files.all) == 0 {
		return "", nil, io.EOF
	}
	next := files.all[0]
	files.all = files.all[1:]
	blob, err := next.asset.Read()
	return next.path, blob, err
}

func (files *files) Close() error { return nil }
