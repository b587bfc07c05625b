"""What broke on our side is told with a number, which the log has beside the reason."""

from __future__ import annotations

import logging
import re

import pytest
from django.test import Client

from config.serving.log_lines import LogLines
from referee.leases import table_codes

LINE = "{asctime} {levelname} {name}: {message}"


def _breaks(*_: object, **__: object) -> None:
    raise ArithmeticError("a number that was not foreseen")


@pytest.fixture
def client() -> Client:
    """One that shows the answer, as a browser does, and not the exception."""
    return Client(raise_request_exception=False)


def _line(caplog: pytest.LogCaptureFixture) -> str:
    (record,) = [record for record in caplog.records if record.name == "django.request"]
    return LogLines(LINE, style="{").format(record)


@pytest.mark.parametrize("language", ["en", "zh-hans"])
@pytest.mark.django_db
def test_the_api_answers_a_fault_as_any_refusal(
    client: Client,
    language: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(table_codes, "table_of_code", _breaks)
    answer = client.post(
        "/api/tablet/1/tables/ABCD/lease",
        {"device": "a-tablet"},
        content_type="application/json",
        headers={"accept-language": language},
    )
    body = answer.json()
    assert (answer.status_code, body["code"]) == (500, "server_fault")
    assert re.fullmatch(r"[0-9]{6}", body["number"])
    assert body["number"] in body["text"]
    assert [problem["code"] for problem in body["problems"]] == ["server_fault"]
    line = _line(caplog)
    assert (
        f"Internal Server Error: /api/tablet/1/tables/ABCD/lease (fault {body['number']})\n" in line
    )
    assert "a number that was not foreseen" in line


@pytest.mark.django_db
def test_a_page_tells_the_number_as_well(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("config.serving.trust_pages.certificate_files.shown", _breaks)
    monkeypatch.setattr("django.conf.settings.SECURE_PORT", 8443)
    answer = client.get("/trust/")
    assert answer.status_code == 500
    match = re.search(r"\(fault ([0-9]{6})\)", _line(caplog))
    assert match
    assert f">{match[1]}<" in answer.content.decode()


def test_a_line_of_anything_else_has_no_number(caplog: pytest.LogCaptureFixture) -> None:
    logging.getLogger("django.request").error("Bad Gateway: %s", "/e/")
    assert _line(caplog).endswith("Bad Gateway: /e/")
