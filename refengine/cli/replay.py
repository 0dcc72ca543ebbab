"""`refengine replay`: a recorded trace played again."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, Literal

from attrs import evolve

from refengine import __version__
from refengine.check.plain_data import as_data
from refengine.check.replay_report import ReplayReport, StepFailure, replay_report, replayed_text
from refengine.cli.audit import DISAGREE, Auditor, audit_folder, audit_log
from refengine.cli.errors import Refused
from refengine.cli.games import (
    ENGLISH,
    NOTHING_BESIDE,
    GameAdditions,
    OpenedGame,
    compiled_games,
    game_called,
    pairs,
    with_what_is_beside,
    words_in,
)
from refengine.cli.limits import limits_of
from refengine.cli.options import Flag, Pairs
from refengine.engine.replay import Replay, replay as play_again
from refengine.engine.trace import Trace, read_trace
from refengine.ir.configuration import configure
from refengine.ir.scope import restrict_to
from refengine.report.citations import Reader
from refengine.report.envelope import as_text, head
from refengine.report.words import Scene
from refengine.resolve.folder import find_games
from refengine.rulings.audit import audited_log
from refengine.rulings.bench import DisagreementError
from refengine.rulings.errors import disagreement
from refengine.rulings.judge import Judge
from refengine.rulings.logs import of_trace
from refengine.source.limits import LIMITS, Limits
from refengine.source.text import MAX_RECORDED_BYTES, Files, SourceText, read_source

ITF = '"#meta"'

LOG = re.compile(r'"(?:actions|log)"\s*:')


def replay(
    trace: Path,
    *,
    game: Path | None = None,
    table: Pairs = (),
    texts: Path | None = None,
    module: Pairs = (),
    limit: Pairs = (),
    any_version: Flag = False,
    only_own_readings: Flag = False,
    format: Literal["text", "json"] = "text",  # noqa: A002 - the name of the option
    lang: str = ENGLISH,
) -> int:
    """Play a recorded trace again, or audit a log: the first step that is not legal, why, and the last legal state.

    A trace of a scope is played with the pieces that the scope kept. Of a log of another program it is told as well
    under which readings it is legal, and of a folder of logs which rules were broken how often.

    Args:
        trace: The file with the trace or the log, or a folder of them.
        game: The folder of the game, or one that games are looked for in; the current folder, if not given.
        table: Replace a table, as in `--table NAME=FILE`; may be repeated.
        texts: A folder with bodies of texts that the owner of the game wrote.
        module: Put in a module that lies beside the game, as in `--module NAME`; may be repeated.
        limit: Raise a limit on how much the rules may make, as in `--limit pieces=50000`; may be repeated.
        any_version: Play it even if the rules are others than when it was recorded.
        only_own_readings: Do not look at a log under other readings than its own.
        format: Text for people or JSON for programs.
        lang: The language of names.
    """
    tables = {name: Path(file) for name, file in pairs("--table", table).items()}
    beside = GameAdditions(texts, module)
    is_folder = os.path.isdir(trace)  # noqa: PTH112 - a path that is too long is none
    if is_folder or not _is_trace(trace):
        auditor = Auditor.at(game or Path(), tables, beside, limits_of(limit), lang, readings=not only_own_readings)
        return audit_folder(auditor, trace, format) if is_folder else audit_log(auditor, trace, format)
    recorded = recorded_trace(trace)
    opened = opened_for(recorded, trace, game or Path(), tables, lang, limits_of(limit), beside)
    playable = opened.game(explain=True)
    found = play_again(playable, recorded, trace.as_posix(), any_version=any_version)
    if found.problems:
        raise Refused(found.problems, opened.compiled.texts)
    reader = Reader(opened.compiled.rulebook, opened.compiled.texts, opened.words)
    told = replay_report(found, recorded, playable, reader, Scene.of(opened.words, playable))
    if told.verdict == "illegal":
        told = _with_sentences(told, found, Judge(opened.compiled, language=lang), recorded, reader)
    if format == "json":
        print(as_text(_data(recorded, told)))
    else:
        print(replayed_text(opened.words.name(recorded.game), told, opened.words.sentences), end="")
    return 0 if told.verdict == "same" and not told.broken else 1


def _with_sentences(told: ReplayReport, found: Replay, judge: Judge, trace: Trace, reader: Reader) -> ReplayReport:
    """Returns a replay with the reasons of a ruling: a sentence for each clause that stands in the way of the step."""
    try:
        ruling = audited_log(judge, of_trace(trace), other_readings=False).ruling
    except DisagreementError as error:
        raise Refused([disagreement(str(error))], exit_code=DISAGREE) from error
    if ruling is None or ruling.reasons is None:
        return told
    clauses = {each.clause.path: reader.clause(each.clause) for each in found.failed}
    reasons = tuple(StepFailure(each.says, clauses.get(each.path)) for each in ruling.reasons.obstacles)
    return evolve(told, reasons=reasons)


def _is_trace(path: Path) -> bool:
    """Returns whether a file is to be read as a trace of ours.

    What is neither that nor a log of another program is, too.
    """
    source, wrong = read_source(path, path.as_posix(), Files(most=MAX_RECORDED_BYTES))
    if source is None or wrong:
        return True
    return ITF in source.text or not LOG.search(source.text)


def recorded_trace(path: Path) -> Trace:
    """Returns the trace in a file."""
    source, wrong = read_source(path, path.as_posix(), Files(most=MAX_RECORDED_BYTES))
    if source is None or wrong:
        raise Refused(wrong, _texts(source))
    trace, wrong = read_trace(source.text, path.as_posix())
    if trace is None:
        raise Refused(wrong, _texts(source))
    return trace


def _texts(source: SourceText | None) -> dict[str, SourceText]:
    return {} if source is None else {source.path: source}


def opened_for(
    trace: Trace,
    path: Path,
    place: Path,
    tables: dict[str, Path],
    lang: str,
    limits: Limits = LIMITS,
    beside: GameAdditions = NOTHING_BESIDE,
) -> OpenedGame:
    """Returns the game of a trace, looked for in a folder, under its configuration and with the pieces of its scope."""
    return _cut(_open(trace, place, tables, lang, limits, beside), trace, path.as_posix())


def _open(
    trace: Trace, place: Path, tables: dict[str, Path], lang: str, limits: Limits, beside: GameAdditions
) -> OpenedGame:
    """Returns the game that the trace is of, under the configuration that it was played with."""
    folders, wrong = find_games(place)
    if wrong:
        raise Refused(wrong)
    compiled = compiled_games(with_what_is_beside(folders, beside), tables, limits)
    found = game_called(compiled, trace.game)
    assert found.game is not None
    configuration, wrong = configure(found.game, trace.players, dict(trace.readings), dict(trace.options), None)
    if configuration is None:
        raise Refused(wrong, found.texts)
    return OpenedGame(found, configuration, words_in(lang, [found]))


def _cut(opened: OpenedGame, trace: Trace, path: str) -> OpenedGame:
    """Returns the game with the pieces of the trace, if it is one of a smaller game."""
    if not trace.kept:
        return opened
    assert opened.compiled.game is not None
    smaller, wrong = restrict_to(opened.compiled.game, trace.kept, path)
    if smaller is None:
        raise Refused(wrong, opened.compiled.texts)
    return evolve(opened, compiled=evolve(opened.compiled, game=smaller))


def _data(trace: Trace, told: ReplayReport) -> dict[str, Any]:
    return {
        **head(__version__),
        "game": trace.game,
        "players": trace.players,
        "readings": dict(trace.readings),
        "options": dict(trace.options),
        **as_data(told),
        "kept": {component: dict(pieces) for component, pieces in trace.kept},
    }
