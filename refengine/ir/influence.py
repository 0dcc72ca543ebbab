"""The influence of what lies on parts: all that hangs on it in the rules, as a script changes one thing by another.

A component, variable or token is influenced if it is written from, or under, what is; a value if it reads it; a local
of a script if it is bound to it. Nothing is said of what a condition on an action keeps from happening (`ir.cone`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import get_args

from attrs import define, field

from refengine.ir import control, domain as d, expressions as ir
from refengine.ir.game import Game
from refengine.ir.traverse import walk

_DOMAINS = get_args(d.Domain)
_ON_SPOTS = get_args(ir.OnSpots)


class HangsOnPartsError(Exception):
    """Raised where control, or who decides, hangs on what lies on parts."""


@define
class Influence:
    """The names of what is influenced by spots, and the locals of each script that are; it only grows."""

    rules: Game
    components: set[str] = field(factory=set)
    variables: set[str] = field(factory=set)
    tokens: set[str] = field(factory=set)
    records: set[str] = field(factory=set)
    values: set[str] = field(factory=set)
    locals: dict[str, set[ir.Local]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        names = {each.name for each in self.rules.parts}
        self.components = {zone.component for zone in self.rules.zones if zone.index in names}

    # ---- ASKED

    def is_gone(self, component: str) -> bool:
        """Returns whether the pieces of a component are left out."""
        return component in self.components

    def is_zone_gone(self, name: str) -> bool:
        """Returns whether a zone is left out."""
        return any(zone.name == name and self.is_gone(zone.component) for zone in self.rules.zones)

    def is_influenced(self, part: object, script: str = "") -> bool:
        """Returns whether a part of the rules reads what is left out."""
        own = self.locals.get(script, set())
        return any(each in own if isinstance(each, ir.Local) else self._is_read(each) for each in walk(part)) or any(
            self.is_domain_gone(told) for told in _domains(part)
        )

    def is_domain_gone(self, told: d.Domain) -> bool:
        """Returns whether values of a domain are left out."""
        match told:
            case d.Spot():
                return True
            case d.Piece(component=component) | d.Place(component=component):
                return self.is_gone(component)
            case d.Record(name=name):
                return name in self.records
            case d.Option(inner=inner) | d.SetOf(inner=inner):
                return self.is_domain_gone(inner)
            case d.Truth() | d.Range() | d.Count() | d.Enum() | d.Cell():
                return False

    def _is_read(self, node: object) -> bool:
        if isinstance(node, _ON_SPOTS):
            return True
        match node:
            case ir.ReadVariable(name=name):
                return name in self.variables
            case ir.TokensOn(token=name) | ir.Supply(token=name):
                return name in self.tokens
            case ir.CallValue(name=name):
                return name in self.values
            case _:
                zone = getattr(node, "zone", None)
                return isinstance(zone, str) and self.is_zone_gone(zone)

    # ---- GROWN

    def grows(self) -> bool:
        """Follows the influence through everything once more, and returns whether it came to something new.

        Raises `HangsOnPartsError` where control hangs on it.
        """
        before = self._size()
        self.records |= {
            each.name for each in self.rules.records if any(self.is_domain_gone(one.domain) for one in each.fields)
        }
        for zone in self.rules.zones:
            if zone.index in self.components or self.is_influenced(zone.cap):
                self.components.add(zone.component)
        for variable in self.rules.variables:
            if (
                variable.index in self.components
                or self.is_domain_gone(variable.domain)
                or self.is_influenced(variable.starts)
            ):
                self.variables.add(variable.name)
        for token in self.rules.tokens:
            if any(map(self.is_gone, token.holders)) or self.is_influenced(token.limit):
                self.tokens.add(token.name)
        for value in self.rules.values:
            if self.is_influenced((value.params, value.body)) or self.is_domain_gone(value.domain):
                self.values.add(value.name)
        for script in scripts_of(self.rules):
            for point in script.points:
                self._effects(script.name, point.effects, under=False)
                self._exit(script.name, point.exit)
        return self._size() != before

    def _size(self) -> int:
        names = (self.components, self.variables, self.tokens, self.records, self.values)
        return sum(map(len, names)) + sum(map(len, self.locals.values()))

    def _effects(self, script: str, effects: Iterable[control.Effect], *, under: bool) -> None:
        for each in effects:
            match each:
                case control.LetIn(var=var):
                    if under or self.is_influenced(each.value, script):
                        self._bind(script, var)
                case control.Each(binding=binding, body=body):
                    inside = under or self.is_influenced((binding.domain, binding.condition), script)
                    if inside:
                        self._bind(script, binding.var)
                    self._effects(script, body, under=inside)
                case control.When(then=then, otherwise=otherwise):
                    inside = under or self.is_influenced(each.condition, script)
                    self._effects(script, (*then, *otherwise), under=inside)
                case control.Branches(cases=cases):
                    inside = under or any(self.is_influenced(case.guards, script) for case in cases)
                    for case in cases:
                        self._effects(script, case.body, under=inside)
                case control.Simultaneous(body=body):
                    self._effects(script, body, under=under)
                case _:
                    if under or self.is_influenced(each, script):
                        self._write(each)

    def _write(self, change: control.Change) -> None:
        match change:
            case control.MovePiece(component=component):
                self.components.add(component)
            case control.MoveTokens(token=token):
                self.tokens.add(token)
            case control.SetVariable(name=name) | control.AddNumber(name=name) | control.AddMember(name=name):
                self.variables.add(name)

    def _bind(self, script: str, var: ir.Local) -> None:
        self.locals.setdefault(script, set()).add(var)

    def _exit(self, script: str, leave: control.Exit) -> None:
        match leave:
            case control.Fork(then=then, otherwise=otherwise):
                self._decides(leave.condition, script)
                self._exit(script, then)
                self._exit(script, otherwise)
            case control.ForkCases(cases=cases):
                for case in cases:
                    self._decides(case.guards, script)
                    self._exit(script, case.exit)
            case control.Ask():
                self._ask(script, leave)
            case control.Enter(phase=phase, args=args) | control.Go(phase=phase, args=args):
                target = next(each for each in self.rules.phases if each.name == phase)
                for param, arg in zip(target.params, args, strict=True):
                    if self.is_influenced(arg, script):
                        self._bind(phase, param)
            case control.Jump() | control.Done() | control.Abandon() | control.Over():
                pass

    def _ask(self, script: str, ask: control.Ask) -> None:
        self._decides((ask.who, tuple(each.weight for each in ask.actions)), script)
        for action in ask.actions:
            for choice in action.choices:
                if self.is_influenced(choice.domain, script):
                    self._bind(script, choice.var)
        is_less = any(
            self.is_influenced((each.choices, each.guards, each.bars), script)
            or any(self.is_influenced(choice.var, script) for choice in each.choices)
            for each in ask.actions
        )
        if is_less and (ask.if_able is not None or ask.decider == "every"):
            raise HangsOnPartsError

    def _decides(self, condition: object, script: str) -> None:
        if self.is_influenced(condition, script):
            raise HangsOnPartsError


def scripts_of(rules: Game) -> tuple[control.Script, ...]:
    """Returns all scripts of a game, the setup first."""
    return (rules.setup, *rules.phases)


def _domains(part: object) -> Iterator[d.Domain]:
    """Yields the domains of all expressions in a part."""
    for each in walk(part):
        told = getattr(each, "domain", None)
        if isinstance(told, _DOMAINS):
            yield told
