"""What everybody knows of what frames hold: that which comes of nothing but what everybody sees.

A local is open if every value that it may get is worked out from what is printed or agreed, from tokens, from zones and
variables that everybody sees there, from how many pieces lie somewhere, and from locals that are open. What is chosen
is open if it is chosen from such things: decisions are taken aloud, unless at once and in secret. All other locals are
hidden from everybody; what a phase is told can say for itself who sees it.

Which phases run, and where each waits, everybody sees. So does everybody see which way a script took, unless both ways
of a fork that hangs on something hidden come to the same question before anybody has decided: between the two nothing
is open that is worked out there.

This is the discipline of secure information flow (Denning and Denning, Certification of Programs for Secure Information
Flow, 1977), with two levels, decisions for outputs, and the place where control rests for the program counter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from attrs import define, evolve, field

from refengine.ir import control, expressions as ir, game as model
from refengine.ir.running import Running, running
from refengine.ir.seen import NOBODY, Held
from refengine.ir.traverse import children

PointKey = tuple[str, str]
"""A script and one of its points."""


def with_sight(game: model.Game) -> model.Game:
    """The game with those locals of its scripts that not everybody knows, and who does.

    Of locals that say who sees them that is in `seen` already.
    """
    scripts = (game.setup, *game.phases)
    values = {each.name: each for each in game.values}
    flow = _Flow(scripts, (*game.zones, *game.variables), values, running(game.setup, game.phases))
    flow.settle()
    setup, *phases = (evolve(each, seen=flow.seen(each)) for each in scripts)
    return evolve(game, setup=setup, phases=tuple(phases))


@define
class _Flow:
    """Where values come from, followed until nothing changes. `dark` points are reached by a way that nobody sees."""

    scripts: tuple[control.Script, ...]
    kept: tuple[model.Zone | model.Variable, ...]
    values: Mapping[str, model.Value]
    below: Running
    hidden: set[tuple[str, ir.Local]] = field(factory=set)
    dark: set[PointKey] = field(factory=set)
    ways: _Ways = field(init=False)
    closed: Mapping[str, frozenset[str]] = field(init=False)
    """For each script the zones and variables that not everybody sees while it runs."""
    bodies: dict[tuple[str, str], bool] = field(factory=dict)
    """For a value, asked in a script, whether it reads something hidden besides what it is given."""

    def __attrs_post_init__(self) -> None:
        self.ways = _Ways(self.scripts)
        self.closed = {script.name: frozenset(self._closed_in(script.name)) for script in self.scripts}
        self.hidden |= {
            (script.name, each.local) for script in self.scripts for each in script.seen if each.seen.by != "everyone"
        }

    def _closed_in(self, script: str) -> Iterator[str]:
        for each in self.kept:
            during = each.seen.during
            if each.seen.by != "everyone" and (during is None or self.below.may(during, script)):
                yield each.name

    def settle(self) -> None:
        """Follows all points until no more is hidden."""
        before = -1
        while before != len(self.hidden) + len(self.dark):
            before = len(self.hidden) + len(self.dark)
            for script in self.scripts:
                for point in script.points:
                    self._point(script.name, point)

    def seen(self, script: control.Script) -> tuple[Held, ...]:
        """What of a script's frames not everybody sees, by name."""
        said = {each.local: each for each in script.seen}
        mine = {local for name, local in self.hidden if name == script.name}
        found = (said.get(local, Held(local, NOBODY)) for local in mine)
        return tuple(sorted(found, key=lambda each: (each.local.name, repr(each.local.domain))))

    # ---- WHAT IS WORKED OUT

    def _hide(self, script: str, local: ir.Local) -> None:
        told = next((each for each in self.scripts if each.name == script), None)
        if told is not None and all(each.local != local for each in told.seen):
            self.hidden.add((script, local))

    def _reads(self, script: str, node: object, bound: frozenset[ir.Local] = frozenset()) -> bool:
        """Whether an expression reads something hidden; names that are `bound` stand for what everybody sees."""
        match node:
            case ir.Local():
                return node not in bound and (script, node) in self.hidden
            case (
                ir.HowMany(binding=ir.Binding(domain=ir.Contents(key=key), condition=ir.TruthLiteral(value=True)))
                | ir.IsEmpty(set=ir.Contents(key=key))
            ):
                return self._reads(script, key, bound)  # how many there are is no secret
            case ir.Contents(zone=name, key=key) | ir.ReadVariable(name=name, key=key):
                return name in self.closed[script] or self._reads(script, key, bound)
            case ir.Located(zone=name, piece=piece):
                return name in self.closed[script] or self._reads(script, piece, bound)
            case ir.Binding(var=var, domain=domain, condition=condition):
                return self._reads(script, domain, bound) or self._reads(script, condition, bound | {var})
            case ir.CallValue(name=name, args=args):
                return self._asks(script, name) or any(self._reads(script, each, bound) for each in args)
            case _:
                parts = children(node)
                inner = bound | {each.var for each in parts if isinstance(each, ir.Binding)}
                return any(self._reads(script, each, inner) for each in parts)

    def _asks(self, script: str, name: str) -> bool:
        """Whether a value reads something hidden besides what it is given."""
        if (script, name) not in self.bodies:
            value = self.values[name]
            self.bodies[script, name] = self._reads(script, value.body, frozenset(value.params))
        return self.bodies[script, name]

    # ---- POINTS

    def _point(self, script: str, point: control.Point) -> None:
        dark = (script, point.name) in self.dark
        for effect in point.effects:
            if isinstance(effect, control.LetIn) and (dark or self._reads(script, effect.value)):
                self._hide(script, effect.var)
        self._leave((script, point.name), point.exit, dark=dark)

    def _leave(self, key: PointKey, leave: control.Exit, *, dark: bool) -> None:
        script = key[0]
        match leave:
            case control.Fork(condition=condition, then=then, otherwise=otherwise):
                dark = dark or (self._reads(script, condition) and self.ways.meet(key, (then, otherwise)))
                self._leave(key, then, dark=dark)
                self._leave(key, otherwise, dark=dark)
            case control.ForkCases(cases=cases):
                exits = tuple(case.exit for case in cases)
                hangs = any(self._reads(script, guard) for case in cases for guard in case.guards)
                dark = dark or (hangs and self.ways.meet(key, exits))
                for each in exits:
                    self._leave(key, each, dark=dark)
            case control.Enter(phase=phase, args=args) | control.Go(phase=phase, args=args):
                for param, arg in zip(self.ways.params[phase], args, strict=True):
                    if dark or self._reads(script, arg):
                        self._hide(phase, param)
                self._darken(key, leave, dark=dark)
            case control.Ask():
                self._asked(script, leave)
                self._darken(key, leave, dark=dark)
            case control.Jump() | control.Done() | control.Abandon() | control.Over():
                self._darken(key, leave, dark=dark)

    def _darken(self, key: PointKey, leave: control.Exit, *, dark: bool) -> None:
        if dark:
            self.dark.update(self.ways.on(key, leave))

    def _asked(self, script: str, ask: control.Ask) -> None:
        secret = ask.decider == "every"
        if ask.actor is not None and ask.who is not None and self._reads(script, ask.who):
            self._hide(script, ask.actor)
        for action in ask.actions:
            for choice in action.choices:
                if secret or self._reads(script, choice.domain):
                    self._hide(script, choice.var)


