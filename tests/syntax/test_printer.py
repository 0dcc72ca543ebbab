"""The laws of the formatter: the same tree, the same page when printed again, and every comment still there."""

from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given, settings, strategies as st

from refengine.source.text import SourceText, read_source
from refengine.syntax.parser import parse
from refengine.syntax.printer import print_file
from tests.syntax.reading import source_of
from tests.syntax.sentences import FILES, real_texts, sentences


def formatted(text: str) -> str:
    source = source_of(text)
    file, diagnostics = parse(source)
    assert file is not None, diagnostics
    return print_file(file, source)


def check(source: SourceText) -> None:
    file, _ = parse(source)
    if file is None:
        return
    printed = SourceText(source.path, print_file(file, source))
    again, diagnostics = parse(printed)
    assert again is not None, (printed.text, diagnostics)
    assert again == file
    assert sorted(each.text.rstrip() for each in again.comments) == sorted(each.text.rstrip() for each in file.comments)
    assert print_file(again, printed) == printed.text
    assert "\n\n\n" not in printed.text
    assert all(line == line.rstrip() for line in printed.text.splitlines())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_laws_on_the_rules_we_have(path: Path) -> None:
    source, _ = read_source(path, path.name)
    assert source is not None
    check(source)


@given(sentences())
@settings(max_examples=100, deadline=None)
def test_laws_on_any_sentence(text: str) -> None:
    check(source_of(text))


@given(st.sampled_from(list(real_texts())), st.data())
@settings(max_examples=100, deadline=None)
def test_comments_anywhere_stay(text: str, data: st.DataObject) -> None:
    lines = text.splitlines() or [""]
    for number in data.draw(st.sets(st.integers(0, len(lines) - 1), max_size=8)):
        kind = data.draw(
            st.sampled_from(["{}  # tail {}", "# above {1}\n{0}", "      # above {1}\n\n{0}", "{}\n\n\n# below {}"])
        )
        lines[number] = kind.format(lines[number], number)
    check(source_of("\n".join(lines)))


def test_one_form() -> None:
    text = """\


        # what it is about
        law   l per   R1,ruling A2   # why


            # above
            every  player p  has(hand of p is   empty)    #   behind


            #  at the end
        zone z holds C, a_rather_long_mark, another_rather_long_mark, one_more_rather_long_mark per R1
        setup per R1
          if x = f(1,  # one
              {2 , 3}) # two

            done per R2
          otherwise # else
             nothing
        #last"""
    assert formatted(dedent(text)) == dedent("""\
        # what it is about
        law l                                                                               per R1, ruling A2  # why

            # above
            every player p has (hand of p is empty)  #   behind

        #  at the end
        zone z holds C, a_rather_long_mark, another_rather_long_mark, one_more_rather_long_mark  per R1
        setup                                                                               per R1
            # one
            if x = f(1, {2, 3})  # two

                done                                                                        per R2
            otherwise  # else
                nothing
        #last
        """)


def test_one_player_and_several() -> None:
    """Behind a number of players either word will do; elsewhere `player` is the kind, behind a number too."""
    text = """\
        example e per R1
            given 1 {one}, hand of player is empty
            given 2 {one}
        scope s per R1
            1 {one}
        claim c per R1
            in every state of 1..3 {one}
            f under 1 {one} in player and exactly 1 player p has f(p)
        claim d per R1
            in some P of 1 {one} over any C
            at least 2 player in hand has (g under 4 {one})"""
    printed = [formatted(dedent(text.format(one=one))) for one in ("player", "players")]
    assert printed[0] == printed[1]
    assert [line.strip() for line in printed[0].splitlines() if "player" in line] == [
        "given 1 player, hand of player is empty",
        "given 2 players",
        "1 player",
        "in every state of 1..3 players",
        "f under 1 player in player and exactly one player p has f(p)",
        "in some P of 1 player over any C",
        "at least 2 player in hand has (g under 4 players)",
    ]


def test_lines_of_an_action_and_a_component_keep_their_order() -> None:
    text = dedent("""\
        component C                                                                         per R1
            starts in deck
            7 alike
            x: 1..2

        setup                                                                               per R1
            ask table
                action send                                                                 per R2
                    bar one_ per R3
                        when a_
                    when b
                    then done
                    weight 1
                    when c
        """)
    assert formatted(text) == text


def test_lines_of_claims_keep_their_comments() -> None:
    text = dedent("""\
        # all of it
        claim seats_do_not_matter                                                           per R9
            in every P of 2..4 players over any City  # what the table allows
            # as they are
            under any readings  # but
            under q is r, s is t  # for these
            # always
            assuming x
            every c in d has f(c) = (f(c) after exchange of p and q)  # whoever sits where

        witness w                                                                           per R9
            in some reachable state of 2 players
            x under 2 players
            # on the way
            keeping y  # to this

        claim reads                                                                         per R9
            # what
            f, g depend only on x  # and nothing else

        audit ties                                                                          per R9, ruling A1
            case a_pair per R9  # two
                # when
                when x

            # one
            case alone per R9
                when y
            # told
            shows x, number of c in d  # and
            compares x  # by readings
            # together
            counts x, y is a fault  # all

        scope small                                                                         per R9
            # few
            2 players
            Card c with c.x <= 3  # low ones
            at most 6 City
            at most 3 Tree t with t.x = 1
            # so
            seats are alike  # indeed
        """)
    assert formatted(text) == text


def test_nothing_is_printed_as_nothing() -> None:
    assert formatted("") == formatted("\n\n") == ""
    assert formatted("\n# alone") == "# alone\n"
