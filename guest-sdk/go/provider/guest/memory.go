//go:build wasip1

// Package guest connects a provider with the host: the exports and imports of the interface `pulumi-wasm:provider`.
//
// The build adds an import of this package to the provider's main package.
package guest

import (
	"unsafe"
)

//go:linkname sbrk runtime.sbrk
func sbrk(size uintptr) unsafe.Pointer

// memory is the memory that values cross the interface in. It is not Go's: `cabi_realloc` may be called while Go's collector or scheduler
// must not run, because the host is inside a call of the component then.
var memory struct {
	blocks []block
	// The block in use, and its first free byte.
	current int
	free    uintptr
	// Calls of imports whose answers are being read.
	reading int
	// Whether an export has returned, and its memory can be used again.
	isOver bool
}

type block struct{ start, size uintptr }

const (
	firstBlock = 64 << 10
	maxBlocks  = 64
)

var blockTable [maxBlocks]block

func init() { memory.blocks = blockTable[:0:maxBlocks] }

// take gives memory until the running export has returned. It never allocates from Go's heap.
//
//go:nosplit
func take(size, align uintptr) uintptr {
	if memory.isOver && memory.reading == 0 {
		memory.isOver = false
		memory.current, memory.free = 0, 0
		if len(memory.blocks) > 0 {
			memory.free = memory.blocks[0].start
		}
	}
	for {
		if memory.current < len(memory.blocks) {
			block := &memory.blocks[memory.current]
			start := (memory.free + align - 1) &^ (align - 1)
			if start+size <= block.start+block.size {
				memory.free = start + size
				return start
			}
			memory.current++
			if memory.current < len(memory.blocks) {
				memory.free = memory.blocks[memory.current].start
				continue
			}
		}
		if !grow(size + align) {
			return 0
		}
	}
}

func grow(atLeast uintptr) bool {
	if len(memory.blocks) == maxBlocks {
		return false
	}
	size := uintptr(firstBlock)
	if count := len(memory.blocks); count > 0 {
		size = memory.blocks[count-1].size * 2
		if size > 16<<20 {
			size = 16 << 20
		}
	}
	for size < atLeast {
		size *= 2
	}
	start := sbrk(size)
	if start == nil {
		return false
	}
	memory.blocks = append(memory.blocks, block{uintptr(start), size})
	memory.current = len(memory.blocks) - 1
	memory.free = uintptr(start)
	return true
}

// place is a position in this memory.
type place struct{ block, free uintptr }

// mark notes the position before an import, and release gives back what the import answered, unless another import is being read.
func mark() place {
	memory.reading++
	return place{uintptr(memory.current), memory.free}
}

func release(before place) {
	memory.reading--
	if memory.reading == 0 && int(before.block) < len(memory.blocks) {
		memory.current, memory.free = int(before.block), before.free
		if before.free == 0 {
			memory.free = memory.blocks[before.block].start
		}
	}
}

//go:wasmexport cabi_realloc
func realloc(old, oldSize, align, size uint32) uint32 {
	if size == 0 {
		return align
	}
	start := take(uintptr(size), uintptr(align))
	if old != 0 && start != 0 {
		moved := oldSize
		if moved > size {
			moved = size
		}
		for index := uintptr(0); index < uintptr(moved); index++ {
			*(*byte)(unsafe.Pointer(start + index)) = *(*byte)(unsafe.Pointer(uintptr(old) + index))
		}
	}
	return uint32(start)
}
