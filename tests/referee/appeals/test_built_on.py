"""What was built on a ruling since it was made is named, and kept until somebody has answered."""

from __future__ import annotations

import pytest

from referee.appeals import built_on, hearing
from referee.appeals.built_on import BuiltKind, BuiltOn, BuiltOnAnswer
from referee.models import Matter, PartFate, RulingPart, RulingVersion
from referee.rulings import cases, ruling_parts
from tests import levels_cast
from tests.levels_cast import DEALERS_KEEP
from tests.referee.appeals.test_appeals import turn
from tests.referee.appeals.test_appeals_of_rulings import appeal_against, heard
from tests.referee.appeals.test_parts_of_rulings import annul
from tests.referee.hall import Hall
from tests.referee.rulings.deals.test_deal_points import Table
from tests.referee.rulings.deciding import test_cases as rulings
from tests.referee.rulings.deciding.test_cases import points
from tournaments import organise
from tournaments.models import User
from tournaments.official import final


def built(version: RulingVersion) -> list[BuiltOn]:
    return list(built_on.since(version, ruling_parts.parts_of(version)))


@pytest.mark.full
@pytest.mark.databases
def test_a_later_draw_keeps_the_points_until_it_is_answered(hall: Hall, chief: User) -> None:
    version = rulings.rule(hall, "R-02", by=hall.cast.alice)
    assert built(version) == []
    organise.close_round(hall.round, hall.cast.director)
    hall.cast.round_in_play("again")
    assert built(version) == [BuiltOn(BuiltKind.LATER_DRAW, 2)]
    appeal = heard(hall, version, chief)
    assert annul(appeal, chief) == {RulingPart.PROCEDURAL: PartFate.PENDING}
    assert sum(points(hall)) == -100
    answers = {RulingPart.PROCEDURAL: PartFate.ANNULLED}
    hearing.answer(appeal, turn(appeal, chief), answers, "编排不变")
    assert sum(points(hall)) == 0


@pytest.mark.full
def test_nothing_is_built_on_a_warning(hall: Hall, chief: User) -> None:
    version = rulings.rule(hall, "P-07", by=hall.cast.alice)
    organise.close_round(hall.round, hall.cast.director)
    hall.cast.round_in_play("again")
    assert built(version) == []
    assert annul(heard(hall, version, chief), chief) == {RulingPart.PROCEDURAL: PartFate.ANNULLED}


@pytest.mark.full
def test_an_official_result_is_named(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    version = rulings.rule(hall, "R-02", by=hall.cast.alice)
    official = final.Final(final.FinalStage.OFFICIAL)
    monkeypatch.setattr(final, "final_of", lambda _event: official)
    assert [row.kind for row in built(version)] == [BuiltKind.OFFICIAL]


@pytest.mark.full
def test_later_deals_by_levels_are_named(db: None) -> None:
    """升级: points that were taken of a deal decide at which level the next one is played."""
    table = Table(levels_cast.assemble())
    levels_cast.post(table.cast, table.deal, DEALERS_KEEP)
    version = cases.decide(table.source(), table.cast.bob, table.asked("S"))
    assert built(version) == []
    later = table.deal.sitting.deals.get(play_order=table.deal.play_order + 1)
    levels_cast.post(table.cast, later, DEALERS_KEEP)
    assert built(version) == [BuiltOn(BuiltKind.LATER_DEALS, 1)]


@pytest.mark.full
def test_what_is_left_is_asked_once_only(hall: Hall, chief: User) -> None:
    """The answer may come with the decision: what was built stays, and nobody is reminded."""
    version = rulings.rule(hall, "R-02", by=hall.cast.alice)
    organise.close_round(hall.round, hall.cast.director)
    hall.cast.round_in_play("again")
    appeal = appeal_against(hall, version)
    hearing.hear(appeal, turn(appeal, chief), Matter.FACT, ())
    fates = annul(appeal, chief, answer=BuiltOnAnswer.LEAVE)
    assert fates == {RulingPart.PROCEDURAL: PartFate.LEFT}
    assert sum(points(hall)) == -100
