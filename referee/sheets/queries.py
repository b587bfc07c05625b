"""Reads a deal and its sheets: the settlement or the problems of a report, and the seats that may
confirm a sheet or still have to.

The statements are those of every sheet and every confirmation, compiled once for each process.
What a table plays now is in `tables`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple

from django.db.models import QuerySet

from referee.base.refusals import Code
from referee.claims import claims
from referee.models import REFEREE, Confirmation, KeptWrite, Sheet
from referee.sheets import who_confirmed
from scoring.following import Irregularity
from scoring.game import Context, find_game, names
from scoring.problems import Problem, ProblemCode
from scoring.procedure import Procedure
from scoring.settlement import Settlement
from tournaments.base.refusals import Reason, refuse
from tournaments.models import (
    Deal,
    Event,
    Hold,
    Match,
    Result,
    Round,
    Seat,
    Sitting,
    Tournament,
)
from tournaments.structure import games, procedures
from tournaments.structure.games import game_of, rules_of, ruleset_of
from tournaments.system.compiled_queries import Query

DEAL_WITH_EVENT: Final = (
    "event__tournament",
    "event__ruleset",
    "event__regulations",
    "board",
    "sitting__table",
    "sitting__segment__match__round__group__stage__ruleset",
)
MOST_PROBLEMS: Final = 100
"""Limit of the problems named; only a senseless report has more."""

DEAL: Final = Query(
    lambda uid, tournament: Deal.objects.filter(
        uid=uid, event__tournament=tournament
    ).select_related("event__ruleset", "sitting__table", "sitting__segment"),
    str,
    int,
)
"""The deal of this uid in a tournament; its board and the rules of its stage are loaded on demand.

