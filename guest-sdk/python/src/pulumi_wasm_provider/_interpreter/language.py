"""Python's own modules in a component: the state that the snapshot must not freeze, and the missing parts.

A component is a snapshot of the interpreter after all modules were imported. A random value of an import would be the
same in every instance, and a module that is imported later is not there any more.
"""

from __future__ import annotations

import ast
import gc
import importlib
import io
import linecache
import logging
import random
import re
import sys
import time
import weakref
from types import ModuleType
from typing import Any

from .._interface.host import host
from .._interface.schedule import milliseconds
from .._network import replaced as _network
from .._network.sockets import MissingError
from ..errors import UnsupportedError

#: Modules that other modules import only when they first need them.
_NEEDED_LATER = (
    "_strptime",
    "base64",
    "bisect",
    "calendar",
    "colorsys",
    "csv",
    "datetime",
    "decimal",
    "difflib",
    "encodings.ascii",
    "encodings.cp1252",
    "encodings.hex_codec",
    "encodings.idna",
    "encodings.latin_1",
    "encodings.punycode",
    "encodings.utf_16",
    "encodings.utf_32",
    "encodings.utf_8_sig",
    "fractions",
    "hashlib",
    "heapq",
    "hmac",
    "html",
    "ipaddress",
    "locale",
    "operator",
    "pprint",
    "secrets",
    "statistics",
    "stringprep",
    "struct",
    "textwrap",
    "traceback",
    "unicodedata",
    "urllib.parse",
    "uuid",
    "zlib",
)

#: The limit for gaps.
_MAX_GAPS = 100_000
#: The objects that fill the gaps. The list does not grow, because that would leave gaps.
_gaps: list[object] = [None] * _MAX_GAPS
#: The bytes that a piece takes beyond its content: the object, and the allocator's own.
_BYTES_MORE = 32
#: If this many adjacent pieces are at the end of the memory, no gap of their size is left.
_AT_THE_END = 4
#: The sizes of pieces; 0 is the smallest object that there is.
_SIZES_OF_GAPS = (*(1 << shift for shift in range(16, 9, -1)), *range(507, 2, -8), 0)

#: The generators of `random` that were made without a seed while modules were imported.
_generators: weakref.WeakSet[random.Random] = weakref.WeakSet()
#: Whether a module of the provider, or one that it depends on, imports `random`.
_chance_is_used = False
#: Whether the author's modules may be imported.
_is_prepared = False


class _HostHandler(logging.Handler):
    """Shows what is logged on the resource of the call."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            text = self.format(record)
        except Exception:
            self.handleError(record)
            return
        error, warning, info = record.levelno >= 40, record.levelno >= 30, record.levelno >= 20
        host().log("error" if error else "warning" if warning else "info" if info else "debug", text, False)


def before_import() -> None:
    """Prepares for the author's modules: called before they are imported. A second call only looks at the path again."""
    # componentize-py also mounts the packages that are installed on the build machine. With them, a component would depend on the
    # machine that built it.
    sys.path[:] = [folder for folder in sys.path if not re.fullmatch(r"/(?:[3-9]|\d\d+)", folder)]
    global _is_prepared
    if _is_prepared:
        return
    _is_prepared = True
    _watch_generators()
    for stream in (sys.stdout, sys.stderr):
        # Printed text is shown in the call that printed it.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(line_buffering=True, errors="replace")
    # It logs every request at a level that users see.
    logging.getLogger("httpx").setLevel(logging.WARNING)
    logging.basicConfig(handlers=[_HostHandler()], level=logging.DEBUG, format="%(message)s")
    setattr(time, "sleep", _sleep)
    explain_what_is_missing()


def after_import() -> None:
    """Gets ready for the snapshot: called once the author's modules are there."""
    for name in _NEEDED_LATER:
        try_import(name)
    global _chance_is_used
    if "concurrent.futures" in sys.modules:
        # Python imports this module only when a library first uses one of its classes.
        try_import("concurrent.futures.thread")
    seen: set[str] = set()
    # An imported module may have functions with imports, too.
    while new := [name for name in list(sys.modules) if name not in seen]:
        seen.update(new)
        for name in new:
            if _is_authors(name):
                _chance_is_used |= _import_what_functions_import(name)
    # The present objects stay: looking through them for garbage
    # would copy every page of the snapshot in every instance.
    gc.collect()
    _take_gaps()
    gc.freeze()


