"""What a result would change, before it is stored: the points of every seat, and the standings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.sheets import later_deals, queries
from referee.sheets.later_deals import Misfit
from scoring.settlement import Settlement
from tournaments import results
from tournaments.base.separators import join_facts
from tournaments.models import Deal, Result, ResultKind
from tournaments.results import event_record
from tournaments.results.event_record import Effect
from tournaments.results.snapshot import EventSnapshot
from tournaments.structure.games import ruleset_of
from web.publish import rank_columns
from web.publish.rank_columns import Measures


@dataclass(frozen=True, slots=True)
class SeatEffect:
    """A seat, who sits there, and its points before and after; None without a result."""

    label: str
    name: str
    before: int | None
    after: int

    @property
    def is_changed(self) -> bool:
        """Whether the points differ."""
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class Consequences:
    """The points of the seats, and the ranks that would change, with the columns of the event."""

    seats: tuple[SeatEffect, ...]
    effect: tuple[Effect, ...]
    measures: Measures
    later: tuple[Misfit, ...] = ()
    """The later deals of the table that would no longer fit; they keep their results."""

    @property
    def replaces(self) -> bool:
        """Whether existing points would be replaced."""
        return any(seat.before is not None for seat in self.seats)


@dataclass(frozen=True, slots=True)
class ProposedResult:
    """A result that a deal may get, and what was read beside its event: the result that it would
    replace, if any, and the later deals that would no longer fit.
    """

    deal: Deal
    facts: Mapping[str, Any]
    settlement: Settlement
    replaced: Result | None
    later: tuple[Misfit, ...]


def propose(deal: Deal, facts: Mapping[str, Any], live: Result | None) -> ProposedResult | None:
    """Return these facts as the result of a deal; None where they do not settle."""
    settlement = queries.outcome(deal, facts).settlement
    return _proposed(deal, facts, settlement, live) if settlement else None


def consequences(
    deal: Deal, facts: Mapping[str, Any], people: Mapping[str, str]
) -> Consequences | None:
    """Read what these facts would change as the result of a deal; None where they do not settle.

    `people` says who sits at every seat.
    """
    settlement = queries.outcome(deal, facts).settlement
    if settlement is None:
        return None
    live = Result.live.filter(deal=deal).first()
    proposed = _proposed(deal, facts, settlement, live)
    return consequences_in(results.read(deal.event), proposed, people)


def consequences_in(
    snapshot: EventSnapshot, proposed: ProposedResult, people: Mapping[str, str]
) -> Consequences:
    """Return what a result would change in an event that is read; `people` as above."""
    replaced, settlement = proposed.replaced, proposed.settlement
    before = queries.settlement_of(replaced).scores if replaced else {}
    return Consequences(
        seats=tuple(
            SeatEffect(label, name, before.get(label), settlement.scores[label])
            for label, name in people.items()
        ),
        effect=_effect(proposed, snapshot),
        measures=rank_columns.columns_of_event(snapshot.event),
        later=proposed.later,
    )


def _proposed(
    deal: Deal, facts: Mapping[str, Any], settlement: Settlement, live: Result | None
) -> ProposedResult:
    if live is None:
        return ProposedResult(deal, facts, settlement, None, ())
    live.deal = deal
    return ProposedResult(deal, facts, settlement, live, later_deals.misfits(deal, facts))


def effects_without_points(
    deal: Deal, kinds: Sequence[ResultKind], before: EventSnapshot
) -> tuple[tuple[str, tuple[Effect, ...]], ...]:
    """Return the changes of the standings by results without points, under their labels.

    Kinds with the same effect are one row, with the labels of all.
    """
    sides = before.sides_at(deal.sitting_id)
    rows: list[tuple[str, tuple[Effect, ...]]] = []
    for kind in kinds:
        result = Result(deal=deal, kind=kind, ruleset=ruleset_of(deal), facts={}, settlement={})
        effect = event_record.compare_standings(
            before, before.with_results({deal.pk: (result, sides)})
        )
        same = next((row for row in rows if row[1] == effect), None)
        if same:
            rows[rows.index(same)] = join_facts(same[0], kind.label), effect
        else:
            rows.append((str(kind.label), effect))
    return tuple(rows)


def _effect(proposed: ProposedResult, before: EventSnapshot) -> tuple[Effect, ...]:
    deal, facts = proposed.deal, proposed.facts
    claimed = facts.get("claim") is not None
    result = Result(
        deal=deal,
        kind=Result.Kind.CLAIMED if claimed else Result.Kind.PLAYED,
        ruleset=ruleset_of(deal),
        facts=dict(facts),
        settlement=proposed.settlement.as_json(),
    )
    return event_record.compare_standings(
        before, before.with_results({deal.pk: (result, before.sides_at(deal.sitting_id))})
    )
