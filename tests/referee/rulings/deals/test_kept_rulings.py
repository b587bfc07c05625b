"""What a referee has ruled on stays on every page, whatever is corrected afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from referee.base.handed_in import Sealed
from referee.models import Decision, Irregularity
from referee.rulings import corrections, irregularity_rulings, penalties
from referee.rulings.irregularity_rulings import Ruling
from referee.sheets import entry, irregularities
from tests.cast import NORTH_TAKES_THE_PIG
from tests.referee.hall import Hall, Tablet
from tests.referee.sheets.test_irregularities import TOO_LATE, posted, revoking, ruled, submitted
from tests.web.desk.deals.test_desk_entry import fields, stored, text
from tests.web.publish.papers import pages, untold
from tournaments.checks.verification import verify
from tournaments.models import Adjustment, Event, Result, ResultKind
from web.publish.documents import Subject
from web.publish.printed import proceedings
from web.publish.rulings import stories

SEEN = "Seen in version 1 of the result, which has been changed since."


@pytest.fixture
def desk(hall: Hall, client: Client) -> Client:
    """A browser in which Bob, the referee, has signed in, in English."""
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


@pytest.fixture(autouse=True)
def _english() -> Any:
    with translation.override("en"):
        yield


def corrected(hall: Hall, report: Mapping[str, Any]) -> Result:
    """The referee writes the deal once more, and that counts."""
    seen = hall.deal().version
    sheet = submitted(hall, report, seen=seen)
    sealed = hall.agreement(Sealed(sheet.key, sheet.digest, sheet.sealed), "referee")
    entry.confirm(writer=hall.official(), sealed=sealed, reason="as it was")
    return Result.live.get(deal=hall.deal())


def address(hall: Hall, row: Irregularity) -> str:
    return reverse("referee_irregularity", args=[hall.cast.tournament.uid, row.uid])


def deal_page(hall: Hall) -> str:
    return reverse("referee_deal", args=[hall.cast.tournament.uid, hall.deal().uid])


def record(hall: Hall) -> str:
    """Return the words of the referee's record of the event."""
    event = Event.objects.select_related("tournament__club").get(pk=hall.cast.event.pk)
    prepared = proceedings.referee_record.prepare(Subject(event, "", None))
    return " ".join(
        " ".join(pages(proceedings.referee_record.render(prepared.input, untold))).split()
    )


def public(hall: Hall, client: Client) -> str:
    """Return the public page of the deal as a stranger reads it."""
    client.logout()
    where = reverse("deal", args=[hall.deal().uid])
    return text(client.get(where, headers={"accept-language": "en"}))


@pytest.mark.nightly
def test_a_ruling_stays_on_every_page_after_the_deal_was_corrected(
    hall: Hall, desk: Client
) -> None:
    posted(hall)
    row = Irregularity.objects.get()
    ruled(hall, Decision.PENALTY, points=-50, article="E-02")
    tablet = Tablet(Client()).opens(hall.table)
    corrected(hall, NORTH_TAKES_THE_PIG)
    parts = ("West exposed too late: ♦J.", "a penalty of 50 points", "E-02", SEEN)
    ruling_page = desk.get(address(hall, row))
    assert ruling_page.status_code == 200
    notes = " ".join(tablet.get("round").json()["deals"][0]["notes"])
    pages = (text(ruling_page), text(desk.get(deal_page(hall))), record(hall), notes)
    for page in (*pages, public(hall, desk)):
        assert [part for part in parts if part not in page] == []
    (stories_told,) = stories.notes_on_deals([hall.deal().uid]).values()
    assert any(SEEN in story for story in stories_told)
    assert not verify(hall.cast.tournament)


