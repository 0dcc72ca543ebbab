"""Precedents: kept beside the game, and decided again after the rules have changed."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from refengine.check.precedents import check_precedents
from refengine.cli.main import main
from refengine.ir import game as model
from refengine.ir.configuration import Configuration
from refengine.loading import load_rules, make_game
from refengine.rulings.judge import Judge
from refengine.rulings.lines import Lines
from refengine.rulings.loading import load_judge
from refengine.rulings.precedents import Confirmation, Precedent, precedent, read_precedent, write_precedent
from refengine.rulings.questions import Dispute
from refengine.rulings.reading import of_words
from refengine.rulings.ruling import Ruling
from refengine.rulings.standing import PrecedentStanding, decided_again
from refengine.runtime.game import Game
from refengine.source.text import SourceText
from tests.resolve.test_modules import module, room  # noqa: F401 (a fixture)
from tests.rulings.urn import RULES, write

LEGALITY = ("given stones = 5, phase Turn(1)", "ask why not 1: take(4)")
WORTH = ("under first is many", "given stones = 2, marked = true", "ask enough")


def rulings(judge: Judge, *words: str) -> tuple[Ruling, ...]:
    dispute, lines = said(*words)
    return judge.decide([dispute], lines)


def said(*words: str) -> tuple[Dispute, Lines]:
    lines = Lines()
    return of_words([SourceText(f"question {at}", each) for at, each in enumerate(words, start=1)], lines), lines


def kept(judge: Judge, *words: str) -> Precedent:
    dispute, lines = said(*words)
    (ruling,) = judge.decide([dispute], lines)
    return precedent("kept", judge, dispute, lines, ruling, "1")


@pytest.fixture(scope="module")
def worth(urn: Judge) -> Precedent:
    return kept(urn, *WORTH)


def after(tmp_path: Path, held: Precedent, *changes: tuple[str, str]) -> PrecedentStanding:
    rules = RULES
    for old, new in changes:
        assert old in rules
        rules = rules.replace(old, new)
    return decided_again(held, load_judge(write(tmp_path / "urn", rules)))


def test_what_is_written_is_read(worth: Precedent) -> None:
    file = write_precedent(worth)
    assert read_precedent("kept", SourceText("kept.toml", file)) == (worth, ())
    assert (worth.answer, worth.reasons, worth.readings) == (True, ("enough.marked_ones",), {"first": "many"})


def test_a_confirmation_says_who_and_when(worth: Precedent) -> None:
    file = write_precedent(worth).replace("# [conf", "[conf").replace('# by = "NAME"', 'by = "Jana \\"J\\""')
    read, wrong = read_precedent("kept", SourceText("kept.toml", file.replace("# on", "on")))
    assert wrong == ()
    assert read is not None
    assert read.confirmed == Confirmation('Jana "J"', "2000-01-01")
    assert read_precedent("kept", SourceText("kept.toml", write_precedent(read))) == (read, ())
    assert [each.code for each in read_precedent("kept", SourceText("kept.toml", file))[1]] == ["E0912"]


def test_it_stands_where_nothing_of_it_has_changed(tmp_path: Path, worth: Precedent) -> None:
    found = after(tmp_path, worth, ('"one", default', '"a single one"'), ('"three", house', '"three", default'))
    assert (found.status, found.by) == ("stands", ())


def test_what_other_tables_say_is_not_asked_when_it_is_decided_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What happens before the question hangs on a reading: whoever asks is told of two tables, a check of one."""
    made: list[object] = []

    def counted(game: model.Game, configuration: Configuration, **told: Any) -> Game:
        made.append(configuration)
        return make_game(game, configuration, **told)

    monkeypatch.setattr("refengine.rulings.judge.make_game", counted)
    judge = load_judge(write(tmp_path / "urn"))
    held = kept(judge, "1: take(1)", "ask enough")
    assert len({*made}) == 2
    made.clear()
    again = decided_again(held, load_judge(write(tmp_path / "urn")))
    assert (again.status, again.now, len({*made})) == ("stands", held.verdict, 1)


