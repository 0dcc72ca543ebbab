"""Comparisons of two sets of rules, in words: a page, and a comment for whoever reviews a change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from textwrap import wrap
from typing import Any

from attrs import frozen

from refengine.engine.trace import TraceStep
from refengine.explore.lockstep import StateDifference
from refengine.ir import game as model
from refengine.report.sentences import Sentences, sentence
from refengine.report.words import Scene, Words
from refengine.rulings.diff import Diff, ShownParting, TableComparison, place_of
from refengine.rulings.diff_proof import PartingPosition, TableProof
from refengine.rulings.diff_proofs import apart_of, why_not
from refengine.rulings.diff_tables import DiffTable

WIDTH = 100

NORMALLY = ".normally"

MOST_MOVES = 20

MOST = 12
"""The number of places, or of actions of one side alone, that are listed."""

SAME = sentence("the same rules, worded otherwise at most: nothing that players can do is different")

SIDES = (sentence("left"), sentence("right"))

DECIDING = (sentence("on the left alone decides: {rules}"), sentence("on the right alone decides: {rules}"))

PLAYED = (
    sentence("games of {numbers} players are there on the left alone"),
    sentence("games of {numbers} players are there on the right alone"),
)

CHOSEN = (
    sentence("can be chosen on the left alone, and not compared: {choices}"),
    sentence("can be chosen on the right alone, and not compared: {choices}"),
)

KEPT = (
    sentence("kept on the left alone, and not compared: {names}"),
    sentence("kept on the right alone, and not compared: {names}"),
)


@frozen
class Teller:
    """Tells of a comparison in the words of a game; `names` are those of the sides."""

    names: tuple[str, str]
    words: Words
    rules: model.Game

    # ---- THE VERDICT

    def headline(self, found: Diff) -> str:
        """Returns the verdict in a sentence."""
        say = self._sentences.say
        match found.verdict:
            case "same":
                return say(SAME)
            case "equal":
                compared = sum(each.pairs for each in found.tables)
                if not compared:
                    return say("the same at each table looked at: both break off in the setup, so nothing was compared")
                pairs = self._sentences.number(compared)
                return say("the same game at each table looked at: all {pairs} positions were compared", pairs=pairs)
            case "proved":
                return say("the same game: proved for every position that a game comes to")
            case "unknown" if apart_of(found) is not None:
                return say("no game was found in which they part, but a position in which they do")
            case "unknown":
                return say("no difference was found, and not everything was looked at")
            case "part":
                return self._parted(found)

    def _parted(self, found: Diff) -> str:
        first, count = found.first, self._sentences.count
        if first is None or first.shown is None:
            return self._sentences.say("they are for other numbers of players")
        shown, at = first.shown, self._table(first.at)
        moves = len(shown.moves)
        if shown.begins is not None:
            return count(
                moves,
                "they part {n} move after the position of example {example} ({at})",
                "they part {n} moves after the position of example {example} ({at})",
                example=f"`{shown.begins}`",
                at=at,
            )
        if shown.scope is not None:
            return count(
                moves,
                "they part in a game of {n} move ({at}, with the pieces of scope {scope})",
                "they part in a game of {n} moves ({at}, with the pieces of scope {scope})",
                scope=f"`{shown.scope}`",
                at=at,
            )
        return count(moves, "they part in a game of {n} move ({at})", "they part in a game of {n} moves ({at})", at=at)

    # ---- THE PAGE

    @property
    def _sentences(self) -> Sentences:
        return self.words.sentences

    @property
    def _both(self) -> tuple[str, str]:
        """The words for the sides, of the same width."""
        said = [self._sentences.say(each) for each in SIDES]
        width = max(map(len, said))
        return said[0].ljust(width), said[1].ljust(width)

    def page(self, found: Diff) -> str:
        """Returns the whole page."""
        lines = [f"{side}  {name}" for side, name in zip(self._both, self.names, strict=True)]
        lines += ["", self.headline(found)]
        if found.first is not None and found.first.shown is not None:
            lines += self._course(found.first.shown)
        apart = apart_of(found)
        if apart is not None:
            lines += self._position(apart)
        lines += ["", *self._looked(found)] if found.verdict != "same" else []
        return "\n".join(lines) + "\n"

    def comment(self, found: Diff) -> str:
        """Returns a comment on a change, in Markdown."""
        said = self.headline(found)
        sides = "; ".join(f"{side.strip()}: {name}" for side, name in zip(self._both, self.names, strict=True))
        lines = [f"**{said[:1].upper()}{said[1:]}.**", "", sides]
        if found.first is not None and found.first.shown is not None:
            lines += ["", "```text", *(each[2:] for each in self._course(found.first.shown) if each), "```"]
        apart = apart_of(found)
        if apart is not None:
            lines += ["", "```text", *(each[2:] for each in self._position(apart) if each), "```"]
        lines += ["", *(f"* {each}" for each in self._looked(found))] if found.verdict != "same" else []
        return "\n".join(lines) + "\n"

    def _course(self, shown: ShownParting) -> Iterator[str]:
        count, width = self._sentences.count, len(str(len(shown.moves)))
        left_out = max(0, len(shown.moves) - MOST_MOVES)
        if left_out:
            having = "`--format json`"
            told = count(
                left_out, "{n} move, which {this} has, and then", "{n} moves, which {this} has, and then", this=having
            )
            yield f"  {told}"
        for number, step in list(enumerate(shown.moves, start=1))[left_out:]:
            yield f"  {number:>{width}}. {self._move(step)}"
        yield ""
        for each in shown.unlike[:MOST]:
            yield from (f"  {line}" for line in self._unlike(each))
        if len(shown.unlike) > MOST:
            yield f"  {count(len(shown.unlike) - MOST, 'and {n} more place', 'and {n} more places')}"
        for said, paths in zip(DECIDING, shown.by, strict=True):
            named = [each for each in paths if "." in each and not each.endswith(NORMALLY)] or paths
            if named:
                told = self._sentences.say(said, rules="; ".join(self._rule(each) for each in named))
                yield from wrap(told, WIDTH, initial_indent="  ", subsequent_indent="    ")

    def _position(self, apart: PartingPosition) -> Iterator[str]:
        """Yields a position in which they part, how, and that no game is known that comes there."""
        say = self._sentences.say
        yield ""
        told = say(
            "no game is known that comes to this position ({at}); all that is proved holds in it",
            at=self._table(apart.at),
        )
        yield from wrap(told, WIDTH, initial_indent="  ", subsequent_indent="  ")
        for line in Scene.of(self.words, apart.game).position(apart.data):
            yield from wrap(line, WIDTH, initial_indent="    ", subsequent_indent="      ")
        yield ""
        if apart.move is not None:
            yield f"  {say('they part by this move: {move}', move=self._move(apart.move))}"
        for each in apart.unlike[:MOST]:
            yield from (f"  {line}" for line in self._unlike(each))
        if len(apart.unlike) > MOST:
            yield f"  {self._sentences.count(len(apart.unlike) - MOST, 'and {n} more place', 'and {n} more places')}"

    def _rule(self, path: str) -> str:
        """Returns a clause by its label, else by its own words."""
        if self.words.has_label(path):
            return self.words.name(path)
        head, _, own = path.partition(".")
        return " ".join(f"{head}: {own}".rstrip(": ").replace("_", " ").split())

    def _move(self, step: TraceStep) -> str:
        return self.words.move(step.actor, step.action, step.arguments)

    def _looked(self, found: Diff) -> Iterator[str]:
        say = self._sentences.say
        for numbers, said in zip(found.players, PLAYED, strict=True):
            if numbers:
                yield say(said, numbers=", ".join(map(str, numbers)))
        for each in found.tables:
            yield f"{self._table(each.at)}: {self._compared(each)}"
        if found.same:
            yield self._sentences.count(
                found.same, "at {n} table more the rules say the same", "at {n} tables more the rules say the same"
            )
        if found.covered:
            yield self._sentences.count(
                found.covered,
                "{n} table more is proved to be the same game with these",
                "{n} tables more are proved to be the same game with these",
            )
        if found.left_out:
            yield say("not looked at: {what}", what="; ".join(self._table(each) for each in found.left_out))
        if not found.complete and found.verdict != "part":
            yield say(
                "the rules are not the same; tables that choose several things together, or one of many numbers, were "
                "not looked at"
            )
        for choices, said in zip(found.choices, CHOSEN, strict=True):
            if choices:
                told = (say("{name} is {value}", name=name, value=value) for name, value in choices)
                yield say(said, choices="; ".join(told))
        for names, said in zip(found.only, KEPT, strict=True):
            if names:
                yield say(said, names=", ".join(names))

    def _compared(self, each: TableComparison) -> str:
        say, count = self._sentences.say, self._sentences.count
        pairs = count(each.pairs, "{n} position compared", "{n} positions compared")
        upto = count(
            each.depth,
            "every game of up to {n} move is the same ({pairs})",
            "every game of up to {n} moves is the same ({pairs})",
            pairs=pairs,
        )
        match each.verdict:
            case "equal":
                return say("every game is the same (all {pairs})", pairs=pairs)
            case "proved":
                assert each.proof is not None
                return self._proved(each.proof)
            case "alike so far" if each.unseen:
                phases = ", ".join(self.words.name(name) for name in each.unseen)
                return say(
                    "no difference found (all {pairs}), but not compared is who sees what is remembered in {phases}",
                    pairs=pairs,
                    phases=phases,
                )
            case "alike so far":
                games = count(
                    each.games,
                    "no difference found: {upto}, and so is {n} game played at random",
                    "no difference found: {upto}, and so are {n} games played at random",
                    upto=upto,
                )
                told = [games]
                if each.scopes:
                    small = ", ".join(each.scopes)
                    told.append(say("with the pieces of {scopes} every game is the same", scopes=small))
                if each.proof is not None:
                    told.append(say(why_not(each.proof)))
                return "; ".join(told)
            case "part":
                assert each.shown is not None
                return self._parting(each.shown, upto)

    def _proved(self, proof: TableProof) -> str:
        say = self._sentences.say
        if proof.every:
            told = say("every game is the same, with all readings and options: proved for every position")
        else:
            told = say("every game is the same: proved for every position")
        if not proof.assumed:
            return told
        these = ", ".join(self.words.name(each) for each in proof.assumed)
        return f"{told}; {say('that rests on invariants that are proved: {these}', these=these)}"

    def _parting(self, shown: ShownParting, upto: str) -> str:
        say, count, moves = self._sentences.say, self._sentences.count, len(shown.moves)
        if not moves and shown.begins is None and shown.scope is None:
            return say("they part at the start")
        if shown.played is not None:
            played = count(
                shown.played,
                "they part, in a game played at random after {n} move",
                "they part, in a game played at random after {n} moves",
            )
            return f"{played}; {upto}"
        if shown.begins is not None or shown.scope is not None:
            return say("they part; {upto}, but not from every position", upto=upto)
        if shown.shortest:
            told = count(moves, "they part after {n} move, the shortest", "they part after {n} moves, the shortest")
        else:
            told = count(
                moves,
                "they part after {n} move, there may be a shorter one",
                "they part after {n} moves, there may be a shorter one",
            )
        return f"{told}; {upto}"

    # ---- WHAT IS UNLIKE

    def _unlike(self, each: StateDifference) -> Iterator[str]:
        say = self._sentences.say
        match each.kind:
            case "decides":
                yield say("who decides")
                yield from self._sides(self._who(each.left), self._who(each.right))
            case "actions":
                yield say("what may be done")
                yield from self._offers(each.left, each.right)
            case "outcome":
                yield say("who has won")
                yield from self._sides(self._outcome(each.left), self._outcome(each.right))
            case "breaks off":
                yield say("the rules break off")
                yield from self._sides(self._broken(each.left), self._broken(each.right))
            case "view":
                yield say("{what}, as {who} sees it", what=self._place(each.place), who=self.words.who(each.seat))
                yield from self._entries(each.left, each.right)
            case "table":
                yield self._place(each.place)
                yield from self._entries(each.left, each.right)

    def _sides(self, left: str, right: str) -> Iterator[str]:
        for side, told in zip(self._both, (left, right), strict=True):
            yield f"  {side}  {told}"

    def _offers(self, left: Any, right: Any) -> Iterator[str]:
        count = self._sentences.count
        for side, own, other in zip(self._both, (left, right), (right, left), strict=True):
            alone = [key for key in own if key not in other]
            told = [self.words.move(actor, name, arguments) for actor, name, arguments in map(_action, alone)]
            some = "; ".join(told[:MOST])
            if len(told) > MOST:
                some = f"{some}; {count(len(told) - MOST, 'and {n} more', 'and {n} more')}"
            if told:
                yield f"  {side}  {self._sentences.say('also {these}', these=some)}"
        weights = [key for key in left if key in right and left[key] != right[key]]
        for key in weights[:MOST]:
            move = self.words.move(*_action(key))
            told_ways = self._sentences.say(
                "{move}: left {left} ways of chance, right {right}", move=move, left=left[key], right=right[key]
            )
            yield f"  {told_ways}"

    def _place(self, place: str) -> str:
        name, key, of_seat = place_of(self.rules, place)
        said = self.words.name(name)
        if not key:
            return said
        whose = self.words.who(int(key)) if of_seat else self.words.name(key)
        return self._sentences.phrase("{what} of {whose}", what=said, whose=whose)

    def _entries(self, left: Any, right: Any) -> Iterator[str]:
        if isinstance(left, list) and isinstance(right, list):
            counts = [Counter(self.words.public(each) for each in side) for side in (left, right)]
            alone = [list((counts[0] - counts[1]).elements()), list((counts[1] - counts[0]).elements())]
            if not any(alone):
                yield f"  {self._sentences.say('the same, in another order')}"
                return
            for side, found in zip(self._both, alone, strict=True):
                if found:
                    yield f"  {side}  {self._sentences.say('also {these}', these=', '.join(found))}"
            return
        yield from self._sides(self.words.public(left), self.words.public(right))

    def _who(self, turn: Any) -> str:
        kind, seats = turn
        if kind == "over":
            return self._sentences.say("nobody: the game is over")
        return ", ".join(self.words.who(each) for each in seats) if seats else self.words.who(kind)

    def _outcome(self, found: Any) -> str:
        say = self._sentences.say
        if found is None:
            return say("it is not said")
        if isinstance(found, str):
            return say("the rules break off ({why})", why=self._sentences.fault(found) or found)
        scores, winners = found
        who = ", ".join(self.words.who(each) for each in winners) if winners else say("nobody")
        return say("{who}; scores {scores}", who=who, scores=", ".join(map(str, scores)))

    def _broken(self, found: Any) -> str:
        if found is None or isinstance(found, dict):
            return self._sentences.say("they go on")
        return self._sentences.fault(str(found)) or str(found)

    def _table(self, at: DiffTable) -> str:
        chosen = [
            self._sentences.say("{name} is {value}", name=name, value=value)
            for name, value in (*at.readings, *at.options)
        ]
        return ", ".join([self._sentences.count(at.players, "{n} player", "{n} players"), *chosen])


def _action(key: tuple[Any, ...]) -> tuple[Any, str, tuple[Any, ...]]:
    return key[0], key[1], key[2]
