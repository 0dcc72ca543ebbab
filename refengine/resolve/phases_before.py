"""Foregoing phases: what a module puts before a phase of its base begins wherever the base enters that.

INVARIANT: whoever decides in such a phase can always go on to what the base says, and nothing else keeps that away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set as AbstractSet

from attrs import evolve

from refengine.resolve import module_errors as errors
from refengine.resolve.leaving import Ways, blocks, leaving
from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span
from refengine.syntax import tree
from refengine.syntax.rewrite import rewritten
from refengine.syntax.sayings import said_by


def with_foregoing(files: tuple[tree.File, ...], wrong: AbstractSet[Span | None]) -> tuple[tree.File, ...]:
    """Returns the files in which every way into a phase leads to the one before it, which goes on to it at its end.

    One that stands where something is `wrong` is left as it is.
    """
    phases = (each for file in files for each in file.declarations if isinstance(each, tree.Phase))
    first = {each.before.text: each for each in phases if each.before is not None and each.before.span not in wrong}
    return tuple(_led(each, first) for each in files) if first else files


def _led(file: tree.File, first: Mapping[str, tree.Phase]) -> tree.File:
    return evolve(file, declarations=tuple(_led_on(each, first) for each in file.declarations))


def _led_on(declared: tree.Declaration, first: Mapping[str, tree.Phase]) -> tree.Declaration:
    own = declared.name.text if isinstance(declared, tree.Phase) else None

    def change(node: object) -> object:
        if not isinstance(node, tree.Transfer):
            return node
        name = node.call.name.text
        while name in first and first[name].name.text != own:
            name = first[name].name.text
        return node if name == node.call.name.text else evolve(node, call=_to(node.call, name))

    at = declared.before if isinstance(declared, tree.Phase) else None
    if isinstance(declared, tree.Phase) and at is not None and first.get(at.text) == declared:
        told = tuple(tree.NameRef(each.name, at.span) for each in declared.params)
        on = tree.Transfer("go", tree.Call(at, told, at.span), declared.cite, at.span)
        declared = evolve(declared, body=(*declared.body, on), before=None)
    return rewritten(declared, change)


def _to(call: tree.Call, name: str) -> tree.Call:
    return evolve(call, name=evolve(call.name, text=name))


# ---- WHAT IS REFUSED


def fits_before(phase: tree.Phase, owner: tree.Phase) -> Iterator[Diagnostic]:
    """Yields why a phase cannot stand before another: it is told something else."""
    assert phase.before is not None
    if [_bare(each) for each in phase.params] != [_bare(each) for each in owner.params]:
        hint = f"give `{phase.name.text}` parameters of the same types, in the same order"
        yield errors.takes_no(
            phase.before, "phase before it that is told something else", "this is told", owner.name, hint
        )


def begins_at_once(phase: tree.Phase, owner: tree.Phase, texts: Iterable[tree.Text]) -> Iterator[Diagnostic]:
    """Yields why a phase cannot stand before another, whatever module has added it: bars, or `texts` open over it."""
    assert phase.before is not None
    if owner.bars:
        hint = "say what else bars it in a bar that is added to it: `bar NAME to PHASE`"
        yield errors.takes_no(phase.before, "phase before it", "it has bars, which stand before all", owner.name, hint)
        return
    over = next((each for each in texts if any(its.text == owner.name.text for its in each.over)), None)
    if over is not None:  # what the table enters, and what a body may enter, is what stands in that list
        hint = f"say what is done first by `before {owner.name.text}`, or in a phase that this one enters"
        yield errors.takes_no(phase.before, "phase before it", f"`{over.name.text}` is open over it", owner.name, hint)


def _bare(param: tree.Param) -> object:
    """Returns what a phase is told, without its name and wherever it is written."""
    return said_by((param.type, param.seen), {param.name.text: "it"})


def left_open(phase: tree.Phase, ways: Ways) -> Iterator[Diagnostic]:
    """Yields where a phase that stands before another might keep it from being done, without anybody's leave."""
    assert phase.before is not None
    body = tuple(_without_choices(phase.body))
    yield from (errors.leaves_it(phase.before, *each) for each in leaving(body))
    yield from (errors.leaves_it_by_entering(phase.before, each) for each in ways.left(phase.name.text, body))


def _without_choices(body: Sequence[tree.Statement]) -> Iterator[tree.Statement]:
    """Yields a script without the actions beside which another always leads on to the end of the phase."""
    for statement in body:
        match statement:
            case tree.Ask(decider=tree.AskOne(), actions=actions) if any(_leads_on(each) for each in actions):
                yield evolve(statement, actions=tuple(each for each in actions if _leads_on(each)))
            case tree.If(then=then, otherwise=otherwise):
                inner = tuple(_without_choices(otherwise))
                yield evolve(statement, then=tuple(_without_choices(then)), otherwise=inner)
            case _:
                yield statement


def _leads_on(action: tree.Action) -> bool:
    """Returns whether an action can be taken in every state, and does nothing that leaves the phase."""
    inner = tuple(_all(action.body))
    enters = any(isinstance(each, tree.Transfer) for each in inner)
    return not (action.choices or action.whens or action.bars or enters or [*leaving(action.body)])


def _all(body: Iterable[tree.Statement]) -> Iterator[tree.Statement]:
    for statement in body:
        yield statement
        for part in blocks(statement):
            yield from _all(part)
