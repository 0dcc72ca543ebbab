"""Errors in regions, one function per code."""

from refengine.source.diagnostic import Diagnostic, Label
from refengine.source.span import Span


def alike(region: str, component: str, span: Span, declared: Span) -> Diagnostic:
    """A region of pieces that nobody can tell apart."""
    message = f"some pieces of `{component}` are alike, so nobody could say in which class of `{region}` one lies"
    hint = "make it a region of where the pieces lie, or of a kind that is printed on them"
    return Diagnostic("E0330", message, span, (Label(declared, "they are declared here"),), hint)


def kept(region: str, span: Span) -> Diagnostic:
    """A class where something is declared that lasts: it is worked out from the state, and part of none."""
    message = f"a class of `{region}` is worked out, and not kept"
    hint = f"keep a member, and ask for `{region} of` it; or keep its members, as a set, as they are now"
    return Diagnostic("E0331", message, span, hint=hint)
