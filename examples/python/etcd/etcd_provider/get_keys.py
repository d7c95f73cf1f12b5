"""The functions `getValue` and `getKeys`."""

from typing import Annotated

from pulumi_wasm_provider import Doc, FunctionContext, NotFoundError, Results, function

from .api import Api, decoded, encoded, range_end
from .values import text_of


class GetValueResult(Results):
    """The value of a key."""

    value: str
    """The value."""
    revision: int
    """The revision of the cluster that last changed the value."""


class GetKeysResult(Results):
    """Keys with their values."""

    values: dict[str, str]
    """The value of each key."""
    revision: int
    """The revision of the cluster at which the keys were read."""


@function
def get_value(key: Annotated[str, Doc("The key.")], cx: FunctionContext) -> GetValueResult:
    """Reads the value of a key, of any manager. It is an error if the cluster has no such key."""
    found = Api(cx).call(f"read the key {key}", "/kv/range", {"key": encoded(key)})
    for one in found.get("kvs", []):
        value = text_of(f"the value of {key}", decoded(one.get("value")))
        return GetValueResult(value=value, revision=int(one["mod_revision"]))
    raise NotFoundError(f"the cluster has no key {key}")


@function
def get_keys(
    prefix: Annotated[str, Doc("The beginning of the keys, such as `/config/`; an empty text means all keys.")],
    cx: FunctionContext,
) -> GetKeysResult:
    """Reads all keys with a prefix."""
    start = prefix.encode()
    body = {"key": encoded(start or b"\0"), "range_end": encoded(range_end(start))}
    found = Api(cx).call(f"read the keys below {prefix}", "/kv/range", body)
    values: dict[str, str] = {}
    for one in found.get("kvs", []):
        key = text_of("a key", decoded(one["key"]))
        values[key] = text_of(f"the value of {key}", decoded(one.get("value")))
    return GetKeysResult(values=values, revision=int(found["header"]["revision"]))
