"""Board-game rules written once: a reference engine, proofs and cited rulings from the same text."""

__version__ = "0.1.0"
