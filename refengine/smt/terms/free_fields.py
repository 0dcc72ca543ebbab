"""Kinds of whose printed data nothing is known but its domains, and what the laws say.

INVARIANT: a model that is shown has as printed whatever the question did not speak of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import define, field

from refengine.ir import game as model
from refengine.ir.relations import is_declared
from refengine.smt.terms.printed_data import PrintedValues
from refengine.smt.terms.term import Term
from refengine.smt.terms.value import RecordValue, Value, terms_of


@define
class AnyFields:
    """The kinds of a question whose members may have any data; of others it knows nothing."""

    _rows: dict[str, tuple[RecordValue, ...]] = field(factory=dict)

    def let_be_any(self, values: PrintedValues, name: str, fresh: Callable[[model.Field, str], Value]) -> None:
        """Lets the members of a kind from now on have any data in its declared fields, made by `fresh`."""
        if name not in self._rows:
            kind = values.kinds[name]
            self._rows[name] = tuple(
                RecordValue(
                    tuple(
                        fresh(told, member) if is_declared(told) else printed
                        for told, printed in zip(kind.fields, row.fields, strict=True)
                    )
                )
                for member, row in zip(kind.members, values.rows[name], strict=True)
            )

    def rows(self, kind: str) -> tuple[RecordValue, ...] | None:
        """Returns the data of a kind's members, if it may be any; else None."""
        return self._rows.get(kind)

    def constants(self) -> Iterator[Term]:
        """Yields the constants that stand for the data, each once."""
        held = (part for rows in self._rows.values() for row in rows for part in terms_of(row))
        yield from dict.fromkeys(each for each in held if isinstance(each, Term))

    def kinds(self, values: PrintedValues) -> Iterator[tuple[model.Kind, tuple[RecordValue, ...]]]:
        """Yields each such kind with the data of its members."""
        return ((values.kinds[name], rows) for name, rows in sorted(self._rows.items()))
