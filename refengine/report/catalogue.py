"""The catalogues of sentences, one for each language but English, read when something is said in it."""

from __future__ import annotations

import io
from gettext import GNUTranslations
from importlib.resources import files
from typing import Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

FOLDER: Final = "catalogues"


def catalogue_of(language: str) -> GNUTranslations | None:
    """Returns the catalogue of a language, by its code as in `labels.toml`; None if there is none."""
    catalogue = files(__package__).joinpath(FOLDER, f"{language}.po")
    if not catalogue.is_file():
        return None
    compiled = io.BytesIO()
    write_mo(compiled, read_po(io.BytesIO(catalogue.read_bytes()), locale=language))
    compiled.seek(0)
    return GNUTranslations(compiled)
