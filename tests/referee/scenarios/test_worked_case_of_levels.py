"""Worked case 2: a revoke in the last deal of a match by levels, 15± by the difference."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from referee.models import Remedy
from referee.rulings import cases
from referee.rulings.decisions import NamedOffender, RulingDecision, RulingSource
from tests import levels_cast
from tests.cast import Cast
from tournaments import results
from tournaments.checks.verification import verify
from tournaments.models import Adjustment, Deal, Event, Result, Seat
from tournaments.regulations.articles import Level
from tournaments.results import event_record

pytestmark = pytest.mark.django_db

COURSE = (("N", "2", 0), ("S", "5", 35), ("N", "7", 200), ("W", "5", 75), ("E", "6", 80))
"""Dealer, level and the attackers' points: north-south come to 7 and deal, east-west to 6."""
LAST = ("S", "7")


def played(dealer: str, level: str, attackers: int) -> Mapping[str, Any]:
    return {
        "dealer": dealer,
        "level": level,
        "trump": None,
        "attackers_points": attackers,
        "last_trick": {"winner": dealer},
    }


@pytest.fixture
def cast(db: None) -> Cast:
    """A match of six deals; the dealer's side revoked in the last one, attackers 75."""
    rules = {"preset": "standard-2"}
    plan = {"ranking": "vp_15_10", "draw_method": "round_robin"}
    cast = levels_cast.assemble(deals=6, rules=rules, **plan)
    round_ = cast.round_in_play()
    deals = cast.deals(round_)[:6]
    for deal, course in zip(deals, COURSE, strict=False):
        levels_cast.post(cast, deal, played(*course))
    levels_cast.post(cast, deals[5], played(*LAST, 75))
    return cast


def last_deal(cast: Cast) -> Deal:
    rows = Deal.objects.select_related("event", "sitting__segment__match__round")
    return rows.filter(event=cast.event).order_by("sitting__table__number", "play_order")[5]


def side_of(cast: Cast, label: str) -> NamedOffender:
    seat = Seat.objects.select_related(
        "side__match__round__event", "person", "sitting__segment__match"
    ).get(sitting=last_deal(cast).sitting, label=label)
    entry = seat.side.entries.select_related("event__tournament").get()
    return NamedOffender(entry, seat.person, seat)


def worth(cast: Cast) -> list[Fraction]:
    """What the match is worth to north-south and to east-west."""
    rounds = event_record.public_record(results.read(cast.event)).rounds_of()
    both = (rounds[side_of(cast, label).entry.uid][0].match_points for label in "NW")
    north, west = both
    assert north is not None
    assert west is not None
    return [north, west]


def source_of(cast: Cast) -> RulingSource:
    deal = last_deal(cast)
    event = Event.objects.select_related("tournament__club", "ruleset").get(pk=deal.event_id)
    return RulingSource(event, deal.sitting.segment.match.round, deal.sitting, deal)


def rules(cast: Cast, **values: Any) -> None:
    seen = last_deal(cast).version
    wanted = {"article": "R-02", "facts": "a heart was found in trick 9", "seen": seen, **values}
    decision = RulingDecision((side_of(cast, "N"),), **wanted)
    cases.decide(source_of(cast), cast.bob, decision)


def test_as_it_was_played_eight_to_six_is_17_to_13(cast: Cast) -> None:
    assert worth(cast) == [17, 13]


@pytest.mark.full
def test_equity_alone_is_seven_to_six_and_16_to_14(cast: Cast) -> None:
    """The attackers are given 85: they deal next, and nobody goes up a level."""
    levels_cast.post(cast, last_deal(cast), played(*LAST, 85), seen=1)
    assert worth(cast) == [16, 14]
    rules(cast, article="", remedy=Remedy.CORRECTED, level=Level.L0)
    assert worth(cast) == [16, 14]
    assert not Adjustment.objects.exists()


@pytest.mark.full
def test_a_level_down_on_top_is_15_to_15(cast: Cast) -> None:
    levels_cast.post(cast, last_deal(cast), played(*LAST, 85), seen=1)
    rules(cast, remedy=Remedy.CORRECTED)
    assert [row.amount for row in Adjustment.objects.all()] == [-1]
    assert worth(cast) == [15, 15]
    # The deals that were played stay as they were played.
    kinds = Result.objects.filter(deal__event=cast.event).values_list("version", flat=True)
    assert sorted(kinds) == [1, 1, 1, 1, 1, 1, 2]
    assert verify(cast.tournament) == []
