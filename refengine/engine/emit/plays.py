"""Plays: the loops over what an action may be chosen from, and its conditions, each where it is known what it asks.

What a loop does not change is not worked out at each of its turns. A condition that cannot fault is asked outside it;
one that may is asked where the rules come to it first, and its answer kept until an outer loop goes on. Of what a
condition asks of every member of a set, rows are made outside the last loop (`ir.rows`).
"""

from __future__ import annotations

from collections.abc import Mapping, Set as AbstractSet
from contextlib import ExitStack
from itertools import takewhile

from attrs import define, field

from refengine.engine.emit.actions import ActionClass, entry, is_alike
from refengine.engine.emit.binders import enter_if
from refengine.engine.emit.nearby import Neighbourhood, around
from refengine.engine.emit.rows import ListedRows, apart, asked_of_rows, emit_passing, emit_rows, rows_of, spread_near
from refengine.engine.emit.sets import loop_over
from refengine.engine.emit.tables import chosen_before
from refengine.engine.emit.text import OR, Py
from refengine.engine.emit.unit import Scope
from refengine.ir import control, expressions as ir
from refengine.ir.domain import Option
from refengine.ir.necessary import necessary
from refengine.ir.simplify import FALSE, TRUE, conjunction, is_literal, negation
from refengine.ir.traverse import free_locals, walk


def emit_plays(each: ActionClass, seat: str, firsts: Mapping[ir.Local, ir.Expr], scope: Scope) -> None:
    """Writes the loops over one action's parameters."""
    action, unit, out = each.action, scope.unit, scope.code
    owing = {choice.var for choice in action.choices if not unit.sharing.cannot_fault(choice.domain)}
    conditions = [guard.condition for guard in action.guards]
    conditions += [negation(conjunction(bar.conditions)) for bar in action.bars]
    conditions = [part for each in conditions for part in _parts(each, firsts)]
    if FALSE in conditions and not unit.explain:
        del conditions[conditions.index(FALSE) + 1 :]  # those in front of it may break off
        if not owing and all(unit.sharing.cannot_fault(each) and not _told(each, firsts) for each in conditions):
            return
    names: list[str] = []
    weights: list[str] = []
    table = each.table
    if each.seated and action.choices:
        table = scope.fresh(each.table.lower())
        out.add(f"{table} = {each.table}[{seat}]")
    with ExitStack() as stack:
        chosen = [choice.var for choice in action.choices]
        asking = _ConditionOrder(conditions, firsts, owing, {*chosen}, chosen[-1] if chosen else None, stack, scope)
        for position, choice in enumerate(action.choices):
            asking.ask()
            last = position == len(action.choices) - 1
            source = asking.listed(choice) or loop_over(choice.domain, scope, ordered=True).source
            if last and not asking.conditions and not each.weighted and not names and not is_alike(choice, unit):
                out.add(f"offered.extend(map({table}.__getitem__, {source}))")
                return
            if is_alike(choice, unit):
                counted = each.weighted and action.weight is None
                source = f"tally({source}).items()" if counted else f"distinct({source})"
                if last and not asking.conditions and not names and (counted or not each.weighted):
                    out.add(f"offered.extend(map({table}.__getitem__, {source}))")
                    return
            asking.prepare(choice)
            source = asking.passing(choice) or source
            name = scope.bind(choice.var)
            if is_alike(choice, unit) and each.weighted and action.weight is None:
                weights.append(scope.fresh(f"of_{name}"))
                stack.enter_context(out.loop(f"{name}, {weights[-1]}", source))
            else:
                stack.enter_context(out.loop(name, source))
            names.append(name)
            asking.missing.discard(choice.var)
        asking.ask()
        weight = " * ".join(weights) if action.weight is None else str(scope.expr(action.weight))
        if each.seated and not action.choices:
            table = f"{each.table}[{seat}]"
        out.add(f"offered.append({entry(each, table, names, weight or '1')})")


def _told(condition: ir.Expr, firsts: Mapping[ir.Local, ir.Expr]) -> frozenset[ir.Local]:
    """Returns the locals of a condition whose names stand for something that may break off."""
    return free_locals(condition) & firsts.keys()


