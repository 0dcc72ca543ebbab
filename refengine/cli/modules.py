"""The code of our own modules, kept in one file for each command: hundreds of files need not be looked for and read.

What a module was compiled to is found under the hash of this whole package, which is looked at as each command begins.
So nothing else can come of it, and it is there even where Python is told to leave no compiled files beside the modules.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import NamedTuple

from refengine.cli.seals import keep_sealed, name_for, read_sealed
from refengine.source.package import first_hash, kept_hash, package_folder

OURS = "refengine."


class Module(NamedTuple):
    """A module as it is kept: its file, the folder that it stands for if it is a package, and its code."""

    file: str
    folder: str | None
    code: CodeType


class Loader(SourceFileLoader):
    """A loader of a file of which the code is known, as the loader of Python is in all else."""

    def __init__(self, fullname: str, path: str, code: CodeType) -> None:
        super().__init__(fullname, path)
        self._known = code

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002 - there is one for each module
        """Returns the code, whatever lies on the disk by now."""
        return self._known


class Finder:
    """A finder of the modules that are kept; of others it knows nothing."""

    def __init__(self, known: dict[str, Module]) -> None:
        self.known = known

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,  # noqa: ARG002 - as Python calls it
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        """Returns how a module is loaded that is kept, else None."""
        found = self.known.get(fullname)
        if found is None:
            return None
        folders = None if found.folder is None else [found.folder]
        loader = Loader(fullname, found.file, found.code)
        return spec_from_file_location(fullname, found.file, loader=loader, submodule_search_locations=folders)


@contextmanager
def kept_modules(name: str, home: Path | None) -> Iterator[None]:
    """Keeps the code of our modules that are loaded meanwhile, under this name, and takes from there what was kept."""
    package = package_folder()
    version = None if home is None else first_hash(package, home)
    if home is None or version is None:
        yield
        return
    file = home / version / name_for(name, "modules")
    known = {each: Module(*module) for each, module in read_sealed(file).items()}
    finder, before = Finder(known), frozenset(sys.modules)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
    loaded = {each for each in sys.modules.keys() - before if each.startswith(OURS)}
    if not loaded <= finder.known.keys():
        _keep(file, finder.known, loaded, version, home)


def _keep(file: Path, known: dict[str, Module], loaded: Iterable[str], version: str, home: Path) -> None:
    """Keeps modules with those that were known, if the package is still of that version when their code was read."""
    made = dict(known)
    for each in loaded:
        spec = sys.modules[each].__spec__
        loader = None if spec is None else spec.loader
        if spec is None or spec.origin is None or not isinstance(loader, SourceFileLoader):
            return
        folders = spec.submodule_search_locations
        code = loader.get_code(each)
        if code is None:
            return
        made[each] = Module(spec.origin, folders[0] if folders else None, code)
    if kept_hash(package_folder(), home) == version:
        keep_sealed(file, {each: tuple(module) for each, module in made.items()})
