"""The mishaps of a rehearsal and their repair by the referee and the desk.

Results are corrected or exchanged, scores adjusted, matches awarded, winners changed, entries
withdrawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from config.simulation import tables
from config.simulation.made_up_values import chance, pseudo_random
from config.simulation.rehearsal import checks, table
from config.simulation.rehearsal.faults import RehearsalFault, fault
from config.simulation.rehearsal.hall import RehearsalHall
from referee.rulings import adjusted_scores, corrections
from referee.rulings.adjusted_scores import AdjustedScore
from scoring.problems import Problem
from tournaments import organise, results
from tournaments.checks import published_changes
from tournaments.models import Deal, DrawMethod, Match, Result, Round, Seat
from tournaments.organise.absences.awards import (
    AwardGrounds,
    award_walkover,
    decide_match,
    take_back_award,
)
from tournaments.results import event_record
from tournaments.results.knockouts import PlayedMatch
from tournaments.standings.team_boards import AverageScore
from tournaments.structure import games

ADJUSTED: Final = Fraction(1, 12)
TAKEN_BACK: Final = Fraction(1, 3)
TENTHS: Final = {AverageScore.PLUS: 6, AverageScore.EVEN: 5, AverageScore.MINUS: 4}
LEAVING: Final = frozenset(
    {DrawMethod.ROUND_ROBIN, DrawMethod.MITCHELL, DrawMethod.HOWELL, DrawMethod.KNOCKOUT}
)
"""The fixed ways to draw that go on when somebody goes home."""
TRIES: Final = 6
"""At most so often each deal of a match is corrected, until another side has won it."""


def correct(hall: RehearsalHall, deal: Deal, what: str) -> None:
    """Let the referee replace the result of a deal by another one."""
    report = table.make_report(hall, deal, f"corrected/{what}")
    tables.decide(deal, report, hall.referee, table.REASON)
    hall.tell(deal, report)


def not_played(hall: RehearsalHall, match: Match) -> None:
    """Let the referee mark every deal of a table as not played."""
    for sitting in table.sittings_of(match):
        while (deal := tables.next_deal(sitting)) is not None:
            kind = Result.Kind.NOT_PLAYED
            corrections.rule(deal, hall.referee, kind, table.REASON, seen=deal.version)


def walk_over(hall: RehearsalHall, match: Match) -> None:
    """Award a walkover to the first side of a match."""
    winner = match.sides.order_by("number")[0]
    award_walkover(match, hall.director, winner, AwardGrounds(table.REASON))


def take_back_walkover(hall: RehearsalHall, match: Match) -> None:
    """Take back a walkover, so that the match is played."""
    take_back_award(match, hall.director, AwardGrounds(table.REASON))


def exchange_results(hall: RehearsalHall, match: Match) -> None:
    """Exchange the results of two deals of a table."""
    deal, other = table.deals_of(match)[:2]
    organise.exchange_results(deal, other, hall.director, table.REASON)
    scores = hall.scores
    scores[deal.uid], scores[other.uid] = scores[other.uid], scores[deal.uid]


def exchange_seats(hall: RehearsalHall, match: Match) -> None:
    """Exchange two seats of a table from its last deal on."""
    sitting = table.sittings_of(match)[0]
    last = sitting.deals.count()
    seats = list(Seat.objects.filter(sitting=sitting).order_by("pk"))
    first = seats[0]
    partner = [seat for seat in seats[1:] if seat.side_id == first.side_id]
    second = (partner or seats[1:])[0]
    exchange = {first.label: second.label, second.label: first.label}
    organise.exchange_seats(sitting, hall.director, exchange, last, last, table.REASON)


def adjust(hall: RehearsalHall, matches: Iterable[Match]) -> None:
    """Let the referee adjust the scores of some boards, and take some of these back."""
    for match in matches:
        for deal in table.deals_of(match):
            seed, at = hall.plan.seed, ("adjusted", *table.at(deal))
            if adjusted_scores.is_compared(deal) and chance(ADJUSTED, seed, *at):
                back = chance(TAKEN_BACK, seed, *at, "back")
                _adjust(hall, deal, pseudo_random(seed, *at, "how"), back=back)


def _adjust(hall: RehearsalHall, deal: Deal, how: int, *, back: bool) -> None:
    kinds = list(TENTHS)
    north, east = kinds[how % len(kinds)], kinds[how // len(kinds) % len(kinds)]
    score = AdjustedScore(north, east, table.REASON)
    adjusted_scores.give(deal, hall.referee, score, seen=deal.version)
    hall.note("adjusted_score")
    if back:
        deal.refresh_from_db()
        adjusted_scores.take_back(deal, hall.referee, table.REASON, seen=deal.version)
    else:
        hall.adjusted_tenths[deal.uid] = TENTHS[north], TENTHS[east]


def withdraw(hall: RehearsalHall, number: int) -> None:
    """Withdraw an entry, every second one excused."""
    excused = pseudo_random(hall.plan.seed, "excused", number) % 2 == 0
    reason = table.REASON if excused else ""
    organise.withdraw_entry(hall.entry(number), hall.director, excused=excused, reason=reason)
    hall.here.discard(number)
    hall.note("excused" if excused else "left")


def correct_winner(hall: RehearsalHall, number: int) -> Iterator[Problem]:
    """Correct the winner of a knockout match of the previous round, and yield any faults.

    The program has to warn if the former winner has advanced, and may change nothing that was
    drawn. The director then keeps the former winner.
    """
    before, now = (
        hall.event.rounds.filter(number=round_number).first()
        for round_number in (number - 1, number)
    )
    if before is None or now is None or games.ends_by_rules(hall.event):
        return
    gone_on, tables = _match_gone_on(before, now), checks.tables_of(now)
    if gone_on is None or not _change_winner(hall, gone_on):
        return
    hall.note("winner_changed")
    if not published_changes.changes_since(hall.event).astray:
        yield fault(RehearsalFault.NOT_WARNED, round=number, what=gone_on.match.code)
    match = before.matches.get(pk=gone_on.match.key)
    winner = match.sides.get(entries__number=int(gone_on.winner or 0))
    decide_match(match, hall.director, winner, AwardGrounds(table.REASON))
    if checks.tables_of(now) != tables or published_changes.changes_since(hall.event).astray:
        yield fault(RehearsalFault.DRAWN_ANEW, round=number)


def _match_gone_on(before: Round, now: Round) -> PlayedMatch | None:
    """Return a played match whose winner plays in the next round."""
    if {before.method, now.method} != {DrawMethod.KNOCKOUT} or before.group_id != now.group_id:
        return None
    knockout = event_record.knockout_of(results.read(before.group.stage.event), before.group.stage)
    played: Sequence[PlayedMatch] = tuple(knockout.played.values()) if knockout else ()
    here = {side for match in played if match.round == now.number for side in match.sides}
    could = (match for match in played if match.round == before.number and not match.award)
    return next((match for match in could if match.winner in here), None)


def _change_winner(hall: RehearsalHall, played: PlayedMatch) -> bool:
    """Correct the deals of a match until its winner changes; return whether it does."""
    for turn in range(TRIES):
        for deal in table.deals_of(Match.objects.get(pk=played.match.key)):
            if deal.uid in hall.scores and deal.uid not in hall.adjusted_tenths:
                correct(hall, deal, f"winner/{turn}")
                knockout = event_record.knockout_of(
                    results.read(played.match.round.group.stage.event),
                    played.match.round.group.stage,
                )
                if knockout and knockout.played[played.match.code].winner != played.winner:
                    return True
    return False
