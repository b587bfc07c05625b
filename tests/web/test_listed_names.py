"""Where persons are named on pages and papers, namesakes bear the number that tells them apart."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from referee.appeals import texts
from tournaments.models import Person
from tournaments.regulations.articles import Level
from web.desk.rulings import penalties, sources
from web.publish.printed import proceedings, scoresheets
from web.publish.rulings import earlier_words

LISTED = "韩雪 #37"
PERSON = Person(name="韩雪", number=37, mark=" #37")
NAMED: Any = SimpleNamespace(person=PERSON, seat="N")
SEAT: Any = SimpleNamespace(uid="u", label="N", person=PERSON)
AWAY_FROM_A_TABLE = SimpleNamespace(person=PERSON, seat="")
ROW: Any = SimpleNamespace(entry=None, side=None, named=NAMED)
PENALTY: Any = SimpleNamespace(row=ROW, entries=[])


@pytest.mark.parametrize(
    "named",
    [
        pytest.param(lambda: texts._whose(ROW), id="what an appeal is against"),
        pytest.param(lambda: earlier_words._whose(ROW), id="an earlier decision"),
        pytest.param(lambda: penalties._whose(PENALTY, ["7"]), id="a penalty at a table"),
        pytest.param(lambda: proceedings._whose(PENALTY), id="proceedings"),
        pytest.param(lambda: scoresheets._offender_line(NAMED), id="a scoresheet"),
        pytest.param(lambda: sources.choices_at_table([SEAT])[0][1], id="the seats of a ruling"),
    ],
)
def test_an_offender_bears_the_number(named: Callable[[], str]) -> None:
    assert LISTED in named()


def test_a_single_player_is_named_once(monkeypatch: pytest.MonkeyPatch) -> None:
    row: Any = SimpleNamespace(row=SimpleNamespace(named=AWAY_FROM_A_TABLE))
    assert penalties._whose(row, [LISTED]) == LISTED
    monkeypatch.setattr(texts, "entry_name", lambda entry: LISTED)
    sanction = SimpleNamespace(person=PERSON, entry=None, level=Level.L1, points=0)
    version: Any = SimpleNamespace(sanctions=SimpleNamespace(all=lambda: [sanction]))
    assert texts.sanction_texts(version)[0].count("韩雪") == 1
