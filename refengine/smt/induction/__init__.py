"""Induction along a course: invariants, obligations, texts, and what players may see."""
