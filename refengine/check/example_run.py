"""A run of an example under one configuration, and how what fails in it is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from refengine.check.report import Failure, Setting
from refengine.engine.open_answers import Ends
from refengine.report.citations import Basis, CitedClause, Reader
from refengine.report.words import Scene
from refengine.runtime.description import ExampleInfo, LineInfo
from refengine.runtime.fault import Clause, Fault
from refengine.runtime.recorder import Recorder
from refengine.smt.goal import Position
from refengine.source.text import SourceText

if TYPE_CHECKING:
    from refengine.runtime.game import Game, State


@frozen
class ExampleRun:
    """A run of one example under one configuration."""

    game: Game
    example: ExampleInfo
    setting: Setting
    reader: Reader
    scene: Scene
    under: tuple[tuple[str, str], ...]
    ends: Ends
    """The actions by which open texts end, since what stands behind one is not known."""
    record: Recorder
    """The record of everything that decides; what an expectation asks is recorded apart first, and then added."""


def position_of(run: ExampleRun) -> str:
    """Returns what the position is called in which the example begins: that of the example in which it is written."""
    written = run.example.position.path
    return "its position" if written == run.example.clause.path else f"the position of `{written}`"


def quoted(run: ExampleRun, line: LineInfo, mark: str) -> str:
    """Returns the line as it is written, behind the example it is taken from and the last mark passed."""
    taken = f"in `{line.clause.path}`" if run.example.is_taken(line) else ""
    passed = f"at `{mark}`" if mark else ""
    where = ", ".join(each for each in (taken, passed) if each)
    return f"{where}: {_written(run, line)}" if where else _written(run, line)


def _written(run: ExampleRun, line: LineInfo) -> str:
    if line.clause.span is None:
        return line.what
    path, start, end = line.clause.span
    source: SourceText | None = run.reader.texts.get(path)
    return f"`{' '.join(source.text[start:end].split())}`" if source is not None else line.what


def by_clause(clause: CitedClause) -> str:
    """Returns a clause within a sentence, with what it cites."""
    bases = "; ".join(_told(each) for each in clause.basis)
    return f"`{clause.path}`" + (f" per {bases}" if bases else "")


def _told(basis: Basis) -> str:
    return f"{basis.name} ({basis.text})" if basis.text else basis.name


def failure_of(
    run: ExampleRun, clause: Clause, what: str, found: tuple[str, ...], state: State | None, moves: tuple[str, ...] = ()
) -> Failure:
    """Returns the failure of an expectation or move in a run, with the position in which it failed."""
    cited = run.reader.clause(clause)
    if state is None:
        return Failure("example", run.example.name, what, cited, run.setting, found, moves=moves)
    data, told = run.game.to_json(state), run.game.description
    position = run.scene.position(data)
    stood = Position(told.players, told.readings, told.options, data)
    return Failure(
        "example", run.example.name, what, cited, run.setting, found, moves=moves, position=position, stood=stood
    )


def broken_off(run: ExampleRun, clause: Clause, what: str, fault: Fault, state: State | None) -> Failure:
    """Returns the failure of a run in which the rules break off, with the code and the clause of the fault."""
    found = (f"the rules break off: {fault.message}: {by_clause(run.reader.clause(fault.clause))}",)
    return evolve(failure_of(run, clause, what, found, state), code=fault.code)
