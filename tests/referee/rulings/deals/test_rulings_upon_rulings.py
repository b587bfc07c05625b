"""Rulings that lie upon one another on a deal: each is lifted by itself, whatever lies above it."""

from __future__ import annotations

from typing import Any

import pytest

from referee.base.refusals import Code
from referee.models import Remedy, RulingVersion
from referee.rulings import cases, corrections, proposals
from tests import levels_cast
from tests.levels_cast import DEALERS_KEEP
from tests.referee.hall import Hall
from tests.referee.rulings.deals.test_deal_points import Table
from tests.referee.rulings.deals.test_lost_deals import MADE, live, lost, scores, totals
from tests.referee.rulings.deciding.test_cases import codes, make_official, official_of, source
from tests.referee.rulings.looked_at import changes_of
from tests.referee.rulings.sanctions.test_heavy_levels import take_back
from tournaments import results
from tournaments.base.refusals import Refused
from tournaments.checks.recount import recount
from tournaments.checks.verification import verify
from tournaments.models import Result, Role, User
from tournaments.regulations.articles import Level
from tournaments.rights import ruling_offices


@pytest.fixture
def played(hall: Hall) -> Hall:
    """An official competition whose first deal has its result."""
    make_official(hall)
    hall.cast.post(hall.deal())
    return hall


@pytest.fixture
def chief(played: Hall) -> User:
    return official_of(played, "chief", Role.CHIEF_REFEREE)


def rule_lost(hall: Hall, chief: User, label: str, **more: Any) -> RulingVersion:
    return cases.decide(source(hall), chief, lost(hall, label, **more))


def assert_sound(hall: Hall) -> None:
    assert recount(hall.cast.tournament) == []
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
def test_the_lower_one_is_lifted_and_the_upper_one_stays(played: Hall, chief: User) -> None:
    first, second = (rule_lost(played, chief, label) for label in "EW")
    assert scores(played) == {**MADE, "E": -600, "W": -600}
    take_back(first, chief)
    assert scores(played) == {**MADE, "W": -600}
    assert live(played).origin_uid == second.uid
    take_back(second, chief)
    assert scores(played) == MADE
    assert live(played).kind == "played"
    assert_sound(played)


@pytest.mark.full
@pytest.mark.databases
def test_of_three_the_one_between_is_lifted(played: Hall, chief: User) -> None:
    first, between, last = (rule_lost(played, chief, label) for label in "EWN")
    take_back(between, chief)
    assert scores(played) == {**MADE, "E": -600, "N": -600}
    take_back(last, chief)
    assert scores(played) == {**MADE, "E": -600}
    assert live(played).origin_uid == first.uid
    take_back(first, chief)
    assert scores(played) == MADE
    assert_sound(played)


@pytest.mark.full
def test_the_upper_one_first(played: Hall, chief: User) -> None:
    first, second = (rule_lost(played, chief, label) for label in "EW")
    take_back(second, chief)
    assert scores(played) == {**MADE, "E": -600}
    take_back(first, chief)
    assert scores(played) == MADE


@pytest.mark.full
def test_decided_anew_it_comes_to_lie_on_top_as_was_shown(played: Hall, chief: User) -> None:
    first, second = (rule_lost(played, chief, label) for label in "EW")
    anew, before = lost(played, "S"), totals(played)
    proposal = proposals.propose(source(played), anew, chief, first.case)
    snapshot = results.read(source(played).event)
    promised = changes_of(snapshot, source(played), anew, proposal, first.case)
    assert {row.seat: row.after for row in promised.deal} == {"E": 200, "S": -600}
    cases.revise(first.case, chief, anew, seen=1)
    assert scores(played) == {**MADE, "W": -600, "S": -600}
    after = {row.competitor.number: row.after.total for row in promised.effect}
    assert totals(played) == {**before, **after}
    take_back(second, chief)
    assert scores(played) == {**MADE, "S": -600}
    assert_sound(played)


@pytest.mark.full
def test_a_deal_that_a_later_ruling_voided_stays_void(played: Hall, chief: User) -> None:
    first = rule_lost(played, chief, "E")
    level = lost(played, "W", level=Level.L1, remedy=Remedy.VOID)
    voiding = cases.decide(source(played), chief, level)
    take_back(first, chief)
    newest = Result.objects.filter(deal=played.deal()).latest("version")
    assert (newest.kind, newest.version) == ("void", 3)
    take_back(voiding, chief)
    assert scores(played) == MADE
    assert_sound(played)


@pytest.mark.full
def test_a_void_deal_is_lost_instead_by_the_same_case(played: Hall, chief: User) -> None:
    """What it is reckoned upon counts again, although the deal is open until then."""
    level = lost(played, "E", level=Level.L1, remedy=Remedy.VOID)
    voiding = cases.decide(source(played), chief, level)
    cases.revise(voiding.case, chief, lost(played), seen=1)
    assert scores(played) == {**MADE, "E": -600}
    assert_sound(played)


@pytest.mark.full
def test_a_result_that_was_entered_since_stays(played: Hall, chief: User) -> None:
    first, second = (rule_lost(played, chief, label) for label in "EW")
    corrections.rule(played.deal(), chief, "not_played", "no cards", seen=3)
    for version in (first, second):
        take_back(version, chief)
    assert (live(played).kind, live(played).version) == ("not_played", 4)


@pytest.mark.full
def test_the_lower_one_is_not_lifted_when_it_is_too_late(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It changes the result of the deal, although a later result is the newest."""
    table = Table(levels_cast.assemble())
    levels_cast.post(table.cast, table.deal, DEALERS_KEEP)
    bob = table.cast.bob
    first, _second = (cases.decide(table.source(), bob, table.asked(label)) for label in "SN")
    monkeypatch.setattr(ruling_offices, "is_window_over", lambda _round: True)
    nothing = table.asked("S", Level.L0, level_reason="again")
    with pytest.raises(Refused) as refused:
        cases.revise(first.case, bob, nothing, seen=1)
    assert codes(refused) == [Code.RESULT_LATE]


@pytest.mark.full
def test_points_of_a_deal_are_lifted_the_same(db: None) -> None:
    """升级: the lower of two rulings that dock the deal is taken back, then the upper one."""
    table = Table(levels_cast.assemble())
    levels_cast.post(table.cast, table.deal, DEALERS_KEEP)
    made = DEALERS_KEEP["attackers_points"]
    first, second = (
        cases.decide(table.source(), table.cast.bob, table.asked(label)) for label in "SN"
    )
    assert table.live.facts["attackers_points"] == made + 20
    take_back(first, table.cast.bob)
    assert table.live.facts["attackers_points"] == made + 10
    assert table.live.origin_uid == second.uid
    take_back(second, table.cast.bob)
    assert (table.live.kind, table.live.facts) == ("played", DEALERS_KEEP)
    assert recount(table.cast.tournament) == []
