"""L3 of 升级 at a table: ten points of the deal, which is settled by them; 7.1 of the catalogue."""

from __future__ import annotations

import pytest
from django.utils import translation

from referee.base.refusals import Code
from referee.models import Remedy
from referee.rulings import cases, listed, proposals
from referee.rulings.decisions import NamedOffender, RulingDecision, RulingSource
from scoring.shengji.engine import SHENGJI
from tests import levels_cast
from tests.cast import Cast
from tests.levels_cast import DEALERS_KEEP
from tests.referee.rulings.looked_at import changes_of
from tournaments import results
from tournaments.base.refusals import Refused
from tournaments.checks.recount import recount
from tournaments.checks.verification import verify
from tournaments.models import Adjustment, Deal, Event, Result, Seat
from tournaments.regulations.articles import Level
from web.publish.rulings import ruling_words

ALMOST = {**DEALERS_KEEP, "attackers_points": 80}
"""With two decks 80 points take the deal over: the dealer's side is put out."""


class Table:
    """A deal of levels that was reported, and a referee beside it."""

    def __init__(self, cast: Cast) -> None:
        self.cast, self.key = cast, cast.deals(cast.round_in_play())[0].pk

    @property
    def deal(self) -> Deal:
        rows = Deal.objects.select_related("event__ruleset", "sitting__segment__match__round")
        return rows.get(pk=self.key)

    def source(self) -> RulingSource:
        event = Event.objects.select_related("tournament__club", "ruleset").get(
            pk=self.deal.event_id
        )
        deal = self.deal
        deal.event = event
        return RulingSource(event, deal.sitting.segment.match.round, deal.sitting, deal)

    def asked(self, label: str, level: Level = Level.L3, **more: object) -> RulingDecision:
        rows = Seat.objects.select_related(
            "side__match__round__event", "person", "sitting__segment__match"
        )
        seat = rows.get(sitting=self.deal.sitting, label=label)
        entry = seat.side.entries.select_related("event__tournament").get()
        whom = (NamedOffender(entry, seat.person, seat),)
        return RulingDecision(whom, own_article="第12条", facts="出牌后收回", level=level, **more)  # type: ignore[arg-type]

    @property
    def live(self) -> Result:
        return Result.live.get(deal=self.key)


@pytest.fixture
def table(db: None) -> Table:
    return Table(levels_cast.assemble())


@pytest.mark.full
def test_the_attackers_have_ten_less_and_the_deal_turns(table: Table) -> None:
    """80 − 10 = 70: under the usual rules the dealer's side keeps the deal and climbs a level."""
    levels_cast.post(table.cast, table.deal, ALMOST)
    before = dict(table.live.settlement["scores"])
    asked, source = table.asked("W"), table.source()
    proposal = proposals.propose(source, asked, table.cast.bob)
    seen = changes_of(results.read(source.event), source, asked, proposal)
    assert not seen.is_nothing
    assert table.live.version == 1
    version = cases.decide(source, table.cast.bob, asked)
    live = table.live
    assert (live.kind, live.version, live.facts["attackers_points"]) == ("assigned", 2, 70)
    assert live.settlement["scores"] != before
    again = SHENGJI.settle({**ALMOST, "attackers_points": 70}, SHENGJI.rules(live.ruleset.rules))
    assert live.settlement["scores"] == again.scores
    # It is no penalty in levels, and the words say what it is.
    assert not Adjustment.objects.exists()
    ruled = listed.case_of(table.cast.tournament, version.case.uid)
    assert ruled is not None
    with translation.override("zh-hans"):
        assert ruling_words.told(ruled).shown.sanctions[0].points == "本副−10分"
    # Decided anew as nothing, what the table reported counts again.
    cases.revise(
        version.case,
        table.cast.bob,
        table.asked("W", Level.L0, level_reason="again"),
        seen=1,
    )
    assert (table.live.kind, table.live.facts) == ("played", ALMOST)
    assert not recount(table.cast.tournament)
    assert verify(table.cast.tournament) == []


@pytest.mark.full
def test_what_the_dealer_loses_the_attackers_have(table: Table) -> None:
    levels_cast.post(table.cast, table.deal, DEALERS_KEEP)
    cases.decide(table.source(), table.cast.bob, table.asked("S"))
    assert table.live.facts["attackers_points"] == DEALERS_KEEP["attackers_points"] + 10
    # Both sides once: nothing is left of it, and both rulings stand.
    cases.decide(table.source(), table.cast.bob, table.asked("E"))
    assert table.live.facts["attackers_points"] == DEALERS_KEEP["attackers_points"]


@pytest.mark.full
def test_without_a_result_there_is_nothing_to_take(table: Table) -> None:
    source, asked = table.source(), table.asked("W")
    with pytest.raises(Refused) as refused:
        cases.decide(source, table.cast.bob, asked)
    assert [problem.code for problem in refused.value.problems] == [Code.DEAL_POINTS_OF_NOTHING]
    # Of a deal that is played again nothing is taken, and a level has an amount of its own.
    cases.decide(source, table.cast.bob, table.asked("W", remedy=Remedy.VOID))
    cases.decide(source, table.cast.bob, table.asked("W", Level.L4))
    assert Adjustment.objects.get().amount == -1
