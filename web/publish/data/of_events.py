"""Tournaments, events and entries as public data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from zoneinfo import ZoneInfo

from django.http import Http404

from tournaments.models import Club, Entry, Event
from tournaments.results import event_record
from tournaments.results.event_record import Competitor
from tournaments.results.snapshot import EventSnapshot
from web.publish.data import links, values
from web.publish.data.listing import Listed, listed
from web.publish.pages import event as event_pages
from web.publish.pages import home, home_standings
from web.publish.pages.home_standings import Leader
from web.publish.publications import Publications
from web.publish.served.page_types import PageSource

Events = Sequence[Event]


def find_index() -> PageSource:
    """Find the index, which is the same for every record."""
    return PageSource((), revision=0)


def read_index() -> values.Index:
    """Return the index: the addresses from which all others are found."""
    return values.Index(
        version="1",
        documentation=links.page("data"),
        openapi=links.page("data_schema"),
        tournaments=links.data("tournaments"),
    )


def find_tournaments() -> PageSource:
    """Find all public events, the latest tournament first."""
    return _source(home.events_by_tournament())


def find_tournament(uid: str) -> PageSource:
    """Find the public events of a tournament. Raises Http404 if it has none."""
    events = home.events_by_tournament()
    own = [event for event in events if event.tournament.uid == uid]
    if not own:
        raise Http404
    return _source(own)


def _source(events: Events) -> PageSource:
    # A club is renamed without a change of its events, and its old name is not told any longer.
    content = [(row.uid, row.public_revision, row.tournament.club.name) for row in events]
    scope = str([(row.uid, row.tournament.club.name) for row in events])
    return PageSource((events,), home.revision(events), (content,), scope=scope)


def read_tournaments(events: Events, page: int) -> Listed:
    """Return tournaments with their public events."""
    grouped = [list(group) for _, group in groupby(events, lambda event: event.tournament)]
    return listed(grouped, page, read_tournament)


def read_tournament(events: Events) -> values.Tournament:
    """Return a tournament with its public events, of which there is one at least."""
    tournament, leaders = events[0].tournament, home_standings.leaders(events)
    return values.Tournament(
        uid=tournament.uid,
        name=tournament.name,
        club=_club(tournament.club),
        place=tournament.place,
        starts_on=tournament.starts_on,
        time_zone=tournament.time_zone,
        state=tournament.state,
        events=tuple(_summary(event, leaders) for event in events),
        url=links.data("tournament", tournament.uid),
        page=links.page("hall_overview", tournament.uid),
    )


def _club(club: Club) -> values.Club:
    return values.Club(club.uid, club.name)


def _summary(event: Event, leaders: Mapping[int, Leader]) -> values.EventSummary:
    leader, zone = leaders.get(event.pk), ZoneInfo(event.tournament.time_zone)
    return values.EventSummary(
        uid=event.uid,
        number=event.number,
        name=event.name,
        game=event.game,
        form=event.form,
        state=event.state,
        # A list holds events of several places, each with its own clocks.
        starts_at=event.starts_at and event.starts_at.astimezone(zone),
        leader=leader.name_in_files if leader else "",
        url=links.data("event", event.uid),
        page=links.page("event", event.uid),
    )


def read_event(snapshot: EventSnapshot, published: Publications) -> values.Event:
    """Return an event with the state that its page shows."""
    shown = event_pages.read(snapshot, published)
    event, tournament, mark = snapshot.event, snapshot.event.tournament, shown.mark
    sentences = (shown.state, shown.withdrawn, *shown.posted.sentences, *shown.sentences)
    return values.Event(
        uid=event.uid,
        number=event.number,
        name=event.name,
        club=_club(tournament.club),
        tournament=tournament.name,
        tournament_url=links.data("tournament", tournament.uid),
        time_zone=tournament.time_zone,
        game=event.game,
        form=event.form,
        state=event.state,
        starts_at=event.starts_at,
        ranking=event.ranking,
        comparison=event.comparison,
        board_source=event.boards,
        rounds_planned=event.rounds_planned,
        entry_count=shown.entries,
        current_round=shown.current.number if shown.current else None,
        is_official=shown.is_official,
        sentences=tuple(filter(None, sentences)),
        log_entry=values.LogEntry(mark.seq, mark.hash) if mark else None,
        url=links.data("event", event.uid),
        entries=links.data("entries", event.uid),
        rounds=links.data("rounds", event.uid),
        standings=links.data("standings", event.uid),
        results=links.data("results", event.uid),
        boards=links.data("boards", event.uid),
        page=links.page("event", event.uid),
    )


def read_entries(snapshot: EventSnapshot, page: int) -> Listed:
    """Return the entries of an event by number, house players among them."""
    known = event_record.public_record(snapshot).competitors
    house = {entry.uid for entry in snapshot.entries if entry.kind == Entry.Kind.HOUSE}

    def _entry(competitor: Competitor) -> values.Entry:
        return values.Entry(
            uid=competitor.uid,
            number=competitor.number,
            name=competitor.name_in_files,
            is_house=competitor.uid in house,
            page=links.page("entry", snapshot.event.uid, competitor.number),
        )

    return listed([*known.values()], page, _entry)


def entry_name(competitor: Competitor) -> values.EntryName:
    """Return an entry as other resources refer to it."""
    return values.EntryName(competitor.uid, competitor.number, competitor.name_in_files)
