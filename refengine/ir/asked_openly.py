"""Values that scripts ask for in the open: that they are asked for, and of what, hangs on nothing that is hidden.

What a value comes to may lie open and yet tell of something hidden: `price(Plum) is 3` where a hidden favourite is
asked about, or any value where only a hidden bid leads to its being asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import define, field

from refengine.ir import control, expressions as ir, game as model
from refengine.ir.openness import Flow, PointKey
from refengine.ir.traverse import children, walk


def asked_openly(game: model.Game, flow: Flow) -> frozenset[str]:
    """Returns the values of which that is so wherever a script asks for them, to one who knows what a flow says.

    They read nothing hidden themselves, so that all they ask for is asked for in the open too.
    """
    asking = _ShutValues(flow)
    for key, point in flow.ways.points.items():
        asking.point(key, point)
    names = frozenset(each.name for each in game.values) - asking.shut
    return frozenset(each for each in names if not any(flow.asks(script, each) for script in flow.ways.scripts))


@define
class _ShutValues:
    """The values that are `shut`, since they are found to be asked for otherwise than in the open."""

    flow: Flow
    shut: set[str] = field(factory=set)

    def point(self, key: PointKey, point: control.Point) -> None:
        """Looks at all that a point asks for."""
        dark, hidden = key in self.flow.dark, set(self.flow.hidden[key])
        script = self.flow.ways.scripts[key[0]]
        hidden |= {each.local for each in script.seen if each.seen.by != "everyone"}
        hidden -= {each.local for each in script.seen if each.seen.by == "everyone"}
        self._effects(key[0], point.effects, hidden, dark=dark)
        self._exit(key, point.exit, hidden, dark=dark)

    def _effects(self, script: str, effects: Iterable[control.Effect], hidden: set[ir.Local], *, dark: bool) -> None:
        """Looks at effects in order; what a `let` names of something hidden is hidden from there on."""
        for effect in effects:
            match effect:
                case control.LetIn(var=var):
                    hides = self._asked(script, (effect.value,), hidden, dark=dark)
                    hidden.discard(var)
                    hidden.update({var} if hides else ())
                case control.When(then=then, otherwise=otherwise):
                    below = self._asked(script, (effect.condition,), hidden, dark=dark)
                    self._effects(script, then, set(hidden), dark=below)
                    self._effects(script, otherwise, set(hidden), dark=below)
                case control.Branches(cases=cases):
                    below = self._asked(script, _guards(cases), hidden, dark=dark)
                    for each in cases:
                        self._effects(script, each.body, set(hidden), dark=below)
                case control.Each(binding=binding, body=body):
                    below = self._asked(script, (binding,), hidden, dark=dark)
                    inner = hidden - {binding.var} | ({binding.var} if below else set())
                    self._effects(script, body, inner, dark=below)
                case control.Simultaneous(body=body):
                    self._effects(script, body, set(hidden), dark=dark)
                case _:
                    for part in children(effect):
                        self._asked(script, (part,), hidden, dark=dark)

    def _exit(self, key: PointKey, leave: control.Exit, hidden: set[ir.Local], *, dark: bool) -> None:
        script, ways = key[0], self.flow.ways
        match leave:
            case control.Fork(then=then, otherwise=otherwise):
                hangs = self._asked(script, (leave.condition,), hidden, dark=dark)
                dark = dark or (hangs and ways.meet(key, (then, otherwise)))
                self._exit(key, then, hidden, dark=dark)
                self._exit(key, otherwise, hidden, dark=dark)
            case control.ForkCases(cases=cases):
                exits = tuple(case.exit for case in cases)
                hangs = self._asked(script, _guards(cases), hidden, dark=dark)
                dark = dark or (hangs and ways.meet(key, exits))
                for each in exits:
                    self._exit(key, each, hidden, dark=dark)
            case control.Enter(args=args) | control.Go(args=args):
                for arg in args:
                    self._asked(script, (arg,), hidden, dark=dark)
            case control.Ask():
                self._ask(script, leave, hidden, dark=dark)
            case _:
                pass

    def _ask(self, script: str, ask: control.Ask, hidden: set[ir.Local], *, dark: bool) -> None:
        """Looks at who is asked, and at what the action that was taken is asked for; others are not taken."""
        self._asked(script, () if ask.who is None else (ask.who,), hidden, dark=dark)
        for action in ask.actions:
            heard = self.flow.heard.get((script, action.entry))
            if heard is None:
                continue
            chosen = {each.var for each in action.choices}
            inner = hidden - chosen | (set() if heard else chosen)
            for part in (*action.choices, *action.guards, *action.bars):
                self._asked(script, children(part), inner, dark=dark or not heard)

    def _asked(self, script: str, parts: Iterable[object], hidden: set[ir.Local], *, dark: bool) -> bool:
        """Returns whether parts that are worked out together hang on something hidden.

        Then so does what they ask for.
        """
        listed = tuple(parts)
        hangs = dark or any(self.flow.reads(script, each, hidden) for each in listed)
        if hangs:
            self.shut.update(each.name for part in listed for each in walk(part) if isinstance(each, ir.CallValue))
        return hangs


def _guards(cases: Iterable[control.BranchCase | control.ForkCase]) -> Iterator[ir.Expr]:
    return (guard for case in cases for guard in case.guards)
