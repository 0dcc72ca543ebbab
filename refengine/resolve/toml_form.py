"""Forms of TOML tables: the keys that one has to have and may have, and what their values look like."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date

from attrs import field, frozen

from refengine.resolve.errors import there_are
from refengine.resolve.name_form import is_name
from refengine.resolve.toml_text import Keys, TomlText
from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span
from refengine.source.suggest import did_you_mean
from refengine.source.text import is_control


@frozen
class ValueForm:
    """A requirement on a value, in words and as a test; `words` are all there is to choose from, if it is a choice.

    `hint` is how one is written, `source` where one comes from that nobody makes up.
    """

    wanted: str
    accepts: Callable[[object], bool]
    words: tuple[str, ...] = ()
    hint: str | None = None
    source: str | None = None


@frozen
class Form:
    """The keys of a table."""

    required: Mapping[str, ValueForm]
    optional: Mapping[str, ValueForm] = field(factory=dict)

    @property
    def values(self) -> Mapping[str, ValueForm]:
        """All keys that the table may have."""
        return {**self.required, **self.optional}


def is_text(value: object) -> bool:
    """Returns whether a value is a text in which people can see all there is."""
    return isinstance(value, str) and not value.isspace() and value != "" and not any(map(is_control, value))


def choice(*words: str) -> ValueForm:
    """Returns one of a few words."""
    return ValueForm(" or ".join(f"`{word}`" for word in words), lambda value: value in words, words)


def _list_of(accepts: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list) and value != [] and all(map(accepts, value))


def _is_name(value: object) -> bool:
    return isinstance(value, str) and is_name(value)


def _is_table(value: object) -> bool:
    return isinstance(value, dict)


TEXT = ValueForm(
    "a text that is not empty and has no invisible characters", is_text, hint='write it between quotes: `"..."`'
)
NAME = ValueForm(
    "a name: a letter, then letters, digits and `_`", _is_name, hint='write it between quotes, as in `"R1"`'
)
NAMES = ValueForm("a list of names, and not an empty one", _list_of(_is_name), hint='write it as in `["R1", "R2"]`')
DATE = ValueForm(
    "a date, as in `2024-12-31`, without quotes",
    lambda value: type(value) is date,
    hint="leave out quotes and the time of day",
)
TABLE = ValueForm("a table", _is_table)
TABLES = ValueForm("a list of tables", _list_of(_is_table))


def check_form(text: TomlText, path: Keys, table: Mapping[str, object], form: Form) -> Iterator[Diagnostic]:
    """Keys that are missing or unknown and values of another kind, in the table to which `path` leads."""
    values = form.values
    free = values.keys() - table.keys()
    meant = {key: did_you_mean(key, free) for key in table if key not in values}
    for key, suggestion in meant.items():
        yield _unknown_key(text.key(*path, key), key, suggestion, values)
    for key in form.required:
        if key not in table and key not in meant.values():
            yield _missing_key(text.key(*path), key, _shown(path), form.required[key])
    for key, value in table.items():
        wanted = values.get(key)
        if wanted is not None and not wanted.accepts(value):
            suggestion = did_you_mean(value, wanted.words) if isinstance(value, str) else None
            yield wrong_value(text.value(*path, key), key, wanted, suggestion)


def wrong_value(span: Span, key: str, wanted: ValueForm, suggestion: str | None = None) -> Diagnostic:
    """A value that is not what its key wants."""
    hint = f"did you mean `{suggestion}`?" if suggestion else wanted.source or wanted.hint
    return Diagnostic("E0804", f"`{key}` has to be {wanted.wanted}", span, hint=hint)


def _shown(path: Keys) -> str:
    """Returns the header of a table as it is written."""
    name = ".".join(str(part) for part in path if isinstance(part, str))
    if not path:
        return "the file"
    return f"`[[{name}]]`" if isinstance(path[-1], int) else f"`[{name}]`"


def _missing_key(span: Span, key: str, where: str, wanted: ValueForm) -> Diagnostic:
    hint = wanted.source or f"add `{key}`, which has to be {wanted.wanted}"
    return Diagnostic("E0802", f"{where} has no `{key}`", span, hint=hint)


def _unknown_key(span: Span, key: str, suggestion: str | None, known: Iterable[str]) -> Diagnostic:
    hint = f"did you mean `{suggestion}`?" if suggestion else there_are(known)
    return Diagnostic("E0803", f"nothing is called `{key}` here", span, hint=hint)
