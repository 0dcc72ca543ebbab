"""The way out of a declaration that cannot be read; it never leaves this package."""

from refengine.source.diagnostic import Diagnostic, Label
from refengine.source.span import Span


class RefusalError(Exception):
    """What is wrong with one declaration, with places counted in characters from where its text begins."""

    def __init__(
        self,
        code: str,
        message: str,
        start: int,
        end: int,
        *,
        label: tuple[int, int, str] | None = None,
        hint: str | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.start = start
        self.end = end
        self.label = label
        self.hint = hint

    def diagnostic(self, path: str, base: int) -> Diagnostic:
        """The same for the user; `base` is where the text of the declaration begins in the file."""
        labels: tuple[Label, ...] = ()
        if self.label is not None:
            start, end, text = self.label
            labels = (Label(Span(path, base + start, base + end), text),)
        return Diagnostic(
            self.code, self.message, Span(path, base + self.start, base + self.end), labels=labels, hint=self.hint
        )
