"""Errors of types and effects, one function per code."""

from refengine.resolve.errors import there_are
from refengine.source.diagnostic import Diagnostic, Label
from refengine.source.span import Span
from refengine.source.suggest import did_you_mean

# ---- TYPES


def mismatch(found: str, wanted: str, span: Span, hint: str) -> Diagnostic:
    """An expression of one domain where another is needed."""
    return _of_wrong_type(f"this is {found}, but {wanted} is needed here", span, hint)


def no_player(found: str, name: str, span: Span) -> Diagnostic:
    """Something else than players of whom all are asked at once."""
    return mismatch(found, "a player", span, f"write `every player {name} with ...`")


def reading_with_value(question: str, span: Span) -> Diagnostic:
    """A number at a reading of a question that is not about a number."""
    message = f"question `{question}` is not about a number, so its readings have none"
    return _of_wrong_type(message, span, "leave `is ...` away, or give the question a range: `question NAME: 0..2`")


def reading_without_value(reading: str, wanted: str, span: Span) -> Diagnostic:
    """A reading without a number of a question that is about one."""
    message = f"reading `{reading}` does not say which number it stands for"
    return _of_wrong_type(message, span, f"write `reading {reading} is ...`, with {wanted}")


def not_written_out(span: Span) -> Diagnostic:
    """Something worked out where only a literal can stand."""
    return _of_wrong_type("this has to be written out, not worked out", span, "write a number or a name")


def not_every_player(span: Span) -> Diagnostic:
    """Scores of something else than all players."""
    return _of_wrong_type("every player has a score, and nobody else", span, "write `for player p`")


def nothing_to_see(span: Span) -> Diagnostic:
    """An expectation that somebody sees what is neither a zone nor a variable."""
    return _of_wrong_type("a zone or a variable is seen, and nothing else", span, "write `seen by 1: hand of 1`")


def _of_wrong_type(message: str, span: Span, hint: str) -> Diagnostic:
    return Diagnostic("E0301", message, span, hint=hint)


def argument_count(name: str, takes: tuple[str, ...], given: int, span: Span) -> Diagnostic:
    """Too many or too few arguments."""
    wanted = f"{len(takes) or 'no'} argument{'' if len(takes) == 1 else 's'}"
    hint = f"it takes {', '.join(takes)}" if takes else f"write `{name}`"
    return Diagnostic("E0302", f"`{name}` takes {wanted}, not {given or 'none'}", span, hint=hint)


def not_a_set(found: str, span: Span) -> Diagnostic:
    """Something that is no set where one is ranged over or looked into."""
    return Diagnostic(
        "E0303", f"this is {found}, not a set of things", span, hint="a zone, a kind, a set or a range `1..3` fits here"
    )


def unknown_field(
    owner: str, word: str, span: Span, known: tuple[str, ...], *, is_relation: bool = False
) -> Diagnostic:
    """A field that the thing does not have; the word may be a relation instead."""
    nearest = did_you_mean(word, known)
    hint = "its fields: " + (", ".join(f"`{each}`" for each in known) or "none")
    if nearest or is_relation:
        hint = f"did you mean `{nearest}`?" if nearest else f"`{word}` is a relation: write `{word}(..., ...)`"
    return Diagnostic("E0304", f"{owner} has no field `{word}`", span, hint=hint)


def divides_by_0(span: Span) -> Diagnostic:
    """A divisor that can be nothing but 0."""
    return _outside("this is always 0, and nothing can be divided by it", span, "write a divisor of at least 1")


def never_fits(found: str, wanted: str, span: Span, hint: str = "write another one") -> Diagnostic:
    """A number that can never lie in the range it is needed in."""
    return _outside(f"{found} is never {wanted}", span, hint)


def no_such_player(number: int, seats: int, span: Span) -> Diagnostic:
    """The number of a player who is not there, as an example or a rule has it."""
    hint = f"the players are {', '.join(f'`{each}`' for each in range(1, min(seats, 9) + 1))}"
    return never_fits(f"player {number}", f"one of {seats} players", span, hint)


def no_limit(token: str, span: Span) -> Diagnostic:
    """A token of which there are none."""
    return _outside(f"with a limit of 0 there is no `{token}` at all", span, "the limit says how many there are")


