"""Finds the modules of Python and of packages that a provider imports. It reads the text, so that imports in functions count as
well."""

from __future__ import annotations

import ast
import importlib
import sys
from pathlib import Path
from types import ModuleType

#: Modules of Python that an interpreter for the development loop has in any case: an edit that begins to use one needs no other
#: interpreter.
USUAL = frozenset(
    "abc argparse array ast atexit base64 binascii bisect calendar cmath codecs collections collections.abc colorsys configparser "
    "contextlib contextvars copy csv dataclasses datetime decimal difflib email email.message email.utils enum errno fnmatch fractions "
    "functools gc glob graphlib gzip hashlib heapq hmac html html.parser http importlib inspect io ipaddress itertools json keyword "
    "linecache locale logging math mimetypes numbers operator os os.path pathlib pickle platform posixpath pprint queue quopri random re "
    "reprlib sched secrets shlex shutil socket ssl stat statistics string stringprep struct subprocess sys tempfile textwrap threading time "
    "timeit tokenize tomllib traceback types typing unicodedata unittest urllib urllib.parse uuid warnings weakref xml.etree.ElementTree "
    "zipfile zlib zoneinfo".split()
)


def imported_in(folder: Path) -> list[str]:
    """The names in all modules below a folder, in order. A name may be a module or a member of a module; the import
    shows which."""
    found: set[str] = set()
    for file in folder.rglob("*.py"):
        try:
            tree = ast.parse(file.read_bytes())
        except (SyntaxError, ValueError):
            # The import itself shows whether the module can be imported.
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                found.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
                found.add(node.module)
                found.update(f"{node.module}.{alias.name}" for alias in node.names if alias.name != "*")
    return sorted(name for name in found - USUAL if not _is_local(name, folder) and not _is_inside(name))


def _is_inside(name: str) -> bool:
    """Whether a name is a member of a module. The provider was imported before, and most of its modules are there."""
    parent, _, last = name.rpartition(".")
    module = importlib.import_module(parent) if parent in USUAL else sys.modules.get(parent)
    return hasattr(module, last) and not isinstance(getattr(module, last), ModuleType)


def _is_local(name: str, folder: Path) -> bool:
    first = folder / name.partition(".")[0]
    return first.is_dir() or first.with_suffix(".py").is_file()
