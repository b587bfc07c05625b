"""The page of an event at the desk: its rounds, the tables of a round, and the next step."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Final, cast

from django.contrib.auth.decorators import login_required
from django.db.models import OuterRef, Subquery
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from clubs.registration import at_the_door
from clubs.registration.at_the_door import WaitingEntry
from tournaments import organise, results
from tournaments.base.announcements import announcements
from tournaments.base.separators import join_facts
from tournaments.entries import roster
from tournaments.models import Event, Role, Round
from tournaments.organise import movements
from tournaments.organise.absences import suspended_seats
from tournaments.pairing.rounds import OVER_BOARDS
from tournaments.progress import event_progress, open_questions, table_notes
from tournaments.progress.open_questions import OpenQuestion
from tournaments.progress.table_notes import RoundNotes
from tournaments.results import event_record
from tournaments.results.snapshot import EventSnapshot
from tournaments.rights import access
from tournaments.rights.access import DESK
from tournaments.structure import stages, stored_clocks
from tournaments.structure.games import game_of, ruleset_of_stage
from tournaments.structure.regulations import regulations_of
from tournaments.wording import games
from tournaments.wording.boards import outlook_sentences
from web.desk.frame.views import page
from web.desk.rounds import desk_stamps
from web.desk.rounds.forms import NoticeForm
from web.desk.rounds.next_step import (
    DueNow,
    StepRead,
    due_now,
    empty_seats,
    is_led,
    next_context,
    read_step,
)
from web.forms.requests import DeskRequest
from web.publish import etag, publications, rank_columns, table_overview
from web.publish.pages import posted
from web.publish.pages.posted import NOT_POSTED, Posted
from web.publish.publications import PublicationNeeds, Publications

HELD_BY_OTHERS: Final = organise.held_elsewhere("tournament")
HELD_BY_OTHERS_OF_ROUND: Final = organise.held_elsewhere("event__tournament")
MOST_RANKS: Final = 64
"""The most rows of the standings that are shown beside the tables."""
A_FOLD: Final = 12
"""The number of tables of a draft in a fold."""


@dataclass(frozen=True, slots=True)
class _ToShow:
    """An event, the round that the address names, and what the same query returns about them.

    `last` is the key of the last round in force, and `drawn` what its draw has kept, which the read
    of the event leaves out. A named round has its own. `places` are those that others hold.
    """

    event: Event
    round: Round | None
    has_door: bool
    places: str
    last: int | None = None
    drawn: Any = None


def _event(request: DeskRequest, roles: Collection[Role], uid: str) -> _ToShow:
    standing = Round.objects.filter(event=OuterRef("pk")).exclude(state=Round.State.CANCELLED)
    last = standing.order_by("-number")
    row: Any = access.event_as(
        request.user,
        uid,
        roles,
        last=Subquery(last.values("pk")[:1]),
        drawn=Subquery(last.values("reasons")[:1]),
        door=at_the_door.is_anybody("pk"),
        places=HELD_BY_OTHERS,
    )
    return _ToShow(row, None, row.door, row.places or "", row.last, row.drawn)


@dataclass(frozen=True, slots=True)
class _BesideRound:
    """What is read beside an event for the tables of a round: who waits at the door, who sits out
    of a draft, what was posted, and what belongs to the next step.
    """

    step: StepRead
    questions: Sequence[OpenQuestion]
    at_door: Sequence[WaitingEntry]
    sit_outs: Mapping[str, str]
    rules_here: bool
    posted: Posted | Publications


@page(_event, DESK)
def event(request: DeskRequest, shown: _ToShow) -> HttpResponse:
    """Show an event with its last round and its next step."""
    return _event_page(request, shown)


def _round(request: DeskRequest, roles: Collection[Role], uid: str) -> _ToShow:
    door = at_the_door.is_anybody("event")
    row: Any = access.round_as(request.user, uid, roles, door=door, places=HELD_BY_OTHERS_OF_ROUND)
    return _ToShow(row.event, row, row.door, row.places or "")


@page(_round, DESK)
def round_(request: DeskRequest, shown: _ToShow) -> HttpResponse:
    """Show an event with the tables of one of its rounds."""
    return _event_page(request, shown)


@cache_control(private=True)
@login_required
@require_safe
def live(request: DeskRequest, uid: str) -> HttpResponse:
    """Answer with the tables of a round and the next step, or 304 if nothing has changed."""
    door, pulse = at_the_door.is_anybody("event"), table_notes.pulse()
    row: Any = access.round_as(
        request.user, uid, DESK, door=door, pulse=pulse, places=HELD_BY_OTHERS_OF_ROUND
    )
    shown, fetched = cast(Round, row), _ToShow(row.event, row, row.door, row.places or "")
    notes = cache(partial(table_notes.read, shown))
    stamp = desk_stamps.of_round(shown, timezone.now(), notes)

    def fragment() -> HttpResponse:
        snapshot, known = results.read(shown.event), notes()
        due = due_now(snapshot, has_chief=is_led(shown.event, snapshot.public_rounds))
        beside = _read_beside(request, fetched, shown, known, due)
        context = _round_context(snapshot, shown, known, due, beside)
        context["stamp"] = _stamp(shown, known, fetched)
        return render(request, "desk/rounds/_round.html", context)

    return etag.conditional(request, stamp, fragment)


def _event_page(request: DeskRequest, fetched: _ToShow) -> HttpResponse:
    event, shown = fetched.event, fetched.round
    snapshot = results.read(event)
    if shown is None and snapshot.rounds:
        shown = snapshot.rounds[-1]
        if shown.pk == fetched.last:
            shown.reasons = fetched.drawn
    notes = table_notes.read(shown) if shown else None
    due = due_now(snapshot, has_chief=is_led(event, snapshot.public_rounds))
    beside = _read_beside(request, fetched, shown, notes, due)
    context = {
        **_round_context(snapshot, shown, notes, due, beside),
        "stamp": _stamp(shown, notes, fetched),
        "notice": NoticeForm(event),
        "movement": _movement_context(snapshot),
        "rules": games.rule_sentences(game_of(event), event.ruleset.rules),
        "rules_name": join_facts(games.game_name(event.game), games.rules_name(event.ruleset)),
    }
    return render(request, "desk/rounds/event.html", context)


def _read_beside(
    request: DeskRequest,
    fetched: _ToShow,
    shown: Round | None,
    notes: RoundNotes | None,
    due: DueNow,
) -> _BesideRound:
    """Read what a round shows beside its event."""
    event, questions = fetched.event, tuple[OpenQuestion, ...]()
    if shown and notes and notes.has_questions:
        questions = tuple(open_questions.questions_of_round(shown))
    has_calls = notes is not None and any(note.calls for note in notes.tables.values())
    known = {shown.pk: questions} if shown else {}
    waits = shown is not None and fetched.has_door and event.state == Event.State.PUBLISHED
    return _BesideRound(
        step=read_step(request, event, due, known, has_calls=has_calls),
        questions=questions,
        at_door=at_the_door.waiting(event) if waits else (),
        sit_outs=organise.sit_out_uids(shown) if shown else {},
        rules_here=access.reach(request.user, event.tournament, access.REFEREES).touches(event.pk),
        posted=_read_posted(event, shown),
    )


def _read_posted(event: Event, shown: Round | None) -> Posted | Publications:
    """Read what an official competition has posted: its final result, or the round shown."""
    if shown is None or not regulations_of(event).is_official:
        return NOT_POSTED
    if event.state == Event.State.FINISHED:
        return publications.read(event, PublicationNeeds(standings=True, terms=True))
    return posted.of_round(event, shown)


def _stamp(shown: Round | None, notes: RoundNotes | None, fetched: _ToShow) -> str:
    if shown is None or notes is None:
        return ""
    return desk_stamps.stamp(shown, notes, timezone.now(), fetched.places)


def _round_context(
    snapshot: EventSnapshot,
    shown: Round | None,
    notes: RoundNotes | None,
    due: DueNow,
    beside: _BesideRound,
) -> dict[str, Any]:
    """Return the context of `_round.html`, with the notes of the round shown."""
    shown_tiles = (
        table_overview.table_overviews(snapshot, shown, notes.tables) if shown and notes else []
    )
    in_play = shown is not None and shown.state == Round.State.PUBLISHED
    clock = _clock(snapshot, shown, notes) if shown and notes else None
    told = beside.posted
    return {
        "rounds": list(snapshot.rounds),
        "round": shown,
        "tiles": shown_tiles,
        "drawn_alike": _drawn_alike(shown_tiles),
        "draft_folds": _draft_folds(shown_tiles),
        **_draft_context(snapshot, shown, beside),
        **_missing_context(snapshot, shown, shown_tiles, notes, beside),
        **_standings_context(snapshot),
        "announcements": announcements(has_clock=_has_clock(clock)) if in_play else (),
        "not_begun": any(tile.note.not_begun for tile in shown_tiles),
        "questions": beside.questions,
        "missing": table_overview.missing_results(shown_tiles if in_play else []),
        "absent": event_progress.absent(snapshot),
        # Who has advanced in a knockout is not left out: the draw asks for them.
        "is_knockout": stages.is_knockout(snapshot.current_stage),
        "withdrawn": roster.withdrawn(snapshot),
        "clock": clock,
        "is_official": snapshot.regulations.is_official,
        "rules_here": beside.rules_here,
        "posted": told if isinstance(told, Posted) else posted.of_event(snapshot, told),
        **next_context(snapshot, due, beside.step),
    }


@dataclass(frozen=True, slots=True)
class DraftFold:
    """Some tables of a draft in a row; open if they are the first or some meet again there."""

    tiles: Sequence[table_overview.TableOverview]
    is_open: bool

    @property
    def last(self) -> int:
        """The number of its last table."""
        return self.tiles[-1].number


def _draft_folds(tiles: Sequence[table_overview.TableOverview]) -> list[DraftFold]:
    """Return the tables of a draft in folds; as one where all but a few would be in sight."""
    size = A_FOLD if len(tiles) > A_FOLD + A_FOLD // 2 else max(1, len(tiles))
    return [
        DraftFold(part, not start or any(tile.met_before for tile in part))
        for start in range(0, len(tiles), size)
        if (part := tiles[start : start + size])
    ]


def _drawn_alike(tiles: Sequence[table_overview.TableOverview]) -> tuple[str, ...]:
    """Return the reasons of a draw where they are those of every table; else nothing."""
    reasons = {tile.reasons for tile in tiles}
    return next(iter(reasons)) if len(reasons) == 1 and len(tiles) > 1 else ()


def _draft_context(
    snapshot: EventSnapshot, shown: Round | None, beside: _BesideRound
) -> dict[str, Any]:
    """Return what the draw of the round shown has left out, and what may be done about it."""
    if shown is None:
        return {"draft": None, "has_changed": False, "may_exchange": False, "suspended_seats": []}
    is_draft = shown.state == Round.State.DRAFT
    return {
        "draft": table_overview.draft_of(snapshot, shown, beside.sit_outs),
        "has_changed": is_draft and organise.has_changed(shown, snapshot),
        "may_exchange": organise.may_exchange(shown),
        "suspended_seats": suspended_seats.unanswered(snapshot, shown),
    }


def _missing_context(
    snapshot: EventSnapshot,
    shown: Round | None,
    tiles: Sequence[table_overview.TableOverview],
    notes: RoundNotes | None,
    beside: _BesideRound,
) -> dict[str, Any]:
    """Return the empty seats until the clock of a round is started, and who is at the door."""
    if shown is None or snapshot.event.state != Event.State.PUBLISHED:
        return {"empty_seats": None, "at_door": []}
    numbers = frozenset(each.number for each in beside.at_door)
    empty = None
    if not (notes and notes.moves):
        empty = empty_seats(snapshot, shown, tiles, timezone.now(), numbers)
    called = {seat.entry for seat in empty.seats} if empty else frozenset()
    return {
        "empty_seats": empty,
        "at_door": [each for each in beside.at_door if each.number not in called],
    }


def _standings_context(snapshot: EventSnapshot) -> dict[str, Any]:
    """Return the first rows of the standings, none before anything was played.

    They have medals once the first criterion separates anybody, not while all have 0.
    """
    deciding = _deciding(snapshot.event)
    rows = event_record.public_record(snapshot).standings()
    shown = rows[:MOST_RANKS] if any(row.rank.deals for row in rows) else ()
    values = {deciding.value(row.rank) for row in shown if row.rank.begun}
    return {"standings": shown, "deciding": deciding, "has_medals": len(values) > 1}


def _deciding(event: Event) -> rank_columns.RankColumn:
    """Return the column of the first criterion."""
    columns = rank_columns.columns_of_event(event)
    return next((column for column in columns.on_screen if column.decides), columns.total)


def _clock(snapshot: EventSnapshot, shown: Round, notes: RoundNotes) -> stored_clocks.Panel | None:
    stages_of_groups = {group.pk: group.stage for group in snapshot.groups}
    rules = ruleset_of_stage(stages_of_groups[shown.group_id], snapshot.event)
    return stored_clocks.panel_of(shown, notes.moves, rules)


def _has_clock(clock: stored_clocks.Panel | None) -> bool:
    """Whether a round has a clock, rather than being started and stopped by word."""
    return clock is not None and clock.face is not None


def _movement_context(snapshot: EventSnapshot) -> dict[str, list[str]]:
    """Return the outlook of a movement over boards before it begins, as context; else empty."""
    if stages.method_of(snapshot.current_stage) not in OVER_BOARDS:
        return {}
    outlook = None if movements.has_begun(snapshot) else movements.outlook(snapshot)
    return {"comes_to": list(outlook_sentences(outlook)) if outlook else []}
