"""The lines of the log: a link that opens a page without an account is not written into them."""

from __future__ import annotations

import logging
import re
from typing import Final

__all__ = ["LogLines"]

LINKS: Final = re.compile(r"(?<=/[cp]/)[0-9a-z]{4}[0-9A-Za-z._-]{12,}")
"""What follows the addresses of captains and of players, and is a key."""
HIDDEN: Final = "…"


class LogLines(logging.Formatter):
    """Makes a line of what is logged; the framework names the address of whatever was refused."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, with its traceback where there is one."""
        return LINKS.sub(HIDDEN, super().format(record))
