"""A game with zones of every kind that keep an order, for tests; what its rules do with them can be seen in a state."""

ROWS = """\
game rows from rulebook tiny
    players 2                                                                       per R1

kind Colour is Red, Blue                                                            per R1

component Card                                                                      per R1
    colour: Colour
    rank: 1..3
    one of each colour and rank
    starts in deck

component Chip                                                                      per R1
    colour: Colour
    3 alike of each colour

zone deck holds Card, shuffled, seen by nobody                                      per R1
zone row holds at most 4 Card, ordered                                              per R1
zone pile of each player holds Card, ordered, seen by owner                         per R1
zone well holds Card, ordered, seen by nobody                                       per R1
zone show of each player holds at most one Card, ordered                            per R1
zone line holds at most 3 Chip, ordered                                             per R1
zone queue of each player holds Chip, ordered                                       per R1

variable kept: set of Card                                                          per R1
variable liked of each player: set of Chip                                          per R1
variable digest: 0..96                                                              per R1
variable last: Card or none                                                         per R1
variable moves: count                                                               per R1

value others(c: Card): set of Card                                                  per R1
    is row - {c}

value high(p: player): set of Card                                                  per R1
    is all c in pile of p with c.rank > 1

value of_both: set of Card                                                          per R1
    is pile of 1 + row

value goal(p: player, c: Card): place of Card                                       per R1
    normally pile of p
    except into_row                                                                 per R1
        when c.rank = 2 and (number of d in row) < 2
        is row

setup                                                                               per R1
    each player p
        move Chip(Red) from box to queue of p                                       per R1
        move Chip(Blue) from box to queue of p                                      per R1
    ask chance
        action deal(c in deck)                                                      per R1
            then move c to row
    go Turn(1)

phase Turn(p: player)                                                               per R1
    set moves to moves + 1
    if moves > 40
        game over
    ask p
        action draw(c in deck)                                                      per R1
            when (number of d in row) < 4
            then move c to row
        action take(c in row)                                                       per R1
            then move c to pile of p
            then set last to c
        action back(c in pile of p)                                                 per R1
            when (number of d in row) < 4
            then move c to row
        action turn_over(c in row)                                                  per R1
            then move c to row
        action sweep                                                                per R1
            when row is not empty
            then for each c in row
                move c to pile of p
        action hide                                                                 per R1
            when row is not empty
            then for each c in row with c.colour is Red
                move c to well
        action dredge                                                               per R1
            when well is not empty
            then for each c in well
                move c to pile of next of p
        action shuffle                                                              per R1
            when pile of p is not empty
            then for each c in pile of p
                move c to deck
        action read                                                                 per R1
            then for each c in pile of p
                set digest to (digest * 3 + c.rank) mod 97
            then for each h in queue of p
                set digest to (digest * 5 + (if h.colour is Red then 1 else 2)) mod 97
        action read_all                                                             per R1
            then for each c in of_both
                set digest to (digest * 3 + c.rank + (if c.colour is Red then 0 else 7)) mod 97
            then for each c in pile
                set digest to (digest * 5 + c.rank) mod 97
        action keep                                                                 per R1
            when pile of p is not kept
            then set kept to pile of p
        action keep_high                                                            per R1
            then set kept to high(p)
            then remove Card(Red, 1) from kept
        action add_to_kept(c in others(Card(Red, 2)))                               per R1
            then add c to kept
        action drop_of_kept(c in kept)                                              per R1
            then remove c from kept
        action recall(c in kept)                                                    per R1
            when some d in kept has d is not c and d in pile of p
            then set last to c
        action swap                                                                 per R1
            when row is not empty and pile of p is not empty and well is not empty
            then simultaneously
                each c in row
                    move c to pile of p
                each c in pile of p
                    move c to row
                each c in well
                    move c to pile of p
        action strew                                                                per R1
            when (number of c in deck) > 2
            then simultaneously
                each c in row
                    move c to goal(p, c)
        action pair_up                                                              per R1
            when (number of c in deck) > 2
            then simultaneously
                each Colour k
                    if Card(k, 1) in deck
                        move Card(k, 1) from deck to pile of p
                    if Card(k, 2) in deck
                        move Card(k, 2) from deck to pile of p
        action last_of_all                                                          per R1
            when Card(Red, 3) in row and pile of p is not empty
            then simultaneously
                each c in row with c is not Card(Red, 3)
                    move c to pile of p
                move Card(Red, 3) from row to pile of p
        action show_it(c in high(p))                                                per R1
            when show of p is empty
            then move c from pile of p to show of p
        action unshow                                                               per R1
            when show of p is not empty
            then each c in show of p
                move c to well
        action line_up(h in queue of p)                                             per R1
            when (number of g in line) < 3
            then move h to line
        action line_of(n in 1..2)                                                   per R1
            when n <= (number of g in queue of p with g is Chip(Red)) and n + (number of g in line) <= 3
            then move n Chip(Red) from queue of p to line
        action leave(h in line)                                                     per R1
            then move h to queue of p
        action like                                                                 per R1
            then set liked of p to queue of p
        action buy(n in 1..2)                                                       per R1
            when n <= (number of g in box of Chip with g is Chip(Red))
            then move n Chip(Red) from box to queue of p
        action sell(n in 1..2)                                                      per R1
            when n <= (number of g in queue of p with g is Chip(Blue))
            then move n Chip(Blue) from queue of p to box
        action sort_out                                                             per R1
            when pile of p is not empty
            then enter Sorting(p, pile of p)
        action choose_order                                                         per R1
            when row is not empty
            then enter Choosing(p)
        action by_chance                                                            per R1
            when line is not empty
            then enter Drawing
        action pass                                                                 per R1
            then nothing
    go Turn(next of p)

phase Sorting(p: player, coming: set of Card)                                       per R1
    for each c in coming
        ask p
            action put_away                                                         per R1
                then move c from pile of p to well
            action leave_it                                                         per R1
                when pile of p is not coming or c.rank > 1
                then set last to c
    for each c in coming with c in well
        set digest to (digest * 3 + c.rank) mod 97

phase Choosing(p: player)                                                           per R1
    for each c in row, in an order that p chooses                                   per R1
        move c to row

phase Drawing                                                                       per R1
    ask chance
        action lose(h in line)                                                      per R1
            then move h to box

invariant room                                                                      per R1
    (number of c in row) <= 4

invariant kept_is_known                                                             per R1
    every c in kept has c.rank < 4

step invariant nothing_jumps                                                        per R1
    every c in before(well) has c in well or c in pile or before(well) is not well
"""

WALKS = """\
game walks from rulebook tiny
    players 2..3                                                                    per R1

component Pawn                                                                      per R1
    rank: 1..{ranks}
    {copies}
    starts in yard

zone yard holds Pawn                                                                per R1
zone road of each player holds at most 3 Pawn, ordered                              per R1
zone town holds Pawn, ordered                                                       per R1

setup                                                                               per R1
    go Walk

phase Walk                                                                          per R1
    ask chance
        action out(w in yard, p in player)                                          per R1
            when (number of v in road of p) < 3
            then move w to road of p
        action home(w in road)                                                      per R1
            when (number of v in town) < 3
            then each player q
                if w in road of q
                    move w from road of q to town
        action back(p in player)                                                    per R1
            when (number of v in town) + (number of v in road of p) < 4
            then for each w in town
                move w to road of p
        action pass                                                                 per R1
            then nothing
    go Walk
"""
"""Seats that differ by what lies in their zones, in which order; pieces may be alike."""
