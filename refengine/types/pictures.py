"""Pictures of boards: letters bound to pieces, and rows of cells as facts that are given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from refengine.ir import game
from refengine.ir.domain import CELLS, Piece, SetOf
from refengine.ir.expressions import Expr, Origin
from refengine.ir.open_cells import PutOpen
from refengine.source.span import Span
from refengine.syntax import tree
from refengine.syntax.pictures import ASKED, NOTHING
from refengine.types import picture_errors as errors
from refengine.types.context import Context, Scope
from refengine.types.expressions import elaborate, of_domain, truth
from refengine.types.statements import place
from refengine.types.turns import MovedPiece, turn_laid

_At = tuple[int, int]


@frozen
class _Meaning:
    """The pieces that a letter stands for, one or a set, and the turn in which they lie, if it says one."""

    pieces: Expr
    turned: Expr | None
    is_open: bool


def check_pictures(ctx: Context) -> None:
    """Reports what is wrong with the letters that are declared, used or not."""
    for node in ctx.symbols.pictures:
        grid = _grid(ctx, node.grid)
        if grid is not None:
            for letter in node.letters:
                _meaning(ctx, grid, letter)
    for name in dict.fromkeys(node.grid.text for node in ctx.symbols.pictures):
        _letters(ctx, name, ())


def picture_facts(ctx: Context, node: tree.Picture) -> Iterator[game.Given]:
    """Yields the facts that a picture gives; what is wrong with it is reported."""
    grid = _grid(ctx, node.grid)
    corner = _corner(ctx, node.corner)
    known = len(ctx.found)
    letters = _letters(ctx, node.grid.text, node.letters)
    ctx.found[known:] = [each for each in ctx.found[known:] if each not in ctx.found[:known]]
    cells = _cells(ctx, node)
    if grid is None or corner is None:
        return
    _hangs_together(ctx, cells)
    meanings = {sign: _known(ctx, grid, letters[sign]) for sign in {sign for sign, _ in cells.values()} & {*letters}}
    unknown: set[str] = set()
    for (column, row), (sign, span) in cells.items():
        at = tree.Of(node.grid, _literal(corner[0] + column, corner[1] + row, span), "of", span)
        if sign == ASKED:
            condition = truth(ctx, Scope(), tree.IsEmpty(at, negated=False, span=span))
            if condition is not None:
                yield game.MustHold(condition, Origin(span))
        elif sign not in letters and sign not in unknown:
            unknown.add(sign)
            ctx.report(errors.unknown_letter(sign, span, tuple(letters)))
        elif (meaning := meanings.get(sign)) is not None:
            where = place(ctx, Scope(), at, grid.component)
            if where is not None and meaning.is_open:
                yield PutOpen(sign, meaning.pieces, where, meaning.turned, Origin(span))
            elif where is not None:
                yield game.PutPiece(meaning.pieces, where, meaning.turned)


# ---- WHAT LETTERS STAND FOR


def _letters(ctx: Context, grid: str, own: Iterable[tree.Letter]) -> dict[str, tree.Letter]:
    """Returns the letters of a grid: those that are declared, and those of one picture."""
    found: dict[str, tree.Letter] = {}
    declared = [each for node in ctx.symbols.pictures if node.grid.text == grid for each in node.letters]
    for each in (*declared, *own):
        if len(each.name.text) != 1:
            ctx.report(errors.no_letter(each.name.text, each.name.span))
        elif each.name.text in found:
            ctx.report(errors.bound_twice(each.name.text, each.name.span, found[each.name.text].name.span))
        else:
            found[each.name.text] = each
    return found


def _known(ctx: Context, grid: game.Zone, letter: tree.Letter) -> _Meaning | None:
    """Returns what a letter stands for in an example; what was reported where it is declared is not reported again."""
    known = len(ctx.found)
    meaning = _meaning(ctx, grid, letter)
    ctx.found[known:] = [each for each in ctx.found[known:] if each not in ctx.found[:known]]
    return meaning


def _meaning(ctx: Context, grid: game.Zone, letter: tree.Letter) -> _Meaning | None:
    meant, several = letter.meaning, isinstance(letter.meaning, tree.Binder)
    wanted = SetOf(Piece(grid.component)) if several else Piece(grid.component)
    written = tree.AllOf(meant, None, letter.span) if isinstance(meant, tree.Binder) else meant
    pieces = of_domain(ctx, Scope(), written, wanted)
    if letter.turned is None and grid.turned:
        return None if pieces is None else _Meaning(pieces, None, is_open=True)
    first = tree.Of(tree.Name(grid.name, letter.span), _literal(0, 0, letter.span), "of", letter.span)
    moved = MovedPiece(grid.component, place(ctx, Scope(), first, grid.component), letter.span)
    turned, good = turn_laid(ctx, Scope(), moved, letter.turned, elaborate)
    return None if pieces is None or not good else _Meaning(pieces, turned, is_open=several)


# ---- CELLS


def _grid(ctx: Context, name: tree.Name) -> game.Zone | None:
    if ctx.declared(name, tree.Zone) is None:
        return None
    zone = ctx.zones.get(name.text)
    if zone is not None and zone.index != CELLS:
        grids = tuple(each.name for each in ctx.zones.values() if each.index == CELLS)
        ctx.report(errors.no_grid(name.text, name.span, grids))
        return None
    return zone


def _corner(ctx: Context, node: tree.Expr) -> _At | None:
    numbers = [_number(each) for each in (node.column, node.row)] if isinstance(node, tree.CellLit) else []
    if len(numbers) == 2 and numbers[0] is not None and numbers[1] is not None:
        return numbers[0], numbers[1]
    ctx.report(errors.no_corner(node.span))
    return None


def _number(node: tree.Expr) -> int | None:
    match node:
        case tree.IntLit(value=value):
            return value
        case tree.Negative(inner=tree.IntLit(value=value)):
            return -value
        case _:
            return None


def _literal(column: int, row: int, span: Span) -> tree.CellLit:
    return tree.CellLit(_written(column, span), _written(row, span), span)


def _written(number: int, span: Span) -> tree.Expr:
    return tree.IntLit(number, span) if number >= 0 else tree.Negative(tree.IntLit(-number, span), span)


def _cells(ctx: Context, node: tree.Picture) -> dict[_At, tuple[str, Span]]:
    """Yields what is drawn in each cell that is not empty, row by row; a row of another length is reported."""
    rows = [[(cell.text, cell.span) for cell in row.cells] for row in node.rows]
    for row, cells in zip(node.rows, rows, strict=True):
        if len(cells) != len(rows[0]):
            ctx.report(errors.ragged(len(cells), len(rows[0]), row.span, node.rows[0].span))
            return {}
    return {
        (column, number): cell
        for number, cells in enumerate(rows)
        for column, cell in enumerate(cells)
        if cell[0] != NOTHING
    }


def _hangs_together(ctx: Context, cells: dict[_At, tuple[str, Span]]) -> None:
    """Reports a board in two pieces: a cell is missing, or too many; cells in question count as bridges."""
    if not cells:
        return
    first = next(iter(cells))
    reached, left = {first}, [first]
    while left:
        column, row = left.pop()
        for beside in ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)):
            if beside in cells and beside not in reached:
                reached.add(beside)
                left.append(beside)
    alone = next((span for at, (_, span) in cells.items() if at not in reached), None)
    if alone is not None:
        ctx.report(errors.in_pieces(alone, cells[first][1]))
