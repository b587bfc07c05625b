"""The tables of a round as the desk shows them, and its draft with everything kept of the draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments import queries, table_notes
from tournaments.models import Entry, Match, Round, SitOut, Sitting
from tournaments.pairing import notes
from tournaments.table_notes import NOTHING, TableNote
from tournaments.wording.structure import sit_out_text

NAMED_TABLES = 8
"""So many tables are listed with the numbers of their deals; the others are counted."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody at a table: the seat's label, the name, and the seat's uid."""

    label: str
    name: str
    uid: str


@dataclass(frozen=True, slots=True)
class Tile:
    """A table of a round: who sits there and how many of its deals have a result.

    `open_deals` are the numbers of those that have none; `met_before` says who of them meet again,
    and how often they have met so far.
    """

    uid: str
    number: int
    code: str
    sitters: tuple[Sitter, ...]
    done: int
    deals: int
    open_deals: tuple[int, ...] = ()
    met_before: tuple[tuple[str, str, int], ...] = ()
    note: TableNote = NOTHING

    @property
    def is_done(self) -> bool:
        """Whether every deal has a result."""
        return self.done == self.deals

    @property
    def state(self) -> str:
        """The one word for how the table is: calls, disputed, waiting, done, playing or idle."""
        if self.note.calls:
            return "calls"
        if self.note.disputed:
            return "disputed"
        if self.note.waiting:
            return "waiting"
        if self.is_done:
            return "done"
        return "playing" if self.done else "idle"


@dataclass(frozen=True, slots=True)
class Out:
    """Somebody who sits out of a round: the uid to choose by, the name, and why in words."""

    uid: str
    name: str
    why: str
    is_house: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """What is kept of a draw beside its seats, with names."""

    attempt: int
    sit_outs: tuple[Out, ...]
    exchanges: tuple[tuple[str, str], ...]

    def of_competitors(self) -> Draft:
        """Return the same without house players whom no table needs: they miss nothing."""
        return replace(self, sit_outs=tuple(out for out in self.sit_outs if not out.is_house))


def tiles(round_: Round) -> list[Tile]:
    """Return the tables of a round in the order of their numbers."""
    names = {uid: one.name for uid, one in queries.competitors(round_.event).items()}
    met = {
        table: tuple((names[one], names[other], times) for one, other, times in pairs)
        for table, pairs in notes.read(round_.reasons).met_before.items()
    }
    heard = table_notes.notes_of(round_)
    tables = (_tile(_at(match), met, heard) for match in queries.matches_of(round_))
    return sorted(tables, key=lambda tile: tile.number)


def draft_of(round_: Round) -> Draft:
    """Return who sits out of a round, what a hand has changed, and the how manieth draw it is."""
    kept = notes.read(round_.reasons)
    uids: dict[str, str] = {}
    kinds: dict[str, str] = {}
    names: dict[str, str] = {}
    if kept.sit_outs or kept.exchanges:
        rows = SitOut.objects.filter(round=round_)
        for entry, uid, kind in rows.values_list("entry__uid", "uid", "entry__kind"):
            uids[entry], kinds[entry] = uid, kind
        names = {uid: one.name for uid, one in queries.competitors(round_.event).items()}
    return Draft(
        attempt=kept.attempt,
        sit_outs=tuple(
            Out(
                uids.get(one.entry, ""),
                names[one.entry],
                sit_out_text(one),
                is_house=kinds.get(one.entry) == Entry.Kind.HOUSE,
            )
            for one in kept.sit_outs
        ),
        exchanges=tuple((names[one], names[other]) for one, other in kept.exchanges),
    )


@dataclass(frozen=True, slots=True)
class Missing:
    """What a round waits for: all of its tables without a result, and the first of them."""

    tables: int
    deals: int
    named: tuple[Tile, ...]

    @property
    def more(self) -> int:
        """How many tables are not named."""
        return self.tables - len(self.named)


def missing(shown: Sequence[Tile]) -> Missing:
    """Return what the tables of a round wait for; so many of them are named as can be read."""
    waiting = [tile for tile in shown if not tile.is_done]
    deals = sum(len(tile.open_deals) for tile in waiting)
    return Missing(len(waiting), deals, tuple(waiting[:NAMED_TABLES]))


def _at(match: Match) -> list[Sitting]:
    """Return the sittings of a match in the order of play."""
    segments = sorted(match.segments.all(), key=lambda segment: segment.number)
    return [sitting for segment in segments for sitting in segment.sittings.all()]


def _tile(
    sittings: Sequence[Sitting],
    met: Mapping[int, tuple[tuple[str, str, int], ...]],
    heard: Mapping[int, TableNote],
) -> Tile:
    """Return a table with all of its deals; where seats were mended, as people sat at the last."""
    last = sittings[-1]
    deals = [deal for sitting in sittings for deal in sitting.deals.all()]
    number, seats = last.table.number, last.seats.all()
    return Tile(
        uid=last.table.uid,
        number=number,
        code=last.table.code,
        sitters=tuple(Sitter(seat.label, seat.person.name, seat.uid) for seat in seats),
        done=sum(deal.done for deal in deals),
        deals=len(deals),
        open_deals=tuple(deal.board_no for deal in deals if not deal.done),
        met_before=met.get(number, ()),
        note=heard.get(number, NOTHING),
    )
