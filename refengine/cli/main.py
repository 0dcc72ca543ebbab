"""The commands by name, loaded when they are used, and what is wrong with the words of one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import Any

from attrs import frozen
from cyclopts import App, Argument, CycloptsError, MissingArgumentError, UnknownOptionError, UnusedCliTokensError

from refengine import __version__
from refengine.cli.guard import BAD_USAGE, keeping_loaded, run_guarded
from refengine.cli.streams import say_what_can_be_said
from refengine.source.depth import allow_depth
from refengine.source.package import caches

HELP = "Board-game rules written once: checked, played, explained."

EXIT_CODES = (
    "Exit codes: 0 holds, 1 violated, 2 bad input or usage, 3 inconclusive, 4 executors disagree, 5 internal error."
)

LISTED = "`--help` lists what the command takes"

DEBUG = "With --debug every command shows where in the program an internal error comes from."


@frozen
class Command:
    """A command as help shows it: the sentence that says what it does, and examples of its use.

    With `own_codes` its docstring says what its exit codes mean.
    """

    sentence: str
    examples: tuple[str, ...]
    own_codes: bool = False


COMMANDS = {
    "check": Command(
        "Check games: parse, decide examples, play at random, check invariants, report coverage, prove.",
        (
            "refengine check spec",
            "refengine check spec/GAME --traces 1000 --jobs 4 --format json",
            "refengine check spec/GAME --only examples",
            "refengine check spec/GAME --rulebook-text rulebook.txt",
            "refengine check spec --update-evidence",
        ),
        own_codes=True,
    ),
    "ask": Command(
        "Ask about a position: the verdict, the rules that decide it, and on which readings it hangs.",
        (
            "refengine ask spec/GAME 'given FACTS' 'when PHASE' 'VALUE(ARGUMENTS)'",
            "refengine ask spec/GAME 'given phase PHASE' 'why not 1: ACTION' --players 3",
            "refengine ask spec/GAME table.dispute --format json",
            "refengine ask spec/GAME",
        ),
        own_codes=True,
    ),
    "names": Command(
        "List the names of a game: values, zones, phases, actions, and clauses with their first line.",
        ("refengine names spec/GAME", "refengine names spec/GAME WORD"),
    ),
    "verify": Command(
        "Decide again what a receipt says was ruled, and agree, or say what differs.",
        ("refengine verify ruling.json --game spec/GAME",),
        own_codes=True,
    ),
    "diff": Command(
        "Compare two readings, two tables, or two versions of the rules: the shortest game in which they part.",
        (
            "refengine diff spec/GAME --reading QUESTION=ONE --reading QUESTION=OTHER",
            "refengine diff old/GAME new/GAME --format json",
            "refengine diff spec/GAME --since HEAD~1 --format comment",
        ),
        own_codes=True,
    ),
    "prove": Command(
        "Prove what the rules claim and what they owe: for all states, or refuted with a position.",
        (
            "refengine prove spec/GAME",
            "refengine prove spec/GAME CLAIM --save-example spec/GAME/found.rules",
            "refengine prove spec/GAME --only invariant --players 3 --rlimit 100000000",
        ),
        own_codes=True,
    ),
    "mutants": Command(
        "Change one thing in the rules at a time, and see whether anything notices.",
        (
            "refengine mutants spec/GAME",
            "refengine mutants spec/GAME --count 50 --seed 7 --format json",
            "refengine mutants spec/GAME 3f2a91c0",
        ),
        own_codes=True,
    ),
    "simulate": Command(
        "Play many random games: lengths, winners, scores, how often each rule fired.",
        ("refengine simulate spec/GAME --players 4 --games 1000 --seed 7",),
    ),
    "explore": Command(
        "Explore a game at a scope: every state and step, each checked against all that has to hold.",
        (
            "refengine explore spec/GAME",
            "refengine explore spec/GAME --scope small --alike",
            "refengine explore spec/GAME --players 2 --keep Card=12 --save found",
        ),
        own_codes=True,
    ),
    "odds": Command(
        "Exact odds: what the chance that follows a position comes to, as fractions.",
        (
            "refengine odds spec/GAME EXAMPLE",
            "refengine odds spec/GAME EXAMPLE --of 'points(1)' --of 'points(1) > points(2)'",
        ),
        own_codes=True,
    ),
    "replay": Command(
        "Play a recorded trace again, or audit a log: the first step that is not legal, why, and the last legal state.",
        (
            "refengine replay .refengine/FOUND.itf.json --game spec/GAME",
            "refengine replay game.json --game spec/GAME",
            "refengine replay LOGS/ --game spec/GAME",
        ),
    ),
    "play": Command(
        "Play against random or searching players, in the terminal, seeing only what your seat sees.",
        ("refengine play spec/GAME --players 3 --seat 2",),
    ),
    "show": Command(
        "Show a position: what lies on its boards, drawn, the cells in question, and what lies elsewhere.",
        (
            "refengine show spec/GAME EXAMPLE",
            "refengine show spec/GAME EXAMPLE --step 0 --svg board.svg",
            "refengine show spec/GAME .refengine/FOUND.itf.json --step 17",
        ),
        own_codes=True,
    ),
    "fmt": Command(
        "Format rules files and files of disputes; comments survive, and meaning does not change.",
        ("refengine fmt spec", "refengine fmt --check --diff spec"),
    ),
    "hash": Command(
        "Write the hashes of an index, made from the text of its rulebook; comments and layout survive.",
        ("refengine hash spec/GAME rulebook.txt", "refengine hash spec rulebooks --check"),
    ),
    "build": Command(
        "Write a game as a package of its own, with its readings folded in.",
        (
            "refengine build spec/GAME -o build/game --players 3",
            "refengine build spec/GAME --target wasm -o build/web",
            "refengine build spec/GAME --target page -o build/play",
        ),
    ),
    "book": Command(
        "Write the book of a game: its rulebook, statement by statement, and the rules that carry it out.",
        ("refengine book spec/GAME -o book", "refengine book spec/GAME -o book --format markdown"),
    ),
    "explain": Command(
        "Explain a code such as E0601; without one, list all codes.",
        ("refengine explain E0601", "refengine explain"),
    ),
}
"""The commands in order."""


def make_app(asked: str | None = None) -> App:
    """Returns the commands; each is imported when it is first used.

    The one that is `asked` for tells by its docstring what it does, the others by their sentence and are not imported.
    """
    app = App(
        name="refengine",
        help=HELP,
        help_epilogue=_epilogue([each.examples[0] for each in COMMANDS.values()], EXIT_CODES),
        help_format="markdown",
        version=__version__,
        exit_on_error=False,
        print_error=False,
        suppress_keyboard_interrupt=False,
        result_action="return_value",
    )
    for place, (name, each) in enumerate(COMMANDS.items()):
        app.command(
            f"refengine.cli.{name}:{name}",
            name=name,
            help=None if name == asked else each.sentence,
            help_epilogue=_epilogue(each.examples, *([] if each.own_codes else [EXIT_CODES])),
            sort_key=place,
        )
    return app


def _epilogue(examples: Iterable[str], *codes: str) -> str:
    return "\n\n".join(("Examples:", "\n".join(f"    {each}" for each in examples), *codes, DEBUG))


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command; the result is the exit code."""
    say_what_can_be_said()
    allow_depth()
    tokens = list(sys.argv[1:] if argv is None else argv)
    options = tokens[: tokens.index("--")] if "--" in tokens else tokens
    debug = "--debug" in options
    if debug:
        tokens.remove("--debug")
    if not tokens:
        make_app()(["--help"])
        return BAD_USAGE
    return run_guarded(lambda: _run(lambda: _entered(tokens, stays=argv is None)), debug=debug)


