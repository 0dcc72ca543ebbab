"""Several modules in one game: the order in which they are named changes nothing, and where it might they are refused."""

from itertools import permutations
from pathlib import Path

import pytest

import refengine
from refengine.pipeline import Compilation, compile_folder
from refengine.resolve.choice import with_modules
from refengine.resolve.folder import find_games, fingerprint
from refengine.source.render import render
from tests.resolve.test_modules import CORPUS, DOCS, decided, module, room  # noqa: F401 (a fixture)

DEAR = "except dear to worth{over} per R1\n    when {when}\n    is 9\n"
CHEAP = "except cheap to worth{over} per R1\n    when {when}\n    is 1\n"
CHOOSING = """
phase {0} before Turn per R1
    ask p
        action w{1} per R1
            then go Turn(next of p)
        action on_{1} per R1
"""


def together(*names: str) -> Compilation:
    (garden,), wrong = find_games(Path("garden"))
    assert wrong == ()
    folder, wrong = with_modules(garden, names)
    assert wrong == ()
    return compile_folder(folder)


def clashing(room: Path, dear: str, cheap: str) -> list[str]:  # noqa: F811
    module(room, "dear", dear)
    module(room, "cheap", cheap)
    found = [together(*names).diagnostics for names in (("dear", "cheap"), ("cheap", "dear"))]
    assert found[0] == found[1]
    return [each.code for each in found[0]]


@pytest.mark.parametrize(
    ("dear", "cheap", "codes"),
    [
        (("", "c is slate"), ("", "c is basalt"), ["E0214"]),  # never at once, but that is not seen from the text
        (("", "frost is bites"), ("", "not frost is bites"), []),
        (("", "not frost is bites"), ("", "frost is bites"), []),
        (("", "frost is bites"), ("", "frost is bites"), ["E0214"]),
        ((" over cheap.cheap", "true"), ("", "true"), []),
        (("", "true"), (" over dear.dear", "true"), []),
        ((" over cheap.dear", "true"), ("", "true"), ["E0214", "E0520"]),
        ((" over nowhere.cheap", "true"), ("", "true"), ["E0214"]),
    ],
)
def test_exceptions_on_one_value_are_apart_or_ordered(
    dear: tuple[str, str],
    cheap: tuple[str, str],
    codes: list[str],
    room: Path,  # noqa: F811
) -> None:
    found = clashing(room, DEAR.format(over=dear[0], when=dear[1]), CHEAP.format(over=cheap[0], when=cheap[1]))
    assert sorted(found) == sorted(codes)


def test_exceptions_that_say_the_same_agree(room: Path) -> None:  # noqa: F811
    assert (
        clashing(room, DEAR.format(over="", when="true"), CHEAP.format(over="", when="true").replace("is 1", "is 9"))
        == []
    )


def test_the_one_that_says_so_wins(room: Path) -> None:  # noqa: F811
    example = "\nexample wins per R1\n    given 2 players\n    expect worth(slate) = 9 by dear\n"
    module(room, "dear", DEAR.format(over=" over cheap.cheap", when="true") + example)
    module(room, "cheap", CHEAP.format(over="", when="true"))
    assert decided(together("cheap", "dear")).failures == ()


def test_a_clash_is_told_with_both_places(room: Path) -> None:  # noqa: F811
    module(room, "dear", DEAR.format(over="", when="true"))
    module(room, "cheap", CHEAP.format(over="", when="true"))
    made = together("dear", "cheap")
    (clash,) = (each for each in made.diagnostics if each.code == "E0214")
    assert f"```text\n{render([clash], made.texts).rstrip()}\n```" in (DOCS / "errors" / "E0214.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("one", "another", "codes"),
    [
        ("before Turn per R1\n    nothing\n", "before Turn per R1\n    nothing\n", ["E0212"]),
        ("before Turn per R1\n    nothing\n", CHOOSING.format("B(p: player)", "b"), ["E0212"]),
        (CHOOSING.format("A(p: player)", "a"), CHOOSING.format("B(p: player)", "b"), ["E0212"]),
        (CHOOSING.format("A(p: player)", "a"), "before Tidy per R1\n    nothing\n", []),
        ("variable night: truth per R1\nlaw n per R1\n    true\n", "zone night holds Stone per R1\nlaw o per R1\n    true\n", ["E0202"]),
    ],
)  # fmt: skip
def test_one_gap_is_for_one_of_them(one: str, another: str, codes: list[str], room: Path) -> None:  # noqa: F811
    module(room, "east", one)
    module(room, "west", another)
    found = [together(*names).errors for names in (("east", "west"), ("west", "east"))]
    assert found[0] == found[1]
    assert [each.code for each in found[0]] == codes


