"""The program goes on while the server of its cache is away."""

from __future__ import annotations

import pytest

from config.storage.cache import ForgetfulCache
from tests.services.processes import free_port


def test_it_keeps_what_it_is_given(valkey_url: str) -> None:
    cache = ForgetfulCache(valkey_url.replace("/0", "/15"), {})

    cache.set("tests.cache", "猪", 10)

    assert cache.get("tests.cache") == "猪"
    assert not cache.add("tests.cache", "羊", 10)
    assert cache.delete("tests.cache")
    cache.set("tests.cache", 1, 10)
    assert (cache.incr("tests.cache"), cache.decr("tests.cache")) == (2, 1)
    assert cache.delete("tests.cache")
    assert cache.get("tests.cache", "nothing") == "nothing"


def test_away_it_has_forgotten_everything(caplog: pytest.LogCaptureFixture) -> None:
    cache = ForgetfulCache(f"redis://127.0.0.1:{free_port()}/0", {})

    cache.set("tests.cache", 1)

    assert cache.get("tests.cache", "nothing") == "nothing"
    assert cache.add("tests.cache", 1)
    assert cache.incr("tests.cache") == 1
    assert not cache.delete("tests.cache")
    assert "the cache does not answer" in caplog.text
