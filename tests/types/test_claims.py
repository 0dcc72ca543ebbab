"""What the elaboration makes of claims, witnesses, dependences, audits and scopes; and what later passes do with it."""

from pathlib import Path

import attrs
import pytest

from refengine.engine.emit.module import emit
from refengine.ir.claims import Audit, Claim, DependsOn, Keep, SmallScope
from refengine.ir.configuration import configure
from refengine.ir.domain import PLAYER, TRUTH, Enum, Piece, Truth
from refengine.ir.expressions import (
    CallValue,
    Configured,
    Contents,
    Equal,
    Exchanging,
    Expr,
    Fails,
    FieldOf,
    Local,
    Member,
    Neighbour,
    Not,
    Number,
    Printed,
    Replacing,
    The,
    Under,
)
from refengine.ir.game import Game, Single
from refengine.ir.specialise import specialise
from refengine.ir.traverse import free_locals, rewrite, walk
from refengine.ir.wellformedness import faults_of_form
from tests.types.front_end import compile_texts

CORPUS = Path(__file__).parents[1] / "corpus" / "claims"
GAME = (CORPUS / "good" / "claims.rules").read_text("utf-8")
RULES = GAME.partition("# Only the audit")[0]
CARD = Piece("Card")
P = Local("p", PLAYER)
D = Local("d", CARD)


def made(text: str) -> Game:
    found, diagnostics = compile_texts({"claims.rules": text})
    assert [(each.code, each.message) for each in diagnostics] == []
    assert found is not None
    assert faults_of_form(found) == ()
    return found


@pytest.fixture(scope="module")
def game() -> Game:
    return made(GAME)


def claim(game: Game, name: str) -> Claim:
    (found,) = (each for each in game.claims if each.name == name)
    return found


def wins(card: Expr) -> CallValue:
    return CallValue("wins", (card,), TRUTH)


def said(text: str) -> list[str]:
    _, diagnostics = compile_texts({"claims.rules": f"{RULES}\n{text}"})
    return [each.code for each in diagnostics]


# ---- EXTENTS


def test_a_claim_about_a_phase_has_the_parameters_of_the_phase(game: Game) -> None:
    extent = claim(game, "one_winner").extent
    assert (extent.phase, extent.reachable, extent.players, extent.over) == ("Play", False, (2, 4), "Card")
    assert (extent.readings, extent.under, extent.params) == ("any", (), (P,))
    assert free_locals(extent.assuming[0]) == {P}
    assert free_locals(claim(game, "one_winner")) == frozenset()


def test_a_claim_without_an_extent_is_about_every_state_and_all_players(game: Game) -> None:
    extent = claim(game, "higher_is_better").extent
    assert (extent.phase, extent.reachable, extent.players, extent.over) == (None, False, (2, 4), None)
    assert (extent.readings, extent.under, extent.assuming, extent.params) == ("default", (), (), ())


def test_states_of_a_claim_may_have_to_be_reachable(game: Game) -> None:
    witness = claim(game, "all_is_played")
    assert (witness.witness, witness.extent.phase, witness.extent.reachable) == (True, None, True)
    assert witness.keeping is not None
    assert claim(game, "the_same_for_all").extent.reachable is False
    assert claim(game, "the_same_for_all").extent.under == (("ties", "nobody_wins"),)


def test_readings_that_are_free_may_be_free_but_for_some() -> None:
    found = made(f"{RULES}\nclaim c per R1\n    under any readings\n    under ties is first\n    wins(Hearts 1)\n")
    assert (found.claims[0].extent.readings, found.claims[0].extent.under) == ("any", (("ties", "first"),))


# ---- WHAT IF


def test_what_if_binds_like_something_behind_a_name(game: Game) -> None:
    condition = claim(game, "one_is_as_good_as_two").condition
    assert isinstance(condition, Equal)
    (card,) = (each for each in walk(condition.left) if isinstance(each, Printed))
    again = Under(Under(wins(card), (("ties", "nobody_wins"),), None), (), 2)
    assert condition == Equal(wins(card), again)
    assert condition.right.domain == Truth()


def test_a_replacing_piece_is_the_new_one(game: Game) -> None:
    (found,) = (each for each in walk(claim(game, "higher_is_better")) if isinstance(each, Replacing))
    assert found == Replacing(wins(D), old=Local("c", CARD), new=D)


