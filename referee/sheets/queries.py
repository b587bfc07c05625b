"""Reading for the table: what is played there now, and what a report of a deal comes to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.db.models import F, Q, QuerySet

from referee.base import hot_queries
from referee.base.refusals import Code, problem
from referee.confirmers import awaited, confirmers
from referee.models import Confirmation, DeviceLease, KeptWrite, Sheet
from referee.sheets import objected
from scoring.game import Blank, Context, find_game, names
from scoring.problems import Problem, ProblemCode
from scoring.procedure import Procedure
from scoring.settlement import Settlement
from tournaments import access
from tournaments.models import Deal, Event, Result, Round, RuleSet, Seat, Sitting, Table, Tournament
from tournaments.refusals import Reason
from tournaments.results.queries import game_of, live_results, ruleset_of
from tournaments.structure import games, procedures, segments
from tournaments.structure.procedures import Earlier

SITTING_WITH_EVENT = (
    "table__tournament",
    "segment__match__round__event__ruleset",
    "segment__match__round__group__stage__ruleset",
)
DEAL_WITH_EVENT = (
    "event__tournament",
    "event__ruleset",
    "board",
    "sitting__table",
    "sitting__segment__match__round__group__stage__ruleset",
)

LONGEST_CODE = 16
MOST_PROBLEMS = 100
"""Limit of the problems named; only a senseless report has more."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A sheet, the seats that may confirm it, and those that still have to.

    A sheet to which somebody objected waits for the referee alone.
    """

    sheet: Sheet
    confirmers: tuple[str, ...]
    awaited: tuple[str, ...]
    objected: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DealNow:
    """A deal with its live result, or with the sound sheet that waits for confirmation.

    Where there is neither, `unsound` is what its table wrote last: it counts for nothing yet.
    `is_sealed` says of a deal with a result that no cards of it may be told.
    """

    deal: Deal
    result: Result | None
    waiting: Waiting | None
    unsound: Sheet | None = None
    is_sealed: bool = False


@dataclass(frozen=True, slots=True)
class TableNow:
    """What a table plays: everything that its device holds for the round."""

    sitting: Sitting
    round: Round
    event: Event
    ruleset: RuleSet
    seats: Sequence[Seat]
    sides: Mapping[str, int]
    deals: Sequence[DealNow]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a report comes to: its problems, or its settlement where there are none."""

    problems: tuple[Problem, ...]
    settlement: Settlement | None


def table_of_code(code: str) -> Table | None:
    """Return the table that a short code opens, written in any case."""
    if len(code) > LONGEST_CODE or not code.isascii() or not code.isalnum():
        return None
    return Table.objects.select_related("tournament").filter(code=code.upper()).first()


def sitting_now(table: Table) -> Sitting | None:
    """Return the sitting of the round in play at a table, the latest if there are several.

    Where nobody has a seat yet, the line-ups are still to be revealed: nothing is played there.
    """
    playing = {"table": table, "segment__match__round__state": Round.State.PUBLISHED}
    return segments.seated_last(Sitting.objects.select_related(*SITTING_WITH_EVENT), **playing)


def table_now(table: Table) -> TableNow | None:
    """Return what a table plays, with seats, deals, results and waiting sheets; None in between."""
    sitting = sitting_now(table)
    if sitting is None:
        return None
    round_ = sitting.segment.match.round
    event, entries = round_.event, "side__entries__members__person"
    seats = sitting.seats.select_related("person", "side").prefetch_related(entries)
    seated = tuple(seats.order_by("pk"))
    sides = {seat.label: seat.side.number for seat in seated}
    deals = sitting.deals.select_related("board")
    return TableNow(
        sitting=sitting,
        round=round_,
        event=event,
        ruleset=round_.group.stage.ruleset or event.ruleset,
        seats=seated,
        sides=sides,
        deals=_deals_now(list(deals.order_by("play_order")), event, sides),
    )


