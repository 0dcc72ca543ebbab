"""Names, the rulebook and the printed data: what the words of a rule set stand for."""