def test_an_exchange_is_of_two_players(game: Game) -> None:
    (found,) = (each for each in walk(claim(game, "the_same_for_all")) if isinstance(each, Exchanging))
    assert (found.one, found.other) == (P, Neighbour(P, 1, "player"))


def test_under_two_players_there_is_no_third() -> None:
    assert said("claim c per R1\n    in every state of 3 players\n    hand of 3 is empty\n") == []
    text = "claim c per R1\n    in every state of 3 players\n    (number of c in hand of 3) = (number of c in hand of {} under 2 players)\n"
    assert said(text.format(2)) == []
    assert said(text.format(3)) == ["E0305"]


def test_a_number_under_fewer_players_may_be_of_any_size_again_behind_it() -> None:
    text = (
        "claim c per R1\n    in every state of 3 players\n    (wins(Hearts 1) under 2 players) = (hand of 3 is empty)\n"
    )
    assert said(text) == []


def test_the_number_of_players_is_limited_by_the_fewest_within_too() -> None:
    text = "claim c per R1\n    in every state of 4 players\n    (wins(Hearts 1) under {} players) under {} players\n"
    assert (said(text.format(2, 3)), said(text.format(3, 2))) == ([], ["E0305"])


@pytest.mark.parametrize("line", ["under ties is first", "under 2 players", "after exchange of 1 and 2", "is a fault"])
@pytest.mark.parametrize(
    "text",
    [
        "value v: truth per R1\n    is wins(Hearts 1) {}\n\ninvariant i per R1\n    v",
        "invariant i per R1\n    wins(Hearts 1) {}",
        "step invariant i per R1\n    wins(Hearts 1) {}",
        "law l per R1\n    wins(Hearts 1) {}",
        "example e per R1\n    expect wins(Hearts 1) {}",
        "scope s per R1\n    2 players\n    Card c with wins(c) {}",
    ],
    ids=lambda text: text.partition(" ")[0],
)
def test_rules_do_not_ask_what_would_be(text: str, line: str) -> None:
    assert said(text.format(line) + "\n") == ["E0316"]


def test_what_stands_behind_a_claim_is_a_rule_again() -> None:
    text = "claim c per R1\n    in every state of 2 players\n    wins(Hearts 1) under 2 players\n"
    assert said(f"{text}\ninvariant i per R1\n    hand of 4 is empty and (wins(Hearts 1) under 2 players)\n") == [
        "E0316"
    ]


# ---- DEPENDENCES, AUDITS, SCOPES


def test_what_values_depend_on(game: Game) -> None:
    one, other = game.dependences
    assert isinstance(one, DependsOn)
    assert (one.values, one.sources) == (("wins", "course"), ("trick",))
    assert (other.values, other.sources) == (("course",), ("trick", "box of Card"))


def test_an_audit_has_cases_with_paths_of_their_own(game: Game) -> None:
    audit, _, _ = game.audits
    assert isinstance(audit, Audit)
    assert [each.clause.path for each in audit.cases] == ["how_it_ends.won", "how_it_ends.open"]
    assert [len(each.guards) for each in audit.cases] == [1, 2]
    assert [len(each) for each in (audit.shows, audit.compares, audit.counts)] == [2, 2, 2]
    assert audit.shows[0].domain == Enum("Course")
    assert (audit.extent.readings, audit.extent.params) == ("any", (P,))


def test_an_audit_may_count_what_has_no_answer(game: Game) -> None:
    _, gaps, _ = game.audits
    (fault,), (fine,) = (case.guards for case in gaps.cases)
    assert isinstance(fault, Fails)
    assert isinstance(fault.inner, The)
    assert fine == Not(fault)
    assert (gaps.shows, gaps.compares, len(gaps.counts)) == ((), (), 2)


def test_a_scope_keeps_some_of_a_component(game: Game) -> None:
    few, hearts, six = game.scopes
    assert isinstance(few, SmallScope)
    card = Local("c", CARD)
    (kept,) = few.keeps
    assert (few.players, few.alike, kept.most, kept.var) == (2, True, 6, card)
    assert isinstance(kept.condition, Equal)
    assert kept.condition.left == FieldOf(card, "suit", None, Enum("Suit"))
    assert (hearts.players, hearts.alike, hearts.keeps[0].most) == (3, False, None)
    assert six.keeps == (Keep("Card", None, None, 6),)


# ---- LATER PASSES


