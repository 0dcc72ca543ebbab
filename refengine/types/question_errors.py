"""Errors of questions and their default readings, one function per code."""

from refengine.source.diagnostic import Diagnostic, Label
from refengine.source.span import Span


def no_default(name: str, span: Span) -> Diagnostic:
    """A question that nothing answers unless the caller does."""
    return Diagnostic(
        "W0501",
        f"question `{name}` has no default reading",
        span,
        hint="mark one reading `default`, or name a reading with every run",
    )


def two_defaults(name: str, span: Span, first: Span) -> Diagnostic:
    """More than one default reading."""
    labels = (Label(first, "this is one"),)
    return _bad_default(f"question `{name}` has more than one default reading", span, labels, "leave `default` at one")


def incomplete_default(name: str, span: Span) -> Diagnostic:
    """A default reading that leaves gaps."""
    message = f"the default reading of question `{name}` is incomplete, so that play could run into a gap"
    return _bad_default(message, span, (), "mark a reading `default` that decides every case")


def _bad_default(message: str, span: Span, labels: tuple[Label, ...], hint: str) -> Diagnostic:
    return Diagnostic("E0523", message, span, labels, hint)
