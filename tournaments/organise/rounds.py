"""Rounds from the draw to the close, and the end of an event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone

from scoring.problems import Problem
from tournaments import official, results
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import (
    Deal,
    Event,
    EventState,
    Form,
    Publication,
    Round,
    RuleSet,
    Tournament,
)
from tournaments.organise import boards, movements
from tournaments.organise.absences import suspended_seats
from tournaments.organise.drawing import draw_checks, draws, held_places
from tournaments.organise.stages import settle_groups
from tournaments.pairing import rounds as pairing
from tournaments.progress import open_questions, stage_ends
from tournaments.progress.open_questions import OpenQuestion
from tournaments.record import ledger
from tournaments.record.audit import Actor, Change, Verb, change
from tournaments.record.digest import digest
from tournaments.regulations import catalogue
from tournaments.results import event_record, queries
from tournaments.results.snapshot import EventSnapshot, sealed_rounds
from tournaments.results.snapshot_rows import SuspensionRow
from tournaments.rights import ruling_offices
from tournaments.structure import games, segments, sides, stages


def draw_round(
    event: Event,
    actor: Actor,
    *,
    method: str | None = None,
    seed: str = "",
    override: str = "",
) -> Round:
    """Draw the next round of an event as a draft, by default with the stage's method and seed.

    The seed contains the event's seed, the number of the round and that of the attempt, so that
    repeated draws cannot go unnoticed. Raises Refused while a deal of an earlier round has no
    result or a draft exists, with too few entries, and for a movement not offered. With `override`,
    a reason, missing results are ignored; the log records the reason and the tables.
    """
    number, override = len(queries.rounds(event)) + 1, override.strip()
    ahead = None if _draw_problems(event, override) else _draw_early(event, number, method, seed)
    with change(event.tournament, actor, Verb.DRAW_ROUND) as made:
        return _make_draw(made, event, _DrawWish(method, seed, override), ahead)


def redraw_round(
    round_: Round, actor: Actor, *, method: str | None = None, override: str = ""
) -> Round:
    """Discard a draft and draw the round again with its next seed. Raises Refused as both do."""
    event, wanted = round_.event, method or round_.method
    ahead = _draw_early(event, round_.number, wanted)
    with change(event.tournament, actor, Verb.DRAW_ROUND) as made:
        _discard_draft(made, round_)
        made.note(discarded=round_.uid, discarded_seed=round_.seed)
        return _make_draw(made, event, _DrawWish(wanted, "", override.strip()), ahead)


def has_changed(draft: Round, known: EventSnapshot | None = None) -> bool:
    """Whether the input of a draft has changed since: results, entries present, clubs.

    `known` is its event if it was read already.
    """
    field = draws.field_of(known or results.read(draft.event), draft.number)
    draw_input = draws.input_of(field, draft.method, draft.seed, _seat_labels(field.event))
    return digest(draw_input.as_json()) != draft.input_digest


def discard_round(round_: Round, actor: Actor) -> None:
    """Discard a draft; its seed stays in the log."""
    with change(round_.event.tournament, actor, Verb.DISCARD_ROUND) as made:
        made.concerns(round=round_)
        made.note(seed=round_.seed)
        _discard_draft(made, round_)


def publish_round(round_: Round, actor: Actor, *, override: str = "") -> None:
    """Publish a draft: from then on it is played, and the rules are frozen.

    Raises Refused if another tournament of the club holds one of its tables, if it seats a
    suspended person, for the first round of an official competition without a chief referee, and if
    suspensions were decided since the draft was drawn, unless `override` gives a reason, which is
    logged.
    """
    event, override = round_.event, override.strip()
    with change(event.tournament, actor, Verb.PUBLISH_ROUND) as made:
        stored = Event.objects.select_related("ruleset", "tournament").get(pk=event.pk)
        snapshot = results.read(stored)
        questions = draft_questions(snapshot, round_, read_draft_decisions(round_))
        problems = [*_chief_problems(event), *suspended_seats.draft_problems(snapshot, round_)]
        problems += [] if override else questions
        if problems:
            raise Refused(*problems)
        if questions:
            made.note(override=override, passed_over=[row.code.value for row in questions])
        held_places.claim(made, round_)
        _change_state(
            made, round_, Round.State.DRAFT, Round.State.PUBLISHED, Reason.ROUND_NOT_DRAFT
        )
        rules = games.ruleset_of_stage(round_.group.stage, event)
        RuleSet.objects.filter(pk=rules.pk, frozen_at=None).update(frozen_at=timezone.now())
        catalogue.freeze(event)
        made.concerns(round=round_)
        if due := segments.set_first_deadline(round_):
            made.note(line_ups_due=due.isoformat())
        # The boards of a movement that ended early are opened with the next round.
        boards.open_played_boards(made, event)
        ledger.publish(
            made, event, Publication.Kind.DRAW, queries.shown_draw(round_), round_=round_
        )


@dataclass(frozen=True, slots=True)
class DraftDecisions:
    """What was decided since a draft was drawn: the suspensions lifted, and what else it passes
    over.
    """

    lifted: Sequence[SuspensionRow]
    passed_over: Sequence[Problem]


def read_draft_decisions(draft: Round) -> DraftDecisions:
    """Read what was decided since a draft was drawn."""
    lifted = suspended_seats.lifted_since(draft)
    return DraftDecisions(lifted, open_questions.problems_of_draft(draft))


def draft_questions(
    snapshot: EventSnapshot, draft: Round, decisions: DraftDecisions
) -> list[Problem]:
    """Return decisions on suspensions made since a draft was drawn, which it ignores."""
    left_out = suspended_seats.left_out_of(snapshot, draft, decisions.lifted)
    return [*left_out, *decisions.passed_over]


def _chief_problems(event: Event) -> list[Problem]:
    stored = Event.objects.select_related("regulations").get(pk=event.pk)
    return [refuse(Reason.CHIEF_MISSING)] if ruling_offices.lacks_chief(stored) else []


def close_round(round_: Round, actor: Actor, *, override: str = "") -> None:
    """Close a round in which every deal has a result, and publish the standings after it.

    While its boards are sealed no standings are published; the round that opens them does that.
    Raises Refused while deals lack a result, with the tables, or a hold blocks, and while questions
    are open, unless `override` gives a reason, which is logged with the tables.
    """
    event, override = round_.event, override.strip()
    with change(event.tournament, actor, Verb.CLOSE_ROUND) as made:
        round_.event = event = _as_stored(event)
        questions = open_questions.questions_of_round(round_)
        problems = _close_problems(round_, () if override else questions)
        if problems:
            raise Refused(*problems)
        _change_state(
            made, round_, Round.State.PUBLISHED, Round.State.CLOSED, Reason.ROUND_NOT_IN_PLAY
        )
        made.concerns(round=round_)
        if questions:
            tables = open_questions.tables(questions)
            made.note(override=override, undecided=len(questions), tables=tables)
        made.shows(event)
        boards.open_played_boards(made, event)
        snapshot = results.read(event)
        if round_.number not in sealed_rounds(snapshot):
            kind = Publication.Kind.STANDINGS
            shown = event_record.published_standings(snapshot, round_.number)
            posted = ledger.publish(made, event, kind, shown, round_=round_)
            official.post_round(made, round_, posted, is_last=not finish_problems(snapshot))


def finish_event(event: Event, actor: Actor) -> None:
    """Finish an event whose rounds are closed: its standings become official, or go on notice
    first.

    Raises Refused while a round is open or a planned one was not played.
    """
    with change(event.tournament, actor, Verb.FINISH_EVENT) as made:
        made.concerns(event=event)
        if Event.objects.filter(pk=event.pk, state=EventState.FINISHED).exists():
            raise Refused(refuse(Reason.EVENT_FINISHED))
        stored = _as_stored(event)
        problems = finish_problems(results.read(stored))
        if problems:
            raise Refused(*problems)
        running = Event.objects.filter(pk=event.pk, state=EventState.PUBLISHED)
        if not running.update(state=EventState.FINISHED):
            raise Refused(refuse(Reason.EVENT_NOT_RUNNING))
        event.state = stored.state = EventState.FINISHED
        held_places.settle(made)
        boards.open_played_boards(made, stored)
        official.finish(made, stored)


def _as_stored(event: Event) -> Event:
    """Return an event as it is once the lock is held: what was read before may be out of date."""
    related = ("tournament", "ruleset", "regulations")
    return Event.objects.select_related(*related).get(pk=event.pk)


@dataclass(frozen=True, slots=True)
class _DrawWish:
    """The director's wishes for a draw: method, seed, and the reason to override."""

    method: str | None
    seed: str = ""
    override: str = ""


