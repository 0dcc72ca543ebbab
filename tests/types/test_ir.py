"""What the elaboration makes of small rule sets, where something could be wrong that no diagnostic would tell."""

from contextlib import chdir
from pathlib import Path

import pytest

from refengine.ir import control, game
from refengine.ir.domain import COUNT, PLAYER, Enum, Option, Piece, Place, Range, SetOf
from refengine.ir.expressions import (
    Arith,
    CallValue,
    Contents,
    Expr,
    FieldOf,
    Filter,
    Local,
    Located,
    Member,
    Narrow,
    NonZero,
    PlaceAt,
    Printed,
    TokensOn,
    Unwrap,
)
from refengine.ir.game import Game
from refengine.ir.lines import Expect
from refengine.ir.traverse import walk
from refengine.ir.wellformedness import faults_of_form
from refengine.pipeline import compile_folder
from tests.corpus.adapter import game_of
from tests.types.front_end import compile_texts

CORPUS = Path(__file__).parents[1] / "corpus"
PRINTED = {"days", "gates", "markets", "paths", "streets", "titles_of_tokens", "towns"}
TABLES = {path.stem: path.read_text("utf-8") for path in (CORPUS / "tables").glob("*.csv") if path.stem in PRINTED}
GOOD = sorted(path for path in CORPUS.glob("*/good/*.rules") if path.parent.parent.name not in {"text", "syntax"})

HEAD = """
game small from rulebook corpus
    players 2..3                        per R1

variable score of each player: 0..9     per R1
variable best: 0..9 or none             per R1
"""
SETUP = """
setup                                   per R1
    go Turn(1)
"""


def made(rules: str, head: str = HEAD + SETUP) -> Game:
    found, diagnostics = compile_texts({"game.rules": f"{head}\n{rules}"}, TABLES)
    assert [each for each in diagnostics if each.severity == "error"] == []
    assert found is not None
    assert faults_of_form(found) == ()
    return found


def script(rules: str, name: str = "Turn") -> dict[str, control.Point]:
    (found,) = (each for each in made(rules).phases if each.name == name)
    return {point.name: point for point in found.points}


def asked(points: dict[str, control.Point]) -> list[tuple[control.Point, control.Ask]]:
    return [(point, point.exit) for point in points.values() if isinstance(point.exit, control.Ask)]


def by_action(points: dict[str, control.Point], name: str) -> control.Point:
    return next(point for point, ask in asked(points) if name in {each.name for each in ask.actions})


def result(value: str) -> Expr:
    (found,) = (each for each in made(f"{value}\n{TURN}").values if each.name == "v")
    assert isinstance(found.body, game.Single)
    return found.body.result


TURN = """
phase Turn(p: player)                   per R1
    ask p
        action gain                     per R1
            then add 1 to score of p
        action stop                     per R1
            then game over
    go Turn(next of p)
"""


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_good_rule_sets_are_well_formed(path: Path) -> None:
    with chdir(CORPUS):
        found = compile_folder(game_of(path.relative_to(CORPUS))).game
    assert found is not None
    assert faults_of_form(found) == ()


# ---- SCRIPTS


def test_frame_data_is_what_is_still_needed() -> None:
    points = script("""
phase Turn(p: player)                   per R1
    let before_it = score of p
    let forgotten = score of next of p
    ask p
        action gain(k in 1..3)          per R1
            when k > forgotten
            then add k to score of p
    ask p
        action stay                     per R1
            then nothing
    if score of p > before_it
        game over
""")
    first, second = (by_action(points, name) for name in ("gain", "stay"))
    assert [each.name for each in first.params] == ["before_it", "forgotten", "p"]
    assert [each.name for each in second.params] == ["before_it", "p"]


