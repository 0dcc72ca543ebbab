"""Games as pytest collects them: the index of a rulebook is the file, and all that its game says are its tests.

Each sort of test is a class of items with a marker of its own; `GameFile.collect` lists the sorts.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

from refengine.loading import compile_cached
from refengine.pytest_plugin.verdicts import StatedTest, UnderTest, Verdict, place_of
from refengine.resolve.choice import with_modules
from refengine.resolve.folder import RULEBOOK, find_games
from refengine.source.render import render


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> GameFile | None:
    """Returns a game where the index of its rulebook lies."""
    return GameFile.from_parent(parent, path=file_path) if file_path.name == RULEBOOK else None


class TestFailure(Exception):  # noqa: N818 - a test that fails, and no error
    """The failure of a test, in words for people."""


class GameFile(pytest.File):
    """A game with its tests; rules with errors are an error of the collection."""

    under_test: UnderTest

    def collect(self) -> Iterator[pytest.Item]:
        """Yields a test for each example, each law, each precedent, each scope and each statement."""
        folders, wrong = find_games(place_of(self.path.parent))
        here = [each for each in folders if each.path.resolve() == self.path.parent.resolve()]
        if not here:
            if wrong and folders:
                raise self.CollectError(render(wrong, {}))
            return
        folder, wrong = with_modules(here[0], self.config.getoption("--refengine-module"))
        if wrong:
            raise self.CollectError(render(wrong, {}))
        compiled = compile_cached(folder)
        if compiled.game is None:
            raise self.CollectError(render(compiled.diagnostics, compiled.texts))
        self.under_test = UnderTest(compiled, compiled.game)
        yield from (_made(ExampleItem, self, each) for each in self.under_test.examples())
        yield from (_made(LawItem, self, each) for each in self.under_test.laws())
        yield from (_made(PrecedentItem, self, each) for each in self.under_test.precedents())
        yield from (_made(ScopeItem, self, each) for each in self.under_test.scopes())
        yield from (_made(StatementItem, self, each) for each in self.under_test.statements())


class GameItem(pytest.Item):
    """A test of one thing that a game says."""

    marker: ClassVar[str]

    def __init__(self, *, stated: StatedTest, **rest: Any) -> None:
        super().__init__(**rest)
        self.stated = stated
        self.add_marker("refengine")
        self.add_marker(self.marker)

    @property
    def under_test(self) -> UnderTest:
        """The game."""
        assert isinstance(self.parent, GameFile)
        return self.parent.under_test

    @abstractmethod
    def decided(self) -> Verdict:
        """Returns the verdict of the test."""

    def runtest(self) -> None:
        """Fails with what is wrong, or is skipped where nobody knows and nobody promised it."""
        outcome = self.decided()
        if outcome.wrong is not None:
            raise TestFailure(outcome.wrong)
        if outcome.unknown is not None:
            pytest.skip(outcome.unknown)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Returns what is wrong in words; a traceback only of a mistake of ours."""
        return str(excinfo.value) if isinstance(excinfo.value, TestFailure) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Returns where it stands in the rules."""
        span = self.stated.span
        source = None if span is None else self.under_test.compiled.texts.get(span.path)
        if span is None or source is None:
            return self.path, None, str(self.stated)
        return Path(span.path), source.position(span.start)[0] - 1, str(self.stated)


class ExampleItem(GameItem):
    """An example; all that are selected are decided with the first of them."""

    marker = "refengine_example"

    def decided(self) -> Verdict:
        """Returns the verdict on the example."""
        selected = [each for each in self.session.items if isinstance(each, ExampleItem) and each.parent is self.parent]
        return self.under_test.example(self.stated.name, [each.stated.name for each in selected])


class LawItem(GameItem):
    """A law."""

    marker = "refengine_law"

    def decided(self) -> Verdict:
        """Returns the verdict on the law."""
        return self.under_test.law(self.stated.name)


class PrecedentItem(GameItem):
    """A ruling that is kept beside the game."""

    marker = "refengine_precedent"

    def decided(self) -> Verdict:
        """Returns the verdict on the ruling."""
        return self.under_test.precedent(self.stated.name)


class ScopeItem(GameItem):
    """A small version of the game, of which all states are gone through."""

    marker = "refengine_scope"

    def decided(self) -> Verdict:
        """Returns the verdict on the scope."""
        return self.under_test.scope(self.stated.name)


class StatementItem(GameItem):
    """A statement that is proved."""

    marker = "refengine_statement"

    def decided(self) -> Verdict:
        """Returns the verdict on the statement."""
        return self.under_test.statement(self.stated.kind, self.stated.name)


def _made(sort: type[GameItem], game: GameFile, stated: StatedTest) -> GameItem:
    return sort.from_parent(game, name=str(stated), stated=stated)
