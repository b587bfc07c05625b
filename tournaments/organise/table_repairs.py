"""Repairs across two tables of a round: exchanged persons, or exchanged results.

If persons sat at the wrong table for some deals, the persons and sides of the seats are exchanged
for these deals, and the draw is published again. If whole tables were exchanged, the results are
exchanged. A result that cannot count for a side of another match is refused; repairs at one table
are in `repairs`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.game import Counting
from scoring.problems import Problem
from tournaments.base.refusals import Reason, refuse
from tournaments.models import Comparison, Deal, Event, Form, Publication, Result, Seat, Sitting
from tournaments.models.base import new_uid
from tournaments.organise.repairs import (
    RepairPreview,
    check_official,
    check_repair,
    deals_between,
    labels_of_sides,
    play_problems,
    preview_mark,
    seats_by_label,
    split_sitting,
    standings_effect,
)
from tournaments.record import ledger
from tournaments.record.audit import Actor, Change, Verb, change
from tournaments.results import queries
from tournaments.standings.match_scores import Order
from tournaments.structure import games

ACROSS = frozenset({Comparison.NONE, Comparison.MATCHPOINTS, Comparison.DATUM_IMP})
"""How deals count whose sides may belong to other matches of the round."""


@dataclass(frozen=True, slots=True)
class TableExchange:
    """Two tables and their deals from `first` to `last`, by the order of play.

    `seats` maps the labels of seats at the first table to the labels where their persons sat at the
    other one; if it is empty, whole results of the deals are exchanged.
    """

    one: Sitting
    other: Sitting
    first: int
    last: int
    seats: Mapping[str, str]

    @property
    def is_of_persons(self) -> bool:
        """Whether persons change tables rather than results."""
        return bool(self.seats)

    def deals(self) -> tuple[list[Deal], list[Deal]]:
        """Return the deals of both tables."""
        run = self.first, self.last
        return deals_between(self.one, *run), deals_between(self.other, *run)


def preview_tables(exchange: TableExchange) -> RepairPreview:
    """Return the preview of an exchange across tables, with its problems."""
    problems = _problems(exchange)
    effect = () if problems else standings_effect(_placed(exchange))
    return RepairPreview(effect, tuple(problems), _mark(exchange))


def exchange_tables(exchange: TableExchange, actor: Actor, reason: str, *, seen: str = "") -> None:
    """Exchange persons, or whole results, of two tables for a range of deals.

    Raises Refused with every problem, Stale after a change since the preview `seen`.
    """
    round_ = exchange.one.segment.match.round
    with change(round_.event.tournament, actor, Verb.EXCHANGE_TABLES) as made:
        check_official(actor, *exchange.one.deals.all(), *exchange.other.deals.all())
        check_repair(_problems(exchange), reason, seen, _mark(exchange))
        if exchange.is_of_persons:
            _exchange_persons(made, exchange)
        else:
            _exchange_results(made, exchange, reason)
        made.concerns(round=round_, sitting=exchange.one, other=exchange.other)
        run = {"first": exchange.first, "last": exchange.last}
        made.note(**run, seats=dict(exchange.seats), reason=reason)


def _mark(exchange: TableExchange) -> str:
    deals = [*exchange.one.deals.all(), *exchange.other.deals.all()]
    return preview_mark(exchange.one, deals)


def _problems(exchange: TableExchange) -> list[Problem]:
    one, other = exchange.one, exchange.other
    rounds = {sitting.segment.match.round_id for sitting in (one, other)}
    problems = play_problems(one)
    if one.pk == other.pk or len(rounds) > 1:
        return [*problems, refuse(Reason.TABLES_NOT_ALIKE)]
    here, there = seats_by_label(one), seats_by_label(other)
    pairs = _deal_pairs(exchange)
    if not pairs:
        problems.append(refuse(Reason.DEALS_NOT_THERE))
    if set(here) != set(there) or any(a.board_id != b.board_id for a, b in pairs):
        problems.append(refuse(Reason.TABLES_NOT_ALIKE))
    if exchange.is_of_persons:
        return problems or _person_problems(exchange, here, there)
    if not any(deal.done for pair in pairs for deal in pair):
        problems.append(refuse(Reason.RESULT_MISSING))
    return problems


def _person_problems(
    exchange: TableExchange, here: Mapping[str, Seat], there: Mapping[str, Seat]
) -> list[Problem]:
    seats = exchange.seats
    if not (set(seats) <= set(here) and set(seats.values()) <= set(there)):
        return [refuse(Reason.PERSONS_NOT_AT_TABLES)]
    if len(set(seats.values())) < len(seats):
        return [refuse(Reason.PERSONS_NOT_AT_TABLES)]
    problems = []
    if not _counts_across(exchange):
        problems.append(refuse(Reason.PERSONS_COUNT_IN_MATCHES))
    for before, after in zip((here, there), _seated(exchange, here, there), strict=True):
        if labels_of_sides(before) != labels_of_sides(after):
            problems.append(refuse(Reason.PARTNERS_PARTED))
            break
    return problems


def _counts_across(exchange: TableExchange) -> bool:
    """Whether a deal can count for a side whose match is at another table."""
    event = exchange.one.segment.match.round.event
    in_games = any(
        sitting.segment.match.games.exists() for sitting in (exchange.one, exchange.other)
    )
    return not in_games and _adds_up(event)


def _adds_up(event: Event) -> bool:
    return (
        event.form != Form.TEAMS
        and event.comparison in ACROSS
        and not Order(event.ranking).by_match
        and games.counting_of(event) is not Counting.LEVELS
    )


def _seated(
    exchange: TableExchange, here: Mapping[str, Seat], there: Mapping[str, Seat]
) -> tuple[dict[str, Seat], dict[str, Seat]]:
    """Return by label the published seats of the persons who actually sat at both tables."""
    at_one, at_other = dict(here), dict(there)
    for label, to in exchange.seats.items():
        at_one[label], at_other[to] = there[to], here[label]
    return at_one, at_other


def _deal_pairs(exchange: TableExchange) -> list[tuple[Deal, Deal]]:
    """Return the deals of both tables with the same position in the order of play."""
    one, other = exchange.deals()
    there = {deal.play_order: deal for deal in other}
    return [(deal, there[deal.play_order]) for deal in one if deal.play_order in there]


def _placed(
    exchange: TableExchange,
) -> list[tuple[Deal, Result | None, Mapping[str, str]]]:
    """Return the results of both tables with the side at every seat, as after the exchange."""
    here, there = seats_by_label(exchange.one), seats_by_label(exchange.other)
    pairs = _deal_pairs(exchange)
    live = queries.live_results([deal for pair in pairs for deal in pair])
    at_one, at_other = _seated(exchange, here, there) if exchange.is_of_persons else (here, there)
    sides = _sides(at_one), _sides(at_other)
    placed: list[tuple[Deal, Result | None, Mapping[str, str]]] = []
    for deal, opposite in pairs:
        own, others = live.get(deal.pk), live.get(opposite.pk)
        if not exchange.is_of_persons:
            own, others = others, own
        placed += [(deal, own, sides[0]), (opposite, others, sides[1])]
    return placed


def _sides(seats: Mapping[str, Seat]) -> dict[str, str]:
    return {label: seat.side.uid for label, seat in seats.items()}


def _exchange_persons(made: Change, exchange: TableExchange) -> None:
    here, there = seats_by_label(exchange.one), seats_by_label(exchange.other)
    seated = _seated(exchange, here, there)
    run = exchange.first, exchange.last
    for sitting, published, mended in zip(
        (exchange.one, exchange.other), (here, there), seated, strict=True
    ):
        split_sitting(made, sitting, list(published.values()), list(mended.values()), run)
    round_ = exchange.one.segment.match.round
    shown = queries.shown_draw(round_)
    ledger.publish(made, round_.event, Publication.Kind.DRAW, shown, round_=round_)


def _exchange_results(made: Change, exchange: TableExchange, reason: str) -> None:
    pairs = _deal_pairs(exchange)
    live = queries.live_results([deal for pair in pairs for deal in pair])
    origin = ledger.Origin(new_uid(), Verb.EXCHANGE_TABLES.value)
    for deal, opposite in pairs:
        for target, source in ((deal, live.get(opposite.pk)), (opposite, live.get(deal.pk))):
            report = ledger.Report(Result.Kind.RETRACTED, {})
            if source is not None:
                report = ledger.Report(Result.Kind(source.kind), source.facts)
            elif not target.done:
                continue
            ledger.post(made, target, report, seen=target.version, origin=origin, reason=reason)
