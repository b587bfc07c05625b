"""A club's mirror is set at the desk, follows what is published, and is named by what leaves."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from clubs.mirror import setting
from clubs.mirror.setting import MirrorPlan
from tests.cast import Cast, assemble
from tournaments.jobs import tasks
from tournaments.jobs.models import Job
from tournaments.jobs.registry import Attempt
from tournaments.models import Club, Mirror
from tournaments.system import sealed_secrets
from web.desk.mirror import views
from web.publish import address, mirror_paths
from web.publish.mirror import choosing, following, pushing, reading
from web.publish.mirror.memory import Memory
from web.publish.mirror.stores.directory import Directory
from web.publish.mirror.stores.store import StoreError, StoreFault
from web.publish.served import public_page
from web.publish.sharing import states

ADDRESS = "https://results.example.org"


@pytest.fixture
def folder(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    settings.DATA = tmp_path / "data"
    monkeypatch.delitem(mirror_paths.FOLDERS, "en")
    monkeypatch.setattr(reading, "advice", lambda _address, _allowed: None)
    return tmp_path / "site"


@pytest.fixture
def cast(db: None) -> Cast:
    cast = assemble(players=4, deals_per_round=1)
    cast.closed_round()
    return cast


def _run(cast: Cast) -> Mirror:
    """Do the job of the club, and return what is noted of its mirror."""
    attempt = Attempt("job", "mirror", {"club": cast.club.uid}, "", 1)
    following.push(attempt, lambda _done, _total: None)()
    return Mirror.objects.get(club=cast.club)


def _set(cast: Cast, folder: Path) -> Mirror:
    setting.set_mirror(cast.club, cast.director, MirrorPlan(str(folder), ADDRESS))
    mirror = Mirror.objects.select_related("club").get(club=cast.club)
    following.begin(mirror)
    return mirror


@pytest.mark.full
def test_an_owner_sets_a_mirror_and_its_secret_is_never_shown(
    cast: Cast, folder: Path, client: Client
) -> None:
    client.force_login(cast.alice)
    page = reverse("desk_mirror", args=[cast.club.uid])
    sent = {"destination": str(folder), "address": ADDRESS, "key": "k", "secret": "very secret"}
    assert client.post(page, sent).status_code == 302
    mirror = Mirror.objects.get(club=cast.club)
    assert "very secret" not in mirror.secret
    assert setting.secret_of(mirror) == "very secret"
    job = Job.objects.get(kind="mirror")
    assert job.payload == {"club": cast.club.uid}
    assert Memory.wished(following.place_of(mirror))
    assert _run(cast).pushed_at is not None
    shown = client.get(page).content.decode()
    assert "very secret" not in shown
    assert "最近上传" in shown
    refused = client.post(page, {**sent, "destination": "ftp://a/b"}).content.decode()
    assert 'value="ftp://a/b"' in refused
    assert client.post(reverse("desk_mirror_push", args=[cast.club.uid])).status_code == 302
    assert Job.objects.filter(kind="mirror").count() == 1


def test_an_address_of_no_store_is_told_at_its_field(cast: Cast, client: Client) -> None:
    client.force_login(cast.alice)
    page = reverse("desk_mirror", args=[cast.club.uid])
    shown = client.post(page, {"destination": "ftp://a/b"})
    assert "不能用作网上成绩的位置" in shown.content.decode()


def test_a_secret_that_cannot_be_kept_is_refused_in_words(
    cast: Cast, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sealed_secrets, "IS_AVAILABLE", False)
    client.force_login(cast.alice)
    sent = {"destination": "s3://results", "address": ADDRESS, "key": "k", "secret": "typed"}
    shown = client.post(reverse("desk_mirror", args=[cast.club.uid]), sent).content.decode()
    assert "无法保存密钥" in shown
    assert "huapai[https]" in shown or "requirements/https" in shown
    assert not Mirror.objects.exists()


@pytest.mark.full
def test_every_fault_of_a_push_is_told_and_the_next_one_goes_on(
    cast: Cast, folder: Path, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    mirror = _set(cast, folder)
    for fault, words in (
        (OSError(28, "No space left on device"), "本机无法记下"),
        (OperationalError("locked"), "读取数据时出错"),
    ):
        with monkeypatch.context() as broken:
            broken.setattr(following, "open_store", partial(_raise, fault))
            assert words in _told(_run(cast))
        assert following.order_due(timezone.now(), {})
    Mirror.objects.filter(pk=mirror.pk).update(secret="sealed by another key", fault="")
    assert "密钥" in _told(_run(cast))
    Mirror.objects.filter(pk=mirror.pk).update(secret="", fault="")
    with monkeypatch.context() as broken:
        broken.setattr(following, "open_store", partial(_raise, KeyError("lines")))
        tasks.perform(Job.objects.get(kind="mirror").uid)
    client.force_login(cast.alice)
    page = reverse("desk_mirror", args=[cast.club.uid])
    assert "程序出错（KeyError）" in client.get(page).content.decode()
    Job.objects.filter(kind="mirror").update(due_at=timezone.now())
    tasks.perform(Job.objects.get(kind="mirror").uid)
    assert "程序出错" not in client.get(page).content.decode()


def _raise(fault: Exception, *_args: object) -> Any:
    raise fault


def _told(mirror: Mirror) -> str:
    return views._words(mirror.fault)


def test_a_folder_of_the_machine_is_not_for_every_club(cast: Cast, client: Client) -> None:
    client.force_login(cast.charlie)
    club = Club.objects.get(memberships__user=cast.charlie)
    shown = client.post(reverse("desk_mirror", args=[club.uid]), {"destination": "/srv/site"})
    assert "由本系统的管理员选择" in shown.content.decode()
    assert not Mirror.objects.exists()


def test_what_is_due_is_ordered_once(cast: Cast, folder: Path) -> None:
    _set(cast, folder)
    Job.objects.all().delete()
    now = timezone.now()
    tried = following.order_due(now, {})
    assert Job.objects.filter(kind="mirror").count() == 1
    Job.objects.all().delete()
    assert following.order_due(now + timedelta(seconds=30), tried) == tried
    _run(cast)
    following.order_due(now + timedelta(minutes=2), tried)
    assert not Job.objects.filter(kind="mirror").exists()
    cast.round_in_play()
    following.order_due(now + timedelta(minutes=3), tried)
    assert Job.objects.filter(kind="mirror").count() == 1


def test_a_wish_that_comes_while_an_older_one_is_fulfilled_stays(
    cast: Cast, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = following.place_of(_set(cast, folder))
    Memory.wish(place)
    older, read_text = Memory.wished(place), Path.read_text

    def read_late(self: Path, encoding: str) -> str:
        """Let another wish come between reading the older one and forgetting it."""
        text = read_text(self, encoding)
        Memory.wish(place)
        return text

    with monkeypatch.context() as between:
        between.setattr(Path, "read_text", read_late)
        Memory.fulfil(place, older)
    assert Memory.wished(place) not in ("", older)
    Memory.fulfil(place, older)
    assert Memory.wished(place), "of another wish nothing is forgotten"
    Memory.fulfil(place, Memory.wished(place))
    Memory.fulfil(place, "gone")
    assert not Memory.wished(place)
    assert not list(Path(settings.DATA).rglob("*.wish*"))


@pytest.mark.full
def test_a_wish_to_hear_of_readers_is_not_lost(
    cast: Cast, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mirror, asked = _set(cast, folder), list[str]()

    def advice(address: str, _allowed: object) -> None:
        asked.append(address)

    monkeypatch.setattr(reading, "advice", advice)
    pushed = pushing.push

    def while_somebody_asks(*given: Any) -> Any:
        # The live job is the one that runs; it is given nothing of the wish.
        following.order(mirror)
        return pushed(*given)

    with monkeypatch.context() as during:
        during.setattr(pushing, "push", while_somebody_asks)
        _run(cast)
    assert len(asked) == 1
    assert following.order_due(timezone.now(), {}), "the wish came during the push"
    _run(cast)
    assert len(asked) == 2
    assert following.order_due(timezone.now(), {}) == {}
    _run(cast)
    assert len(asked) == 2


@pytest.mark.full
def test_events_are_read_only_when_a_sum_has_grown(
    cast: Cast, folder: Path, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    now, lookout = timezone.now(), following.Lookout()
    with django_assert_num_queries(1):
        assert not lookout.is_needed(now), "nobody has a mirror"
    _set(cast, folder)
    assert lookout.is_needed(now)
    with django_assert_num_queries(4):
        assert not lookout.is_needed(now + timedelta(seconds=15))
    cast.round_in_play()
    assert lookout.is_needed(now + timedelta(seconds=30))
    assert not lookout.is_needed(now + timedelta(seconds=45))
    assert lookout.is_needed(now + timedelta(seconds=90)), "what no sum tells of"


@pytest.mark.full
def test_a_bucket_of_one_name_at_another_store_is_another_target(
    cast: Cast, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_store = {"https://old.example": folder, "https://new.example": folder.with_name("new")}
    monkeypatch.setattr(
        following, "open_store", lambda _place, access: Directory(at_store[access.endpoint])
    )

    def lies_at(endpoint: str) -> Mirror:
        plan = MirrorPlan("s3://results", ADDRESS, endpoint=endpoint, key="key", secret="secret")
        setting.set_mirror(cast.club, cast.director, plan)
        mirror = Mirror.objects.select_related("club").get(club=cast.club)
        following.begin(mirror)
        return mirror

    lies_at("https://old.example")
    attempt = Attempt("job", "mirror", {"club": cast.club.uid}, "", 1)
    noted = following.push(attempt, lambda _done, _total: None)
    mirror = lies_at("https://new.example")
    noted()
    mirror.refresh_from_db()
    assert mirror.pushed_at is None
    # What somebody else has there is not taken for what the old store has.
    at_store["https://new.example"].mkdir()
    (at_store["https://new.example"] / "other.html").write_text("of somebody else", "utf-8")
    assert "mirror_occupied" in _run(cast).fault


@pytest.mark.full
def test_a_target_that_is_chosen_again_keeps_what_is_known_of_it(cast: Cast, folder: Path) -> None:
    mirror = _set(cast, folder)
    _run(cast)
    known = Memory.read(following.place_of(mirror))
    assert known.manifest.files
    following.begin(mirror)
    assert Memory.read(following.place_of(mirror)) == known


@pytest.mark.full
def test_an_hour_offline_is_caught_up_exactly(
    cast: Cast, folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _set(cast, folder)
    _run(cast)

    def away(*_args: Any) -> Any:
        raise StoreError(StoreFault.AWAY, why="no route")

    with monkeypatch.context() as offline:
        offline.setattr(following, "open_store", away)
        for _ in range(2):
            cast.closed_round()
            mirror = _run(cast)
            assert "no route" in mirror.fault
    assert following.order_due(timezone.now(), {})
    assert _run(cast).fault == ""
    fresh = tmp_path / "fresh"
    pushing.push(choosing.scope(club=cast.club), Directory(fresh), str(fresh))
    kept, other = (Memory.read(str(each)).manifest for each in (folder, fresh))
    assert kept == other
    assert Directory(folder).listed() == Directory(fresh).listed()


def test_data_from_a_copy_push_nothing_by_themselves(cast: Cast, folder: Path) -> None:
    setting.set_mirror(cast.club, cast.director, MirrorPlan(str(folder), ADDRESS))
    assert following.order_due(timezone.now(), {}) == {}
    assert _run(cast).pushed_at is None
    assert not folder.exists()


def test_what_leaves_the_hall_names_the_mirror(cast: Cast, folder: Path) -> None:
    event = cast.event
    assert address.outside(event, "event", event.uid) == ""
    _set(cast, folder)
    event.refresh_from_db()
    page = f"{ADDRESS}/zh/e/{event.uid}/index.html"
    assert address.outside(event, "event", event.uid) == page
    assert states.foot(event, "event", event.uid).address == page
    assert address.outside(event, "hall_seating", event.uid) == ""
    cover = address.outside(event, "event_cover", event.uid, "zh-hans")
    assert cover == f"{ADDRESS}/e/{event.uid}/cover.zh-hans.png"


def test_an_event_that_is_not_in_the_mirror_does_not_name_it(cast: Cast, folder: Path) -> None:
    plan = MirrorPlan(str(folder), ADDRESS, events=["2" * 12])
    setting.set_mirror(cast.club, cast.director, plan)
    cast.event.refresh_from_db()
    assert address.outside(cast.event, "event", cast.event.uid) == ""


def test_every_public_page_is_in_a_mirror_or_left_out() -> None:
    assert mirror_paths.PAGES.isdisjoint(mirror_paths.LEFT_OUT)
    kept = mirror_paths.PAGES | mirror_paths.FILES
    assert public_page.KINDS.keys() == kept | mirror_paths.LEFT_OUT


class _Answers(BaseHTTPRequestHandler):
    """Answers as the address says: with headers, or not at all."""

    def do_GET(self) -> None:
        headers = {
            "/good": {"Content-Type": "text/html; charset=utf-8"},
            "/download": {"Content-Type": "text/html", "Content-Disposition": "attachment"},
            "/bare": {"Content-Type": "application/octet-stream"},
        }.get(self.path.rpartition("/")[0])
        if "/moved/" in self.path:
            headers = {"Location": "https://inside.example/zh/index.html"}
        self.send_response(302 if "/moved/" in self.path else 200 if headers else 403)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *_args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def store_address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Answers)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("good", None),
        ("download", reading.Advice.DOWNLOADED),
        ("bare", reading.Advice.WRONG_TYPE),
        ("missing", reading.Advice.NOT_THERE),
        ("moved", reading.Advice.REDIRECTED),
    ],
)
def test_a_store_that_hands_pages_out_as_downloads_is_noticed(
    store_address: str, path: str, code: object
) -> None:
    told = reading.advice(f"{store_address}/{path}", ["127.0.0.1"])
    assert (told.code if told else None) == code


def test_a_page_is_not_asked_for_inside_a_network(store_address: str) -> None:
    told = reading.advice(f"{store_address}/good")
    assert told is not None
    assert told.code == reading.Advice.INSIDE
    assert reading.advice("file:///etc").code == reading.Advice.NOT_THERE  # type: ignore[union-attr]
