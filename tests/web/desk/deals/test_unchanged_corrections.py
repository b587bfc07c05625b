"""A correction that changes nothing adds no version, and what was typed is still there."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from referee.base.handed_in import Writer, seal
from referee.base.verbs import BY_RULING
from referee.models import REFEREE, Sheet
from referee.sheets import entry
from tests.cast import NORTH_TAKES_THE_PIG
from tests.referee.hall import WEST_TAKES_ALL, Hall
from tournaments.base.refusals import Reason, Refused
from tournaments.models import Result
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change

UNCHANGED = "The result is the same as before."


@pytest.fixture
def desk(hall: Hall, client: Client) -> Client:
    """A browser in which Bob, the referee, has signed in, in English."""
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def typed(desk: Client, hall: Hall, **changed: str) -> Any:
    where = reverse("referee_type", args=[hall.cast.tournament.uid, hall.deal().uid])
    form = desk.get(where).context["form"]
    values = {field.html_name: field.value() for field in form if field.value()}
    return desk.post(where, {**values, "reason": "a second look", **changed})


@pytest.mark.full
def test_the_preview_says_so_and_keeps_what_was_typed(hall: Hall, desk: Client) -> None:
    hall.cast.post(hall.deal())
    page = typed(desk, hall)
    assert UNCHANGED in page.content.decode()
    assert page.context["form"]["reason"].value() == "a second look"
    assert page.context["preview"] is None
    assert (Result.objects.count(), Sheet.objects.count()) == (1, 0)


@pytest.mark.full
def test_cards_in_another_order_are_no_change(hall: Hall, desk: Client) -> None:
    hall.cast.post(hall.deal())
    hearts = " ".join(reversed([f"♥{card[1:]}" for card in NORTH_TAKES_THE_PIG["won"]["E"]]))
    assert UNCHANGED in typed(desk, hall, won_E=hearts).content.decode()


LATE: dict[str, object] = {"seat": "N", "card": "SQ", "kind": "exposed", "late": True}


@pytest.mark.full
def test_an_exposure_that_a_ruling_allowed_stays_allowed(hall: Hall, desk: Client) -> None:
    facts = {**NORTH_TAKES_THE_PIG, "exposed": [{**LATE, "allowed": True}]}
    with change(hall.cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
        report = ledger.Report(Result.Kind.PLAYED, facts)
        origin = ledger.Origin("ruling-1", BY_RULING)
        ledger.post(made, hall.deal(), report, seen=0, origin=origin)
    assert UNCHANGED in typed(desk, hall).content.decode()
    changed = typed(desk, hall, exposed_0="E:exposed").context["form"].report(facts)
    assert changed["exposed"] == [{**LATE, "seat": "E"}]


@pytest.mark.full
def test_a_change_is_previewed(hall: Hall, desk: Client) -> None:
    hall.cast.post(hall.deal())
    page = typed(desk, hall, won_N="", won_W="♠Q ♦J")
    assert UNCHANGED not in page.content.decode()
    assert page.context["preview"] is not None


def test_a_sheet_that_says_the_same_is_not_made_the_result_anew(hall: Hall) -> None:
    hall.cast.post(hall.deal())
    writer = Writer.referee(hall.cast.tournament, hall.cast.bob)
    for report, wanted in ((NORTH_TAKES_THE_PIG, 1), (WEST_TAKES_ALL, 2)):
        sheet = hall.sheet(report=report, recorder=REFEREE, seen=1)
        entry.submit(writer=writer, sealed=sheet)
        word = {"sheet": sheet.key, "sheet_digest": sheet.digest, "seat": REFEREE}
        if wanted == 1:
            with pytest.raises(Refused) as refused:
                entry.confirm(writer=writer, sealed=seal(word), reason="a second look")
            codes = [problem.code for problem in refused.value.problems]
            assert codes == [Reason.RESULT_UNCHANGED]
        else:
            entry.confirm(writer=writer, sealed=seal(word), reason="misread")
        assert Result.objects.count() == wanted
