"""Errors of modules: what they are modules of, and what cannot be added."""

from __future__ import annotations

from collections.abc import Sequence

from refengine.resolve.leaving import InterruptedPhase
from refengine.source.diagnostic import Diagnostic, Label
from refengine.source.span import Span
from refengine.syntax import tree

# ---- THE BASE


def no_base(name: tree.Name, reason: str) -> Diagnostic:
    """A module whose base is not beside it, is itself, or is a module of it."""
    return _unreadable_base(name, reason, ())


def another_base(name: tree.Name, found: tree.Name) -> Diagnostic:
    """A base whose folder has the name, and whose game has another."""
    reason = f"the game in its folder is called `{found.text}`"
    return _unreadable_base(name, reason, (Label(found.span, "this is its name"),))


def _unreadable_base(name: tree.Name, reason: str, labels: tuple[Label, ...]) -> Diagnostic:
    message = f"the base `{name.text}` cannot be read: {reason}"
    hint = "the folder of a base has the name of its game, and lies beside that of the module"
    return Diagnostic("E0209", message, name.span, labels, hint)


def another_rulebook(name: tree.Name, found: str, index: Span) -> Diagnostic:
    """An index of another rulebook than the head of a module, or of a base, says."""
    label = Label(index, "this is the index")
    hint = f"write `from rulebook {found}`, or give the index the id `{name.text}`"
    message = f"the rules are from the rulebook `{name.text}`, but the index beside them is of `{found}`"
    return _rulebook(message, name, label, hint)


def rulebook_of_the_base(name: tree.Name, first: tree.Name) -> Diagnostic:
    """A module from the rulebook of its base, whose statements it would cite under two names."""
    label = Label(first.span, "the base is from it")
    hint = "the module has an index of its own; what the base's says is cited as `per BASE.ID`"
    return _rulebook(f"`{name.text}` is the rulebook of the base", name, label, hint)


def _rulebook(message: str, name: tree.Name, label: Label, hint: str) -> Diagnostic:
    return Diagnostic("E0610", message, name.span, (label,), hint)


def adds_nothing(head: tree.Module) -> Diagnostic:
    """A module with a head and nothing else."""
    message = f"the module `{head.name.text}` adds nothing to `{head.base.text}`"
    return Diagnostic("W0202", message, head.span, hint="declare something, or add to what the base declares")


# ---- WHAT IS ADDED


def only_of_a_module(span: Span) -> Diagnostic:
    """An addition in the rules of a game, which has no base."""
    hint = "in a game the clause stands where it belongs; `module NAME of BASE from rulebook NAME` begins a module"
    return _not_to_a_base("only a module adds to what is declared elsewhere", span, (), hint)


def its_own(name: tree.Name, declared: tree.Name) -> Diagnostic:
    """An addition to what the module itself declares."""
    label = Label(declared.span, "it is declared here")
    hint = "write it there; only what the base declares is added to"
    return _not_to_a_base(f"`{name.text}` is the module's own", name.span, (label,), hint)


def _not_to_a_base(message: str, span: Span, labels: tuple[Label, ...], hint: str) -> Diagnostic:
    return Diagnostic("E0210", message, span, labels, hint)


def not_open(name: tree.Name, what: str, declared: tree.Name) -> Diagnostic:
    """A kind or component of the base that its author did not call open."""
    label = Label(declared.span, "it is declared here")
    hint = "if the base means it to grow, it has to say so: `open` stands before its declaration"
    return Diagnostic("E0211", f"`{name.text}` is not open, so it takes no more {what}", name.span, (label,), hint)


def takes_no(name: tree.Name, what: str, why: str, declared: tree.Name, hint: str) -> Diagnostic:
    """Something of another form than what is added needs: `what` is added, `why` is what forbids it."""
    label = Label(declared.span, why)
    return _no_place(f"`{name.text}` takes no {what}", name, (label,), hint)


def asked_more_than_once(phase: tree.Name, asks: Sequence[Span]) -> Diagnostic:
    """A phase with several places to which an action could be added."""
    labels = tuple(Label(each, "somebody is asked here") for each in asks)
    message = f"in `{phase.text}` somebody is asked at {len(asks)} places, so it takes no action"
    return _no_place(message, phase, labels, "the base has to give the place a phase of its own")


