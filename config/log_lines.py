"""The lines of the log: no link in them opens a page, and a fault has the number people tell."""

from __future__ import annotations

import logging
import re
from typing import Final

__all__ = ["FAULT", "LogLines"]

LINKS: Final = re.compile(r"(?<=/[cp]/)[0-9a-z]{4}[0-9A-Za-z._-]{12,}")
"""What follows the addresses of captains and of players, and is a key."""
HIDDEN: Final = "…"
FAULT: Final = "fault_number"
"""The attribute of a request that broke: the number which its answer told."""


class LogLines(logging.Formatter):
    """Makes a line of what is logged; the framework names the address of whatever was refused."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, with its traceback where there is one."""
        return LINKS.sub(HIDDEN, super().format(record))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        """Return the line without a traceback, with the number of the fault that it tells of."""
        number = getattr(getattr(record, "request", None), FAULT, "")
        line = super().formatMessage(record)
        return f"{line} (fault {number})" if number else line
