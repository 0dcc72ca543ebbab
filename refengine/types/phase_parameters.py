"""The parameters of its phase that a value reads, itself or through other values of that phase.

They are found by their names, before anything is elaborated: no name is bound twice on one path, so a word that is the
name of a parameter is the parameter.
"""

from __future__ import annotations

from collections.abc import Mapping

from refengine.syntax import tree
from refengine.syntax.words import words_of
from refengine.types.context import Context


def read_of_phases(ctx: Context) -> Mapping[str, frozenset[str]]:
    """Returns the names of the parameters that each value of a phase reads."""
    values = {each.name.text: each for each in ctx.symbols.of_sort(tree.Value) if each.phase is not None}
    mentioned = {name: frozenset(words_of((each.lets, each.body))) for name, each in values.items()}
    read = {name: mentioned[name] & _params(ctx, each) for name, each in values.items()}
    changed = True
    while changed:
        changed = False
        for name, node in values.items():
            of_others = (read[each] for each in mentioned[name] & values.keys() if values[each].phase == node.phase)
            more = read[name].union(*of_others)
            changed = changed or more != read[name]
            read[name] = more
    return read


def _params(ctx: Context, node: tree.Value) -> frozenset[str]:
    """Returns the names of what the phase of a value is told, as far as it is in order."""
    signature = None if node.phase is None else ctx.phases.get(node.phase.text)
    return frozenset() if signature is None else frozenset(each.name for each in signature.params)
