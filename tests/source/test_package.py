"""What a package says is known by its content; the stamp under which that is kept changes whenever a file does."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from platformdirs import user_cache_path

from refengine.source.cache import content_hash
from refengine.source.package import SETTLED, caches, kept_hash, stamp_name, stamp_of


@pytest.fixture
def package(tmp_path: Path) -> Path:
    made = tmp_path / "one" / "refengine"
    (made / "source").mkdir(parents=True)
    (made / "source" / "text.py").write_text("one = 1\n", "utf-8")
    (made.parent / "grammar").mkdir()
    (made.parent / "grammar" / "rules.lark").write_text("start: A\n", "utf-8")
    return made


@pytest.fixture
def keep(package: Path, tmp_path: Path) -> Callable[[int], None]:
    def keeps(later: int) -> None:
        """Keeps the hash of the package, written so many nanoseconds after its last change."""
        stamp, last = stamp_of(package)
        file = tmp_path / stamp_name(package)
        file.write_text(f"{stamp} {content_hash(package)}\n", "ascii")
        os.utime(file, ns=(last + later, last + later))

    return keeps


def test_a_hash_is_kept_as_long_as_no_file_changes(package: Path, tmp_path: Path, keep: Callable[[int], None]) -> None:
    assert kept_hash(package, tmp_path) is None
    keep(SETTLED + 1)
    assert kept_hash(package, tmp_path) == content_hash(package)


def test_what_is_kept_at_once_does_not_count(package: Path, tmp_path: Path, keep: Callable[[int], None]) -> None:
    keep(SETTLED)
    assert kept_hash(package, tmp_path) is None


def same_size_and_time(file: Path) -> None:
    status = file.stat()
    file.write_text(file.read_text("utf-8").replace("1", "2").replace("A", "B"), "utf-8")
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert (file.stat().st_size, file.stat().st_mtime_ns) == (status.st_size, status.st_mtime_ns)


def other_file(file: Path) -> None:
    (file.parent / f"other{file.suffix}").write_text("", "utf-8")


def other_name(file: Path) -> None:
    file.rename(file.with_stem("other"))


@pytest.mark.parametrize("spoil", [same_size_and_time, other_file, other_name, Path.unlink])
@pytest.mark.parametrize("file", ["refengine/source/text.py", "grammar/rules.lark"])
def test_whatever_changes_is_noticed(
    package: Path, tmp_path: Path, keep: Callable[[int], None], spoil: Callable[[Path], object], file: str
) -> None:
    keep(SETTLED + 1)
    spoil(package.parent / file)
    assert kept_hash(package, tmp_path) is None


def test_what_is_compiled_is_none_of_the_package(package: Path, tmp_path: Path, keep: Callable[[int], None]) -> None:
    keep(SETTLED + 1)
    (package / "source" / "__pycache__").mkdir()
    (package / "source" / "__pycache__" / "text.pyc").write_text("", "utf-8")
    (package / "notes.txt").write_text("", "utf-8")
    assert kept_hash(package, tmp_path) == content_hash(package)


@pytest.mark.parametrize("content", ["", "x", "\xff", "{stamp}", "{stamp} 0123", "{stamp} 0123456789abcdef more"])
def test_a_spoilt_stamp_is_none(package: Path, tmp_path: Path, content: str) -> None:
    stamp, last = stamp_of(package)
    file = tmp_path / stamp_name(package)
    file.write_bytes(content.format(stamp=stamp).encode("latin-1"))
    os.utime(file, ns=(last + 2 * SETTLED, last + 2 * SETTLED))
    assert kept_hash(package, tmp_path) is None


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere the library is asked")
@pytest.mark.parametrize("given", [None, "", " ", "/somewhere/else"])
def test_things_are_kept_where_the_library_says(given: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    if given is not None:
        monkeypatch.setenv("XDG_CACHE_HOME", given)
    assert caches() == user_cache_path("refengine")
