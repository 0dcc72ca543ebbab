"""The plugin of pytest: with `--refengine` every example, law and statement of a game is a test of its own."""
