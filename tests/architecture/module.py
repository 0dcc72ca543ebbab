"""The modules of the package, read as text: the tests here import nothing that they judge."""

import ast
from functools import cached_property
from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "refengine"


@frozen
class Module:
    """One file of the package; `name` is dotted, a package's own file goes by the name of the package."""

    name: str
    path: Path
    text: str

    @property
    def layer(self) -> str:
        """The folder under `refengine/`, or the module's own name at the top; the package itself is the empty layer."""
        parts = self.name.split(".")
        return parts[1] if len(parts) > 1 else ""

    @property
    def is_top_level(self) -> bool:
        """Returns whether the file lies directly in `refengine/`."""
        return self.path.parent == PACKAGE

    @cached_property
    def tree(self) -> ast.Module:
        """What the text says, read when it is asked for the first time: every worker imports this file."""
        return ast.parse(self.text)

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """All nodes of the tree, which many tests go through."""
        return tuple(ast.walk(self.tree))

    @cached_property
    def imports(self) -> tuple[tuple[int, str], ...]:
        """Line and dotted name of everything imported, wherever the import stands; `from a import b` gives `a.b`."""
        found: list[tuple[int, str]] = []
        for node in self.nodes:
            match node:
                case ast.Import(names=names):
                    found += [(node.lineno, alias.name) for alias in names]
                case ast.ImportFrom(module=source, names=names, level=level):
                    start = self._package(level) if level else ""
                    whole = ".".join(part for part in (start, source) if part)
                    found += [(node.lineno, f"{whole}.{alias.name}") for alias in names]
                case _:
                    pass
        return tuple(found)

    def _package(self, level: int) -> str:
        parts = self.name.split(".") + ([""] if self.path.name == "__init__.py" else [])
        return ".".join(parts[:-level])

    def at(self, line: int) -> str:
        """A place as the editor opens it."""
        return f"{self.path.relative_to(ROOT)}:{line}"


def _module(path: Path) -> Module:
    parts = path.relative_to(ROOT).with_suffix("").parts
    name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    return Module(name, path, path.read_text(encoding="utf-8"))


MODULES = tuple(_module(path) for path in sorted(PACKAGE.rglob("*.py")))
