"""Signals in a pairs event: a warning, a penalty, then the match; the partner is not named."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from referee.models import RulingVersion
from tests import pairs_cast
from tests.journeys.referee_decides import told
from tests.referee.hall import Hall, Tablet
from tests.referee.rulings.deciding.test_cases import make_official, offender, official_of, seat
from tournaments.checks.verification import verify
from tournaments.models import Adjustment, PenaltyWarning, Role, User

SIGNAL = {"article": "I-02", "facts": "looked at the partner before the lead"}


@pytest.fixture
def hall(db: None) -> Hall:
    """A round of four pairs who play 拱猪."""
    hall = Hall.of(pairs_cast.assemble())
    make_official(hall)
    hall.cast.play(hall.round)
    return hall


def signals(hall: Hall, label: str) -> dict[str, object]:
    return {**SIGNAL, "whom": [f"seat:{seat(hall, label).uid}"]}


def warned(client: Client, hall: Hall) -> None:
    """The first one is a warning, which desk and tablet show."""
    north, query = seat(hall, "N").person, f"deal={hall.deal().uid}"
    told.rules(client, hall, query, **signals(hall, "N"))
    warning = PenaltyWarning.objects.get()
    assert (warning.person, warning.entry) == (north, offender(hall).entry)
    notes = Tablet(Client()).opens(hall.table).get("round").json()["penalties"]
    assert [note for note in notes if north.name in note and "warning" in note]
    desk = reverse("referee_penalties", args=[hall.cast.tournament.uid, hall.cast.event.uid])
    assert f"{north.name} · oral warning" in told.text(client.get(desk))


def on_paper(hall: Hall, chief: User) -> None:
    """Each paper names who it was, the record all of them."""
    north, south = seat(hall, "N").person, seat(hall, "S").person
    versions = list(RulingVersion.objects.order_by("pk"))
    assert [version.proposed for version in versions] == ["L1", "L5", "L7"]
    papers = [told.ruling_on_paper(version) for version in versions]
    assert [f"North {north.name}" in paper for paper in papers] == [True, True, False]
    assert [f"South {south.name}" in paper for paper in papers] == [False, False, True]
    assert "−100" in papers[1]
    record = told.record(hall.cast.event)
    for words in ("oral warning", "−100", north.name, south.name, chief.username):
        assert words in record


@pytest.mark.nightly
def test_from_the_table_to_the_papers(hall: Hall, client: Client) -> None:
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    query = f"deal={hall.deal().uid}"
    warned(client, hall)
    shown = told.text(told.rules(client, hall, query, **signals(hall, "N")))
    assert "1 earlier offence within the match" in shown
    given = Adjustment.objects.get()
    assert given.amount == -100
    assert given.offender.person == seat(hall, "N").person
    # The partner's is the third of the side: for the chief referee.
    assert "level" in looked_at(client, hall, query, signals(hall, "S"))
    chief = official_of(hall, "chief", Role.CHIEF_REFEREE)
    client.force_login(chief)
    told.rules(client, hall, query, **signals(hall, "S"))
    with translation.override("en"):
        on_paper(hall, chief)
        for page in told.public_pages(hall.deal(), offender(hall).entry.number):
            assert page.count("I-02") >= 2
    assert verify(hall.cast.tournament) == []


def looked_at(client: Client, hall: Hall, query: str, data: dict[str, object]) -> list[str]:
    """Return the fields that are wrong when a ruling is looked at."""
    where = reverse("referee_rule_case", args=[hall.cast.tournament.uid, hall.cast.event.uid])
    sent = {**data, "seen": "1", "key": "0" * 12}
    return list(client.post(f"{where}?{query}", sent).context["form"].errors)


@pytest.mark.nightly
def test_away_from_a_table_a_penalty_names_its_offender(hall: Hall, client: Client) -> None:
    """A penalty on a pair as an entry is for what one of them did."""
    client.force_login(hall.cast.alice)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    who = offender(hall)
    assert who.person is not None
    whom = [f"member:{who.entry.uid}:{who.person.uid}"]
    chosen = {"whom": whom, "article": "B-04", "facts": "threatened the scorer"}
    told.rules(client, hall, f"entry={who.entry.uid}", **chosen)
    given = Adjustment.objects.get()
    assert given.entry == who.entry
    assert (given.offender.person, given.offender.seat) == (who.person, "")
    with translation.override("en"):
        assert who.person.name in told.ruling_on_paper(RulingVersion.objects.get())
        assert who.person.name in told.record(who.entry.event)
    desk = reverse("referee_penalties", args=[hall.cast.tournament.uid, hall.cast.event.uid])
    assert f"{who.person.name} " in told.text(client.get(desk))
