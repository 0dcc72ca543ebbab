"""Values of the engine as the prover reads them: also pieces that are not printed, and the contents of zones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, cast

from attrs import define, field

from refengine.ir import domain as d
from refengine.rulings.bench import Bench
from refengine.rulings.proving.beyond import SEVERAL, UNPRINTED, BeyondTerms
from refengine.runtime.description import FieldInfo
from refengine.smt.encode.world import World
from refengine.smt.terms.term import Bool, Num
from refengine.smt.terms.value import Element, OptionValue, PieceValue, RecordValue, SetValue, Value
from refengine.smt.terms.zones import Heap, Slot, Zone
from refengine.smt.unsupported import Unsupported


@define
class HeldValueReader:
    """A reader of values: it takes what the engine of a bench holds, and gives what a world of the prover has.

    Pieces that are not printed are told apart by what is printed on them, as the engine does.
    """

    bench: Bench
    world: World
    made_up: dict[str, list[PieceValue]] = field(factory=dict)
    """The pieces that are not printed, by component."""

    def value(self, domain: d.Domain, held: Any) -> Value:
        """Returns a value of a domain, as the engine holds it, as a value without an open term."""
        match domain:
            case d.Truth():
                return bool(held)
            case d.Range() | d.Count() | d.Enum():
                return int(held)
            case d.Piece(component=component):
                return self.piece(component, held)
            case d.Place():
                return self.world.layout.code(held.zone, held.key)
            case d.Option(inner=inner):
                if held is None:
                    return OptionValue(present=False, inner=None)
                return OptionValue(present=True, inner=self.value(inner, held))
            case d.SetOf(inner=inner):
                return SetValue(tuple(Element(True, self.value(inner, each)) for each in held))  # noqa: FBT003
            case d.Cell() | d.Spot():
                raise Unsupported("a cell of a grid")
            case d.Record(name=name):
                return RecordValue(tuple(self._field(each, held) for each in self.bench.world.records[name].fields))

    def piece(self, component: str, held: Any) -> PieceValue:
        """Returns a piece of the engine."""
        printed = self.world.values.printed[component]
        number = int(held.index)
        if number < len(printed):
            return printed[number]
        fields = tuple(self._field(each, held) for each in self.bench.world.components[component].fields)
        return self.of_data(component, fields)

    def of_data(self, component: str, fields: tuple[Value, ...]) -> PieceValue:
        """Returns the piece on which this is printed: one that is there already where the data are the same."""
        values, terms = self.world.values, self.world.terms
        told, printed = values.components[component].fields, values.printed[component]
        known = self.made_up.setdefault(component, [])
        index: Num = len(printed) + len(known)
        for each in (*reversed(known), *reversed(printed)):
            pairs = zip(told, fields, each.fields, strict=True)
            alike = terms.all(values.same_field(info, one, other) for info, one, other in pairs)
            index = terms.if_number(alike, each.index, index)
        made = PieceValue(index, fields)
        known.append(made)
        return made

    def data(self, component: str, data: Sequence[Any], open_: Sequence[int]) -> tuple[Value, ...]:
        """Returns what is printed on a made-up piece, with anything in the fields that are open."""
        fields = self.bench.world.components[component].fields
        return tuple(
            self.world.values.some(each.domain) if number in open_ else self._datum(each, data[number])
            for number, each in enumerate(fields)
        )

    def _field(self, info: FieldInfo, holder: Any) -> Value:
        return self._datum(info, getattr(holder, info.attribute))

    def _datum(self, info: FieldInfo, held: Any) -> Value:
        if info.index is None:
            return self.value(info.domain, held)
        return RecordValue(tuple(self.value(info.domain, each) for each in held))

    def zone(self, name: str, pieces: Iterable[Any]) -> Zone:
        """Returns a zone in which these pieces of the engine lie; raises `Unsupported` for what no term says."""
        zone, layout = self.world.layout.zones[name], self.world.layout
        lying = [self.piece(zone.component, each) for each in pieces]
        if layout.is_slot(zone):
            if len(lying) > 1:
                raise BeyondTerms(SEVERAL)
            return Slot(bool(lying), lying[0] if lying else self.world.values.printed[zone.component][0])
        size = len(self.world.values.printed[zone.component])
        counted = Counter(cast("int", each.index) for each in lying)
        if any(each >= size for each in counted):
            raise BeyondTerms(UNPRINTED)
        counts = tuple(counted[number] for number in range(size))
        if layout.is_alike(zone.component):
            return Heap(counts, len(lying), alike=True)
        here: tuple[Bool, ...] = tuple(each > 0 for each in counts)
        return Heap(here, len(lying), alike=False)
