"""Two teams in play, as a fixture."""

from __future__ import annotations

import pytest

from tests import teams_cast
from tests.teams_cast import Teams


@pytest.fixture
def teams(db: None) -> Teams:
    return teams_cast.assemble()
