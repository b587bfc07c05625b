"""Prints messages to the terminal, in its language.

Django is not loaded yet when these lines are due, so its catalogue is read here.
"""

from __future__ import annotations

import gettext as catalogues
import os
import sys
from functools import cache
from pathlib import Path

_LOCALE = Path(__file__).resolve().parents[2] / "locale"
_LANGUAGE_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def gettext(message: str) -> str:
    """Return a message in the language of the terminal; in English where that is not Chinese."""
    return _catalogue(_language()).gettext(message)


def say(line: str = "") -> None:
    """Print one line at once, also through a pipe."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def language() -> str:
    """Return Django's code of the terminal's language."""
    return "zh-hans" if _language() == "zh_Hans" else "en"


def _language() -> str:
    setting = next(filter(None, (os.environ.get(name, "") for name in _LANGUAGE_VARIABLES)), "")
    return "zh_Hans" if setting.lower().startswith("zh") else "en"


@cache
def _catalogue(language: str) -> catalogues.NullTranslations:
    return catalogues.translation("django", _LOCALE, languages=[language], fallback=True)
