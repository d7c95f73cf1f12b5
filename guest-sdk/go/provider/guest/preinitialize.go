//go:build wasip1 && pulumi_wasm_preinitialize

package guest

import (
	"runtime"
	_ "unsafe" // for go:linkname
)

// The build compiles this file if it knows the random numbers of the version of Go. It runs `_initialize` and prepare once, and keeps the
// memory that they leave: each instance begins with this memory, and with proceed instead of `_initialize`.

// hostHasDrawn says whether the program has drawn numbers of `math/rand`. The build adds it to Go's runtime.
//
//go:linkname hostHasDrawn runtime.hostHasDrawn
func hostHasDrawn() bool

// hostReseed gives Go's runtime other random numbers. The build adds it.
//
//go:linkname hostReseed runtime.hostReseed
func hostReseed()

// The answers of prepare.
const (
	hasDrawn = iota
	keep
	failed
)

// prepare does what the first call of an instance would do, and says whether the memory may be kept: numbers that the program drew would be
// the same in each instance. Without `withMain` the program does not run, because it asks the host for something.
//
//go:wasmexport pulumi_wasm_prepare
func prepare(withMain uint32) uint32 {
	var err error
	if withMain != 0 {
		_, err = guarded(func() (none, error) {
			served()
			return none{}, nil
		})
	}
	// The collector has no work left then.
	runtime.GC()
	switch {
	case err != nil:
		return failed
	case hostHasDrawn():
		return hasDrawn
	}
	return keep
}

// proceed begins an instance.
//
//go:wasmexport pulumi_wasm_continue
func proceed() { hostReseed() }
