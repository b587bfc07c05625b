"""What a table plays now: its sitting in the round in play, the deals, and the sheets that wait."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final

from django.db.models import Exists, F

from referee.base.verbs import Verb
from referee.models import Sheet
from referee.sheets.queries import WaitingSheet, waiting_reports
from referee.sheets.who_confirmed import confirmations_of
from scoring.procedure import Procedure
from tournaments.models import (
    Deal,
    Entry,
    EntryMember,
    Event,
    Result,
    Round,
    RuleSet,
    Seat,
    Sitting,
    Table,
)
from tournaments.record.audit import Actor, Repeated, change
from tournaments.results import suspensions
from tournaments.results.queries import live_results
from tournaments.results.snapshot_rows import MemberRow, member_row
from tournaments.rights import sealed_access
from tournaments.structure import games, procedures, segments
from tournaments.structure.procedures import Earlier


@dataclass(frozen=True, slots=True)
class DealNow:
    """A deal with its live result, or with the sound sheet that waits for confirmation.

    Where there is neither, `unsound` is what its table wrote last: it counts for nothing yet.
    `is_sealed` says of a deal with a result that no cards of it may be told. `moved` has the
    present seats of those who sat otherwise in this deal, by its own; empty where nobody did, and
    `sat` the names of those who sat in it where somebody else sits now, be he here or not.
    """

    deal: Deal
    result: Result | None
    waiting: WaitingSheet | None
    unsound: Sheet | None = None
    is_sealed: bool = False
    moved: Mapping[str, str] = field(default_factory=dict)
    sat: Mapping[str, str] = field(default_factory=dict)

    def seat_then(self, label: str) -> str:
        """Return the seat in this deal of who sits at `label` now."""
        return {now: then for then, now in self.moved.items()}.get(label, label)


Entered = Mapping[Entry, Sequence[MemberRow]]
"""Entries with their members."""

_RELATED: Final = (
    "table__tournament",
    "segment__match__round__event__ruleset",
    "segment__match__round__event__regulations",
    "segment__match__round__group__stage__ruleset",
)


@dataclass(frozen=True, slots=True)
class TableNow:
    """What a table plays: everything that its device holds for the round.

    `deals` are all of its part of the match, also those for which seats were corrected; `sitting`
    and `seats` are of the first that has no result, or of the last. `entries` has who plays for
    each side, by its key, and `sheets` all sheets of the deals in the order in which they came.
    `barred` has the persons in these seats who are suspended in the round, by their keys.
    """

    sitting: Sitting
    round: Round
    event: Event
    ruleset: RuleSet
    seats: Sequence[Seat]
    sides: Mapping[str, int]
    entries: Mapping[int, Entered]
    deals: Sequence[DealNow]
    sheets: Sequence[Sheet]
    barred: frozenset[int]


def events_now(table: Table) -> list[Event]:
    """Return the events with a round in play at a table and deals there still to be played."""
    playing = Sitting.objects.filter(
        table=table,
        segment__match__round__state=Round.State.PUBLISHED,
        deals__done=False,
        seats__isnull=False,
    )
    events = Event.objects.filter(rounds__matches__segments__sittings__in=playing)
    return list(events.distinct().order_by("number"))


def choose_event(table: Table, chosen: Event) -> None:
    """Choose which of the events in play is played at a table; knowing its code is enough.

    Nothing is changed if it is chosen already, or is in play there no more.
    """
    with (
        suppress(Repeated),
        change(table.tournament, Actor("table", table.uid), Verb.CHOOSE_EVENT) as made,
    ):
        # Under the lock: two taps are two requests, and the event may have ended in between.
        plays = Table.objects.values_list("plays", flat=True).get(pk=table.pk)
        if plays == chosen.pk or chosen not in events_now(table):
            raise Repeated
        Table.objects.filter(pk=table.pk).update(plays=chosen)
        made.concerns(table=table, event=chosen)
        made.moves_only(table)


def sitting_now(table: Table) -> Sitting | None:
    """Return the sitting of the round in play at a table, the latest if there are several.

    Where two events have deals to play there, the one that was chosen at the table counts. Where
    nobody has a seat yet, the line-ups are still to be revealed: nothing is played there.
    """
    sittings = Sitting.objects.select_related(*_RELATED).defer(*Round.draws_by(*_RELATED))
    playing = {"table": table, "segment__match__round__state": Round.State.PUBLISHED}
    last = segments.seated_last(sittings, **playing)
    if last is None or table.plays_id in (None, last.segment.match.round.event_id):
        return last
    chosen = {"segment__match__round__event": table.plays_id, "to_play": True}
    return segments.seated_last(sittings, **playing, **chosen) or last


def table_now(table: Table) -> TableNow | None:
    """Return what a table plays, with seats, deals, results and waiting sheets; None in between."""
    last = sitting_now(table)
    if last is None:
        return None
    deals = segments.deals_of_part(last)
    sitting = _sitting_in_play(last, deals)
    round_ = sitting.segment.match.round
    event = round_.event
    here = {sitting.pk, *(deal.sitting_id for deal in deals)}
    seats, barred = _seats_by_sitting(here, suspensions.is_suspended(event.pk, round_.number))
    seated = seats[sitting.pk]
    sides = {seat.label: seat.side.number for seat in seated}
    for deal in deals:
        deal.event = event
        deal.sitting.segment.match = sitting.segment.match
    sheets = _sheets_of(deals)
    otherwise = {key: (_moved(then, seated), _sat(then, seated)) for key, then in seats.items()}
    return TableNow(
        sitting=sitting,
        round=round_,
        event=event,
        ruleset=games.ruleset_of_stage(round_.group.stage, event),
        seats=seated,
        sides=sides,
        entries=_entries_of({seat.side_id for seat in seated}),
        deals=_deals_now(deals, sheets, event, sides, otherwise),
        sheets=sheets,
        barred=barred & {seat.person_id for seat in seated},
    )


def _sitting_in_play(last: Sitting, deals: Sequence[Deal]) -> Sitting:
    """Return the sitting of the first of these deals without a result, the last if all have one."""
    key = next((deal.sitting_id for deal in deals if not deal.done), last.pk)
    return (
        last
        if key == last.pk
        else Sitting.objects.select_related(*_RELATED).defer(*Round.draws_by(*_RELATED)).get(pk=key)
    )


def _seats_by_sitting(
    sittings: Collection[int], is_suspended: Exists
) -> tuple[dict[int, tuple[Seat, ...]], frozenset[int]]:
    """Return the seats of sittings, and the keys of the persons in them who are suspended."""
    rows = Seat.objects.filter(sitting__in=sittings).annotate(is_barred=is_suspended)
    seats: dict[int, tuple[Seat, ...]] = defaultdict(tuple)
    barred: set[int] = set()
    seat: Any
    for seat in rows.select_related("person", "side").order_by("pk"):
        seats[seat.sitting_id] += (seat,)
        barred |= {seat.person_id} if seat.is_barred else set()
    return seats, frozenset(barred)


def _moved(then: Sequence[Seat], now: Sequence[Seat]) -> dict[str, str]:
    """Return the seats now of those who sat elsewhere then, by their old ones."""
    labels = {seat.person_id: seat.label for seat in now}
    moved = {seat.label: labels.get(seat.person_id, seat.label) for seat in then}
    return {label: to for label, to in moved.items() if label != to}


def _sat(then: Sequence[Seat], now: Sequence[Seat]) -> dict[str, str]:
    """Return the names of those who sat then where somebody else sits now."""
    people = {seat.label: seat.person_id for seat in now}
    return {
        seat.label: seat.person.listed_name
        for seat in then
        if seat.person_id != people.get(seat.label)
    }


def _entries_of(sides: Collection[int]) -> dict[int, Entered]:
    members = EntryMember.objects.filter(entry__sides__in=sides).annotate(side=F("entry__sides"))
    entries: dict[int, dict[Entry, list[MemberRow]]] = defaultdict(dict)
    member: Any
    for member in members.select_related("entry", "person").order_by("entry", "pk"):
        entries[member.side].setdefault(member.entry, []).append(member_row(member))
    return dict(entries)


def beginnings(now: TableNow) -> dict[int, Procedure]:
    """Return how the deals of a table begin that have no result yet, by the deal's key.

    Where levels are climbed, also how the first one began: its sides may have had a head start.
    """
    climbs = games.has_levels(now.event)
    begins: dict[int, Procedure] = {}
    for sitting, together in groupby(now.deals, key=lambda deal: deal.deal.sitting):
        here = list(together)
        deals = [
            Earlier(deal.deal, deal.result, deal.waiting.sheet.report if deal.waiting else None)
            for deal in here
        ]
        if without_result := {deal.deal.pk for deal in here if deal.result is None}:
            wanted = without_result | ({here[0].deal.pk} if climbs else set())
            begins |= procedures.procedures(sitting, deals, now.ruleset, wanted, waiting_reports)
    return begins


def game_next_at(table: Table) -> str:
    """Return the game that a table plays now or is going to play, empty if nobody knows yet."""
    sitting = sitting_now(table)
    if sitting is not None:
        return sitting.segment.match.round.event.game
    events = table.tournament.events.exclude(state=Event.State.CANCELLED).order_by("number")
    return events.values_list("game", flat=True).first() or ""


def deals_without_sheet(table: Table) -> tuple[int, ...]:
    """Return the numbers of the deals in play at a table that have no result and no sheet."""
    sitting = sitting_now(table)
    if sitting is None:
        return ()
    deals = segments.deals_of_part(sitting)
    with_sheet = set(Sheet.objects.filter(deal__in=deals).values_list("deal", flat=True))
    return tuple(deal.board_no for deal in deals if not deal.done and deal.pk not in with_sheet)


def deals_not_counted(table: Table) -> tuple[int, ...]:
    """Return the numbers of the deals in play at a table whose only sheets have problems."""
    sitting = sitting_now(table)
    deals = [deal for deal in segments.deals_of_part(sitting) if not deal.done] if sitting else []
    sound, unsound = _newest(deals, _sheets_of(deals))
    return tuple(deal.board_no for deal in deals if deal.pk in unsound and deal.pk not in sound)


def _sheets_of(deals: Sequence[Deal]) -> tuple[Sheet, ...]:
    """Return all sheets of deals with their claims, the oldest first."""
    by_key = {deal.pk: deal for deal in deals}
    sheets = Sheet.objects.filter(deal__in=by_key).select_related("lease", "claim__decision")
    rows = tuple(sheets.order_by("pk"))
    for sheet in rows:
        sheet.deal = by_key[sheet.deal_id]
    return rows


def _newest(
    deals: Sequence[Deal], sheets: Sequence[Sheet]
) -> tuple[dict[int, Sheet], dict[int, Sheet]]:
    """Return the newest sheets for the live version of each deal, by its key: sound, with problems.

    Those with problems are of deals without a result; the ones of a device that had lost its table
    are left out, as they are for the referee alone.
    """
    by_key = {deal.pk: deal for deal in deals}
    sound: dict[int, Sheet] = {}
    unsound: dict[int, Sheet] = {}
    for sheet in sheets:
        deal = by_key[sheet.deal_id]
        if sheet.paper:
            continue
        if sheet.seen == deal.version and sheet.sound:
            sound[deal.pk] = sheet
        elif sheet.seen == deal.version and not deal.done and sheet.lease and not sheet.is_late:
            unsound[deal.pk] = sheet
    return sound, unsound


def _deals_now(
    deals: Sequence[Deal],
    sheets: Sequence[Sheet],
    event: Event,
    sides: Mapping[str, int],
    otherwise: Mapping[int, tuple[Mapping[str, str], Mapping[str, str]]],
) -> tuple[DealNow, ...]:
    results, (sound, unsound) = live_results(deals), _newest(deals, sheets)
    by_phone = sound.values() if event.proof == Event.Proof.PHONE else ()
    heard, objecting, _sides = confirmations_of(sound.values(), by_phone)
    waiting = {
        key: WaitingSheet.from_sheet(
            sheet, event, sides, objecting.get(sheet.pk, ()), heard.get(sheet.pk, ())
        )
        for key, sheet in sound.items()
    }
    with_result = {deal.pk for deal in deals if deal.pk in results}
    sealed = with_result - sealed_access.deals_with_public_cards(deals)
    return tuple(
        DealNow(
            deal,
            results.get(deal.pk),
            waiting.get(deal.pk),
            None if deal.pk in waiting else unsound.get(deal.pk),
            deal.pk in sealed,
            *otherwise.get(deal.sitting_id, ({}, {})),
        )
        for deal in deals
    )
