"""Putting inputs into the one spelling that is compared, recorded and sent."""

from collections.abc import Callable
from ipaddress import IPv6Address, ip_address

from pulumi_wasm_provider import CheckContext, Value, path_of

from .name import DomainName, SpellingError

#: The default port of DNS servers.
DNS_PORT = 53

Canonical = Callable[[str], str]


def text(value: Value[str], cx: CheckContext, canonical: Canonical) -> None:
    """Replaces a known text by its canonical spelling, or reports its fault."""
    given = value.get()
    if given is None:
        return
    try:
        value.set(canonical(given))
    except SpellingError as reason:
        cx.fail(value.path, reason)


def texts(value: Value[list[str]] | Value[list[str] | None], cx: CheckContext, canonical: Canonical) -> None:
    """Replaces each text of a known list by its canonical spelling, or reports its fault."""
    given = value.get()
    if given is None:
        return
    spellings: list[str] = []
    for index, written in enumerate(given):
        try:
            spellings.append(canonical(written))
        except SpellingError as reason:
            cx.fail(value.path, reason, index)
    if len(spellings) == len(given):
        value.set(spellings)


def distinct(given: list[str], property: object, cx: CheckContext, same: Callable[[str, str], bool]) -> None:
    """Reports what occurs twice in a list that the server takes as a set."""
    for index, written in enumerate(given):
        for first, other in enumerate(given[:index]):
            if same(written, other):
                cx.fail(property, f"`{written}` is the same as {path_of(property, first)}", index)
                break


def name(text: str) -> str:
    """The canonical spelling of a domain name."""
    return str(DomainName.parse(text))


def address(text: str) -> str:
    """The canonical spelling of another server's address: the port is written only if it is not the usual one."""
    try:
        return str(ip_address(text))
    except ValueError:
        pass
    host, separator, port = text.rpartition(":")
    if text.startswith("[") and text.endswith("]"):
        host, separator, port = text, ":", str(DNS_PORT)
    is_bracketed = host.startswith("[") and host.endswith("]")
    try:
        found = ip_address(host.removeprefix("[").removesuffix("]"))
        number = int(port) if port.isascii() and port.isdigit() else -1
        if not separator or is_bracketed != isinstance(found, IPv6Address) or not 0 <= number <= 65535:
            raise ValueError
    except ValueError:
        forms = "`192.0.2.1:5300`, `[2001:db8::1]:5300`"
        raise SpellingError(f"`{text}` is not an IP address, alone or with a port: {forms}") from None
    if number == DNS_PORT:
        return str(found)
    return f"[{found}]:{number}" if is_bracketed else f"{found}:{number}"

