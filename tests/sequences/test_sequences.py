"""Whatever everybody does in whatever order: nothing illegal, and nothing without a log entry.

A few steps are taken every day, and a few in each of five worlds with `--full`. With `--nightly`
they are 4,000 over SQLite, and 400 over PostgreSQL.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from random import Random

import pytest
from django.db import connection
from pytest_django import Settings

from tests.address_tables import DESK
from tests.samples import sampled
from tests.sequences import legality, operations
from tests.sequences.sequence import Sequence
from tests.tournaments.drawing import pairs_cast
from tournaments import organise


@pytest.fixture(autouse=True)
def _nothing_is_left_to_chance(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    # A PIN is to be slow to guess, and is not what is tried here.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    rng = Random("sequences")
    monkeypatch.setattr(secrets, "token_bytes", lambda size=32: rng.randbytes(size))
    monkeypatch.setattr(secrets, "token_hex", lambda size=32: rng.randbytes(size).hex())


def run(seed: int, steps: int, without: Collection[int] = ()) -> Sequence:
    """Take so many steps of a seed, and prove what came of them.

    A failure is repeated by its seed, and shortened by leaving out visits by their numbers.
    """
    sequence = Sequence(seed)
    while sequence.steps < steps:
        if sequence.visits + 1 in without:
            sequence.visits += 1
        else:
            operations.visit(sequence)
    sequence.end()
    return sequence


@pytest.mark.full
@pytest.mark.databases
def test_a_short_sequence_is_legal_and_logged(db: None) -> None:
    run(7, 12)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", sampled(range(5), range(1)))
@pytest.mark.parametrize("steps", [15, pytest.param(60, marks=pytest.mark.nightly)])
def test_any_sequence_is_legal_and_logged(db: None, seed: int, steps: int) -> None:
    run(seed, steps)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(100, 108))
def test_long_sequences_are_legal_and_logged(db: None, seed: int) -> None:
    run(seed, 500 if connection.vendor == "sqlite" else 50)


def test_every_operation_of_the_desk_is_tried() -> None:
    taken = {name for name, door in DESK.items() if "post" in door.bob}
    assert taken - operations.DOORS.keys() - operations.LEFT_OUT.keys() == set()


@pytest.mark.full
def test_who_is_left_out_of_a_draft_is_found(db: None) -> None:
    cast = pairs_cast(5)
    draft = organise.draw_round(cast.event, cast.director, method="random")
    assert list(legality._left_out(cast.event)) == []
    out = draft.sit_outs.get()
    out.delete()
    assert list(legality._left_out(cast.event)) == [f"{out.entry.number} is left out of round 1"]
