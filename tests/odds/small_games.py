"""Small games of chance, written for these tests."""

DRAW = """
game draw from rulebook tiny
    players 2..2                                                per R1

kind Rank is Two, Three, Four, Five, Six, Seven, Eight, Nine, Ten, Jack, Queen, King, Ace per R1

component Card                                                  per R1
    rank: Rank
    4 alike of each rank
    starts in deck

zone deck holds Card, shuffled                                  per R1
zone front of each player holds Card                            per R1

variable drawn: 0..6                                            per R1
variable each_draws: 1..3, starts 1                             per R1

value worth(r: Rank): 1..11                                     per R1
    case jack per R1
        when r is Jack
        is 1
    case queen per R1
        when r is Queen
        is 2
    case king per R1
        when r is King
        is 3
    case ace per R1
        when r is Ace
        is 11
    case pips per R1
        when r <= Ten
        is 2 + (number of Rank s with s < r)

value total(p: player): count                                   per R1
    is sum of worth(c.rank) for c in front of p

setup                                                           per R1
    go Draw

phase Draw                                                      per R1
    for each player p
        repeat each_draws times
            ask chance
                action draw(c in deck)                          per R1
                    then move c to front of p
    ask 1
        action stop                                             per R1
            then game over

example one_card_each                                           per R1
    expect chance 1216/2652 of total(1) > total(2), chance 220/2652 of total(1) = total(2)
    expect chance 1216/2652 of total(1) < total(2)
"""
"""Thirteen ranks, four alike each; each of two draws from a fresh deck, and the higher total counts."""

BAG = """
game bag from rulebook tiny
    players 2..2                                                per R1

kind Colour is Red, Blue, Green                                 per R1

component Marble                                                per R1
    colour: Colour
    3 alike with colour Red
    2 alike with colour Blue
    1 alike with colour Green
    starts in bag

zone bag holds Marble, shuffled                                 per R1
zone hand holds Marble                                          per R1

setup                                                           per R1
    repeat 3 times
        ask chance
            action take(m in bag)                               per R1
                then move m to hand
    ask 1
        action stop                                             per R1
            then game over
"""
"""Three marbles are taken out of a bag of six."""

DICE = """
game dice from rulebook tiny
    players 2..2                                                per R1

variable found: 0..3                                            per R1
variable first: 0..3                                            per R1
variable rung: 0..5, starts 2                                   per R1

setup                                                           per R1
    go Rest

phase Rest                                                      per R1
    ask 1
        action tie                                              per R1
            then go Tie
        action coin                                             per R1
            then go Coin
        action walk                                             per R1
            then go Walk
        action trap                                             per R1
            then go Trap
        action never                                            per R1
            then go Never
        action broken                                           per R1
            then go Broken

phase Coin                                                      per R1
    ask chance
        action heads                                            per R1
            weight 2
            then set found to 1
            then game over
        action tails                                            per R1
            weight 1
            then nothing
    ask chance
        action small                                            per R1
            weight 1
            then set found to 2
        action large                                            per R1
            weight 2
            then set found to 3
    game over

phase Tie                                                       per R1
    ask chance
        action throw(n in 1..3)                                 per R1
            weight n
            then set first to n
    ask chance
        action answer(n in 1..3)                                per R1
            weight if n = 3 then 4 else 1
            then set found to (if first > n then 1 else if first < n then 2 else 0)
            then set first to 0
    case a_tie per R1
        when found = 0
        then go Tie
    case decided per R1
        when found > 0
        then game over

phase Walk                                                      per R1
    ask chance
        action up                                               per R1
            weight 2
            then add 1 to rung
        action down                                             per R1
            weight 1
            then subtract 1 from rung
    if rung = 5
        set found to 3
        game over
    if rung = 0
        game over
    go Walk

phase Trap                                                      per R1
    ask chance
        action out                                              per R1
            then game over
        action deeper                                           per R1
            then go Hole

phase Hole                                                      per R1
    ask chance
        action again(n in 1..2)                                 per R1
            then go Hole

phase Never                                                     per R1
    ask chance
        action nothing_comes                                    per R1
            weight found
            then set found to 1
        action something_comes                                  per R1
            weight 1
            then set found to 2
    game over

phase Broken                                                    per R1
    ask chance
        action spoil                                            per R1
            then subtract 1 from found
    game over
"""
"""Throws: some that are repeated, one that never ends, one that the rules do not say how to go on from."""

DUEL = """
game duel from rulebook tiny
    players 3                                                   per R1

component Card                                                  per R1
    rank: 1..6
    one of each rank
    starts in deck

zone deck holds Card                                            per R1
zone hand of each player holds Card                             per R1
zone discard holds Card                                         per R1
zone laid of each player holds Card                             per R1

variable wanted of each player: 0..2, starts 1                  per R1
variable won: player or nobody                                  per R1
variable watched: truth                                         per R1

value points(p: player): count                                  per R1
    is sum of c.rank for c in laid of p

setup                                                           per R1
    go Duel

phase Duel                                                      per R1
    if not watched
        ask chance
            action draw(c in deck)                              per R1
                then move c to laid of 1
    for each player p from 2
        enter Answer(p)
    enter Watch
    if points(1) > points(2)
        set won to 1
    each player p
        move all c in laid of p to discard
    ask 3
        action clap                                             per R1
            then nothing
        action hiss                                             per R1
            then nothing
    game over

phase Answer(p: player)                                         per R1
    repeat until done
        if (number of c in laid of p) >= wanted of p or hand of p is empty
            done
        ask p
            action lay(c in hand of p)                          per R1
                then move c to laid of p
    if p = 2 and (number of c in laid of p) < wanted of p
        ask chance
            action lend(c in deck)                              per R1
                then move c to laid of 2

phase Watch                                                     per R1
    ask 3
        action watch                                            per R1
            then set watched to true

example one_to_lay                                              per R1
    given phase Duel, Card(3) in hand of 2

example two_to_choose_from                                      per R1
    given phase Duel, Card(3) in hand of 2, Card(4) in hand of 2

example both_are_laid                                           per R1
    given phase Duel, Card(1) in hand of 2, Card(2) in hand of 2, wanted of 2 = 2

example one_is_lent                                             per R1
    given phase Duel, Card(1) in hand of 2, wanted of 2 = 2

example nothing_to_lay                                          per R1
    given phase Duel, wanted of 2 = 0, wanted of 3 = 0

example the_watcher_is_there                                    per R1
    given phase Duel, watched = true, Card(1) in hand of 2, wanted of 2 = 2

example two_defend                                              per R1
    given phase Duel, Card(3) in hand of 2, Card(1) in hand of 3
"""
"""One draws a card, the others lay theirs, somebody watches without a choice, and then the table is cleared."""
