"""The published standings of events for the home page: who leads, and one picture of the ranks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from django.db.models import Max, Q

from tournaments import wording
from tournaments.models import BoardSource, DrawMethod, Entry, Event, Publication
from tournaments.results import event_record
from web.publish.pages.progress import PublicRound
from web.publish.pages.ranked.charts import Tick, fitted, room_of
from web.publish.scroll.svg import curve

NAMED: Final = 3
MOST_LINES: Final = 8
WIDTH: Final = 332
LEFT: Final = 8
END: Final = 172
"""Where the lines end, in their medals, if a name is as long as one may be."""
BESIDE: Final = 18
"""From there to the names."""
ROOM: Final = 114
"""The room of a name as `fitted` measures it; its letters are a fourth larger here."""
LARGER: Final = 1.25
TOP: Final = 14
ROW: Final = 28
"""The height of a row with a name; those below are `NEXT` apart, further ones share the last."""
NEXT: Final = 9
FOOT: Final = 20
TICKS: Final = 16
"""The room of the numbers of the rounds below the grid, and `UNDER` below them."""
UNDER: Final = 2

Shown = Sequence[Mapping[str, Any]]
"""Published standings: the place and the uid of each entry, in order."""


@dataclass(frozen=True, slots=True)
class Leader:
    """Who led in the last published standings, and after which round; `entries` are those first."""

    name: str
    name_in_files: str
    round: int | None
    entries: int = 1

    @property
    def is_named(self) -> bool:
        """Whether a line names them: after a first round half of the entries may share a place."""
        return self.entries <= NAMED


@dataclass(frozen=True, slots=True)
class PictureLine:
    """The line of an entry with its place now, which others may share; three have a name."""

    path: str
    place: int
    end: int
    name: str


@dataclass(frozen=True, slots=True)
class RankPicture:
    """The ranks of the first entries after each round, as lines from the last of them to first."""

    rounds: tuple[Tick, ...]
    lines: tuple[PictureLine, ...]
    end: int = END

    @property
    def names(self) -> int:
        """Where the names begin."""
        return self.end + BESIDE

    @property
    def named(self) -> tuple[PictureLine, ...]:
        """The lines of the first three, the first one first."""
        return tuple(line for line in reversed(self.lines) if line.name)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return WIDTH, max(line.end for line in self.lines) + 2 * FOOT

    @property
    def grid_end(self) -> int:
        """Where the lines of the rounds end, above their numbers."""
        return self.size[1] - TICKS

    @property
    def foot(self) -> int:
        """Where the numbers of the rounds stand."""
        return self.size[1] - UNDER


@dataclass(frozen=True, slots=True)
class PublishedRanks:
    """Who leads each event, by its key, and the picture of one of them."""

    leaders: Mapping[int, Leader]
    pictured: int | None = None
    picture: RankPicture | None = None


def leaders(events: Sequence[Event]) -> Mapping[int, Leader]:
    """Return who leads in the last published standings, by the key of the event."""
    return read(events).leaders


def places(events: Iterable[Event]) -> Mapping[int, Mapping[str, int]]:
    """Return the places in the last published standings, by event and by the uid of the entry."""
    latest = {key: [*shown.values()][-1] for key, shown in _published([*events], None).items()}
    return {
        event: {str(row["entry"]): int(row["place"]) for row in ranks}
        for event, ranks in latest.items()
    }


def to_be_pictured(events: Iterable[Event], states: Mapping[int, PublicRound]) -> Event | None:
    """Return the first event in play of which the ranks of two rounds may be known.

    Who is first in a knockout is not known before its final.
    """
    return next(
        (
            event
            for event in events
            if (state := states.get(event.pk))
            and event.state != Event.State.FINISHED
            and event.boards == BoardSource.TABLE
            and event.draw_method != DrawMethod.KNOCKOUT
            and state.number - state.is_open >= 2
        ),
        None,
    )


def read(events: Sequence[Event], pictured: Event | None = None) -> PublishedRanks:
    """Read the last published standings of the events, and all those of one.

    While boards are still being played, published standings may be sealed; these are left out.
    """
    shown = _published(events, pictured)
    latest = {event: [*by_round.items()][-1] for event, by_round in shown.items()}
    drawn = shown.get(pictured.pk, {}) if pictured else {}
    named = [row["entry"] for row in latest[pictured.pk][1][:NAMED]] if pictured and drawn else []
    entries = _entries([*(uid for _, ranks in latest.values() for uid in _first(ranks)), *named])
    picture = _picture(drawn, entries)
    return PublishedRanks(
        {
            event: _leader([entries[uid] for uid in _first(ranks) if uid in entries], number)
            for event, (number, ranks) in latest.items()
            if _first(ranks)
        },
        pictured.pk if pictured and picture else None,
        picture,
    )


def _published(
    events: Sequence[Event], pictured: Event | None
) -> Mapping[int, Mapping[int | None, Shown]]:
    """Return the last standings of each event, and of one those of every round, the last last."""
    told = [
        event
        for event in events
        if event.boards == BoardSource.TABLE or event.state == Event.State.FINISHED
    ]
    standings = Publication.objects.filter(kind=Publication.Kind.STANDINGS, event__in=told)
    last = standings.values("event").annotate(last=Max("pk")).values("last")
    rows = standings.filter(Q(pk__in=last) | Q(event=pictured)).order_by("pk")
    shown: dict[int, dict[int | None, Shown]] = {}
    for event, number, ranks in rows.values_list("event_id", "round__number", "shown"):
        of_event = shown.setdefault(event, {})
        of_event.pop(number, None)  # a round that was published again is the last one
        of_event[number] = ranks
    return shown


def _first(ranks: Shown) -> list[str]:
    return [str(row["entry"]) for row in ranks if str(row["place"]) == "1"]


def _leader(entries: Sequence[Entry], round_: int | None) -> Leader:
    shown = wording.listed(map(event_record.entry_name, entries))
    in_files = wording.listed(map(event_record.name_in_files, entries))
    return Leader(shown, in_files, round_, len(entries))


def _entries(uids: Iterable[str]) -> Mapping[str, Entry]:
    rows = Entry.objects.filter(uid__in=list(uids)).prefetch_related("members__person")
    return {entry.uid: entry for entry in rows}


def _picture(drawn: Mapping[int | None, Shown], entries: Mapping[str, Entry]) -> RankPicture | None:
    """Return the picture; None of fewer than two rounds, or of two fields that rank apart."""
    numbers = sorted(number for number in drawn if number is not None)
    if len(numbers) < 2 or [*drawn][-1] != numbers[-1] or any(map(_is_divided, drawn.values())):
        return None
    uids = [str(ranked["entry"]) for ranked in drawn[numbers[-1]][:MOST_LINES]]
    names = [_name(entries.get(uid)) for uid in uids[:NAMED]]
    end = max(END, WIDTH - BESIDE - round(LARGER * max(map(room_of, names))))
    along = (end - LEFT) / (len(numbers) - 1)
    at = {number: round(LEFT + along * column) for column, number in enumerate(numbers)}
    # Equal places are drawn below one another, in their order.
    rows = {
        number: {str(ranked["entry"]): row for row, ranked in enumerate(drawn[number], 1)}
        for number in numbers
    }
    lines = []
    for row, (uid, ranked) in enumerate(zip(uids, drawn[numbers[-1]], strict=False), 1):
        points = [
            (at[number], _down(rows[number][uid])) for number in numbers if uid in rows[number]
        ]
        name = names[row - 1] if row <= NAMED else ""
        lines.append(PictureLine(curve(points), int(ranked["place"]), points[-1][1], name))
    shown = numbers[:: -(-len(numbers) // 8)]
    return RankPicture(tuple(Tick(number, at[number]) for number in shown), tuple(lines[::-1]), end)


def _is_divided(ranks: Shown) -> bool:
    return any(int(after["place"]) < int(row["place"]) for row, after in pairwise(ranks))


def _down(row: int) -> int:
    below = min(row, MOST_LINES + 1)
    return TOP + ROW * (min(below, NAMED) - 1) + NEXT * max(0, below - NAMED)


def _name(entry: Entry | None) -> str:
    return fitted(event_record.entry_name(entry), ROOM) if entry else ""
