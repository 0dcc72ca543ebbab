"""Games restated by hand, outside the toolchain, as yardsticks for engines made by it.

Each module is an ordinary Python program: frozen attrs classes, plain functions,
tuples. It serves two measurements: the speed of a generated engine as a ratio to
what one would write by hand, and a cross-check that the same choices lead to the
same states. It shares no code with the toolchain and is written from the
statements of the game, not from its specification. Agreement is evidence, not a
proof about the specification: both may misread the rulebook in the same way.
"""
