"""Beyond the Palisades with other tables: no example rests on a number that was made up.

What the sources tell of a cell is written down here once more, by hand. All other cells are drawn at random, each other
than ours; the laws let such tables through, and every example comes out as with ours. With a cell that the sources
contradict the tables are refused.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random

import pytest

import refengine
from refengine.cli.main import main
from tests.games.palisades_folder import BOTH, PALISADES, with_table
from tests.taken_over import take_over

Rows = dict[str, dict[str, str]]
"""The rows of a table by their ids, in their order."""

Cells = dict[tuple[str, str], Sequence[object]]
"""What the sources leave possible for a cell, by row and column."""

SORTS = {"Hunters": ("Event", "Ally", "Location", "Investigation"), "Witches": ("Charm", "Brew", "Skill", "Curse")}

RANGES: dict[str, dict[str, range]] = {
    "titles": {"cost": range(7), "upkeep": range(4), "symbols": range(7), "steeping": range(7)},
    "villagers": {"tokens": range(4)},
    "scenarios": {"gloom": range(7), "favours": range(1, 7), "innocents": range(1, 9)},
}
"""The columns of numbers, and how far they reach in the rules."""

MANY = range(2, 7)

KNOWN: dict[str, Cells] = {
    "titles": {
        ("Vrbový_keř", "sort"): ("Location",),
        ("Rašeliniště", "sort"): ("Location",),
        ("Cechmistrová", "sort"): ("Ally",),
        ("Hraničář", "sort"): ("Ally",),
        ("Odhalení", "sort"): ("Event",),
        ("Triangulace", "sort"): ("Investigation",),
        ("Výpary_zmatení", "sort"): ("Brew",),
        ("Zbarvený_měsíc", "sort"): ("Curse",),
        ("Zastření", "sort"): ("Skill",),
        ("Ztraceno_všem_na_dohled", "sort"): ("Charm", "Curse"),
        ("Přelud", "sort"): ("Charm", "Brew", "Curse"),
        ("Odhalení", "cost"): range(1, 7),
        ("Hraničář", "cost"): (2,),
        ("Cechmistrová", "upkeep"): (1,),
        ("Výpary_zmatení", "steeping"): range(1, 4),
        ("Vrbový_keř", "symbols"): (2,),
        ("Ztraceno_všem_na_dohled", "symbols"): (2,),
        ("Triangulace", "symbols"): MANY,
        ("Rašeliniště", "symbols"): MANY,
        ("Přelud", "symbols"): MANY,
        ("Zbarvený_měsíc", "symbols"): MANY,
        ("Výpary_zmatení", "symbols"): (0,),
        ("Odhalení", "symbols"): (0,),
        ("Hraničář", "symbols"): (0,),
    },
    "villagers": {("Judy", "tokens"): (1,), ("Oswald", "tokens"): (1,), ("William", "tokens"): (1,)},
    "scenarios": {("Twelve", "gloom"): range(1, 7), ("Thirteen", "gloom"): range(1, 7)},
}


def printed(name: str) -> Rows:
    """Our own table."""
    with with_table(name).open(encoding="utf-8", newline="") as file:
        return {row["id"]: row for row in csv.DictReader(file)}


def possible(name: str, row: dict[str, str], column: str) -> tuple[str, ...]:
    """Everything that the sources leave possible for a cell: a side is never open."""
    known = KNOWN[name].get((row["id"], column))
    if known is None and column in RANGES[name]:
        known = tuple(RANGES[name][column])
    if known is None and column == "sort":
        known = SORTS[row["side"]]
    return tuple(map(str, known)) if known is not None else (row[column],)


def drawn(name: str, random: Random) -> Rows:
    """A table in which each cell that is open holds something else than ours, and the rows stand in another order."""
    ours = printed(name)
    rows = {key: dict(ours[key]) for key in random.sample(list(ours), len(ours))}
    for row in rows.values():
        for column in row:
            others = [each for each in possible(name, row, column) if each != row[column]]
            row[column] = random.choice(others) if others else row[column]
        if name == "villagers":  # red and blue may be told from each other by nothing that the sources say
            row["faction"] = {"Red": "Blue", "Blue": "Red"}.get(row["faction"], row["faction"])
    return rows


def written(folder: Path, name: str, rows: Rows) -> Path:
    file = folder / f"{name}.csv"
    with file.open("w", encoding="utf-8", newline="") as stream:
        table = csv.DictWriter(stream, list(next(iter(rows.values()))))
        table.writeheader()
        table.writerows(rows.values())
    return file


def check(*words: str) -> tuple[int, str]:
    """The exit code, and all that was printed."""
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as wrong:
        code = main(["check", str(PALISADES), *words])
    told = out.getvalue() + wrong.getvalue()
    assert "Traceback" not in told
    return code, told


def counted(told: str) -> list[str]:
    """The lines about examples, of the base and of the game: each with all of what is decided."""
    base, own = (line for line in told.splitlines() if " decided, " in line)
    return [base, own]


@pytest.fixture(scope="module")
def with_our_tables() -> list[str]:
    take_over()
    code, told = check("--only", "examples")
    assert code == 0, told
    return counted(told)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.campaign) for seed in range(1, 11))])
def test_all_examples_come_out_the_same_with_tables_drawn_at_random(
    tmp_path: Path, with_our_tables: list[str], seed: int
) -> None:
    random = Random(seed)
    words = ["--only", "laws", "--only", "examples"]
    for name, columns in RANGES.items():
        old, rows = printed(name), drawn(name, random)
        for column in (*columns, *(("sort",) if name == "titles" else ())):
            free = [key for key, row in old.items() if len(possible(name, row, column)) > 1]
            assert free
            assert all(rows[key][column] != old[key][column] for key in free)
        words += ["--table", f"{name}={written(tmp_path, name, rows)}"]
    code, told = check(*words)
    assert code == 0, told
    assert counted(told) == with_our_tables
    assert all(line.endswith(", none failed") for line in with_our_tables)


def test_each_law_is_broken_by_what_the_sources_contradict(tmp_path: Path) -> None:
    """Where all cells that are known are wrong, none of the laws holds."""
    words = ["--only", "laws"]
    for name in RANGES:
        rows = printed(name)
        for key, column in KNOWN[name]:
            whole = SORTS[rows[key]["side"]] if column == "sort" else tuple(map(str, RANGES[name][column]))
            rows[key][column] = next(each for each in whole if each not in possible(name, rows[key], column))
        if name == "titles":
            rows["Stopa"]["side"] = "Witches"
        if name == "villagers":
            rows["Judy"]["faction"] = rows["Oswald"]["faction"] = "Red"
        words += ["--table", f"{name}={written(tmp_path, name, rows)}"]
    _, told = check(*words)
    files = [file.read_text("utf-8") for folder in BOTH for file in folder.glob("*.rules")]
    laws = [line.split()[1] for text in files for line in text.splitlines() if line.startswith("law ")]
    assert len(laws) > 20
    assert [law for law in laws if law not in told] == []


@pytest.mark.parametrize(
    ("table", "key", "column", "cell", "law"),
    [
        ("titles", "Přelud", "symbols", "1", "more_than_one_symbol"),
        ("titles", "Pach", "sort", "Location", "each_deck_has_four_sorts"),
        ("villagers", "Květa", "faction", "Blue", "three_of_a_faction"),
    ],
)
def test_a_table_outside_a_law_is_refused(
    tmp_path: Path, table: str, key: str, column: str, cell: str, law: str
) -> None:
    rows = printed(table)
    rows[key][column] = cell
    with pytest.raises(refengine.RuleSetError) as refused:
        refengine.load(PALISADES, players=2, tables={table: written(tmp_path, table, rows)})
    assert {each.code for each in refused.value.diagnostics} == {"E0837"}
    assert any(f"`{law}`" in each.message for each in refused.value.diagnostics)
