"""`python -m refengine`, for where the console script is not on the path."""

from refengine.cli.entrance import main

if __name__ == "__main__":
    raise SystemExit(main())
