"""Which modules a provider imports from elsewhere: those of Python and of packages. Read from the text, so that imports in functions
count as well."""

from __future__ import annotations

import ast
from pathlib import Path


def imported_in(folder: Path) -> list[str]:
    """The names in all modules below a folder, in order. A name may be that of something inside a module: whether it is a module, the
    import shows."""
    found: set[str] = set()
    for file in folder.rglob("*.py"):
        try:
            tree = ast.parse(file.read_bytes())
        except (SyntaxError, ValueError):
            # The import tells it, if the module is imported at all.
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                found.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
                found.add(node.module)
                found.update(f"{node.module}.{alias.name}" for alias in node.names if alias.name != "*")
    return sorted(name for name in found if not _is_local(name, folder))


def _is_local(name: str, folder: Path) -> bool:
    first = folder / name.partition(".")[0]
    return first.is_dir() or first.with_suffix(".py").is_file()
