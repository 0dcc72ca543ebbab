"""What a check knows from earlier runs is what it would find out now: of random edits of random rules, and of none."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve

from refengine.check import play
from refengine.check.memory import DIRECTED, EXAMPLE, LAWS, CheckMemory
from refengine.loading import compile_cached
from refengine.prove.run import StartedProofs
from refengine.resolve.folder import find_games
from refengine.runtime.fault import Clause
from refengine.source.cache import Cache
from refengine.source.span import Span
from tests.cli.conftest import Ran
from tests.engine.rules import rulebook

RULES = """\
# A race: whoever comes to the end of it first has won.
game race from rulebook tiny
    players 2                                                   per R1

variable field of each player: 0..9                             per R1

question ties about R1                                          per ruling A1
    "who wins if both are as far?"
    reading both "both", inferred, default
    reading neither "neither", house

value goal: 0..9                                                per R1
    is 3

value ahead(p: player): truth                                   per R1
    normally field of p >= goal
    except tied per ruling A1
        when ties is neither
        when every player q has field of q >= goal
        is false

value unused: 0..9                                              per R1
    is 7

setup                                                           per R1
    go Turn(1)

phase Turn(p: player)                                           per R1
    ask p
        action walk(n in 1..2)                                  per R1
            bar too_far                                         per R1
                when field of p + n > 4
            then add n to field of p
        action rest                                             per R1
            when field of p >= 3
    go Judge(p)

phase Judge(p: player)                                          per R1
    case there per R1
        when field of p >= goal
        then game over
    case not_yet per R1
        when field of p < goal
        then go Turn(next of p)

outcome                                                         per R1
    scores are field of p for player p
    winners are all player p with ahead(p)

invariant nobody_runs_out                                       per R1
    every player p has field of p <= 4

claim the_goal_is_ahead                                         per R1
    goal <= 4

witness both_are_there                                          per R1
    every player p has ahead(p)

example one_step                                                per R1
    given 2 players
    1: walk(2)
    expect field of 1 = 2, not ahead(1)

example two_steps                                               per R1
    given 2 players, phase Turn(1)
    given field of 1 = 1
    1: walk(2)
    expect ahead(1), game over
"""

MORE = """
step invariant nobody_goes_back                                 per R1
    every player p has field of p >= before(field of p)

invariant nobody_is_there_twice in Turn                         per R1
    every player p has field of p < 8

measure the_way_to_go in Judge                                  per R1
    9 - field of 1, 9 - field of 2
"""
"""What else may have to hold; most of it is not proved, so that play has to look for it."""

TABLED = """
table tracks                                                    per R1

component Track from table tracks                               per R1
    length: 0..9
    starts in road

zone road holds Track                                           per R1

law tracks_are_short                                            per R1
    every Track t with t.length > 2 has t.length <= 4

value longest: 0..9                                             per R1
    is highest of t.length for Track t

invariant the_road_stays                                        per R1
    (number of t in road) >= (number of Track t)

claim as_long_as_the_goal                                       per R1
    longest <= goal

example the_longest                                             per R1
    given 2 players, field of 1 = 1
    expect longest = 3

example two_at_once                                             per R1
    given 2 players, phase Turn(2)
    given field of 2 = 3
    2: rest
    expect ahead(2), game over