def test_the_traversal_reaches_what_is_in_them(game: Game) -> None:
    parts: tuple[Claim | Audit | SmallScope, ...] = (*game.claims, *game.audits, *game.scopes[:2])
    for part in parts:
        assert any(isinstance(each, CallValue | FieldOf | Contents) for each in walk(part)), part.name
    changed = rewrite(game.audits[0], lambda node: Number(7) if isinstance(node, CallValue) else node)
    assert Number(7) in changed.shows
    assert not any(isinstance(each, CallValue) for each in walk(changed))
    assert rewrite(game, lambda node: node) is game


def test_a_claim_keeps_what_is_configured_and_a_specialised_game_has_no_claims(game: Game) -> None:
    assert Configured("question", "ties", Enum("ties")) in [*walk(claim(game, "one_is_as_good_as_two").extent)]
    configuration, wrong = configure(game, 2, {}, {}, None)
    assert configuration is not None, wrong
    special = specialise(game, configuration)
    assert (special.claims, special.dependences, special.audits, special.scopes) == ((), (), (), ())
    assert faults_of_form(special, specialised=True) == ()


@pytest.mark.parametrize("node", ["Under", "Replacing", "Exchanging", "Fails"])
def test_the_engine_does_not_work_out_what_would_be(game: Game, node: str) -> None:
    configuration, _ = configure(game, 2, {}, {}, None)
    assert configuration is not None
    special = specialise(game, configuration)
    (course,) = (each for each in special.values if each.name == "course")
    inner = Member("Suit", 0)
    asked: dict[str, Expr] = {
        "Under": Under(inner, (), 2),
        "Replacing": Replacing(inner, Printed("Card", 0), Printed("Card", 1)),
        "Exchanging": Exchanging(inner, Member("player", 0), Member("player", 1)),
        "Fails": Fails(inner),
    }
    broken = attrs.evolve(course, name="suit", domain=asked[node].domain, body=Single(asked[node]))
    faulty = attrs.evolve(special, values=(*special.values, broken))
    assert faults_of_form(faulty) == (f"{node} stands where nothing is claimed",)
    with pytest.raises(TypeError, match=f"{node} asks what would be"):
        emit(faulty, explain=False)


def test_an_unbound_name_in_a_claim_is_a_fault_of_form(game: Game) -> None:
    broken = attrs.evolve(claim(game, "one_winner"), condition=wins(D))
    assert faults_of_form(attrs.evolve(game, claims=(broken,))) == ("one_winner reads ['d'], which nothing binds",)
    extent = attrs.evolve(broken.extent, params=())
    stray = attrs.evolve(claim(game, "one_winner"), extent=extent)
    assert faults_of_form(attrs.evolve(game, claims=(stray,))) == ("one_winner reads ['p'], which nothing binds",)


# ---- USED AND UNUSED


def test_what_claims_mention_is_used() -> None:
    helper = "value helper(c: Card): truth per R1\n    is wins(c)\n"
    assert said(helper) == ["W0201"]
    for use in (
        "claim k per R1\n    helper(Hearts 1)",
        "claim k per R1\n    assuming helper(Hearts 1)\n    true",
        "witness k per R1\n    in some reachable state of 2 players\n    true\n    keeping helper(Hearts 1)",
        "claim k per R1\n    helper depends only on trick",
        "audit k per R1\n    case a_case per R1\n        when helper(Hearts 1)",
        "audit k per R1\n    case a_case per R1\n        when true\n    compares helper(Hearts 1)",
    ):
        assert said(f"{helper}\n{use}\n") == [], use


def test_a_question_that_only_a_claim_answers_is_used() -> None:
    question = (
        'question draw about R1 per R1\n    "what?"\n    reading yes "yes", default\n    reading perhaps "maybe"\n'
    )
    assert said(question) == ["W0201"]
    assert said(f"{question}\nclaim k per R1\n    under draw is perhaps\n    wins(Hearts 1)\n") == []
    assert said(f"{question}\nclaim k per R1\n    wins(Hearts 1) under draw is perhaps\n") == []


# ---- RECOVERY


def test_every_declaration_is_read_on_its_own() -> None:
    text = (
        "claim first per R1\n    in every\nscope two per R1\n    2\naudit three per R1\nclaim four per R1\n    true\n"
    )
    assert said(text) == ["E0110", "E0110", "E0110"]
