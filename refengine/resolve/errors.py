"""Errors of names, one function per code."""

from collections.abc import Iterable

from attrs import evolve

from refengine.source.diagnostic import Diagnostic, Label, sorted_unique
from refengine.source.span import Span
from refengine.source.suggest import did_you_mean
from refengine.syntax.forms import HEADS

LISTED = 5
"""The number of names that a hint lists."""


def _hint(word: str, known: tuple[str, ...]) -> str | None:
    nearest = did_you_mean(word, known)
    return f"did you mean `{nearest}`?" if nearest else None


def there_are(known: Iterable[str]) -> str | None:
    """Returns what would do, in the order of the alphabet; None where there is nothing."""
    names = sorted(set(known))
    listed = ", ".join(f"`{each}`" for each in names[:LISTED]) + (", ..." if len(names) > LISTED else "")
    return f"there {'is' if len(names) == 1 else 'are'} {listed}" if names else None


def _to_declare(sort: str, word: str = "NAME") -> str | None:
    """Returns the declaration that is missing, if the sort has one of its own."""
    if sort == "option or question with numbers":
        return f"write a number, or declare it, as in `option {word}: 0..9, default 9 per R1`"
    form = "kind" if sort == "type" else sort.split(" ", 1)[0].rstrip(",")
    if sort.endswith("of the base"):
        return "what is added to has to stand in the base, with this name"
    return f"declare it, as in `{HEADS[form][0].replace('NAME', word, 1)}`" if form in HEADS else None


def _to_bind(word: str) -> str:
    if len(word) == 1:
        return (
            f"nothing binds it here: take it as a parameter, `({word}: player)`, or write `every player {word} has ...`"
        )
    return f"declare it, as in `value {word}: 0..9 per R1` or `variable {word}: 0..9 per R1`"


def unknown_name(sort: str, word: str, span: Span, known: tuple[str, ...], hint: str | None = None) -> Diagnostic:
    """A name that nothing declares; `sort` says what was looked for (`name`, `zone`, `kind` ...)."""
    hint = _hint(word, known) or hint
    if hint is None:
        hint = _to_bind(word) if sort == "name" else _to_declare(sort, word) if sort == "type" else there_are(known)
    return _missing(f"there is no {sort} called `{word}`", span, hint or _to_declare(sort, word))


def one_of_several(found: str, hint: str, paths: Iterable[str]) -> Diagnostic:
    """Several games where one is wanted."""
    listed = ", ".join(f"`{path}`" for path in paths)
    return Diagnostic("E0836", found, None, hint=f"{hint}: {listed}")


def no_setup(span: Span) -> Diagnostic:
    """A game without a `setup`."""
    return _missing("nothing says how the game begins", span, "add a `setup per ...`")


def _missing(message: str, span: Span, hint: str | None) -> Diagnostic:
    return Diagnostic("E0201", message, span, hint=hint)


def declared_twice(word: str, span: Span, first: Span) -> Diagnostic:
    """Two declarations of one name."""
    hint = "give one of them another name"
    return _twice(f"`{word}` is declared twice", span, Label(first, "first declared here"), hint)


def listed_twice(word: str, span: Span, first: Span) -> Diagnostic:
    """A word that a list has twice: what an open text may enter, what a token lies on."""
    return _twice(f"`{word}` is listed twice", span, Label(first, "it is listed here already"), "list it once")


def two_bodies(text: str, title: str, span: Span, first: Span) -> Diagnostic:
    """A title with two bodies: the second takes the place of nothing."""
    label = Label(first, "this is its body")
    return _twice(f"`{text}` of `{title}` has a body already", span, label, "leave one; a body is never replaced")


def only_one(word: str, span: Span, first: Span) -> Diagnostic:
    """A second game, setup or outcome."""
    label = Label(first, "this is the first")
    return _twice(f"there is a second `{word}`", span, label, "a rule set has one; put together what belongs together")


def answered_twice(question: str, span: Span, first: Span) -> Diagnostic:
    """A question to which one edition or example gives two readings."""
    return _twice(f"question `{question}` is answered twice", span, Label(first, "first answered here"), "leave one")


def printed_twice(piece: str, span: Span, first: Span) -> Diagnostic:
    """Pieces of one name from two lines."""
    hint = "if there are several of a piece, say so in one line: `N alike of each ...`"
    return _twice(f"there is a piece `{piece}` already", span, Label(first, "it comes from here"), hint)


