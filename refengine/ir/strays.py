"""Strays: places at which a variable is spoken of under a reading that does not keep it.

Each place is folded under each other reading of the question, as `specialise` folds it; what is left there is a stray.
So whatever asks for the reading first is none: a guard, `if`, `implies`, a part of `and` in front.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import evolve

from refengine.ir import control, expressions as ir, game as model
from refengine.ir.claims import Audit, Claim, Extent
from refengine.ir.kept_under import Stray, mentions
from refengine.ir.lines import Expect
from refengine.ir.never_legal import without_never_legal
from refengine.ir.seating import seated
from refengine.ir.simplify import Folding, sizes_of
from refengine.ir.specialise import folded_script, folded_value
from refengine.ir.totality import total_values
from refengine.ir.traverse import replaced

_Said = (
    model.Value | control.Script | model.Token | model.Zone | model.Variable | model.Invariant | model.Measure
    | model.Nesting | model.Example | Claim | Audit | model.Outcome
)  # fmt: skip


def strays(game: model.Game) -> Iterator[Stray]:
    """Yields the strays of all variables of the game, each declaration at its first, with however many players."""
    found: set[tuple[str, str]] = set()
    if any(each.under for each in game.variables):
        for players in range(game.players[1], game.players[0] - 1, -1):
            for stray in _strays(seated(game, players)):
                if (stray.variable.name, stray.head.path) not in found:
                    found.add((stray.variable.name, stray.head.path))
                    yield stray


def _strays(game: model.Game) -> Iterator[Stray]:
    questions = {each.name: each for each in game.questions}
    folding = Folding(sizes_of(game), {}, total_values(game.values))
    for variable in game.variables:
        if variable.under is None:
            continue
        name, reading = variable.under
        for node in _places(game):
            head = node.clause
            if next(mentions(node, {variable.name}, head), None) is None:
                continue
            for other in _others(node, questions[name], reading):
                folded = _folded(folding, node, questions[name], other, variable)
                left = next(mentions(folded, {variable.name}, head), None)
                if left is not None:
                    yield Stray(variable, head, left[1], left[2])
                    break


def _places(game: model.Game) -> list[_Said]:
    """Returns everything in which a variable may be spoken of."""
    found: list[_Said] = [*game.values, game.setup, *game.phases, *game.tokens, *game.zones, *game.variables]
    found += [*game.invariants, *game.measures, *game.nestings, *game.examples, *game.claims, *game.audits]
    return found if game.outcome is None else [*found, game.outcome]


def _others(node: object, question: model.Question, reading: str) -> Iterator[model.Reading]:
    """Yields the readings that do not keep the variable, of those under which something is asked."""
    asked = _asked(node, question)
    yield from (each for each in question.readings if each.name != reading and (asked is None or each.name in asked))


def _asked(node: object, question: model.Question) -> frozenset[str | None] | None:
    """Returns the readings of a question under which something is asked; None where that may be any."""
    usual = next((each.name for each in question.readings if each.default), None)
    match node:
        case model.Example(readings=readings, lines=lines):
            own = dict(readings).get(question.name)  # where it is not given one, it may be shown under any
            under = [dict(each.under) for each in lines if isinstance(each, Expect)]
            found = frozenset({own, *(each[question.name] for each in under if question.name in each)})
            return None if own is None else found
        case (
            Claim(extent=Extent(readings=readings, under=under)) | Audit(extent=Extent(readings=readings, under=under))
        ):
            own = dict(under).get(question.name, usual if readings == "default" else None)
            return None if own is None else frozenset({own})
        case _:
            return None


def _folded(
    folding: Folding, node: object, question: model.Question, reading: model.Reading, variable: model.Variable
) -> object:
    """Returns something folded under one reading; what it asks under a reading of its own is folded under that one."""
    values = {each.name: each.value for each in question.readings}
    assert variable.under is not None
    keeping = variable.under[1]

    def read_as(value: ir.Expr) -> Callable[[object], object]:
        def change(each: object) -> object:
            match each:
                case ir.Configured(what="question", name=name) if name == question.name:
                    return value
                case ir.Under(inner=inner, readings=readings) if question.name in dict(readings):
                    own = dict(readings)[question.name]
                    kept = (
                        ir.Local(f"under {own}", inner.domain)
                        if own == keeping
                        else replaced(inner, read_as(values[own]))
                    )
                    return evolve(each, inner=kept)
                case _:
                    return None

        return change

    node = replaced(node, read_as(reading.value))
    match node:
        case model.Value():
            return folded_value(folding, node)
        case control.Script():
            return without_never_legal(folding, folded_script(folding, node), {variable.name})
        case _:
            return folding.anything(node)
