"""Bytes of the cluster as text."""

from pulumi_wasm_provider import ProviderError


def text_of(what: str, value: bytes) -> str:
    """Bytes of the cluster as text. Fails if its bytes are not UTF-8, because state holds texts."""
    try:
        return value.decode()
    except UnicodeDecodeError:
        raise ProviderError(f"cannot read {what}: its bytes are not text in UTF-8") from None
