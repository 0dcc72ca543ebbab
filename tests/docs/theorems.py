"""The tables of `proofs/kaciri/README.md`: which statements stand in them, and what is said of each beside our own words.

A row is a name, what it says in our words, what it cites, what it is asked of, and how it is known. Only the words are
written by hand. How it is known is what `spec/kaciri/evidence.toml` promises, which `refengine check` holds against what
is found. The tables of ties and of readings are what the prover answers.

    python -m tests.docs.theorems

puts what is so into the page. Read the difference before you keep it, and write what a new row says.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from attrs import frozen

from refengine.evidence.promises import read_promised
from refengine.ir.claims import (
    Audit,
    Claim,
    Confinement,
    DependsOn,
    EnterNothing,
    OnlyEnter,
    OnlyMove,
    OnlyMoveWorkedOut,
    SmallScope,
)
from refengine.ir.game import Game, Invariant, Measure
from refengine.smt.goal import Decision
from refengine.smt.plan import COMPLETE
from refengine.source.text import read_source
from tests.agreement.kaciri_proofs import decisions, game

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "proofs" / "kaciri" / "README.md"
EVIDENCE = ROOT / "spec" / "kaciri" / "evidence.toml"
SAY = "(say what it says)"
HEAD = "| | what it says | rests on | asked of | known |\n|---|---|---|---|---|\n"
TIES = ("ties_of_two", "ties_of_three", "ties_of_four", "ties_of_two_with_crosses", "ties_of_three_with_crosses")


@cache
def usual() -> set[tuple[str, str]]:
    return {(each.name, reading.name) for each in game().questions for reading in each.readings if reading.default}


Stated = Claim | DependsOn | Confinement | Audit | SmallScope | Invariant | Measure


@frozen
class Row:
    """A row of a table of theorems."""

    name: str
    says: str
    rests_on: str
    asked_of: str
    known: str

    def __str__(self) -> str:
        return f"| `{self.name}` | {self.says} | {self.rests_on} | {self.asked_of} | {self.known} |\n"


# ---- WHAT IS STATED


def stated(rules: Game) -> dict[str, list[Stated]]:
    """The statements by the file in which they stand, as they stand in it."""
    found: dict[str, list[Stated]] = {}
    everything: tuple[Stated, ...] = (
        *rules.claims, *rules.dependences, *rules.confinements, *rules.audits, *rules.scopes, *rules.invariants,
        *rules.measures,
    )  # fmt: skip
    for each in sorted(everything, key=_place):
        span = each.clause.origin.span
        assert span is not None
        path = Path(span.path)
        found.setdefault(f"{path.parents[1].name}/kaciri/{path.name}", []).append(each)
    return found


def _place(each: Stated) -> tuple[str, int]:
    span = each.clause.origin.span
    assert span is not None
    return span.path, span.start


def kind(each: Stated) -> str:
    """The kind as the ledger calls it."""
    match each:
        case Claim(witness=witness):
            return "witness" if witness else "claim"
        case DependsOn():
            return "dependence"
        case OnlyEnter() | OnlyMove() | OnlyMoveWorkedOut() | EnterNothing():
            return "confinement"
        case Audit():
            return "audit"
        case SmallScope():
            return "scope"
        case Invariant(step=step):
            return "step invariant" if step else "invariant"
        case Measure():
            return "measure"


def asked_of(each: Stated) -> str:
    """The states, the players and the readings."""
    match each:
        case Claim(extent=extent) | Audit(extent=extent):
            if extent.phase is not None:
                states = f"{extent.phase}, any {extent.over}" if extent.over else extent.phase
            else:
                states = "reachable states" if extent.reachable else "all states"
            fewest, most = extent.players
            parts = [f"{states}, {fewest if fewest == most else f'{fewest}..{most}'} players"]
            if extent.readings == "any":
                parts.append("any readings")
            parts += [
                f"{question} is {reading}" for question, reading in extent.under if (question, reading) not in usual()
            ]
            return ", ".join(parts)
        case DependsOn():
            return "what the rules read"
        case OnlyEnter() | OnlyMove() | OnlyMoveWorkedOut() | EnterNothing():
            return "what the rules do"
        case SmallScope(players=players):
            return f"{players} players, every state of a small game"
        case Invariant(step=True):
            return "every step, any readings"
        case _:
            return "reachable states, any readings"


def promised() -> dict[tuple[str, str], str] | None:
    """What the file of promises says of each statement; None if there is no such file."""
    if not EVIDENCE.exists():
        return None
    source, wrong = read_source(EVIDENCE, EVIDENCE.as_posix())
    assert source is not None, wrong
    found, wrong = read_promised(source)
    assert not wrong
    return {statement: str(level) for statement, level in found.items()}


# ---- ROWS


def rows(text: str) -> list[Row]:
    """The rows of all tables of theorems on the page."""
    return [
        Row(*each) for each in re.findall(r"^\| `(\w+)` \| (.*?) \| (.*?) \| (.*?) \| (.*?) \|$", text, re.MULTILINE)
    ]


def row(each: Stated, says: str, known: str) -> Row:
    """The row that should stand there."""
    cites = ", ".join(str(cite).removeprefix("ruling ") for cite in each.clause.cites)
    return Row(each.name, says, cites, asked_of(each), known)


def known(each: Stated, promises: Mapping[tuple[str, str], str] | None, before: str) -> str:
    """How a statement is known: as promised; without promises what the page says."""
    if promises is None:
        return before
    level = promises.get((kind(each), each.name), "not known")
    return "found" if kind(each) == "witness" and level == "proved" else level


def tables(text: str) -> dict[str, str]:
    """Every table that is made, by its mark on the page: those of theorems, of ties and of readings."""
    before = {each.name: each for each in rows(text)}
    promises = promised()
    made = {}
    for path, listed in stated(game()).items():
        new = Row("", SAY, "", "", "not known")
        was = [(each, before.get(each.name, new)) for each in listed]
        lines = [str(row(each, old.says, known(each, promises, old.known))) for each, old in was]
        made[path] = HEAD + "".join(lines)
    return made


def answers() -> dict[str, str]:
    """The tables that the prover makes."""
    return {**{each: "".join(tie_table(each)) for each in TIES}, "readings": "".join(readings_table())}


# ---- TIES

_ORDINALS = {0: "nobody", 1: "the first", 2: "the second", 3: "the third", 4: "the fourth"}


def tie_table(audit: str) -> Iterator[str]:
    """For each pattern whose the city can be, by the defaults and under each reading that changes that."""
    yield "| from the strongest down | the city goes to | otherwise |\n|---|---|---|\n"
    for each in decisions(audit):
        if each.goal.part != COMPLETE:
            (_, _, usual), *others = each.table
            otherwise = "; ".join(f"{when}: {_ranks(values)}" for _, when, values in others)
            yield f"| {each.goal.part.replace('_', ' ')} | {_ranks(usual)} | {otherwise} |\n"


def _ranks(values: str) -> str:
    ranks = sorted((int(each) for each in values.split(", ")), key=lambda rank: (rank == 0, rank))
    return " or ".join(_ORDINALS[rank] for rank in ranks)


# ---- READINGS

_COMPARED = ("who_takes_the_city", "what_a_battle_leaves", "who_wins_the_game")


def readings_table() -> Iterator[str]:
    """For each two readings with how many players they can differ, in each of the audits that compare."""
    yield f"| question | readings | {' | '.join(map(_heading, _COMPARED))} |\n|---|---|---|---|---|\n"
    by_part: dict[str, dict[str, list[Decision]]] = {}
    for audit in _COMPARED:
        for each in decisions(audit):
            by_part.setdefault(each.goal.part, {}).setdefault(audit, []).append(each)
    for part, told in by_part.items():
        question, _, pair = part.partition(": ")
        yield f"| {question} | {pair} | {' | '.join(_differ(told.get(audit, ())) for audit in _COMPARED)} |\n"


def _heading(audit: str) -> str:
    return f"`{audit}`, {_seats(each.goal.players for each in decisions(audit))}"


def _differ(told: Iterable[Decision]) -> str:
    listed = list(told)
    if any(each.verdict not in {"found", "proved", "by construction"} for each in listed):
        return "not decided"
    players = [each.goal.players for each in listed if each.verdict == "found"]
    if not players:
        needed = dict.fromkeys(label for each in listed for label in each.rests_on)
        return "never" + (f" ({', '.join(needed)})" if needed else "")
    return "differ" if len(players) == len(listed) else f"differ with {_seats(players)}"


def _seats(players: Iterable[int]) -> str:
    listed = sorted(set(players))
    return f"{listed[0]} players" if len(listed) == 1 else f"{listed[0]}..{listed[-1]} players"


# ---- THE PAGE


def shown(text: str, mark: str) -> str:
    """What stands on the page behind a mark."""
    found = re.search(rf"^<!-- {re.escape(mark)} -->\n\n((?:[^\n]+\n)*)", text, re.MULTILINE)
    assert found is not None, f"the page has no mark {mark}"
    return found[1]


def renewed(text: str, made: Mapping[str, str]) -> str:
    """The page with these tables behind their marks."""
    for mark, table in made.items():
        old = shown(text, mark)
        at = text.index(f"<!-- {mark} -->\n\n") + len(f"<!-- {mark} -->\n\n")
        text = text[:at] + table + text[at + len(old) :]
    return text


if __name__ == "__main__":
    page = PAGE.read_text("utf-8")
    page = renewed(page, tables(page))
    if "--tables-only" not in sys.argv:
        page = renewed(page, answers())
    PAGE.write_text(page, "utf-8")
