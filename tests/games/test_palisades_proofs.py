"""Beyond the Palisades with a small deck: its maxima for any table of titles, and without the room that guards them.

With the deck of the sources the check proves them (behind the mark, too), and does not say what is proved without the guard.
"""

import re
from pathlib import Path

import pytest

from refengine.ir.game import Game
from refengine.pipeline import compile_folder
from refengine.resolve.folder import find_games
from refengine.smt.goal import Decision, Limits
from refengine.smt.plan import batches, goals
from refengine.smt.prove import decide
from refengine.source.render import render
from tests.games.palisades_folder import copied

LEFT_OUT = ("examples*.rules", "laws.rules", "labels.toml", "evidence.toml")
TITLES = {
    "Cechmistrová", "Hraničář", "Odhalení", "Triangulace", "Rašeliniště", "Vrbový_keř", "Výpary_zmatení", "Přelud",
    "Ztraceno_všem_na_dohled", "Ohromení", "Zbarvený_měsíc", "Zastření", "Pach",
}  # fmt: skip
MAXIMA = ("never_above_the_maximum", "villagers_never_above", "gloom_in_play_only", "gloom_on_gloom_cards_only")
BAR = re.compile(r" +bar full per R16, R17\n.*\n")


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A copy of the game with a deck of thirteen titles, which is why its laws and examples are left out."""
    game = copied(tmp_path, *LEFT_OUT)
    head, *rows = (game / "titles.csv").read_text("utf-8").splitlines(keepends=True)
    kept = [row for row in rows if row.partition(",")[0] in TITLES]
    assert len(kept) == len(TITLES)
    (game / "titles.csv").write_text("".join((head, *kept)), "utf-8")
    return game


def compiled(game: Path) -> Game:
    (found,), _ = find_games(game)
    made = compile_folder(found)
    assert made.game is not None, render(made.diagnostics, made.texts)
    return made.game


def decided(game: Game, *, over_any: bool) -> list[Decision]:
    """The decisions of all invariants that are asked of the titles as they are, or of any."""
    wanted = [
        tuple(each for each in batch if each.kind == "invariant" and bool(each.part) == over_any)
        for batch in batches(goals(game))
    ]
    return [found for batch in wanted if batch for found in decide(game, batch, Limits(steps=1))]


@pytest.mark.campaign
def test_maxima_hold_for_any_titles(small: Path) -> None:
    found = decided(compiled(small), over_any=True)
    assert {each.goal.name: each.verdict for each in found} == dict.fromkeys(MAXIMA, "proved")


@pytest.mark.campaign
@pytest.mark.parametrize("over_any", [False, True], ids=["titles as they are", "any titles"])
def test_without_the_guard_on_room_the_maximum_is_not_proved_and_the_others_are(small: Path, *, over_any: bool) -> None:
    text = (small / "gloom.rules").read_text("utf-8")
    assert len(BAR.findall(text)) == 1
    (small / "gloom.rules").write_text(BAR.sub("", text), "utf-8")
    found = {each.goal.name: each.verdict for each in decided(compiled(small), over_any=over_any)}
    assert found.pop("never_above_the_maximum") not in {"proved", "by construction"}
    assert found["villagers_never_above"] == found["gloom_in_play_only"] == "proved"
    assert over_any or found["nothing_is_cleansed_twice"] == "proved"


ENDLESS = {
    "discarded cards come back, whatever is read": (
        "pagan/effects.rules",
        "        if deck of p is empty and empty_deck is discard_comes_back ",
        "        if deck of p is empty ",
        "`Draw`",
    ),
    "what is being cleansed is cleansed again": (
        "palisades/gloom.rules",
        "Gloom on c = 0 and Cleanse(c) is not running, chosen by hunter",
        "Gloom on c = 0, chosen by hunter",
        "`Cleanse`",
    ),
    "a card is played again by its text": (
        "pagan/cards.rules",
        "        move c from playing to laid of c.title.sort\n        enter played(p, c)\n",
        "        enter played(p, c)\n        move c from playing to laid of c.title.sort\n",
        "`Come_into_play`",
    ),
}
"""An edit for each number of the measure by which a chain need not end, and a phase that is named then."""


def chains_of(game: Game) -> Decision:
    """The decision on the measure of chains."""
    wanted = (tuple(each for each in batch if each.kind == "measure") for batch in batches(goals(game)))
    (found,) = (each for batch in wanted if batch for each in decide(game, batch, Limits(steps=1)))
    return found


@pytest.mark.campaign
def test_chains_end_for_every_text(small: Path) -> None:
    found = chains_of(compiled(small))
    assert (found.goal.name, found.verdict, found.every_text) == ("chains_end", "proved", True)


@pytest.mark.campaign
@pytest.mark.parametrize("edit", ENDLESS)
def test_a_chain_that_uses_nothing_up_is_not_said_to_end(small: Path, edit: str) -> None:
    file, old, new, named = ENDLESS[edit]
    rules = small.parent / file
    text = rules.read_text("utf-8")
    assert text.count(old) == 1
    rules.write_text(text.replace(old, new), "utf-8")
    found = chains_of(compiled(small))
    assert found.verdict == "unknown"
    assert named in found.how
