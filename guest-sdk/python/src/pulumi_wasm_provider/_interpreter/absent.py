"""Modules that Python has on a developer's machine, and not in a component."""

from __future__ import annotations

import importlib.abc
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

#: Modules that the component's interpreter was built without.
_NOT_BUILT = "bz2 ctypes curses fcntl grp lzma mmap pty pwd readline resource syslog termios tkinter tty turtle"
#: Modules of older versions of Python that the component's Python no longer has.
_REMOVED = (
    "aifc asynchat asyncore audioop cgi cgitb chunk crypt distutils imghdr imp lib2to3 mailcap msilib nis nntplib "
    "ossaudiodev pipes smtpd sndhdr spwd sunau telnetlib uu xdrlib"
)
_ABSENT = frozenset(f"{_NOT_BUILT} {_REMOVED}".split())


def is_of_python(name: str) -> bool:
    """Whether a module belongs to Python, whether or not a component has it."""
    top = name.partition(".")[0]
    return top in _ABSENT or top in sys.stdlib_module_names


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname in _ABSENT:
            raise ModuleNotFoundError(f"No module named '{fullname}'", name=fullname)
        return None


def hide() -> None:
    """Makes imports of these modules fail on this machine, as they would in a component."""
    sys.meta_path.insert(0, _Finder())
