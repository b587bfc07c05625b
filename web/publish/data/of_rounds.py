"""Rounds, tables and results as public data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from django.utils import timezone

from tournaments.line_ups import line_up_state
from tournaments.line_ups.line_up_state import MatchLineUps
from tournaments.models import Entry, Round
from tournaments.pairing.notes import ALL_TABLES
from tournaments.record.log_queries import LogMark
from tournaments.results import event_record
from tournaments.results.snapshot import EventSnapshot
from tournaments.structure import games, stored_clocks
from web.publish.data import links, result_values, values
from web.publish.data.listing import Listed, listed, window
from web.publish.data.of_events import entry_name
from web.publish.pages import round as round_pages
from web.publish.pages.matches import match_names, outcomes
from web.publish.pages.matches.outcomes import SideResult, TableOutcome
from web.publish.pages.progress import PublicRound, round_states, state_words
from web.publish.pages.tables import DealView, TableView, tables, with_outcomes
from web.publish.publications import PublicationNeeds, Publications

NO_OUTCOME = TableOutcome(())


def read_rounds(snapshot: EventSnapshot, page: int) -> Listed:
    """Return the public rounds by number; unpublished draws are left out."""
    shown = list(zip(snapshot.public_rounds, round_states(snapshot), strict=True))
    return listed(shown, page, lambda row: _summary(snapshot.event.uid, *row))


def _summary(event: str, round_: Round, state: PublicRound) -> values.RoundSummary:
    return values.RoundSummary(
        number=round_.number,
        state=round_.state,
        method=round_.method,
        published_at=round_.published_at,
        closed_at=round_.closed_at,
        deals=state.deals,
        done=state.done,
        is_to_the_end=state.to_the_end,
        awaits_line_ups=state.awaits_line_ups,
        sentence=state_words(state),
        url=links.data("round", event, round_.number),
        tables=links.data("tables", event, round_.number),
        page=links.page("round", event, round_.number),
    )


def needs_of_round(
    _snapshot: EventSnapshot, round_: Round, _mark: LogMark | None
) -> PublicationNeeds:
    """Return that a round tells until when its clock runs."""
    return PublicationNeeds(clock=round_)


def read_round(
    snapshot: EventSnapshot, published: Publications, round_: Round, _mark: LogMark | None
) -> values.Round:
    """Return a round, found by its page."""
    event, known = snapshot.event, event_record.public_record(snapshot).competitors
    state = next(state for state in round_states(snapshot) if state.number == round_.number)
    told = _summary(event.uid, round_, state)
    ruleset = games.ruleset_of_round(round_)
    clock = stored_clocks.face_of(round_, ruleset, published.clock_moves)
    shared = {name: getattr(told, name) for name in values.RoundSummary.__dataclass_fields__}
    return values.Round(
        **shared,
        time_over_at=clock.reading.until if clock else None,
        draw=tuple(
            values.DrawReason(None if drawn.table == ALL_TABLES else drawn.table, drawn.reasons)
            for drawn in round_pages.draw_reasons(round_, known)
        ),
        matches=tuple(_matches(snapshot, round_)),
        byes=tuple(_byes(snapshot, round_)),
        event=links.data("event", event.uid),
    )


def seconds_of_round(round_: values.Round) -> float:
    """Return how many seconds a round stays valid while the record does not change."""
    if round_.time_over_at is None:
        return float("inf")
    return (round_.time_over_at - timezone.now()).total_seconds()


def _byes(snapshot: EventSnapshot, round_: Round) -> Iterator[values.EntryName]:
    """Yield the entries with a bye, without house players."""
    known = event_record.public_record(snapshot).competitors
    for in_round, key in snapshot.sat_out:
        entry = snapshot.entry_by_key[key]
        if in_round == round_.pk and entry.kind != Entry.Kind.HOUSE:
            yield entry_name(known[entry.uid])


def _matches(snapshot: EventSnapshot, round_: Round) -> Iterator[values.TeamMatch]:
    if not line_up_state.is_of_teams(snapshot.event):
        return
    scores = outcomes.scores_of_matches(snapshot, round_)
    for match in line_up_state.line_up_states(snapshot, round_):
        yield values.TeamMatch(
            number=match.match.number,
            teams=tuple(values.EntryName(team.uid, team.entry, team.name) for team in match.teams),
            tables=_tables_of(match),
            awaits_line_ups=match.next is not None,
            score=scores.get(match.match.key, ""),
        )


def _tables_of(match: MatchLineUps) -> tuple[int, ...]:
    return tuple(dict.fromkeys(table for segment in match.segments for _, table in segment.tables))


def read_tables(snapshot: EventSnapshot, round_: Round, _mark: LogMark | None, page: int) -> Listed:
    """Return the tables of a round, found by its page; empty before seats are known."""
    names = match_names.of_round(snapshot, round_).full
    came_to = outcomes.outcomes_of_tables(snapshot, round_)
    shown = with_outcomes(tables(snapshot, round_), came_to)
    return listed(shown, page, partial(_table, names=names))


def _table(table: TableView, names: Mapping[int, str]) -> values.Table:
    outcome = table.outcome or NO_OUTCOME
    is_known = not table.is_sealed
    return values.Table(
        round=table.round,
        table=table.number,
        room=table.room_name,
        group=names.get(table.match, ""),
        is_sealed=table.is_sealed,
        seats=tuple(
            values.Seat(
                seat=seat.label,
                name=seat.name,
                entry=seat.entry,
                points=seat.points if is_known else None,
                penalty=seat.named_penalty if is_known else 0,
            )
            for seat in table.seats
        ),
        deals=tuple(map(_deal, table.deals)),
        sides=tuple(map(_side, outcome.sides)),
        sentence=outcome.game,
    )


def _deal(deal: DealView) -> values.TableDeal:
    return values.TableDeal(
        uid=deal.uid,
        board=deal.number.board,
        order=deal.number.order,
        is_done=deal.is_done,
        is_sealed=deal.is_sealed,
        counts=deal.counts,
        points=deal.points or None,
        url=links.data("deal", deal.uid),
    )


def _side(side: SideResult) -> values.Side:
    return values.Side(
        entry=entry_name(side.competitor),
        points=side.points,
        penalties=side.penalties,
        total=side.total,
        table_points=side.table_points,
        match_points=side.match_points,
        difference=side.difference,
        place=side.place,
        is_winner=side.won,
        loses_game=side.pig,
        is_stood_in=side.stood_in,
        score=side.stands,
    )


def read_results(snapshot: EventSnapshot, page: int) -> Listed:
    """Return the deals with a result in the order of rounds, tables and play.

    Only tables of rounds with a deal on the page are built.
    """
    states = round_states(snapshot)
    count = sum(state.done for state in states)
    wanted = window(page, count)
    here, before = [], 0
    for round_, state in zip(snapshot.public_rounds, states, strict=True):
        if before < wanted.stop and before + state.done > wanted.start:
            here.append((round_, max(0, wanted.start - before), wanted.stop - before))
        before += state.done
    items = [
        result
        for round_, first, last in here
        for result in list(_results(snapshot, round_))[first:last]
    ]
    return Listed(page, count, tuple(items))


def _results(snapshot: EventSnapshot, round_: Round) -> Iterator[result_values.Result]:
    for table in tables(snapshot, round_):
        for deal in table.deals:
            if deal.is_done:
                yield _result(table, deal)


def _result(table: TableView, deal: DealView) -> result_values.Result:
    points = dict(zip((seat.label for seat in table.seats), deal.points, strict=False))
    return result_values.Result(
        uid=deal.uid,
        round=table.round,
        table=table.number,
        room=table.room_name,
        board=deal.number.board,
        order=deal.number.order,
        is_sealed=deal.is_sealed,
        counts=deal.counts,
        seats=tuple(
            result_values.SeatPoints(seat.label, seat.name, seat.entry, points.get(seat.label))
            for seat in table.seats
        ),
        url=links.data("deal", deal.uid),
        page=links.page("deal", deal.uid),
    )
