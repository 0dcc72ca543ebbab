"""The meaning of effects: what a state is after them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import evolve, frozen

from refengine.ir import control
from refengine.ir.domain import SetOf
from refengine.semantics.expressions import Meaning, only, within
from refengine.semantics.fault import Fault
from refengine.semantics.grids import Grids
from refengine.semantics.state import Key, Locals, Rules, State


@frozen
class PieceMove:
    """A piece on its way."""

    component: str
    piece: int
    times: int
    source: tuple[str, Key]
    target: tuple[str, Key]
    turned: int | None
    at: str


@frozen
class TokenPayment:
    """Tokens on their way; None is the supply."""

    token: str
    amount: int
    source: tuple[str, int] | None
    target: tuple[str, int] | None
    at: str


@frozen
class VariableWrite:
    """A cell that is written: what it is `set` to, or what is added to it, or put into it or taken out."""

    how: str
    cell: tuple[str, Key]
    value: Any
    at: str


Change = PieceMove | TokenPayment | VariableWrite


@frozen(eq=False)
class Effects:
    """The effects of the rules."""

    rules: Rules

    def after(self, effects: tuple[control.Effect, ...], state: State, told: Locals, at: str) -> tuple[State, Locals]:
        """Returns the state after effects that happen one after the other, and the locals that are known then."""
        for each in effects:
            match each:
                case control.LetIn(var=var):
                    told = {**told, var: Meaning(self.rules, state).of(each.value, told, at)}
                case control.Each(binding=binding, body=body):
                    for _, inner in list(Meaning(self.rules, state).bound(binding, told, at)):
                        state, _ = self.after(body, state, inner, at)
                case control.When() | control.Branches():
                    body, inner_at = self._chosen(each, state, told, at)
                    state, _ = self.after(body, state, told, inner_at)
                case control.Simultaneous(body=body):
                    state = self._at_once(tuple(self._worked_out(body, state, told, at)), state)
                case (
                    control.MovePiece() | control.MoveTokens()
                    | control.SetVariable() | control.AddNumber() | control.AddMember()
                ):  # fmt: skip
                    state = self._at_once((self._change(each, state, told, at),), state)
        return state, told

    def _chosen(
        self, effect: control.When | control.Branches, state: State, told: Locals, at: str
    ) -> tuple[tuple[control.Effect, ...], str]:
        """Returns which effects come of a condition or of cases, and in the name of which clause."""
        meaning = Meaning(self.rules, state)
        if isinstance(effect, control.When):
            return (effect.then if meaning.of(effect.condition, told, at) else effect.otherwise), at
        case = only([each for each in effect.cases if meaning.holds(each.guards, told, each.clause.path)], at)
        return case.body, case.clause.path

    def _worked_out(self, effects: tuple[control.Effect, ...], state: State, told: Locals, at: str) -> Iterator[Change]:
        """Yields the changes of effects that all read the same state."""
        for each in effects:
            match each:
                case control.LetIn(var=var):
                    told = {**told, var: Meaning(self.rules, state).of(each.value, told, at)}
                case control.Each(binding=binding, body=body):
                    for _, inner in Meaning(self.rules, state).bound(binding, told, at):
                        yield from self._worked_out(body, state, inner, at)
                case control.When() | control.Branches():
                    body, inner_at = self._chosen(each, state, told, at)
                    yield from self._worked_out(body, state, told, inner_at)
                case control.Simultaneous(body=body):
                    yield from self._worked_out(body, state, told, at)
                case (
                    control.MovePiece() | control.MoveTokens()
                    | control.SetVariable() | control.AddNumber() | control.AddMember()
                ):  # fmt: skip
                    yield self._change(each, state, told, at)

    def _change(self, effect: control.Change, state: State, told: Locals, at: str) -> Change:
        """Returns a change with everything worked out that it says."""
        meaning = Meaning(self.rules, state)

        def cell(write: control.Write) -> tuple[str, Key]:
            return write.name, None if write.key is None else meaning.of(write.key, told, at)

        match effect:
            case control.MovePiece(component=component):
                return PieceMove(
                    component,
                    meaning.of(effect.piece, told, at),
                    1 if effect.amount is None else meaning.of(effect.amount, told, at),
                    meaning.of(effect.source, told, at),
                    meaning.of(effect.target, told, at),
                    None if effect.turned is None else meaning.of(effect.turned, told, at),
                    at,
                )
            case control.MoveTokens(token=token):
                ends = [
                    None if end is None else (end[0], meaning.of(end[1], told, at))
                    for end in (effect.source, effect.target)
                ]
                return TokenPayment(token, meaning.of(effect.amount, told, at), ends[0], ends[1], at)
            case control.SetVariable():
                return VariableWrite("set", cell(effect), meaning.of(effect.value, told, at), at)
            case control.AddNumber():
                return VariableWrite("add", cell(effect), meaning.of(effect.amount, told, at), at)
            case control.AddMember(present=present):
                how = "put in" if present else "take out"
                return VariableWrite(how, cell(effect), meaning.of(effect.item, told, at), at)

    # ---- HAPPENING

    def _at_once(self, changes: tuple[Change, ...], state: State) -> State:
        """Returns the state after changes that happen at once: everything is taken before anything is put."""
        moves = [each for each in changes if isinstance(each, PieceMove)]
        for move in moves:
            state = _taken(state, move)
        for move in moves:
            state = self._put(state, move)
        state = self._paid(state, [each for each in changes if isinstance(each, TokenPayment)])
        writes = [each for each in changes if isinstance(each, VariableWrite)]
        for each in writes:
            same = [other for other in writes if other.cell == each.cell]
            if len(same) > 1 and any(other.how == "set" for other in same):
                raise Fault("something is written twice at once", each.at)
        for each in writes:
            state = evolve(state, variables={**state.variables, each.cell: self._written(each, state)})
        return state

    def _put(self, state: State, move: PieceMove) -> State:
        """Returns the state with a piece put where it goes; there has to be room, and the spot has to be there."""
        zone, key = self.rules.zones[move.target[0]], move.target[1]
        part = self.rules.parts.get(zone.index or "")
        if part is not None and key not in Grids(self.rules, state).spots(part.name, (key[:2],)):
            raise Fault("there is no such spot", move.at)
        held = state.zones.get(move.target, ())
        cap = None if zone.cap is None else Meaning(self.rules, state).of(zone.cap, {}, zone.clause.path)
        if zone.sides is not None:
            cap = 1
        if cap is not None and move.times and len(held) + move.times > cap:
            raise Fault("there is no room", move.at)
        pieces = (*held, *(move.piece,) * move.times)
        after = _with(state, move.target, pieces if zone.ordered else tuple(sorted(pieces)))
        return after if move.turned is None else evolve(after, turns={**after.turns, move.target: move.turned})

    def _paid(self, state: State, payments: list[TokenPayment]) -> State:
        """Returns the state after payments: what is taken from the supply is taken last, when the rest is back."""
        for each in payments:
            if each.source is not None:
                there = state.tokens.get((each.token, *each.source), 0)
                if not 0 <= each.amount <= there:
                    raise Fault("there are too few tokens", each.at)
                state = _holding(state, (each.token, *each.source), there - each.amount)
        for each in sorted(payments, key=lambda one: one.source is None):
            if each.source is None and not 0 <= each.amount <= Meaning(self.rules, state).supply(each.token):
                raise Fault("there are too few tokens", each.at)
            if each.target is not None:
                there = state.tokens.get((each.token, *each.target), 0)
                state = _holding(state, (each.token, *each.target), there + each.amount)
        return state

    def _written(self, each: VariableWrite, state: State) -> Any:
        there = state.variables[each.cell]
        match each.how:
            case "set":
                return each.value
            case "add":
                return within(there + each.value, self.rules.variables[each.cell[0]].domain, each.at)
            case "put in":
                domain = self.rules.variables[each.cell[0]].domain
                assert isinstance(domain, SetOf)
                return Meaning(self.rules, state).in_order((*there, each.value), domain.inner)
            case _:
                return tuple(one for one in there if one != each.value)


def _taken(state: State, move: PieceMove) -> State:
    """Returns the state without a piece where it was; it has to be there, as often as it is moved."""
    held = list(state.zones.get(move.source, ()))
    for _ in range(move.times):
        if move.piece not in held:
            raise Fault("a piece is not there", move.at)
        held.remove(move.piece)
    turns = {where: turn for where, turn in state.turns.items() if where != move.source or held}
    return evolve(_with(state, move.source, tuple(held)), turns=turns)


def _with(state: State, place: tuple[str, Key], pieces: tuple[int, ...]) -> State:
    """Returns the state with another content of a zone."""
    zones = {where: held for where, held in state.zones.items() if where != place}
    return evolve(state, zones={**zones, place: pieces} if pieces else zones)


def _holding(state: State, where: tuple[str, str, int], amount: int) -> State:
    """Returns the state with another number of tokens somewhere."""
    tokens = {each: count for each, count in state.tokens.items() if each != where}
    return evolve(state, tokens={**tokens, where: amount} if amount else tokens)