@pytest.mark.full
def test_its_points_stand_on_the_list_of_rulings_until_they_are_taken_back(
    hall: Hall, desk: Client
) -> None:
    posted(hall)
    ruled(hall, Decision.PENALTY, points=-50, article="E-02")
    listed = reverse("referee_rulings", args=[hall.cast.tournament.uid])
    assert "a penalty of 50 points" in text(desk.get(listed))
    penalties.take_back(Adjustment.objects.get(), hall.cast.bob, "was somebody else")
    shown = text(desk.get(listed))
    assert "The referee gave penalty points, and took them back." in shown
    assert "a penalty of 50 points" not in shown


@pytest.mark.full
def test_it_can_be_ruled_otherwise_where_it_was_corrected(hall: Hall, desk: Client) -> None:
    posted(hall)
    row = Irregularity.objects.get()
    ruled(hall, Decision.PENALTY, points=-50)
    corrected(hall, NORTH_TAKES_THE_PIG)
    data = {"decision": "dismissed", "reason": "in time", "article": "", "seen": "1"}
    assert desk.post(address(hall, row), data).status_code == 302
    (incident,) = irregularities.incidents_of_deal(hall.deal())
    assert [ruling.decision for ruling in incident.rulings] == ["penalty", "dismissed"]
    assert irregularities.ruled(deal__uid=hall.deal().uid) == []
    assert "penalty points taken back" in text(desk.get(address(hall, row)))


@pytest.mark.full
def test_clearing_an_exposure_keeps_the_rulings_on_the_plays_that_it_forbade(hall: Hall) -> None:
    report = revoking()
    posted(hall, report)
    (incident, *_others) = irregularities.unruled(deal__event__tournament=hall.cast.tournament)
    irregularity_rulings.rule(
        incident, hall.cast.bob, Ruling(Decision.WARNED, "he had clubs"), seen=0
    )
    without = {key: value for key, value in report.items() if key not in ("plays", "hands")}
    won = {"won": dict(NORTH_TAKES_THE_PIG["won"])}
    corrected(hall, {**{key: without[key] for key in ("leader",)}, **won})
    (kept_incident,) = irregularities.incidents_of_deal(hall.deal())
    assert (kept_incident.row.pk, kept_incident.stands, kept_incident.version) == (
        incident.row.pk,
        False,
        1,
    )
    assert irregularities.trick(kept_incident.row)


@pytest.mark.full
def test_what_nobody_ruled_on_waits_no_more_and_its_page_stays(hall: Hall, desk: Client) -> None:
    posted(hall)
    row = Irregularity.objects.get()
    corrected(hall, NORTH_TAKES_THE_PIG)
    assert irregularities.unruled(deal__event__tournament=hall.cast.tournament) == []
    assert irregularities.incidents_of_deal(hall.deal()) == []
    assert SEEN in text(desk.get(address(hall, row)))


@pytest.mark.full
def test_of_a_sheet_that_never_counted_a_ruling_says_so(hall: Hall, desk: Client) -> None:
    submitted(hall)
    ruled(hall, Decision.WARNED)
    submitted(hall, NORTH_TAKES_THE_PIG)
    assert "Seen in a sheet that did not become the result." in text(desk.get(deal_page(hall)))


@pytest.mark.full
def test_what_is_told_again_stands_again(hall: Hall) -> None:
    posted(hall)
    ruled(hall, Decision.WARNED)
    corrected(hall, NORTH_TAKES_THE_PIG)
    corrected(hall, TOO_LATE)
    (incident,) = irregularities.incidents_of_deal(hall.deal())
    assert (incident.stands, incident.version, len(incident.rulings)) == (True, 3, 1)
    assert irregularities.seen_text(incident) == ""


@pytest.mark.full
def test_a_ruling_on_one_card_is_none_on_another(hall: Hall) -> None:
    posted(hall)
    ruled(hall, Decision.WARNED)
    exposed = [{**TOO_LATE["exposed"][0], "card": card} for card in ("SQ", "DJ")]
    corrected(hall, {**TOO_LATE, "exposed": exposed})
    (waits,) = irregularities.unruled(deal__event__tournament=hall.cast.tournament)
    assert waits.row.cards == ["SQ", "DJ"]
    ruled_incidents = [
        incident for incident in irregularities.incidents_of_deal(hall.deal()) if incident.rulings
    ]
    assert [(incident.row.cards, incident.stands) for incident in ruled_incidents] == [
        (["DJ"], False)
    ]


