"""`refengine simulate`: many random games and their statistics."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from refengine.check.full_page import clause_lines, explain_line
from refengine.cli.games import ENGLISH, Beside, Opened, open_game
from refengine.cli.limits import limits_and
from refengine.cli.options import Pairs, Positive
from refengine.cli.progress import progress
from refengine.cli.simulate_by import Engine, data_of, head_of, playouts_by, told
from refengine.report.citations import Reader
from refengine.report.envelope import as_text
from refengine.report.sentences import Sentences, sentence
from refengine.testing.campaign import Plan, campaign
from refengine.testing.choices import DEFAULT_LIMIT
from refengine.testing.failure import FAULT, Failure
from refengine.testing.result import CampaignResult, Spread

Counted = Literal["action", "rule"]

COUNTED: Mapping[Counted, str] = {"action": sentence("action"), "rule": sentence("rule")}


def simulate(
    game: Path,
    *,
    players: int | None = None,
    games: Positive = 1000,
    limit: Pairs = (),
    seed: int = 0,
    edition: str | None = None,
    reading: Pairs = (),
    option: Pairs = (),
    table: Pairs = (),
    texts: Path | None = None,
    module: Pairs = (),
    engine: Engine | None = None,
    format: Literal["text", "json"] = "text",  # noqa: A002 - the name of the option
    lang: str = ENGLISH,
) -> int:
    """Play many random games: lengths, winners, scores, how often each rule fired.

    Args:
        game: The folder of the game.
        players: How many play; the fewest, if not given.
        games: How many games.
        limit: A game that has not ended after so many steps is cut; it never counts as finished. As
            `--limit NAME=N` it raises a limit on how much the rules may make; may be repeated.
        seed: The same seed gives the same games.
        edition: Play by an edition.
        reading: Play by a reading, as in `--reading QUESTION=READING`; may be repeated.
        option: Choose an option, as in `--option NAME=VALUE`; may be repeated.
        table: Replace a table, as in `--table NAME=FILE`; may be repeated.
        texts: A folder with bodies of texts that the owner of the game wrote.
        module: Put in a module that lies beside the game, as in `--module NAME`; may be repeated.
        engine: Play the games of docs/random-choices.md, everything that has to hold looked at, without counting rules:
            in the reference engine, as WebAssembly (far more games in the same time), or in both, compared at each
            step (exit code 4 where they differ).
        format: Text for people or JSON for programs.
        lang: The language of names and sentences.
    """
    limits, steps = limits_and(limit, DEFAULT_LIMIT)
    opened = open_game(
        game,
        players=players,
        readings=reading,
        options=option,
        tables=table,
        edition=edition,
        limits=limits,
        beside=Beside(texts, module),
        lang=lang,
    )
    if engine is not None:
        playouts = playouts_by(opened, engine, games, seed, steps)
        listed = as_text(data_of(opened, playouts))
        print(listed if format == "json" else told(opened, engine, playouts, steps))
        return 1 if playouts.breaches else 0
    plain, explaining = opened.game(), opened.game(explain=True)
    with progress() as bar:
        bar.start("simulate", games)
        found = campaign(plain, Plan(games=games, seed=seed, limit=steps, looks=0, covered=1), explaining, bar.step)
    if format == "json":
        print(as_text(_data(opened, found, seed)))
    elif (failure := _not_begun(found)) is not None:
        print(_broken_setup(opened, failure))
    else:
        print(_text(opened, found, seed, steps))
    return 1 if found.failures else 0


def _not_begun(found: CampaignResult) -> Failure | None:
    """The failure that keeps every game from its beginning."""
    return next((each for each in found.failures if each.sort == FAULT and not each.trace.states), None)


def _broken_setup(opened: Opened, failure: Failure) -> str:
    sentences = opened.words.sentences
    reader = Reader(opened.compiled.rulebook, opened.compiled.texts, opened.words)
    code = [] if failure.code is None else [explain_line(failure.code, sentences)]
    why = (None if failure.code is None else sentences.fault(failure.code)) or failure.message
    said = sentences.say("no game can begin, the rules break off: {why}", why=why)
    head = f"{opened.compiled.folder.name}: {said}"
    return "\n".join([head, *clause_lines(reader.clause(failure.clause), sentences), *code])


def _data(opened: Opened, found: CampaignResult, seed: int) -> dict[str, Any]:
    return {
        **head_of(opened),
        "seed": seed,
        "games": found.games,
        "finished": found.finished,
        "unfinished": found.cut,
        "steps": found.steps,
        "lengths": {**_spread_data(found.length), "median": found.median},
        "nobodyWon": found.nobody,
        "seats": [
            {"seat": seat, "wonAlone": each.alone, "wonWithOthers": each.shared, "scores": _spread_data(each.scores)}
            for seat, each in enumerate(found.seats, start=1)
        ],
        "fired": dict(found.coverage.played),
        "failures": [
            {
                "kind": each.sort,
                "clause": each.clause.path,
                "message": each.message,
                "code": each.code,
                "games": each.times,
            }
            for each in found.failures
        ],
    }


def _spread_data(spread: Spread) -> dict[str, float]:
    return {"least": spread.fewest, "mean": round(spread.mean, 6), "greatest": spread.most}


def _text(opened: Opened, found: CampaignResult, seed: int, limit: int) -> str:
    sentences = opened.words.sentences
    say, count, number = sentences.say, sentences.count, sentences.number
    seats = count(opened.configuration.players, "{n} player", "{n} players")
    played = count(
        found.games,
        "{n} game of {players}, seed {seed}",
        "{n} games of {players}, seed {seed}",
        players=seats,
        seed=seed,
    )
    rows = [(say("finished"), number(found.finished))]
    if found.cut:
        cut = say("cut after {steps} steps, and not finished: {games}", steps=number(limit), games=number(found.cut))
        rows = [(say("finished"), f"{number(found.finished)}; {cut}")]
    if found.finished:
        median = say("{spread}, median {median}", spread=_spread(found.length, sentences), median=number(found.median))
        rows.append((say("steps"), median))
    width = max(len(say("finished")), len(say("steps")))
    lines = [f"{opened.compiled.folder.name}: {played}", "", *(f"  {head:<{width}}  {told}" for head, told in rows)]
    if found.finished:
        lines += ["", *_seats(found, sentences)]
    actions = _actions(opened)
    fired = dict(found.coverage.played)
    played_actions = [(_named(opened, name), fired[path]) for path, name in actions.items() if path in fired]
    lines += _counts("action", played_actions, sentences)
    rules = [(_named(opened, path), times) for path, times in fired.items() if path not in actions]
    lines += _counts("rule", rules, sentences)
    if found.failures:
        lines += ["", f"  {say('broken:')}"]
        for each in found.failures:
            why = (None if each.code is None else sentences.fault(each.code)) or each.message
            code = f" {each.code}" if each.code else ""
            games = count(each.times, "in {n} game", "in {n} games")
            lines.append(f"    {say(each.sort)}{code} {each.clause.path} {games}{f': {why}' if why else ''}")
        lines.append(f"  {say('{command} shows how', command='`refengine check`')}")
    return "\n".join(lines)


def _named(opened: Opened, path: str) -> str:
    """Returns an action or a rule by its label in another language than that of the rules, where it has one."""
    words = opened.words
    return words.name(path) if words.language != ENGLISH and words.has_label(path) else path


def _seats(found: CampaignResult, sentences: Sentences) -> list[str]:
    say, total = sentences.say, found.finished
    rows = [
        (say("player"), say("won alone"), say("with others"), say("score")),
        *(
            (
                str(seat),
                _share(each.alone, total, sentences),
                _share(each.shared, total, sentences),
                _spread(each.scores, sentences),
            )
            for seat, each in enumerate(found.seats, start=1)
        ),
        *([(say("nobody"), _share(found.nobody, total, sentences), "", "")] if found.nobody else []),
    ]
    return [f"  {who:<8}{alone:>18}{others:>18}   {score}".rstrip() for who, alone, others, score in rows]


def _actions(opened: Opened) -> dict[str, str]:
    """The names of actions by the path of their clause."""
    description = opened.game(explain=True).description
    return {each.clause.path: each.name for frame in description.frames for each in frame.actions}


def _counts(counted: Counted, counts: list[tuple[str, int]], sentences: Sentences) -> list[str]:
    if not counts:
        return []
    heading, steps = sentences.say(COUNTED[counted]), sentences.say("steps")
    width = max(len(name) for name in (heading, *(name for name, _ in counts)))
    return [
        "",
        f"  {heading:<{width}}  {steps:>10}",
        *(f"  {name:<{width}}  {sentences.number(times):>10}" for name, times in counts),
    ]


def _spread(spread: Spread, sentences: Sentences) -> str:
    return sentences.say(
        "{least} to {most}, mean {mean}",
        least=sentences.number(spread.fewest),
        most=sentences.number(spread.most),
        mean=sentences.decimal(spread.mean, 2),
    )


def _share(part: int, whole: int, sentences: Sentences) -> str:
    if not part:
        return "0"
    percent = sentences.decimal(100 * part / whole, 1)
    return sentences.say("{number} ({percent} %)", number=sentences.number(part), percent=percent)
