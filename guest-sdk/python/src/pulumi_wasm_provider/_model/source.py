"""The facts that only the source text has: the descriptions below properties, and the places of definitions.

It is read while modules are imported. A running component has no files any more.
"""

from __future__ import annotations

import ast
import inspect
import linecache
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field


@dataclass
class MethodSource:
    """One method."""

    assigned: dict[str, int] = field(default_factory=dict)
    """The attributes that it sets on its first parameter, `self`, each with the line."""
    used: set[str] = field(default_factory=set)
    """The attributes of `self` and of `super()` that it uses in any way."""
    is_opaque: bool = False
    """Whether code elsewhere may set attributes of `self`: the method hands `self` on, or has a decorator."""
    returns: frozenset[str] = frozenset()
    """The kinds of its returns: `value`, `None` for `return None`, `nothing` for a bare `return` or the end of the
    body."""


@dataclass
class ClassSource:
    """One class: its line, of each attribute line and description, and its methods."""

    line: int
    lines: dict[str, int] = field(default_factory=dict)
    descriptions: dict[str, str] = field(default_factory=dict)
    methods: dict[str, MethodSource] = field(default_factory=dict)


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


def place(of: object, attribute: str | None = None, line: int | None = None) -> str:
    """The place of a class, one of its attributes or a function, or another line of the same file, for messages: `zone.py:12: ` or an
    empty text."""
    name = getattr(of, "__module__", None)
    source = module(name) if isinstance(name, str) else None
    if source is None:
        return ""
    qualified = getattr(of, "__qualname__", "")
    found = source.classes.get(qualified)
    if line is None:
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
    # Without a modification time, `linecache` keeps the lines, so a traceback shows them even without the file.
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
                found.methods[name] = _method(statement)
                names = []
                continue
            case _:
                names = []
        for name in names:
            found.lines[name] = statement.lineno
    return found


def _method(definition: ast.FunctionDef | ast.AsyncFunctionDef) -> MethodSource:
    parameters = [*definition.args.posonlyargs, *definition.args.args]
    found = MethodSource()
    decorators = {one.id if isinstance(one, ast.Name) else "" for one in definition.decorator_list}
    if not decorators & {"classmethod", "staticmethod"}:
        found.is_opaque = not parameters or bool(decorators - {"property"})
        if parameters:
            _collect_uses(definition, parameters[0].arg, found)
    ends = set(_returns(definition.body))
    if not _never_ends(definition.body):
        ends.add("nothing")
    found.returns = frozenset(ends)
    return found


def _collect_uses(definition: ast.FunctionDef | ast.AsyncFunctionDef, self_name: str, found: MethodSource) -> None:
    """The uses of `self` in a method."""
    harmless: set[ast.AST] = set()
    for node in ast.walk(definition):
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name == self_name:
                harmless.add(node.value)
                found.used.add(attribute)
                if isinstance(node.ctx, ast.Store):
                    found.assigned.setdefault(attribute, node.lineno)
            case ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr=attribute):
                found.used.add(attribute)
            # It reads what is set so far.
            case ast.Call(func=ast.Attribute(attr="checkpoint")):
                harmless.update(node.args)
    for node in ast.walk(definition):
        if isinstance(node, ast.Name) and node.id == self_name and node not in harmless:
            found.is_opaque = True


def _returns(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """How a function returns, without the functions inside of it."""
    for node in nodes:
        match node:
            case ast.Return(value=None):
                yield "nothing"
            case ast.Return(value=ast.Constant(value=None)):
                yield "None"
            case ast.Return():
                yield "value"
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.Lambda():
                pass
            case _:
                yield from _returns(ast.iter_child_nodes(node))


def _never_ends(body: list[ast.stmt]) -> bool:
    """Whether the code shows that its end is never reached."""
    match body[-1] if body else None:
        case ast.Raise() | ast.Return() | ast.While(test=ast.Constant(value=True)):
            return True
        case ast.If(body=one, orelse=other):
            return _never_ends(one) and _never_ends(other)
        case ast.With(body=one):
            return _never_ends(one)
        case ast.Try(body=one, handlers=handlers, orelse=other, finalbody=last):
            return _never_ends(last) or (_never_ends(other or one) and all(_never_ends(handler.body) for handler in handlers))
        case ast.Match(cases=cases):
            return all(_never_ends(case.body) for case in cases)
        case _:
            return False
