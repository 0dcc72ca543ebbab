"""Every wording of the language, one phrase each; a literal that hides in another terminal would be found here."""

import pytest

from refengine.syntax import tree
from tests.syntax.reading import expression_of, message_of, tree_of

EXPRESSIONS = [
    "a_ = b", "a_ != b", "a_ < b", "a_ <= b", "a_ > b", "a_ >= b", "a_ is b", "a_ is not b", "a_ is empty", "a_ is not empty",
    "a_=b", "a_!=b", "a_<b", "a_<=b", "a_>=b", "x in 1..3", "x in {1, 2}", "x not in hand of p", "x in {}",
    "1 + 2 - 3", "1 - -2", "a_ * 2 div 3 mod 4", "-x", "(a_ = b) = (c = d)",
    "not a_", "not not a_", "a_ and b or c", "a_ implies b implies c", "a_ or not b", "a_ and not b and c",
    "every player p has hand of p is empty", "some c in duel has c.x = 1", "no c in duel has true", "exactly one c in d has true",
    "exactly 3 c in d have true", "at most one c in d has true", "at least 2 c in d have true",
    "every c in d with c.x = 1 and c.y = 2 has c.z = 3", "a_ = 1 and every c in d has true", "a_ or some c in d has true",
    "some q in p with q != p has (every r in p has true)",
    "if a_ then b else c", "if a_ = 1 then b else if c then d else e",
    "the c in d", "the c in d else nobody", "the player p with p = 1", "all c in d with c.x = 1",
    "number of c in d", "(number of player p) = 2", "sum of c.x for c in d", "highest of c.x for c in d", "lowest of c.x + 1 for player p",
    "hand of p", "next of next of p", "gloom on c", "c.cost on d", "f(x) on hand of p", "(wanted of p) on c", "(the t in s) on c.place", "x = c.cost on d + 1", "supply of c.cost", "owner of (the c in d)", "f(x)", "f(1, hand of p)", "Card(Red, 9)", "Red 9 in duel of 1",
    "c.x.y", "f(x).y", "true", "false", "none", "nobody", "before(hand of p)", "before(x) = x", "every c in before(won of p) has c in won of p",
    "x under q is r", "x under q is r under s is t", "x under 2 players", "x after d replaces c", "x after exchange of p and next of p",
    "f(c) = (f(c) after exchange of p and q) and g", "(x under q is r).y = 1", "hand of p under 2 players is empty", "f(x under q is r, 2)",
    "some other player q has x", "every other c in hand of p with c = 1 has x", "the other c in d", "(number of other c in d with a_) > 1",
    "f reaches g by border", "not f of p reaches next of g by border and x", "x is a fault", "x is not a fault and y", "(the c in d) is a fault", "x under 2 players is a fault",
]  # fmt: skip

STATEMENTS = [
    "move c to duel of p", "move c from hand of p to box", "move 1 Gloom from supply to c", "move n + 1 Gloom from supply to c",
    "move n Stone(Red) from box to pile", "move 2 * n Stone(side of p, 1) from rest of p to rest of next of p", "move 3 Red 9 from box to pile",
    "move 1 t from supply to c", "move t on c t from c to supply", "move n c.cost from supply to c", "move n c.title.cost(p) from c to supply", "move 1 own(p) from v to supply",
    "move 1 wanted of next of p from supply to c",
    "move all c in hand of p to box", "move all c in box with c.x = 1 to hand of p", "set x of p to 1", "set x to a_ = b",
    "add 1 to x of p", "subtract 2 from x", "remove c from chosen", "let n = 3", "let t = a_ = b", "enter Battle", "enter Battle(p, 1)",
    "go Next", "go Next(p)", "done", "nothing", "game over", "done per R2", "set x to 1 per R2, ruling A3", "move c to d per ruling A1",
    "game over per R2", "go Next per R9", "abandon Battle", "abandon Battle per R2",
]  # fmt: skip

