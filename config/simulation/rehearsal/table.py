"""What tables and referees do in a rehearsal: sheets, confirmations, claims, corrections, repairs.

All of it calls the functions that tablets and the desk call.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from django.db.models import QuerySet

from config.simulation.made_up_values import chance
from config.simulation.rehearsal import line_ups, made_up
from config.simulation.rehearsal.hall import Hall
from config.simulation.rehearsal.times import Step, Times
from referee.base.sealed import Sealed, Writer, seal
from referee.claims import claims
from referee.leases import leases
from referee.models import REFEREE, Claim
from referee.rulings import corrections
from referee.sheets import entry, queries
from referee.sheets.queries import confirmers
from tournaments import organise
from tournaments.models import Deal, Match, Result, Room, Round, Seat, Sitting
from tournaments.organise import awards
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


def play(hall: Hall, match: Match, times: Times) -> None:
    """Let the tablets of a match enter all its deals, also those that are created meanwhile.

    Of teams both line-ups of a segment are handed in and revealed when it is to be played.
    """
    for segment in match.segments.order_by("number"):
        if hall.is_of_teams and segments.unrevealed(pk=segment.pk).exists():
            line_ups.reveal(hall, segment)
        for sitting in segment.sittings.select_related("table__tournament").order_by("pk"):
            _play(hall, sitting, times)


def _play(hall: Hall, sitting: Sitting, times: Times) -> None:
    if _next_deal(sitting) is None:
        return
    device = f"rehearsal-{sitting.uid}"
    writer = Writer.device(leases.open_table(table=sitting.table, device=device).lease)
    while (deal := _next_deal(sitting)) is not None:
        with times.measure(Step.POST):
            _post(hall, writer, deal)
    if writer.lease is not None:
        leases.release(lease=writer.lease, actor=writer.actor)


def correct(hall: Hall, deal: Deal, what: str) -> None:
    """Let the referee replace the result of a deal by another one."""
    report = _make_report(hall, deal, f"corrected/{what}")
    writer = Writer.referee(hall.tournament, hall.referee)
    content = {"deal": deal.uid, "seen": deal.version, "recorder": REFEREE, "report": report}
    sheet = seal(content)
    entry.submit(writer=writer, sealed=sheet)
    agreed = {"sheet": sheet.key, "sheet_digest": sheet.digest, "seat": REFEREE}
    entry.confirm(writer=writer, sealed=seal(agreed), reason=REASON)
    hall.tell(deal, report)


def not_played(hall: Hall, match: Match) -> None:
    """Let the referee say of every deal of a table that it was not played."""
    for sitting in sittings_of(match):
        while (deal := _next_deal(sitting)) is not None:
            kind = Result.Kind.NOT_PLAYED
            corrections.rule(deal, hall.referee, kind, REASON, seen=deal.version)


def walk_over(hall: Hall, match: Match) -> None:
    """Let the first side of a match have won because the other one did not come."""
    winner = match.sides.order_by("number")[0]
    awards.award_walkover(match, hall.director, winner, awards.AwardGrounds(REASON))


def take_back_walkover(hall: Hall, match: Match) -> None:
    """Let a match be played after all that had been given to one side."""
    awards.take_back_award(match, hall.director, awards.AwardGrounds(REASON))


def exchange_results(hall: Hall, match: Match) -> None:
    """Let two deals of a table have each the result of the other."""
    deal, other = deals_of(match)[:2]
    organise.exchange_results(deal, other, hall.director, REASON)
    scores = hall.scores
    scores[deal.uid], scores[other.uid] = scores[other.uid], scores[deal.uid]


def exchange_seats(hall: Hall, match: Match) -> None:
    """Let two of a table have sat the other way round from its last deal on."""
    sitting = sittings_of(match)[0]
    last = sitting.deals.count()
    seats = list(Seat.objects.filter(sitting=sitting).order_by("pk"))
    first = seats[0]
    partner = [seat for seat in seats[1:] if seat.side_id == first.side_id]
    second = (partner or seats[1:])[0]
    exchange = {first.label: second.label, second.label: first.label}
    organise.exchange_seats(sitting, hall.director, exchange, last, last, REASON)


def deals_of(match: Match) -> list[Deal]:
    """Return the deals of a match in order of play."""
    deals = _deals(sitting__segment__match=match)
    return list(deals.order_by("sitting__segment__number", "sitting", "play_order"))


def _deals(**filters: Any) -> QuerySet[Deal]:
    return (
        Deal.objects.filter(**filters)
        .select_related("event__ruleset", "event__tournament", "board")
        .select_related("sitting__table", "sitting__segment__match__round__group__stage")
    )


def _post(hall: Hall, writer: Writer, deal: Deal) -> None:
    report = _make_report(hall, deal, "told")
    claimed = _with_claim(hall, deal, report)
    seats = queries.sides_of(deal.sitting)
    recorder = next(iter(seats))
    content = {"deal": deal.uid, "seen": deal.version, "recorder": recorder}
    sheet = seal({**content, "report": claimed or report})
    for _time in range(_sendings(hall, deal, "sheet")):
        entry.submit(writer=writer, sealed=sheet)
    if claimed is not None and claimed["claim"]["contested"]:
        hall.note("claim_decided")
        _decide(hall, deal, report)
    else:
        _confirm(hall, writer, deal, sheet)
    hall.tell(deal, report)


def _confirm(hall: Hall, writer: Writer, deal: Deal, sheet: Sealed) -> None:
    seats = queries.sides_of(deal.sitting)
    allowed = confirmers(deal.event.confirmation, seats, next(iter(seats)))
    content = {"sheet": sheet.key, "sheet_digest": sheet.digest, "seat": allowed[0]}
    agreement = seal(content)
    for _time in range(_sendings(hall, deal, "agreement")):
        entry.confirm(writer=writer, sealed=agreement)


def _decide(hall: Hall, deal: Deal, report: Report) -> None:
    claim = Claim.objects.select_related("sheet", "deal__event__tournament").get(deal=deal)
    allocation = {claim.seat: list(report["won"][claim.seat])}
    claims.decide(claim, hall.referee, allocation, REASON)


def _with_claim(hall: Hall, deal: Deal, report: Report) -> dict[str, Any] | None:
    """Return the report with one seat claiming what it won at the end; None where none can."""
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


def _sendings(hall: Hall, deal: Deal, what: str) -> int:
    """Return how often an item is sent: once more where its answer is lost."""
    if not chance(AGAIN, hall.plan.seed, "again", what, *at(deal)):
        return 1
    hall.note("sent_again")
    return 2


def _make_report(hall: Hall, deal: Deal, what: str) -> dict[str, Any]:
    seed = "/".join(map(str, (hall.plan.seed, what, *at(deal))))
    known = queries.beginning_of(deal).facts
    context = games.context_of(deal, games.Use.SETTLE)
    return made_up.report_of(games.game_of(deal.event), hall.rules, context, known, seed)


def at(deal: Deal) -> tuple[int, ...]:
    """Return what identifies a deal in the questions to the seed."""
    segment, room = deal.sitting.segment, ROOMS.index(Room(deal.sitting.room))
    match = segment.match
    key = (match.round.number, match.number, deal.play_order)
    return (*key, segment.number, room) if room or segment.number > 1 else key


def _next_deal(sitting: Sitting) -> Deal | None:
    waiting = _deals(sitting=sitting, done=False)
    return waiting.order_by("play_order").first()


def sittings_of(match: Match) -> list[Sitting]:
    """Return the sittings of a match in order, the open room before the closed one."""
    sittings = Sitting.objects.filter(segment__match=match)
    return list(sittings.select_related("table__tournament").order_by("segment__number", "pk"))
