"""The round robins and movements of an event with withdrawals: input of `standings.withdrawals`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from tournaments.formats import compatibility
from tournaments.models import Comparison, Round, Stage
from tournaments.pairing import notes
from tournaments.pairing import rounds as pairing
from tournaments.pairing.reasons import Why
from tournaments.results.snapshot import EventSnapshot
from tournaments.standings.match_scores import Order
from tournaments.standings.round_scores import StandingsInput
from tournaments.standings.unplayed_terms import (
    AT_FAULT,
    BOARD_WON,
    IMPS_OF_AVERAGE_PLUS,
    INDEMNITY,
    WithdrawalCompensation,
)
from tournaments.standings.withdrawals import RoundRobinPlan
from tournaments.structure import stages


def robins(snapshot: EventSnapshot, field: StandingsInput) -> tuple[RoundRobinPlan, ...]:
    """Return the round robins and movements of an event.

    None without a withdrawal, and where table points rank.
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
    """Return the compensation for a round that one side left, where points rank."""
    compared, boards = stage.event.comparison, stages.deals_of(stage)
    is_of_matches = compared not in compatibility.OF_FIELD
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
    """Return the number of matches each entry was to play: against every member of its group that
    was ever present, but no more than the planned rounds.
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
    """Yield the entries that sat out because their opponent had withdrawn."""
    for out in notes.read(round_.reasons).sit_outs:
        for reason in out.reasons:
            if reason.why is Why.OPPONENT_GONE and str(reason.named["opponent"]) in uids:
                yield round_.number, out.entry, uids[str(reason.named["opponent"])]
