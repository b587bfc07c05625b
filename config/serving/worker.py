"""The worker of the embedded installation: `python -m config.serving.worker`."""

from __future__ import annotations

import sys
import warnings

from celery.apps.worker import (  # type: ignore[attr-defined]
    Worker,
    install_worker_term_handler,
)
from celery.exceptions import SecurityWarning
from celery.worker import WorkController

from config.celery import app
from config.serving import processes
from config.storage import file_permissions


class QuietWorker(Worker):
    """A worker that prints nothing when it ends, because the supervisor does."""

    def install_platform_tweaks(self, worker: WorkController) -> None:
        """Handle signals as any worker does, without Celery's own messages."""
        super().install_platform_tweaks(worker)
        install_worker_term_handler(worker, verbose=False)


def main() -> int:
    """Run one process with a pool of threads, which every system has."""
    file_permissions.keep()
    # Celery advises against root because messages may hold code; ours hold JSON and a uid.
    warnings.filterwarnings("ignore", category=SecurityWarning)
    worker = QuietWorker(
        app=app,
        loglevel="WARNING",
        quiet=True,
        without_mingle=True,
        without_gossip=True,
        without_heartbeat=True,
    )
    worker.start()
    return int(worker.exitcode or 0)


if __name__ == "__main__":
    processes.leave_with_parent()
    sys.exit(main())
