"""The tables of a rehearsal: contents of sheets, claims, and repeated sending.

Sending and confirming a sheet is in `config.simulation.tables`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from config.simulation import made_up_reports, tables
from config.simulation.made_up_values import chance
from config.simulation.rehearsal import revealing
from config.simulation.rehearsal.hall import RehearsalHall
from config.simulation.rehearsal.times import TimedStep, Times
from referee.base.handed_in import Writer
from referee.claims import claims
from referee.models import Claim
from referee.sheets import queries
from tournaments.models import Deal, Match, Room, Round, Sitting
from tournaments.structure import games, segments

AGAIN: Final = Fraction(1, 5)
"""How often an answer is lost, so that an item is sent a second time."""
CLAIMED: Final = Fraction(1, 8)
CONTESTED: Final = Fraction(1, 3)
CLAIM_AFTER: Final = 11
REASON: Final = "rehearsal"
ROOMS: Final = (Room.ONLY, Room.OPEN, Room.CLOSED)

Report = Mapping[str, Any]


def matches(round_: Round) -> list[Match]:
    """Return the matches of a round in the order of their tables."""
    return list(round_.matches.order_by("number"))


def name_of(match: Match) -> str:
    """Return the name of a match in the questions to the seed."""
    return f"{match.round.number}/{match.number}"


def play(hall: RehearsalHall, match: Match, times: Times) -> None:
    """Let the tablets of a match enter all its deals, including those created meanwhile.

    In team matches the line-ups of a segment are handed in and revealed before it is played.
    """

    def enter(writer: Writer, deal: Deal) -> None:
        with times.measure(TimedStep.POST):
            _enter(hall, writer, deal)

    for segment in match.segments.order_by("number"):
        if hall.is_of_teams and segments.unrevealed(pk=segment.pk).exists():
            revealing.reveal(hall, segment)
        for sitting in segment.sittings.select_related("table__tournament").order_by("pk"):
            tables.play(sitting, f"rehearsal-{sitting.uid}", enter)


def deals_of(match: Match) -> list[Deal]:
    """Return the deals of a match in order of play."""
    deals = tables.deals(sitting__segment__match=match)
    return list(deals.order_by("sitting__segment__number", "sitting", "play_order"))


def _enter(hall: RehearsalHall, writer: Writer, deal: Deal) -> None:
    """Enter a deal, perhaps with a claim; some of its items are sent twice."""
    report = make_report(hall, deal, "told")
    claimed = _with_claim(hall, deal, report)
    sendings = _sendings(hall, deal, "sheet")
    sheet = tables.submit(writer, deal, claimed or report, sendings=sendings)
    if claimed is not None and claimed["claim"]["contested"]:
        hall.note("claim_decided")
        claim = Claim.objects.select_related("sheet", "deal__event__tournament").get(deal=deal)
        allocation = {claim.seat: list(report["won"][claim.seat])}
        claims.decide(claim, hall.referee, allocation, REASON)
    else:
        tables.confirm(writer, deal, sheet, sendings=_sendings(hall, deal, "agreement"))
    hall.tell(deal, report)


def _with_claim(hall: RehearsalHall, deal: Deal, report: Report) -> dict[str, Any] | None:
    """Return the report with one seat claiming what it won at the end; None if none can."""
    blank = games.game_of(deal.event).blank(hall.rules)
    won = report.get("won", {})
    is_claimed = chance(CLAIMED, hall.plan.seed, "claim", *at(deal))
    if "all" not in blank.claims or not is_claimed:
        return None
    seat = max(won, key=lambda label: len(won[label]))
    others = [
        label for label, side in queries.sides_of(deal.sitting).items() if label != seat and side
    ]
    contested = chance(CONTESTED, hall.plan.seed, "contested", *at(deal))
    claim = {
        "seat": seat,
        "after_trick": CLAIM_AFTER,
        "kind": "all",
        "accepted": [] if contested else others,
        "contested": contested,
    }
    report = {**report, "won": {**won, seat: []}, "claim": claim}
    game = games.game_of(deal.event)
    if game.problems({**report, "claim": {**claim, "contested": False}}, hall.rules):
        return None
    hall.note("claimed")
    return report


def _sendings(hall: RehearsalHall, deal: Deal, what: str) -> int:
    """Return how often an item is sent: once more if its answer is lost."""
    if not chance(AGAIN, hall.plan.seed, "again", what, *at(deal)):
        return 1
    hall.note("sent_again")
    return 2


def make_report(hall: RehearsalHall, deal: Deal, what: str) -> dict[str, Any]:
    """Make up the report of a deal from the seed; `what` distinguishes reports of one deal."""
    seed = "/".join(map(str, (hall.plan.seed, what, *at(deal))))
    known = queries.beginning_of(deal).facts
    context = games.context_of(deal, games.Use.SETTLE)
    return made_up_reports.report_of(games.game_of(deal.event), hall.rules, context, known, seed)


def at(deal: Deal) -> tuple[int, ...]:
    """Return what identifies a deal in the questions to the seed."""
    segment, room = deal.sitting.segment, ROOMS.index(Room(deal.sitting.room))
    match = segment.match
    key = (match.round.number, match.number, deal.play_order)
    return (*key, segment.number, room) if room or segment.number > 1 else key


def sittings_of(match: Match) -> list[Sitting]:
    """Return the sittings of a match in order, the open room before the closed one."""
    sittings = Sitting.objects.filter(segment__match=match)
    return list(sittings.select_related("table__tournament").order_by("segment__number", "pk"))
