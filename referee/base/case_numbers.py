"""裁-年-序 as text: how the number of a ruling is printed and known again in either language."""

from __future__ import annotations

import re
from typing import Final

from django.utils.translation import gettext

_PRINTED: Final = re.compile(r"(?:R|裁)-(\d{4})-(\d{4,})")


def printed(year: int, number: int) -> str:
    """Return the number of a ruling as it is printed: 裁-2026-0017."""
    return gettext("R-%(year)s-%(number)s") % {"year": year, "number": f"{number:04d}"}


def printed_again(text: str) -> str:
    """Return a printed number in the language of the reader; empty for any other text."""
    found = _PRINTED.fullmatch(text)
    return printed(int(found[1]), int(found[2])) if found else ""