def no_chance(written: str, span: Span) -> Diagnostic:
    """A chance above 1, or of no whole."""
    return _outside(f"`{written}` is never a chance, which is at most 1", span, "write a fraction, such as `1/6`")


def not_played_by(found: str, players: tuple[int, int], span: Span) -> Diagnostic:
    """An example, a claim or a scope for more or fewer players than the game has."""
    hint = f"write a number of players from `players {several(*players)}`, or change that line"
    return _outside(f"the game is for {several(*players)} players, never for {found}", span, hint)


def several(fewest: int, most: int) -> str:
    """Returns a number, or a range of numbers, as it is written."""
    return f"{fewest}" if fewest == most else f"{fewest}..{most}"


def more_than_claimed(seats: int, fewest: int, span: Span) -> Diagnostic:
    """Refuses `under 3 players` in a claim that is also about two."""
    message = f"this also speaks of {fewest} players, who never become {seats}"
    return _outside(message, span, "let the claim be about at least so many: `in every ... of ...`")


def _outside(message: str, span: Span, hint: str) -> Diagnostic:
    return Diagnostic("E0305", message, span, hint=hint)


def not_an_index(found: str, span: Span) -> Diagnostic:
    """A family over something that is no finite kind, or copies over values that cannot be listed."""
    hint = (
        "`each` goes through the players, a kind or a component; `of each` of copies through values that can be listed"
    )
    return _not_listed(f"`each` can not go through `{found}`", span, hint)


def no_owner(span: Span) -> Diagnostic:
    """Refuses `seen by owner` where no player is the key."""
    hint = "only what is `of each player` has one; `seen by each q with ...` says it for the rest"
    return _not_listed("this is nobody's, so it has no owner", span, hint)


def _not_listed(message: str, span: Span, hint: str) -> Diagnostic:
    return Diagnostic("E0306", message, span, hint=hint)


def family(name: str, span: Span, *, wants_key: bool) -> Diagnostic:
    """A family without a key, or a key on something that is no family."""
    if wants_key:
        message, hint = (
            f"`{name}` is there for each of several, and nothing says whose is meant",
            f"write `{name} of ...`",
        )
    else:
        message, hint = f"there is only one `{name}`, so `of` has no meaning here", f"write `{name}`"
    return Diagnostic("E0307", message, span, hint=hint)


def incomparable(left: str, right: str, span: Span, hint: str) -> Diagnostic:
    """Two things of different domains in one comparison."""
    return Diagnostic("E0308", f"{left} is never the same as {right}", span, hint=hint)


def no_order(found: str, span: Span) -> Diagnostic:
    """Something without an order in `<`."""
    return Diagnostic("E0309", f"{found} has no order", span, hint="numbers and the members of one kind have an order")


def before_outside(span: Span, *, within: bool) -> Diagnostic:
    """Refuses `before` where there is no earlier state: outside a step, or `within` what another asks of that state."""
    message = "only a step invariant knows the state before a step"
    hint = "state it in a `step invariant NAME per ...`, which holds over every step"
    if within:
        message, hint = (
            "of the state before a step nothing more is `before`",
            "leave this one out: the outer one says it",
        )
    return Diagnostic("E0310", message, span, hint=hint)


def needs_a_domain(word: str, span: Span) -> Diagnostic:
    """Refuses `none` or `{}` where nothing says of which domain it is."""
    return Diagnostic(
        "E0311",
        f"nothing here says what kind of thing `{word}` stands for",
        span,
        hint="put it where that is known: compare it, or give it to a variable or a parameter",
    )


def bad_range(low: int, high: int, span: Span) -> Diagnostic:
    """A range whose low end is above its high end."""
    return _not_a_range(f"no number lies in `{low}..{high}`", span, "the lower end stands first")


def no_players(fewest: int, most: int, span: Span) -> Diagnostic:
    """A game for nobody, or for no number of players at all."""
    if fewest > most:
        return _not_a_range(f"no number of players lies in `{fewest}..{most}`", span, "the lower number stands first")
    return _not_a_range("a game has a player at least", span, "write from how many players on it is played")


def not_fixed(word: str, span: Span) -> Diagnostic:
    """A name at the end of a range, or as a limit, that stands for no number fixed before the game."""
    hint = "write a number, or name an option or a question that is declared with a range"
    return _not_a_range(f"`{word}` is no number that is fixed before the game", span, hint)


