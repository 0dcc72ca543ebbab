"""Errors about tokens, one function per code."""

from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span


def wrong_holder(token: str, holders: tuple[str, ...], span: Span, *, of_a_kind: bool) -> Diagnostic:
    """A token, or whichever of a kind, that is put, or counted, where it is never held."""
    listed = " or ".join(f"a `{each}`" for each in holders)
    message = f"no `{token}` lies there" if of_a_kind else f"`{token}` never lies there"
    return _never_lies(message, span, f"it lies on {listed}, or in the `supply`")


def never_on_both(kind: str, span: Span) -> Diagnostic:
    """A move of a token of a kind of which none lies both where it comes from and where it goes."""
    message = f"no `{kind}` lies both where this comes from and where it goes"
    return _never_lies(message, span, "say in the declaration that one of them lies on both")


def _never_lies(message: str, span: Span, hint: str) -> Diagnostic:
    return Diagnostic("E0409", message, span, hint=hint)
