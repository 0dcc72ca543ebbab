"""Errors of control: where it goes, and what depends on that."""

from collections.abc import Sequence

from refengine.ir.kept_under import Stray
from refengine.source.diagnostic import Diagnostic, Label
from refengine.source.span import Span


def no_control_here(what: str, span: Span) -> Diagnostic:
    """Refuses `ask`, `go` and the like inside `each`, `simultaneously` or a secret choice."""
    where = "a block whose effects belong together"
    return _control(what, where, span, "use `for each`, or put it behind the block")


def set_out_of_order(name: str, span: Span) -> Diagnostic:
    """A `let` that is changed by effects that have no order, or by several at once."""
    message = f"`{name}` can not be changed inside a block whose effects belong together"
    return Diagnostic("E0426", message, span, hint="use `for each`, or put it behind the block")


def not_in_standing_rule(what: str, span: Span) -> Diagnostic:
    """Refuses `ask`, `go` and the like in a standing rule."""
    where = "a standing rule, which may interrupt any phase"
    return _control(what, where, span, "change something that the phases look at, or end with `game over`")


def _control(what: str, where: str, span: Span, hint: str) -> Diagnostic:
    return Diagnostic("E0404", f"`{what}` can not stand inside {where}", span, hint=hint)


def unreachable(span: Span) -> Diagnostic:
    """A statement behind `go`, `done` or `game over`."""
    hint = "leave it out, or let what leaves stand behind it or in an `if`"
    return Diagnostic("E0406", "nothing ever gets here, because control has left before", span, hint=hint)


def weight_without_chance(span: Span) -> Diagnostic:
    """A weight on an action that chance does not decide."""
    hint = "leave the weight out, or let chance decide: `ask chance`"
    return Diagnostic("E0410", "only what chance decides has a weight", span, hint=hint)


def lasts_no_longer(name: str, phase: str, span: Span, declared: Span) -> Diagnostic:
    """A variable that lasts as long as a phase, changed where that phase need not be running."""
    return Diagnostic(
        "E0411",
        f"`{name}` lasts only as long as `{phase}`, which need not be running here",
        span,
        (Label(declared, "it is said to last here"),),
        f"change it in `{phase}`, or in a phase that nothing else enters",
    )


def not_kept_here(stray: Stray) -> Diagnostic:
    """A variable that there is under one reading, spoken of where another may be the one."""
    variable, span = stray.variable, stray.origin.span or stray.clause.origin.span
    assert variable.under is not None
    question, reading = variable.under
    return Diagnostic(
        "E0429",
        f"`{variable.name}` is kept only under `{question} is {reading}`, and here that need not be so",
        span,
        (Label(variable.clause.origin.span, "it is said to be kept here"),) if variable.clause.origin.span else (),
        f"ask in front of it whether `{question} is {reading}`",
    )


def inside_itself(phase: str, name: str, span: Span) -> Diagnostic:
    """A variable that lasts as long as a phase which may be entered while it runs."""
    message = f"`{phase}` may be entered while it is running, so that nobody could say when `{name}` is set back"
    return Diagnostic("E0412", message, span, hint="leave the phase with `go` instead, or let the variable last")


def can_not_run(phase: str, span: Span) -> Diagnostic:
    """Refuses `abandon` where the phase can not be running."""
    return Diagnostic(
        "E0413",
        f"`{phase}` can not be running here, so there is nothing to abandon",
        span,
        hint=f"abandon it in `{phase}`, or in a phase that is entered from there",
    )


def barred_twice(action: str, phase: str, name: str, span: Span, first: Span) -> Diagnostic:
    """A bar of an action, and one of the phase with which it begins, of one name."""
    return Diagnostic(
        "E0419",
        f"`{action}` begins with `{phase}`, which has a bar `{name}` of its own",
        span,
        (Label(first, f"it bars `{action}` too"),),
        "give the bar of the action another name, or leave it out if it says the same",
    )


def phase_not_reached(sort: str, name: str, span: Span, *, told: bool) -> Diagnostic:
    """A phase or a text that nothing enters."""
    call = f"{name}(...)" if told else name
    hint = f"write `enter {call}` or `go {call}` where it is to begin, or leave it out"
    return Diagnostic("W0401", f"nothing ever enters the {sort} `{name}`", span, hint=hint)


def never_looked_at(span: Span) -> Diagnostic:
    """A standing rule in a game whose setup comes to no end."""
    message = "nothing ever looks at this rule, because every phase runs while the setup waits"
    return Diagnostic("W0402", message, span, hint="leave the setup with `go`: until then no rule interrupts")


def no_place_below(inner: str, outer: str, places: int, span: Span) -> Diagnostic:
    """A phase that is said to wait below another one, which it enters nowhere or in several places."""
    if not places:
        message = f"`{outer}` never enters `{inner}`, nor a phase from which `go` leads there"
        return _below(message, span, f"name the phase that enters `{inner}`")
    return _below(
        f"`{outer}` enters `{inner}` in {places} places, so it is not plain where it goes on",
        span,
        f"begin the example in `{outer}`, and play until `{inner}` is entered",
    )


def more_held(inner: str, outer: str, held: Sequence[str], span: Span) -> Diagnostic:
    """A phase that is said to wait below another one, and holds more there than what it was told."""
    listed = ", ".join(f"`{each}`" for each in held)
    return _below(
        f"where `{outer}` enters `{inner}` it holds {listed} too, which an example cannot give",
        span,
        f"begin the example in `{outer}`, and play until `{inner}` is entered",
    )


def told_otherwise(inner: str, outer: str, span: Span, around: Span) -> Diagnostic:
    """A phase that is told something which the one that waits below it never tells it."""
    labels = (Label(around, "this phase was told so"),)
    return _below(
        f"told this, `{inner}` is never entered by `{outer}`",
        span,
        f"begin the example in `{outer}`, and play until `{inner}` is entered",
        labels,
    )


def _below(message: str, span: Span, hint: str, labels: tuple[Label, ...] = ()) -> Diagnostic:
    return Diagnostic("E0525", message, span, labels, hint)
