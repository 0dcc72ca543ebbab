"""What is kept of files is what was read of them, and names the files of whoever asks."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import refengine.source.cache
from refengine.ir.specialise import with_seats
from refengine.loading import compile_cached, compile_for_questions, known_cached, whole_compilation
from refengine.pipeline import Compilation, compile_folder, compile_knowing
from refengine.resolve.folder import GameFolder, find_games
from refengine.source.cache import Cache, package_hash
from refengine.source.text import SourceText
from refengine.syntax.parser import parse
from refengine.types.later_lines import GameKnowledge
from tests.cli.conftest import Ran


@pytest.fixture
def tictactoe(games: Path) -> Path:
    return games / "spec" / "tictactoe"


def test_a_diagnostic_names_the_table_that_was_given_now(tictactoe: Path, run: Callable[..., Ran]) -> None:
    own = (tictactoe / "squares.csv").read_text("utf-8")
    for name, other in (("one.csv", "two.csv"), ("two.csv", "one.csv")):
        Path(name).write_text(own.replace("row", "rank"), "utf-8")
        ran = run("check", tictactoe, "--table", f"squares={name}")
        assert ran.code == 2
        assert name in ran.out
        assert other not in ran.out


def test_a_game_that_is_checked_from_within_is_named_after_the_folder_in_which_one_stands(
    tictactoe: Path, run: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two folders that say the same, both called `.`, and their claims lie in folders of other names."""
    other = Path(shutil.copytree(tictactoe, tictactoe.parent / "another"))
    claims = tictactoe.parents[1] / "proofs" / tictactoe.name
    shutil.rmtree(claims, ignore_errors=True)
    for folder in (tictactoe, other):
        own = claims.parent / folder.name
        own.mkdir(parents=True)
        (own / "claims.rules").write_text("claim nonsense per R1\n    marks(1) = nothing_of_that_name\n", "utf-8")
    for folder, elsewhere in ((tictactoe, other), (other, tictactoe), (tictactoe, other)):
        monkeypatch.chdir(folder)
        ran = run("check", ".", "--only", "examples")
        assert ran.code == 2
        assert f"{folder.name} (.)" in ran.out
        assert f"proofs/{folder.name}/claims.rules" in ran.out
        assert elsewhere.name not in ran.out


def known_of(folder: GameFolder) -> GameKnowledge | None:
    """What has to be known to read more lines, worked out now."""
    return compile_knowing(folder)[1]


