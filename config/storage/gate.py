"""Ends a worker, however it was started, whose database is not one of this program."""

from __future__ import annotations

from typing import Any

from celery import bootsteps

from config.storage import readiness


class Gate(bootsteps.Step):
    """The first step of a worker, which ends it after printing why."""

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        if not readiness.may_serve():
            raise SystemExit(1)
