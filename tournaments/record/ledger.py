"""The only interface to the official record: results, adjustments, holds and publications.

Every function takes the open `audit.Change` of its caller, so that everything recorded is logged,
and decisions of the packages above become official in the same transaction.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from django.utils import timezone

from tournaments.base.refusals import Reason, Refused, Stale, refuse
from tournaments.formats import penalty_units
from tournaments.models import (
    Adjustment,
    BoardLayout,
    Deal,
    Entry,
    Event,
    Game,
    Hold,
    Match,
    Offender,
    PenaltyWarning,
    Person,
    Publication,
    PublicationKind,
    PublicationState,
    Result,
    ResultKind,
    Round,
    Seat,
    Side,
    Sitting,
    WarningLevel,
)
from tournaments.models.record import OWED, PLAYED_AGAIN
from tournaments.record.audit import Change
from tournaments.record.counter_rows import counter_row, require_reason
from tournaments.record.digest import digest
from tournaments.record.sameness import same_facts
from tournaments.structure import game_standings, games, match_parts, segments
from tournaments.structure.games import counting_of
from tournaments.system import compiled_queries

IN_PLAY: Final = Round.PUBLIC
"""The states of a round in which results are taken in; closed ones are corrected."""

_NEXT_VERSION = {
    done: compiled_queries.Update(
        lambda deal, seen: Deal.objects.filter(pk=deal, version=seen),
        int,
        int,
        version=int,
        done=done,
    )
    for done in (True, False)
}
_RESULTS = compiled_queries.Creation(Result)
_OPEN_HOLDS = compiled_queries.Query(
    lambda deal, code: Hold.objects.filter(deal=deal, code=code, released_at=None).values_list(
        "origin_uid"
    ),
    int,
    str,
)
_GAMES_OF_MATCH = compiled_queries.Query(
    lambda match: Game.objects.filter(match=match).values_list("pk"), int
)


@dataclass(frozen=True, slots=True)
class Origin:
    """The source of a record in the package that posts it, such as a sheet or a ruling.

    `deal` identifies the table, `seat` or `person` the offender, in a `round`. A result `settles`
    what is owed for its deal by default.
    """

    uid: str
    label: str
    deal: Deal | None = None
    seat: Seat | None = None
    person: Person | None = None
    round: Round | None = None
    settles: bool | None = None

    @property
    def columns(self) -> dict[str, str]:
        """The columns of the origin in every row that it posts."""
        return {"origin_uid": self.uid, "origin_label": self.label}


@dataclass(frozen=True, slots=True)
class Report:
    """The intended result of a deal: its kind and the facts in the form of the game."""

    kind: ResultKind
    facts: Mapping[str, Any]


def post(
    change: Change,
    deal: Deal,
    report: Report,
    *,
    seen: int,
    origin: Origin,
    reason: str = "",
    releases: str = "",
) -> Result:
    """Make `report` the live result of `deal`, retiring version `seen`.

    `releases` is the code of the holds on the deal that end with its result. Holds for an owed
    result end too, if the origin settles that.

    Raises Refused with every problem that the game reports, with `reason_missing` if a result is
    replaced without a reason, and Stale if `seen` is no longer the live version.
    """
    problems = []
    round_ = deal.sitting.segment.match.round
    if round_.state not in IN_PLAY:
        problems.append(refuse(Reason.ROUND_NOT_IN_PLAY, number=round_.number))
    if seen and not reason.strip():
        problems.append(refuse(Reason.REASON_MISSING, field="reason"))
    if problems:
        raise Refused(*problems)
    result = _add_version(change, deal, report, seen=seen, origin=origin, reason=reason)
    settles = report.kind not in PLAYED_AGAIN if origin.settles is None else origin.settles
    # A first result cannot be owed yet.
    for code in filter(None, (releases, OWED if seen and settles else "")):
        for (held_by,) in _OPEN_HOLDS.all(deal.pk, code):
            release(change, code, origin=Origin(held_by, origin.label))
    update_games(change, deal.sitting.segment.match, deal)
    if deal.event.line_up_minutes is not None and (due := segments.set_next_deadline(deal)):
        change.note_each("line_ups_due", due.isoformat())
    return result


def says_the_same(deal: Deal, report: Report) -> bool:
    """Whether a report equals the newest version of a deal's result."""
    newest = Result.objects.filter(deal=deal, version=deal.version).first()
    if newest is None or newest.kind != report.kind:
        return False
    return same_facts(newest.facts, report.facts)


