"""Sight of refusals: when a player can work out, from what they see, whether a condition stands in their way.

Of the own hand they can, of somebody else's they cannot: telling them that this is what stands in the way would show
them the hand. What they see may hang on the state, so for each condition there is another one, which says when.
What is not found to be seen counts as hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import define, evolve, field

from refengine.ir import control, expressions as ir, game as model
from refengine.ir.circles import PointKey
from refengine.ir.footprint import part_read
from refengine.ir.openness import closed_in
from refengine.ir.refusals import Refusal, refusals_of
from refengine.ir.running import running
from refengine.ir.simplify import FALSE, TRUE, Folding, conjunction, sizes_of
from refengine.ir.totality import is_total, total_values
from refengine.ir.traverse import children, free_locals, rewrite, walk
from refengine.ir.visibility import Seen

Names = Mapping[ir.Local, ir.Expr | None]
"""Each name stands for an expression of where an action is wished for, or for None: something unknown, or several."""


@define
class RefusalSight:
    """The sight of all refusals of a game."""

    game: model.Game
    _values: Mapping[str, model.Value] = field(init=False)
    _total: frozenset[str] = field(init=False)
    _folding: Folding = field(init=False)
    _closed: Mapping[str, frozenset[str]] = field(init=False)
    """The zones and variables that not everybody sees while a script runs, by script."""
    _seen: Mapping[str, Seen] = field(init=False)

    def __attrs_post_init__(self) -> None:
        game = self.game
        below = running(game.setup, game.phases)
        kept: tuple[model.Zone | model.Variable, ...] = (*game.zones, *game.variables)
        self._values = {each.name: each for each in game.values}
        self._total = total_values(game.values)
        self._folding = Folding(sizes_of(game), {}, self._total)
        self._closed = {each.name: frozenset(closed_in(game, each.name, below)) for each in (game.setup, *game.phases)}
        self._seen = {each.name: each.seen for each in kept}

    def refusals(self, key: PointKey, ask: control.Ask, action: control.Action) -> tuple[Refusal, ...]:
        """Returns the refusals of an action that is asked for at a point, each with when it is `seen`.

        Whether one is looked at has to be seen too: so behind one that may end the looking, as it is the last or breaks
        off, the others are seen only where that is.
        """
        script = next(each for each in (self.game.setup, *self.game.phases) if each.name == key[0])
        names: dict[ir.Local, ir.Expr | None] = {each.var: each.var for each in action.choices}
        if ask.actor is not None:
            names[ask.actor] = ask.actor
            if ask.decider == "one" and isinstance(ask.who, ir.Local):
                names[ask.who] = ask.actor  # behind the turn it is so, and then who sees what is known beforehand
        looking = _Onlooker(self, script, key[1], ask.actor, names)
        before: tuple[ir.Expr, ...] = ()
        found: list[Refusal] = []
        for each in refusals_of(ask, action, script.clause):
            needed = () if each.sort == "turn" else tuple(looking.needs(each.conditions))
            seen = self._folding.expression(conjunction(tuple(dict.fromkeys((*before, *needed)))))
            found.append(evolve(each, seen=seen))
            if each.is_last or not is_total(each.conditions, self._total):
                before = (seen,)
        return tuple(found)

    def is_closed(self, name: str | None, script: str) -> bool:
        """Returns whether not everybody sees a zone or variable while a script runs."""
        return name in self._closed[script]

    def who_sees(self, name: str) -> Seen:
        """Returns who sees a zone or variable."""
        return self._seen[name]

    def value(self, name: str) -> model.Value:
        """Returns the declared value of a name."""
        return self._values[name]

    def is_total(self, expr: ir.Expr) -> bool:
        """Returns whether an expression never breaks off."""
        return is_total(expr, self._total)


@define
class _Onlooker:
    """An onlooker, who wishes to take an action (None: chance, the table), and looks at what its conditions read."""

    sight: RefusalSight
    script: control.Script
    point: str
    actor: ir.Local | None
    names: Names
    called: dict[tuple[str, tuple[ir.Expr | None, ...]], tuple[ir.Expr, ...]] = field(factory=dict)
    """Conditions are kept by value and arguments: under them they see all that the value reads."""
    asks_who_sees: bool = False
    """Whether what is looked at is who sees something."""

    def needs(self, node: object, names: Names | None = None, *, inside: bool = False) -> Iterator[ir.Expr]:
        """Yields what has to hold so that they see all that a node reads, which may be `inside` a value."""
        names = self.names if names is None else names
        match node:
            case ir.Local():
                if not inside and node not in names:
                    yield self._held(node)
            case (
                ir.HowMany(binding=ir.Binding(domain=ir.Contents(key=key), condition=ir.TruthLiteral(value=True)))
                | ir.IsEmpty(set=ir.Contents(key=key))
            ):
                yield from self.needs(_one(key), names, inside=inside)  # how many there are everybody sees
            case ir.Contents(zone=name, key=key) | ir.ReadVariable(name=name, key=key) if self._is_closed(name):
                yield from self.needs(_one(key), names, inside=inside)
                yield self._member(self.sight.who_sees(name), self._known(key, names, inside=inside))
            case _ if self._is_closed(part_read(node)):
                yield FALSE
            case ir.CallValue(name=name, args=args):
                yield from self.needs(args, names, inside=inside)
                yield from self._body(name, tuple(self._known(each, names, inside=inside) for each in args))
            case _:
                parts = node if isinstance(node, tuple) else (*children(node),)
                bound = {each.var: None for each in (node, *parts) if isinstance(each, ir.Binding)}
                for each in parts:
                    yield from self.needs(each, {**names, **bound} if bound else names, inside=inside)

    def _is_closed(self, name: str | None) -> bool:
        return self.sight.is_closed(name, self.script.name)

    def _body(self, name: str, arguments: tuple[ir.Expr | None, ...]) -> tuple[ir.Expr, ...]:
        """Returns what has to hold so that they see all that a value reads."""
        asked = name, arguments
        if asked not in self.called:
            value = self.sight.value(name)
            names = dict(zip(value.params, arguments, strict=True))
            self.called[asked] = tuple(dict.fromkeys(self.needs(value.body, names, inside=True)))
        return self.called[asked]

    def _known(self, expr: ir.Expr | None, names: Names, *, inside: bool) -> ir.Expr | None:
        """Returns an expression in the names that are there where the action is wished for; None if it has others."""
        if expr is None or not self.sight.is_total(expr):
            return None
        found = {each: names.get(each, None if inside else each) for each in free_locals(expr)}
        return _renamed(expr, found)

    def _held(self, local: ir.Local) -> ir.Expr:
        """Returns the condition under which they see what the frame holds for a local."""
        return self._member(self.script.who_sees(local, self.point), None)

    def _member(self, seen: Seen, key: ir.Expr | None) -> ir.Expr:
        """Returns the condition under which they see something, of a family the member of a key."""
        if seen.by == "everyone":
            return TRUE
        if seen.by == "nobody" or self.actor is None:
            return FALSE
        if seen.by == "owner":
            return FALSE if key is None or key.domain != self.actor.domain else ir.Equal(self.actor, key)
        assert seen.condition is not None
        found: dict[ir.Local, ir.Expr | None] = {
            each: self.names.get(each, each) for each in free_locals(seen.condition)
        }
        if seen.viewer is not None:
            found[seen.viewer] = self.actor
        if seen.owner is not None and seen.owner in found:
            found[seen.owner] = key
        told = _renamed(seen.condition, found)
        return told if told is not None and self.sight.is_total(told) and self._is_open(told) else FALSE

    def _is_open(self, condition: ir.Expr) -> bool:
        """Returns whether they always know who sees something: nothing is shown of what is absent, too."""
        if self.asks_who_sees:
            return False
        asking = evolve(self, called={}, asks_who_sees=True)
        return all(each == TRUE for each in asking.needs(condition))


def _one(key: ir.Expr | None) -> tuple[ir.Expr, ...]:
    return () if key is None else (key,)


def _renamed(expr: ir.Expr, names: Names) -> ir.Expr | None:
    """Returns an expression with other things in place of its names; None where for one there is nothing.

    It is None as well where one of those things would be taken for what is bound in it.
    """
    bound = {each.var for each in walk(expr) if isinstance(each, ir.Binding)}
    for each in names.values():
        if each is None or free_locals(each) & bound:
            return None
    return rewrite(expr, lambda node: names.get(node, node) if isinstance(node, ir.Local) else node)
