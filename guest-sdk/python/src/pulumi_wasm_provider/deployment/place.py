"""Places in the author's source, for messages."""

from __future__ import annotations

import sys
from functools import lru_cache

from .. import _failures, _source


def place() -> str:
    """The line of the author's code that is running: `site.py:12`. An empty text if all of the code is this package's."""
    frame = sys._getframe(1)
    while frame is not None and _is_ours(frame.f_code.co_filename):
        back = frame.f_back
        if back is None:
            return ""
        frame = back
    return f"{_shown(frame.f_code.co_filename)}:{frame.f_lineno}"


@lru_cache(maxsize=256)
def _is_ours(file: str) -> bool:
    return _failures.is_not_authors(file)


@lru_cache(maxsize=256)
def _shown(file: str) -> str:
    return _source.shown(file)
