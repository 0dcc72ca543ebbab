"""Evidence: how every statement on a game is known, what was promised of it, and whether the promise is kept."""
