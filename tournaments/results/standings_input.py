"""The input of the standings of an event: deals, matches, penalties and byes, from a snapshot.

For round robins and movements with withdrawals it includes the plan (`standings.withdrawals`).
Ranking itself is in `standings`, the ranks of an event in `event_record`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from itertools import chain
from typing import Any, Final

from tournaments.models import (
    Adjustment,
    AwardKind,
    Comparison,
    Entry,
    EntryMember,
    Round,
    Stage,
)
from tournaments.models.event_choices import OF_FIELD
from tournaments.models.record import Unit
from tournaments.pairing import notes
from tournaments.pairing import rounds as pairing
from tournaments.pairing.reasons import Why
from tournaments.results import suspensions
from tournaments.results.game_results import game_standings
from tournaments.results.match_rows import deal_scores, match_records, withdrawn_entries
from tournaments.results.snapshot import EventSnapshot, derived
from tournaments.results.snapshot_rows import MemberRow
from tournaments.standings import withdrawals
from tournaments.standings.match_scores import Order
from tournaments.standings.round_scores import (
    NO_FACTS,
    Counts,
    DecidingDeal,
    EntryPenalty,
    EntryWarning,
    GameLoss,
    MatchRecord,
    ScoredDeal,
    StandingsInput,
    TieBreak,
    TieFacts,
    UnplayedRound,
)
from tournaments.standings.unplayed_terms import (
    AT_FAULT,
    BOARD_WON,
    IMPS_OF_AVERAGE_PLUS,
    INDEMNITY,
    Credit,
    CreditTerms,
    LeastPlayed,
    RankedFrom,
    WithdrawalCompensation,
)
from tournaments.standings.withdrawals import RoundRobinPlan
from tournaments.structure import games, stages


def robins(snapshot: EventSnapshot, field: StandingsInput) -> tuple[RoundRobinPlan, ...]:
    """Return the round robins and movements of an event.

    None without a withdrawal, and if table points rank.
    """
    if not field.withdrawn or field.order is Order.TABLE_POINTS:
        return ()
    uids = {number: entry.uid for number, entry in snapshot.entry_by_number.items()}
    rounds_by_stage = [
        [
            round_
            for round_ in rounds
            if round_.method in pairing.ALL_MEETINGS and round_.state in Round.PUBLIC
        ]
        for rounds in map(snapshot.rounds_of, snapshot.stages)
    ]
    return tuple(_robin(snapshot, rounds, uids, field) for rounds in rounds_by_stage if rounds)


def _robin(
    snapshot: EventSnapshot, rounds: Sequence[Round], uids: Mapping[str, str], field: StandingsInput
) -> RoundRobinPlan:
    drawn_from = notes.read(rounds[-1].reasons).input or {}
    stage, numbers = rounds[0].group.stage, frozenset(round_.number for round_ in rounds)
    planned = snapshot.rounds_planned(stage)
    if drawn_from and rounds[-1].method in pairing.OVER_BOARDS:
        planned = pairing.round_limit(pairing.read(drawn_from, rounds[-1].seed)) or planned
    return RoundRobinPlan(
        rounds=numbers,
        matches=_matches_planned(drawn_from, planned, uids),
        missed=tuple(missed for round_ in rounds for missed in _missed_rounds(round_, uids)),
        made_good=None if field.order.by_match else _compensation(stage, field, numbers),
    )


def _compensation(
    stage: Stage, field: StandingsInput, rounds: frozenset[int]
) -> WithdrawalCompensation:
    """Return the compensation for a round that one side left, if points rank."""
    compared, boards = stage.event.comparison, stages.deals_of(stage)
    is_of_matches = compared not in OF_FIELD
    if compared in {Comparison.IMP, Comparison.DATUM_IMP}:
        imps = Fraction(IMPS_OF_AVERAGE_PLUS * boards)
        return WithdrawalCompensation(imps, -imps, of_matches=is_of_matches)
    most = Fraction(0)
    if compared == Comparison.BOARD:
        most = Fraction(BOARD_WON * boards)
    elif compared == Comparison.MATCHPOINTS:
        played = (scored.most for scored in field.scored if scored.round in rounds)
        most = boards * Fraction(max(played, default=0))
    if not most:
        return WithdrawalCompensation()
    kept = most if compared == Comparison.MATCHPOINTS else Fraction(0)
    return WithdrawalCompensation(most * INDEMNITY, most * AT_FAULT, kept, of_matches=is_of_matches)


def _matches_planned(
    drawn_from: Mapping[str, Any], planned: int | None, uids: Mapping[str, str]
) -> dict[str, int]:
    """Return the planned number of matches of each entry: against every member of its group that
    was ever present, but at most the planned rounds.
    """
    fields = [*drawn_from.get("fields", ()), drawn_from.get("entries", ())]
    everybody = set().union(*fields)
    times = 2 if drawn_from.get("twice") else 1
    matches_planned: dict[str, int] = {}
    for group in drawn_from.get("groups") or [sorted(everybody)]:
        members = [number for number in group if number in everybody]
        whole = times * (len(members) - 1)
        matches_planned |= {
            uids[number]: min(whole, planned or whole) for number in members if number in uids
        }
    return matches_planned


def _missed_rounds(round_: Round, uids: Mapping[str, str]) -> Iterator[tuple[int, str, str]]:
    """Yield the entries with a bye because their opponent had withdrawn."""
    for out in notes.read(round_.reasons).sit_outs:
        for reason in out.reasons:
            if reason.why is Why.OPPONENT_GONE and str(reason.named["opponent"]) in uids:
                yield round_.number, out.entry, uids[str(reason.named["opponent"])]


ASKING_FACTS: Final = frozenset(
    {TieBreak.EXTRA_DEAL, TieBreak.FEWEST_GAMES_LOST, TieBreak.FEWEST_WARNINGS}
)
"""The tie-breaks that ask for more than scores."""


@derived
def standings_input(snapshot: EventSnapshot) -> StandingsInput:
    """Return the input of the standings of an event, withdrawals taken into account."""
    field = _build_field(snapshot)
    for robin in robins(snapshot, field):
        field = withdrawals.apply_withdrawals(field, robin)
    return field


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
                    offender=row.named.person.listed_name if row.named else "",
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
    counted = _with_anything(points, [*absences, *penalties], met)
    withdrawn = withdrawn_entries(snapshot)
    return StandingsInput(
        entries=[
            entry.uid
            for entry in snapshot.entries
            if entry.kind == Entry.Kind.COMPETITOR
            and (entry.uid in counted or entry.uid not in withdrawn)
        ],
        scored=points,
        adjusted=penalties,
        tables=met,
        away=absences,
        withdrawn=withdrawn,
        excused=frozenset(
            entry.uid
            for entry in snapshot.entries
            if entry.uid in withdrawn and entry.excused and not entry.disqualified
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


def _with_anything(
    points: Iterable[ScoredDeal],
    others: Iterable[UnplayedRound | EntryPenalty],
    met: Iterable[MatchRecord],
) -> frozenset[str]:
    """Return the entries for which anything counts: who withdrew before that is not listed."""
    at_tables = (side for table in met if table.worth is not None for side in table.sides)
    of_rows = (row.entry for row in chain(points, others))
    return frozenset(chain(of_rows, *at_tables))


def _credit_terms(kind: str, amount: str) -> CreditTerms:
    return CreditTerms(Credit(kind), Fraction(amount or 0))


def _rounds_sat_out(snapshot: EventSnapshot, met: Iterable[MatchRecord]) -> list[UnplayedRound]:
    """Return the byes of entries in finished rounds; credit is given only then."""
    playing = {table.round for table in met if not table.is_over}
    public = {round_.pk: round_.number for round_ in snapshot.public_rounds}
    return [
        UnplayedRound(snapshot.entry_by_key[entry].uid, public[round_])
        for round_, entry in snapshot.sat_out
        if round_ in public and public[round_] not in playing
    ]


def _rounds_missed(snapshot: EventSnapshot, met: Iterable[MatchRecord]) -> list[UnplayedRound]:
    """Return the rounds that were over before late entries were first drawn, if these count.

    Only rounds of the first stage, because later stages have no late entries.
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
    """Yield the forfeited rounds of single players who were absent from a table."""
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
    """Yield the finished rounds for which entries were not drawn because of a suspension.

    An entry drawn before its suspension has the result, or the award, of its table.
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
    """Return the first public round in which each entry was drawn, with a seat or a bye."""
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
    """Yield the seats of public rounds: the entry, the person by key, the number of the round."""
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
    ends = games.ends_by_rules(snapshot.event)
    extra_deals = tuple(
        DecidingDeal(
            row.after_round, {entry: Fraction(value) for entry, value in row.points.items()}
        )
        for row in snapshot.extra_deals
    )
    warned = tuple(_warned(snapshot)) if TieBreak.FEWEST_WARNINGS in asked else None
    return TieFacts(extra_deals, tuple(_games_lost(snapshot)) if ends else None, warned)


def _warned(snapshot: EventSnapshot) -> Iterator[EntryWarning]:
    """Yield the warnings in force; one given between rounds counts from the round in play on."""
    for row in snapshot.warnings:
        if row.entry_id in snapshot.entry_by_key:
            round_ = snapshot.round_by_key.get(row.round_id or 0)
            number = round_.number if round_ else _last_begun(snapshot, row.created_at)
            yield EntryWarning(snapshot.entry_by_key[row.entry_id].uid, number)


def _last_begun(snapshot: EventSnapshot, moment: datetime) -> int:
    """Return the number of the last round published by a given time; 0 before the first."""
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