@pytest.mark.parametrize("words", [WORTH, LEGALITY, ("1: take(1)", "ask enough")])
def test_what_is_ruled_at_a_table_is_the_same_whether_others_are_looked_at_or_not(
    urn: Judge, words: tuple[str, ...]
) -> None:
    (whole,), (own,) = (rulings(each, *words) for each in (urn, evolve(urn, alone=True)))
    assert whole.alternatives
    assert own.alternatives is None
    assert _of_the_table(whole) == _of_the_table(own)


def _of_the_table(ruling: Ruling) -> Ruling:
    """A ruling without what other readings would make of it, and what else would have to be so."""
    reasons = None if ruling.reasons is None else evolve(ruling.reasons, if_only=())
    return evolve(ruling, alternatives=None, not_looked_at=None, reasons=reasons)


def test_one_word_of_a_clause_overrules_it_and_the_clause_is_named(tmp_path: Path, worth: Precedent) -> None:
    found = after(tmp_path, worth, ("        is true\n", "        is false\n"))
    assert (found.status, found.by) == ("overruled", ("clause `enough.marked_ones` has changed",))
    assert (found.verdict, found.now, found.clauses) == (
        "Yes: enough: yes.",
        "No: enough: no.",
        ("enough.marked_ones",),
    )


def test_it_may_stand_for_another_reason(tmp_path: Path, worth: Precedent) -> None:
    found = after(tmp_path, worth, ("when marked\n        is", "when stones > 5\n        is"))
    assert (found.status, found.fails) == ("stands for another reason", False)
    assert found.by == ("`enough.normally` decides now", "`enough.marked_ones` does not decide any more")


def test_a_clause_that_did_not_decide_before_is_named(tmp_path: Path, worth: Precedent) -> None:
    new = "\n    except none_at_all over marked_ones per R1\n        when stones < 3\n        is false\n"
    found = after(tmp_path, worth, ("        is true\n", f"        is true\n{new}"))
    assert (found.status, found.by) == ("overruled", ("clause `enough.none_at_all` decides now",))


def test_a_clause_that_is_gone_is_a_finding_even_if_the_ruling_stands(tmp_path: Path, worth: Precedent) -> None:
    found = after(tmp_path, worth, ("except marked_ones", "except the_marked"))
    assert (found.status, found.fails, found.by) == ("clause gone", True, ("clause `enough.marked_ones` is gone",))


def test_a_question_that_means_nothing_any_more_is_a_finding(tmp_path: Path, worth: Precedent) -> None:
    found = after(tmp_path, worth, ("value enough", "value plenty"))
    assert (found.status, found.now) == ("cannot be decided", None)
    assert found.by[0] == "there is no name called `enough`"
    reading = after(tmp_path, worth, ("reading many", "reading plenty"), ("is many", "is plenty"))
    assert reading.status == "cannot be decided"


def test_what_stands_in_the_way_is_a_reason(tmp_path: Path, urn: Judge) -> None:
    held = kept(urn, *LEGALITY)
    assert (held.outcome, held.reasons) == ("illegal", ("take.when_1",))
    found = after(tmp_path, held, ("n < 3", "n < 5"))
    assert (found.status, found.by) == ("overruled", ("clause `take.when_1` has changed",))
    assert found.now == "Legal: player 1: take 4."


