"""The printed tables of Carcassonne against lists of them, against their laws, and what comes of a ban that is left out."""

import csv
import shutil
from pathlib import Path

import pytest

import refengine

GAME = Path(__file__).parents[2] / "spec" / "carcassonne"
SETS = {"BaseOnly": (72, 0), "Cult": (77, 5), "Spielbox": (77, 5), "CultSiege": (78, 6)}
"""How many tiles and how many shrines there are in each set, as printed lists of them say."""


def test_a_set_has_as_many_tiles_and_shrines_as_its_list() -> None:
    with (GAME / "sorts.csv").open(encoding="utf-8") as file:
        sorts = {row["id"]: row for row in csv.DictReader(file)}
    with (GAME / "segments.csv").open(encoding="utf-8") as file:
        shrines = {row["sort"] for row in csv.DictReader(file) if row["land"] == "Shrine"}
    for name, expected in SETS.items():
        copies = {each: int(row["copies"]) for each, row in sorts.items() if name in row["sets"].split()}
        assert (sum(copies.values()), sum(copies[each] for each in shrines & copies.keys())) == expected
    declared = (GAME / "game.rules").read_text(encoding="utf-8")
    for name, row in sorts.items():  # a law cannot count pieces
        assert f"    {row['copies']} alike with sort {name}\n" in declared


@pytest.mark.parametrize(
    ("table", "old", "new", "law"),
    [
        ("sorts", "BA_C,5,City,", "BA_C,5,Road,", "an_edge_shows_what_its_part_is"),
        ("sorts", "BA_LR,2,Field,Field,", "BA_LR,2,Field,Road,", "each_middle_belongs_to_one_part"),
        ("segments", "Road,SM WM,0,", "Road,SM WM NM,0,", "an_edge_shows_what_its_part_is"),
        ("segments", "BA_C_f0,BA_C,Field,EL ER", "BA_C_f0,BA_C,Field,ER", "each_half_of_an_edge"),
        ("segments", "BA_RFr_f1,BA_RFr,Field,ER", "BA_RFr_f1,BA_RFr,Field,EL ER", "no_port_belongs_to_two_parts"),
        ("segments", "BA_RCr_f0,BA_RCr,Field,EL WR,0,", "BA_RCr_f0,BA_RCr,Field,EL WR,0,BA_C_c0 ", "fields_touch"),
        ("segments", "BA_RCr_r0,BA_RCr,Road,EM WM,0", "BA_RCr_r0,BA_RCr,Road,EM WM,1", "only_cities_have_pennants"),
        ("segments", "BA_L_c0,BA_L,Cloister,,0,\n", "BA_L_c0,BA_L,Cloister,,0,\nx,BA_L,Shrine,,0,\n", "one_building"),
        ("segments", "BA_L_c0,BA_L,Cloister,,", "BA_L_c0,BA_L,Cloister,NM,", "a_building_has_no_port"),
        ("sorts", "CU_S,1,Field,Field,Field,Field,Cult ", "CU_S,1,Field,Field,Field,Field,", "has_five_shrines"),
        ("sorts", "BA_C,5,", "BA_C,4,", "seventy_two_tiles"),
        ("ports", "NM,N,SM,", "NM,N,SL,", "what_a_port_faces_faces_it"),
        ("ports", "NR,N,SL,false,ER", "NR,N,SL,false,EL", "E0326"),
    ],
)  # fmt: skip
def test_a_table_that_disagrees_with_itself_is_refused(
    table: str, old: str, new: str, law: str, tmp_path: Path
) -> None:
    wrong = tmp_path / "carcassonne"
    shutil.copytree(GAME, wrong)
    path = wrong / f"{table}.csv"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(refengine.RuleSetError) as refused:
        refengine.load(wrong)
    assert law in str(refused.value)


def test_without_footnote_3_a_building_has_two_of_the_other_sort(tmp_path: Path) -> None:
    """Two tiles are enough: the first gives a cloister a shrine, the second another one."""
    lax = tmp_path / "carcassonne"
    shutil.copytree(GAME, lax)
    for each in ("examples_laying.rules", "examples_blocks.rules"):  # they name the bar
        (lax / each).unlink()
    path = lax / "turn.rules"
    head, bar, rest = path.read_text(encoding="utf-8").partition("            bar gives_a_neighbour_several per fn3\n")
    assert bar
    path.write_text(head + rest.split("\n", 2)[2], encoding="utf-8")
    broken: dict[Path, set[str]] = {}
    for folder in (GAME, lax):
        game = refengine.load(folder)
        state = game.initial()
        broken[folder] = set()
        for drawn, laid in (("BA_L", ("(0, 1)", "N")), ("CU_S", ("(0, 2)", "N")), ("CU_SR", ("(1, 1)", "N"))):
            (draw,) = [each for each in game.legal(state) if each.arguments == (drawn,)]
            state = game.apply(state, draw)
            lays = [each for each in game.legal(state) if each.arguments == laid]
            if not lays:
                broken[folder].add("illegal")
                break
            before, state = state, game.apply(state, lays[0])
            broken[folder] |= {each.clause.path for each in game.violations(before, state)}
            state = game.apply(state, game.legal(state)[-1])  # nobody is sent
    assert broken == {GAME: {"illegal"}, lax: {"one_opponent"}}
