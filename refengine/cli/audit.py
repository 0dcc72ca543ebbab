"""Logs of other programs, one or a folder of them, audited and told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from attrs import evolve, frozen

from refengine import __version__
from refengine.cli.errors import Refused, cannot_find_game, no_logs, several_called
from refengine.cli.games import GameAdditions, all_called, compiled_games, with_what_is_beside, words_in
from refengine.compiled import Compilation
from refengine.ir.scope import restrict_to
from refengine.loading import RuleSetError
from refengine.report.citations import named_citation
from refengine.report.envelope import as_text, head
from refengine.report.sentences import ENGLISH_SENTENCES, Sentences, sentence, sentences_in
from refengine.report.words import Scene, Words
from refengine.resolve.folder import find_games
from refengine.rulings.audit import AuditedLog, audited_log
from refengine.rulings.bench import DisagreementError
from refengine.rulings.errors import disagreement
from refengine.rulings.judge import Judge
from refengine.rulings.logs import Log, read_log
from refengine.rulings.ruling import Obstacle
from refengine.rulings.text import ruling_text
from refengine.rulings.to_json import anchored, ruling_data
from refengine.source.diagnostic import Diagnostic
from refengine.source.limits import Limits
from refengine.source.render import render, render_json
from refengine.source.text import MAX_RECORDED_BYTES, Files, SourceText, read_source

BROKEN = {
    "guard": sentence("a condition does not hold"),
    "bar": sentence("it is barred"),
    "choice": sentence("that may not be chosen"),
    "turn": sentence("somebody else decides"),
    "not asked": sentence("it is not decided then"),
}
"""The ways in which a step breaks a rule, by the sort of the obstacle."""

VERDICTS = {
    "legal": sentence("legal"),
    "illegal": sentence("illegal"),
    "undetermined": sentence("undetermined"),
    "unreadable": sentence("unreadable"),
}
"""The verdicts on logs, in words."""

ILLEGAL = 1
BAD = 2
DISAGREE = 4


@frozen
class FileAudit:
    """The audit of the log in a file: its result, or why the log cannot be read."""

    path: str
    judge: Judge | None
    log: Log | None
    found: AuditedLog | None
    wrong: tuple[Diagnostic, ...]
    texts: Mapping[str, SourceText]


@frozen
class Auditor:
    """An auditor of logs: the games that they may be of, the language of names, and how far is looked."""

    compiled: tuple[Compilation, ...]
    lang: str
    other_readings: bool
    _judges: dict[str, Judge]

    @classmethod
    def at(
        cls, place: Path, tables: dict[str, Path], beside: GameAdditions, limits: Limits, lang: str, *, readings: bool
    ) -> Auditor:
        """Returns the auditor of the games in a folder."""
        folders, wrong = find_games(place)
        if wrong:
            raise Refused(wrong)
        compiled = compiled_games(with_what_is_beside(folders, beside), tables, limits)
        if len(compiled) == 1 and compiled[0].game is None:
            raise Refused(compiled[0].errors, compiled[0].texts)
        whole = tuple(each for each in compiled if each.game is not None)
        words_in(lang, whole)
        return cls(whole, lang, readings, {})

    def result(self, file: Path) -> FileAudit:
        """Returns the audit of the log in a file."""
        path = file.as_posix()
        source, wrong = read_source(file, path, Files(most=MAX_RECORDED_BYTES))
        texts = {} if source is None else {source.path: source}
        log, wrong = (None, wrong) if source is None or wrong else read_log(source)
        if log is None:
            return FileAudit(path, None, None, None, wrong, texts)
        judge = self._judge(log)
        if isinstance(judge, tuple):
            return FileAudit(path, None, log, None, judge, texts)
        try:
            found = audited_log(judge, log, other_readings=self.other_readings)
        except RuleSetError as error:
            return FileAudit(path, judge, log, None, error.diagnostics, {**texts, **error.texts})
        except DisagreementError as error:
            raise Refused([disagreement(str(error))], exit_code=DISAGREE) from error
        return FileAudit(path, judge, log, found, found.wrong, texts)

    def _judge(self, log: Log) -> Judge | tuple[Diagnostic, ...]:
        may_be = self.compiled if log.game is None else all_called(self.compiled, log.game, _is_called)
        if log.game is not None and len(may_be) > 1:
            return (several_called(log.game, (each.folder for each in may_be)),)
        found = may_be[0] if len(may_be) == 1 else None
        if found is None or found.game is None:
            named = {each.game.name for each in self.compiled if each.game is not None}
            return (cannot_find_game(log.game or "", named),)
        if log.kept:
            smaller, wrong = restrict_to(found.game, log.kept, "log")
            return wrong if smaller is None else Judge(evolve(found, game=smaller), language=self.lang)
        if found.game.name not in self._judges:
            self._judges[found.game.name] = Judge(found, language=self.lang)
        return self._judges[found.game.name]


def _is_called(compiled: Compilation, word: str) -> bool:
    assert compiled.game is not None
    labels = (Words(compiled.labels, each).name(compiled.game.name) for each in compiled.labels.languages)
    return word.casefold() in {each.casefold() for each in labels}


# ---- ONE LOG


def audit_log(auditor: Auditor, file: Path, form: Literal["text", "json"]) -> int:
    """Audits one log, and tells the result."""
    result = auditor.result(file)
    if result.found is None or result.found.ruling is None:
        raise Refused(result.wrong, result.texts)
    if form == "json":
        print(as_text(_envelope([result])))
    else:
        print("\n".join(_told(result)), end="")
    return 0 if result.found.is_legal else ILLEGAL


def _told(result: FileAudit) -> Iterator[str]:
    found, judge = result.found, result.judge
    assert found is not None
    assert found.ruling is not None
    assert judge is not None
    sentences = judge.words.sentences
    legal = sentences.say("{n} of {whole} steps are legal", n=found.legal, whole=found.whole)
    yield f"{_where(result)}: {legal}"
    yield ruling_text(found.ruling, judge.words.sentences).rstrip()
    if not found.is_legal and found.state is not None:
        yield f"\n{sentences.say('last legal position')}"
        yield from (f"  {each}" for each in _position(judge, found))
    yield ""


def _where(result: FileAudit) -> str:
    """Returns the file, with the line and column of the step that is not legal, as editors open it."""
    place = _place(result)
    return result.path if place is None else f"{result.path}:{place[0]}:{place[1]}"


def _place(result: FileAudit) -> tuple[int, int] | None:
    place = None if result.found is None else result.found.place
    return None if place is None else result.texts[place.path].position(place.start)


def _position(judge: Judge, found: AuditedLog) -> tuple[str, ...]:
    return Scene.of(judge.words, judge.game).position(found.state)


# ---- A FOLDER


def audit_folder(auditor: Auditor, folder: Path, form: Literal["text", "json"]) -> int:
    """Audits each log in a folder, and tells the results and which rules were broken how often."""
    files = sorted(each for each in folder.rglob("*.json") if each.is_file() and not each.name.startswith("."))
    if not files:
        raise Refused([no_logs(folder.as_posix())])
    results = [auditor.result(each) for each in files]
    if form == "json":
        print(as_text(_envelope(results)))
    else:
        print("\n".join(_summary(results, sentences_in(auditor.lang))))
    if any(each.found is not None and each.found.ruling is not None and not each.found.is_legal for each in results):
        return ILLEGAL
    return BAD if any(each.wrong for each in results) else 0


def _summary(results: Iterable[FileAudit], sentences: Sentences) -> Iterator[str]:
    say = sentences.say
    counts = Counter(_verdict(each) for each in results)
    for each in results:
        if each.found is not None and each.found.ruling is not None:
            yield f"{_where(each)}: {each.found.ruling.verdict}"
            reasons = each.found.ruling.reasons
            yield from () if reasons is None else (f"  {one.says}" for one in reasons.obstacles)
            if each.found.ruling.alternatives is not None and len(each.found.ruling.alternatives) > 1:
                yield f"  {say('it hangs on how the rules are read')}"
        else:
            yield f"{each.path}: {say('cannot be read')}"
            yield from (f"  {line}" for line in render(each.wrong, each.texts).rstrip().splitlines())
    yield ""
    told = ", ".join(f"{number} {say(VERDICTS[verdict])}" for verdict, number in sorted(counts.items()))
    yield f"{sentences.count(counts.total(), '{n} log', '{n} logs')}: {told}"
    broken = _broken(results, sentences)
    if broken:
        yield say("rules that were broken, by the number of logs:")
        for (_, label, cites), number in sorted(broken.items(), key=lambda each: (-each[1], each[0])):
            yield f"  {number}  {label}{f' ({cites})' if cites else ''}"


def _verdict(result: FileAudit) -> str:
    if result.found is None or result.found.ruling is None:
        return "unreadable"
    return result.found.ruling.outcome


def _broken(results: Iterable[FileAudit], sentences: Sentences = ENGLISH_SENTENCES) -> Counter[tuple[str, str, str]]:
    """Returns each rule that stood in the way of a log, its label, what it cites, and of how many logs."""
    found: Counter[tuple[str, str, str]] = Counter()
    for each in results:
        reasons = None if each.found is None or each.found.ruling is None else each.found.ruling.reasons
        found.update({_named(one, sentences) for one in (() if reasons is None else reasons.obstacles)})
    return found


def _named(obstacle: Obstacle, sentences: Sentences) -> tuple[str, str, str]:
    return (
        obstacle.path,
        f"{obstacle.label}: {sentences.say(BROKEN[obstacle.kind])}",
        ", ".join(named_citation(each.id, sentences) for each in obstacle.citations),
    )


# ---- DATA


def _envelope(results: list[FileAudit]) -> dict[str, Any]:
    return {
        **head(__version__),
        "logs": [_data(each) for each in results],
        "broken": [
            {"path": path, "label": label, "citations": cites, "logs": number}
            for (path, label, cites), number in sorted(_broken(results).items())
        ],
    }


def _data(result: FileAudit) -> dict[str, Any]:
    found, place = result.found, _place(result)
    return {
        "file": result.path,
        "game": None if result.judge is None else result.judge.rules.name,
        "verdict": _verdict(result),
        "legal": 0 if found is None else found.legal,
        "steps": 0 if found is None else found.whole,
        "place": None if place is None else {"line": place[0], "column": place[1]},
        "moves": [] if found is None else list(found.moves),
        "ruling": None if found is None or found.ruling is None else anchored(ruling_data(found.ruling)),
        "position": None if found is None else found.state,
        "diagnostics": render_json(result.wrong, result.texts),
    }
