"""Examples as lines."""

from typing import assert_never

from refengine.syntax import tree
from refengine.syntax.to_text.expressions import call, expression, players, reading_text
from refengine.syntax.to_text.line import Line, Lines
from refengine.syntax.to_text.pictures import picture_lines


def fixed(nodes: tuple[tree.Fixed, ...]) -> str:
    """Returns `with resistance 5 and power Plain`, or nothing if no value is fixed."""
    said = " and ".join(f"{each.name.text} {fixed_value(each.value)}" for each in nodes)
    return f" with {said}" if said else ""


def fixed_value(value: tree.Name | int | tuple[tree.Name | int, ...]) -> str:
    """Returns a printed value."""
    if isinstance(value, tuple):
        return f"{{{', '.join(map(fixed_value, value))}}}"
    return value.text if isinstance(value, tree.Name) else str(value)


def example_lines(node: tree.Example) -> Lines:
    """Yields the lines of an example."""
    yield Line(0, f"example {node.name.text}", node.span.start, node.cite)
    for each in node.lines:
        match each:
            case tree.BegunAs(begun, until):
                said = "" if until is None else f" until {until.text}"
                yield Line(1, f"as {begun.text}{said}", each.span.start)
            case tree.Given(facts):
                yield Line(1, f"given {', '.join(_fact(fact) for fact in facts)}", each.span.start)
            case tree.Picture():
                yield from picture_lines(each)
            case tree.WhenPhase(called):
                yield Line(1, f"when {call(called)}", each.span.start)
            case tree.Play(actor, called):
                yield Line(1, f"{actor.who}: {call(called)}", each.span.start)
            case tree.Mark(name):
                yield Line(1, f"at {name.text}", each.span.start)
            case tree.Expect():
                yield _expect(1, each)
            case tree.Under(assumed, expects):
                yield Line(1, f"under {', '.join(reading_text(one) for one in assumed)}", each.span.start)
                for expect in expects:
                    yield _expect(2, expect)
            case _:
                assert_never(each)


def _fact(node: tree.Fact) -> str:
    match node:
        case tree.FactPlayers(number):
            return players(number)
        case tree.FactPhase(called, inside):
            return f"phase {' in '.join(map(call, (called, *inside)))}"
        case tree.FactAny(component, given, place):
            return f"a {component.text}{fixed(given)} in {expression(place)}{_turned(node.turned)}"
        case tree.FactExpr(condition):
            return f"{expression(condition)}{_turned(node.turned)}"
        case _:
            assert_never(node)


def _turned(node: tree.Expr | None) -> str:
    return "" if node is None else f", turned {expression(node)}"


def _expect(level: int, node: tree.Expect) -> Line:
    return Line(level, f"expect {', '.join(_expectation(each) for each in node.expectations)}", node.span.start)


def _expectation(node: tree.Expectation) -> str:
    match node:
        case tree.ExpectHolds(condition, by):
            return expression(condition) + ("" if by is None else f" by {by.text}")
        case tree.ExpectIllegal(actor, called, because):
            return f"illegal {actor.who}: {call(called)}" + ("" if because is None else f" because {because.text}")
        case tree.ExpectLegal(actor, called):
            return f"legal {actor.who}: {call(called)}"
        case tree.ExpectFault(condition):
            return f"fault {expression(condition)}"
        case tree.ExpectChance(numerator, whole, condition):
            return f"chance {numerator}{'' if whole is None else f'/{whole}'} of {expression(condition)}"
        case tree.ExpectOver():
            return "game over"
        case tree.ExpectScores(scores):
            return f"scores are {' to '.join(str(each.value) for each in scores)}"
        case tree.ExpectWinners(winners):
            return f"winners are {' and '.join(str(each.value) for each in winners) or 'nobody'}"
        case tree.ExpectSeen(viewer, of, negated):
            return f"{'not ' if negated else ''}seen by {viewer.value}: {expression(of)}"
        case _:
            assert_never(node)
