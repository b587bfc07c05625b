"""The languages of the program, and how to tell which one a text is in."""

from __future__ import annotations

import re
from typing import Final

LANGUAGES: Final = ("zh-hans", "en")
CHINESE: Final = re.compile(r"[\u4e00-\u9fff]")
LATIN_WORD: Final = re.compile(r"[A-Za-z][A-Za-z'’-]+")
LEFT_OVER: Final = re.compile(r"%\(|\{\w+\}")
"""A placeholder that nobody filled in."""
