"""`refengine play`: a person against random or searching players, who sees what a player at the table would see."""

from __future__ import annotations

import io
import random
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import define, field

from refengine.check.full_page import clause_lines, explain_line
from refengine.check.layout import wrapped
from refengine.cli.errors import Refused, already_there, no_such_seat
from refengine.cli.games import ENGLISH, GameAdditions, open_game
from refengine.cli.limits import limits_of
from refengine.cli.narrative import Round, StepReasons, ValueReason, moved_pieces
from refengine.cli.observations import UNSEEN, noticed_arguments
from refengine.cli.opponent import OtherPlayers, Sort, others
from refengine.cli.options import Flag, Integer, Pairs, Positive, Seed
from refengine.cli.saved_game import SavedGame, is_there
from refengine.report.citations import Reader, named_citation
from refengine.report.faults import why_broken
from refengine.report.sentences import Sentences, sentence
from refengine.report.table import TableView
from refengine.report.words import Scene
from refengine.runtime.fault import Fault

if TYPE_CHECKING:
    from refengine.runtime.game import Game, State
    from refengine.runtime.recorder import Recorder

QUIT = {"q", "quit", "exit"}
TABLE = {"t", "table"}
WHY = "?"

KEYS = sentence("`q` leaves the game, `?` tells why, `t` shows everything on the table.")


def play(
    game: Path,
    *,
    players: Integer | None = None,
    seat: Integer = 1,
    seed: Seed | None = None,
    opponent: Sort = "random",
    playouts: Positive | None = None,
    edition: str | None = None,
    reading: Pairs = (),
    option: Pairs = (),
    table: Pairs = (),
    texts: Path | None = None,
    module: Pairs = (),
    limit: Pairs = (),
    save: Path | None = None,
    verbose: Flag = False,
    lang: str = ENGLISH,
) -> int:
    """Play against random or searching players, in the terminal, seeing only what your seat sees.

    What happened since you were last asked is told as far as your seat can know it; `?` tells by which rules, `t` what
    lies everywhere, spare pieces too, and `q` leaves the game.

    Args:
        game: The folder of the game.
        players: How many play; the fewest, if not given.
        seat: Where you sit, from 1.
        seed: The same seed gives the same chance and the same others.
        opponent: The others choose at random, or search: each action is tried in many random games, what they do not
            see drawn anew, and the one that came out best is taken.
        playouts: How many random games for each action; 200, or 20 where no WebAssembly is to be had.
        edition: Play by an edition.
        reading: Play by a reading, as in `--reading QUESTION=READING`; may be repeated.
        option: Choose an option, as in `--option NAME=VALUE`; may be repeated.
        table: Replace a table, as in `--table NAME=FILE`; may be repeated.
        texts: A folder with bodies of texts that the owner of the game wrote.
        module: Put in a module that lies beside the game, as in `--module NAME`; may be repeated.
        limit: Raise a limit on how much the rules may make, as in `--limit pieces=50000`; may be repeated.
        save: A new file for the game as a trace, also with what you did not see; written whenever you are asked, and
            at the end. `refengine replay` and `refengine odds` take it.
        verbose: Tell of each reason the clause by its name.
        lang: The language of names and sentences.
    """
    if save is not None and is_there(save):
        raise Refused([already_there(save.as_posix())])
    opened = open_game(
        game,
        players=players,
        readings=reading,
        options=option,
        tables=table,
        beside=GameAdditions(texts, module),
        edition=edition,
        lang=lang,
        limits=limits_of(limit),
    )
    if not 1 <= seat <= opened.configuration.players:
        raise Refused([no_such_seat(seat, opened.configuration.players)])
    playable = opened.game(explain=True)
    rules = opened.compiled.game
    assert rules is not None
    words = opened.words
    reader = Reader(opened.compiled.rulebook, opened.compiled.texts, words)
    rng = random.Random(seed)  # noqa: S311 - play, not secrets
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    scene = Scene.of(opened.words, playable, most=None)
    reasons = StepReasons(playable, scene, reader, rules)
    table_ = others(opened, playable, rng, opponent, playouts)
    person = _Seat(playable, scene, seat, table_, reasons, SavedGame(playable, save), verbose)
    try:
        return person.play()
    except Fault as fault:
        person.course.keep()
        print("\n" + words.sentences.say("The rules break off: {why}", why=why_broken(words, fault)))
        where = clause_lines(reader.clause(fault.clause), words.sentences)
        print("\n".join([*where, explain_line(fault.code, words.sentences)]))
        return 1


