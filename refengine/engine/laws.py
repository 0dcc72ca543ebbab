"""Laws on printed data: which of them the data break, and for which member a law about every member does not hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from refengine.engine.fault import Clause, Fault
from refengine.ir import control, expressions as ir, game as model
from refengine.ir.bare import without_claims
from refengine.ir.domain import Enum, SetOf
from refengine.ir.footprint import closure, footprint
from refengine.ir.simplify import TRUE
from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span

if TYPE_CHECKING:
    from refengine.engine.game import Game

Make = Callable[[model.Game], "Game"]


@frozen
class BrokenLaw:
    """A law that the data break: `members` for which it does not hold, or a `fault`."""

    name: str
    clause: Clause
    members: tuple[str, ...] = ()
    fault: Fault | None = field(default=None, eq=False)


def with_laws_alone(game: model.Game) -> model.Game:
    """Returns the game with its laws and what they read, which is printed, and with nothing that is played.

    An engine of that is made in a fraction of the time; what it says of the laws is the same.
    """
    over = control.Point("start", (), (), control.Over())
    setup = control.Script(game.setup.name, game.setup.clause, (), (over,))
    none = dict.fromkeys(("phases", "values", "invariants", "measures", "examples", "texts", "counted"), ())
    bare = evolve(without_claims(game), setup=setup, outcome=None, **none)  # type: ignore[arg-type]
    calls = {each.name: footprint(each).values for each in game.values}
    called = closure(calls, footprint(bare).values)
    return evolve(bare, values=tuple(each for each in game.values if each.name in called))


def broken_laws(game: model.Game, make: Make) -> tuple[BrokenLaw, ...]:
    """The laws that do not hold, in the order of the rules; `make` makes a game of rules, in whatever configuration."""
    found: list[BrokenLaw] = []
    for law, info in zip(game.laws, make(game).description.laws if game.laws else (), strict=True):
        try:
            if not info.holds():
                found.append(BrokenLaw(info.name, info.clause, _members(game, law, make)))
        except Fault as fault:
            found.append(BrokenLaw(info.name, info.clause, fault=fault))
    return tuple(found)


def empty_laws(game: model.Game, make: Make) -> tuple[str, ...]:
    """The names of the laws that speak of nothing printed: no member is as their `every` wants it.

    A law that breaks off is none of them; `make` is as for `broken_laws`.
    """
    asked = tuple(evolve(law, condition=_speaks_of_something(law.condition)) for law in game.laws)
    if all(each.condition == TRUE for each in asked):
        return ()
    found: list[str] = []
    for info in make(evolve(game, laws=asked)).description.laws:
        with suppress(Fault):
            if not info.holds():
                found.append(info.name)
    return tuple(found)


def _speaks_of_something(condition: ir.Expr) -> ir.Expr:
    """Returns the condition that a law speaks of some member: its outermost `every` with `some` in its place."""
    match condition:
        case ir.ForAll(binding=binding, body=body):
            return ir.Exists(binding, _speaks_of_something(body))
        case ir.And(parts=parts) if all(isinstance(part, ir.ForAll) for part in parts):
            return ir.Or(tuple(_speaks_of_something(part) for part in parts))
        case _:
            return TRUE


def _members(game: model.Game, law: model.Law, make: Make) -> tuple[str, ...]:
    """The members for which the law alone does not hold; none if it is not about every member of a kind."""
    one_by_one = dict(_one_by_one(game, law))
    if not one_by_one:
        return ()
    several = make(evolve(game, laws=tuple(one_by_one.values()))).description.laws
    return tuple(member for member, info in zip(one_by_one, several, strict=True) if not info.holds())


def _one_by_one(game: model.Game, law: model.Law) -> Iterator[tuple[str, model.Law]]:
    whole = law.condition
    if not isinstance(whole, ir.ForAll) or not isinstance(whole.binding.domain, ir.AllMembers):
        return
    kind = whole.binding.domain.of
    if isinstance(kind, Enum):
        members = next((each.members for each in game.kinds if each.name == kind.kind), ())
        for index, member in enumerate(members):
            only = ir.SetLiteral((ir.Member(kind.kind, index),), SetOf(kind))
            condition = evolve(whole, binding=evolve(whole.binding, domain=only))
            yield member, evolve(law, name=f"{law.name}_{index}", condition=condition)


def law_is_broken(broken: BrokenLaw) -> Diagnostic:
    """A table that breaks a law cannot be played with."""
    where = f" for {', '.join(f'`{each}`' for each in broken.members)}" if broken.members else ""
    hint = f"per {', '.join(broken.clause.cites)}; correct the table, or the law" if broken.clause.cites else None
    span = None if broken.clause.span is None else Span(*broken.clause.span)
    return Diagnostic("E0837", f"the tables break the law `{broken.name}`{where}", span, hint=hint)
