"""Boards in packed states: cells and spots as numbers, lists, moves among grids and spots, and what leaves the window."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from refengine.bulk.batch import ModuleBatch
from refengine.bulk.lockstep import Lockstep
from refengine.bulk.machine import Machine
from refengine.bulk.wasm import by_module
from refengine.ir import game as model
from refengine.ir.configuration import Configuration, configure
from refengine.ir.specialise import specialise
from refengine.loading import make_game
from refengine.program.from_ir.grids import OUTSIDE
from refengine.program.lowering import lowered
from refengine.program.storage.values import Unpackable
from refengine.program.storage.windows import CELLS_HELD, cell_name, cell_named, spot_bits, spot_name, spot_named
from refengine.runtime.batches import NoModule
from refengine.runtime.fault import Fault
from refengine.runtime.random_games import RandomGames
from tests.agreement.test_random_grids import Drawn, DrawnWithParts, rules_of
from tests.bulk.side_by_side import played_by_both
from tests.semantics.lockstep import paired, played as played_as_meant
from tests.types.front_end import compile_texts


def mounds(others: int) -> str:
    """Returns rules of three deep mounds, and so many of each other sort, which start in a bag."""
    return f"""\
    players 2 per R1
kind Side is Up, Right, Down, Left in a ring per R1
kind Hole is Deep, Flat, Wide per R1
component Mound per R1
    hole: Hole
    3 alike with hole Deep
    {others} alike with hole Flat
    {others} alike with hole Wide
    starts in bag
"""


MOLES = (
    f"game moles from rulebook tiny\n{mounds(2)}"
    """\
component Mole per R1
    owner: player
    3 alike of each owner
component Flag per R1
    owner: player
    one of each owner
zone bag holds Mound per R1
grid board, squares, sides Side, holds at most one Mound, turned per R1
grid camp, squares, sides Side, holds at most one Flag per R1
grid nest, squares, sides Side, holds at most one Mole per R1
part Rim is Side of Mound on board per R1
zone moles of each Rim holds at most 2 Mole per R1
zone flags of each Rim holds at most one Flag per R1
variable last: Rim or none per R1
variable known: set of Rim per R1
variable visited: set of cell per R1
variable here: cell, starts (0, 0) per R1
variable where: place of Mole, starts box of Mole per R1
variable numbers: set of 0..99999 per R1
variable marks: 0..100000 per R1
region rank of Rim per R1
    joins s with r in spots of beside(cell of s) when part of s is part of r or marks > 50
region pack of Rim per R1
    joins s with r in near(s) when s in near(r)
value near(s: Rim): set of Rim per R1
    is (spots of cell of s) + (all r in spots of moles with cell of r in around(cell of s))
value extent(F: rank): count per R1
    is number of s in F
value biggest: count per R1
    is if spots of cells of board is empty then 0 else highest of extent(F) for F in (all rank of s for s in spots of cells of board)
value rows: set of cell per R1
    is all cell of s for s in spots of moles
value ranks: count per R1
    is number of F in (all rank of s for s in spots of edge of board + spots of cells of board) with extent(F) > 1
value has_come(p: player): truth per R1
    is some s in spots of moles has some m in moles of s has m.owner is p
setup per R1
    move 1 Mound(Deep) from bag to board of (0, 0), turned Right
    move Flag(1) from box of Flag to camp of (3, 3)
    go Place(1, (0, 0), spots of (0, 0), visited)
