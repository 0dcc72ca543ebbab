"""`refengine odds`: exact odds of what chance does next."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import partial
from math import gcd
from pathlib import Path
from typing import Any, Literal

from attrs import evolve, frozen

from refengine import __version__
from refengine.cli.errors import Refused, bad_usage
from refengine.cli.games import ENGLISH, GameAdditions, OpenedGame, compiled_game, configured_for, pairs, words_in
from refengine.cli.limits import limits_and
from refengine.cli.options import Flag, Pairs
from refengine.cli.questions import expected_questions, questions_of, with_question
from refengine.cli.replay import opened_for, recorded_trace
from refengine.compiled import Compilation
from refengine.engine.open_answers import ends_of, open_text
from refengine.engine.trace import mismatches
from refengine.odds.decisions import LONGEST, Decisions, Followed
from refengine.odds.errors import breaks_off, still_to_change, unknown_example
from refengine.odds.odds import odds_after
from refengine.odds.position import end_of_example, end_of_trace
from refengine.odds.questions import (
    WHO,
    JointAnswers,
    NextDecision,
    OddsAnswer,
    OddsQuestion,
    answer_odds,
    where_known,
    who_decides,
)
from refengine.odds.walk import DEFAULT_LIMIT, Ends, Forced, after_forced
from refengine.report.envelope import as_text, head
from refengine.report.sentences import sentence
from refengine.report.words import Words
from refengine.rulings.shares import to_two_places
from refengine.runtime.fault import Fault
from refengine.runtime.game import Game, State
from refengine.source.diagnostic import Diagnostic
from refengine.source.garbage import undisturbed
from refengine.source.limits import Limits

TRACE = ".itf.json"
WHO_NEXT = sentence("who decides next")

INCONCLUSIVE = 3

COUNTED = 1_000_000
"""The greatest number of ways of which people are told how many there are."""


def odds(
    game: Path,
    example: str,
    *,
    of: Pairs = (),
    together: Flag = False,
    limit: Pairs = (),
    force: Flag = False,
    as_it_stands: Flag = False,
    edition: str | None = None,
    reading: Pairs = (),
    option: Pairs = (),
    table: Pairs = (),
    texts: Path | None = None,
    module: Pairs = (),
    format: Literal["text", "json"] = "text",  # noqa: A002 - the name of the option
    lang: str = ENGLISH,
) -> int:
    """Exact odds: what the chance that follows a position comes to, as fractions.

    Chance is followed, and whatever is decided without a choice, until somebody has one or the game is over; nothing is
    drawn at random, and nothing is rounded but the per cent. What the next choice would change is not answered.

    Exit codes: 0 the odds are there, 1 the rules break off, 2 bad input or too many states.

    Args:
        game: The folder of the game.
        example: An example of the game, at whose end chance decides; or the file of a trace.
        of: Something to be worked out at every end, as it is written in the rules; may be repeated. Else what the
            example expects of chance, as soon as somebody has to decide, or who decides next.
        together: How the answers come together, in place of each for itself.
        limit: Give up when there are more states than so many. As
            `--limit NAME=N` it raises a limit on how much the rules may make; may be repeated.
        force: Go on whatever their number.
        as_it_stands: Answer also what the next choice would change, as it stands then.
        edition: By an edition.
        reading: By a reading, as in `--reading QUESTION=READING`; may be repeated.
        option: With an option, as in `--option NAME=VALUE`; may be repeated.
        table: Replace a table, as in `--table NAME=FILE`; may be repeated.
        texts: A folder with bodies of texts that the owner of the game wrote.
        module: Put in a module that lies beside the game, as in `--module NAME`; may be repeated.
        format: Text for people or JSON for programs.
        lang: The language of names.
    """
    tables = {name: Path(file) for name, file in pairs("--table", table).items()}
    limits, states = limits_and(limit, DEFAULT_LIMIT)
    chosen = _OddsOptions(
        tables,
        pairs("--reading", reading),
        pairs("--option", option),
        edition,
        lang,
        limits,
        GameAdditions(texts, module),
    )
    position = _from_trace(game, Path(example), of, chosen) if _is_trace(example) else _from_example(
        game, example, of, chosen
    )  # fmt: skip
    with undisturbed():
        return _odds(position, states, together=together, force=force, format_=format, as_it_stands=as_it_stands)


def _odds(
    position: _Position, limit: int, *, together: bool, force: bool, format_: str, as_it_stands: bool
) -> int:  # fmt: skip
    """Prints the odds; when it is left all states are gone, before anybody looks for garbage among them."""
    rules = position.opened.compiled.game
    assert rules is not None
    decisions = Decisions(position.game, rules)
    most = sys.maxsize if force else limit
    position = _up_to_chance(position, decisions) if position.goes_on else position
    resting = partial(open_text, position.game, ends_of(rules))
    known = resting(position.state) is None
    first = _walk(position, most, None) if known else Ends(((position.state, 1),), 1, 1)
    questions = tuple(where_known(each, resting) for each in position.questions)
    groups = [questions] if together else [(each,) for each in questions]
    asked: list[_Answers] = []
    for each in groups:
        followed: set[Followed] = set()
        forced = decisions.followed_for(each, followed)
        goes_on = any(forced(state) is not None for state, _ in first.weights)
        ends = _walk(position, most, forced) if goes_on else first
        if not as_it_stands:
            left = tuple(one for one in ends.weights if resting(one[0]) is None)
            _refuse_changing(position, each, evolve(ends, weights=left), decisions)
        decides = answer_odds(ends, (who_decides(position.game, decisions.forced),))
        asked.append(_Answers(answer_odds(ends, each), decides, tuple(sorted(followed, key=str))))
    if format_ == "json":
        print(as_text(_data(position, first, asked)))
    else:
        print(_text(position, first, asked), end="")
    return INCONCLUSIVE if any(resting(state) is not None for state, _ in first.weights) else 0


def _up_to_chance(position: _Position, decisions: Decisions) -> _Position:
    """Returns the position behind what is decided without a choice, if chance decides there."""
    try:
        state = after_forced(position.game, position.state, decisions.forced, LONGEST)
    except Fault:
        return position
    leads = state is not None and position.game.turn(state).kind == "chance"
    return evolve(position, state=state) if leads else position


def _walk(position: _Position, most: int, forced: Forced | None) -> Ends:
    try:
        ends, wrong = odds_after(position.game, position.state, position.where, most, forced)
    except Fault as fault:
        raise Refused([breaks_off(f"the chance after {position.where}", fault.message)], exit_code=1) from fault
    if ends is None:
        raise Refused(wrong, position.opened.compiled.texts)
    return ends


def _refuse_changing(
    position: _Position, questions: tuple[OddsQuestion, ...], ends: Ends, decisions: Decisions
) -> None:
    """Raises `Refused` for questions whose answer the next choice would change: such odds are no answer."""
    wrong: list[Diagnostic] = []
    words = position.opened.words
    for each in questions:
        change = decisions.change(ends.weights, each)
        if change is not None:
            action = change.action
            who, _, choice = words.move(action.actor, action.name, action.arguments).partition(": ")
            percent = (
                "every case"
                if change.weight == ends.whole
                else f"{to_two_places(Fraction(change.weight, ends.whole))} of cases"
            )
            wrong.append(still_to_change(each.text, percent, f"{who} decides, in {change.phase}", choice))
    if wrong:
        raise Refused(wrong)


@frozen
class _Answers:
    """The answers to a question: its odds, who decides at the ends, and what was followed without a choice."""

    found: JointAnswers
    decides: JointAnswers
    followed: tuple[Followed, ...]


@frozen
class _OddsOptions:
    """The choices of a command line: tables, readings, options, edition, language, limits, and what is put beside."""

    tables: Mapping[str, Path]
    readings: Mapping[str, str]
    options: Mapping[str, str]
    edition: str | None
    lang: str
    limits: Limits
    beside: GameAdditions


@frozen
class _Position:
    """A position at which chance is to be followed, and what is asked."""

    opened: OpenedGame
    game: Game
    state: State
    where: str
    questions: tuple[OddsQuestion, ...]
    told: str
    """Where that is, in the reader's language."""
    goes_on: bool = True
    """Whether a decision without a choice may stand before chance; what an example expects is asked where it ends."""


