"""Whatever everybody does in whatever order, the record is legal and its log says how it came."""

from __future__ import annotations

from functools import partial
from typing import Final

import pytest
from django.db import connection
from hypothesis import HealthCheck, Phase
from hypothesis import settings as hypotheses
from hypothesis.stateful import run_state_machine_as_test
from pytest_django import Settings

from clubs.credentials import official_pins
from tests.referee.any_sequence import AnySequence
from tests.referee.hall import Hall
from tests.samples import sampled
from tournaments.models import Event

SERVED: Final = 20
"""A database with a server takes three times as long; what is drawn is the same, and fewer."""


@pytest.mark.full
@pytest.mark.parametrize("records", sampled(Event.Records.values, Event.Records.values[:1]))
@pytest.mark.parametrize(
    "policy", sampled(Event.Confirmation.values, [Event.Confirmation.OTHER_SIDE])
)
@pytest.mark.parametrize(
    ("examples", "steps"), [(2, 20), pytest.param(60, 50, marks=pytest.mark.nightly)]
)
def test_any_sequence_leaves_a_legal_record(
    hall: Hall, settings: Settings, policy: str, records: str, examples: int, steps: int
) -> None:
    # A PIN is to be slow to guess, and is not what is tried here.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    pin = official_pins.set_own(hall.cast.bob, hall.cast.club)
    options = {"confirmation": policy, "records": records}
    Event.objects.filter(pk=hall.cast.event.pk).update(**options)
    run_state_machine_as_test(
        partial(AnySequence, hall, pin),  # type: ignore[arg-type]  # any factory will do
        settings=hypotheses(
            max_examples=examples if connection.vendor == "sqlite" else min(examples, SERVED),
            stateful_step_count=steps,
            # A failure is told in time, in as many steps as it took to find it.
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        ),
    )
