"""Positions that differ in one fact, and in which something would be legal that is not: "if army of Spain were empty".

INVARIANT: whatever is told was tried by an engine that overlooks nothing, which found the position sound and the action
legal. Only facts are varied that what stands in the way reads; what is not told need not be illegal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import evolve, frozen

from refengine.engine.replay import VERSION
from refengine.ir.domain import CELLS, Count, Range, Truth
from refengine.rulings.bench import Bench
from refengine.rulings.legality import in_the_way, question_about
from refengine.rulings.ruling import IfOnly, Reasons
from refengine.runtime.description import PlayInfo, TokenInfo, VariableInfo, ZoneInfo
from refengine.runtime.fault import BadData, Fault

if TYPE_CHECKING:
    from refengine.runtime.game import Game, State

MOST_TOLD = 3
"""The number of positions that are told."""

MOST_TRIED = 400
"""The number of positions that are tried."""

PLACES = frozenset({"guard", "bar", "choice"})

Chosen: TypeAlias = Sequence[tuple[str, str]]
"""Component and name of each piece that an action chooses."""


@frozen
class FactChange:
    """A position, as JSON has it, that differs in one fact, and that fact in words: `if army of Spain were empty`."""

    says: str
    data: Mapping[str, Any]


def if_only(bench: Bench, state: State, play: PlayInfo, reasons: Reasons) -> tuple[IfOnly, ...]:
    """Returns the nearest positions in which an action would be legal, each with what gives way there."""
    about = question_about(bench.game, bench.world.rules, state, play)
    if about is None or not reasons.obstacles or not {each.kind for each in reasons.obstacles} <= PLACES:
        return ()
    found = in_the_way(bench.evaluation(state), about)
    names = bench.steps.reads(*(condition for _, _, conditions in found for condition in conditions))
    broken = _broken(bench.game, state)
    wanted = evolve(play, arguments=bench.told_thoroughly(about.info.params, play.arguments))
    cites = tuple(dict.fromkeys(cite for each in reasons.obstacles for cite in each.citations))
    told: list[IfOnly] = []
    printed = bench.speech.codec.pieces
    chosen = [(of, one.name) for one in play.arguments for of in printed if one in printed[of].values()]
    for tried, change in enumerate(_changes(bench, bench.game.to_json(state), names, chosen)):
        if len(told) == MOST_TOLD or tried == MOST_TRIED:
            break
        if _would_be_legal(bench.thorough, change, wanted, broken):
            told.append(IfOnly(change.says, cites))
    return tuple(told)


def _broken(game: Game, state: State) -> frozenset[str]:
    return frozenset(each.name for each in game.violations(None, state))


def _would_be_legal(game: Game, change: FactChange, play: PlayInfo, broken: frozenset[str]) -> bool:
    try:
        state = game.from_json({**change.data, VERSION: game.description.version})
        if not _broken(game, state) <= broken:
            return False
        return game.example_action(state, play.actor, play.action, play.arguments) in game.legal(state)
    except (BadData, Fault):
        return False


# ---- ONE FACT


def _changes(bench: Bench, data: Mapping[str, Any], names: frozenset[str], chosen: Chosen) -> Iterator[FactChange]:
    """Yields positions that differ in one fact: a piece less or more, a number one less or more, a whole place empty.

    Pieces that are `chosen` by the action are moved, too.
    """
    told = bench.game.description
    zones = [each for each in told.zones if each.name in names]
    for zone in zones:
        yield from _one_less(bench, data, zone)
    for zone in zones:
        yield from _one_more(bench, data, zone, chosen)
    for variable in told.variables:
        if variable.name in names:
            yield from _other_value(bench, data, variable)
    for token in told.tokens:
        if token.name in names:
            yield from _other_number(bench, data, token)
    for zone in zones:
        yield from _emptied(bench, data, zone)


def _places(bench: Bench, data: Mapping[str, Any], zone: ZoneInfo) -> Iterator[tuple[str | None, str, list[Any]]]:
    """Yields for each member of a zone its key as JSON has it, what it is called, and what lies there."""
    held = data["zones"][zone.name]
    codec = bench.speech.codec
    if zone.index is not None and codec.is_endless(zone.index):
        for key, pieces in held.items():
            where = key.partition(", turned ")[0] if zone.index == CELLS else key
            yield key, bench.speech.place(zone.name, codec.key(zone.index, where)), pieces
        return
    keys = [None] if zone.index is None else bench.speech.codec.key_names(zone.index)
    for at, key in enumerate(keys):
        yield key, bench.speech.place(zone.name, at), held if key is None else held[key]


def _one_less(bench: Bench, data: Mapping[str, Any], zone: ZoneInfo) -> Iterator[FactChange]:
    for key, place, held in _places(bench, data, zone):
        times = Counter(map(str, held))
        for piece in {str(each): each for each in held}.values():
            left = list(held)
            left.remove(piece)
            said = bench.speech.piece(piece)
            if not left:
                says = bench.speech.say("if {place} were empty", place=place)
            elif times[str(piece)] > 1:
                says = bench.speech.say("if one {piece} less lay in {place}", piece=said, place=place)
            else:
                says = bench.speech.say("if {piece} did not lie in {place}", piece=said, place=place)
            yield from _moved(bench, data, zone, key, left, [piece], says)


def _one_more(bench: Bench, data: Mapping[str, Any], zone: ZoneInfo, chosen: Chosen) -> Iterator[FactChange]:
    """Yields positions with one more of what lies in a place, or in which a piece that is chosen lies there."""
    start = bench.world.components[zone.component].starts_in
    for key, place, held in _places(bench, data, zone):
        for piece in dict.fromkeys(each for each in held if isinstance(each, str)):
            says = bench.speech.say("if one {piece} more lay in {place}", piece=bench.speech.piece(piece), place=place)
            yield from _taken(data, (start, None), (zone.name, key), piece, says)
        for component, piece in chosen:
            if component == zone.component and piece not in held:
                there = _where(bench, data, zone.component, piece)
                if there is not None:
                    says = bench.speech.say("if {piece} lay in {place}", piece=bench.speech.piece(piece), place=place)
                    yield from _taken(data, there, (zone.name, key), piece, says)


def _where(bench: Bench, data: Mapping[str, Any], component: str, piece: str) -> tuple[str, str | None] | None:
    """Returns the zone, and the key in it, in which a piece lies."""
    for zone in bench.game.description.zones:
        if zone.component == component:
            for key, _, held in _places(bench, data, zone):
                if piece in held:
                    return zone.name, key
    return None


def _taken(
    data: Mapping[str, Any],
    here: tuple[str, str | None],
    there: tuple[str, str | None],
    piece: str,
    says: str,
) -> Iterator[FactChange]:
    """Yields the position in which a piece of one place lies in another."""
    changed = deepcopy(dict(data))
    before, after = _held(changed, *here), _held(changed, *there)
    if piece in before and here != there:
        before.remove(piece)
        after.append(piece)
        yield FactChange(says, changed)


def _held(data: dict[str, Any], zone: str, key: str | None) -> list[Any]:
    found: list[Any] = data["zones"][zone] if key is None else data["zones"][zone][key]
    return found


def _emptied(bench: Bench, data: Mapping[str, Any], zone: ZoneInfo) -> Iterator[FactChange]:
    for key, place, held in _places(bench, data, zone):
        if len(held) > 1:
            yield from _moved(bench, data, zone, key, [], held, bench.speech.say("if {place} were empty", place=place))


def _moved(
    bench: Bench,
    data: Mapping[str, Any],
    zone: ZoneInfo,
    key: str | None,
    left: list[Any],
    gone: list[Any],
    says: str,
) -> Iterator[FactChange]:
    """Yields the position in which pieces of a zone lie where they start; those that are not printed are gone."""
    start = bench.world.components[zone.component].starts_in
    if zone.name == start:
        return
    changed = deepcopy(dict(data))
    if key is None:
        changed["zones"][zone.name] = left
    else:
        changed["zones"][zone.name][key] = left
    changed["zones"][start] = [*changed["zones"][start], *(each for each in gone if isinstance(each, str))]
    yield FactChange(says, changed)


def _other_value(bench: Bench, data: Mapping[str, Any], variable: VariableInfo) -> Iterator[FactChange]:
    held = data["variables"][variable.name]
    keys = [None] if variable.index is None else bench.speech.codec.key_names(variable.index)
    for at, key in enumerate(keys):
        value = held if key is None else held[key]
        noun = bench.speech.name(variable.name)
        if variable.index is not None:
            player = variable.index == "player"
            noun = bench.speech.of(noun, bench.speech.words.who(at + 1) if player else bench.speech.name(str(key)))
        for other in _near(variable, value):
            changed = deepcopy(dict(data))
            if key is None:
                changed["variables"][variable.name] = other
            else:
                changed["variables"][variable.name][key] = other
            yield FactChange(_were(bench, variable.name, noun, other), changed)


def _were(bench: Bench, name: str, noun: str, other: Any) -> str:
    if not isinstance(other, bool):
        return bench.speech.say("if {what} were {value}", what=noun, value=other)
    if bench.speech.has_sentence(name):
        return bench.speech.say("if it were so that {so}", so=bench.speech.so(name, holds=other))
    return bench.speech.say("if {what} were so", what=noun) if other else bench.speech.say(
        "if {what} were not so", what=noun
    )  # fmt: skip


def _near(variable: VariableInfo, value: Any) -> Iterator[Any]:
    match variable.domain:
        case Truth():
            yield not value
        case Range(low=low, high=high):
            yield from (each for each in (value - 1, value + 1) if low <= each <= high)
        case Count():
            yield from (each for each in (value - 1, value + 1) if each >= 0)
        case _:
            pass


def _other_number(bench: Bench, data: Mapping[str, Any], token: TokenInfo) -> Iterator[FactChange]:
    for holder, held in data["tokens"][token.name].items():
        for key, amount in held.items():
            for other in (amount - 1, amount + 1):
                changed = deepcopy(dict(data))
                changed["tokens"][token.name][holder][key] = other
                whose = bench.speech.words.who(int(key)) if holder == "player" else bench.speech.name(str(key))
                token_name = bench.speech.name(token.name)
                says = bench.speech.say(
                    "if the number of {token} on {holder} were {value}", token=token_name, holder=whose, value=other
                )
                yield FactChange(says, changed)