def waiting_sheets(deals: Sequence[Deal]) -> dict[int, Sheet]:
    """Return the newest sound sheet made for the live version of each deal, by the deal's key.

    Paper records keyed in as the second of two are left out: the table does not confirm them.
    """
    live = {deal.pk: deal.version for deal in deals}
    sound = Sheet.objects.filter(deal__in=deals, sound=True, paper=False).order_by("pk")
    made_for_live = sound.prefetch_related("confirmations")
    return {sheet.deal_id: sheet for sheet in made_for_live if sheet.seen == live[sheet.deal_id]}


def unsound_sheets(deals: Sequence[Deal]) -> dict[int, Sheet]:
    """Return the newest sheet with problems of each deal without a result, by the deal's key.

    Sheets of a device that had lost its table are left out: they are for the referee alone.
    """
    live = {deal.pk: deal.version for deal in deals if not deal.done}
    sheets = Sheet.objects.filter(deal__in=live, sound=False, lease__isnull=False)
    newest = (sheet for sheet in sheets.select_related("lease").order_by("pk") if not sheet.is_late)
    return {sheet.deal_id: sheet for sheet in newest if sheet.seen == live[sheet.deal_id]}


def waiting_reports(deals: Sequence[Deal]) -> dict[int, Mapping[str, Any]]:
    """Return the reports of the sheets that wait for confirmation, by the deal's key."""
    sheets = ((deal.pk, newest_sound(deal)) for deal in deals)
    return {key: sheet.report for key, sheet in sheets if sheet}


def waiting(sheet: Sheet) -> Waiting:
    """Return a sheet with the seats that may confirm it, none for a sheet with problems."""
    event = sheet.deal.event
    seats = objected.objecting_seats([sheet], event).get(sheet.pk, ())
    return _waiting(
        sheet, event, sides_of(sheet.deal.sitting), seats, hot_queries.seats_heard(sheet)
    )


def newest_sound(deal: Deal) -> Sheet | None:
    """Return the newest sound sheet of the table that was made for the live version of a deal."""
    return hot_queries.NEWEST_SOUND.first(deal.pk, deal.version)


def deal_in(tournament: Tournament, uid: str) -> Deal | None:
    """Return a deal of a tournament with everything that settling it needs.

    Deals of a draft are not returned: they may be drawn anew.
    """
    deal = hot_queries.deal(uid, tournament.pk)
    if deal is None or deal.sitting.segment.match.round.state == Round.State.DRAFT:
        return None
    deal.event.tournament = tournament
    return deal


def sides_of(sitting: Sitting) -> dict[str, int]:
    """Return the number of the side at every seat, in order of play."""
    return dict(hot_queries.SIDES.all(sitting.pk))


def outcome(deal: Deal, report: object) -> Outcome:
    """Return what a report of a deal comes to under its rules. Writes nothing.

    While its board is not open, a report has to be complete without it. Only then is it compared
    with the board, as it will be when it becomes the result.
    """
    problems = problems_in(deal, report)
    if problems:
        return Outcome(problems, None)
    game = game_of(deal.event)
    context = games.context_of(deal, games.Use.SETTLE)
    return Outcome((), game.settle(report, game.rules(ruleset_of(deal).rules), context))


def problems_in(deal: Deal, report: object) -> tuple[Problem, ...]:
    """Return what is wrong with a report of a deal under its rules, as `outcome` does."""
    game = game_of(deal.event)
    rules = game.rules(ruleset_of(deal).rules)
    told_context, settle_context = (
        games.context_of(deal, use) for use in (games.Use.TELL, games.Use.SETTLE)
    )
    problems = game.problems(report, rules, told_context)
    if not problems and settle_context != told_context:
        problems = game.problems(report, rules, settle_context)
    return problems[:MOST_PROBLEMS]


def beginnings(now: TableNow) -> dict[int, Procedure]:
    """Return how the deals of a table begin that have no result yet, by the deal's key."""
    deals = [
        Earlier(deal.deal, deal.result, deal.waiting.sheet.report if deal.waiting else None)
        for deal in now.deals
    ]
    without_result = {deal.deal.pk for deal in now.deals if deal.result is None}
    return procedures.procedures(now.sitting, deals, now.ruleset, without_result, waiting_reports)


