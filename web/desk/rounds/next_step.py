"""The next step of an event at the desk: what it is in words, what is asked about it, and who is
still missing at the tables before a round starts.

`read_next` reads; what takes the event as it was read asks the database nothing. The first round
starts at the announced start of the event; until then the hall fills, and five minutes before it
the desk reads out who is missing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils.translation import gettext, pgettext

from tournaments import organise, results, wording
from tournaments.base.refusals import Reason
from tournaments.models import Entry, Event, Form, Round
from tournaments.organise import DraftDecisions
from tournaments.organise.drawing.held_places import NeighbourTournament
from tournaments.organise.rounds import finish_problems
from tournaments.progress import event_progress, extra_deals, open_questions
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
from tournaments.progress.open_questions import OpenCall, OpenQuestion
from tournaments.results import suspensions
from tournaments.results.snapshot import EventSnapshot
from tournaments.rights import access, ruling_offices
from tournaments.wording.next_steps import step_text
from web.desk.frame.views import permission_context
from web.forms.requests import DeskRequest
from web.publish.table_overview import TableOverview

MOST_NAMED: Final = 6
"""The most names without a seat beside the next step; the page lists all of them below."""
COMPASS: Final = frozenset("NESW")
SOON: Final = timedelta(minutes=5)
"""How long before the start empty seats are called."""


@dataclass(frozen=True, slots=True)
class DueNow:
    """The next step of an event, its round, and how far the event is."""

    state: EventProgress
    step: DueStep
    round: Round | None

    @property
    def draft(self) -> Round | None:
        """The draft that is to be published."""
        return self.round if self.step.code == Next.PUBLISH_ROUND else None


@dataclass(frozen=True, slots=True)
class StepRead:
    """What is read for the next step beside the event: open matters, the draft, what is allowed.

    `neighbour` is the tournament that holds tables of the draft, `decisions` were made since it.
    """

    questions: Sequence[OpenQuestion]
    calls: Sequence[OpenCall]
    neighbour: NeighbourTournament | None
    decisions: DraftDecisions | None
    allowed: Mapping[str, bool]


def read_next(request: DeskRequest, event: Event) -> tuple[EventSnapshot, dict[str, Any]]:
    """Read an event and return it, with the context of its next step."""
    snapshot = results.read(event)
    due = due_now(snapshot, has_chief=is_led(event, snapshot.public_rounds))
    return snapshot, next_context(snapshot, due, read_step(request, event, due))


def is_led(event: Event, public: Sequence[Round]) -> bool:
    """Read whether an event has a chief referee; after its first public round it needs none."""
    return bool(public) or ruling_offices.has_chief(event)


def due_now(snapshot: EventSnapshot, *, has_chief: bool) -> DueNow:
    """Return the next step of an event."""
    state = event_progress.progress_of(snapshot, has_chief=has_chief)
    step = next_step(state)
    round_ = next((one for one in snapshot.rounds if one.number == step.number), None)
    return DueNow(state, step, round_)


def read_step(
    request: DeskRequest,
    event: Event,
    due: DueNow,
    known: Mapping[int, Sequence[OpenQuestion]] | None = None,
    *,
    has_calls: bool = False,
) -> StepRead:
    """Read what belongs to the next step.

    `known` are the open questions of rounds that were read already, by their keys; `has_calls` says
    whether any call for the referee is open.
    """
    code, draft = due.step.code, due.draft
    questions: Sequence[OpenQuestion] = ()
    if due.round and code == Next.CLOSE_ROUND:
        asked = (known or {}).get(due.round.pk)
        questions = open_questions.questions_of_round(due.round) if asked is None else asked
    ends_play = code in {Next.CLOSE_ROUND, Next.FINISH_EVENT}
    directs = due.state.finished and access.directs_club(request.user, event.tournament.club)
    return StepRead(
        questions=questions,
        calls=open_questions.calls_of_event(event) if has_calls and ends_play else (),
        neighbour=organise.neighbour(draft) if draft else None,
        decisions=organise.read_draft_decisions(draft) if draft else None,
        allowed={
            "may_repeat": directs,
            **permission_context(request, event.tournament),
            "chiefs": ruling_offices.has_office(request.user, event, access.CHIEFS),
        },
    )


def next_context(snapshot: EventSnapshot, due: DueNow, read: StepRead) -> dict[str, Any]:
    """Return the context of `_next.html` and of the list of rounds."""
    event, state, step = snapshot.event, due.state, due.step
    return {
        "event": event,
        "entries": state.entries,
        "last_round": snapshot.rounds[-1] if snapshot.rounds else None,
        "step": step,
        "step_words": step_text(step, form=event.form, segments=event.segments),
        "without_seat": _without_seat(snapshot, step),
        "early_end": _early_end(snapshot, step),
        "ties": len(extra_deals.ties(snapshot)) if step.code == Next.FINISH_EVENT else 0,
        "step_round": due.round,
        "neighbour": read.neighbour,
        "draft_questions": _draft_questions(snapshot, due.draft, read.decisions),
        "closing_questions": read.questions,
        "open_calls": read.calls,
        **_drawing_context(snapshot, state),
        "finished": state.finished,
        # A result that was on notice and is official now can no longer be taken back.
        "may_reopen": state.on_notice or not snapshot.regulations.notice_minutes,
        **read.allowed,
    }


def _draft_questions(
    snapshot: EventSnapshot, draft: Round | None, decisions: DraftDecisions | None
) -> list[str]:
    """Return sentences on the decisions made since a draft was drawn."""
    if draft is None or decisions is None:
        return []
    passed_over = organise.draft_questions(snapshot, draft, decisions)
    return [wording.problem_text(problem) for problem in passed_over]


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


@dataclass(frozen=True, slots=True)
class EmptySeat:
    """A seat whose entry was not checked in: table, seat, name, number and uid of the entry."""

    table: int
    label: str
    name: str
    entry: int
    uid: str
    is_at_door: bool = False

    @property
    def sentence(self) -> str:
        """The sentence to read out in the hall."""
        values = {"table": self.table, "seat": wording.seat_name(self.label), "name": self.name}
        if self.label in COMPASS:
            words = pgettext(
                "seat of a compass", "Table %(table)s, %(seat)s: %(name)s, please take your seat."
            )
        else:
            words = gettext("Table %(table)s, %(seat)s: %(name)s, please take your seat.")
        return words % values


@dataclass(frozen=True, slots=True)
class EmptySeats:
    """The empty seats before a round starts; `is_noted` says whether anybody was checked in.

    `starts_at` is the announced start of the round, if any; from five minutes before, `is_due` says
    that the seats are to be called.
    """

    seats: tuple[EmptySeat, ...]
    is_noted: bool
    starts_at: datetime | None = None
    is_due: bool = True
    unseated: int = 0
    """The number of entries that remain, were not checked in, and have no seat in the round."""


def start_of_round(round_: Round) -> datetime | None:
    """Return the announced start of a round; that of the first is the start of its event."""
    return round_.event.starts_at if round_.number == 1 else None


def next_call(round_: Round, now: datetime) -> datetime | None:
    """Return when the call of a round's empty seats falls due; None if it is past or never due."""
    starts_at = start_of_round(round_)
    return starts_at - SOON if starts_at and now < starts_at - SOON else None