BLOCKS = [
    "if a_ = b\n    done", "if x per R2\n    done\notherwise\n    nothing", "each c in d\n    done", "for each other player q\n    done", "each other c in d with x\n    done", "for each player p with p = 1\n    done", "for each player p from 2\n    done", "for each K c from next of x with c != 1 or d\n    done",
    "repeat 3 times\n    done", "repeat until done\n    done", "simultaneously\n    done", "case one_ per R2\n    when a_ = b\n    then done",
    "case one_ per R2\n    when a_ per R3\n    when b\n    then each player p\n        done\n    then go Next",
    "ask p\n    action pass per R2", "ask next of p, if able\n    action pass per R2\n        then done",
    "ask every player p with p = 1, at once, in secret\n    action send(c in hand of p, player q) per R2\n        when c = q\n        then done",
    "ask chance\n    action roll(n in 1..6) per R2\n        weight 1 + 1\n        then done", "ask table\n    action take(f in Faction) per R2\n        then done",
    "ask p\n    action lay(c in d) per R2\n        bar occupied per R3\n            when a_ = b\n            when c = d\n        then done",
]  # fmt: skip

DECLARATIONS = [
    "game g from rulebook r\n    players 2..4 per R1", "game g from rulebook r\n    players 2 per R1", "table t per R1", "table t, reconstructed, partial per R1",
    "kind K is A, B per R1", "kind K is A, B in a ring per R1", "kind K from table t per R1\n    f: 1..3", "kind K from table t in a ring per R1\n    f of each player: 1..3",
    "record r per R1\n    f: 1..3", "component C per R1\n    f: K\n    one of each f\n    starts in deck", "component C from table t per R1\n    f: K",
    "component C per R1\n    7 alike\n    2 alike of each f and g\n    7 alike with role Follower and n 2\n    4 alike of each rank with role King",
    "token Gloom on each C, limit 3 per R1", "token Gloom on each C and on each player, limit plenty per R1",
    "token Counter is Gloom limit 3 on each C per R1", "token Counter is Gloom limit 3, Secret limit plenty on each C and on each player, Proof limit 4 on each player per R1",
    "zone z holds C per R1", "zone z of each player holds at most one C, seen by owner per R1", "zone z on each Square holds at most 3 C, shuffled, seen by nobody during P per R1",
    "zone z holds at most plenty C, seen by each q with q = 1 and r during P, ordered per R1",
    "variable v: 1..2 per R1", "variable v: 1..2, starts 2, during P, seen by owner during P per R1", "variable v of each player: 1..2, during P per R1", "variable v of each player: K or none, starts none, seen by owner per R1", "variable v on each Square: set of K, starts {} per R1",
    "variable v: place of C or nobody per R1", "variable v: truth, starts a_ = b per R1", "option o: 1..3, default 1 + 1 per R1", "option o: truth, default a_ = b per R1",
    'question q about R1 per A1\n    "what?"\n    reading r "that", literal, default', 'question q: 1..3 about R1, ruling A2 per ruling A1\n    "what?"\n    reading r is 2 "that"\n    reading s is plenty "this", default, house',
    "edition e per R1\n    q is r\n    s is t", "law l per R1\n    a_ = b",
    "value v: truth per R1\n    is a_ = b", "value v(p: player, q: set of K): 1..2 per R1\n    normally 1\n    except e over f, g per R2\n        when a_ = b\n        when c per R3\n        is 2",
    "value v: truth per R1\n    case c per R2\n        when a_ = b\n        is c = d", "value v: count per R1\n    plus c per R2\n        is 1\n    plus d per R2\n        when a_ = b\n        is 2",
    "setup per R1\n    done", "whenever a_ = b per R1\n    done", "relation r between K and K, symmetric, irreflexive, from table t per R1", "relation r between K and L, from table t per R1", "phase P(p: player) per R1\n    done", "phase P(p: player) per R1\n    bar b per R2\n        when p = 1\n        when c per R3\n    bar d per R1\n        when e\n    done", "phase P per R1, ruling A2\n    done", "outcome per R1\n    scores are x of p + 1 for player p\n    winners are all player p with a_ = b",
    "invariant i per R1\n    a_ = b", "invariant i in P, Q per R1\n    a_ = b", "step invariant i per R1\n    x >= before(x)", "measure m in P per R1\n    1, number of c in d", "measure m per R1\n    when a_ = b\n    when c per R2\n    x",
    "example e per R1\n    given 2 players, a City with n 5 and k Plain in besieged, a City in left, phase P(1), x = 2, Red 9 in duel of 1\n    when P\n    1: send(Red 9)\n    chance: roll(6)\n    table: take(X)\n    expect a_ = b, c by d, illegal 1: send(c) because bar_, legal chance: roll(1), fault f(x), game over, chance 1/36 of a_ = b, chance 0 of c, illegal table: pass\n    under q is r, s is t\n        expect a_ = b\n        expect c",
    "claim c per R1\n    a_ = b", "claim c per R1\n    in every P of 2..4 players over any City\n    assuming a_ = b\n    assuming c\n    a_ = b", "witness w per R1\n    in some P of 3 players\n    a_ = b",
    "claim c per R1\n    in every state of 2 players over any City\n    under any readings\n    under q is r, s is t\n    assuming x\n    y",
    "claim c per R1\n    in every state of 1 player over any City and any border\n    x", "claim c per R1\n    under any readings\n    x", "claim c per R1\n    under q is r\n    x", "claim c per R1\n    f depends only on x", "claim c per R1\n    f, g depend only on x, y",
    "witness w per R1\n    in some reachable state of 2..3 players\n    a_ = b\n    keeping every c in d has true", "witness w per R1\n    a_",
    "audit t per R1\n    case c per R2\n        when x", "audit t per R1\n    in every P of 2 players\n    under any readings\n    assuming x\n    case c per R2\n        when x\n        when y\n    case d per R2\n        when z\n    shows x, number of c in d with y\n    compares x",
    "audit t per R1\n    case c per R2\n        when x\n    compares x", "audit t per R1\n    case c per R2\n        when x\n    shows x\n    counts x, y = z", "scope s per R1\n    2 players",
    "scope s per R1\n    2 players\n    Card c with c.x = 1\n    at most 6 City\n    at most 3 Tree t with t.x = 1\n    seats are alike",
]  # fmt: skip


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_expressions(text: str) -> None:
    expression_of(text)


