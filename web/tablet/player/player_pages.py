"""The page of a player's own phone: deals that await confirmation, and the state of the others."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.db.models import QuerySet

from referee.models import Sheet
from referee.sheets import queries, tables
from referee.sheets.tables import DealNow, TableNow
from tournaments.models import (
    Credential,
    DealNumber,
    Entry,
    Event,
    Person,
    Round,
    Seat,
    Table,
    Tournament,
)
from tournaments.record.digest import canonical
from tournaments.rights import public_access
from tournaments.structure.games import blank_of, game_of
from web.publish.club_pages.person import PersonEvent, played_events
from web.publish.pages import deal as deals
from web.publish.pages.deal import SumView
from web.publish.pages.tables import SeatView


class DealProgress(StrEnum):
    """The state of a deal as a player sees it."""

    OPEN = "open"
    ASKED = "asked"
    OTHERS = "others"
    OBJECTED = "objected"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class SheetContent:
    """The content of a sheet in the form that the templates of public pages take."""

    facts: Mapping[str, Any]
    sums: tuple[SumView, ...]
    residue: int | None

    @property
    def facts_as_text(self) -> tuple[tuple[str, str], ...]:
        """The facts as plain text, for a game without a template of its own."""
        return tuple((name, canonical(value)) for name, value in self.facts.items())


@dataclass(frozen=True, slots=True)
class DealShown:
    """A deal of the player's table; `version` is set if the player has to confirm it.

    `key` is new with every page, so that pressing the button twice confirms once.
    """

    number: DealNumber
    stands: DealProgress
    points: int | None
    sheet: Sheet | None = None
    recorder: str = ""
    version: SheetContent | None = None
    key: str = ""


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table at which the player sits now, with its deals."""

    event: Event
    round: Round
    number: int
    label: str
    seats: tuple[SeatView, ...]
    asked: frozenset[str]
    """The cards that a sheet of this game asks for."""
    deals: tuple[DealShown, ...]

    @property
    def wanted(self) -> tuple[DealShown, ...]:
        """The deals that await this player's confirmation."""
        return tuple(deal for deal in self.deals if deal.stands == DealProgress.ASKED)

    @property
    def report_templates(self) -> tuple[str, ...]:
        """The templates of the report: the game's own, else the generic one."""
        return (f"publish/games/{self.event.game}.html", "publish/games/_generic.html")


@dataclass(frozen=True, slots=True)
class Phone:
    """The phone of a player: the keys of this person's rows, and where its answers are valid: in
    one tournament for a name slip, in every tournament of a club for a member's link.
    """

    persons: frozenset[int]
    club: int
    tournament: int | None = None

    @classmethod
    def of_slip(cls, holder: Credential) -> Phone:
        """Return the phone that the link of a name slip has opened."""
        tournament, person = holder.own_tournament, _person(holder)
        return cls(frozenset({person.pk}), tournament.club_id, tournament.pk)


@dataclass(frozen=True, slots=True)
class AwaitedSheet:
    """A sheet that a player has to confirm, with the player's seat now and that of the deal."""

    sheet: Sheet
    seat: Seat
    seat_then: str


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """The player, and the tables where the player sits now."""

    tournament: Tournament
    person: Person
    tables: tuple[TableShown, ...]
    entries: tuple[PersonEvent, ...] = ()
    """Where the player's rounds and ranks are, to be read while there is no table."""

    @property
    def is_over(self) -> bool:
        """Whether the player has no further round: every event is finished."""
        if self.tournament.state in (Tournament.State.FINISHED, Tournament.State.CANCELLED):
            return True
        states = {entry.event.state for entry in self.entries}
        return states == {Event.State.FINISHED}


def read(holder: Credential) -> PlayerPage:
    """Return the page of a player who opened it with a name slip."""
    shown = tables_shown(_with_tables(_seats_in_play(Phone.of_slip(holder))))
    tournament, person = holder.own_tournament, _person(holder)
    entries = () if shown else played_events(_public_entries(tournament, person))
    return PlayerPage(tournament, person, shown, tuple(entries))


def _public_entries(tournament: Tournament, person: Person) -> tuple[Entry, ...]:
    rows = Entry.objects.filter(members__person=person, event__tournament=tournament)
    public = rows.filter(event__in=public_access.public_events())
    shown = public.select_related("event__tournament")
    return tuple(shown.order_by("event__number", "number").distinct())


