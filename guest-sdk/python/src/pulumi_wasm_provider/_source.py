"""The facts that only the source text has: the descriptions below properties, and the places of definitions.

It is read while modules are imported. A running component has no files any more.
"""

from __future__ import annotations

import ast
import inspect
import linecache
import sys
from dataclasses import dataclass, field


@dataclass
class ClassSource:
    """One class: its line, and of each attribute line and description."""

    line: int
    lines: dict[str, int] = field(default_factory=dict)
    descriptions: dict[str, str] = field(default_factory=dict)


@dataclass
class ModuleSource:
    """One module: its file, and its classes and functions by qualified name."""

    file: str
    classes: dict[str, ClassSource] = field(default_factory=dict)
    functions: dict[str, int] = field(default_factory=dict)


_modules: dict[str, ModuleSource | None] = {}


def module(name: str) -> ModuleSource | None:
    """The source of a module, or None without a file."""
    if name not in _modules:
        _modules[name] = _read(name)
    return _modules[name]


def of_class(cls: type) -> ClassSource | None:
    """The source's facts about a class."""
    source = module(cls.__module__)
    return source.classes.get(cls.__qualname__) if source is not None else None


def place(of: object, attribute: str | None = None) -> str:
    """The place of a class, one of its attributes or a function, for messages: `zone.py:12: ` or an empty text."""
    name = getattr(of, "__module__", None)
    source = module(name) if isinstance(name, str) else None
    if source is None:
        return ""
    qualified = getattr(of, "__qualname__", "")
    found = source.classes.get(qualified)
    line = found.lines.get(attribute or "", found.line) if found is not None else source.functions.get(qualified)
    return f"{shown(source.file)}:{line}: " if line is not None else f"{shown(source.file)}: "


def shown(file: str) -> str:
    """A file as its author knows it: without the folder that it was built from."""
    for folder in sorted(sys.path, key=len, reverse=True):
        if folder and file.startswith(folder.rstrip("/") + "/"):
            return file[len(folder.rstrip("/")) + 1 :]
    return file


def _read(name: str) -> ModuleSource | None:
    file = getattr(sys.modules.get(name), "__file__", None)
    if not isinstance(file, str):
        return None
    lines = linecache.getlines(file)
    if not lines:
        return None
    # Without a time the lines are kept: a traceback shows them even if the file is out of reach.
    text = "".join(lines)
    linecache.cache[file] = (len(text), None, lines, file)
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return None
    source = ModuleSource(file)
    _collect(tree.body, "", source)
    return source


def _collect(body: list[ast.stmt], prefix: str, source: ModuleSource) -> None:
    for statement in body:
        if isinstance(statement, ast.ClassDef):
            qualified = prefix + statement.name
            source.classes[qualified] = _class(statement)
            _collect(statement.body, f"{qualified}.", source)
        elif isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            source.functions[prefix + statement.name] = statement.lineno
            _collect(statement.body, f"{prefix}{statement.name}.<locals>.", source)
        elif isinstance(statement, ast.If | ast.Try | ast.With):
            _collect(statement.body, prefix, source)


def _class(definition: ast.ClassDef) -> ClassSource:
    found = ClassSource(definition.lineno)
    names: list[str] = []
    for statement in definition.body:
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name)):
                names = [name]
            case ast.Assign(targets=[ast.Name(id=name)]):
                names = [name]
            case ast.Expr(value=ast.Constant(value=str(text))) if names:
                found.descriptions[names[0]] = inspect.cleandoc(text)
                names = []
                continue
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                found.lines[name] = statement.lineno
                names = []
                continue
            case _:
                names = []
        for name in names:
            found.lines[name] = statement.lineno
    return found
