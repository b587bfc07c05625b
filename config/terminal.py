"""Messages in the terminal, in its language.

That is Chinese if it is the system's language, or if packages come from a mirror in China and the
system names no language; otherwise English. Django is not loaded yet when these lines are printed,
so its catalogue is read here.
"""

from __future__ import annotations

import gettext as catalogues
import os
import sys
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from config.pip_settings import has_index_in_china

if sys.platform == "win32":
    import ctypes

    def _speaks_chinese() -> bool:
        """Whether Windows shows its own menus in Chinese."""
        primary = ctypes.windll.kernel32.GetUserDefaultUILanguage() & 0x3FF
        return bool(primary == _LANG_CHINESE)
else:

    def _speaks_chinese() -> bool:
        """Return False: only the environment decides."""
        return False


_LANG_CHINESE: Final = 0x04
_NO_LANGUAGE: Final = ("c", "posix", "en")
"""Locales that stand on many machines without anybody having chosen them."""
_LOCALE = Path(__file__).resolve().parents[1] / "locale"
_LANGUAGE_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def look_up(message: str) -> str:
    """Return the translation of a text that was marked elsewhere."""
    return _catalogue(_language()).gettext(message)


def gettext(message: str) -> str:
    """Return a message in the language of the terminal, Chinese or English."""
    return look_up(message)


def say(line: str = "") -> None:
    """Print one line at once, also through a pipe."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def language() -> str:
    """Return Django's code of the terminal's language."""
    return "zh-hans" if _language() == "zh_Hans" else "en"


class ProgressLine:
    """A line that counts progress in place; prints nothing if output is no terminal."""

    def __init__(self, words: str, total: int) -> None:
        self._words = words
        self._total = total
        self._count = 0
        self._is_shown = sys.stdout.isatty() and total > 0

    def __enter__(self) -> Self:
        self._show()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._is_shown:
            sys.stdout.write("\n")
            sys.stdout.flush()

    def step(self) -> None:
        """Count one more."""
        self._count = min(self._count + 1, self._total)
        self._show()

    def _show(self) -> None:
        if self._is_shown:
            sys.stdout.write(f"\r{self._words} {self._count}/{self._total}")
            sys.stdout.flush()


@cache
def _mirror_in_china() -> bool:
    return has_index_in_china(os.environ)


def _language() -> str:
    chosen = os.environ.get("LANGUAGE", "")
    setting = next(filter(None, (os.environ.get(name, "") for name in _LANGUAGE_VARIABLES)), "")
    name = setting.lower().replace("-", "_").partition("_")[0].partition(".")[0]
    if name == "zh":
        return "zh_Hans"
    if chosen or (name and name not in _NO_LANGUAGE):
        return "en"
    return "zh_Hans" if _speaks_chinese() or _mirror_in_china() else "en"


@cache
def _catalogue(language: str) -> catalogues.NullTranslations:
    return catalogues.translation("django", _LOCALE, languages=[language], fallback=True)
