"""Files and folders written whole or not at all, and what is never written to."""

import json
import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from refengine.source import files
from refengine.source.diagnostic import Diagnostic
from refengine.source.files import LIST, keep_file, write_file, write_folder

PACKAGE = {"__init__.py": "one", "rules.py": "žluť\n"}


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")


def tree(folder: Path = Path()) -> dict[str, bytes | str]:
    """Everything below a folder; of a link where it leads."""
    return {
        each.relative_to(folder).as_posix(): str(each.readlink())
        if each.is_symlink()
        else each.read_bytes()
        if each.is_file()
        else "other"
        for each in sorted(folder.rglob("*"))
        if each.is_symlink() or not each.is_dir()
    }


def said(found: Diagnostic | None) -> str:
    return "" if found is None else f"{found.code}: {found.message}"


# ---- ONE FILE


def test_a_file_is_made_and_replaced_with_its_rights() -> None:
    path = Path("a.txt")
    assert write_file(path, "žluť\n") is None
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~os.umask(os.umask(0o022))
    path.chmod(0o640)
    assert write_file(path, b"\xff") is None
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert tree() == {"a.txt": b"\xff"}


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda path: path.symlink_to("target.txt"), "it is a link"),
        (lambda path: path.symlink_to("nowhere.txt"), "it is a link"),
        (lambda path: path.mkdir(), "it is a folder"),
        (os.mkfifo, "it is a pipe or a device"),
    ],
)
def test_what_is_no_file_is_never_written_to(make: Callable[[Path], None], why: str) -> None:
    Path("target.txt").write_text("precious")
    path = Path("a.txt")
    make(path)
    kind = stat.S_IFMT(path.lstat().st_mode)
    assert said(write_file(path, "new")) == f"E0846: `a.txt` cannot be written: {why}"
    assert not keep_file(path, b"new")
    assert stat.S_IFMT(path.lstat().st_mode) == kind
    assert Path("target.txt").read_text() == "precious"
    assert not Path("nowhere.txt").exists()
    assert {each.name for each in Path().iterdir()} == {"a.txt", "target.txt"}


def test_a_device_is_not_replaced() -> None:
    assert said(write_file(Path(os.devnull), "x")).startswith("E0846")
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


def test_a_link_that_comes_at_the_last_moment_is_replaced_and_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("precious").write_text("precious")
    fill = files._fill

    def late(*given: object, **more: object) -> None:
        fill(*given, **more)  # type: ignore[arg-type]
        Path("a.txt").symlink_to("precious")

    monkeypatch.setattr(files, "_fill", late)
    assert write_file(Path("a.txt"), "new") is None
    assert tree() == {"a.txt": b"new", "precious": b"precious"}


def test_what_was_expected_has_to_be_there_until_the_end() -> None:
    path = Path("a.txt")
    path.write_text("saved by an editor")
    assert "it has changed meanwhile" in said(write_file(path, "new", expected=b"old"))
    assert tree() == {"a.txt": b"saved by an editor"}
    assert write_file(path, "new", expected=b"saved by an editor") is None
    path.unlink()
    assert "it has changed meanwhile" in said(write_file(path, "again", expected=b"new"))
    assert tree() == {}