def kept_twice(component: str, span: Span, first: Span) -> Diagnostic:
    """A component of which a scope says twice what it keeps."""
    hint = "put them together: `at most 6 NAME c with ...`"
    return _twice(f"what is kept of `{component}` is said twice", span, Label(first, "it is said here already"), hint)


def over_twice(word: str, span: Span, first: Span) -> Diagnostic:
    """The same thing named twice behind `over any`."""
    return _twice(f"`{word}` may be any already", span, Label(first, "it is said here"), "name it once")


def marked_twice(mark: str, span: Span, first: Span) -> Diagnostic:
    """A relation with the same mark twice."""
    return _twice(f"the relation is marked `{mark}` already", span, Label(first, "it is said here"), "say it once")


def _twice(message: str, span: Span, first: Label, hint: str) -> Diagnostic:
    return Diagnostic("E0202", message, span, (first,), hint)


def ambiguous(word: str, span: Span, owners: tuple[str, ...], hint: str | None = None) -> Diagnostic:
    """A name with several meanings where nothing says which is meant: a member of several kinds, or several boxes."""
    *most, last = (f"`{owner}`" for owner in owners)
    return Diagnostic(
        "E0203",
        f"`{word}` is there for {', '.join(most)} and {last}, and nothing here says which is meant",
        span,
        hint=hint or "compare it with something that can only be one of them",
    )


def wrong_sort(
    word: str, found: str, wanted: str, span: Span, hint: str | None = None, known: Iterable[str] = ()
) -> Diagnostic:
    """A declared name of the wrong sort; `known` are names of the wanted one."""
    said = f"`{word}` is {_article(found)} {found}, but {_article(wanted)} {wanted} is needed here"
    return Diagnostic("E0204", said, span, hint=hint or there_are(known) or _to_declare(wanted))


def _article(word: str) -> str:
    return "an" if word[0] in "aeiou" else "a"


def shadowed(word: str, span: Span, first: Span | None) -> Diagnostic:
    """A bound name that already means something here."""
    labels = (Label(first, "here it got its meaning"),) if first else ()
    return Diagnostic("E0205", f"`{word}` already means something here", span, labels, "take another name")


def cyclic(sort: str, names: tuple[str, ...], span: Span) -> Diagnostic:
    """Values, records, ranges or examples that need each other."""
    message = f"these {sort}s need each other: {_path(names)}"
    if len(names) == 1:
        message = f"the {sort} `{names[0]}` needs itself"
    return _circle(message, span, f"{_article(sort)} {sort} can only use {sort}s that do not need it")


def over_each_other(names: tuple[str, ...], span: Span) -> Diagnostic:
    """Exceptions that stand over each other."""
    return _circle(f"these exceptions stand over each other: {_path(names)}", span, "one of them has to win")


def _path(names: tuple[str, ...]) -> str:
    return " -> ".join(f"`{name}`" for name in (*names, names[0]))


def _circle(message: str, span: Span, hint: str) -> Diagnostic:
    return Diagnostic("E0206", message, span, hint=hint)


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


# ---- ONE MISTAKE IN SEVERAL PLACES

ALSO_SHOWN = 3
"""The number of further places of one mistake that are shown."""


def folded(found: Iterable[Diagnostic], about_names: frozenset[str]) -> tuple[Diagnostic, ...]:
    """Returns diagnostics with each mistake of one name told once, at its first place; some of the others are labelled.

    `about_names` are more codes, beside the E02.., of what concerns a name and not the place where it stands.
    """
    alike: dict[object, list[Diagnostic]] = {}
    for each in sorted_unique(found):
        alike.setdefault(_mistake(each, about_names), []).append(each)
    return tuple(_told_once(*several) for several in alike.values())


def _mistake(each: Diagnostic, about_names: frozenset[str]) -> object:
    if not each.code.startswith("E02") and each.code not in about_names:
        return each
    if each.message.startswith("there is no "):
        return each.code, each.message.partition("`")[2]  # whatever sort of thing was looked for
    return each.code, each.message, each.labels


def _told_once(first: Diagnostic, *others: Diagnostic) -> Diagnostic:
    more = [Label(each.span, "and here") for each in others[:ALSO_SHOWN] if each.span is not None]
    if len(others) > ALSO_SHOWN and more:
        more[-1] = Label(more[-1].span, f"and here, and in {len(others) - ALSO_SHOWN} more places")
    return evolve(first, labels=(*first.labels, *more))