def test_the_command_keeps_and_never_overwrites(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = write(tmp_path / "urn")
    asked = ["ask", str(game), *WORTH, "--save", "marked"]
    assert main([*asked, "--confirmed-by", "Jana"]) == 0
    file = game / "rulings" / "marked.toml"
    before = file.read_bytes()
    assert b'by = "Jana"\non = 2' in before
    assert main(asked) == 2
    assert "E0851" in capsys.readouterr().err
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([*WORTH, "--save", "../x"], "E0840"),
        ([*WORTH, "--save", ""], "E0840"),
        ([*WORTH, "ask stones", "--save", "two"], "E0901"),
        ([*WORTH, "--confirmed-by", "Jana"], "E0840"),
        ([*WORTH, "--save", "x", "--confirmed-by", " "], "E0840"),
        ([*WORTH, "--save", "x", "--limit", "pieces=50000"], "E0840"),
    ],
)
def test_what_cannot_be_kept_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    game = write(tmp_path / "urn")
    assert main(["ask", str(game), *words]) == 2
    assert f"error[{said}]" in capsys.readouterr().err
    assert not (game / "rulings").exists()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("precedent = 1", "precedent = 2"), "the precedent has form 2, we read form 1"),
        (("answer = ", "answer = 1 #"), "`ruling.answer` has to be a text"),
        (('answer = "true"', 'answer = "tr"'), "its answer is no JSON"),
        (('outcome = "answered"', 'outcome = "guessed"'), "`ruling` is not as it was written"),
        (("players = 2", 'players = "two"'), "`table` is not as it was written"),
        (("lines = [", "lines = [] #["), "valid TOML"),
    ],
)
def test_a_file_that_is_none_is_a_failure_of_the_check(
    tmp_path: Path, worth: Precedent, change: tuple[str, str], said: str
) -> None:
    game, text = write(tmp_path / "urn"), write_precedent(worth)
    assert change[0] in text
    (game / "rulings").mkdir()
    (game / "rulings" / "bad.toml").write_text(text.replace(*change), encoding="utf-8")
    standing, failures = check_precedents(load_rules(game))
    assert standing == ()
    (failure,) = failures
    assert (failure.kind, failure.name) == ("precedent", "bad")
    assert said in failure.what


