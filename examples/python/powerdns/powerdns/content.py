"""Contents of records: the spelling that PowerDNS accepts, and whether two spellings mean the same.

The server refuses contents that are not exactly as it would write them itself, down to single spaces, and its storage may write
an accepted content in another way: addresses shortened, hexadecimal digits in lower case, long texts cut in pieces. Neither
should bother people.
"""

from ipaddress import IPv4Address, IPv6Address

from .name import DomainName, SpellingError
from .notation import STRING_LIMIT, quoted, unquoted, words

#: Types whose words outside of quotation marks mean the same in upper and lower case: names and hexadecimal digits.
CASELESS = frozenset(
    "ALIAS CDS CNAME DNAME DS MX NAPTR NS PTR SMIMEA SRV SSHFP TLSA".split(),
)

#: The fields of a content whose last word is a domain name.
TARGETS = {
    "MX": ["the preference", "the name"],
    "SRV": ["the priority", "the weight", "the port", "the name"],
    **dict.fromkeys(["ALIAS", "CNAME", "DNAME", "NS", "PTR"], ["the name"]),
}

#: Types whose contents are text.
TEXTS = ("TXT", "SPF")

Word = tuple[bool, str | bytes]


def canonical(record_type: str, content: str) -> str:
    """The content in the spelling that is compared and recorded. A canonical content stays as it is.

    Fails with a `SpellingError`, whose text is for the person who wrote the content.
    """
    if record_type == "A":
        return _address(IPv4Address, content, "IPv4")
    if record_type == "AAAA":
        return _address(IPv6Address, content, "IPv6")
    if record_type in TEXTS:
        return _text(content)
    if record_type in TARGETS:
        return _with_target(content, TARGETS[record_type])
    found = words(content)
    if not found:
        raise SpellingError("the content of a record must not be empty")
    return " ".join(found)


def to_send(record_type: str, content: str) -> str:
    """The content in the spelling that the server takes."""
    return quoted(content) if record_type in TEXTS and not _is_quoted(content) else content


def same_records(record_type: str, one: list[str], other: list[str]) -> bool:
    """Whether two lists of contents are the same records. A record set has no order."""

    def meanings(contents: list[str]) -> list[str]:
        return sorted(repr(_meaning(record_type, content)) for content in contents)

    return meanings(one) == meanings(other)


def _meaning(record_type: str, content: str) -> list[Word]:
    """The meaning of a content: equal for two spellings of one record."""
    if record_type == "AAAA":
        try:
            return [(False, str(IPv6Address(content)))]
        except ValueError:
            pass
    content = to_send(record_type, content)
    try:
        found = words(content)
    except SpellingError:
        return [(False, content)]
    meaning: list[Word] = []
    for word in found:
        if word.startswith('"'):
            octets = unquoted(word)
            pieces = range(0, len(octets) or 1, STRING_LIMIT)
            meaning += [(True, octets[start : start + STRING_LIMIT]) for start in pieces]
        else:
            meaning.append((False, word.lower() if record_type in CASELESS else word))
    return meaning


def _address(kind: type[IPv4Address] | type[IPv6Address], content: str, name: str) -> str:
    try:
        return str(kind(content.strip()))
    except ValueError:
        raise SpellingError(f"`{content}` is not an {name} address") from None


def _is_quoted(content: str) -> bool:
    """Whether a text is in the notation of zone files, and not just the text itself."""
    return content.lstrip().startswith('"')


def _text(content: str) -> str:
    """Text is just the text, unless that leaves something open, such as how it is cut into strings."""
    if not _is_quoted(content):
        return content
    found = words(content)
    for word in found:
        if not word.startswith('"'):
            reason = "is outside of the quotation marks; put all strings of a text in them, or none"
            raise SpellingError(f"`{word}` {reason}")
    notation = " ".join(found)
    try:
        text = b"".join(map(unquoted, found)).decode()
    except UnicodeDecodeError:
        return notation
    if _is_quoted(text) or _meaning("TXT", text) != _meaning("TXT", notation):
        return notation
    return text


def _with_target(content: str, fields: list[str]) -> str:
    """A content of words whose last one is a domain name."""
    found = words(content)
    if len(found) != len(fields):
        raise SpellingError(f"`{content}` is not {', then '.join(fields)}")
    target = found[-1]
    name = DomainName.parse(target)
    if "." not in target:
        # `mail` in the zone example.org: who wrote that most likely meant mail.example.org, and would get mail alone.
        hint = f"write it out, or `{name}` if you mean a top-level domain"
        raise SpellingError(f"`{target}` is not a full name; {hint}")
    # Unlike owner names, names in contents keep their case on the server.
    return " ".join([*found[:-1], target if target.endswith(".") else f"{target}."])
