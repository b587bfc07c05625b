"""How the deals of a sitting begin, as the deals before them tell it.

A deal that only waits to be confirmed counts as it stands; its report is told by the room that
keeps it. Where seats were exchanged meanwhile, persons are followed, not seats.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring import game as door
from scoring.problems import Unsettled
from scoring.procedure import History, PastDeal, Procedure
from tournaments.games import NO_POINTS, Use, context_of, ruleset_of
from tournaments.models import Deal, Result, RuleSet, Seat, Sitting

Waiting = Callable[[Sequence[Deal]], Mapping[int, Mapping[str, Any]]]
"""Tells the reports of the sheets that wait among deals, by the deal's key."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """A deal of a match with its live result, or with the report of a sheet that waits."""

    deal: Deal
    result: Result | None = None
    report: Mapping[str, Any] | None = None


def procedures(
    sitting: Sitting,
    deals: Sequence[Earlier],
    ruleset: RuleSet,
    wanted: Collection[int],
    waiting: Waiting,
) -> dict[int, Procedure]:
    """Return how the `wanted` deals of a sitting begin, by their keys.

    `deals` are those of the sitting in order of play. Asks the database only where seats were
    exchanged before this sitting.
    """
    game = door.find(ruleset.game)
    rules = game.rules(ruleset.rules)
    past, found = _before(sitting, rules, game, waiting), {}
    for one in deals:
        if one.deal.pk in wanted:
            found[one.deal.pk] = game.procedure(rules, _history(one.deal, past))
        past += _past(one, rules, game)
    return found


def procedure_of(deal: Deal, waiting: Waiting) -> Procedure:
    """Return how a deal begins, or began."""
    upto = deal.sitting.deals.filter(play_order__lte=deal.play_order)
    deals = list(upto.select_related("board").order_by("play_order"))
    known = _as_they_stand(deals, waiting)
    return procedures(deal.sitting, known, ruleset_of(deal), {deal.pk}, waiting)[deal.pk]


def _as_they_stand(deals: Sequence[Deal], waiting: Waiting) -> list[Earlier]:
    undone = [deal for deal in deals if not deal.done]
    reports = waiting(undone) if undone else {}
    results = {one.deal_id: one for one in Result.live.filter(deal__in=deals)}
    return [Earlier(one, results.get(one.pk), reports.get(one.pk)) for one in deals]


def _before(sitting: Sitting, rules: Any, game: door.Game[Any], waiting: Waiting) -> list[PastDeal]:
    """Return the deals of the segments before, as those who sit here now remember them."""
    segment = sitting.segment
    if segment.number == 1:
        return []
    deals = Deal.objects.filter(
        sitting__segment__match=segment.match_id,
        sitting__segment__number__lt=segment.number,
        sitting__room=sitting.room,
    ).order_by("sitting__segment__number", "play_order")
    known = _as_they_stand(list(deals), waiting)
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
        stored = one.result
        yield PastDeal(stored.facts, stored.settlement["raw"], moved, stored.schema)


def _raw(report: Mapping[str, Any] | None, rules: Any, game: door.Game[Any]) -> Mapping[str, int]:
    try:
        return game.settle(report, rules).raw if report is not None else {}
    except Unsettled:
        return {}


def _history(deal: Deal, past: Sequence[PastDeal]) -> History:
    board = deal.board
    return History(
        deals=tuple(past),
        leader=(board.leader or None) if board else None,
        hands=context_of(deal, Use.TELL).hands or {},
    )