def _entered(tokens: Sequence[str], *, stays: bool) -> Any:
    app = make_app(tokens[0])
    if tokens[0] in COMMANDS:
        with keeping_loaded(tokens[0], caches() if stays else None, stays=stays):
            import_module(f"refengine.cli.{tokens[0]}")
    return app(tokens)


def _run(run: Callable[[], Any]) -> Any:
    try:
        return run()
    except CycloptsError as error:
        return _refuse_usage(error)


def _refuse_usage(error: CycloptsError) -> int:
    from refengine.cli.errors import bad_usage
    from refengine.source.render import render

    message, hint = usage_message(error)
    print(render([bad_usage(message, hint)], {}), end="", file=sys.stderr)
    return BAD_USAGE


def usage_message(error: CycloptsError) -> tuple[str, str | None]:
    """Returns what the argument parser says in the form of our diagnostics: one sentence, and a hint."""
    match error:
        case UnusedCliTokensError(unused_tokens=[first, *_]):
            return f"nothing is asked of `{first}`", LISTED
        case MissingArgumentError(keyword=str(option)):
            return f"`{option}` has no value", LISTED
        case MissingArgumentError(argument=Argument(index=index, name=name)):
            return f"`{name if index is None else name.lstrip('-').upper()}` is missing", LISTED
        case _:
            pass
    said = " ".join(str(error).split()).replace('"', "`")
    said = said.replace("into Path", "into a path")
    message, *rest = said.split(". ")
    nearest = next((each for each in rest if each.startswith("Did you mean")), None)
    hint = nearest or (". ".join(rest) or None)
    if hint is None and isinstance(error, UnknownOptionError):
        hint = LISTED
    if hint is not None:
        hint = (hint[:1].lower() + hint[1:]).rstrip(".")
    return message[:1].lower() + message[1:].rstrip("."), hint
