"""Texts by title: what is proved for every text, what with the bodies that are there, and what is not to be proved.

Each statement that is false has a true one of the same shape beside it.
"""

from pathlib import Path

import pytest

from refengine.evidence.ledger import GoalAnswer
from refengine.ir.game import Game
from refengine.pipeline import Compilation, compile_folder
from refengine.prove.cache import Answers
from refengine.prove.decide import decide
from refengine.prove.run import ProofTask, Prover, prove
from refengine.resolve.folder import find_games, with_texts
from refengine.smt.goal import Limits
from refengine.smt.induction.texts import holds_for_every_text
from refengine.smt.plan import batches, goals
from refengine.source.cache import Cache

PROVER = Prover(goals, batches, lambda: decide)

RULEBOOK = """[rulebook]
id = "tiny"
title = "Tiny"
language = "en"

[[statement]]
id = "R1"
lines = "1"
paraphrase = "All there is."
status = "normative"
hash = "sha256:0000000000000000000000000000000000000000000000000000000000000000"
"""

GAME = """game tiny from rulebook tiny
    players 1 per R1

kind Charm is Moth, Toad per R1

variable n: 0..9 per R1
variable rounds: 0..2, starts 2 per R1

setup per R1
    go Turn(1)

phase Turn(p: player) per R1
    if rounds = 0
        game over
    subtract 1 from rounds
    ask p
        action cast(Charm c) per R1
            then enter spell(p, c)
        action rest per R1
    go Turn(next of p)

text spell(p: player, c: Charm) by c, open over Up, Break, Mend, Add per R1

phase Up per R1
    if n < 4
        add 1 to n

phase Break per R1
    set n to 6

phase Mend per R1
    if n > 4
        set n to 0

phase Add(k: 0..3) per R1
    if n + k <= 4
        add k to n

"""

MENDED = """spell of Moth per R1
    enter Break
    enter Mend

spell of Toad per R1
    enter Up
    enter Up
"""


def compiled(folder: Path, text: str, mine: str = "") -> Compilation:
    spec = folder / "spec"
    spec.mkdir()
    (spec / "game.rules").write_text(text, encoding="utf-8")
    (spec / "rulebook.toml").write_text(RULEBOOK, encoding="utf-8")
    (game,), _ = find_games(spec)
    if mine:
        (folder / "mine").mkdir()
        (folder / "mine" / "mine.rules").write_text(mine, encoding="utf-8")
        game, wrong = with_texts(game, folder / "mine")
        assert wrong == ()
    found = compile_folder(game)
    assert found.game is not None, [each.message for each in found.diagnostics]
    return found


def game_of(folder: Path, text: str, mine: str = "") -> Game:
    game = compiled(folder, text, mine).game
    assert game is not None
    return game


def answers(game: Game, folder: Path, kind: str = "") -> tuple[GoalAnswer, ...]:
    wanted = tuple(each for each in goals(game) if kind in {"", each.kind})
    kept = Answers(game, Limits(rlimit=5_000_000, steps=2), folder=Cache(folder / "cache"))
    return prove(ProofTask(game, wanted, kept.limits), PROVER, kept).answers


def said(folder: Path, text: str, kind: str, mine: str = "") -> dict[str, str]:
    """Returns the verdicts of a kind, by name; ` for every text` behind those of which that is said."""
    found = answers(game_of(folder, text, mine), folder, kind)
    return {
        each.decision.goal.name: each.decision.verdict + (" for every text" if each.decision.every_text else "")
        for each in found
    }


def invariant(name: str, condition: str, where: str = "") -> str:
    return f"\n{name}{where} per R1\n    {condition}\n"


def test_what_no_primitive_breaks_holds_for_every_text(tmp_path: Path) -> None:
    text = GAME + invariant("invariant low", "n <= 6") + invariant("invariant lower", "n <= 4")
    found = said(tmp_path, text, "invariant")
    assert found == {"low": "proved for every text", "lower": "refuted"}


def test_what_is_broken_inside_a_body_and_mended_there_holds_with_these_bodies_alone(tmp_path: Path) -> None:
    found = said(tmp_path, GAME + MENDED + invariant("invariant lower", "n <= 4"), "invariant")
    assert found == {"lower": "proved"}


def test_a_body_that_asks_in_between_is_no_way_round(tmp_path: Path) -> None:
    bodies = MENDED.replace("    enter Break\n", "    enter Break\n    ask p\n        action look per R1\n")
    found = said(tmp_path, GAME + bodies + invariant("invariant lower", "n <= 4"), "invariant")
    assert found == {"lower": "refuted"}


