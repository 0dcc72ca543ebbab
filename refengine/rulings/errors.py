"""Diagnostics about disputes: one function for each mistake."""

from __future__ import annotations

from collections.abc import Iterable

from refengine.source.diagnostic import Diagnostic, Label
from refengine.source.span import Span
from refengine.source.suggest import did_you_mean


def nothing_asked(place: Span | None, where: str) -> Diagnostic:
    """A dispute without a question."""
    hint = "write what is to be decided behind `ask`: a value, `who acts`, `why not 1: ACTION`"
    return _unasked(f"{where} asks nothing", place, hint=hint)


def no_line(place: Span, word: str) -> Diagnostic:
    """A line that is none of those of a dispute."""
    nearest = did_you_mean(word, ("given", "when", "as", "at", "ask", "under", "edition", "option", "dispute"))
    hint = f"did you mean `{nearest}`?" if nearest else "a question begins with `ask`, a fact with `given`"
    return _unread("this is no line of a dispute", place, hint=hint)


def whether_what(place: Span) -> Diagnostic:
    """A question whether somebody does something, which is not said to be about its being legal."""
    return _unread("this question does not say what is asked of the action", place, hint="write `is legal` behind it")


def expected(place: Span) -> Diagnostic:
    """An expectation in a dispute, which has only questions."""
    return Diagnostic("E0903", "a dispute expects nothing, it asks", place, hint="write `ask` in place of `expect`")


def no_dispute(place: Span) -> Diagnostic:
    """A file in which nothing is a dispute."""
    hint = "begin with `dispute NAME`, and put what is given and asked below it, indented"
    return _unread("the file holds no dispute", place, hint=hint)


def outside(place: Span) -> Diagnostic:
    """A line above the first dispute."""
    return _unread("this line stands in no dispute", place, hint="begin with `dispute NAME`")


def twice(name: str, place: Span, first: Span) -> Diagnostic:
    """Two disputes of one name."""
    label = Label(first, "it is used here")
    return _unread(f"two disputes are called `{name}`", place, hint="give one another name", labels=(label,))


def agreed_twice(what: str, place: Span) -> Diagnostic:
    """Something that the table has agreed on in two ways."""
    return _agreed(f"{what} is agreed on twice", place, hint="leave one of the two")


def agreed_where(place: Span) -> Diagnostic:
    """Something agreed on behind a question, which then would have been asked without it."""
    hint = "move this line up, in front of all that is given"
    return _agreed("what the table agreed on stands before everything else", place, hint=hint)


def no_position(message: str, hint: str | None, place: Span) -> Diagnostic:
    """Facts that no position can have together."""
    return _impossible(message, place, hint=hint)


def not_so(place: Span) -> Diagnostic:
    """A fact that is only checked, and does not hold in the position that the others give."""
    hint = "facts of values are checked and not made: give what lies where, and what variables are"
    return _impossible("what is said of the position does not hold in it", place, hint=hint)


def not_kept(name: str, question: str, reading: str, place: Span) -> Diagnostic:
    """A variable that is there under one reading, spoken of at a table with another."""
    message = f"`{name}` is kept only under `{question} is {reading}`, and at this table that is read otherwise"
    return _impossible(message, place, hint=f"let the table agree on it: `under {question} is {reading}`")


def broken_given(kind: str, name: str, place: Span) -> Diagnostic:
    """A position that breaks what the rules say holds always."""
    return _impossible(f"no position of the game is like this: it breaks {kind} `{name}`", place, hint=None)


def cannot_happen(why: Iterable[str], place: Span) -> Diagnostic:
    """An action before a question that is not legal, so that nothing comes after it."""
    said = "; ".join(why) or "it is not offered here"
    return Diagnostic("E0907", f"this cannot happen here: {said}", place, hint="ask `why not` about it")


def no_seat(seat: int, players: int, place: Span) -> Diagnostic:
    """A player who does not sit there."""
    return Diagnostic(
        "E0908", f"no player {seat} sits at a table of {players}", place, hint=f"seats are 1 to {players}"
    )


def one_question() -> Diagnostic:
    """Several questions, or none, where one is asked."""
    return _unasked("one question is asked at a time", None, hint="ask each for itself")


