"""The bcrypt hash of a password (Provos and Mazières, 1999), in plain Python: packages that have it are compiled.

Its boxes begin as the digits of pi, which are computed once, before the component is made.
"""

import struct
from base64 import b64encode

#: Two to this power is the number of rounds: the least that there is. An interpreter takes a second for it, and a minute for 10.
COST = 4

_MASK = (1 << 32) - 1
_STANDARD = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_BCRYPT = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
_LETTERS = str.maketrans(_STANDARD, _BCRYPT)

Box = list[int]


def bcrypt(password: str, salt: bytes) -> str:
    """The hash in the usual form, `$2a$` with cost, salt and digest, of the first 72 bytes of the password."""
    # The password's end is marked by a zero byte, which also keeps the empty password from being no key at all.
    key = (password.encode() + b"\0")[:72]
    keys = list(struct.unpack(">18I", (key * 72)[:72]))
    salts = list(struct.unpack(">4I", salt))
    cipher = _Blowfish(keys, salts)
    for _ in range(1 << COST):
        cipher.expand(keys)
        cipher.expand((salts * 5)[:18])
    words = list(struct.unpack(">6I", b"OrpheanBeholderScryDoubt"))
    for first in range(0, 6, 2):
        left, right = words[first : first + 2]
        for _ in range(64):
            left, right = cipher.encrypted(left, right)
        words[first : first + 2] = left, right
    # By tradition the last byte of the digest is left out.
    digest = struct.pack(">6I", *words)[:-1]
    return f"$2a${COST:02}${_written(salt)}{_written(digest)}"


class _Blowfish:
    """The cipher, whose boxes depend on key and salt."""

    def __init__(self, keys: list[int], salts: list[int]) -> None:
        self.subkeys: Box = _PI[:18]
        self.boxes: list[Box] = [_PI[start : start + 256] for start in range(18, 18 + 1024, 256)]
        self.expand(keys, salts)

    def expand(self, keys: list[int], salts: list[int] | None = None) -> None:
        """Mixes a key into the boxes, and a salt."""
        self.subkeys = [one ^ other for one, other in zip(self.subkeys, keys, strict=True)]
        left = right = turn = 0
        for box in (self.subkeys, *self.boxes):
            for place in range(0, len(box), 2):
                if salts is not None:
                    left, right = left ^ salts[turn], right ^ salts[turn + 1]
                    turn = turn + 2 & 3
                left, right = self.encrypted(left, right)
                box[place], box[place + 1] = left, right

    def encrypted(self, left: int, right: int) -> tuple[int, int]:
        """One block."""
        subkeys = self.subkeys
        first, second, third, fourth = self.boxes
        for place in range(0, 16, 2):
            left ^= subkeys[place]
            mixed = first[left >> 24] + second[left >> 16 & 255] & _MASK
            right ^= (mixed ^ third[left >> 8 & 255]) + fourth[left & 255] & _MASK
            right ^= subkeys[place + 1]
            mixed = first[right >> 24] + second[right >> 16 & 255] & _MASK
            left ^= (mixed ^ third[right >> 8 & 255]) + fourth[right & 255] & _MASK
        return right ^ subkeys[17], left ^ subkeys[16]


def _written(data: bytes) -> str:
    # bcrypt has a special order of the base64 letters.
    return b64encode(data).decode().rstrip("=").translate(_LETTERS)


def _digits_of_pi(words: int) -> list[int]:
    """The first digits of pi behind the point, 32 bits each, by Machin's formula."""
    guard = 64
    one = 1 << 32 * words + guard

    def inverse_tangent(of: int) -> int:
        power = total = one // of
        number, sign = 3, -1
        while power:
            power //= of * of
            total += sign * (power // number)
            number, sign = number + 2, -sign
        return total

    fraction = 4 * (4 * inverse_tangent(5) - inverse_tangent(239)) - 3 * one
    return list(struct.unpack(f">{words}I", (fraction >> guard).to_bytes(4 * words, "big")))


_PI = _digits_of_pi(18 + 4 * 256)
