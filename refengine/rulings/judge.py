"""The judge of a table: questions about positions are answered, with the rules that decide and what they hang on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from refengine.engine.codec import Codec
from refengine.engine.description import PlayInfo
from refengine.engine.fault import BadData, Fault, IllegalAction
from refengine.engine.runtime import Action
from refengine.ir import control, game as model, lines as happening
from refengine.ir.configuration import Configuration, configure
from refengine.ir.specialise import with_seats
from refengine.loading import RuleSetError, known_cached, make_game
from refengine.report.cited import Reader
from refengine.report.words import Words
from refengine.resolve.folder import digests
from refengine.rulings import errors
from refengine.rulings.answering import answered
from refengine.rulings.bench import Bench, Moment, reasons_of
from refengine.rulings.hanging import PARTLY, complete_alternatives, single_alternatives
from refengine.rulings.lines import Lines, of_words
from refengine.rulings.positions import play_of, set_up, starts_of, waiting_below
from refengine.rulings.questions import Agreed, Dispute, Question, mark_of
from refengine.rulings.reasons import Sources
from refengine.rulings.ruling import Reasons, Ruling
from refengine.rulings.speech import Speech
from refengine.rulings.steps import Steps
from refengine.rulings.world import NOWHERE
from refengine.rulings.worlds import chosen, world_of
from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span
from refengine.source.text import SourceText
from refengine.syntax import tree
from refengine.types.asked import Known, elaborate_lines
from refengine.types.examples import begun_as

if TYPE_CHECKING:
    from refengine.engine.game import Game, State
    from refengine.pipeline import Compiled


NEVER = "It cannot come to this."
"""The verdict of a table at which what happens before the question is not possible."""

MOST_TABLES = 8
"""The number of sets of readings up to which a dispute goes on anew for each of them."""


@frozen(eq=False, slots=False)
class Judge:
    """A judge of disputes about one game, for a table that has agreed on what is given here.

    Nothing of it changes but what is remembered, so that asking again is quick.
    """

    compiled: Compiled
    tables: Mapping[str, Path] = field(factory=dict)
    players: int | None = None
    agreed: Agreed = field(factory=Agreed)
    language: str = "en"
    _benches: dict[Configuration, Bench] = field(factory=dict, init=False)
    _steps: dict[int, Steps] = field(factory=dict, init=False)

    # ---- WHAT IS KNOWN

    @cached_property
    def rules(self) -> model.Game:
        """The rules, without what nothing is asked of."""
        assert self.compiled.game is not None
        return evolve(self.compiled.game, claims=(), dependences=(), audits=(), scopes=(), laws=(), measures=())

    @cached_property
    def _bare(self) -> model.Game:
        """The rules as all benches play them."""
        return evolve(self.rules, examples=())

    @cached_property
    def known(self) -> Known:
        """The names, clauses and scripts by which questions about the game are read."""
        return known_cached(self.compiled, self.tables)

    @cached_property
    def made_of(self) -> Mapping[str, str]:
        """A hash of each file with rules, a table, the index or labels, by its role and name."""
        return digests(self.compiled.folder, self.tables, {each.name for each in self.rules.tables})

    @cached_property
    def game(self) -> Game:
        """The playable game of the table; raises `RuleSetError` where what it has agreed on is not known."""
        return self.bench(self._configuration(self.players, self.agreed)).game

    def _configuration(self, players: int | None, agreed: Agreed, lines: Lines | None = None) -> Configuration:
        found, wrong = configure(self.rules, players, dict(agreed.readings), dict(agreed.options), agreed.edition)
        if found is None:
            texts = self.compiled.texts if lines is None else {**self.compiled.texts, **lines.texts}
            raise RuleSetError(tuple(_where_agreed(each, agreed) for each in wrong), texts)
        return found

    def at(self, players: int | None, agreed: Agreed) -> Bench:
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
            self._steps[seats] = Steps(with_seats(self._bare, seats))
        steps = self._steps[seats]
        game = make_game(self._bare, configuration, halves=True)
        world = world_of(steps.rules, game, configuration)
        reader = Reader(self.compiled.rulebook, self.compiled.texts)
        sources = Sources(reader, self.rules, dict(configuration.readings))
        speech = Speech(Words(self.compiled.labels, self.language), Codec(game.description))
        return Bench(game, world, configuration, chosen(steps.rules, configuration), sources, speech, steps)

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
        example = self._elaborated(dispute, bench.configuration.players, lines)
        return self._answers(bench, example, Moment(state), (asked_for,))[0]

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
        return reasons_of(bench, state, PlayInfo(actor, found.name, arguments))

    def decide(self, disputes: Iterable[Dispute], lines: Lines) -> tuple[Ruling, ...]:
        """Returns a ruling for each question of some disputes, which were read as `lines`.

        Raises `RuleSetError` for what cannot be read, for a position that cannot be, and for an action that is not
        legal where something comes after it.
        """
        return tuple(ruling for each in disputes for ruling in self._decided(each, lines))

    def table_of(self, dispute: Dispute, lines: Lines) -> Configuration:
        """Returns how many sit at the table of a dispute, and all that they have agreed on; raises `RuleSetError`."""
        agreed = Agreed(
            dispute.agreed.edition or self.agreed.edition,
            tuple({**dict(self.agreed.readings), **dict(dispute.agreed.readings)}.items()),
            tuple({**dict(self.agreed.options), **dict(dispute.agreed.options)}.items()),
            dispute.agreed.places,
        )
        seats = _seats(dispute)
        if seats is not None and self.players is not None and seats.number != self.players:
            raise RuleSetError((errors.agreed_twice("the number of players", lines.place(seats.span)),), lines.texts)
        players = self.players if seats is None else seats.number
        begun = next((each for each in dispute.lines if isinstance(each, tree.BegunAs)), None)
        if begun is not None:
            assert self.compiled.game is not None
            of = next((each for each in self.compiled.game.examples if each.name == begun.example.text), None)
            players = players if of is None else of.players
        return self._configuration(players, agreed, lines)

    def _decided(self, dispute: Dispute, lines: Lines) -> tuple[Ruling, ...]:
        bench = self.bench(self.table_of(dispute, lines))
        rulings = self._on_bench(bench, dispute, lines)
        at_other_tables: dict[Configuration, tuple[Ruling, ...] | None] = {}

        def elsewhere(configuration: Configuration) -> tuple[Ruling, ...] | None:
            """None where something in the dispute is not possible at that table."""
            if configuration not in at_other_tables:
                try:
                    at_other_tables[configuration] = self._on_bench(self.bench(configuration), dispute, lines)
                except RuleSetError:
                    at_other_tables[configuration] = None
            return at_other_tables[configuration]

        looked_at = [self._otherwise(each, number, bench, elsewhere) for number, each in enumerate(rulings)]
        return tuple(evolve(each, dispute=dispute.name, title=dispute.title) for each in looked_at)

    def _on_bench(self, bench: Bench, dispute: Dispute, lines: Lines) -> tuple[Ruling, ...]:
        """Returns the rulings of a table that plays by one configuration."""
        example = self._elaborated(dispute, bench.configuration.players, lines)
        place = dispute.span if dispute.name else dispute.questions[0].span
        given = _place_of_given(dispute, lines) or place
        hangs_on = self._on_the_way(bench, example)
        try:
            state, wrong = set_up(bench.game, bench.world, bench.answers, example, given)
        except Fault as fault:
            moment = Moment(None, hangs_on, fault)
        else:
            if wrong:
                raise RuleSetError(lines.placed(wrong), lines.texts)
            moment = Moment(state, hangs_on)
        return self._answers(bench, example, moment, dispute.questions, lines)

    def _otherwise(
        self,
        ruling: Ruling,
        number: int,
        bench: Bench,
        elsewhere: Callable[[Configuration], tuple[Ruling, ...] | None],
    ) -> Ruling:
        """Returns a ruling with the verdicts of other tables, where what happens before the question hangs on readings.

        The whole dispute goes on anew for each of them: for every complete set of readings, if those are few, else with
        every reading changed for itself.
        """
        if not ruling.hangs_on:
            return ruling

        def told(changed: Mapping[str, str]) -> Ruling:
            readings = {**bench.readings, **changed}
            if readings == bench.readings:
                return ruling
            configuration = evolve(bench.configuration, readings=tuple(sorted(readings.items())))
            found = elsewhere(configuration)
            return Ruling(ruling.question, "undetermined", NEVER) if found is None else found[number]

        asked = tuple(each for each in self.rules.questions if each.name in ruling.hangs_on)
        if prod(len(each.readings) for each in asked) <= MOST_TABLES:
            found = complete_alternatives(self.rules, asked, bench.readings, told)
            return evolve(ruling, alternatives=found, not_looked_at=None)
        return evolve(
            ruling, alternatives=single_alternatives(ruling, asked, bench.readings, told), not_looked_at=PARTLY
        )

    def _elaborated(self, dispute: Dispute, players: int, lines: Lines) -> model.Example:
        """Returns the lines of a dispute as an example with its seats folded in; raises `RuleSetError` for others."""
        assert self.compiled.game is not None
        head = tree.Name(dispute.name or "asked", Span("", 0, 0))
        written: list[tree.ExampleLine] = []
        if _seats(dispute) is None and begun_as(tree.Example(head, _NO_CITE, dispute.lines, head.span)) is None:
            written.append(tree.Given((tree.FactPlayers(players, head.span),), head.span))
        numbers = {mark_of(number): each for number, each in enumerate(dispute.questions)}
        for line in dispute.lines:
            written.append(line)
            question = numbers.get(line.name.text) if isinstance(line, tree.Mark) else None
            if question is not None:
                self._look_at_seat(question, players, lines)
                written += question.before
                written += () if question.asked is None else (question.asked,)
        examples = {each.name: each for each in self.compiled.game.examples}
        node = tree.Example(head, _NO_CITE, tuple(written), head.span)
        example, wrong = elaborate_lines(self.known, examples, node)
        if example is None:
            raise RuleSetError(lines.placed(wrong), {**self.compiled.texts, **lines.texts})
        return _seated(self.compiled.game, example)

    @staticmethod
    def _look_at_seat(question: Question, players: int, lines: Lines) -> None:
        if question.sort == "legal" and not 1 <= question.seat <= players:
            raise RuleSetError((errors.no_seat(question.seat, players, question.span),), lines.texts)

    def _on_the_way(self, bench: Bench, example: model.Example) -> frozenset[str]:
        """Returns the questions that may be asked for before a dispute begins."""
        if not example.from_position:
            return bench.steps.questions_on_the_way([("setup", None)], ())
        puts = [each for each in example.given if isinstance(each, model.PutPhase)]
        below = [(each.phase, each.then) for put in puts for each in put.inside]
        begun = bench.steps.questions_on_the_way([(each.phase, None) for each in puts], below) | bench.steps.of_starts
        return begun | bench.steps.questions_of(*example.given)

    # ---- WHAT HAPPENS

    def _answers(
        self,
        bench: Bench,
        example: model.Example,
        moment: Moment,
        questions: Sequence[Question],
        lines: Lines | None = None,
    ) -> tuple[Ruling, ...]:
        """Goes through the lines and answers each question where it stands."""
        numbers = {mark_of(number): each for number, each in enumerate(questions)}
        rulings: list[Ruling] = []
        left = [each.line if isinstance(each, happening.Taken) else each for each in example.lines]
        while left:
            line = left.pop(0)
            question = numbers.get(line.name) if isinstance(line, happening.Mark) else None
            if question is None:
                moment = self._after(bench, moment, line, lines)
                continue
            then = moment
            for _ in question.before:
                then = self._after(bench, then, left.pop(0), lines)
            expect = None if question.asked is None else left.pop(0)
            assert expect is None or isinstance(expect, happening.Expect)
            rulings.append(answered(bench, then, question, expect))
        return tuple(rulings)

    def _after(self, bench: Bench, moment: Moment, line: happening.Line, lines: Lines | None) -> Moment:
        """Returns the moment after something has happened; raises `RuleSetError` for what is not legal."""
        if moment.broken is not None:
            return moment
        state, evaluation = moment.state, bench.evaluation(moment.state)
        try:
            match line:
                case happening.RunPhase(phase=phase, args=args):
                    told = tuple(evaluation.value(each, {}, NOWHERE) for each in args)
                    read = bench.steps.questions_on_the_way([(phase, None)], ())
                    read |= bench.steps.questions_of(*args)
                    return Moment(bench.game.example_run(state, phase, told), moment.hangs_on | read)
                case happening.Play():
                    play = play_of(evaluation, line)
                    starts = starts_of(bench.game, bench.world.rules, state, play)
                    read = bench.steps.questions_on_the_way(starts, waiting_below(bench.game, state))
                    action = bench.game.example_action(state, play.actor, play.action, play.arguments)
                    return Moment(bench.game.apply(state, action), moment.hangs_on | read)
                case _:
                    return moment
        except Fault as fault:
            return Moment(state, moment.hangs_on, fault)
        except (IllegalAction, BadData) as refused:
            assert isinstance(line, happening.Play)
            why = self._why(bench, state, play_of(evaluation, line), refused)
            place = _place(line, lines)
            raise RuleSetError((errors.cannot_happen(why, place),), {} if lines is None else lines.texts) from refused

    def _why(self, bench: Bench, state: State, play: PlayInfo, refused: Exception) -> list[str]:
        if isinstance(refused, BadData):
            return [refused.message]
        return [each.says for each in reasons_of(bench, state, play).obstacles]


def _where_agreed(wrong: Diagnostic, agreed: Agreed) -> Diagnostic:
    """Returns what is wrong with something agreed on, at the line of the dispute that says it."""
    place = next((span for name, span in agreed.places if f"`{name}`" in wrong.message), None)
    return wrong if place is None or wrong.span is not None else evolve(wrong, span=place)


def _seats(dispute: Dispute) -> tree.FactPlayers | None:
    facts = (fact for line in dispute.lines if isinstance(line, tree.Given) for fact in line.facts)
    return next((fact for fact in facts if isinstance(fact, tree.FactPlayers)), None)


def _place_of_given(dispute: Dispute, lines: Lines) -> Span | None:
    given = next((line for line in dispute.lines if isinstance(line, tree.Given)), None)
    return None if given is None else lines.place(given.span)


def _place(line: happening.Play, lines: Lines | None) -> Span:
    if lines is None or line.origin.span is None:
        return Span("question", 0, 0)
    return lines.place(line.origin.span)


_NO_CITE: tree.Cite = ()


def _seated(rules: model.Game, example: model.Example) -> model.Example:
    """Returns an example with its seats folded in."""
    over = evolve(rules.setup.points[0], params=(), effects=(), exit=control.Over())
    empty = evolve(
        rules, values=(), phases=(), examples=(example,), invariants=(), measures=(), laws=(), texts=(), outcome=None,
        claims=(), dependences=(), audits=(), scopes=(), variables=(), tokens=(), zones=(),
        setup=evolve(rules.setup, points=(over,), bars=(), kept=(), seen=(), behind_look=None),
    )  # fmt: skip
    return with_seats(empty, example.players).examples[0]
