"""Queries of every sheet and every confirmation, compiled once for each process.

Queries that are asked less often belong to `sheets.queries`.
"""

from __future__ import annotations

from typing import Final

from referee.models import Confirmation, DeviceLease, Sheet
from tournaments.models import Deal, Match, Result, Seat
from tournaments.system.compiled_queries import Query

DEAL_IN_PLAY: Final = ("event__ruleset", "sitting__table", "sitting__segment")
"""Relations of the deal of a sheet; its board and the rules of its stage are loaded on demand.

The match is a query of its own: PostgreSQL plans every order in which tables can be joined, and
planning all ten at once takes longer than everything else it does for a sheet.
"""

LEASE: Final = Query(
    lambda uid: DeviceLease.objects.filter(uid=uid).select_related("table__tournament"), str
)
"""The lease of this uid, with its table."""
OPEN: Final = Query(
    lambda lease: DeviceLease.objects.filter(pk=lease, released_at=None).values_list("pk"), int
)
"""The lease of this key, if it is open."""
DEAL: Final = Query(
    lambda uid, tournament: Deal.objects.filter(
        uid=uid, event__tournament=tournament
    ).select_related(*DEAL_IN_PLAY),
    str,
    int,
)
"""The deal of this uid in a tournament."""
MATCH: Final = Query(
    lambda match: Match.objects.filter(pk=match).select_related("round__group__stage"), int
)
"""The match of this key, with its round, group and stage."""
SIDES: Final = Query(
    lambda sitting: (
        Seat.objects.filter(sitting=sitting).order_by("pk").values_list("label", "side__number")
    ),
    int,
)
"""The seats of a sitting in order of play, with the numbers of their sides."""
SHEET: Final = Query(lambda key: Sheet.objects.filter(key=key).select_related("deal"), str)
"""The sheet of this key, with its deal."""
SHEET_KEY: Final = Query(lambda key: Sheet.objects.filter(key=key).values_list("pk"), str)
"""Whether this key is a sheet's."""
CONFIRMATION_KEY: Final = Query(
    lambda key: Confirmation.objects.filter(key=key).values_list("pk"), str
)
"""Whether this key is a confirmation's."""
NEWEST_SOUND: Final = Query(
    lambda deal, version: Sheet.objects.filter(
        deal=deal, seen=version, sound=True, paper=False
    ).order_by("-pk")[:1],
    int,
    int,
)
"""The newest sound sheet of the table for a version of a deal."""
SEATS_HEARD: Final = Query(
    lambda sheet: Confirmation.objects.filter(sheet=sheet).values_list("seat"), int
)
"""The seats that confirmed a sheet."""
PROOF: Final = Query(
    lambda key, tournament: Sheet.objects.filter(
        key=key, deal__event__tournament=tournament
    ).values_list("deal__event__proof", "deal__sitting"),
    str,
    int,
)
"""How the event of a sheet asks players to prove who they are, and the sitting of its deal."""
POSTED: Final = Query(
    lambda deal, sheet: Result.live.filter(deal=deal, origin_uid=sheet).values_list("pk"), int, str
)
"""Whether the live result of a deal came from a sheet, by the uid of the sheet."""


def deal(uid: str, tournament: int) -> Deal | None:
    """Return the deal of this uid in a tournament, with everything that settling it needs.

    None also where its draft was discarded between the two queries.
    """
    deal = DEAL.first(uid, tournament)
    match = MATCH.first(deal.sitting.segment.match_id) if deal else None
    if deal is None or match is None:
        return None
    deal.sitting.segment.match = match
    return deal


def seats_heard(sheet: Sheet) -> list[str]:
    """Return the seats that have confirmed a sheet."""
    return [seat for (seat,) in SEATS_HEARD.all(sheet.pk)]


def is_posted(sheet: Sheet) -> bool:
    """Whether the live result of its deal came from this sheet."""
    return POSTED.any(sheet.deal_id, sheet.uid)
