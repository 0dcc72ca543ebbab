"""Checking a game: examples decided, games played, coverage counted; the result is data, and nothing here prints."""
