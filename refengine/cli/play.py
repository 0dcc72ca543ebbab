"""`refengine play`: a person against random players, who sees what a player at the table would see."""

from __future__ import annotations

import io
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import define, field

from refengine.check.cited import Reader
from refengine.check.text import clause_lines, explain_line
from refengine.check.words import Scene
from refengine.cli.errors import Refused, no_such_seat
from refengine.cli.games import ENGLISH, open_game
from refengine.cli.limits import limits_of
from refengine.cli.options import Pairs
from refengine.cli.overheard import overheard
from refengine.engine.fault import Fault
from refengine.testing.choices import choose

if TYPE_CHECKING:
    from refengine.engine.game import Game, State

QUIT = {"q", "quit", "exit"}


def play(
    game: Path,
    *,
    players: int | None = None,
    seat: int = 1,
    seed: int | None = None,
    edition: str | None = None,
    reading: Pairs = (),
    option: Pairs = (),
    table: Pairs = (),
    limit: Pairs = (),
    lang: str = ENGLISH,
) -> int:
    """Play against random players, in the terminal, seeing only what your seat sees.

    Args:
        game: The folder of the game.
        players: How many play; the fewest, if not given.
        seat: Where you sit, from 1.
        seed: The same seed gives the same chance and the same others.
        edition: Play by an edition.
        reading: Play by a reading, as in `--reading QUESTION=READING`; may be repeated.
        option: Choose an option, as in `--option NAME=VALUE`; may be repeated.
        table: Replace a table, as in `--table NAME=FILE`; may be repeated.
        limit: Raise a limit on how much the rules may make, as in `--limit pieces=50000`; may be repeated.
        lang: The language of names.
    """
    opened = open_game(
        game,
        players=players,
        readings=reading,
        options=option,
        tables=table,
        edition=edition,
        lang=lang,
        limits=limits_of(limit),
    )
    if not 1 <= seat <= opened.configuration.players:
        raise Refused([no_such_seat(seat, opened.configuration.players)])
    playable = opened.game()
    reader = Reader(opened.compiled.rulebook, opened.compiled.texts)
    rng = random.Random(seed)  # noqa: S311 - play, not secrets
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    try:
        return _Seat(playable, Scene(opened.words, playable.description, most=None), seat, rng).play()
    except Fault as fault:
        print(f"\nThe rules break off: {fault.message}")
        print("\n".join([*clause_lines(reader.clause(fault.clause)), explain_line(fault.code)]))
        return 1


@define
class _Seat:
    """A person at the table; `shown` is the view as it was last printed, `events` what was noticed since."""

    game: Game
    scene: Scene
    seat: int
    rng: random.Random
    shown: tuple[str, ...] = ()
    events: list[str] = field(factory=list)

    def play(self) -> int:
        """Plays to the end, or until the person has had enough."""
        print(f"You are player {self.seat} of {self.game.description.players}. `q` leaves the game.")
        state = self.game.initial()
        while (turn := self.game.turn(state)).kind != "over":
            legal = self.game.legal(state)
            # What the rulebook leaves to the table is for the person to say.
            own = [each for each in legal if each.actor == self.seat or turn.kind == "table"]
            if own:
                self._look(state)
                action = self._ask(own)
                if action is None:
                    print("\nYou leave the game.")
                    return 0
            else:
                action = choose(legal, self.rng)
            before, state = state, self.game.apply(state, action)
            if not own:
                self._notice(before, action, state)
        self._look(state)
        self._end(state)
        return 0

    def _notice(self, before: State, action: Any, after: State) -> None:
        """Keeps what the person notices of what others do."""
        arguments = overheard(self.game, self.seat, before, action, after)
        if arguments is not None:
            self.events.append(self.scene.words.move(action.actor, action.name, arguments))

    def _look(self, state: State) -> None:
        """Prints what others did, and the view; what has changed since it was last seen is marked."""
        lines = self.scene.position(self.game.view(state, self.seat))
        if self.events:
            print()
        for event in self.events:
            print(event)
        self.events.clear()
        print()
        for line in lines:
            print(f"{'*' if self.shown and line not in self.shown else ' '} {line}")
        self.shown = lines

    def _ask(self, legal: list[Any]) -> Any:
        words = self.scene.words
        whose = "table" if legal[0].actor == "table" else "you"
        print()
        width = len(str(len(legal)))
        for number, action in enumerate(legal, start=1):
            told = words.move(action.actor, action.name, action.arguments).partition(": ")[2]
            print(f"  {number:>{width}}. {told}")
        while True:
            print(f"{whose}, 1 to {len(legal)}: ", end="", flush=True)
            line = sys.stdin.readline()
            if not line or line.strip().lower() in QUIT:
                return None
            answer = line.strip()
            if answer.isdecimal() and len(answer) < 9 and 1 <= int(answer) <= len(legal):
                return legal[int(answer) - 1]
            if answer:
                print(f"please type a number from 1 to {len(legal)}, or q to leave")

    def _end(self, state: State) -> None:
        outcome = self.game.outcome(state)
        print("\nThe game is over.")
        if outcome is None:
            return
        for seat, score in enumerate(outcome.scores, start=1):
            won = ", wins" if seat in outcome.winners else ""
            print(f"  player {seat}{' (you)' if seat == self.seat else ''}: {score}{won}")
        if not outcome.winners:
            print("  nobody wins")