def tables_of(phone: Phone) -> list[Table]:
    """Return the tables where a player sits in rounds in play that are confirmed by phone."""
    seats = _seats_in_play(phone).select_related("sitting__table")
    return [seat.sitting.table for seat in seats]


def tables_shown(seats: Iterable[Seat]) -> tuple[TableShown, ...]:
    """Return the tables of a player's seats that are confirmed by phone, with their deals."""
    return tuple(_table_shown(now, seat.label) for now, seat in _tables_now(seats))


def sheet_to_confirm(phone: Phone, sheet: str) -> AwaitedSheet | None:
    """Return the sheet of this key; None unless the player has to confirm it."""
    for now, seat in _tables_now(_with_tables(_seats_in_play(phone))):
        for deal in now.deals:
            if deal.waiting and deal.waiting.sheet.key == sheet and _is_asked(deal, seat.label):
                waiting_sheet = deal.waiting.sheet
                waiting_sheet.deal = deal.deal
                return AwaitedSheet(waiting_sheet, seat, deal.seat_then(seat.label))
    return None


def _person(credential: Credential) -> Person:
    if credential.person is None:
        raise ValueError("a name slip belongs to a player")
    return credential.person


def _tables_now(seats: Iterable[Seat]) -> Iterator[tuple[TableNow, Seat]]:
    """Yield the play at the tables of seats; tournaments and person are loaded."""
    for seat in seats:
        now = tables.table_now(seat.sitting.table)
        if now is not None and now.sitting.pk == seat.sitting_id:
            yield now, seat


def _seats_in_play(phone: Phone) -> QuerySet[Seat]:
    """Return the seats of a person in rounds in play that are confirmed by phone."""
    seats = Seat.objects.filter(
        person__in=phone.persons,
        sitting__table__tournament__club=phone.club,
        sitting__segment__match__round__state=Round.State.PUBLISHED,
        sitting__segment__match__round__event__proof=Event.Proof.PHONE,
    )
    if phone.tournament is None:
        return seats
    return seats.filter(sitting__table__tournament=phone.tournament)


def _with_tables(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    return seats.select_related("sitting__table__tournament", "person").order_by("pk")


def _table_shown(now: TableNow, label: str) -> TableShown:
    seats = tuple(SeatView(seat.label, seat.person.listed_name, 0, 0) for seat in now.seats)
    return TableShown(
        event=now.event,
        round=now.round,
        number=now.sitting.table.number,
        label=label,
        seats=seats,
        asked=frozenset(blank_of(now.event, now.ruleset).cards),
        deals=tuple(_deal_shown(deal, now, label) for deal in now.deals),
    )


def _deal_shown(deal: DealNow, now: TableNow, label: str) -> DealShown:
    number, waiting = deal.deal.number, deal.waiting
    if deal.result is not None:
        scores = deal.result.settlement["scores"]
        return DealShown(number, DealProgress.DONE, scores.get(deal.seat_then(label)))
    if waiting is None:
        return DealShown(number, DealProgress.OPEN, None)
    if waiting.objected:
        return DealShown(number, DealProgress.OBJECTED, None)
    if not _is_asked(deal, label):
        return DealShown(number, DealProgress.OTHERS, None)
    return DealShown(
        number,
        DealProgress.ASKED,
        None,
        sheet=waiting.sheet,
        recorder=waiting.sheet.recorder,
        version=_facts_shown(deal, now, waiting.sheet),
        key=secrets.token_hex(16),
    )


def _is_asked(deal: DealNow, label: str) -> bool:
    if deal.result is not None or deal.waiting is None:
        return False
    return deal.seat_then(label) in deal.waiting.awaited


def _facts_shown(deal: DealNow, now: TableNow, sheet: Sheet) -> SheetContent | None:
    game, report = game_of(now.event), sheet.report
    settlement = queries.outcome(deal.deal, report).settlement
    if settlement is None:
        return None
    names = {deal.seat_then(seat.label): seat.person.listed_name for seat in now.seats}
    piles = game.follow(report, game.rules(now.ruleset.rules)).won
    won = {"won": {seat: list(cards) for seat, cards in piles.items()}} if piles else {}
    return SheetContent({**report, **won}, deals.sums(settlement, game, names), settlement.residue)
