"""The live result of a deal as rulings made it: what penalties take of it, and in which order.

−10 分: where sides climb levels, the lightest penalty at a table takes points of the deal. The
side of the offender has ten less, so that the attackers have ten less or ten more, and the deal is
settled by that.

判负本副: a single player loses a deal where deals are counted and no game (局) is. The seat has the
worst that it could lawfully have made of it; the others keep what they made, or what balances it
where scores sum to nothing.

The results that rulings made lie on what was played. One of them is removed by its version being
undone, or decided otherwise; those above it are reckoned again on what is below. A correction that
was annulled with its ruling is passed over in the same way: what was there before it counts again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import takewhile
from typing import Final, NamedTuple, Protocol

from referee.base.refusals import Code
from referee.base.verbs import BY_RULING
from referee.models import RulingCase, RulingVersion
from referee.rulings import listed
from referee.rulings.adjusted_scores import GivenInstead
from scoring.game import Context
from scoring.problems import Problem
from tournaments.base.refusals import refuse
from tournaments.models import Deal, Entry, Event, Result, ResultKind
from tournaments.record.ledger import Report
from tournaments.regulations import amounts
from tournaments.regulations.articles import Level
from tournaments.standings.given_scores import GivenScore, WeightedScore
from tournaments.structure import games
from tournaments.structure.games import (
    BY_TABLE,
    GIVEN,
    NO_POINTS,
    game_of,
    reported,
    ruleset_of,
    table_result,
)


class Given(Protocol):
    """What somebody was given: a level, and points where it has an amount or they were typed."""

    @property
    def level(self) -> str: ...

    @property
    def points(self) -> Fraction: ...


class PenalisedSeats(NamedTuple):
    """The seats whose penalty is about the points of the deal."""

    docked: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()

    @property
    def nothing_there(self) -> Problem:
        """What is wrong where the deal has no points that it could be about."""
        code = Code.DEAL_LOST_OF_NOTHING if self.lost else Code.DEAL_POINTS_OF_NOTHING
        return refuse(code, "level")


NOBODY = PenalisedSeats()


def penalised_seats(
    event: Event, deal: Deal | None, given: Iterable[tuple[Given, Entry, str]]
) -> PenalisedSeats:
    """Return the seats whose penalty is about a deal's points.

    Each of those who were given something comes with its entry, and the seat if one is named.
    """
    rows = list(given)
    by_seat = ((row, seat) for row, _entry, seat in rows)
    return PenalisedSeats(
        docked=seats_docked(event, by_seat),
        lost=seats_lost(deal, rows) if deal is not None else (),
    )


def penalised_result(deal: Deal, standing: Result | None, seats: PenalisedSeats) -> Report | None:
    """Return the result that penalties make of the one standing; None where it has no points."""
    if seats.lost:
        return lost_result(deal, standing, seats.lost)
    return docked_result(deal, standing, seats.docked)


def seats_docked(event: Event, given: Iterable[tuple[Given, str]]) -> tuple[str, ...]:
    """Return the seats, each with what it was given, from whose sides points of the deal go."""
    return tuple(
        seat
        for row, seat in given
        if seat and not row.points and amounts.deal_points(event, Level(row.level)) is not None
    )


def docked_result(deal: Deal, standing: Result | None, seats: Collection[str]) -> Report | None:
    """Return the result of a deal without the points that these seats lose.

    None where that one is not in points.
    """
    taken = amounts.deal_points(deal.event, Level.L3)
    kinds = {*BY_TABLE, ResultKind.ASSIGNED}
    if taken is None or standing is None or standing.kind not in kinds:
        return None
    game = game_of(deal.event)
    facts: object = reported(standing.facts)
    for seat in seats:
        facts = game.dock(facts, game.rules(ruleset_of(deal).rules), seat, -taken)
    if not isinstance(facts, dict):
        return None
    return Report(ResultKind.ASSIGNED, {**facts, GIVEN: standing.facts.get(GIVEN, {})})


def seats_lost(deal: Deal, given: Iterable[tuple[Given, Entry, str]]) -> tuple[str, ...]:
    """Return the seats that lose a deal, by what each entry was given and its seat if known."""
    losers = [(entry, seat) for row, entry, seat in given if loses_deal(row)]
    if not losers or not amounts.loses_deals(deal.event):
        return ()
    seats = (seat or seat_of(deal, entry) for entry, seat in losers)
    return tuple(dict.fromkeys(filter(None, seats)))


def loses_deal(row: Given) -> bool:
    """Whether a deal is lost by what was given, where deals are lost at all."""
    return Level(row.level) is Level.L7 and not row.points


def seat_of(deal: Deal, entry: Entry) -> str:
    """Return the seat of an entry at the table of a deal; empty where it has none there."""
    seats = deal.sitting.seats.filter(side__entries=entry).values_list("label", flat=True)
    return seats.first() or ""


def lost_result(deal: Deal, standing: Result | None, seats: Collection[str]) -> Report | None:
    """Return the result of a deal that these seats lose, from the one that counts without that.

    None where that one has no points, or the game knows no worst result.
    """
    if standing is None or standing.kind in NO_POINTS:
        return None
    scores = scores_with_lost(deal, table_report(deal), standing.settlement["scores"], seats)
    if scores is None:
        return None
    by_seat = {seat: (WeightedScore(Fraction(points)),) for seat, points in scores.items()}
    return GivenInstead(GivenScore(by_seat), "").report(deal)


@dataclass(frozen=True, slots=True)
class TableReport:
    """What a table reported of a deal, whatever a referee gave since, and how its game reads it."""

    facts: object
    context: Context


def table_report(deal: Deal) -> TableReport:
    """Return what the table of a deal reported; empty facts where nothing came from it."""
    told = table_result(deal)
    context = games.context_of(deal, games.Use.TELL, schema=told.schema if told else None)
    return TableReport(reported(told.facts) if told else {}, context)


def scores_with_lost(
    deal: Deal, report: TableReport, made: Mapping[str, int], seats: Collection[str]
) -> dict[str, int] | None:
    """Return the scores with the deal lost; the exposures are those that the table reported.

    None where the game knows no worst result.
    """
    game = game_of(deal.event)
    rules = game.rules(ruleset_of(deal).rules)
    after = game.lose(report.facts, rules, dict(made), seats, report.context)
    return None if after is None else dict(after)


def points_of(result: Result | None, seat: str) -> int | None:
    """Return what a result that a ruling made gives a seat; None for another kind of result."""
    given = result.facts.get(GIVEN, {}) if result else {}
    outcomes = GivenScore.from_json(given).by_place.get(seat, ()) if "given" in given else ()
    return int(outcomes[0].value) if outcomes and isinstance(outcomes[0].value, Fraction) else None


@dataclass(frozen=True, slots=True)
class Removal:
    """What an event is looked at without: versions of rulings by uid, corrections by their key."""

    uids: frozenset[str] = frozenset()
    annulled: frozenset[int] = frozenset()
    deal: Deal | None = None
    """The deal of the rulings; None where they are about none."""

    @classmethod
    def of_case(cls, case: RulingCase | None, annulled: Collection[int] = ()) -> Removal:
        """Return a case as what is left out; without one nothing is."""
        if case is None:
            return cls()
        uids = case.versions.values_list("uid", flat=True)
        return cls(frozenset(uids), frozenset(annulled), case.deal)


NOTHING: Final = Removal()


@dataclass(frozen=True, slots=True)
class RulingStack:
    """The results that rulings made of a deal since it was last played or given a result.

    `base` is what they lie on, `active` those that were not removed, the lowest first.
    """

    deal: Deal
    newest: Result | None
    base: Result | None
    active: tuple[tuple[RulingVersion, Result], ...]
    posted_by: frozenset[str]
    """The uids of the versions that posted any of them, also of those that were removed."""
    has_removed: bool
    """Whether any of them was, or a correction below them was annulled."""

    @property
    def result(self) -> Result | None:
        """What counts then, which may not be stored yet; its origin says of which ruling it is."""
        if not self.has_removed:
            return self.newest
        below = self.base
        for version, row in self.active:
            below = _reckoned_upon(self.deal, below, version, row)
        return below

    @property
    def report(self) -> Report:
        """What counts then, as it is posted."""
        result = self.result
        if result is None:
            return Report(ResultKind.RETRACTED, {})
        return Report(ResultKind(result.kind), result.facts)

    @property
    def top(self) -> str:
        """The uid of the version whose result counts; empty where it is that of no ruling."""
        return self.active[-1][0].uid if self.active else ""

    def is_of(self, version: RulingVersion) -> bool:
        """Whether a version that was not removed had a part in it."""
        return any(own.uid == version.uid for own, _row in self.active)


def of_deal(deal: Deal, without: Removal = NOTHING, *, below: int | None = None) -> RulingStack:
    """Return the results of a deal `without` some versions and corrections.

    Those of which it is stored that they were undone are left out too. With `below` it is as it
    stood before the result of that version.
    """
    stored = Result.objects.filter(deal=deal).order_by("-version")
    stored = stored.select_related("ruleset", "correction_undone")
    rows = list(stored if below is None else stored.filter(version__lt=below))
    known = _versions(rows)
    of_rulings = list(takewhile(lambda row: row.origin_uid in known, rows))
    base = next((row for row in rows if row not in of_rulings), None)
    if base is not None and _is_annulled(base, without.annulled):
        lower = of_deal(deal, without, below=base.version)
        base, is_passed = lower.result, True
    else:
        is_passed = False
    uids = frozenset(row.origin_uid for row in of_rulings)
    removed = uids & (without.uids | listed.undone(uids))
    active = {row.origin_uid: row for row in reversed(of_rulings) if row.origin_uid not in removed}
    return RulingStack(
        deal=deal,
        newest=rows[0] if rows else None,
        base=base,
        active=tuple((known[uid], row) for uid, row in active.items()),
        posted_by=uids,
        has_removed=bool(removed) or is_passed,
    )


def _is_annulled(row: Result, annulled: Collection[int]) -> bool:
    return row.pk in annulled or hasattr(row, "correction_undone")


def _versions(rows: Sequence[Result]) -> Mapping[str, RulingVersion]:
    """Return the versions of numbered rulings that posted results, by their uid."""
    uids = {row.origin_uid for row in rows if row.origin_label == BY_RULING}
    if not uids:
        return {}
    found = RulingVersion.objects.filter(uid__in=uids).select_related("case__event")
    return {version.uid: version for version in found.prefetch_related("sanctions__entry")}


def _reckoned_upon(deal: Deal, below: Result | None, version: RulingVersion, row: Result) -> Result:
    """Return the result of a ruling on another one than it was posted on.

    It stays as it is where it has no points, or the event has given up such penalties since.
    """
    if row.kind in NO_POINTS:
        return row
    given = ((one, one.entry, one.seat) for one in version.sanctions.all())
    seats = penalised_seats(version.case.event, deal, given)
    report = penalised_result(deal, below, seats) if any(seats) else None
    if report is None:
        return row
    settled = games.settle(deal, report.kind, report.facts)
    origin = {"origin_uid": version.uid, "origin_label": BY_RULING}
    return Result(deal=deal, kind=report.kind, facts=dict(report.facts), **origin, **settled)