# ---- THE POSITION


def _is_trace(word: str) -> bool:
    return word.endswith(TRACE) or os.path.isfile(word)  # noqa: PTH113 - a word that is too long is none


def _from_example(path: Path, name: str, of: Iterable[str], chosen: _OddsOptions) -> _Position:
    compiled = compiled_game(path, chosen.tables, chosen.limits, chosen.beside)
    assert compiled.game is not None
    example = next((each for each in compiled.game.examples if each.name == name), None)
    if example is None:
        raise Refused([unknown_example(name, [each.name for each in compiled.game.examples])])
    asked = tuple(of)
    if asked:
        compiled = with_question(compiled, example.players, asked, chosen.tables)
    assert compiled.game is not None
    configuration = configured_for(compiled, example, chosen.readings, chosen.options, chosen.edition)
    opened = OpenedGame(compiled, configuration, words_in(chosen.lang, [compiled]))
    game = opened.thorough(halves=True)
    (info,) = (each for each in game.description.examples if each.name == name)
    state, wrong = end_of_example(game, info)
    if state is None:
        raise Refused(wrong, compiled.texts)
    wanted = () if asked else expected_questions(game, info, compiled.texts)
    questions = questions_of(game, compiled.game, asked) or wanted or (_decides(game, compiled),)
    told = opened.words.sentences.say("example {name}", name=f"`{name}`")
    return _Position(opened, game, state, f"example `{name}`", questions, told, goes_on=not wanted)