"""

OTHERS = {
    "tracks.csv": "id,length\nShort,1\nLong,3\n",
    "labels.toml": '[en]\nwalk = "walk on"\nrest = "rest"\nShort = "the short one"\nboth = "both of them"\n',
}
"""What is read beside the rules."""

Report = dict[str, Any]

_BEGUN: dict[str, tuple[Path, list[str], list[str]]] = {}
"""What was kept of the rules with which many tests begin, and what was asked and played when they were checked."""


class Checks:
    """Checks of one game, each with the rules as they are then, over a cache of its own or one that all share."""

    def __init__(self, folder: Path, run: Callable[..., Ran], patch: pytest.MonkeyPatch) -> None:
        self.folder, self.run, self.patch = folder, run, patch
        self.number = 0
        self.asked: list[str] = []
        self.played: list[str] = []
        self.path = folder / "race"
        self.path.mkdir()
        (self.path / "rulebook.toml").write_text(rulebook(), "utf-8")
        self.write(RULES)
        real = StartedProofs.begin

        def begin(begun: StartedProofs) -> None:
            self.asked += [each.title for each in begun.left]
            begun.work = evolve(begun.work, jobs=0)  # to start a process takes longer than to answer these
            real(begun)

        patch.setattr(StartedProofs, "begin", begin)
        for name in ("play_at_random", "play_directed"):
            self._count(name)

    def _count(self, name: str) -> None:
        """Notes each piece of play that takes place."""
        real = getattr(play, name)

        def counting(*args: Any, **told: Any) -> Any:
            self.played.append(name)
            return real(*args, **told)

        self.patch.setattr(play, name, counting)

    def write(self, text: str) -> None:
        (self.path / "race.rules").write_text(text, "utf-8")

    def begin(self) -> None:
        """Checks the rules as they are; what a test before kept of the same is taken over."""
        text = (self.path / "race.rules").read_text("utf-8")
        if text not in _BEGUN:
            self.report(warm=True)
            kept = Path(shutil.copytree(self.folder / "warm", self.folder / "begun"))
            _BEGUN[text] = (kept, [*self.asked], [*self.played])
        kept, asked, played = _BEGUN[text]
        shutil.copytree(kept, self.folder / "warm", dirs_exist_ok=True)
        self.asked[:], self.played[:] = asked, played

    def report(self, *options: object, warm: bool) -> Report:
        """The whole report; `asked` are the goals that were decided for it, `played` the pieces of play."""
        self.number += 1
        self.asked.clear()
        self.played.clear()
        cache = self.folder / ("warm" if warm else f"cold {self.number}")
        self.patch.setenv("XDG_CACHE_HOME", str(cache))
        saved = self.folder / "saved"  # it is named in the report, and what is in it is played again
        shutil.rmtree(saved, ignore_errors=True)
        options = ("--traces", 2, "--directed", 1, "--jobs", 1, "--save", saved, *options)
        ran = self.run("check", self.path, "--format", "json", *options)
        assert ran.code in {0, 1, 2, 3}, ran.err
        found: Report = json.loads(ran.out)
        return found


@pytest.fixture
def checks(tmp_path: Path, run: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch) -> Checks:
    return Checks(tmp_path, run, monkeypatch)


# ---- EDITS

Edit = Callable[[str, Random], str]


def a_number(text: str, chance: Random) -> str:
    """One number somewhere in the rules is one more, or one less."""
    places = [each for each in re.finditer(r"(?<![\w.])\d(?![\w.])", text) if each.start() > text.index("variable")]
    place = chance.choice(places)
    other = max(0, int(place[0]) + chance.choice((-1, 1)))
    return f"{text[: place.start()]}{other}{text[place.end() :]}"


def a_comparison(text: str, chance: Random) -> str:
    place = chance.choice(list(re.finditer(r" (>=|<=|>|<|=) ", text)))
    return f"{text[: place.start()]} {chance.choice(('>=', '<=', '>', '<', '='))} {text[place.end() :]}"


def a_line_less(text: str, chance: Random) -> str:
    lines = text.splitlines(keepends=True)
    del lines[chance.randrange(6, len(lines))]
    return "".join(lines)


def a_line_of_a_part_less(text: str, chance: Random) -> str:
    lines = text.splitlines(keepends=True)
    del lines[chance.choice(range(1, len(lines)))]
    return "".join(lines)


def a_comment(text: str, chance: Random) -> str:
    lines = text.splitlines(keepends=True)
    lines.insert(chance.choice([number for number, each in enumerate(lines) if each[0] not in " \n"]), "# a comment\n")
    return "".join(lines)


EDITS: tuple[Edit, ...] = (a_number, a_number, a_comparison, a_line_less, a_comment)


def within(heads: tuple[str, ...], edit: Edit) -> Edit:
    """An edit of one declaration whose head begins so."""

    def edited(text: str, chance: Random) -> str:
        parts = re.split(r"\n(?=[^\s#])", text)
        number = chance.choice([number for number, each in enumerate(parts) if each.startswith(heads)] or [0])
        if not number:
            return text
        head, _, body = parts[number].partition("\n")
        with suppress(IndexError):  # there may be no number, or no comparison, in it
            body = edit("variable\n" + body, chance).removeprefix("variable\n")
        return "\n".join((*parts[:number], f"{head}\n{body}", *parts[number + 1 :]))

    return edited


STATED = ("invariant", "step invariant", "measure")

OF_PARTS: tuple[Edit, ...] = (
    within(STATED, a_number),
    within(STATED, a_number),
    within(STATED, a_comparison),
    within(("example",), a_number),
    within(("value",), a_number),
    within(("phase",), a_number),
    a_comment,
)
"""Edits of what has to hold above all, which is asked again of what was noted; now and then of something else."""


def same_as_with_nothing_cached(
    checks: Checks, seed: int, number: int, first: str = RULES, edits: tuple[Edit, ...] = EDITS
) -> None:
    """One edit after the other, and now and then the rules as they were before."""
    chance = Random(seed)
    texts = [first]
    checks.write(first)
    checks.report(warm=True)
    for _ in range(number):
        before = chance.choice(texts)
        texts.append(chance.choice(edits)(before, chance))
        checks.write(texts[-1])
        assert checks.report(warm=True) == checks.report(warm=False), texts[-1]


@pytest.mark.slow
def test_after_random_edits_every_answer_is_that_of_a_run_with_nothing_cached(checks: Checks) -> None:
    same_as_with_nothing_cached(checks, 0, 4)


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(1, 21))
def test_after_many_random_edits_every_answer_is_that_of_a_run_with_nothing_cached(checks: Checks, seed: int) -> None:
    same_as_with_nothing_cached(checks, seed, 20)


@pytest.mark.slow
def test_after_edits_of_what_has_to_hold_every_answer_is_that_of_a_run_with_nothing_cached(checks: Checks) -> None:
    same_as_with_nothing_cached(checks, 0, 4, RULES + MORE, OF_PARTS)


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(1, 21))
def test_after_many_edits_of_what_has_to_hold_every_answer_is_that_of_a_run_with_nothing_cached(
    checks: Checks, seed: int
) -> None:
    same_as_with_nothing_cached(checks, seed, 20, RULES + MORE, OF_PARTS)


Files = dict[str, str]


def an_edit_of_a_file(files: Files, chance: Random) -> Files:
    """One number of the table, one word of a label, or some edit of the rules, most often of their examples."""
    name = chance.choice(sorted(files))
    text = files[name]
    if name.endswith(".csv"):
        place = chance.choice(list(re.finditer(r"(?<=,)\d", text)))
        text = f"{text[: place.start()]}{chance.choice('1234')}{text[place.end() :]}"
    elif name.endswith(".toml"):
        place = chance.choice(list(re.finditer(r'= "', text)))
        text = f"{text[: place.end()]}{chance.choice(('now ', 'then ', ''))}{text[place.end() :]}"
    else:
        of_examples = (within(("example",), each) for each in (a_number, a_number, a_comparison, a_line_of_a_part_less))
        text = chance.choice((*of_examples, *OF_PARTS))(text, chance)
    return {**files, name: text}


def files_as_with_nothing_cached(checks: Checks, seed: int, number: int) -> None:
    """One edit after the other of whatever file, and now and then all files as they were before."""
    chance = Random(seed)
    known: list[Files] = [{"race.rules": RULES + MORE + TABLED, **OTHERS}]
    for each in range(number + 1):
        files = an_edit_of_a_file(chance.choice(known), chance) if each else known[0]
        known.append(files)
        for name, text in files.items():
            (checks.path / name).write_text(text, "utf-8")
        assert checks.report(warm=True) == checks.report(warm=False), files


@pytest.mark.slow
def test_after_edits_of_tables_labels_and_examples_every_answer_is_that_of_a_run_with_nothing_cached(
    checks: Checks,
) -> None:
    files_as_with_nothing_cached(checks, 0, 4)


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(1, 21))
def test_after_many_edits_of_tables_labels_and_examples_every_answer_is_that_of_a_run_with_nothing_cached(
    checks: Checks, seed: int
) -> None:
    files_as_with_nothing_cached(checks, seed, 20)


# ---- WHAT IS ASKED AGAIN


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "asked"),
    [
        ("# A race", "# A short race", frozenset[str]()),
        ("value unused", "\n\n# more room\nvalue unused", frozenset[str]()),
        ('"who wins if both are as far?"', '"who wins?"', frozenset[str]()),
        ("expect ahead(1), game over", "expect game over", frozenset[str]()),
        ("    is 7", "    is 8", frozenset[str]()),
        ("goal <= 4", "goal < 4", frozenset({"claim"})),
        ("field of p <= 4\n", "field of p <= 5\n", frozenset({"invariant", "sight", "obligation", "witness"})),
        (
            "    is 3\n",
            "    is 4\n",
            frozenset({"claim", "witness", "invariant", "sight", "obligation"}),
        ),
    ],
)
def test_only_what_depends_on_an_edit_is_asked_again(checks: Checks, old: str, new: str, asked: frozenset[str]) -> None:
    checks.begin()
    assert checks.asked != []
    assert RULES.count(old) == 1
    checks.write(RULES.replace(old, new))
    found = checks.report(warm=True)
    assert {each.split()[0] for each in checks.asked} == asked
    assert found == checks.report(warm=False)


@pytest.mark.slow
def test_an_answer_that_is_kept_shows_where_things_are_now(checks: Checks) -> None:
    checks.write(RULES.replace("field of p <= 4\n", "field of p <= 3\n"))
    first = checks.report(warm=True)
    (failure, *_) = first["games"][0]["failures"]
    line = int(failure["clause"]["place"].split(":")[1])
    checks.write("# one more line\n# and another\n" + RULES.replace("field of p <= 4\n", "field of p <= 3\n"))
    second = checks.report(warm=True)
    assert checks.asked == []
    assert int(second["games"][0]["failures"][0]["clause"]["place"].split(":")[1]) == line + 2
    assert second == checks.report(warm=False)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "plays"),
    [
        ("field of p <= 4\n", "field of p <= 5\n", False),
        ("field of p <= 4\n", "field of p < 5\n", False),
        ("field of p <= 4\n", "field of p <= 3\n", True),
        (">= before(field of p)", "= before(field of p)", True),
        ("field of p < 8", "field of p < 9", False),
        ("        then add n to field of p", "        then add 1 to field of p", True),
        ("    is 7", "    is 8", True),
    ],
)
def test_games_are_played_again_only_if_they_may_go_otherwise(checks: Checks, old: str, new: str, plays: bool) -> None:
    before = RULES + MORE
    checks.write(before)
    checks.begin()
    assert "play_at_random" in checks.played
    assert before.count(old) == 1
    checks.write(f"# one more line\n{before.replace(old, new)}")
    found = checks.report(warm=True)
    assert ("play_at_random" in checks.played) is plays  # directed play begins in positions that no game comes to
    assert found == checks.report(warm=False)


@pytest.mark.slow
def test_nothing_is_played_where_all_answers_are_the_same(checks: Checks) -> None:
    checks.write(RULES + MORE)
    checks.begin()
    assert {*checks.played} == {"play_at_random", "play_directed"}
    checks.write((RULES + MORE).replace("field of p <= 4\n", "field of p < 5\n"))
    found = checks.report(warm=True)
    assert checks.played == []
    assert found == checks.report(warm=False)


@pytest.mark.slow
@pytest.mark.parametrize(("other", "most", "plays"), [(4, 5, False), (7, 7, True)])
def test_where_something_else_is_broken_too_it_counts_only_that_something_is(
    checks: Checks, other: int, most: int, plays: bool
) -> None:
    """Positions that are put together are thrown away for whatever they break; with `other` 7 that hangs on the edit."""
    before = f"{RULES}{MORE}\ninvariant nobody_comes_too_far per R1\n    no player p has field of p > {other}\n"
    checks.write(before)
    checks.begin()
    assert "play_directed" in checks.played
    assert before.count("field of p <= 4\n") == 1
    checks.write(before.replace("field of p <= 4\n", f"field of p <= {most}\n"))
    found = checks.report(warm=True)
    assert ("play_directed" in checks.played) is plays
    assert found == checks.report(warm=False)


@pytest.mark.slow
def test_what_an_example_expects_is_not_played(checks: Checks) -> None:
    checks.begin()
    checks.write(RULES.replace("expect field of 1 = 2, not ahead(1)", "expect field of 1 = 2"))
    found = checks.report(warm=True)
    assert checks.played == []
    assert found == checks.report(warm=False)
    checks.write(RULES.replace("given field of 1 = 1", "given field of 1 = 2"))
    found = checks.report(warm=True)
    assert {*checks.played} == {"play_directed"}
    assert found == checks.report(warm=False)


@pytest.mark.slow
def test_how_a_question_is_worded_is_neither_played_nor_proved(checks: Checks) -> None:
    checks.begin()
    checks.write(RULES.replace('"who wins if both are as far?"', '"who is it?"').replace('"neither"', '"not one"'))
    found = checks.report(warm=True)
    assert checks.played == checks.asked == []
    assert found == checks.report(warm=False)


# ---- PARTS THAT ARE KEPT


def _kept(checks: Checks, folder: Path) -> CheckMemory:
    compiled = compile_cached(find_games(checks.path)[0][0])
    assert compiled.game is not None
    return CheckMemory(compiled.game, Cache(folder))


def test_what_speaks_of_no_place_in_the_rules_is_not_kept(checks: Checks, tmp_path: Path) -> None:
    kept = _kept(checks, tmp_path / "kept")
    kept.write(LAWS, 1, (Span("elsewhere.rules", 1, 2),))
    kept.write(LAWS, 2, (Clause("goal", (), ("elsewhere.rules", 1, 2)),))
    kept.write(LAWS, 3, (Clause("goal", ("R1",)),))
    assert [kept.read(LAWS, number, tuple) for number in (1, 2, 3)] == [None, None, (Clause("goal", ("R1",)),)]


def test_another_question_is_another_part(checks: Checks, tmp_path: Path) -> None:
    kept = _kept(checks, tmp_path / "kept")
    kept.write(EXAMPLE, (), ("found",), "one_step")
    assert kept.read(EXAMPLE, (), tuple, "one_step") == ("found",)
    assert kept.read(EXAMPLE, (), tuple, "two_steps") is None
    assert kept.read(EXAMPLE, (1,), tuple, "one_step") is None
    assert kept.read(EXAMPLE, (), dict, "one_step") is None
    assert kept.read(LAWS, (), tuple) is None
    checks.write(RULES.replace("1: walk(2)\n    expect field", "1: walk(1)\n    expect field"))
    assert _kept(checks, tmp_path / "kept").read(EXAMPLE, (), tuple, "one_step") is None
    checks.write(RULES.replace(", game over\n", "\n"))
    assert _kept(checks, tmp_path / "kept").read(EXAMPLE, (), tuple, "one_step") == ("found",)


def test_an_example_depends_on_what_it_takes_over_and_on_nothing_else_of_another(
    checks: Checks, tmp_path: Path
) -> None:
    taken = RULES.replace("    expect ahead(1), game over", "    at the_end\n    expect ahead(1), game over")
    taken = taken.replace(
        "    1: walk(2)\n    expect field of 1 = 2", "    1: walk(2)\n    at here\n    expect field of 1 = 2"
    )
    taken = taken.replace("not ahead(1)\n", "not ahead(1)\n    2: walk(1)\n")
    taken += """
