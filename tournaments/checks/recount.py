"""Settles everything again and compares stored settlements with what their facts give today.

The facts of a result are the record, its settlement is a cache. Every version of every result,
every end of a game (局) and all published standings are compared; nothing is changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from django.db.models import Q, QuerySet

from tournaments import results
from tournaments.models import (
    Adjustment,
    AuditEntry,
    Award,
    BoardLayout,
    Deal,
    Event,
    Exclusion,
    Game,
    Publication,
    Result,
    Round,
    Suspension,
    Tournament,
)
from tournaments.models.record import PLAYED_AGAIN
from tournaments.record.audit import Verb
from tournaments.results import event_record, game_results
from tournaments.structure import games

LEAVING: Final = (Verb.WITHDRAW_ENTRY, Verb.READMIT_ENTRY)
"""Log entries after which the matches of a round robin count differently."""


OF_DEALS: Final[tuple[type[Result | BoardLayout], ...]] = (Result, BoardLayout)
OF_EVENT: Final[Mapping[type[Adjustment | Award | Exclusion | Suspension], str]] = {
    Adjustment: "event",
    Award: "match__round__event",
    Exclusion: "entry__event",
    Suspension: "entry__event",
}
"""The rows that correct sums of an event, with the way from each to it; others are of a deal."""


class RecountFault(StrEnum):
    """How a result differs from the settlement of its facts."""

    REFUSED = "refused"
    POINTS = "points"
    LINES = "lines"
    STANDS = "stands"


@dataclass(frozen=True, slots=True)
class SettlementDifference:
    """A version of a deal's result that would be settled differently today.

    `engine` is the version of the engine that made it, `stored` and `settled` are the points by
    seat then and now; `settled` is empty where the facts are refused today.
    """

    fault: RecountFault
    deal: str
    version: int
    engine: str
    stored: dict[str, int]
    settled: dict[str, int]


@dataclass(frozen=True, slots=True)
class ShownDifference:
    """A derived value that differs today: its event, round, kind and uid.

    `what` is `ended` for a game (局), `total` or `table_points` for an entry of published
    standings.
    """

    event: str
    round: int
    what: str
    uid: str
    stored: str
    counted: str


def recount(tournament: Tournament) -> list[SettlementDifference]:
    """Return results that differ from their facts, and deals that differ from their live result."""
    differences = [
        difference for result in _results(tournament) for difference in _differences(result)
    ]
    return [*differences, *_deal_differences(tournament)]


def recount_shown(tournament: Tournament) -> list[ShownDifference]:
    """Return every end of a game (局) and every row of published standings that differs now.

    Standings with a later correction in their rounds are skipped: the public page already says that
    they differ.
    """
    events = tournament.events.select_related("ruleset").order_by("number")
    return [
        difference
        for event in events
        for difference in (*_end_differences(event), *_standings_differences(event))
    ]


def _results(tournament: Tournament) -> QuerySet[Result]:
    rows = Result.objects.filter(deal__event__tournament=tournament)
    return rows.select_related("deal__event", "deal__board", "ruleset").order_by("deal", "version")


def _differences(result: Result) -> Iterator[SettlementDifference]:
    stored = result.settlement
    settled = _settle_again(result)
    if settled is None:
        yield _difference(RecountFault.REFUSED, result, {})
    elif any(settled[part] != stored[part] for part in ("raw", "scores")):
        yield _difference(RecountFault.POINTS, result, settled["scores"])
    elif settled != stored:
        yield _difference(RecountFault.LINES, result, settled["scores"])


def _settle_again(result: Result) -> dict[str, Any] | None:
    """Return the settlement of the facts under their own rules; None if they are refused."""
    if result.kind in games.NO_POINTS:
        return games.NOTHING_SCORED
    game = games.game_of(result.deal.event)
    rules = game.rules(result.ruleset.rules)
    if games.settles_by_word(result.kind):
        return games.settle_by_word(game, result.facts, rules).as_json()
    facts = games.reported(result.facts)
    context = games.context_of(result.deal, games.Use.SETTLE, schema=result.schema)
    if game.problems(facts, rules, context):
        return None
    return game.settle(facts, rules, context).as_json()


def _deal_differences(tournament: Tournament) -> Iterator[SettlementDifference]:
    """Compare what each deal stores of its result with the result."""
    deals = Deal.objects.filter(event__tournament=tournament).prefetch_related("results")
    for deal in deals.order_by("pk"):
        live = next(
            (result for result in deal.results.all() if result.version == deal.version), None
        )
        if not _status_agrees(deal, live):
            engine = live.engine if live else ""
            yield SettlementDifference(RecountFault.STANDS, deal.uid, deal.version, engine, {}, {})


def _status_agrees(deal: Deal, live: Result | None) -> bool:
    """Whether the status of a deal agrees with its newest version.

    Earlier versions of the program kept a voided deal as done until it was replayed; such rows
    remain valid.
    """
    if deal.done and live is not None and live.kind == Result.Kind.VOID:
        return True
    return deal.done == (live is not None and live.kind not in PLAYED_AGAIN)


def _difference(
    fault: RecountFault, result: Result, settled: dict[str, int]
) -> SettlementDifference:
    return SettlementDifference(
        fault,
        result.deal.uid,
        result.version,
        result.engine,
        result.settlement["scores"],
        settled,
    )


def _end_differences(event: Event) -> Iterator[ShownDifference]:
    stands = game_results.game_standings(results.read(event))
    games_drawn = (
        Game.objects.filter(match__round__event=event)
        .select_related("match__round")
        .defer("match__round__reasons")
    )
    # A withdrawn draw does not count.
    for game in games_drawn.exclude(match__round__state=Round.State.CANCELLED):
        stored, counted = game.ended_at is not None, stands[game.pk].ended
        if stored != counted:
            number = game.match.round.number
            yield ShownDifference(event.name, number, "ended", game.uid, str(stored), str(counted))


def _standings_differences(event: Event) -> Iterator[ShownDifference]:
    record = event_record.record(results.read(event))
    entered = set(event.entries.values_list("uid", flat=True))
    for shown in _uncorrected_standings(event):
        last = shown.round.number if shown.round else max(record.field.rounds, default=0)
        rows = {row.rank.entry: row.rank for row in record.standings(last)}
        # An entry that was in no draw may be removed later; `verify` finds that in the log.
        for stored in (row for row in shown.shown if row["entry"] in entered):
            rank = rows.get(stored["entry"])
            for what in ("total", "table_points"):
                counted = str(getattr(rank, what, ""))
                if stored.get(what, counted) != counted:
                    uid, was = str(stored["entry"]), str(stored[what])
                    yield ShownDifference(event.name, last, what, uid, was, counted)


def _uncorrected_standings(event: Event) -> Iterator[Publication]:
    """Yield the published standings without a later change in their rounds."""
    kind, draw = Publication.Kind.STANDINGS, Publication.Kind.DRAW
    for shown in (
        event.publications.filter(kind=kind)
        .select_related("round")
        .defer("round__reasons")
        .order_by("seq")
    ):
        since = Q(created_at__gt=shown.created_at)
        draws = event.publications.filter(since, kind=draw)
        of_deals = [model.objects.filter(since, deal__event=event) for model in OF_DEALS]
        if shown.round:
            last = shown.round.number
            of_round = {"sitting__segment__match__round__number__lte": last}
            # The score of a compared deal changes whenever its board is played once more.
            boards = Deal.objects.filter(event=event, board__isnull=False, **of_round)
            played = Deal.objects.filter(Q(**of_round) | Q(board__in=boards.values("board")))
            of_deals = [rows.filter(deal__in=played) for rows in of_deals]
            draws = draws.filter(round__number__lte=last)
        of_event = [
            model._default_manager.filter(since, **{to: event}) for model, to in OF_EVENT.items()
        ]
        left = AuditEntry.objects.filter(since, tournament=event.tournament_id, verb__in=LEAVING)
        if not any(rows.exists() for rows in (*of_deals, draws, *of_event, left)):
            yield shown