def _not_a_range(message: str, span: Span, hint: str) -> Diagnostic:
    return Diagnostic("E0312", message, span, hint=hint)


def no_piece(text: str, component: str | None, span: Span, printed: tuple[str, ...]) -> Diagnostic:
    """A literal that names no printed piece."""
    alike = tuple(each for each in printed if each.split()[-1:] == text.split()[-1:])
    nearest = did_you_mean(text, alike)
    listed = ", ".join(f"`{each}`" for each in printed[:3]) + (", ..." if len(printed) > 3 else "")
    hint = f"did you mean `{nearest}`?" if nearest else f"there are {listed}" if printed else None
    if text.startswith("player "):
        hint = f"a player is written as a number: `{text.split()[1]}`"
    owner = "no piece is" if component is None else f"no piece of `{component}` is"
    return Diagnostic("E0313", f"{owner} called `{text}`", span, hint=hint)


def not_a_ring(found: str, word: str, span: Span) -> Diagnostic:
    """Refuses `next of` something that does not go round."""
    message = f"this is {found}, which has no `{word}`"
    return Diagnostic("E0314", message, span, hint="declare its kind `in a ring`; players sit in one")


def no_start(name: str, span: Span) -> Diagnostic:
    """A variable for which no first value can be guessed."""
    return Diagnostic(
        "E0315", f"nothing says what `{name}` starts as", span, hint=f"add `starts ...` to the declaration of `{name}`"
    )


# ---- EFFECTS


def no_source(span: Span) -> Diagnostic:
    """A move of a piece whose place is not known from the rule."""
    return Diagnostic(
        "E0401",
        "this move does not know where the piece comes from",
        span,
        hint="take the piece from a zone (`c in hand of p`) or write `move ... from ... to ...`",
    )


def order_matters(span: Span, loop: Span, zone: str, what: str) -> Diagnostic:
    """A move in a plain `each` whose destination, or number, reads what the loop writes."""
    return Diagnostic(
        "E0402",
        f"{what} depends on `{zone}`, which the loop changes as it goes",
        span,
        (Label(loop, "the order in which this loop runs would decide"),),
        "put the loop into a `simultaneously` block, so that all of it reads one state",
    )


def taken_twice(span: Span, first: Span) -> Diagnostic:
    """A piece taken twice from one place."""
    labels = (Label(first, "here it was taken away"),)
    return _twice(
        "this takes a piece from where it is no longer", span, labels, "say where it is: `move ... from ... to ...`"
    )


def written_twice(span: Span, first: Span) -> Diagnostic:
    """A piece moved, or a variable set, twice in a block that happens at once."""
    labels = (Label(first, "here it is written first"),)
    hint = "one of the two has to go, or to come behind the block"
    return _twice("this is written twice at once", span, labels, hint)


def _twice(message: str, span: Span, labels: tuple[Label, ...], hint: str) -> Diagnostic:
    return Diagnostic("E0403", message, span, labels, hint)


def others_part(name: str, span: Span) -> Diagnostic:
    """A choice made in secret that changes what is not the chooser's own."""
    message = f"a choice made at once and in secret changes `{name}`, which is not the chooser's own"
    return _too_far(message, span, "let it change only what is `of` the chooser, and do the rest behind the question")


def looks_at_others(name: str, span: Span) -> Diagnostic:
    """A choice made in secret that looks at what the choices of others change."""
    message = f"a choice made at once and in secret looks at `{name}`, which others may be changing"
    return _too_far(message, span, "let it look only at what is `of` the chooser, or ask one player after the other")


def _too_far(message: str, span: Span, hint: str) -> Diagnostic:
    return Diagnostic("E0405", message, span, hint=hint)


def not_a_variable(span: Span, named: str | None = None) -> Diagnostic:
    """An assignment to something that is no variable; `named` is a name that was bound."""
    hint = "pieces change place with `move`"
    if named is not None:
        hint = f"it stays what it was when it was named; a `let` with a type can be set: `let {named}: count = ...`"
    return Diagnostic("E0407", "only a variable can be changed like this", span, hint=hint)


