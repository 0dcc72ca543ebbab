"""Finds from its text whether the rounds of a plain `each` can be taken in any order.

Rounds commute where none reads what another writes, and what they write adds up: pieces that go their own ways, numbers
added to, members put into a set, a cell of their own. Nor may one come to nothing in another order: a number is only
added to or only taken from, and nothing is taken from where another round may put something.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from refengine.ir import control, expressions as ir
from refengine.ir.domain import Place
from refengine.ir.footprint import footprint
from refengine.ir.interval import bounds
from refengine.ir.traverse import free_locals, walk

Reads = Callable[[str], frozenset[str]]
"""The zones, variables and tokens that a value reads, by its name."""

Write = control.SetVariable | control.AddNumber | control.AddMember


def commutes(each: control.Each, reads: Reads) -> bool:
    """Returns whether the order makes no difference for sure; where this is false it still may make none."""
    effects = tuple(_all(each.body))
    changed = {name for effect in each.body for name in written_names(effect)}
    read = frozenset().union(*(read_by(part, reads) for effect in each.body for part in _parts(effect)))
    read |= read_by(each.binding.condition, reads)
    if read & changed or (read and any(_goes_anywhere(effect) for effect in effects)):
        return False
    if not (_move_their_own(each, effects) or _move_one_way(effects)) or not _tokens_go_one_way(effects):
        return False
    own = _names_of_rounds(each)
    return all(_adds_up(listed, each.binding.var, own) for listed in _writes(effects).values())


def commutes_at_once(each: control.Each) -> bool:
    """Returns whether the order of rounds that are all done at once makes no difference for sure.

    Additions come one after the other then, too. What sets a cell is its only write, or the rules break off.
    """
    own = _names_of_rounds(each)
    return all(_adds_up(listed, each.binding.var, own) for listed in _changes(_all(each.body)).values())


def _names_of_rounds(each: control.Each) -> set[ir.Local]:
    """Returns the names that may stand for something else in each round."""
    return {each.binding.var, *(name for effect in _all(each.body) for name in _bound(effect))}


def _adds_up(writes: list[Write], var: ir.Local, own: set[ir.Local]) -> bool:
    """Returns whether what is done to one variable comes to the same in any order, and breaks off in all or in none."""
    return _come_to_the_same(writes, var, own) and _go_one_way(writes, var)


def in_turn(body: tuple[control.Effect, ...]) -> frozenset[str]:
    """Returns the variables whose cells have to be written in the order in which it is said, of what happens at once.

    Several effects of a loop add to one, or put members in and take them out; a cell that is set is written once.
    """
    looped = {id(node) for each in _all(body) if isinstance(each, control.Each) for node in _all(each.body)}
    return frozenset(
        name
        for name, listed in _changes(_all(body)).items()
        if len(listed) > 1 and any(id(each) in looped for each in listed)
    )


def _changes(effects: Iterable[control.Effect]) -> dict[str, list[Write]]:
    """Returns what is added to each variable, or put into it and taken out."""
    return _writes(each for each in effects if not isinstance(each, control.SetVariable))


def _writes(effects: Iterable[control.Effect]) -> dict[str, list[Write]]:
    """Returns what is done to each variable."""
    found: dict[str, list[Write]] = {}
    for effect in effects:
        if isinstance(effect, Write):
            found.setdefault(effect.name, []).append(effect)
    return found


def read_by(node: object, reads: Reads) -> frozenset[str]:
    """Returns the parts of the state that a part of the rules reads, itself or through the values that it calls."""
    found = footprint(node)
    return found.state.union(*map(reads, sorted(found.values)))


def _all(body: tuple[control.Effect, ...]) -> Iterator[control.Effect]:
    for effect in body:
        for node in walk(effect):
            if isinstance(node, control.Effect):
                yield node


def _parts(effect: control.Effect) -> Iterator[object]:
    """Yields the nodes that an effect looks at; where a piece lies is its own affair, but not which place is named."""
    for node in _all((effect,)):
        match node:
            case control.MovePiece():
                yield node.piece
                yield node.target
                if not isinstance(node.source, ir.Located):
                    yield node.source
                yield from (each for each in (node.amount, node.turned) if each is not None)
            case control.MoveTokens() | control.SetVariable() | control.AddNumber() | control.AddMember():
                yield node
            case control.LetIn():
                yield node.value
            case control.Each(binding=binding):
                yield binding
            case control.When():
                yield node.condition
            case control.Branches(cases=cases):
                yield from (guard for case in cases for guard in case.guards)
            case control.Simultaneous():
                pass


def written_names(effect: control.Effect) -> Iterator[str]:
    """Yields the zones, variables and tokens that an effect changes, as far as the text names them."""
    for node in _all((effect,)):
        match node:
            case control.MovePiece():
                for end in (node.source, node.target):
                    yield from (each.zone for each in walk(end) if isinstance(each, ir.PlaceAt | ir.Located))
            case control.MoveTokens(token=name):
                yield name
            case control.SetVariable(name=name) | control.AddNumber(name=name) | control.AddMember(name=name):
                yield name
            case _:
                pass


def _goes_anywhere(effect: control.Effect) -> bool:
    """Returns whether a piece goes, or comes from, where only a value says."""
    if not isinstance(effect, control.MovePiece):
        return False
    places = [
        node for end in (effect.source, effect.target) for node in walk(end) if isinstance(_domain_of(node), Place)
    ]
    return any(not isinstance(each, ir.PlaceAt | ir.Located | ir.If) for each in places)


def _move_their_own(each: control.Each, effects: Iterable[control.Effect]) -> bool:
    """Returns whether a round moves the piece alone that it is about, and all pieces lie in one place before.

    So whatever is put back there was taken from there, and room is only filled elsewhere.
    """
    moves = [effect for effect in effects if isinstance(effect, control.MovePiece)]
    domain = each.binding.domain
    if len(moves) != 1 or not isinstance(domain, ir.Contents):
        return False
    (move,) = moves
    is_from_there = move.source == ir.PlaceAt(domain.zone, domain.key, move.component)
    return move.piece == each.binding.var and move.amount is None and is_from_there


def _move_one_way(effects: Iterable[control.Effect]) -> bool:
    """Returns whether nothing is taken from where something may be put.

    Then all that lies there only goes, or only comes.
    """
    moves = [effect for effect in effects if isinstance(effect, control.MovePiece)]
    taken, put = {*map(zones_of, (each.source for each in moves))}, {*map(zones_of, (each.target for each in moves))}
    return None not in taken | put and all(one.isdisjoint(other) for one in taken for other in put if one and other)


def zones_of(place: ir.Expr) -> frozenset[str] | None:
    """Returns the zones that a place may be in; None where only a value says it."""
    match place:
        case ir.PlaceAt(zone=zone) | ir.Located(zone=zone):
            return frozenset({zone})
        case ir.If(then=then, otherwise=otherwise):
            one, other = zones_of(then), zones_of(otherwise)
            return None if one is None or other is None else one | other
        case _:
            return None


def _tokens_go_one_way(effects: Iterable[control.Effect]) -> bool:
    """Returns whether no tokens are taken from where some of them may be put."""
    moves = [effect for effect in effects if isinstance(effect, control.MoveTokens)]
    taken = {(each.token, None if each.source is None else each.source[0]) for each in moves}
    put = {(each.token, None if each.target is None else each.target[0]) for each in moves}
    return not taken & put


def _go_one_way(writes: list[Write], var: ir.Local) -> bool:
    """Returns whether a number that rounds add to only grows, or only falls.

    Such a number stays in its range in all orders or in none.
    """
    added = [each for each in writes if isinstance(each, control.AddNumber)]
    if all(each.key == var for each in added):
        return True  # each round has a number of its own
    amounts = [bounds(each.amount) for each in added]
    return all(low is not None and low >= 0 for low, _ in amounts) or all(
        high is not None and high <= 0 for _, high in amounts
    )


def _domain_of(node: object) -> object:
    return getattr(node, "domain", None)


def _bound(effect: control.Effect) -> Iterator[ir.Local]:
    """Yields the names that an effect binds: they may stand for something else in each round."""
    match effect:
        case control.LetIn(var=var):
            yield var
        case control.Each(binding=binding):
            yield binding.var
        case _:
            pass


def _come_to_the_same(writes: list[Write], var: ir.Local, own: set[ir.Local]) -> bool:
    """Returns whether all that is done to one variable comes to the same in any order of the rounds.

    It adds up, or every round has a cell of its own, or all write the same; `own` are names that differ by round.
    """
    first, *others = writes
    match first:
        case _ if all(each.key == var for each in writes):
            return True
        case control.SetVariable():
            return all(each == first for each in others) and not free_locals(first) & own
        case control.AddNumber():
            return all(isinstance(each, control.AddNumber) for each in others)
        case control.AddMember(present=present):
            return all(isinstance(each, control.AddMember) and each.present == present for each in others)
