"""A knockout of four pairs made by hand: 1 meets 4 and 2 meets 3, and the winners one another."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tests.tournaments.results.made.events import (
    OF_ROUND,
    made,
    round_of,
    sitting_of,
)
from tournaments.models import (
    Award,
    AwardKind,
    DrawMethod,
    Form,
    Side,
)
from tournaments.pairing import notes
from tournaments.pairing.drawn import SeededEntry
from tournaments.pairing.knockout import knockout_draw
from tournaments.results import knockouts
from tournaments.results.knockouts import Knockout
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.snapshot_rows import MatchRow, SideRow
from tournaments.results.standings_input import standings_input
from tournaments.standings.round_scores import StandingsInput

SEMI_FINALS = {"W1.1": (1, 4), "W1.2": (2, 3)}

HOME = (10, -10, 0, 0)

AWAY = (-10, 10, 0, 0)

DRAWS = (0, 0, 0, 0)


def lines(entries: int = 4, **options: Any) -> knockout_draw.KnockoutInput:
    rows = tuple(SeededEntry(str(number), number) for number in range(1, entries + 1))
    return knockout_draw.KnockoutInput("seed", rows, knockout_draw.KnockoutOptions(**options))


def stored(results: Mapping[str, str] | None = None, **options: Any) -> dict[str, Any]:
    """Return the input of a round of a knockout of four."""
    return {"knockout": {**lines(**options).as_json(), "results": dict(results or {})}}


def event(entries: int = 4) -> EventSnapshot:
    """Return a knockout of pairs of which nothing is drawn."""
    read = made(entries, 2, form=Form.PAIRS, draw_method=DrawMethod.KNOCKOUT)
    return replace(read, rounds=(), matches=(), sittings=())


def drawn(
    read: EventSnapshot,
    matches: Mapping[str, tuple[int, int]],
    given: Mapping[str, Any] | None = None,
    **columns: Any,
) -> EventSnapshot:
    """Return the event with one more round, of these matches between entries by their numbers."""
    number = len(read.rounds) + 1
    kept = notes.DrawNotes({}, drawn_from="" if given is None else json.dumps(given))
    more = {"method": DrawMethod.KNOCKOUT, "reasons": kept.as_json(), **columns}
    round_ = round_of(read.event, read.groups[0], number, **more)
    rows = [
        match_row(read, round_, place, code, pair)
        for place, (code, pair) in enumerate(matches.items(), 1)
    ]
    return replace(
        read,
        rounds=(*read.rounds, round_),
        matches=(*read.matches, *rows),
        sittings=(*read.sittings, *(sitting_of(row, 2) for row in rows)),
    )


def match_row(
    read: EventSnapshot, round_: Any, place: int, code: str, pair: Sequence[int]
) -> MatchRow:
    key = OF_ROUND * round_.number + place
    sides = tuple(
        SideRow(10 * key + n, f"{round_.number}-{number}", n, (read.entries[number - 1],))
        for n, number in enumerate(pair, 1)
    )
    return MatchRow(key, f"match {key}", round_, place, code, None, 1, sides)


FIRST = drawn(event(), SEMI_FINALS, stored())


def won(read: EventSnapshot, **winners: int) -> EventSnapshot:
    """Return the event with matches, named by their keys, that were won without play."""
    awards = dict(read.awards)
    for name, number in winners.items():
        match = read.match_by_key[int(name[1:])]
        side = next(side for side in match.sides if side.entries[0].number == number)
        winner = Side(pk=side.key, uid=side.uid)
        awards[match.key] = Award(kind=AwardKind.WALKOVER, winner=winner, won_numerator=1)
    return replace(read, awards=awards)


def knockout(read: EventSnapshot, last: int | None = None, **more: Any) -> Knockout:
    found = knockouts.of_stage(read, read.stages[0], standings_input(read), last=last, **more)
    assert found is not None
    return found


def counted(read: EventSnapshot) -> StandingsInput:
    return standings_input(read)


def final() -> EventSnapshot:
    """Both semi-finals are won by the first side; the final is in play."""
    return drawn(won(FIRST, m101=1, m102=2), {"W2.1": (1, 2)}, stored({"W1.1": "1", "W1.2": "2"}))
