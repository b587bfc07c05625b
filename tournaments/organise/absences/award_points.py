"""Default scores of matches that were not played, or were spoilt by wrong seats.

The numbers of the regulations are in `standings.unplayed_terms`, awards are made in `awards`.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from tournaments import results
from tournaments.models import Comparison, Match, Round
from tournaments.pairing import notes
from tournaments.pairing import rounds as pairing
from tournaments.pairing.movements import board_rounds
from tournaments.results.match_rows import half_matches
from tournaments.results.snapshot import EventSnapshot
from tournaments.standings.match_scores import Order, unplayed_points
from tournaments.standings.round_scores import HALF, PAIR
from tournaments.standings.unplayed_terms import (
    BOARD_WON,
    IMPS_OF_AVERAGE_PLUS,
    INDEMNITY,
    WalkoverScores,
    score_after_wrong_seats,
)
from tournaments.standings.withdrawals import withdrawal_rules
from tournaments.structure import games, stages
from tournaments.structure.games import compares, rules_of
from tournaments.structure.regulations import regulations_of


def usual_award(match: Match, known: EventSnapshot | None = None) -> WalkoverScores:
    """Return the default score of a walkover; half of it for a half match (三队赛).

    If boards are won or lost one by one, it is three fifths of them; if boards are compared with
    all tables, the average plus of each. If points are added up, every deal counts the points that
    the event defines, for the side present and against the other. `known` is the event if it was
    read already.
    """
    snapshot = known or results.read(match.round.event)
    part = _part(snapshot, match)
    if Order(snapshot.event.ranking) is Order.POINTS and not compares(snapshot.event):
        points = part * points_of_walkover(match)
        return WalkoverScores(points, -points)
    return WalkoverScores(part * _usual_points(snapshot, match))


def points_of_walkover(match: Match) -> int:
    """Return the score of the deals of an unplayed match, in an event ranked by points.

    Games (局) that end at a target have no fixed number of deals: the score is at most that target.
    """
    event, stage = match.round.event, match.round.group.stage
    points = regulations_of(event).walkover_points * stages.deals_of(stage)
    game = games.game_of(event)
    target = game.target(rules_of(game, games.ruleset_of_stage(stage, event)))
    return min(points, target) if target else points


def _part(snapshot: EventSnapshot, match: Match) -> Fraction:
    return HALF if match.pk in half_matches(snapshot) else Fraction(1)


def _usual_points(snapshot: EventSnapshot, match: Match) -> Fraction:
    """Return the default score of a whole match for the side present."""
    event = snapshot.event
    order = Order(event.ranking)
    if order is not Order.POINTS:
        return unplayed_points(order, PAIR)
    if event.comparison == Comparison.BOARD:
        return INDEMNITY * BOARD_WON * stages.deals_of(match.round.group.stage)
    boards = sum(
        deal.board is not None
        for sitting in snapshot.sittings_by_match[match.pk]
        for deal in sitting.deals
    )
    if event.comparison == Comparison.DATUM_IMP:
        return Fraction(IMPS_OF_AVERAGE_PLUS * boards)
    if event.comparison == Comparison.MATCHPOINTS:
        return INDEMNITY * _most_matchpoints(snapshot, match.round) * boards
    return Fraction(0)


def _most_matchpoints(snapshot: EventSnapshot, round_: Round) -> int:
    """Return the top in matchpoints of a board of a round, by its number of results.

    A movement fixes that number. Elsewhere a board has at most one result in each round and one
    of each table.
    """
    draw_input = notes.read(round_.reasons).input if round_.method in pairing.OVER_BOARDS else None
    results_per_board = draw_input and board_rounds.most_results(
        pairing.read(draw_input, round_.seed)
    )
    if results_per_board:
        return 2 * (results_per_board - 1)
    times = Counter(
        deal.board
        for sitting in snapshot.sittings
        if snapshot.match_by_key[sitting.match].is_public
        for deal in sitting.deals
        if deal.board is not None
    )
    tables = len(snapshot.matches_of(round_))
    rounds = snapshot.rounds_planned(round_.group.stage) or tables
    return 2 * (max([min(tables, rounds), *times.values()]) - 1)


def spoilt_share(
    match: Match, *, by_official: bool, known: EventSnapshot | None = None
) -> Fraction:
    """Return the share of each side in a match spoilt by wrong seats: two fifths, or three if an
    official is at fault. A half match (三队赛) has half of that.
    """
    snapshot = known or results.read(match.round.event)
    event, part = snapshot.event, _part(snapshot, match)
    order = Order(event.ranking)
    if order.by_match:
        return part * score_after_wrong_seats(withdrawal_rules(order).whole, by_official)
    usual = _usual_points(snapshot, match)
    if order is not Order.POINTS:
        return part * score_after_wrong_seats(usual, by_official)
    if event.comparison == Comparison.DATUM_IMP:
        return part * (1 if by_official else -1) * usual
    return part * score_after_wrong_seats(usual / INDEMNITY, by_official)
