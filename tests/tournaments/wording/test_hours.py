"""How days and hours are written: none ends in a stop, since sentences put one behind it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

import pytest
from django.conf import settings
from django.utils import formats, translation

FORMATS: Final = (
    "DATE_FORMAT",
    "DATETIME_FORMAT",
    "MONTH_DAY_FORMAT",
    "SHORT_DATE_FORMAT",
    "SHORT_DATETIME_FORMAT",
    "TIME_FORMAT",
    "YEAR_MONTH_FORMAT",
)


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
@pytest.mark.parametrize("name", FORMATS)
def test_no_hour_ends_in_a_stop(language: str, name: str) -> None:
    with translation.override(language):
        for hour in (0, 8, 12, 20):
            written = formats.date_format(datetime(2026, 9, 21, hour, 15, tzinfo=UTC), name)
            assert not written.endswith("."), written


def test_an_english_hour_is_that_of_the_hall() -> None:
    with translation.override("en"):
        written = formats.date_format(datetime(2026, 11, 21, 20, 15, tzinfo=UTC), "DATETIME_FORMAT")
    assert written == "Nov. 21, 2026, 20:15"
