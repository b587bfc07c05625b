"""The requests that deliver messages to a robot or a program, and the meaning of the answers.

Sources: https://developer.work.weixin.qq.com/document/path/91770 (企业微信),
https://open.dingtalk.com/document/robots/custom-robot-access (钉钉),
https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot (飞书),
https://www.standardwebhooks.com/ (1.0).
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from hashlib import md5
from typing import Any, Final
from urllib.parse import urlencode

from clubs.messages import signatures
from clubs.messages.outbox import DeliveryOutcome
from clubs.messages.outgoing import DeliveryAnswer
from clubs.messages.refusals import DeliveryFault
from tournaments.models import ChannelKind, Message, MessageKind
from web.publish.messages.words import MessageText

LONGEST_TEXT: Final = 2000
"""Bytes of a text; 企业微信 takes 2,048 of them."""
LARGEST_PICTURE: Final = 2 * 1024 * 1024
BUSY: Final = frozenset({45009, 130101, 410100, 11232, 9499429})
"""Codes of the services for a robot that sends too often."""
BUSY_PAUSE: Final = timedelta(minutes=1)
NO_LONGER: Final = 410
TYPES: Final[Mapping[str, str]] = {
    MessageKind.DRAW: "draw.published",
    MessageKind.CLOSED: "round.closed",
    MessageKind.OFFICIAL: "result.official",
    MessageKind.RULING: "ruling.published",
    MessageKind.APPEAL: "appeal.changed",
    MessageKind.TEST: "test",
}
"""The names of the kinds for programs; a withdrawn subject adds `.withdrawn`."""


@dataclass(frozen=True, slots=True)
class OutgoingRequest:
    """A request that is ready to be sent."""

    address: str
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)


def of_text(kind: str, address: str, secret: str, text: str, seconds: int) -> OutgoingRequest:
    """Return the request that posts a text to a group; `seconds` is the time since the epoch."""
    short = _short(text)
    match kind:
        case ChannelKind.WECOM:
            return _request(address, {"msgtype": "text", "text": {"content": short}})
        case ChannelKind.DINGTALK:
            body = {"msgtype": "text", "text": {"content": short}, "at": {"isAtAll": False}}
            return _request(_signed_address(address, secret, seconds), body)
    # Feishu interprets tags in a text, which could notify everybody.
    content = {"text": short.replace("<", "＜")}
    signed = _feishu_signature(secret, seconds)
    return _request(address, {**signed, "msg_type": "text", "content": content})


def of_picture(address: str, picture: bytes) -> OutgoingRequest:
    """Return the request that posts a picture to a group of 企业微信."""
    digest = md5(picture, usedforsecurity=False).hexdigest()
    image = {"base64": base64.b64encode(picture).decode(), "md5": digest}
    return _request(address, {"msgtype": "image", "image": image})


def of_webhook(
    address: str, secret: str, message: Message, said: MessageText, seconds: int
) -> OutgoingRequest:
    """Return the request of Standard Webhooks; a message keeps its id in each attempt."""
    message_id = f"msg_{message.uid}"
    body = json.dumps(_webhook_body(message, said), ensure_ascii=False).encode()
    headers = {
        "webhook-id": message_id,
        "webhook-timestamp": str(seconds),
        "webhook-signature": signatures.of_webhook(secret, message_id, seconds, body),
    }
    return OutgoingRequest(address, body, headers)


def outcome_of(kind: str, answer: DeliveryAnswer) -> DeliveryOutcome:
    """Return the outcome of an answer; for robots the code in the body counts, even with status
    200.
    """
    if 300 <= answer.status < 400:
        return failed(DeliveryFault.REDIRECT, lasts=True)
    if not 200 <= answer.status < 300:
        return failed(DeliveryFault.HTTP, answer.status, lasts=answer.status == NO_LONGER)
    if kind == ChannelKind.WEBHOOK:
        return DeliveryOutcome(str(answer.status), is_delivered=True)
    return _outcome_within(_code_within(answer.body))


def _outcome_within(code: int | None) -> DeliveryOutcome:
    """Return the outcome of the code in a robot's answer."""
    if code == 0:
        return DeliveryOutcome("0", is_delivered=True)
    if code is None:
        return failed(DeliveryFault.BROKEN)
    if code in BUSY:
        return failed(DeliveryFault.BUSY, code, pause=BUSY_PAUSE)
    return failed(DeliveryFault.ROBOT, code, lasts=True)


def failed(
    fault: DeliveryFault,
    status: int | None = None,
    *,
    lasts: bool = False,
    pause: timedelta | None = None,
) -> DeliveryOutcome:
    """Return the outcome of an attempt that failed, stored as its code and a number."""
    answer = fault.value if status is None else f"{fault.value}:{status}"
    return DeliveryOutcome(answer, lasts=lasts, pause=pause)


def _webhook_body(message: Message, said: MessageText) -> dict[str, Any]:
    event = message.event
    type_ = TYPES[message.kind]
    is_over = message.kind != MessageKind.TEST and not message.version
    data: dict[str, Any] = {"text": said.text, "url": said.link, "correction": message.corrects}
    if event is not None:
        data |= {
            "tournament": {"uid": event.tournament.uid, "name": event.tournament.name},
            "event": {"uid": event.uid, "name": event.name},
            "round": message.round.number if message.round else None,
            "number": said.number,
        }
    return {
        "type": f"{type_.partition('.')[0]}.withdrawn" if is_over else type_,
        "timestamp": message.created_at.isoformat(),
        "data": data,
    }


def _request(address: str, body: Mapping[str, Any]) -> OutgoingRequest:
    return OutgoingRequest(address, json.dumps(body, ensure_ascii=False).encode())


def _signed_address(address: str, secret: str, seconds: int) -> str:
    if not secret:
        return address
    milliseconds = seconds * 1000
    sign = signatures.of_dingtalk(secret, milliseconds)
    return f"{address}&{urlencode({'timestamp': milliseconds, 'sign': sign})}"


def _feishu_signature(secret: str, seconds: int) -> dict[str, str]:
    if not secret:
        return {}
    return {"timestamp": str(seconds), "sign": signatures.of_feishu(secret, seconds)}


def _short(text: str) -> str:
    """Return a text cut to the limit of every service, between two characters."""
    data = text.encode()
    return text if len(data) <= LONGEST_TEXT else data[:LONGEST_TEXT].decode(errors="ignore") + "…"


def _code_within(body: bytes) -> int | None:
    """Return the code in a robot's answer; None if it has none."""
    try:
        said = json.loads(body)
    except ValueError:
        return None
    names: Sequence[str] = ("errcode", "code", "StatusCode")
    codes = [said[name] for name in names if name in said] if isinstance(said, dict) else []
    return int(codes[0]) if codes and isinstance(codes[0], int) else None
