"""The cone of influence of the grids of a game: the rules without what happens on parts of what lies there.

What stands on spots, and all that hangs on it, is left out, and so is every condition that reads it: what is left may
do whatever the game does, and more. So what is kept by every step of it is kept by every step of the game; what fails
in it may hold in the game. The reduction is the one of E. M. Clarke, O. Grumberg, D. A. Peled, *Model Checking* (1999),
13.1, but that conditions are left out too, which only ever adds steps.

INVARIANT: no condition is left out that decides where control goes, whom somebody asks or whether he is `able`: where
one reads what is left out, there is no cone. So every way that the game takes is a way of the cone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import define, evolve, frozen

from refengine.ir import control, domain as d, expressions as ir
from refengine.ir.exits import leaves, with_leaves
from refengine.ir.footprint import closure, footprint
from refengine.ir.game import Game, Invariant
from refengine.ir.influence import HangsOnPartsError, Influence, scripts_of
from refengine.ir.visibility import EVERYONE


@frozen(eq=False)
class Cone:
    """The rules that are left, the names of what is not kept in its states, and what changed with it.

    `changed` are the names of scripts, actions and values of which something is left out, or of which what is left out
    asks something: what these owe is not seen here. `silent` are the invariants that speak of what is left out.
    """

    rules: Game
    left_out: tuple[str, ...]
    changed: frozenset[str]
    silent: frozenset[str]


def cone_of_grids(rules: Game) -> Cone | None:
    """Returns the cone of influence of the grids of a game; None where control, or a grid itself, hangs on the rest."""
    if rules.texts:
        return None
    found = Influence(rules)
    try:
        while found.grows():
            pass
        left = _RemainingGame(found).game()
    except HangsOnPartsError:
        return None
    if any(zone.index == d.CELLS and found.is_gone(zone.component) for zone in rules.zones):
        return None
    return left


@define
class _RemainingGame:
    """The game that is left when the influence is known."""

    found: Influence

    def game(self) -> Cone:
        """Returns the cone; raises `HangsOnPartsError` where a phase, counted by what it was told, is told less."""
        found, rules = self.found, self.found.rules
        phases = tuple(map(self._script, rules.phases))
        setup = self._script(rules.setup)
        if any(found.locals.get(each.phase, set()) & set(_named(rules, each.phase).params) for each in rules.counted):
            raise HangsOnPartsError
        changed = [old for old, new in zip(scripts_of(rules), (setup, *phases), strict=True) if old != new]
        barred = {old.name for old, new in zip(rules.phases, phases, strict=True) if old.bars != new.bars}
        scripts = [each for each in scripts_of(rules) if each in changed or _enters(each) & barred]
        silent = frozenset(each.name for each in rules.invariants if self._is_silent(each, everywhere=bool(scripts)))
        left = evolve(
            rules,
            components=self._kept(rules.components, found.components),
            records=self._kept(rules.records, found.records),
            zones=tuple(evolve(each, seen=EVERYONE) for each in rules.zones if not found.is_gone(each.component)),
            variables=tuple(evolve(each, seen=EVERYONE) for each in self._kept(rules.variables, found.variables)),
            tokens=self._kept(rules.tokens, found.tokens),
            counted=tuple(each for each in rules.counted if each.variable not in found.variables),
            laws=tuple(each for each in rules.laws if not found.is_influenced(each.condition)),
            values=self._kept(rules.values, found.values),
            setup=setup,
            phases=phases,
            invariants=tuple(each for each in rules.invariants if each.name not in silent),
            parts=(),
            outcome=None,
            measures=(),
            nestings=(),
            examples=(),
            claims=tuple(each for each in rules.claims if not found.is_influenced(each)),
            dependences=(),
            confinements=(),
            audits=(),
        )
        zones = (each.name for each in rules.zones if found.is_gone(each.component))
        names = (*(each for each in zones if not each.startswith("box of ")), *found.variables, *found.tokens)
        return Cone(left, tuple(sorted(names)), frozenset(self._changed(scripts)), silent)

    def _is_silent(self, each: Invariant, *, everywhere: bool) -> bool:
        """Returns whether nothing can be said of an invariant here.

        Where something is left out it is not known whether the game comes to a phase, so `everywhere` alone will do.
        """
        is_of_a_phase = bool(each.phases) or each.during is not None
        return (everywhere and is_of_a_phase) or self.found.is_influenced(each.condition)

    def _changed(self, scripts: Iterable[control.Script]) -> Iterator[str]:
        """Yields the names of what asks less than in the game, and of the values that what is left out asks."""
        rules = self.found.rules
        calls = {each.name: footprint(each.body).values for each in rules.values}
        yield from self.found.values
        for script in scripts:
            yield script.clause.path
            asks = (each for point in script.points for each in leaves(point.exit) if isinstance(each, control.Ask))
            yield from (action.clause.path for ask in asks for action in ask.actions)
            yield from closure(calls, footprint(script).values)

    @staticmethod
    def _kept(declared: tuple[Any, ...], gone: set[str]) -> tuple[Any, ...]:
        return tuple(each for each in declared if each.name not in gone)

    # ---- SCRIPTS

    def _script(self, script: control.Script) -> control.Script:
        name = script.name
        return evolve(
            script,
            params=self._locals(script.params, name),
            points=tuple(
                evolve(
                    point,
                    params=self._locals(point.params, name),
                    hidden=self._locals(point.hidden, name),
                    effects=self._effects(name, point.effects),
                    exit=with_leaves(point.exit, lambda leaf: self._leaf(name, leaf)),
                )
                for point in script.points
            ),
            kept=self._locals(script.kept, name),
            seen=tuple(each for each in script.seen if not self.found.is_influenced((each.local, each.seen), name)),
            bars=self._bars(script.bars, name),
        )

    def _locals(self, told: tuple[ir.Local, ...], script: str) -> tuple[ir.Local, ...]:
        return tuple(each for each in told if not self.found.is_influenced(each, script))

    def _bars(self, bars: tuple[control.Barred, ...], script: str) -> tuple[control.Barred, ...]:
        return tuple(each for each in bars if not self.found.is_influenced(each.conditions, script))

    def _effects(self, script: str, effects: tuple[control.Effect, ...]) -> tuple[control.Effect, ...]:
        made = (self._effect(script, each) for each in effects)
        return tuple(each for each in made if each is not None)

    def _effect(self, script: str, effect: control.Effect) -> control.Effect | None:
        match effect:
            case control.Each(body=body) | control.Simultaneous(body=body):
                left = self._effects(script, body)
                return evolve(effect, body=left) if left else None
            case control.When(then=then, otherwise=otherwise):
                ways = self._effects(script, then), self._effects(script, otherwise)
                return evolve(effect, then=ways[0], otherwise=ways[1]) if any(ways) else None
            case control.Branches(cases=cases):
                left_over = tuple(evolve(case, body=self._effects(script, case.body)) for case in cases)
                return evolve(effect, cases=left_over) if any(case.body for case in left_over) else None
            case control.LetIn(var=var):
                return None if self.found.is_influenced(var, script) else effect
            case control.MovePiece(component=component):
                return None if self.found.is_gone(component) else effect
            case control.MoveTokens(token=token):
                return None if token in self.found.tokens else effect
            case control.SetVariable(name=name) | control.AddNumber(name=name) | control.AddMember(name=name):
                return None if name in self.found.variables else effect

    def _leaf(self, script: str, leaf: control.Leaf) -> control.Leaf:
        match leaf:
            case control.Ask(actions=actions):
                return evolve(leaf, actions=tuple(self._action(script, each) for each in actions))
            case control.Enter(phase=phase, args=args) | control.Go(phase=phase, args=args):
                params = _named(self.found.rules, phase).params
                told = zip(params, args, strict=True)
                return evolve(
                    leaf, args=tuple(arg for param, arg in told if not self.found.is_influenced(param, phase))
                )
            case _:
                return leaf

    def _action(self, script: str, action: control.Action) -> control.Action:
        found = self.found
        return evolve(
            action,
            choices=tuple(each for each in action.choices if not found.is_influenced(each.var, script)),
            guards=tuple(each for each in action.guards if not found.is_influenced(each.condition, script)),
            bars=self._bars(action.bars, script),
        )


def _enters(script: control.Script) -> set[str]:
    """Returns the phases that a script enters, or goes on with: the script owes that no bar of one is in the way."""
    ends = (leaf for point in script.points for leaf in leaves(point.exit))
    return {leaf.phase for leaf in ends if isinstance(leaf, control.Enter | control.Go)}


def _named(rules: Game, phase: str) -> control.Script:
    return next(each for each in rules.phases if each.name == phase)
