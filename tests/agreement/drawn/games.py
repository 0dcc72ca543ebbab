"""Small games drawn at random as text, with statements about them drawn as thoughtlessly: some are true, many are not.

A game has few pieces and small numbers, so that all its states can be gone through. Everything that the prover has a
shortcut for is drawn now and then: phases that never wait, phases on top of each other that are abandoned, standing
rules, chance in the setup and in play, choices in secret, pieces that are alike and pieces of any data, relations,
readings (incomplete ones too), options, laws, loops, partial operations, and variables and invariants that last as long
as a phase.
"""

from tests.agreement.drawn.statements import Statements
from tests.agreement.drawn.things import Drawn


class Maker(Statements):
    """Makes one game."""

    def drawn(self) -> Drawn:
        """The text and the tables."""
        parts = [*self.declarations(), *self.values_of(), *self.course(), *self.stated(), *self.claimed()]
        tables = self.tables()
        return Drawn("\n".join([*parts, *self.lawful(tables)]) + "\n", tables)
