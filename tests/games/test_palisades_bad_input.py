"""Beyond the Palisades, given what is wrong: bodies, tables, positions, traces. Each is told with a place, and why."""

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import refengine
from refengine.cli.main import main
from refengine.engine.trace import trace_of, write_trace
from refengine.pipeline import compile_folder
from refengine.resolve.folder import find_games, with_texts
from refengine.source.diagnostic import Diagnostic
from tests.games.palisades_folder import PALISADES, copied

PLACE = re.compile(r"^ *--> \S+:\d+:\d+$", flags=re.MULTILINE)
NO_HINT = {"E0201", "E0204", "E0301", "E0305"}
"""The codes whose message says all that there is to say, where nothing is like what was written."""


@pytest.fixture
def palisades(tmp_path: Path) -> Path:
    """A copy of the game beside its base, to spoil; their own examples are decided elsewhere."""
    return copied(tmp_path, "examples*.rules")


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    def tells(*argv: object) -> tuple[int, str]:
        capsys.readouterr()
        code = main([str(each) for each in argv])
        said = capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        return code, said.out + said.err

    return tells


def errors(game: Path, texts: Path | None = None) -> list[Diagnostic]:
    (folder,), wrong = find_games(game)
    assert wrong == ()
    if texts is not None:
        folder, wrong = with_texts(folder, texts)
        assert wrong == ()
    return list(compile_folder(folder).errors)


def is_whole(diagnostic: Diagnostic) -> bool:
    """Returns whether a diagnostic has a place, a hint, and one sentence that begins in lower case or with a word of the user's."""
    message = diagnostic.message
    one_sentence = message[0] == "`" or message[0].islower()
    return diagnostic.span is not None and bool(diagnostic.hint) and one_sentence and not message.endswith(".")


# ---- BODIES


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("    move c to discard of p", "E0420"),
        ("    move 1 Gloom from supply to c", "E0420"),
        ("    set influence of p to 3", "E0420"),
        ("    if c in laid\n        game over", "E0420"),
        ("    go Turn(p)", "E0420"),
        ("    enter Resolve(p, c)", "E0420"),
        ("    enter Cleanse(c)", "E0420"),
        ("    ask p\n        action rest per R4\n            then add 1 to influence of p", "E0420"),
        ("    enter played(p, c)", "E0424"),
        ("    enter Gain(p, 7)", "E0305"),
        ("    enter Gain(c, 1)", "E0301"),
        ("    enter Gian(p, 1)", "E0201"),
    ],
)
def test_a_body_does_no_more_than_a_text_may(palisades: Path, tmp_path: Path, body: str, code: str) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "mine.rules").write_text(f"played of Rybář per R4\n{body}\n", "utf-8")
    (found,) = (
        each for each in errors(palisades, tmp_path / "mine") if each.code != "E0428"
    )  # chains have to end, too
    assert found.code == code
    assert found.span is not None
    assert found.span.path.endswith("mine.rules")
    assert is_whole(found) or code in NO_HINT
    if code == "E0420":
        assert "`Gain`, `Draw`, `Leave`, `Lay`" in str(found.hint)
        assert "`Lay_gloom`" in str(found.hint)


@pytest.mark.parametrize(
    ("heads", "code"),
    [
        (("played of Rybar",), "E0421"),
        (("played of Judy",), "E0421"),
        (("visited of Rybář",), "E0421"),
        (("played of Odhalení",), "E0202"),
        (("played of Rybář", "played of Rybář"), "E0202"),
        (("plaid of Rybář",), "E0201"),
        (("Gain of Rybář",), "E0204"),
    ],
)
def test_a_body_has_a_text_and_a_title_of_its_own(palisades: Path, heads: tuple[str, ...], code: str) -> None:
    (palisades / "mine.rules").write_text("".join(f"{head} per R4\n    nothing\n" for head in heads), "utf-8")
    (found,) = errors(palisades)
    assert found.code == code
    assert is_whole(found) or code in NO_HINT


