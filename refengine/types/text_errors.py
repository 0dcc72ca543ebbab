"""Errors of texts by title: what stands in a body, whose it is, and what an open text may do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from refengine.source.diagnostic import Diagnostic, Label
from refengine.source.span import Span
from refengine.source.suggest import did_you_mean
from refengine.syntax import tree


def does_it_itself(word: str, text: str, over: Sequence[str], span: Span) -> Diagnostic:
    """A body that changes something or leaves the phase itself."""
    return _not_in_a_body(f"a body of `{text}` cannot {word}", span, over)


def enters_another(phase: str, text: str, over: Sequence[str], span: Span) -> Diagnostic:
    """A body that enters a phase which is not listed."""
    return _not_in_a_body(f"a body of `{text}` cannot enter `{phase}`", span, over)


def _not_in_a_body(message: str, span: Span, over: Sequence[str]) -> Diagnostic:
    hint = f"all it does is ask, decide and enter {', '.join(f'`{each}`' for each in over)}, or a text"
    return Diagnostic("E0420", message, span, hint=hint)


def no_such_title(title: str, kind: str, known: Sequence[str], span: Span) -> Diagnostic:
    """A body of a title that is not among those by which the text goes."""
    nearest = did_you_mean(title, tuple(known))
    hint = f"did you mean `{nearest}`?" if nearest else f"the titles are what `{kind}` lists"
    return Diagnostic("E0421", f"there is no `{kind}` called `{title}`, so it has no text", span, hint=hint)


def no_titles(found: str, span: Span) -> Diagnostic:
    """A text that goes by something that has no names."""
    hint = "go by a member of a kind, such as `c.title`, or by a piece that comes from a table"
    return Diagnostic("E0422", f"{found} has no title, and a text goes by titles", span, hint=hint)


def cannot_be_chosen(param: str, phase: str, found: str, span: Span, declared: Span) -> Diagnostic:
    """A phase that is told something that nobody can pick out of a list."""
    return Diagnostic(
        "E0423",
        f"an open text cannot enter `{phase}`, because nobody can list what `{param}` may be: {found}",
        span,
        (Label(declared, "it is told this"),),
        "take a kind, a component, a range, a truth or a player; or enter a phase that is told less",
    )


def enters_itself(text: str, title: str, span: Span) -> Diagnostic:
    """A body that comes to its own text again before anybody has decided anything."""
    message = f"the text of `{title}` enters `{text}` again with nothing decided in between"
    return Diagnostic("E0424", message, span, hint="ask somebody first, or enter it only if something has changed")


def not_bodies(file: tree.File) -> Iterator[Diagnostic]:
    """Declarations in a file of the owner's that are no bodies of a text."""
    for each in file.declarations:
        if not isinstance(each, tree.TextBody):
            hint = "here stand bodies alone, such as `played of TITLE per ...`; rules stand in the folder of the game"
            yield Diagnostic("E0425", "this is no body of a text", each.span, hint=hint)