# ---- WHERE CONTROL GOES


@define
class _Ways:
    """Where control goes on from an exit before anybody decides, and which questions it may come to."""

    scripts: tuple[control.Script, ...]
    params: Mapping[str, tuple[ir.Local, ...]] = field(init=False)
    starts: Mapping[str, PointKey] = field(init=False)
    back: Mapping[str, frozenset[PointKey]] = field(init=False)
    """For each script the points to which control may come back when it is done."""
    questions: dict[PointKey, frozenset[PointKey]] = field(factory=dict)
    """For each point the questions to which control may come from there before anybody decides."""

    def __attrs_post_init__(self) -> None:
        self.params = {each.name: each.params for each in self.scripts}
        self.starts = {each.name: (each.name, each.points[0].name) for each in self.scripts}
        self.back = self._back()
        points = {(script.name, point.name): point for script in self.scripts for point in script.points}
        self.questions = dict.fromkeys(points, frozenset())
        changed = True
        while changed:
            changed = False
            for key, point in points.items():
                found = self.met(key, point.exit)
                if found != self.questions[key]:
                    self.questions[key] = found
                    changed = True

    def _back(self) -> dict[str, frozenset[PointKey]]:
        """By going round: a phase comes back to where it was entered, or what handed over to it was."""
        back: dict[str, frozenset[PointKey]] = {each.name: frozenset() for each in self.scripts}
        exits = [
            (script.name, leave) for script in self.scripts for point in script.points for leave in _exits(point.exit)
        ]
        changed = True
        while changed:
            changed = False
            for name, leave in exits:
                match leave:
                    case control.Enter(phase=phase, then=then):
                        more = back[phase] | {(name, then)}
                    case control.Go(phase=phase):
                        more = back[phase] | back[name]
                    case _:
                        continue
                changed = changed or more != back[phase]
                back[phase] = more
        return back

    def meet(self, key: PointKey, exits: tuple[control.Exit, ...]) -> bool:
        """Whether two of these ways may come to one question."""
        found = [self.met(key, each) for each in exits]
        return any(one & other for one, other in combinations(found, 2))

    def met(self, key: PointKey, leave: control.Exit) -> frozenset[PointKey]:
        """The questions to which an exit of a point may lead."""
        asked = frozenset({key}) if any(isinstance(each, control.Ask) for each in _exits(leave)) else frozenset()
        return asked.union(*(self.questions[each] for each in self.on(key, leave)))

    def on(self, key: PointKey, leave: control.Exit) -> frozenset[PointKey]:
        """The points to which an exit may lead while nobody decides."""
        script = key[0]
        found: set[PointKey] = set()
        for each in _exits(leave):
            match each:
                case control.Jump(point=point):
                    found.add((script, point))
                case control.Enter(phase=phase) | control.Go(phase=phase):
                    found.add(self.starts[phase])
                case control.Done():
                    found |= self.back[script]
                case control.Abandon(phase=phase):
                    found |= self.back[phase]
                case control.Ask(if_able=if_able) if if_able is not None:
                    found.add((script, if_able))
                case _:
                    pass
        return frozenset(found)


def _exits(leave: control.Exit) -> Iterator[control.Exit]:
    """The exits of which an exit is made."""
    match leave:
        case control.Fork(then=then, otherwise=otherwise):
            yield from _exits(then)
            yield from _exits(otherwise)
        case control.ForkCases(cases=cases):
            for case in cases:
                yield from _exits(case.exit)
        case _:
            yield leave