The match is a query of its own: PostgreSQL plans every order in which tables can be joined, and
planning all ten at once takes longer than everything else it does for a sheet.
"""
MATCH: Final = Query(
    lambda match: (
        Match.objects.filter(pk=match).select_related("round__group__stage").defer("round__reasons")
    ),
    int,
)
"""The match of this key, with its round, group and stage."""
SIDES: Final = Query(
    lambda sitting: (
        Seat.objects.filter(sitting=sitting).order_by("pk").values_list("label", "side__number")
    ),
    int,
)
"""The seats of a sitting in order of play, with the numbers of their sides."""
NEWEST_SOUND: Final = Query(
    lambda deal, version: (
        Sheet.objects.filter(deal=deal, seen=version, sound=True, paper=False)
        .order_by("-pk")
        .values_list("pk")[:1]
    ),
    int,
    int,
)
"""The key of the newest sound sheet of the table for a version of a deal."""
SEATS_HEARD: Final = Query(
    lambda sheet: Confirmation.objects.filter(sheet=sheet).values_list("seat"), int
)
"""The seats that confirmed a sheet."""
POSTED: Final = Query(
    lambda deal, sheet: Result.live.filter(deal=deal, origin_uid=sheet).values_list("pk"), int, str
)
"""Whether the live result of a deal came from a sheet, by the uid of the sheet."""
_PROOF: Final = Query(
    lambda key, tournament: Sheet.objects.filter(
        key=key, deal__event__tournament=tournament
    ).values_list("deal__event__proof", "deal__sitting"),
    str,
    int,
)
_WAITING_CLAIM: Final = Query(
    lambda deal: Hold.objects.filter(deal=deal, code=claims.HOLD, released_at=None).values_list(
        "pk"
    ),
    int,
)
_AT_TABLE: Final = Query(
    lambda sitting, deal: (
        Seat.objects.filter(sitting=sitting)
        .order_by("pk")
        .values_list("label", "side__number", claims.made_in(deal), claims.objected_in(deal))
    ),
    int,
    int,
)
"""The seats of a sitting in order of play, and whether a deal has claims, and one objected to."""


@dataclass(frozen=True, slots=True)
class AtTable:
    """Who plays where at the table of a deal, and what was claimed before a sheet of it came."""

    sides: Mapping[str, int]
    claimed: bool
    objected: bool

    @classmethod
    def of(cls, deal: Deal) -> AtTable:
        """Return what is at the table of a deal now."""
        rows = _AT_TABLE.all(deal.sitting_id, deal.pk)
        sides = {label: side for label, side, _claimed, _objected in rows}
        return cls(sides, any(row[2] for row in rows), any(row[3] for row in rows))


class AskedProof(NamedTuple):
    """How the event of a sheet asks players to prove who they are, and the sitting of its deal."""

    policy: str
    sitting: int


@dataclass(frozen=True, slots=True)
class WaitingSheet:
    """A sheet, the seats that may confirm it, and those that still have to.

    A sheet to which somebody objected waits for the referee alone.
    """

    sheet: Sheet
    confirmers: tuple[str, ...]
    awaited: tuple[str, ...]
    objected: tuple[str, ...] = ()

    @classmethod
    def from_sheet(
        cls,
        sheet: Sheet,
        event: Event,
        sides: Mapping[str, int],
        objecting: tuple[str, ...],
        confirmed: Sequence[str],
    ) -> WaitingSheet:
        """Return a sheet with who objects to it and has confirmed it; a problem ends the wait."""
        if not sheet.sound or objecting:
            return cls(sheet, (), (), objecting)
        policy = event.confirmation
        return cls(
            sheet,
            confirmers(policy, sides, sheet.recorder),
            awaited(policy, sides, sheet.recorder, confirmed),
        )


@dataclass(frozen=True, slots=True)
class ReportOutcome:
    """The outcome of a report: its problems, or its settlement if there are none."""

    problems: tuple[Problem, ...]
    settlement: Settlement | None


def confirmers(policy: str, sides: Mapping[str, int], recorder: str) -> tuple[str, ...]:
    """Return the seats that may confirm what `recorder` wrote down; `sides` is in order of play.

    A side never confirms what it recorded itself. An official may always confirm and is not listed.

    >>> individual = {"N": 1, "W": 2, "S": 3, "E": 4}
    >>> confirmers("other_side", individual, "N")
    ('W', 'S', 'E')
    >>> pairs = {"N": 1, "W": 2, "S": 1, "E": 2}
    >>> confirmers("other_side", pairs, "S")
    ('W', 'E')
    """
    if policy == Event.Confirmation.REFEREE:
        return ()
    own_side = sides.get(recorder)
    return tuple(seat for seat, side in sides.items() if side != own_side)


def awaited(
    policy: str, sides: Mapping[str, int], recorder: str, confirmed: Collection[str]
) -> tuple[str, ...]:
    """Return the seats that still have to confirm; none once the sheet may be posted.

    >>> awaited("all_others", {"N": 1, "W": 2, "S": 1, "E": 2}, "N", ["W"])
    ()
    >>> awaited("all_others", {"N": 1, "W": 2, "S": 3, "E": 4}, "N", ["W"])
    ('S', 'E')
    """
    if REFEREE in confirmed or (confirmed and policy == Event.Confirmation.OTHER_SIDE):
        return ()
    heard = {sides[seat] for seat in confirmed}
    allowed = confirmers(policy, sides, recorder)
    return tuple(seat for seat in allowed if sides[seat] not in heard)


def is_by_referee_alone(policy: str, recorder: str, seat: str) -> bool:
    """Whether a sheet confirmed by `seat` rests on an official where the table could confirm.

    >>> is_by_referee_alone("other_side", "N", "referee"), is_by_referee_alone("referee", "N", "W")
    (True, False)
    """
    ordinary = policy == Event.Confirmation.REFEREE and recorder != REFEREE
    return seat == REFEREE and not ordinary


def deal_in(tournament: Tournament, uid: str) -> Deal | None:
    """Return a deal of a tournament with everything that settling it needs.

    Deals of a draft are not returned: they may be drawn again, even between the two queries.
    """
    deal = DEAL.first(uid, tournament.pk)
    match = MATCH.first(deal.sitting.segment.match_id) if deal else None
    if deal is None or match is None or match.round.state == Round.State.DRAFT:
        return None
    deal.sitting.segment.match = match
    deal.event.tournament = tournament
    return deal


def sides_of(sitting: Sitting) -> dict[str, int]:
    """Return the number of the side at every seat, in order of play."""
    return dict(SIDES.all(sitting.pk))


def newest_sound(deal: Deal) -> int | None:
    """Return the key of the table's newest sound sheet for the live version of a deal."""
    return next((pk for (pk,) in NEWEST_SOUND.all(deal.pk, deal.version)), None)


def seats_heard(sheet: Sheet) -> list[str]:
    """Return the seats that have confirmed a sheet."""
    return [seat for (seat,) in SEATS_HEARD.all(sheet.pk)]


def proof_asked(sheet: str, tournament: Tournament) -> AskedProof | None:
    """Return the proof that is asked of who confirms the sheet of this key; None without it."""
    row = _PROOF.first(sheet, tournament.pk)
    return None if row is None else AskedProof(*row)


def objecting_seats(sheet: Sheet, event: Event) -> tuple[str, ...]:
    """Return the seats that objected to a sheet; players do so only on their own phones."""
    if event.proof != Event.Proof.PHONE:
        return ()
    return who_confirmed.objecting_seats([sheet]).get(sheet.pk, ())


def has_waiting_claim(deal: Deal) -> bool:
    """Whether a claim of a deal waits for the referee."""
    return _WAITING_CLAIM.any(deal.pk)


def is_posted(sheet: Sheet) -> bool:
    """Whether the live result of its deal came from this sheet."""
    return POSTED.any(sheet.deal_id, sheet.uid)


