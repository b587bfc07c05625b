"""Refusals of the tablet's API: one shape, a code for everything, the same for all."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client

from referee.base.handed_in import SEALED_LIMIT, Sealed, seal
from referee.leases import leases
from referee.models import DeviceLease, KeptWrite, Sheet
from referee.sheets.queries import MOST_PROBLEMS
from tests.referee.hall import NOTHING_WON, Hall, Tablet, codes, fits
from tournaments import organise
from tournaments.models import Result
from tournaments.organise import EventPlan
from tournaments.record.audit import Actor
from tournaments.record.digest import sha256
from web.tablet.api.errors import Refusal
from web.tablet.api.parsers import BODY_LIMIT

WRONG_CODES_PER_MINUTE = 30


def released(hall: Hall) -> None:
    """Take the first table back, as the desk does."""
    leases.release(lease=hall.table.leases.get(released_at=None), actor=Actor("device", "desk"))


def test_a_text_altered_on_its_way_is_a_422(hall: Hall, tablet: Tablet) -> None:
    sealed = hall.sheet()
    answer = tablet.sends("sheets", Sealed(sealed.key, "0" * 64, sealed.sealed))
    assert (answer.status_code, answer.json()["code"]) == (422, "digest_mismatch")


def test_a_sealed_text_that_cannot_be_read_names_every_field(hall: Hall, tablet: Tablet) -> None:
    sealed = seal({"deal": 7, "seen": -1, "recorder": "N" * 40})
    answer = tablet.sends("sheets", sealed)
    refusal = fits(Refusal, answer.json())
    assert (answer.status_code, refusal["code"]) == (422, "unreadable")
    fields = [problem["field"] for problem in refusal["problems"]]
    assert fields == ["deal", "seen", "recorder", "report"]
    assert not KeptWrite.objects.exists()


def test_an_envelope_that_lacks_something_names_every_field(hall: Hall, tablet: Tablet) -> None:
    answer = tablet.post("sheets", {"key": "short", "digest": 5})
    refusal = fits(Refusal, answer.json())
    assert (answer.status_code, refusal["code"]) == (422, "unreadable")
    fields = {problem["field"]: problem["code"] for problem in refusal["problems"]}
    assert fields == {
        "key": "text_malformed",
        "digest": "text_malformed",
        "sealed": "missing_field",
    }


def envelope(text: str) -> dict[str, str]:
    return {"key": "0123456789abcdef", "digest": sha256(text), "sealed": text}


@pytest.mark.full
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "text_malformed"),
        ("not JSON", "json_malformed"),
        ("[]", "not_an_object"),
        ('{"deal": 1, "deal": 2}', "json_name_twice"),
        ('{"report": 1e999}', "json_number_too_large"),
        ('{"report": NaN}', "json_number_too_large"),
        ('{"seen": 99999999999999999999}', "json_number_too_large"),
        ('{"report": "\\u0000"}', "text_not_storable"),
        ('{"report": {"\\ud800": 1}}', "text_not_storable"),
        ("[" * 100 + "]" * 100, "json_too_deep"),
        ("[" * 9000 + "]" * 9000, "json_too_deep"),
        (" " * SEALED_LIMIT + "{}", "text_too_long"),
    ],
)
def test_whatever_a_sealed_text_is_the_refusal_says_why(
    tablet: Tablet, text: str, code: str
) -> None:
    answer = tablet.post("sheets", envelope(text))
    assert (answer.status_code, answer.json()["code"]) == (422, "unreadable")
    assert code in codes(answer)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "missing_field"),
        (b"\xff\xfe", "json_not_text"),
        (b"{", "json_malformed"),
        (b"[]", "not_an_object"),
        (b'"text"', "not_an_object"),
        (b"[" * 100_000, "json_too_deep"),
        (b'{"sealed": "\\ud800"}', "text_not_storable"),
        (b" " * (BODY_LIMIT + 1), "too_large"),
    ],
)
def test_whatever_a_body_is_the_refusal_says_why(tablet: Tablet, body: bytes, code: str) -> None:
    answer = tablet.post("sheets", body)
    assert answer.status_code == 422
    fits(Refusal, answer.json())
    assert code in codes(answer)


def test_a_body_that_is_no_json_is_a_415_in_the_same_shape(tablet: Tablet) -> None:
    answer = tablet.post("sheets", b"key=1", content_type="application/x-www-form-urlencoded")
    assert (answer.status_code, answer.json()["code"]) == (415, "format_not_offered")


def test_a_wrong_method_is_a_405_in_the_same_shape(tablet: Tablet) -> None:
    answer = tablet.get("sheets")
    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_offered")


@pytest.mark.parametrize(
    ("path", "accepted", "status"), [("round", "text/html", 406), ("round?format=xml", "*/*", 404)]
)
def test_another_format_is_refused_in_the_same_shape(
    tablet: Tablet, path: str, accepted: str, status: int
) -> None:
    answer = tablet.get(path, Accept=accepted)
    assert answer.status_code == status
    fits(Refusal, answer.json())


@pytest.mark.full
def test_a_report_that_is_all_rubbish_is_answered_within_bounds(hall: Hall, tablet: Tablet) -> None:
    request = {"deal": hall.deal().uid, "report": {"won": {"N": ["?"] * 8000}}}
    assert len(tablet.post("preview", request).json()["problems"]) == MOST_PROBLEMS


CLOSED_TO_STRANGERS = [
    ("GET", "round"),
    ("POST", "preview"),
    ("POST", "sheets"),
    ("POST", "confirmations"),
    ("POST", "lease/release"),
]


def ask(tablet: Tablet, method: str, path: str) -> Any:
    return tablet.get(path) if method == "GET" else tablet.post(path, {})


@pytest.mark.full
@pytest.mark.parametrize(("method", "path"), CLOSED_TO_STRANGERS)
@pytest.mark.parametrize("token", ["", "nonsense", "0" * 12 + "." + "A" * 43, "\xff" * 60])
def test_a_stranger_and_a_wrong_token_are_refused(
    hall: Hall, stranger: Tablet, method: str, path: str, token: str
) -> None:
    stranger.token = token
    answer = ask(stranger, method, path)
    assert (answer.status_code, answer.json()["code"]) == (401, "lease_unknown")
    assert answer["WWW-Authenticate"] == "Lease"


def test_a_right_name_with_a_wrong_secret_is_refused(hall: Hall, tablet: Tablet) -> None:
    tablet.token = tablet.token[:-1] + ("A" if tablet.token[-1] != "A" else "B")
    assert tablet.get("round").status_code == 401


@pytest.mark.parametrize(("method", "path"), [("GET", "round"), ("POST", "preview")])
def test_a_lost_lease_reads_nothing(hall: Hall, tablet: Tablet, method: str, path: str) -> None:
    released(hall)
    answer = ask(tablet, method, path)
    assert (answer.status_code, answer.json()["code"]) == (401, "lease_lost")


@pytest.mark.full
def test_a_lost_lease_still_delivers_and_is_told(hall: Hall, tablet: Tablet) -> None:
    released(hall)
    sealed = hall.sheet()
    late = tablet.submits(sealed)
    assert [problem["code"] for problem in late["problems"]] == ["lease_lost"]
    assert (late["kept"], late["standing"]) == (False, "referee")
    refusal = tablet.confirms(hall.agreement(sealed))
    assert (refusal["kept"], refusal["code"], refusal["standing"]) == (True, "lease_lost", "kept")
    assert not Result.objects.exists()


@pytest.mark.full
def test_another_tables_token_reaches_nothing_of_this_one(hall: Hall, stranger: Tablet) -> None:
    other = stranger.opens(hall.tables[1], "the-other-tablet")
    deals = {deal["uid"] for deal in other.get("round").json()["deals"]}
    assert hall.deal().uid not in deals
    request = {"deal": hall.deal().uid, "report": NOTHING_WON}
    assert other.post("preview", request).json()["code"] == "deal_unknown"
    sealed = hall.sheet()
    assert [problem["code"] for problem in other.submits(sealed)["problems"]] == ["deal_elsewhere"]
    assert other.sends("confirmations", hall.agreement(sealed)).json()["code"] == "sheet_unknown"


@pytest.mark.full
def test_a_token_of_one_tournament_reaches_no_deal_of_another(hall: Hall, tablet: Tablet) -> None:
    cast = hall.cast
    winter = organise.create_tournament(
        cast.club, cast.director, name="冬季赛", starts_on=date(2026, 12, 5), time_zone="UTC"
    )
    event = organise.create_event(winter, cast.director, EventPlan("个人赛", "gongzhu", {}))
    organise.add_entries(event, cast.director, [[name] for name in "ABCD"])
    organise.publish_round(organise.draw_round(event, cast.director), cast.director)
    sealed = hall.sheet(event.deals.first())
    answer = tablet.sends("sheets", sealed)
    assert (answer.json()["code"], answer.json()["kept"]) == ("deal_unknown", True)
    assert not Sheet.objects.exists()
    assert KeptWrite.objects.get().tournament == cast.tournament


def test_a_wrong_code_opens_nothing(hall: Hall, stranger: Tablet) -> None:
    answer = stranger.post("tables/WRONG1/lease", {"device": "a-tablet"})
    assert (answer.status_code, answer.json()["code"]) == (404, "table_unknown")


@pytest.mark.full
def test_wrong_codes_shut_an_address_out_for_a_while(hall: Hall, stranger: Tablet) -> None:
    for _ in range(WRONG_CODES_PER_MINUTE):
        assert stranger.post("tables/WRONG1/lease", {}).status_code == 404
    answer = stranger.post(f"tables/{hall.table.code}/lease", {"device": "a-tablet"})
    refusal = fits(Refusal, answer.json())
    assert (answer.status_code, refusal["code"]) == (429, "too_often")
    assert int(answer["Retry-After"]) == refusal["problems"][0]["values"]["seconds"]
    assert stranger.client.get(f"/t/{hall.table.code}/").status_code == 429


@pytest.mark.full
def test_right_codes_shut_nobody_out(hall: Hall, stranger: Tablet) -> None:
    for _ in range(40):
        stranger.opens(hall.table)
    assert DeviceLease.objects.count() == 1


@pytest.mark.full
def test_one_lease_asks_only_so_often(hall: Hall, tablet: Tablet, monkeypatch: Any) -> None:
    monkeypatch.setattr("web.tablet.api.throttles.PreviewThrottle.rate", "2/min", raising=False)
    assert [tablet.get("round").status_code for _ in range(3)] == [200, 200, 429]
    assert tablet.post("sheets", {}).status_code == 422


def test_a_signed_in_account_is_nobody_to_the_tablets_api(hall: Hall, client: Client) -> None:
    client.force_login(hall.cast.alice)
    answer = Tablet(client).get("round")
    assert (answer.status_code, answer.json()["code"]) == (401, "lease_unknown")


def test_refusals_are_worded_in_the_language_that_was_asked_for(
    hall: Hall, stranger: Tablet
) -> None:
    answer = stranger.get("round", **{"Accept-Language": "en"})
    assert answer.json()["text"] == "This device has not opened a table."