@pytest.mark.parametrize(
    ("one", "another", "code"),
    [
        ("value dusk: count per R1\n    is 2\n", "except night to dusk per R1\n    when true\n    is 3\n", "E0214"),
        ("phase Dusk per R1\n    nothing\n", "phase Night before Dusk per R1\n    nothing\n", "E0214"),
        ("before Tidy per R1\n    ask 1\n        action wait per R1\n", "action hum in Tidy per R1\n", "E0214"),
        ("bar dry to Turn per R1\n    when stones > 7\n", CHOOSING.format("A(p: player)", "a"), "E0212"),
    ],
)  # fmt: skip
def test_it_is_refused_under_whatever_names(one: str, another: str, code: str, room: Path) -> None:  # noqa: F811
    for names in (("east", "west"), ("west", "east")):
        for name, rules in zip(names, (one, another), strict=True):
            module(room, name, rules)
        assert code in {each.code for each in together("east", "west").errors}


def test_a_ring_is_grown_by_one(room: Path) -> None:  # noqa: F811
    rules = room / "garden" / "garden.rules"
    rules.write_text(rules.read_text("utf-8").replace("kind Season is", "open kind Season is"), "utf-8")
    module(room, "east", "add Summer to Season per R1\n")
    module(room, "west", "add Winter to Season per R1\n")
    assert [each.code for each in together("east", "west").errors] == ["E0214"]
    module(room, "upper", "add Winter to Season per R1\n", "east")
    assert together("east", "upper").errors == ()


def test_the_order_of_names_changes_nothing(room: Path) -> None:  # noqa: F811
    module(room, "east", "add Green to Colour per R1\nbar no_slate to lay per R1\n    when c is slate\n")
    module(room, "north", "add Black to Colour per R1\nplus bonus to score per R1\n    is 2\n")
    module(room, "upon", CHOOSING.format("A(p: player)", "a"), "north")
    made = [together(*names) for names in permutations(("east", "north", "upon"))]
    assert all(each.errors == () for each in made)
    assert len({each.game for each in made}) == 1
    assert len({fingerprint(each.folder, {}) for each in made}) == 1
    game = made[0].game
    assert game is not None
    assert game.name == "garden_with_east_and_north_and_upon"
    assert {str(cite) for each in game.phases if each.name == "A" for cite in each.clause.cites} == {"upon.R1"}


def test_a_module_that_stands_on_another_is_the_whole(room: Path) -> None:  # noqa: F811
    module(room, "lower", "add Green to Colour per R1\n")
    module(room, "upper", "add Black to Colour per R1\n", "lower")
    assert together("upper", "lower").folder == together("upper").folder == find_games(Path("upper"))[0][0]


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (("east", "east"), "it is named twice"),
        (("nothing",), "there are no rules in `nothing`"),
        (("garden",), "it is a game and no module"),
        (("weeds",), "it is a module of `orchard`, and not of `garden`"),
        (("../garden",), "that is no name"),
        (("",), "that is no name"),
    ],
)
def test_what_cannot_be_chosen(names: tuple[str, ...], why: str, room: Path) -> None:  # noqa: F811
    module(room, "east", "add Green to Colour per R1\n")
    module(room, "weeds", "add Green to Colour per R1\n", "orchard")
    orchard = room / "orchard"
    orchard.mkdir()
    (orchard / "game.rules").write_text((CORPUS / "modules" / "garden" / "garden.rules").read_text("utf-8"), "utf-8")
    with pytest.raises(refengine.RuleSetError) as refused:
        refengine.load("garden", modules=names)
    assert f"E0839]: `--module {names[-1]}` cannot be chosen: {why}" in str(refused.value)


def test_modules_in_a_circle(room: Path) -> None:  # noqa: F811
    module(room, "east", "add Green to Colour per R1\n", "north")
    module(room, "north", "add Black to Colour per R1\n", "east")
    module(room, "upon", "add White to Colour per R1\n")
    for names in (("east",), ("east", "north"), ("upon", "north")):
        with pytest.raises(refengine.RuleSetError, match=r"E0209.* in turn: `(east|north)` -> `\w+` -> `\1`"):
            refengine.load("garden", modules=names)


def test_a_circle_further_down_is_named(room: Path) -> None:  # noqa: F811
    for name, of in (("upon", "east"), ("east", "north"), ("north", "south"), ("south", "east")):
        module(room, name, "add Green to Colour per R1\n", of)
    with pytest.raises(refengine.RuleSetError, match=r"E0209.*`east` -> `north` -> `south` -> `east`"):
        refengine.load("garden", modules=["upon"])


