"""What can be wrong with names, one function per code."""

from refengine.source.diagnostic import Diagnostic, Label
from refengine.source.span import Span
from refengine.source.suggest import did_you_mean


def _hint(word: str, known: tuple[str, ...]) -> str | None:
    nearest = did_you_mean(word, known)
    return f"did you mean `{nearest}`?" if nearest else None


def unknown_name(sort: str, word: str, span: Span, known: tuple[str, ...], hint: str | None = None) -> Diagnostic:
    """A name that nothing declares; `sort` says what was looked for (`name`, `zone`, `kind` ...)."""
    return Diagnostic("E0201", f"there is no {sort} called `{word}`", span, hint=_hint(word, known) or hint)


def declared_twice(word: str, span: Span, first: Span) -> Diagnostic:
    """Two declarations of one name."""
    return Diagnostic(
        "E0202",
        f"`{word}` is declared twice",
        span,
        (Label(first, "first declared here"),),
        "give one of them another name",
    )


def ambiguous(word: str, span: Span, owners: tuple[str, ...], hint: str | None = None) -> Diagnostic:
    """A name with several meanings where nothing says which is meant: a member of several kinds, or several boxes."""
    *most, last = (f"`{owner}`" for owner in owners)
    return Diagnostic(
        "E0203",
        f"`{word}` is there for {', '.join(most)} and {last}, and nothing here says which is meant",
        span,
        hint=hint or "compare it with something of which that is known",
    )


def wrong_sort(word: str, found: str, wanted: str, span: Span, hint: str | None = None) -> Diagnostic:
    """A declared name of the wrong sort."""
    article = "an" if found[0] in "aeiou" else "a"
    return Diagnostic("E0204", f"`{word}` is {article} {found}, but a {wanted} is needed here", span, hint=hint)


def shadowed(word: str, span: Span, first: Span | None) -> Diagnostic:
    """A bound name that already means something here."""
    labels = (Label(first, "here it got its meaning"),) if first else ()
    return Diagnostic("E0205", f"`{word}` already means something here", span, labels, "take another name")


def cyclic(sort: str, names: tuple[str, ...], span: Span) -> Diagnostic:
    """Values, records or bounds that are defined by each other, or exceptions that stand over each other."""
    path = " -> ".join(f"`{name}`" for name in (*names, names[0]))
    message = f"the {sort} `{names[0]}` needs itself" if len(names) == 1 else f"these {sort}s need each other: {path}"
    return Diagnostic("E0206", message, span, hint=f"let one {sort} of the circle do without the next")


def game_missing(span: Span) -> Diagnostic:
    """A rule set without a `game` declaration."""
    return Diagnostic(
        "E0207",
        "no file of this rule set declares a game",
        span,
        hint="start one file with `game NAME from rulebook NAME`",
    )


def built_in(word: str, span: Span) -> Diagnostic:
    """A declaration that takes a word with a built-in meaning."""
    return Diagnostic(
        "E0208", f"`{word}` has a meaning of its own, so nothing can be called so", span, hint="choose another name"
    )


def unused(sort: str, word: str, span: Span) -> Diagnostic:
    """Something declared that nothing uses."""
    return Diagnostic("W0201", f"nothing uses the {sort} `{word}`", span, hint="remove it, or use it")
