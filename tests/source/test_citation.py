from refengine.source.citation import Citation
from refengine.source.span import Span


def test_a_citation_reads_as_it_is_written() -> None:
    span = Span("a.rules", 0, 2)
    assert str(Citation("statement", "R9", span)) == "R9"
    assert str(Citation("ruling", "A1", span)) == "ruling A1"


def test_the_same_statement_cited_twice_is_one() -> None:
    here, there = Span("a.rules", 0, 2), Span("b.rules", 5, 7)
    assert len({Citation("statement", "R9", here), Citation("statement", "R9", there)}) == 1
    assert Citation("statement", "A1", here) != Citation("ruling", "A1", here)
