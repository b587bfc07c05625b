"""Whatever comes in is answered with a reason, never with a crash; what can be read is not lost."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.base.handed_in import Sealed, seal
from referee.models import KeptWrite, Sheet
from tests.referee.hall import Hall, Tablet
from tournaments.models import Result
from tournaments.record.digest import sha256

anything = settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

ANY_TEXT = st.text(st.characters(), max_size=20)
CARDS = st.sampled_from(["SQ", "DJ", "C10", "HA", "H2", "S2", "QS", "", "RJ", "h2"])
SEATS = st.sampled_from(["N", "W", "S", "E", "1", "", "North"])
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | ANY_TEXT | CARDS,
    lambda inner: (
        st.lists(inner, max_size=6) | st.dictionaries(ANY_TEXT | SEATS, inner, max_size=6)
    ),
    max_leaves=12,
)
PILES = st.dictionaries(SEATS, st.lists(CARDS, max_size=8) | ANY_JSON, max_size=5)
ALMOST_REPORTS = st.fixed_dictionaries(
    {},
    optional={"won": PILES, "exposed": ANY_JSON, "dealt": ANY_JSON, "hands": PILES, "x": ANY_JSON},
)
STATUSES = {200, 404, 409, 422}


@pytest.mark.full
@anything
@given(body=st.binary(max_size=200) | ANY_JSON.map(lambda data: json.dumps(data).encode()))
def test_any_body_is_answered_in_the_one_shape(hall: Hall, tablet: Tablet, body: bytes) -> None:
    for path in ("sheets", "confirmations", "preview", f"tables/{hall.table.code}/lease"):
        answer = tablet.post(path, body)
        assert answer.status_code in STATUSES
        assert {"code", "text", "problems"} <= set(answer.json())


@pytest.mark.full
@anything
@given(text=ANY_TEXT | ANY_JSON.map(json.dumps))
def test_any_sealed_text_is_answered_in_the_one_shape(
    hall: Hall, tablet: Tablet, text: str
) -> None:
    digest = sha256(text.encode("utf-8", "replace").decode())
    item = {"key": "0123456789abcdef", "digest": digest, "sealed": text}
    for path in ("sheets", "confirmations"):
        answer = tablet.post(path, item)
        assert answer.status_code in STATUSES
        assert answer.json()["code"]


@pytest.mark.full
@anything
@given(report=ANY_JSON | ALMOST_REPORTS)
def test_any_report_is_previewed_or_refused_with_reasons(
    hall: Hall, tablet: Tablet, report: Any
) -> None:
    answer = tablet.post("preview", {"deal": hall.deal().uid, "report": report})
    body = answer.json()
    assert answer.status_code in {200, 422}
    assert body["problems"] or body["scores"]
    assert all(problem["text"] for problem in body["problems"])


@pytest.mark.full
@anything
@given(
    report=ALMOST_REPORTS,
    recorder=st.sampled_from(["N", "W", "X", "referee"]),
    seen=st.integers(0, 3),
    key=st.sampled_from(["key-number-1", "key-number-2", "key-number-3"]),
)
def test_whatever_can_be_read_is_acknowledged_or_kept(
    hall: Hall, tablet: Tablet, report: Any, recorder: str, seen: int, key: str
) -> None:
    content = {"deal": hall.deal().uid, "seen": seen, "recorder": recorder, "report": report}
    text = json.dumps(content)
    sealed = Sealed(key, sha256(text), text)
    answer = tablet.sends("sheets", sealed)
    body = answer.json()
    if body.get("code") == "unreadable":
        return
    assert (body["key"], body["digest"]) == (sealed.key, sealed.digest)
    assert answer.status_code == 200
    stored = KeptWrite if body["kept"] else Sheet
    assert stored.objects.filter(key=key, sealed=text).exists()
    assert not Result.objects.exists()


@pytest.mark.full
@anything
@given(token=st.text(st.characters(min_codepoint=32, max_codepoint=255), max_size=80))
def test_any_token_is_refused(hall: Hall, stranger: Tablet, token: str) -> None:
    stranger.token = token
    assert stranger.get("round").status_code == 401


@pytest.mark.full
@settings(anything, max_examples=25)
@given(code=st.text(max_size=12))
def test_any_code_is_answered_by_a_page(hall: Hall, stranger: Tablet, code: str) -> None:
    for address in (f"/t/{quote(code, safe='')}/", f"/t/?code={quote(code)}"):
        assert stranger.client.get(address).status_code in {200, 301, 404, 429}


def test_a_sheet_that_is_all_wrong_is_stored_to_the_letter(hall: Hall, tablet: Tablet) -> None:
    report = {"won": {"猪": ["♠Q"]}, "note": "圈"}
    sealed = seal({"deal": hall.deal().uid, "seen": 0, "recorder": "N", "report": report})
    assert tablet.submits(sealed)["problems"]
    assert Sheet.objects.get().sealed == sealed.sealed
