"""Counterexamples added to a rules file as examples.

INVARIANT: a file only grows, by examples that the rules parse and decide as they stand; what is in it already is not
added again.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path

from attrs import evolve, frozen

from refengine.check.examples import decide_examples
from refengine.cli.errors import Refused, bad_usage
from refengine.ir import game as model
from refengine.ir.configuration import open_answers
from refengine.loading import make_game
from refengine.pipeline import Compilation, compile_folder
from refengine.prove.engines import Engines
from refengine.prove.errors import no_example
from refengine.prove.example_text import ExampleText, as_example
from refengine.prove.narrative import ExplainedDecision
from refengine.report.citations import Reader
from refengine.report.words import Words
from refengine.resolve.folder import RULES
from refengine.resolve.labels import Labels
from refengine.source.files import write_file
from refengine.source.render import render
from refengine.source.text import SourceText, read_content, source_of
from refengine.syntax.parser import parse
from refengine.syntax.printer import print_file


def save_examples(
    file: Path,
    compiled: Compilation,
    tables: Mapping[str, Path],
    engines: Engines,
    shown: Iterable[ExplainedDecision],
    by_scopes: Iterable[tuple[str, str]] = (),
    *,
    witnesses: bool,
) -> None:
    """Adds an example for each statement that is refuted (with `witnesses` found, too), for the fewest players.

    Of those that scopes alone refute, `by_scopes`, it says that there is none.
    """
    if file.suffix != RULES:
        raise Refused([bad_usage(f"`{file.as_posix()}` is no rules file", f"its name has to end in `{RULES}`")])
    there = _standing(file)
    wanted = {"refuted", *(["found"] if witnesses else [])}
    first: dict[tuple[str, str], ExplainedDecision] = {}
    for each in shown:
        if each.decision.verdict in wanted and not each.disagrees and not each.is_impossible:
            first.setdefault(each.decision.goal.statement, each)
    wrong = [no_example(*each, "a scope refutes it, and `refengine explore` shows the moves") for each in by_scopes]
    for each in first.values():
        goal = each.decision.goal
        written = _printed(as_example(engines, each))
        if written.problem is None and _body(written.text) in there.text:
            print(f"{file.as_posix()}: there already: an example of {' '.join(goal.statement)}", file=sys.stderr)
            continue
        if written.problem is None:
            written = _printed(as_example(engines, each, _taken(engines.game, there.text)))
            added = f"{there.text.rstrip()}\n\n{written.text}" if there.text.strip() else written.text
            written = evolve(written, problem=_refusal(file, compiled, tables, added, written.name))
        if written.problem is not None:
            wrong.append(no_example(*goal.statement, written.problem))
            continue
        _append(file, there, written.text)
        there = _standing(file)
        print(f"{file.as_posix()}: example {written.name}", file=sys.stderr)
    if wrong:
        print(render(wrong, {}), end="", file=sys.stderr)


def _printed(written: ExampleText) -> ExampleText:
    """Returns the example in its one form, if it can be read."""
    if written.problem is not None:
        return written
    source = SourceText("example", written.text)
    tree, wrong = parse(source)
    if tree is None or wrong:
        return evolve(written, problem="its text cannot be read")
    return evolve(written, text=print_file(tree, source))


def _body(text: str) -> str:
    """Returns the example but for its name."""
    return text.partition("\n")[2].rstrip()


def _taken(game: model.Game, there: str) -> frozenset[str]:
    declared = (
        game.examples,
        game.claims,
        game.dependences,
        game.confinements,
        game.audits,
        game.scopes,
        game.values,
        game.zones,
    )
    more = (game.variables, game.kinds, game.components, game.invariants, game.measures, game.phases, game.laws)
    names = {each.name for part in (*declared, *more, game.relations, game.nestings) for each in part}
    words = (line.split() for line in there.splitlines() if line.startswith("example "))
    return frozenset(names | {line[1] for line in words if len(line) > 1})


@frozen
class _CurrentFile:
    """The file as it stands now; there is no content if there is no file."""

    content: bytes | None
    text: str


def _standing(file: Path) -> _CurrentFile:
    shown = file.as_posix()
    if not os.path.exists(file):  # noqa: PTH110 - a path that is too long is none
        return _CurrentFile(None, "")
    content, wrong = read_content(file, shown)
    if content is None:
        raise Refused(wrong)
    source, wrong = source_of(content, shown)
    if source is None or wrong:
        raise Refused(wrong, {} if source is None else {shown: source})
    return _CurrentFile(content, source.text)


def _refusal(file: Path, compiled: Compilation, tables: Mapping[str, Path], text: str, name: str) -> str | None:
    """Returns why the rules with the new text would not do: an error, or how the example is decided otherwise."""
    folder, whole = compiled.folder, SourceText(file.as_posix(), text)
    rules = tuple(each for each in folder.rules if each.resolve() != file.resolve())
    claims = tuple(each for each in folder.claims if each.resolve() != file.resolve())
    made = compile_folder(evolve(folder, rules=rules, claims=claims), tables, (whole,), limits=compiled.limits)
    if made.game is None:
        return made.errors[0].message
    game = evolve(made.game, examples=tuple(each for each in made.game.examples if each.name == name))
    explaining = partial(make_game, explain=True)
    decided = decide_examples(game, explaining, Reader(None, {}), Words(Labels()), open_answers(game))
    for failure in decided.failures:
        return f"{failure.what}{': ' + failure.found[0] if failure.found else ''}"
    return None


def _append(file: Path, there: _CurrentFile, text: str) -> None:
    """Writes the file with the text behind what it held when it was read, byte for byte."""
    content = there.content or b""
    lead = "" if not content else "\n" if content.endswith(b"\n") else "\n\n"
    unwritten = write_file(file, content + (lead + text).encode(), expected=there.content, is_new=there.content is None)
    if unwritten is not None:
        raise Refused([unwritten])
