"""`refengine show`: what lies on the boards of a position, drawn, and what lies elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from refengine.cli.course import course_lines
from refengine.cli.errors import Refused, already_there, bad_usage, no_such_seat
from refengine.cli.games import ENGLISH, GameAdditions
from refengine.cli.limits import limits_of
from refengine.cli.observations import heard_by
from refengine.cli.options import Flag, Integer, Pairs
from refengine.cli.positions import CommandChoices, Position, position_of
from refengine.cli.saved_game import is_there
from refengine.ir.specialise import specialise
from refengine.picture.blocks import Ink, is_told_whole
from refengine.picture.board import Board, boards_of, with_names
from refengine.picture.cells_in_question import Questions
from refengine.picture.drawing import load_drawing
from refengine.picture.errors import no_board
from refengine.picture.svg import svg_of
from refengine.picture.terminal import has_room, picture, plain
from refengine.report.words import Scene
from refengine.source.files import write_file


def show(
    game: Path,
    what: str | None = None,
    *,
    step: str | None = None,
    course: Flag = False,
    seat: Integer | None = None,
    svg: Path | None = None,
    force: Flag = False,
    players: Integer | None = None,
    edition: str | None = None,
    reading: Pairs = (),
    option: Pairs = (),
    table: Pairs = (),
    texts: Path | None = None,
    module: Pairs = (),
    limit: Pairs = (),
    lang: str = ENGLISH,
) -> int:
    """Show a position: what lies on its boards, drawn, the cells in question, and what lies elsewhere.

    Shown is what everybody sees. Cells that the last step named have a frame, and so have those of which an example
    asks there whether something is legal.

    Exit codes: 0 shown, 1 the rules do not come that far, 2 bad input.

    Args:
        game: The folder of the game.
        what: An example of the game, or the file of a trace or of a state; the start of the game, if not given.
        step: Stop after so many steps of the example or trace, or at a mark of the example.
        course: Tell the steps of an example instead, each with the rules by which it goes.
        seat: Show what the player in this seat sees, from 1.
        svg: A new file for the boards as a picture.
        force: Replace the file if it is there.
        players: How many play; the fewest, if not given. An example and a trace have a number of their own.
        edition: By an edition.
        reading: By a reading, as in `--reading QUESTION=READING`; may be repeated.
        option: With an option, as in `--option NAME=VALUE`; may be repeated.
        table: Replace a table, as in `--table NAME=FILE`; may be repeated.
        texts: A folder with bodies of texts that the owner of the game wrote.
        module: Put in a module that lies beside the game, as in `--module NAME`; may be repeated.
        limit: Raise a limit on how much the rules may make, as in `--limit pieces=50000`; may be repeated.
        lang: The language of names.
    """
    if svg is not None and not force and is_there(svg):
        raise Refused([already_there(svg.as_posix())])
    chosen = CommandChoices(
        players, reading, option, table, edition, lang, limits_of(limit), GameAdditions(texts, module), course
    )
    position = position_of(game, what, step, chosen)
    if course:
        return _told_course(position, seat, svg)
    view, asked = _view(position, seat), _asked(position, seat)
    boards = _boards(position, view, asked)
    if svg is not None:
        _write(svg, boards, position)
    _print(_lines(position, boards, view, asked))
    if position.broken:
        raise Refused(position.broken, position.opened.compiled.texts, exit_code=1)
    return 0 if position.is_whole else 1


def _told_course(position: Position, seat: int | None, svg: Path | None) -> int:
    if not position.course:
        raise Refused([bad_usage("there are no steps of an example to tell", "name an example that has some")])
    if seat is not None or svg is not None:
        raise Refused([bad_usage("a course is told in words, and to everybody", "leave out `--seat` and `--svg`")])
    for line in course_lines(position):
        print(line)
    if position.broken:
        raise Refused(position.broken, position.opened.compiled.texts, exit_code=1)
    return 0 if position.is_whole else 1


def _view(position: Position, seat: int | None) -> dict[str, Any]:
    """Returns the part of the state that is shown: what everybody sees, or what a seat does."""
    if seat is None:
        found: dict[str, Any] = position.game.common_view(position.state)
        return found
    if not 1 <= seat <= position.opened.configuration.players:
        raise Refused([no_such_seat(seat, position.opened.configuration.players)])
    seen: dict[str, Any] = position.game.view(position.state, seat)
    return seen


def _asked(position: Position, seat: int | None) -> Questions:
    """Returns the cells in question: those the last step named, as far as the viewer has noticed, and what is asked."""
    found, move, words = Questions(), position.move, position.opened.words
    if move is not None:
        seats = range(1, position.opened.configuration.players + 1) if seat is None else (seat,)
        arguments = heard_by(position.game, seats, move.before, move.action, move.after)
        if arguments is not None:
            told = words.move(move.action.actor, move.action.name, arguments)
            found.ask(arguments, words.name(move.action.name), told)
    found.also(position.questions)
    return found


def _boards(position: Position, view: Mapping[str, Any], asked: Questions) -> tuple[Board, ...]:
    compiled = position.opened.compiled
    assert compiled.game is not None
    game = specialise(compiled.game, position.opened.configuration)
    drawing, source, wrong = load_drawing(compiled.folder, game)
    if wrong:
        raise Refused(wrong, {} if source is None else {source.path: source})
    boards = boards_of(game, position.game.description, drawing, view["zones"], asked.words)
    return with_names(boards, position.opened.words.public)


def _write(path: Path, boards: tuple[Board, ...], position: Position) -> None:
    if not boards:
        raise Refused([no_board(position.where)])
    wrong = write_file(path, svg_of(boards, position.told))
    if wrong is not None:
        raise Refused([wrong])


# ---- TOLD


def _lines(
    position: Position, boards: tuple[Board, ...], view: Mapping[str, Any], asked: Questions
) -> Iterable[tuple[Ink, ...]]:
    """Yields where the position is, its boards, what is asked there, and what lies elsewhere."""
    words = position.opened.words
    yield _inked(f"{position.told}: {_decides(position)}")
    yield from picture(boards, words.name)
    for notes in (asked.notes, position.drawn):
        if notes:
            yield ()
            yield from map(_inked, notes)
    told = {each.grid for each in boards if has_room(each) and all(map(is_told_whole, each.cells.values()))}
    zones = {name: {} if name in told else held for name, held in view["zones"].items()}
    rest = Scene.of(words, position.game).position({**view, "zones": zones})
    if not all(map(has_room, boards)):
        rest = (words.sentences.say("What lies on a board lies too far apart to be drawn."), *rest)
    if rest:
        yield ()
        yield from map(_inked, rest)


def _decides(position: Position) -> str:
    """Tells who decides, and in which phase."""
    words = position.opened.words
    say, turn = words.sentences.say, position.game.turn(position.state)
    if turn.kind == "over":
        return say("the game is over")
    seats = words.sentences.listed([str(each) for each in turn.seats])
    who = (
        words.who(turn.kind)
        if not turn.seats
        else words.sentences.count(len(turn.seats), "player {seats}", "players {seats}", seats=seats)
    )
    return say("{who}, in {phase}", who=who, phase=words.name(position.state.control[-1].phase))


def _inked(line: str) -> tuple[Ink, ...]:
    return tuple(Ink(each) for each in line)


def _print(lines: Iterable[tuple[Ink, ...]]) -> None:
    """Prints lines, with colours where somebody looks at them."""
    if not sys.stdout.isatty():
        print(plain(lines), end="")
        return
    from rich.console import Console
    from rich.text import Text

    console = Console()
    for line in lines:
        text = Text(no_wrap=True, overflow="ignore")
        for each in line:
            behind = f" on {each.ground}" if each.ground else ""
            text.append(each.letter, f"{each.colour or ('#222222' if each.ground else 'default')}{behind}")
        console.print(text, soft_wrap=True)
