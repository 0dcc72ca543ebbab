"""The faults that are planted: one line of the engine or the prover each, and the tests that have to notice it.

A fault is a piece of text that stands once in its file, and what stands there instead. `unnoticed` says why no test
can notice it, where that is so.
"""

from __future__ import annotations

from attrs import frozen


@frozen
class Fault:
    """`old` is replaced by `new` in `file`; one of `tests` has to fail then."""

    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    unnoticed: str | None = None

    @property
    def module(self) -> str:
        """The name under which the file is imported."""
        return self.file.removesuffix(".py").replace("/", ".")

    def __str__(self) -> str:
        return f"{self.file.removeprefix('refengine/').removesuffix('.py')}: {self.new.strip()[:60]}"


def _engine(module: str, old: str, new: str, *tests: str, unnoticed: str | None = None) -> Fault:
    return Fault(f"refengine/engine/{module}.py", old, new, tuple(f"tests/{each}" for each in tests), unnoticed)


def _runtime(module: str, old: str, new: str, *tests: str, unnoticed: str | None = None) -> Fault:
    return Fault(f"refengine/runtime/{module}.py", old, new, tuple(f"tests/{each}" for each in tests), unnoticed)


def _prover(module: str, old: str, new: str, *tests: str, unnoticed: str | None = None) -> Fault:
    return Fault(f"refengine/smt/{module}.py", old, new, tuple(f"tests/{each}" for each in tests), unnoticed)


def _board(module: str, old: str, new: str, *tests: str) -> Fault:
    return Fault(f"refengine/program/{module}.py", old, new, tuple(f"tests/bulk/{each}" for each in tests))


def _program(module: str, old: str, new: str, *tests: str) -> Fault:
    return Fault(f"refengine/program/{module}.py", old, new, tuple(f"tests/program/{each}" for each in tests))


def _local(module: str, old: str, new: str, *tests: str) -> Fault:
    return Fault(f"refengine/local/{module}.py", old, new, tuple(f"tests/local/{each}" for each in tests))


def _ir(module: str, old: str, new: str, *tests: str) -> Fault:
    return Fault(f"refengine/ir/{module}.py", old, new, tuple(f"tests/{each}" for each in tests))


def _asked_again(module: str, old: str, new: str, *tests: str) -> Fault:
    return Fault(f"refengine/{module}.py", old, new, tuple(f"tests/{each}" for each in tests))


def _meant(module: str, old: str, new: str, *tests: str, unnoticed: str | None = None) -> Fault:
    return Fault(f"refengine/semantics/{module}.py", old, new, tuple(f"tests/{each}" for each in tests), unnoticed)


GROUPS = "test_groups.py::test_the_same_games_are_played"
GROUPS_ = f"bulk/{GROUPS}"
LED = "test_stepping.py"
BATCHES = "test_batch.py"
TOLD_SEEN = "engine/test_why_not.py"
TOLD_ALIKE = "web/test_why_not.py::test_both_tell_as_much_of_what_is_hidden"
WEAKER = "ir/test_slack.py::test_what_follows_holds_wherever_the_other_holds"
PAID = "test_owed.py::test_what_follows_from_the_text_is_proved_and_its_twin_is_not"
VALUES = "engine/test_expressions_agree.py::test_generated_code_comes_to_what_is_meant"
AGREE = "agreement/test_expressions.py::test_engines_and_prover_agree"
STAMPS = "test_stamps.py::test_games_end_as_in_the_reference_engine"
STEPS = "agreement/test_steps.py::test_phases_of_random_games"
CONTROL = "engine/test_control.py"
CORNERS = "engine/test_corners.py"
FAULTY = "engine/test_faults.py"
RANDOM = "agreement/test_random_games.py::test_nothing_false_is_proved_of_random_games[20]"
KEPT_CLASSES = "test_classes.py::test_classes_that_are_kept_are_those_that_are_walked_through"
MOVED_ALIKE = "test_boards.py::test_pieces_on_two_grids_and_on_spots_are_moved_alike"
PLAYED_LISTS = "test_lists.py::test_lists_are_played_with_as_sets_are"
POTS = "explore/test_joined_stamps.py::test_what_is_broken_by_one_of_several_parts_is_found"
AT_ONCE = "test_at_once.py::test_the_module_plays_as_the_engine_does"
ALIKE = "explore/test_alike_in_a_module.py"
ORDERED = "bulk/test_ordered_zones.py"
ORDERS_MEANT = f"{ORDERED}::test_both_play_as_it_is_meant"
ORDERS_PLAYED = f"{ORDERED}::test_the_module_plays_as_the_engine_does"
ORDERS_SEEN = f"{ORDERED}::test_a_view_tells_the_order_of_what_is_seen_and_nothing_else"
ORDERS_CONSERVED = f"{ORDERED}::test_an_order_that_is_not_of_what_lies_there_is_found"
AT_ONCE_IN_ORDER = "engine/test_orders_and_copies.py"
TAKEN_OUT = f"{AT_ONCE_IN_ORDER}::test_what_is_taken_out_of_a_variable_goes_with_all_that_are_like_it"
ORDERS_ON_BOARDS = "bulk/test_boards.py::test_what_comes_from_a_board_lies_in_order"
SHARES = "explore/test_shares.py"
LYING = "explore/test_boards_in_a_module.py"
COPIES = "test_copies.py"
RECORDS = "bulk/test_records.py"
KEPT = "explore/test_checkpoint.py"
OPENED = "test_opened.py"
COMPARED = "test_compared.py::test_the_module_plays_as_the_engine_does"
PASSES = "test_passes.py::test_random_programs_mean_the_same"
IN_VAIN = "engine/test_told_in_vain.py"
BEHIND = "engine/test_overlooked.py"
CONES = "smt/test_terms.py"
BREAK_OFFS = "agreement/test_break_offs.py::test_all_break_off_there"
LISTING = "smt/test_listing.py"
CORNERS_MEANT = "semantics/test_corners.py::test_corners_come_to_what_is_written"
FOOLED = "fooled/test_fooled.py::test_nobody_is_fooled"
OTHER_READINGS = "rulings/test_other_readings.py"
WHO_TAKES = "rulings/test_who_takes.py"
DIFF = "rulings/test_diff.py"
AS_MEANT = "rulings/test_diff_as_meant.py"
HANGS_ON = "rulings/test_hangs_on.py"
WAYS = "rulings/test_ways_of_other_tables.py"
DECIDED = "odds/test_decisions.py"
APART = "explore/test_alike.py::test_what_tells_seats_apart"
ALL_SEATS = "explore/test_alike.py::test_what_is_done_to_all_seats_tells_none_apart"
OVERLOOKED = "ir/test_overlooking.py::test_what_may_be_overlooked_is_seen_in_who_asks_it_too"

