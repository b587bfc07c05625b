"""The page of an event at the desk: its rounds, the tables of a round, and the next step."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from types import MappingProxyType
from typing import Any, Final, cast

from django.contrib.auth.decorators import login_required
from django.db.models import OuterRef, Subquery
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from clubs.registration import at_the_door
from tournaments import organise, results, wording
from tournaments.base.refusals import Reason
from tournaments.base.separators import join_facts
from tournaments.entries import roster
from tournaments.models import Event, Role, Round
from tournaments.organise import movements
from tournaments.organise.absences import suspended_seats
from tournaments.organise.rounds import finish_problems
from tournaments.pairing.rounds import OVER_BOARDS
from tournaments.progress import event_progress, extra_deals, open_questions, table_notes
from tournaments.progress.next_step import (
    DRAWS,
    WAITS,
    DueStep,
    EventProgress,
    Next,
    is_further,
    lacks_results,
    may_draw,
    may_override,
    next_step,
)
from tournaments.progress.open_questions import OpenQuestion
from tournaments.progress.table_notes import RoundNotes
from tournaments.results import event_record
from tournaments.results.snapshot import EventSnapshot
from tournaments.rights import access, ruling_offices
from tournaments.rights.access import DESK
from tournaments.structure import stages, stored_clocks
from tournaments.structure.games import game_of, ruleset_of_stage
from tournaments.wording import games
from tournaments.wording.boards import outlook_sentences
from tournaments.wording.clocks import announcements
from tournaments.wording.next_steps import step_text
from web.desk.frame.views import page, permission_context
from web.desk.rounds import desk_stamps
from web.desk.rounds.forms import NoticeForm
from web.forms.requests import DeskRequest
from web.publish import etag, publications, rank_columns
from web.publish.pages import posted
from web.publish.pages.posted import NOT_POSTED, Posted
from web.publish.publications import PublicationNeeds
from web.publish.round_tables import empty_seats, table_overview

HELD_BY_OTHERS: Final = organise.held_elsewhere("tournament")
HELD_BY_OTHERS_OF_ROUND: Final = organise.held_elsewhere("event__tournament")
MOST_RANKS: Final = 64
"""The most rows of the standings that are shown beside the tables."""
MOST_NAMED: Final = 6
"""The most names without a seat beside the next step; the page lists all of them below."""


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
        snapshot = results.read(shown.event)
        context = _round_context(request, snapshot, shown, notes(), fetched)
        return render(request, "desk/rounds/_round.html", context)

    return etag.conditional(request, stamp, fragment)


def next_context(
    request: DeskRequest,
    snapshot: EventSnapshot,
    known: Mapping[int, Sequence[OpenQuestion]] = MappingProxyType({}),
    *,
    has_calls: bool = False,
) -> dict[str, Any]:
    """Return the context of `_next.html` and of the list of rounds.

    `known` are the open questions of rounds that were read already, by their keys; `has_calls` says
    whether any call for the referee is open.
    """
    event, rounds = snapshot.event, list(snapshot.rounds)
    has_chief = bool(snapshot.public_rounds) or ruling_offices.has_chief(event)
    state = event_progress.progress_of(snapshot, has_chief=has_chief)
    step = next_step(state)
    step_round = next((round_ for round_ in rounds if round_.number == step.number), None)
    questions: Sequence[OpenQuestion] = ()
    if step_round and step.code == Next.CLOSE_ROUND:
        asked = known.get(step_round.pk)
        questions = open_questions.questions_of_round(step_round) if asked is None else asked
    return {
        "event": event,
        "entries": state.entries,
        "last_round": rounds[-1] if rounds else None,
        "step": step,
        "step_words": step_text(step, form=event.form, segments=event.segments),
        "without_seat": _without_seat(snapshot, step),
        "early_end": _early_end(snapshot, step),
        "ties": len(extra_deals.ties(snapshot)) if step.code == Next.FINISH_EVENT else 0,
        "step_round": step_round,
        **_publishing_context(snapshot, step_round if step.code == Next.PUBLISH_ROUND else None),
        "closing_questions": questions,
        "open_calls": open_questions.calls_of_event(event)
        if has_calls and step.code in {Next.CLOSE_ROUND, Next.FINISH_EVENT}
        else (),
        **_drawing_context(snapshot, state),
        "finished": state.finished,
        # A result that was on notice and is official now can no longer be taken back.
        "may_reopen": state.on_notice or not snapshot.regulations.notice_minutes,
        "may_repeat": state.finished and access.directs_club(request.user, event.tournament.club),
        **permission_context(request, event.tournament),
        "chiefs": ruling_offices.has_office(request.user, event, access.CHIEFS),
    }


def _publishing_context(snapshot: EventSnapshot, draft: Round | None) -> dict[str, Any]:
    """Return the context of publishing a draft: the tournament that holds its tables, and sentences
    on decisions made since it was drawn.
    """
    passed_over = organise.draft_questions(draft, snapshot) if draft else ()
    return {
        "neighbour": organise.neighbour(draft) if draft else None,
        "draft_questions": [wording.problem_text(problem) for problem in passed_over],
    }


def _without_seat(snapshot: EventSnapshot, step: DueStep) -> str:
    """Return who gets no seat in the next round because nobody has checked them in.

    While a round is in play, only who was entered since it was drawn.
    """
    last = snapshot.rounds[-1].number if snapshot.rounds else 0
    if step.code in DRAWS:
        names = event_progress.absent(snapshot)
    elif step.code in WAITS | {Next.CLOSE_ROUND} and last != snapshot.event.rounds_planned:
        names = event_progress.absent(snapshot, since_round=last)
    else:
        return ""
    more = "…" if len(names) > MOST_NAMED else ""
    return wording.listed(names[:MOST_NAMED]) + more if names else ""


def _drawing_context(snapshot: EventSnapshot, state: EventProgress) -> dict[str, Any]:
    """Return which round may be drawn, how, and the objections to it."""
    rounds = len(snapshot.rounds)
    is_last = event_progress.is_last_of_way(state, list(snapshot.rounds))
    further, lacking = is_further(state), lacks_results(state)
    return {
        "may_draw": 0 if is_last else may_draw(state),
        "may_override": may_override(state) if lacking and not is_last and not further else 0,
        "is_further": further,
        "lacks_results": lacking,
        "methods": event_progress.draw_methods(snapshot, state),
        "later": range(rounds + 1, max(state.planned or 1, rounds) + 1),
    }


def _early_end(snapshot: EventSnapshot, step: DueStep) -> str:
    """Return how an event can end although a further round could be drawn, "" if it cannot.

    "finish" if no number of rounds was planned, "settings" if it has to be lowered first.
    """
    if step.code not in DRAWS or not snapshot.rounds:
        return ""
    codes = {problem.code for problem in finish_problems(snapshot)}
    if not codes:
        return "finish"
    is_only_stage = len(snapshot.stages) == 1
    return "settings" if codes == {Reason.ROUNDS_MISSING} and is_only_stage else ""


def _event_page(request: DeskRequest, fetched: _ToShow) -> HttpResponse:
    event, shown = fetched.event, fetched.round
    snapshot = results.read(event)
    if shown is None and snapshot.rounds:
        shown = snapshot.rounds[-1]
        if shown.pk == fetched.last:
            shown.reasons = fetched.drawn
    notes = table_notes.read(shown) if shown else None
    context = {
        **_round_context(request, snapshot, shown, notes, fetched),
        "notice": NoticeForm(event),
        "movement": _movement_context(snapshot),
        "rules": games.rule_sentences(game_of(event), event.ruleset.rules),
        "rules_name": join_facts(games.game_name(event.game), games.rules_name(event.ruleset)),
    }
    return render(request, "desk/rounds/event.html", context)


def _round_context(
    request: DeskRequest,
    snapshot: EventSnapshot,
    shown: Round | None,
    notes: RoundNotes | None,
    fetched: _ToShow,
) -> dict[str, Any]:
    """Return the context of `_round.html`, with the notes of the round shown."""
    shown_tiles = (
        table_overview.table_overviews(snapshot, shown, notes.tables) if shown and notes else []
    )
    questions: Sequence[OpenQuestion] = ()
    if shown and notes and notes.has_questions:
        questions = open_questions.questions_of_round(shown)
    in_play = shown is not None and shown.state == Round.State.PUBLISHED
    clock = _clock(snapshot, shown, notes) if shown and notes else None
    has_calls = notes is not None and any(note.calls for note in notes.tables.values())
    return {
        "rounds": list(snapshot.rounds),
        "round": shown,
        "tiles": shown_tiles,
        **_draft_context(snapshot, shown),
        **_missing_context(snapshot, shown, shown_tiles, notes, has_door=fetched.has_door),
        **_standings_context(snapshot),
        "announcements": announcements(has_clock=_has_clock(clock)) if in_play else (),
        "not_begun": any(tile.note.not_begun for tile in shown_tiles),
        "questions": questions,
        "missing": table_overview.missing_results(shown_tiles if in_play else []),
        "absent": event_progress.absent(snapshot),
        "withdrawn": roster.withdrawn(snapshot),
        "clock": clock,
        **_official_context(request, snapshot, shown),
        "stamp": desk_stamps.stamp(shown, notes, timezone.now(), fetched.places)
        if shown and notes
        else "",
        **next_context(
            request, snapshot, {shown.pk: questions} if shown else {}, has_calls=has_calls
        ),
    }


def _draft_context(snapshot: EventSnapshot, shown: Round | None) -> dict[str, Any]:
    """Return what the draw of the round shown has left out, and what may be done about it."""
    if shown is None:
        return {"draft": None, "has_changed": False, "may_exchange": False, "suspended_seats": []}
    is_draft = shown.state == Round.State.DRAFT
    return {
        "draft": table_overview.draft_of(snapshot, shown, organise.sit_out_uids(shown)),
        "has_changed": is_draft and organise.has_changed(shown, snapshot),
        "may_exchange": organise.may_exchange(shown),
        "suspended_seats": suspended_seats.unanswered(snapshot, shown),
    }


def _official_context(
    request: DeskRequest, snapshot: EventSnapshot, shown: Round | None
) -> dict[str, Any]:
    """Return whether the competition is official, what it has posted, and who rules in it."""
    here = access.reach(request.user, snapshot.event.tournament, access.REFEREES)
    return {
        "is_official": snapshot.regulations.is_official,
        "rules_here": here.touches(snapshot.event.pk),
        "posted": _posted(snapshot, shown),
    }


def _posted(snapshot: EventSnapshot, shown: Round | None) -> Posted:
    """Return what an official competition has posted: its final result, or the round shown."""
    if not snapshot.regulations.is_official or shown is None:
        return NOT_POSTED
    if snapshot.event.state == Event.State.FINISHED:
        needs = PublicationNeeds(standings=True, terms=True)
        return posted.of_event(snapshot, publications.read(snapshot.event, needs))
    return posted.of_round(snapshot.event, shown)


def _missing_context(
    snapshot: EventSnapshot,
    shown: Round | None,
    tiles: Sequence[table_overview.TableOverview],
    notes: RoundNotes | None,
    *,
    has_door: bool,
) -> dict[str, Any]:
    """Return the empty seats until the clock of a round is started, and who is at the door."""
    if shown is None or snapshot.event.state != Event.State.PUBLISHED:
        return {"empty_seats": None, "at_door": []}
    waiting = at_the_door.waiting(snapshot.event) if has_door else []
    numbers = frozenset(each.number for each in waiting)
    empty = None
    if not (notes and notes.moves):
        empty = empty_seats.empty_seats(snapshot, shown, tiles, timezone.now(), numbers)
    called = {seat.entry for seat in empty.seats} if empty else frozenset()
    return {
        "empty_seats": empty,
        "at_door": [each for each in waiting if each.number not in called],
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
