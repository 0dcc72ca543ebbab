"""A search in a module goes through games on boards, and counts what lies on them."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from attrs import evolve, frozen

from refengine.bulk.errors import ExecutorsDiffer
from refengine.explore.claims import with_claims
from refengine.explore.module_search import ModuleSearch
from refengine.explore.run import ExplorationSettings, explore_scope
from refengine.ir.claims import Keep, SmallScope
from refengine.ir.configuration import configure
from refengine.ir.specialise import specialise
from refengine.loading import make_game
from refengine.program import ops
from refengine.program.from_ir.conservation import CONSERVED
from refengine.program.lowering import LoweredProgram, lowered
from refengine.program.storage.forms import Array, Mask, Tally
from refengine.source.cache import Cache
from tests.agreement.test_random_grids import Drawn, DrawnWithParts, rules_of
from tests.bulk.configurations import configurations
from tests.bulk.test_boards import MOLES, WALK, compiled
from tests.explore.test_module_search import program_of, same
from tests.explore.test_shares import in_order, shared
from tests.program.meaning import Meaning

CRATES = """\
game crates from rulebook tiny
    players 2 per R1
kind Side is Up, Right, Down, Left in a ring per R1
component Crate per R1
    mark: 1..24
    5 alike of each mark
grid board, squares, sides Side, holds at most one Crate, turned per R1
part Rim is Side of Crate on board per R1
zone piled of each Rim holds at most 3 Crate per R1
setup per R1
    move 1 Crate(1) from box of Crate to board of (0, 0), turned Up
    go Lay
phase Lay per R1
    ask chance
        action lay(c in box of Crate, d in edge of board) per R1
            then move 1 c from box of Crate to board of d, turned Down
            then go Lay
        action pile(c in box of Crate, r in spots of cells of board) per R1
            when (number of d in piled of r) < 3
            then move 1 c from box of Crate to piled of r
            then go Lay