def not_a_place(found: str, span: Span, hint: str) -> Diagnostic:
    """A destination that is no place."""
    return Diagnostic("E0408", f"this is {found}, not a place that a piece can move to", span, hint=hint)


# ---- CASES, EXAMPLES, QUESTIONS


def unknown_clause(owner: str, word: str, span: Span, known: tuple[str, ...]) -> Diagnostic:
    """Refuses `by` or `over` with a clause that is not there."""
    nearest = did_you_mean(word, known)
    hint = (
        f"did you mean `{nearest}`?"
        if nearest
        else there_are(known) or f"`{owner}` has none at all; leave the name of a clause out"
    )
    return Diagnostic("E0520", f"`{owner}` has no clause `{word}`", span, hint=hint)


def not_the_last_case(span: Span, *, alone: bool) -> Diagnostic:
    """An `otherwise` behind which another case stands, or in front of which none does."""
    message = "`otherwise` is said of no other case" if alone else "`otherwise` is said of the last case"
    hint = "write `is ...` or the statements without cases" if alone else "move this case behind all others"
    return Diagnostic("E0527", message, span, hint=hint)


def one_like_it(name: str, zone: str, component: str, span: Span) -> Diagnostic:
    """A piece of several alike that is bound over one zone and asked for in another."""
    return Diagnostic(
        "W0301",
        f"`{name}` comes from `{zone}`, and this asks whether another `{component}` like it lies there",
        span,
        hint=f"pieces of `{component}` that are alike are one value; go through the zone that is meant",
    )


def unknown_mark(word: str, span: Span, known: tuple[str, ...]) -> Diagnostic:
    """A status or mark that the language does not know."""
    nearest = did_you_mean(word, known)
    return Diagnostic(
        "E0524",
        f"`{word}` is no mark that can stand here",
        span,
        hint=f"did you mean `{nearest}`?" if nearest else "known: " + ", ".join(f"`{each}`" for each in known),
    )


# ---- TABLES


def not_always_a_player(text: str, column: str, fewest: int, span: Span) -> Diagnostic:
    """A player who may not play, in a cell of something that is there all the same."""
    wanted = f"one of the {fewest} players who always play"
    return _bad_cell(text, column, wanted, span, "with `player or none` it is none when that player does not play")


def bad_cell(text: str, column: str, wanted: str, span: Span, known: tuple[str, ...] = ()) -> Diagnostic:
    """A cell, or a value behind `with`, that is not of its field's domain; `known` are the names that are."""
    nearest = did_you_mean(text, known)
    hint = f"did you mean `{nearest}`?" if nearest else "correct it, or what the field may be"
    return _bad_cell(text, column, wanted, span, hint)


def _bad_cell(text: str, column: str, wanted: str, span: Span, hint: str) -> Diagnostic:
    return Diagnostic("E0820", f"`{text}` can not be a `{column}`, which is {wanted}", span, hint=hint)


def no_pieces(name: str, span: Span) -> Diagnostic:
    """A component without copies."""
    message = f"nothing says which pieces of `{name}` there are"
    return _not_printed(message, span, "add `one of each ...`, `N alike ...` or `from table ...`")


def no_copies(name: str, span: Span) -> Diagnostic:
    """A line that prints none."""
    return _not_printed(f"this line prints no piece of `{name}`", span, "leave it away, or say how many there are")


def no_pieces_for(name: str, players: int, span: Span) -> Diagnostic:
    """A component all of whose pieces belong to players who need not play."""
    message = f"no piece of `{name}` is there when {players} play"
    return _not_printed(message, span, "a piece that belongs to a player who does not play is left out")


def no_value(name: str, field: str, span: Span) -> Diagnostic:
    """Copies of a component that leave a field open."""
    message = f"nothing here says which `{field}` these pieces of `{name}` have"
    return _not_printed(message, span, f"add `of each {field}` or `with {field} ...`")


def _not_printed(message: str, span: Span, hint: str) -> Diagnostic:
    return Diagnostic("E0821", message, span, hint=hint)


# ---- WHAT CONCERNS A NAME


def codes_about_names() -> frozenset[str]:
    """Returns the codes of what concerns a name and not the place where it stands, so that it is told once."""
    nowhere = Span("", 0, 0)
    return frozenset(each.code for each in (unknown_field("", "", nowhere, ()), no_piece("", None, nowhere, ())))
