"""The cover of an event and its long picture, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from tournaments.results.event_record import StandingsRow, public_record
from tournaments.results.snapshot import EventSnapshot
from tournaments.standings.ranking import group_by_line
from tournaments.wording.boards import line_text
from web.publish import rank_columns
from web.publish.pages import story
from web.publish.pictures.cover import Cover
from web.publish.pictures.parts import PictureRow
from web.publish.pictures.poster import Poster, Ranked
from web.publish.rank_columns import Measures
from web.publish.sharing import highlight_words, states

MOST: Final = 200
"""The most rows of a long picture: more make it too long for a chat."""
ON_COVER: Final = 3
Rows = Sequence[StandingsRow]


def cover(snapshot: EventSnapshot) -> Cover:
    """Return what the cover says: the state of the event, and who leads."""
    rows = states.ranked(public_record(snapshot).standings())
    columns = rank_columns.columns_of_event(snapshot.event, rows)
    first = states.places(rows[:ON_COVER], columns)
    day = snapshot.event.tournament.place or snapshot.event.tournament.name
    return Cover(states.head(snapshot.event), states.state(snapshot), first, "" if first else day)


def poster(snapshot: EventSnapshot) -> Poster:
    """Return what the long picture says."""
    event, rows = snapshot.event, public_record(snapshot).standings()
    columns = rank_columns.columns_of_event(event, rows)
    by_line = list(group_by_line(states.ranked(rows), lambda row: row.rank.line))
    return Poster(
        head=states.head(event),
        state=states.state(snapshot),
        lists=tuple(_lists(snapshot, rows, by_line, columns)),
        total=columns.deciding.heading,
        facts_title=gettext("Highlights"),
        facts=tuple(fact.line for fact in highlight_words.facts(snapshot)),
        foot=states.foot(event, reverse("event", args=[event.uid])),
        more=_left_out(sum(max(0, len(part) - MOST) for _line, part in by_line)),
        instead="" if by_line else gettext("Nobody has a place yet."),
    )


def _lists(
    snapshot: EventSnapshot, rows: Rows, by_line: Sequence[tuple[str, Rows]], columns: Measures
) -> Iterator[Ranked]:
    ends = {ended.line: ended for ended in story.ended(snapshot, rows, columns)}
    for line, part in by_line:
        title, shown = line_text(line) if line else "", states.places(part[:MOST], columns)
        ended = ends.get(line)
        first = ended.podium if ended else ()
        podium = tuple(PictureRow(str(one.place), one.name, one.total, one.place) for one in first)
        yield Ranked(title, podium, ended.story if ended else "", shown)


def _left_out(more: int) -> str:
    if not more:
        return ""
    text = ngettext(
        "%(more)s more place is on the event's page.",
        "%(more)s more places are on the event's page.",
        more,
    )
    return text % {"more": more}
