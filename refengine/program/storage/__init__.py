"""Packed states: how everything that a state holds is stored in bytes, and how those bytes are read."""
