"""The data by which the ES module knows how a value is stored."""

from __future__ import annotations

from typing import Any

from refengine.program.storage.forms import COUNTED, MOST_LISTED, Form, ListForm, RecordForm, Scalar, Sequence, bits_of


def form_data(form: Form) -> dict[str, Any]:
    """Returns a form as data: `is` names it a scalar, a list, in an order, or a set that counts in so many bits."""
    match form:
        case Scalar(low=low, size=size, option=option, width=width):
            counts = size == COUNTED
            return {"is": "scalar", "low": low, "size": size, "option": option, "width": width, "counts": counts}
        case ListForm():
            return {"is": "list", "most": MOST_LISTED}
        case RecordForm(fields=fields, option=option, first=first):
            told = [{"name": each.name, "offset": first + each.offset, "form": form_data(each.form)} for each in fields]
            return {"is": "record", "option": option, "fields": told}
        case Sequence(most=most, width=width):
            return {"is": "sequence", "most": most, "width": width}
        case _:
            return {"is": "set", "low": form.low, "size": form.size, "bits": bits_of(form)}
