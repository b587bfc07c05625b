"""A tournament with two events in play, of which the same things are stored: one is not the other.

two = assemble()
results.read(two.own)
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from tests import cast as people
from tests.cast import Cast
from tests.kept_worlds import kept
from tournaments import organise
from tournaments.models import (
    Adjustment,
    Award,
    AwardKind,
    BoardLayout,
    Deal,
    Event,
    ExtraDeal,
    Game,
    Hold,
    LineUp,
    Match,
    PenaltyWarning,
    Round,
    SitOut,
    Tournament,
    WarningLevel,
)

BY: Final[dict[str, Any]] = {"reason": "x", "origin_uid": "x", "origin_label": "x"}


@dataclass(frozen=True)
class Two:
    """The event of the cast and a second one, both with the same things stored in one round."""

    cast: Cast
    own: Event
    other: Event

    def round(self, event: Event | None = None) -> Round:
        return Round.objects.get(event=event or self.own, number=1)

    def match(self, event: Event | None = None) -> Match:
        return self.round(event).matches.order_by("number")[0]

    def deals(self, event: Event | None = None) -> list[Deal]:
        return self.cast.deals(self.round(event))


def store(cast: Cast, event: Event, name: str) -> None:
    """Draw a round, and store a row of every kind that a snapshot reads."""
    round_ = organise.draw_round(event, cast.director, seed="seed")
    organise.publish_round(round_, cast.director)
    match, deals = round_.matches.order_by("number")[0], cast.deals(round_)
    cast.post(deals[0])
    side, entry = match.sides.order_by("number")[0], event.entries.order_by("number")[0]
    Hold.objects.create(tournament=event.tournament, round=round_, code="x", origin_uid=name)
    Adjustment.objects.create(
        event=event, side=side, unit="raw", stage_of_sum="game", numerator=-5, **BY
    )
    Award.objects.create(match=match, kind=AwardKind.BOTH_ABSENT, **BY)
    ExtraDeal.objects.create(event=event, after_round=1, points={entry.uid: 1}, reason="x")
    PenaltyWarning.objects.create(event=event, entry=entry, level=WarningLevel.SPOKEN, **BY)
    SitOut.objects.create(round=round_, entry=entry)
    LineUp.objects.create(segment=match.segments.get(), side=side, seats=[])
    Game.objects.create(match=match, number=1)
    BoardLayout.objects.create(deal=deals[0], layout=2, **BY)


@kept
def assemble() -> Two:
    """Return the cast with two events in play, everything stored in both."""
    cast = people.assemble()
    plan = organise.EventPlan("第二项", "gongzhu", {"preset": "classic"}, 2)
    other = organise.create_event(cast.tournament, cast.director, plan)
    organise.add_entries(other, cast.director, [[name] for name in "子丑寅卯"])
    for event, name in ((cast.event, "own"), (other, "other")):
        store(cast, event, name)
    return Two(cast, cast.event, other)


def another_tournament(cast: Cast) -> Tournament:
    """Return a second tournament of the club, without events."""
    day, zone = date(2026, 11, 22), "Asia/Shanghai"
    return organise.create_tournament(
        cast.club, cast.director, name="冬季赛", starts_on=day, time_zone=zone
    )