def beginning_of(deal: Deal) -> Procedure:
    """Return how a deal begins, after the results and the waiting sheets of the deals before."""
    return procedures.procedure_of(deal, waiting_reports)


def warnings(deal: Deal, report: object, begins: Procedure) -> tuple[Problem, ...]:
    """Return what is valid in a report, but unlikely after the deals before it."""
    game, context = game_of(deal.event), games.context_of(deal, games.Use.TELL, begins=begins)
    return game.follow(report, game.rules(ruleset_of(deal).rules), context).warnings


def context_of(deal: Deal) -> Context:
    """Return what a table may be told of a deal before its sheet is written."""
    return games.context_of(deal, games.Use.TELL, begins=beginning_of(deal))


def settlement_of(result: Result) -> Settlement:
    """Return the settlement that was stored with a result; its deal's event is loaded."""
    return Settlement.from_json(result.settlement, game_of(result.deal.event).codes)


def blank_of(event: Event, ruleset: RuleSet) -> Blank:
    """Return what the sheet of a deal asks for."""
    game = game_of(event)
    return game.blank(game.rules(ruleset.rules))


def lookup_of(event: Event, ruleset: RuleSet) -> Mapping[str, Any] | None:
    """Return the tables from which a device without a network reads the points of a deal."""
    game = game_of(event)
    return game.lookup(game.rules(ruleset.rules))


def opened_hands(deal: Deal) -> Mapping[str, Sequence[str]] | None:
    """Return the hands of a deal as its board has them, None while the board is not opened."""
    board = deal.board
    return None if board is None or board.opened_at is None else board.hands


def game_next_at(table: Table) -> str:
    """Return the game that a table plays now or is going to play, empty if nobody knows yet."""
    sitting = sitting_now(table)
    if sitting is not None:
        return sitting.segment.match.round.event.game
    events = table.tournament.events.exclude(state=Event.State.CANCELLED).order_by("number")
    return events.values_list("game", flat=True).first() or ""


def open_leases(tournament: Tournament) -> QuerySet[DeviceLease]:
    """Return the leases of a tournament that are open, by the number of the table."""
    leases = DeviceLease.objects.filter(table__tournament=tournament, released_at=None)
    return leases.select_related("table", "took_over", "official").order_by("table__number")


def old_leases(tournament: Tournament) -> QuerySet[DeviceLease]:
    """Return the leases that ended with something still to send, as the device last said."""
    ended = DeviceLease.objects.filter(
        table__tournament=tournament, released_at__isnull=False, waiting__gt=0
    )
    return ended.select_related("table").order_by("table__number", "pk")


def sheets_to_decide(tournament: Tournament) -> QuerySet[Sheet]:
    """Return the sheets without a result yet, corrections included, the oldest first."""
    against_what_stands = Q(seen=F("deal__version"))
    sheets = Sheet.objects.filter(Q(deal__version=0) | against_what_stands)
    sheets = sheets.filter(deal__event__tournament=tournament)
    related = ("deal__event", "deal__sitting__table", "lease")
    return sheets.select_related(*related).order_by("pk")


def kept_writes(tournament: Tournament) -> QuerySet[KeptWrite]:
    """Return what was refused and kept in a tournament without the texts, the newest first."""
    kept_writes = KeptWrite.objects.filter(tournament=tournament).defer("sealed")
    return kept_writes.select_related("lease__table", "official").order_by("-pk")


def problems_of(row: Sheet | KeptWrite) -> list[Problem]:
    """Return what was wrong with a sheet when it arrived, or with what was refused.

    A code that this version of the program does not know becomes UNKNOWN, with the code in it.
    """
    code_enums: list[type[StrEnum]] = [Code, Reason, ProblemCode]
    for name in names():
        code_enums += find_game(name).codes
    return [_problem(problem, code_enums) for problem in row.problems]


