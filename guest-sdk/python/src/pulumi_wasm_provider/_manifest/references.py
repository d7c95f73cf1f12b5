"""References to values of the configuration: `Settings.server_url`."""

from __future__ import annotations

from .._model.classes import model_of
from .._model.path import camel
from .._model.problems import Problems
from .._model.properties import Property, closest
from ..config import Config


def configured_value(value: object, config: type[Config] | None, what: str, problems: Problems) -> str:
    """The name, in the schema, of a value of the configuration. `what` says where the author referred to it."""
    if config is None:
        problems.add("Provider", f"{what} is a value of the configuration, and the provider has none: write `config=Settings`")
        return ""
    if isinstance(value, Property):
        found = model_of(config, problems).attributes.get(value.name)
        if found is not value:
            message = f"{what} is `{value.owner.__name__}.{value.name}`, which is not a value of the configuration `{config.__name__}`"
            problems.add("Provider", message)
        return value.wire_name
    problems.add("Provider", f"{what} is {value!r}: write `{config.__name__}.{_meant(value, config, problems)}`, the attribute itself")
    return ""


def _meant(value: object, config: type[Config], problems: Problems) -> str:
    """The attribute that the author probably meant with a text."""
    text = value.removeprefix("config:") if isinstance(value, str) else ""
    attributes = model_of(config, problems).attributes
    for name, property in attributes.items():
        if text in (name, property.wire_name, camel(name)):
            return name
    return closest(text, attributes, 0.4) or next(iter(attributes), "url")
