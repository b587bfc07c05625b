"""Standings as public data: every place with what it is derived from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from tournaments.results import event_record
from tournaments.results.event_record import Competitor, StandingsRow
from tournaments.results.snapshot import EventSnapshot
from tournaments.standings.match_scores import Order
from tournaments.standings.round_scores import EntryPenalty, RoundSum
from tournaments.standings.tie_breaks import TieBreakValue
from tournaments.wording.official import penalties
from web.publish import rank_columns
from web.publish.data import result_values
from web.publish.data.listing import Listed, listed
from web.publish.data.of_events import entry_name
from web.publish.feeds import standing_facts
from web.publish.feeds.standing_facts import StandingFacts
from web.publish.pages.matches import match_names

Competitors = Mapping[str, Competitor]


def read_standings(snapshot: EventSnapshot, page: int) -> Listed:
    """Return the public standings, the first place first; what is sealed is left out."""
    known, order = event_record.public_record(snapshot), Order(snapshot.event.ranking)
    groups = match_names.groups_of(snapshot)

    def make(row: StandingsRow) -> result_values.Standing:
        return _standing(row, standing_facts.read(row, order, groups), known.competitors)

    return listed(event_record.public_standings(snapshot), page, make)


def _standing(
    row: StandingsRow, facts: StandingFacts, known: Competitors
) -> result_values.Standing:
    rank = row.rank
    return result_values.Standing(
        **{each.name: getattr(facts, each.name) for each in fields(facts)},
        entry=entry_name(row.competitor),
        is_withdrawn=rank.withdrawn,
        is_disqualified=rank.disqualified,
        tie_breaks=tuple(_tie_break(asked, known) for asked in rank.asked),
        decided_by=rank_columns.tie_break_text(rank.decided_by),
        penalty_list=tuple(_penalty(reason, row.competitor) for reason in rank.reasons),
        rounds=tuple(_round_score(round_sum, known) for round_sum in rank.rounds),
    )


def _tie_break(asked: TieBreakValue, known: Competitors) -> result_values.TieBreak:
    return result_values.TieBreak(
        code=asked.by.value,
        sentence=rank_columns.tie_break_text(asked),
        value=asked.value,
        among=_numbers(asked.among, known),
    )


def _penalty(penalty: EntryPenalty, competitor: Competitor) -> result_values.Penalty:
    reason = penalties.reason_text(penalty.reason, penalty.offender, competitor.name)
    return result_values.Penalty(penalty.round, penalty.amount, reason)


def _round_score(score: RoundSum, known: Competitors) -> result_values.RoundScore:
    return result_values.RoundScore(
        round=score.round,
        counts_as=score.counts.value,
        points=score.points,
        penalties=score.penalties,
        table_points=score.table_points,
        match_points=score.match_points,
        opponents=_numbers(score.opponents, known),
    )


def _numbers(uids: tuple[str, ...], known: Competitors) -> tuple[int, ...]:
    return tuple(known[uid].number for uid in uids if uid in known)
