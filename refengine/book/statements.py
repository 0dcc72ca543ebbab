"""The rulebook, statement by statement: the rules that carry it out, and what is known of them."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from refengine.book.contents import Contents
from refengine.book.listing import Listing, anchor_of
from refengine.book.page import Page, code, link, place, plain
from refengine.book.precedents import PRECEDENTS
from refengine.book.terms import kind_in, level_in
from refengine.report.anchors import QUESTIONS, RULES, STATEMENTS
from refengine.resolve.rulebook import Ruling, Statement
from refengine.source.citation import Citing
from refengine.source.text import SourceText


@frozen
class Statements:
    """The pages on what the rules rest on: statements of the rulebook, and rulings where it is silent."""

    contents: Contents
    listing: Listing

    def page(self) -> Page:
        """Returns the page of all statements, in the order of the rulebook, and of all rulings behind them."""
        rulebook = self.contents.rulebook
        say = self.contents.sentences.say
        parts = [f"# {say('{title}, statement by statement', title=plain(rulebook.title))}\n"]
        for each in rulebook.statements.values():
            parts += self._statement(each)
        if rulebook.rulings:
            heading = say("Rulings: what is decided where the rulebook does not")
            parts.append(f"{place('rulings')}\n\n## {heading}\n")
        for ruling in rulebook.rulings.values():
            parts += self._ruling(ruling)
        return Page(STATEMENTS, say("Statement by statement"), "\n".join(parts))

    def _statement(self, each: Statement) -> Iterator[str]:
        yield f"{place(each.id)}\n\n## {plain(each.id)}\n"
        yield f"{plain(self.contents.text_of(each.id, each.paraphrase))}\n"
        number = 1 if each.lines.isdigit() else 2
        count = self.contents.sentences
        lines = count.count(number, "line {lines} of the rulebook", "lines {lines} of the rulebook", lines=each.lines)
        yield f"*{lines}*\n"
        own = self._own_words(each)
        if own:
            yield f"<blockquote>{'<br/>'.join(own)}</blockquote>\n"
        if not each.normative:
            say = self.contents.sentences.say
            why = plain(each.reason) if each.reason else say("it decides nothing")
            yield f"{say('Not a rule: {why}', why=why)}\n"
        yield from self._resting(each.id, needs_rules=each.normative)
        yield from self._asked(each.id)
        yield from self._ruled(each.id)

    def _ruling(self, each: Ruling) -> Iterator[str]:
        say = self.contents.sentences.say
        yield f"{place(f'ruling-{each.id}')}\n\n### {say('Ruling {id}', id=plain(each.id))}\n"
        yield f"{plain(self.contents.text_of(f'ruling {each.id}', each.decision))}\n"
        about = ", ".join(link(plain(one), STATEMENTS, one) for one in each.about)
        day = f"*{each.date.isoformat()}*"
        yield f"{say('{day}, about {statements}. Why: {why}', day=day, statements=about, why=plain(each.reason))}\n"
        yield from self._resting(f"ruling {each.id}", needs_rules=False)

    def _own_words(self, each: Statement) -> list[str]:
        """Returns the lines of the reader's own copy of the rulebook, as HTML."""
        whose, _, _ = each.id.rpartition(".")
        text = self.contents.wording.get(whose or self.contents.rulebook.id)
        return [] if text is None else [plain(line) for line in _lines(text, each.lines)]

    def _resting(self, cite: str, *, needs_rules: bool) -> Iterator[str]:
        citing = self.contents.citing.get(cite, ())
        rules = [each for each in citing if each.rule]
        if needs_rules and not rules:
            yield f"**{self.contents.sentences.say('No rule carries this out.')}**\n"
        for each in rules:
            yield f"**{link(code(each.path), RULES, anchor_of(each))}**{self._owed(each)}\n"
            yield f"{self.listing.excerpt(each)}\n"
        said = [each for each in citing if not each.rule]
        if said:
            yield f"{self.contents.sentences.say('What is said of it:')}\n"
            yield "".join(f"* {self._said(each)}\n" for each in said)

    def _owed(self, each: Citing) -> str:
        """Returns how many obligations a clause has, by how well they are known."""
        levels: dict[str, int] = {}
        sentences = self.contents.sentences
        for _, level in self.contents.owed_by(each.path):
            named = level_in(sentences, level)
            levels[named] = levels.get(named, 0) + 1
        if not levels:
            return ""
        told = ", ".join(f"{number} {plain(level)}" for level, number in levels.items())
        return f" ({sentences.count(sum(levels.values()), '{n} obligation', '{n} obligations')}: {told})"

    def _said(self, each: Citing) -> str:
        sentences = self.contents.sentences
        levels = self.contents.known_of(each.path)
        known = [f"{kind_in(sentences, kind)}, {level_in(sentences, level)}" for kind, level in levels]
        if known:
            told = "; ".join(known)
        else:
            told = sentences.say("example") if self._is_example(each) else sentences.say("not promised")
        return f"{link(code(each.path), RULES, anchor_of(each))}: {plain(told)}"

    def _is_example(self, each: Citing) -> bool:
        return any(one.clause.path == each.path for one in self.contents.game.examples)

    def _ruled(self, statement: str) -> Iterator[str]:
        """Yields the precedents that rest on rules which carry out a statement."""
        rules = {each.path for each in self.contents.citing.get(statement, ()) if each.rule}
        kept = [each for each in self.contents.precedents if not rules.isdisjoint(each.reasons)]
        if kept:
            yield f"{self.contents.sentences.say('Precedents:')}\n"
            told = (
                f"{link(plain(each.title or each.name), PRECEDENTS, each.name)} {plain(each.verdict)}" for each in kept
            )
            yield "".join(f"* {each}\n" for each in told)

    def _asked(self, statement: str) -> Iterator[str]:
        asked = [each.name for each in self.contents.game.questions if statement in each.about]
        if asked:
            listed = ", ".join(link(plain(self.contents.words.name(each)), QUESTIONS, each) for each in asked)
            yield f"{self.contents.sentences.say('It can be read in several ways: {questions}.', questions=listed)}\n"


def _lines(text: SourceText, lines: str) -> list[str]:
    """Returns some lines of a text, `9, 11`; those that it does not have are left out."""
    written = text.text.split("\n")
    return [written[int(each) - 1] for each in lines.split(", ") if int(each) <= len(written)]
