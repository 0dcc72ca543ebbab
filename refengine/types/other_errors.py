"""Errors about `other` in front of what is bound."""

from __future__ import annotations

from collections.abc import Sequence

from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span


def other_than_what(name: str, domain: str, bound: Sequence[str], span: Span) -> Diagnostic:
    """No name of the domain is bound, or several are."""
    if bound:
        listed = " or ".join(f"`{each}`" for each in bound)
        return _other(f"`other` may mean another one than {listed}", span, f"say which: `with {name} != {bound[0]}`")
    return _other(f"`other` than what? no name for {domain} is bound here", span, "leave `other` out")


def other_of_alike(component: str, span: Span) -> Diagnostic:
    """Another one of pieces that are alike, of which each is the same value."""
    message = f"pieces of `{component}` are alike, so another one is not told from the same one"
    return _other(message, span, "count them: `(number of ... in ...) > 1`")


def _other(message: str, span: Span, hint: str) -> Diagnostic:
    return Diagnostic("E0320", message, span, hint=hint)
