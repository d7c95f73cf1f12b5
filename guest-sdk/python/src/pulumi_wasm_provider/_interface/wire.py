"""The forms in which secrets, unknown values, assets and resources cross the interface.

Nothing else in this package knows the constants, which are Pulumi's own. Values are what `json` makes of a text.
"""

from __future__ import annotations

import json
from typing import Any, Final, Literal

from ..errors import ProviderError

SIGNATURE: Final = "4dabf18193072939515e22adb298388d"
SECRET: Final = "1b47061264138c4ac30d75fd1eb44270"
ASSET: Final = "c44067f5952c0a294b673a41bacd8c17"
ARCHIVE: Final = "0def7320c3a5731c473e5ecbe6d01bc7"
RESOURCE: Final = "5cf8f73096256a8f31e491e813e4eb8e"
OUTPUT: Final = "d0e6a833031e9bbcd3f4e8bde6ca49a4"
UNKNOWN: Final = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"

#: Programs nearly always send the first constant, for every type; the others are for specific types.
UNKNOWN_FORMS: Final = frozenset(
    {
        UNKNOWN,
        "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
        "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
        "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
        "030794c1-ac77-496b-92df-f27374a8bd58",
        "e48ece36-62e2-4504-bad9-02848725956a",
        "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
    }
)

PropertyMap = dict[str, Any]
Special = Literal["asset", "archive", "resource"]

_SPECIALS: Final[dict[Any, Special]] = {ASSET: "asset", ARCHIVE: "archive", RESOURCE: "resource"}
_SIGNATURES: Final[dict[Special, str]] = {"asset": ASSET, "archive": ARCHIVE, "resource": RESOURCE}


def parse(text: str) -> PropertyMap:
    """The map inside a request."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ProviderError(f"the host sent no property map: {error}") from None
    if not isinstance(value, dict):
        raise ProviderError("the host sent no property map")
    return value


def parse_value(text: str) -> Any:
    """Reads a value that is a whole text of the interface."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ProviderError(f"the host sent no value: {error}") from None


def text(value: object) -> str:
    """A value in the interface's form. Encoding has already refused invalid values."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _wrapper(value: object) -> Literal["secret", "output"] | None:
    if not isinstance(value, dict):
        return None
    signature = value.get(SIGNATURE)
    if signature == SECRET:
        return "secret"
    if signature == OUTPUT:
        # An output value is a secret if it says so.
        return "secret" if value.get("secret") is True else "output"
    return None


def is_unknown(value: object) -> bool:
    """Whether the value as a whole is not known yet, inside any wrappers."""
    # This function is called several times for each value, and nearly no value has a wrapper.
    if isinstance(value, str):
        return value in UNKNOWN_FORMS
    if not isinstance(value, dict):
        return False
    while _wrapper(value) is not None:
        assert isinstance(value, dict)
        if "value" not in value:
            return True
        value = value["value"]
    return isinstance(value, str) and value in UNKNOWN_FORMS


def reveal(value: Any) -> Any:
    """The value without the wrappers around it; those inside an array or object stay. Ask `is_unknown` first."""
    if not isinstance(value, dict):
        return value
    while _wrapper(value) is not None:
        value = value.get("value")
    return value


def reveal_deep(value: Any) -> Any:
    """The value without the wrappers around it and inside it. An unknown value stays as it is."""
    if isinstance(value, list):
        return [reveal_deep(item) for item in value]
    if isinstance(value, dict):
        if _wrapper(value) is not None:
            return reveal_deep(value["value"]) if "value" in value else value
        return {key: reveal_deep(member) for key, member in value.items()}
    return value


def is_null(value: Any) -> bool:
    """Whether the value inside any wrappers is null."""
    if not isinstance(value, dict):
        return value is None
    while _wrapper(value) is not None:
        if "value" not in value:
            return False
        value = value["value"]
    return value is None


def secret(value: Any) -> Any:
    """The value as a secret. A secret stays as it is."""
    return value if _wrapper(value) == "secret" else {SIGNATURE: SECRET, "value": value}


def is_secret(value: Any) -> bool:
    """Whether the value as a whole is a secret."""
    wrapper = _wrapper(value)
    return wrapper == "secret" or (wrapper == "output" and is_secret(value.get("value")))


def special(value: object) -> Special | None:
    """The meaning of an object that represents a special value."""
    return _SPECIALS.get(value.get(SIGNATURE)) if isinstance(value, dict) else None


def signed(kind: Special, members: PropertyMap) -> PropertyMap:
    """An object that represents a special value."""
    return {**members, SIGNATURE: _SIGNATURES[kind]}


def contains_secret(value: object) -> bool:
    """Whether anything in the value is a secret."""
    if isinstance(value, list):
        return any(map(contains_secret, value))
    if isinstance(value, dict):
        return _wrapper(value) == "secret" or any(map(contains_secret, value.values()))
    return False


def contains_unknown(value: object) -> bool:
    """Whether anything in the value is not known yet."""
    if isinstance(value, str):
        return value in UNKNOWN_FORMS
    if isinstance(value, list):
        return any(map(contains_unknown, value))
    if isinstance(value, dict):
        return (_wrapper(value) is not None and "value" not in value) or any(map(contains_unknown, value.values()))
    return False


def same(one: object, other: object) -> bool:
    """Whether two values are the same JSON. In Python, `True` equals 1; in JSON it does not."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return one == other


def restore(new: Any, original: Any) -> Any:
    """The value to send for a property that arrived as `original`. An unchanged value keeps its secrets. A new value is
    a secret if the old value was."""
    if same(new, reveal_deep(original)):
        return original
    return secret(new) if contains_secret(original) else new


def node(number: int, path: str) -> PropertyMap:
    """The output of a node of the deployment: of all of it if the path is empty."""
    output: PropertyMap = {SIGNATURE: OUTPUT, "handle": number}
    if path:
        output["path"] = path
    return output


def node_of(value: object) -> tuple[int, str] | None:
    """The number of a node and the path below it, if the value is an output of a node."""
    if not isinstance(value, dict) or value.get(SIGNATURE) != OUTPUT or "handle" not in value:
        return None
    return int(value["handle"]), str(value.get("path", ""))


def contains_node(value: object) -> bool:
    """Whether an output of a node stands anywhere in the value."""
    if isinstance(value, list):
        return any(map(contains_node, value))
    if isinstance(value, dict):
        return node_of(value) is not None or any(map(contains_node, value.values()))
    return False
