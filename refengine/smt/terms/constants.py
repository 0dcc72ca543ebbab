"""Constants of terms: those that a term names itself, and its cone of influence, which goes on behind definitions.

Each question walks through all that it is told, a hundred thousand terms in a proof. So these walks are plain loops.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from refengine.smt.terms.term import Bool, Num, Term


def constants_in(root: Term, known: dict[Term, tuple[Term, ...]]) -> tuple[Term, ...]:
    """Returns the constants that a term names, in the order of a walk that goes into its last part first.

    `known` holds what was found before, and takes this in. A part that is in it is not walked through again, which
    changes no order: nothing else comes between the constants of one part where a walk meets it for the first time.
    """
    found: dict[Term, None] = {}
    seen: set[Term] = set()
    agenda = [root]
    while agenda:
        term = agenda.pop()
        if term in seen:
            continue
        seen.add(term)
        if term.op == "const":
            found[term] = None
        elif (before := known.get(term)) is not None:
            found.update(dict.fromkeys(before))
        else:
            agenda.extend(term.parts)
    listed = known[root] = tuple(found)
    return listed


def cone(
    roots: Iterable[Term], definitions: Mapping[Term, Bool | Num], known: dict[Term, tuple[Term, ...]]
) -> dict[Term, None]:
    """Returns the constants that terms depend on, those behind definitions included, each before what is behind it.

    The order is that of one walk through all of it, the last root first; `known` is as `constants_in` has it.
    """
    found: dict[Term, None] = {}
    agenda = [iter(known.get(each) or constants_in(each, known)) for each in roots]
    while agenda:
        for constant in agenda[-1]:
            if constant in found:
                continue
            found[constant] = None
            meaning = definitions.get(constant)
            if isinstance(meaning, Term):
                agenda.append(iter(known.get(meaning) or constants_in(meaning, known)))
                break
        else:
            agenda.pop()
    return found


def hanging_on(
    roots: Iterable[Bool], constants: Collection[Term], definitions: Mapping[Term, Bool | Num]
) -> Iterator[Term]:
    """Yields those of some terms that depend on one of the constants, itself or behind definitions."""
    known: dict[Term, bool] = dict.fromkeys(constants, True)
    for root in roots:
        agenda = [root] if isinstance(root, Term) else []
        while agenda:
            term = agenda[-1]
            meaning = definitions.get(term) if term.op == "const" else None
            parts = (meaning,) if isinstance(meaning, Term) else term.parts
            if term in known:
                agenda.pop()
            elif missing := [each for each in parts if each not in known]:
                agenda.extend(missing)
            else:
                agenda.pop()
                known[term] = any(known[each] for each in parts)
        if isinstance(root, Term) and known[root]:
            yield root