def begun_already(phase: tree.Name, first: tree.Name) -> Diagnostic:
    """A phase before which something is done already: nothing says what of the two comes first."""
    label = Label(first.span, "this comes first")
    hint = "put both into one; for two modules the base has to give one of the places a phase of its own"
    message = f"something is done before `{phase.text}` already"
    return _no_place(message, phase, (label,), hint)


def _no_place(message: str, name: tree.Name, labels: tuple[Label, ...], hint: str) -> Diagnostic:
    return Diagnostic("E0212", message, name.span, labels, hint)


def leaves_it(phase: tree.Name, word: str, span: Span) -> Diagnostic:
    """A word that leaves a phase, in what a module does before it."""
    label = Label(phase.span, "it would keep from being done what the base says of this")
    hint = "what a module adds is done besides; an exception to a value that the base asks can say what does not apply"
    return _takes_away(f"`{word}` leaves a phase of the base", span, (label,), hint)


def leaves_it_by_entering(phase: tree.Name, left: InterruptedPhase) -> Diagnostic:
    """A phase that is entered in what a module does before another, and comes to a word that leaves that one."""
    its = Label(phase.span, "it would keep from being done what the base says of this")
    where = Label(left.place, f"by this in `{left.script}`")
    message = f"what is entered comes to `{left.word}`, which leaves a phase of the base"
    hint = "what a module adds is done besides; leave that out of what is entered here, or enter it from elsewhere"
    return _takes_away(message, left.by.span, (its, where), hint)


def _takes_away(message: str, span: Span, labels: tuple[Label, ...], hint: str) -> Diagnostic:
    return Diagnostic("E0213", message, span, labels, hint)


# ---- SEVERAL MODULES


def exceptions_clash(value: tree.Name, one: tuple[str, tree.Name], other: tuple[str, tree.Name]) -> Diagnostic:
    """Two modules that put exceptions on one value, of which nothing says that they agree, or which wins."""
    (first, its), (second, clause) = one, other
    label = Label(its.span, f"`{first}` says this of it")
    hint = f"let one stand `over {first}.{its.text}`, or give one a condition that the other has under `not`"
    message = f"`{first}` and `{second}` both put an exception on `{value.text}`, and nothing says which of them wins"
    return _clash(message, clause.span, label, hint)


def standing_clash(place: Span, one: str, first: Span, other: str) -> Diagnostic:
    """Two modules that have a standing rule each, which may come to something else in the other order."""
    label = Label(first, f"`{one}` looks at this")
    hint = f"a module of both says it: `module {other} of {one}` lets its own rule be looked at behind the other"
    message = f"`{one}` and `{other}` both have a standing rule here, and nothing says which of them is looked at first"
    return _clash(message, place, label, hint)


def ring_clashes(kind: tree.Name, one: str, first: tree.Name, other: str) -> Diagnostic:
    """Two modules that add to a kind in a ring."""
    label = Label(first.span, f"`{one}` adds here")
    hint = "a module that stands on one of the two says where its own come"
    message = f"`{one}` and `{other}` both add to `{kind.text}`, and nothing says who is next to whom in its ring"
    return _clash(message, kind.span, label, hint)


def not_below(name: tree.Name, one: str, declared: tree.Name, other: str) -> Diagnostic:
    """A module that adds to what another declares, and is no module of it."""
    label = Label(declared.span, f"`{other}` declares it")
    message = f"`{one}` adds to `{name.text}`, which is of `{other}`, and does not stand on that"
    return _clash(message, name.span, label, f"let it be a module of `{other}`: `module {one} of {other}`")


def asked_by_both(phase: tree.Name, one: str, asks: tree.Name, other: str) -> Diagnostic:
    """A module that adds an action where another asks somebody first."""
    label = Label(asks.span, f"`{other}` asks before it")
    message = f"`{one}` adds an action to `{phase.text}`, where `{other}` asks somebody too"
    return _clash(message, phase.span, label, f"`{other}` can ask in a phase of its own, which stands before this one")


def _clash(message: str, place: Span, label: Label, hint: str) -> Diagnostic:
    return Diagnostic("E0214", message, place, (label,), hint)
