"""A second evaluator of IR expressions, for comparison only: plain recursion over plain data, written from the
meaning of the nodes and sharing nothing with the engine. Pieces are their indices, places are pairs, sets are sorted
lists in which alike pieces stand as often as they lie."""

from typing import Any

from attrs import frozen

from refengine.ir import expressions as ir
from refengine.ir.domain import Count, Enum, Piece, Range, SetOf


class Undefined(Exception):  # noqa: N818 - a thing of the rules, as Fault is
    """A partial operation outside its domain."""


@frozen
class Table:
    """A state and the printed data, in plain form."""

    sizes: dict[str, int]
    fields: dict[str, list[dict[str, Any]]]
    zones: dict[tuple[str, int | None], list[int]]
    families: dict[str, int]
    variables: dict[tuple[str, int | None], Any]
    tokens: dict[tuple[str, str, int], int]
    limits: dict[str, int]


def evaluate(expr: ir.Expr, table: Table, at: dict[ir.Local, Any]) -> Any:
    def ev(part: ir.Expr) -> Any:
        return evaluate(part, table, at)

    def bound(binding: ir.Binding, *, distinct: bool) -> list[dict[ir.Local, Any]]:
        members = ev(binding.domain)
        if distinct:
            members = sorted(set(members))
        ways = [{**at, binding.var: member} for member in members]
        return [way for way in ways if evaluate(binding.condition, table, way)]

    match expr:
        case ir.TruthLiteral(value=value) | ir.Number(value=value):
            return value
        case ir.Member(index=index) | ir.Printed(index=index):
            return index
        case ir.Nothing():
            return None
        case ir.Local():
            return at[expr]
        case ir.ReadVariable(name=name, key=key):
            return table.variables[name, None if key is None else ev(key)]
        case ir.Contents(zone=zone, key=None) if zone in table.families:
            return sorted(piece for key in range(table.families[zone]) for piece in table.zones[zone, key])
        case ir.Contents(zone=zone, key=key):
            return table.zones[zone, None if key is None else ev(key)]
        case ir.TokensOn(token=token, holder=holder, key=key):
            return table.tokens[token, holder, ev(key)]
        case ir.Supply(token=token):
            return table.limits[token] - sum(count for (name, _, _), count in table.tokens.items() if name == token)
        case ir.PlaceAt(zone=zone, key=key):
            return (zone, None if key is None else ev(key))
        case ir.Located(zone=zone, piece=piece):
            wanted = ev(piece)
            for index in range(table.families[zone]):
                if wanted in table.zones[zone, index]:
                    return (zone, index)
            raise Undefined
        case ir.FieldOf(field=field):
            assert isinstance(expr.of.domain, Piece)
            return table.fields[expr.of.domain.component][ev(expr.of)][field]
        case ir.Neighbour(step=step, kind=kind):
            return (ev(expr.of) + step) % table.sizes[kind]
        case ir.Around(kind=kind):
            return (ev(expr.of) + ev(expr.by)) % table.sizes[kind]
        case ir.Unwrap():
            value = ev(expr.inner)
            if value is None:
                raise Undefined
            return value
        case ir.Narrow(domain=domain):
            value = ev(expr.inner)
            low, high = (0, None) if isinstance(domain, Count) else (domain.low, domain.high)
            if value < low or (high is not None and value > high):
                raise Undefined
            return value
        case ir.Among(members=members):
            if (value := ev(expr.inner)) not in members:
                raise Undefined
            return value
        case ir.Arith(op=op):
            a, b = ev(expr.left), ev(expr.right)
            return {"+": a + b, "-": a - b, "*": a * b, "div": a // b if b else 0, "mod": a % abs(b) if b else 0}[op]
        case ir.NonZero():
            if (value := ev(expr.inner)) == 0:
                raise Undefined
            return value
        case ir.Equal():
            return ev(expr.left) == ev(expr.right)
        case ir.Less(strict=strict):
            a, b = ev(expr.left), ev(expr.right)
            return a < b if strict else a <= b
        case ir.Contains(item=item, set=members):
            return ev(item) in ev(members)
        case ir.InRange(item=item, low=low, high=high):
            return ev(low) <= ev(item) <= ev(high)
        case ir.IsEmpty(set=members):
            return not ev(members)
        case ir.Not():
            return not ev(expr.inner)
        case ir.And(parts=parts):
            return all(ev(part) for part in parts)
        case ir.Or(parts=parts):
            return any(ev(part) for part in parts)
        case ir.If():
            return ev(expr.then) if ev(expr.condition) else ev(expr.otherwise)
        case ir.SetLiteral(items=items):
            return sorted({ev(item) for item in items})
        case ir.AllMembers(of=Enum(kind=kind)):
            return list(range(table.sizes[kind]))
        case ir.AllMembers(of=Range(low=low, high=high)):
            return list(range(low, high + 1))
        case ir.AllMembers(of=Piece(component=component)):
            return list(range(len(table.fields[component])))
        case ir.NumbersBetween(low=low, high=high):
            return list(range(ev(low), ev(high) + 1))
        case ir.SetArith(op="union"):
            return sorted({*ev(expr.left), *ev(expr.right)})
        case ir.SetArith():
            without = ev(expr.right)
            return [member for member in ev(expr.left) if member not in without]
        case ir.Exists(binding=binding):
            return any(evaluate(expr.body, table, way) for way in bound(binding, distinct=True))
        case ir.ForAll(binding=binding):
            return all(evaluate(expr.body, table, way) for way in bound(binding, distinct=True))
        case ir.HowMany(binding=binding):
            return len(bound(binding, distinct=False))
        case ir.SumOf(binding=binding):
            return sum(evaluate(expr.term, table, way) for way in bound(binding, distinct=False))
        case ir.Extreme(op=op, binding=binding):
            terms = [evaluate(expr.term, table, way) for way in bound(binding, distinct=True)]
            if not terms:
                raise Undefined
            return max(terms) if op == "highest" else min(terms)
        case ir.Filter(binding=binding):
            return [way[binding.var] for way in bound(binding, distinct=False)]
        case ir.Image(binding=binding):
            return sorted({evaluate(expr.term, table, way) for way in bound(binding, distinct=True)})
        case ir.The(binding=binding):
            found = bound(binding, distinct=True)
            if len(found) > 1 or (not found and expr.otherwise is None):
                raise Undefined
            return found[0][binding.var] if found else ev(expr.otherwise)  # type: ignore[arg-type]
        case _:
            raise TypeError(expr)


__all__ = ["SetOf", "Table", "Undefined", "evaluate"]
