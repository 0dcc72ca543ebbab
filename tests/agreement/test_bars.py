"""Random bars of a phase, by two ways: put into the action that begins with it, and asked where it is entered."""

# mypy: disable-error-code="return-value,arg-type,assignment,call-arg,union-attr,var-annotated,no-untyped-call,unused-ignore"
# (nodes are drawn by domain, which a checker of Python can not follow)

import random
from collections import Counter
from typing import Any

import pytest

from refengine.ir import control, expressions as ir, game as model
from refengine.ir.bars import barring
from refengine.ir.domain import COUNT, PLAYER, TRUTH, Domain, Option, SetOf
from refengine.ir.liveness import with_live_params
from refengine.ir.wellformedness import faults_of_form
from refengine.runtime.fault import Fault, IllegalAction
from refengine.runtime.game import Game
from tests.agreement.executors import executors
from tests.agreement.random_phases import Phases
from tests.agreement.small_game import TILE, game_of, position
from tests.engine.random_expressions import CARD, COLOUR, ORIGIN, SMALL, clause

TOLD: tuple[Domain, ...] = (PLAYER, COLOUR, CARD, TILE, SMALL, Option(PLAYER), SetOf(COLOUR))
"""What the phase is told."""


def barred_game(seed: int) -> model.Game:
    """A game of two phases that ask, with an action of the same choices, which enters a third, told the same.

    The first action is barred by the bars of the third phase, the second owes that none of them stands in the way.
    """
    draw = random.Random(seed)
    maker = Phases(draw)
    values = tuple(
        maker.value(f"value{number}", domain, (maker.local(draw.choice([CARD, TILE, PLAYER])),))
        for number, domain in enumerate([TRUTH, COUNT, PLAYER])
    )
    params = tuple(maker.local(draw.choice(TOLD)) for _ in range(draw.randint(1, 3)))
    bars = tuple(
        control.Barred(clause(f"Rest.bar_{number}"), tuple(maker.truth(3, params) for _ in range(draw.randint(1, 2))))
        for number in range(draw.randint(1, 2))
    )
    rest = control.Script(
        "Rest", clause("Rest"), params, (_point("start", params, (), control.Done(ORIGIN)),), bars=bars
    )
    choices, known = _chosen(maker)
    named: list[control.LetIn] = []
    for _ in range(draw.randint(0, 2)):
        var = maker.local(draw.choice([CARD, TILE, PLAYER, COLOUR]))
        named.append(control.LetIn(var, maker.one(var.domain, 2, known)))
        known = (*known, var)
    args = tuple(_told(maker, each.domain, known) for each in params)
    barred = _asking("Barred", choices, named, barring(bars, params, args, named), control.Enter("Rest", args, "end"))
    owing = _asking("Owing", choices, named, (), control.Enter("Rest", args, "end", owes=ORIGIN))
    return game_of(values, (barred, owing, rest))


def _chosen(maker: Phases) -> tuple[tuple[control.Choice, ...], tuple[ir.Local, ...]]:
    choices: tuple[control.Choice, ...] = ()
    for _ in range(maker.draw.choice([0, 1, 1, 2])):
        domain, over = maker.drawn_from(tuple(each.var for each in choices))
        choices = (*choices, control.Choice(maker.local(domain), over))
    return choices, tuple(each.var for each in choices)


def _asking(
    name: str,
    choices: tuple[control.Choice, ...],
    named: list[control.LetIn],
    bars: tuple[control.Barred, ...],
    enter: control.Enter,
) -> control.Script:
    """A phase of one question, which has one action."""
    action = control.Action(name.lower(), clause(name.lower()), choices, (), bars, None, "entry")
    points = (
        _point("start", (), (), control.Ask("table", None, None, (action,), None, ORIGIN)),
        _point("entry", (), named, enter),
        _point("end", (), (), control.Over()),
    )
    return control.Script(name, clause(name), (), with_live_params(points, ()))


def _point(name: str, params: tuple[ir.Local, ...], effects: Any, leave: control.Exit) -> control.Point:
    return control.Point(name, params, tuple(effects), leave)


def _told(maker: Phases, domain: Domain, known: tuple[ir.Local, ...]) -> ir.Expr:
    """Mostly something of the domain; where it may be nothing, often something that is there for sure."""
    inner = domain.inner if isinstance(domain, Option) and maker.draw.random() < 0.7 else domain
    return maker.one(inner, 2, known)


def outcome(game: Game, data: dict[str, Any], phase: str, arguments: tuple[Any, ...]) -> tuple[str, frozenset[str]]:
    """What comes of the action of a phase: it is taken, something bars it, or the rules break off."""
    try:
        state = _asked(game, data, phase)
        game.apply(state, {"actor": "table", "name": phase.lower(), "arguments": [*map(_written, arguments)]})
    except IllegalAction as illegal:
        return "barred", frozenset(illegal.paths)
    except Fault as fault:
        if fault.code == "E0530":
            return "barred", frozenset({fault.message.split("`")[3]})
        return "fault", frozenset()
    return "taken", frozenset()


def _written(argument: Any) -> Any:
    return argument if isinstance(argument, int) else str(argument)


def _asked(game: Game, data: dict[str, Any], phase: str) -> Any:
    return game.position(data | {"phase": {"name": phase, "arguments": []}})


@pytest.mark.parametrize("seed", range(60))
def test_what_bars_an_action_is_what_would_be_owed_behind_it(seed: int) -> None:
    rules = barred_game(seed)
    assert faults_of_form(rules) == ()
    draw = random.Random(seed)
    for game in executors(rules, 3).builds:
        for _ in range(6):
            data = position(draw)
            for arguments in _some(game, data, draw):
                one, other = (outcome(game, data, phase, arguments) for phase in ("Barred", "Owing"))
                # What cannot be worked out breaks off; but a bar that does not ask for it may stand in the way before.
                assert one[0] == other[0] or (one[0], other[0]) == ("barred", "fault"), (arguments, one, other)
                assert one[1] >= other[1]  # all that stand are named, and where the rules break off the first


def _some(game: Game, data: dict[str, Any], draw: random.Random) -> list[tuple[Any, ...]]:
    try:
        listed = [each.arguments for each in game.legal(_asked(game, data, "Owing"))]
    except Fault:
        return []
    return draw.sample(listed, min(3, len(listed)))


def test_the_comparison_meets_all_of_it() -> None:
    met: Counter[str] = Counter()
    draw = random.Random(1)
    for seed in range(30):
        (game,) = executors(barred_game(seed), 3, explains=(False,)).builds
        data = position(draw)
        met.update(outcome(game, data, "Barred", each)[0] for each in _some(game, data, draw))
    assert min(met["taken"], met["barred"]) > 5
    assert met["fault"]
