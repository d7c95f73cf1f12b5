"""Finds names in an author's modules that can be imported in a component and do not work there, so that the build reports them with
file and line, and not the first call that needs them.

The modules are read and not run. Imports of modules in the same folder are followed. Packages are not read, because they may import
such a module and never use it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from .files import opened_in

_HTTP = "use `http` of pulumi_wasm_provider: `http.get(url).raise_for_status().json()`"
_NO_SOCKETS = f"a component has no sockets: {_HTTP}, or `urllib.request`, `requests` or `httpx`"
_NO_THREADS = "a component has one thread: call the function itself, and let the host run several hooks at once"
_NO_PROGRAMS = "a component cannot start other programs: reach a server with `http` of pulumi_wasm_provider, or use a package that does it in Python"
_NO_LOOP = f"hooks are not `async`, and an event loop needs sockets: {_HTTP}, and `cx.wait` or `cx.sleep` to wait"

_NO_DATABASE = f"a component has no sockets, and the host only speaks HTTP: {_HTTP}, where the server has an API over HTTP"
_NO_SIGNALS = "a component gets no signals: the host ends a call when its time is over, and `cx.wait` and `cx.sleep` end when it is cancelled"
_NO_ENVIRONMENT = (
    'a component has no environment: use `cx.env("NAME")`, write `env=[Env("NAME")]` into `Provider`, and let users grant it by '
    "`--allow-env NAME`; a value of the configuration takes one by `Field(env=…)`"
)

#: Packages that do not work in a component, with the advice.
_PACKAGES = {
    **dict.fromkeys("aiohttp websocket websockets".split(), _NO_SOCKETS),
    **dict.fromkeys("anyio gevent trio".split(), _NO_LOOP),
    **dict.fromkeys(
        "MySQLdb aioredis asyncpg cassandra kafka ldap3 mysql oracledb pg8000 pika psycopg psycopg2 pymongo pymssql pymysql redis".split(),
        _NO_DATABASE,
    ),
    **dict.fromkeys(
        "aiobotocore boto3 botocore".split(),
        f"it reads the descriptions of services from files, and a component has no files: {_HTTP}, with a signature of your own",
    ),
    **dict.fromkeys("fabric paramiko pexpect".split(), _NO_SOCKETS),
}

#: Modules of Python whose functions do not work. A name covers the modules below it. Their import is allowed; their use is a mistake.
_MODULES = {
    **dict.fromkeys(
        "ftplib http.server imaplib poplib selectors smtplib socketserver xmlrpc.server".split(),
        _NO_SOCKETS,
    ),
    **dict.fromkeys("_thread concurrent.futures.thread".split(), _NO_THREADS),
    **dict.fromkeys("multiprocessing concurrent.futures.process subprocess".split(), _NO_PROGRAMS),
    "asyncio": _NO_LOOP,
}

#: Names in these modules that are harmless, because they only name something.
_HARMLESS = frozenset(
    "asyncio.CancelledError asyncio.TimeoutError subprocess.CalledProcessError "
    "subprocess.SubprocessError subprocess.TimeoutExpired "
    # A library may take its settings from there.
    "os.environ.setdefault os.environ.update".split()
)

#: Names that do not work in modules with other names that do. A name covers all names below it.
_NAMES = {
    f"{module}.{name}": instead
    for module, names, instead in (
        (
            "socket",
            "create_connection create_server fromfd getaddrinfo getfqdn gethostbyaddr gethostbyname gethostbyname_ex gethostname getnameinfo "
            "socket socketpair",
            _NO_SOCKETS,
        ),
        ("select", "epoll kqueue poll select", _NO_SOCKETS),
        ("httpx", "AsyncClient", "hooks are not `async`: use `httpx.Client`"),
        ("threading", "Thread Timer", _NO_THREADS),
        ("concurrent.futures", "ThreadPoolExecutor", _NO_THREADS),
        ("concurrent.futures", "ProcessPoolExecutor", _NO_PROGRAMS),
        ("signal", "alarm pause raise_signal set_wakeup_fd setitimer signal sigtimedwait sigwait sigwaitinfo", _NO_SIGNALS),
        ("os", "environ environb getenv getenvb", _NO_ENVIRONMENT),
        ("os", "fork forkpty kill popen posix_spawn posix_spawnp startfile system", _NO_PROGRAMS),
        ("os", " ".join(f"{kind}{form}" for kind in ("exec", "spawn") for form in "l le lp lpe v ve vp vpe".split()), _NO_PROGRAMS),
    )
    for name in names.split()
}

def missing_in(module: str, folder: Path) -> list[str]:
    """A sentence with its place for each name that does not work, in the module and the modules of the folder that it imports."""
    found: list[str] = []
    waiting, seen = [module], set()
    while waiting:
        name = waiting.pop(0)
        file = _file_of(name, folder)
        if file is None or file in seen:
            continue
        seen.add(file)
        try:
            tree = ast.parse(file.read_bytes())
        except (SyntaxError, ValueError):
            # Importing the module reports the error.
            continue
        reader = _Reader(name if file.name == "__init__.py" else name.rpartition(".")[0], folder)
        reader.visit(tree)
        shown = file.relative_to(folder)
        told = {*reader.found, *opened_in(tree, reader.named)}
        found += [f"{shown}:{line}: {message}" for line, message in sorted(told)]
        waiting += reader.local
    return found


def instead_of(name: str) -> str | None:
    """The alternative to a package that does not work in a component; None for any other package."""
    return _PACKAGES.get(name.partition(".")[0])


def _file_of(name: str, folder: Path) -> Path | None:
    path = folder.joinpath(*name.split("."))
    for file in (path / "__init__.py", path.with_name(f"{path.name}.py")):
        if file.is_file():
            return file
    return None


class _Reader(ast.NodeVisitor):
    """Collects what one module imports and uses."""

    def __init__(self, package: str, folder: Path) -> None:
        self.package = package
        self.folder = folder
        #: Lines and their mistakes.
        self.found: list[tuple[int, str]] = []
        #: Modules of the project that are imported.
        self.local: list[str] = []
        #: The meaning of the module's names: `t` for `threading`.
        self._names: dict[str, str] = {}

    def visit_If(self, node: ast.If) -> None:
        # Code for the type checker alone never runs, and neither does code for a main program.
        test = ast.unparse(node.test)
        if test.endswith("TYPE_CHECKING") or test == "__name__ == '__main__'":
            nodes: list[ast.stmt] = node.orelse
        else:
            nodes = [*node.body, *node.orelse]
        for one in nodes:
            self.visit(one)

    def visit_Try(self, node: ast.Try) -> None:
        # An author who catches the failed import has a replacement.
        expected = any("ImportError" in written or "ModuleNotFoundError" in written for written in _caught(node))
        for one in [*([] if expected else node.body), *node.handlers, *node.orelse, *node.finalbody]:
            self.visit(one)

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self._import(alias.name, node.lineno)
            self._names[alias.asname or alias.name.partition(".")[0]] = alias.name if alias.asname else alias.name.partition(".")[0]

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        base = node.module or ""
        if node.level:
            parts = self.package.split(".") if self.package else []
            parts = parts[: len(parts) - node.level + 1]
            base = ".".join([*parts, *([base] if base else [])])
        self._import(base, node.lineno)
        for alias in node.names:
            whole = f"{base}.{alias.name}"
            if _file_of(whole, self.folder) is not None:
                self.local.append(whole)
            else:
                self._judge(whole, node.lineno)
            self._names[alias.asname or alias.name] = whole

    def visit_Subscript(self, node: ast.Subscript) -> None:
        # This sets a variable for a library; it does not read the environment.
        if not isinstance(node.ctx, ast.Load) and self.named(node.value) == "os.environ":
            self.visit(node.slice)
        else:
            self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        whole = self.named(node)
        # A name that does not work is reported once, together with the names inside it.
        if whole not in _HARMLESS and (whole is None or not self._judge(whole, node.lineno)):
            self.generic_visit(node)

    def _import(self, name: str, line: int) -> None:
        parts = name.split(".")
        for end in range(1, len(parts) + 1):
            prefix = ".".join(parts[:end])
            if _file_of(prefix, self.folder) is not None:
                self.local.append(prefix)
        instead = instead_of(name)
        if instead and not self._is_local(name):
            self.found.append((line, f"`{name}` does not work: {instead}"))

    def _judge(self, name: str, line: int) -> bool:
        """Records a name of a Python module if it does not work. Returns whether it is such a name."""
        parts = name.split(".")
        prefixes = [".".join(parts[:end]) for end in range(1, len(parts) + 1)]
        listed = next((prefix for prefix in prefixes if prefix in _NAMES), None)
        instead = _NAMES[listed] if listed else next((_MODULES[prefix] for prefix in prefixes[:-1] if prefix in _MODULES), "")
        if not instead or name in _HARMLESS or name in _MODULES or self._is_local(name):
            return False
        self.found.append((line, f"`{listed or name}` does not work: {instead}"))
        return True

    def _is_local(self, name: str) -> bool:
        return _file_of(name.partition(".")[0], self.folder) is not None

    def named(self, node: ast.expr) -> str | None:
        """`threading.Thread` of `t.Thread`, if `t` was imported; None of anything that was not."""
        parts: list[str] = []
        inner = node
        while isinstance(inner, ast.Attribute):
            parts.append(inner.attr)
            inner = inner.value
        if not isinstance(inner, ast.Name) or inner.id not in self._names:
            return None
        return ".".join([self._names[inner.id], *reversed(parts)])


def _caught(node: ast.Try) -> Iterator[str]:
    for handler in node.handlers:
        yield ast.unparse(handler.type) if handler.type is not None else ""
