"""A game cut down to a scope: of some components only a few pieces are printed.

INVARIANT: the pieces that are left keep their order, their names and their data; `Printed` nodes follow them to their
new places. Examples, and whatever else is only about the whole game, are gone; so are claims, but for those about
reachable states that name no piece that is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import evolve, field, frozen

from refengine.ir import expressions as ir, game as model
from refengine.ir.bare import without_claims
from refengine.ir.claims import Claim, Keep, SmallScope
from refengine.ir.control import Clause
from refengine.ir.scope_condition import Printing, Undecided
from refengine.ir.traverse import children, rewrite, walk
from refengine.source.diagnostic import Diagnostic, Label
from refengine.source.span import Span
from refengine.source.suggest import did_you_mean

Kept = tuple[tuple[str, tuple[tuple[str, int], ...]], ...]
"""The pieces printed of each component that is cut: (component, (name of the piece, copies) in order)."""


@frozen
class _Cut:
    """A component with fewer pieces, and the new index of each piece by its old one."""

    component: model.Component
    places: Mapping[int, int] = field(hash=False)


def restrict(game: model.Game, scope: SmallScope) -> tuple[model.Game | None, tuple[Diagnostic, ...]]:
    """Returns the game, not yet specialised, with only the pieces that the scope keeps, for as many players as it says.

    A component that the scope does not name keeps all its pieces. No game, and why, for: a component that is not there,
    one that keeps no piece, a condition that printed data do not decide, a rule that names a piece that is left out.
    Whether so many can play is for `configure` to say, of the whole game.
    """
    components = {each.name: each for each in game.components}
    printing = Printing({each.name: each for each in game.kinds}, components)
    span = scope.clause.origin.span
    pieces: dict[str, tuple[tuple[int, model.PieceRow], ...]] = {}
    found: list[Diagnostic] = []
    for keep in scope.keeps:
        if keep.component not in components:
            found.append(_unknown(keep.component, tuple(components), span))
            continue
        before = pieces.get(keep.component, tuple(enumerate(components[keep.component].pieces)))
        try:
            pieces[keep.component] = tuple(_kept(keep, before, printing))
        except Undecided as undecided:
            found.append(_undecided(scope, keep, undecided))
    found.extend(_nothing_left(scope, name, span) for name, left in pieces.items() if not left)
    if found:
        return None, tuple(found)
    cuts = {name: _cut(components[name], left) for name, left in pieces.items()}
    return _with_pieces(_for_players(game, scope.players), cuts, f"scope `{scope.name}`", span)


def restrict_to(game: model.Game, kept: Kept, path: str) -> tuple[model.Game | None, tuple[Diagnostic, ...]]:
    """Returns the game with exactly these pieces, as `kept_pieces` lists them and the trace in the file `path` says.

    No game, and why, for: a component that is not there, a piece of which so many are not printed, a rule that names a
    piece that is left out.
    """
    components = {each.name: each for each in game.components}
    span = Span(path, 0, 0)
    cuts: dict[str, _Cut] = {}
    found: list[Diagnostic] = []
    for component, listed in kept:
        if component not in components:
            found.append(_unknown(component, tuple(components), span))
            continue
        wanted = dict(listed)
        printed = {row.name: row.copies for row in components[component].pieces}
        left = [
            (index, evolve(row, copies=wanted[row.name]))
            for index, row in enumerate(components[component].pieces)
            if row.name in wanted
        ]
        found.extend(
            _no_piece(component, name, copies, printed.get(name, 0), span)
            for name, copies in listed
            if copies > printed.get(name, 0)
        )
        cuts[component] = _cut(components[component], tuple(left))
    return (None, tuple(found)) if found else _with_pieces(game, cuts, "the trace", span)


def kept_pieces(scope: SmallScope, restricted: model.Game) -> Kept:
    """Returns the pieces that are left of each component that the scope cuts."""
    cut = {keep.component for keep in scope.keeps}
    return tuple(
        (each.name, tuple((row.name, row.copies) for row in each.pieces))
        for each in restricted.components
        if each.name in cut
    )


def _for_players(game: model.Game, players: int) -> model.Game:
    fewest, most = game.players
    return evolve(game, players=(players, players)) if fewest <= players <= most else game


# ---- WHICH PIECES


def _kept(
    keep: Keep, pieces: Iterable[tuple[int, model.PieceRow]], printing: Printing
) -> Iterator[tuple[int, model.PieceRow]]:
    """Yields the pieces with the condition, and of these the first `most`; copies count one by one."""
    left = keep.most
    for index, row in pieces:
        if left is not None and left <= 0:
            return
        if keep.condition is not None and keep.var is not None:
            if not printing.holds(keep.condition, {keep.var: index}):
                continue
        elif keep.condition is not None and not printing.holds(keep.condition, {}):
            continue
        copies = row.copies if left is None else min(left, row.copies)
        left = None if left is None else left - copies
        if copies:
            yield index, evolve(row, copies=copies)


def _cut(component: model.Component, left: tuple[tuple[int, model.PieceRow], ...]) -> _Cut:
    places = {old: new for new, (old, _) in enumerate(left)}
    return _Cut(evolve(component, pieces=tuple(row for _, row in left)), places)


# ---- THE RULES


def _with_pieces(
    game: model.Game, cuts: Mapping[str, _Cut], cutter: str, span: Span | None
) -> tuple[model.Game | None, tuple[Diagnostic, ...]]:
    if not cuts:
        return game, ()
    claims = tuple(each for each in game.claims if each.extent.reachable and not each.witness and not _lost(each, cuts))
    game = evolve(without_claims(game), examples=(), claims=claims)
    components = {each.name: each for each in game.components}
    found = tuple(
        _names_one_left_out(clause, components[node.component].pieces[node.index].name, cutter, span)
        for clause, node in _printed(game)
        if _is_lost(node, cuts)
    )
    if found:
        return None, tuple(dict.fromkeys(found))
    cut = tuple(cuts[each.name].component if each.name in cuts else each for each in game.components)

    def moved(node: object) -> object:
        if isinstance(node, ir.Printed) and node.component in cuts:
            return evolve(node, index=cuts[node.component].places[node.index])
        return node

    return evolve(rewrite(game, moved), components=cut), ()


def _printed(game: model.Game) -> Iterator[tuple[Clause, ir.Printed]]:
    """Yields every piece that is named in the rules, and the declaration that names it."""
    for declaration in children(game):
        clause = getattr(declaration, "clause", game.clause)
        for node in walk(declaration):
            if isinstance(node, ir.Printed):
                yield clause, node


def _is_lost(node: ir.Printed, cuts: Mapping[str, _Cut]) -> bool:
    """Returns whether a piece is left out."""
    return node.component in cuts and node.index not in cuts[node.component].places


def _lost(claim: Claim, cuts: Mapping[str, _Cut]) -> bool:
    """Returns whether a claim names a piece that is left out."""
    return any(isinstance(node, ir.Printed) and _is_lost(node, cuts) for node in walk(claim))


# ---- WHAT CAN BE WRONG


def _unknown(word: str, known: tuple[str, ...], span: Span | None) -> Diagnostic:
    nearest = did_you_mean(word, known)
    hint = f"did you mean `{nearest}`?" if nearest else f"its components: {', '.join(f'`{each}`' for each in known)}"
    return Diagnostic("E0870", f"the game has no component `{word}`", span, hint=hint)


def _nothing_left(scope: SmallScope, component: str, span: Span | None) -> Diagnostic:
    declared = f"keep a piece: let more satisfy what stands behind `with`, or leave the line of `{component}` out"
    hint = f"keep a piece, as in `--keep {component}=1`, or all, without `--keep`" if span is None else declared
    return Diagnostic("E0871", f"scope `{scope.name}` keeps no piece of `{component}`", span, hint=hint)


def _undecided(scope: SmallScope, keep: Keep, undecided: Undecided) -> Diagnostic:
    message = f"scope `{scope.name}` asks more of a `{keep.component}` than what is printed on it"
    origin = getattr(undecided.node, "origin", None)
    span = getattr(origin, "span", None) or scope.clause.origin.span
    hint = "compare its fields with numbers and members; no values, no zones, no variables"
    return Diagnostic("E0872", message, span, hint=hint)


def _names_one_left_out(clause: Clause, piece: str, cutter: str, span: Span | None) -> Diagnostic:
    labels = () if span is None else (Label(span, "left out here"),)
    message = f"`{clause.path}` names `{piece}`, which {cutter} leaves out"
    return Diagnostic("E0873", message, clause.origin.span, labels, hint="keep that piece too")


def _no_piece(component: str, piece: str, copies: int, printed: int, span: Span) -> Diagnostic:
    if printed:
        message = f"the trace was played with {copies} `{piece}`, and the game has {printed}"
    else:
        message = f"the trace was played with `{piece}`, and no `{component}` is called so"
    hint = "explore the scope again: the pieces, or their names, were changed since"
    return Diagnostic("E0874", message, span, hint=hint)
