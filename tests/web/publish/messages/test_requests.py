"""What the robots are sent, as their services describe it, and what their answers mean. Pure."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest

from clubs.messages.outgoing import DeliveryAnswer
from tests.clubs.messages.test_addresses import ROBOTS
from tournaments.models import ChannelKind
from web.publish.messages import requests

NOW = 1_700_000_000
TEXT = "【个人赛】秋季赛\n第3轮编排已公布"


def test_wecom_gets_a_text_of_at_most_2048_bytes() -> None:
    address = ROBOTS[ChannelKind.WECOM]
    sent = requests.of_text(ChannelKind.WECOM, address, "", TEXT, NOW)
    assert sent.address == address
    assert json.loads(sent.body) == {"msgtype": "text", "text": {"content": TEXT}}
    long = json.loads(requests.of_text(ChannelKind.WECOM, address, "", "轮" * 700, NOW).body)
    assert len(long["text"]["content"].encode()) <= 2048
    assert long["text"]["content"].endswith("轮…")


def test_wecom_gets_a_picture_with_the_md5_of_its_bytes() -> None:
    picture = b"\x89PNG of a poster"
    image = json.loads(requests.of_picture("https://a/", picture).body)
    assert image["msgtype"] == "image"
    assert base64.b64decode(image["image"]["base64"]) == picture
    assert image["image"]["md5"] == hashlib.md5(picture).hexdigest()  # noqa: S324


def test_dingtalk_is_signed_in_its_address() -> None:
    address = ROBOTS[ChannelKind.DINGTALK]
    unsigned = requests.of_text(ChannelKind.DINGTALK, address, "", TEXT, NOW)
    assert unsigned.address == address
    signed = requests.of_text(ChannelKind.DINGTALK, address, "SECabc", TEXT, NOW)
    query = parse_qs(urlsplit(signed.address).query)
    content = f"{NOW}000\nSECabc".encode()
    expected = base64.b64encode(hmac.new(b"SECabc", content, hashlib.sha256).digest()).decode()
    assert query["timestamp"] == [f"{NOW}000"]
    assert query["sign"] == [expected]
    assert query["access_token"] == parse_qs(urlsplit(address).query)["access_token"]
    said = {"msgtype": "text", "text": {"content": TEXT}, "at": {"isAtAll": False}}
    assert json.loads(signed.body) == json.loads(unsigned.body) == said


def test_feishu_is_signed_in_its_body_and_calls_nobody() -> None:
    address = ROBOTS[ChannelKind.FEISHU]
    plain = json.loads(requests.of_text(ChannelKind.FEISHU, address, "", TEXT, NOW).body)
    assert plain == {"msg_type": "text", "content": {"text": TEXT}}
    signed = json.loads(requests.of_text(ChannelKind.FEISHU, address, "abc", TEXT, NOW).body)
    mac = hmac.new(f"{NOW}\nabc".encode(), b"", hashlib.sha256)
    assert signed == {
        "timestamp": str(NOW),
        "sign": base64.b64encode(mac.digest()).decode(),
        **plain,
    }
    everybody = '<at user_id="all">所有人</at>杯'
    said = requests.of_text(ChannelKind.FEISHU, address, "", everybody, NOW)
    assert "<" not in json.loads(said.body)["content"]["text"]


@pytest.mark.parametrize("kind", ROBOTS)
@pytest.mark.parametrize(
    ("status", "body", "answer", "is_delivered", "lasts"),
    [
        (200, b'{"errcode": 0, "errmsg": "ok"}', "0", True, False),
        (200, b'{"StatusCode": 0, "StatusMessage": "success", "code": 0}', "0", True, False),
        (200, b'{"errcode": 93000, "errmsg": "invalid"}', "message_robot:93000", False, True),
        (200, b'{"code": 19021, "msg": "sign match fail"}', "message_robot:19021", False, True),
        (200, b'{"errcode": 45009, "errmsg": "freq"}', "message_busy:45009", False, False),
        (200, b"<html>", "message_broken", False, False),
        (200, b"[0]", "message_broken", False, False),
        (502, b"", "message_http:502", False, False),
        (302, b"", "message_redirect", False, True),
    ],
)
def test_the_code_within_an_answer_counts(
    kind: ChannelKind, status: int, body: bytes, answer: str, is_delivered: bool, lasts: bool
) -> None:
    outcome = requests.outcome_of(kind, DeliveryAnswer(status, body))
    assert (outcome.answer, outcome.is_delivered, outcome.lasts) == (answer, is_delivered, lasts)


def test_of_a_robot_that_is_busy_more_is_asked_a_minute_later() -> None:
    outcome = requests.outcome_of(ChannelKind.DINGTALK, DeliveryAnswer(200, b'{"errcode": 130101}'))
    assert outcome.pause == timedelta(minutes=1)


@pytest.mark.parametrize("status", [200, 202, 204])
def test_a_program_says_by_its_status_that_it_has_it(status: int) -> None:
    assert requests.outcome_of(ChannelKind.WEBHOOK, DeliveryAnswer(status, b"")).is_delivered
