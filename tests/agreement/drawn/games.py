"""Small games drawn at random as text, with statements about them drawn as thoughtlessly: some are true, many are not.

A game has few pieces and small numbers, so that all its states can be gone through. Everything that the prover has a
shortcut for is drawn now and then: phases that never wait, phases on top of each other that are abandoned, standing
rules, chance in the setup and in play, choices in secret, pieces that are alike and pieces of any data, relations,
readings (incomplete ones too), options, laws, loops, partial operations, and variables and invariants that last as long
as a phase; and what not every game has (`things.FEATURES`): texts by title, standing rules that enter, any tables,
what-ifs and audits, modules, and more.
"""

from collections.abc import Mapping

from attrs import evolve

from tests.agreement.drawn.audits import Audits
from tests.agreement.drawn.things import Drawn

Bodies = Mapping[str, list[str]]


class Maker(Audits):
    """Makes one game."""

    def drawn(self) -> Drawn:
        """The text and the tables."""
        parts = [*self.declarations(), *self.values_of(), *self.course(), *self.stated(), *self.claimed()]
        if "audits" in self.features:
            parts += self.audits()
        tables = self.tables()
        rules = [*parts, *self.lawful(tables)]
        added = self.module() if "module" in self.features else ""
        found = Drawn(_joined(rules), tables, features=self.features, module=added)
        return self.with_bodies(found, rules) if self.has_texts else found

    def with_bodies(self, drawn: Drawn, rules: list[str]) -> Drawn:
        """The game with some bodies, with bodies for all titles, and with other bodies."""
        own = self.bodies({}, every=False)
        written, rewritten = (self.bodies(each, every=True) for each in (own, {}))
        return evolve(
            drawn,
            text=_told(rules, own),
            written=(evolve(drawn, text=_told(rules, written)),),
            rewritten=(evolve(drawn, text=_told(rules, rewritten)),),
        )


def _told(rules: list[str], bodies: Bodies) -> str:
    return _joined([*rules, *(line for each in bodies.values() for line in each)])


def _joined(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"