example what_if                                                 per R1
    as one_step until here
    2: walk(2)
    expect field of 2 = 2
"""

    def read(old: str, new: str) -> object:
        assert taken.count(old) == 1
        checks.write(taken.replace(old, new))
        kept = _kept(checks, tmp_path / "kept")
        return kept.read(EXAMPLE, (), tuple, "what_if"), kept.read(DIRECTED, 1, tuple)

    checks.write(taken)
    kept = _kept(checks, tmp_path / "kept")
    kept.write(EXAMPLE, (), ("found",), "what_if")
    kept.write(DIRECTED, 1, ("begun",), begun=frozenset({"what_if"}))
    known = (("found",), ("begun",))
    assert read("2: walk(1)\n", "2: walk(1)  # a step\n") == known
    assert read("    1: walk(2)\n    at here", "    # a step\n    1: walk(2)\n    at here") == known
    assert read("expect field of 1 = 2, not ahead(1)", "expect field of 1 = 2") == known
    assert read("2: walk(1)\n", "2: walk(2)\n") == known
    assert read("at the_end", "at its_end") == known
    checks.write(taken.replace("at here", "at there").replace("until here", "until there"))
    assert _kept(checks, tmp_path / "kept").read(DIRECTED, 1, tuple) == ("begun",)
    assert read("    1: walk(2)\n    at here", "    1: walk(1)\n    at here") == (None, None)
    assert read("    at here\n    expect", "    expect field of 2 = 0\n    at here\n    expect") == known
    assert read("    given 2 players\n    1", "    given 2 players\n    given field of 2 = 1\n    1") == (None, None)


def test_directed_play_depends_on_examples_in_which_it_began_and_on_the_heads_of_all(
    checks: Checks, tmp_path: Path
) -> None:
    def read(text: str) -> object:
        checks.write(text)
        return _kept(checks, tmp_path / "kept").read(DIRECTED, 1, tuple)

    _kept(checks, tmp_path / "kept").write(DIRECTED, 1, ("found",), begun=frozenset({"one_step"}))
    assert read(RULES) == ("found",)
    assert read(RULES.replace("given field of 1 = 1", "given field of 1 = 2")) == ("found",)
    assert read(RULES.replace("1: walk(2)\n    expect field", "1: walk(1)\n    expect field")) is None
    assert read(RULES.replace("example two_steps       ", "example some_steps      ")) is None
    assert read(RULES[: RULES.index("example two_steps")]) is None
    assert read(RULES.replace("field of p <= 4\n", "field of p <= 3\n")) is None
    assert read(RULES) == ("found",)


def test_a_damaged_part_is_no_part(checks: Checks, tmp_path: Path) -> None:
    kept = _kept(checks, tmp_path / "kept")
    kept.write(LAWS, 1, (1, 2))
    (file,) = (tmp_path / "kept").iterdir()
    for content in (b"", b"nonsense", file.read_bytes()[:-3]):
        file.write_bytes(content)
        assert kept.read(LAWS, 1, tuple) is None
