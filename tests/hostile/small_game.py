"""A game so small that a command is done with it at once, with something of every sort that data can speak of."""

from pathlib import Path

from tests.engine.rules import rulebook

RULES = """\
game peas from rulebook tiny
    players 2                                                   per R1

kind Colour is Red, Blue                                        per R1

component Pea                                                   per R1
    colour: Colour
    one of each colour

zone hand of each player holds Pea                              per R1
zone bowl holds Pea                                             per R1
token Point on each player, limit 2                             per R1
variable rounds: 0..2, starts 0                                 per R1

value laid: count                                               per R1
    is number of c in bowl

setup                                                           per R1
    move all p in box to hand of 1
    go Turn(1)

phase Turn(p: player)                                           per R1
    ask p
        action lay(c in hand of p)                              per R1
            then move c to bowl
        action pass                                             per R1
            then set rounds to rounds + 1
    if rounds = 2 or (number of c in bowl) = 2
        game over
    otherwise
        go Turn(next of p)

outcome                                                         per R1
    scores are Point on p for player p
    winners are all player p with Point on p > 0

invariant two_peas                                              per R1
    (number of c in bowl) <= 2
"""

CLAIM = """\
claim nobody_lays                                               per R1
    in every Turn of 2 players
    laid = 0
"""


def write_game(folder: Path, *, claim: str = "", rules: str = RULES) -> Path:
    """The folder of the game, in a folder."""
    game = folder / "peas"
    game.mkdir(parents=True)
    (game / "rulebook.toml").write_text(rulebook(), "utf-8")
    (game / "peas.rules").write_text(rules, "utf-8")
    if claim:
        (game / "claims.rules").write_text(claim, "utf-8")
    return game
