"""`refengine diff`: two readings, two tables, or two versions of the rules compared by what players can do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Literal

from refengine import __version__
from refengine.cli.commits import files_at
from refengine.cli.errors import Refused, bad_usage, given_twice, not_a_pair
from refengine.cli.games import ENGLISH, GameAdditions, compiled_game, words_in
from refengine.cli.limits import limits_of
from refengine.cli.options import Flag, Integer, Natural, Pairs, Positive, Seed
from refengine.cli.progress import progress
from refengine.report.envelope import as_text
from refengine.report.sentences import Sentences
from refengine.rulings.diff import DiffLimits, diff as compare
from refengine.rulings.diff_json import diff_data
from refengine.rulings.diff_tables import Side
from refengine.rulings.diff_text import Teller
from refengine.source.files import put_for_a_while

PARTS = 1
UNKNOWN = 3


def diff(
    left: Path,
    right: Path | None = None,
    *,
    since: str | None = None,
    until: str | None = None,
    players: Integer | None = None,
    reading: Pairs = (),
    option: Pairs = (),
    edition: Pairs = (),
    only_actions: Flag = False,
    only_defaults: Flag = False,
    states: Positive = 20_000,
    games: Natural = 200,
    seed: Seed = 0,
    rlimit: Natural = 10_000_000,
    module: Pairs = (),
    limit: Pairs = (),
    format: Literal["text", "json", "comment"] = "text",  # noqa: A002 - the name of the option
    lang: str = ENGLISH,
) -> int:
    """Compare two readings, two tables, or two versions of the rules: the shortest game in which they part.

    Exit codes: 0 the same rules, or the same game in every position; 1 they part; 2 bad input; 3 no game is known in
    which they part, but not everything was looked at, and nothing is proved.

    Args:
        left: The folder of a game.
        right: The folder of the other version; the same one, if not given.
        since: The left side as it was at this commit of the repository in which its folder lies.
        until: The right side as it was at this commit.
        players: How many play; all numbers that both sides allow, if not given.
        reading: By a reading, as in `--reading QUESTION=READING`; given twice for a question: left, and right.
        option: With an option, as in `--option NAME=VALUE`; given twice: left, and right.
        edition: By an edition; given twice: left, and right.
        only_actions: Compare what players can do, and who wins, and not what lies where.
        only_defaults: Leave out tables with other readings and options than those that are given.
        states: How many pairs of positions are compared at each table, breadth first.
        games: How many games are played at random where that was not enough.
        seed: The same seed gives the same result.
        rlimit: How many resource units the solver may spend on a question; with 0 the prover is not asked.
        module: Put a module that lies beside the game into both sides, as in `--module NAME`; may be repeated.
        limit: Raise a limit on how much the rules may make, as in `--limit NAME=N`; may be repeated.
        format: Text, a comment in Markdown, or JSON for programs.
        lang: The language of names and sentences.
    """
    readings, options = _two("--reading", reading), _two("--option", option)
    if len(edition) > 2:
        raise Refused([given_twice("--edition", edition[0])])
    editions = (edition[0], edition[-1]) if edition else (None, None)
    with ExitStack() as folders:
        before = folders.enter_context(_as_of(left, since))
        after = folders.enter_context(_as_of(right or left, until))
        bounds, beside = limits_of(limit), GameAdditions(modules=module)
        compiled = compiled_game(before, {}, bounds, beside)
        other = compiled if after == before else compiled_game(after, {}, bounds, beside)
        words = words_in(lang, [compiled])
        names = _names(left, right, since, until, readings, options, editions, words.sentences)
        sides = (
            Side(names[0], compiled, readings[0], options[0], editions[0]),
            Side(names[1], other, readings[1], options[1], editions[1]),
        )
        settings = DiffLimits(
            states, games, seed=seed, players=players, table=not only_actions, defaults=only_defaults, rlimit=rlimit
        )
        with progress() as bar:
            bar.start("positions compared", states)
            found = compare(*sides, settings, bar.step)
        if format == "json":
            print(as_text(diff_data(found, names, __version__)))
        else:
            teller = Teller(names, words, sides[0].game)
            print(teller.comment(found) if format == "comment" else teller.page(found), end="")
    return {"same": 0, "equal": 0, "proved": 0, "part": PARTS, "unknown": UNKNOWN}[found.verdict]


def _two(flag: str, words: Iterable[str]) -> tuple[dict[str, str], dict[str, str]]:
    """Returns pairs for the left side and the right: what is given once is for both."""
    given: dict[str, list[str]] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not (name and equals and value):
            raise Refused([not_a_pair(flag, word)])
        given.setdefault(name, []).append(value)
    for name, values in given.items():
        if len(values) > 2:
            raise Refused([given_twice(flag, name)])
    return {name: each[0] for name, each in given.items()}, {name: each[-1] for name, each in given.items()}


@contextmanager
def _as_of(path: Path, commit: str | None) -> Iterator[Path]:
    if commit is None:
        yield path
        return
    files, inside = files_at(path, commit)
    with put_for_a_while(files) as made:
        yield made / inside


def _names(
    left: Path, right: Path | None, since: str | None, until: str | None,
    readings: tuple[dict[str, str], dict[str, str]], options: tuple[dict[str, str], dict[str, str]],
    editions: tuple[str | None, str | None], sentences: Sentences,
) -> tuple[str, str]:  # fmt: skip
    """Returns how the sides are called: by what they are unlike in."""
    told = []
    for path, commit, number in ((left, since, 0), (right or left, until, 1)):
        own = {**readings[number], **options[number]}
        theirs = {**readings[1 - number], **options[1 - number]}
        chosen = [
            sentences.say("{name} is {value}", name=name, value=value)
            for name, value in own.items()
            if theirs.get(name) != value
        ]
        if editions[0] != editions[1]:
            chosen.append(sentences.say("edition {name}", name=editions[number]))
        where = path.as_posix()
        if commit is not None:
            where = sentences.say("{folder} at {commit}", folder=where, commit=commit)
        told.append(", ".join([where, *chosen]))
    if told[0] == told[1]:
        hint = "name two folders, or give `--reading`, `--option` or `--edition` twice, or `--since COMMIT`"
        raise Refused([bad_usage("both sides are the same", hint)])
    return told[0], told[1]
