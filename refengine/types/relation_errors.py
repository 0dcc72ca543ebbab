"""Errors in relations and the tables they are printed in, one function per code."""

from refengine.source.diagnostic import Diagnostic, Label
from refengine.source.span import Span


def only_in_one_kind(what: str, relation: str, kinds: tuple[str, str], span: Span) -> Diagnostic:
    """Something that makes sense only where both sides are of one kind."""
    message = f"{what} is only for a kind with itself, and `{relation}` is between `{kinds[0]}` and `{kinds[1]}`"
    return Diagnostic("E0319", message, span, hint="where a way goes on, or goes back, both ends are of one kind")


def no_pairs(table: str, columns: tuple[str, ...], header: Span, where: Span) -> Diagnostic:
    """A table of a relation that has not two columns."""
    hint = "the columns are " + ", ".join(f"`{each}`" for each in columns) + "; each row is one pair"
    labels = (Label(where, "it is made from the table here"),)
    message = f"the table of a relation has two columns, and `{table}` has {len(columns)}"
    return Diagnostic("E0822", message, header, labels, hint)


def listed_twice(pair: tuple[str, str], span: Span, first: Span) -> Diagnostic:
    """A row that says what another one has said."""
    message = f"that `{pair[0]}` and `{pair[1]}` are a pair has been said already"
    return Diagnostic("E0823", message, span, (Label(first, "it is here"),), "remove one of the rows")


def with_itself(member: str, span: Span, mark: Span) -> Diagnostic:
    """A pair of a thing with itself in an irreflexive relation."""
    message = f"`{member}` cannot be a pair with itself"
    return _not_as_marked(message, span, Label(mark, "the relation is irreflexive"), "remove the row, or the mark")


def one_way_only(pair: tuple[str, str], span: Span, both: Span) -> Diagnostic:
    """A pair of a symmetric relation that is listed once, where another one is listed both ways."""
    message = f"the row for `{pair[1]}` and `{pair[0]}` is missing, so this pair holds one way only"
    hint = "list every pair of a symmetric relation once, or every pair both ways"
    return _not_as_marked(message, span, Label(both, "this one is listed both ways"), hint)


def _not_as_marked(message: str, span: Span, label: Label, hint: str) -> Diagnostic:
    return Diagnostic("E0824", message, span, (label,), hint)
