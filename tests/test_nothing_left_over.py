"""What one test leaves in its process, the next one does not meet."""

from __future__ import annotations

import pytest
from django.core.cache import cache


@pytest.mark.parametrize("turn", ["the first test", "the next one"])
def test_no_test_is_slowed_for_the_wrong_codes_of_another(turn: str) -> None:
    assert cache.get("wrong_codes") is None, turn
    cache.set("wrong_codes", 31)
