"""A page of a kiosk that was left open when play began tells the desk who is at the door."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from clubs.registration import at_the_door
from tests.cast import Cast
from tests.clubs.registration.test_kiosks import with_kiosk
from tournaments import organise
from tournaments.checks import verification
from tournaments.models import Entry

SCRIPT = {"accept": "application/json"}


def taps(link: str, entry: Entry) -> dict[str, object]:
    """Tap a name on a page of the kiosk that was opened before."""
    answer = Client().post(
        reverse("kiosk_check_in", args=[link]), {"entry": entry.uid}, headers=SCRIPT
    )
    return dict(answer.json())


@pytest.mark.full
@pytest.mark.databases
def test_a_stale_kiosk_checks_nobody_in_once_play_has_begun(cast: Cast) -> None:
    link, entry = with_kiosk(cast), cast.event.entries.get(number=3)
    present = [number for number in range(1, 9) if number != 3]
    round_ = cast.drawn_round()
    organise.publish_round(round_, cast.director)
    organise.check_in(cast.event, cast.director, present)
    for _ in range(2):
        said = taps(link, entry)
        assert (said["number"], said["door"], said["undo"]) == (3, True, "")
    entry.refresh_from_db()
    assert entry.state == Entry.State.ENTERED
    assert cast.tournament.log.filter(verb="come_to_door").count() == 1
    desk = Client()
    desk.force_login(cast.alice)
    page = desk.get(reverse("desk_event", args=[cast.event.uid]))
    (seat,) = page.context["empty_seats"].seats
    assert (seat.entry, seat.is_at_door) == (3, True)
    assert "已到门口" in page.content.decode()
    here = {"present": seat.uid, "seats": "1"}
    desk.post(reverse("desk_check_in", args=[cast.event.uid]), here)
    entry.refresh_from_db()
    assert (entry.state, at_the_door.waiting(cast.event)) == (Entry.State.CHECKED_IN, [])
    assert verification.verify(cast.tournament) == []


@pytest.mark.full
def test_who_has_no_seat_in_the_round_is_named_too_while_it_is_played(cast: Cast) -> None:
    link = with_kiosk(cast)
    organise.check_in(cast.event, cast.director, [1, 2, 3, 4])
    round_ = cast.round_in_play()
    cast.play(round_)
    page = Client().get(reverse("kiosk", args=[link]))
    assert page.context["entries"] == []
    shown = Client().post(
        reverse("kiosk_check_in", args=[link]), {"entry": cast.event.entries.get(number=7).uid}
    )
    assert "请到赛务台" in shown.content.decode()
    desk = Client()
    desk.force_login(cast.alice)
    page = desk.get(reverse("desk_event", args=[cast.event.uid]))
    assert [each.number for each in page.context["at_door"]] == [7]
    assert "已到门口" in page.content.decode()


@pytest.mark.full
def test_who_is_checked_in_already_is_told_so(cast: Cast) -> None:
    link, entry = with_kiosk(cast), cast.event.entries.get(number=3)
    organise.check_in(cast.event, cast.director, list(range(1, 9)))
    cast.round_in_play()
    said = taps(link, entry)
    assert (said["door"], said["undo"]) == (False, "")
    assert at_the_door.waiting(cast.event) == []
