"""Formats log lines: masks the keys in links, and adds the fault number shown on a page.

A key is also masked as typed from paper: in capitals, with blanks, with the wrong dashes, without a
slash, percent-encoded. Masking too much is better than showing a key.
"""

from __future__ import annotations

import logging
import re
from typing import Final
from urllib.parse import unquote

__all__ = ["FAULT", "LogLines"]

HIDDEN: Final = "…"
FAULT: Final = "fault_number"
"""The attribute of a failed request that holds the fault number of its answer."""
_ESCAPED = r"\\(?:u[0-9a-f]{4}|x[0-9a-f]{2}|U[0-9a-f]{8})"
"""How the framework writes what is not ASCII."""
_SLASH = rf"(?:/|(?!{_ESCAPED})\\|%(?:25)*(?:2f|5c))"
_BLANK = r"(?:\s|\+|%(?:25)*20|\\u3000|\\x(?:a0|09))"
_DASH = r"(?:[-_–—−.]|%(?:25)*2d|(?:%(?:25)*e2%(?:25)*80%(?:25)*9[0-5])|\\u201[0-5]|\\u2212)"
_SIGN = rf"(?:[^/\\?#&\"'<>\s]|{_ESCAPED})"
_LETTER = r"invitations|new-password|[ckmpr]|%(?:25)*(?:[4567][03]|[46][bd]|[57]2)"
BELOW: Final = re.compile(
    rf"(?P<way>{_SLASH}{_BLANK}*(?:{_LETTER}){_BLANK}*{_SLASH}+{_BLANK}*)"
    rf"(?P<key>{_SIGN}+(?:{_BLANK}+(?={_DASH}|[0-9a-z]{{1,4}}\b){_SIGN}+){{0,7}})",
    re.IGNORECASE,
)
"""The part after the addresses of captains, kiosks, members, players, requests, account links.

Its length decides whether it is a key.
"""
# Encoded blanks contain letters and digits, so that each of a long row of them could start
# a key: without a limit, an address of nothing else would block everybody
# for seconds.
_BLANKS = rf"{_BLANK}{{0,9}}"
ANYWHERE: Final = re.compile(
    rf"(?<![0-9a-z])[0-9a-z]{{4,5}}(?:{_BLANKS}{_DASH}{_BLANKS}[0-9a-z]{{4}}){{3}}(?![0-9a-z])"
    r"|(?<![0-9a-z._])[0-9a-z]{12}\.[0-9a-z_-]{22}(?![0-9a-z])"
    r"|(?<=[?&]code=)[^&\s\"'<>]+",
    re.IGNORECASE,
)
"""A key recognised by its form, anywhere in a line; and the setup code in an address."""
_LONG, _LONG_WITH_DIGIT = 12, 8
"""From this length on it is a key, perhaps with a few characters missing."""


class LogLines(logging.Formatter):
    """Formats a record; the framework logs the addresses of refused requests."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, with its traceback where there is one."""
        return ANYWHERE.sub(HIDDEN, BELOW.sub(_hide_key, super().format(record)))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        """Return the line without its traceback, with the fault number if there is one."""
        number = getattr(getattr(record, "request", None), FAULT, "")
        line = super().formatMessage(record)
        return f"{line} (fault {number})" if number else line


def _hide_key(match: re.Match[str]) -> str:
    """Return the address without its key, or unchanged if it has none."""
    text = unquote(unquote(re.sub(_ESCAPED, "0", match["key"])))
    signs = [sign for sign in text if sign.isalnum()]
    has_digit = any(sign.isdigit() for sign in signs)
    is_key = len(signs) >= (_LONG_WITH_DIGIT if has_digit else _LONG)
    return match["way"] + HIDDEN if is_key else match[0]
