"""What a row says of a column that came later, and what a result says of the next line-ups."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

import pytest
from django.utils import timezone

from tests.cast import Cast
from tournaments.models import Club
from tournaments.record.digest import row_digest
from tournaments.structure import segments

NOON = datetime(2026, 11, 21, 12, tzinfo=timezone.get_fixed_timezone(480))


def digest_of(later: Collection[str], **columns: Any) -> str:
    club: Any = Club(uid="u", name="城北", created_at=NOON, **columns)
    club.later_columns = frozenset(later)
    return row_digest(club)


def test_a_column_that_came_later_counts_only_where_it_was_used() -> None:
    assert digest_of(["features"]) != digest_of([])
    assert digest_of(["features"], features=["fees"]) == digest_of([], features=["fees"])
    assert digest_of(["features"], features=["fees"]) != digest_of(["features"])


@pytest.mark.full
@pytest.mark.parametrize(
    ("minutes", "due", "is_told"), [(10, NOON, True), (10, None, False), (None, NOON, False)]
)
def test_a_result_tells_when_the_next_line_ups_are_due(
    cast: Cast,
    monkeypatch: pytest.MonkeyPatch,
    minutes: int | None,
    due: datetime | None,
    *,
    is_told: bool,
) -> None:
    monkeypatch.setattr(
        segments, "set_next_deadline", lambda deal: due if deal.event.line_up_minutes else None
    )
    deal = cast.deals(cast.round_in_play())[0]
    deal.event.line_up_minutes = minutes
    cast.post(deal)
    body = cast.tournament.log.order_by("-seq")[0].body
    assert ("line_ups_due" in body) is is_told