phase Place(p: player, c: cell, rims: set of Rim, cells: set of cell) per R1
    if marks > 70
        go Loop(rims)
    ask p
        action put(t in bag, d in edge of board, s in Side) per R1
            when d != here
            then move 1 t from bag to board of d, turned s
            then add d to visited
            then add 7 to marks
            then go Place(next of p, d, rims + spots of d, cells + beside(d))
        action dig(s in rims) per R1
            when s in Rim and box of Mole is not empty
            when some m in box of Mole has m.owner is p
            then move 1 Mole(p) from box of Mole to moles of s
            then set last to s
            then add s to known
            then add marks * 13 to numbers
            then add 1 to marks
            then set where to moles of s
            then go Place(next of p, cell of s, rims - {s}, cells)
        action hop(s in spots of moles, r in Rim) per R1
            when r != s and some m in moles of s has m.owner is p
            when (number of m in moles of r) < 2 and marks mod 3 = 0
            then move 1 Mole(p) from moles of s to moles of r
            then add 1 to marks
            then remove s from known
            then set where to moles of r
            then go Place(p, c, rims, cells - visited)
        action home(s in spots of moles) per R1
            when some m in moles of s has m.owner is p
            then simultaneously
                each m in moles of s
                    move m to nest_or_box(s)
                set last to none
                add 2 to marks
            then go Place(next of p, here, rims, {here, c})
        action wake(d in cells of nest) per R1
            then move (the m in nest of d) from nest of d to box of Mole
            then add 3 to marks
            then set here to d
            then go Place(next of p, d, rims, cells)
        action carry(d in beside(c)) per R1
            when camp of d is empty and Flag(1) in camp
            then move Flag(1) from camp of cell of Flag(1) to camp of d
            then set here to cell of Flag(1)
            then add 1 to marks
            then go Place(next of p, d, rims, cells)
        action plant(r in rank of first_of(c)) per R1
            when r in Rim and flags of r is empty and Flag(2) in box of Flag
            then move Flag(2) from box of Flag to flags of r
            then add 1 to marks
            then go Place(p, c, rims, cells)
        action count per R1
            then add biggest + ranks + (number of d in rows) + (number of d in cells) + (number of r in pack of first_of((0, 0))) to marks
            then add marks to numbers
            then go Place(next of p, c, rims, cells)
        action back per R1
            when where is not box of Mole
            then move 1 Mole(p) from where to box of Mole
            then set where to box of Mole
            then add 4 to marks
            then go Place(next of p, c, rims, cells)
phase Loop(rims: set of Rim) per R1
    for each s in rims
        ask 1
            action agree per R1
                when s in Rim
                then add 1 to marks
            action refuse per R1
    game over
value first_of(c: cell): Rim per R1
    is if spots of c is empty then Rim((0, 0), Up, Left) else the r in spots of c with part of r is Up
value nest_or_box(s: Rim): place of Mole per R1
    is if nest of cell of s is empty and (number of m in moles of s) = 1 then nest of cell of s else box of Mole
outcome per R1
    scores are (if has_come(p) then ranks + biggest else 0) for player p
    winners are player
invariant every_rank_is_a_rank per R1
    every s in spots of moles has s in rank of s and (every r in rank of s has rank of r = rank of s)
step invariant moles_stay per R1
    every s in before(spots of moles) has marks >= before(marks) and (moles of s is not empty or cell of s in cells of board)
invariant numbers_are_marks per R1
    every n in numbers has n <= 1300000
invariant all_turned per R1
    every c in cells of board has turn of board of c in Side and c not in edge of board
"""
)
"""Two grids of different pieces and one of figures, places that are kept, spots of which one is left when another comes,
sets that frames hold, regions that everything is asked for, sets of large numbers, and a fault where somebody goes back.
"""

WALK = """\
game walk from rulebook tiny
    players 1 per R1
kind Side is Up, Right, Down, Left in a ring per R1
component Stone per R1
    8 alike
    starts in bag
zone bag holds Stone per R1
grid road, squares, sides Side, holds at most one Stone per R1
variable steps: 0..99 per R1
variable home: cell, starts (0, 0) per R1
setup per R1
    move 1 Stone from bag to road of (0, 0)
    go Walk((0, 0))
phase Walk(c: cell) per R1
    if steps = {most}
        game over
    ask 1
        action walk(s in Side) per R1
            when s is {way}
            then add 1 to steps
            then set home to c toward s
            then go Walk(c toward s)
        action wait per R1
            when steps = 99
            then move 1 Stone from bag to road of (c toward Up)
            then go Walk(c)
invariant nearby per R1
    home not in edge of road or home in {{(0, 1), (1, 0), (-1, 0), (0, -1)}}
"""
"""Somebody walks one way, and looks at the edge of what lies at home."""


def lockstep(game: model.Game, configuration: Configuration) -> Lockstep:
    found, reason = lowered(specialise(game, configuration))
    assert found is not None, reason
    return Lockstep(Machine(found), make_game(game, configuration))


def compiled(text: str) -> tuple[model.Game, Configuration]:
    made, wrong = compile_texts({"x.rules": text})
    assert made is not None, [each.message for each in wrong]
    found, _ = configure(made, made.players[0], {}, {}, None)
    assert found is not None
    return made, found


CALLED = """\
        action call_all per R1
            when cells of nest is not empty
            then simultaneously
                each d in cells of board
                    each m in nest of d
                        move m to burrow
                    each r in spots of d
                        each m in moles of r
                            move m to burrow
            then add 1 to marks
            then go Place(next of p, c, rims, cells)
        action back per R1
