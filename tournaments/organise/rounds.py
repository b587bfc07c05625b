"""Rounds from the draw to the close, and the end of an event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone

from scoring.problems import Problem
from tournaments import ledger, queries
from tournaments.audit import Actor, Change, Verb, change
from tournaments.models import (
    Deal,
    Event,
    EventState,
    Publication,
    PublicationState,
    Round,
    RuleSet,
)
from tournaments.organise import draw_checks, draws
from tournaments.pairing import rounds as pairing
from tournaments.refusals import Reason, Refused, refuse


def draw_round(event: Event, actor: Actor, *, method: str | None = None, seed: str = "") -> Round:
    """Draw the next round of an event as a draft, by the event's method and seed unless said.

    The round's seed is the event's with the number of the round and of the attempt, so that nobody
    can go on drawing unseen until a draw pleases. Raises Refused while a deal of an earlier round
    has no result or a draft waits, when too few can be seated, and for a movement not offered.
    """
    number = len(queries.rounds(event)) + 1
    ahead = None if _draw_problems(event) else _ahead(event, number, method, seed)
    with change(event.tournament, actor, Verb.DRAW_ROUND) as made:
        return _draw(made, event, method, seed, ahead)


def redraw_round(round_: Round, actor: Actor, *, method: str | None = None) -> Round:
    """Throw a draft away and draw the round anew, by its next seed. Raises Refused as both do."""
    event, wanted = round_.event, method or round_.method
    ahead = _ahead(event, round_.number, wanted)
    with change(event.tournament, actor, Verb.DRAW_ROUND) as made:
        _discard(round_)
        made.note(discarded=round_.uid, discarded_seed=round_.seed)
        return _draw(made, event, wanted, "", ahead)


def discard_round(round_: Round, actor: Actor) -> None:
    """Throw a drawn round away before anybody saw it; its seed stays in the log."""
    with change(round_.event.tournament, actor, Verb.DISCARD_ROUND) as made:
        made.concerns(round=round_)
        made.note(seed=round_.seed)
        _discard(round_)


def publish_round(round_: Round, actor: Actor) -> None:
    """Publish a drawn round: from now on it is played, and the rules are frozen."""
    event = round_.event
    with change(event.tournament, actor, Verb.PUBLISH_ROUND) as made:
        _move(round_, Round.State.DRAFT, Round.State.PUBLISHED, Reason.ROUND_NOT_DRAFT)
        rules = round_.group.stage.ruleset or event.ruleset
        RuleSet.objects.filter(pk=rules.pk, frozen_at=None).update(frozen_at=timezone.now())
        made.concerns(round=round_)
        ledger.publish(
            made, event, Publication.Kind.DRAW, queries.shown_draw(round_), round_=round_
        )


def close_round(round_: Round, actor: Actor) -> None:
    """Close a round in which every deal has a result, and publish the standings after it.

    Raises Refused while deals lack a result, with the tables, or something is held open.
    """
    event = round_.event
    with change(event.tournament, actor, Verb.CLOSE_ROUND) as made:
        problems = _close_problems(round_)
        if problems:
            raise Refused(*problems)
        _move(round_, Round.State.PUBLISHED, Round.State.CLOSED, Reason.ROUND_NOT_IN_PLAY)
        made.concerns(round=round_)
        kind = Publication.Kind.STANDINGS
        shown = _shown_standings(event, round_.number)
        ledger.publish(made, event, kind, shown, round_=round_)


def finish_event(event: Event, actor: Actor) -> None:
    """Finish an event whose rounds are closed: its standings are official from now on.

    Raises Refused while a round is open or a planned one was not played.
    """
    with change(event.tournament, actor, Verb.FINISH_EVENT) as made:
        made.concerns(event=event)
        problems = _finish_problems(event)
        if problems:
            raise Refused(*problems)
        running = Event.objects.filter(pk=event.pk, state=EventState.PUBLISHED)
        if not running.update(state=EventState.FINISHED):
            raise Refused(refuse(Reason.EVENT_NOT_RUNNING))
        event.state = EventState.FINISHED
        official, kind = PublicationState.OFFICIAL, Publication.Kind.STANDINGS
        ledger.publish(made, event, kind, _shown_standings(event), state=official)


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A round before it is drawn: who can sit, what it is drawn from, the how manieth draw."""

    field: draws.Field
    given: pairing.Input
    attempt: int


def _prepared(event: Event, number: int, method: str | None, seed: str) -> _Prepared:
    wanted, attempt = method or event.draw_method, draws.attempt_of(event, number)
    seed = seed or _fixed_seed(event, wanted) or draws.seed_of(event, number, attempt, wanted)
    field = draws.field_of(event, number)
    return _Prepared(field, draws.input_of(field, wanted, seed, _labels(event)), attempt)