FAULTS: tuple[Fault, ...] = (
    # ---- engine: expressions
    _engine(
        "emit/decisions",
        "        if not _is_sure(guard, scope):\n",
        "        if False:\n",
        "engine/test_told_in_vain.py::test_a_guard_breaks_off_where_it_decides_nothing",
    ),
    _engine(
        "emit/tables",
        "return replaced(expr, places.get)",
        "return replaced(expr, {one: place for one, place in places.items() if isinstance(one, ir.Local)}.get)",
        "engine/test_settled_by_print.py::test_a_key_may_be_named_by_another",
    ),
    _engine("emit/expressions", 'sign = "<" if less else "<="', 'sign = "<=" if less else "<"', VALUES),
    _engine("emit/expressions", '"!=" if negated else "=="', '"==" if negated else "!="', VALUES),
    _engine("emit/sets", "for each in (low, item, high)), COMPARE", "for each in (low, high, item)), COMPARE", VALUES),
    _engine("emit/expressions", 'sign = "+" if step == 1 else "-"', 'sign = "+"', VALUES, CONTROL),
    _engine("emit/expressions", "rest = ir.And(parts[position:])", "rest = ir.And(parts[position + 1 :])", VALUES),
    _engine("emit/expressions", 'sign = "*" if op == "*" else "//"', 'sign = "*" if op == "*" else "/"', VALUES),
    _engine(
        "emit/sets",
        "return Py(f\"{stored} is {'not ' if negated else ''}None\", COMPARE)",
        "return Py(f\"{stored} is {'' if negated else 'not '}None\", COMPARE)",
        VALUES,
        STEPS,
    ),
    _engine(
        "emit/sets",
        "ir.And((ir.Contains(item, members.left), ir.Not(ir.Contains(item, members.right))))",
        "ir.And((ir.Contains(item, members.left), ir.Contains(item, members.right)))",
        AGREE,
        STEPS,
    ),
    _engine(
        "emit/binders",
        'sign = ">" if expr.op == "highest" else "<"',
        'sign = "<" if expr.op == "highest" else ">"',
        VALUES,
        "engine/test_lets.py",
    ),
    _engine(
        "emit/binders",
        "disjunction((negation(expr.binding.condition), expr.body))",
        "expr.body",
        "engine/test_lying_in_a_cell.py",
    ),
    _engine("emit/binders", 'scope.code.add(f"{count} += 1")', 'scope.code.add(f"{count} = 1")', VALUES),
    _engine(
        "emit/binders",
        'scope.code.add(f"raise several_found({scope.here(expr.origin)})")',
        'scope.code.add("pass")',
        VALUES,
        FAULTY,
    ),
    _engine("emit/short_forms", "if conditions := ", "if conditions := '' and ", "engine/test_changes.py"),
    _engine(
        "emit/membership",
        "chain.from_iterable({family}))",
        "chain.from_iterable({family}[1:]))",
        "engine/test_gathered.py",
    ),
    _engine("emit/binders", "and not names_something", "and True", "engine/test_lying_in_a_cell.py"),
    _engine("emit/still", "in sorted(parts.lying)]", "in ()]", "engine/test_changes.py"),
    _engine("emit/reads", "if arg in own)", "if True)", "engine/test_changes.py"),
    _engine("emit/values", "elif is_tabled(unit, value):", "elif True:", VALUES, "engine/test_kept_values.py"),
    _engine(
        "emit/memo",
        'with out.branch(f"not ({same})"):',
        'with out.branch("not kept[0]"):',
        "engine/test_kept_values.py",
    ),
    _engine(
        "emit/legal_cache",
        'same = ["listed[1] is self", *(f"listed[{number}] is {each}" for number, each in enumerate(read, start=2))]',
        'same = ["listed[1] is self"]',
        "engine/test_listed_once.py",
    ),
    _engine(
        "emit/legal_cache",
        'same = [f"{kept}[1] is self", *(f"{kept}[{number}] is {each}" for number, each in enumerate(read, start=2))]',
        'same = [f"{kept}[1] is self"]',
        "engine/test_listed_once.py",
    ),
    _runtime(
        "merging",
        "agenda += [new for other, by in self._touched.items() if other in found for new in by]",
        "agenda += []",
        "engine/test_merging.py",
    ),
    _engine("emit/beforehand", "{there}[0] - {here}[0]", "{here}[0] - {there}[0]", "engine/test_ways.py"),
    _runtime("nearby", "cells_near(laid, self._reach)", "cells_near(laid, 0)", "engine/test_nearby.py"),
    _engine(
        "emit/plays",
        "if not self._needs(condition) & self.missing:",
        "if not free_locals(condition) & self.missing:",
        "engine/test_rows.py",
    ),
    Fault(
        "refengine/ir/necessary.py",
        "                    break",
        "                    pass",
        ("tests/engine/test_rows.py",),
    ),
    Fault(
        "refengine/ir/rows.py",
        "return self.sharing.cannot_fault(rewrite(part, known))",
        "return True",
        ("tests/engine/test_rows.py",),
    ),
    _engine(
        "emit/values",
        "case Count() if least < 0:",
        "case Count() if least < -1:",
        VALUES,
        unnoticed="what a clause adds to a count is a count itself, so that the least is never below 0",
    ),
    _engine(
        "emit/sets",
        "{scope.expr(expr.high).at(SUM)} + 1))",
        "{scope.expr(expr.high).at(SUM)}))",
        "engine/test_ends_of_ranges.py",
    ),
    _engine(
        "emit/sets",
        'Py(f"{stored.at(COMPARE + 1)} is {scope.expr(item).at(COMPARE + 1)} is not None", COMPARE)',
        'Py(f"{stored.at(COMPARE + 1)} is {scope.expr(item).at(COMPARE + 1)}", COMPARE)',
        "engine/test_absent.py",
    ),
    _engine(
        "emit/tables",
        "return high - low + 1",
        "return high - low",
        VALUES,
        unnoticed="the size of a range says how much work a table would be, and nothing of what is in it",
    ),
    _runtime(
        "positions",
        "if sum(sum(layer.cells[attribute]) for attribute in attributes) > limit:",
        "if sum(sum(layer.cells[attribute]) for attribute in attributes) >= limit:",
        "engine/test_ends_of_ranges.py",
    ),
    # ---- engine: effects and control
    _engine(
        "emit/effects",
        'there = layout.member(scope.state, slot, key)\n        emit_write(slot, key, Py(f"{there} + {amount.at(SUM + 1)}", SUM), scope)',
        'there = layout.member(scope.state, slot, key)\n        emit_write(slot, key, Py(f"{there} - {amount.at(SUM + 1)}", SUM), scope)',
        CORNERS,
    ),
    _engine(
        "emit/effects",
        "key = goal or key_text(move.target[1], scope)",
        "key = key_text(move.target[1], scope)",
        "agreement/test_destinations.py",
    ),
    Fault(
        "refengine/program/from_ir/effects.py",
        "            goal = ops.Get(holder)\n",
        "            goal = scope.held(move.target[1])\n",
        ("tests/agreement/test_destinations.py",),
    ),
    _engine("emit/effects", "if not read & attributes_written(scope.unit, body):", "if True:", CORNERS),
    _engine("emit/simultaneous", "if not sets:\n", "if len(sets) < 2:\n", FAULTY, STEPS, RANDOM),
    _engine(
        "emit/bulk",
        "if not is_total(target.key, total_values(scope.unit.game.values)):",
        "if False:",
        "agreement/test_break_offs.py::test_all_break_off_there[where pieces go, which nobody asks of none]",
    ),
    _engine(
        "emit/bulk",
        "if scope.unit.explain or here is there or here.single",
        "if scope.unit.explain or here.single",
        CORNERS,
    ),
    _engine(
        "emit/points", 'left = "below" if phase == key[0] else', 'left = "below[:-1]" if phase == key[0] else', CONTROL
    ),
    _engine("emit/points", "leave(otherwise, key, course, scope)", "leave(then, key, course, scope)", CONTROL),
    _engine("emit/points", 'code.add("draft.control = below[:-1]")', 'code.add("draft.control = below")', CONTROL),
    _engine(
        "emit/legal",
        'if ask.decider != "every" and ask.if_able is None:',
        'if ask.decider == "one" and ask.if_able is None:',
        CORNERS,
    ),
    _engine("emit/asks", "for seat in {text.at(OR)}", "for seat in {text.at(OR)}[:1]", "engine/test_game.py"),
    _engine("emit/asks", "({text.at(SUM)} + 1,)", "({text} + 1,)", "engine/test_who_decides.py"),
    _runtime(
        "frames",
        "return below[: found[-1]] if found else ()",
        "return below[: found[0]] if found else ()",
        "engine/test_twice_on_the_stack.py",
    ),
    _runtime(
        "frames",
        "for frame in reversed(control) if frame.phase == phase",
        "for frame in control if frame.phase == phase",
        "engine/test_during.py",
    ),
    _engine(
        "emit/course", "resumed = entered | {target for _, target in returning}", "resumed = entered", CONTROL, FAULTY
    ),
    _runtime(
        "frames",
        "return field(default=..., eq=False, repr=False)",
        "return field(default=None, eq=False, repr=False)",
        "engine/test_read_beforehand.py::test_a_rule_that_asks_of_nothing_is_looked_at_from_the_start",
    ),
    _engine(
        "emit/standing",
        "1 <= len(read) <= MOST_READ or not _is_work(condition)",
        "1 <= len(read) <= MOST_READ or _is_work(condition)",
        CONTROL,
        unnoticed="which conditions are remembered changes how fast a game is, and nothing that it does",
    ),
    _engine(
        "emit/reads",
        "                    ir.Contents(zone=zone)\n                    | ir.Located(zone=zone)",
        "                    ir.Located(zone=zone)",
        STEPS,
        "engine/test_kept_values.py",
    ),
    _engine("emit/reads", "return FALSE if node.strict else TRUE", "return TRUE", "engine/test_still.py"),
    # ---- engine: what runs
    _runtime(
        "zones", "return zone[:at] + zone[at + 1 :]", "return zone[:at] + zone[at:]", STEPS, "engine/test_several.py"
    ),
    _runtime("zones", "if len(zone) >= cap:", "if len(zone) > cap:", FAULTY),
    _runtime(
        "zones",
        "if times and len(zone) + times > cap:",
        "if times and len(zone) + times >= cap:",
        "engine/test_several.py",
    ),
    _runtime("zones", "if low <= number <= high:", "if low <= number <= high + 1:", FAULTY),
    _runtime("zones", "if not 0 <= amount <= there:", "if not 0 <= amount < there:", CORNERS),
    _runtime("zones", "if len(set(cells)) == len(cells):", "if len(set(cells)) <= len(cells):", FAULTY),
    _runtime(
        "zones",
        "if len(lost) != len(gone):",
        "if len(lost) > len(gone):",
        "engine/test_conserves.py",
    ),
    # ---- prover: expressions
    _prover(
        "encode/expressions",
        "return terms.less(one, other) if strict else terms.at_most(one, other)",
        "return terms.at_most(one, other)",
        AGREE,
    ),
    _prover("encode/binders", "body if seeks else terms.not_(body)))", "body))", AGREE),
    _prover(
        "encode/binders",
        "world.terms.times(each.times, number)",
        "number",
        AGREE,
        f"{FOOLED}[sum_over_alike]",
        "smt/test_effects.py",
    ),
    _prover(
        "encode/binders",
        "scope.owe(Owed.UNIQUE, expr.origin, terms.or_(terms.not_(some), several))",
        "scope.owe(Owed.UNIQUE, expr.origin, several)",
        AGREE,
    ),
    _prover("encode/sets", "return world.terms.at_most(size, 0)", "return world.terms.at_most(size, 1)", AGREE),
    _prover(
        "encode/values",
        'return other.clause.path.rpartition(".")[2] in one.over',
        'return one.clause.path.rpartition(".")[2] in other.over',
        AGREE,
    ),
    _prover(
        "encode/what_if",
        "return evolve(zone, present=terms.and_(zone.present, terms.not_(is_new)), piece=piece)",
        "return evolve(zone, piece=piece)",
        "smt/test_what_if.py",
    ),
    _prover(
        "encode/what_if",
        "changed[one], changed[other] = cells[other], cells[one]",
        "changed[one], changed[other] = cells[one], cells[other]",
        "smt/test_what_if.py",
    ),
    _prover(
        "terms/values",
        "parts += [Element(self.terms.and_(contrary, each.guard)",
        "parts += [Element(self.terms.and_(condition, each.guard)",
        AGREE,
    ),
    _prover(
        "encode/world",
        "self.terms.if_number(self.terms.less(on, size), on, self.terms.minus(on, size))",
        "self.terms.if_number(self.terms.at_most(on, size), on, self.terms.minus(on, size))",
        AGREE,
        "agreement/test_control.py",
    ),
    _prover(
        "encode/world",
        "scope.owe(Owed.RANGE, origin, self.terms.not_(self.terms.at_most(0, number)))",
        "pass",
        f"{FOOLED}[a_count_below_zero]",
    ),
    _prover(
        "terms/terms",
        "return self.not_(self.at_most(other, one))",
        "return self.not_(self.at_most(one, other))",
        "smt/test_terms.py",
    ),
    _prover("terms/terms", "one.high < low) or (", "one.high <= low) or (", "smt/test_terms.py", AGREE),
    _prover(
        "terms/terms",
        "made.low, made.high = min(products), max(products)",
        "made.low, made.high = products[0], products[-1]",
        "smt/test_terms.py",
    ),
    _prover(
        "encode/values",
        "scope.owe(Owed.COVERAGE, origin, terms.not_(terms.any(applies)))",
        "pass",
        "prove/test_faults.py::test_a_fault_is_refuted_with_a_position[coverage]",
    ),
    _prover(
        "encode/sets",
        "before = world.terms.or_(before, each.guard)",
        "before = each.guard",
        f"{FOOLED}[gaps_in_a_loop]",
    ),
    _prover(
        "encode/sets",
        "return world.terms.and_(found.present, _holds(world, there, held, members, scope))",
        "return False",
        f"{FOOLED}[absent_in_a_set]",
    ),
    _prover("induction/arrivals", "if courses.by_piece:", "if False:", f"{FOOLED}[chain_middle]"),
    _prover("course/returns", "if below.perhaps[each[0]]:", "if False:", f"{FOOLED}[chain_without_end]"),
    _prover(
        "induction/by_parts",
        "return all(is_transitive(each) for each in parts)",
        "return any(is_transitive(each) for each in parts)",
        "smt/test_by_parts.py",
    ),
    _prover(
        "claims/definedness",
        "    if not assuming.holds:",
        "    if False:",
        f"{FOOLED}[assumption_without_answer]",
    ),
    # ---- prover: effects and steps
    _prover(
        "course/changes",
        "terms.and_(terms.equal(move.piece.index, number), terms.at_most(move.amount, held))",
        "terms.equal(move.piece.index, number)",
        "smt/test_effects.py",
    ),
    _prover(
        "course/changes", "return terms.at_most(most, there)", "return terms.less(most, there)", "smt/test_effects.py"
    ),
    *(
        _prover("course/effects", old, new, "fooled/test_fooled.py::test_nobody_is_fooled[many_rounds_in_any_order]")
        for old, new in (
            ("state = world.within_a_loop()", "state = scope.state"),
            ("surely=surely)", "surely=fails)"),
            ("known.after(order), known.after(order[::-1])", "known.after(order), known.after(order)"),
        )
    ),
    _prover(
        "course/effects",
        "if not each.ordered and not commutes(each, world.reads):",
        "if each.ordered and not commutes(each, world.reads):",
        "smt/test_order.py",
    ),
    _prover(
        "course/effects",
        "terms.not_(terms.iff(one.stops, other.stops)),",
        "False,",
        "fooled/test_fooled.py",
        "smt/test_order.py",
    ),
    _prover("course/effects", "terms.not_(terms.iff(one.fails, other.fails)),", "False,", "smt/test_order.py"),
    _prover(
        "course/transition",
        "for way, exit_ in ((test, then), (terms.not_(test), otherwise)):",
        "for way, exit_ in ((test, then), (test, otherwise)):",
        "agreement/test_control.py",
    ),
    _prover(
        "course/transition",
        "scope.owe(Owed.OVERLAP, origin, terms.not_(terms.at_most_one(applies)))",
        "pass",
        "smt/test_cases_of_a_phase.py",
    ),
    _prover(
        "course/transition",
        "yield from self._back(below[: left[-1]], scope)",
        "yield from self._back(below[: left[0]], scope)",
        f"{FOOLED}[abandon_of_the_inner]",
        f"{FOOLED}[twice_on_the_stack]",
    ),
    _prover(
        "course/offers",
        "found.append(terms.not_(world.truth(ir.And(bar.conditions), scope)))",
        "found.append(world.truth(ir.And(bar.conditions), scope))",
        STEPS,
    ),
    _prover(
        "course/transition",
        "if not below and not self.to_the_end:\n                    scope.owe(Owed.RETURN, origin, True)  # noqa: FBT003\n",
        "if not below and not self.to_the_end:\n",
        "smt/test_return.py",
    ),
    # ---- prover: what is known
    _prover(
        "induction/invariants",
        'return f"{local.name} ({shape[depth][0]}, {depth + 1}.{position + 1})"',
        "return local.name",
        f"{FOOLED}[two_frames_with_one_name]",
    ),
    _prover(
        "induction/induction",
        "premise = True if step is None else self.known(step.place)",
        "premise = True",
        "smt/test_induction.py",
    ),
    _prover(
        "induction/induction",
        "here = self.left[shape], shape == end",
        "here = self.left[shape], shape != end",
        "smt/test_induction.py",
    ),
    _prover(
        "induction/keeping",
        "if name in one.failures:",
        "if False:",
        "smt/test_keeping.py",
    ),
    _prover(
        "induction/keeping",
        "if not one.failures:",
        "if one.failures or not one.failures:",
        "smt/test_keeping.py",
    ),
    _prover(
        "induction/keeping",
        'of="one" if one else "some", sure={*sure}',
        'of="one" if one else "some", sure={(key, name) for key in left for name in names}',
        "smt/test_keeping.py",
    ),
    _prover(
        "induction/nesting",
        "if running and self._is_running_first() and",
        "if False and",
        f"{FOOLED}[nesting_begins_for_a_moment]",
    ),
    _prover(
        "induction/properties",
        "falls = terms.or_(here, terms.and_(terms.equal(other, one), falls))",
        "falls = terms.or_(here, terms.equal(other, one))",
        "smt/test_induction.py",
    ),
    _prover(
        "induction/twins",
        'unknown = values.number(f"{hint}: {piece.name}", 0, piece.copies)',
        'unknown = values.number(f"{hint}: {piece.name}", 0, piece.copies - 1)',
        "smt/test_sight_counts.py",
    ),
    _prover(
        "induction/twins",
        "found.append(terms.equal(terms.sum(counts), piece.copies))",
        "found.append(terms.less(terms.sum(counts), piece.copies))",
        "smt/test_sight.py",
        "smt/test_sight_counts.py",
    ),
    _prover(
        "induction/twins",
        'own = held is not None and held.index == "player" and cell.key == seat',
        'own = held is not None and held.index == "player" and cell.key != seat',
        "smt/test_sight.py",
    ),
    _prover(
        "claims/gaps",
        "if obligation.owed != Owed.COVERAGE:",
        "if obligation.owed == Owed.COVERAGE:",
        "smt/test_gaps.py",
    ),
    _prover(
        "terms/relations",
        "if name in self.by_name:\n            return",
        "if True:\n            return",
        "agreement/test_any_relation.py",
    ),
    _prover("terms/printed_data", "return low, high\n", "return low, high + 1\n", AGREE, "smt/test_claims.py"),
    _prover(
        "induction/invariants",
        "own.of(obligation))\n    return courses.study.terms.and_(holds, courses.study.terms.not_(own.any()))",
        "own.of(obligation))\n    return holds",
        f"{FOOLED}[w2_fault]",
    ),
    _prover("claims/definedness", "return self.known and not self.missing", "return self.known", "smt/test_claims.py"),
    # ---- drawn at random (seed 20261122, 60 of all modules): those that nothing noticed before
    _engine(
        "emit/layout",
        'attributes.new(variable.name, f"{variable.name}_value"),\n            size,\n            annotation if size is None else f"tuple[{annotation}, ...]",',
        'attributes.new(variable.name, f"{variable.name}_value"),\n            size,\n            annotation if True else f"tuple[{annotation}, ...]",',
        "engine/test_states.py::test_a_state_is_of_the_types_that_it_declares",
    ),
    _engine(
        "emit/effects",
        'piece = scope.let(scope.expr(move.piece), "piece")\n    amount',
        "piece = scope.expr(move.piece)\n    amount",
        "engine/test_shortcuts.py::test_a_piece_that_is_worked_out_is_the_one_that_is_moved",
    ),
    _engine(
        "emit/legal",
        'must = ask.decider == "every" and ask.if_able is None\n        if must and not (plain and len(classes) == 1):',
        'must = ask.decider == "every" and ask.if_able is None\n        if must and not (plain and len(classes) != 1):',
        "engine/test_shortcuts.py::test_everybody_may_choose_between_several_actions",
    ),
    _engine(
        "emit/sorts",
        "if members and tuple(row.data for row in declared.pieces) == tuple((each,) for each in members):",
        "if True:",
        "engine/test_shortcuts.py::test_printed_pieces_are_looked_for_by_what_is_printed",
    ),
    _engine(
        "emit/sets",
        "if listed is not None and listed[1] == TRUE:",
        "if listed is not None and listed[1] != TRUE:",
        "engine/test_shortcuts.py::test_a_member_of_a_set_meets_all_that_the_set_asks",
    ),
    _engine(
        "laws",
        "case ir.And(parts=parts) if all(isinstance(part, ir.ForAll) for part in parts):",
        "case ir.And(parts=parts) if all(isinstance(ir.ForAll, part) for part in parts):",
        "engine/test_laws.py::test_a_law_holds_is_broken_or_speaks_of_nothing",
    ),
    _engine(
        "trace_errors",
        'hint = "the file ends too early" if at >= length - 1 else "take the file as it was written"',
        'hint = "the file ends too early" if at > length - 1 else "take the file as it was written"',
        "testing/test_trace.py::test_a_text_that_ends_too_early_is_told_from_one_that_was_changed",
    ),
    _prover(
        "claims/survey",
        "if isinstance(_value(made, each), Term) and _value(made, each) in cone and len(_complete(each)) > 1",
        "if isinstance(_value(made, each), Term) and True and len(_complete(each)) > 1",
        "smt/test_claims.py::test_readings_that_have_no_say_do_not_keep_anybody_from_saying_which_do",
    ),
    _prover(
        "claims/claims",
        'defined = definedness(spoken) if speaks.result != "unknown" else None',
        "defined = definedness(spoken) if True else None",
        "smt/test_claims.py::test_a_claim_is_not_proved_before_it_is_known_that_it_speaks_of_something",
    ),
    _prover(
        "prove",
        'return decision.verdict == "refuted" and (decision.goal.kind != "sight" or decision.reached)',
        'return decision.verdict == "refuted" and (True)',
        "smt/test_sight.py::test_it_is_said_whether_a_game_comes_to_both",
    ),
    _prover(
        "induction/pieces",
        "paths |= {about.clause.path, *(each.clause.path for each in game.values if each.name in called)}",
        "paths |= {about.clause.path, *(each.clause.path for each in game.values if each.name not in called)}",
        "fooled/test_fooled.py::test_nobody_is_fooled[chain_measured_by_a_value]",
    ),
    _prover(
        "course/bulk_moves",
        "case ir.Located(zone=taken) if taken == zone and source.piece == var and key is None:",
        "case ir.Located(zone=taken) if taken == zone and source.piece == var and key is not None:",
        "fooled/test_fooled.py::test_nobody_is_fooled[poured_by_family]",
    ),
    _prover(
        "course/bulk_moves",
        "world.read_by((pour.key, pour.target.key))",
        "world.read_by(pour.key)",
        "fooled/test_fooled.py::test_nobody_is_fooled[poured_one_by_one]",
    ),
    _prover(
        "course/bulk_moves",
        "world.read_by((pour.key, pour.target.key))",
        "world.read_by(pour.target.key)",
        "fooled/test_fooled.py::test_nobody_is_fooled[poured_from_elsewhere]",
    ),
    _prover(
        "course/bulk_moves",
        "goal = world.key(pour.target.key, scope.given(_some_goes(world, members, source, wanted)))",
        "goal = world.key(pour.target.key, scope)",
        "fooled/test_fooled.py::test_nobody_is_fooled[poured_to_nowhere]",
    ),
    _prover(
        "encode/binders",
        'found = world.values.choose(expr.domain, each.guard, value, cast("Value", found))\n    if expr.otherwise is None:',
        'found = world.values.choose(expr.domain, each.guard, value, cast("Value", found))\n    if True:',
        "fooled/test_fooled.py::test_nobody_is_fooled[the_or_else]",
    ),
    # ---- and of the first of another forty (seed 20261123)
    _engine(
        "emit/whole",
        "if slot.variable.index != kind or slot.size is None or any(isinstance(node, _READS) for node in walk(value)):",
        "if slot.variable.index != kind or slot.size is None or all(isinstance(node, _READS) for node in walk(value)):",
        "engine/test_shortcuts.py::test_what_is_set_one_after_the_other_reads_what_was_set_before",
    ),
    _engine(
        "emit/properties",
        "if changed and unit.sharing.cannot_fault(term):",
        "if unit.sharing.cannot_fault(term):",
        "engine/test_shortcuts.py::test_a_measure_that_reads_nothing_never_falls",
    ),
    _prover(
        "terms/printed_data",
        "if any(row != each for row, each in zip(printed, product(*spans), strict=True)):",
        "if any(row == each for row, each in zip(printed, product(*spans), strict=True)):",
        f"{FOOLED}[printed_in_no_order]",
    ),
    _prover(
        "terms/values",
        "if self.is_alike(inner):  # how often",
        "if False:  # how often",
        f"{FOOLED}[copies_in_a_variable]",
    ),
    _prover(
        "terms/values",
        "if self.is_alike(inner):\n                    times",
        "if False:\n                    times",
        f"{FOOLED}[copies_compared]",
    ),
    _prover("course/effects", "not commutes_at_once(each)", "False", f"{FOOLED}[each_at_once_both_ways]"),
    _ir(
        "commuting",
        "_come_to_the_same(writes, var, own) and _go_one_way(writes, var)",
        "_come_to_the_same(writes, var, own)",
        f"{FOOLED}[each_at_once_both_ways]",
    ),
    _prover(
        "encode/sets",
        "if world.values.is_alike(inner):  # of which",
        "if False:  # of which",
        f"{FOOLED}[copies_one_by_one]",
    ),
    _engine(
        "emit/sets",
        "    if each.present:\n",
        "    if True:\n",
        "engine/test_at_once.py::test_what_is_removed_at_once_is_gone",
    ),
    _engine("emit/sets", "if _has_copies(each.item.domain, scope):", "if False:", TAKEN_OUT),
    _asked_again(
        "program/from_ir/writes",
        "(words.joined if present else words.left_of)",
        "(words.joined if True else words.left_of)",
        TAKEN_OUT,
    ),
    _asked_again("program/from_ir/writes", "return (*given, ops.Store(cell, 0, 1, ZERO))", "return given", TAKEN_OUT),
    _asked_again("odds/ahead", "agenda.append((phase, None))", "pass", DECIDED),
    _asked_again(
        "rulings/proving/moments",
        "return is_total(tuple(listed), total_values(game.values))",
        "return True",
        "rulings/test_open_breaks_off.py",
    ),
    _asked_again("odds/walk", "cell.weight * (scale // total)", "cell.weight * scale", "odds/test_as_meant.py"),
    _asked_again("odds/walk", "if times > 0]", "if times > 1]", "odds/test_as_meant.py"),
    _asked_again(
        "rulings/proving/moments",
        "(terms.or_(broken, each) for each in is_legal)",
        "(is_legal)",
        "rulings/test_open_breaks_off.py",
    ),
    _asked_again(
        "explore/lockstep",
        "if at in one and at in other and one[at][0] != other[at][0]:",
        "if at in one and False:",
        f"{DIFF}::test_who_sees_what_a_phase_remembers_is_a_difference",
    ),
    _asked_again(
        "explore/lockstep",
        "self.not_compared.add(at[1])",
        "pass",
        f"{DIFF}::test_where_one_side_alone_remembers_what_is_seen_it_is_not_said_that_they_are_the_same",
    ),
    _ir("meaning", "if point.name in waits and point.hidden:", "if False:", DIFF),
    _ir("meaning", "if any(seen.condition is not None for seen in seen_by) else []", "if False else []", AS_MEANT),
    _ir("meaning", 'if ("question", each[0]) in configured]', 'if ("question", each[0]) in ()]', AS_MEANT),
    _ir("meaning", "*game.components, *game.tokens, *game.parts)", "*game.components, *game.parts)", AS_MEANT),
    _asked_again("rulings/diff", "each.game), explain=True) for each", "each.game), explain=False) for each", AS_MEANT),
    _asked_again("rulings/diff", "make_game(*each, explain=True)", "make_game(*each, explain=False)", AS_MEANT),
    _asked_again("rulings/diff", "kept_pieces(scope, one) != kept_pieces(scope, other)", "not one.name", AS_MEANT),
    _asked_again("rulings/diff_examples", "if begun[1].get(name) == phases]", "if name in begun[1]]", AS_MEANT),
    _asked_again("rulings/diff_examples", "if not _are_told_the_same(", "if not True and (", AS_MEANT),
    _asked_again("explore/lockstep", "elif in_order or not _same_things(left, right):", "else:", AS_MEANT),
    _asked_again("explore/lockstep", "sorted(map(repr, left)) == sorted(map(repr, right))", "True", AS_MEANT),
    _asked_again(
        "explore/lockstep", "name for each in told.zones if not each.ordered}", "name for each in told.zones}", AS_MEANT
    ),
    _asked_again("explore/lockstep", "if common else dict.fromkeys(offered, 1)", "if common else offered", AS_MEANT),
    _asked_again("explore/lockstep", "common = gcd(*offered.values())", "common = max(*offered.values(), 0)", AS_MEANT),
    _ir("meaning", "for each in game.variables if each.during is not None]", "for each in ()]", DIFF),
    _asked_again("rulings/diff_tables", "if name in other else (default,)", "if name in other else values", DIFF),
    _asked_again("rulings/diff", "            or any(self.choices)\n", "            or any(())\n", DIFF),
    _asked_again("rulings/happenings", "read |= _questions_of_legality(bench, state, play)", "pass", OTHER_READINGS),
    _asked_again("rulings/happenings", "read |= bench.steps.questions_of(*line.args)", "pass", HANGS_ON),
    _asked_again("rulings/beginning", " | questions_of_opened(bench, example, dispute)", " | set()", WAYS),
    _asked_again("rulings/beginning", "if not part.has(choice)", "if not part", WAYS),
    _asked_again("rulings/audit", "number, hangs_on) from wrong", "number) from wrong", "rulings/test_logs.py"),
    _asked_again("rulings/audit", "if each in naming.actions]", "if each]", "rulings/test_logs.py"),
    _asked_again(
        "rulings/beginning", "self.hangs_on | questions_of_invariants(bench, state)", "self.hangs_on", HANGS_ON
    ),
    _asked_again(
        "rulings/happenings",
        "    except Fault as fault:\n        return Moment(state, read, fault)",
        "    except Fault as fault:\n        return Moment(state, moment.hangs_on, fault)",
        HANGS_ON,
    ),
    _asked_again("rulings/other_tables", "hung.update(found.hangs_on)", "pass", HANGS_ON, "rulings/test_logs.py"),
    _asked_again(
        "rulings/bench",
        "self.thorough.apply(there, self.thorough.example_action(there, play.actor, play.action, told))",
        "pass",
        HANGS_ON,
        "rulings/test_logs.py",
    ),
    _asked_again("rulings/precedents", "    if ruling.code:\n", "    if False:\n", "rulings/test_precedents.py"),
    _asked_again(
        "mutants/judge",
        'if any(evolve(one, texts="") == asked for one in batch)',
        "if goal in batch",
        "mutants/test_judge.py::test_what_a_body_owed_in_vain_before_objects_to_nothing",
    ),
    _asked_again("rulings/bench", "self.thorough.initial()", "pass", HANGS_ON),
    _asked_again("rulings/if_only", "_would_be_legal(bench.thorough, ", "_would_be_legal(bench.game, ", HANGS_ON),
    _asked_again("cli/games", "explain=overlooks(", "explain=False and overlooks(", "cli/test_odds.py"),
    _asked_again("ir/overlooking", "    if overlooking(game):\n", "    if False:\n", "cli/test_odds.py"),
    _asked_again("rulings/other_tables", "rulings.append(UnreachedTable(supposed.hangs_on))", "raise", HANGS_ON),
    _asked_again(
        "rulings/other_tables",
        "rulings += [UnreachedTable(refused.hangs_on)] * (questions - len(rulings))",
        "rulings[:] = [UnreachedTable(refused.hangs_on)] * questions",
        HANGS_ON,
    ),
    _asked_again(
        "rulings/answers",
        "evolve(moment, hangs_on=moment.hangs_on | bench.steps.questions_of(line.play.args))",
        "evolve(moment)",
        HANGS_ON,
    ),
    _asked_again("odds/ahead", "return spoken_of(self.rules, *nodes)", "return spoken_of(self.rules, own)", DECIDED),
    _asked_again(
        "program/from_ir/writes",
        "ops.Get(number), times, form), note_write",
        "ops.Get(number), ONE, form), note_write",
        TAKEN_OUT,
    ),
    # ---- of the audits, and of what a claim may lean on
    _prover(
        "claims/audits",
        "needed, *instead = (",
        "needed, *instead = ((),) or (",
        f"{FOOLED}[audits_lean]",
    ),
    _prover(
        "claims/audits",
        "self.leaning.update(listing.leaning)",
        "self.leaning.update({})",
        f"{FOOLED}[audits_lean]",
    ),
    _prover(
        "claims/audits",
        "(*spoken.assumed, spoken.defined, here), values",
        "(*spoken.assumed, here), values",
        LISTING,
    ),
    _prover("claims/audits", "spoken = self.spoken.apart()", "spoken = self.spoken", LISTING),
    _prover(
        "claims/audits",
        'return "no such state" if answer.result == "unsat" else "no answer"',
        'return "no such state"',
        LISTING,
    ),
    _prover(
        "claims/listing",
        "if all(map(found.of, self._hanging_on_readings())):",
        "if True:",
        LISTING,
    ),
    _prover(
        "claims/listing", "self._definitions = known, made.terms.definitions", "self._definitions = known, ()", LISTING
    ),
    _prover(
        "claims/listing",
        "for choice, table in zip(choices, tables, strict=True)\n",
        "for choice, table in [*zip(choices, tables, strict=True)][:1]\n",
        LISTING,
    ),
    _prover(
        "claims/listing",
        "return self._chosen[term] if term in self._chosen else self._known[term]",
        "return self._known[term]",
        LISTING,
    ),
    _prover(
        "claims/definedness",
        "if obligation.owed not in _OF_FRAMES:",
        "if True:",
        f"{FOOLED}[asked_where_a_phase_is_done]",
    ),
    _prover(
        "claims/definedness",
        "spoken.extent.over is not None",
        "False",
        f"{FOOLED}[obligations_of_the_printed_course]",
    ),
    _prover(
        "claims/definedness",
        " or spoken.extent.data:",
        ":",
        f"{FOOLED}[obligations_of_the_printed]",
    ),
    _prover(
        "induction/twins",
        "least |= courses.below.surely[place.phase] & most",
        "least |= courses.below.surely[place.phase]",
        f"{FOOLED}[texts_nothing_enters]",
    ),
    # ---- of another forty that were drawn (seed 20261123, 2026-11-26), from modules in which none was planted
    _engine(
        "growth",
        "for each in body.clauses) > 1",
        "for each in body.clauses) > 2",
        "engine/test_growth.py",
    ),
    _engine("growth", "_most(expr) > MOST_COUNTED", "_most(expr) > MOST_COUNTED**9", "agreement/test_large_numbers.py"),
    _engine("supposing", "if not listed:", "if True:", "prove/test_deciding.py"),
    _engine(
        "emit/early",
        "            if slot.single:",
        "            if True:",
        "engine/test_sharing_agrees.py",
        "engine/test_rows.py",
    ),
    _engine(
        "emit/draws",
        "or any(each.single or each.zone.ordered",
        "or all(each.single or each.zone.ordered",
        "odds/test_orders.py",
    ),
    _engine(
        "emit/sorts",
        "if not isinstance(expr, ir.Exists) or not isinstance(expr.binding.domain",
        "if isinstance(expr, ir.Exists) or not isinstance(expr.binding.domain",
        "engine/test_shortcuts.py::test_that_a_piece_is_there_is_not_that_each_is_the_one",
    ),
    _runtime("spots", "            if piece is not None:", "            if True:", "engine/test_spots.py"),
    _runtime("plain_data", "agenda = [(data, 1)]", "agenda = [(data, 2)]", "hostile/test_kept.py"),
    _runtime("codec", "and actor != info.by:", "and True:", "games/test_european_war.py"),
    _runtime("codec", 'if (actor if isinstance(actor, str) else "player") != info.by:', "if False:", WHO_TAKES),
    _asked_again("rulings/bench", "except (IllegalAction, BadData):", "except IllegalAction:", WHO_TAKES),
    _runtime(
        "counting",
        "if each.at is None or each.size is None:",
        "if each.at is None or each.size is not None:",
        "engine/test_bars_of_a_phase.py",
        "engine/test_begun_in_the_middle.py",
        "engine/test_standing_rules_that_enter.py",
    ),
    _prover(
        "induction/texts",
        "return any(each.name == goal.name for each in rules.nestings)",
        "return all(each.name == goal.name for each in rules.nestings)",
        "smt/test_texts.py::test_only_of_chains_a_measure_is_one_of_every_text",
    ),
    _prover(
        "claims/states",
        "broken=terms.and_(here, each.broken)",
        "broken=terms.or_(here, each.broken)",
        "smt/test_claims.py",
    ),
    _prover(
        "windows/claims",
        "if not made.world.read_by((binding, body)) <=",
        "if made.world.read_by((binding, body)) <=",
        f"{FOOLED}[window_claims]",
    ),
    _prover(
        "induction/k_induction",
        'last.owed_by(goal) if goal.kind == "obligation" else',
        "last.owed_by(goal) if True else",
        "smt/test_induction.py::test_what_holds_only_together_is_proved_together",
    ),
    _prover(
        "induction/induction",
        "found = found or listed",
        "found = found or []",
        "smt/test_induction.py::test_a_state_that_is_read_as_if_it_broke_nothing_is_no_proof",
    ),
    _prover(
        "terms/terms",
        "return self.if_number(self.equal(divisor, 0), 0, quotient)",
        "return quotient",
        "smt/test_solver.py::test_a_quotient_by_0_is_the_number_that_a_model_is_read_with",
    ),
    _prover("course/places", "waits = frame is stack[-1]", "waits = frame is stack[-2]", "smt/test_control.py"),
    _prover(
        "course/bars",
        "if owes is None or not script.bars:",
        "if owes is not None or not script.bars:",
        "smt/test_bars_of_a_phase.py",
    ),
    _prover(
        "course/bounded",
        "is_whole=all(not course.stack",
        "is_whole=any(not course.stack",
        "smt/test_induction.py::test_what_is_too_far_from_the_start_is_bounded",
    ),
    _prover(
        "solving/solver",
        'known = self.linked(constants) if reach == "linked" else constants',
        "known = self.linked(constants) if True else constants",
        "smt/test_solver.py",
    ),
    _local("scripts", " and let.var not in free_locals(let.value)", " and True", PAID),
    _local("scripts", "if not read_by(each, self.reads) & names)", "if read_by(each, self.reads) or names)", PAID),
    _local("sites", "known = (*known, ir.Not(each))", "known = (*known, each)", PAID),
    _local(
        "sites",
        "yield from in_expression(path, node.otherwise, (*known, ir.Not(node.condition)))",
        "yield from in_expression(path, node.otherwise, (*known, node.condition))",
        PAID,
    ),
    _local("obligations", "made.terms.not_(made.terms.at_most_one(", "made.terms.not_(made.terms.any(", PAID),
    _local("abstraction", "if not each.incomplete]", "]", PAID),
    _local("moves", " and place.key == nearest.binding.var", " and True", PAID),
    _local("lasting", "return least is not None and least >= 0", "return least is not None", "test_lasting.py"),
    # ---- boards in a module
    _board(
        "from_ir/classes",
        'right = ops.Compare("==", ops.Get(stamp)',
        'right = ops.Compare(">=", ops.Get(stamp)',
        KEPT_CLASSES,
    ),
    _board("from_ir/classes", 'least = ops.Compare("<"', 'least = ops.Compare(">"', KEPT_CLASSES),
    _board(
        "from_ir/grids",
        "isdisjoint({0, SIDE - 1})",
        "isdisjoint({0})",
        "test_boards.py::test_at_the_end_of_the_window_the_reference_engine_goes_on[Right]",
    ),
    _board(
        "from_ir/moves",
        "        spots.tidied(spread, key, ops.Get(STATE)),\n",
        "        # it is not done\n",
        MOVED_ALIKE,
    ),
    _board(
        "from_ir/spots",
        "        *((ops.When(turned, (no,)),) if bits.turn else ()),\n",
        "        # it is not done\n",
        MOVED_ALIKE,
    ),
    _board(
        "from_ir/lists",
        "        ops.When(there, (ops.Return(ops.Get(A)),)),\n",
        "        # it is not done\n",
        PLAYED_LISTS,
    ),
    _board(
        "from_ir/lists", 'left = ops.Binary("-", many(ops.Get(A)), ops.Get(X))', "left = many(ops.Get(A))", PLAYED_LISTS
    ),
    # ---- what is legal, drawn from groups; what settles it for all of a group; what only grew weaker
    _board("from_ir/groups", "if not may_lack_answer(action, at + 1, scope.unit):", "if True:", GROUPS),
    _board(
        "from_ir/groups",
        "        if at == 0 or may_lack_answer(action, at + 1, scope.unit):",
        "        if at == 0:",
        GROUPS,
    ),
    _board("from_ir/groups", "and first.var not in free_locals(last.domain) and", "and", GROUPS),
    _board(
        "from_ir/groups",
        'ops.Compare("<=", ops.Get(low), ops.Get(high))',
        'ops.Compare("<=", ops.Get(low), ops.Get(low))',
        GROUPS,
    ),
    *(
        _ir("commuting", old, new, "ir/test_commuting.py::test_of_these_the_order_may_matter")
        for old, new in (
            ("for one in taken for other in put if one and other)", "for one in taken for other in put if not one)"),
            ("return not taken & put", "return True"),
            ("return all(low is not None and low >= 0", "return all(low is None or low <= 0"),
        )
    ),
    _ir(
        "commuting",
        "if not isinstance(node.source, ir.Located):",
        "if False:",
        "ir/test_commuting.py::test_of_these_the_order_may_matter",
    ),
    _ir(
        "sufficiency", "ir.Less(other, numbers.low, strict=True)", "ir.Less(other, numbers.low, strict=False)", GROUPS_
    ),
    _ir(
        "sufficiency",
        "return self.every(parts, settles) if wanted else",
        "return self.some(parts, settles) if wanted else",
        GROUPS_,
    ),
    _ir(
        "sufficiency",
        "ir.Less(ir.Number(low), numbers.low, strict=False)",
        "ir.Less(numbers.low, numbers.low, strict=False)",
        GROUPS_,
    ),
    _ir("sufficiency", "            if each.result == alike:\n", "            if each.result != alike:\n", GROUPS_),
    _ir("refusal_sight", "                before = (seen,)\n", "                pass\n", TOLD_SEEN),
    _ir(
        "refusal_sight", "if each.is_last or not is_total(each.conditions, self._total):", "if each.is_last:", TOLD_SEEN
    ),
    _ir("refusal_sight", "                    yield self._held(node)\n", "                    yield TRUE\n", TOLD_SEEN),
    _ir("refusal_sight", "else ir.Equal(self.actor, key)\n", "else TRUE\n", TOLD_SEEN),
    _ir("refusal_sight", "            found[seen.viewer] = self.actor\n", "            return TRUE\n", TOLD_SEEN),
    _ir("refusal_sight", "                yield from self._body(", "                self._body(", TOLD_SEEN),
    _ir("refusal_sight", "and self.sight.is_total(told) and self._is_open(told)", "and True", TOLD_SEEN),
    _asked_again(
        "program/from_ir/simultaneous",
        "if own.clause.path != scope.clause.path:",
        "if own is scope:",
        "semantics/test_corners.py::test_a_module_comes_to_the_same",
    ),
    _asked_again(
        "rulings/offers",
        'if len(found) == before and ask.decider == "every" and ask.if_able is None:',
        "if False:",
        "rulings/test_other_readings.py::test_where_somebody_else_has_nothing_to_choose_nobody_is_told_what_they_may",
    ),
    _asked_again("runtime/frames", "if seen or not failed:", "if not failed:", TOLD_SEEN),
    _asked_again("runtime/frames", "return unseen if len(unseen) > 1 else", "return unseen if unseen else", TOLD_ALIKE),
    _asked_again("program/from_ir/refusals", "if each.seen != TRUE:", "if each.seen == TRUE:", TOLD_ALIKE),
    _ir("slack", "slack.append(sign * (most - strict))", "slack.append(sign * most)", WEAKER),
    _ir("slack", "slack.append(against * (least + strict))", "slack.append(sign * (least + strict))", WEAKER),
    _ir("slack", "return ir.Not(_opened(inner, against, slack))", "return ir.Not(_opened(inner, sign, slack))", WEAKER),
    _ir("slack", "slack += against * least, sign * most", "slack += sign * least, sign * most", WEAKER),
    _ir(
        "slack",
        "or part.calls or _may_fail(node.condition)",
        "or part.calls",
        "ir/test_slack.py::test_nothing_follows_where_something_may_fail_or_is_called",
    ),
    _asked_again(
        "check/reassessment",
        "weaker - each.broken)",
        "weaker)",
        "check/test_kept.py::test_where_something_else_is_broken_too_it_counts_only_that_something_is",
    ),
    _asked_again(
        "explore/restatement",
        "return then is not None and said_by(part).follows_from(then)",
        "return then is not None",
        "explore/test_restatement.py",
    ),
    _asked_again(
        "explore/memory",
        "return begins and whole.states <= settings.limit",
        "return begins",
        "explore/test_restatement.py::test_what_was_asked_for_before_makes_no_difference",
    ),
    _asked_again(
        "check/memory",
        "if not is_implied(each, noted.before.get(name))",
        "if noted.before.get(name) is None",
        "check/test_module_play.py",
    ),
    # ---- what is settled of all members at once
    _board("from_ir/settled_conditions", "asked=ir.Not(found.asked)", "asked=found.asked", COMPARED),
    _board(
        "from_ir/settled_conditions", "if isinstance(form, Mask) else words.every", "if True else words.every", COMPARED
    ),
    _board("from_ir/settled_conditions", "ops.Number(words.full(form)), plus(", "ops.Number(1), plus(", COMPARED),
    # ---- what is the same in each turn of a loop
    _ir(
        "inlining",
        "_is_comparison(condition) and self.sharing.cannot_fault(condition)",
        "_is_comparison(condition)",
        "semantics/test_asked_first.py::test_what_is_compared_of_one_member_is_asked_of_all",
    ),
    _board("from_ir/settled_conditions", "held, hangs_on) if", "held, ()) if", OPENED),
    _board("from_ir/settled_conditions", "once((name, arguments),", "once(name,", OPENED),
    _board(
        "from_ir/bitmap_indexes",
        "asked = index.name, scope.state, wanted",
        "asked = index.name",
        OPENED,
    ),
    _board(
        "from_ir/settled_conditions",
        "if _may_trap(body, unit):",
        "if False:",
        "test_boards.py::test_random_boards_are_played_alike",
    ),
    _board("from_ir/settled_conditions", "while member in keys:", "while False:", "test_bitmap_indexes.py"),
    _board(
        "from_ir/settled_conditions",
        "for each in unit.filled)",
        "for each in reversed(unit.filled))",
        "test_bitmap_indexes.py",
        OPENED,
        COMPARED,
    ),
    _board("from_ir/settled_conditions", "if group and _rows(", "if False and _rows(", "test_compared.py"),
    _program("to_wasm/module", "if program.start is None else", "if True else", "../bulk/test_opened.py"),
    _board("from_ir/unit", "return (*in_front.statements, *run)", "return run", OPENED),
    _board("from_ir/unit", "while len(loop.found) > many:", "while loop.found:", OPENED),
    # ---- states that differ by seats alone
    _engine("emit/writes", '"put_last_within" if slot.zone.ordered else', '"put_within" if True else', ORDERS_MEANT),
    _engine(
        "emit/writes",
        '"put_several_last_within" if slot.zone.ordered else',
        '"put_several_within" if True else',
        ORDERS_MEANT,
    ),
    _engine(
        "emit/simultaneous",
        "            slot.zone.ordered for slot in scope",
        "            False for slot in scope",
        ORDERS_MEANT,
    ),
    _engine("emit/simultaneous", "return any(slot.zone.ordered for", "return any(False for", AT_ONCE_IN_ORDER),
    _runtime(
        "codec",
        "return tuple(items) if keeps else",
        "return tuple(sorted(items, key=order_of)) if keeps else",
        f"{ORDERED}::test_a_state_keeps_the_order_in_which_things_are_listed",
    ),
    _asked_again("program/from_ir/zones", "ops.When(order, (change,)),", "*(),", ORDERS_PLAYED),
    _asked_again("program/from_ir/zones", 'ops.Compare("!=", distance, ZERO)', "ops.Address(1)", ORDERED),
    _asked_again("program/from_ir/sequences", "ops.Store(ops.Get(END), 0, form.width, ZERO),", "*(),", ORDERS_PLAYED),
    _asked_again(
        "program/from_ir/sequences",
        "ops.Clear(ops.Plus(ops.Get(place), ops.Get(size)), ops.Minus(ops.Address(form.bytes), ops.Get(size))),",
        "*(),",
        ORDERS_PLAYED,
    ),
    _asked_again("program/from_ir/loops", "if loop.distinct and form.alike:", "if False:", ORDERS_PLAYED),
    _asked_again(
        "program/from_ir/contents",
        "    return packed.order\n",
        "    return packed.order if expr.key is None else None\n",
        ORDERS_PLAYED,
    ),
    _asked_again(
        "program/from_ir/simultaneous",
        "return each.component in scope.unit.forms.sequences",
        "return False",
        ORDERS_PLAYED,
    ),
    _asked_again(
        "program/from_ir/simultaneous",
        "if move.component not in scope.unit.forms.sequences:",
        "if True:",
        ORDERS_ON_BOARDS,
    ),
    _asked_again(
        "program/from_ir/playing",
        "if zone.order is not None:",
        "if False:",
        f"{ORDERED}::test_what_pieces_start_in_may_keep_an_order",
    ),
    _asked_again("program/from_ir/sight", "if zone.order is not None:", "if False:", ORDERS_SEEN),
    _asked_again("program/from_ir/canonical", "if zone.order is not None:", "if False:", ALIKE),
    _asked_again("program/from_ir/conservation", "if zone.order is not None:", "if False:", ORDERS_CONSERVED),
    _asked_again(
        "program/from_ir/conservation",
        'ops.When(ops.Compare("!=", counted, times), (NO,)),',
        "*(),",
        ORDERS_CONSERVED,
    ),
    _asked_again("program/from_ir/canonical", "found.append(ops.When(inside, (", "(ops.When(inside, (", ALIKE),
    _asked_again("program/from_ir/canonical", "if token.holder == SEATS:", "if False:", ALIKE),
    _asked_again("program/from_ir/canonical", "names_seats(each.local.domain, scope.unit.game)", "False", ALIKE),
    _asked_again(
        "program/from_ir/canonical", "permutations(range(seats)))[1:]", "permutations(range(seats)))[2:]", ALIKE
    ),
    _asked_again(
        "program/from_ir/search_table",
        "key, other = self.progress.key(ops.Get(state))",
        "key, other = ops.Get(state)",
        ALIKE,
    ),
    _asked_again("program/from_ir/search", "if self.progress.layout.alike:", "if False:", ALIKE),
    # ---- what lies on boards is counted
    _asked_again("program/from_ir/conservation", "for spread in self.spreads:", "for spread in ():", LYING),
    _asked_again("program/from_ir/conservation", "for grid in self.grids:", "for grid in ():", LYING),
    _asked_again("program/from_ir/conservation", "ops.Number(pieces - 1)", "ops.Number(pieces)", LYING),
    _asked_again(
        "program/from_ir/conservation",
        'ops.Compare("<u", here, ops.Number(in_word))',
        'ops.Compare("<", here, ops.Number(in_word))',
        LYING,
    ),
    _asked_again("program/from_ir/conservation", "ops.Load(ops.Get(STATE), spread.many, KEY)", "ops.Number(1)", LYING),
    _asked_again("program/from_ir/conservation", "spread.offset + offset,", "spread.offset,", LYING),
    _asked_again("program/from_ir/canonical", "if unit.packed.grids or unit.packed.spreads:", "if False:", LYING),
    # ---- several instances that search together
    _asked_again("program/from_ir/search_shares", "EVERYTHING: Final = -1", "EVERYTHING: Final = 0", SHARES),
    _asked_again(
        "program/from_ir/search_shares",
        "sent = (*self._sent(owner), *when_sent)",
        "sent = (*self._sent(owner),)",
        SHARES,
    ),
    _asked_again(
        "program/from_ir/search_shares",
        "(self.progress.set(FULL, ops.Number(1)),)",
        "(self.progress.set(FULL, ops.Number(0)),)",
        SHARES,
    ),
    _asked_again(
        "program/from_ir/search",
        'asked("newly broken there", self._state)',
        'asked("newly broken", self._state)',
        SHARES,
    ),
    _asked_again(
        "program/from_ir/search",
        '("newly broken there", [each for each in listed if each[1].kind == "invariant"], closing)',
        '("newly broken there", [each for each in listed if each[1].kind == "invariant"], None)',
        SHARES,
    ),
    _asked_again(
        "explore/shares", "self._memories[self._owner(first)].lay(first)", "self._memories[0].lay(first)", SHARES
    ),
    _asked_again("explore/shares", "return reduce(or_, self", "return max(self", SHARES),
    _asked_again("explore/shares", "+ many > memory.most", "> memory.most", SHARES),
    _asked_again(
        "explore/shares", "search_progress.DENIED] = broken, denied", "search_progress.DENIED] = 0, 0", SHARES
    ),
    _asked_again("explore/shares", "self.depth += 1", "self.depth += 0", SHARES),
    # ---- records
    _asked_again(
        "program/from_ir/records",
        "plus(ops.Get(number), field.form.low - 1)",
        "plus(ops.Get(number), field.form.low)",
        RECORDS,
    ),
    _asked_again("program/from_ir/records", "if form.size != COUNTED:", "if True:", RECORDS),
    _asked_again("program/from_ir/records", "ops.Number(COUNTED - 1)", "ops.Number(COUNTED)", RECORDS),
    _asked_again("program/from_ir/records", "~(full(field) << field.shift)", "~full(field)", RECORDS),
    _asked_again(
        "program/from_ir/cells",
        "(ops.Clear(ops.Get(place), ops.Address(form.bytes)),)",
        "(ops.Store(ops.Get(place), 0, 1, ops.Number(0)),)",
        RECORDS,
    ),
    _asked_again(
        "program/from_ir/cells",
        "at = first + field.offset\n        if isinstance(field.form, RecordForm):\n            found +=",
        "at = first\n        if isinstance(field.form, RecordForm):\n            found +=",
        RECORDS,
    ),
    _asked_again(
        "program/storage/forms", "return (size + option - 1).bit_length()", "return (size - 1).bit_length()", RECORDS
    ),
    _asked_again("program/from_ir/canonical", "if names_seats(field.domain, scope.unit.game):", "if False:", RECORDS),
    _asked_again("program/storage/values", "state[offset] = int(option)", "pass", RECORDS),
    # ---- a search that was interrupted
    _asked_again(
        "explore/module_search", "self.breaches = {each.key: each for each in checkpoint.breaches}", "pass", KEPT
    ),
    _asked_again("explore/module_search", "self.in_doubt = checkpoint.in_doubt", "pass", KEPT),
    _asked_again("explore/module_search", "len(self.shares.words) == many", "True", KEPT),
    _asked_again(
        "explore/search_memory", "while entries < 2 * self.words[search_progress.COUNT]:", "while False:", KEPT
    ),
    _asked_again("explore/search_memory", "self.parents[: states * PARENT]", "self.parents[:0]", KEPT),
    _asked_again("explore/search_memory", "self.places[: states * PLACE]", "self.places[:0]", KEPT),
    _asked_again(
        "explore/shares",
        "self.depth, self.checkpoint = checkpoint.depth, checkpoint",
        "self.checkpoint = checkpoint",
        KEPT,
    ),
    _asked_again("explore/checkpoint", "halted.states - len(halted.frontier)", "halted.states", KEPT),
    _asked_again("explore/checkpoint", 'f"{self.key}{SUFFIX}"', "SUFFIX", KEPT),
    _asked_again("explore/checkpoint", "self.keep.drop_others(self._name, SUFFIX)", "pass", KEPT),
    _asked_again(
        "explore/claims", "self._open = [each for each in self._claims if each.clause.path not in denied]", "pass", KEPT
    ),
    _asked_again(
        "explore/run",
        'search.ended == "interrupted" and halted.ended == "limit"',
        'search.ended == "interrupted"',
        KEPT,
    ),
    # ---- sets that are one number
    _program("from_ir/words", "wanted = WIDE if bits == BYTE else BYTE", "wanted = BYTE", "test_words.py"),
    _program("from_ir/words", "hidden = _filled(once(other", "hidden = (once(other", "test_words.py"),
    _program("from_ir/words", '"+" if isinstance(form, Tally) else "|"', '"|"', "test_words.py"),
    _board("from_ir/words", '"+" if isinstance(form, Tally) else "|"', '"|"', COPIES),
    _board("from_ir/conservation", "yield _unless(MANY, sum(printed))", "yield from ()", COPIES),
    _board("from_ir/loops", "ops.Number(BITS - bits)", "ops.Number(BITS - 1)", COPIES),
    _board(
        "from_ir/writes",
        "(words.joined if present else words.left_of)(ops.Get(old), one, form, scope)",
        "words.united(ops.Get(old), one, form) if present else words.left_of(ops.Get(old), one, form, scope)",
        COPIES,
    ),
    _board("from_ir/zones", "most = ops.Get(copies) if takes else", "most =", COPIES),
    _board("storage/forms", "if copies < 1 << each", "if copies <= 1 << each", COPIES),
    _board(
        "from_ir/settled_conditions",
        "        if not unit.sharing.cannot_fault(each):\n            return",
        "        if False:\n            return",
        "test_compared.py::test_what_has_no_answer_is_compared_where_the_engine_compares_it",
    ),
    # ---- what happens at once
    _board(
        "from_ir/simultaneous",
        "if once and not _is_listed(each, scope, pending):",
        "if once:",
        AT_ONCE,
    ),
    _board("from_ir/simultaneous", "not own and len(listed) == pending.listed", "not own", AT_ONCE),
    _board(
        "from_ir/simultaneous", "_planned(then, scope, pending),", "_planned(then, scope, pending, once=True),", AT_ONCE
    ),
    # ---- when parts of a state were written
    _board("from_ir/stamps", "if part in of))", "if part == of[0]))", STAMPS),
    _board("from_ir/stamps", "(*parts, *unit.stamps.values())", "parts", STAMPS),
    _asked_again("program/from_ir/lookups", "yield JOINED", "yield from ()", POTS),
    _asked_again("program/from_ir/stamps", 'later = ops.Compare(">"', 'later = ops.Compare("<"', POTS),
    # ---- the middle language: passes, printing
    _program(
        "passes/straight", "return each.then, (*each.otherwise, *rest)", "return each.then, each.otherwise", PASSES
    ),
    _program(
        "passes/straight", "return (*each.then, *rest), each.otherwise", "return each.then, each.otherwise", PASSES
    ),
    _program(
        "passes/inlining",
        "and not self._closes(name)",
        "and True",
        "test_passes.py::test_a_function_that_calls_itself_is_called",
    ),
    _program("passes/constants", "if function.exported or param.name in written:", "if function.exported:", PASSES),
    _program("passes/constants", "values = {found.get(each)", "values = {None", PASSES),
    _program("passes/unused", "used.add(call.function)", "pass", PASSES),
    _program("to_wasm/instructions", "elif bool(decided) == wanted:", "elif bool(decided) != wanted:", PASSES),
    _program("to_wasm/instructions", "if together != wanted:", "if together == wanted:", PASSES),
    _program("to_wasm/instructions", "left = ops.Negated(first) if value else first", "left = first", PASSES),
    _program(
        "to_wasm/instructions",
        "return None if local in written else",
        "return",
        "test_passes.py::test_an_argument_is_what_it_was_before_the_next_one",
    ),
    _program(
        "to_wasm/functions",
        "for each in (*params, *locals_of(function, summaries)):",
        "for each in params:",
        "test_passes.py::test_what_a_loop_carries_on_is_not_what_stands_in_it",
    ),
    _program("to_wasm/instructions", "if param.name not in stands.assigned else None", "if True else None", PASSES),
    _program(
        "to_wasm/instructions",
        "for each in stands.locals:",
        "for each in ():",
        "test_passes.py::test_what_a_loop_carries_on_is_not_what_stands_in_it",
    ),
    # ---- a step that stops, and the member at a place
    _board(
        "from_ir/playing",
        "(afresh, another, copy, take), exported=True",
        "(afresh, another, take), exported=True",
        "test_cursor.py::test_a_fault_of_the_rules_is_told_as_the_reference_engine_tells_it",
    ),
    _program(
        "from_ir/selection",
        '"&", binary(">>", binary("<<", s, BYTE), f)',
        '"&", binary(">>", s, f)',
        "test_selection.py",
    ),
    _program("from_ir/selection", 'binary("-", p, before))', "p)", "test_selection.py"),
    Fault(
        "refengine/bulk/wasm.py",
        "self._machines.get(True) or self._exactly(checked=checked)",
        "self._machines.get(True) or self._exactly(checked=False)",
        ("tests/bulk/test_two_modules.py",),
    ),
    # ---- steps led from outside
    _board("from_ir/stepping", "body = (afresh, copy, NO_LIST, take,", "body = (afresh, copy, take,", LED),
    _board("from_ir/stepping", "body = (afresh, copy, NO_LIST,", "body = (afresh, NO_LIST,", LED),
    _board("from_ir/stepping", "(IN_A_LIST, ops.Return(ops.Get(OFFERED)))", "(ops.Return(ops.Get(OFFERED)),)", LED),
    _board("from_ir/stepping", "(afresh, ALL_WRITTEN, counted)", "(afresh, counted)", LED),
    _board("from_ir/stepping", "else (IN_A_LIST, many)", "else (many,)", LED),
    _board("from_ir/stepping", "ops.Address(AT_REST - 1)", "ops.Address(AT_REST)", LED),
    _board(
        "from_ir/stepping",
        "*groups.found(left, entry, scope), *taken)",
        "*groups.found(left, entry, scope)[:1], *taken)",
        LED,
    ),
    # ---- batches: what is taken at a place, and games that begin again
    _board("from_ir/batches", "without_lowest_bit(ops.Get(word))", "ops.Get(word)", BATCHES),
    _board("from_ir/batches", 'ops.Widened(ops.Minus(ops.Get(at), self.row("masks")))', "ops.Number(0)", BATCHES),
    _board("from_ir/batches", "self._each((ops.When(self._runs(), (refused,)),))", "()", BATCHES),
    _board("from_ir/batches", "ops.Both(self._runs(), ops.Negated(free)), found", "self._runs(), found", BATCHES),
    _board(
        "from_ir/batches",
        'ops.Clear(self.row("scores"), ops.Address(WORD * seats)),',
        'ops.Clear(self.row("scores"), ops.Address(0)),',
        BATCHES,
    ),
    _board(
        "from_ir/batches",
        "ops.Assign(number, plus(ops.Get(number), 1)),",
        "ops.Assign(number, plus(ops.Get(number), 2)),",
        BATCHES,
    ),
    Fault("refengine/bulk/batch_arrays.py", "held.c_contiguous", "held.nbytes", ("tests/bulk/test_batch.py",)),
    Fault(
        "refengine/bulk/batch.py",
        'for name in ("legal", "masks", "deciding"):',
        'for name in ("masks", "deciding"):',
        ("tests/bulk/test_batch.py",),
    ),
    # ---- what a value is told, and a guard that decides nothing
    _ir("simplify", "if name in self.constants and self._may_go(*args):", "if name in self.constants:", IN_VAIN),
    _engine(
        "emit/decisions",
        "return all(each in scope.shared or sharing.cannot_fault(each) for each in call.args)",
        "return True",
        IN_VAIN,
    ),
    _engine(
        "emit/decisions",
        "result = disjunction((guard, last.result))",
        "result = TRUE if last.result == TRUE else disjunction((guard, last.result))",
        IN_VAIN,
    ),
    _ir("decisions", "return (FALSE,) if self.folding.never(tuple(left)) else tuple(left)", "return (FALSE,)", BEHIND),
    _runtime("recording", "fault.overlooked = fault.overlooked or bool(applied)", "fault.overlooked = True", BEHIND),
    _engine("emit/cases", "if each is not cases[0]:", "if False:", BEHIND),
    _engine(
        "emit/values", "if number:\n                enter_behind", "if False:\n                enter_behind", BEHIND
    ),
    _prover(
        "terms/constants", "agenda.extend(term.parts)\n    listed", "agenda.extend(term.parts[1:])\n    listed", CONES
    ),
    _prover("terms/terms", "alone = part if alone is True else None", "alone = part", CONES),
    # ---- what breaks off before it is decided
    _engine(
        "emit/plays",
        "if not owing and all(unit.sharing.cannot_fault(each) and not _told(each, firsts) for each in conditions):",
        "if not owing:",
        f"{BREAK_OFFS}[a guard in front of a bar that always stands]",
    ),
    _engine(
        "emit/legal",
        "if fixed and unit.sharing.cannot_fault(node):",
        "if fixed:",
        f"{BREAK_OFFS}[what is read at something absent behind a guard that does not hold]",
    ),
    _engine(
        "emit/simultaneous",
        "code.depth += another",
        "code.depth += 0",
        f"{BREAK_OFFS}[cases at once, the second of which is counted]",
    ),
    _ir(
        "specialise",
        "return nothing if fits(nothing, value.domain) else",
        "return nothing if True else",
        f"{BREAK_OFFS}[a sum of nothing leaves its range]",
    ),
    _ir(
        "interrupts",
        "due = Filter(rewrite(only, lambda node: each if node == var else node), these)",
        "due = Filter(rewrite(only, lambda node: node), these)",
        "engine/test_standing_rules_that_enter.py::test_those_that_were_not_picked_wait_until_the_first_is_done",
    ),
    # ---- what the rules mean
    _meant(
        "effects",
        "for each in sorted(payments, key=lambda one: one.source is None):",
        "for each in payments:",
        f"{CORNERS_MEANT}[tokens]",
    ),
    _meant(
        "effects",
        "there = state.tokens.get((each.token, *each.source), 0)\n                if not 0 <= each.amount <= there:",
        "there = state.tokens.get((each.token, *each.source), 0)\n                if not 0 <= each.amount <= there + 1:",
        f"{CORNERS_MEANT}[tokens]",
    ),
    _meant(
        "effects",
        'if len(same) > 1 and any(other.how == "set" for other in same):',
        "if False:",
        f"{CORNERS_MEANT}[what is written]",
    ),
    _meant(
        "effects",
        'any(other.how == "set" for other in same)',
        'all(other.how == "set" for other in same)',
        f"{CORNERS_MEANT}[what is written]",
    ),
    _meant("effects", "if where != move.source or held}", "}", f"{CORNERS_MEANT}[turned]"),
    _meant("effects", 'raise Fault("there is no such spot", move.at)', "pass", f"{CORNERS_MEANT}[faults]"),
    _meant(
        "effects",
        "yield from self._worked_out(body, state, told, inner_at)",
        "yield from self._worked_out(body, state, told, at)",
        f"{CORNERS_MEANT}[what is written]",
    ),
    _meant(
        "steps",
        "below = below[: numbers[-1]] if numbers else ()",
        "below = below[: numbers[0]] if numbers else ()",
        f"{CORNERS_MEANT}[stacked]",
    ),
    _meant("steps", "if phase != running.phase:\n", "if True:\n", f"{CORNERS_MEANT}[stacked]"),
    _meant(
        "steps",
        'raise Fault("a phase is not running", at)',
        "running = Control(running.phase, running.point, {}, (Frame(phase, running.point, asks=False, told={}),))",
        f"{CORNERS_MEANT}[faults]",
    ),
    _meant("steps", "yield inner, copies * others", "yield inner, copies", f"{CORNERS_MEANT}[stacked]"),
    _meant(
        "steps",
        'if not own and ask.decider == "every" and ask.if_able is None:',
        "if False:",
        f"{CORNERS_MEANT}[stacked]",
    ),
    _meant("properties", "told = frames[-1].told", "told = frames[0].told", f"{CORNERS_MEANT}[held]"),
    _meant("properties", "return bool(0 <= new < old)", "return bool(new < old)", f"{CORNERS_MEANT}[held]"),
    _meant("properties", "where = before if invariant.step else after", "where = after", f"{CORNERS_MEANT}[held]"),
    _meant(
        "properties",
        "            return bool(0 <= new < old)\n    return False",
        "            return bool(0 <= new < old)\n    return True",
        f"{CORNERS_MEANT}[held]",
    ),
    _meant(
        "expressions",
        "if abs(number) > MOST_COUNTED:",
        "if abs(number) >= MOST_COUNTED:",
        f"{CORNERS_MEANT}[what is written]",
    ),
    _meant(
        "expressions", "return int(left % abs(right))", "return int(left % right)", f"{CORNERS_MEANT}[what is written]"
    ),
    _meant("expressions", "return int(left // right)", "return int(left / right)", f"{CORNERS_MEANT}[what is written]"),
    _meant(
        "expressions",
        'if each.clause.path.rpartition(".")[2] not in overruled]',
        "if True]",
        f"{CORNERS_MEANT}[what is written]",
    ),
    _meant(
        "expressions",
        "if any(one not in listed[other] for one, others in listed.items() for other in others):",
        "if False:",
        f"{CORNERS_MEANT}[faults]",
    ),
    _meant(
        "expressions",
        "case ir.Among(members=members) if found not in members:",
        "case ir.Among(members=members) if False:",
        f"{CORNERS_MEANT}[faults]",
    ),
    _meant("grids", "turn = self.state.turns.get((declared.zone, cell), 0)", "turn = 0", f"{CORNERS_MEANT}[turned]"),
    _meant("grids", "for y in (-1, 0, 1))", "for y in (-1, 1))", f"{CORNERS_MEANT}[turned]"),
    _meant(
        "grids", "for near in _beside(cell)} - {*taken}))", "for near in _beside(cell)}))", f"{CORNERS_MEANT}[turned]"
    ),
    _ir(
        "commuting",
        "if len(listed) > 1 and any(id",
        "if False and any(id",
        "semantics/test_corners.py::test_corners_come_to_what_is_written[what is written]",
    ),
    _engine(
        "emit/simultaneous",
        "ordered=_keeps_orders(scope) or not commutes_at_once(each)",
        "ordered=_keeps_orders(scope)",
        "semantics/test_corners.py::test_corners_come_to_what_is_written[of a family]",
    ),
    _runtime(
        "zones",
        "if cell in sets and cells.count(cell) > 1",
        "if cells.count(cell) > 1",
        "semantics/test_corners.py::test_corners_come_to_what_is_written[what is written]",
    ),
    _asked_again(
        "program/from_ir/simultaneous",
        "if len(sets) < len(writes):",
        "if False:",
        "semantics/test_corners.py::test_a_module_comes_to_the_same[what is written]",
    ),
    Fault(
        "refengine/program/from_ir/simultaneous.py",
        "for one_by_one in [bodies] if name in pending.in_turn else [[each] for each in bodies]:",
        "for one_by_one in [[each] for each in bodies]:",
        ("tests/semantics/test_corners.py::test_a_module_comes_to_the_same[what is written]",),
    ),
    _engine(
        "emit/simultaneous",
        "add_number(variable, key, value, (each.amount,), said.here(origin), scope)",
        "add_number(variable, key, value, (each.amount,), scope.here(origin), scope)",
        f"{CORNERS_MEANT}[what is written]",
    ),
    _engine(
        "emit/writes",
        "        place_is_there(place.text, component, here, scope)\n",
        "        pass\n",
        f"{CORNERS_MEANT}[spots]",
    ),
    _engine("emit/simultaneous", "if name in pending.asked:", "if False:", f"{CORNERS_MEANT}[spots]"),
    _engine(
        "emit/simultaneous",
        '{_times(each.amount, scope)}")\n        _keep_place',
        '{_times(each.amount, scope)}")\n        (lambda *_: None)',
        f"{CORNERS_MEANT}[spots and an order]",
    ),
    _engine(
        "emit/simultaneous",
        "changed_set(there, value, each, scope), scope)\n\n\ndef _write_in_turn",
        "there, scope)\n\n\ndef _write_in_turn",
        f"{CORNERS_MEANT}[what is written]",
    ),
    _runtime("zones", "clauses[first if len(clauses) > 1 else 0]", "clauses[0]", f"{CORNERS_MEANT}[what is written]"),
    _ir(
        "simplify",
        "return node if abs(result) > LARGEST else ir.Number(result)",
        "return ir.Number(result)",
        "semantics/test_corners.py::test_corners_come_to_what_is_written[what is written]",
    ),
    _engine(
        "emit/sets",
        "and scope.unit.sharing.cannot_fault(members.binding.condition)  # else",
        "and True  # else",
        "semantics/test_asked_first.py::test_all_executors_meet_what_is_asked_first",
    ),
    *(
        Fault(
            f"refengine/{module}.py",
            "scope.unit.sharing.cannot_fault(members):  # else all of them",
            "members:  # else all of them",
            ("tests/semantics/test_asked_first.py::test_all_executors_meet_what_is_asked_first",),
        )
        for module in ("engine/emit/sets", "program/from_ir/set_questions")
    ),
    *(
        Fault(
            f"refengine/{module}.py",
            old,
            new,
            ("tests/semantics/test_asked_first.py::test_all_executors_meet_what_is_asked_first",),
        )
        for module, old, new in (
            ("engine/emit/sets", "if scope.unit.sharing.cannot_fault(high):", "if True:"),
            ("engine/emit/sets", "not scope.unit.sharing.cannot_fault(members.right)", "False"),
            ("program/from_ir/set_questions", "if not scope.unit.sharing.cannot_fault(high):", "if False:"),
            ("program/from_ir/set_questions", "if not scope.unit.sharing.cannot_fault(members.right):", "if False:"),
        )
    ),
    _prover(
        "encode/world",
        "return d.Option(told[0].domain)",
        "return left.domain if told[0] is left else d.Option(told[0].domain)",
        "agreement/test_found.py::test_nothing_is_compared_with_what_is_always_there",
    ),
    # ---- what is decided by the text, or by play, and not by the solver
    _local("sites", "(*rid_of(known, binding.var), lies_there)", "(*known, lies_there)", PAID),
    _local("sites", "return (*rid_of(known, binding.var), *own)", "return (*known, *own)", PAID),
    _asked_again(
        "local/moves",
        "any(zone.index == CELLS for zone in come_to) and any(zone.index in spots for zone in come_to)",
        "False",
        f"{FOOLED}[order_on_spots]",
    ),
    _asked_again("prove/by_play", "explain=True)", "explain=False)", f"{FOOLED}[overlooked_in_the_setup]"),
    _asked_again(
        "prove/search",
        "if not _is_confirmed(explaining, witness.name, found):",
        "if False:",
        f"{FOOLED}[found_where_cases_overlap]",
    ),
    _asked_again(
        "prove/search",
        "return all(condition(state) for condition in _conditions(explaining)[name])",
        "return True",
        f"{FOOLED}[found_where_cases_overlap]",
    ),
    _asked_again(
        "prove/gap_search",
        "explain=True)",
        "explain=False)",
        "prove/test_gap_search.py::test_no_game_goes_on_behind_cases_that_overlap",
    ),
    _asked_again("explore/alike", "not is_total((binding.condition, body), self.total)", "False", APART),
    _asked_again(
        "explore/alike",
        "if node.ordered or not self._in_any_order(node, at_once=id(node) in at_once):",
        "if node.ordered:",
        APART,
    ),
    _asked_again("explore/alike", "    own -= others\n", "    own = set()\n", ALL_SEATS),
    _asked_again(
        "check/statements",
        "explain=True)",
        "explain=False)",
        "check/test_laws.py::test_a_law_that_has_no_answer_is_broken",
    ),
    _asked_again(
        "check/explorations",
        "all_orders=True",
        "all_orders=False",
        "check/test_explorations.py::test_what_players_choose_at_once_is_chosen_in_every_order",
    ),
    _asked_again(
        "check/explorations",
        'claim.extent.readings == "any" and',
        "False and",
        "check/test_explorations.py::test_what_is_claimed_under_any_readings_is_not_known_from_the_default_ones",
    ),
    _asked_again(
        "evidence/exhaustive",
        "and entry.statement not in self.unclear",
        "and entry.statement",
        "check/test_explorations.py::test_nothing_is_known_of_what_asks_a_value_of_which_the_search_overlooks_a_clause",
    ),
    _ir("overlooking", "and is_total(left, folding.total)", "and True", OVERLOOKED),
    _ir(
        "overlooking",
        "facts.assume(each, holds=True)",
        "pass",
        "ir/test_overlooking.py::test_where_one_clause_applies_and_no_other_nothing_is",
    ),
    _prover(
        "encode/scope",
        "if obligation.owed not in UNNOTICED for each in found",
        "if obligation.owed not in SOFT for each in found",
        "rulings/test_diff_as_meant.py",
    ),
    _prover(
        "encode/scope",
        "UNNOTICED = frozenset({Owed.ORDER})",
        "UNNOTICED = frozenset[Owed]()",
        "rulings/test_open_breaks_off.py",
    ),
    _prover("encode/world", "self.few is not None and domain == d.PLAYER", "False", "smt/test_what_if.py"),
    _prover("encode/what_if", "outer.faults.add_elsewhere(scope.faults)", "pass", "smt/test_what_if.py"),
    _prover(
        "induction/course_goals",
        'unproved = decision.how if decision.counterexample is None else ""',
        'unproved = ""',
        "prove/test_faults.py",
    ),
    _asked_again(
        "types/example_positions",
        "(each for at, each in enumerate(given) if at != number)",
        "(each for at, each in enumerate(given) if at == number)",
        "corpus/test_corpus.py",
    ),
    _asked_again(
        "types/examples",
        "if facts and not happens and not any(",
        "if facts and happens and not any(",
        "corpus/test_corpus.py",
    ),
    _asked_again("types/data", "and place.path != span.path", "and False", "resolve/test_more_pieces.py"),
)