def test_an_exception_on_what_the_base_no_longer_has(room: Path) -> None:  # noqa: F811
    module(room, "east", "except dear to price per R1\n    when true\n    is 9\n")
    module(room, "north", "add Green to Colour per R1\n")
    assert [each.code for each in together("east", "north").errors] == ["E0201"]


DEW = "variable dew: count per R1\nwhenever turns > {0} and {1} per R1\n    {2}\n"
FOG = "variable fog: count per R1\nvalue damp: truth per R1\n    is {3}\nwhenever turns > {0} and {1} per R1\n    {2}\n"


@pytest.mark.parametrize(
    ("dew", "fog", "codes"),
    [
        ((2, "dew = 0", "set dew to 1"), (2, "fog = 0", "set fog to turns", "fog = 0"), []),
        ((2, "dew = 0", "set dew to 1"), (2, "fog = 0", "set turns to 0", "fog = 0"), ["E0214"]),  # not due any more
        ((2, "dew = 0", "set turns to 7"), (2, "damp", "set fog to 1", "fog = 0"), ["E0214"]),
        ((2, "dew = 0", "set turns to 7"), (2, "damp", "set turns to 0", "turns > 5"), ["E0214"]),
        ((2, "dew = 0", "set dew to 1"), (2, "fog = 0", "game over", "fog = 0"), ["E0214"]),
        ((2, "dew = 0", "enter Tidy(1)"), (2, "fog = 0", "set fog to 1", "fog = 0"), ["E0214"]),
        ((2, "dew = 0", "move 1 Moss from supply to slate"), (2, "supply of Moss > 3", "set fog to 1", "fog = 0"), ["E0214"]),
        ((2, "dew = 0", "move slate from heap to laid"), (2, "heap is empty", "set fog to 1", "fog = 0"), ["E0214"]),
        ((2, "dew = 0", "move slate from heap to laid"), (2, "damp", "set fog to 1", "fog = 0"), []),
        ((2, "dew = 0", "move slate from heap to laid"), (2, "damp", "set fog to 1", "laid is empty"), ["E0214"]),
        ((2, "dew = 0", "add 1 to dew"), (2, "dew = 0", "set fog to 1", "true"), ["E0214"]),
    ],
)  # fmt: skip
def test_standing_rules_are_looked_at_in_any_order(
    dew: tuple[object, ...],
    fog: tuple[object, ...],
    codes: list[str],
    room: Path,  # noqa: F811
) -> None:
    """Which of two comes first would hang on how the modules are called, so it is refused where it matters."""
    for names in (("east", "west"), ("west", "east")):
        module(room, names[0], DEW.format(*dew))
        module(room, names[1], FOG.format(*fog))
        assert [each.code for each in together("east", "west").errors if each.code == "E0214"] == codes
    module(room, "east", DEW.format(*dew))
    module(room, "west", FOG.format(*fog), "east")
    assert "E0214" not in {each.code for each in together("east", "west").errors}


KEPT = """
variable kept: Stone, starts granite per G1
variable weed: Weed, starts Moss per G1
variable bed: cell, starts (0, 0) per G1
variable wet: truth per G1
variable dry: truth per G1
kind Side is North, East, South, West in a ring per G1
component Slab per G1
    one of each season
    season: Season
    starts in yard
variable slab: Slab, starts Slab(Spring) per G1
zone yard holds Slab per G1
grid path, squares, sides Side, holds at most one Slab per G1
part Rim is Side of Slab on path per G1
"""
DUE = "variable {0}_done: truth per R1\nwhenever turns = 1 and not {0}_done per R1\n    set {0}_done to true\n    {1}\n"
LOG = "variable log: count per R1\n"


@pytest.mark.parametrize(
    ("moves", "asks", "codes"),
    [
        ("move slab to path of (0, 0)", "if cell of slab = (0, 0)", ["E0214"]),
        ("move slab to path of (0, 0)", "if (number of r in spots of bed) > 0", ["E0214"]),
        ("move 1 Moss from supply to granite", "if weed on kept = 1", ["E0214"]),
        ("move 1 Moss from supply to granite", "if grown > 0", ["E0214"]),
        ("move 1 Moss from supply to granite", "if kept is slate", []),
    ],
)  # fmt: skip
def test_what_lies_somewhere_is_asked_without_its_name(
    moves: str,
    asks: str,
    codes: list[str],
    room: Path,  # noqa: F811
) -> None:
    """A variable names what is looked for, and nothing names where: the order hung on the names of the modules."""
    rules = room / "garden" / "garden.rules"
    rules.write_text(f"{rules.read_text('utf-8')}{KEPT}value grown: count per G1\n    is weed on kept\n", "utf-8")
    for names in (("east", "west"), ("west", "east")):
        module(room, names[0], DUE.format("move", moves.replace("move slab to", "move slab from yard to")))
        module(room, names[1], LOG + DUE.format("ask", f"{asks}\n        set log to 1"))
        assert [each.code for each in together("east", "west").errors] == codes


