"""Diagnostics about receipts: one function for each mistake."""

from __future__ import annotations

from refengine.runtime.bad_data import in_few_words
from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span


def no_receipt(path: str, at: int, why: str) -> Diagnostic:
    """A text that is no receipt."""
    hint = "take the file as `refengine ask --format receipt` wrote it"
    return Diagnostic("E0910", f"this is no receipt of a ruling: {why}", Span(path, at, at), hint=hint)


def other_receipt(path: str, at: int, form: object, ours: int) -> Diagnostic:
    """A receipt in the form of another version of this program."""
    message = f"the receipt has form {in_few_words(form)}, we read form {ours}"
    hint = "verify it with the version of refengine that it names"
    return Diagnostic("E0911", message, Span(path, at, at), hint=hint)
