"""Exact odds: what the chance that follows a position comes to."""
