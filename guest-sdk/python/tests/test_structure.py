"""The structure of the package: no file leads back to itself through files of other folders, as in the crates of the host. The files of
one folder may use each other."""

import ast
import tempfile
import unittest
from collections.abc import Iterator
from pathlib import Path

import pulumi_wasm_provider

Uses = dict[str, set[str]]


def imported(package: str, file: Path, root: Path) -> Iterator[tuple[str, ...]]:
    """The modules that a file may mean by its imports, by their parts below the package. Imports in functions and for type
    checkers alone count as well."""
    folder = file.relative_to(root).parent.parts
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (tuple(alias.name.split(".")[1:]) for alias in node.names if alias.name.split(".")[0] == package)
        elif isinstance(node, ast.ImportFrom):
            parts = tuple((node.module or "").split(".")) if node.module else ()
            if node.level:
                parts = folder[: len(folder) - node.level + 1] + parts
            elif parts[:1] == (package,):
                parts = parts[1:]
            else:
                continue
            # A name may be a module, or stand in one.
            yield from ((*parts, alias.name) for alias in node.names)


def uses_in(root: Path) -> Uses:
    """The files that each file of a package uses."""
    files = {file.relative_to(root).with_suffix("").as_posix(): file for file in root.rglob("*.py")}

    def file_of(parts: tuple[str, ...]) -> str | None:
        for name in ("/".join(parts), "/".join(parts[:-1]), "/".join((*parts[:-1], "__init__"))):
            if name in files:
                return name
        return None

    uses = {name: {file_of(parts) for parts in imported(root.name, file, root)} for name, file in files.items()}
    return {name: {found for found in used if found is not None and found != name} for name, used in uses.items()}


def cycle_of(uses: Uses) -> list[str]:
    """The files of a cycle that leaves its folder, the first file at both ends; empty without one."""
    for name, used in sorted(uses.items()):
        for other in sorted(used):
            if Path(name).parent != Path(other).parent and (way := way_of(uses, other, name)):
                return [name, *way]
    return []


def way_of(uses: Uses, start: str, end: str) -> list[str]:
    """A shortest way from one file to another; empty if none leads there."""
    ways, seen = [[start]], {start}
    for way in ways:
        if way[-1] == end:
            return way
        for further in sorted(uses[way[-1]] - seen):
            seen.add(further)
            ways.append([*way, further])
    return []


class Structure(unittest.TestCase):
    def test_folders_stand_on_each_other(self) -> None:
        uses = uses_in(Path(pulumi_wasm_provider.__file__).parent)
        self.assertGreater(sum(map(len, uses.values())), 3 * len(uses))
        self.assertEqual(cycle_of(uses), [])

    def test_a_cycle_through_another_folder_is_found_and_one_in_a_folder_is_not(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder, "acme")
            for name, text in {
                "inner/one.py": "from . import two\nimport acme.inner.two as also\n",
                "inner/two.py": "def later():\n    from .one import name\n",
                "outer.py": "from .inner.one import name\nimport json\nfrom os import path\n",
            }.items():
                Path(root, name).parent.mkdir(parents=True, exist_ok=True)
                Path(root, name).write_text(text)
            self.assertEqual(uses_in(root), {"inner/one": {"inner/two"}, "inner/two": {"inner/one"}, "outer": {"inner/one"}})
            self.assertEqual(cycle_of(uses_in(root)), [])
            Path(root, "inner/two.py").write_text("if TYPE_CHECKING:\n    from ..outer import name\n")
            self.assertEqual(cycle_of(uses_in(root)), ["inner/two", "outer", "inner/one", "inner/two"])


if __name__ == "__main__":
    unittest.main()
