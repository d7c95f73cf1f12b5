"""Components in the manifest."""

from __future__ import annotations

from typing import Any

from ..._manifest.schema import SchemaBuilder, describe, description_of, rules_of
from ..._model.listed import listed
from ..._model.problems import Problems
from .component import BuiltComponent
from .values import is_handle


def schema(found: BuiltComponent, builder: SchemaBuilder) -> dict[str, Any]:
    """The schema of a component."""
    cls, options = found.cls, found.cls.__options__
    written = {"isComponent": True, **builder.properties(cls, "output"), **builder.properties(cls, "input")}
    for property in found.inputs:
        if not is_handle(property):
            # Generated SDKs take no output for it.
            written["inputProperties"][property.wire_name]["plain"] = True
    describe(written, options.get("description") or description_of(cls), options.get("deprecated"), options.get("language"))
    if found.methods:
        written["methods"] = {name: f"{found.token}/{name}" for name in found.methods}
    if aliases := options.get("aliases"):
        written["aliases"] = [{"type": alias} for alias in listed(aliases)]
    return written


def methods(found: BuiltComponent, builder: SchemaBuilder) -> dict[str, Any]:
    """The functions of the schema that are methods of a component, by their tokens."""
    owner = builder.resource_reference(found.cls)
    return {f"{found.token}/{name}": model.schema(owner, builder) for name, model in found.methods.items()}


def beside_methods(found: BuiltComponent, problems: Problems) -> dict[str, Any]:
    """The rules of their arguments."""
    return {f"{found.token}/{name}": model.beside(problems) for name, model in found.methods.items()}


def beside(found: BuiltComponent, problems: Problems) -> dict[str, Any]:
    """The hook and the rules of a component."""
    return {"hooks": ["construct"]} | rules_of(found.cls, problems)