def test_a_name_means_nothing_before_its_let() -> None:
    found, diagnostics = compile_texts(
        {
            "game.rules": HEAD
            + SETUP
            + """
phase Turn(p: player)                   per R1
    ask p
        action gain                     per R1
            when later > 3
            then add 1 to score of p
    let later = score of p
    set score of p to later
"""
        }
    )
    assert found is None
    assert [(each.code, each.message) for each in diagnostics] == [("E0201", "there is no name called `later`")]


def test_a_name_may_be_bound_again_behind_its_block() -> None:
    script("""
phase Turn(p: player)                   per R1
    ask p
        action gain(k in 1..3)          per R1
            then add k to score of p
    let k = score of p
    ask p
        action stay                     per R1
            then set score of p to k
    game over
""")


def test_done_leaves_the_loop_and_outside_it_the_phase() -> None:
    points = script("""
phase Turn(p: player)                   per R1
    repeat until done
        ask p
            action more                 per R1
                then add 1 to score of p
            action enough               per R1
                then done
    set score of p to 0
    ask p
        action leave                    per R1
            then done
        action stay                     per R1
            then game over
""")
    entries = {action.name: points[action.entry] for _, ask in asked(points) for action in ask.actions}
    question = next(point.name for point, ask in asked(points) if ask.actions[0].name == "more")
    behind = entries["enough"].exit
    assert isinstance(behind, control.Jump)
    assert isinstance(points[behind.point].effects[0], control.SetVariable)
    assert leads_to(points, entries["more"].exit, question)
    assert isinstance(entries["leave"].exit, control.Done)
    assert entries["leave"].params == ()


def leads_to(points: dict[str, control.Point], exit_: control.Exit, wanted: str) -> bool:
    while isinstance(exit_, control.Jump):
        if exit_.point == wanted:
            return True
        exit_ = points[exit_.point].exit
    return False


def test_a_loop_that_asks_keeps_what_is_to_come() -> None:
    points = script("""
phase Turn(p: player)                   per R1
    for each player q with score of q < 3
        ask q, if able
            action gain(k in 1..3)      per R1
                then add k to score of q
    go Turn(next of p)
""")
    ((point, ask),) = asked(points)
    assert [each.name for each in point.params] == ["p", "q", "q to come"]
    assert ask.if_able is not None
    first = points["start"].effects[0]
    assert isinstance(first, control.LetIn)
    assert isinstance(first.value, Filter)
    assert first.var == Local("q to come", SetOf(PLAYER))


def test_a_secret_question_keeps_who_has_still_to_choose() -> None:
    points = script("""
phase Turn(p: player)                   per R1
    ask every player q with score of q < 3, at once, in secret
        action gain(k in 1..3)          per R1
            then add k to score of q
    go Turn(next of p)
""")
    ((point, ask),) = asked(points)
    assert ask.who == Local("q still to choose", SetOf(PLAYER))
    assert ask.actor == Local("q", PLAYER)
    assert [each.name for each in point.params] == ["p", "q still to choose"]
    entry = points[ask.actions[0].entry]
    assert [type(each) for each in entry.effects] == [control.LetIn, control.AddNumber]
    assert isinstance(entry.exit, control.Fork)


def test_cases_with_control_are_a_fork_and_without_are_effects() -> None:
    points = script(
        """
phase Turn(p: player)                   per R1
    case low per R1
        when score of p < 3
        then add 1 to score of p
    case high per R1
        when score of p >= 3
        then nothing
    add 1 to score of next of p
    case goes_on per R1
        when score of p < 9
        then go Turn(next of p)
    case over per R1
        when score of p = 9
        then game over
""".replace("case over per", "case ends per")
    )
    start = points["start"]
    assert [type(each) for each in start.effects] == [control.Branches, control.AddNumber]
    assert isinstance(start.exit, control.ForkCases)
    assert [each.clause.path for each in start.exit.cases] == ["Turn.goes_on", "Turn.ends"]
    assert [type(each.exit) for each in start.exit.cases] == [control.Go, control.Over]


