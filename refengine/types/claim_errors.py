"""Errors in claims, witnesses, audits and scopes, one function per code."""

from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span

_OTHER = {"claim": "witness", "witness": "claim"}


def what_if_outside(word: str, span: Span, hint: str) -> Diagnostic:
    """Refuses `under` or `after` in a rule, which speaks of the state as it is."""
    message = f"`{word}` asks what would be, and only a claim, a witness or an audit can ask that"
    return Diagnostic("E0316", message, span, hint=hint)


def wrong_quantifier(sort: str, wanted: str, found: str, span: Span) -> Diagnostic:
    """A claim about some state, or a witness in every one."""
    article = "an" if sort == "audit" else "a"
    hint = f"write `in {wanted} ...`" + ("" if sort == "audit" else f", or make it a {_OTHER[sort]}")
    return _no_such_extent(f"{article} {sort} is about `{wanted}` state, not about `{found}`", span, hint)


def keeping_outside(span: Span) -> Diagnostic:
    """Refuses `keeping` where no states are gone through on the way."""
    message = "only the way to a reachable state can keep to something"
    return _no_such_extent(message, span, "write `in some reachable state of ...`, or `assuming ...`")


def without_bars_outside(span: Span) -> Diagnostic:
    """Refuses `without bar` where no game is played, so that nothing is barred."""
    message = "without a bar games come to other states, and this is about states to which none need come"
    return _no_such_extent(message, span, "write `in every reachable state of ...`, or leave `without bar` away")


def over_several(components: tuple[str, str], span: Span) -> Diagnostic:
    """Two components whose pieces may all have any data."""
    message = f"only one component can have any data at a time, and `{components[0]}` has"
    return _no_such_extent(message, span, "make it two claims, or leave one of them away")


def reached_with_any(data: str, span: Span) -> Diagnostic:
    """Data that may be any, in the states that a game comes to."""
    message = f"a game is played with `{data}` as it is printed, so it comes to no state with another"
    return _no_such_extent(message, span, "leave `reachable` or `over any ...` away, or make it an invariant")


def reached_on_any(grid: str, span: Span) -> Diagnostic:
    """Any board, in the states that a game comes to."""
    message = f"a game comes to some boards, and to no others, so of `{grid}` it is any only in every state"
    return _no_such_extent(message, span, "leave `reachable` or `over any ...` away")


def over_pieces(component: str, span: Span) -> Diagnostic:
    """Pieces of any data in an invariant."""
    message = f"an invariant is about games, which are played with the pieces that there are, as of `{component}`"
    return _no_such_extent(message, span, "make it a claim, or name a table, a relation, or a kind that has data")


def _no_such_extent(message: str, span: Span, hint: str) -> Diagnostic:
    return Diagnostic("E0317", message, span, hint=hint)


def nothing_made(table: str, span: Span) -> Diagnostic:
    """Refuses `over any` of a table from which nothing is made."""
    return _nothing(f"nothing is made from `{table}`, so this is about nothing", span, "name a table that is used")


def without_data(kind: str, span: Span) -> Diagnostic:
    """Refuses `over any` of a kind whose members have no data."""
    message = f"nothing is printed of a `{kind}` but its name, so this is about nothing"
    return _nothing(message, span, "name a kind that is made from a table with fields, a component or a relation")


def over_nothing(component: str, span: Span) -> Diagnostic:
    """Refuses `over any` of a component that lies in no zone."""
    message = f"no zone holds a `{component}`, so this is about nothing"
    return _nothing(message, span, "leave `over any ...` away, or name a component that the rules move")


def keeps_nothing(component: str, span: Span) -> Diagnostic:
    """A scope that keeps none of a component."""
    return _nothing(f"this keeps no `{component}` at all", span, "keep at least one")


def audits_nothing(span: Span) -> Diagnostic:
    """An audit that has neither cases nor anything to compare."""
    return _nothing("this audit asks nothing", span, "give it a `case`, or what it `compares`")


def _nothing(message: str, span: Span, hint: str) -> Diagnostic:
    return Diagnostic("E0318", message, span, hint=hint)
