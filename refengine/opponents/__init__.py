"""Opponents: programs that choose for a seat, and know no more than the seat does."""
