"""Entries ranked on few deals, and entries left unranked for that (不列名次).

The minimum of deals for a rank is a setting of the event.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from tournaments import results
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Entry, Event
from tournaments.organise.entries import event_over_problems
from tournaments.record.audit import Actor, Verb, change
from tournaments.results import event_record
from tournaments.results.event_record import StandingsRow
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.standings_input import standings_input
from tournaments.standings.unplayed_rounds import deals_played, round_sums
from tournaments.structure import stages

ENOUGH: Final = Fraction(2, 3)
"""The share of the deals below which a place is asked about."""


@dataclass(frozen=True, slots=True)
class FewDeals:
    """A row of the standings with few deals: `played` of the `dealt` ones."""

    row: StandingsRow
    played: int
    dealt: int


def few_deals(snapshot: EventSnapshot) -> list[FewDeals]:
    """Return the ranked entries that played less than two thirds, and those left unranked for that.

    Only the first stage counts: an entry that did not qualify for a later one has missed nothing,
    and a knockout is played to its end by two entries only.
    """
    if any(map(stages.is_knockout, snapshot.stages[:1])):
        return []
    field = standings_input(snapshot)
    numbers = [
        round_.number for stage in snapshot.stages[:1] for round_ in snapshot.rounds_of(stage)
    ]
    if numbers:
        field = field.within(min(numbers), max(numbers))
    deals = deals_played(field, round_sums(field))
    return [
        FewDeals(row, counted.played, counted.dealt)
        for row in event_record.public_record(snapshot).standings()
        if (counted := deals.get(row.rank.entry))
        and counted.played < ENOUGH * counted.dealt
        and (row.rank.is_ranked or row.rank.unplaced)
    ]


def set_unplaced(entry: Entry, actor: Actor, *, unplaced: bool) -> None:
    """Leave an entry unranked because it played too few deals, or rank it again.

    Raises Refused once the event is over, and for an entry that played enough.
    """
    with change(entry.event.tournament, actor, Verb.SET_UNPLACED) as made:
        made.concerns(event=entry.event)
        if problems := event_over_problems(entry.event):
            raise Refused(*problems)
        event = Event.objects.select_related("tournament", "ruleset").get(pk=entry.event_id)
        few = {row.row.rank.entry for row in few_deals(results.read(event))}
        if unplaced and entry.uid not in few:
            raise Refused(refuse(Reason.PLAYED_ENOUGH))
        Entry.objects.filter(pk=entry.pk).update(unplaced=unplaced)
        made.note(entry=entry.uid, unplaced=unplaced)
        made.shows(event)