def _from_trace(path: Path, file: Path, of: Iterable[str], chosen: _OddsOptions) -> _Position:
    if chosen.readings or chosen.options or chosen.edition is not None:
        raise Refused([bad_usage("a trace has its own readings and options", "leave them out")])
    recorded = recorded_trace(file)
    asked = tuple(of)
    if asked and recorded.kept:
        raise Refused([bad_usage("nothing can be asked of a trace of a scope", "leave `--of` out")])
    opened = opened_for(recorded, file, path, dict(chosen.tables), chosen.lang, chosen.limits, chosen.beside)
    if asked:
        # The rules with the question beside them are another version; of which they are without it is asked before.
        if wrong := mismatches(opened.thorough(halves=True).description, recorded, file.as_posix()):
            raise Refused(wrong, opened.compiled.texts)
        opened = evolve(opened, compiled=with_question(opened.compiled, recorded.players, asked, chosen.tables))
    assert opened.compiled.game is not None
    game = opened.thorough(halves=True)
    state, wrong = end_of_trace(game, recorded, file.as_posix(), any_version=bool(asked))
    if state is None:
        raise Refused(wrong, opened.compiled.texts)
    questions = questions_of(game, opened.compiled.game, asked) or (_decides(game, opened.compiled),)
    told = opened.words.sentences.say("the trace {file}", file=f"`{file.as_posix()}`")
    return _Position(opened, game, state, f"the trace `{file.as_posix()}`", questions, told)


def _decides(game: Game, compiled: Compilation) -> OddsQuestion:
    assert compiled.game is not None
    return who_decides(game, Decisions(game, compiled.game).forced)


# ---- TOLD