def test_of_steps_only_what_holds_of_parts_of_them_holds_for_every_text(tmp_path: Path) -> None:
    """The second body goes up by two in one step, which an open text does in two."""
    text = (
        GAME
        + MENDED.replace("    enter Break\n", "    enter Up\n")
        + invariant("step invariant up_by_one", "n <= before(n) + 1")
        + invariant("step invariant fewer_rounds", "rounds <= before(rounds)")
        + invariant("step invariant still", "n = before(n)", " in Turn")
        + invariant("step invariant no_more_rounds", "rounds <= before(rounds)", " in Turn")
    )
    found = said(tmp_path, text, "step invariant")
    assert found == {
        "up_by_one": "refuted",
        "fewer_rounds": "proved for every text",
        "still": "refuted",
        "no_more_rounds": "proved",
    }


def test_a_measure_is_one_of_the_bodies_that_are_there(tmp_path: Path) -> None:
    """Nothing falls where the table is asked; and a body that asks is a step more."""
    falls = "\nmeasure rounds_left in Turn per R1\n    when rounds > 0\n    rounds, n\n"
    (tmp_path / "open").mkdir()
    (tmp_path / "bodies").mkdir()
    assert said(tmp_path / "open", GAME + falls, "measure") == {"rounds_left": "refuted"}
    assert said(tmp_path / "bodies", GAME + MENDED + falls, "measure") == {"rounds_left": "proved"}
    falls = "\nmeasure rounds_left per R1\n    when rounds > 0\n    rounds, n\n"
    asks = MENDED.replace("    enter Break\n", "    ask p\n        action look per R1\n")
    (tmp_path / "asks").mkdir()
    assert said(tmp_path / "asks", GAME + asks + falls, "measure") == {"rounds_left": "refuted"}


def test_only_of_chains_a_measure_is_one_of_every_text(tmp_path: Path) -> None:
    """What a turn makes less a text may make more again; how far texts may enter each other hangs on none of them."""
    falls = "\nmeasure less in Turn per R1\n    n\n"
    chains = "\nmeasure shorter during spell per R1\n    n\n"
    for number, (text, of_every_text) in enumerate(((falls, set()), (falls + chains, {"shorter"}))):
        (tmp_path / str(number)).mkdir()
        game = game_of(tmp_path / str(number), GAME + text)
        measures = [each for each in goals(game) if each.kind == "measure"]
        assert {each.name for each in measures if holds_for_every_text(game, each)} == of_every_text
        assert len(measures) == number + 1


OWES = """spell of Moth per R1
    {before}enter Add({amount})
    enter Mend
"""


@pytest.mark.parametrize(
    ("before", "amount", "stated", "verdict"),
    [
        ("", "n div 2", "n <= 6", "proved"),
        ("", "n", "n <= 6", "unknown"),
        ("enter Up\n    ", "n div 2", "n <= 6", "proved"),
    ],
)
def test_what_a_body_owes_rests_on_what_holds_for_every_text(
    tmp_path: Path, before: str, amount: str, stated: str, verdict: str
) -> None:
    game = game_of(tmp_path, GAME + OWES.format(before=before, amount=amount) + invariant("invariant kept", stated))
    name = "spell.Moth: the number stays in its range"
    (found,) = (each.decision for each in answers(game, tmp_path) if each.decision.goal.name == name)
    assert (found.verdict == "proved") is (verdict == "proved")
    if verdict == "proved":
        assert found.rests_on == ("invariant kept",)


def test_no_body_rests_on_what_holds_only_where_somebody_decides(tmp_path: Path) -> None:
    """With these bodies n is 4 at most wherever somebody decides, and 6 where the body goes on behind `Break`."""
    bodies = """spell of Moth per R1
    enter Break
    enter Add(n div 2)
    enter Mend

spell of Toad per R1
    enter {last}
"""
    name = "spell.Moth: the number stays in its range"
    for last, amount, holds in (("Up", "n div 2", True), ("Up", "n - 1", False)):
        folder = tmp_path / f"{last}{holds}"
        folder.mkdir()
        text = bodies.format(last=last).replace("n div 2", amount)
        game = game_of(folder, GAME + text + invariant("invariant lower", "n <= 4"))
        found = {each.decision.goal.name: each.decision for each in answers(game, folder)}
        assert found["lower"].verdict == "proved"
        assert not found["lower"].every_text
        assert (found[name].verdict in {"proved", "by construction"}) is holds


