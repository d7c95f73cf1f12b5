//go:build wasip1

package resource

import (
	"syscall"
	"unsafe"
)

//go:wasmimport wasi_snapshot_preview1 random_get
//go:noescape
func randomGet(bytes unsafe.Pointer, length uint32) syscall.Errno

// fill fills a slice with the host's random bytes. The package crypto/rand would put its generator and the tests of the generator into each component.
func fill(bytes []byte) error {
	if err := randomGet(unsafe.Pointer(unsafe.SliceData(bytes)), uint32(len(bytes))); err != 0 {
		return err
	}
	return nil
}
