"""Everything that can be read is acknowledged, and the answer says what became of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.base import handed_in as sealed_items
from referee.base.handed_in import Sealed, seal
from referee.models import Confirmation, KeptWrite, Sheet
from referee.sheets import entry
from tests.referee.hall import NOTHING_WON, WEST_TAKES_ALL, Hall, Tablet
from tournaments.models import Result
from web.tablet.api.acknowledgement import ConfirmationAnswer, SheetAnswer
from web.tablet.api.schema import answer_form


def became(answer: Any) -> tuple[bool, str, str]:
    """What an acknowledgement says: whether it was only kept, how it stands, and why."""
    return answer["kept"], answer["standing"], answer["code"]


@pytest.mark.full
@pytest.mark.databases
def test_a_sheet_that_counts_waits_and_is_posted_once_it_was_confirmed(
    hall: Hall, tablet: Tablet
) -> None:
    sealed = hall.sheet()
    answer = fits_sheet(tablet.submits(sealed))
    assert became(answer) == (False, "waiting", "")
    agreed = fits_confirmation(tablet.confirms(hall.agreement(sealed)))
    assert became(agreed) == (False, "posted", "")
    assert became(tablet.submits(sealed)) == (False, "posted", "")


def fits_sheet(answer: Any) -> Any:
    return _fits(SheetAnswer, answer)


def fits_confirmation(answer: Any) -> Any:
    return _fits(ConfirmationAnswer, answer)


def _fits(form: Any, answer: Any) -> Any:
    described = answer_form(form)(data=answer)
    assert described.is_valid(), described.errors
    assert set(answer) == set(described.fields)
    return answer


def test_a_sheet_with_problems_is_the_table_s_to_mend(hall: Hall, tablet: Tablet) -> None:
    answer = fits_sheet(tablet.submits(hall.sheet(report=NOTHING_WON)))
    assert became(answer) == (False, "mend", "")


@pytest.mark.full
def test_an_older_sheet_says_that_a_newer_one_counts(hall: Hall, tablet: Tablet) -> None:
    older, newer = hall.sheet(), hall.sheet(report=WEST_TAKES_ALL)
    tablet.submits(older)
    assert became(tablet.submits(newer)) == (False, "waiting", "")
    assert became(tablet.submits(older)) == (False, "superseded", "")
    assert became(tablet.confirms(hall.agreement(older))) == (True, "kept", "sheet_replaced")


@pytest.mark.full
def test_a_sheet_against_a_result_that_stands_is_the_referee_s(hall: Hall, tablet: Tablet) -> None:
    hall.cast.post(hall.deal())
    assert became(tablet.submits(hall.sheet(seen=1))) == (False, "referee", "")
    assert became(tablet.submits(hall.sheet(seen=0))) == (False, "referee", "")


@pytest.mark.full
def test_a_confirmation_waits_while_others_are_wanted_and_tells_what_became_of_its_sheet(
    hall: Hall, tablet: Tablet
) -> None:
    hall.confirmed_by("all_others")
    sealed = hall.sheet()
    tablet.submits(sealed)
    first = hall.agreement(sealed, "W")
    assert became(fits_confirmation(tablet.confirms(first))) == (False, "waiting", "")
    tablet.submits(hall.sheet(report=WEST_TAKES_ALL))
    assert became(tablet.confirms(first)) == (False, "superseded", "")


@pytest.mark.full
def test_a_result_that_was_replaced_does_not_stand_any_more(hall: Hall, tablet: Tablet) -> None:
    sealed = hall.sheet()
    agreement = hall.agreement(sealed)
    tablet.submits(sealed)
    assert became(tablet.confirms(agreement)) == (False, "posted", "")
    bob, other = hall.official(), hall.sheet(report=WEST_TAKES_ALL, recorder="referee", seen=1)
    entry.submit(writer=bob, sealed=other)
    entry.confirm(writer=bob, sealed=hall.agreement(other, "referee"), reason="seen by all")
    assert became(tablet.confirms(agreement)) == (False, "superseded", "")
    assert became(tablet.submits(sealed)) == (False, "superseded", "")


Sends = Callable[[Hall, Tablet], tuple[str, Sealed]]


def key_reused(hall: Hall, tablet: Tablet) -> tuple[str, Sealed]:
    tablet.submits(hall.sheet(key="the-same-key"))
    return "sheets", hall.sheet(report=NOTHING_WON, key="the-same-key")


def deal_unknown(_hall: Hall, _tablet: Tablet) -> tuple[str, Sealed]:
    return "sheets", seal({"deal": "nodeal", "seen": 0, "recorder": "N", "report": NOTHING_WON})


def sheet_unknown(hall: Hall, _tablet: Tablet) -> tuple[str, Sealed]:
    return "confirmations", hall.agreement(hall.sheet())


def confirmer_not_allowed(hall: Hall, tablet: Tablet) -> tuple[str, Sealed]:
    sealed = hall.sheet()
    tablet.submits(sealed)
    return "confirmations", hall.agreement(sealed, "N")


def sheet_differs(hall: Hall, tablet: Tablet) -> tuple[str, Sealed]:
    sealed = hall.sheet()
    tablet.submits(sealed)
    return "confirmations", hall.agreement(sealed, digest="0" * 64)


def sheet_has_problems(hall: Hall, tablet: Tablet) -> tuple[str, Sealed]:
    sealed = hall.sheet(report=NOTHING_WON)
    tablet.submits(sealed)
    return "confirmations", hall.agreement(sealed)


def already_confirmed(hall: Hall, tablet: Tablet) -> tuple[str, Sealed]:
    hall.confirmed_by("all_others")
    sealed = hall.sheet()
    tablet.submits(sealed)
    tablet.confirms(hall.agreement(sealed))
    return "confirmations", hall.agreement(sealed)


def result_changed(hall: Hall, tablet: Tablet) -> tuple[str, Sealed]:
    sealed = hall.sheet()
    tablet.submits(sealed)
    hall.cast.post(hall.deal())
    return "confirmations", hall.agreement(sealed)


@pytest.mark.full
@pytest.mark.parametrize(
    "sends",
    [
        pytest.param(key_reused, marks=pytest.mark.databases),
        deal_unknown,
        sheet_unknown,
        confirmer_not_allowed,
        sheet_differs,
        sheet_has_problems,
        already_confirmed,
        result_changed,
    ],
)
def test_what_does_not_count_is_kept_and_acknowledged_with_its_reason_the_same_each_time(
    hall: Hall, tablet: Tablet, sends: Sends
) -> None:
    path, sealed = sends(hall, tablet)
    rows = Sheet.objects.count(), Confirmation.objects.count(), Result.objects.count()
    first, second = tablet.sends(path, sealed), tablet.sends(path, sealed)
    answer = (fits_sheet if path == "sheets" else fits_confirmation)(first.json())
    assert (first.status_code, became(answer)) == (200, (True, "kept", sends.__name__))
    assert (answer["key"], answer["digest"]) == (sealed.key, sealed.digest)
    assert answer["text"]
    assert sends.__name__ in [problem["code"] for problem in answer["problems"]]
    assert second.json() == answer
    assert KeptWrite.objects.get().sealed == sealed.sealed
    assert rows == (Sheet.objects.count(), Confirmation.objects.count(), Result.objects.count())


def test_what_is_not_even_kept_is_not_acknowledged(
    hall: Hall, tablet: Tablet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sealed_items, "MOST_SINCE_LOST", 0)
    hall.table.leases.update(released_at=hall.table.leases.get().created_at)
    answer = tablet.sends("sheets", hall.sheet())
    assert (answer.status_code, answer.json()["code"]) == (409, "lease_spent")
    assert not Sheet.objects.exists()
    assert not KeptWrite.objects.exists()