def test_a_check_fails_with_one_that_is_overruled(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = write(tmp_path / "urn")
    assert main(["ask", str(game), *WORTH, "--save", "marked", "--confirmed-by", "Jana"]) == 0
    assert main(["check", str(game), "--only", "precedents"]) == 0
    assert "1 of 1 precedent stands" in capsys.readouterr().out
    write(game, RULES.replace("        is true\n", "        is false\n"))
    assert main(["check", str(game), "--only", "precedents"]) == 1
    told = capsys.readouterr().out
    assert "1. precedent marked: is overruled: clause `enough.marked_ones` has changed" in told
    assert "confirmed by Jana on 2" in told


def test_what_a_changed_line_overrules_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = Path("docs/rulings.md").read_text("utf-8")
    (shown,) = re.findall(r"\$ refengine check kaciri --only precedents\n(.*?)```", page, re.DOTALL)
    shutil.copytree("spec/kaciri", tmp_path / "kaciri")
    battle = tmp_path / "kaciri" / "battle.rules"
    text = battle.read_text("utf-8")
    before, refuge, after = text.partition("    except refuge over")
    battle.write_text(before + refuge + after.replace("is temple of sender(c)", "is graveyard", 1), "utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["check", "kaciri", "--only", "precedents"]) == 1
    told = capsys.readouterr().out
    for part in shown.split("...\n"):
        assert part in told


def test_several_modules_have_no_folder_to_keep_it_in(room: Path, capsys: pytest.CaptureFixture[str]) -> None:  # noqa: F811
    """A folder was made that was called after the words of the command."""
    for name in ("east", "west"):
        module(room, name, "law nothing_more per R1\n    true\n".replace("nothing", name))
    before = sorted(room.iterdir())
    words = ["given 2 players", "worth(slate)", "--module", "east", "--module", "west"]
    assert main(["ask", "garden", *words, "--save", "both"]) == 2
    assert "error[E0840]" in capsys.readouterr().err
    assert sorted(room.iterdir()) == before
    assert main(["ask", "garden", *words[:4], "--save", "one_of_them"]) == 0
    assert [each.name for each in (room / "east" / "rulings").iterdir()] == ["one_of_them.toml"]


SILENT = (
    RULES
    + """
value worth: 0..9 per R1
    case many_stones per R1
        when stones > 5
        is 1
    case marked_stones per R1
        when marked
        is 2
"""
)


@pytest.mark.parametrize(
    ("given", "old", "new"),
    [
        ("stones = 2", "when marked", "when stones > 3 and marked"),
        ("stones = 7, marked = true", "is 2", "is 3"),
    ],
    ids=["silent", "contradiction"],
)
def test_what_has_no_answer_stands_where_it_has_none_in_the_same_way(
    tmp_path: Path, given: str, old: str, new: str
) -> None:
    held = kept(load_judge(write(tmp_path / "urn", SILENT)), f"given {given}", "ask worth")
    again = decided_again(held, load_judge(write(tmp_path / "urn", SILENT.replace(old, new))))
    assert (held.outcome, again.status, again.now) == ("undetermined", "stands", held.verdict)


def test_that_rules_contradict_each_other_is_not_that_they_do_not_say(tmp_path: Path) -> None:
    """Both are undetermined: it was said to stand, the same answer by the same clauses."""
    held = kept(load_judge(write(tmp_path / "urn", SILENT)), "given stones = 2", "ask worth")
    found, wrong = read_precedent("kept", SourceText("kept.toml", write_precedent(held)))
    assert (found, wrong) == (held, ())
    rules = SILENT.replace("stones > 5", "stones > 1").replace(
        "when marked\n        is 2", "when stones > 0\n        is 2"
    )
    again = decided_again(held, load_judge(write(tmp_path / "urn", rules)))
    assert held.verdict == "Undetermined: the rules do not say."
    assert (again.status, again.now) == ("overruled", "Undetermined: the rules contradict each other.")


def test_a_truth_is_no_number(tmp_path: Path) -> None:
    """A number of 1 is another answer than Yes, though Python takes them for equal; a receipt says so as well."""
    truth = f"{RULES}\nvalue odd: truth per R1\n    is true\n"
    number = truth.replace("odd: truth per R1\n    is true", "odd: 0..1 per R1\n    is 1")
    held = kept(load_judge(write(tmp_path / "urn", truth)), "ask odd")
    again = decided_again(held, load_judge(write(tmp_path / "urn", number)))
    assert (held.answer, again.status) == (True, "overruled")


@pytest.mark.parametrize("part", ["title", "reasons", "receipt", "clauses", "files"])
def test_a_precedent_of_which_a_part_is_missing_is_none(worth: Precedent, part: str) -> None:
    """Without its clauses it would stand even where all of them are gone."""
    file = re.sub(rf"^(\[?){part}\b", rf"\1other_{part}", write_precedent(worth), flags=re.MULTILINE)
    found, wrong = read_precedent("kept", SourceText("kept.toml", file))
    assert (found, [each.code for each in wrong]) == (None, ["E0912"])


@pytest.mark.parametrize("spoil", [lambda folder: folder.symlink_to(folder.name), lambda folder: folder.write_text("")])
def test_precedents_that_cannot_be_looked_for_are_not_none(tmp_path: Path, spoil: Callable[[Path], object]) -> None:
    folder = write(tmp_path / "urn")
    assert check_precedents(load_rules(folder)) == ((), [])
    spoil(folder / "rulings")
    standing, (failure,) = check_precedents(load_rules(folder))
    assert standing == ()
    assert "cannot be read" in failure.what


def test_what_an_editor_hides_beside_a_precedent_is_none(tmp_path: Path) -> None:
    """Emacs leaves a link to nowhere there as long as something is not saved."""
    folder = write(tmp_path / "urn")
    (folder / "rulings").mkdir()
    (folder / "rulings" / ".#kept.toml").symlink_to("jana@home.1234")
    assert check_precedents(load_rules(folder)) == ((), [])
