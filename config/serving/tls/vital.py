"""Threads without which this process is of no use: when one of them ends, so does the process.

A web server whose door for HTTPS is gone still answers by plain HTTP, so nobody outside would see
that anything is wrong. Ended, it is started again by the supervisor.
"""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Callable

from config.serving import parent

log = logging.getLogger(__name__)


def start(name: str, work: Callable[[], object]) -> None:
    """Run in a thread what never ends; the process ends with it."""
    threading.Thread(target=_run, args=(name, work), name=name, daemon=True).start()


def _run(name: str, work: Callable[[], object]) -> None:
    try:
        work()
    finally:
        # Within `finally` the log has the exception that goes on from here.
        why = sys.exc_info()[1]
        log.critical("%s has ended, and this process ends with it", name, exc_info=why)
        parent.leave()
