"""Finds mistaken ways to the configuration, to its client and to the id. Without the build's warning only a deployment finds them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from .._model import source as _source
from ..provider import Provider

_CONFIGURED = ("client", "config")


def misused(provider: Provider, files: Iterator[Path]) -> list[str]:
    """A sentence with its place for each `cx.client.get`, `cx.config.url`, `cx.config(Settings).client` and `cx.id` in these files."""
    settings = provider.config.__name__ if isinstance(provider.config, type) else "Settings"
    found = []
    for file in files:
        for line, message in sorted(set(_misused_in(ast.parse(file.read_bytes()), settings))):
            found.append(f"{_source.shown(str(file))}:{line}: {message}")
    return found


def _misused_in(tree: ast.Module, settings: str) -> Iterator[tuple[int, str]]:
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        contexts = {argument.arg for argument in function.args.args if _names_context(argument.annotation)}
        for node in ast.walk(function):
            match node:
                case ast.Attribute(value=ast.Name(id=cx), attr="id") if cx in contexts:
                    yield node.lineno, f"`{cx}` has no id: `read` gets it as the parameter `id`, and other hooks have `self.id`"
                case ast.Attribute(
                    attr="client",
                    value=ast.Attribute(value=ast.Name(id=cx), attr="config") | ast.Call(func=ast.Attribute(value=ast.Name(id=cx), attr="config")),
                ) if cx in contexts:
                    yield node.lineno, f"the configuration does not have the client: write `{cx}.client({settings})`"
                case ast.Attribute(value=ast.Attribute(value=ast.Name(id=cx), attr=asked)) if cx in contexts and asked in _CONFIGURED:
                    yield node.lineno, f"`{cx}.{asked}` is a function: write `{cx}.{asked}({settings}).{node.attr}`"


def _names_context(annotation: ast.expr | None) -> bool:
    match annotation:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.Constant(value=str(name)):
            return name.endswith("Context")
    return False
