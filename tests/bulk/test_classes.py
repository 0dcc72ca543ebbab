"""Classes of spots that a module keeps as a grid grows: the same as those that the reference engine walks through.

A game in the loop of a module remembers from step to step, so whole games are compared: the score is what classes came
to in every state of the game, one after the other.
"""

import pytest

from refengine.ir import game as model
from refengine.ir.configuration import Configuration, configure
from refengine.ir.specialise import specialise
from refengine.loading import make_game
from refengine.program.lowering import lowered
from tests.bulk.side_by_side import played_by_both
from tests.bulk.test_boards import MOLES
from tests.types.front_end import compile_texts

CHANNELS = """\
id,shape,ends
along,Straight,Up Down
bent,Bend,Up Right
through,Cross,Up Down
across,Cross,Left Right
"""

PIPES = """\
game pipes from rulebook tiny
    players 1 per R1
kind Side is Up, Right, Down, Left in a ring per R1
kind Shape is Straight, Bend, Cross per R1
table channels per R1
kind Channel from table channels per R1
    shape: Shape
    ends: set of Side
component Pipe per R1
    shape: Shape
    6 alike with shape Straight
    6 alike with shape Bend
    4 alike with shape Cross
    starts in bag
zone bag holds Pipe per R1
grid board, squares, sides Side, holds at most one Pipe, turned per R1
part Spot is Channel of Pipe on board, by shape per R1
variable marks: 0..1000003 per R1
variable steps: 0..1000 per R1
region stream of Spot per R1
    joins s with r in spots of beside(cell of s) when leads(s, r) and leads(r, s)
region rank of Spot per R1
    joins s with r in spots of beside(cell of s) when part of s is part of r
value leads(s: Spot, r: Spot): truth per R1
    is some e in s.ends has cell of s toward e is cell of r
value extent(F: stream): count per R1
    is number of s in F
value sizes: count per R1
    is sum of (extent(F) * extent(F)) for F in (all stream of s for Spot s)
value ranks: count per R1
    is number of F in (all rank of s for Spot s)
setup per R1
    move 1 Pipe(Cross) from bag to board of (0, 0), turned Up
    go Work
phase Work per R1
    if {stop}
        game over
    add 1 to steps
    set marks to (marks * 7 + sizes + 3 * ranks) mod 1000003
    ask 1
        action put(t in bag, d in edge of board, s in Side) per R1
            then move 1 t from bag to board of d, turned s
        action put_two(t in bag, u in bag, d in edge of board, s in Side) per R1
            when t is not u and board of (d toward s) is empty and (number of v in bag) > 3
            then move 1 t from bag to board of d, turned s
            then move 1 u from bag to board of (d toward s), turned Right
        action lift(d in cells of board) per R1
            when (number of e in cells of board) > {few}
            then move (the t in board of d) from board of d to bag
        action turn(d in cells of board, s in Side) per R1
            when (number of e in cells of board) > {few}
            when s is not turn of board of d
            then move (the t in board of d) from board of d to board of d, turned s
    go Work
outcome per R1
    scores are marks for player p
    winners are player
invariant everybody_is_in_his_stream per R1
    every Spot s has s in stream of s and (every r in stream of s has stream of r = stream of s)
step invariant streams_only_grow per R1
    {grow}
"""

LIFTED = (
    "steps > 40",
    "3",
    "every s in before(Spot) has (number of r in before(stream of s)) >= 1 and steps >= before(steps)",
)
"""Pieces are taken off, turned and put two at once, which makes classes come apart."""

LAID = (
    "steps > 40 or (number of t in bag) < 2",
    "99",
    "every s in before(Spot) has before(extent(stream of s)) <= extent(stream of s)",
)
"""Pieces are only laid: classes grow."""


def pipes(stop: str, few: str, grow: str) -> tuple[model.Game, Configuration]:
    sources = {"x.rules": PIPES.format(stop=stop, few=few, grow=grow)}
    made, wrong = compile_texts(sources, {"channels": CHANNELS})
    assert made is not None, [each.message for each in wrong]
    found, _ = configure(made, 1, {}, {}, None)
    assert found is not None
    return made, found


@pytest.mark.parametrize("how", [LIFTED, LAID])
def test_classes_that_are_kept_are_those_that_are_walked_through(how: tuple[str, str, str]) -> None:
    rules, configuration = pipes(*how)
    played_by_both(rules, configuration, (0,), 60)
    game = make_game(rules, configuration)
    found, wanted = (game.playouts(12, 3, engine=engine) for engine in ("wasm", "reference"))
    assert (found.engine, found.breaches) == ("wasm", ())
    assert (found.outcomes, found.lengths) == (wanted.outcomes, wanted.lengths)
    assert len(found.outcomes) > 9


def test_classes_are_kept_where_it_hangs_on_the_spots_alone_who_is_joined() -> None:
    rules, configuration = pipes(*LAID)
    made, _ = lowered(specialise(rules, configuration))
    assert made is not None
    assert {"grow stream", "grow rank"} <= {each.name for each in made.program.functions}
    moles, _ = compile_texts({"x.rules": MOLES})
    assert moles is not None
    of_moles, _ = configure(moles, 2, {}, {}, None)
    assert of_moles is not None
    other, _ = lowered(specialise(moles, of_moles))
    assert other is not None
    assert not [each.name for each in other.program.functions if each.name.startswith("grow ")]