def reload_round_state(sitting: Sitting) -> None:
    """Reload the state of a sitting's round, for callers that fetched it before the change.

    Another desk may have withdrawn the draw meanwhile. A draft is not reloaded: it may be gone.
    """
    round_ = sitting.segment.match.round
    if round_.state in IN_PLAY:
        round_.refresh_from_db(fields=["state"])


def adjust(
    change: Change,
    entry: Entry,
    amount: Fraction,
    *,
    reason: str,
    origin: Origin,
    article: str = "",
    side: Side | None = None,
) -> Adjustment:
    """Add penalty points to an entry's standings; with its `side` of a match, to the game (局).

    Penalties of a game count at its end; if a match has several tables, at that of the deal of
    their origin. Raises Refused without a reason.
    """
    require_reason(reason)
    event, stages = entry.event, Adjustment.StageOfSum
    unit = penalty_units.penalty_unit(
        counting_of(event), event.ranking, at_table=bool(side), comparison=event.comparison
    )
    adjustment = Adjustment.objects.create(
        event=event,
        entry=None if side else entry,
        side=side,
        deal=origin.deal if side else None,
        unit=unit,
        stage_of_sum=stages.GAME if side else stages.STANDINGS,
        numerator=amount.numerator,
        denominator=amount.denominator,
        reason=reason,
        article=article,
        **origin.columns,
    )
    seat, person = origin.seat, origin.seat.person if origin.seat else origin.person
    if person is not None:
        named = {"person": person, "seat": seat.label if seat else ""}
        change.made(Offender.objects.create(adjustment=adjustment, **named))
    return _log_adjustment(change, adjustment)


def reverse(change: Change, adjustment: Adjustment, *, reason: str, origin: Origin) -> Adjustment:
    """Reverse an adjustment by a counter-entry; both stay. Raises Refused the second time."""
    same = ("event", "entry", "side", "deal", "unit", "stage_of_sum", "denominator", "article")
    counter = counter_row(adjustment, same, reason, origin.columns, numerator=-adjustment.numerator)
    return _log_adjustment(change, counter)


def warn(
    change: Change,
    entry: Entry,
    level: WarningLevel,
    *,
    reason: str,
    origin: Origin,
    article: str = "",
) -> PenaltyWarning:
    """Warn an entry for an act of the seat, or person, of the origin; `article` is a code.

    Raises Refused without a reason.
    """
    require_reason(reason)
    seat = origin.seat
    warning = PenaltyWarning.objects.create(
        event=entry.event,
        entry=entry,
        person=seat.person if seat else origin.person,
        seat=seat.label if seat else "",
        level=level,
        article=article,
        round=origin.round,
        deal=origin.deal,
        reason=reason,
        **origin.columns,
    )
    return _log_warning(change, warning)


def take_back_warning(
    change: Change, warning: PenaltyWarning, *, reason: str, origin: Origin
) -> PenaltyWarning:
    """Take a warning back by a counter-row; both stay. Raises Refused the second time."""
    same = ("event", "entry", "person", "seat", "level", "article", "round", "deal")
    counter = counter_row(warning, same, reason, origin.columns)
    return _log_warning(change, counter)


def hold(
    change: Change,
    on: Deal | Match | Round | Event,
    code: str,
    *,
    origin: Origin,
    blocks: bool = True,
) -> Hold:
    """Record an open question on a deal, a match or a round, or on an event (`held`)."""
    target = {type(on).__name__.lower(): on}
    raised = Hold.objects.create(
        tournament=change.tournament, code=code, origin_uid=origin.uid, blocks=blocks, **target
    )
    change.concerns(hold=raised, **target)
    return raised


def held(event: Event, round_: Round | None) -> Round | Event:
    """Return what a hold is on: the round, else the event's last public one, else the event.

    Never a draft, which could not be thrown away any more.
    """
    public = event.rounds.filter(state__in=Round.PUBLIC).order_by("number")
    return round_ or public.last() or event


