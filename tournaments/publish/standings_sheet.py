"""The standings of an event on paper: what is read for it, and how it is laid out in columns."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import get_language, gettext, pgettext

from tournaments import queries
from tournaments.jobs.registry import Progress
from tournaments.models import Event
from tournaments.publish.documents import Kind, Prepared
from tournaments.publish.pages.progress import current_round, state_words
from tournaments.publish.pdf.sheet import Column, Imprint, Sheet
from tournaments.publish.pdf.table import render
from tournaments.queries import StandingsRow
from tournaments.wording import signed

NAME = "standings"
GRID = 12
FIXED = 7
"""The twelfths that rank, name, deals and total take at the least."""


def prepare(event: Event, start: str) -> Prepared:
    """Read the standings in the current language; `start` is our address as others know it."""
    sheet = _settled(event, start)
    return Prepared(
        kind=NAME,
        language=sheet.language,
        about=event.uid,
        seq=event.public_revision,
        title=f"{event.tournament.name} {event.name} {sheet.title}"[:200],
        input=sheet.as_json(),
    )


def draw(data: Mapping[str, Any], progress: Progress) -> bytes:
    """Return the standings as a PDF, from what `prepare` read."""
    wanted = Path(settings.FONT_PATH) if settings.FONT_PATH else None
    return render(Sheet.from_json(data), progress, wanted)


KIND = Kind(NAME, 1, "pdf", "application/pdf", prepare, draw)


def _settled(event: Event, start: str) -> Sheet:
    """Read until nothing has changed meanwhile: the number in the footer is that of the rows."""
    while True:
        seen, sheet = event.public_revision, _sheet(event, start)
        event.refresh_from_db(fields=["public_revision"])
        if event.public_revision == seen:
            return sheet


def _sheet(event: Event, start: str) -> Sheet:
    rows = queries.standings(event)
    adjusted = any(row.rank.reasons for row in rows)
    rounds = _rounds(rows, GRID - FIXED - adjusted)
    return Sheet(
        language=get_language() or settings.LANGUAGE_CODE,
        title=gettext("Standings"),
        lines=_lines(event),
        columns=_columns(rounds, adjusted),
        rows=tuple(_row(row, rounds, adjusted) for row in rows),
        empty=gettext("Nobody has been entered yet."),
        imprint=_imprint(event, start),
    )


def _rounds(rows: tuple[StandingsRow, ...], most: int) -> tuple[int, ...]:
    """Return the rounds that have a column each: all of them, or none where they would not fit."""
    numbers = sorted({one.round for row in rows for one in row.rank.rounds})
    return tuple(numbers) if len(numbers) <= most else ()


def _columns(rounds: tuple[int, ...], adjusted: bool) -> tuple[Column, ...]:
    played = [Column(gettext("Round %(number)s") % {"number": number}, 1) for number in rounds]
    added = [Column(gettext("Adjusted"), 1)] if adjusted else []
    return (
        Column(gettext("Rank"), 1),
        Column(pgettext("person", "Name"), GRID - 4 - len(played) - len(added), number=False),
        Column(gettext("Deals"), 1),
        *played,
        *added,
        Column(gettext("Total"), 2, strong=True),
    )


def _row(row: StandingsRow, rounds: tuple[int, ...], adjusted: bool) -> tuple[str, ...]:
    rank = row.rank
    points = {one.round: signed(one.points) for one in rank.rounds}
    added = [signed(rank.adjustments) if rank.reasons else ""] if adjusted else []
    return (
        str(rank.place),
        row.competitor.name,
        str(rank.deals),
        *(points.get(number, "") for number in rounds),
        *added,
        signed(rank.total),
    )


def _lines(event: Event) -> tuple[str, ...]:
    tournament = event.tournament
    date = formats.date_format(tournament.starts_on, "DATE_FORMAT")
    where = [tournament.club.name, date, tournament.place]
    head = f"{tournament.name} · {event.name}"
    state = current_round(event)
    return (head, " · ".join(filter(None, where)), *([state_words(state)] if state else []))


def _imprint(event: Event, start: str) -> Imprint:
    return Imprint(
        event=f"{event.tournament.name} · {event.name}",
        record=_record(event),
        page=gettext("Page {page} of {pages}"),
        address=start.rstrip("/") + reverse("event", args=[event.uid]) if start else "",
    )


def _record(event: Event) -> str:
    """Say at which entry of the log the standings last changed, and when, where they are played."""
    tournament = event.tournament
    entry = tournament.log.filter(seq=event.public_revision).first()
    if entry is None:
        return gettext("Record no. %(seq)s") % {"seq": event.public_revision}
    local = timezone.localtime(entry.created_at, ZoneInfo(tournament.time_zone))
    return gettext("Record no. %(seq)s of %(time)s (%(zone)s)") % {
        "seq": event.public_revision,
        "time": formats.date_format(local, "DATETIME_FORMAT"),
        "zone": tournament.time_zone,
    }
