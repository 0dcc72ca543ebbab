"""`python -m refengine`, for where the console script is not on the path."""

from refengine.cli.entrance import command

if __name__ == "__main__":
    raise SystemExit(command())
