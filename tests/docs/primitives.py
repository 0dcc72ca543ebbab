"""The list of primitives in `proofs/palisades/README.md`: what an author of texts may enter, and relies on.

A row is a phase that some text is open over: what it is told, what it rests on, the bars under which no text enters it, what
it changes itself, and which of the invariants read that, so that it might break them. All is read off the rules; that every
invariant is kept is what `spec/palisades/evidence.toml` promises.

    python -m tests.docs.primitives

puts what is so into the page. Read the difference before you keep it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from refengine.ir import control, expressions as ir
from refengine.ir.footprint import closure, footprint
from refengine.ir.game import Game, Invariant
from refengine.ir.standing import STANDING
from refengine.ir.traverse import walk
from refengine.pipeline import compile_folder
from refengine.resolve.folder import find_games

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "proofs" / "palisades" / "README.md"
FOLDER = ROOT / "spec" / "palisades"
HEAD = "| primitive | rests on | not entered where | changes | might break, and keeps |\n|---|---|---|---|---|\n"


@cache
def game() -> Game:
    """The game with all that its base has."""
    folders, _ = find_games(FOLDER)
    found = compile_folder(folders[0]).game
    assert found is not None
    return found


def primitives(rules: Game) -> tuple[control.Script, ...]:
    """The phases that a text may enter, in the order of the rules."""
    texts = {each.name for each in rules.texts}
    entered = (
        {leaf.phase for text in rules.texts for leaf in walk(text.anything) if isinstance(leaf, control.Enter)}
        - texts
        - {STANDING}
    )
    return tuple(each for each in rules.phases if each.name in entered)


def changes(rules: Game, script: control.Script) -> frozenset[str]:
    """The zones, variables and tokens that a phase changes itself, not by a standing rule that is woven into it."""
    own = [each for each in script.points if each.clause is None or not each.clause.path.startswith(f"{STANDING}.")]
    names = {name for point in own for node in walk(point) for name in _changed(rules, node)}
    return frozenset(name for name in names if " " not in name)  # those are the engine's own


def _changed(rules: Game, node: object) -> Iterator[str]:
    match node:
        case control.MovePiece(source=source, target=target):
            yield from _zones(rules, (source, target))
        case control.MoveTokens(token=name):
            yield name
        case control.SetVariable(name=name) | control.AddNumber(name=name) | control.AddMember(name=name):
            yield name
        case _:
            pass


def _zones(rules: Game, ends: tuple[object, ...]) -> Iterator[str]:
    values = {each.name: each.body for each in rules.values}
    asked = closure({name: footprint(body).values for name, body in values.items()}, footprint(ends).values)
    for each in walk((*ends, *(values[name] for name in sorted(asked)))):
        if isinstance(each, ir.PlaceAt | ir.Located):
            yield each.zone


def touched(rules: Game, changed: frozenset[str]) -> tuple[Invariant, ...]:
    """The invariants that read something of this, themselves or through values."""
    bodies = {each.name: each.body for each in rules.values}
    calls = {name: footprint(body).values for name, body in bodies.items()}

    def reads(about: Invariant) -> frozenset[str]:
        own = footprint(about)
        return own.state.union(*(footprint(bodies[name]).state for name in closure(calls, own.values)))

    return tuple(each for each in rules.invariants if reads(each) & changed)


def table(rules: Game) -> str:
    """The rows, in the order of the rules."""
    return HEAD + "".join(map(_row, ((rules, each) for each in primitives(rules))))


def _row(of: tuple[Game, control.Script]) -> str:
    rules, script = of
    told = ", ".join(each.name for each in script.params)
    cites = ", ".join(str(each) for each in script.clause.cites)
    bars = ", ".join(f"`{each.clause.path.rpartition('.')[2]}`" for each in script.bars) or "–"
    changed = changes(rules, script)
    kept = ", ".join(f"`{each.name}`" for each in touched(rules, changed)) or "–"
    what = ", ".join(sorted(changed)) or "–"
    return f"| `{script.name}({told})` | {cites} | {bars} | {what} | {kept} |\n"


def renewed(page: str) -> str:
    """The page with the table as it is now; one that has none is an error."""
    before, found, behind = page.partition(HEAD)
    assert found, "the page has no table of primitives"
    rows = behind.splitlines(keepends=True)
    left = next((number for number, row in enumerate(rows) if not row.startswith("|")), len(rows))
    return before + table(game()) + "".join(rows[left:])


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text("utf-8")), "utf-8")