@pytest.mark.parametrize("has_two_names", [True, False])
def test_what_is_to_be_new_replaces_nothing_that_came_in_the_last_moment(
    has_two_names: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also on a disk on which no file has two names."""
    path, real = Path("a.txt"), files._fill
    if not has_two_names:
        monkeypatch.setattr(Path, "hardlink_to", lambda *_: (_ for _ in ()).throw(PermissionError(1, "not here")))
    assert write_file(path, "first", is_new=True) is None
    assert tree() == {"a.txt": b"first"}
    assert "it has come meanwhile" in said(write_file(path, "again", is_new=True))
    path.unlink()

    def late(*arguments: Any, **more: Any) -> None:
        real(*arguments, **more)
        path.write_text("mine")

    monkeypatch.setattr(files, "_fill", late)
    assert "it has come meanwhile" in said(write_file(path, "again", is_new=True))
    assert tree() == {"a.txt": b"mine"}


@pytest.mark.parametrize("path", ["nowhere/a.txt", "a\0b", "n" * 300, "file/a.txt", "d" * 200 + "/" + "e" * 300])
def test_a_place_that_cannot_be(path: str) -> None:
    Path("file").write_text("")
    assert said(write_file(Path(path), "x")).startswith("E0846")
    assert tree() == {"file": b""}


def test_text_that_no_file_can_hold() -> None:
    assert "not Unicode" in said(write_file(Path("a.txt"), "\ud800"))
    assert tree() == {}


def test_the_longest_name_that_a_file_can_have() -> None:
    assert write_file(Path("n" * 255), "x") is None


def test_a_folder_of_ones_own_is_made_and_is_no_link() -> None:
    assert write_file(Path("made/on/the/way.txt"), "x", own_folder=True) is None
    Path("outside").mkdir()
    Path("link").symlink_to("outside")
    Path("dangling").symlink_to("later")
    for folder in ("link", "dangling"):
        assert "it is a link" in said(write_file(Path(folder, "a.txt"), "x", own_folder=True))
    assert tree() == {"made/on/the/way.txt": b"x", "link": "outside", "dangling": "later"}
    assert not Path("later").exists()
    assert keep_file(Path("kept/cache"), b"x")
    assert stat.S_IMODE(Path("kept").stat().st_mode) == 0o700


# ---- A FOLDER


def test_a_folder_is_made_replaced_and_made_again() -> None:
    path = Path("out/built")
    assert write_folder(path, PACKAGE) is None
    first = tree()
    assert write_folder(path, PACKAGE) is None
    assert tree() == first
    path.chmod(0o750)
    assert write_folder(path, {"rules.py": "other\n"}) is None
    assert {name for name in tree() if not name.endswith(LIST)} == {"out/built/rules.py"}
    assert stat.S_IMODE(path.stat().st_mode) == 0o750
    assert [each.name for each in Path("out").iterdir()] == ["built"]


def test_an_empty_folder_is_taken() -> None:
    Path("built").mkdir()
    assert write_folder(Path("built"), PACKAGE) is None
    assert set(tree()) == {"built/__init__.py", "built/rules.py", f"built/{LIST}"}


def test_what_python_compiled_goes_with_the_folder() -> None:
    assert write_folder(Path("built"), PACKAGE) is None
    Path("built/__pycache__").mkdir()
    Path("built/__pycache__/rules.cpython-311.pyc").write_bytes(b"x")
    assert write_folder(Path("built"), PACKAGE) is None
    assert set(tree()) == {"built/__init__.py", "built/rules.py", f"built/{LIST}"}


def instead(name: str, make: Callable[[Path], object]) -> Callable[[Path], object]:
    """Something else in place of a file of the folder."""

    def change(out: Path) -> None:
        (out / name).unlink()
        make(out / name)

    return change


def with_source_among_what_is_compiled(out: Path) -> None:
    (out / "__pycache__").mkdir()
    (out / "__pycache__" / "a.py").write_text("x")


FOREIGN: dict[str, tuple[Callable[[Path], object], str]] = {
    "changed": (lambda out: (out / "rules.py").write_text("by hand"), "rules.py"),
    "another file": (lambda out: (out / "notes.txt").write_text("mine"), "notes.txt"),
    "another folder": (lambda out: write_folder(out / "more", {}), "more"),
    "a link in place of a file": (instead("rules.py", lambda path: path.symlink_to("../mine")), "rules.py"),
    "a link that leads nowhere": (instead("rules.py", lambda path: path.symlink_to("../no")), "rules.py"),
    "a link in place of the list": (instead(LIST, lambda path: path.symlink_to("../mine")), LIST),
    "a pipe in place of the list": (instead(LIST, os.mkfifo), LIST),
    "a pipe in place of a file": (instead("rules.py", os.mkfifo), "rules.py"),
    "no list": (lambda out: (out / LIST).unlink(), "__init__.py"),
    "a list that is none": (lambda out: (out / LIST).write_text("[" * 100_000), "__init__.py"),
    "a list of other things": (lambda out: (out / LIST).write_text('{"__init__.py": [1], "x": null}'), "__init__.py"),
    "something among what is compiled": (with_source_among_what_is_compiled, "__pycache__"),
}


@pytest.mark.parametrize("name", FOREIGN)
def test_what_somebody_else_wrote_is_never_replaced(name: str) -> None:
    change, which = FOREIGN[name]
    Path("mine").write_text("precious")
    assert write_folder(Path("built"), PACKAGE) is None
    change(Path("built"))
    before = {each.relative_to("built"): each.lstat().st_ino for each in Path("built").rglob("*")}
    assert said(write_folder(Path("built"), {"rules.py": "new"})) == f"E0850: `built/{which}` is in the way"
    assert {each.relative_to("built"): each.lstat().st_ino for each in Path("built").rglob("*")} == before
    assert Path("mine").read_text() == "precious"
    assert not Path("no").exists()
    assert {each.name for each in Path().iterdir()} == {"built", "mine"}


def test_a_list_that_claims_what_was_there_before_is_believed_by_content_alone() -> None:
    Path("mine").mkdir()
    Path("mine/rules.py").write_text("precious")
    Path("mine", LIST).write_text(json.dumps({"rules.py": "0" * 64}))
    assert said(write_folder(Path("mine"), PACKAGE)) == "E0850: `mine/rules.py` is in the way"


def test_what_is_no_folder_of_ones_own() -> None:
    Path("file").write_text("")
    Path("real").mkdir()
    Path("link").symlink_to("real")
    Path("dangling").symlink_to("later")
    os.mkfifo("pipe")
    for name, why in (
        ("file", "no folder"),
        ("pipe", "no folder"),
        ("link", "a link"),
        ("dangling", "a link"),
        (".", "runs"),
        ("file/a", ""),
    ):
        assert "cannot be written" in said(found := write_folder(Path(name), PACKAGE)), name
        assert why in said(found)
    assert tree() == {"file": b"", "link": "real", "dangling": "later", "pipe": "other"}


def test_what_comes_while_the_folder_changes_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    assert write_folder(Path("built"), PACKAGE) is None
    exchange = files._exchange

    def late(one: Path, other: Path) -> None:
        (other / "notes.txt").write_text("mine")
        (other / "rules.py").write_text("by hand")
        exchange(one, other)

    monkeypatch.setattr(files, "_exchange", late)
    assert write_folder(Path("built"), {"rules.py": "new"}) is None
    held = {Path(name).name: content for name, content in tree().items() if name.startswith(".")}
    assert (held["notes.txt"], held["rules.py"]) == (b"mine", b"by hand")


@pytest.mark.parametrize("at_once", [True, False])
def test_folders_change_places(at_once: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not at_once:
        monkeypatch.setattr(sys, "platform", "elsewhere")
    for name in ("a", "b"):
        Path(name).mkdir()
        Path(name, name).write_text(name)
    files._exchange(Path("a"), Path("b"))
    assert tree() == {"a/b": b"b", "b/a": b"a"}


def test_a_folder_that_cannot_take_the_place_leaves_the_old_one(monkeypatch: pytest.MonkeyPatch) -> None:
    assert write_folder(Path("built"), PACKAGE) is None
    before = tree()

    def fails(_one: Path, _other: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "_exchange", fails)
    assert said(write_folder(Path("built"), {"rules.py": "new"})).endswith("no space left on device")
    assert tree() == before


# ---- WHAT IS LEFT BESIDE


def test_what_was_left_in_a_folder_of_ours_is_swept_away_when_it_is_old(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    ours, fresh = (folder / f".{digit * 16}.part" for digit in "ab")
    others = [folder / name for name in (".0123.part", "0123456789abcdef.part", ".0123456789abcdef.part.bak")]
    for each in (ours, fresh, *others):
        each.write_bytes(b"half")
    a_folder, a_link = (folder / f".{digit * 16}.part" for digit in "cd")
    a_folder.mkdir()
    a_link.symlink_to(others[0])
    long_ago = fresh.stat().st_mtime - files.OLD - 60
    for each in (ours, *others, a_folder):
        os.utime(each, (long_ago, long_ago))
    os.utime(a_link, (long_ago, long_ago), follow_symlinks=False)
    assert keep_file(folder / "content", b"whole")
    assert not ours.exists()
    assert all(each.exists() for each in (fresh, *others, a_folder, a_link, folder / "content"))


def test_in_a_folder_of_the_users_nothing_is_swept_away(tmp_path: Path) -> None:
    left = tmp_path / f".{'a' * 16}.part"
    left.write_bytes(b"half")
    os.utime(left, (1, 1))
    assert write_file(tmp_path / "written", "whole") is None
    assert write_folder(tmp_path / "built", {"a.py": ""}) is None
    assert left.exists()
