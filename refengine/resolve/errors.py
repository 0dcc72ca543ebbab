"""What can be wrong with names, one function per code."""

from refengine.source.diagnostic import Diagnostic, Label
from refengine.source.span import Span
from refengine.source.suggest import did_you_mean


def _hint(word: str, known: tuple[str, ...]) -> str | None:
    nearest = did_you_mean(word, known)
    return f"did you mean `{nearest}`?" if nearest else None


def unknown_name(sort: str, word: str, span: Span, known: tuple[str, ...]) -> Diagnostic:
    """A name that nothing declares; `sort` says what was looked for (`name`, `zone`, `kind` ...)."""
    return Diagnostic("E0201", f"there is no {sort} called `{word}`", span, hint=_hint(word, known))


def declared_twice(word: str, span: Span, first: Span) -> Diagnostic:
    """Two declarations of one name."""
    return Diagnostic(
        "E0202",
        f"`{word}` is declared twice",
        span,
        (Label(first, "first declared here"),),
        "give one of them another name",
    )


def ambiguous(word: str, span: Span, owners: tuple[str, ...]) -> Diagnostic:
    """A member of several kinds where nothing says which kind is meant."""
    kinds = ", ".join(f"`{owner}`" for owner in owners)
    return Diagnostic(
        "E0203",
        f"`{word}` is a name in {kinds}, and nothing here says which is meant",
        span,
        hint="compare it with something of that kind",
    )


def wrong_sort(word: str, found: str, wanted: str, span: Span) -> Diagnostic:
    """A declared name of the wrong sort."""
    return Diagnostic("E0204", f"`{word}` is a {found}, but a {wanted} is needed here", span)


def shadowed(word: str, span: Span, first: Span | None) -> Diagnostic:
    """A bound name that already means something here."""
    labels = (Label(first, "it is already used for this"),) if first else ()
    return Diagnostic("E0205", f"`{word}` already means something here", span, labels, "bind another name")


def cyclic(names: tuple[str, ...], span: Span) -> Diagnostic:
    """Values that are defined by each other."""
    path = " -> ".join(f"`{name}`" for name in (*names, names[0]))
    return Diagnostic(
        "E0206",
        f"these values are defined by each other: {path}",
        span,
        hint="a value can only use values that do not need it",
    )


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
