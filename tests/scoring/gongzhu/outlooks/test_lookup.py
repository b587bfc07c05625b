"""The tables of points: small, plain, and absent where they would not be exact.

That they are exact is tested where they are read, in tests/browser/modules/test_reckoned.py.
"""

from __future__ import annotations

import json

import pytest

from scoring.gongzhu.engine import GONGZHU
from tests.samples import every_day
from tests.toy_game import TOY

SMALL = 20_000


@pytest.mark.parametrize("preset", every_day(GONGZHU.presets, each=4))
def test_every_preset_has_tables_that_are_small_and_plain(preset: str) -> None:
    tables = GONGZHU.lookup(GONGZHU.rules({"preset": preset}))
    written = json.dumps(tables, separators=(",", ":"))
    assert json.loads(written) == tables
    assert len(written) < SMALL


def test_owners_are_wanted_only_where_the_rules_ask_for_them() -> None:
    classic, huapai = (GONGZHU.lookup(GONGZHU.rules({"preset": p})) for p in ("classic", "huapai"))
    assert classic is not None
    assert huapai is not None
    assert classic["owned"] == []
    assert set(huapai["owned"]) == {"SQ", "HA", "DJ", "C10"}


def test_a_transformer_that_looks_at_the_sum_has_none() -> None:
    assert GONGZHU.lookup(GONGZHU.rules({"transformer_alone": "sum_zero"})) is None


def test_a_game_without_tables_says_so() -> None:
    assert TOY.lookup(TOY.rules({})) is None
