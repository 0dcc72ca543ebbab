"""Lets of values: what is worked out for the clauses of a value, where they first ask for it, and once.

A let is a value of its own, with the parameters of the value that it stands in, and named after it: the let `fruit` of
`sale` is `sale.fruit`. So it has a clause, obligations and an explanation like any other. That it is worked out at most
once is up to whoever evaluates: nobody could tell by the answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from refengine.ir.expressions import Binding, CallValue
from refengine.ir.game import Value
from refengine.ir.traverse import children


def asked_again(value: Value, values: Mapping[str, Value]) -> tuple[Value, ...]:
    """Returns the lets that a value may ask for more than once in one evaluation, those that others ask for first.

    What a let asks for counts for the value that asks for the let, since that is where both are remembered.
    """
    whole = value.owner or value.name
    lets = {each.name: each for each in values.values() if each.owner == whole}
    if not lets:
        return ()
    times: Counter[str] = Counter()

    def visit(node: object, *, in_a_loop: bool) -> None:
        parts = children(node)
        loops = in_a_loop or any(isinstance(each, Binding) for each in parts)
        for each in parts:
            if isinstance(each, CallValue) and each.name in lets:
                times[each.name] += 1
                if times[each.name] == 1:
                    visit(lets[each.name].body, in_a_loop=False)
                times[each.name] += loops
            visit(each, in_a_loop=loops)

    visit(value.body, in_a_loop=False)
    return tuple(each for each in values.values() if times[each.name] > 1)


def call_of(let: Value) -> CallValue:
    """Returns the call by which the clauses of a value ask for a let."""
    return CallValue(let.name, let.params, let.domain)