def _parts(condition: ir.Expr, firsts: Mapping[ir.Local, ir.Expr]) -> tuple[ir.Expr, ...]:
    """Returns the parts of a condition that are asked one after another.

    It is left whole where the first would be asked before all is worked out that has to be.
    """
    if not isinstance(condition, ir.And):
        return (condition,)
    begun, *_ = condition.parts
    is_ready = free_locals(condition) & firsts.keys() <= free_locals(begun)
    return condition.parts if is_ready else (condition,)


@define
class _ConditionOrder:
    """The conditions that are to be asked, in order, and what of them was made ready in front of loops."""

    conditions: list[ir.Expr]
    firsts: Mapping[ir.Local, ir.Expr]
    owing: AbstractSet[ir.Local]
    """The parameters that are chosen from what may have no answer: that is asked before any condition."""
    missing: set[ir.Local]
    """The parameters that are not bound yet."""
    last: ir.Local | None
    """The parameter that is bound last."""
    stack: ExitStack
    scope: Scope
    _answers: dict[ir.Expr, str] = field(factory=dict)
    """The names of answers that are kept until an outer loop goes on, None before they are first asked for."""
    _kept: dict[ir.Local, str] = field(factory=dict)
    """The names of what has to be worked out first, None before it is."""
    _needed: dict[ir.Expr, ir.Expr] = field(factory=dict)
    """The necessary condition of each condition, or of what it negates, that can be asked whatever is chosen."""
    _flags: dict[ir.Expr, str] = field(factory=dict)
    """The names of the answers to these, None before they are first asked for."""
    _rows: dict[ir.Expr, ListedRows] = field(factory=dict)
    _kept_rows: dict[ir.Expr, tuple[ListedRows, Neighbourhood]] = field(factory=dict)
    """The rows that are kept with a cell, of a condition that is asked before all others that are left."""
    _fronts: dict[ir.Local, tuple[int, int]] = field(factory=dict)
    """Where the loop over a parameter begins: the number of its line, and its depth."""

    def ask(self) -> None:
        """Asks the conditions, in order, that need none of the missing parameters; the others are left.

        One that may fault waits for all parameters, since where there is nothing to choose it is not asked at all.
        """
        ready: list[ir.Expr] = []
        while self.conditions and not self.missing & self.owing:
            condition = self.conditions[0]
            first = self._first(condition)
            if self._needs(condition) & self.missing:
                break
            if self.missing and (first or not self.scope.unit.sharing.cannot_fault(condition)):
                break
            apart = bool(first) or condition in self._answers or condition in self._rows
            if apart:
                enter_if(self.stack, [], conjunction(tuple(ready)), self.scope)
                ready = []
            for local in first:
                self._work_out(local)
            self.conditions.pop(0)
            if condition in self._answers:
                self._ask_once(condition)
            elif condition in self._rows:
                asked_of_rows(self._rows[condition], self.stack, self.scope)
            else:
                ready.append(condition)
        enter_if(self.stack, [], conjunction(tuple(ready)), self.scope)

    def listed(self, choice: control.Choice) -> str | None:
        """Returns the list, made beforehand, of what a choice is made from; None where printed data settle nothing.

        The conditions that the list settles are asked no more.
        """
        later = self.missing - {choice.var}
        if later & self.owing:
            return None
        near = list(takewhile(lambda each: not self._first(each) and not self._needs(each) & later, self.conditions))
        found = chosen_before(ir.Binding(choice.var, choice.domain, TRUE), conjunction(tuple(near)), self.scope)
        if found is None:
            return None
        source, left = found
        parts = left.parts if isinstance(left, ir.And) else (left,)
        self.conditions[: len(near)] = [each for each in parts if each != TRUE]
        return source.at(OR)

    def prepare(self, choice: control.Choice) -> None:
        """Makes ready, in front of the loop over a parameter, what its turns do not change."""
        scope, unit, chosen = self.scope, self.scope.unit, choice.var
        if unit.explain:
            return
        for condition in self.conditions:
            for local in self._first(condition):
                if local not in self._kept and not self._needs(local) & self.missing:
                    self._keep(local)
            if condition not in self._needed and self.last in self.missing - self._needs(condition):
                self._note_needed(condition)
            if not self._needs(condition) & self.missing:
                if condition not in self._answers and _is_costly(condition):
                    self._answers[condition] = scope.fresh("holds")
                    scope.code.add(f"{self._answers[condition]}: bool | None = None")
            elif self.missing == {chosen}:
                self._make_rows(condition, choice)
        self._fronts[chosen] = len(scope.code.lines), scope.code.depth

    def _note_needed(self, condition: ir.Expr) -> None:
        """Notes what is necessary for a condition, or for what it negates, whatever is chosen; it is asked for once."""
        splitting = self.scope.unit.splitting
        if splitting is None or not _is_costly(condition):
            return
        inner = condition.inner if isinstance(condition, ir.Not) else condition
        found = necessary(inner, self._later(inner), splitting)
        if is_literal(found) or found == inner:
            return
        if found not in self._flags:
            self._flags[found] = self.scope.fresh("may_be")
            self.scope.code.add(f"{self._flags[found]}: bool | None = None")
        self._needed[condition] = found

    def _later(self, condition: ir.Expr) -> frozenset[ir.Local]:
        """Returns the locals of a condition that are not known before the parameters that are missing."""
        unknown = [each for each in free_locals(condition) if self._needs(each) & self.missing]
        return frozenset(self.missing | {*unknown})

    def _make_rows(self, condition: ir.Expr, choice: control.Choice) -> None:
        """Writes the rows of a condition in front of the last choice, if it has any."""
        rows = rows_of(condition, frozenset({choice.var, *self.firsts}), self.scope.unit)
        if rows is None:
            return
        near = around(rows, choice, self.scope.unit) if condition == self.conditions[0] else None
        if near is None or near.cell not in self._fronts:
            self._rows[condition] = emit_rows(rows, self.scope)
            return
        made = spread_near(rows, near, self._fronts[near.cell], self.scope)
        self._kept_rows[condition] = made, near

    def passing(self, choice: control.Choice) -> str | None:
        """Returns the name of those last choices that pass the rows of the next condition, where those are kept.

        The condition is asked no more. It may be asked before the loop, since there is always something to choose.
        """
        if not self.conditions or self.conditions[0] not in self._kept_rows:
            return None
        condition = self.conditions.pop(0)
        for local in self._first(condition):
            self._work_out(local)
        return emit_passing(*self._kept_rows[condition], choice, self.scope)

    def _first(self, condition: ir.Expr) -> list[ir.Local]:
        """Returns what has to be worked out before a condition is asked, as far as it is not known yet."""
        asked = [local for local in free_locals(condition) if local in self.firsts and local not in self.scope.locals]
        return sorted(asked, key=lambda each: each.name)

    def _needs(self, part: ir.Expr) -> frozenset[ir.Local]:
        """Returns the locals that a part reads, what has to be worked out first included."""
        free = free_locals(part)
        return free.union(*(free_locals(self.firsts[each]) for each in free if each in self.firsts))

    def _keep(self, local: ir.Local) -> None:
        if isinstance(local.domain, Option):
            return  # None would be an answer
        name = self._kept[local] = self.scope.fresh(local.name.partition("~")[0])
        self.scope.code.add(f"{name}: {self.scope.unit.domain_type(local.domain)} | None = None")

    def _work_out(self, local: ir.Local) -> None:
        scope = self.scope
        if local not in self._kept:
            scope.code.add(f"{scope.bind(local)} = {scope.expr(self.firsts[local])}")
            return
        name = self._kept[local]
        with scope.code.branch(f"{name} is None"):
            scope.code.add(f"{name} = {apart(scope).expr(self.firsts[local])}")
        scope.locals[local] = Py.name(name)

    def _ask_once(self, condition: ir.Expr) -> None:
        scope, name = self.scope, self._answers[condition]
        with scope.code.branch(f"{name} is None"), ExitStack() as stack:
            if condition in self._needed:
                found = self._needed[condition]
                flag = self._flags[found]
                with scope.code.branch(f"{flag} is None"):
                    scope.code.add(f"{flag} = {apart(scope).truth(found, strict=True)}")
                scope.code.add(f"{name} = {f'not {flag}' if isinstance(condition, ir.Not) else flag}")
                stack.enter_context(scope.code.branch(flag))
            scope.code.add(f"{name} = {apart(scope).truth(condition, strict=True)}")
        self.stack.enter_context(scope.code.branch(name))


def _is_costly(condition: ir.Expr) -> bool:
    """Returns whether it costs more to ask a condition again than to keep what it came to."""
    return any(isinstance(node, ir.CallValue | ir.Binding) for node in walk(condition))
