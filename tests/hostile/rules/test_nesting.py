"""More loops inside each other than Python takes in a function, in what is asked and in what is done."""

from pathlib import Path

import pytest

import refengine
from refengine.engine.emit.nesting import MOST_LOOPS, taken_apart
from tests.hostile.small import written

DEEP = 25


def nested(first: str, depth: int, last: str) -> str:
    return "".join(f"{first.format(i=i)} " for i in range(depth)) + last


@pytest.mark.parametrize("explain", [True, False])
@pytest.mark.parametrize("depth", [MOST_LOOPS, 21, 40])
def test_quantifiers(depth: int, explain: bool, tmp_path: Path) -> None:
    ordered = " and ".join(f"p{i} <= p{i + 1}" for i in range(depth - 1))
    every = nested("every player p{i} has", depth, f"({ordered}) implies p0 <= p{depth - 1}")
    some = nested("some player p{i} has", depth, f"x = p0 and p{depth - 1} = p0")
    never = nested("some player p{i} has", depth, f"x = p0 and p{depth - 1} = p0 and x != p{depth // 2} and {ordered}")
    rules = f"""
variable x: player, starts 1 per R1
value all_of_them: truth per R1
    is {every}
value some_of_them: truth per R1
    is {some}
value none_of_them: truth per R1
    is {never}
"""
    game = refengine.load(written(tmp_path / "game", rules, players="1"), explain=explain)
    state = game.initial()
    found = [game.value(state, name) for name in ("all_of_them", "some_of_them", "none_of_them")]
    assert found == [True, True, False]


def test_effects(tmp_path: Path) -> None:
    """Loops that end in a write see each other's, and what is written inside reaches the outside."""
    lines = [f"{'    ' * (i + 1)}each player p{i} with p{i} = 2" for i in range(DEEP)]
    lines += [f"{'    ' * (DEEP + 1)}add 1 to x", f"{'    ' * (DEEP + 1)}set y of p{DEEP - 1} to p3"]
    course = "setup per R1\n" + "\n".join(lines) + "\n    go Wait\n"
    course += "phase Wait per R1\n    ask 1\n        action stop per R1\n            then game over\n"
    rules = "variable x: 0..9 per R1\nvariable y of each player: player, starts 1 per R1\n"
    game = refengine.load(written(tmp_path / "game", rules, course=course), limits={"cases": 10**18})
    assert game.to_json(game.initial())["variables"] == {"x": 1, "y": {"1": 1, "2": 2}}


def test_choices(tmp_path: Path) -> None:
    """So many choices that the list of legal actions is nested deep."""
    choices = ", ".join(f"n{i} in {{{i}}}" for i in range(30))
    course = "setup per R1\n    go Wait\nphase Wait per R1\n    ask 1\n"
    course += f"        action take({choices}) per R1\n            then game over\n"
    game = refengine.load(written(tmp_path / "game", "", course=course))
    (only,) = game.legal(game.initial())
    assert only.arguments == tuple(range(30))


PROGRAM = """
def plain(n):
    '''One that is not deep stays as it is.'''  # with its comment
    return n


class Holder:
    @staticmethod
    def found(sets, wanted):
        count = 0
        {loops}
        return count
"""


@pytest.mark.parametrize("depth", [MOST_LOOPS - 1, MOST_LOOPS, MOST_LOOPS + 1, 20, 45])
@pytest.mark.parametrize("wanted", [None, 1, 2])
def test_a_function_does_the_same(depth: int, wanted: int | None) -> None:
    """Counting, leaving a loop and returning a value, all from the innermost loop, as a plain recursion does them."""
    loops, indent = [], "        "
    for i in range(depth):
        loops.append(f"{indent}for n{i} in sets[{i}]:")
        indent += "    "
    loops += [
        f"{indent}count += 1",
        f"{indent}if count == wanted:",
        f"{indent}    return [n0, n{depth - 1}]",
        f"{indent}if n{depth - 1} == 7:",
        f"{indent}    break",
    ]
    text = PROGRAM.format(loops="\n".join(loops).lstrip())
    sets = [[0]] * (depth - 2) + [[1, 2], [5, 7, 9]]
    made: dict[str, object] = {}
    exec(compile(taken_apart(text), "taken apart", "exec"), made)  # noqa: S102 - the text is above
    found = made["Holder"].found(sets, wanted)  # type: ignore[attr-defined]
    assert found == {None: 4, 1: [0, 5], 2: [0, 7]}[wanted]
    assert "# with its comment" in taken_apart(text)


def test_what_is_given_out_one_by_one() -> None:
    depth = 30
    lines = [
        f"{'    ' * (i + 1)}for n{i} in ({i}, {i} + 100):" if i > 27 else f"{'    ' * (i + 1)}for n{i} in ({i},):"
        for i in range(depth)
    ]
    text = "def all_of():\n" + "\n".join(lines) + f"\n{'    ' * (depth + 1)}yield n0, n28, n29\n"
    made: dict[str, object] = {}
    exec(compile(taken_apart(text), "taken apart", "exec"), made)  # noqa: S102 - the text is above
    assert list(made["all_of"]()) == [(0, 28, 29), (0, 28, 129), (0, 128, 29), (0, 128, 129)]  # type: ignore[operator]
