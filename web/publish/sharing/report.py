"""The report of an evening for a chat, ten lines of plain text, and the page that shares it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext

from tournaments import wording
from tournaments.models import Event
from tournaments.results.event_record import StandingsRow, public_record
from tournaments.results.snapshot import EventSnapshot
from tournaments.standings.ranking import group_by_line
from tournaments.wording.boards import line_text
from web.publish import address, rank_columns
from web.publish.pages.progress import PublicRound, round_states
from web.publish.pages.ranked import stage_rows
from web.publish.publications import Publications
from web.publish.rank_columns import Measures
from web.publish.sharing import evening, highlight_words, states


@dataclass(frozen=True, slots=True)
class SharePage:
    """What the page shows."""

    event: Event
    rounds: tuple[PublicRound, ...]
    lines: tuple[str, ...]
    """The report for a chat."""
    has_scroll: bool = False
    """Whether the long picture is a scroll, which is there as SVG too."""

    @property
    def text(self) -> str:
        """The report as it is copied."""
        return "\n".join(self.lines)


def read(snapshot: EventSnapshot, published: Publications) -> SharePage:
    """Return what the page shows."""
    has_scroll = evening.evening(snapshot, published) is not None
    told = report(snapshot, published)
    return SharePage(snapshot.event, round_states(snapshot), told, has_scroll)


LINES: Final = 10
FACTS: Final = 3
"""The most lines about highlights."""


def report(snapshot: EventSnapshot, published: Publications) -> tuple[str, ...]:
    """Return the report, at most ten lines: the event, its state, first places and highlights."""
    event = snapshot.event
    rows = states.ranked(public_record(snapshot).standings())
    columns = rank_columns.columns_of_event(event, rows)
    facts = [fact.line for fact in highlight_words.facts(snapshot, published)][:FACTS]
    page = address.outside(event, "event", event.uid)
    title = gettext("[%(event)s] %(tournament)s") % {
        "event": event.name,
        "tournament": event.tournament.name,
    }
    ends = [*facts, *([page] if page else [])]
    first = [title, _state_line(snapshot, published)]
    return (*first, *_places(snapshot, rows, columns, LINES - len(first) - len(ends)), *ends)


def _state_line(snapshot: EventSnapshot, published: Publications) -> str:
    state = states.state(snapshot, published)
    return wording.joined_sentences([state.in_words, state.limit])


def _places(
    snapshot: EventSnapshot, rows: list[StandingsRow], columns: Measures, most: int
) -> Iterator[str]:
    """Yield the first places; two lines that rank separately get half each."""
    lists = list(group_by_line(rows, lambda row: row.rank.line))
    for line, part in lists:
        room = most // len(lists)
        if line:
            yield line_text(line)
            room -= 1
        for row in part[:room]:
            total = stage_rows.total_text(snapshot, row.rank, columns)
            yield f"{row.rank.shown_place}. {row.competitor.name} {total}".rstrip()
