"""An event whose snapshot is made by hand, so that a case stands on a boundary without a database.

read = made(entries=8)
read = made(entries=4, at_table=2, rounds=2, form=Form.PAIRS)

Entry n is "n" with person 200 + n; table t of round r is match 100 × r + t, and its sitting has
that key too; the side of entry n in round r is "r-n". Nobody has a result.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from tournaments.models import (
    Adjustment,
    Entry,
    Event,
    Group,
    Room,
    Round,
    RoundState,
    RuleSet,
    Stage,
)
from tournaments.models.record import StageOfSum, Unit
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.snapshot_rows import (
    DealRow,
    MatchRow,
    MemberRow,
    ResultRow,
    SeatRow,
    SideRow,
    SittingRow,
)
from tournaments.structure.games import NOTHING_SCORED

BEGAN: Final = datetime(2026, 11, 1, 9, tzinfo=ZoneInfo("Asia/Shanghai"))
"""When the first round was published; each later one an hour later."""
SEATS: Final = "NWSE"
PERSONS: Final = 200
OF_ROUND: Final = 100
CLASSIC: Final = {"preset": "classic", "game_end": None}
"""Rules under which a number of deals is played."""
GAMES: Final = {"preset": "classic"}
"""Rules under which a game ends as soon as a side is at −1,000."""


def made(
    entries: int = 8,
    at_table: int = 4,
    rounds: int = 1,
    *,
    deals: int = 2,
    rules: Mapping[str, Any] = CLASSIC,
    **columns: Any,
) -> EventSnapshot:
    """Return an event of one stage and group, every round of it drawn in the order of numbers."""
    ruleset = RuleSet(pk=1, game="gongzhu", rules=dict(rules))
    given = {"pk": 1, "game": "gongzhu", "deals_per_round": deals, "seed": "seed", **columns}
    event = Event(ruleset=ruleset, **given)
    stage = Stage(pk=1, event=event, number=1)
    group = Group(pk=1, stage=stage, number=1)
    entered = tuple(
        Entry(pk=number, uid=str(number), number=number, event=event)
        for number in range(1, entries + 1)
    )
    drawn = tuple(round_of(event, group, number) for number in range(1, rounds + 1))
    matches = tuple(match for round_ in drawn for match in _matches(round_, entered, at_table))
    sittings = tuple(sitting_of(match, deals) for match in matches)
    return EventSnapshot(
        event=event,
        revision=1,
        entries=entered,
        entered={entry.pk: [player(entry)] for entry in entered},
        stages=(stage,),
        groups=(group,),
        members={group.pk: ()},
        rounds=drawn,
        withdrawn_draw=None,
        matches=matches,
        withdrawn_matches=(),
        sittings=sittings,
        segments=(),
        games=(),
        sat_out=(),
        holds={},
        adjustments=(),
        awards={},
        awards_taken_back=frozenset(),
        extra_deals=(),
        names={PERSONS + entry.number: f"name {entry.number}" for entry in entered},
        first_results={},
        layouts={},
    )


def round_of(event: Event, group: Group, number: int, **columns: Any) -> Round:
    """Return a round in play, published an hour after the one before it."""
    at = BEGAN + timedelta(hours=number - 1)
    given = {"pk": 10 * number, "state": RoundState.PUBLISHED, "published_at": at, **columns}
    return Round(event=event, group=group, number=number, **given)


def player(entry: Entry, **columns: Any) -> MemberRow:
    """Return the player of an entry, or somebody else in it."""
    person = PERSONS + entry.number
    name = f"name {entry.number}"
    own = MemberRow(
        1000 + person, "m", person, f"p{person}", name, 1, "player", None, None, points_count=True
    )
    return own._replace(**columns)


def _matches(round_: Round, entries: Sequence[Entry], at_table: int) -> Iterable[MatchRow]:
    for number, first in enumerate(range(0, len(entries), at_table), 1):
        key = OF_ROUND * round_.number + number
        sides = tuple(
            SideRow(OF_ROUND * key + place, f"{round_.number}-{entry.number}", place, (entry,))
            for place, entry in enumerate(entries[first : first + at_table], 1)
        )
        yield MatchRow(key, f"match {key}", round_, number, "", None, 1, sides)


def sitting_of(
    match: MatchRow, deals: int, *, room: str = Room.ONLY, key: int | None = None, segment: int = 1
) -> SittingRow:
    """Return a table of a match: two sides in turn, or one at each seat, and so many open deals."""
    own = match.key if key is None else key
    side_at = [match.sides[place % len(match.sides)] for place in range(len(SEATS))]
    seats = tuple(
        SeatRow(f"{own}{label}", label, PERSONS + side.entries[0].number, side.uid)
        for label, side in zip(SEATS, side_at, strict=True)
    )
    rows = tuple(
        DealRow(
            10 * own + order,
            f"deal {own}.{order}",
            own,
            None,
            None,
            order,
            order,
            False,
            False,
            None,
        )
        for order in range(1, deals + 1)
    )
    table = (match.number, f"table {match.number}", "code")
    return SittingRow(own, match.key, own, segment, room, *table, seats, rows)


def result(ruleset: RuleSet, scores: Sequence[int], kind: str = "played", **more: Any) -> ResultRow:
    """Return a result with the scores of north, west, south and east."""
    by_seat = dict(zip(SEATS, scores, strict=False))
    settled = {**NOTHING_SCORED, "raw": by_seat, "scores": by_seat}
    given = {"settlement": settled, "facts": None, "origin_label": "", **more}
    return ResultRow(kind, ruleset, by_seat, **given)


def played(read: EventSnapshot, results: Mapping[int, Any]) -> EventSnapshot:
    """Return the event with results of deals, by their keys: scores, or a row. They are done."""

    def _row(found: Any) -> ResultRow:
        return found if isinstance(found, ResultRow) else result(read.event.ruleset, found)

    sittings = [
        replace(
            sitting,
            deals=tuple(
                deal._replace(done=True, result=_row(results[deal.key]))
                if deal.key in results
                else deal
                for deal in sitting.deals
            ),
        )
        for sitting in read.sittings
    ]
    return replace(read, sittings=tuple(sittings))


def fine(side: SideRow | None, points: int, **columns: Any) -> Adjustment:
    """Return penalty points of a side at the end of its game."""
    given = {"unit": Unit.RAW, "stage_of_sum": StageOfSum.GAME, "created_at": BEGAN, **columns}
    return Adjustment(side_id=side.key if side else None, numerator=points, reason="late", **given)
