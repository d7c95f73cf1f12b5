"""Domain names in the one spelling that PowerDNS uses: lower case, with the dot at the end."""

import re
from dataclasses import dataclass
from typing import Self
from urllib.parse import quote

from pulumi_wasm_provider import ProviderError

#: RFC 1035, 2.3.4: a label has at most 63 octets.
LABEL_LIMIT = 63

#: RFC 1035, 2.3.4: a name has at most 255 octets on the wire, which leaves 254 characters with the dot at the end.
NAME_LIMIT = 254


class SpellingError(ProviderError):
    """A text that a person wrote is wrong. The message says why."""


@dataclass(frozen=True)
class DomainName:
    """A domain name in its canonical spelling."""

    text: str

    @classmethod
    def parse(cls, text: str) -> Self:
        """Takes a name as people write it: in any case, with or without the dot at its end.

        Fails with a `SpellingError`, whose text is for the person who wrote the name.
        """
        if text == ".":
            return cls(text)
        labels = text.removesuffix(".")
        if not labels:
            raise SpellingError("a domain name must not be empty")
        if not text.isascii():
            raise SpellingError(f"`{text}` must be written in its ASCII form, which begins with `xn--`")
        if re.search(r"[\s\x00-\x1f\x7f]", text):
            raise SpellingError(f"`{text}` must not contain white space")
        for label in labels.split("."):
            if not label:
                raise SpellingError(f"`{text}` has two dots in a row, or a dot at its beginning")
            if len(label) > LABEL_LIMIT:
                raise SpellingError(f"`{label}` is longer than the {LABEL_LIMIT} characters between two dots")
        if len(labels) >= NAME_LIMIT:
            raise SpellingError(f"`{text}` is longer than {NAME_LIMIT} characters")
        return cls(f"{labels.lower()}.")

    def is_within(self, zone: "DomainName") -> bool:
        """Whether this name is `zone` itself or below it."""
        return zone.text == "." or self == zone or self.text.endswith(f".{zone.text}")

    def in_address(self) -> str:
        """The name as a path segment of an API request.

        PowerDNS has a special escape here, because proxies stumble over `%2F`.
        """
        if self.text == ".":
            return "=2E"
        return re.sub(r"[^A-Za-z0-9.-]", lambda match: f"={ord(match[0]):02X}", self.text)

    def in_query(self) -> str:
        """The name as a value in the query of an API request."""
        return quote(self.text, safe="").replace("~", "%7E")

    def __str__(self) -> str:
        return self.text