def test_cases_of_a_body_have_to_cover(tmp_path: Path) -> None:
    bodies = """spell of Moth per R1
    case little per R1
        when n < {most}
        then enter Up
    case much per R1
        when n > 3
        then enter Mend

"""
    for most, verdict in ((4, "proved"), (3, "unknown")):
        folder = tmp_path / str(most)
        folder.mkdir()
        found = said(folder, GAME + bodies.format(most=most), "obligation")
        covers = found["spell.Moth: some case applies"]
        assert (covers == "proved") is (verdict == "proved"), covers


def test_who_is_asked_in_a_body_has_to_have_an_answer(tmp_path: Path) -> None:
    bodies = """spell of Moth per R1
    ask p
        action count_down(k in {least}..n) per R1
            then enter Add(0)
"""
    for least, holds in ((0, True), (1, False)):
        folder = tmp_path / str(least)
        folder.mkdir()
        found = said(folder, GAME + bodies.format(least=least), "obligation")
        assert (found["spell.Moth: whoever is asked has a legal action"] == "proved") is holds


def test_a_value_that_a_body_asks_too_is_owed_there_too(tmp_path: Path) -> None:
    """`Up` asks it where it has an answer; the body asks it anywhere."""
    text = GAME.replace("        add 1 to n\n", "        add small(n) div 4 to n\n", 1)
    text += "value small(k: 0..9): 0..4 per R1\n    is k\n\nspell of Moth per R1\n    {body}\n"
    name = "small: the number stays in its range"
    for body, holds in (
        ("if n < 4 and small(n) = 0\n        enter Up", True),
        ("if small(n) = 0\n        enter Up", False),
    ):
        folder = tmp_path / str(holds)
        folder.mkdir()
        found = [
            each.decision.verdict
            for each in answers(game_of(folder, text.format(body=body)), folder, "obligation")
            if each.decision.goal.name == name
        ]
        assert (set(found) == {"proved"}) is holds, found


def test_a_body_more_asks_nothing_anew_but_what_it_owes(tmp_path: Path) -> None:
    stated = invariant("invariant low", "n <= 6")
    mine = "spell of Toad per R1\n    enter Add(n div 2)\n"
    first = compiled(tmp_path, GAME + MENDED.partition("spell of Toad")[0] + stated, mine)
    (without,) = find_games(tmp_path / "spec")[0]
    before = compile_folder(without).game
    assert before is not None
    assert first.game is not None
    answers(before, tmp_path)
    known = [each for each in answers(first.game, tmp_path) if each.decision.goal.texts == "any"]
    assert known
    assert all(each.kept for each in known)


def test_an_added_body_is_proved_nothing_about_but_by_itself(tmp_path: Path) -> None:
    """What is said for every text is said before the body is there, and stays true of a body that does its worst."""
    stated = invariant("invariant low", "n <= 6") + invariant("invariant lower", "n <= 4")
    mine = "spell of Moth per R1\n    enter Break\n\nspell of Toad per R1\n    repeat 3 times\n        enter Add(3)\n"
    found = said(tmp_path, GAME + stated, "invariant", mine)
    assert found == {"low": "proved for every text", "lower": "refuted"}


DEALT = """    move all c in box to deck
    ask chance
        action deal(c in deck) per R1
            then move c to hand of 1
    go Turn(1)"""


def test_what_is_legal_in_a_body_gives_nothing_away(tmp_path: Path) -> None:
    hand = "zone deck holds Card, seen by nobody per R1\nzone hand of each player holds Card, seen by owner per R1\n"
    cards = f"component Card per R1\n    charm: Charm\n    one of each charm\n{hand}\n"
    text = GAME.replace("players 1", "players 2").replace("cast(Charm c)", "cast(c in hand of p)")
    text = text.replace("c: Charm) by c", "c: Card seen by everyone) by c.charm").replace(
        "variable n:", f"{cards}variable n:"
    )
    text = text.replace("    go Turn(1)", DEALT, 1)
    body = """spell of Moth per R1
    ask next of p
        action wait per R1
        action look per R1
            when {guard}

spell of Toad per R1
    nothing
"""
    for guard, holds in (("n < 3", True), ("some d in hand of p has d.charm is Toad", False)):
        folder = tmp_path / str(holds)
        folder.mkdir()
        found = said(folder, text + body.format(guard=guard), "sight")
        assert (found["spell"] == "proved") is holds
    (tmp_path / "nobody").mkdir()
    silent = "spell of Moth per R1\n    enter Up\n\nspell of Toad per R1\n    nothing\n"
    assert "spell" not in said(tmp_path / "nobody", text + silent, "sight")
