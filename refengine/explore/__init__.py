"""Exhaustive exploration: every state of a game at a scope, and all that has to hold checked in each."""
