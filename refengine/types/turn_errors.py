"""Diagnostics on turns: tables that are none, and what is turned where nothing turns."""

from __future__ import annotations

from refengine.source.diagnostic import Diagnostic, Label
from refengine.source.span import Span

_ROUND = "a turn takes each member to another one, and all the way round brings each back"


def no_ring(name: str, span: Span) -> Diagnostic:
    """A kind turns with something that does not go round."""
    return _no_turn(f"`{name}` is no ring, so nothing turns with it", span, (), "declare it `in a ring`")


def not_a_step(kind: str, field: str, span: Span) -> Diagnostic:
    """The field that says what a member becomes is none of the kind's own, or says something else."""
    hint = f"declare it in `{kind}`, as `{field}: {kind}`"
    return _no_turn(f"`{field}` does not say what a `{kind}` becomes", span, (), hint)


def two_become(one: str, other: str, same: str, span: Span, first: Span) -> Diagnostic:
    """Two members become the same one."""
    labels = (Label(first, f"`{one}` becomes it too"),)
    return _no_turn(f"`{other}` becomes `{same}`, which another member becomes too", span, labels, _ROUND)


def not_round(member: str, ends: str, steps: int, span: Span) -> Diagnostic:
    """A member that is another one when everything is turned all the way round."""
    message = f"turned {steps} times, `{member}` is `{ends}` and not itself again"
    return _no_turn(message, span, (), _ROUND)


def not_along(member: str, field: str, found: str, wanted: str, span: Span) -> Diagnostic:
    """A member whose side is not turned as it is turned itself."""
    message = f"turned once, the `{field}` of `{member}` is {wanted}, but of what it becomes it is {found}"
    return _no_turn(message, span, (), "what a member says of sides turns as the member does")


def _no_turn(message: str, span: Span, labels: tuple[Label, ...], hint: str) -> Diagnostic:
    return Diagnostic("E0326", message, span, labels, hint)


def never_turns(what: str, span: Span, kinds: tuple[str, ...]) -> Diagnostic:
    """Something is turned that does not turn."""
    listed = ", ".join(f"`{each}`" for each in kinds)
    hint = f"what turns is {listed}, and sets of these" if kinds else "declare a kind that `turns with` a ring"
    return _unturned(f"this is {what}, which does not turn", span, hint)


def unsaid(grid: str, span: Span) -> Diagnostic:
    """Something is laid on a grid that turns, and nobody says how."""
    hint = f"say which side the first side comes to, as in `move t to {grid} of c, turned k`"
    return _unturned(f"what lies on `{grid}` lies turned, and it is not said how", span, hint)


def said_for_nothing(span: Span, grids: tuple[str, ...]) -> Diagnostic:
    """A turn where something is laid that nobody turns."""
    hint = f"`turned` is for what goes to `{grids[0]}`" if grids else "declare a grid that is `turned`"
    return _unturned("nothing lies turned here", span, hint)


def several_turned(span: Span) -> Diagnostic:
    """Several pieces are moved at once, turned, where each cell holds one."""
    return _unturned("one piece at a time is laid turned", span, "write `move 1 ...`, or a loop in which one is moved")


def token_turned(span: Span) -> Diagnostic:
    """Tokens are moved, and it is said how they are turned."""
    return _unturned("tokens do not lie turned", span, "leave the turn out")


def worked_out(grid: str, span: Span) -> Diagnostic:
    """A place is worked out, and may be one at which a piece has to be turned."""
    return _unturned(
        f"this place may be on `{grid}`, where pieces lie turned", span, f"name it in the move, as in `{grid} of c`"
    )


def does_not_turn(grid: str, span: Span) -> Diagnostic:
    """The turn of what lies on a grid that nobody turns."""
    return _unturned(f"what lies on `{grid}` is not turned", span, "declare the grid `turned`")


def no_turned_place(span: Span, grids: tuple[str, ...]) -> Diagnostic:
    """The turn of what is no place on a grid."""
    some = grids[0] if grids else "board"
    return _unturned("a turn is asked of a place on a grid", span, f"write `turn of {some} of c`")


def any_turn(kind: str, span: Span) -> Diagnostic:
    """Data that may be any would have to leave the turn of a kind what it is."""
    message = f"what of `{kind}` turns into what is read off its table, so its data may not be any"
    return _unturned(message, span, "leave it out, or speak of the data as they are printed")


def any_part(kind: str, span: Span) -> Diagnostic:
    """Data that may be any would have to be turned as the printed ones are."""
    message = f"what is printed on a `{kind}` lies turned as its table has it, so its data may not be any"
    return _unturned(message, span, "leave it out, or speak of the data as they are printed")


def _unturned(message: str, span: Span, hint: str) -> Diagnostic:
    return Diagnostic("E0327", message, span, hint=hint)