def state_layout(
    change: Change, deal: Deal, layout: int, *, reason: str, origin: Origin
) -> BoardLayout:
    """State the cards with which a table played a fouled board; 1 means as dealt."""
    require_reason(reason)
    row = BoardLayout.objects.create(deal=deal, layout=layout, reason=reason, **origin.columns)
    change.made(row)
    change.concerns(deal=deal)
    change.shows(deal.event)
    return row


def release(change: Change, code: str, *, origin: Origin) -> int:
    """Release the holds of a code and an origin; return their number."""
    holds = Hold.objects.filter(
        tournament=change.tournament, code=code, origin_uid=origin.uid, released_at=None
    )
    number = holds.update(released_at=timezone.now())
    if number:
        change.note_each("released", code)
    return number


def update_games(change: Change, match: Match, deal: Deal | None = None) -> None:
    """Update the games (局) of a match from results and penalties; with `deal`, only its game.

    Missing deals are created, and deals left over at the end of a game are closed, in the same
    change.
    """
    if deal.game_id is None if deal else not _GAMES_OF_MATCH.any(match.pk):
        return
    followed = match.games.filter(deals=deal) if deal else match.games.order_by("number")
    for game in followed:
        step = game_standings.next_step(game)
        was_ended = game.ended_at is not None
        if step.ended != was_ended:
            ended_at = timezone.now() if step.ended else None
            Game.objects.filter(pk=game.pk).update(ended_at=ended_at)
            change.note_each("game_ended", step.ended)
        origin = Origin(uid=game.uid, label=games.ORIGIN)
        for kind, deals, reason in (
            (Result.Kind.NOT_PLAYED, step.leaves, games.HAD_ENDED),
            (Result.Kind.RETRACTED, step.reopens, games.GOES_ON),
        ):
            for game_deal in deals:
                report = Report(kind, {})
                _add_version(
                    change, game_deal, report, seen=game_deal.version, origin=origin, reason=reason
                )
        if step.wants:
            made = match_parts.add_deal(game, step.wants)
            change.note_each("next_deal", made.uid)
            change.shows(made.event)


def publish(
    change: Change,
    event: Event,
    kind: PublicationKind,
    shown: Any,
    *,
    round_: Round | None = None,
    state: PublicationState = PublicationState.PROVISIONAL,
) -> Publication:
    """Publish `shown`, which names entries and persons by uid only."""
    publication = Publication.objects.create(
        event=event,
        round=round_,
        kind=kind,
        state=state,
        seq=change.seq,
        digest=digest(shown),
        shown=shown,
    )
    change.made(publication)
    change.shows(event)
    return publication


def _log_warning(change: Change, warning: PenaltyWarning) -> PenaltyWarning:
    change.made(warning)
    change.shows(warning.event)
    return warning


def _log_adjustment(change: Change, adjustment: Adjustment) -> Adjustment:
    change.made(adjustment)
    change.shows(adjustment.event)
    if adjustment.side:
        update_games(change, adjustment.side.match)
    return adjustment


def _add_version(
    change: Change, deal: Deal, report: Report, *, seen: int, origin: Origin, reason: str
) -> Result:
    """Add a checked version of a deal's result."""
    settled = games.settle(deal, report.kind, report.facts)
    done = report.kind not in PLAYED_AGAIN
    if not _NEXT_VERSION[done].run(seen + 1, deal.pk, seen):
        raise Stale(refuse(Reason.RESULT_CHANGED, seen=seen))
    result = _RESULTS.create(
        deal=deal,
        version=seen + 1,
        retires=deal.results.get(version=seen) if seen else None,
        kind=report.kind,
        facts=dict(report.facts),
        **origin.columns,
        reason=reason,
        **settled,
    )
    deal.version, deal.done = result.version, done
    change.made(result)
    change.concerns(deal=deal)
    change.shows(deal.event)
    if _may_open_board(deal):
        change.moves_all()
    return result


def _may_open_board(deal: Deal) -> bool:
    """Whether this is the last table to play the board of a deal, so that all tables may see it."""
    if deal.board_id is None:
        return False
    waiting = Deal.objects.filter(board=deal.board_id, done=False).exclude(pk=deal.pk)
    cancelled = {"sitting__segment__match__round__state": Round.State.CANCELLED}
    return not waiting.exclude(**cancelled).exists()
