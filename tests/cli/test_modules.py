"""The code of our modules is kept by the version of the package: what is loaded is what its files say, or said then."""

import importlib
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from refengine.cli import modules
from refengine.cli.modules import Loader, kept_modules


@pytest.fixture
def thin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package of two modules, one of them in a folder of its own, in the place of ours."""
    folder = tmp_path / "thin_package"
    (folder / "inner").mkdir(parents=True)
    (folder / "__init__.py").write_text("", "utf-8")
    (folder / "inner" / "__init__.py").write_text("where = __path__\n", "utf-8")
    (folder / "one.py").write_text(
        "from thin_package.inner.two import two\n\n\ndef one():\n    return two - 1\n", "utf-8"
    )
    (folder / "inner" / "two.py").write_text("two = 2\n", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr(modules, "OURS", "thin_package.")
    monkeypatch.setattr(modules, "package_folder", lambda: folder)
    versions(monkeypatch, "first", "first")
    yield folder
    for each in [name for name in sys.modules if name.startswith("thin_package")]:
        del sys.modules[each]


def versions(monkeypatch: pytest.MonkeyPatch, begins: str | None, ends: str | None) -> None:
    monkeypatch.setattr(modules, "first_hash", lambda *_: begins)
    monkeypatch.setattr(modules, "kept_hash", lambda *_: ends)


def loaded(home: Path) -> ModuleType:
    """Returns a module that a command loads, in a process in which nothing of it was loaded."""
    for each in [name for name in sys.modules if name.startswith("thin_package")]:
        del sys.modules[each]
    importlib.invalidate_caches()
    before = list(sys.meta_path)
    with kept_modules("ask", home):
        found = importlib.import_module("thin_package.one")
    assert sys.meta_path == before
    return found


def is_kept(module: ModuleType) -> bool:
    assert module.__spec__ is not None
    return isinstance(module.__spec__.loader, Loader)


def test_what_was_loaded_is_taken_from_what_was_kept(thin: Path, tmp_path: Path) -> None:
    first = loaded(tmp_path)
    second = loaded(tmp_path)
    assert (is_kept(first), is_kept(second)) == (False, True)
    assert (first.one(), second.one()) == (1, 1)
    inner = sys.modules["thin_package.inner"]
    assert is_kept(inner)
    assert inner.where == [str(thin / "inner")]
    assert (second.__file__, second.__package__) == (first.__file__, "thin_package")
    assert inspect.getsource(second.one) == "def one():\n    return two - 1\n"


def test_another_version_shares_nothing(thin: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded(tmp_path)
    (thin / "inner" / "two.py").write_text("two = 20\n", "utf-8")
    versions(monkeypatch, "second", "second")
    assert loaded(tmp_path).one() == 19
    versions(monkeypatch, "first", "first")  # as if the text were what it was
    assert loaded(tmp_path).one() == 1


@pytest.mark.parametrize(("begins", "ends"), [(None, "first"), ("first", "second"), ("first", None)])
def test_where_the_version_is_not_sure_nothing_is_kept(
    thin: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begins: str | None, ends: str | None
) -> None:
    versions(monkeypatch, begins, ends)
    assert loaded(tmp_path).one() == 1
    versions(monkeypatch, "first", "first")
    assert not is_kept(loaded(tmp_path))
    assert thin.is_dir()


def test_a_module_that_nobody_asked_for_is_added(thin: Path, tmp_path: Path) -> None:
    loaded(tmp_path)
    (thin / "one.py").write_text("raise ValueError\n", "utf-8")  # it is not read again
    (thin / "three.py").write_text("three = 3\n", "utf-8")

    def both() -> tuple[ModuleType, ModuleType]:
        one = loaded(tmp_path)
        with kept_modules("ask", tmp_path):
            return one, importlib.import_module("thin_package.three")

    both()
    one, three = both()
    assert (one.one(), three.three) == (1, 3)
    assert is_kept(three)


@pytest.mark.parametrize("keep", [0, 40, -1])
def test_what_is_spoilt_is_none(thin: Path, tmp_path: Path, keep: int) -> None:
    loaded(tmp_path)
    (file,) = (tmp_path / "first").iterdir()
    file.write_bytes(file.read_bytes()[:keep])
    assert not is_kept(loaded(tmp_path))
    assert is_kept(loaded(tmp_path))
    assert thin.is_dir()
