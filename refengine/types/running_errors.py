"""Errors of what is said of phases that are running, and of who picks the next of several."""

from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span


def no_phase(span: Span) -> Diagnostic:
    """Something other than a phase is said to be running."""
    return Diagnostic("E0414", "only a phase is running", span, hint="write `Battle is running`")


def no_name_to_bind(span: Span) -> Diagnostic:
    """A standing rule that binds something that is no name."""
    return _binding("what a standing rule binds is a name", span, "write `c in ZONE with ...`")


def one_is_picked(span: Span) -> Diagnostic:
    """A standing rule that binds several names, one of which is to be picked."""
    hint = "bind one, and ask for the others in its condition"
    return _binding("where somebody chooses the next, one name is bound", span, hint)


def _binding(message: str, span: Span, hint: str) -> Diagnostic:
    return Diagnostic("E0415", message, span, hint=hint)


def not_listed(phase: str, span: Span) -> Diagnostic:
    """A phase that is told too much to keep apart what."""
    message = f"how often `{phase}` is running can not be counted apart by what it is told"
    return _unknowable(message, span, f"ask whether `{phase}` is running, whatever it was told")


def told_in_secret(phase: str, param: str, span: Span) -> Diagnostic:
    """A phase that is asked about by what not everybody knows."""
    message = f"not everybody knows the `{param}` that `{phase}` is told, and what is running everybody sees"
    hint = f"let `{phase}` be told it `seen by everyone`, or ask whether it is running, whatever it was told"
    return _unknowable(message, span, hint)


def _unknowable(message: str, span: Span, hint: str) -> Diagnostic:
    return Diagnostic("E0416", message, span, hint=hint)


def left_with_others(left: str, phase: str, span: Span) -> Diagnostic:
    """A phase that is abandoned together with others of which it is asked whether they run."""
    who = "what a standing rule has somebody choose from" if phase == "whenever" else f"`{phase}`"
    message = f"with `{left}` this may leave {who}, and it could not be told what is running then"
    return Diagnostic("E0417", message, span, hint="let each phase end by itself, with `done`")


def alike_in_an_order(component: str, span: Span) -> Diagnostic:
    """An order of pieces that are alike."""
    message = f"nobody can choose the order of pieces that are alike, as some of `{component}` are"
    return Diagnostic("E0418", message, span, hint="go through them without an order, or through what tells them apart")