@pytest.mark.parametrize("text", STATEMENTS + BLOCKS)
def test_statements(text: str) -> None:
    inner = text.replace("\n", "\n    ")
    tree_of(f"setup per R1\n    {inner}\n")


@pytest.mark.parametrize("text", DECLARATIONS)
def test_declarations(text: str) -> None:
    assert len(tree_of(text).declarations) == 1


def test_binding_strength() -> None:
    match expression_of("a_ or b and c = d + e * f"):
        case tree.Or(_, tree.And(_, tree.Compare("=", _, tree.Arith("+", _, tree.Arith("*"))))):
            pass
        case other:
            pytest.fail(repr(other))


def test_what_would_be_binds_before_every_operator_and_behind_every_name() -> None:
    match expression_of("-f of p under q is r + x after d replaces c = y"):
        case tree.Compare("=", tree.Arith("+", tree.Negative(tree.UnderReading(tree.Of())), tree.AfterReplacing())):
            pass
        case other:
            pytest.fail(repr(other))
    match expression_of("x under q is r under 2 players after exchange of p and q and y"):
        case tree.And(tree.AfterExchange(tree.UnderPlayers(tree.UnderReading())), tree.NameRef()):
            pass
        case other:
            pytest.fail(repr(other))


def test_operators_of_one_strength_bind_to_the_left() -> None:
    match expression_of("1 - 2 - 3 = 0"):
        case tree.Compare("=", tree.Arith("-", tree.Arith("-"), tree.IntLit(3))):
            pass
        case other:
            pytest.fail(repr(other))


def test_what_reaches_far_takes_all_that_follows() -> None:
    match expression_of("every c in d has a_ and b implies c"):
        case tree.Quantified(body=tree.Implies()):
            pass
        case other:
            pytest.fail(repr(other))


def test_a_name_may_begin_with_a_word_of_the_language() -> None:
    match expression_of("perhaps"):
        case tree.NameRef(tree.Name("perhaps")):
            pass
        case other:
            pytest.fail(repr(other))
    assert message_of("table cities perR1\n") == "expected `,` or `per`, found `perR1`"


def test_names_in_any_alphabet() -> None:
    match expression_of("(žluťoučký_kůň)"):
        case tree.Bracket(inner):
            assert inner == expression_of("žluťoučký_kůň")
        case other:
            pytest.fail(repr(other))


def test_lines_in_brackets_are_one_line() -> None:
    assert expression_of("f(a_, # first\n  # second\nb)") == expression_of("f(a_, b)")
