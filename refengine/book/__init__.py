"""The book of a game: its rulebook, statement by statement, with the rules that carry it out."""
