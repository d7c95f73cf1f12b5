"""Finds files that hooks open, because a component has no files. A module may read files while it is imported, because the build imports it.

A function counts if a hook of the same module calls it, directly or through other functions.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from .._manifest.hooks import CONFIG_HOOKS, RESOURCE_HOOKS

INSTEAD = (
    "a component has no files when a hook runs: read it at the top of the module, which the build imports, or let programs give an `Asset`"
)

#: Methods of a class that the host calls.
_HOOKS = frozenset(name for name, _, _ in (*RESOURCE_HOOKS, *CONFIG_HOOKS)) | {"construct"}
_PACKAGE = __name__.partition(".")[0]
#: Decorators of the SDK whose functions the host calls.
_DECORATORS = frozenset(f"{_PACKAGE}.{name}" for name in ("function", "method"))

#: Functions that open files, look for them or change them.
_FUNCTIONS = frozenset(
    "open io.open codecs.open pkgutil.get_data importlib.resources.files importlib.resources.read_text importlib.resources.read_binary "
    "importlib.resources.open_text importlib.resources.open_binary os.open os.listdir os.scandir os.walk os.mkdir os.makedirs os.remove "
    "os.unlink os.rename os.replace os.rmdir tempfile.NamedTemporaryFile tempfile.SpooledTemporaryFile tempfile.TemporaryDirectory "
    "tempfile.TemporaryFile tempfile.mkdtemp tempfile.mkstemp glob.glob glob.iglob shutil.copy shutil.copyfile shutil.copytree shutil.move "
    "shutil.rmtree".split()
)
_PATHS = frozenset({"pathlib.Path", "pathlib.PosixPath"})
#: Methods of a path that open files, look for them or change them.
_METHODS = frozenset("open read_text read_bytes write_text write_bytes iterdir glob rglob mkdir touch unlink rmdir rename".split())

_Function = ast.FunctionDef | ast.AsyncFunctionDef


def opened_in(tree: ast.Module, named: Callable[[ast.expr], str | None]) -> list[tuple[int, str]]:
    """Lines of a module at which a hook opens a file, with the fault. `named` returns the full name of a name in the
    module: `os.open` for `o.open`."""
    functions = {node.name: node for node in tree.body if isinstance(node, _Function)}
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    paths = _Paths(named)
    paths.learn(tree.body)
    found: set[tuple[int, str]] = set()
    for function, methods in _reached(functions, classes, named):
        inside = _Paths(named, paths.names)
        inside.learn(ast.walk(function))
        found.update((node.lineno, f"`{what}` does not work in a hook: {INSTEAD}") for node, what in _opens(function, inside, named))
    return sorted(found)


def _reached(
    functions: dict[str, _Function], classes: list[ast.ClassDef], named: Callable[[ast.expr], str | None]
) -> Iterator[tuple[_Function, dict[str, _Function]]]:
    """The functions that the host calls in a module, and the functions that these call, each with the methods of its class."""
    waiting: list[tuple[_Function, dict[str, _Function]]] = [
        (function, {}) for function in functions.values() if any(named(_called(one)) in _DECORATORS for one in function.decorator_list)
    ]
    for one in classes:
        methods = {node.name: node for node in one.body if isinstance(node, _Function)}
        is_ours = bool(one.bases)
        for method in methods.values():
            decorated = any(named(_called(decorator)) in _DECORATORS for decorator in method.decorator_list)
            if is_ours and (decorated or method.name in _HOOKS):
                waiting.append((method, methods))
    seen: set[int] = set()
    while waiting:
        function, methods = waiting.pop()
        if id(function) in seen:
            continue
        seen.add(id(function))
        yield function, methods
        for node in ast.walk(function):
            if isinstance(node, ast.Name) and node.id in functions:
                waiting.append((functions[node.id], {}))
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"):
                if node.attr in methods:
                    waiting.append((methods[node.attr], methods))


def _called(node: ast.expr) -> ast.expr:
    return node.func if isinstance(node, ast.Call) else node


def _opens(function: _Function, paths: _Paths, named: Callable[[ast.expr], str | None]) -> Iterator[tuple[ast.Call, str]]:
    own = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    own |= {argument.arg for argument in ast.walk(function.args) if isinstance(argument, ast.arg)}
    for node in ast.walk(function):
        if not isinstance(node, ast.Call):
            continue
        call = node.func
        if isinstance(call, ast.Name) and call.id == "open" and "open" not in own and named(call) is None:
            yield node, "open"
        elif (whole := named(call)) in _FUNCTIONS and whole is not None:
            yield node, whole
        elif isinstance(call, ast.Attribute) and call.attr in _METHODS and paths.is_path(call.value):
            yield node, f"Path.{call.attr}"


class _Paths:
    """Which expressions are paths."""

    def __init__(self, named: Callable[[ast.expr], str | None], names: frozenset[str] | set[str] = frozenset()) -> None:
        self._named = named
        self.names = set(names)

    def learn(self, statements: Iterator[ast.AST] | list[ast.stmt]) -> None:
        """Records the names that hold a path."""
        for statement in statements:
            match statement:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if self.is_path(value):
                    self.names.add(name)
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value) if self.is_path(value):
                    self.names.add(name)

    def is_path(self, node: ast.expr) -> bool:
        """Whether an expression is a path: `Path("a") / "b"`, `HERE.parent`."""
        match node:
            case ast.Name(id=name):
                return name in self.names
            case ast.Call(func=call) if self._named(call) in _PATHS:
                return True
            case ast.Call(func=ast.Attribute(value=inner)) | ast.Attribute(value=inner) | ast.BinOp(left=inner, op=ast.Div()):
                return self.is_path(inner)
            case _:
                return False
