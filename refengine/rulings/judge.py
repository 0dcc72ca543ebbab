"""The judge of a table: questions about positions are answered, with the rules that decide and what they hang on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from refengine.engine.replay import VERSION
from refengine.ir import game as model
from refengine.ir.bare import without_claims
from refengine.ir.configuration import Configuration, configure
from refengine.ir.kept_under import not_kept, speaks_of
from refengine.ir.specialise import with_seats
from refengine.loading import RuleSetError, known_cached, make_game, whole_compilation
from refengine.report.anchors import Anchors
from refengine.report.citations import Reader
from refengine.report.words import Words, in_words
from refengine.resolve.folder import digests
from refengine.rulings import errors
from refengine.rulings.answers import RulingAnswer
from refengine.rulings.beginning import Beginning, ImpossibleError
from refengine.rulings.bench import Bench, Moment, reasons_of
from refengine.rulings.elaboration import elaborated, place_of_given, seats_of
from refengine.rulings.fillings import Filling
from refengine.rulings.happenings import CannotHappenError, answers
from refengine.rulings.holding_words import NEVER
from refengine.rulings.lines import Lines
from refengine.rulings.other_tables import UnreachedTable, at_another_table, ruling_of, with_other_tables
from refengine.rulings.proofs import Prover
from refengine.rulings.questions import Dispute, TableAgreement
from refengine.rulings.reading import of_words
from refengine.rulings.reasons import Sources
from refengine.rulings.ruling import Reasons, Ruling
from refengine.rulings.speech import Speech
from refengine.rulings.steps import Steps
from refengine.rulings.worlds import chosen_readings, world_of
from refengine.runtime.codec import Codec
from refengine.runtime.description import PlayInfo
from refengine.runtime.frames import Action
from refengine.source.diagnostic import Diagnostic
from refengine.source.later import later
from refengine.source.text import SourceText
from refengine.syntax import tree
from refengine.types.later_lines import GameKnowledge

if TYPE_CHECKING:
    from refengine.compiled import Compilation, SeatedRules
    from refengine.rulings.contradiction import Contradiction, with_smallest
    from refengine.rulings.holdings import found_out, holding_rulings
    from refengine.rulings.if_only import if_only
    from refengine.runtime.game import Game, State
else:  # most positions leave nothing open and contradict themselves nowhere
    Contradiction, with_smallest = (
        later("refengine.rulings.contradiction", name) for name in ("Contradiction", "with_smallest")
    )
    found_out, holding_rulings = (
        later("refengine.rulings.holdings", name) for name in ("found_out", "holding_rulings")
    )
    if_only = later("refengine.rulings.if_only", "if_only")


@frozen(eq=False, slots=False)
class Judge:
    """A judge of disputes about one game, for a table that has agreed on what is given here.

    Nothing of it changes but what is remembered, so that asking again is quick.
    """

    compiled: Compilation
    players: int | None = None
    agreed: TableAgreement = field(factory=TableAgreement)
    language: str = "en"
    prover: Prover | None = None
    """Whoever is asked where more is open than can be gone through; without one it is said that not all is known."""
    alone: bool = False
    """Whether nothing is asked for but what is ruled at the judge's own table, so that no other is looked at."""
    _benches: dict[Configuration, Bench] = field(factory=dict, init=False)
    _steps: dict[int, Steps] = field(factory=dict, init=False)
    _examples: list[tuple[Dispute, int, model.Example]] = field(factory=list, init=False)
    """The example that was elaborated last, of which dispute and for how many players; one at most."""

    # ---- WHAT IS KNOWN

    @cached_property
    def rules(self) -> model.Game:
        """The rules, without what nothing is asked of."""
        assert self.compiled.game is not None
        return evolve(without_claims(self.compiled.game), laws=(), measures=())

    @property
    def words(self) -> Words:
        """The words of the game in the language of the judge."""
        return Words(self.compiled.labels, self.language)

    @cached_property
    def worded(self) -> model.Game:
        """The rules with their questions and readings in the language of the judge, to be told and not to be played."""
        return evolve(self.rules, questions=tuple(in_words(self.words, each) for each in self.rules.questions))

    @cached_property
    def _bare(self) -> model.Game:
        """The rules as all benches play them."""
        return evolve(self.rules, examples=())

    @property
    def _seated(self) -> SeatedRules | None:
        return self.compiled.seated

    @cached_property
    def known(self) -> GameKnowledge:
        """The names, clauses and scripts by which questions about the game are read."""
        return known_cached(self.compiled)

    @cached_property
    def made_of(self) -> Mapping[str, str]:
        """A hash of each file with rules, a table, the index or labels, as it was compiled, by its role and name."""
        return digests(self.compiled.parts, {each.name for each in self.rules.tables})

    @cached_property
    def game(self) -> Game:
        """The playable game of the table; raises `RuleSetError` where what it has agreed on is not known."""
        return self.bench(self._configuration(self.players, self.agreed)).game

    def _configuration(self, players: int | None, agreed: TableAgreement, lines: Lines | None = None) -> Configuration:
        found, wrong = configure(self.rules, players, dict(agreed.readings), dict(agreed.options), agreed.edition)
        if found is None:
            texts = self.compiled.texts if lines is None else {**self.compiled.texts, **lines.texts}
            raise RuleSetError(tuple(_where_agreed(each, agreed) for each in wrong), texts)
        return found

    def at(self, players: int | None, agreed: TableAgreement) -> Bench:
        """Returns the bench of another table; raises `RuleSetError` for one that the game does not know."""
        return self.bench(self._configuration(players, agreed))

    def bench(self, configuration: Configuration) -> Bench:
        """Returns the bench of a configuration."""
        if configuration not in self._benches:
            self._benches[configuration] = self._made(configuration)
        return self._benches[configuration]

    def _made(self, configuration: Configuration) -> Bench:
        seats = configuration.players
        if seats not in self._steps:
            kept = None if self._seated is None else self._seated.by_players.get(seats)
            self._steps[seats] = Steps(with_seats(self._bare, seats) if kept is None else kept)
        steps = self._steps[seats]
        digest = None if self._seated is None else self._seated.digest
        making = partial(make_game, self._bare, configuration, halves=True, digest=digest)
        game = making()
        world = world_of(steps.rules, game, configuration)
        reader = Reader(self.compiled.rulebook, self.compiled.texts, self.words)
        sources = Sources(reader, self.worded, dict(configuration.readings), Anchors.of(self.compiled.cited))
        speech = Speech(self.words, Codec(game.description))
        answers, explaining = chosen_readings(steps.rules, configuration), partial(making, explain=True)
        return Bench(game, world, configuration, answers, sources, speech, steps, explaining)

    # ---- ASKED

    def ask(self, position: Any, question: str) -> Ruling:
        """Returns the ruling on a question about a state of `game`, or about a position as data (`Game.position`).

        Raises `RuleSetError`, with diagnostics, for a question that cannot be read, and `BadData` for data that are no
        position of the game.
        """
        bench = self.bench(self._configuration(self.players, self.agreed))
        state = bench.game.position(position, unprinted=True) if isinstance(position, Mapping) else position
        lines = Lines()
        dispute = of_words([SourceText("question", question)], lines)
        if lines.wrong or len(dispute.questions) != 1:
            raise RuleSetError(tuple(lines.wrong) or (errors.one_question(),), lines.texts)
        (asked_for,) = dispute.questions
        example = elaborated(self.compiled, self.known, dispute, bench.configuration.players, lines)

        def at(other: Bench, there: State) -> Iterator[RulingAnswer | CannotHappenError]:
            return answers(other, example, Moment(there), (asked_for,))

        def elsewhere(configuration: Configuration) -> tuple[Ruling | UnreachedTable, ...]:
            other = self.bench(configuration)
            data = {**bench.game.to_json(state), VERSION: other.game.description.version}
            return at_another_table(at(other, other.game.from_json(data)), 1)

        try:
            (own,) = (ruling_of(each, looked_at=True) for each in at(bench, state))
        except CannotHappenError as refused:
            raise refused.told(lines) from refused
        return own if self.alone else with_other_tables(own, 0, self.worded, bench, elsewhere)

    def why_not(self, state: State, action: Action | Mapping[str, Any]) -> Reasons:
        """Returns what stands in the way of an action, as `apply` takes it, in a state of `game`.

        Raises `BadData` for what is no action of this game.
        """
        bench = self.bench(self._configuration(self.players, self.agreed))
        said: dict[str, Any] = {"actor": None, "name": None, "arguments": ()}
        if isinstance(action, Mapping):
            said |= action
        else:
            said |= {"actor": action.actor, "name": action.name, "arguments": action.arguments}
        found = bench.game.find_action(state, said["actor"], said["name"], said["arguments"])
        codec = bench.speech.codec
        info = codec.frame_info(state.control[-1])
        assert info is not None  # else it would not have been found
        offered = next(each for each in info.actions if each.name == found.name)
        arguments = tuple(
            codec.internal(param.domain, each, f"`{param.name}`", unprinted=True)
            for param, each in zip(offered.params, said["arguments"], strict=True)
        )
        actor = found.actor - 1 if isinstance(found.actor, int) else found.actor
        play = PlayInfo(actor, found.name, arguments)
        reasons = reasons_of(bench, state, play)
        return evolve(reasons, if_only=if_only(bench, state, play, reasons))

    def decide(self, disputes: Iterable[Dispute], lines: Lines) -> tuple[Ruling, ...]:
        """Returns a ruling for each question of some disputes, which were read as `lines`.

        Raises `RuleSetError` for what cannot be read, for a position that cannot be, and for an action that is not
        legal where something comes after it.
        """
        return tuple(ruling for each in disputes for ruling in self._decided(each, lines))

    def table_of(self, dispute: Dispute, lines: Lines) -> Configuration:
        """Returns how many sit at the table of a dispute, and all that they have agreed on; raises `RuleSetError`."""
        agreed = TableAgreement(
            dispute.agreed.edition or self.agreed.edition,
            tuple({**dict(self.agreed.readings), **dict(dispute.agreed.readings)}.items()),
            tuple({**dict(self.agreed.options), **dict(dispute.agreed.options)}.items()),
            dispute.agreed.places,
        )
        seats = seats_of(dispute)
        if seats is not None and self.players is not None and seats.number != self.players:
            raise RuleSetError((errors.agreed_twice("the number of players", lines.place(seats.span)),), lines.texts)
        players = self.players if seats is None else seats.number
        begun = next((each for each in dispute.lines if isinstance(each, tree.BegunAs)), None)
        if begun is not None:
            game = whole_compilation(self.compiled).game
            assert game is not None
            of = next((each for each in game.examples if each.name == begun.example.text), None)
            players = players if of is None else of.players
        configuration = self._configuration(players, agreed, lines)
        example = self._elaborated(dispute, configuration.players, lines)
        if not (example.readings or example.options):
            return configuration
        said = {*dict(dispute.agreed.readings), *dict(dispute.agreed.options)}
        for name in said.intersection(dict((*example.readings, *example.options))):
            raise RuleSetError((errors.agreed_twice(f"`{name}`", place_of_given(dispute, lines)),), lines.texts)
        given = evolve(
            agreed,
            readings=tuple({**dict(agreed.readings), **dict(example.readings)}.items()),
            options=tuple({**dict(agreed.options), **dict(example.options)}.items()),
        )
        return self._configuration(players, given, lines)

    def _decided(self, dispute: Dispute, lines: Lines) -> tuple[Ruling, ...]:
        bench = self.bench(self.table_of(dispute, lines))
        beginning = self._beginning(bench, dispute, lines)
        if dispute.opened:
            found = found_out(beginning, dispute, lines, self.prover)
            rulings = holding_rulings(beginning, dispute, found, self._each_way(beginning, dispute, lines))
        else:
            rulings = self._with_readings(beginning, dispute, lines, ())
        return tuple(evolve(each, dispute=dispute.name, title=dispute.title) for each in rulings)

    def _each_way(self, beginning: Beginning, dispute: Dispute, lines: Lines) -> Callable[[int, Filling], Ruling]:
        """Returns who rules on a question with what is open filled in, and remembers the ways that were looked at."""
        known: dict[Filling, tuple[Ruling, ...]] = {}

        def rule(number: int, filling: Filling) -> Ruling:
            if filling not in known:
                known[filling] = self._with_readings(beginning, dispute, lines, filling)
            return known[filling][number]

        return rule

    def _elaborated(self, dispute: Dispute, players: int, lines: Lines) -> model.Example:
        """Returns a dispute as an example; the last one is known, since each is asked for at several tables."""
        for known, seats, example in self._examples:
            if known is dispute and seats == players:
                return example
        made = elaborated(self.compiled, self.known, dispute, players, lines)
        self._examples[:] = [(dispute, players, made)]
        return made

    def _beginning(self, bench: Bench, dispute: Dispute, lines: Lines) -> Beginning:
        example = self._elaborated(dispute, bench.configuration.players, lines)
        for variable in bench.sources.rules.variables:
            if variable.under and speaks_of(example, not_kept((variable,), bench.readings)):
                wrong = errors.not_kept(variable.name, *variable.under, place_of_given(dispute, lines))
                raise RuleSetError((wrong,), lines.texts)
        return Beginning.of(bench, example, dispute, lines)

    def _with_readings(
        self, beginning: Beginning, dispute: Dispute, lines: Lines, filling: Filling
    ) -> tuple[Ruling, ...]:
        """Returns the rulings on one position, with what other readings make of them."""
        try:
            rulings = _rulings(beginning, dispute, filling)
        except ImpossibleError as impossible:
            raise RuleSetError(self._contradiction(beginning, dispute, lines, impossible), lines.texts) from impossible
        except CannotHappenError as refused:
            raise refused.told(lines) from refused
        at_other_tables: dict[Configuration, tuple[Ruling | UnreachedTable, ...]] = {}
        number_asked, never = len(dispute.questions), beginning.bench.speech.say(NEVER) if filling else None

        def elsewhere(configuration: Configuration) -> tuple[Ruling | UnreachedTable, ...]:
            if configuration not in at_other_tables:
                try:
                    there = self._beginning(self.bench(configuration), dispute, lines)
                    found = answers(there.bench, there.example, there.moment(filling), dispute.questions)
                    at_other_tables[configuration] = at_another_table(found, number_asked, never)
                except RuleSetError:
                    at_other_tables[configuration] = (UnreachedTable(beginning.hangs_on),) * number_asked
                except ImpossibleError as impossible:
                    read = beginning.hangs_on | impossible.hangs_on
                    at_other_tables[configuration] = (UnreachedTable(read),) * number_asked
            return at_other_tables[configuration]

        if self.alone:
            return rulings
        return tuple(
            with_other_tables(each, number, self.worded, beginning.bench, elsewhere)
            for number, each in enumerate(rulings)
        )

    def _contradiction(
        self, beginning: Beginning, dispute: Dispute, lines: Lines, impossible: ImpossibleError
    ) -> tuple[Diagnostic, ...]:
        """Returns what contradicts itself in what is given, with the smallest set of facts that does."""

        def look(fewer: Dispute) -> Contradiction | None:
            try:
                other = self._beginning(beginning.bench, fewer, lines)
            except RuleSetError:
                return None
            try:
                other.moment()
            except ImpossibleError as found:
                return Contradiction(found.wrong, other.place)
            return None

        return with_smallest(Contradiction(impossible.wrong, beginning.place), dispute, lines, look)


def _rulings(beginning: Beginning, dispute: Dispute, filling: Filling) -> tuple[Ruling, ...]:
    """Returns the rulings of one table on one position, looked around.

    Raises `ImpossibleError` for a position that cannot be, `CannotHappenError` for what is not legal there.
    """
    found = answers(beginning.bench, beginning.example, beginning.moment(filling), dispute.questions)
    never = beginning.bench.speech.say(NEVER) if filling else None
    return tuple(ruling_of(each, never, looked_at=True) for each in found)


def _where_agreed(wrong: Diagnostic, agreed: TableAgreement) -> Diagnostic:
    """Returns what is wrong with something agreed on, at the line of the dispute that says it."""
    place = next((span for name, span in agreed.places if f"`{name}`" in wrong.message), None)
    return wrong if place is None or wrong.span is not None else evolve(wrong, span=place)
