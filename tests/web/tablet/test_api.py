"""The tablet's API as the page's script speaks it, from the short code to the result."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from clubs.credentials import devices
from referee.models import DeviceLease, Sheet
from tests.referee.hall import NOTHING_WON, Hall, Tablet, codes, fits
from tournaments import organise
from tournaments.models import Result, Tournament
from web.tablet.api.acknowledgement import ConfirmationAnswer, SheetAnswer
from web.tablet.api.answers import PreviewAnswer
from web.tablet.api.round_pack import RoundPack
from web.tablet.api.schema import ROOT
from web.tablet.views import FRAME_KEPT

QUERIES_OF_AN_UNCHANGED_ROUND = 1


@pytest.mark.full
@pytest.mark.databases
def test_a_deal_goes_from_a_short_code_to_its_result(hall: Hall, stranger: Tablet) -> None:
    tablet = stranger.opens(hall.table)
    deal = tablet.get("round").json()["deals"][0]
    request = {"deal": deal["uid"], "report": NOTHING_WON}
    assert codes(tablet.post("preview", request)) == ["cards_not_won"]
    sealed = hall.sheet()
    answer = tablet.submits(sealed)
    assert (answer["problems"], answer["confirmers"]) == ([], ["W", "S", "E"])
    confirmed = tablet.confirms(hall.agreement(sealed, "S"))
    assert (confirmed["version"], confirmed["scores"]["N"], confirmed["awaited"]) == (1, -100, [])
    done_deal = tablet.get("round").json()["deals"][0]
    assert (done_deal["state"], done_deal["version"], done_deal["scores"]["N"]) == ("done", 1, -100)


@pytest.mark.full
def test_every_point_of_a_preview_stands_on_a_worded_line(hall: Hall, tablet: Tablet) -> None:
    request = {"deal": hall.deal().uid, "report": hall_report()}
    answer = fits(PreviewAnswer, tablet.post("preview", request).json())
    for seat, score in answer["scores"].items():
        assert sum(line["points"] for line in answer["lines"][seat]) == answer["raw"][seat]
        assert sum(line["points"] for line in answer["conversions"][seat]) == score
    assert all(line["text"] for lines in answer["lines"].values() for line in lines)


def hall_report() -> dict[str, Any]:
    hearts = [f"H{rank}" for rank in (*range(2, 11), "J", "Q", "K", "A")]
    return {"won": {"N": ["SQ", "DJ"], "E": [*hearts, "C10"]}}


def test_a_preview_names_every_problem_and_writes_nothing(hall: Hall, tablet: Tablet) -> None:
    before = hall.cast.tournament.log.count()
    report = {"won": {"N": ["SQ", "SQ", "QS"], "X": []}}
    answer = tablet.post("preview", {"deal": hall.deal().uid, "report": report}).json()
    fits(PreviewAnswer, answer)
    assert len(answer["problems"]) >= 4
    assert all(problem["text"] for problem in answer["problems"])
    assert answer["scores"] == answer["raw"] == answer["lines"] == {}
    assert hall.cast.tournament.log.count() == before
    assert not Sheet.objects.exists()


@pytest.mark.full
@pytest.mark.databases
def test_the_round_pack_holds_all_that_a_table_needs(hall: Hall, tablet: Tablet) -> None:
    pack = fits(RoundPack, tablet.get("round").json())
    assert pack["event"]["game"] == "gongzhu"
    assert (pack["round"]["number"], pack["table"]["number"], pack["room"]) == (1, 1, "only")
    assert [seat["label"] for seat in pack["seats"]] == ["N", "W", "S", "E"]
    assert all(seat["name"] and seat["name"] == seat["entry"] for seat in pack["seats"])
    assert pack["confirmers"]["N"] == ["W", "S", "E"]
    assert [deal["state"] for deal in pack["deals"]] == ["open", "open"]
    assert "SQ" in pack["blank"]["cards"]
    assert pack["rules"]
    assert (pack["language"], pack["time_zone"]) == ("en", "Asia/Shanghai")


@pytest.mark.full
def test_the_round_pack_tells_the_time_of_its_table_by_hours(hall: Hall, tablet: Tablet) -> None:
    alice, (here, there) = hall.cast.alice, hall.tables
    assert tablet.get("round").json()["clock"] is None
    organise.start_clock(hall.round, alice, 50)
    clock = fits(RoundPack, tablet.get("round").json())["clock"]
    assert clock["state"] == "running"
    assert set(map(type, (clock["until"], clock["no_new_deal"]))) == {str}
    organise.extend_clock(hall.round, alice, 5, seen=1, table=there.number)
    assert tablet.get("round").json()["clock"]["until"] == clock["until"]
    organise.extend_clock(hall.round, alice, 5, seen=2, table=here.number)
    organise.hold_clock(hall.round, alice, seen=3)
    held_clock = fits(RoundPack, tablet.get("round").json())["clock"]
    assert (held_clock["state"], held_clock["until"]) == ("held", None)
    assert 54 * 60 < held_clock["seconds"] <= 55 * 60


@pytest.mark.full
def test_a_waiting_sheet_is_in_the_round_pack(hall: Hall, tablet: Tablet) -> None:
    sealed = hall.sheet(recorder="W")
    tablet.submits(sealed)
    deal = fits(RoundPack, tablet.get("round").json())["deals"][0]
    assert (deal["state"], deal["scores"]) == ("waiting", None)
    assert (deal["sheet"]["key"], deal["sheet"]["recorder"]) == (sealed.key, "W")
    assert deal["sheet"]["awaited"] == ["N", "S", "E"]
    assert deal["sheet"]["report"]["won"]["N"] == ["SQ"]


@pytest.mark.full
def test_a_sheet_with_problems_does_not_wait_for_anybody(hall: Hall, tablet: Tablet) -> None:
    answer = tablet.submits(hall.sheet(report=NOTHING_WON))
    assert (answer["confirmers"], answer["awaited"]) == ([], [])
    assert tablet.get("round").json()["deals"][0]["state"] == "open"


@pytest.mark.full
def test_between_rounds_the_pack_says_what_is_waited_for(hall: Hall, tablet: Tablet) -> None:
    hall.cast.play(hall.round)
    organise.close_round(hall.round, hall.cast.director)
    pack = fits(RoundPack, tablet.get("round").json())
    assert (pack["round"], pack["event"], pack["deals"]) == (None, None, [])
    assert pack["next"]["code"] == "round_awaited"
    Tournament.objects.update(state=Tournament.State.FINISHED)
    hall.cast.tournament.refresh_from_db()
    assert tablet.get("round").json()["next"]["code"] == "tournament_over"


@pytest.mark.full
@pytest.mark.databases
def test_an_unchanged_round_costs_one_query(
    hall: Hall, tablet: Tablet, django_assert_num_queries: Any
) -> None:
    etag = tablet.get("round")["ETag"]
    with django_assert_num_queries(QUERIES_OF_AN_UNCHANGED_ROUND):
        answer = tablet.get("round", **{"If-None-Match": etag})
    assert (answer.status_code, answer.content, answer["ETag"]) == (304, b"", etag)


@pytest.mark.full
def test_the_queries_of_a_round_do_not_grow_with_its_deals(
    hall: Hall, tablet: Tablet, django_assert_max_num_queries: Any
) -> None:
    for number in (1, 2):
        sealed = hall.sheet(hall.deal(number))
        tablet.submits(sealed)
        if number == 1:
            tablet.confirms(hall.agreement(sealed))
    with django_assert_max_num_queries(16):
        tablet.get("round")


@pytest.mark.full
def test_a_changed_round_has_another_etag(hall: Hall, tablet: Tablet) -> None:
    etag = tablet.get("round")["ETag"]
    tablet.submits(hall.sheet())
    answer = tablet.get("round", **{"If-None-Match": etag})
    assert (answer.status_code, answer["ETag"] != etag) == (200, True)


@pytest.mark.full
def test_another_language_has_another_etag(hall: Hall, tablet: Tablet) -> None:
    etag = tablet.get("round")["ETag"]
    answer = tablet.get("round", **{"If-None-Match": etag, "Accept-Language": "zh-hans"})
    assert answer.status_code == 200
    assert answer.json()["language"] == "zh-hans"


@pytest.mark.full
def test_asking_for_the_round_notes_when_the_device_was_heard(hall: Hall, tablet: Tablet) -> None:
    assert DeviceLease.objects.get().heard_at is None
    before = hall.cast.tournament.log.count()
    tablet.get("round")
    assert DeviceLease.objects.get().heard_at is not None
    assert hall.cast.tournament.log.count() == before


@pytest.mark.full
def test_the_same_sheet_sent_ten_times_is_answered_the_same(hall: Hall, tablet: Tablet) -> None:
    sealed = hall.sheet()
    answers = [tablet.submits(sealed) for _ in range(10)]
    assert all(answer == answers[0] for answer in answers)
    fits(SheetAnswer, answers[0])
    assert Sheet.objects.count() == 1


@pytest.mark.full
def test_the_same_confirmation_sent_ten_times_is_answered_the_same(
    hall: Hall, tablet: Tablet
) -> None:
    sealed = hall.sheet()
    tablet.submits(sealed)
    agreement = hall.agreement(sealed)
    answers = [tablet.confirms(agreement) for _ in range(10)]
    assert all(answer == answers[0] for answer in answers)
    fits(ConfirmationAnswer, answers[0])
    assert Result.objects.count() == 1


@pytest.mark.full
def test_a_tablet_gets_no_cookie_but_that_of_a_known_device(hall: Hall, tablet: Tablet) -> None:
    tablet.submits(hall.sheet())
    assert set(tablet.client.cookies) == {devices.DEVICE}
    cookie = tablet.client.cookies[devices.DEVICE]
    assert cookie["path"] == "/", "it is also known where it opens the page of another table"
    assert cookie["max-age"] >= devices.EVENING + FRAME_KEPT, "a kept page opens by its cookie"


@pytest.mark.full
def test_the_schema_describes_every_address_without_a_warning(tmp_path: Any) -> None:
    new_schema = tmp_path / "schema.yaml"
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(new_schema))
    schema = new_schema.read_text()
    for path in ("tables/{code}/lease", "lease/release", "round", "preview", "sheets"):
        assert f"/api/tablet/1/{path}" in schema
    assert "/api/tablet/1/confirmations" in schema


@pytest.mark.full
def test_the_schema_is_served_to_anybody_and_describes_the_tablet_alone(client: Client) -> None:
    asked = {"Accept": "application/vnd.oai.openapi+json"}
    answers = [client.get(f"/api/{below}schema/", headers=asked) for below in ("tablet/1/", "")]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].content == answers[1].content
    paths = json.loads(answers[0].content)["paths"]
    assert {path[: len(ROOT)] for path in paths} == {ROOT}


def test_what_is_linked_is_the_new_address(hall: Hall, client: Client) -> None:
    assert reverse("api-sheets") == f"{ROOT}sheets"
    assert f'data-api="{ROOT}"' in client.get(f"/t/{hall.table.code}/").content.decode()


@pytest.mark.full
@pytest.mark.databases
@pytest.mark.parametrize("first", ["/api/", ROOT])
def test_a_sheet_that_a_kept_page_of_0_2_sends_is_stored_once(
    hall: Hall, tablet: Tablet, first: str
) -> None:
    """Its page has the old address; opened anew, it sends what was not acknowledged to the new."""
    sheet = hall.sheet()
    agreed = hall.agreement(sheet, "S")
    second = ROOT if first == "/api/" else "/api/"
    for path, sealed in (("sheets", sheet), ("confirmations", agreed)):
        item = {"key": sealed.key, "digest": sealed.digest, "sealed": sealed.sealed}
        answers = [tablet.post_at(f"{root}{path}", item) for root in (first, second, second)]
        assert [answer.status_code for answer in answers] == [200, 200, 200]
        assert {answer.json()["key"] for answer in answers} == {sealed.key}
    assert (Sheet.objects.count(), Result.objects.count()) == (1, 1)
    tags = [
        tablet.client.get(f"{root}round", headers={"Authorization": f"Lease {tablet.token}"})[
            "ETag"
        ]
        for root in (first, second)
    ]
    assert tags[0] == tags[1]


@pytest.mark.parametrize("path", ["round", "sheets", "schema/"])
def test_no_script_of_another_site_reads_the_tablet_s_api(hall: Hall, path: str) -> None:
    asked = {"Origin": "https://club.example", "Access-Control-Request-Method": "POST"}
    for method in ("GET", "OPTIONS", "POST"):
        answer = Client().generic(method, f"{ROOT}{path}", headers=asked)
        assert not [name for name in answer.headers if name.startswith("Access-Control")]
