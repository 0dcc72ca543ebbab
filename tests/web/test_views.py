"""Views in packages, of games in which it is drawn at random who sees what: those of the engine, equal ones as equal bytes."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from types import ModuleType

import pytest
from attrs import evolve

from refengine.ir import game as model
from refengine.ir.configuration import Configuration, configure
from refengine.ir.specialise import specialise
from refengine.loading import make_game
from refengine.runtime.game import Game
from refengine.web.package import write_package
from refengine.web.reasons import Background
from tests.agreement.drawn import lying, partial, rich
from tests.agreement.games_and_prover import compiled as compiled_drawn
from tests.engine.rules import compiled
from tests.web.test_package import NODE, lockstep, played

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node here")

NOTHING_SHOWN = """\
game shown from rulebook tiny
    players 2 per R1
record Pair per R1
    first: 0..3
    second: 0..3
variable lucky: truth, seen by nobody per R1
variable mark: 0..3 or none, starts none, seen by each q with lucky per R1
variable pair: Pair or none, starts none, seen by each q with (lucky or q = 1) per R1
setup per R1
    ask chance
        action good per R1
            then set lucky to true
        action bad per R1
    go Turn(none)
phase Turn(told: 0..3 or none seen by each q with lucky) per R1
    ask 1
        action put(n in 0..3) per R1
            then set mark to n
        action pair_up(n in 0..3) per R1
            then set pair to Pair(n, 3 - n)
        action take_off per R1
            then set mark to none
            then set pair to none
    go Turn(mark)
"""
"""A value may be none where it is seen as where it is not, and then the two look alike."""


def packed(game: model.Game, configuration: Configuration, folder: Path) -> Game | None:
    """The reference engine of rules of which a package is written to a folder; None if they have none."""
    _, wrong = write_package(specialise(game, configuration), Background(), folder)
    return None if wrong else make_game(game, configuration)


def test_whether_it_is_seen_that_there_is_nothing_is_not_in_the_bytes(tmp_path: Path) -> None:
    rules = compiled(tmp_path / "rules", NOTHING_SHOWN)
    configuration, _ = configure(rules, 2, {}, {}, None)
    assert configuration is not None
    game = packed(rules, configuration, tmp_path / "built")
    assert game is not None
    lines = list(played(tmp_path / "built", 5, 12, 12))
    assert lockstep(game, iter(lines)) > 100
    assert {line["state"]["variables"]["lucky"] for line in lines} == {False, True}


def with_sight(text: str, chance: Random) -> str:
    """The text of rules in which it is drawn for most zones and variables who sees them."""
    phases = re.findall(r"^phase (\w+)", text, re.MULTILINE)
    lines = []
    for line in text.splitlines():
        found = re.match(r"(?:zone|variable) \w+(?: of each (\w+))?.*(?= per R1$)", line)
        if found and " seen by" not in line and chance.random() < 0.75:
            seen = [
                "by nobody", f"by nobody during {chance.choice(phases)}",
                "by each q with q = 1", "by each q with kept of q > 0", "by each q with x > 1",
            ]  # fmt: skip
            if found[1] == "player":
                seen += ["by owner", "by each q with q != owner", f"by owner during {chance.choice(phases)}"]
            lines.append(f"{found[0]}, seen {chance.choice(seen)} per R1")
        else:
            lines.append(line)
    return "\n".join([*lines, ""])


@pytest.mark.parametrize("first", [0, *(pytest.param(first, marks=pytest.mark.campaign) for first in range(4, 400, 4))])
@pytest.mark.parametrize("drawn", [lying, partial, rich], ids=lambda each: each.__name__.rpartition(".")[2])
def test_drawn_views_are_those_of_the_engine(drawn: ModuleType, first: int, tmp_path: Path) -> None:
    steps = 0
    for seed in range(first, first + 4):
        maker = lying.Maker(seed, ordered=0.7) if drawn is lying else drawn.Maker(seed)
        plain = maker.drawn()
        rules = compiled_drawn(evolve(plain, text=with_sight(plain.text, Random(seed))))
        configuration = None if rules is None else configure(rules, 2, {}, {}, None)[0]
        if rules is None or configuration is None:
            continue
        game = packed(rules, configuration, tmp_path / str(seed))
        if game is not None:
            steps += lockstep(game, played(tmp_path / str(seed), seed, 3, 15))
    assert steps > 0 or first > 0, "behind the mark there are four games that cannot begin, or that no module has"