def test_texts_that_go_round_break_off(palisades: Path, told: Callable[..., tuple[int, str]]) -> None:
    """Two that enter each other, with something changed each time round: play finds it where no measure forbids it."""
    (palisades / "mine.rules").write_text(
        "used of Pahorek per R4\n    enter Gain(p, 1)\n    enter played(p, c)\n\n"
        "played of Pahorek per R4\n    enter used(p, c)\n\n"
        "example round_and_round per R4\n    given 2 players, phase Actions(2) in Turn(2)\n"
        "    given Card(Pahorek, 1) in laid of Location, Pawn(Hunters, Regular) in ready of 2\n"
        "    2: use_location(Pawn(Hunters, Regular), Card(Pahorek, 1))\n    expect influence of 2 = 3\n",
        "utf-8",
    )
    code, said = told("check", palisades, "--only", "examples")
    assert code == 2
    assert "error[E0428]" in said
    stated = palisades / "properties.rules"
    stated.write_text(
        re.sub(r"^measure chains_end .*\n(?:    .*\n)+", "", stated.read_text("utf-8"), flags=re.MULTILINE), "utf-8"
    )
    code, said = told("check", palisades, "--only", "examples")
    assert code == 1
    assert "an endless loop?: `use_location`" in said
    assert "see `refengine explain E0516`" in said


# ---- TABLES


@pytest.mark.parametrize(
    ("file", "old", "new", "law"),
    [
        ("palisades/titles.csv", "Uchvácení,Witches,Skill,1,0,0,0\n", "", "fifty_titles`"),
        ("palisades/titles.csv", "Uchvácení,Witches,Skill", "Uchvácení,Hunters,Event", "fifty_titles`"),
        ("palisades/titles.csv", "Pach,Witches,Skill", "Pach,Witches,Location", "each_deck_has_four_sorts` for `Pach"),
        ("pagan/villagers.csv", "Květa,Red", "Květa,Green", "three_of_a_faction` for `Red`, `Green"),
    ],
)
def test_tables_obey_what_the_rulebook_says_of_them(
    palisades: Path, told: Callable[..., tuple[int, str]], file: str, old: str, new: str, law: str
) -> None:
    table = palisades.parent / file
    text = table.read_text("utf-8")
    assert old in text
    table.write_text(text.replace(old, new), "utf-8")
    code, said = told("simulate", palisades, "--games", 1)
    assert code == 2
    assert said.startswith(f"error[E0837]: the tables break the law `{law}")
    assert PLACE.search(said)
    assert re.search(r"hint: per (pagan\.)?R", said)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("Rašeliniště,Hunters,Location,1,0,2,0", "Rašeliniště,Hunters,Location,1,0,31,0", "E0820"),
        ("Rašeliniště,Hunters,Location,1,0,2,0", "Rašeliniště,Hunters,Location,1,0,,0", "E0820"),
        ("Pach,Witches,Skill", "Pach,Witches,Skil", "E0820"),
        ("Pach,Witches,Skill", "Rybář,Witches,Skill", "E0811"),
        ("id,side,sort", "id,side,kind", "E0813"),
    ],
)
def test_cells_are_of_their_fields(palisades: Path, old: str, new: str, code: str) -> None:
    text = (palisades / "titles.csv").read_text("utf-8")
    assert old in text
    (palisades / "titles.csv").write_text(text.replace(old, new), "utf-8")
    (found,) = errors(palisades)
    assert found.code == code
    assert is_whole(found)


# ---- POSITIONS


