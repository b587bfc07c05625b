"""How the deals of a sitting begin, as the deals before them tell it.

A deal that only waits to be confirmed counts as it stands; its report is handed in by the room
that keeps it. Where seats were exchanged meanwhile, persons are followed, not seats.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring import game as door
from scoring.problems import Unsettled
from scoring.procedure import History, PastDeal, Procedure
from tournaments.games import NO_POINTS, ruleset_of
from tournaments.models import Deal, Result, RuleSet, Seat, Sitting


@dataclass(frozen=True, slots=True)
class Earlier:
    """A deal of a match with its live result, or with the report of a sheet that waits."""

    deal: Deal
    result: Result | None = None
    report: Mapping[str, Any] | None = None


def procedures(
    sitting: Sitting, deals: Sequence[Earlier], ruleset: RuleSet, wanted: Collection[int]
) -> dict[int, Procedure]:
    """Return how the `wanted` deals of a sitting begin, by their keys.

    `deals` are those of the sitting in order of play. Asks the database only where seats were
    exchanged before this sitting.
    """
    game = door.find(ruleset.game)
    rules = game.rules(ruleset.rules)
    past, found = _before(sitting, rules, game), {}
    for one in deals:
        if one.deal.pk in wanted:
            found[one.deal.pk] = game.procedure(rules, _history(one.deal, past))
        past += _past(one, rules, game)
    return found


def procedure_of(deal: Deal, reports: Mapping[int, Mapping[str, Any]]) -> Procedure:
    """Return how a deal begins, or began; `reports` are those of waiting sheets by deal."""
    upto = deal.sitting.deals.filter(play_order__lte=deal.play_order)
    deals = list(upto.order_by("play_order"))
    known = _with_results(deals, reports)
    return procedures(deal.sitting, known, ruleset_of(deal), {deal.pk})[deal.pk]


def context_before(deal: Deal, begins: Procedure) -> door.Context:
    """Return what is known of a deal before its report: its board, who leads, which deal it is."""
    return door.Context(_hands(deal), begins.leads, begins.first_deal)


def _with_results(deals: Sequence[Deal], reports: Mapping[int, Mapping[str, Any]]) -> list[Earlier]:
    results = {one.deal_id: one for one in Result.live.filter(deal__in=deals)}
    return [Earlier(one, results.get(one.pk), reports.get(one.pk)) for one in deals]


def _before(sitting: Sitting, rules: Any, game: door.Game[Any]) -> list[PastDeal]:
    """Return the deals of the segments before, as those who sit here now remember them."""
    segment = sitting.segment
    if segment.number == 1:
        return []
    deals = Deal.objects.filter(
        sitting__segment__match=segment.match_id,
        sitting__segment__number__lt=segment.number,
        sitting__room=sitting.room,
    ).order_by("sitting__segment__number", "play_order")
    known = _with_results(list(deals), {})
    moved = _moved(sitting, {one.deal.sitting_id for one in known})
    return [past for one in known for past in _past(one, rules, game, moved[one.deal.sitting_id])]


def _moved(sitting: Sitting, others: Collection[int]) -> dict[int, dict[str, str]]:
    """Return for each other sitting where those who sat there sit now."""
    seats = Seat.objects.filter(sitting__in=[*others, sitting.pk])
    rows = list(seats.values_list("sitting_id", "label", "person_id"))
    now = {person: label for where, label, person in rows if where == sitting.pk}
    moved: dict[int, dict[str, str]] = {other: {} for other in others}
    for where, label, person in rows:
        if where in moved and person in now:
            moved[where][label] = now[person]
    return moved


def _past(
    one: Earlier, rules: Any, game: door.Game[Any], moved: Mapping[str, str] | None = None
) -> Iterator[PastDeal]:
    """Return what a deal tells the next; one that was void or not played is passed over."""
    if one.result is None or not one.deal.done:
        yield PastDeal(one.report, _raw(one.report, rules, game), moved)
    elif one.result.kind not in NO_POINTS:
        yield PastDeal(one.result.facts, one.result.settlement["raw"], moved)


def _raw(report: Mapping[str, Any] | None, rules: Any, game: door.Game[Any]) -> Mapping[str, int]:
    try:
        return game.settle(report, rules).raw if report is not None else {}
    except Unsettled:
        return {}


def _history(deal: Deal, past: Sequence[PastDeal]) -> History:
    board = deal.board if deal.board_id else None
    return History(
        deals=tuple(past),
        leader=(board.leader or None) if board else None,
        hands=_hands(deal) or {},
    )


def _hands(deal: Deal) -> Mapping[str, tuple[str, ...]] | None:
    if deal.board is None or deal.board.hands is None:
        return None
    return {seat: tuple(cards) for seat, cards in deal.board.hands.items()}
