"""Errors of values that read what a phase is told."""

from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span


def told_nothing(name: str, phase: str, span: Span) -> Diagnostic:
    """A value of a phase where what the phase is told is not known."""
    message = f"`{name}` reads what `{phase}` is told, and that is not known here"
    return Diagnostic("E0321", message, span, hint=f"say what it is told: `{name} of {phase}(...)`")


def not_its_phase(name: str, phase: str | None, span: Span) -> Diagnostic:
    """A value of a phase, asked of something else; or one of no phase."""
    if phase is None:
        message, hint = f"`{name}` is no value of a phase", f"write `{name}(...)`"
    else:
        message, hint = (
            f"`{name}` is a value of `{phase}`, and this is something else",
            f"write `{name} of {phase}(...)`",
        )
    return Diagnostic("E0322", message, span, hint=hint)