"""
"""A game with so many sorts of crates that their counts are no one number."""


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("drawn", [Drawn, DrawnWithParts])
def test_random_games_on_grids_are_searched_as_the_engine_does(drawn: type[Drawn], seed: int) -> None:
    assert compared(drawn, seed, 150) > 10


@pytest.mark.campaign
@pytest.mark.parametrize("drawn", [Drawn, DrawnWithParts])
def test_many_random_games_on_grids_are_searched_as_the_engine_does(drawn: type[Drawn]) -> None:
    assert sum(compared(drawn, seed, 400) for seed in range(3, 80)) > 10_000


def compared(drawn: type[Drawn], seed: int, most: int) -> int:
    """Searches the game of a seed in both ways; how many states were found."""
    game = rules_of(seed, drawn)
    configuration, _ = configure(game, 1, {}, {}, None)
    assert configuration is not None
    found = same(game, configuration, most)
    assert found is not None
    return int(found["counts"][0])


def test_boards_of_all_sorts_are_searched_as_the_engine_does() -> None:
    for text, states in ((MOLES, 233), (WALK.format(most=9, way="Left"), 10)):
        game, configuration = compiled(text)
        found = same(game, configuration, 200)
        assert found is not None
        assert found["counts"][0] == states


def test_several_search_a_board_together() -> None:
    game, configuration = compiled(WALK.format(most=9, way="Left"))
    found = shared(game, configuration, 2)
    assert found is not None
    assert found == in_order(game, configuration)
    each = next(configurations("spec/carcassonne"))
    assert shared(each.game, each.configuration, 2, most=60) is None


def test_a_few_tiles_are_laid_in_all_ways() -> None:
    each = next(configurations("spec/carcassonne"))
    scope = SmallScope(
        "three", 2, (Keep("Tile", None, None, 9), Keep("Follower", None, None, 1)), alike=False, clause=each.game.clause
    )
    found, wanted = (
        explore_scope(
            each.game, scope, None, ExplorationSettings(limit=30, force=True, keep=Cache(None), engine=engine)
        )
        for engine in ("wasm", "reference")
    )
    assert found == wanted
    assert found.states > 30
    assert len(found.held) > 5


def test_seats_are_not_alike_on_boards() -> None:
    game, configuration = compiled(MOLES)
    made = lowered(specialise(game, configuration), search=True, alike=True)
    assert made == (None, "states that differ by seats alone, on boards")


# ---- WHAT LIES THERE IS COUNTED


@pytest.mark.parametrize("function", ["take from place", "put to place"])
@pytest.mark.parametrize("component", ["Mound", "Mole", "Flag"])
def test_a_piece_that_is_lost_on_a_board_or_made_is_found_out(component: str, function: str) -> None:
    game, configuration = compiled(MOLES)
    asked = with_claims(game, configuration)
    program = program_of(asked, configuration)
    assert program is not None
    done = ops.Return(ops.Address(1) if function.startswith("take") else ops.Number(0))
    functions = tuple(
        evolve(one, body=(done,)) if one.name == f"{function} {component}" else one for one in program.program.functions
    )
    assert functions != program.program.functions
    broken = evolve(program, program=evolve(program.program, functions=functions))
    search = ModuleSearch(make_game(asked, configuration), broken, 200)
    with pytest.raises(ExecutorsDiffer):
        search.run(200)


@frozen
class Laid:
    """A piece, by its number, that lies somewhere: in a zone, in a cell of a grid, or on a spot that is the nth."""

    where: str
    key: int
    piece: int


class Table:
    """Where pieces of one component may lie, and the bytes of a state in which they do, written as ADR 51 says."""

    def __init__(self, made: LoweredProgram, component: str) -> None:
        self.made = made
        packed = made.packed
        (self.component,) = (each for each in made.game.components if each.name == component)
        self.printed = Counter({number: each.copies for number, each in enumerate(self.component.pieces)})
        self.zones = {name: each for name, each in packed.zones.items() if each.zone.component == component}
        self.grids = {name: each for name, each in packed.grids.items() if each.zone.component == component}
        self.spreads = {name: each for name, each in packed.spreads.items() if each.zone.component == component}

    @property
    def places(self) -> list[tuple[str, int]]:
        """Some of the places, of each sort."""
        found = [(name, key) for name, each in self.zones.items() for key in range(each.size)]
        found += [(name, key) for name in self.grids for key in (0, 63, 64, 2080, 2081, 4095)]
        return found + [(name, key) for name in self.spreads for key in range(3)]

    @property
    def begun(self) -> list[Laid]:
        """All of them in one zone."""
        return [Laid(next(iter(self.zones)), 0, piece) for piece in self.printed.elements()]

    def laid_anywhere(self, pieces: list[int], draw: Random) -> list[Laid]:
        """Lays pieces down, in a cell one at most."""
        cells = [place for place in self.places if place[0] in self.grids]
        others = [place for place in self.places if place[0] not in self.grids]
        draw.shuffle(cells)
        return [
            Laid(*(cells.pop() if cells and draw.random() < 0.4 else draw.choice(others)), piece) for piece in pieces
        ]

    def written(self, pieces: list[Laid]) -> bytes:
        """The state in which these lie, and nothing else."""
        memory = bytearray(self.made.packed.size)

        def add(offset: int, amount: int) -> None:
            word = int.from_bytes(memory[offset : offset + 8], "little") + amount
            memory[offset : offset + 8] = word.to_bytes(8, "little")

        for laid in pieces:
            if laid.where in self.grids:
                grid = self.grids[laid.where]
                add(grid.taken + laid.key // 64 * 8, 1 << laid.key % 64)
                add(grid.held + laid.key * grid.width, laid.piece * grid.turns + 1)
                continue
            if laid.where in self.spreads:
                spread = self.spreads[laid.where]
                offset, form = spread.offset + laid.key * spread.stride, spread.form
                many = int.from_bytes(memory[spread.many : spread.many + 4], "little")
                add(spread.many, max(0, laid.key + 1 - many))
            else:
                zone = self.zones[laid.where]
                offset, form = zone.offset + laid.key * zone.stride, zone.form
            bits = form.bits if isinstance(form, (Mask, Tally)) else 8
            add(offset + laid.piece * bits // 64 * 8, 1 << laid.piece * bits % 64)
        return bytes(memory)


@pytest.mark.parametrize(("text", "component"), [(MOLES, "Mound"), (MOLES, "Mole"), (MOLES, "Flag"), (CRATES, "Crate")])
def test_a_table_holds_all_where_each_piece_lies_once(text: str, component: str) -> None:
    game, configuration = compiled(text)
    rules = specialise(game, configuration)
    made, reason = lowered(rules, search=True)
    assert made is not None, reason
    table, draw = Table(made, component), Random(component)
    forms = {type(each.form) for each in table.zones.values()}
    assert forms == {{"Mound": Tally, "Mole": Tally, "Flag": Mask, "Crate": Array}[component]}
    others = [Table(made, each.name) for each in made.game.components if each.name != component]
    rest = sum(int.from_bytes(each.written(each.begun), "little") for each in others)
    meaning, seen = Meaning(made.program), Counter[bool]()
    for _ in range(120):
        pieces = list(table.printed.elements())
        change = draw.randrange(4)
        if change == 1:
            pieces.remove(draw.choice(pieces))
        elif change == 2:
            pieces.append(draw.choice(pieces))
        elif change == 3:
            pieces[draw.randrange(len(pieces))] = draw.choice(pieces)
        laid = table.laid_anywhere(pieces, draw)
        if forms == {Mask} and max(Counter(laid).values()) > 1:
            continue  # a mask cannot say so
        whole = rest + int.from_bytes(table.written(laid), "little")
        meaning.memory[: made.packed.size] = whole.to_bytes(made.packed.size, "little")
        meaning.steps = 0
        holds = meaning.call(CONSERVED, 0) == 1
        assert holds is (Counter(pieces) == table.printed)
        seen[holds] += 1
    assert seen[True] > 20
    assert seen[False] > 20


@pytest.mark.parametrize("text", [MOLES, CRATES])
def test_a_piece_that_there_is_not_lies_nowhere(text: str) -> None:
    """All pieces are there, and in a cell lies one that nobody printed."""
    game, configuration = compiled(text)
    made, _ = lowered(specialise(game, configuration), search=True)
    assert made is not None
    tables = [Table(made, each.name) for each in made.game.components]
    meaning = Meaning(made.program)
    for table in tables:
        (grid,) = table.grids
        for piece, holds in ((None, 1), (len(table.component.pieces), 0)):
            laid = [] if piece is None else [Laid(grid, 70, piece)]
            whole = sum(int.from_bytes(each.written(each.begun), "little") for each in tables)
            whole += int.from_bytes(table.written(laid), "little")
            meaning.memory[: made.packed.size] = whole.to_bytes(made.packed.size, "little")
            meaning.steps = 0
            assert meaning.call(CONSERVED, 0) == holds