@pytest.mark.full
@pytest.mark.parametrize("kind", [ResultKind.VOID, ResultKind.RETRACTED])
def test_a_ruling_stays_where_the_result_is_void_or_taken_back(
    hall: Hall, client: Client, kind: ResultKind
) -> None:
    posted(hall)
    ruled(hall, Decision.WARNED)
    corrections.rule(hall.deal(), hall.cast.bob, kind.value, "cards were missing", seen=1)
    assert "West exposed too late" in public(hall, client)


@pytest.mark.full
def test_the_desk_reads_no_sheet_to_say_what_waits(hall: Hall) -> None:
    posted(hall)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert len(irregularities.unruled(deal__event__tournament=hall.cast.tournament)) == 1
    columns = ("sealed", "report", "facts", "settlement")
    reading = [
        query["sql"] for query in queries if any(f'"{name}"' in query["sql"] for name in columns)
    ]
    assert reading == []


LATE_FIRST = {"seat": "W", "card": "DJ", "kind": "exposed", "late": True}
EXPOSED: Any = {**NORTH_TAKES_THE_PIG, "exposed": [LATE_FIRST]}


def typing(hall: Hall) -> str:
    return reverse("referee_type", args=[hall.cast.tournament.uid, hall.deal().uid])


@pytest.mark.full
def test_a_correction_carries_that_an_exposure_was_late_and_its_ruling(
    hall: Hall, desk: Client
) -> None:
    posted(hall, EXPOSED)
    ruled(hall, Decision.WARNED)
    stored(desk, typing(hall), reason="the sheep too", won_W="", won_N="SQ DJ")
    result = Result.live.get(deal=hall.deal())
    assert (result.version, result.facts["exposed"]) == (2, [LATE_FIRST])
    (incident,) = irregularities.incidents_of_deal(hall.deal())
    assert (incident.stands, len(incident.rulings)) == (True, 1)


@pytest.mark.full
def test_the_mark_is_given_and_taken_away_by_the_form(hall: Hall, desk: Client) -> None:
    posted(hall, NORTH_TAKES_THE_PIG)
    names = [field for field in fields_of(desk, hall) if field.startswith("exposed_")]
    number = names[-1].removeprefix("exposed_")
    values = {f"exposed_{number}": "W:exposed", f"late_{number}": "on", "reason": "seen late"}
    stored(desk, typing(hall), **values)
    (exposure,) = Result.live.get(deal=hall.deal()).facts["exposed"]
    assert (exposure["seat"], exposure["late"]) == ("W", True)
    page = desk.get(typing(hall))
    content = {key: value for key, value in fields(page).items() if key != f"late_{number}"}
    answer = desk.post(typing(hall), {**content, "reason": "it was in time"})
    desk.post(typing(hall), {**fields(answer), "store": "1"})
    (exposure,) = Result.live.get(deal=hall.deal()).facts["exposed"]
    assert "late" not in exposure


def fields_of(desk: Client, hall: Hall) -> list[str]:
    return list(desk.get(typing(hall)).context["form"].fields)


@pytest.mark.full
def test_a_correction_carries_exposures_that_do_not_say_by_whom(hall: Hall, desk: Client) -> None:
    posted(hall, {**NORTH_TAKES_THE_PIG, "exposed": {"SQ": "exposed"}})
    before = Result.live.get(deal=hall.deal())
    stored(desk, typing(hall), reason="read once more", won_W="♦J ♣10", won_S="")
    result = Result.live.get(deal=hall.deal())
    assert (result.version, result.facts["exposed"]) == (2, {"SQ": "exposed"})
    assert (before.settlement["scores"]["S"], result.settlement["scores"]["S"]) == (50, 0)