def _ahead(
    event: Event, number: int, method: str | None, seed: str = ""
) -> tuple[pairing.Input, pairing.Drawn] | None:
    """Draw before anything is locked: tables can go on posting while a large draw is made.

    It counts only if the input is still the same when the round is made.
    """
    if not (event.seed or seed):
        return None
    given = _prepared(event, number, method, seed).given
    return None if draw_checks.field_problems(given) else (given, pairing.draw(given))


def _draw(
    made: Change,
    event: Event,
    method: str | None,
    seed: str,
    ahead: tuple[pairing.Input, pairing.Drawn] | None,
) -> Round:
    event.refresh_from_db(fields=["state", "seed", "draw_method"])
    number = len(queries.rounds(event)) + 1
    prepared = _prepared(event, number, method, seed)
    given = prepared.given
    problems = [*_draw_problems(event), *draw_checks.field_problems(given)]
    if problems:
        raise Refused(*problems)
    drawn = ahead[1] if ahead and ahead[0] == given else pairing.draw(given)
    round_ = draws.store(prepared.field, drawn, given, prepared.attempt)
    made.made(round_)
    made.concerns(event=event)
    details = {"method": given.method, "seed": given.seed, "algorithm": round_.algorithm}
    made.note(number=number, attempt=prepared.attempt, input=round_.input_digest, **details)
    return round_


def _discard(round_: Round) -> None:
    drafts = Round.objects.filter(pk=round_.pk, state=Round.State.DRAFT)
    # A game (局) keeps its deals, so they go before it.
    Deal.objects.filter(sitting__segment__match__round__in=drafts).delete()
    if not drafts.delete()[0]:
        raise Refused(refuse(Reason.ROUND_NOT_DRAFT, number=round_.number))


def _labels(event: Event) -> tuple[str, ...]:
    game = queries.game_of(event)
    return game.seats(game.rules(event.ruleset.rules))


def _fixed_seed(event: Event, method: str) -> str:
    """A movement or round robin goes on from the seed with which its first round was drawn."""
    if method not in pairing.FIXED:
        return ""
    earlier = [one for one in queries.rounds(event) if one.method == method]
    return earlier[0].seed if earlier else ""


def _draw_problems(event: Event) -> list[Problem]:
    problems = []
    if event.state != EventState.PUBLISHED:
        problems.append(refuse(Reason.EVENT_NOT_RUNNING))
    for one in queries.rounds(event):
        if one.state == Round.State.DRAFT:
            problems.append(refuse(Reason.ROUND_IN_DRAFT, number=one.number))
        elif one.state == Round.State.PUBLISHED and queries.open_deals(one):
            tables = _named(queries.open_tables(one))
            problems.append(refuse(Reason.ROUND_OPEN, number=one.number, tables=tables))
    return problems


def _move(round_: Round, seen: str, to: str, otherwise: Reason) -> None:
    stamp = {"published_at" if to == Round.State.PUBLISHED else "closed_at": timezone.now()}
    if not Round.objects.filter(pk=round_.pk, state=seen).update(state=to, **stamp):
        raise Refused(refuse(otherwise, number=round_.number))
    round_.refresh_from_db(fields=["state", "published_at", "closed_at"])


def _close_problems(round_: Round) -> list[Problem]:
    problems = []
    missing = queries.open_deals(round_)
    if missing:
        tables = _named(queries.open_tables(round_))
        problems.append(refuse(Reason.DEALS_WITHOUT_RESULT, deals=missing, tables=tables))
    held = queries.holds_of(round_).filter(blocks=True).count()
    if held:
        problems.append(refuse(Reason.HOLDS_OPEN, holds=held))
    return problems


def _finish_problems(event: Event) -> list[Problem]:
    rounds = queries.rounds(event)
    closed = sum(one.state == Round.State.CLOSED for one in rounds)
    planned = max(event.rounds_planned or 1, 1)
    waiting = [one for one in rounds if one.state != Round.State.CLOSED]
    problems = [refuse(Reason.ROUND_NOT_CLOSED, number=one.number) for one in waiting]
    if closed < planned and not waiting:
        problems.append(refuse(Reason.ROUNDS_MISSING, closed=closed, planned=planned))
    return problems


def _named(tables: Sequence[int]) -> str:
    return ", ".join(map(str, tables))


def _shown_standings(event: Event, upto: int | None = None) -> list[dict[str, object]]:
    """Return the standings as they are kept; the next round may be in play already."""
    return [
        {"place": row.rank.place, "entry": row.rank.entry, "total": str(row.rank.total)}
        for row in queries.standings(event, upto)
    ]