@dataclass(frozen=True, slots=True)
class _PreparedDraw:
    """The field, the input and the attempt number of a round before it is drawn."""

    field: draws.Field
    given: pairing.DrawInput
    attempt: int


def _prepare_draw(event: Event, number: int, method: str | None, seed: str) -> _PreparedDraw:
    # The stored rows are the input, whatever the caller fetched before.
    stored = Event.objects.select_related("ruleset", "tournament").get(pk=event.pk)
    field = draws.field_of(results.read(stored), number)
    attempt = draws.attempt_of(event, number)
    wanted = method or stages.method_of(field.stage)
    seed = seed or draws.fixed_seed(field, wanted)
    seed = seed or draws.seed_of(field.stage, number, attempt, wanted)
    return _PreparedDraw(field, draws.input_of(field, wanted, seed, _seat_labels(event)), attempt)


@dataclass(frozen=True, slots=True)
class _EarlyDraw:
    """A draw made before the lock, and the length of the log at that time."""

    seq: int
    prepared: _PreparedDraw
    drawn: pairing.DrawnRound


def _draw_early(event: Event, number: int, method: str | None, seed: str = "") -> _EarlyDraw | None:
    """Draw before locking, so that tables can go on posting during a large draw.

    The draw is used only if its input is still the same when the round is made.
    """
    if not (event.seed or seed):
        return None
    seq = Tournament.objects.values_list("log_seq", flat=True).get(pk=event.tournament_id)
    prepared = _prepare_draw(event, number, method, seed)
    if draw_checks.field_problems(prepared.given):
        return None
    try:
        return _EarlyDraw(seq, prepared, draw_checks.draw(prepared.given))
    except Refused:
        return None


