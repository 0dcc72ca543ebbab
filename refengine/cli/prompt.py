"""`refengine ask` without a question, on a terminal: lines are said one by one, with completion, history and `undo`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from refengine.report.sentences import sentence
from refengine.rulings.bench import DisagreementError
from refengine.rulings.conversation import Conversation, LineErrors
from refengine.rulings.errors import disagreement
from refengine.rulings.judge import Judge
from refengine.rulings.names import Sort, matching, names_of
from refengine.rulings.text import ruling_text
from refengine.source.render import render

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

QUIT = frozenset({"quit", "exit", "q"})

HELP = sentence(
    """\
given FACTS            what the position is: given Red 7 in hand of 1
given any 2 ...        what is left open: given any 2 cards in hand of 2, wave = any
when PHASE             a phase runs
1: ACTION              somebody does something
under NAME is READING  what the table agreed on; first of all
anything else          a question: an expression, who acts, legal actions of 1, why not 1: ACTION
names WORD             the names of the game with this word in them
show, undo, clear      the lines that stand; the last is taken back; all are
quit                   the end"""
)

WORDS = (
    "given", "when", "as", "at", "under", "edition", "option", "ask", "who acts", "legal actions of", "why not",
    "whether", "odds of", "after", "names", "show", "undo", "clear", "help", "quit",
)  # fmt: skip

SORTS: Mapping[Sort, str] = {
    "value": sentence("value"),
    "zone": sentence("zone"),
    "variable": sentence("variable"),
    "token": sentence("token"),
    "kind": sentence("kind"),
    "piece": sentence("piece"),
    "phase": sentence("phase"),
    "action": sentence("action"),
    "question": sentence("question"),
    "option": sentence("option"),
    "clause": sentence("clause"),
}
"""The words for what a name is a name of."""


def converse(judge: Judge, session: PromptSession[str], tell: Callable[[str], None], *, verbose: bool = False) -> int:
    """Holds a conversation until somebody ends it; returns the exit code."""
    conversation = Conversation(judge)
    words = judge.words
    greeting = words.sentences.say("`help` says what can be said, Tab completes names")
    tell(f"{words.name(judge.rules.name)}: {greeting}")
    while True:
        try:
            line = session.prompt(f"{len(conversation.lines) + 1}> ").strip()
        except (EOFError, KeyboardInterrupt):
            return 0
        if line in QUIT:
            return 0
        if line:
            tell(answer(conversation, line, verbose=verbose))


def answer(conversation: Conversation, line: str, *, verbose: bool = False) -> str:
    """Returns what is said to a line."""
    word, _, rest = line.partition(" ")
    say = conversation.judge.words.sentences.say
    match word, bool(rest.strip()):
        case "help" | "?", False:
            return say(HELP)
        case "show", False:
            return "\n".join(conversation.lines) or say("nothing is given")
        case "undo", False:
            taken = conversation.undo()
            return say("nothing is given") if taken is None else say("taken back: {line}", line=taken)
        case "clear", False:
            conversation.clear()
            return say("nothing is given any more")
        case "names", True:
            return _names(conversation.judge, rest.split())
        case _:
            return _said(conversation, line, verbose=verbose)


def _said(conversation: Conversation, line: str, *, verbose: bool) -> str:
    try:
        found = conversation.say(line)
    except DisagreementError as error:
        return render([disagreement(str(error))], {}).rstrip()
    match found:
        case LineErrors(diagnostics=diagnostics, texts=texts):
            return render(diagnostics, texts).rstrip()
        case ():
            return conversation.judge.words.sentences.say("given")
        case _:
            return "\n".join(
                ruling_text(each, conversation.judge.words.sentences, verbose=verbose) for each in found
            ).rstrip()


def _names(judge: Judge, words: Iterable[str]) -> str:
    found = matching(names_of(judge.compiled, judge.words), words)
    say = judge.words.sentences.say
    told = [f"{say(SORTS[each.sort])} {each.name}{'' if each.label is None else f' ({each.label})'}" for each in found]
    return "\n".join(told) or say("nothing is called so")


def session_of(judge: Judge, file: Path | None = None) -> PromptSession[str]:
    """Returns a session on the terminal that completes the names of the game and remembers what was said.

    With a `file` it remembers what was said in earlier sessions.
    """
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import WordCompleter
    from prompt_toolkit.history import InMemoryHistory

    from refengine.cli.history import LastingHistory

    known = names_of(judge.compiled, judge.words)
    names = {each.name: each.line or each.sort for each in known if each.sort != "clause"}
    completer = WordCompleter([*WORDS, *names], meta_dict=names, ignore_case=True)
    history = InMemoryHistory() if file is None else LastingHistory(file)
    return PromptSession(completer=completer, history=history, complete_while_typing=False)
