"""Proofs by windows: statements about boards of any size."""
