"""Kept pages as readers get them: by revision, language, time, and without blanked names."""

from __future__ import annotations

import gzip
import time
from collections.abc import Mapping
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from clubs.members import merging
from clubs.registration.club_use import change_club
from tests.cast import Cast
from tests.public_addresses import PUBLIC
from tests.world import World, assemble
from tournaments import organise, results
from tournaments.models import Club, EntryMember, Event, Round, Tournament
from tournaments.models.base import new_uid
from tournaments.results.snapshot import EventSnapshot
from web.publish import cache, etag
from web.publish.served import views

pytestmark = pytest.mark.usefixtures("long_kept")


@pytest.mark.full
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
    # Another process is ahead: it has made the page from the newer record already.
    newer = _stamp_elsewhere(client, address)
    cast.post(cast.deals(round_)[1])
    ahead = client.get(address, headers={"If-None-Match": newer})
    assert (ahead.status_code, ahead["ETag"]) == (304, newer)
    settings.LIVE_PAUSE = 0
    cache.forget()
    assert client.get(address).content != first.content


def _stamp_elsewhere(client: Client, address: str) -> str:
    """Return the stamp of a page in a process that keeps nothing, and leave what is kept here."""
    kept = dict(cache._places)
    cache.forget()
    stamp = client.get(address)["ETag"]
    cache.forget()
    cache._places.update(kept)
    return str(stamp)


@pytest.mark.full
def test_what_the_record_has_not_reached_is_believed_by_nobody(cast: Cast, client: Client) -> None:
    """As after a restored copy, or where somebody makes up a stamp."""
    cast.round_in_play()
    address = f"/e/{cast.event.uid}/live/"
    first = client.get(address)
    shown = client.get(address, headers={"If-None-Match": 'W/"999999.0123456789abcdef"'})
    assert (shown.status_code, shown["ETag"]) == (200, first["ETag"])


@pytest.mark.full
def test_without_a_pause_nothing_is_kept(cast: Cast, client: Client, settings: Settings) -> None:
    settings.LIVE_PAUSE = 0
    round_ = cast.round_in_play()
    address = f"/e/{cast.event.uid}/"
    first = client.get(address)
    cast.post(cast.deals(round_)[0])
    assert client.get(address).content != first.content
    assert not cache._places


@pytest.mark.full
def test_whole_pages_are_packed_and_say_so(cast: Cast, client: Client) -> None:
    cast.round_in_play()
    address = f"/e/{cast.event.uid}/"
    packed = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    plain = client.get(address)
    assert "Content-Encoding" not in plain
    assert gzip.decompress(packed.content) == plain.content
    assert packed["ETag"] == plain["ETag"]
    for answer in (packed, plain, client.get(address, headers={"If-None-Match": plain["ETag"]})):
        assert answer["Vary"] == "Accept-Encoding, Accept-Language"
        assert not answer.cookies


@pytest.mark.full
def test_a_whole_page_is_never_older_than_its_part(cast: Cast, client: Client) -> None:
    round_ = cast.round_in_play()
    address = f"/e/{cast.event.uid}/"
    page = client.get(address)
    cast.post(cast.deals(round_)[0])
    part, again = client.get(f"{address}live/"), client.get(address)
    assert again.content == page.content
    assert part["ETag"].replace('"', "&quot;") in again.content.decode()


@pytest.mark.full
@pytest.mark.parametrize("asked", ["entries/99/", "entries/99/live/", "rounds/9/"])
def test_an_address_without_a_page_takes_no_place(cast: Cast, client: Client, asked: str) -> None:
    cast.round_in_play()
    assert client.get(f"/e/{cast.event.uid}/{asked}").status_code == 404
    assert not cache._places


@pytest.mark.full
def test_a_search_is_not_kept(cast: Cast, client: Client) -> None:
    cast.round_in_play()
    address = f"/e/{cast.event.uid}/"
    for asked in (address, f"{address}live/"):
        answer = client.get(asked, {"q": "丙"})
        assert 'value="丙"' in answer.content.decode()
        assert cache.SHARED not in answer
        assert 'value="丙"' not in client.get(asked).content.decode()


@pytest.mark.full
def test_searches_are_limited_by_address_and_who_looks_at_an_answer_keeps_it(
    cast: Cast, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views.Searches, "rate", "2/min")
    round_ = cast.round_in_play()
    address, search = f"/e/{cast.event.uid}/", {"q": "丙"}
    shown = client.get(f"{address}live/", search)["ETag"]
    unchanged = client.get(f"{address}live/", search, headers={"If-None-Match": shown})
    assert unchanged.status_code == 304
    assert client.get("/", search).status_code == 200
    refused = client.get(address, search)
    assert (refused.status_code, refused["Retry-After"]) == (429, "60")
    assert "找人太频繁" in refused.content.decode()
    cast.post(cast.deals(round_)[0])
    kept = client.get(f"{address}live/", search, headers={"If-None-Match": shown})
    assert (kept.status_code, kept["ETag"]) == (304, shown)
    assert client.get(address).status_code == 200
    assert client.get(address, search, REMOTE_ADDR="192.0.2.9").status_code == 200


