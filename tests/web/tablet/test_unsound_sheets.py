"""A sheet with problems comes to the device that takes its table over, which mends it."""

from __future__ import annotations

import pytest
from django.test import Client

from referee.models import Sheet
from tests.referee.hall import Hall, Tablet, fits
from tests.referee.taking_over import heard, takes_over, told_of
from web.tablet.api.round_pack import RoundPack


@pytest.mark.full
def test_a_sheet_with_problems_is_told_and_comes_with_the_round_to_be_mended(
    hall: Hall, tablet: Tablet, pin: str
) -> None:
    unsound = hall.sheet(report={"won": {"N": ["SQ"]}})
    tablet.submits(unsound)
    heard(tablet)
    lease = takes_over(hall.table, pin, told_of(hall)).json()
    left_behind = lease["took_over"]
    assert (left_behind["missing"], left_behind["not_counted"]) == ([2], [1])
    new = Tablet(Client(), lease["token"])
    first, second = fits(RoundPack, new.get("round").json())["deals"]
    sheet = first["sheet"]
    assert (first["state"], sheet["key"], sheet["awaited"]) == ("open", unsound.key, [])
    assert [problem["code"] for problem in sheet["problems"]] == ["cards_not_won"]
    assert (sheet["report"], second["sheet"]) == ({"won": {"N": ["SQ"]}}, None)
    new.submits(hall.sheet())
    assert new.get("round").json()["deals"][0]["sheet"]["problems"] == []


@pytest.mark.full
def test_what_came_late_from_the_old_device_is_not_for_the_new_one(
    hall: Hall, tablet: Tablet, pin: str
) -> None:
    heard(tablet)
    lease = takes_over(hall.table, pin, told_of(hall)).json()
    tablet.submits(hall.sheet())
    assert Sheet.objects.get().is_late
    assert Tablet(Client(), lease["token"]).get("round").json()["deals"][0]["sheet"] is None
