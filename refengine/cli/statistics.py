"""Statistics of a simulation: lengths, winners, scores and their distributions, rules that fired, what is broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

from attrs import Factory, define, frozen

from refengine import __version__
from refengine.check.full_page import clause_lines, explain_line
from refengine.cli.columns import charts
from refengine.cli.games import ENGLISH, OpenedGame
from refengine.cli.simulation import Engine, Simulation
from refengine.report.citations import Reader
from refengine.report.envelope import head
from refengine.report.sentences import Sentences, sentence
from refengine.runtime.playouts import Playouts
from refengine.testing.failure import FAULT, Failure

Tabled = Literal["action", "rule"]

TABLED: Final[Mapping[Tabled, str]] = {"action": sentence("action"), "rule": sentence("rule")}
BY: Final[Mapping[Engine, str]] = {
    "reference": "{games}",
    "wasm": sentence("{games}, in a WebAssembly module"),
    "both": sentence("{games}, in both executors, step by step"),
}


@frozen
class Distribution:
    """A distribution of numbers: how often each occurs."""

    counts: Mapping[int, int]

    @property
    def mean(self) -> float:
        """The average; 0 of no numbers."""
        times = sum(self.counts.values())
        return sum(number * each for number, each in self.counts.items()) / times if times else 0.0

    @property
    def median(self) -> int:
        """The number that half of them do not exceed; 0 of no numbers."""
        left = (sum(self.counts.values()) + 1) // 2
        for number in sorted(self.counts):
            left -= self.counts[number]
            if left <= 0:
                return number
        return 0


@define
class Seat:
    """The results of a seat: how often it won alone or with others, and its scores."""

    alone: int = 0
    shared: int = 0
    scores: Counter[int] = Factory(Counter)


def seats_of(found: Playouts, seats: int) -> list[Seat]:
    """Returns the results of each seat in the games that were over; none where the rules declare no outcome."""
    told = [(result, times) for result, times in found.outcomes.items() if result is not None]
    listed = [Seat() for _ in range(seats if told else 0)]
    for (scores, winners), times in told:
        for seat, each in enumerate(listed, start=1):
            each.scores[scores[seat - 1]] += times
            each.alone += times * (winners == (seat,))
            each.shared += times * (seat in winners and len(winners) > 1)
    return listed


def won_by_nobody(found: Playouts) -> int:
    """Returns the number of games that were over, and that nobody won, where the rules declare who does."""
    return sum(times for result, times in found.outcomes.items() if result is not None and not result[1])


# ---- FOR PROGRAMS


def statistics_data(opened: OpenedGame, found: Simulation) -> dict[str, Any]:
    """Returns the statistics for programs."""
    games, configuration = found.playouts, opened.configuration
    return {
        **head(__version__),
        "game": opened.compiled.folder.name,
        "players": configuration.players,
        "readings": dict(configuration.readings),
        "options": dict(configuration.options),
        "engine": found.by,
        "seed": games.seed,
        "games": games.games,
        "finished": games.finished,
        "unfinished": games.cut,
        "steps": games.steps,
        "lengths": {**_spread_data(games.lengths), "median": Distribution(games.lengths).median},
        "nobodyWon": won_by_nobody(games),
        "seats": [
            {"seat": seat, "wonAlone": each.alone, "wonWithOthers": each.shared, "scores": _spread_data(each.scores)}
            for seat, each in enumerate(seats_of(games, configuration.players), start=1)
        ],
        "rulesCountedIn": found.counted,
        "fired": dict(found.fired),
        "failures": [
            {
                "kind": each.sort,
                "clause": each.clause.path,
                "message": each.message,
                "code": each.code,
                "games": each.times,
                "firstGame": each.number,
                "step": each.after,
            }
            for each in found.failures
        ],
    }


def _spread_data(counts: Mapping[int, int]) -> dict[str, Any]:
    return {
        "least": min(counts, default=0),
        "mean": round(Distribution(counts).mean, 6),
        "greatest": max(counts, default=0),
        "counts": {str(number): counts[number] for number in sorted(counts)},
    }


# ---- FOR PEOPLE


def statistics_text(opened: OpenedGame, found: Simulation, limit: int) -> str:
    """Returns the statistics for people; `limit` is the number of steps after which games were cut."""
    if (failure := _not_begun(found)) is not None:
        return _broken_setup(opened, failure)
    sentences, games = opened.words.sentences, found.playouts
    say, number = sentences.say, sentences.number
    lines = [f"{opened.compiled.folder.name}: {_heading(opened, found)}", ""]
    rows = [(say("finished"), number(games.finished))]
    if games.cut:
        cut = say("cut after {steps} steps, and not finished: {games}", steps=number(limit), games=number(games.cut))
        rows = [(say("finished"), f"{number(games.finished)}; {cut}")]
    if games.lengths:
        median = number(Distribution(games.lengths).median)
        rows.append(
            (say("steps"), say("{spread}, median {median}", spread=_spread(games.lengths, sentences), median=median))
        )
    width = max(len(say("finished")), len(say("steps")))
    lines += [f"  {name:<{width}}  {told}" for name, told in rows]
    seats = seats_of(games, opened.configuration.players)
    if games.finished:
        lines += _seats(seats, won_by_nobody(games), games.finished, sentences)
    lines += _charts(say("score"), {str(seat): each.scores for seat, each in enumerate(seats, start=1)})
    lines += _charts(say("steps"), {say("games"): games.lengths})
    lines += _fired(opened, found)
    return "\n".join([*lines, *_broken(found.failures, sentences)])


def _heading(opened: OpenedGame, found: Simulation) -> str:
    sentences, games = opened.words.sentences, found.playouts
    played = sentences.count(
        games.games,
        "{n} game of {players}, seed {seed}",
        "{n} games of {players}, seed {seed}",
        players=sentences.count(opened.configuration.players, "{n} player", "{n} players"),
        seed=games.seed,
    )
    return played if found.by == "reference" else sentences.say(BY[found.by], games=played)


def _seats(seats: list[Seat], nobody: int, total: int, sentences: Sentences) -> list[str]:
    say = sentences.say
    rows = [
        (say("player"), say("won alone"), say("with others"), say("score")),
        *(
            (
                str(seat),
                _share(each.alone, total, sentences),
                _share(each.shared, total, sentences),
                _spread(each.scores, sentences),
            )
            for seat, each in enumerate(seats, start=1)
        ),
        *([(say("nobody"), _share(nobody, total, sentences), "", "")] if nobody else []),
    ]
    return ["", *(f"  {who:<8}{alone:>18}{others:>18}   {score}".rstrip() for who, alone, others, score in rows)]


def _charts(name: str, rows: Mapping[str, Mapping[int, int]]) -> list[str]:
    """Returns columns of each row on one axis, under a heading; nothing where all numbers are the same."""
    drawn = charts(rows)
    if drawn is None:
        return []
    ends, lines = drawn
    return ["", f"  {name:<8}{ends}", *(f"  {row:<8}{line}" for row, line in lines.items())]


def _fired(opened: OpenedGame, found: Simulation) -> list[str]:
    """Returns the numbers of steps in which actions were taken and rules fired."""
    sentences = opened.words.sentences
    actions = _actions(opened)
    fired = found.fired
    played = [(_named(opened, name), fired[path]) for path, name in actions.items() if path in fired]
    rules = [(_named(opened, path), times) for path, times in fired.items() if path not in actions]
    tables = [*_table("action", played, sentences), *_table("rule", rules, sentences)]
    if not tables or found.counted == found.playouts.games:
        return tables
    first = sentences.count(found.counted, "in the first game:", "in the first {n} games:")
    return ["", f"  {first}", *tables]


def _actions(opened: OpenedGame) -> dict[str, str]:
    """Returns the names of actions by the path of their clause."""
    description = opened.game(explain=True).description
    return {each.clause.path: each.name for frame in description.frames for each in frame.actions}


def _named(opened: OpenedGame, path: str) -> str:
    """Returns an action or a rule by its label in another language than that of the rules, where it has one."""
    words = opened.words
    return words.name(path) if words.language != ENGLISH and words.has_label(path) else path


def _table(tabled: Tabled, counts: list[tuple[str, int]], sentences: Sentences) -> list[str]:
    if not counts:
        return []
    heading, steps = sentences.say(TABLED[tabled]), sentences.say("steps")
    width = max(len(name) for name in (heading, *(name for name, _ in counts)))
    return [
        "",
        f"  {heading:<{width}}  {steps:>10}",
        *(f"  {name:<{width}}  {sentences.number(times):>10}" for name, times in counts),
    ]


def _broken(failures: Iterable[Failure], sentences: Sentences) -> list[str]:
    say, lines = sentences.say, []
    for each in failures:
        why = (None if each.code is None else sentences.fault(each.code)) or each.message
        code = f" {each.code}" if each.code else ""
        games = sentences.count(each.times, "in {n} game", "in {n} games")
        first = say("first in game {game}, step {step}", game=str(each.number), step=str(each.after))
        told = f"{say(each.sort)}{code} {each.clause.path} {games}, {first}{f': {why}' if why else ''}"
        lines.append(f"    {told}")
    if not lines:
        return []
    return ["", f"  {say('broken:')}", *lines, f"  {say('{command} shows how', command='`refengine check`')}"]


def _not_begun(found: Simulation) -> Failure | None:
    """Returns the failure that keeps every game from its beginning."""
    return next((each for each in found.failures if each.sort == FAULT and not each.trace.states), None)


def _broken_setup(opened: OpenedGame, failure: Failure) -> str:
    sentences = opened.words.sentences
    reader = Reader(opened.compiled.rulebook, opened.compiled.texts, opened.words)
    code = [] if failure.code is None else [explain_line(failure.code, sentences)]
    why = (None if failure.code is None else sentences.fault(failure.code)) or failure.message
    said = sentences.say("no game can begin, the rules break off: {why}", why=why)
    name = f"{opened.compiled.folder.name}: {said}"
    return "\n".join([name, *clause_lines(reader.clause(failure.clause), sentences), *code])


def _spread(counts: Mapping[int, int], sentences: Sentences) -> str:
    return sentences.say(
        "{least} to {most}, mean {mean}",
        least=sentences.number(min(counts)),
        most=sentences.number(max(counts)),
        mean=sentences.decimal(Distribution(counts).mean, 2),
    )


def _share(part: int, whole: int, sentences: Sentences) -> str:
    if not part:
        return "0"
    percent = sentences.decimal(100 * part / whole, 1)
    return sentences.say("{number} ({percent} %)", number=sentences.number(part), percent=percent)
