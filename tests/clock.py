"""The clock of the program, which a test sets by hand.

def test_in_time(at: At) -> None:
    at(DEADLINE)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import pytest
from django.apps import apps
from django.utils import timezone

REAL: Final = timezone.now
"""The clock of the machine, whatever a test puts in its place."""


@dataclass
class Clock:
    """The time that the program reads."""

    at: datetime

    def __call__(self) -> datetime:
        return self.at

    def go_on(self, **by: float) -> None:
        """Let time pass."""
        self.at += timedelta(**by)


At = Callable[[datetime], Clock]
"""Set the clock; it stands at this hour until it is set again, or goes on."""


def stopped(monkeypatch: pytest.MonkeyPatch, hour: datetime) -> Clock:
    """Stop the clock of the program; columns with a default time read it too."""
    clock = Clock(hour)
    monkeypatch.setattr(timezone, "now", clock)
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if field.default is REAL:
                monkeypatch.setattr(field, "_get_default", clock)
    return clock
