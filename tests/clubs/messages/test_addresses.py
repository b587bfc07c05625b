"""Which addresses a channel takes, and what lies inside a network."""

from __future__ import annotations

import ipaddress

import pytest

from clubs.messages import addresses
from clubs.messages.refusals import ChannelProblem
from tournaments.base.refusals import Refused
from tournaments.models import ChannelKind
from tournaments.system import outside

ROBOTS = {
    ChannelKind.WECOM: "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=693a91f6-7xxx-4bc4",
    ChannelKind.DINGTALK: "https://oapi.dingtalk.com/robot/send?access_token=0123456789abcdef",
    ChannelKind.FEISHU: "https://open.feishu.cn/open-apis/bot/v2/hook/0123-4567-89ab",
}
"""An address of each kind of robot, as its service shows it."""
INSIDE = (
    *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1"),
    *("0.1.2.3", "224.0.0.1", "240.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1"),
    *("::1", "::", "fe80::1", "fc00::1", "fec0::1", "ff02::1", "::ffff:8.8.8.8", "::8.8.8.8"),
    *("64:ff9b::808:808", "64:ff9b:1::1", "2002:808:808::1", "2001:0:808:808::1", "2001:db8::1"),
)


@pytest.mark.parametrize("written", INSIDE)
def test_what_is_inside_is_refused_and_let_in_by_the_owner_alone(written: str) -> None:
    ip = ipaddress.ip_address(written)

    assert not outside.is_let_out("a.example", ip, ())
    assert not outside.is_let_out("a.example", ip, ("b.example", "203.0.113.0/24"))
    assert outside.is_let_out("a.example", ip, ("A.example",))


@pytest.mark.parametrize("written", ["8.8.8.8", "223.5.5.5", "2400:3200::1"])
def test_what_is_outside_is_reached(written: str) -> None:
    assert outside.is_let_out("a.example", ipaddress.ip_address(written), ())


@pytest.mark.parametrize("written", ["10.1.2.3", "::ffff:10.1.2.3"])
def test_a_network_of_the_owner_holds_its_addresses(written: str) -> None:
    assert outside.is_let_out("a.example", ipaddress.ip_address(written), ("10.0.0.0/8",))


@pytest.mark.parametrize("kind", ROBOTS)
def test_an_address_of_a_robot_is_taken_by_its_own_kind_alone(kind: ChannelKind) -> None:
    assert addresses.read(kind, f" {ROBOTS[kind]} ") == ROBOTS[kind]
    for other in set(ROBOTS) - {kind}:
        assert refused(other, ROBOTS[kind]) == ChannelProblem.OTHER_HOST


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("http://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=693a91f6", ChannelProblem.NO_ADDRESS),
        (
            "https://a@qyapi.weixin.qq.com/cgi-bin/webhook/send?key=693a",
            ChannelProblem.NO_ADDRESS,
        ),
        (
            "https://qyapi.weixin.qq.com.evil.cn/cgi-bin/webhook/send",
            ChannelProblem.OTHER_HOST,
        ),
        (
            "https://qyapi.weixin.qq.com:8443/cgi-bin/webhook/send",
            ChannelProblem.OTHER_HOST,
        ),
        ("https://qyapi.weixin.qq.com/cgi-bin/other?key=693a91f6-7xxx", ChannelProblem.OTHER_HOST),
        ("https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=693", ChannelProblem.NO_TOKEN),
        ("https://qyapi.weixin.qq.com/cgi-bin/webhook/send", ChannelProblem.NO_TOKEN),
        ("https://[::1/", ChannelProblem.NO_ADDRESS),
        ("https://例子.cn/", ChannelProblem.NO_ADDRESS),
        ("https://a.example/ b", ChannelProblem.NO_ADDRESS),
        ("", ChannelProblem.NO_ADDRESS),
    ],
)
def test_an_address_that_cannot_be_a_robots_is_refused(typed: str, problem: ChannelProblem) -> None:
    assert refused(ChannelKind.WECOM, typed) == problem


def test_a_program_is_reached_by_https_and_inside_by_the_owners_word() -> None:
    kind = ChannelKind.WEBHOOK
    assert addresses.read(kind, "https://a.example:8443/x?y=1") == "https://a.example:8443/x?y=1"
    assert refused(kind, "http://a.example/") == ChannelProblem.NO_ADDRESS
    assert addresses.read(kind, "http://nas.local/", ["nas.local"]) == "http://nas.local/"
    assert refused(kind, "https://192.168.1.5/") == ChannelProblem.INSIDE
    assert addresses.read(kind, "https://192.168.1.5/", ["192.168.0.0/16"])


def refused(kind: ChannelKind, typed: str) -> object:
    with pytest.raises(Refused) as turned:
        addresses.read(kind, typed)
    return turned.value.problems[0].code
