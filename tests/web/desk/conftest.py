"""What pages of the desk are tested with."""

from __future__ import annotations

import pytest

from tests import world
from tests.world import World


@pytest.fixture
def of(db: None) -> World:
    """A tournament in play in which something of every kind waits."""
    return world.assemble()
