"""The command line: the one place that prints, reads arguments, environment and clock, and exits."""
