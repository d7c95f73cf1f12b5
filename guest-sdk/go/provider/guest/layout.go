//go:build wasip1

package guest

import "unsafe"

// reader reads the fields of a record in their order, as the component model lays them out.
type reader struct{ at uintptr }

func (reader *reader) align(to uintptr) { reader.at = (reader.at + to - 1) &^ (to - 1) }

func read[T any](reader *reader) T {
	var none T
	reader.align(unsafe.Alignof(none))
	value := *(*T)(unsafe.Pointer(reader.at))
	reader.at += unsafe.Sizeof(none)
	return value
}

func (reader *reader) byte() byte     { return read[byte](reader) }
func (reader *reader) flag() bool     { return read[byte](reader) != 0 }
func (reader *reader) number() uint32 { return read[uint32](reader) }

// text copies a string.
func (reader *reader) text() string {
	start, length := reader.number(), reader.number()
	return string(unsafe.Slice((*byte)(unsafe.Pointer(uintptr(start))), length))
}

// bytes copies a list of bytes.
func (reader *reader) bytes() []byte {
	start, length := reader.number(), reader.number()
	return append([]byte{}, unsafe.Slice((*byte)(unsafe.Pointer(uintptr(start))), length)...)
}

// optional reads an option of a string.
func (reader *reader) optional() (string, bool) {
	reader.align(4)
	isThere := reader.flag()
	reader.align(4)
	if !isThere {
		// The payload is not defined.
		reader.at += 8
		return "", false
	}
	return reader.text(), true
}

// writer writes the fields of a record.
type writer struct{ at uintptr }

// record gives memory for a record or a list.
func record(size uintptr) *writer {
	start := take(size, 8)
	clear(unsafe.Slice((*byte)(unsafe.Pointer(start)), size))
	return &writer{start}
}

func (writer *writer) align(to uintptr) { writer.at = (writer.at + to - 1) &^ (to - 1) }

func put[T any](writer *writer, value T) {
	writer.align(unsafe.Alignof(value))
	*(*T)(unsafe.Pointer(writer.at)) = value
	writer.at += unsafe.Sizeof(value)
}

func (writer *writer) flag(value bool) {
	if value {
		put(writer, byte(1))
	} else {
		put(writer, byte(0))
	}
}

func (writer *writer) number(value uint32) { put(writer, value) }

func (writer *writer) text(value string) {
	writer.bytes(unsafe.Slice(unsafe.StringData(value), len(value)))
}

func (writer *writer) bytes(value []byte) {
	if len(value) == 0 {
		writer.number(4)
		writer.number(0)
		return
	}
	start := take(uintptr(len(value)), 1)
	copy(unsafe.Slice((*byte)(unsafe.Pointer(start)), len(value)), value)
	writer.number(uint32(start))
	writer.number(uint32(len(value)))
}

// optional writes an option of a string.
func (writer *writer) optional(value string, isThere bool) {
	writer.align(4)
	writer.flag(isThere)
	writer.align(4)
	if !isThere {
		writer.at += 8
		return
	}
	writer.text(value)
}

// list writes a list whose elements take size bytes each.
func list[T any](to *writer, elements []T, size uintptr, write func(*writer, T)) {
	if len(elements) == 0 {
		to.number(4)
		to.number(0)
		return
	}
	start := take(size*uintptr(len(elements)), 8)
	for index, element := range elements {
		write(&writer{start + size*uintptr(index)}, element)
	}
	to.number(uint32(start))
	to.number(uint32(len(elements)))
}

// address gives the place as the interface takes it.
func (writer *writer) address() uint32 { return uint32(writer.at) }
