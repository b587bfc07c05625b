"""A penalty at a table names who it was given for, on every page and paper, in a pair too."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from referee.rulings import penalties
from tests import levels_cast, pairs_cast
from tests.cast import Cast
from tests.levels_cast import DEALERS_KEEP
from tests.referee.hall import Hall, Tablet
from tests.web.publish.papers import pages, untold
from tournaments import results
from tournaments.checks.verification import verify
from tournaments.models import Adjustment, Event, Offender, Seat
from tournaments.results import event_record
from web.publish import documents
from web.publish.documents import Subject
from web.publish.printed import proceedings


@pytest.fixture(autouse=True)
def _english() -> Any:
    with translation.override("en"):
        yield


@pytest.fixture
def cast(db: None) -> Cast:
    """Two tables of pairs: a penalty at a table counts for both partners."""
    return levels_cast.assemble()


@pytest.fixture
def fined(hall: Hall) -> Seat:
    """A seat with a penalty; the deal that follows is played."""
    seat = Seat.objects.select_related("person", "sitting").get(
        sitting=hall.deal().sitting, label="N"
    )
    whom = penalties.target(hall.cast.event, f"seat:{seat.uid}")
    assert whom
    penalties.give(whom, hall.cast.bob, -1, "talked")
    levels_cast.post(hall.cast, hall.deal(), DEALERS_KEEP)
    return seat


def partner(seat: Seat) -> str:
    others = Seat.objects.filter(sitting=seat.sitting, side=seat.side).exclude(pk=seat.pk)
    return others.get().person.name


def paper(hall: Hall, kind: str) -> str:
    event = Event.objects.select_related("tournament__club", "ruleset").get(pk=hall.cast.event.pk)
    made = proceedings.referee_record if kind == "referee_record" else documents.find(kind)
    subject = Subject(event, "", hall.round if kind == "scoresheets" else None)
    return " ".join(" ".join(pages(made.render(made.prepare(subject).input, untold))).split())


@pytest.mark.full
def test_the_record_names_the_person_and_the_log_proves_it(hall: Hall, fined: Seat) -> None:
    offender = Offender.objects.get()
    assert (offender.person, offender.seat) == (fined.person, "N")
    assert verify(hall.cast.tournament) == []
    penalties.take_back(Adjustment.objects.get(), hall.cast.bob, "it was somebody else")
    assert Offender.objects.count() == 1
    assert {row.named for row in Adjustment.objects.all()} == {offender}


@pytest.mark.full
def test_the_sum_of_the_pair_says_whose_it_is(hall: Hall, fined: Seat, client: Client) -> None:
    whom = penalties.target(hall.cast.event, f"seat:{fined.uid}")
    assert whom
    rows = event_record.standings(results.read(hall.cast.event))
    row = next(row for row in rows if row.competitor.uid == whom.entry.uid)
    assert [reason.offender for reason in row.rank.reasons] == [fined.person.name]
    address = reverse("entry", args=[hall.cast.event.uid, whom.entry.number])
    page = client.get(address, headers={"accept-language": "en"}).content.decode()
    assert f"{fined.person.name}: talked" in page
    assert f"{partner(fined)}: talked" not in page


@pytest.mark.full
def test_the_desk_lists_the_offender_and_for_whom_it_counts(
    hall: Hall, fined: Seat, client: Client
) -> None:
    client.force_login(hall.cast.bob)
    address = reverse("referee_penalties", args=[hall.cast.tournament.uid, hall.cast.event.uid])
    page = client.get(address, headers={"accept-language": "en"}).content.decode()
    pair = f"{fined.person.name}／{partner(fined)}"
    assert f"<h3>North {fined.person.name} ({pair})</h3>" in page


@pytest.mark.full
def test_the_tablet_tells_it_of_one_seat(hall: Hall, fined: Seat) -> None:
    tablet = Tablet(Client()).opens(hall.table)
    told = tablet.get("round").json()["penalties"]
    assert [sentence.partition(":")[0] for sentence in told] == [f"North {fined.person.name}"]


@pytest.mark.full
@pytest.mark.parametrize("kind", ["final", "scoresheets", "referee_record"])
def test_every_paper_names_the_offender(hall: Hall, fined: Seat, kind: str) -> None:
    words = paper(hall, kind)
    name, other = fined.person.name, partner(fined)
    wanted = {
        "final": f"{name}: talked",
        "scoresheets": f"Penalty points: North {name}, −1: talked",
        "referee_record": f"{name} ({name}／{other})",
    }[kind]
    assert wanted in words


@pytest.mark.full
def test_the_scoresheet_sums_a_pair_once(db: None) -> None:
    """Points and penalties of partners are those of their side: one line with both names."""
    cast = pairs_cast.assemble()
    hall = Hall.of(cast)
    seat = Seat.objects.get(sitting=hall.deal().sitting, label="N")
    whom = penalties.target(cast.event, f"seat:{seat.uid}")
    assert whom
    penalties.give(whom, cast.bob, -10, "talked")
    cast.play(hall.round)
    sums = paper(hall, "scoresheets").partition("Total of the round")[2]
    assert sums.partition("Penalty points")[0].count("−10 ") == 1