def _make_draw(made: Change, event: Event, wish: _DrawWish, ahead: _EarlyDraw | None) -> Round:
    event.refresh_from_db(fields=["state", "seed", "draw_method", "movement"])
    number = len(queries.rounds(event)) + 1
    moved = settle_groups(made, event, number)
    if ahead and not moved and made.seq == ahead.seq + 1:
        prepared = ahead.prepared
    else:
        prepared = _prepare_draw(event, number, wish.method, wish.seed)
    draw_input = prepared.given
    problems = [
        *_draw_problems(event, wish.override, prepared.field.snapshot),
        *movements.mixed_lines_problems(event, draw_input.method),
        *movements.opened_boards_problems(prepared.field.stage, draw_input.method),
        *draw_checks.field_problems(draw_input),
        *draw_checks.absent_problems(prepared.field.snapshot, draw_input),
    ]
    if problems:
        raise Refused(*problems)
    is_same = ahead is not None and ahead.prepared.given == draw_input
    drawn = ahead.drawn if ahead and is_same else draw_checks.draw(draw_input)
    round_ = draws.store(made, prepared.field, drawn, draw_input, prepared.attempt)
    made.made(round_)
    made.states(round_)
    made.concerns(event=event)
    details = {"method": draw_input.method, "seed": draw_input.seed, "algorithm": round_.algorithm}
    made.note(number=number, attempt=prepared.attempt, input=round_.input_digest, **details)
    _note_override(made, event, wish.override)
    return round_