@pytest.mark.full
def test_an_event_is_read_once_for_many_searches_until_it_changes(
    cast: Cast, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    round_, read, reads = cast.round_in_play(), results.read, list[int]()

    def counted(event: Event) -> EventSnapshot:
        reads.append(event.pk)
        return read(event)

    monkeypatch.setattr(results, "read", counted)
    address = f"/e/{cast.event.uid}/"
    for wanted in ("丙", "丁", "nobody"):
        page = client.get(address, {"q": wanted})
        assert (f'value="{wanted}"' in page.content.decode(), len(reads)) == (True, 1)
    assert not page.context["page"].standings[1:]
    cast.post(cast.deals(round_)[0])
    reads.clear()
    assert client.get(address, {"q": "丙"}).context["page"].current.done == 1
    assert len(reads) == 1


@pytest.mark.full
def test_two_languages_do_not_mix(cast: Cast, client: Client) -> None:
    cast.round_in_play()
    address = f"/e/{cast.event.uid}/"
    for _ in range(2):
        english = client.get(address, headers={"Accept-Language": "en"})
        chinese = client.get(address, headers={"Accept-Language": "zh-hans"})
        assert 'lang="en"' in english.content.decode().partition("<head>")[0]
        assert 'lang="zh-hans"' in chinese.content.decode().partition("<head>")[0]


@pytest.mark.full
@pytest.mark.parametrize("later", [0, 1], ids=["the last number", "an earlier number"])
def test_who_changes_the_language_is_sent_an_older_page_in_it(
    cast: Cast, client: Client, later: int
) -> None:
    """The page that the browser has is newer, and in the wrong language."""
    round_ = cast.round_in_play()
    address = f"/e/{cast.event.uid}/live/"
    english = client.get(address, headers={"Accept-Language": "en"})
    deals = cast.deals(round_)
    cast.post(deals[0])
    chinese = client.get(address, headers={"Accept-Language": "zh-hans"})
    for deal in deals[1 : 1 + later]:
        cast.post(deal)
    asked = {"Accept-Language": "en", "If-None-Match": chinese["ETag"]}
    answer = client.get(address, headers=asked)
    assert etag.revision_of(answer["ETag"]) < etag.revision_of(chinese["ETag"])
    assert (answer.status_code, answer.content) == (200, english.content)


@pytest.mark.full
@pytest.mark.parametrize(
    "path",
    [
        *("/", "/live/", "/e/{}/", "/e/{}/live/", "/e/{}/rounds/1/", "/e/{}/entries/2/"),
        *("/e/{}/standings.csv", "/e/{}/cover.en.png", "/api/1/events/{}/rounds/1/tables/"),
    ],
)
def test_a_name_that_was_blanked_is_on_no_page_for_a_moment_longer(
    cast: Cast, client: Client, path: str
) -> None:
    cast.round_in_play()
    address = path.format(cast.event.uid)
    before = client.get(address)
    cast.post(cast.deals(cast.event.rounds.get())[0])
    assert client.get(address)["ETag"] == before["ETag"]
    merging.blank(cast.club, cast.director, EntryMember.objects.order_by("pk")[0].person)
    after = client.get(address)
    assert etag.revision_of(after["ETag"]) > etag.revision_of(before["ETag"]) + 1


@pytest.mark.full
def test_the_host_of_one_reader_is_in_no_page(cast: Cast, client: Client) -> None:
    cast.round_in_play()
    for address in (f"/e/{cast.event.uid}/", "/"):
        answer = client.get(address, headers={"Host": "192.0.2.77:4711"})
        assert answer.status_code == 200
        assert "192.0.2.77" not in answer.content.decode()


@pytest.mark.full
@pytest.mark.parametrize(
    "path",
    [
        *("/e/{}/rounds/1/", "/e/{}/rounds/1/live/", "/e/{}/rounds/1/tables/1/"),
        *("/e/{}/hall/seating/", "/e/{}/hall/standings/"),
    ],
)
def test_a_page_is_made_again_when_its_time_is_over(cast: Cast, client: Client, path: str) -> None:
    """The record does not change by that, and the stamp does: who polls is told of it."""
    round_ = cast.round_in_play()
    organise.start_clock(round_, cast.alice, 60)
    address = path.format(cast.event.uid)
    running = client.get(address)
    assert 'data-clock="running"' in running.content.decode()
    assert _shown_with(client, address, running["ETag"]) == 304
    later = timezone.now() + timedelta(minutes=61)
    ends = time.monotonic() + 61 * 60
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timezone, "now", lambda: later)
        patch.setattr(cache, "time", SimpleNamespace(monotonic=lambda: ends))
        called = client.get(address, headers={"If-None-Match": running["ETag"]})
        assert _shown_with(client, address, called["ETag"]) == 304
    assert 'data-clock="called"' in called.content.decode()
    assert etag.revision_of(called["ETag"]) == etag.revision_of(running["ETag"])