def test_the_end_of_a_phase_is_done_and_enter_comes_back() -> None:
    rules = """
phase Turn(p: player)                   per R1
    let old = score of p
    enter Gain(p)
    set score of p to old
    go Turn(next of p)

phase Gain(p: player)                   per R1
    add 1 to score of p
"""
    points = script(rules)
    start = points["start"].exit
    assert isinstance(start, control.Enter)
    assert [each.name for each in points[start.then].params] == ["old", "p"]
    assert isinstance(script(rules, "Gain")["start"].exit, control.Done)


# ---- NUMBERS AND OPTIONS


@pytest.mark.parametrize(
    ("written", "domain"),
    [
        ("m + n", Range(1, 18)),
        ("m - n", Range(-9, 8)),
        ("m * n", Range(0, 81)),
        ("m div n", Range(0, 9)),
        ("m mod n", Range(0, 8)),
        ("(m - n) div 2", Range(-5, 4)),
        ("(m - n) mod 4", Range(0, 3)),
        ("m mod 100", Range(0, 9)),
        ("-(m * 2)", Range(-18, 0)),
        ("m div -n", Range(-9, 0)),
        ("-m div -n", Range(0, 9)),
        ("m div (n - 5)", Range(-9, 9)),
        ("(m - n) div (n - 5)", Range(-9, 9)),
        ("m mod (n - 7)", Range(0, 5)),
        ("(m - n) mod -n", Range(0, 8)),
        ("number of player p", COUNT),
        ("sum of score of p for player p", COUNT),
        ("highest of score of p for player p", Range(0, 9)),
        ("if m = 0 then 20 else n", Range(1, 20)),
    ],
)
def test_arithmetic_stays_in_its_interval(written: str, domain: Range) -> None:
    found = result(f"value v(m: 0..9, n: 1..9): 0..1000 per R1\n    is {written}")
    assert (found.inner if isinstance(found, Narrow) else found).domain == domain


def test_a_divisor_owes_that_it_is_not_0() -> None:
    found = result("value v(m: 0..9): 0..9 per R1\n    is 9 div m")
    assert isinstance(found, Arith)
    assert isinstance(found.right, NonZero)


@pytest.mark.parametrize(
    ("written", "nodes"),
    [
        ("score of 1", ()),
        ("score of 1 + 1", (Narrow,)),
        ("best", (Unwrap,)),
        ("best + 1", (Narrow, Unwrap)),
        ("if best is none then 0 else best", (Unwrap,)),
        ("if best > 3 then 1 else 0", (Unwrap,)),
        ("if best = 3 then 1 else 0", ()),
    ],
)
def test_obligations_stand_where_they_are_needed_and_nowhere_else(written: str, nodes: tuple[type, ...]) -> None:
    found = result(f"value v: 0..9 per R1\n    is {written}")
    assert tuple(type(each) for each in walk(found) if isinstance(each, Narrow | Unwrap)) == nodes


# ---- NAMES AND PIECES

CARDS = """
game cards from rulebook corpus
    players 2..3                        per R1

kind Suit is Clubs, Hearts              per R1

component Card                          per R1
    rank: 1..2
    suit: Suit
    one of each suit and rank

zone hand of each player holds Card     per R1
zone pile holds Card                    per R1
"""


def moves(effects: str) -> list[control.MovePiece]:
    indented = "\n".join(f"    {line}" for line in effects.strip().splitlines())
    found = made(f"setup per R1\n{indented}\n    game over", CARDS + VALUES)
    return [each for point in found.setup.points for each in walk(point) if isinstance(each, control.MovePiece)]


VALUES = """
value only_card: Card per R1
    is the c in pile

value lowest_of(p: player): Card per R1
    is the c in hand of p with (no d in hand of p has d.rank < c.rank)
"""
PILE = PlaceAt("pile", None, "Card")


