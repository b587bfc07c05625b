"""One page for each game, in which the modules of a tablet are tested one by one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.halls import hall_by, hall_of_levels
from tests.browser.modules.bench import Benches, LaidEntry
from tests.services.chromium import PATIENCE

Lay = Callable[..., LaidEntry]


@pytest.fixture(scope="session")
def benches(chromium: Browser) -> Iterator[Benches]:
    """The pages, which stay open between cases."""
    with chromium.new_context(locale="en-GB", service_workers="block") as context:
        context.set_default_timeout(PATIENCE)
        yield Benches(context)


@pytest.fixture
def faultless(benches: Benches) -> Iterator[Benches]:
    """The pages, none of which may raise an error."""
    faults: list[str] = []

    def hear(error: Any) -> None:
        faults.append(str(error.error))

    benches.context.on("weberror", hear)
    yield benches
    benches.context.remove_listener("weberror", hear)
    assert not faults


@pytest.fixture
def lay(db: None, faultless: Benches) -> Lay:
    """Lay a deal of 拱猪 by some rules at a depth."""

    def laid(
        rules: Mapping[str, Any],
        depth: str = "captures",
        seat: str = "S",
        deals: int = 2,
        **blank: Any,
    ) -> LaidEntry:
        players = rules.get("players", 4)
        key = json.dumps([rules, depth, deals])
        pack = faultless.round_of(key, lambda: hall_by(rules, depth, players=players, deals=deals))
        changed = {**pack, "blank": {**pack["blank"], **blank}}
        return LaidEntry(faultless.page("gongzhu"), changed, seat)

    return laid


@pytest.fixture
def lay_levels(db: None, faultless: Benches) -> Lay:
    """Lay a deal of 升级 by some rules at a depth; `plan` holds further options of the event.

    `either` are the possible levels of the first deal, by dealer.
    """

    def laid(
        rules: Mapping[str, Any],
        depth: str = "result",
        *,
        either: Sequence[Mapping[str, str]] = (),
        **plan: Any,
    ) -> LaidEntry:
        key = json.dumps([rules, depth, plan])
        pack = faultless.round_of(key, lambda: hall_of_levels(rules, depth, deals=3, **plan))
        first, *later = pack["deals"]
        deals = [{**first, "either": either or first["either"]}, *later]
        return LaidEntry(faultless.page("shengji"), {**pack, "deals": deals}, "S")

    return laid