def _shown_with(client: Client, address: str, stamp: str) -> int:
    """Return the status with which a page is answered to whom has this stamp."""
    return int(client.get(address, headers={"If-None-Match": stamp}).status_code)


@pytest.mark.full
def test_a_table_with_time_of_its_own_is_over_after_the_others(cast: Cast, client: Client) -> None:
    round_ = cast.round_in_play()
    organise.start_clock(round_, cast.alice, 60)
    organise.extend_clock(round_, cast.alice, 10, seen=1, table=1)
    began, stamps = timezone.now(), set[str]()
    for minutes in (0, 61, 71):
        with pytest.MonkeyPatch.context() as patch:
            later = began + timedelta(minutes=minutes)
            patch.setattr(timezone, "now", lambda later=later: later)
            stamps.add(client.get(f"/e/{cast.event.uid}/rounds/1/live/")["ETag"])
        cache.forget()
    assert len(stamps) == 3


@pytest.mark.full
@pytest.mark.databases
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
    assert cast.event.name not in client.get("/").content.decode()


def test_the_list_of_events_is_kept_as_every_page_is(cast: Cast, client: Client) -> None:
    round_ = cast.round_in_play()
    first = client.get("/")
    cast.post(cast.deals(round_)[0])
    assert client.get("/").content == first.content
    shown = client.get("/", headers={"If-None-Match": first["ETag"]})
    assert (shown.status_code, shown["ETag"]) == (304, first["ETag"])


@pytest.mark.databases
@pytest.mark.full
def test_the_revision_of_the_list_grows_also_when_an_event_is_hidden(
    cast: Cast, client: Client
) -> None:
    def revision() -> int:
        cache.forget()
        return etag.revision_of(client.get("/")["ETag"])

    round_ = cast.round_in_play()
    drawn = revision()
    cast.post(cast.deals(round_)[0])
    posted = revision()
    Event.objects.update(state=Event.State.DRAFT)
    assert 0 < drawn < posted <= revision()


def _asked(client: Client, world: World, stamps: Mapping[str, str]) -> dict[str, Any]:
    """Return the answer of every public address that has a stamp, to a reader with these."""
    known = {name: [*arguments(world)] for name, arguments in PUBLIC.items()}
    known |= {name: [] for name in ("home", "home_live", "data_tournaments")}
    answers = {}
    for name, arguments in known.items():
        shown = {"If-None-Match": stamps[name]} if name in stamps else {}
        answer = client.get(reverse(name, args=arguments), headers=shown)
        if "ETag" in answer and not answer.streaming:
            answers[name] = answer
    return answers


@pytest.mark.full
def test_a_renamed_club_has_its_new_name_at_every_address(client: Client, db: None) -> None:
    world = assemble()
    club, event = world.cast.club, Event.objects.get(pk=world.cast.event.pk)
    # The first page of several clubs bears the face of none of them.
    elsewhere = Club.objects.exclude(pk=club.pk)[0]
    other = Tournament.objects.get(pk=event.tournament_id)
    other.pk, other.uid, other.club = None, new_uid(), elsewhere
    other.save(force_insert=True)
    event.pk, event.uid, event.tournament = None, new_uid(), other
    event.save(force_insert=True)
    first = _asked(client, world, {})
    naming = {name for name, sent in first.items() if club.name.encode() in sent.content}
    assert {"home", "event", "data_event", "data_tournament", "data_tournaments"} <= naming
    change_club(club, world.cast.director, name="城西桥牌社")
    again = _asked(client, world, {name: sent["ETag"] for name, sent in first.items()})
    assert {name for name in naming if again[name].status_code != 200} == set()
    bodies = {name: sent.content.decode(errors="replace") for name, sent in again.items()}
    assert {name for name, body in bodies.items() if "城北棋牌俱乐部" in body} == set()
    assert {name for name in naming if "城西桥牌社" not in bodies[name]} == set()