@pytest.mark.parametrize(
    ("effect", "source"),
    [
        ("each c in pile\n    move c to hand of 1", PILE),
        ("move all c in hand of 1 to pile", PlaceAt("hand", Member("player", 0), "Card")),
        ("move (the c in pile) to hand of 1", PILE),
        ("move (the c in pile else none) to hand of 1", PILE),
        ("move only_card to hand of 1", PILE),
        ("move lowest_of(2) to pile", PlaceAt("hand", Member("player", 1), "Card")),
        ("let c = only_card\nmove c to hand of 1", PILE),
        ("move Hearts 2 from box to pile", PlaceAt("box of Card", None, "Card")),
        ("each c in (all d in pile with d.rank = 1)\n    move c to hand of 1", PILE),
    ],
)
def test_a_move_knows_where_the_piece_lies(effect: str, source: Expr) -> None:
    ((move),) = moves(effect)
    assert move.source == source


def test_out_of_a_whole_family_a_piece_is_looked_for() -> None:
    (move,) = moves("each c in hand\n    move c to pile")
    assert isinstance(move.source, Located)
    assert move.source.piece == move.piece


def test_pieces_are_named_by_the_order_of_their_copies() -> None:
    found = made("setup per R1\n    move Card(Hearts, 2) from box to pile\n    game over", CARDS)
    (component,) = found.components
    assert [row.name for row in component.pieces] == ["Clubs 1", "Clubs 2", "Hearts 1", "Hearts 2"]
    assert component.key_fields == ("suit", "rank")
    (move,) = (each for each in walk(found.setup) if isinstance(each, control.MovePiece))
    assert move.piece == Printed("Card", 3)


def test_copies_that_differ_are_named_by_all_that_tells_them_apart() -> None:
    found, _ = compile_texts({"alike.rules": (CORPUS / "data" / "good" / "alike.rules").read_text("utf-8")})
    assert found is not None
    pieces = {each.name: [(row.name, row.copies) for row in each.pieces] for each in found.components}
    assert pieces["Figure"] == [("Red Follower", 7), ("Blue Follower", 7), ("Red Builder", 1), ("Blue Builder", 1)]
    assert pieces["Stone"] == [("Red", 3)]
    assert pieces["Die"] == [("Die", 2)]


def test_a_token_lies_on_the_holder_that_is_meant() -> None:
    path = CORPUS / "effects" / "good" / "tokens.rules"
    found, _ = compile_texts({path.name: path.read_text("utf-8")})
    holders = {(each.holder, type(each.key)) for each in walk(found) if isinstance(each, TokensOn)}
    assert {holder for holder, _ in holders} == {"player", "Town", "Cart"}


def test_kinds_name_each_other_in_any_order_and_maps_have_a_value_for_each_key() -> None:
    rules = """
kind Land from table lands              per R1
    near: Town
    cost of each Side: 0..9

table lands                             per R1
table towns                             per R1

kind Side is North, South               per R1

kind Town from table towns              per R1
    size: 1..3
    port: truth

value v(t: Land): truth                 per R1
    is t.near.port and t.near is not Cole
"""
    lands = "id,near,cost_North,cost_South\nEast,Ash,1,2\nWest,Cole,0,9\n"
    found, diagnostics = compile_texts({"game.rules": HEAD + SETUP + TURN + rules}, {**TABLES, "lands": lands})
    assert {each.code for each in diagnostics} <= {"W0201"}
    assert found is not None
    kinds = {each.name: each for each in found.kinds}
    assert kinds["Land"].rows == (("Ash", (1, 2)), ("Cole", (0, 9)))
    assert [type(each) for each in walk(found) if isinstance(each, FieldOf)] == [FieldOf, FieldOf, FieldOf]


