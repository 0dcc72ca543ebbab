"""The whole way from a specialised game to a program; or the reason for which there is none."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Final

from attrs import field, frozen

from refengine.ir import game as model
from refengine.ir.bare import without_unused_values
from refengine.ir.circles import closing_jumps
from refengine.ir.domain import Domain
from refengine.ir.footprint import Footprints, footprints_of, stateless
from refengine.ir.sharing import Sharing
from refengine.ir.simplify import Folding, sizes_of
from refengine.ir.specialise import with_constants
from refengine.ir.totality import total_values
from refengine.program import ops
from refengine.program.from_ir.arrays import add_arrays, add_makers
from refengine.program.from_ir.asks import OFFERED, TOTAL, UNEVEN, actions_of, add_asks
from refengine.program.from_ir.batches import Batch, add_batches, arrays_of
from refengine.program.from_ir.bitmap_indexes import add_indexes
from refengine.program.from_ir.classes import add_classes, globals_of_classes
from refengine.program.from_ir.expressions import LOWERING
from refengine.program.from_ir.grids import add_grids
from refengine.program.from_ir.lists import add_lists
from refengine.program.from_ir.memo import reads_of
from refengine.program.from_ir.moves import add_moves
from refengine.program.from_ir.playing import RANDOM, Addresses, add_playing
from refengine.program.from_ir.points import LISTED, add_points
from refengine.program.from_ir.properties import Named, Property, add_outcome, add_properties, properties_of
from refengine.program.from_ir.refusals import Wishes, add_refusals
from refengine.program.from_ir.search import add_search
from refengine.program.from_ir.search_progress import SearchLayout, globals_of
from refengine.program.from_ir.sequences import add_sequences
from refengine.program.from_ir.settled_conditions import add_start
from refengine.program.from_ir.sight import ViewLayout, add_sight
from refengine.program.from_ir.simultaneous import ENTRY, KEPT
from refengine.program.from_ir.spots import add_spots
from refengine.program.from_ir.stamps import BEGUN, add_stamps, parts_of
from refengine.program.from_ir.stepping import GROUPED, add_stepping
from refengine.program.from_ir.unit import ARENA, ARENA_END, ARENA_START, CLOCK, MOST_KEPT, ROOM, TrapSite, Unit
from refengine.program.from_ir.values import add_value
from refengine.program.from_ir.zones import add_zones
from refengine.program.passes.constants import known_parameters
from refengine.program.passes.inlining import inlined
from refengine.program.passes.summaries import Summaries
from refengine.program.passes.unused import without_unused
from refengine.program.storage.packed import DEEPEST, DEEPEST_IN_PLAY, Packed, packed_of
from refengine.program.unfit import Unfit
from refengine.source.garbage import undisturbed

BOARDS: Final = 4
"""The factor by which sets have more room in games on grids, which ask for many lists."""


@frozen
class ActionForm:
    """An action as the list of what is legal has it: its name, who decides, the domains of its arguments."""

    name: str
    decider: str
    choices: tuple[Domain, ...]


@frozen
class LoweredProgram:
    """A program with what has to be known to run it; sites are numbered from 1, in order.

    One that is asked who sees what has a `view`, and says what stands in the way of `wishes`; one that plays many games
    side by side has a `view` and a `batch`.
    """

    game: model.Game
    packed: Packed
    program: ops.Program
    addresses: Addresses
    sites: tuple[TrapSite, ...]
    actions: tuple[ActionForm, ...]
    properties: tuple[Property, ...]
    view: ViewLayout | None = None
    wishes: Wishes | None = None
    batch: Batch | None = None
    search: SearchLayout | None = None
    summaries: Summaries = field(factory=Summaries, eq=False, repr=False)
    """The summaries of the bodies that the passes have looked through, so that the printer need not do it again."""


def lowered(
    specialised: model.Game,
    *,
    sight: bool = False,
    batch: bool = False,
    search: bool = False,
    alike: bool = False,
    led: bool = False,
    asked: AbstractSet[Named] | None = None,
) -> tuple[LoweredProgram | None, str | None]:
    """Returns the program of a game that is specialised, or the reason for which there is none.

    One that is `led` takes steps, a call each. With `sight` it also says who decides, what a seat sees, and what stands
    in the way of an action. With `batch` it plays games side by side, and says who decides and what a seat sees. With
    `search` it goes through all states, and asks in each what the examples say, which are claims there; with `alike`
    states that differ by seats alone count once, which is for those to ask who know that the rules treat seats alike.
    Of what has to hold only what is `asked` is looked at, if that is given; whether there is a program does not hang on
    it.
    """
    try:
        with undisturbed():
            game = with_constants(specialised)
            footprints = footprints_of(game)
            game = without_unused_values(game, footprints)
            searched = alike if search else None
            made = _lowered(
                game, footprints, sight=sight or batch, side_by_side=batch, searched=searched, led=led, asked=asked
            )
            return made, None
    except Unfit as unfit:
        return None, unfit.reason


def _lowered(
    game: model.Game,
    footprints: Footprints,
    *,
    sight: bool,
    side_by_side: bool,
    searched: bool | None,
    led: bool,
    asked: AbstractSet[Named] | None,
) -> LoweredProgram:
    """Returns the program; `searched` says whether a search takes seats for alike, and is None where there is none."""
    folding = Folding(sizes_of(game), {}, total_values(game.values))
    values = {each.name: each for each in game.values}
    returning = closing_jumps((game.setup, *game.phases))
    unit = Unit(
        LOWERING,
        game,
        packed_of(game, returning, DEEPEST if side_by_side or searched is not None else DEEPEST_IN_PLAY),
        folding,
        Sharing(values, folding, frozenset()),
        values,
        stateless(game, footprints),
        returning,
        reads_of(game, footprints),
    )
    # The state comes first: the nearer its address is to 0, the shorter is what names it.
    unit.memory.tables["state"] = unit.memory.room(unit.packed.size)
    unit.memory.tables["kept"] = unit.memory.room(MOST_KEPT * ENTRY)
    add_arrays(unit)
    add_sequences(unit)
    add_zones(unit)
    add_grids(unit)
    add_spots(unit)
    add_moves(unit)
    add_indexes(unit)
    for value in game.values:
        add_value(unit, value)
    add_classes(unit)
    add_asks(unit)
    add_points(unit)
    add_outcome(unit)
    add_properties(unit, asked)
    addresses = add_playing(unit, at_random=side_by_side or not sight)
    if led:
        add_stepping(unit, addresses)
    view = add_sight(unit, addresses.state) if sight else None
    wishes = add_refusals(unit, addresses.state) if sight and not side_by_side else None
    batch = add_batches(unit, addresses, view) if side_by_side and view is not None else None
    search = None if searched is None else add_search(unit, addresses, alike=searched)
    add_stamps(unit)
    room = unit.sites.number(game.clause, "no room for sets", fault=False)
    add_lists(unit, room)
    add_makers(unit, room)
    room_for_sets = ROOM * (BOARDS if unit.packed.grids else 1)
    arena = unit.memory.room(room_for_sets)
    laid = () if batch is None else arrays_of(batch)
    counters = (
        (each, 0)
        for each in (
            *(KEPT, LISTED, OFFERED, TOTAL, UNEVEN, RANDOM, CLOCK, BEGUN),
            *((GROUPED,) if led else ()),
            *parts_of(game),
            *unit.stamps.values(),
            *laid,
            *globals_of(search),
        )
    )
    variables = (
        (ARENA, arena),
        (ARENA_START, arena),
        (ARENA_END, arena + room_for_sets),
        *globals_of_classes(unit),
        *counters,
    )
    start = add_start(unit)
    plain = ops.Program(tuple(unit.functions.values()), variables, tuple(unit.memory.data), unit.memory.used, start)
    summaries = unit.summaries
    program = inlined(known_parameters(without_unused(plain, summaries), summaries), summaries)
    actions = tuple(
        ActionForm(
            action.name,
            ask.decider,
            tuple(choice.var.domain for choice in action.choices),
        )
        for _, ask, action in actions_of(unit.game)
    )
    sites = tuple(unit.sites.numbers)
    held = properties_of(game)
    return LoweredProgram(
        game, unit.packed, program, addresses, sites, actions, held, view, wishes, batch, search, summaries
    )