def _take_gaps() -> None:
    """Takes the pieces of memory that imports left free, so that an instance allocates behind all of them.

    The allocator gives such pieces away first, and they lie on pages all over the snapshot: an instance copies each
    page that it writes to. From the largest size down, pieces are taken until the free list is empty and the allocator
    extends the memory."""
    number = 0
    for size in _SIZES_OF_GAPS:
        last, in_line = 0, 0
        while in_line < _AT_THE_END and number < _MAX_GAPS:
            piece: object = bytes(size) if size else object()
            _gaps[number] = piece
            number += 1
            # Pieces that follow each other come from one free block.
            in_line = in_line + 1 if 0 < id(piece) - last <= size + _BYTES_MORE else 0
            last = id(piece)
            del piece
        # The pieces at the end of the memory were not gaps.
        for place in range(max(0, number - in_line - 1), number):
            _gaps[place] = None
        number = max(0, number - in_line - 1)
    del _gaps[number:]


def begin_call() -> None:
    """Gives every generator of `random` a new seed, if the provider
    uses them. In `check` the host's randomness follows from
    the request's seed, so that the same question gets the same answer."""
    if not (_chance_is_used or _generators):
        return
    seed = host().random(32)
    random.seed(seed)
    for number, generator in enumerate(list(_generators)):
        generator.seed(seed + number.to_bytes(4, "big"))


def _watch_generators() -> None:
    """Notes the generators that are made without a seed while modules are imported."""
    original = random.Random.__init__

    def watched(self: random.Random, x: Any = None) -> None:
        original(self, x)
        if x is None and type(self) is not random.SystemRandom:
            _generators.add(self)

    setattr(random.Random, "__init__", watched)


def _sleep(seconds: float, /) -> None:
    """Waits in the host. The end of a deployment ends the wait."""
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    if seconds > 0:
        host().sleep(milliseconds(seconds))


def explain_what_is_missing() -> None:
    """Replaces functions that do not work in a component by functions that raise an error with advice, and sockets by sockets over the granted HTTP."""
    import subprocess
    import threading

    def no_thread(self: threading.Thread) -> None:
        raise UnsupportedError(f"a component has no threads, so `{self.name}` cannot start: do one thing after the other")

    def no_program(*_: Any, **__: Any) -> None:
        raise MissingError("a component is alone in its sandbox, and cannot start another program")

    _network.install()
    setattr(threading.Thread, "start", no_thread)
    setattr(subprocess.Popen, "__init__", no_program)
    # Python also calls the destructor of a process that was never started.
    setattr(subprocess.Popen, "__del__", lambda self: None)


def _is_authors(name: str) -> bool:
    file = getattr(sys.modules.get(name), "__file__", None)
    own = (__package__ or "pulumi_wasm_provider").split(".")[0]
    # The folders that a component is made of are mounted as `/0`, `/1` and so on; Python's own modules are elsewhere.
    return isinstance(file, str) and re.match(r"/\d+/", file) is not None and name.split(".")[0] != own


def _import_what_functions_import(name: str) -> bool:
    """Imports what the functions of a module would import when they run. True if it imports `random` at any place."""
    module = sys.modules[name]
    try:
        tree = ast.parse("".join(linecache.getlines(str(module.__file__))))
    except SyntaxError:
        return False
    package = getattr(module, "__package__", None) or ""
    names: set[str] = set()
    inside: set[tuple[str, str]] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            names.add(base)
            inside.update((base, alias.name) for alias in node.names)
    for imported in names:
        try_import(imported, package)
    for base, name in inside:
        # A name of a package may be a module in it.
        if (found := try_import(base, package)) is not None and hasattr(found, "__path__") and not _has(found, name):
            try_import(f"{base}{'' if base.endswith('.') else '.'}{name}", package)
    return "random" in names


def _has(module: ModuleType, name: str) -> bool:
    """Whether a module has a name. A module that makes its names on demand makes this one now, or fails in any way."""
    try:
        getattr(module, name)
    except Exception:
        return False
    return True


def try_import(name: str, package: str | None = None) -> ModuleType | None:
    """Imports a module, if that is possible."""
    try:
        return importlib.import_module(name, package)
    except Exception:
        # It fails when it is needed, if it ever is.
        return None
