"""All that a term is made of, by its arguments alone: what the walks of the prover are compared with."""

from __future__ import annotations

from collections.abc import Iterator

from refengine.smt.terms.term import Bool, Num, Term


def subterms(term: Bool | Num) -> Iterator[Term]:
    """Yields a term and all below it as they are written, the last argument first, as often as they stand there."""
    if isinstance(term, Term):
        yield term
        for each in reversed(term.args):
            yield from subterms(each)  # type: ignore[arg-type]
