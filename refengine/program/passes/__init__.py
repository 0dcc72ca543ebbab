"""Passes: programs made into others that mean the same, and run faster."""
