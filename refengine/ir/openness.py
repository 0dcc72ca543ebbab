"""Information flow: a local of a frame is open to everybody if it is computed only from what everybody sees.

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
from refengine.ir.exits import leaves
from refengine.ir.footprint import part_read
from refengine.ir.running import Running, running
from refengine.ir.traverse import children

PointKey = tuple[str, str]
"""A script and one of its points."""


def with_sight(game: model.Game) -> model.Game:
    """Returns the game with what not everybody knows of the locals that live at the points of its scripts.

    Of parameters that say who sees them the scripts say it already.
    """
    flow = Flow(game)
    return evolve(game, setup=flow.told(game.setup), phases=tuple(map(flow.told, game.phases)))


@define
class Flow:
    """A data flow analysis of where values come from. `dark` points are reached by a way that nobody sees.

    For one person, at one decision, it may be otherwise: some zones and variables are `uncovered`, and of actions, by
    the point at which play goes on, it is said whether what was chosen was `heard`.
    """

    game: model.Game
    uncovered: frozenset[str] = frozenset()
    heard: Mapping[PointKey, bool] = field(factory=dict)
    hidden: dict[PointKey, set[ir.Local]] = field(init=False)
    """The locals that not everybody knows when a point is come to, by point."""
    dark: set[PointKey] = field(factory=set)
    ways: _Ways = field(init=False)
    closed: Mapping[str, frozenset[str]] = field(init=False)
    """The zones and variables that not everybody sees while a script runs, by script."""
    bodies: dict[tuple[str, str], bool] = field(factory=dict)
    """A flag by script and value: whether the value, asked there, reads something hidden beside its arguments."""

    def __attrs_post_init__(self) -> None:
        self.ways = _Ways((self.game.setup, *self.game.phases))
        below = running(self.game.setup, self.game.phases)
        self.closed = {
            name: frozenset(closed_in(self.game, name, below)) - self.uncovered for name in self.ways.scripts
        }
        self.hidden = {key: set() for key in self.ways.points}
        self._settle()

    def _settle(self) -> None:
        """Follows all points until no more is hidden."""
        followed: dict[PointKey, tuple[bool, int]] = {}
        while True:
            known = {key: (key in self.dark, len(self.hidden[key])) for key in self.ways.points}
            changed = [key for key in self.ways.points if followed.get(key) != known[key]]
            if not changed:
                return
            for key in changed:
                followed[key] = key in self.dark, len(self.hidden[key])
                self._point(key, self.ways.points[key])

    def told(self, script: control.Script) -> control.Script:
        """Returns a script whose points say what is hidden there."""
        points = tuple(
            evolve(point, hidden=tuple(each for each in point.params if each in self.hidden[script.name, point.name]))
            for point in script.points
        )
        return evolve(script, points=points)

    # ---- POINTS

    def _point(self, key: PointKey, point: control.Point) -> None:
        dark, hidden = key in self.dark, set(self.hidden[key])
        for each in self.ways.scripts[key[0]].seen:
            _mark(hidden, each.local, hides=each.seen.by != "everyone")
        for effect in point.effects:
            if isinstance(effect, control.LetIn):
                _mark(hidden, effect.var, hides=dark or self.reads(key[0], effect.value, hidden))
        self._leave(key, point.exit, hidden, dark=dark)

    def _leave(self, key: PointKey, leave: control.Exit, hidden: set[ir.Local], *, dark: bool) -> None:
        script = key[0]
        match leave:
            case control.Fork(then=then, otherwise=otherwise):
                dark = dark or (self.reads(script, leave.condition, hidden) and self.ways.meet(key, (then, otherwise)))
                self._leave(key, then, hidden, dark=dark)
                self._leave(key, otherwise, hidden, dark=dark)
                return
            case control.ForkCases(cases=cases):
                exits = tuple(case.exit for case in cases)
                hangs = any(self.reads(script, guard, hidden) for case in cases for guard in case.guards)
                dark = dark or (hangs and self.ways.meet(key, exits))
                for each in exits:
                    self._leave(key, each, hidden, dark=dark)
                return
            case control.Jump(point=point):
                self.hidden[script, point] |= hidden
            case control.Enter(phase=phase, args=args, then=then, looked=looked):
                self._tell(script, self.ways.start(phase, looked=looked), args, hidden, dark=dark)
                self.hidden[script, then] |= hidden
            case control.Go(phase=phase, args=args):
                self._tell(script, self.ways.start(phase), args, hidden, dark=dark)
            case control.Ask():
                self._asked(script, leave, hidden)
            case control.Done() | control.Abandon() | control.Over():
                pass
        if dark:
            self.dark.update(self.ways.on(key, leave))

    def _tell(
        self, script: str, start: PointKey, args: tuple[ir.Expr, ...], hidden: set[ir.Local], *, dark: bool
    ) -> None:
        """Marks the parameters of a phase that are told something hidden, or are told in the dark."""
        params = self.ways.scripts[start[0]].params
        there = self.hidden[start]
        there |= {param for param, arg in zip(params, args, strict=True) if dark or self.reads(script, arg, hidden)}

    def _asked(self, script: str, ask: control.Ask, hidden: set[ir.Local]) -> None:
        """Marks what is hidden of a decision: who takes it, and what is chosen."""
        secret = ask.decider == "every"
        for action in ask.actions:
            inner = set(hidden)
            if ask.actor is not None and ask.who is not None:
                _mark(inner, ask.actor, hides=self.reads(script, ask.who, hidden))
            heard = self.heard.get((script, action.entry))
            for choice in action.choices:
                hides = secret or self.reads(script, choice.domain, inner) if heard is None else not heard
                _mark(inner, choice.var, hides=hides)
            self.hidden[script, action.entry] |= inner
        if ask.if_able is not None:
            self.hidden[script, ask.if_able] |= hidden

    # ---- WHAT IS WORKED OUT

    def reads(self, script: str, node: object, hidden: set[ir.Local]) -> bool:
        """Returns whether an expression reads something that not everybody sees, `hidden` locals among it."""
        match node:
            case ir.Local():
                return node in hidden
            case (
                ir.HowMany(binding=ir.Binding(domain=ir.Contents(key=key), condition=ir.TruthLiteral(value=True)))
                | ir.IsEmpty(set=ir.Contents(key=key))
            ):
                return self.reads(script, key, hidden)  # how many there are is no secret
            case _ if part_read(node) in self.closed[script]:
                return True
            case ir.CallValue(name=name, args=args):
                return self.asks(script, name) or any(self.reads(script, each, hidden) for each in args)
            case _:
                # What is bound here stands for what is drawn from where it is bound, which is looked at by itself.
                bound = {each.var for each in (node, *children(node)) if isinstance(each, ir.Binding)}
                return any(self.reads(script, each, hidden - bound) for each in children(node))

    def asks(self, script: str, name: str) -> bool:
        """Returns whether a value reads something hidden besides what it is given."""
        if (script, name) not in self.bodies:
            value = next(each for each in self.game.values if each.name == name)
            self.bodies[script, name] = self.reads(script, value.body, set())
        return self.bodies[script, name]


def _mark(hidden: set[ir.Local], local: ir.Local, *, hides: bool) -> None:
    """Marks a name that is bound anew as hidden or not."""
    if hides:
        hidden.add(local)
    else:
        hidden.discard(local)


def closed_in(game: model.Game, script: str, below: Running) -> Iterator[str]:
    """Yields the zones and variables that not everybody sees while a script runs."""
    kept: tuple[model.Zone | model.Variable, ...] = (*game.zones, *game.variables)
    for each in kept:
        phases = {each.seen.during, each.during if isinstance(each, model.Variable) else None} - {None}
        if each.seen.by != "everyone" and all(below.may(str(phase), script) for phase in phases):
            yield each.name


# ---- WHERE CONTROL GOES


@define
class _Ways:
    """The ways of control from an exit to whatever comes before anybody decides, and the questions it may come to."""

    listed: tuple[control.Script, ...]
    scripts: Mapping[str, control.Script] = field(init=False)
    points: Mapping[PointKey, control.Point] = field(init=False)
    back: Mapping[str, frozenset[PointKey]] = field(init=False)
    """The points to which control may come back when a script is done, by script."""
    questions: dict[PointKey, frozenset[PointKey]] = field(init=False)
    """The questions to which control may come from a point before anybody decides, by point."""

    def __attrs_post_init__(self) -> None:
        self.scripts = {each.name: each for each in self.listed}
        self.points = {(script.name, point.name): point for script in self.listed for point in script.points}
        self.back = self._back()
        self.questions = dict.fromkeys(self.points, frozenset())
        changed = True
        while changed:
            changed = False
            for key, point in self.points.items():
                found = self.met(key, point.exit)
                changed = changed or found != self.questions[key]
                self.questions[key] = found

    def start(self, phase: str, *, looked: bool = False) -> PointKey:
        """Returns the point at which a phase starts."""
        return phase, self.scripts[phase].entrance(looked=looked).name

    def _back(self) -> dict[str, frozenset[PointKey]]:
        """Returns the points to which each script returns: where it, or what handed over to it, was entered.

        They are found by going round until nothing changes.
        """
        back: dict[str, frozenset[PointKey]] = dict.fromkeys(self.scripts, frozenset())
        exits = [(key[0], leave) for key, point in self.points.items() for leave in leaves(point.exit)]
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
        """Returns whether two of these ways may come to one question."""
        found = [self.met(key, each) for each in exits]
        return any(one & other for one, other in combinations(found, 2))

    def met(self, key: PointKey, leave: control.Exit) -> frozenset[PointKey]:
        """Returns the questions to which an exit of a point may lead."""
        asked = frozenset({key}) if any(isinstance(each, control.Ask) for each in leaves(leave)) else frozenset()
        return asked.union(*(self.questions[each] for each in self.on(key, leave)))

    def on(self, key: PointKey, leave: control.Exit) -> frozenset[PointKey]:
        """Returns the points to which an exit may lead while nobody decides."""
        script = key[0]
        found: set[PointKey] = set()
        for each in leaves(leave):
            match each:
                case control.Jump(point=point):
                    found.add((script, point))
                case control.Enter(phase=phase, looked=looked):
                    found.add(self.start(phase, looked=looked))
                case control.Go(phase=phase):
                    found.add(self.start(phase))
                case control.Done():
                    found |= self.back[script]
                case control.Abandon(phase=phase):
                    found |= self.back[phase]
                case control.Ask(if_able=if_able) if if_able is not None:
                    found.add((script, if_able))
                case _:
                    pass
        return frozenset(found)
