"""Keeps a worker, however it was started, from a database that is none for this program."""

from __future__ import annotations

from typing import Any

from celery import bootsteps

from config.storage import readiness


class Gate(bootsteps.Step):
    """The part of a worker that is asked first; it ends the worker once it has said why."""

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        if not readiness.begins():
            raise SystemExit(1)