def disagreement(what: str) -> Diagnostic:
    """An answer that the engine gives otherwise: nothing is told then."""
    hint = "this is a bug of refengine: please report it with the command and its input"
    return Diagnostic("E0909", f"the engine and the reasons for `{what}` disagree, so nothing is said", None, hint=hint)


# ---- WHAT IS LEFT OPEN


def not_open(place: Span) -> Diagnostic:
    """Words with `any` that leave nothing open."""
    hint = "as in `any 2 cards in hand of 1`, `wave = any` or `a City with power any in besieged`"
    return _not_open("nobody can say what is open here", place, hint=hint)


def open_where(place: Span, hint: str) -> Diagnostic:
    """Pieces that are left open in something that is no single place."""
    return _not_open("pieces are left open in one place", place, hint=hint)


def other_component(said: str, wanted: str, place: Span) -> Diagnostic:
    """Pieces of another component than the place holds."""
    return _not_open(f"no `{said}` lies here, but a `{wanted}`", place, hint="leave the word out, or mend the place")


def no_open_field(component: str, field: str, place: Span, known: Iterable[str]) -> Diagnostic:
    """A field left open that a component does not have, or that says otherwise for each key."""
    nearest = did_you_mean(field, known)
    hint = f"did you mean `{nearest}`?" if nearest else f"known: {', '.join(f'`{each}`' for each in known)}"
    return _not_open(f"a `{component}` has no field `{field}` that could be open", place, hint=hint)


def no_variable(place: Span) -> Diagnostic:
    """Something left open that is neither a variable nor a number of tokens."""
    hint = "of pieces say `any 2 c in PLACE`; a reading and an option are agreed on, and each can be asked of by itself"
    return _not_open("only a variable, or the number of tokens on something, can be anything", place, hint=hint)


def without_end(place: Span) -> Diagnostic:
    """Something left open that may be more than anybody can go through."""
    return _not_open("there is no end to what this may be", place, hint="say what it is")


def nothing_left(place: Span, wanted: int, left: int) -> Diagnostic:
    """Fewer pieces than are left open; no place holds the others."""
    wants, leaves = ("is" if each == 1 else "are" for each in (wanted, max(left, 1)))
    said = f"{wanted} {wants} open here, and {left or 'nothing'} {leaves} left to lie here"
    return _not_open(said, place, hint="everything else lies elsewhere, or is not such a piece")


def all_there(place: Span) -> Diagnostic:
    """A place in which all lies that is not given to lie elsewhere."""
    hint = "say what lies elsewhere, or leave that open"
    return _not_open("whatever lies nowhere else lies here, so nothing is open", place, hint=hint)


def no_way(why: str, places: Iterable[Span]) -> Diagnostic:
    """Open parts of which no way to fill them is a position of the game."""
    first, *rest = places
    labels = tuple(Label(each, "this is open as well") for each in rest)
    return _no_way(f"no way to fill what is open gives a position of the game: {why}", first, labels)


def too_open(looked_at: int, most: int, place: Span) -> Diagnostic:
    """So much left open that of all that was looked at nothing is a position of the game."""
    message = f"of the first {looked_at:,} of {most:,} ways to fill what is open none gives a position of the game"
    return Diagnostic("E0920", message, place, hint="say more of what is open, as in `any c in hand of 2 with ...`")


# ---- ONE PLACE FOR EACH CODE


def _unasked(message: str, place: Span | None, hint: str) -> Diagnostic:
    return Diagnostic("E0901", message, place, hint=hint)


def _unread(message: str, place: Span, hint: str, labels: tuple[Label, ...] = ()) -> Diagnostic:
    return Diagnostic("E0902", message, place, labels, hint)


def _agreed(message: str, place: Span, hint: str) -> Diagnostic:
    return Diagnostic("E0904", message, place, hint=hint)


def _impossible(message: str, place: Span, hint: str | None) -> Diagnostic:
    return Diagnostic("E0905", message, place, hint=hint)


def _not_open(message: str, place: Span, hint: str | None) -> Diagnostic:
    return Diagnostic("E0918", message, place, hint=hint)


def _no_way(message: str, place: Span, labels: tuple[Label, ...]) -> Diagnostic:
    hint = "what is open has to agree with everything that is given, and with what always holds"
    return Diagnostic("E0919", message, place, labels, hint)
