"""Every test of what is shared begins without cached pages."""

from __future__ import annotations

import pytest

from web.publish import cache


@pytest.fixture(autouse=True)
def _no_page_is_kept() -> None:
    cache.forget()
