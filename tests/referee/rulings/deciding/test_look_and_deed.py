"""For every kind of ruling: what is looked at is what is done, and taken back it is as before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

import pytest

from referee.models import Needs, Remedy, RulingVersion, SuspensionReach
from referee.rulings import cases, posting, proposals
from referee.rulings.decisions import NamedOffender, RulingDecision, RulingSource
from referee.rulings.ruling_stack import Removal
from tests import cast as people
from tests import levels_cast, teams_cast
from tests.cast import Cast
from tests.referee.rulings.sanctions.test_heavy_levels import chief_of, official, take_back
from tests.suspending import member
from tournaments import organise, results
from tournaments.checks.verification import verify
from tournaments.models import Deal, Event, PenaltyWarning, Round, Seat, User
from tournaments.record.digest import digest
from tournaments.regulations.articles import Level
from tournaments.results import event_record
from tournaments.results.snapshot import EventSnapshot
from tournaments.standings.match_scores import Order


@dataclass(frozen=True)
class Place:
    """Where somebody rules: a small world, with a deal that has its result or none."""

    cast: Cast
    round: Round
    chief: User
    deal: Deal | None

    @property
    def event(self) -> Event:
        rows = Event.objects.select_related("tournament__club", "ruleset", "regulations")
        return rows.get(pk=self.round.event_id)

    def source(self) -> RulingSource:
        if self.deal is None:
            return RulingSource(self.event, self.round)
        related = ("event__ruleset", "sitting__segment__match__round")
        deal = Deal.objects.select_related(*related).get(pk=self.deal.pk)
        return RulingSource(self.event, self.round, deal.sitting, deal)

    def offender(self) -> NamedOffender:
        if self.deal is None:
            entry = self.event.entries.select_related("event__tournament").get(number=1)
            return NamedOffender(entry)
        chairs = Seat.objects.select_related(
            "side__match__round__event", "person", "sitting__segment__match"
        )
        chair = chairs.get(sitting=self.deal.sitting_id, label="W")
        entry = chair.side.entries.select_related("event__tournament").get()
        return NamedOffender(entry, chair.person, chair)

    def decision(self, level: Level, **more: Any) -> RulingDecision:
        who, seen = self.offender(), self.source().deal
        values = {"facts": "as both said", "level_reason": "it was meant", "sure": True}
        if more.pop("of_person", False):
            who = replace(who, person=member(who.entry))
        values |= {"own_article": "第12条"} if "article" not in more else {}
        return RulingDecision(
            (who,), level=level, seen=seen.version if seen else 0, **{**values, **more}
        )


def hall() -> Place:
    """Single players at whose first table a deal has its result."""
    cast = people.assemble(players=8)
    round_ = cast.round_in_play()
    deal = cast.deals(round_)[0]
    cast.post(deal)
    official(cast.event)
    return Place(cast, round_, chief_of(cast), deal)


def levels() -> Place:
    """Pairs who play for levels, with a deal that was reported."""
    cast = levels_cast.assemble()
    round_ = cast.round_in_play()
    deal = cast.deals(round_)[0]
    levels_cast.post(cast, deal, levels_cast.DEALERS_KEEP)
    official(cast.event)
    return Place(cast, round_, chief_of(cast), deal)


def teams() -> Place:
    """Four teams by victory points, whose first match is under way and the second is over."""
    of = teams_cast.assemble(ranking=Order.VP_20)
    other = of.round.matches.get(number=2)
    for segment in (of.segment(1), of.segment(1, other), of.segment(2, other)):
        of.reveal(segment)
        of.play()
    event = official(of.event)
    return Place(replace(of.cast, event=event), of.round, chief_of(of.cast), None)


def games() -> Place:
    """Four single players at a game to 1000, of which one deal is over."""
    cast = people.assemble(players=0)
    plan = organise.EventPlan("千分局", "gongzhu", {"preset": "classic"}, 8, to_limit=True)
    event = organise.create_event(cast.tournament, cast.director, plan)
    organise.add_entries(event, cast.director, [[name] for name in people.PLAYERS[:4]])
    cast = replace(cast, event=event)
    official(event)
    chief, round_ = chief_of(cast), cast.round_in_play()
    cast.post(cast.deals(round_)[0])
    return Place(cast, round_, chief, None)


THIS, NEXT, MANY = (
    {"reach": SuspensionReach.THIS_ROUND},
    {"reach": SuspensionReach.NEXT_ROUND, "of_person": True},
    {"reach": SuspensionReach.ROUNDS, "reach_rounds": 2, "of_person": True},
)
World = Callable[[], Place]
KINDS: Final[list[tuple[World, Level, dict[str, Any]]]] = [
    (hall, Level.L0, {}),
    (hall, Level.L1, {}),
    (hall, Level.L2, {}),
    (hall, Level.L3, {}),
    (hall, Level.L6, {}),
    (hall, Level.L3, {"points": Fraction(-35)}),
    (hall, Level.L1, {"disciplinary": Level.L5}),
    (hall, Level.L7, {}),
    (hall, Level.L8, NEXT),
    (hall, Level.L8, MANY),
    (hall, Level.L9, {}),
    (hall, Level.L0, {"remedy": Remedy.VOID}),
    (hall, Level.L4, {"remedy": Remedy.NOT_PLAYED}),
    (levels, Level.L3, {}),
    (levels, Level.L4, {}),
    (levels, Level.L4, {"article": "T-05"}),
    (levels, Level.L7, {}),
    (levels, Level.L0, {"remedy": Remedy.VOID}),
    (teams, Level.L1, {}),
    (teams, Level.L4, {}),
    (teams, Level.L7, {}),
    (teams, Level.L8, THIS),
    (teams, Level.L8, NEXT),
    (teams, Level.L9, {}),
    (games, Level.L4, {}),
    (games, Level.L7, {}),
    (games, Level.L9, {}),
]


def counts(snapshot: EventSnapshot) -> dict[str, Any]:
    """Return what an event comes to, as plain values."""
    awards = {
        str(match): [row.kind, row.winner_id, str(row.won), str(row.lost), row.origin_uid != ""]
        for match, row in snapshot.awards.items()
    }
    scored = {
        str(deal.key): [deal.result.kind, dict(deal.result.scores)]
        for sitting in snapshot.sittings
        for deal in sitting.deals
        if deal.result is not None and deal.result.scores
    }
    entries = [
        [row.number, row.state, row.to_round, row.disqualified, row.results_cancelled]
        for row in snapshot.entries
    ]
    held = [[row.entry, row.first, row.last] for row in snapshot.suspensions]
    # The reasons of penalties have counter-entries beside them, and a look has no words for them.
    ranks = [
        [row.competitor.number, repr(replace(row.rank, reasons=()))]
        for row in event_record.standings(snapshot)
    ]
    parts = {"awards": awards, "deals": scored, "entries": entries, "held": held, "ranks": ranks}
    return {**parts, "warned": [[row.entry_id, row.level] for row in snapshot.warnings]}


def now(place: Place) -> dict[str, Any]:
    """Return what the event comes to as it is stored; snapshots read warnings where they count."""
    given = PenaltyWarning.objects.filter(reverses=None, reversed_by=None).order_by("pk")
    return counts(replace(results.read(place.event), warnings=tuple(given)))


def looked_at(
    place: Place, decision: RulingDecision, version: RulingVersion | None
) -> dict[str, Any]:
    """Return what the event would come to, upon a version that is decided otherwise."""
    case, source = version.case if version else None, place.source()
    proposal = proposals.propose(source, decision, place.chief, case)
    given = PenaltyWarning.objects.filter(reverses=None, reversed_by=None).order_by("pk")
    before = replace(results.read(place.event), warnings=tuple(given))
    measures = proposals.proposed_measures(source, decision, proposal)
    return counts(posting.assumed(before, measures, posting.rulings_out(Removal.of_case(case))))


def ruled(place: Place, decision: RulingDecision, version: RulingVersion | None) -> RulingVersion:
    """Rule, or otherwise upon a version; whose word is waited for gives it."""
    if version is None:
        made = cases.decide(place.source(), place.chief, decision)
    else:
        seen = version.number
        made = cases.revise(version.case, place.chief, decision, seen=seen)
    return cases.confirm(made, place.cast.alice) if made.needs == Needs.ORGANISER else made


@pytest.mark.full
@pytest.mark.parametrize(
    ("number", "world", "level", "more"),
    [(number, *kind) for number, kind in enumerate(KINDS)],
    ids=[f"{world.__name__}-{level}-{len(more)}" for world, level, more in KINDS],
)
def test_what_is_looked_at_is_done_and_taken_back_it_is_as_before(
    db: None, number: int, world: World, level: Level, more: dict[str, Any]
) -> None:
    """Ruled, then ruled otherwise as the next kind of the same world, then taken back."""
    place = world()
    before = now(place)
    of_world = [kind for kind in [*KINDS[number + 1 :], *KINDS] if kind[0] is world]
    _world, then, anew = of_world[0]
    version = None
    for each, values in ((level, more), (then, anew)):
        decision = place.decision(each, **values)
        promised = looked_at(place, decision, version)
        version = ruled(place, decision, version)
        assert now(place) == promised
    assert version is not None
    take_back(version, place.chief)
    assert digest(now(place)) == digest(before)
    assert verify(place.cast.tournament) == []
