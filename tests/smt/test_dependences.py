"""What values read, themselves and through others: from their text alone."""

from __future__ import annotations

import pytest

from refengine.smt.goal import Decision
from tests.smt.rules import COURSE, HEAD, asked, game

RULES = """
value is_best(c: Card): truth                                      per R1
    is no d in field has d.rank > c.rank

value late: truth                                               per R1
    is round > 3

value two: 2..2                                                 per R1
    is 2

value takes(c: Card): truth                                     per R1
    normally is_best(c)
    except not_now per R1
        when late
        is false
"""


def said(values: str, sources: str) -> Decision:
    rules = game(HEAD, RULES, COURSE, f"claim c per R1\n    {values} {sources}\n")
    return asked(rules, "c")


@pytest.mark.parametrize(
    ("values", "sources", "verdict", "how"),
    [
        ("is_best", "depends only on field", "by construction", "from what the rules read"),
        ("is_best", "depends only on round", "refuted", "`is_best` reads `field` too"),
        ("takes", "depends only on field", "refuted", "`takes` reads `round` too"),
        ("takes", "depends only on field, round", "by construction", "from what the rules read"),
        ("is_best, late", "depend only on field", "refuted", "`late` reads `round` too"),
        ("is_best, late", "depend only on field, round, pile", "by construction", "from what the rules read; `pile` is not read at all"),
        ("late, two", "depend only on round", "by construction", "from what the rules read"),
        ("two", "depends only on round", "vacuous", "it speaks of nothing: nothing that is listed is read"),
    ],
)  # fmt: skip
def test_what_a_value_reads_is_found_behind_others(values: str, sources: str, verdict: str, how: str) -> None:
    decision = said(values, sources)
    assert (decision.verdict, decision.how, decision.rlimit) == (verdict, how, 0)