def test_what_is_compiled_leaves_what_is_known_to_read_more_lines(
    tictactoe: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of rules with an error nothing is known, and of other rules what these say."""
    rules, keep = tictactoe / "tictactoe.rules", Cache(tmp_path / "cache")
    (folder,), _ = find_games(tictactoe)
    text = rules.read_text("utf-8")
    (head,) = re.findall(r"^phase \w+.*per (\S+)$", text, re.MULTILINE)[:1]
    other = f"{text}\nvariable further: 0..1, starts 0 per {head}\n"
    told: list[GameKnowledge] = []
    for written in (text, other, text):
        rules.write_text(written, "utf-8")
        compiled, wanted = compile_cached(folder, keep=keep), known_of(folder)
        with monkeypatch.context() as patch:
            patch.setattr("refengine.loading.compile_knowing", lambda *_: pytest.fail("it is known"))
            told.append(known_cached(compiled, keep))
        assert told[-1] == wanted
    assert told[0] == told[2] != told[1]
    rules.write_text(text.replace("s.row + s.column = 4", "s.row + nothing = 4"), "utf-8")
    before = {*(tmp_path / "cache").glob("*.known")}
    assert compile_cached(folder, keep=keep).game is None
    assert {*(tmp_path / "cache").glob("*.known")} == before


def test_a_file_that_is_saved_meanwhile_is_not_taken_for_the_one_that_was_hashed(
    tictactoe: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, keep = tictactoe / "tictactoe.rules", Cache(tmp_path / "cache")
    (folder,), _ = find_games(tictactoe)
    before = rules.read_text("utf-8")
    after = before.replace("s.row + s.column = 4", "s.row + s.column = 5")
    assert after != before
    known = known_of(folder)

    def saved(*arguments: Any, **more: Any) -> tuple[Compilation, GameKnowledge | None]:
        rules.write_text(after, "utf-8")
        return compile_knowing(*arguments, **more)

    with monkeypatch.context() as patch:
        patch.setattr("refengine.loading.compile_knowing", saved)
        first = compile_cached(folder, keep=keep)
    assert first.texts[rules.as_posix()].text == before
    assert known_cached(first, keep) == known
    assert compile_cached(folder, keep=keep).texts[rules.as_posix()].text == after
    rules.write_text(before, "utf-8")
    assert compile_cached(folder, keep=keep).texts[rules.as_posix()].text == before


def test_a_file_that_comes_meanwhile_is_in_no_hash(
    tictactoe: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, keep = tictactoe / "squares.csv", Cache(tmp_path / "cache")
    text = table.read_text("utf-8")
    table.unlink()
    (folder,), _ = find_games(tictactoe)

    def saved(*arguments: Any, **more: Any) -> tuple[Compilation, GameKnowledge | None]:
        table.write_text(text, "utf-8")
        return compile_knowing(*arguments, **more)

    with monkeypatch.context() as patch:
        patch.setattr("refengine.loading.compile_knowing", saved)
        assert compile_cached(folder, keep=keep).game is not None
    table.unlink()
    assert compile_cached(folder, keep=keep).game is None


def test_a_file_is_parsed_again_only_if_it_says_something_else(
    tictactoe: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep, parsed = Cache(tmp_path / "cache"), list[str]()

    def counting(source: SourceText) -> Any:
        parsed.append(Path(source.path).name)
        return parse(source)

    monkeypatch.setattr("refengine.loading.parse", counting)

    def compiled() -> Compilation:
        (folder,), _ = find_games(tictactoe)
        return compile_cached(folder, keep=keep)

    first = compiled()
    assert first.game is not None
    assert sorted(parsed) == sorted(each.name for each in (*first.folder.rules, *first.folder.claims))
    changed = first.folder.rules[0]
    changed.write_text(f"# one line more\n{changed.read_text('utf-8')}", "utf-8")
    parsed.clear()
    second = compiled()
    assert parsed == [changed.name]
    assert second == compile_folder(second.folder)
    assert second.cited == compile_folder(second.folder).cited
    for each in (tmp_path / "cache").glob("*.tree"):
        each.write_bytes(each.read_bytes()[:-4])
    changed.write_text(f"# and another\n{changed.read_text('utf-8')}", "utf-8")
    assert compiled() == compile_folder(second.folder)
    changed.write_text("\n  what is this\n", "utf-8")
    assert compiled().errors == compiled().errors != ()


def test_a_version_of_the_package_is_known_by_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "refengine"
    (package / "source").mkdir(parents=True)
    (package / "loading.py").write_text("one = 1\n", "utf-8")
    monkeypatch.setattr(refengine.source.cache, "package_folder", lambda: package)
    monkeypatch.setattr(refengine.source.cache, "home_of_caches", lambda: tmp_path / "kept")

    def now() -> str:
        package_hash.cache_clear()
        return package_hash()

    try:
        before = now()
        os.utime(package / "loading.py", (1, 1))
        assert now() == before
        (package / "loading.py").write_text("one = 2\n", "utf-8")
        os.utime(package / "loading.py", (1, 1))
        assert now() != before
        (package / "loading.py").rename(package / "other.py")
        assert now() != before
    finally:
        package_hash.cache_clear()


@pytest.mark.campaign
def test_a_warm_cache_changes_no_report(games: Path, run: Callable[..., Ran]) -> None:
    """What is found out of Goofspiel within limits hangs on what is asked together."""
    options = ("--traces", 4, "--seed", 3, "--format", "json", "--save", games / "saved", "--only", "proofs")
    first, second = (json.loads(run("check", games / "spec" / "goofspiel", *options).out) for _ in range(2))
    assert first == second


def test_for_questions_all_is_kept_but_what_is_stated(tictactoe: Path, tmp_path: Path) -> None:
    keep = Cache(tmp_path / "kept")
    folders, _ = find_games(tictactoe)
    compiled = compile_cached(folders[0], keep=keep)
    made, kept = (compile_for_questions(folders[0], keep=keep) for _ in range(2))
    assert compiled.game is not None
    assert compiled.game.examples
    for each in (made, kept):
        assert each.game is not None
        assert each.seated is not None
        assert (each.game.examples, each.game.claims, each.game.laws) == ((), (), ())
        assert each.game.values == compiled.game.values
        assert each.game.invariants == compiled.game.invariants
        assert each.seated.by_players == {2: with_seats(each.game, 2)}
        assert whole_compilation(each, keep) == compiled
    rules = tictactoe / "tictactoe.rules"
    rules.write_text(rules.read_text("utf-8") + "\nthis is no rule\n", "utf-8")
    for folder in (keep, Cache(tmp_path / "another")):
        assert whole_compilation(made, folder) == compiled, "it is what was compiled, whatever the files say by now"
    assert made.seated is not None
    assert kept.seated is not None
    assert made.seated.digest == kept.seated.digest
    assert len(list((tmp_path / "kept").glob("*.asked"))) == 1


def test_an_edit_is_seen_by_questions(tictactoe: Path, tmp_path: Path) -> None:
    keep = Cache(tmp_path / "kept")
    folders, _ = find_games(tictactoe)
    compile_for_questions(folders[0], keep=keep)
    rules = tictactoe / "tictactoe.rules"
    rules.write_text(rules.read_text("utf-8") + "\nthis is no rule\n", "utf-8")
    made = compile_for_questions(folders[0], keep=keep)
    assert made.game is None
    assert made.errors
    assert len(list((tmp_path / "kept").glob("*.asked"))) == 1
