"""Makes a shell of a component: the same structure, imports and exports, with functions that trap, and without data. A host
links the same imports, in a fiftieth of the size.

    python3 shell.py COMPONENT.wasm SHELL.wasm
"""

import sys
from pathlib import Path

CUSTOM, MODULE, COMPONENT, START, CODE, DATA = 0, 1, 4, 8, 10, 11
#: No local variables, `unreachable`, and the end.
TRAP = b"\x03\x00\x00\x0b"


def read_number(bytes: bytes, at: int) -> tuple[int, int]:
    """A number in LEB128, and what comes after it."""
    value = shift = 0
    while True:
        byte = bytes[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def number(value: int) -> bytes:
    written = bytearray()
    while value >= 0x80:
        written.append(value & 0x7F | 0x80)
        value >>= 7
    written.append(value)
    return bytes(written)


def shell(binary: bytes) -> bytes:
    """A component, or a module in it, without what its functions do."""
    is_module = binary[4:8] == b"\x01\x00\x00\x00"
    made = bytearray(binary[:8])
    at = 8
    while at < len(binary):
        kind = binary[at]
        length, at = read_number(binary, at + 1)
        content = binary[at : at + length]
        at += length
        if is_module and kind == CODE:
            count, _ = read_number(content, 0)
            content = number(count) + TRAP * count
        elif is_module and kind == DATA:
            count, _ = read_number(content, 0)
            # Passive and empty: instructions that name one still find it.
            content = number(count) + b"\x01\x00" * count
        elif not is_module and kind in (MODULE, COMPONENT):
            content = shell(content)
        elif is_module and kind in (CUSTOM, START):
            # The part of a shared library that says how it is linked is done with.
            continue
        made.append(kind)
        made += number(len(content)) + content
    return bytes(made)


if __name__ == "__main__":
    component, target = sys.argv[1:]
    Path(target).write_bytes(shell(Path(component).read_bytes()))
