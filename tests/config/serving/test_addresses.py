"""The addresses of this machine for the tablets of a hall."""

from __future__ import annotations

import ipaddress
import socket

import psutil
import pytest

from config.serving import addresses


def _of_running_interfaces() -> set[str]:
    states = psutil.net_if_stats()
    return {
        each.address
        for name, all_of_it in psutil.net_if_addrs().items()
        for each in all_of_it
        if each.family == socket.AF_INET and name in states and states[name].isup
    }


def test_without_a_way_out_the_interfaces_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_name(*_of: object) -> None:
        raise OSError

    monkeypatch.setattr(addresses, "_outgoing_address", str)
    monkeypatch.setattr(socket, "getaddrinfo", no_name)
    of_hall = {
        address
        for address in map(ipaddress.ip_address, _of_running_interfaces())
        if not (address.is_loopback or address.is_link_local)
    }
    assert set(addresses.in_the_hall("0.0.0.0", 8000)) == {  # noqa: S104
        f"http://{address}:8000/" for address in of_hall
    }


def test_the_address_that_leads_out_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_outgoing_address", lambda: "192.168.7.1")
    monkeypatch.setattr(addresses, "_interface_addresses", lambda: ["10.42.0.1", "127.0.0.1"])
    of_hall = addresses.in_the_hall("0.0.0.0", 8000)  # noqa: S104
    assert of_hall[0] == "http://192.168.7.1:8000/"
    assert "http://10.42.0.1:8000/" in of_hall
    assert "http://127.0.0.1:8000/" not in of_hall


def test_bound_to_one_address_nothing_else_is_offered() -> None:
    assert addresses.in_the_hall("127.0.0.1", 8000) == []
