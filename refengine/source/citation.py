"""Citations: a rule rests on a statement of the rulebook, or on a ruling of ours where the rulebook is silent."""

from typing import Literal

from attrs import field, frozen

from refengine.source.span import Span


@frozen
class Citation:
    """A reference to a statement or a ruling; two are equal when they name the same one, wherever they are written.

    The `id` of what stands in the rulebook of a module's base begins with the name of the base: `farm.F3`.
    """

    kind: Literal["statement", "ruling"]
    id: str
    span: Span = field(eq=False, repr=False)

    def __str__(self) -> str:
        return f"ruling {self.id}" if self.kind == "ruling" else self.id


@frozen
class Citing:
    """A citation, and by its names what rests on it: `fate.victor`. `rule` unless that only says something of rules."""

    path: str
    rule: bool
    citation: Citation
