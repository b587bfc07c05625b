"""The addresses of channels: the hosts of robots, and which addresses lie inside a network.

Pure: names are looked up, and connections made, in `outgoing`.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qs, urlsplit

from clubs.messages.refusals import ChannelProblem
from tournaments.base.refusals import Refused, refuse
from tournaments.models import ChannelKind

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
LONGEST: Final = 500
SETTING: Final = "HUAPAI_MESSAGES_TO"
_UNICAST: Final = ipaddress.ip_network("2000::/3")
"""The only IPv6 addresses of the world outside."""


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


def is_let_out(host: str, ip: IPAddress, allowed: Collection[str]) -> bool:
    """Whether a connection to an address may be made: it is outside, or the owner allows it.

    >>> is_let_out("a.example", ipaddress.ip_address("::ffff:10.0.0.1"), ())
    False
    >>> is_let_out("a.example", ipaddress.ip_address("10.0.0.1"), ("10.0.0.0/8",))
    True
    """
    return is_outside(ip) or is_named(host, allowed) or _is_in(ip, allowed)


def is_outside(ip: IPAddress) -> bool:
    """Whether an address is one of the world outside, and holds no other one within.

    Private, loopback, link-local, shared (CGNAT), multicast and reserved ones are inside, and all
    of IPv6 that carries an IPv4 address: mapped, compatible, 6to4, Teredo and NAT64.
    """
    if not ip.is_global or ip.is_multicast or ip.is_reserved:
        return False
    if isinstance(ip, ipaddress.IPv4Address):
        return True
    return ip in _UNICAST and ip.sixtofour is None and ip.teredo is None


def is_named(host: str, allowed: Collection[str]) -> bool:
    """Whether the owner names this very host."""
    return host.lower() in {name.lower() for name in allowed}


def _is_in(ip: IPAddress, allowed: Collection[str]) -> bool:
    plain = getattr(ip, "ipv4_mapped", None) or ip
    return any(plain in network for name in allowed if (network := _network(name)))


def _network(name: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    try:
        return ipaddress.ip_network(name, strict=False)
    except ValueError:
        return None


def _literal(host: str) -> IPAddress | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None