@define
class _Seat:
    """A person at the table; `shown` is the view as it was last printed, `events` and `why` what happened since."""

    game: Game
    scene: Scene
    seat: int
    others: OtherPlayers
    reasons: StepReasons
    course: SavedGame
    verbose: bool
    shown: tuple[str, ...] = ()
    everything: Callable[[], Iterable[str]] = tuple
    """Everything that the person sees, with spare pieces and with what is as it was at the start."""
    events: list[str] = field(factory=list)
    why: list[Callable[[], list[ValueReason]]] = field(factory=list)
    """The reasons of each step, which are looked for when they are asked for."""

    @property
    def sentences(self) -> Sentences:
        """The sentences of the person's language."""
        return self.scene.words.sentences

    def play(self) -> int:
        """Plays to the end, or until the person has had enough."""
        say, players = self.sentences.say, self.game.description.players
        state = self.game.initial()
        self.course.begin(state)
        self.course.keep()
        print(say("You are player {seat} of {players}.", seat=self.seat, players=players), say(KEYS))
        chosen: Round | None = None
        while (turn := self.game.turn(state)).kind != "over":
            legal = self.game.legal(state)
            # What the rulebook leaves to the table is for the person to say.
            own = [each for each in legal if each.actor == self.seat or turn.kind == "table"]
            if own:
                self._look(state)
                self.course.keep()
                action = self._ask(own)
                if action is None:
                    print("\n" + say("You leave the game."))
                    return 0
                self.why.clear()
            else:
                action = self._chosen(state, legal, chosen)
            if turn.kind == "players" and chosen is None:
                chosen = Round(self.game, self.seat, state)
            before, (state, record) = state, self._take(state, action)
            uncovered: frozenset[str] = frozenset()
            heard = bool(own)
            if chosen is not None:
                chosen.add(action)
                if all(each.actor == action.actor for each in legal):
                    uncovered = self._tell_round(chosen, state)
                    heard = heard or bool(uncovered)
                    chosen = None
            elif not own:
                heard = self._notice(before, action, state)
            view, seen = self.game.view(before, self.seat), self.game.view(state, self.seat)
            self.events += [f"  {each}" for each in moved_pieces(self.scene, view, seen)]
            told = self.reasons.told
            self.why.append(partial(told, record, view, seen, uncovered, action=action.name, heard=heard))
        self._look(state)
        self.course.keep()
        self._end(state)
        return 0

    def _chosen(self, state: State, legal: tuple[Any, ...], chosen: Round | None) -> Any:
        """Returns what another player chooses, or chance."""
        action, at_a_loss = self.others.choose(state if chosen is None else chosen.start, legal)
        if at_a_loss:
            say, who = self.sentences.say, self.scene.words.who(action.actor)
            self.events.append(say("{who} cannot tell what may be hidden, and chooses at random", who=who))
        return action

    def _take(self, state: State, action: Any) -> tuple[State, Recorder]:
        with self.game.recording() as record:
            after = self.course.take(state, action)
        return after, record

    def _notice(self, before: State, action: Any, after: State) -> bool:
        """Keeps what the person notices of what others do; whether that is all of it."""
        arguments = noticed_arguments(self.game, self.seat, before, action, after)
        if arguments is None:
            return False
        self.events.append(self.scene.words.move(action.actor, action.name, arguments))
        return UNSEEN not in arguments

    def _tell_round(self, chosen: Round, after: State) -> frozenset[str]:
        """Keeps what the others turn out to have chosen at once; the zones in which everything is known by that."""
        told = chosen.known(after)
        for actor, name, arguments in told:
            self.events.append(self.scene.words.move(actor, name, arguments))
        if not chosen.uncovers(told):
            return frozenset()
        return self.reasons.uncovered(self.game.view(chosen.start, self.seat), self.seat)

    def _look(self, state: State) -> None:
        """Prints what happened, and the view; what has changed since it was last seen is marked."""
        lines = TableView(self.scene, self.seat).rows(self.game.view(state, self.seat))
        if self.events:
            print()
        for event in self.events:
            told = event.lstrip()
            lead = event[: len(event) - len(told)]
            print("\n".join(wrapped(told, lead, f"{lead}    ")))
        self.events.clear()
        print()
        for line in lines:
            changed = self.shown and line not in self.shown
            print("\n".join(wrapped(line, "* " if changed else "  ", "      ")))
        self.shown = lines
        self.everything = lambda: self.scene.position(self.game.view(state, self.seat))

    def _explain(self) -> None:
        """Prints by which rules things came out as they did since the person was last asked."""
        why = [*dict.fromkeys(reason for told in self.why for reason in told())]
        if not why:
            print(self.sentences.say("nothing was decided by a rule that hangs only on what you see"))
        for each in why:
            lead = "  " * each.depth
            cites = ", ".join(named_citation(basis.name, self.sentences) for basis in each.basis)
            line = f"{each.line}{f' ({cites})' if cites else ''}{f' `{each.path}`' if self.verbose else ''}"
            print("\n".join(wrapped(line, lead, f"{lead}    ")))
        texts = {basis.name: basis.text for each in why for basis in each.basis if basis.text}
        for name, text in texts.items():
            print("\n".join(wrapped(f"{named_citation(name, self.sentences)}: {text}", "    ", "      ")))

    def _ask(self, legal: list[Any]) -> Any:
        words, say = self.scene.words, self.sentences.say
        prompt = say("table, 1 to {last}: ", last=len(legal)) if legal[0].actor == "table" else say(
            "you, 1 to {last}: ", last=len(legal)
        )  # fmt: skip
        print()
        width = len(str(len(legal)))
        for number, action in enumerate(legal, start=1):
            lead = f"  {number:>{width}}. "
            print("\n".join(wrapped(words.deed(action.name, action.arguments), lead, " " * len(lead))))
        while True:
            print(prompt, end="", flush=True)
            line = sys.stdin.readline()
            if not line or line.strip().lower() in QUIT:
                return None
            answer = line.strip()
            if answer == WHY:
                self._explain()
                continue
            if answer.lower() in TABLE:
                print("\n".join(line for each in self.everything() for line in wrapped(each, "  ", "      ")))
                continue
            if answer.isdecimal() and len(answer) < 9 and 1 <= int(answer) <= len(legal):
                return legal[int(answer) - 1]
            if answer:
                print(
                    say("please type a number from 1 to {last}, ? to hear why, t for all, q to leave", last=len(legal))
                )

    def _end(self, state: State) -> None:
        outcome, words = self.game.outcome(state), self.scene.words
        print("\n" + self.sentences.say("The game is over."))
        if outcome is None:
            return
        for seat, score in enumerate(outcome.scores, start=1):
            won = self.sentences.say(", wins") if seat in outcome.winners else ""
            named = words.who(seat)
            who = self.sentences.say("{who} (you)", who=named) if seat == self.seat else named
            print(f"  {who}: {score}{won}")
        if not outcome.winners:
            print(f"  {self.sentences.say('nobody wins')}")
