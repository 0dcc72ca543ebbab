"""How everything that is said of a game is known, what was promised of it, and whether the promise is kept."""
