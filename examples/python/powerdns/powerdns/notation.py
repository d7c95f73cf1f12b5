"""The notation of zone files for the content of a record: words, and strings in quotation marks."""

import re

from .name import SpellingError

#: A character-string of DNS has at most this many octets; longer texts are several of them.
STRING_LIMIT = 255

_SPACE = " \t\n\r\f"


def words(content: str) -> list[str]:
    """Splits a content where zone files do: at white space, and behind quoted strings."""
    found: list[str] = []
    rest = content.strip()
    while rest:
        end = _end_of_word(rest, content)
        found.append(rest[:end])
        rest = rest[end:].lstrip()
    return found


def _end_of_word(rest: str, content: str) -> int:
    starts_quoted = rest.startswith('"')
    is_quoted = is_escaped = False
    for index, character in enumerate(rest):
        if is_escaped:
            is_escaped = False
        elif character == "\\":
            is_escaped = True
        elif character == '"':
            if is_quoted and starts_quoted:
                return index + 1
            is_quoted = not is_quoted
        elif character in _SPACE and not is_quoted:
            return index
    if is_quoted:
        raise SpellingError(f"`{content}` has an opening quotation mark without a closing one")
    return len(rest)


def quoted(text: str) -> str:
    """Text in the notation of zone files."""
    strings = [""]
    length = 0
    for character in text:
        size = len(character.encode())
        if length + size > STRING_LIMIT:
            strings.append("")
            length = 0
        length += size
        if character in '"\\':
            strings[-1] += f"\\{character}"
        elif ord(character) < 32 or ord(character) == 127:
            strings[-1] += f"\\{ord(character):03}"
        else:
            strings[-1] += character
    return " ".join(f'"{string}"' for string in strings)


def unquoted(word: str) -> bytes:
    r"""The octets of a quoted string: `\034` is the octet with that decimal number, `\"` is `"`."""
    inner = word.removeprefix('"').removesuffix('"').encode()

    def octet(match: re.Match[bytes]) -> bytes:
        escaped = match[1]
        if not escaped.isdigit() or len(escaped) != 3:
            return escaped
        return bytes([int(escaped)]) if int(escaped) < 256 else b"?"

    return re.sub(rb"\\([0-9]{3}|.|$)", octet, inner, flags=re.DOTALL)