def _text(position: _Position, first: Ends, asked: list[_Answers]) -> str:
    """Returns the odds as text.

    Who decides is told once behind all that goes no further than chance, and behind each of the others.
    """
    words = position.opened.words
    sentences = words.sentences
    ends = sentences.count(len(first.weights), "{n} end of chance", "{n} ends of chance")
    lines = [f"{position.told}: {ends}, {sentences.count(first.states, '{n} state', '{n} states')}"]
    for each in asked:
        if not each.followed:
            lines += _rows(each.found, words)
    stays = next((each for each in asked if not each.followed), None)
    if stays is not None and stays.found.texts != stays.decides.texts:
        lines += _rows(stays.decides, words)
    for each in asked:
        if each.followed:
            lines += _rows(each.found, words)
            told = ", ".join(words.move(actor, action, ()) for actor, action in each.followed)
            lines.append(f"  {sentences.say('behind what was decided without a choice: {moves}', moves=told)}")
            lines += _rows(each.decides, words)
    return "\n".join([*lines, ""])


def _rows(found: JointAnswers, words: Words) -> list[str]:
    by = _common(found)
    rows = [
        (_told(answer, words), f"{answer.weight // by}/{answer.whole // by}", to_two_places(answer.chance))
        for answer in found.answers
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    told = [
        f"  {told.ljust(widths[0])}  {fraction.rjust(widths[1])}  {percent.rjust(widths[2])}"
        for told, fraction, percent in rows
    ]
    asked = (words.sentences.say(WHO_NEXT) if each == WHO else each for each in found.texts)
    return ["", ", ".join(asked), *told]


def _common(found: JointAnswers) -> int:
    """Returns the divisor by which all fractions are reduced alike, so that they compare; 1 if they can be counted."""
    whole = found.answers[0].whole
    return 1 if whole <= COUNTED else gcd(whole, *(answer.weight for answer in found.answers))


def _told(answer: OddsAnswer, words: Words) -> str:
    return ", ".join(
        words.sentences.say("a fault") if fault else _value(value, words)
        for value, fault in zip(answer.values, answer.faults, strict=True)
    )


def _value(value: object, words: Words) -> str:
    return _next(value, words) if isinstance(value, NextDecision) else words.public(value)


def _next(found: NextDecision, words: Words) -> str:
    """Returns who decides next, in which phase, and whether that is without a choice."""
    told, turn = words.sentences, found.turn
    match turn.kind:
        case "over":
            return told.say("the game is over")
        case "player":
            who = told.count(1, "player {seats} does", "players {seats} do", seats=turn.seats[0])
        case "players":
            seats = told.listed([str(each) for each in turn.seats])
            who = told.count(len(turn.seats), "player {seats} does", "players {seats} do", seats=seats)
        case "chance":
            who = told.say("chance does")
        case _:
            who = told.say("the table does")
    if found.phase is not None:
        who = told.say("{who}, in {phase}", who=who, phase=words.name(found.phase))
    return who if found.chooses else told.say("{who}, without a choice", who=who)


def _data(position: _Position, first: Ends, asked: list[_Answers]) -> dict[str, Any]:
    configuration, words = position.opened.configuration, position.opened.words
    return {
        **head(__version__),
        "game": position.game.description.name,
        "position": position.where.replace("`", ""),
        "players": configuration.players,
        "readings": dict(configuration.readings),
        "options": dict(configuration.options),
        "states": first.states,
        "ends": len(first.weights),
        "asked": [
            {
                "of": list(each.found.texts),
                "answers": [_answer(answer, words) for answer in each.found.answers],
                "followed": [{"actor": actor, "action": action} for actor, action in each.followed],
                "next": [_answer(answer, words) for answer in each.decides.answers],
            }
            for each in asked
        ],
    }


def _answer(answer: OddsAnswer, words: Words) -> dict[str, Any]:
    chance = answer.chance
    return {
        "told": _told(answer, words),
        "fault": any(answer.faults),
        "chance": f"{answer.weight}/{answer.whole}",
        "lowest": f"{chance.numerator}/{chance.denominator}",
        "percent": float(chance * 100),
    }
