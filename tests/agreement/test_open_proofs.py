"""Random games in which something is open: the prover comes to the verdicts to which the engine comes way by way."""

import json
import re
from collections import Counter
from pathlib import Path
from random import Random
from shutil import copy
from typing import Final

import pytest
from attrs import evolve

from refengine import RuleSetError
from refengine.rulings import holdings
from refengine.rulings.judge import Judge
from refengine.rulings.loading import load_judge
from refengine.rulings.proving.prover import prove
from refengine.rulings.ruling import Ruling
from tests.agreement.drawn import partial, rich, tiny
from tests.rulings.asking import ask

MAKERS: Final = {"tiny": tiny.Maker, "rich": rich.Maker, "partial": partial.Maker}
RULEBOOK: Final = Path(__file__).parents[1] / "fooled" / "rulebook.toml"
OPEN: Final = ("x", "y", "kept of 1", "kept of 2")
DISPUTES: Final = 4


def dispute(draw: Random, text: str) -> tuple[str, ...]:
    """The words of a dispute about a game: two cells are open, something happens, and something is asked."""
    open_ = draw.sample(OPEN, 2)
    given = [f"{each} = {'any' if each in open_ else draw.randint(0, 2)}" for each in OPEN]
    begun = draw.choice(["given phase Play", "given phase Play", "when Other"])
    actions = re.findall(r"action (\w+)(\(n in)?", text)
    moves = [f"{draw.choice('112')}: {name}{'(1)' if choice else ''}" for name, choice in draw.choices(actions, k=2)]
    happens = moves[: draw.choice([0, 0, 1])]
    asked = draw.choice(
        ["x", "y = x", "worth(2)", "worth(x) > 1", "legal actions of 1", f"whether {moves[1]} is legal"]
    )
    supposed = f"after {moves[1]}: " if asked in {"x", "worth(2)"} and draw.random() < 0.5 else ""
    return (f"given {', '.join(given)}", begun, *happens, f"{supposed}{asked}")


def verdicts(ruling: Ruling) -> set[tuple[str, str]]:
    """What the ways come to; that there is no answer is one verdict, whatever the reason."""
    assert ruling.open is not None
    return {
        (each.outcome, "" if each.outcome == "undetermined" else json.dumps(each.answer))
        for each in ruling.open.holdings
    }


def ruled(judge: Judge, words: tuple[str, ...]) -> Ruling | None:
    """The ruling; None where there is no way, or none in which what happens is legal."""
    try:
        (ruling,) = ask(judge, *words)
    except RuleSetError:
        return None
    return ruling


def compared(kind: str, seed: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    counted: Counter[str] = Counter()
    text = re.split(r"\nclaim |\nstep invariant ", MAKERS[kind](seed).drawn().text)[0] + "\n"
    text = text if seed % 3 == 0 else f"{text.partition(chr(10) + 'invariant ')[0]}\n"
    (folder / "game.rules").write_text(text, "utf-8")
    copy(RULEBOOK, folder)
    try:
        judge = evolve(load_judge(folder), alone=True)
    except RuleSetError:  # drawn at random, it may be no game
        return counted
    draw = Random(f"open {kind} {seed}")
    for _ in range(DISPUTES):
        words = dispute(draw, text)
        with monkeypatch.context() as few:
            few.setattr(holdings, "MOST_WAYS", 3)
            few.setattr(holdings, "FIRST_WAYS", 2)
            proved = ruled(evolve(judge, prover=prove), words)
        one_by_one = ruled(judge, words)
        if proved is None or proved.open is None or not proved.open.proved:
            counted["not proved"] += 1
            continue
        assert one_by_one is not None, (kind, seed, words)
        assert verdicts(proved) == verdicts(one_by_one), (kind, seed, words)
        counted["proved"] += 1
        counted["depends"] += len(verdicts(proved)) > 1
    return counted


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "first", "last"),
    [
        *((kind, 0, 6) for kind in MAKERS),
        *(pytest.param(kind, first, first + 25, marks=pytest.mark.campaign) for kind in MAKERS for first in range(25, 500, 25)),
    ],
)  # fmt: skip
def test_what_is_proved_of_all_ways_is_so_way_by_way(
    kind: str, first: int, last: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = sum((compared(kind, seed, tmp_path, monkeypatch) for seed in range(first, last)), Counter[str]())
    assert found["proved"] >= (last - first) // 3
    assert found["depends"]
