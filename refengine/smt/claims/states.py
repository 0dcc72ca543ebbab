"""The states that a claim speaks of, as terms, and what is assumed of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import cast

from attrs import define, evolve, field

from refengine.ir import claims, domain as d, expressions as ir
from refengine.ir.game import Invariant
from refengine.ir.obligations import Obligation
from refengine.ir.running import running
from refengine.smt.course.study import Study, default_reading
from refengine.smt.encode.calls import CallAnswer
from refengine.smt.encode.scope import Faults, TermScope, scope_of
from refengine.smt.induction.arrivals import rests_at_start, tell_arrivals
from refengine.smt.induction.laws import assume_laws
from refengine.smt.solving.model import Model
from refengine.smt.terms.state import State
from refengine.smt.terms.term import Bool
from refengine.smt.terms.value import Fact, SetValue, Value
from refengine.smt.terms.zones import Slot
from refengine.smt.unsupported import Unsupported


@define
class ExtentStates:
    """The states of an extent: one that nothing is known of, what is assumed, and what may fail meanwhile."""

    study: Study
    extent: claims.Extent
    state: State
    scope: TermScope
    faults: Faults
    assumed: list[Bool] = field(factory=list)
    is_complete: bool = False
    unassumable: Faults | None = None
    """When one of the assumptions has no answer, though those before it hold."""
    on_the_way: set[int] = field(factory=set)
    """The identities of answers that were worked out on the way to these states, and not asked of them."""
    paid: list[tuple[tuple[str, Bool], ...]] = field(factory=list)
    """The phase's obligations from its start, each with the term that it is paid, once worked out for any question."""

    @property
    def defined(self) -> Bool:
        """The term that everything that was asked so far has an answer."""
        return self.study.terms.not_(self.faults.whole())

    def apart(self) -> ExtentStates:
        """Returns the same states for another question: what that one fails at is not held against this one."""
        faults = self.faults.copied()
        return evolve(self, scope=evolve(self.scope, faults=faults), faults=faults)

    def failing_here(self, found: Model) -> Iterator[Obligation]:
        """Yields what fails in a state as it is, and not only in what would be: there no engine can be asked."""
        for faults in (self.unassumable or self.faults, self.faults):
            yield from (each for each in faults.found if found.of(faults.here(each)))

    def complete(self) -> None:
        """Takes in, once, what may be assumed of these states.

        The laws of the tables are conditions of pieces of any data. An invariant is proved of states in which somebody
        decides, for what is printed and every complete set of readings, so it is assumed of no others: of a phase that
        starts in the middle of a step it is assumed where that step begins.
        """
        if self.is_complete:
            return
        self.is_complete = True
        with self._on_the_way():
            self._complete()

    @contextmanager
    def _on_the_way(self) -> Iterator[None]:
        """Keeps what is worked out meanwhile from being asked of these states: no position need name what it reads."""
        asked = self.study.world.asked.answers
        known = set(map(id, asked.values()))
        yield
        self.on_the_way |= {id(each) for each in asked.values()} - known

    def _complete(self) -> None:
        world = self.study.world
        assume_laws(self.study, self.state)
        if not self._is_of_games:
            return
        phase = next((each for each in world.game.phases if each.name == self.extent.phase), None)
        if phase is None or rests_at_start(phase):
            for each in filter(self._is_said_of, world.game.invariants):
                self._holds(f"invariant {each.name}", each.clause.path, each.condition)
        elif self._is_of_the_game:
            told = tuple(self.scope.locals[param] for param in self.extent.params)
            tell_arrivals(self.study, phase.name, self.state, told)

    @property
    def _is_of_games(self) -> bool:
        """Returns whether these are states of games under readings that leave nothing out, perhaps with other data."""
        return self.is_complete_reading and self.extent.over is None

    def _is_said_of(self, each: Invariant) -> bool:
        """Returns whether an invariant is said of these states, in games with all the data that they may be of."""
        mine, its = self.extent.data, each.data
        here = not each.step and each.during is None and (not each.phases or self.extent.phase in each.phases)
        return here and {*mine.relations} <= {*its.relations} and {*mine.kinds} <= {*its.kinds}

    @property
    def _is_of_the_game(self) -> bool:
        """Returns whether these are states of the game as it is printed, under readings that leave nothing out."""
        return self._is_of_games and not self.extent.data

    @property
    def is_complete_reading(self) -> bool:
        """Returns whether these states are under readings that leave nothing out."""
        under, by_default = dict(self.extent.under), self.extent.readings == "default"
        for question in self.study.rules.questions:
            usual = default_reading(question).name if by_default else None
            chosen = under.get(question.name, usual)
            if any(each.incomplete and each.name == chosen for each in question.readings):
                return False
        return True

    def familiar(self) -> tuple[Bool, ...]:
        """Returns the terms that the invariants hold, where nobody may assume it: a table may know such a position."""
        if self._is_of_the_game:
            return ()
        listed = self.study.world.game.invariants
        plain = (each for each in listed if not each.step and each.during is None and not each.phases)
        with self._on_the_way():
            return tuple(self._kept(each.clause.path, each.condition) for each in plain)

    def _holds(self, name: str, path: str, condition: ir.Expr) -> None:
        self.study.world.values.facts.append(Fact(self._kept(path, condition), name))

    def _kept(self, path: str, condition: ir.Expr) -> Bool:
        """Returns the term that a condition holds in these states, and has an answer."""
        world = self.study.world
        scope = scope_of(world.terms, self.state, path)
        holds = world.truth(condition, scope)
        return world.terms.and_(world.terms.not_(scope.faults.any()), holds)