"""


def burrowing() -> str:
    """The same game, in which moles start in a zone that keeps their order, and come back to it."""
    rules = MOLES.replace("box of Mole", "burrow").replace("        action back per R1\n", CALLED)
    rules = rules.replace("    3 alike of each owner\n", "    3 alike of each owner\n    starts in burrow\n")
    return rules.replace("zone bag holds", "zone burrow holds Mole, ordered per R1\nzone bag holds")


# ---- NUMBERS


def cells(chance: Random, most: int, far: int = 31) -> Iterator[tuple[int, int]]:
    for _ in range(most):
        yield chance.randint(-far, far), chance.randint(-far, far)


def test_numbers_of_cells_are_in_the_order_of_cells() -> None:
    listed = sorted(set(cells(Random(1), 300)))
    numbers = [cell_named(f"({column}, {row})") for column, row in listed]
    assert numbers == sorted(set(numbers))
    assert [cell_name(each) for each in numbers] == [f"({column}, {row})" for column, row in listed]
    assert 0 <= min(numbers) <= max(numbers) < CELLS_HELD


@pytest.mark.parametrize("name", ["(32, 0)", "(0, -33)", "(999999999, 2)", "(0,0)", "(-0, 1)", "(01, 1)", "()", ""])
def test_what_is_beyond_the_window_or_no_cell_has_no_number(name: str) -> None:
    with pytest.raises(ValueError):
        cell_named(name)


@pytest.mark.parametrize(("parts", "turned"), [(1, True), (4, True), (107, True), (5, False), (64, False)])
def test_numbers_of_spots_are_in_the_order_of_spots(parts: int, turned: bool) -> None:
    chance, bits = Random(parts), spot_bits(parts, turned=turned)
    printed, sides = tuple(f"p{each}" for each in range(parts)), ("N", "E", "S", "W")
    listed = sorted(
        {(*cell, chance.randrange(parts), chance.randrange(4) if turned else 0) for cell in cells(chance, 200)}
    )
    names = [
        f"({column}, {row}) p{part}" + (f", turned {sides[turn]}" if turned else "")
        for column, row, part, turn in listed
    ]
    numbers = [spot_named(each, bits, printed, sides) for each in names]
    assert numbers == sorted(set(numbers))
    assert [spot_name(each, bits, printed, sides) for each in numbers] == names


# ---- STATES


@pytest.fixture(scope="module")
def moles() -> Lockstep:
    return lockstep(*compiled(MOLES))


def positions(both: Lockstep, seed: int, most: int) -> Iterator[object]:
    """The states of a random game."""
    chance, state = Random(seed), both.game.initial()
    for _ in range(most):
        yield state
        legal = both.game.legal(state)
        if not legal:
            return
        try:
            state = both.game.apply(state, chance.choice(legal))
        except Fault:
            return


def test_equal_states_are_equal_bytes_whatever_order_data_have(moles: Lockstep) -> None:
    both, chance = moles, Random(5)
    seen: dict[bytes, object] = {}
    for state in positions(both, 3, 14):
        data = both.game.to_json(state)
        packed = both.codec.pack(data)
        for zone in ("board", "moles"):
            listed = list(data["zones"][zone].items())
            chance.shuffle(listed)
            data["zones"][zone] = dict(listed)
        assert both.codec.pack(data) == packed
        assert both.codec.unpack(packed) == data
        assert seen.setdefault(packed, state) == state


def test_bits_that_no_board_has_are_refused(moles: Lockstep) -> None:
    both, chance = moles, Random(6)
    *_, state = positions(both, 4, 14)
    packed = both.codec.pack(both.game.to_json(state))
    said = both.codec.unpack(packed)
    taken = [place for place, byte in enumerate(packed) if byte]
    for _ in range(200):
        changed = bytearray(packed)
        changed[chance.choice((chance.choice(taken), chance.randrange(len(packed))))] ^= 1 << chance.randrange(8)
        try:
            other = both.codec.unpack(bytes(changed))
        except Unpackable:
            continue
        assert other != said
        assert both.codec.pack(other) == bytes(changed)


@pytest.mark.parametrize("name", ["(40, 0), turned Up", "(0, -33), turned Up"])
def test_a_board_beyond_the_window_is_not_packed(moles: Lockstep, name: str) -> None:
    both = moles
    data = both.game.to_json(both.game.initial())
    data["zones"]["board"][name] = ["Deep"]
    with pytest.raises(Unpackable, match="beyond"):
        both.codec.pack(data)


# ---- PLAY


def test_pieces_on_two_grids_and_on_spots_are_moved_alike() -> None:
    played = played_by_both(*compiled(MOLES), (4, 6), 60)
    assert [each.left for each in played] == [None, None]
    assert [each.ended.how for each in played] == ["fault", "over"]


def test_what_comes_from_a_board_lies_in_order() -> None:
    """In the order in which it is said, also where one loop moves from a grid and from spots."""
    rules, configuration = compiled(burrowing())
    played = played_by_both(rules, configuration, range(38, 54), 60)
    assert [each.left for each in played] == [None] * 16
    meant = paired(rules, configuration)
    assert sum(played_as_meant(meant, seed, 11) for seed in range(4)) > 30


@pytest.mark.parametrize("drawn", [Drawn, DrawnWithParts])
def test_random_boards_are_played_alike(drawn: type[Drawn]) -> None:
    ended: Counter[str] = Counter()
    for seed in range(6):
        rules = rules_of(seed, drawn)
        configuration, _ = configure(rules, 1, {}, {}, None)
        assert configuration is not None
        played = played_by_both(rules, configuration, (0, 1), 40, checked=bool(seed % 2))
        assert [each.left for each in played] == [None, None]
        ended.update(each.ended.how for each in played)
    assert min(ended["over"], ended["broken"]) >= 1


@pytest.mark.parametrize("way", ["Up", "Right", "Down", "Left"])
def test_at_the_end_of_the_window_the_reference_engine_goes_on(way: str) -> None:
    """Nobody stops at a wall: the module does, says that it is no fault, and the game is played as it should be."""
    for most in (28, 40):
        rules, configuration = compiled(WALK.format(most=most, way=way))
        (played,) = played_by_both(rules, configuration, (0,), 60)
        assert (played.left is None) == (most == 28)
        if played.left is not None:
            assert (played.left.what, played.left.fault) == (OUTSIDE, False)
        game = make_game(rules, configuration)
        found, wanted = (game.playouts(2, 1, engine=engine) for engine in ("wasm", "reference"))
        assert (found.steps, found.cut, found.lengths) == (wanted.steps, wanted.cut, wanted.lengths)
        assert found.breaches == ()


def test_games_side_by_side_refuse_boards_by_name() -> None:
    rules, configuration = compiled(MOLES)
    with pytest.raises(NoModule, match="`dig`: more than 65,536 actions to choose from"):
        make_game(rules, configuration).batch(2, 1)


def test_a_view_has_all_that_lies_on_a_board() -> None:
    rules, configuration = compiled(WALK.format(most=9, way="Left"))
    game = make_game(rules, configuration)
    batch = game.batch(2, 1)
    assert isinstance(batch, ModuleBatch)
    (told,) = (each for each in batch.fields if each.name == "road")
    cells = bytes(batch.observe(1))[told.offset : told.offset + told.size]
    grid = batch.machine.lowered.packed.grids["road"]
    assert (told.tells, told.key, told.bits, told.size) == ("held", None, 0, grid.bytes)
    middle = cell_named("(0, 0)")
    taken = int.from_bytes(cells[: grid.held - grid.taken], "little")
    assert [taken, cells[grid.held - grid.taken + middle * grid.width]] == [1 << middle, 1]


BAGS = (
    f"game bags from rulebook tiny\n{mounds(3)}"
    """\
