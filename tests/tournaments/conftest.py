"""The cast as a fixture."""

from __future__ import annotations

import pytest

from tests import cast as people
from tests.cast import Cast


@pytest.fixture
def cast(db: None) -> Cast:
    """Alice's club with an individual event of eight players."""
    return people.assemble()


@pytest.fixture
def transactional_cast(transactional_db: None) -> Cast:
    """The same for tests in which transactions end for good."""
    return people.assemble()
