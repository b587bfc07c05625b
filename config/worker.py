"""The worker of the embedded installation: `python -m config.worker`."""

from __future__ import annotations

import sys
import warnings

from celery.exceptions import SecurityWarning

from config import parent
from config.celery import app


def main() -> int:
    """One process with a pool of threads, which every system has."""
    # Celery advises against root because messages may hold code; ours hold JSON and a uid.
    warnings.filterwarnings("ignore", category=SecurityWarning)
    worker = app.Worker(
        loglevel="WARNING",
        quiet=True,
        without_mingle=True,
        without_gossip=True,
        without_heartbeat=True,
    )
    worker.start()
    return int(worker.exitcode or 0)


if __name__ == "__main__":
    parent.leave_with_parent()
    sys.exit(main())