SPOILT = {
    "gloom_31": ("Gloom on Judy = 31", "E0717: more `Gloom` lie out than there are (there are 30)"),
    "above_the_maximum": (
        "Card(Rašeliniště, 1) in laid of Location, Gloom on Card(Rašeliniště, 1) = Rašeliniště.symbols + 1",
        "breaks invariant `never_above_the_maximum`",
    ),
    "villager_above": ("Gloom on Judy = scenario.gloom + 1", "breaks invariant `villagers_never_above`"),
    "two_identities": ("{Suspect(Judy), Suspect(Grace)} in identity", "E0715: `identity` holds too much"),
    "in_two_zones": ("Card(Rybář, 1) in hand of 2, Card(Rybář, 1) in laid of Ally", "E0714: `Rybář 1` lies in more places"),
    "four_hunters": (
        "{Pawn(Hunters, Regular), Pawn(Hunters, Regular), Pawn(Hunters, Regular)} in spent of 2, "
        "Pawn(Hunters, Regular) in ready of 2",
        "E0714: `Hunters Regular` lies in more places",
    ),
    "gloom_in_a_deck": ("Gloom on Card(Rašeliniště, 1) = 1", "breaks invariant `gloom_in_play_only`"),
    "too_many_clues": ("Clue on Judy = 30, Clue on Grace = 11", "E0717: more `Clue` lie out"),
}  # fmt: skip


def test_positions_that_cannot_be_are_told(palisades: Path, told: Callable[..., tuple[int, str]]) -> None:
    lines = [f"example {name} per R4\n    given 2 players\n    given {fact}\n    expect true\n" for name, (fact, _) in SPOILT.items()]  # fmt: skip
    (palisades / "examples.rules").write_text("\n".join(lines), "utf-8")
    code, said = told("check", palisades, "--only", "examples")
    assert code == 1
    failures = re.split(r"^\d+\. example ", said, flags=re.MULTILINE)[1:]
    assert [each.split(":")[0] for each in failures] == list(SPOILT)
    for failure, (_, wanted) in zip(failures, SPOILT.values(), strict=True):
        assert wanted in " ".join(failure.split())


@pytest.mark.parametrize(
    ("fact", "code"),
    [
        ("Gloom on Judy = 2, Gloom on Judy = 1", "E0522"),
        ("Clue on Card(Rybář, 1) = 1", "E0409"),
        ("Card(Rybář, 3) in hand of 1", "E0305"),
        ("Suspect(Rybář) in identity", "E0301"),
        ("influence of 1 = 21", "E0305"),
    ],
)
def test_facts_that_mean_nothing_are_refused(palisades: Path, fact: str, code: str) -> None:
    (palisades / "mine.rules").write_text(
        f"example mine per R4\n    given 2 players\n    given {fact}\n    expect true\n", "utf-8"
    )
    (found,) = errors(palisades)
    assert found.code == code
    assert found.span is not None


# ---- TRACES


def test_a_trace_cannot_spend_what_is_not_there(tmp_path: Path, told: Callable[..., tuple[int, str]]) -> None:
    game = refengine.load(PALISADES, players=2)
    chance = random.Random(5)
    states = [game.initial()]
    actions: list[Any] = []
    while not (actions and actions[-1].actor == 2 and actions[-1].name == "visit"):
        actions.append(chance.choice(game.legal(states[-1])))
        states.append(game.apply(states[-1], actions[-1]))
    data = json.loads(write_trace(trace_of(game, states, actions)))
    last = data["states"][-1]
    for name, arguments, wanted in (
        ("exonerate", ["Hunters Regular"], "rule `exonerate.when_2`"),
        ("execute", ["Hunters Regular", "Judy"], "rule `execute.when_2`"),
        ("use_location", ["Hunters Regular", "Rašeliniště 1"], "may not be chosen"),
        ("give_for_influence", ["Judy"], "this is not decided now"),
        ("visit", ["Witches Raven", "Judy"], "may not be chosen"),
    ):
        last["mbt::actionTaken"], last["mbt::nondetPicks"]["arguments"] = name, arguments
        (tmp_path / "spent.itf.json").write_text(json.dumps(data), "utf-8")
        code, said = told("replay", tmp_path / "spent.itf.json", "--game", PALISADES)
        assert code == 1
        assert f"step {len(actions)} of {len(actions)} steps is not legal" in said
        assert wanted in said
        assert "last legal state:" in said