def keys_of_confirmations(deal: Deal) -> QuerySet[Confirmation, str]:
    """Return the keys under which the sheets of a deal were confirmed."""
    return Confirmation.objects.filter(sheet__deal=deal).values_list("key", flat=True)


def deals_without_sheet(table: Table) -> tuple[int, ...]:
    """Return the numbers of the deals in play at a table that have no result and no sheet."""
    sitting = sitting_now(table)
    if sitting is None:
        return ()
    without_sheet = sitting.deals.filter(done=False, sheets=None).order_by("play_order")
    return tuple(without_sheet.values_list("play_order", flat=True))


def deals_not_counted(table: Table) -> tuple[int, ...]:
    """Return the numbers of the deals in play at a table whose only sheets have problems."""
    sitting = sitting_now(table)
    deals = list(sitting.deals.filter(done=False).order_by("play_order")) if sitting else []
    unsound, sound = unsound_sheets(deals), waiting_sheets(deals)
    return tuple(deal.play_order for deal in deals if deal.pk in unsound and deal.pk not in sound)


def late_sheets(tournament: Tournament) -> QuerySet[Sheet]:
    """Return the sheets that came from a device after it had lost its table, the newest first."""
    late_sheets = Sheet.objects.filter(created_at__gte=F("lease__released_at"))
    late_sheets = late_sheets.filter(deal__event__tournament=tournament)
    related = ("deal__event", "deal__sitting__table", "lease")
    return late_sheets.select_related(*related).order_by("-pk")


def posted_of(sheets: Sequence[Sheet]) -> frozenset[str]:
    """Return the uids of those sheets from which a live result came."""
    live = Result.live.filter(origin_uid__in=[sheet.uid for sheet in sheets])
    return frozenset(live.values_list("origin_uid", flat=True))


def delivered_since_lost(lease: DeviceLease) -> int:
    """Return how much a device has handed over since its table was taken from it."""
    released = DeviceLease.objects.values_list("released_at", flat=True).get(pk=lease.pk)
    if released is None:
        return 0
    filters = {"lease": lease, "created_at__gte": released}
    return sum(rows.objects.filter(**filters).count() for rows in (Sheet, Confirmation, KeptWrite))


def _problem(stored: Mapping[str, Any], code_enums: Sequence[type[StrEnum]]) -> Problem:
    try:
        return Problem.from_json(stored, code_enums)
    except ValueError:
        return problem(Code.UNKNOWN, name=str(stored["code"]))


def _deals_now(
    deals: Sequence[Deal], event: Event, sides: Mapping[str, int]
) -> tuple[DealNow, ...]:
    results, sheets = live_results(deals), waiting_sheets(deals)
    against = objected.objecting_seats(sheets.values(), event)
    heard = {
        key: [confirmation.seat for confirmation in row.confirmations.all()]
        for key, row in sheets.items()
    }
    waiting_by_deal = {
        key: _waiting(sheet, event, sides, against.get(sheet.pk, ()), heard[key])
        for key, sheet in sheets.items()
    }
    unsound = unsound_sheets([deal for deal in deals if deal.pk not in waiting_by_deal])
    sealed = {deal.pk for deal in deals if deal.pk in results} - access.deals_with_public_cards(
        deals
    )
    return tuple(
        DealNow(deal, results.get(key), waiting_by_deal.get(key), unsound.get(key), key in sealed)
        for key, deal in ((deal.pk, deal) for deal in deals)
    )


def _waiting(
    sheet: Sheet,
    event: Event,
    sides: Mapping[str, int],
    objecting: tuple[str, ...],
    confirmed: Sequence[str],
) -> Waiting:
    if not sheet.sound or objecting:
        return Waiting(sheet, (), (), objecting)
    return Waiting(
        sheet,
        confirmers(event.confirmation, sides, sheet.recorder),
        awaited(event.confirmation, sides, sheet.recorder, confirmed),
    )
