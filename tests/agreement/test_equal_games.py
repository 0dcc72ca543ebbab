"""Tiny random games and edits of them: what is proved to be one game is one in every pair of states that are reached."""

import re
from collections import Counter
from pathlib import Path
from random import Random
from shutil import copy
from typing import Final

import pytest

from refengine import RuleSetError
from refengine.explore.lockstep import Pairing, lockstep
from refengine.loading import load_rules
from refengine.rulings.diff_engines import bare, engine_of
from refengine.rulings.diff_proof import DiffProver
from refengine.rulings.diff_tables import DiffTable, Side
from refengine.runtime.fault import Fault
from tests.agreement.drawn import partial, rich, tiny
from tests.agreement.drawn.edits import edited

MAKERS: Final = {"tiny": tiny.Maker, "rich": rich.Maker, "partial": partial.Maker}
RULEBOOK: Final = Path(__file__).parents[1] / "fooled" / "rulebook.toml"
EDITS: Final = 3
PAIRS: Final = 4_000
RLIMIT: Final = 1_000_000


def side(text: str, folder: Path) -> Side | None:
    """The game as one of two sides, or None if the front end refuses it."""
    (folder / "game.rules").write_text(text, "utf-8")
    copy(RULEBOOK, folder)
    try:
        return Side("game", load_rules(folder))
    except RuleSetError:
        return None


def compared(kind: str, seed: int, folder: Path) -> Counter[str]:
    """Compares a game with edits of it: how many were proved, and how many are one game or part."""
    counted: Counter[str] = Counter()
    text = re.split(r"\nclaim |\nstep invariant ", MAKERS[kind](seed).drawn().text)[0] + "\n"
    text = text if seed % 3 else f"{text.partition(chr(10) + 'invariant ')[0]}\n"
    draw, own = Random(seed), side(text, folder)
    for _ in range(EDITS if own is not None else 0):
        said = text
        for _ in range(draw.choice((1, 1, 2))):
            said = edited(said, draw) or said
        other = side(said, folder)
        if own is None or other is None or said == text:
            continue
        at = DiffTable(own.game.players[0])
        proved = DiffProver(own, other, RLIMIT, views=False).of(at).proved
        pairing = Pairing(engine_of(own, at, bare(own.game)), engine_of(other, at, bare(other.game)))
        try:
            roots = [(pairing.left.initial(), pairing.right.initial())]
        except Fault:  # a game that breaks off before anybody decides
            continue
        looked = lockstep(pairing, roots, PAIRS, lambda _pairs: None)
        assert not proved or looked.parting is None, (seed, said, looked.parting)
        counted["proved"] += proved
        counted["part"] += looked.parting is not None
        counted["one"] += looked.whole and looked.parting is None
    return counted


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "first", "last"),
    [
        ("tiny", 0, 4),
        ("rich", 4, 8),
        ("partial", 0, 4),
        *(pytest.param(kind, 0, 16, marks=pytest.mark.campaign) for kind in MAKERS),
    ],
)
def test_what_is_proved_to_be_one_game_is_one(kind: str, first: int, last: int, tmp_path: Path) -> None:
    """Four games of each maker, among them one of which an edit is another game; four times as many behind the mark."""
    found = sum((compared(kind, seed, tmp_path) for seed in range(first, last)), Counter[str]())
    assert found["proved"] >= 3
    assert found["part"] >= 1
    assert found["proved"] * 2 >= found["one"]


@pytest.mark.campaign
@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("first", range(1_000, 3_000, 50))
def test_what_is_proved_to_be_one_game_is_one_in_a_campaign(kind: str, first: int, tmp_path: Path) -> None:
    for seed in range(first, first + 50):
        compared(kind, seed, tmp_path)
