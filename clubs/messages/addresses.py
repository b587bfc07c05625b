"""The addresses of channels: the hosts of robots, and what may be typed for each kind. Pure."""

from __future__ import annotations

import ipaddress
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qs, urlsplit

from clubs.messages.refusals import ChannelProblem
from tournaments.base.refusals import Refused, refuse
from tournaments.models import ChannelKind
from tournaments.system.outside import SETTING, IPAddress, is_let_out, is_named

LONGEST: Final = 500


@dataclass(frozen=True, slots=True)
class RobotAddress:
    """How the address of a kind of robot begins, and the parameter that holds its secret.

    Without a parameter the secret is the end of the path.
    """

    host: str
    path: str
    parameter: str = ""

    @property
    def start(self) -> str:
        """The beginning, as people know it."""
        return f"https://{self.host}{self.path}"


ROBOTS: Final[Mapping[ChannelKind, RobotAddress]] = {
    ChannelKind.WECOM: RobotAddress("qyapi.weixin.qq.com", "/cgi-bin/webhook/send", "key"),
    ChannelKind.DINGTALK: RobotAddress("oapi.dingtalk.com", "/robot/send", "access_token"),
    ChannelKind.FEISHU: RobotAddress("open.feishu.cn", "/open-apis/bot/v2/hook/"),
}
"""The only hosts to which messages of each kind are sent."""


def read(kind: ChannelKind, typed: str, allowed: Collection[str] = ()) -> str:
    """Return a typed address as it is kept. Raises Refused for one that cannot be of its kind.

    `allowed` are the hosts and networks inside that the owner of the machine lets in.
    """
    text = typed.strip()
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", parts.port
        host.encode("ascii")
    except ValueError:
        raise Refused(refuse(ChannelProblem.NO_ADDRESS, field="address")) from None
    is_plain = parts.scheme == "http" and is_named(host, allowed)
    is_clean = text.isascii() and text.isprintable() and " " not in text and len(text) <= LONGEST
    is_whole = bool(host) and not parts.username and not parts.password and not parts.fragment
    if not (is_clean and is_whole and (parts.scheme == "https" or is_plain)):
        raise Refused(refuse(ChannelProblem.NO_ADDRESS, field="address"))
    if robot := ROBOTS.get(kind):
        _check_robot(robot, text, port)
    elif not is_plain and (ip := _literal(host)) and not is_let_out(host, ip, allowed):
        raise Refused(refuse(ChannelProblem.INSIDE, field="address", host=host, setting=SETTING))
    return text


def _check_robot(robot: RobotAddress, text: str, port: int | None) -> None:
    parts = urlsplit(text)
    is_there = parts.path == robot.path if robot.parameter else parts.path.startswith(robot.path)
    if (parts.scheme, parts.hostname, port or 443) != ("https", robot.host, 443) or not is_there:
        raise Refused(refuse(ChannelProblem.OTHER_HOST, field="address", start=robot.start))
    of_path = parts.path.removeprefix(robot.path).strip("/")
    token = parse_qs(parts.query).get(robot.parameter, [""])[0] if robot.parameter else of_path
    if len(token) < 8:
        raise Refused(refuse(ChannelProblem.NO_TOKEN, field="address"))


def _literal(host: str) -> IPAddress | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None