def test_values_stand_behind_what_they_use() -> None:
    found = made(
        TURN
        + """
value first: truth                      per R1
    is second and third(1)

value second: truth                     per R1
    is third(2)

value third(p: player): truth           per R1
    is score of p > 3
"""
    )
    assert [each.name for each in found.values] == ["third", "second", "first"]
    assert [each.name for each in walk(found.values[2]) if isinstance(each, CallValue)] == ["second", "third"]


def test_sight_is_a_condition_over_viewer_and_owner() -> None:
    found = made(
        """
zone bag of each player holds Card, seen by each q with (q = owner or q = next of owner) during Play per R1

setup per R1
    move all c in box to pile
    go Play

phase Play per R1
    move all c in pile to bag of 1
    game over
""",
        CARDS,
    )
    (seen,) = (each.seen for each in found.zones if each.name == "bag")
    assert (seen.by, seen.viewer, seen.owner, seen.during) == (
        "each",
        Local("q", PLAYER),
        Local("owner", PLAYER),
        "Play",
    )


def test_questions_with_numbers_and_options_bound_ranges() -> None:
    found = made(
        """
option size: 2..5, default 3            per R1

question pay: 1..4 about R1             per R1
    "how much is it?"
    reading little is 1 "little", default
    reading much is 4 "much"

variable purse: 0..size                 per R1
variable owed: pay..pay                 per R1

edition dear                            per R1
    pay is much
""".replace("variable owed: pay..pay                 per R1", "variable owed: pay..9, starts pay      per R1")
        + TURN
    )
    domains = {each.name: each.domain for each in found.variables}
    assert domains["purse"] == Range(0, 5)
    assert domains["owed"] == Range(1, 9)
    assert found.editions[0].readings == (("pay", "much"),)


def test_claims_and_measures_keep_their_phases() -> None:
    path = CORPUS / "cases" / "good" / "examples.rules"
    found, _ = compile_texts({path.name: path.read_text("utf-8")})
    assert found is not None
    claim, witness = found.claims
    assert (claim.witness, claim.extent.phase, claim.extent.players, claim.extent.over) == (
        False,
        "Play",
        (2, 3),
        "Card",
    )
    assert (len(claim.extent.assuming), witness.witness, witness.extent.players) == (1, True, (2, 2))
    first = found.examples[0]
    assert (first.players, first.from_position, len(first.given)) == (3, True, 7)
    assert [line.by for line in first.lines if isinstance(line, Expect)][:2] == ["wins.trump", "wins.normally"]


def test_contents_and_places_are_told_apart_by_what_is_wanted() -> None:
    found = made(
        """
value v: place of Card per R1
    is if pile is empty then pile else hand of 1

setup per R1
    move Hearts 1 from box to v
    game over
""",
        CARDS,
    )
    (value,) = found.values
    assert value.domain == Place("Card")
    nodes = [each for each in walk(value.body) if isinstance(each, PlaceAt | Contents)]
    assert nodes == [Contents("pile", None, "Card"), PILE, PlaceAt("hand", Member("player", 0), "Card")]
    assert nodes[0].domain == SetOf(Piece("Card"))


def test_players_are_a_kind_in_a_ring() -> None:
    found = made(TURN + "variable first: player or nobody, starts 2 per R1\n")
    (first,) = (each for each in found.variables if each.name == "first")
    assert first.domain == Option(Enum("player"))
    assert first.starts == Member("player", 1)


PIPES = """game pipes from rulebook corpus
    players 2 per R1
kind Edge is North, East, South, West in a ring per R1
component Pipe per R1
    runs: set of Edge
    wide: truth
    2 alike with runs {East, North} and wide true
    1 alike with runs {} and wide false
setup per R1
    game over
"""


def test_a_piece_is_called_after_a_set_as_rules_write_it() -> None:
    """Of what is printed on it, in the order of the kind."""
    found, wrong = compile_texts({"x.rules": PIPES})
    assert found is not None, wrong
    (pipe,) = found.components
    assert [each.name for each in pipe.pieces] == ["{North, East} true", "{} false"]
