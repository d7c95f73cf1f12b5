"""Randomness that follows from a text, for the resources with a `seed`.

It is the ChaCha20 stream whose key is the SHA-256 of the text. Users rely on equal seeds giving equal results in every version
to come, in every language of this provider: it may never change.
"""

import struct
from collections.abc import Iterator
from hashlib import sha256

from .draws import Draw

_MASK = (1 << 32) - 1
_CONSTANT = struct.unpack("<4I", b"expand 32-byte k")

#: The words that a double round mixes: columns, then diagonals.
_QUARTERS = (
    (0, 4, 8, 12),
    (1, 5, 9, 13),
    (2, 6, 10, 14),
    (3, 7, 11, 15),
    (0, 5, 10, 15),
    (1, 6, 11, 12),
    (2, 7, 8, 13),
    (3, 4, 9, 14),
)


def seeded(seed: str) -> Draw:
    """Draws that follow from the text."""
    stream = _numbers(sha256(seed.encode()).digest())
    return lambda: next(stream)


def _numbers(key: bytes) -> Iterator[int]:
    words = struct.unpack("<8I", key)
    counter = 0
    while True:
        block = _block([*_CONSTANT, *words, counter & _MASK, counter >> 32, 0, 0])
        yield from struct.unpack("<8Q", struct.pack("<16I", *block))
        counter += 1


def _block(begin: list[int]) -> list[int]:
    state = list(begin)
    for _ in range(10):
        for a, b, c, d in _QUARTERS:
            state[a] = state[a] + state[b] & _MASK
            state[d] = _turned(state[d] ^ state[a], 16)
            state[c] = state[c] + state[d] & _MASK
            state[b] = _turned(state[b] ^ state[c], 12)
            state[a] = state[a] + state[b] & _MASK
            state[d] = _turned(state[d] ^ state[a], 8)
            state[c] = state[c] + state[d] & _MASK
            state[b] = _turned(state[b] ^ state[c], 7)
    return [one + other & _MASK for one, other in zip(state, begin, strict=True)]


def _turned(word: int, bits: int) -> int:
    return (word << bits | word >> 32 - bits) & _MASK