zone bag holds Mound per R1
grid board, squares, sides Side, holds at most one Mound per R1
variable marks: count per R1
value plenty: count per R1
    is number of Hole h with (number of m in bag with m.hole = h) > 1
setup per R1
    move 1 Mound(Deep) from bag to board of (0, 0)
    go Place(1)
phase Place(p: player) per R1
    ask p
        action put(t in bag, d in edge of board) per R1
            then move 1 t from bag to board of d
            then add plenty to marks
            then go Place(next of p)
        action rest per R1
            when plenty < 3
            then add plenty to marks
            then game over
outcome per R1
    scores are marks for player p
    winners are player
"""
)


def test_what_goes_to_a_board_is_gone_from_where_it_was() -> None:
    """What is remembered of the bag is asked again, though what is put is written to another part of the state."""
    game, configuration = compiled(BAGS)
    found, reason = lowered(specialise(game, configuration))
    assert found is not None, reason
    reference = make_game(game, configuration)
    inside = by_module(Machine(found), reference, RandomGames(range(60), 3, 100), checked=False).found(3, "wasm")
    outside = reference.playouts(60, 3, limit=100, checked=False, engine="reference")
    assert (inside.outcomes, inside.lengths) == (outside.outcomes, outside.lengths)
    assert len(inside.outcomes) > 5