def empty_seats(
    snapshot: EventSnapshot,
    round_: Round,
    tables: Sequence[TableOverview],
    now: datetime,
    at_door: Collection[int] = (),
) -> EmptySeats | None:
    """Return the empty seats of a published round in which nothing was played yet, else None.

    Teams have none, since they are not checked in person by person, and nobody suspended is called.
    `at_door` are the numbers of entries that have come to a kiosk since.
    """
    is_waiting = round_.state == Round.State.PUBLISHED and not any(each.done for each in tables)
    if not is_waiting or snapshot.event.form == Form.TEAMS:
        return None
    present = {entry.number for entry in snapshot.entries if entry.state == Entry.State.CHECKED_IN}
    house = {entry.number for entry in snapshot.entries if entry.kind == Entry.Kind.HOUSE}
    excluded = {row.entry.number for row in suspensions.left_out(snapshot, round_.number).values()}
    uids = {entry.number: entry.uid for entry in snapshot.entries}
    seats = tuple(
        EmptySeat(
            table.number,
            sitter.label,
            sitter.name,
            sitter.entry,
            uids.get(sitter.entry, ""),
            sitter.entry in at_door,
        )
        for table in tables
        for sitter in table.sitters
        if sitter.entry not in present | house | excluded
    )
    seated = {sitter.entry for table in tables for sitter in table.sitters}
    starts_at, is_due = start_of_round(round_), next_call(round_, now) is None
    unseated = len(_not_checked_in(snapshot) - seated - excluded)
    return EmptySeats(seats if present else (), bool(present), starts_at, is_due, unseated)


def _not_checked_in(snapshot: EventSnapshot) -> set[int]:
    """Return the numbers of the competitors that nobody has checked in."""
    return {
        entry.number
        for entry in snapshot.entries
        if entry.kind == Entry.Kind.COMPETITOR and entry.state == Entry.State.ENTERED
    }