SAME: tuple[Fault, ...] = (
    _engine(
        "emit/standing",
        "return any(isinstance(node, ir.CallValue | ir.Binding) for node in walk(condition))",
        "return all(isinstance(node, ir.CallValue | ir.Binding) for node in walk(condition))",
        unnoticed="what is remembered of a condition is what would be found out anew: it is only found out more often",
    ),
    _prover(
        "terms/relations",
        "if symmetric and y < x:",
        "if symmetric and y <= x:",
        unnoticed="everything reaches itself from the beginning, so that no way round adds to it",
    ),
    _prover(
        "terms/values",
        "PLACES = 1 << 24",
        "PLACES = 2 << 24",
        unnoticed="however far the numbers of places lie apart, if it is further than a family has members",
    ),
    _engine(
        "emit/text",
        "if len(self.lines) == start:",
        "if True:",
        unnoticed="a `pass` behind other statements does nothing",
    ),
    _runtime(
        "fault",
        'cited = f", per {\', \'.join(failed.clause.cites)}" if failed.clause.cites else ""',
        'cited = f", per {\', \'.join(failed.clause.cites)}" if True else ""',
        unnoticed="there is no clause without a citation: the grammar has none",
    ),
    _prover(
        "solving/translation",
        "if made is None:",
        "if not made:",
        unnoticed="nothing has the address 0",
    ),
    _engine(
        "emit/data",
        "    index = 0\n    endless = ",
        "    index = 1\n    endless = ",
        unnoticed="places are put in order by their numbers, wherever these begin",
    ),
    _engine("emit/data", "if kind.fields:", "if True:", unnoticed="it is where the text of a module has an empty line"),
    _prover(
        "encode/what_if",
        "left = terms.and_(world.layout.lies_in(zone, new), terms.not_(terms.equal(old.index, new.index)))",
        "left = terms.and_(world.layout.lies_in(zone, new), terms.not_(terms.equal(new.index, old.index)))",
        unnoticed="whether two are equal is the same of the second and the first",
    ),
    _engine(
        "emit/writes",
        "another=position > 0",
        "another=False",
        unnoticed="a place has one zone, and nothing that is done to it changes which",
    ),
    _prover(
        "course/joins",
        "    if one.alike:\n",
        "    if True:\n",
        unnoticed="among numbers z3 takes a truth for 1 or 0, and a piece of which there is one lies there once or not at all",
    ),
    _engine(
        "emit/course",
        "FEW = 8",
        "FEW = 9",
        unnoticed="how many frames are made beforehand changes how fast a game is, and nothing that it does",
    ),
    _engine(
        "emit/naming",
        'return f"{plain}_" if plain in _KEYWORDS else plain',
        'return f"{plain}_" if plain not in _KEYWORDS else plain',
        unnoticed="how a module calls something is its own business, and whoever takes a name takes none that is reserved",
    ),
    _engine(
        "emit/description",
        "        if hidden:\n",
        "        if True:\n",
        unnoticed="that nothing is hidden is what is said where nothing is said of it",
    ),
    _prover(
        "claims/pair",
        "if option.name in left.options and option.name in right.options:",
        "if option.name in left.options and True:",
        unnoticed="the other side says the same in the same words, where it is asked for an option that nobody opened",
    ),
    _meant(
        "effects",
        "if not 0 <= each.amount <= there:",
        "if each.amount > there:",
        unnoticed="an amount is a number from 0, which one below has left before it is asked how many lie there",
    ),
    _meant(
        "state",
        "for (name, key), pieces in self.zones.items() if name == zone}",
        "for (name, key), pieces in reversed(self.zones.items()) if name == zone}",
        unnoticed="the members of a family are put in order where they are given, and a zone that is none is alone",
    ),
)
"""Faults that were drawn and are none: nobody could notice them, for the reason that is given. They count for nothing."""
