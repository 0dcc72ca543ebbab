"""Audits as tables: what is told of cases, and of readings that are compared."""

from pathlib import Path

from refengine.check.audits import case_tables, reading_tables
from refengine.smt.goal import Decision, Goal
from tests.prove.duel import RULES, compiled, write_game

AUDIT = """
audit ties per R1
    in every Battle of 2..3 players
    case pair per R1
        when takers = 2
    case three per R1
        when takers = 3
    shows takers, round + 1
"""


def audit(part: str, players: int, verdict: str, *rows: tuple[str, ...], rests_on: tuple[str, ...] = ()) -> Decision:
    return Decision(Goal("audit", "ties", players, part), verdict, rests_on=rests_on, table=rows)  # type: ignore[arg-type]


def test_the_cases_of_an_audit_share_a_table(tmp_path: Path) -> None:
    """What is shown goes by its name, if it has one."""
    game = compiled(write_game(tmp_path / "spec" / "duel", RULES + AUDIT)).game
    assert game is not None
    one, other = ("shows 1", "by the defaults", "0"), ("shows 2", "ties is both", "0, 3")
    found = [audit("pair", 2, "found", one), audit("pair", 3, "found", one, other), audit("three", 3, "found", one)]
    assert [(each.name, each.players, each.rows) for each in case_tables(game, found)] == [
        ("ties", (2,), (("pair", "takers", "by the defaults", "0"),)),
        (
            "ties",
            (3,),
            (
                ("pair", "takers", "by the defaults", "0"),
                ("pair", "shows 2", "ties is both", "0, 3"),
                ("three", "takers", "by the defaults", "0"),
            ),
        ),
    ]


def test_two_readings_are_told_for_each_number_of_players() -> None:
    part = "mood: calm or wild"
    found = [
        audit(part, 3, "found"),
        audit(part, 2, "proved", rests_on=("a Card has one rank",)),
        audit("prize: one or two", 3, "unknown"),
        audit("pair", 2, "found"),
    ]
    (table,) = reading_tables(found)
    assert table.players == (2, 3)
    assert table.rows == (
        ("question", "readings", "2 players", "3 players"),
        ("mood", "calm or wild", "never differ", "differ", "rests on a Card has one rank"),
        ("prize", "one or two", "", "unknown"),
    )
