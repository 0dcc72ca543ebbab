"""Laws on printed data: which of them the data break, and for which member a law about every member does not hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from refengine.ir import control, expressions as ir, game as model
from refengine.ir.bare import without_claims
from refengine.ir.domain import Enum, SetOf
from refengine.ir.footprint import closure, footprint
from refengine.ir.simplify import TRUE, conjunction
from refengine.runtime.fault import Clause, Fault
from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span

if TYPE_CHECKING:
    from refengine.runtime.game import Game

Make = Callable[[model.Game], "Game"]


@frozen
class BrokenLaw:
    """A law that the data break: `members` for which it does not hold, or a `fault`.

    A law about every member of two kinds does not hold for pairs; each member, or pair, is a tuple of names.
    """

    name: str
    clause: Clause
    members: tuple[tuple[str, ...], ...] = ()
    fault: Fault | None = field(default=None, eq=False)


def with_laws_alone(game: model.Game) -> model.Game:
    """Returns the game with its laws and what they read, which is printed, and with nothing that is played.

    An engine of that is made in a fraction of the time; what it says of the laws is the same.
    """
    over = control.Point("start", (), (), control.Over())
    setup = control.Script(game.setup.name, game.setup.clause, (), (over,))
    none = dict.fromkeys(("phases", "values", "invariants", "measures", "nestings", "examples", "texts", "counted"), ())
    bare = evolve(without_claims(game), setup=setup, outcome=None, **none)  # type: ignore[arg-type]
    calls = {each.name: footprint(each).values for each in game.values}
    called = closure(calls, footprint(bare).values)
    return evolve(bare, values=tuple(each for each in game.values if each.name in called))


def broken_laws(game: model.Game, make: Make) -> tuple[BrokenLaw, ...]:
    """Returns the laws that fail, in the order of the rules; `make` makes a game of rules in whatever configuration."""
    found: list[BrokenLaw] = []
    for law, info in zip(game.laws, make(game).description.laws if game.laws else (), strict=True):
        try:
            if not info.holds():
                found.append(BrokenLaw(info.name, info.clause, _members(game, law, make)))
        except Fault as fault:
            found.append(BrokenLaw(info.name, info.clause, fault=fault))
    return tuple(found)


def empty_laws(game: model.Game, make: Make) -> tuple[str, ...]:
    """Returns the names of the laws that speak of nothing printed: no member is as their `every` wants it.

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
        case ir.ForAll(binding=binding):
            return ir.Exists(binding, _speaks_of_something(condition.body))
        case ir.And(parts=parts) if all(isinstance(part, ir.ForAll) for part in parts):
            return ir.Or(tuple(_speaks_of_something(part) for part in parts))
        case _:
            return TRUE


def _members(game: model.Game, law: model.Law, make: Make) -> tuple[tuple[str, ...], ...]:
    """Returns the members for which the law alone fails, or pairs of them; none if it is not about every member."""
    found = tuple(_failing(game, law, _with_each(game, law.condition), make))
    pairs: list[tuple[str, ...]] = []
    for member, condition in found:
        inside = _with_each_inside(game, condition)
        pairs += ((member, other) for other, _ in _failing(game, law, inside, make))
    return tuple(pairs) or tuple((member,) for member, _ in found)


def _failing(
    game: model.Game, law: model.Law, asked: Iterator[tuple[str, ir.ForAll]], make: Make
) -> Iterator[tuple[str, ir.ForAll]]:
    """Yields those members, with what is asked of each, for which it does not hold."""
    listed = tuple(asked)
    if not listed:
        return
    laws = tuple(
        evolve(law, name=f"{law.name}_{number}", condition=condition) for number, (_, condition) in enumerate(listed)
    )
    for each, info in zip(listed, make(evolve(game, laws=laws)).description.laws, strict=True):
        if not info.holds():
            yield each


def _with_each(game: model.Game, condition: ir.Expr) -> Iterator[tuple[str, ir.ForAll]]:
    """Yields each member of a kind, with a condition about every member said of that one alone."""
    if not isinstance(condition, ir.ForAll):
        return
    binding = condition.binding
    domain = binding.domain.domain
    kind = domain.inner if isinstance(domain, SetOf) else None
    if not isinstance(kind, Enum):
        return
    members = next((each.members for each in game.kinds if each.name == kind.kind), ())
    among = () if isinstance(binding.domain, ir.AllMembers) else (ir.Contains(binding.var, binding.domain),)
    for index, member in enumerate(members):
        only = ir.SetLiteral((ir.Member(kind.kind, index),), SetOf(kind))
        asked = conjunction((*among, binding.condition))
        yield member, evolve(condition, binding=evolve(binding, domain=only, condition=asked))


def _with_each_inside(game: model.Game, condition: ir.ForAll) -> Iterator[tuple[str, ir.ForAll]]:
    """Yields the same of the condition that is said of the members in it."""
    for member, body in _with_each(game, condition.body):
        yield member, evolve(condition, body=body)


def law_is_broken(broken: BrokenLaw) -> Diagnostic:
    """A table that breaks a law cannot be played with."""
    named = ", ".join(" and ".join(f"`{each}`" for each in member) for member in broken.members)
    where = f" for {named}" if named else ""
    hint = f"per {', '.join(broken.clause.cites)}; correct the table, or the law" if broken.clause.cites else None
    span = None if broken.clause.span is None else Span(*broken.clause.span)
    return Diagnostic("E0837", f"the tables break the law `{broken.name}`{where}", span, hint=hint)
