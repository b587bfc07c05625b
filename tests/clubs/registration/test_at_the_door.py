"""A page of a kiosk that was left open when play began tells the desk who is at the door."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.registration import at_the_door, kiosk, presence, terms
from clubs.registration.refusals import RegistrationProblem
from clubs.registration.terms import EntryTerms
from tests.cast import Cast
from tests.clubs.registration.test_kiosks import with_kiosk
from tournaments import organise
from tournaments.base.refusals import Refused
from tournaments.checks import verification
from tournaments.models import Entry, Event
from tournaments.record import audit
from tournaments.record.audit import Actor, Change

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


def before_the_lock(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Let something happen when the next entry is about to be noted as present or missing."""
    change = audit.change

    @contextmanager
    def overtaken(*args: Any) -> Iterator[Change]:
        monkeypatch.setattr(presence, "change", change)
        act()
        with change(*args) as made:
            yield made

    monkeypatch.setattr(presence, "change", overtaken)


def published(cast: Cast) -> None:
    organise.publish_round(cast.drawn_round(), cast.director)


def test_a_round_that_is_published_while_a_kiosk_is_tapped_checks_nobody_in(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_kiosk(cast)
    entry = cast.event.entries.get(number=3)
    before_the_lock(monkeypatch, lambda: published(cast))
    shown, token = kiosk.check_in(kiosk.kiosks(cast.tournament).get(), entry.uid)
    assert (shown.is_at_door, shown.is_present, token) == (True, False, "")
    assert [row.number for row in at_the_door.waiting(cast.event)] == [3]


def test_a_tap_is_not_taken_back_once_a_round_is_drawn_meanwhile(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_kiosk(cast)
    here = kiosk.kiosks(cast.tournament).get()
    organise.check_in(cast.event, cast.director, [1, 2, 4, 5, 6, 7, 8])
    _shown, token = kiosk.check_in(here, cast.event.entries.get(number=3).uid)
    before_the_lock(monkeypatch, cast.drawn_round)
    with pytest.raises(Refused) as refused:
        kiosk.undo(here, token)
    assert [problem.code for problem in refused.value.problems] == [RegistrationProblem.UNDO_LATE]
    assert cast.event.entries.get(number=3).state == Entry.State.CHECKED_IN


def test_a_player_is_not_checked_in_once_a_round_is_drawn_meanwhile(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    Event.objects.filter(pk=cast.event.pk).update(starts_at=timezone.now())
    terms.set_terms(cast.event, cast.director, EntryTerms(check_in_minutes=30))
    entry = Entry.objects.select_related("event__tournament").get(event=cast.event, number=3)
    before_the_lock(monkeypatch, cast.drawn_round)
    with pytest.raises(Refused) as refused:
        presence.check_in(entry, Actor("entry", entry.uid))
    problems = refused.value.problems
    assert [problem.code for problem in problems] == [RegistrationProblem.CHECK_IN_CLOSED]
    assert cast.event.entries.get(number=3).state == Entry.State.ENTERED
