"""Two sets of rules compared, in words: a page, a comment for whoever reviews a change, and data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import Any

import attrs
from attrs import frozen

from refengine.engine.trace import Step
from refengine.explore.lockstep import Unlike
from refengine.ir import game as model
from refengine.report.words import Words
from refengine.rulings.diff import Compared, Diff, Shown, place_of
from refengine.rulings.diff_tables import At

WIDTH = 100

NORMALLY = ".normally"

MOST_MOVES = 20

MOST = 12
"""The number of places, or of actions of one side alone, that are listed."""

SAME = "the same rules, worded otherwise at most: nothing that players can do is different"


@frozen
class Teller:
    """Tells of a comparison in the words of a game; `names` are those of the sides."""

    names: tuple[str, str]
    words: Words
    rules: model.Game

    # ---- THE VERDICT

    def headline(self, found: Diff) -> str:
        """Returns the verdict in a sentence."""
        match found.verdict:
            case "same":
                return SAME
            case "equal":
                pairs = sum(each.pairs for each in found.tables)
                return f"the same game at each table looked at: all {pairs:,} positions were compared"
            case "unknown":
                return "no difference was found, and not everything was looked at"
            case "part":
                return self._parted(found)

    def _parted(self, found: Diff) -> str:
        first = found.first
        if first is None or first.shown is None:
            return "they are for other numbers of players"
        shown, at = first.shown, _table(first.at)
        moves = _counted(len(shown.moves), "move")
        if shown.begins is not None:
            return f"they part {moves} after the position of example `{shown.begins}` ({at})"
        small = f", with the pieces of scope `{shown.scope}`" if shown.scope is not None else ""
        return f"they part in a game of {moves} ({at}{small})"

    # ---- THE PAGE

    def page(self, found: Diff) -> str:
        """Returns the whole page."""
        left, right = self.names
        lines = [f"left   {left}", f"right  {right}", "", self.headline(found)]
        if found.first is not None and found.first.shown is not None:
            lines += self._course(found.first.shown)
        lines += ["", *self._looked(found)] if found.verdict != "same" else []
        return "\n".join(lines) + "\n"

    def comment(self, found: Diff) -> str:
        """Returns a comment on a change, in Markdown."""
        said = self.headline(found)
        lines = [f"**{said[:1].upper()}{said[1:]}.**", "", f"left: {self.names[0]}; right: {self.names[1]}"]
        if found.first is not None and found.first.shown is not None:
            lines += ["", "```text", *(each[2:] for each in self._course(found.first.shown) if each), "```"]
        lines += ["", *(f"* {each}" for each in self._looked(found))] if found.verdict != "same" else []
        return "\n".join(lines) + "\n"

    def _course(self, shown: Shown) -> Iterator[str]:
        width = len(str(len(shown.moves)))
        left_out = max(0, len(shown.moves) - MOST_MOVES)
        if left_out:
            yield f"  {left_out} moves, which `--format json` has, and then"
        for number, step in list(enumerate(shown.moves, start=1))[left_out:]:
            yield f"  {number:>{width}}. {self._move(step)}"
        yield ""
        for each in shown.unlike[:MOST]:
            yield from (f"  {line}" for line in self._unlike(each))
        if len(shown.unlike) > MOST:
            yield f"  and {len(shown.unlike) - MOST} more places"
        for side, paths in zip(("left", "right"), shown.by, strict=True):
            named = [each for each in paths if "." in each and not each.endswith(NORMALLY)] or paths
            if named:
                told = f"on the {side} alone decides: {'; '.join(self._rule(each) for each in named)}"
                yield from wrap(told, WIDTH, initial_indent="  ", subsequent_indent="    ")

    def _rule(self, path: str) -> str:
        """Returns a clause by its label, else by its own words."""
        if self.words.has_label(path):
            return self.words.name(path)
        head, _, own = path.partition(".")
        return " ".join(f"{head}: {own}".rstrip(": ").replace("_", " ").split())

    def _move(self, step: Step) -> str:
        return self.words.move(step.actor, step.action, step.arguments)

    def _looked(self, found: Diff) -> Iterator[str]:
        for names, side in zip(found.players, ("left", "right"), strict=True):
            if names:
                yield f"games of {_listed(map(str, names))} players are there on the {side} alone"
        for each in found.tables:
            yield f"{_table(each.at)}: {self._compared(each)}"
        if found.same:
            yield f"at {_counted(found.same, 'table')} more the rules say the same"
        if found.left_out:
            yield f"not looked at: {'; '.join(_table(each) for each in found.left_out)}"
        if not found.complete and found.verdict != "part":
            yield "the rules are not the same; tables that choose several things together were not looked at"
        for names_alone, side in zip(found.only, ("left", "right"), strict=True):
            if names_alone:
                yield f"kept on the {side} alone, and not compared: {_listed(names_alone)}"

    def _compared(self, each: Compared) -> str:
        upto = f"every game of up to {_counted(each.depth, 'move')} is the same ({each.pairs:,} positions compared)"
        scopes = f"; with the pieces of {_listed(each.scopes)} every game is the same" if each.scopes else ""
        match each.verdict:
            case "equal":
                return f"every game is the same (all {each.pairs:,} positions compared)"
            case "alike so far":
                return f"no difference found: {upto}, and so are {each.games} games played at random{scopes}"
            case "part":
                assert each.shown is not None
                moves = _counted(len(each.shown.moves), "move")
                if not each.shown.moves and each.shown.begins is None and each.shown.scope is None:
                    return "they part at the start"
                if each.shown.played is not None:
                    played = _counted(each.shown.played, "move")
                    return f"they part, in a game played at random after {played}; {upto}"
                if each.shown.begins is not None or each.shown.scope is not None:
                    return f"they part; {upto}, but not from every position"
                shortest = "the shortest" if each.shown.shortest else "there may be a shorter one"
                return f"they part after {moves}, {shortest}; {upto}"

    # ---- WHAT IS UNLIKE

    def _unlike(self, each: Unlike) -> Iterator[str]:
        match each.kind:
            case "decides":
                yield "who decides"
                yield from self._sides(_who(each.left), _who(each.right))
            case "actions":
                yield "what may be done"
                yield from self._offers(each.left, each.right)
            case "outcome":
                yield "who has won"
                yield from self._sides(_outcome(each.left), _outcome(each.right))
            case "breaks off":
                yield "the rules break off"
                yield from self._sides(_broken(each.left), _broken(each.right))
            case "view":
                yield f"{self._place(each.place)}, as player {each.seat} sees it"
                yield from self._entries(each.left, each.right)
            case "table":
                yield self._place(each.place)
                yield from self._entries(each.left, each.right)

    @staticmethod
    def _sides(left: str, right: str) -> Iterator[str]:
        yield f"  left   {left}"
        yield f"  right  {right}"

    def _offers(self, left: Any, right: Any) -> Iterator[str]:
        for side, own, other in (("left ", left, right), ("right", right, left)):
            alone = [key for key in own if key not in other]
            told = [self.words.move(actor, name, arguments) for actor, name, arguments in map(_action, alone)]
            more = f"; and {len(told) - MOST} more" if len(told) > MOST else ""
            if told:
                yield f"  {side}  also {'; '.join(told[:MOST])}{more}"
        weights = [key for key in left if key in right and left[key] != right[key]]
        for key in weights[:MOST]:
            move = self.words.move(*_action(key))
            yield f"  {move}: left {left[key]} ways of chance, right {right[key]}"

    def _place(self, place: str) -> str:
        name, key, of_seat = place_of(self.rules, place)
        said = self.words.name(name)
        if not key:
            return said
        return f"{said} of {'player ' if of_seat else ''}{self.words.name(key)}"

    def _entries(self, left: Any, right: Any) -> Iterator[str]:
        if isinstance(left, list) and isinstance(right, list):
            counts = [Counter(self.words.public(each) for each in side) for side in (left, right)]
            alone = [list((counts[0] - counts[1]).elements()), list((counts[1] - counts[0]).elements())]
            if not any(alone):
                yield "  the same, in another order"
                return
            for side, found in zip(("left ", "right"), alone, strict=True):
                if found:
                    yield f"  {side}  also {', '.join(found)}"
            return
        yield from self._sides(self.words.public(left), self.words.public(right))


def _action(key: tuple[Any, ...]) -> tuple[Any, str, tuple[Any, ...]]:
    return key[0], key[1], key[2]


def _who(turn: Any) -> str:
    kind, seats = turn
    if kind == "over":
        return "nobody: the game is over"
    return _listed(f"player {each}" for each in seats) if seats else str(kind)


def _outcome(found: Any) -> str:
    if found is None:
        return "it is not said"
    if isinstance(found, str):
        return f"the rules break off ({found})"
    scores, winners = found
    who = _listed(f"player {each}" for each in winners) if winners else "nobody"
    return f"{who}; scores {', '.join(map(str, scores))}"


def _broken(found: Any) -> str:
    return "they go on" if found is None or isinstance(found, dict) else str(found)


def _table(at: At) -> str:
    chosen = [f"{name} is {value}" for name, value in (*at.readings, *at.options)]
    return ", ".join([_counted(at.players, "player"), *chosen])


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun if number == 1 else f'{noun}s'}"


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words)


# ---- DATA


def diff_data(found: Diff, names: tuple[str, str], version: str) -> dict[str, Any]:
    """Returns a comparison as JSON can hold it; `docs/diff.schema.json` describes it."""
    return {
        "schemaVersion": 1,
        "tool": {"name": "refengine", "version": version},
        "left": names[0],
        "right": names[1],
        "verdict": found.verdict,
        "tables": [_compared_data(each) for each in found.tables],
        "same": found.same,
        "leftOut": [_at_data(each) for each in found.left_out],
        "only": {"left": list(found.only[0]), "right": list(found.only[1])},
        "players": {"left": list(found.players[0]), "right": list(found.players[1])},
        "complete": found.complete,
    }


def _compared_data(each: Compared) -> dict[str, Any]:
    return {
        **_at_data(each.at),
        "verdict": each.verdict,
        "pairs": each.pairs,
        "depth": each.depth,
        "games": each.games,
        "scopes": list(each.scopes),
        "parting": None if each.shown is None else _shown_data(each.shown),
    }


def _at_data(at: At) -> dict[str, Any]:
    return {"players": at.players, "readings": dict(at.readings), "options": dict(at.options)}


def _shown_data(shown: Shown) -> dict[str, Any]:
    return {
        "begins": shown.begins,
        "scope": shown.scope,
        "shortest": shown.shortest,
        "played": shown.played,
        "moves": [
            {"actor": each.actor, "action": each.action, "arguments": _plain(each.arguments)} for each in shown.moves
        ],
        "unlike": [
            {
                "kind": each.kind,
                "place": each.place,
                "seat": each.seat,
                "left": _plain(each.left),
                "right": _plain(each.right),
            }
            for each in shown.unlike
        ],
        "by": {"left": list(shown.by[0]), "right": list(shown.by[1])},
    }


def _plain(data: Any) -> Any:
    match data:
        case dict() if any(isinstance(key, tuple) for key in data):
            return [
                {"actor": key[0], "action": key[1], "arguments": _plain(key[2]), "weight": weight}
                for key, weight in data.items()
            ]
        case dict():
            return {str(key): _plain(each) for key, each in data.items()}
        case tuple() | list() | set() | frozenset():
            return [_plain(each) for each in data]
        case None | bool() | int() | str():
            return data
        case _ if attrs.has(type(data)):
            return _plain(attrs.asdict(data))
        case _:
            return str(data)
