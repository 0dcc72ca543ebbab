"""Diagnostics about examples."""

from __future__ import annotations

from refengine.source.diagnostic import Diagnostic, Label
from refengine.source.span import Span


def nothing_decides(span: Span) -> Diagnostic:
    """Refuses `by CLAUSE` behind an expression that calls no value."""
    hint = "leave `by ...` out, or call the value whose clause is meant"
    return Diagnostic("E0521", "no value is asked here, so no clause can decide it", span, hint=hint)


def bad_given(span: Span) -> Diagnostic:
    """A given fact that puts something where nothing can be put."""
    return _bad_given("nothing can be put here", span, (), "put pieces into zones: `given ... in hand of 1`")


def given_too_late(span: Span, began: Span) -> Diagnostic:
    """A fact that is given after something has happened."""
    labels = (Label(began, "here the example has begun"),)
    return _bad_given("what is given stands before all that happens", span, labels, "move this line up")


def given_twice(span: Span, first: Span) -> Diagnostic:
    """A variable, or tokens somewhere, of which two facts are given."""
    return _bad_given("this is given already", span, (Label(first, "here"),), "leave one of the two")


def given_outside(name: str, phase: str, named: str, span: Span) -> Diagnostic:
    """A value of a variable that lasts as long as a phase, where that phase can not be running."""
    message = f"`{name}` lasts only as long as `{phase}`, which can not be running in `{named}`"
    return _bad_given(message, span, (), f"leave it as it starts, or give the phase `{phase}`")


def given_by_position(name: str, span: Span) -> Diagnostic:
    """A given fact that hangs on what another fact gives; it is worked out as if nothing had been given."""
    message = f"this hangs on `{name}`, of which another fact of the position says something"
    return _bad_given(message, span, (), "write out what is meant: no fact is given by way of another")


def _bad_given(message: str, span: Span, labels: tuple[Label, ...], hint: str) -> Diagnostic:
    return Diagnostic("E0522", message, span, labels, hint)


def given_beside(example: str, span: Span, begun: Span) -> Diagnostic:
    """A fact that is given in an example that begins as another was."""
    labels = (Label(begun, "the position is that of this example"),)
    hint = "leave it out; or leave out `as`, and give the whole position"
    return _begun_otherwise(f"nothing is given where an example begins as `{example}`", span, labels, hint)


def begun_too_late(span: Span, began: Span) -> Diagnostic:
    """An `as` behind something that has happened."""
    labels = (Label(began, "here the example has begun"),)
    return _begun_otherwise("`as` stands before all that happens", span, labels, "move this line up")


def begun_twice(span: Span, begun: Span) -> Diagnostic:
    """A second `as` in one example."""
    labels = (Label(begun, "here it has begun"),)
    return _begun_otherwise("an example begins once", span, labels, "leave one of them, or make two examples")


def _begun_otherwise(message: str, span: Span, labels: tuple[Label, ...], hint: str) -> Diagnostic:
    return Diagnostic("E0526", message, span, labels, hint)


def nothing_runs(span: Span) -> Diagnostic:
    """An expectation that holds of every position without a phase, whatever the rules say."""
    return Diagnostic(
        "E0529",
        "no phase is running in this position, so nothing is legal and the game is over, whatever the rules say",
        span,
        hint="give the phase in which it is asked, as in `given phase P`",
    )


def passed(example: str, mark: str, span: Span) -> Label:
    """Returns the last mark that an example has passed where something is wrong with it."""
    return Label(span, f"`{example}` has come to `{mark}`")


def never_counted(phase: str, span: Span) -> Diagnostic:
    """A question whether a phase is running, where no rule asks that, so that nothing counts it."""
    return Diagnostic(
        "E0906",
        f"no rule asks whether `{phase}` is running, so nobody counts it",
        span,
        hint="ask `who acts`, or put the question into an example of the game",
    )
