"""The course of a game as terms: effects, steps, and every place at which somebody decides."""