FIRST = "whenever Colour k with turns = 1 and k is Red and not wet per R1\n    set wet to true\n"
SECOND = "whenever Colour k with turns = 1 and k is Red and not dry per R1\n    set dry to true\n"


@pytest.mark.parametrize(
    ("base", "second", "codes"),
    [
        ("whenever wet and not dry per G1\n    set turns to 7\n", SECOND, ["E0214"]),
        ("whenever wet per G1\n    game over\n", SECOND, ["E0214"]),
        ("whenever dry per G1\n    game over\n", SECOND, ["E0214"]),
        ("whenever Colour k with wet and k is Red per G1\n    enter Tidy(1)\n", SECOND, ["E0214"]),
        ("variable far: truth per G1\nwhenever wet and not far per G1\n    set far to true\n"
         "whenever far and dry per G1\n    set turns to 7\n", SECOND, ["E0214"]),
        ("whenever wet and not dry per G1\n    set turns to 7\n", "", []),
        ("variable far: truth per G1\nwhenever wet and not far per G1\n    set far to true\n", SECOND, []),
        ("whenever turns > 9 per G1\n    game over\n", SECOND, []),
        ("variable far: count per G1\nwhenever far < 3 and turns = 1 per G1\n    add 1 to far\n", SECOND, []),
        ("variable far: count per G1\nwhenever far < 3 and turns = 1 per G1\n    add 1 to far\n",
         SECOND.replace("not dry", "not dry and far < 2"), ["E0214"]),
    ],
)  # fmt: skip
def test_a_rule_of_the_base_may_come_between_two(base: str, second: str, codes: list[str], room: Path) -> None:  # noqa: F811
    """Behind a rule that binds all are looked at again: what the base then does hung on the names of the modules."""
    rules = room / "garden" / "garden.rules"
    rules.write_text(rules.read_text("utf-8") + KEPT + base, "utf-8")
    for names in (("east", "west"), ("west", "east")):
        module(room, names[0], FIRST)
        module(room, names[1], second or "law nothing_more per R1\n    true\n")
        assert [each.code for each in together("east", "west").errors] == codes


def test_nothing_comes_between_two_that_do_not_bind(room: Path) -> None:  # noqa: F811
    rules = room / "garden" / "garden.rules"
    more = "whenever Colour k with wet and not dry and k is Red per G1\n    set turns to 7\n"
    rules.write_text(rules.read_text("utf-8") + KEPT + more, "utf-8")
    module(room, "east", "whenever turns = 1 and not wet per R1\n    set wet to true\n")
    module(room, "west", "whenever turns = 1 and not dry per R1\n    set dry to true\n")
    assert together("east", "west").errors == ()


@pytest.mark.parametrize(
    ("plain", "codes"),
    [
        ("variable far: 0..9 per R1\nwhenever far < 3 and turns = 1 per R1\n    add 1 to far\n", ["E0214"]),
        ("variable far: 0..9 per R1\nwhenever far < 3 per R1\n    set far to next_one\nvalue next_one: 0..9 per R1\n    is far + 1\n", ["E0214"]),
        ("variable far: 0..9 per R1\nwhenever far < 3 and turns = 1 per R1\n    set far to turns\n", []),
        ("variable far: truth per R1\nwhenever Colour k with far and k is Red per R1\n    set far to false\n"
         "whenever turns = 1 per R1\n    set far to true\n", ["E0214"]),
    ],
)  # fmt: skip
def test_beside_one_that_binds_another_is_done_once_or_twice(plain: str, codes: list[str], room: Path) -> None:  # noqa: F811
    """In front of it, and not behind it, it is done again: so often something was counted as modules have names."""
    rules = room / "garden" / "garden.rules"
    rules.write_text(rules.read_text("utf-8") + KEPT, "utf-8")
    for names in (("east", "west"), ("west", "east")):
        module(room, names[0], FIRST)
        module(room, names[1], plain)
        assert [each.code for each in together("east", "west").errors] == codes
