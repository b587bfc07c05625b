"""The tables of a round with their deals, where a sheet is entered or corrected at the desk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Prefetch

from tournaments.models import Deal, Round, Sitting, Tournament
from tournaments.structure import three_way_matches
from tournaments.wording.rooms import place_text

ROUND = "segment__match__round"


@dataclass(frozen=True, slots=True)
class DeskTable:
    """A table of a match with its deals in their order; `place` names its room and its segment.

    Deals played after people changed seats belong to a further sitting at the same table, and are
    listed with the others.
    """

    sitting: Sitting
    place: str
    deals: Sequence[Deal]


def tables(tournament: Tournament, closed: Round | None = None) -> list[DeskTable]:
    """Return the tables of the rounds in play, or those of a closed one, where they have deals."""
    sittings = Sitting.objects.filter(table__tournament=tournament)
    if closed is None:
        sittings = sittings.filter(**{f"{ROUND}__state": Round.State.PUBLISHED})
    else:
        sittings = sittings.filter(**{ROUND: closed})
    ordered = sittings.order_by(f"{ROUND}__event__number", f"{ROUND}__number")
    rows = ordered.select_related("table", f"{ROUND}__event").prefetch_related(
        Prefetch("deals", Deal.objects.order_by("play_order"))
    )
    by_round = groupby(rows, key=lambda sitting: sitting.segment.match.round)
    return [
        table for round_, sittings in by_round for table in _tables_of_round(round_, list(sittings))
    ]


def _tables_of_round(round_: Round, sittings: Sequence[Sitting]) -> Iterator[DeskTable]:
    halves = three_way_matches.keys_of(round_)
    places: dict[tuple[int, int, str], list[Sitting]] = {}
    # By table, then the closed room, then the later half of a three-way match.
    in_hall = sorted(
        sittings,
        key=lambda row: (row.table.number, row.room == Sitting.Room.CLOSED, row.segment.match_id),
    )
    for sitting in in_hall:
        place = (sitting.table_id, sitting.segment.match_id, sitting.room)
        places.setdefault(place, []).append(sitting)
    for (_table, match, room), at_place in places.items():
        for part, (sitting, deals) in enumerate(_split_by_segment(at_place), 1):
            place_name = place_text(round_.event, room, part, is_half=match in halves)
            yield DeskTable(sitting, place_name, deals)


def _split_by_segment(sittings: Sequence[Sitting]) -> Iterator[tuple[Sitting, list[Deal]]]:
    """Yield the first sitting of each segment at one table, with all deals of the segment.

    Sittings alone do not tell: a segment has several where seats were corrected for some of its
    deals. Deals are numbered anew in each segment, so a number that is not higher begins one.
    """
    first: Sitting | None = None
    deals: list[Deal] = []
    for sitting in sorted(sittings, key=lambda sitting: (sitting.segment.number, sitting.pk)):
        further = list(sitting.deals.all())
        if first and deals and further and further[0].play_order <= deals[-1].play_order:
            yield first, deals
            first, deals = None, []
        first, deals = first or sitting, [*deals, *further]
    if first and deals:
        yield first, deals
