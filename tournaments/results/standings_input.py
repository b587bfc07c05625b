"""What the standings of an event are made of: deals, matches, penalties and byes, from a snapshot.

Ranking itself is in `standings`, the ranks of an event in `event_record`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from typing import Final

from tournaments.models import Adjustment, AwardKind, BoardSource, Entry, EntryMember, Round
from tournaments.models.record import Unit
from tournaments.results import suspensions, withdrawn_matches
from tournaments.results.entry_rows import MemberRow
from tournaments.results.game_results import game_standings
from tournaments.results.match_rows import deal_scores, match_records, withdrawn_entries
from tournaments.results.snapshot import EventSnapshot, derived
from tournaments.standings import withdrawals
from tournaments.standings.match_scores import Order
from tournaments.standings.round_scores import (
    NO_FACTS,
    Counts,
    DecidingDeal,
    EntryPenalty,
    GameLoss,
    MatchRecord,
    StandingsInput,
    TieBreak,
    TieFacts,
    UnplayedRound,
    Warned,
)
from tournaments.standings.unplayed_terms import Credit, CreditTerms, LeastPlayed, RankedFrom
from tournaments.structure import match_parts

ASKING_FACTS: Final = frozenset(
    {TieBreak.EXTRA_DEAL, TieBreak.FEWEST_GAMES_LOST, TieBreak.FEWEST_WARNINGS}
)
"""The tie-breaks that ask for more than scores."""


@derived
def sealed_rounds(snapshot: EventSnapshot) -> frozenset[int]:
    """Return the numbers of the public rounds whose results are sealed.

    Those are the rounds over boards that are in play, and the closed ones whose boards others have
    still to play: their results would help these.
    """
    if snapshot.event.boards == BoardSource.TABLE:
        return frozenset()
    sealed = {
        snapshot.match_by_key[sitting.match].round.number
        for sitting in snapshot.sittings
        for deal in sitting.deals
        if deal.board is not None and not deal.is_opened
    }
    return frozenset(
        round_.number
        for round_ in snapshot.public_rounds
        if round_.state == Round.State.PUBLISHED or round_.number in sealed
    )


@derived
def standings_input(snapshot: EventSnapshot) -> StandingsInput:
    """Return what the standings of an event are made of, withdrawals taken into account."""
    field = _build_field(snapshot)
    return withdrawals.apply_withdrawals(field, withdrawn_matches.robins(snapshot, field))


def _penalties(snapshot: EventSnapshot) -> Iterator[EntryPenalty]:
    """Yield the penalty points of entries; those of a game (局) count in its round."""
    counted = {Adjustment.StageOfSum.STANDINGS, Adjustment.StageOfSum.GAME}
    for row in snapshot.adjustments:
        if row.stage_of_sum not in counted:
            continue
        if row.side_id:
            if row.side_id in snapshot.match_of_side:
                match, side = snapshot.match_of_side[row.side_id]
                penalty = EntryPenalty(
                    "",
                    row.amount,
                    row.reason,
                    match.round.number,
                    match=match.key,
                    at_table=True,
                    offender=row.named.person.name if row.named else "",
                )
                yield from (replace(penalty, entry=entry.uid) for entry in side.entries)
        elif row.entry_id and row.entry_id in snapshot.entry_by_key:
            number = _last_begun(snapshot, row.created_at)
            uid = snapshot.entry_by_key[row.entry_id].uid
            ranks = row.unit == Unit.TABLE_POINT
            yield EntryPenalty(uid, row.amount, row.reason, number, in_table_points=ranks)


def _build_field(snapshot: EventSnapshot) -> StandingsInput:
    event, points, met = snapshot.event, deal_scores(snapshot), match_records(snapshot)
    absences = [
        *_rounds_sat_out(snapshot, met),
        *_rounds_substituted(snapshot),
        *_rounds_missed(snapshot, met),
        *_rounds_forfeited(snapshot),
        *_rounds_suspended(snapshot, met),
    ]
    penalties = list(_penalties(snapshot))
    present = {point.entry for point in points}
    present |= {row.entry for row in absences} | {row.entry for row in penalties}
    present |= {
        entry for table in met if table.worth is not None for side in table.sides for entry in side
    }
    withdrawn = withdrawn_entries(snapshot)
    return StandingsInput(
        entries=[
            entry.uid
            for entry in snapshot.entries
            if entry.kind == Entry.Kind.COMPETITOR
            and (entry.uid in present or entry.uid not in withdrawn)
        ],
        scored=points,
        adjusted=penalties,
        tables=met,
        away=absences,
        withdrawn=withdrawn,
        excused=frozenset(
            entry.uid for entry in snapshot.entries if entry.uid in withdrawn and entry.excused
        ),
        disqualified=frozenset(row.uid for row in snapshot.entries if row.disqualified),
        struck=frozenset(row.uid for row in snapshot.entries if row.results_cancelled),
        unplaced=frozenset(row.uid for row in snapshot.entries if row.unplaced),
        order=Order(event.ranking),
        credit=_credit_terms(event.sit_out_credit, event.sit_out_amount),
        late=_credit_terms(event.late_credit, event.late_amount),
        least=LeastPlayed(RankedFrom(event.ranked_from or "all"), event.least_deals or 0),
        tie_breaks=tuple(map(TieBreak, event.tie_breaks)) or None,
        seed=event.seed,
        tie_facts=_tie_facts(snapshot),
    )


def _credit_terms(kind: str, amount: str) -> CreditTerms:
    return CreditTerms(Credit(kind), Fraction(amount or 0))


def _rounds_sat_out(snapshot: EventSnapshot, met: Iterable[MatchRecord]) -> list[UnplayedRound]:
    """Return the rounds that entries sat out, once these are over: no credit comes before."""
    playing = {table.round for table in met if not table.is_over}
    public = {round_.pk: round_.number for round_ in snapshot.public_rounds}
    return [
        UnplayedRound(snapshot.entry_by_key[entry].uid, public[round_])
        for round_, entry in snapshot.sat_out
        if round_ in public and public[round_] not in playing
    ]


def _rounds_missed(snapshot: EventSnapshot, met: Iterable[MatchRecord]) -> list[UnplayedRound]:
    """Return the rounds that were over before late entries were first drawn, where these count.

    Only rounds of the first stage: nobody comes late to a later one.
    """
    if snapshot.event.late_credit == Credit.NONE:
        return []
    playing = {table.round for table in met if not table.is_over}
    in_first = {
        round_.number for stage in snapshot.stages[:1] for round_ in snapshot.rounds_of(stage)
    }
    rounds = {round_.number for round_ in snapshot.public_rounds} & in_first - playing
    return [
        UnplayedRound(entry, number, Counts.MISSED)
        for entry, first in _first_rounds(snapshot, met).items()
        for number in sorted(rounds)
        if number < first
    ]


def _rounds_forfeited(snapshot: EventSnapshot) -> Iterator[UnplayedRound]:
    """Yield the rounds of tables of single players to which somebody did not come."""
    for match in snapshot.matches:
        award = snapshot.awards.get(match.key)
        if award is None or award.kind != AwardKind.FORFEITED or not match.is_public:
            continue
        for side in match.sides:
            counts, points = Counts.AVERAGED, award.won
            if side.uid in award.absent_sides:
                counts, points = Counts.FORFEITED, award.lost
            for entry in side.entries:
                yield UnplayedRound(entry.uid, match.round.number, counts, points=points)


def _rounds_suspended(
    snapshot: EventSnapshot, met: Iterable[MatchRecord]
) -> Iterator[UnplayedRound]:
    """Yield the rounds for which entries were not drawn because of a suspension, once these end.

    Who was drawn before he was suspended has what was played, or awarded, at his table.
    """
    if not snapshot.suspensions:
        return
    playing = {table.round for table in met if not table.is_over}
    for round_ in snapshot.public_rounds:
        if round_.number in playing:
            continue
        excluded = [row.entry for row in suspensions.not_drawn(snapshot, round_)]
        filled = suspensions.stood_in_for(snapshot, round_.number)
        for entry in [*excluded, *(snapshot.entry_by_key[key] for key in filled)]:
            yield UnplayedRound(entry.uid, round_.number, Counts.SUSPENDED)


def _first_rounds(snapshot: EventSnapshot, met: Iterable[MatchRecord]) -> Mapping[str, int]:
    """Return the first public round in which each entry was drawn, to play or to sit out."""
    public = {round_.pk: round_.number for round_ in snapshot.public_rounds}
    drawn = [(table.round, uid) for table in met for side in table.sides for uid in side]
    drawn += [
        (public[round_], snapshot.entry_by_key[entry].uid)
        for round_, entry in snapshot.sat_out
        if round_ in public
    ]
    first: dict[str, int] = {}
    for number, uid in drawn:
        first[uid] = min(number, first.get(uid, number))
    return first


def _rounds_substituted(snapshot: EventSnapshot) -> list[UnplayedRound]:
    """Return the rounds played by a substitute whose points do not count.

    A person may be a substitute several times.
    """
    substitutes: dict[tuple[int, int], list[MemberRow]] = defaultdict(list)
    for entry in snapshot.entries:
        for member in snapshot.members_of(entry):
            if member.role == EntryMember.Role.SUBSTITUTE and not member.points_count:
                substitutes[entry.pk, member.person].append(member)
    if not substitutes:
        return []
    substituted = {
        (entry.uid, number): None
        for entry, person, number in _seated(snapshot)
        for member in substitutes.get((entry.pk, person), ())
        if (member.from_round or 0) <= number <= (member.to_round or number)
    }
    return [UnplayedRound(entry, number, Counts.STOOD_IN) for entry, number in substituted]


def _seated(snapshot: EventSnapshot) -> Iterator[tuple[Entry, int, int]]:
    """Yield who sat in public rounds: the entry, the person by key, the number of the round."""
    for sitting in snapshot.sittings:
        match = snapshot.match_by_key[sitting.match]
        for seat in sitting.seats if match.is_public else ():
            for entry in snapshot.side_by_uid[seat.side].entries:
                yield entry, seat.person, match.round.number


def _tie_facts(snapshot: EventSnapshot) -> TieFacts:
    """Return the extra deals and the lost games (局) that the tie-breaks of an event need."""
    asked = set(snapshot.event.tie_breaks) & ASKING_FACTS
    if not asked:
        return NO_FACTS
    ends = match_parts.ends_by_rules(snapshot.event)
    extra_deals = tuple(
        DecidingDeal(
            row.after_round, {entry: Fraction(value) for entry, value in row.points.items()}
        )
        for row in snapshot.extra_deals
    )
    warned = tuple(_warned(snapshot)) if TieBreak.FEWEST_WARNINGS in asked else None
    return TieFacts(extra_deals, tuple(_games_lost(snapshot)) if ends else None, warned)


def _warned(snapshot: EventSnapshot) -> Iterator[Warned]:
    """Yield the warnings that stand; one outside the rounds counts from the round in play on."""
    for row in snapshot.warnings:
        if row.entry_id in snapshot.entry_by_key:
            round_ = snapshot.round_by_key.get(row.round_id or 0)
            number = round_.number if round_ else _last_begun(snapshot, row.created_at)
            yield Warned(snapshot.entry_by_key[row.entry_id].uid, number)


def _last_begun(snapshot: EventSnapshot, moment: datetime) -> int:
    """Return the number of the last round that was published by then; 0 before the first."""
    began = [(round_.number, round_.published_at) for round_ in snapshot.public_rounds]
    return max((number for number, at in began if at and at <= moment), default=0)


def _games_lost(snapshot: EventSnapshot) -> Iterator[GameLoss]:
    """Yield the entries that were pig in each game that has ended, with the round."""
    standings = game_standings(snapshot)
    for game in snapshot.games:
        match, standing = snapshot.match_by_key[game.match], standings[game.key]
        if standing.ended and match.is_public:
            for pig in standing.pigs:
                for entry in snapshot.side_by_uid[pig].entries:
                    yield GameLoss(entry.uid, match.round.number)
