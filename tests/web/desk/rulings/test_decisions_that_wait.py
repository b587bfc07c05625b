"""A disqualification that waits: what would follow, where it is found, and who is told."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from referee.models import RulingVersion
from referee.rulings import cases
from tests.journeys.referee_decides import told
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_cases import (
    decision,
    make_official,
    offender,
    official_of,
    rule,
)
from tournaments import organise
from tournaments.models import Entry, ExclusionKind, Role, User
from tournaments.organise import ExclusionTerms

TERMS = ("out of the event after round 1", "results cancelled", "without prizes")


@pytest.fixture
def hall(hall: Hall) -> Hall:
    make_official(hall)
    return hall


@pytest.fixture
def chief(hall: Hall) -> User:
    return official_of(hall, "chief", Role.CHIEF_REFEREE)


def reads(client: Client, user: User, name: str, *args: object) -> str:
    """A page as an official reads it, in English."""
    client.force_login(user)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == 200
    return told.text(answer)


def leave_page(entry: Entry) -> str:
    return reverse("desk_entry_leave", args=[entry.event.uid, entry.number])


def ruling_page(client: Client, user: User, version: RulingVersion) -> str:
    tournament = version.case.tournament.uid
    return reads(client, user, "referee_ruling", tournament, version.case.uid)


@pytest.mark.full
def test_a_ruling_says_what_follows_before_and_after_its_approval(
    hall: Hall, chief: User, client: Client
) -> None:
    version = rule(hall, "I-09", by=chief)
    for seen_by in (chief, hall.cast.alice):
        page = ruling_page(client, seen_by, version)
        assert all(words in page for words in TERMS)
        assert leave_page(offender(hall).entry) in page
    assert leave_page(offender(hall).entry) not in ruling_page(client, hall.cast.bob, version)
    assert all(words in told.ruling_on_paper(version) for words in TERMS)
    cases.confirm(version, hall.cast.alice)
    assert all(words in ruling_page(client, chief, version) for words in TERMS)
    assert all(words in told.ruling_on_paper(version) for words in TERMS)


@pytest.mark.full
def test_a_lighter_ruling_names_no_page_of_leaving(hall: Hall, chief: User, client: Client) -> None:
    page = ruling_page(client, chief, rule(hall, "R-02", by=chief))
    assert leave_page(offender(hall).entry) not in page
    assert "Rectification by the article" in page
    assert "what the side gained by the revoke is taken from it" in page


def bar(client: Client, user: User, hall: Hall) -> str:
    return reads(client, user, "desk_alerts_live", hall.cast.tournament.uid)


@pytest.mark.full
def test_a_ruling_that_waits_is_shown_to_organisers(
    hall: Hall, chief: User, client: Client
) -> None:
    version = rule(hall, "I-09", by=chief)
    assert "1 ruling to be confirmed" in bar(client, hall.cast.alice, hall)
    assert "to be confirmed" not in bar(client, hall.cast.bob, hall)
    cases.confirm(version, hall.cast.alice)
    assert "to be confirmed" not in bar(client, hall.cast.alice, hall)


@pytest.mark.full
@pytest.mark.parametrize("is_approved", [True, False])
def test_a_proposal_is_shown_until_it_is_decided(
    hall: Hall, chief: User, client: Client, *, is_approved: bool
) -> None:
    entry = offender(hall).entry
    organise.propose_exclusion(
        entry, chief, ExclusionTerms(ExclusionKind.WITHDRAWAL, 1, "taken ill")
    )
    assert "1 proposal to leave" in bar(client, hall.cast.alice, hall)
    waiting = reverse("desk_requests", args=[hall.cast.tournament.uid])
    assert client.get(f"{waiting}?proposed=1").headers["Location"] == leave_page(entry)
    assert "proposal" not in bar(client, hall.cast.bob, hall)
    if is_approved:
        organise.approve_exclusion(entry, hall.cast.alice)
    else:
        organise.refuse_exclusion(entry, hall.cast.alice, "plays on")
    assert "proposal" not in bar(client, hall.cast.alice, hall)


def entry_page(client: Client, user: User, entry: Entry) -> str:
    return reads(client, user, "desk_entry", entry.event.uid, entry.number)


@pytest.mark.full
def test_the_chief_referee_finds_the_page_of_leaving(
    hall: Hall, chief: User, client: Client
) -> None:
    entry = offender(hall).entry
    assert leave_page(entry) in entry_page(client, chief, entry)
    assert leave_page(entry) not in entry_page(client, hall.cast.bob, entry)
    # In an official competition the organiser withdraws nobody alone.
    plain = reverse("desk_entry_withdraw", args=[entry.event.uid, entry.number])
    page = entry_page(client, hall.cast.alice, entry)
    assert plain not in page
    assert leave_page(entry) in page


@pytest.mark.full
def test_who_was_disqualified_is_not_offered_to_come_back_at_a_button(
    hall: Hall, chief: User, client: Client
) -> None:
    cases.confirm(rule(hall, "I-09", by=chief), hall.cast.alice)
    entry = offender(hall).entry
    again = reverse("desk_entry_readmit", args=[entry.event.uid, entry.number])
    assert again not in entry_page(client, hall.cast.alice, entry)
    left = reads(client, chief, "desk_entry_leave", entry.event.uid, entry.number)
    assert "taken back by changing the ruling" in left


@pytest.mark.full
def test_points_of_a_ruling_name_the_article_once(hall: Hall, client: Client) -> None:
    rule(hall, "R-02")
    where = [hall.cast.tournament.uid, hall.cast.event.uid]
    page = reads(client, hall.cast.bob, "referee_penalties", *where)
    assert page.count("R-02") == 1


@pytest.fixture
def deputy(hall: Hall) -> User:
    return official_of(hall, "dora", Role.DEPUTY)


def live(hall: Hall) -> str:
    """The address to which the bar leads from a ruling that waits."""
    return reverse("referee_rulings", args=[hall.cast.tournament.uid]) + "?waiting=1"


@pytest.mark.nightly
def test_a_card_that_waits_is_shown_to_who_may_confirm_it(
    hall: Hall, chief: User, deputy: User, client: Client
) -> None:
    """A yellow card (L2) of a referee waits for a deputy or the chief referee."""
    version = rule(hall, "B-01")
    page = reverse("referee_ruling", args=[hall.cast.tournament.uid, version.case.uid])
    for user in (deputy, chief, hall.cast.alice):
        shown = bar(client, user, hall)
        assert "1 ruling to be confirmed" in shown
        assert live(hall) in shown
        assert client.get(live(hall)).headers["Location"] == page
        assert "Awaiting your confirmation" in ruling_page(client, user, version)
        assert "1 ruling to be confirmed" in reads(client, user, "desk")
    assert "to be confirmed" not in bar(client, hall.cast.bob, hall)
    assert "to be confirmed" not in reads(client, hall.cast.bob, "desk")
    # Who may confirm nothing reads the list.
    assert client.get(live(hall)).status_code == 200
    cases.confirm(version, deputy)
    assert "to be confirmed" not in bar(client, chief, hall)
    client.force_login(deputy)
    assert client.get(live(hall)).status_code == 200


@pytest.mark.full
@pytest.mark.parametrize("ends", ["refused", "anew"])
def test_a_card_that_is_refused_or_decided_anew_waits_no_more(
    hall: Hall, chief: User, deputy: User, client: Client, ends: str
) -> None:
    version = rule(hall, "B-01")
    if ends == "refused":
        cases.reject(version, deputy, "no signal")
    else:
        cases.revise(version.case, chief, decision(hall, "R-02"), seen=1)
    assert "to be confirmed" not in bar(client, deputy, hall)


@pytest.mark.full
def test_the_oldest_that_waits_is_asked_first(hall: Hall, deputy: User, client: Client) -> None:
    versions = [rule(hall, "B-01", label=label) for label in "NW"]
    client.force_login(deputy)
    assert "2 rulings to be confirmed" in bar(client, deputy, hall)
    for version in versions:
        assert version.case.uid in client.get(live(hall)).headers["Location"]
        cases.confirm(version, deputy)


@pytest.mark.full
def test_the_organisers_word_is_no_affair_of_a_deputy(
    hall: Hall, chief: User, deputy: User, client: Client
) -> None:
    rule(hall, "I-09", by=chief)
    assert "to be confirmed" not in bar(client, deputy, hall)
    assert "1 ruling to be confirmed" in bar(client, hall.cast.alice, hall)
