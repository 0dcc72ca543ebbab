"""Claims, witnesses, dependences, confinements, audits and scopes as lines."""

from refengine.syntax import tree
from refengine.syntax.to_text.expressions import expression, listed, names, over_any, players, reading_text
from refengine.syntax.to_text.line import Line, Lines
from refengine.syntax.to_text.statements import when_lines


def claim_lines(node: tree.Claim) -> Lines:
    """Yields the lines of a claim or a witness."""
    yield Line(0, f"{'witness' if node.witness else 'claim'} {node.name.text}", node.span.start, node.cite)
    yield from _extent_lines(node)
    yield Line(1, expression(node.condition), node.condition.span.start)
    if node.keeping is not None:
        yield Line(1, f"keeping {expression(node.keeping)}", node.keeping.span.start)


def _extent_lines(node: tree.Claim | tree.Audit) -> Lines:
    if node.states is not None:
        yield Line(1, _states(node.states), node.states.span.start)
    if isinstance(node, tree.Claim) and node.without:
        yield Line(1, f"without bar {names(node.without)}", node.without[0].span.start)
    if node.any_readings is not None:
        yield Line(1, "under any readings", node.any_readings.span.start)
    if node.under:
        yield Line(1, f"under {', '.join(reading_text(each) for each in node.under)}", node.under[0].span.start)
    for each in node.assuming:
        yield Line(1, f"assuming {expression(each)}", each.span.start)


def _states(node: tree.States) -> str:
    which = "reachable state" if node.reachable else "state" if node.phase is None else node.phase.text
    return f"in {node.quantifier} {which} of {players(node.fewest, node.most)}{over_any(node.over)}"


def dependence_lines(node: tree.Dependence) -> Lines:
    """Yields the lines of a dependence."""
    yield Line(0, f"claim {node.name.text}", node.span.start, node.cite)
    text = f"{names(node.values)} {node.word} only on {names(node.sources)}"
    yield Line(1, text, node.values[0].span.start)


def confinement_lines(node: tree.Confinement) -> Lines:
    """Yields the lines of a confinement."""
    yield Line(0, f"claim {node.name.text}", node.span.start, node.cite)
    source = "" if node.holder is None else f" from {node.holder.text}"
    if node.worked_out is not None:
        text = f"only {names(node.phases)} {node.word} {expression(node.worked_out)}{source}"
    elif node.others:
        text = f"only {names(node.phases)} {node.word} {names(node.others)}{source}"
    else:
        text = f"{names(node.phases)} {node.word} nothing"
    yield Line(1, text, node.phases[0].span.start)


def audit_lines(node: tree.Audit) -> Lines:
    """Yields the lines of cases, and of what is to be told of each."""
    yield Line(0, f"audit {node.name.text}", node.span.start, node.cite)
    yield from _extent_lines(node)
    for each in node.cases:
        yield Line(1, f"case {each.name.text}", each.span.start, each.cite)
        yield from when_lines(2, each.whens)
    for word, told in (("shows", node.shows), ("compares", node.compares), ("counts", node.counts)):
        if told:
            yield Line(1, f"{word} {listed(told)}", told[0].span.start)


def scope_lines(node: tree.SmallScope) -> Lines:
    """Yields the lines of a small version of the game."""
    yield Line(0, f"scope {node.name.text}", node.span.start, node.cite)
    yield Line(1, players(node.players.value), node.players.span.start)
    for each in node.keeps:
        yield Line(1, _keep(each), each.span.start)
    if node.alike is not None:
        yield Line(1, "seats are alike", node.alike.span.start)


def _keep(node: tree.Keep) -> str:
    most = "" if node.most is None else f"at most {node.most.value} "
    name = "" if node.name is None else f" {node.name.text}"
    condition = "" if node.condition is None else f" with {expression(node.condition)}"
    return f"{most}{node.component.text}{name}{condition}"
