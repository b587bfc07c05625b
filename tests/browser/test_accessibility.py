"""A tablet breaks no rule of axe-core, whatever it shows."""

from __future__ import annotations

import pytest

from tests import accessibility
from tests.browser.tablet import TabletPage

pytestmark = pytest.mark.full


def test_a_tablet_breaks_no_rule_from_its_opening_on(tablet: TabletPage) -> None:
    tablet.page.wait_for_load_state("networkidle")
    assert accessibility.violations(tablet.page) == []
