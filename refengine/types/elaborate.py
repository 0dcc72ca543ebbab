"""The elaboration: the files of a rule set, with their symbols and printed data, become one typed game of the IR."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from attrs import evolve

from refengine.ir import control, game, standing
from refengine.ir.interrupts import interrupting_script
from refengine.ir.lasting import with_resets
from refengine.ir.lifted_bars import bars_of
from refengine.ir.openness import with_sight
from refengine.ir.running import Running, running
from refengine.ir.strays import strays
from refengine.ir.text import Text
from refengine.resolve import errors as name_errors
from refengine.resolve.symbols import Symbols
from refengine.source.diagnostic import Diagnostic
from refengine.source.limits import LIMITS, Limits, beyond
from refengine.source.span import Span
from refengine.syntax import tree
from refengine.types import (
    claims,
    control_errors,
    data,
    errors,
    examples,
    parts,
    pictures,
    properties,
    regions,
    relations,
    table,
    turns,
    values,
)
from refengine.types.abandonment import check_abandoned, lacks_ways
from refengine.types.bars import declare_bars
from refengine.types.confinements import confinements
from refengine.types.context import Context, Scope, Signature
from refengine.types.disclosure import told_to
from refengine.types.effects import check_effects, reads_of_values
from refengine.types.lasting import check_given, check_lasting
from refengine.types.later_lines import GameKnowledge
from refengine.types.nesting import nestings
from refengine.types.printed_data import Tables
from refengine.types.running import check_told, with_running
from refengine.types.scripts import elaborate_script
from refengine.types.secrecy import check_secrecy
from refengine.types.sizes import beyond_limits
from refengine.types.standing import standing_rules, waiting_variables
from refengine.types.starts import crowded_zones
from refengine.types.texts import texts
from refengine.types.usage import idle_standing_rules, unreached_phases, unused_names
from refengine.types.values import clause, leaves, parameters, phase_scope


def elaborate_game(
    symbols: Symbols, tables: Tables, anywhere: Span, limits: Limits = LIMITS
) -> tuple[game.Game | None, tuple[Diagnostic, ...]]:
    """Returns the game, as `elaborate_knowing` makes it, for whoever asks nothing more."""
    made, _, wrong = elaborate_knowing(symbols, tables, anywhere, limits)
    return made, wrong


def elaborate_knowing(
    symbols: Symbols, tables: Tables, anywhere: Span, limits: Limits = LIMITS
) -> tuple[game.Game | None, GameKnowledge | None, tuple[Diagnostic, ...]]:
    """Returns the game, and what has to be known to read more lines of examples about it (`types.later_lines`).

    None when anything is an error, or a table is missing. `anywhere` is where to point without a game. What would make
    more than the limits is an error, and is not made.
    """
    if not symbols.games:
        return None, None, (name_errors.game_missing(anywhere),)
    head = symbols.games[0]
    if head.most > limits.players:
        return None, None, (beyond("players", limits.players, "the players are", head.most, head.name.span),)
    if not 1 <= head.fewest <= head.most:
        return None, None, (errors.no_players(head.fewest, head.most, head.name.span),)
    ctx = Context(symbols, (head.fewest, head.most), limits)
    printed = data.declare_data(ctx, tables)
    relations.declare_relations(ctx, tables)
    turns.declare_turns(ctx, tables)
    if ctx.lacks_names or any(each.code.startswith(data.TABLES) for each in ctx.found):
        # All that the rules say of what a table lists would be reported, too.
        return None, None, name_errors.folded(ctx.found, errors.codes_about_names())
    made, known = _declared(ctx, head, printed)
    if not _is_wrong(ctx):
        ctx.found.extend(crowded_zones(made))
        ctx.found.extend(beyond_limits(made, limits))
    if _is_wrong(ctx):
        return None, None, name_errors.folded(ctx.found, errors.codes_about_names())
    if symbols.sound:  # else something is missing, and nobody will have the game
        made = with_sight(made)
        ctx.found.extend(check_told(ctx, made))
        ctx.found.extend(control_errors.not_kept_here(each) for each in strays(made))
        if _is_wrong(ctx):
            return None, None, tuple(ctx.found)
        ctx.found.extend(unused_names(ctx))
        phases = {each.name: each for each in made.phases}
        ctx.found.extend(unreached_phases(made.setup, phases, ctx))
        ctx.found.extend(idle_standing_rules(made.setup, phases, ctx))
    return made, known, tuple(ctx.found)


def _is_wrong(ctx: Context) -> bool:
    """Returns whether anything that was found so far is an error."""
    return any(each.severity == "error" for each in ctx.found)


def _declared(ctx: Context, head: tree.Game, printed: tuple[game.Table, ...]) -> tuple[game.Game, GameKnowledge]:
    parts.declare_parts(ctx)
    table.declare_zones(ctx)
    table.declare_configuration(ctx)
    table.declare_variables(ctx)
    _declare_phases(ctx)
    regions.declare_regions(ctx)
    values.declare_values(ctx)
    listed = values.elaborate_values(ctx, regions.region_values(ctx))
    # What calls a value that is wrong cannot be looked at, since that value is left out; and nobody will have the game.
    defined, joined = (listed, ()) if _is_wrong(ctx) else regions.with_symmetry(listed, ctx.relations)
    declare_bars(ctx)
    setup, phases, open_texts, rules = _scripts(ctx)
    ctx.lacks_ways = not ctx.symbols.sound or (_is_wrong(ctx) and lacks_ways(ctx.symbols, (setup, *phases)))
    single = frozenset(each.name for each in ctx.components.values() if all(row.copies == 1 for row in each.pieces))
    reads = reads_of_values(defined)
    ctx.found.extend(check_effects((setup, *phases), reads, single))
    ctx.found.extend(parts.check_taken_off(ctx, (setup, *phases), reads))
    ctx.found.extend(check_secrecy((setup, *phases), defined, reads))
    zones, variables = table.finished_zones(ctx), table.finished_variables(ctx, reads)
    below = running(setup, _with_all_ways(phases, open_texts))
    scripts = _lasting(ctx, (setup, *phases), variables, below)
    components = frozenset(ctx.components)
    written = _with(open_texts, lambda each: with_resets(each, variables, components, below))
    invariants, measures = properties.invariants(ctx), properties.measures(ctx)
    laws, outcome = (*properties.laws(ctx, reads), *joined), properties.outcome(ctx)
    clauses = frozenset(_clause_paths(ctx.symbols))
    pictures.check_pictures(ctx)
    shown = examples.examples(ctx, clauses, scripts, reads)
    ctx.found.extend(check_given(ctx, variables, below))
    found = game.Game(
        name=head.name.text,
        players=ctx.players,
        kinds=tuple(ctx.kinds.values()),
        records=tuple(ctx.records.values()),
        tables=printed,
        components=tuple(ctx.components.values()),
        tokens=tuple(ctx.tokens.values()),
        zones=zones,
        variables=variables,
        options=tuple(ctx.options.values()),
        questions=tuple(ctx.questions.values()),
        editions=table.editions(ctx),
        laws=laws,
        values=defined,
        setup=scripts[0],
        phases=scripts[1:],
        outcome=outcome,
        invariants=invariants,
        measures=measures,
        examples=shown,
        claims=(),
        dependences=claims.dependences(ctx),
        confinements=confinements(ctx),
        audits=claims.audits(ctx),
        scopes=claims.scopes(ctx, reads),
        clause=clause(head.name.text, head.cite, head.name.span),
        relations=tuple(ctx.relations.values()),
        parts=tuple(ctx.parts.values()),
        texts=written,
        nestings=nestings(ctx, reads),
    )
    found = evolve(found, claims=claims.claims(ctx, bars_of(found)))
    made = with_running(ctx, found, waiting_variables(rules))
    asked = evolve(ctx, symbols=_heads(ctx.symbols), found=[])
    return made, GameKnowledge(asked, clauses, scripts, variables, below, reads)


def _heads(symbols: Symbols) -> Symbols:
    """Returns the symbols by which lines of examples are read later: of what a value comes to they say nothing."""
    named = {
        word: evolve(each, body=tree.Cases((), each.body.span), lets=()) if isinstance(each, tree.Value) else each
        for word, each in symbols.named.items()
    }
    return evolve(
        symbols,
        named=named,
        examples={},
        claims={},
        scopes={},
        laws={},
        invariants={},
        measures={},
        setups=[],
        outcomes=[],
    )


def _declare_phases(ctx: Context) -> None:
    for node in ctx.symbols.named.values():
        params = parameters(ctx, node.params) if isinstance(node, tree.Phase | tree.Text) else None
        if params is not None:
            ctx.phases[node.name.text] = Signature(params, None)


def _scripts(
    ctx: Context,
) -> tuple[control.Script, tuple[control.Script, ...], tuple[Text, ...], tuple[standing.StandingRule, ...]]:
    """Returns the setup, the phases with the texts as they are played, the texts, and the standing rules."""
    if ctx.symbols.setups:
        node = ctx.symbols.setups[0]
        setup = elaborate_script(ctx, "setup", clause("setup", node.cite, node.span), (), Scope(), node.body)
    else:
        where = ctx.symbols.games[0].name.span
        ctx.report(name_errors.no_setup(where))
        setup = elaborate_script(ctx, "setup", clause("setup", (), where), (), Scope(), ())
    phases: list[control.Script] = []
    for phase in ctx.symbols.of_sort(tree.Phase):
        signature = ctx.phases.get(phase.name.text)
        if signature is not None:
            scope = phase_scope(ctx, phase)
            head = clause(phase.name.text, phase.cite, phase.name.span)
            told = told_to(ctx, phase.params, signature.params)
            phases.append(elaborate_script(ctx, phase.name.text, head, signature.params, scope, phase.body, told))
    found = texts(ctx)
    phases += [each.played for each in found]
    rules, open_texts = standing_rules(ctx), tuple(each.text for each in found)
    interrupting = interrupting_script(rules)
    below = standing.running_with(setup, _with_all_ways(phases, open_texts), interrupting)

    def looking(scripts: Sequence[control.Script]) -> tuple[control.Script, ...]:
        return standing.with_looks(scripts, rules, interrupting, below, setup.name, {each.name for each in open_texts})

    more = () if interrupting is None else (interrupting,)
    return setup, (*looking(phases), *more), _with(open_texts, looking), rules


def _with_all_ways(phases: Sequence[control.Script], open_texts: Sequence[Text]) -> tuple[control.Script, ...]:
    """Returns the phases, of which those of texts have the ways of an open text as well.

    What hangs on where phases may run must not change with a body that somebody adds.
    """
    more = {each.name: each.anything.points for each in open_texts}
    return tuple(evolve(each, points=(*each.points, *more.get(each.name, ()))) for each in phases)


def _with(
    open_texts: Sequence[Text], change: Callable[[tuple[control.Script, ...]], tuple[control.Script, ...]]
) -> tuple[Text, ...]:
    """Returns the texts with the same changed in all of their scripts."""
    anything = change(tuple(each.anything for each in open_texts))
    given = change(tuple(each.given for each in open_texts))
    return tuple(
        evolve(each, anything=one, given=other) for each, one, other in zip(open_texts, anything, given, strict=True)
    )


def _lasting(
    ctx: Context, scripts: tuple[control.Script, ...], variables: tuple[game.Variable, ...], below: Running
) -> tuple[control.Script, ...]:
    """Returns the scripts with what sets back the variables that last as long as a phase."""
    if not ctx.lacks_ways:
        ctx.found.extend(check_abandoned(scripts, below))
    ctx.found.extend(check_lasting(ctx, variables, scripts, below))
    return with_resets(scripts, variables, frozenset(ctx.components), below)


def _clause_paths(symbols: Symbols) -> Iterator[str]:
    """Yields every clause that an example can name, faulty ones too."""
    for value in symbols.of_sort(tree.Value):
        match value.body:
            case tree.General(exceptions=exceptions):
                yield f"{value.name.text}.normally"
                yield from (f"{value.name.text}.{each.name.text}" for each in exceptions)
            case tree.Cases(cases=cases):
                yield from (f"{value.name.text}.{each.name.text}" for each in leaves(cases))
            case tree.Sums(clauses=clauses):
                yield from (f"{value.name.text}.{each.name.text}" for each in clauses)
            case tree.Single():
                pass
    for name, action in symbols.actions.items():
        yield from (f"{name}.when_{number}" for number, _ in enumerate(action.whens, start=1))
        yield from (f"{name}.{bar.name.text}" for bar in action.bars)