def spoken_of(study: Study, extent: claims.Extent, path: str, asked: Iterable[object]) -> ExtentStates:
    """Returns the states of an extent; `asked` is what will be asked of them, for the pieces that may have any data."""
    world = study.world
    reads = frozenset().union(*(world.read_by(each) for each in (*asked, *extent.assuming)))
    world.values.let_be_any(extent.data)
    state = _as_it_begins(study, extent.phase, world.unknown(over=extent.over, reads=reads))
    if extent.over is not None:
        _any_pieces(study, state, extent.over, reads)
    faults = Faults(study.terms)
    scope = scope_of(study.terms, state, path, faults)
    for param in extent.params:
        scope = scope.bind(param, world.values.fresh(param.domain, param.name))
    found = ExtentStates(study, extent, state, scope, faults)
    for each in extent.assuming:
        found.assumed.append(world.truth(each, scope))
        scope = scope.given(found.assumed[-1])
    found.unassumable = faults.copied()
    return found


def _as_it_begins(study: Study, phase: str | None, state: State) -> State:
    """Returns the state, but for variables of phases not running when this one begins: they are as at the start."""
    world = study.world
    lasting = [each for each in world.game.variables if each.during is not None]
    if phase is None or not lasting:
        return state
    below = running(world.game.setup, world.game.phases)
    known: dict[str, tuple[Value, ...]] = {}
    for each in lasting:
        if each.during not in below.perhaps[phase]:
            scope = scope_of(study.terms, state, each.clause.path)
            known[each.name] = (world.widened(each.starts, each.domain, scope),) * world.layout.size(each.index)
    return evolve(state, variables={**state.variables, **known})


def _any_pieces(study: Study, state: State, over: str, reads: frozenset[str]) -> None:
    """Makes the pieces of any data all there are of their component."""
    layout = study.world.layout
    mine = [zone for name, zone in layout.zones.items() if zone.component == over and name in reads]
    slots = [each.piece for zone in mine for each in state.zones[zone.name] if isinstance(each, Slot)]
    heaps = [zone for zone in mine if not layout.is_slot(zone)]
    if heaps:
        what = f"pieces of any data in `{heaps[0].name}`, which holds more than one"
        raise Unsupported(what, heaps[0].clause.origin.span)
    if not slots:  # there would be no piece at all, and nothing that is said of every one of them speaks of anything
        component = study.world.values.components[over]
        raise Unsupported(
            f"pieces of any data of which it is not asked where they lie: `{over}`", component.clause.origin.span
        )
    study.world.values.universe[over] = tuple(slots)


# ---- WHAT BREAKS A CLAIM


@define
class Instance:
    """An instance of a claim that may break: what its outermost names stand for, and when it does."""

    names: tuple[tuple[ir.Local, Value], ...]
    spoken_of: Bool
    broken: Bool
    asks: tuple[CallAnswer, ...] = ()
    """The values that it asks for."""


MANY = 8
"""A set with more members than these is not run through: one member stands for any."""


def instances(
    study: Study, expr: ir.Expr, scope: TermScope, names: tuple[tuple[ir.Local, Value], ...] = ()
) -> list[Instance]:
    """Returns the ways in which a condition can break, its outermost `every` taken apart."""
    world, terms = study.world, study.terms
    match expr:
        case ir.ForAll(binding=binding):
            found: list[Instance] = []
            for guard, value in _members(study, binding, scope):
                inner = scope.given(guard).bind(binding.var, value)
                world.using.append([])
                condition = world.truth(binding.condition, inner)
                asks = tuple(world.using.pop())
                below = instances(study, expr.body, inner.given(condition), (*names, (binding.var, value)))
                here = terms.and_(guard, condition)
                found += [
                    evolve(
                        each,
                        spoken_of=terms.and_(here, each.spoken_of),
                        broken=terms.and_(here, each.broken),
                        asks=(*asks, *each.asks),
                    )
                    for each in below
                ]
            return found
        case ir.And(parts=parts) if any(isinstance(part, ir.ForAll) for part in parts):
            return [each for part in parts for each in instances(study, part, scope, names)]
        case _:
            world.using.append([])
            broken = terms.not_(world.truth(expr, scope))
            return [Instance(names, True, broken, tuple(world.using.pop()))]  # noqa: FBT003


def _members(study: Study, binding: ir.Binding, scope: TermScope) -> Iterable[tuple[Bool, Value]]:
    """Yields the members that an `every` runs over; of printed pieces one that may be any, if they are many."""
    values = study.world.values
    match binding.domain:
        case ir.AllMembers(of=d.Piece(component=component)) if (
            component not in values.universe and len(values.printed[component]) > MANY
        ):
            yield True, values.fresh_piece(component, binding.var.name)
        case ir.AllMembers(of=d.Range(low=low, high=high)) if high - low >= MANY:
            yield True, values.number(binding.var.name, low, high)
        case _:
            members = cast("SetValue", study.world.encode(binding.domain, scope))
            for each in members.elements:
                yield each.guard, each.value
