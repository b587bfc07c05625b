"""The officials' pages: what waits, what was refused, who has a table, and who may look."""

from __future__ import annotations

import html
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from referee.base.refusals import Code, CodedRefusal
from referee.leases import leases
from referee.models import DeviceLease, KeptWrite
from referee.sheets import entry
from tests.cast import account
from tests.referee.hall import NOTHING_WON, WEST_TAKES_ALL, Hall
from tests.web.publish import replays
from tournaments import organise
from tournaments.base.refusals import refuse
from tournaments.models import Event, Result, Role


@pytest.fixture
def desk(hall: Hall, client: Client) -> Client:
    """A browser in which Bob, the referee, has signed in, in English."""
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def text(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def addresses(hall: Hall) -> dict[str, str]:
    """Every address of these pages, by its method and name."""
    tournament, deal = hall.cast.tournament.uid, hall.deal().uid
    lease = hall.lease()
    return {
        "GET overview": reverse("referee_overview", args=[tournament]),
        "GET deal": reverse("referee_deal", args=[tournament, deal]),
        "POST confirm": reverse("referee_confirm", args=[tournament, deal]),
        "POST release": reverse("referee_release", args=[tournament, lease.uid]),
    }


def ask(client: Client, name: str, address: str) -> int:
    answer = client.get(address) if name.startswith("GET") else client.post(address)
    return int(answer.status_code)


def test_a_stranger_is_asked_to_sign_in(hall: Hall, client: Client) -> None:
    for name, address in addresses(hall).items():
        # A form says that nothing was stored, and leads to signing in.
        assert ask(client, name, address) == (403 if name.startswith("POST") else 302)


@pytest.mark.full
def test_somebody_of_another_club_finds_nothing(hall: Hall, client: Client) -> None:
    client.force_login(hall.cast.charlie)
    assert {ask(client, *request) for request in addresses(hall).items()} == {404}


@pytest.mark.full
def test_a_scorer_reads_and_may_not_act_as_referee(hall: Hall, client: Client) -> None:
    dave = account("dave")
    organise.grant_role(hall.cast.director, hall.cast.tournament, dave, Role.SCORER)
    client.force_login(dave)
    answers = {name: ask(client, name, address) for name, address in addresses(hall).items()}
    assert {name: 200 if name.startswith("GET") else 403 for name in answers} == answers
    assert DeviceLease.objects.get().is_open


def test_the_wrong_method_does_nothing(hall: Hall, desk: Client) -> None:
    for name, address in addresses(hall).items():
        method = "POST" if name.startswith("GET") else "GET"
        assert ask(desk, method, address) == 405


@pytest.mark.full
def test_the_overview_shows_what_waits_and_what_was_kept(hall: Hall, desk: Client) -> None:
    writer, sealed = hall.writer(), hall.sheet()
    leases.note_contact(hall.table.leases.get())
    entry.submit(writer=writer, sealed=sealed)
    entry.submit(writer=writer, sealed=hall.sheet(hall.deal(2), NOTHING_WON))
    with pytest.raises(CodedRefusal):
        entry.confirm(writer=writer, sealed=hall.agreement(sealed, "N"))
    page = text(desk.get(addresses_of_overview(hall)))
    assert "to be confirmed" in page
    assert "to be corrected" in page
    assert "with problems" not in page
    assert "Release table 1" in page
    assert "This seat cannot confirm this sheet." in page
    kept_write = KeptWrite.objects.get()
    assert kept_write.sealed not in html.unescape(page)
    address = reverse("referee_kept", args=[hall.cast.tournament.uid, kept_write.uid])
    assert address in page
    answer = desk.get(address)
    assert answer.content.decode() == kept_write.sealed
    assert answer["Content-Type"] == "text/plain; charset=utf-8"


@pytest.mark.full
def test_of_very_much_that_was_kept_the_newest_is_listed(hall: Hall, desk: Client) -> None:
    lease = hall.lease()
    for number in range(53):
        KeptWrite.objects.create(
            tournament=hall.cast.tournament,
            kind="sheet",
            key=f"key {number}",
            reason="lease_lost",
            lease=lease,
        )
    page = desk.get(addresses_of_overview(hall))
    assert [kept.row.key for kept in page.context["kept"]] == [f"key {n}" for n in range(52, 2, -1)]
    assert "Refused before these: 3." in text(page)


@pytest.mark.full
def test_a_code_that_a_later_version_forgot_is_shown_as_it_is(hall: Hall, desk: Client) -> None:
    forgotten = refuse(Code.LEASE_LOST).as_json() | {"code": "pig_flew_away"}
    KeptWrite.objects.create(
        tournament=hall.cast.tournament,
        kind="sheet",
        reason="pig_flew_away",
        problems=[forgotten],
        lease=hall.lease(),
    )
    assert "no words for “pig_flew_away”" in text(desk.get(addresses_of_overview(hall)))


def addresses_of_overview(hall: Hall) -> str:
    return reverse("referee_overview", args=[hall.cast.tournament.uid])


@pytest.mark.full
def test_an_empty_overview_says_so(hall: Hall, desk: Client) -> None:
    page = text(desk.get(addresses_of_overview(hall)))
    assert "No sheet awaits a decision." in page
    assert "No device is using a table." in page
    assert "Nothing was refused." in page


@pytest.mark.full
def test_the_referee_releases_a_table(hall: Hall, desk: Client) -> None:
    address = addresses(hall)["POST release"]
    page = desk.post(address, follow=True)
    assert "The table is free for another device." in text(page)
    assert not DeviceLease.objects.get().is_open
    assert hall.lease(device="another-tablet").is_open


@pytest.mark.full
def test_every_sheet_of_a_deal_stands_beside_the_others(hall: Hall, desk: Client) -> None:
    writer = hall.writer()
    entry.submit(writer=writer, sealed=hall.sheet())
    entry.submit(writer=writer, sealed=hall.sheet(report=WEST_TAKES_ALL, recorder="W"))
    entry.submit(writer=writer, sealed=hall.sheet(report=NOTHING_WON, recorder="E"))
    page = text(desk.get(addresses(hall)["GET deal"]))
    for seat in ("North", "West", "East"):
        assert f"Written by {seat}" in page
    assert page.count("Make this the result") == 2


def form_of(page: Any) -> dict[str, str]:
    """What the first form of a deal's page would send."""
    form = next(sheet.form for sheet in page.context["sheets"] if sheet.form)
    return {name: form[name].value() or "" for name in form.fields}


@pytest.mark.full
def test_the_referee_makes_a_sheet_the_result(hall: Hall, desk: Client) -> None:
    hall.confirmed_by(Event.Confirmation.REFEREE)
    entry.submit(writer=hall.writer(), sealed=hall.sheet())
    requests = addresses(hall)
    sent = form_of(desk.get(requests["GET deal"]))
    for _ in range(2):
        page = desk.post(requests["POST confirm"], sent, follow=True)
        assert "The sheet is now the result of the deal." in text(page)
    assert Result.objects.get().deal == hall.deal()
    assert "Confirmed by" in text(page)


@pytest.mark.full
def test_a_correction_without_a_reason_is_refused_and_nothing_typed_is_lost(
    hall: Hall, desk: Client
) -> None:
    hall.cast.post(hall.cast.deals(hall.round)[0])
    sealed = hall.sheet(report=WEST_TAKES_ALL, recorder="referee", seen=1)
    entry.submit(writer=hall.official(), sealed=sealed)
    requests = addresses(hall)
    sent = form_of(desk.get(requests["GET deal"]))
    answer = desk.post(requests["POST confirm"], sent)
    sheet_form = next(sheet.form for sheet in answer.context["sheets"] if sheet.form)
    assert list(sheet_form.errors) == ["reason"]
    assert Result.objects.count() == 1
    page = desk.post(requests["POST confirm"], {**sent, "reason": "the paper says so"}, follow=True)
    assert "the paper says so" in text(page)
    assert Result.live.get().version == 2


@pytest.mark.full
def test_a_sheet_that_was_overtaken_is_refused_in_words(hall: Hall, desk: Client) -> None:
    entry.submit(writer=hall.writer(), sealed=hall.sheet())
    requests = addresses(hall)
    sent = {**form_of(desk.get(requests["GET deal"])), "reason": "the table has gone home"}
    hall.cast.post(hall.cast.deals(hall.round)[0])
    page = text(desk.post(requests["POST confirm"], sent))
    assert "The result of this deal has changed in the meantime." in page


@pytest.mark.full
def test_a_form_that_names_no_sheet_is_refused(hall: Hall, desk: Client) -> None:
    answer = desk.post(addresses(hall)["POST confirm"], {"sheet": "?", "key": "", "digest": "x"})
    assert answer.status_code == 200
    assert not Result.objects.exists()


def test_a_deal_of_another_tournament_is_not_found(hall: Hall, desk: Client) -> None:
    address = reverse("referee_deal", args=[hall.cast.tournament.uid, "0" * 12])
    assert desk.get(address).status_code == 404


@pytest.mark.full
def test_a_sheet_is_read_as_hands_tricks_and_cards_and_its_text_stands_below(
    desk: Client, hall: Hall
) -> None:
    whole = replays.played({"preset": "classic"})
    sheet = hall.sheet(report=whole)
    entry.submit(writer=hall.writer(), sealed=sheet)
    page = text(desk.get(reverse("referee_deal", args=[hall.cast.tournament.uid, hall.deal().uid])))
    original = page.partition("The sheet as received")[2]
    felt, _, tricks = original.partition("<table")
    assert felt.count("data-card=") == 52
    assert tricks.partition("</table>")[0].count("data-card=") == len(whole["plays"])
    assert html.escape(sheet.sealed) in tricks.partition("The text with its digest")[2]


@pytest.mark.full
def test_a_sheet_of_captures_shows_who_won_which_cards(desk: Client, hall: Hall) -> None:
    entry.submit(writer=hall.writer(), sealed=hall.sheet(report=WEST_TAKES_ALL))
    page = text(desk.get(reverse("referee_deal", args=[hall.cast.tournament.uid, hall.deal().uid])))
    original = page.partition("The sheet as received")[2].partition("The text with its digest")[0]
    assert 'data-card="SQ"' in original
    assert "felt-deal" not in original


@pytest.mark.full
def test_what_a_decision_does_to_the_standings_is_shown_before_it_is_taken(
    hall: Hall, desk: Client
) -> None:
    hall.confirmed_by(Event.Confirmation.REFEREE)
    entry.submit(writer=hall.writer(), sealed=hall.sheet())
    requests = addresses(hall)
    page = desk.get(requests["GET deal"])
    (shown,) = page.context["sheets"]
    assert len(shown.form.preview.effect) >= len(shown.form.preview.seats)
    # In a narrow table a number keeps its name, and a name is not torn.
    assert '<th class="name" scope="row">1&nbsp;<span class="person">' in page.content.decode()
    words = text(page)
    assert words.index("What it changes in the standings") < words.index("Make this the result")
    desk.post(requests["POST confirm"], form_of(page))
    page = desk.get(f"{requests['GET deal']}?action=rule")
    ((labels, effect),) = page.context["ruling_effects"]
    assert labels.count(" · ") == 3
    moved = [(one.before.total, one.after.total) for one in effect]
    assert any(before for before, _after in moved)
    assert not any(after for _before, after in moved)
    assert Result.objects.count() == 1