def _note_override(made: Change, event: Event, override: str) -> None:
    """Log the tables without results and the reason for drawing regardless."""
    missing = {str(round_.number): queries.open_tables(round_) for round_ in _open_rounds(event)}
    if override and missing:
        made.note(override=override, missing=missing)


def _discard_draft(made: Change, round_: Round) -> None:
    drafts = Round.objects.filter(pk=round_.pk, state=Round.State.DRAFT)
    # A game (局) protects its deals, so they are deleted first.
    Deal.objects.filter(sitting__segment__match__round__in=drafts).delete()
    if not drafts.delete()[0]:
        raise Refused(refuse(Reason.ROUND_NOT_DRAFT, number=round_.number))
    made.ends(round_)


def _seat_labels(event: Event) -> tuple[str, ...]:
    """Return the seats of a table; of teams the sides of a match, because line-ups come later."""
    if event.form == Form.TEAMS:
        return sides.TEAMS
    game = games.game_of(event)
    return game.seats(game.rules(event.ruleset.rules))


def _draw_problems(
    event: Event, override: str = "", known: EventSnapshot | None = None
) -> list[Problem]:
    """Return why the next round cannot be drawn; `known` is the event if it was read already."""
    problems = []
    if event.state != EventState.PUBLISHED:
        problems.append(refuse(Reason.EVENT_NOT_RUNNING))
    drafts = (round_ for round_ in queries.rounds(event) if round_.state == Round.State.DRAFT)
    problems += (refuse(Reason.ROUND_IN_DRAFT, number=draft.number) for draft in drafts)
    for round_ in [] if override else _open_rounds(event):
        tables = _table_list(queries.open_tables(round_))
        problems.append(refuse(Reason.ROUND_OPEN, number=round_.number, tables=tables))
    problems += open_questions.problems_before_draw(event)
    stage = stages.current(event)
    if stages.is_knockout(stage):
        snapshot = known or results.read(stage.event)
        problems += stage_ends.undecided(event_record.knockout_of(snapshot, stage))
    return problems


def _open_rounds(event: Event) -> list[Round]:
    """Return the rounds with missing results, closed ones with retracted results included."""
    return [
        round_
        for round_ in queries.rounds(event)
        if round_.state in Round.PUBLIC and queries.is_open(round_)
    ]


def _change_state(
    made: Change, round_: Round, from_state: str, to_state: str, otherwise: Reason
) -> None:
    stamp = {"published_at" if to_state == Round.State.PUBLISHED else "closed_at": timezone.now()}
    if not Round.objects.filter(pk=round_.pk, state=from_state).update(state=to_state, **stamp):
        raise Refused(refuse(otherwise, number=round_.number))
    round_.refresh_from_db(fields=["state", "published_at", "closed_at"])
    made.states(round_)


def _close_problems(round_: Round, questions: Sequence[OpenQuestion]) -> list[Problem]:
    problems = []
    missing = queries.open_deals(round_)
    if missing:
        tables = _table_list(queries.open_tables(round_))
        problems.append(refuse(Reason.DEALS_WITHOUT_RESULT, deals=missing, tables=tables))
    waiting = segments.tables_of(round_)
    if waiting:
        problems.append(refuse(Reason.LINE_UPS_NOT_REVEALED, tables=_table_list(waiting)))
    held = queries.holds_of(round_).filter(blocks=True).count()
    if held:
        problems.append(refuse(Reason.HOLDS_OPEN, holds=held))
    if questions:
        tables = _table_list(open_questions.tables(questions)) or "—"
        problems.append(refuse(Reason.QUESTIONS_OPEN, questions=len(questions), tables=tables))
    return problems or stage_ends.level_in(round_)


def finish_problems(snapshot: EventSnapshot) -> list[Problem]:
    """Return why an event cannot be finished: a stage still to come, or not at its end."""
    stage = snapshot.current_stage
    after = snapshot.following(stage)
    if after is not None:
        return [refuse(Reason.STAGES_TO_COME, number=after.number)]
    return stage_ends.problems(stage, snapshot)


def _table_list(tables: Sequence[int]) -> str:
    return ", ".join(map(str, tables))
