"""Live parts under load: made once for all, slightly behind, and never going back."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django import Settings

from tests.cast import Cast
from tournaments.models import Event, Round
from tournaments.publish import freshness

pytestmark = pytest.mark.databases


@pytest.fixture(autouse=True)
def _busy(settings: Settings) -> Iterator[None]:
    """A part may be shown for as long as can be."""
    settings.LIVE_PAUSE = 100_000
    freshness.forget()
    yield
    freshness.forget()


def part(stamp: str, body: bytes = b"new") -> freshness.Part:
    return freshness.served_part("page", stamp, int(stamp), lambda: body)


def test_what_is_kept_is_shown_again_and_not_made_again() -> None:
    assert part("1", b"first").body == b"first"
    assert part("1", b"second").body == b"first"


def test_within_its_pause_a_part_is_shown_for_the_newer_one() -> None:
    part("1", b"first")
    assert part("2", b"second") == part("1")
    assert part("2").stamp == "1"


def test_without_a_pause_the_newer_one_is_made(settings: Settings) -> None:
    settings.LIVE_PAUSE = 0
    part("1", b"first")
    assert part("2", b"second").body == b"second"


def test_who_asks_while_a_part_is_made_is_shown_the_one_before(settings: Settings) -> None:
    settings.LIVE_PAUSE = 0
    part("1", b"first")
    begun, go_on = threading.Event(), threading.Event()

    def slow() -> bytes:
        begun.set()
        assert go_on.wait(20)
        return b"second"

    making = threading.Thread(target=freshness.served_part, args=("page", "2", 2, slow))
    making.start()
    assert begun.wait(20)
    assert part("2", b"never made").body == b"first"
    go_on.set()
    making.join(20)
    assert part("2", b"never made").body == b"second"


def test_two_who_ask_first_wait_for_one_part() -> None:
    begun, go_on, made = threading.Event(), threading.Event(), []

    def slow() -> bytes:
        begun.set()
        assert go_on.wait(20)
        made.append(1)
        return b"first"

    asking = [
        threading.Thread(target=freshness.served_part, args=("page", "1", 1, slow))
        for _ in range(2)
    ]
    for thread in asking:
        thread.start()
    assert begun.wait(20)
    go_on.set()
    for thread in asking:
        thread.join(20)
    assert made == [1]


def test_an_older_part_that_is_made_late_does_not_take_the_place_of_a_newer_one(
    settings: Settings,
) -> None:
    settings.LIVE_PAUSE = 0
    part("6", b"sixth")
    assert part("5", b"fifth").body == b"fifth"
    assert part("6", b"never made").body == b"sixth"


def test_who_is_ahead_is_told_by_revisions_whoever_asked_first() -> None:
    freshness.remember_revision("page", "6", 6)
    freshness.remember_revision("page", "5", 5)
    sixth = part("6", b"sixth")
    assert not freshness.is_newer("page", "5", than=sixth)
    assert freshness.is_newer("page", "6", than=freshness.Part("5", 5, b"", 0))
    assert not freshness.is_newer("page", "unknown", than=sixth)


def test_a_failure_is_not_kept() -> None:
    def fails() -> bytes:
        raise RuntimeError("no")

    with pytest.raises(RuntimeError):
        freshness.served_part("page", "1", 1, fails)
    assert part("1", b"first").body == b"first"


def test_only_so_many_parts_are_kept() -> None:
    for number in range(freshness.MOST + 1):
        freshness.served_part(f"page {number}", "1", 1, lambda: b"first")
    assert freshness.served_part("page 0", "1", 1, lambda: b"again").body == b"again"
    assert (
        freshness.served_part(f"page {freshness.MOST}", "1", 1, lambda: b"again").body == b"first"
    )


def test_a_phone_sees_the_last_part_until_the_next_is_due_and_never_an_older_one(
    cast: Cast, client: Client, settings: Settings
) -> None:
    round_: Round = cast.round_in_play()
    address = f"/e/{cast.event.uid}/live/"
    first = client.get(address)
    cast.post(cast.deals(round_)[0])
    again = client.get(address)
    assert (again.status_code, again["ETag"], again.content) == (200, first["ETag"], first.content)
    shown = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert (shown.status_code, shown["ETag"]) == (304, first["ETag"])
    page = client.get(f"/e/{cast.event.uid}/").content.decode()
    newer = page.split('data-etag="')[1].split('"')[0].replace("&quot;", '"')
    cast.post(cast.deals(round_)[1])
    ahead = client.get(address, headers={"If-None-Match": newer})
    assert (ahead.status_code, ahead["ETag"]) == (304, newer)
    settings.LIVE_PAUSE = 0
    freshness.forget()
    assert client.get(address).content != first.content


def test_the_list_of_events_has_no_order_of_its_own_and_is_never_behind(
    cast: Cast, client: Client
) -> None:
    """An event that is hidden takes its revision along: what is left must not look older."""
    cast.round_in_play()
    first = client.get("/live/")
    Event.objects.update(state=Event.State.DRAFT)
    hidden = client.get("/live/", headers={"If-None-Match": first["ETag"]})
    assert hidden.status_code == 200
    assert cast.event.name not in hidden.content.decode()
