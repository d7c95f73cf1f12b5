"""Assets and archives: files that a program gives, which only the host ever opens."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, BinaryIO, cast

from .._interface import wire as _wire
from .._interface.host import host
from .._model.types import SchemaParts, Type
from ..errors import InvalidError, ProviderError, UnavailableError

_CHUNK = 1 << 18


def _absent() -> ProviderError:
    return UnavailableError("the content did not come with this call; only the hash can be compared")


@dataclass
class Asset:
    """A file, or a text: `Asset.of_text("…")`.

    The content is read from the host on access. It is available only in the call that received it: `diff`, `read`,
    `delete` and old values only have the hash.
    """

    hash: str | None = None
    """SHA-256 of the content, in hexadecimal. None for an asset that the provider made."""
    _handle: int | None = field(default=None, repr=False)
    _text: str | None = field(default=None, repr=False)

    @classmethod
    def of_text(cls, text: str) -> Asset:
        """An asset that the provider makes."""
        return cls(_text=text)

    def size(self) -> int:
        """The size in bytes. Fails like `open`."""
        if self._handle is not None:
            return host().open_asset(self._handle)
        if self._text is not None:
            return len(self._text.encode())
        raise _absent()

    def read_bytes(self) -> bytes:
        """The whole content. Fails like `open`."""
        if self._handle is None:
            if self._text is None:
                raise _absent()
            return self._text.encode()
        parts = bytearray()
        while part := host().read_asset(self._handle, len(parts), _CHUNK):
            parts += part
        return bytes(parts)

    def read_text(self) -> str:
        """The whole content as text. Fails like `open`, and if the content is not UTF-8."""
        try:
            return self.read_bytes().decode()
        except UnicodeDecodeError:
            raise ProviderError("the asset is not text") from None

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        """The content as a file, for content that is too large for the component's memory.

        Fails with `NotFoundError` when the file does not exist, with `DeniedError` without a grant for the address, and
        with `UnavailableError` if this call did not receive the content.
        """
        self.size()
        with io.BufferedReader(_AssetFile(self), _CHUNK) as reader:
            yield cast(BinaryIO, reader)

    def _part(self, offset: int, count: int) -> bytes:
        if self._handle is not None:
            return host().read_asset(self._handle, offset, count)
        return (self._text or "").encode()[offset : offset + count]


class _AssetFile(io.RawIOBase):
    def __init__(self, asset: Asset) -> None:
        super().__init__()
        self._asset = asset
        self._offset = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        part = self._asset._part(self._offset, min(len(buffer), _CHUNK))
        buffer[: len(part)] = part
        self._offset += len(part)
        return len(part)


@dataclass
class Archive:
    """Several files with their paths."""

    hash: str | None = None
    """SHA-256 of the archive as Pulumi computes it, in hexadecimal."""
    _handle: int | None = field(default=None, repr=False)

    def entries(self) -> dict[str, Asset]:
        """The files of the archive and of archives inside it, sorted by path. Fails as `Asset.open` does."""
        if self._handle is None:
            raise _absent()
        return {path: Asset(None, handle) for path, handle in host().archive_entries(self._handle)}


class AssetOrArchiveType(Type):
    """`Asset | Archive`."""

    kind = "handle"
    noun = "an asset or archive"

    def schema(self, builder: SchemaParts) -> dict[str, Any]:
        # In Pulumi's schema, `Asset` takes archives too.
        return {"$ref": "pulumi.json#/Asset"}

    def read(self, value: Any, path: str) -> Asset | Archive:
        special = _wire.special(value)
        if special not in ("asset", "archive"):
            raise self.unexpected(value, path)
        digest = value.get("hash") or None
        handle = value.get("handle")
        handle = int(handle) if isinstance(handle, int | float) else None
        if special == "archive":
            return Archive(digest, handle)
        given = value.get("text")
        return Asset(digest, handle, given if handle is None and isinstance(given, str) else None)

    def encode(self, value: Any, path: str) -> dict[str, Any]:
        if not self.accepts(value):
            raise self.misfit(value, path)
        members: dict[str, Any] = {}
        if value.hash is not None:
            members["hash"] = value.hash
        if value._handle is not None:
            members["handle"] = value._handle
        elif isinstance(value, Asset) and value._text is not None:
            members["text"] = value._text
        return _wire.signed("archive" if isinstance(value, Archive) else "asset", members)

    def accepts(self, value: object) -> bool:
        return isinstance(value, Asset | Archive)


class AssetType(AssetOrArchiveType):
    """`Asset`."""

    noun = "an asset"

    def read(self, value: Any, path: str) -> Asset:
        found = super().read(value, path)
        if isinstance(found, Asset):
            return found
        raise InvalidError(path, "expected an asset, found an archive")

    def accepts(self, value: object) -> bool:
        return isinstance(value, Asset)


class ArchiveType(AssetOrArchiveType):
    """`Archive`."""

    noun = "an archive"

    def schema(self, builder: SchemaParts) -> dict[str, Any]:
        return {"$ref": "pulumi.json#/Archive"}

    def read(self, value: Any, path: str) -> Archive:
        found = super().read(value, path)
        if isinstance(found, Archive):
            return found
        raise InvalidError(path, "expected an archive, found an asset")

    def accepts(self, value: object) -> bool:
        return isinstance(value, Archive)
