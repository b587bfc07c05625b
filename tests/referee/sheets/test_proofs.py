"""A confirmation brings what the event asks for: a tap, the player's own PIN, or his own phone."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.credentials import player_credentials
from clubs.credentials.slips import Slip
from referee.base.handed_in import Sealed, Writer
from referee.base.refusals import Code, CodedRefusal
from referee.models import Call, Confirmation, KeptWrite, Sheet
from referee.sheets import entry, queries, seat_answers
from referee.sheets.seat_answers import MOST_WRONG
from tests.referee.hall import Hall, Tablet
from tournaments.base.refusals import Refused
from tournaments.checks import verification
from tournaments.models import AuditEntry, Event, Person, Seat, Table, Tournament


def asks_for(hall: Hall, proof: str) -> Event:
    """Let the event ask for a proof, and return it as it is then."""
    Event.objects.filter(pk=hall.cast.event.pk).update(proof=proof)
    return Event.objects.select_related("tournament").get(pk=hall.cast.event.pk)


def person(hall: Hall, seat: str) -> Person:
    """Return who sits at a seat of the first table."""
    return Seat.objects.get(sitting=hall.deal().sitting, label=seat).person


def drawn(hall: Hall, event: Event, seat: str) -> Slip:
    """Draw the slip of who sits there."""
    (slip,) = player_credentials.SLIPS.draw(event, hall.cast.director, [person(hall, seat).uid])
    return slip


def sent(tablet: Tablet, sealed: Sealed, pin: str) -> dict[str, object]:
    """Hand over a confirmation with a PIN beside it."""
    item = {"key": sealed.key, "digest": sealed.digest, "sealed": sealed.sealed, "pin": pin}
    answer = tablet.post("confirmations", item)
    assert answer.status_code == 200, answer.content
    body: dict[str, object] = answer.json()
    return body


def wrong(pin: str) -> str:
    """Return another PIN."""
    return f"{(int(pin) + 1) % 10**6:06}"


def test_a_tap_is_kept_as_a_tap(hall: Hall, tablet: Tablet) -> None:
    sheet = hall.sheet()
    tablet.submits(sheet)
    tablet.confirms(hall.agreement(sheet))
    assert Confirmation.objects.get().proof == "tap"


@pytest.mark.full
@pytest.mark.databases
def test_the_player_s_own_pin_confirms(hall: Hall, tablet: Tablet) -> None:
    pin = drawn(hall, asks_for(hall, "pin"), "W").pin
    sheet = hall.sheet()
    tablet.submits(sheet)
    assert sent(tablet, hall.agreement(sheet), pin)["standing"] == "posted"
    assert Confirmation.objects.get().proof == "pin"


@pytest.mark.full
def test_a_wrong_pin_confirms_nothing_and_is_told(hall: Hall, tablet: Tablet) -> None:
    event = asks_for(hall, "pin")
    pin, of_south = drawn(hall, event, "W").pin, drawn(hall, event, "S").pin
    sheet = hall.sheet()
    tablet.submits(sheet)
    for other in {wrong(pin), of_south, "12"} - {pin}:
        answer = sent(tablet, hall.agreement(sheet), other)
        assert (answer["kept"], answer["code"]) == (True, "pin_not_of_player")
    assert sent(tablet, hall.agreement(sheet), "")["code"] == "pin_wanted"
    assert not Confirmation.objects.exists()
    assert sent(tablet, hall.agreement(sheet), pin)["standing"] == "posted"


@pytest.mark.full
def test_a_wrong_pin_says_how_many_tries_are_left(hall: Hall, tablet: Tablet) -> None:
    event = asks_for(hall, "pin")
    pin = drawn(hall, event, "W").pin
    sheet = hall.sheet()
    tablet.submits(sheet)
    said = [told(sent(tablet, hall.agreement(sheet), wrong(pin))) for _ in range(MOST_WRONG)]
    assert said[0] == [("pin_not_of_player", {}), ("pin_left", {"left": 4, "minutes": 5})]
    assert said[-2][1] == ("pin_left", {"left": 1, "minutes": 5})
    assert said[-1] == [("pin_not_of_player", {}), ("pin_shut", {"minutes": 5})]


def told(answer: dict[str, Any]) -> list[tuple[str, dict[str, int]]]:
    """Return what an answer says is wrong: each code with its values."""
    return [(problem["code"], problem["values"]) for problem in answer["problems"]]


@pytest.mark.full
def test_a_pin_is_written_down_nowhere(hall: Hall, tablet: Tablet) -> None:
    pin = drawn(hall, asks_for(hall, "pin"), "W").pin
    sheet = hall.sheet()
    tablet.submits(sheet)
    sent(tablet, hall.agreement(sheet), wrong(pin))
    sent(tablet, hall.agreement(sheet), pin)
    texts = [
        *AuditEntry.objects.values_list("body", flat=True),
        *KeptWrite.objects.values_list("sealed", flat=True),
        *Confirmation.objects.values_list("sealed", flat=True),
    ]
    assert KeptWrite.objects.exists()
    assert Confirmation.objects.exists()
    assert not [text for text in texts if pin in text or wrong(pin) in text]


@pytest.mark.full
def test_after_too_many_wrong_ones_the_right_one_is_not_looked_at(
    hall: Hall, tablet: Tablet
) -> None:
    event = asks_for(hall, "pin")
    pin, of_south = drawn(hall, event, "W").pin, drawn(hall, event, "S").pin
    sheet = hall.sheet()
    tablet.submits(sheet)
    for _ in range(MOST_WRONG):
        sent(tablet, hall.agreement(sheet), wrong(pin))
    assert sent(tablet, hall.agreement(sheet), pin)["code"] == "pin_shut"
    assert sent(tablet, hall.agreement(sheet, "S"), of_south)["standing"] == "posted"


@pytest.mark.full
def test_who_has_no_pin_is_sent_to_the_referee_who_needs_none(hall: Hall, tablet: Tablet) -> None:
    asks_for(hall, "pin")
    sheet = hall.sheet()
    tablet.submits(sheet)
    assert sent(tablet, hall.agreement(sheet), "123456")["code"] == "pin_not_drawn"
    entry.confirm(writer=hall.official(), sealed=hall.agreement(sheet, "referee"), reason="asked")
    assert hall.deal().done


@pytest.mark.full
def test_a_pin_drawn_anew_takes_the_place_of_the_one_before(hall: Hall, tablet: Tablet) -> None:
    event = asks_for(hall, "pin")
    before, now = drawn(hall, event, "W").pin, drawn(hall, event, "W").pin
    west = person(hall, "W")
    assert player_credentials.is_pin(event.tournament, west, now)
    assert before == now or not player_credentials.is_pin(event.tournament, west, before)


@pytest.mark.full
def test_a_tablet_confirms_nothing_where_phones_are_asked_for(hall: Hall, tablet: Tablet) -> None:
    asks_for(hall, "phone")
    sheet = hall.sheet()
    tablet.submits(sheet)
    assert sent(tablet, hall.agreement(sheet), "")["code"] == "phone_wanted"


@pytest.mark.full
@pytest.mark.parametrize("proof", ["pin", "phone"])
def test_a_confirmation_that_overtakes_its_sheet_is_not_let_off_the_proof(
    hall: Hall, tablet: Tablet, monkeypatch: pytest.MonkeyPatch, proof: str
) -> None:
    asks_for(hall, proof)
    sheet, check_proof = hall.sheet(), seat_answers.check_proof

    def arrives_meanwhile(*arguments: Any) -> Any:
        checked = check_proof(*arguments)
        monkeypatch.undo()
        tablet.submits(sheet)
        return checked

    monkeypatch.setattr(seat_answers, "check_proof", arrives_meanwhile)
    assert sent(tablet, hall.agreement(sheet), "")["code"] == "sheet_unknown"
    assert Sheet.objects.exists()
    assert not Confirmation.objects.exists()
    assert not hall.deal().done


@pytest.mark.full
def test_a_confirmation_that_overtook_its_sheet_succeeds_with_its_proof_when_sent_again(
    hall: Hall, tablet: Tablet
) -> None:
    pin = drawn(hall, asks_for(hall, "pin"), "W").pin
    sheet = hall.sheet()
    agreement = hall.agreement(sheet)
    assert sent(tablet, agreement, pin)["code"] == "sheet_unknown"
    tablet.submits(sheet)
    assert sent(tablet, agreement, "")["code"] == "pin_wanted"
    assert sent(tablet, agreement, pin)["standing"] == "posted"
    assert Confirmation.objects.get().proof == "pin"


@pytest.mark.full
@pytest.mark.databases
def test_a_phone_confirms_for_its_own_player_alone(hall: Hall, tablet: Tablet) -> None:
    asks_for(hall, "phone")
    sheet = hall.sheet()
    tablet.submits(sheet)
    west = Writer.phone(hall.cast.tournament, person(hall, "W"))
    with pytest.raises(Refused) as refused:
        entry.confirm(writer=west, sealed=hall.agreement(sheet, "S"))
    assert "confirmer_not_allowed" in [problem.code for problem in refused.value.problems]
    assert not KeptWrite.objects.exists()
    entry.confirm(writer=west, sealed=hall.agreement(sheet))
    assert Confirmation.objects.get().proof == "phone"
    assert AuditEntry.objects.latest("pk").actor == f"person:{person(hall, 'W').uid}"
    assert hall.deal().done
    assert verification.verify(hall.cast.tournament) == []


@pytest.mark.parametrize("number", [1, 2])
def test_a_phone_confirms_at_the_own_table_and_at_no_other(hall: Hall, number: int) -> None:
    asks_for(hall, "phone")
    here, there = hall.tables if number == 1 else hall.tables[::-1]
    deal = hall.deal(table=here)
    sheet = hall.sheet(deal)
    entry.submit(writer=hall.writer(here), sealed=sheet)

    def phone_of(table: Table) -> Writer:
        seat = Seat.objects.get(sitting=hall.deal(table=table).sitting, label="W")
        return Writer.phone(hall.cast.tournament, seat.person)

    with pytest.raises(Refused):
        entry.confirm(writer=phone_of(there), sealed=hall.agreement(sheet))
    entry.confirm(writer=phone_of(here), sealed=hall.agreement(sheet))
    deal.refresh_from_db()
    assert deal.done


def test_a_phone_counts_for_nothing_where_none_is_asked_for(hall: Hall, tablet: Tablet) -> None:
    sheet = hall.sheet()
    tablet.submits(sheet)
    west = Writer.phone(hall.cast.tournament, person(hall, "W"))
    with pytest.raises(Refused):
        entry.confirm(writer=west, sealed=hall.agreement(sheet))


@pytest.mark.full
@pytest.mark.databases
def test_an_objection_holds_the_sheet_and_calls_the_referee_once(
    hall: Hall, tablet: Tablet
) -> None:
    asks_for(hall, "phone")
    sealed = hall.sheet()
    tablet.submits(sealed)
    sheet = stored(sealed)
    west = Writer.phone(hall.cast.tournament, person(hall, "W"))
    for _ in range(2):
        seat_answers.object_to(west, sheet, "W", "the pig was mine")
    assert [(call.deal, call.table, call.reason) for call in Call.objects.all()] == [
        (hall.deal(), hall.table, "score")
    ]
    south = Writer.phone(hall.cast.tournament, person(hall, "S"))
    with pytest.raises(Refused) as refused:
        entry.confirm(writer=south, sealed=hall.agreement(sealed, "S"))
    assert [(problem.code, problem.seats) for problem in refused.value.problems] == [
        ("objected", ("W",))
    ]
    waits = tablet.get("round").json()["deals"][0]["sheet"]
    assert (waits["objected"], waits["confirmers"], waits["awaited"]) == (["W"], [], [])
    assert verification.verify(hall.cast.tournament) == []


def stored(sealed: Sealed) -> Sheet:
    """Return a sheet that arrived, its deal and its sitting loaded."""
    sheet = Sheet.objects.select_related("deal__sitting__table").get(key=sealed.key)
    sheet.deal = queries.deal_in(sheet.deal.event.tournament, sheet.deal.uid) or sheet.deal
    return sheet


@pytest.mark.full
def test_a_newer_sheet_and_the_referee_are_not_held_by_an_objection(
    hall: Hall, tablet: Tablet
) -> None:
    asks_for(hall, "phone")
    west = Writer.phone(hall.cast.tournament, person(hall, "W"))
    first, second = hall.sheet(), hall.sheet(recorder="S")
    tablet.submits(first)
    seat_answers.object_to(west, stored(first), "W")
    tablet.submits(second)
    entry.confirm(writer=west, sealed=hall.agreement(second))
    assert hall.deal().done
    other = hall.sheet(hall.deal(2))
    tablet.submits(other)
    seat_answers.object_to(west, stored(other), "W")
    entry.confirm(writer=hall.official(), sealed=hall.agreement(other, "referee"), reason="heard")
    assert hall.deal(2).done


@pytest.mark.full
def test_the_desk_reads_who_objected_and_who_confirmed_by_what(
    hall: Hall, tablet: Tablet, client: Client
) -> None:
    asks_for(hall, "phone")
    sealed = hall.sheet()
    tablet.submits(sealed)
    west, south = (Writer.phone(hall.cast.tournament, person(hall, seat)) for seat in "WS")
    seat_answers.object_to(west, stored(sealed), "W")
    client.force_login(hall.cast.bob)
    args = [hall.cast.tournament.uid, hall.deal().uid]
    address = reverse("referee_deal", args=args)
    assert "West objected." in client.get(address, headers={"accept-language": "en"}).text
    tablet.submits(newer := hall.sheet(recorder="E"))
    entry.confirm(writer=south, sealed=hall.agreement(newer, "S"))
    page = client.get(address, headers={"accept-language": "en"}).text
    assert "the player&#x27;s own phone" in page
    public = client.get(reverse("deal", args=args[1:]), headers={"accept-language": "en"})
    assert "South by phone confirmed" in public.text


@pytest.mark.full
def test_nobody_objects_to_what_has_made_the_result(hall: Hall, tablet: Tablet) -> None:
    asks_for(hall, "phone")
    sealed = hall.sheet()
    tablet.submits(sealed)
    sheet = stored(sealed)
    west = Writer.phone(hall.cast.tournament, person(hall, "W"))
    entry.confirm(writer=west, sealed=hall.agreement(sealed))
    with pytest.raises(CodedRefusal):
        seat_answers.object_to(west, sheet, "S")
    assert not Call.objects.exists()


@pytest.mark.full
def test_nobody_objects_to_a_sheet_that_a_newer_one_has_replaced(
    hall: Hall, tablet: Tablet
) -> None:
    asks_for(hall, "phone")
    sealed = hall.sheet()
    tablet.submits(sealed)
    sheet = stored(sealed)
    tablet.submits(hall.sheet(recorder="S"))
    west = Writer.phone(hall.cast.tournament, person(hall, "W"))
    before = AuditEntry.objects.count()
    with pytest.raises(CodedRefusal) as turned:
        seat_answers.object_to(west, sheet, "W")
    assert turned.value.code == Code.SHEET_REPLACED
    assert not Call.objects.exists()
    assert AuditEntry.objects.count() == before


def test_a_link_leads_to_its_player_until_another_one_is_drawn(hall: Hall) -> None:
    event = asks_for(hall, "phone")
    link = drawn(hall, event, "W").link
    credential = player_credentials.holder_of(link)
    assert credential is not None
    assert credential.person == person(hall, "W")
    assert player_credentials.holder_of(link[:-1] + ("A" if link[-1] != "A" else "B")) is None
    drawn(hall, event, "W")
    assert player_credentials.holder_of(link) is None


def test_an_event_of_taps_has_slips_without_secrets(hall: Hall, client: Client) -> None:
    before = hall.cast.tournament.log.count()
    slip = drawn(hall, asks_for(hall, "tap"), "W")
    assert (slip.name, slip.pin, slip.link) == (person(hall, "W").name, "", "")
    assert hall.cast.tournament.log.count() == before


@pytest.mark.full
@pytest.mark.databases
def test_wrong_pins_of_one_moment_are_all_counted(
    hall: Hall, tablet: Tablet, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = asks_for(hall, "pin")
    pin = drawn(hall, event, "W").pin
    sheet = hall.sheet()
    tablet.submits(sheet)
    looked: list[str] = []
    is_pin = player_credentials.is_pin

    def slow(tournament: Tournament, person: Person, typed_pin: str) -> bool:
        # While one is hashed others arrive.
        looked.append(typed_pin)
        if len(looked) < MOST_WRONG + 2:
            sent(tablet, hall.agreement(sheet), wrong(pin))
        return is_pin(tournament, person, typed_pin)

    monkeypatch.setattr(player_credentials, "is_pin", slow)
    sent(tablet, hall.agreement(sheet), wrong(pin))
    assert len(looked) == MOST_WRONG
