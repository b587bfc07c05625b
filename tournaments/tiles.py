"""The tables of a round as the desk shows them, and its draft with everything kept of the draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments import queries, table_notes
from tournaments.models import Entry, Match, Round, SitOut, Sitting
from tournaments.pairing import notes
from tournaments.pairing.notes import Notes
from tournaments.pairing.sit_outs import SitsOut
from tournaments.queries import Competitor
from tournaments.table_notes import NOTHING, TableNote
from tournaments.wording.pairing import reason_text
from tournaments.wording.structure import sit_out_text

BETWEEN_REASONS = "; "
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
    reasons: tuple[str, ...] = ()
    """Why these sit together, in words."""

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
    kept, known = notes.read(round_.reasons), queries.competitors(round_.event)
    met = {
        table: tuple((known[one].name, known[other].name, times) for one, other, times in pairs)
        for table, pairs in kept.met_before.items()
    }
    heard = table_notes.notes_of(round_)
    found = [_tile(_at(match), met, heard) for match in queries.matches_of(round_)]
    if round_.state == Round.State.DRAFT:
        said = reasons_of(kept, known)
        found = [replace(tile, reasons=said.get(tile.number, ())) for tile in found]
    return sorted(found, key=lambda tile: tile.number)


def reasons_of(kept: Notes, known: Mapping[str, Competitor]) -> dict[int, tuple[str, ...]]:
    """Return why who sits together at each table, in words."""
    names = _by_number(known)
    return {
        table: tuple(reason_text(one, names) for one in said)
        for table, said in kept.reasons.items()
        if said
    }


def _by_number(known: Mapping[str, Competitor]) -> dict[str, str]:
    return {str(one.number): one.name for one in known.values()}


def draft_of(round_: Round) -> Draft:
    """Return who sits out of a round, what a hand has changed, and the how manieth draw it is."""
    kept = notes.read(round_.reasons)
    uids: dict[str, str] = {}
    kinds: dict[str, str] = {}
    names: dict[str, str] = {}
    by_number: dict[str, str] = {}
    if kept.sit_outs or kept.exchanges:
        rows = SitOut.objects.filter(round=round_)
        for entry, uid, kind in rows.values_list("entry__uid", "uid", "entry__kind"):
            uids[entry], kinds[entry] = uid, kind
        known = queries.competitors(round_.event)
        names = {uid: one.name for uid, one in known.items()}
        by_number = _by_number(known)
    return Draft(
        attempt=kept.attempt,
        sit_outs=tuple(
            Out(
                uids.get(one.entry, ""),
                names[one.entry],
                _why_out(one, by_number),
                is_house=kinds.get(one.entry) == Entry.Kind.HOUSE,
            )
            for one in kept.sit_outs
        ),
        exchanges=tuple((names[one], names[other]) for one, other in kept.exchanges),
    )


def _why_out(one: SitsOut, names: Mapping[str, str]) -> str:
    said = [reason_text(reason, names) for reason in one.reasons]
    return BETWEEN_REASONS.join(said) if said else sit_out_text(one)


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
