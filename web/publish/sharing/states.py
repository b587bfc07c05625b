"""The state of an event and its places, in the words that pictures and chats share."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, pgettext

from tournaments.base.separators import join_facts
from tournaments.models import Entry, Event
from tournaments.results.event_record import StandingsRow, public_record
from tournaments.results.snapshot import EventSnapshot, sealed_rounds
from web.publish import address, publications
from web.publish.pages import changes_since, story
from web.publish.pages.progress import round_states, sealed_text, state_words
from web.publish.pages.ranked import stage_rows
from web.publish.pictures.parts import Foot, PictureHead, PictureRow, PictureState
from web.publish.publications import Publications
from web.publish.rank_columns import Measures
from web.publish.seals.club_face import mark_of


def is_official(snapshot: EventSnapshot, published: Publications) -> bool:
    """Whether the final standings were published and have not changed since."""
    if not publications.is_finished(snapshot):
        return False
    last = changes_since.changes_of_standings(snapshot, published)
    return last is not None and last.is_final


def state(snapshot: EventSnapshot, published: Publications) -> PictureState:
    """Return the state of an event, and its limit: provisional or sealed."""
    event, rounds = snapshot.event, round_states(snapshot)
    limit = limit_words(snapshot, published)
    if published.is_on_notice:
        return PictureState(pgettext("result", "On notice"), size(snapshot), "waiting", limit=limit)
    if event.state == Event.State.FINISHED:
        seal = pgettext("seal", "Official") if is_official(snapshot, published) else ""
        return PictureState(gettext("Finished"), size(snapshot), "done", seal, limit)
    if not rounds:
        return PictureState(gettext("Not begun"), size(snapshot))
    words = state_words(rounds[-1])
    if rounds[-1].is_open:
        return PictureState(gettext("In play"), words, "live", limit=limit)
    return PictureState(gettext("Between rounds"), words, "waiting", limit=limit)


def limit_words(snapshot: EventSnapshot, published: Publications) -> str:
    """Return the sentence that the places are provisional or sealed; empty if they are final."""
    sealed = sealed_text(sealed_rounds(snapshot))
    if sealed or not snapshot.public_rounds or is_official(snapshot, published):
        return sealed
    return gettext("Provisional, as of %(time)s.") % {"time": _hour()}


def size(snapshot: EventSnapshot) -> str:
    """Return how many entries took part, or will."""
    return story.size_text(snapshot.event, _took_part(snapshot))


def _took_part(snapshot: EventSnapshot) -> int:
    """Return the number that took part; before the first round, that of the remaining entries."""
    entries = [row for row in snapshot.entries if row.kind == Entry.Kind.COMPETITOR]
    if not snapshot.public_rounds:
        return sum(row.state != Entry.State.WITHDRAWN for row in entries)
    return sum(story.took_part(row) for row in public_record(snapshot).standings())


def head(event: Event, *, has_day: bool = True) -> PictureHead:
    """Return the head of a picture; the day is left out of one on which it stands large."""
    tournament = event.tournament
    day = date_format(tournament.starts_on) if has_day else ""
    over = join_facts(tournament.club.name, day, tournament.place)
    return PictureHead(over, event.name, tournament.name, mark_of(tournament.club))


def when(event: Event) -> tuple[str, ...]:
    """Return the day of an event with its weekday, and when it begins if that is known."""
    start = event.local_start
    day = start or event.tournament.starts_on
    values = {"date": date_format(day, "MONTH_DAY_FORMAT"), "weekday": date_format(day, "D")}
    begins = gettext("begins at %(time)s") % {"time": date_format(start, "H:i")} if start else ""
    shown = gettext("%(weekday)s, %(date)s") % values
    return (shown, begins) if begins else (shown,)


def foot(event: Event, name: str, *args: str | int) -> Foot:
    """Return the foot of a picture, without a code if there is no public address."""
    note = gettext("Drawn %(time)s") % {"time": _hour()}
    page = address.outside(event, name, *args)
    if not page:
        return Foot(gettext("Huapai"), join_facts(event.tournament.club.name, note))
    return Foot(
        event.tournament.club.name,
        note,
        page,
        gettext("More on the event's page"),
    )


def ranked(rows: Sequence[StandingsRow]) -> list[StandingsRow]:
    """Return the rows that have a place."""
    return [row for row in rows if row.rank.is_ranked and row.rank.begun]


def places(
    snapshot: EventSnapshot, rows: Sequence[StandingsRow], measures: Measures, most: int
) -> tuple[PictureRow, ...]:
    """Return the first of these rows of the standings for a picture.

    Medals are those of the page. Where a knockout ranks all that are
    shown they have the round that was reached instead of a total.
    """
    stages = stage_rows.stage_by_entry(snapshot)
    by_knockout = stage_rows.are_by_knockout(snapshot, rows[:most])
    medals = stage_rows.medals(snapshot, rows)
    return tuple(
        PictureRow(
            str(row.rank.shown_place),
            row.competitor.name,
            stages[row.rank.entry].reached
            if by_knockout
            else stage_rows.total_text(snapshot, row.rank, measures),
            medals.get(row.rank.entry, 0),
        )
        for row in rows[:most]
    )


def _hour() -> str:
    return timezone.localtime().strftime("%Y-%m-%d %H:%M")
