"""Checking in at a kiosk of the hall: where it is opened, when it ends, whom it finds."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.registration import club_use, kiosk, requests
from tests.cast import Cast
from tests.clubs.registration.conftest import opened
from tests.clubs.registration.test_requests import asked
from tournaments import organise
from tournaments.base.refusals import Reason, Refused
from tournaments.checks import verification
from tournaments.models import Club, ClubFeature, Credential, Entry, Membership
from web.publish.pdf.typefaces import serif


@pytest.fixture
def desk(empty: Cast, client: Client) -> Client:
    client.force_login(empty.alice)
    return client


def with_kiosk(cast: Cast) -> str:
    Club.objects.filter(pk=cast.club.pk).update(features=[ClubFeature.KIOSK.value])
    return kiosk.open_kiosk(cast.tournament, cast.alice)


@pytest.mark.full
def test_a_kiosk_is_opened_where_the_club_wants_one(empty: Cast, desk: Client) -> None:
    address = reverse("desk_kiosks", args=[empty.tournament.uid])
    assert desk.get(address).status_code == 404
    with_kiosk(empty)
    drawn = desk.post(address).context["here"]
    assert Client().get(drawn).status_code == 200
    newest = kiosk.kiosks(empty.tournament).order_by("-pk")[0]
    desk.post(address, {"close": newest.uid})
    assert Client().get(drawn).status_code == 404


@pytest.mark.full
def test_two_clicks_open_one_kiosk_and_show_the_same_link(empty: Cast, desk: Client) -> None:
    with_kiosk(empty)
    address = reverse("desk_kiosks", args=[empty.tournament.uid])
    key = re.search(r'name="once" value="(\w+)"', desk.get(address).content.decode())
    assert key is not None
    shown = {desk.post(address, {"once": key[1]}).context["here"] for _click in range(2)}
    assert len(shown) == 1
    assert kiosk.kiosks(empty.tournament).count() == 2
    assert Client().get(shown.pop()).status_code == 200


@pytest.mark.full
def test_a_kiosk_checks_in_once_and_undoes(cast: Cast) -> None:
    link, tablet = with_kiosk(cast), Client()
    entry = cast.event.entries.get(number=3)
    page = tablet.get(reverse("kiosk", args=[link]), {"q": "3"})
    assert [one.uid for one in page.context["found"]] == [entry.uid]
    assert tablet.get(reverse("kiosk", args=[link]), {"pick": entry.uid}).context["picked"]
    sent = {"entry": entry.uid}
    script = {"accept": "application/json"}
    address = reverse("kiosk_check_in", args=[link])
    first = tablet.post(address, sent, headers=script).json()
    assert (first["number"], bool(first["undo"])) == (3, True)
    assert ("<svg" in first["seals"]) == (serif() is not None)
    assert tablet.post(address, sent, headers=script).json()["undo"] == ""
    entry.refresh_from_db()
    assert entry.state == Entry.State.CHECKED_IN
    assert tablet.get(reverse("kiosk", args=[link])).context["missing"] == 7
    undo = reverse("kiosk_undo", args=[link])
    assert tablet.post(undo, {"undo": "x"}, headers=script).status_code == 409
    assert tablet.post(undo, {"undo": first["undo"]}).status_code == 302
    entry.refresh_from_db()
    assert entry.state == Entry.State.ENTERED
    unknown = tablet.post(address, {"entry": "1" * 12}, headers=script)
    assert unknown.status_code == 409


def test_a_kiosk_shows_its_club_and_counts_only_where_somebody_is_expected(empty: Cast) -> None:
    address = reverse("kiosk", args=[with_kiosk(empty)])
    nobody = Client().get(address).content.decode()
    assert f"{empty.club.name} · " in nobody
    assert re.search(rf"<h1[^>]*>{empty.tournament.name}</h1>", nobody)
    assert 'class="club-mark"' in nobody
    assert "kiosk-count" not in nobody
    assert 'class="kiosk-none" data-kiosk-none>' in nobody
    organise.add_entries(empty.event, empty.director, [["张三"], ["李四"]])
    assert '<progress max="2" value="0"' in Client().get(address).content.decode()


def test_many_names_stand_under_their_initials(empty: Cast) -> None:
    address = reverse("kiosk", args=[with_kiosk(empty)])
    names = [[f"{first}{second}"] for first in "赵钱孙李周吴" for second in "一二三四五"]
    organise.add_entries(empty.event, empty.director, names)
    assert 'class="kiosk-initial' not in Client().get(address).content.decode()
    organise.add_entries(empty.event, empty.director, [["郑六"]])
    shown = re.findall(r'class="kiosk-initial">(\w)<', Client().get(address).content.decode())
    assert shown == ["L", "Q", "S", "W", "Z"]


def test_a_kiosk_ends_with_the_feature_and_reaches_one_tournament(cast: Cast) -> None:
    link, tablet = with_kiosk(cast), Client()
    assert tablet.get(reverse("player", args=[link])).status_code == 404
    assert tablet.get(reverse("captain", args=[link])).status_code == 404
    elsewhere = organise.create_tournament(
        cast.club,
        cast.director,
        name="冬季赛",
        starts_on=cast.tournament.starts_on,
        time_zone="Asia/Shanghai",
    )
    plan = organise.EventPlan("个人赛", "gongzhu", {"preset": "classic"}, 2)
    event = organise.create_event(elsewhere, cast.director, plan)
    (entry,) = organise.add_entries(event, cast.director, [["张三"]])
    script = {"accept": "application/json"}
    sent = {"entry": entry.uid}
    answer = tablet.post(reverse("kiosk_check_in", args=[link]), sent, headers=script)
    assert answer.status_code == 409
    assert Entry.objects.get(pk=entry.pk).state == Entry.State.ENTERED
    Club.objects.filter(pk=cast.club.pk).update(features=[])
    assert tablet.get(reverse("kiosk", args=[link])).status_code == 404


@pytest.mark.full
def test_a_kiosk_stays_closed_when_kiosks_are_switched_on_again(empty: Cast, desk: Client) -> None:
    link, tablet = with_kiosk(empty), Client()
    page, name = reverse("desk_club", args=[empty.club.uid]), empty.club.name
    desk.post(page, {"name": name, "features": [ClubFeature.KIOSK.value, ClubFeature.FEES.value]})
    assert tablet.get(reverse("kiosk", args=[link])).status_code == 200
    desk.post(page, {"name": name, "features": [ClubFeature.FEES.value]})
    desk.post(page, {"name": name, "features": [ClubFeature.KIOSK.value]})
    assert Club.objects.get(pk=empty.club.pk).uses(ClubFeature.KIOSK)
    assert tablet.get(reverse("kiosk", args=[link])).status_code == 404
    assert verification.verify(empty.tournament) == []


def test_no_kiosk_is_opened_where_the_club_has_just_switched_them_off(cast: Cast) -> None:
    with pytest.raises(Refused) as refused:
        kiosk.open_kiosk(cast.tournament, cast.alice)
    assert [problem.code for problem in refused.value.problems] == [Reason.SAVED_MEANWHILE]
    assert not kiosk.kiosks(cast.tournament).exists()


def test_a_kiosk_that_is_opened_while_they_are_switched_off_is_closed_too(
    empty: Cast, desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    links, switch = [with_kiosk(empty)], club_use.change_club

    def opened_before(*args: Any, **changes: Any) -> None:
        links.append(kiosk.open_kiosk(empty.tournament, empty.alice))
        switch(*args, **changes)

    monkeypatch.setattr(club_use, "change_club", opened_before)
    page = reverse("desk_club", args=[empty.club.uid])
    desk.post(page, {"name": empty.club.name, "features": []})
    assert len(links) == 2
    assert not kiosk.kiosks(empty.tournament).exists()


def test_a_kiosk_ends_with_the_role_of_who_opened_it(cast: Cast) -> None:
    with_kiosk(cast)
    link = kiosk.open_kiosk(cast.tournament, cast.bob)
    assert Client().get(reverse("kiosk", args=[link])).status_code == 200
    Membership.objects.filter(user=cast.bob).delete()
    assert Client().get(reverse("kiosk", args=[link])).status_code == 404


@pytest.mark.full
def test_nobody_is_awaited_at_the_kiosk_once_play_has_begun(cast: Cast) -> None:
    assert len(kiosk.expected(cast.tournament)) == 8
    cast.drawn_round()
    assert len(kiosk.expected(cast.tournament)) == 8
    round_ = cast.event.rounds.get()
    organise.publish_round(round_, cast.director)
    assert kiosk.expected(cast.tournament) == []
    page = Client().get(reverse("kiosk", args=[with_kiosk(cast)])).content.decode()
    assert "现在没有等候签到的项目" in page


@pytest.mark.full
def test_names_are_found_by_pinyin_initials_and_characters(empty: Cast) -> None:
    opened(empty, is_approved=False)
    for name in ("张三", "赵子龙", "李四"):
        requests.ask(empty.event, asked(name))
    entries = kiosk.expected(empty.tournament)
    assert [one.name for one in entries] == ["李四", "张三", "赵子龙"]
    found = {
        typed: [one.name for one in kiosk.search(entries, typed)]
        for typed in ("zhang", "zzl", "子", "2", "z", "x")
    }
    assert found == {
        "zhang": ["张三"],
        "zzl": ["赵子龙"],
        "子": ["赵子龙"],
        "2": ["赵子龙"],
        "z": ["张三", "赵子龙"],
        "x": [],
    }


@pytest.mark.full
def test_the_kiosk_of_another_club_closes_nothing_here(cast: Cast) -> None:
    with_kiosk(cast)
    uid = kiosk.kiosks(cast.tournament).get().uid
    client = Client()
    client.force_login(cast.charlie)
    address = reverse("desk_kiosks", args=[cast.tournament.uid])
    assert client.post(address, {"close": uid}).status_code == 404
    assert Credential.objects.filter(uid=uid, revoked_at=None).exists()
    Membership.objects.filter(user=cast.bob).delete()
    client.force_login(cast.bob)
    assert client.get(address).status_code == 404
