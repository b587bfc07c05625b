"""Two records of one deal, the tablet's and the one on paper: whether both are there and agree.

Where the event asks for two, equal facts make the result and different ones wait for the referee.
Nothing here writes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import F

from referee.models import REFEREE, Sheet
from referee.sheets.queries import DEAL_WITH_EVENT
from scoring.record_comparison import RecordComparison
from tournaments.models import Deal, Event, Round, Tournament
from tournaments.structure import games
from tournaments.structure.games import game_of, ruleset_of


class MissingRecord(StrEnum):
    """What a deal that needs two records still waits for."""

    BOTH = "both"
    TABLET = "tablet"
    PAPER = "paper"
    WORD = "word"
    REFEREE = "referee"


@dataclass(frozen=True, slots=True)
class Pair:
    """The newest sound record of the table and the newest one from paper, where there are any."""

    deal: Deal
    tablet: Sheet | None = None
    paper: Sheet | None = None

    @property
    def differ(self) -> bool:
        """Whether both records are there and tell different deals."""
        if self.tablet is None or self.paper is None:
            return False
        return not compare_reports(self.deal, self.tablet.report, self.paper.report).agrees

    @property
    def lack(self) -> MissingRecord:
        """What the deal still waits for, as long as it has no result."""
        if self.tablet is None or self.paper is None:
            lacks = {(False, True): MissingRecord.TABLET, (True, False): MissingRecord.PAPER}
            return lacks.get((self.tablet is not None, self.paper is not None), MissingRecord.BOTH)
        return MissingRecord.REFEREE if self.differ else MissingRecord.WORD


def is_record(sheet: Sheet) -> bool:
    """Whether a sheet is one of the two: of the table's device, or keyed in from the paper.

    What a tablet saved and an official read in is the device's too. A sheet that a referee writes
    as referee is neither.
    """
    return sheet.paper or sheet.recorder != REFEREE


def compare_reports(deal: Deal, first: object, second: object) -> RecordComparison:
    """Return what two reports of a deal say differently, as its game reads them.

    A report that is silent of a card is not completed from a board that is still sealed.
    """
    game, context = game_of(deal.event), games.context_of(deal, games.Use.TELL)
    return game.compare(first, second, game.rules(ruleset_of(deal).rules), context)


def pair_of(deal: Deal) -> Pair:
    """Return the two records of a deal as they are now."""
    sheets = deal.sheets.filter(sound=True, seen=deal.version).order_by("pk")
    return _pair(deal, sheets)


def agreed(deal: Deal) -> Sheet | None:
    """Return the table's record where the one on paper says the same, else nothing."""
    pair = pair_of(deal)
    return None if pair.paper is None or pair.differ else pair.tablet


def pairs_of(deals: Sequence[Deal]) -> list[Pair]:
    """Return the two records of each of these deals."""
    if not deals:
        return []
    sound = Sheet.objects.filter(deal__in=deals, sound=True, seen=F("deal__version"))
    return pairs_among(deals, sound.order_by("pk"))


def pairs_among(deals: Iterable[Deal], sheets: Iterable[Sheet]) -> list[Pair]:
    """Return the two records of each of these deals among sheets, the oldest first."""
    live = {deal.pk: deal.version for deal in deals}
    sound: dict[int, list[Sheet]] = defaultdict(list)
    for sheet in sheets:
        if sheet.sound and sheet.seen == live.get(sheet.deal_id):
            sound[sheet.deal_id].append(sheet)
    return [_pair(deal, sound[deal.pk]) for deal in deals]


def still_open(tournament: Tournament) -> list[Pair]:
    """Return the deals in play that need two records and have no result, by table and deal."""
    rounds = "sitting__segment__match__round"
    filters = {f"{rounds}__state": Round.State.PUBLISHED, "event__records": Event.Records.TWO}
    deals = Deal.objects.filter(event__tournament=tournament, done=False, **filters)
    ordered = (
        deals.select_related(*DEAL_WITH_EVENT)
        .defer(*Round.draws_by(*DEAL_WITH_EVENT))
        .order_by("event__number", "sitting__table__number", "play_order")
    )
    return pairs_of(list(ordered))


def _pair(deal: Deal, sheets: Iterable[Sheet]) -> Pair:
    """Return the newest record of each kind; `sheets` are for the live version, oldest first."""
    newest = {sheet.paper: sheet for sheet in sheets if is_record(sheet)}
    return Pair(deal, newest.get(False), newest.get(True))