def waiting(sheet: Sheet) -> WaitingSheet:
    """Return a sheet with the seats that may confirm it, none for a sheet with problems."""
    event = sheet.deal.event
    objecting = objecting_seats(sheet, event)
    sides, heard = sides_of(sheet.deal.sitting), seats_heard(sheet)
    return WaitingSheet.from_sheet(sheet, event, sides, objecting, heard)


def outcome(deal: Deal, report: object) -> ReportOutcome:
    """Return the outcome of a report of a deal under its rules. Writes nothing.

    Nothing in it depends on the hands of a board that is not open, because a preview can be asked
    for as often as somebody likes. Whether a sheet agrees with them is said once it is handed in.
    """
    problems = problems_in(deal, report)
    if problems:
        return ReportOutcome(problems, None)
    game = game_of(deal.event)
    context = games.context_of(deal, games.Use.TELL)
    return ReportOutcome((), game.settle(report, rules_of(game, ruleset_of(deal)), context))


def problems_in(deal: Deal, report: object) -> tuple[Problem, ...]:
    """Return what is wrong with a report of a deal under its rules, as `outcome` does."""
    game, context = game_of(deal.event), games.context_of(deal, games.Use.TELL)
    problems = game.problems(report, rules_of(game, ruleset_of(deal)), context)
    return problems[:MOST_PROBLEMS]


def irregularities_in(deal: Deal, report: object) -> Sequence[Irregularity]:
    """Return what in a report of a deal is against the rules of play.

    The hands of a board that is not open judge no play: officials see what is found.
    """
    game = game_of(deal.event)
    context = games.context_of(deal, games.Use.TELL)
    return game.irregularities(report, rules_of(game, ruleset_of(deal)), context)


def settlement_of_sheet(sheet: Sheet) -> Settlement | None:
    """Return what a sheet comes to; None where it cannot be settled or differs from its board."""
    if any(problem["code"] == Reason.BOARD_DIFFERS for problem in sheet.problems):
        return None
    return outcome(sheet.deal, sheet.report).settlement


def problems_of(row: Sheet | KeptWrite) -> list[Problem]:
    """Return what was wrong with a sheet when it arrived, or with what was refused.

    A code that this version of the program does not know becomes UNKNOWN, with the code in it.
    """
    code_enums: list[type[StrEnum]] = [Code, Reason, ProblemCode]
    for name in names():
        code_enums += find_game(name).codes
    problems = []
    for stored in row.problems:
        try:
            problems.append(Problem.from_json(stored, code_enums))
        except ValueError:
            problems.append(refuse(Code.UNKNOWN, name=str(stored["code"])))
    return problems


def waiting_sheets(deals: Sequence[Deal]) -> dict[int, Sheet]:
    """Return the newest sound sheet made for the live version of each deal, by the deal's key.

    Paper records keyed in as the second of two are left out: the table does not confirm them.
    """
    live = {deal.pk: deal.version for deal in deals}
    sound = Sheet.objects.filter(deal__in=live, sound=True, paper=False).order_by("pk")
    return {sheet.deal_id: sheet for sheet in sound if sheet.seen == live[sheet.deal_id]}


def waiting_reports(deals: Sequence[Deal]) -> dict[int, Mapping[str, Any]]:
    """Return the reports of the sheets that wait for confirmation, by the deal's key."""
    return {key: sheet.report for key, sheet in waiting_sheets(deals).items()}


def beginning_of(deal: Deal) -> Procedure:
    """Return how a deal begins, after the results and the waiting sheets of the deals before."""
    return procedures.procedure_of(deal, waiting_reports)


def warnings(deal: Deal, report: object, begins: Procedure) -> tuple[Problem, ...]:
    """Return what is valid in a report, but unlikely after the deals before it."""
    game, context = game_of(deal.event), games.context_of(deal, games.Use.TELL, begins=begins)
    return game.follow(report, rules_of(game, ruleset_of(deal)), context).warnings


def context_of(deal: Deal) -> Context:
    """Return what a table may know of a deal before its sheet is written."""
    return games.context_of(deal, games.Use.TELL, begins=beginning_of(deal))


def settlement_of(result: Result) -> Settlement:
    """Return the settlement that was stored with a result; its deal's event is loaded."""
    return Settlement.from_json(result.settlement, game_of(result.deal.event).codes)


def opened_hands(deal: Deal) -> Mapping[str, Sequence[str]] | None:
    """Return the hands of a deal as its board has them, None while the board is not opened."""
    board = deal.board
    return None if board is None or board.opened_at is None else board.hands


def keys_of_confirmations(deal: Deal) -> QuerySet[Confirmation, str]:
    """Return the keys under which the sheets of a deal were confirmed."""
    return Confirmation.objects.filter(sheet__deal=deal).values_list("key", flat=True)
