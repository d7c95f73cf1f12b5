"""State from before it had a version: recorded by this provider's first versions, and by others of its name.

Each function is a step from version 0 to version 1.
"""

from typing import Any

from pulumi_wasm_provider import OldState


def keepers(old: OldState) -> None:
    """Makes texts of all keepers. Others recorded numbers and booleans too, nulls, and names that begin with `__`, which are
    notes of the engine's neighbours."""

    def texts(keepers: Any) -> Any:
        if not isinstance(keepers, dict):
            return keepers
        items = keepers.items()
        return {name: _written(value) for name, value in items if not name.startswith("__") and value is not None}

    old.map("keepers", texts)


def text(old: OldState) -> None:
    """Gives the two names of one input the same value: others recorded only the one that the program had given."""
    keepers(old)
    inputs = old.inputs
    if inputs is not None and (inputs.get("number") is False or inputs.get("numeric") is False):
        inputs["number"] = inputs["numeric"] = False


def password(old: OldState) -> None:
    """A password once had no hash. It is empty then."""
    text(old)
    if old.outputs is not None:
        old.outputs.setdefault("bcryptHash", "")


def _written(value: Any) -> Any:
    """The value as a person would write it: whole numbers may be recorded as `3.0`."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(int(value)) if float(value).is_integer() else repr(value)
    return value
