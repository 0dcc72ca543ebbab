"""Sites in scripts: effects one after the other, each with what is known when it is come to.

What is known is forgotten where something that it reads is changed. Where a point is come to from one other alone, what
is known at the end of that is known at its start: nothing happens on the way, nor while somebody decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set as AbstractSet

from attrs import define, evolve, field, frozen

from refengine.ir import control, expressions as ir, game as model
from refengine.ir.commuting import read_by, written_names
from refengine.ir.domain import Enum, Place, Range, Truth
from refengine.ir.footprint import closure, footprint
from refengine.ir.obligations import may_be_full, owed_by_control
from refengine.ir.simplify import TRUE
from refengine.ir.traverse import free_locals, walk
from refengine.local.sites import Known, Site, in_binding, in_expression, known_of_each, rid_of


@frozen
class ValueReads:
    """The parts of the state that each value of a game reads, itself and through others."""

    by: dict[str, frozenset[str]]

    @classmethod
    def of(cls, rules: model.Game) -> ValueReads:
        """Works it out for a game."""
        calls = {each.name: footprint(each.body).values for each in rules.values}
        reads = {each.name: footprint(each.body).state for each in rules.values}
        return cls({each: frozenset().union(*(reads[one] for one in closure(calls, (each,)))) for each in calls})

    def __call__(self, value: str) -> frozenset[str]:
        """Returns the parts of the state that a value reads."""
        return self.by[value]


def goes_where_only_a_value_says(effect: control.Effect) -> bool:
    """Returns whether a piece comes from, or goes to, a place that the text does not name."""
    places = [
        each for node in walk(effect) if isinstance(node, control.MovePiece) for each in (node.source, node.target)
    ]
    return any(
        isinstance(getattr(part, "domain", None), Place) and not isinstance(part, ir.PlaceAt | ir.Located | ir.If)
        for place in places
        for part in walk(place)
    )


@define
class Scripts:
    """The sites of all scripts of a game."""

    rules: model.Game
    reads: ValueReads
    capped: frozenset[str] = field(init=False)
    _found: list[Site] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        self.capped = may_be_full(self.rules)

    def sites(self) -> Iterator[Site]:
        """Yields the sites of the setup and of every phase."""
        for script in (self.rules.setup, *self.rules.phases):
            yield from _Script(self, script).sites()

    def without(self, known: Known, changed: Iterable[control.Effect]) -> Known:
        """Returns what is still known when some effects may have happened, in whatever number."""
        effects = tuple(changed)
        bound = {each.var for each in walk(effects) if isinstance(each, control.LetIn)}
        known = tuple(each for each in known if not free_locals(each) & bound)
        if any(map(goes_where_only_a_value_says, effects)):
            return tuple(each for each in known if not read_by(each, self.reads))
        names = {name for each in effects for name in written_names(each)}
        names |= {zone.name for zone in self.rules.zones if zone.index in self._lying_on(names)}
        return tuple(each for each in known if not read_by(each, self.reads) & names)

    def _lying_on(self, names: AbstractSet[str]) -> frozenset[str]:
        """Returns the parts that are there or not as something lies in one of these zones."""
        return frozenset(each.name for each in self.rules.parts if each.zone in names)


@define
class _Script:
    """The walk through one script. `coming` has what is known where a point is come to, for each way there."""

    of: Scripts
    script: control.Script
    coming: dict[str, list[Known]] = field(factory=dict)
    _points: dict[str, control.Point] = field(init=False)
    _before: dict[str, list[str]] = field(init=False)
    _done: dict[str, list[Site]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self._points = {each.name: each for each in self.script.points}
        self._before = {each: [] for each in self._points}
        for point in self.script.points:
            for name in _named(point.exit):
                self._before[name].append(point.name)

    def sites(self) -> Iterator[Site]:
        path = self.script.clause.path
        for told in self.script.seen:
            yield from in_expression(path, told.seen, ())
        for point in self.script.points:
            self._go_through(point.name, frozenset())
        for point in self.script.points:
            yield from self._done[point.name]

    def _go_through(self, name: str, on_the_way: frozenset[str]) -> None:
        """Goes through a point, after the only one from which it is come to, if there is one and no way back."""
        if name in self._done:
            return
        known: Known = ()
        if len(self._before[name]) == 1 and not self._is_entrance(name) and name not in on_the_way:
            (before,) = self._before[name]
            self._go_through(before, on_the_way | {name})
            if name in self._done:
                return
            ways = self.coming.get(name, [])
            known = ways[0] if len(ways) == 1 else ()
        self._done[name] = []
        point = self._points[name]
        path = (point.clause or self.script.clause).path
        self._done[name] += self._point(path, point, known)

    def _is_entrance(self, name: str) -> bool:
        return name in {self.script.points[0].name, self.script.behind_look}

    def _point(self, path: str, point: control.Point, known: Known) -> Iterator[Site]:
        way = _Way(self.of, path, known)
        yield from way.effects(point.effects)
        yield from self._exit(path, point.exit, way.known)

    # ---- EFFECTS ARE GONE THROUGH BY A WAY; HERE ARE EXITS

    def _exit(self, path: str, leave: control.Exit, known: Known) -> Iterator[Site]:
        if isinstance(leave, control.Ask) and leave.decider == "every":
            known = ()  # who has not chosen yet is asked again when others have
        for owed in owed_by_control(path, leave):
            yield Site(owed, leave, known)
        match leave:
            case control.Fork(then=then, otherwise=otherwise):
                yield from in_expression(path, leave.condition, known)
                yield from self._exit(path, then, (*known, leave.condition))
                yield from self._exit(path, otherwise, (*known, ir.Not(leave.condition)))
            case control.ForkCases(cases=cases):
                for case in cases:
                    here = known
                    for guard in case.guards:
                        yield from in_expression(path, guard, here)
                        here = (*here, guard)
                    yield from self._exit(path, case.exit, here)
            case control.Jump(point=point):
                self._come(point, known)
            case control.Enter(args=args, then=then):
                self._come(then, ())
                yield from _in_all(path, args, known)
            case control.Go(args=args):
                yield from _in_all(path, args, known)
            case control.Ask():
                yield from self._ask(path, leave, known)
            case control.Done() | control.Abandon() | control.Over():
                pass

    def _ask(self, path: str, ask: control.Ask, known: Known) -> Iterator[Site]:
        if ask.who is not None:
            yield from in_expression(path, ask.who, known)
        if ask.if_able is not None:
            self._come(ask.if_able, ())
        known = known if ask.actor is None else rid_of(known, ask.actor)
        for action in ask.actions:
            there = action.clause.path
            chosen: dict[ir.Local, Known] = {}
            for choice in action.choices:
                known = rid_of(known, choice.var)
                yield from in_expression(there, choice.domain, _of(choice.domain, chosen, known))
                chosen[choice.var] = (ir.Contains(choice.var, choice.domain),)
            conditions = [each.condition for each in action.guards]
            conditions += [one for each in action.bars for one in each.conditions]
            conditions += [] if action.weight is None else [action.weight]
            for condition in conditions:
                yield from in_expression(there, condition, _of(condition, chosen, known))
            legal = (*known, *(one for each in chosen.values() for one in each), *_allowed(action))
            self._come(action.entry, () if ask.decider == "every" else legal)

    def _come(self, point: str, known: Known) -> None:
        self.coming.setdefault(point, []).append(known)


def _let(known: Known, let: control.LetIn) -> Known:
    """Returns what is known behind a `let`: what it stands for too, where that can be compared."""
    known = rid_of(known, let.var)
    is_plain = isinstance(let.value.domain, Range | Enum | Truth) and let.var not in free_locals(let.value)
    return (*known, ir.Equal(let.var, let.value)) if is_plain else known


def _of(part: ir.Expr, chosen: dict[ir.Local, Known], known: Known) -> Known:
    """Returns what is known where a part of an action is asked: of choices those alone that it reads."""
    read = free_locals(part)
    return (*known, *(one for var, each in chosen.items() if var in read for one in each))


def _allowed(action: control.Action) -> Known:
    """Returns what is known when an action was taken: its guards hold, and of each bar some condition does not."""
    return (
        *(each.condition for each in action.guards),
        *(ir.Not(ir.And(each.conditions)) for each in action.bars),
    )


def _in_all(path: str, parts: Iterable[object], known: Known) -> Iterator[Site]:
    for each in parts:
        yield from in_expression(path, each, known)


def _named(leave: control.Exit) -> Iterator[str]:
    """Yields the points that an exit names, each as often as there is a way."""
    for each in walk(leave):
        match each:
            case control.Jump(point=point):
                yield point
            case control.Enter(then=then):
                yield then
            case control.Ask(if_able=if_able, actions=actions):
                yield from (action.entry for action in actions)
                if if_able is not None:
                    yield if_able
            case _:
                pass


@define
class _Way:
    """The way through the effects of a point."""

    of: Scripts
    path: str
    known: Known
    loops: tuple[control.Each, ...] = ()
    together: control.Simultaneous | None = None

    def effects(self, body: Iterable[control.Effect]) -> Iterator[Site]:
        """Yields the sites of effects in their order; afterwards `known` is what is known behind them."""
        for each in body:
            for owed in owed_by_control(self.path, each, self.of.capped):
                yield Site(owed, each, self.known, self.loops, self.together)
            yield from self._effect(each)
            if self.together is None:
                self.known = self.of.without(self.known, (each,))
            if isinstance(each, control.LetIn):
                self.known = _let(self.known, each)

    def _effect(self, each: control.Effect) -> Iterator[Site]:
        match each:
            case control.When(then=then, otherwise=otherwise):
                yield from self._expression(each.condition)
                yield from self._inside(then, each.condition)
                yield from self._inside(otherwise, ir.Not(each.condition))
            case control.Branches(cases=cases):
                for case in cases:
                    known = self.known
                    for guard in case.guards:
                        yield from in_expression(self.path, guard, known)
                        known = (*known, guard)
                    yield from evolve(self, known=known).effects(case.body)
            case control.Each(binding=binding, body=body):
                yield from in_binding(self.path, binding, self.known)
                known = known_of_each(binding, self.known)
                if self.together is None:  # other rounds may have come before
                    known = self.of.without(known, body)
                yield from evolve(self, known=known, loops=(*self.loops, each)).effects(body)
            case control.Simultaneous(body=body):
                yield from evolve(self, together=each).effects(body)
            case _:
                for part in _parts(each):
                    yield from self._expression(part)

    def _inside(self, body: Iterable[control.Effect], condition: ir.Expr) -> Iterator[Site]:
        known = self.known if condition == TRUE else (*self.known, condition)
        yield from evolve(self, known=known).effects(body)

    def _expression(self, part: object) -> Iterator[Site]:
        yield from in_expression(self.path, part, self.known)


def _parts(each: control.Effect) -> Iterator[object]:
    """Yields the expressions of an effect that has no others in it."""
    match each:
        case control.MovePiece():
            yield from (
                part for part in (each.piece, each.source, each.target, each.amount, each.turned) if part is not None
            )
        case control.MoveTokens(source=source, target=target):
            yield each.amount
            yield from (end[1] for end in (source, target) if end is not None)
        case control.SetVariable():
            yield from (part for part in (each.key, each.value) if part is not None)
        case control.AddNumber():
            yield from (part for part in (each.key, each.amount) if part is not None)
        case control.AddMember():
            yield from (part for part in (each.key, each.item) if part is not None)
        case control.LetIn():
            yield each.value
        case control.When() | control.Branches() | control.Each() | control.Simultaneous():
            pass
