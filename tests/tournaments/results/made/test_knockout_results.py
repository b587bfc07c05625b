"""Who won which match of a knockout: as it was after a round, without play, and by totals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tests.tournaments.results.changed_rows import changed, for_event, with_deals
from tests.tournaments.results.made.events import (
    PERSONS,
    fine,
    played,
)
from tests.tournaments.results.made.knockouts import (
    AWAY,
    DRAWS,
    FIRST,
    HOME,
    SEMI_FINALS,
    counted,
    drawn,
    event,
    final,
    knockout,
    stored,
    won,
)
from tournaments.models import (
    Award,
    AwardKind,
    EntryState,
    Ranking,
    RoundState,
    Side,
)
from tournaments.results import absent_sides, knockouts
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.snapshot_rows import SuspensionRow


@pytest.mark.parametrize(
    ("last", "results"),
    [
        (None, {"W1.1": "1", "W1.2": "2", "W2.1": "2"}),
        (2, {"W1.1": "1", "W1.2": "2", "W2.1": "2"}),
        (1, {"W1.1": "1", "W1.2": "2"}),
        (0, {}),
    ],
)
def test_a_knockout_is_told_as_it_was_after_a_round(
    last: int | None, results: dict[str, str]
) -> None:
    read = won(final(), m201=2)
    known = knockout(read, last)
    assert known.results == results
    assert known.is_drawn is (last != 0)
    found = knockouts.places_of(read, read.stages[0], counted(read), last)
    assert bool(found) is known.is_drawn
    if known.is_over:
        assert [place.entries for place in found] == [("2",), ("1",), ("4", "3")]


def test_places_are_shared_while_the_match_for_the_third_is_awaited() -> None:
    read = drawn(event(), SEMI_FINALS, stored(third_place=True))

    def shared(known: EventSnapshot) -> list[tuple[int, int, tuple[str, ...]]]:
        found = knockouts.places_of(known, known.stages[0], counted(known))
        return [(each.first, each.last, each.entries) for each in found if each.entries]

    assert shared(read) == []
    assert shared(won(read, m101=1)) == [(3, 4, ("4",))]
    assert shared(won(read, m101=1, m102=2)) == [(3, 4, ("4", "3"))]


@pytest.mark.parametrize(
    ("columns", "winner"),
    [
        ({"state": "withdrawn", "to_round": None}, "2"),
        ({"state": "withdrawn", "to_round": 1}, "2"),
        ({"state": "withdrawn", "to_round": 2}, None),
        ({"state": "entered", "to_round": None}, None),
        ({"state": "entered", "to_round": 1}, None),
    ],
)
def test_who_is_not_there_for_the_next_round_loses_a_match_that_is_not_drawn(
    columns: dict[str, Any], winner: str | None
) -> None:
    read = won(FIRST, m101=1, m102=2)
    read = replace(read, entries=(changed(read.entries[0], **columns), *read.entries[1:]))
    assert knockout(read).results.get("W2.1") == winner
    assert absent_sides.absent(read, 2) == ({"1"} if winner else set())
    assert knockout(read, 1).results.get("W2.1") == winner
    assert "W2.1" not in knockout(read, 0).results


def test_who_leaves_after_a_draw_loses_nothing_by_it() -> None:
    read = final()
    gone = changed(read.entries[0], state=EntryState.WITHDRAWN, to_round=1)
    read = replace(read, entries=(gone, *read.entries[1:]))
    assert "W2.1" not in knockout(read).results


def test_where_neither_side_is_there_the_first_goes_on() -> None:
    read = won(FIRST, m101=1, m102=2)
    entries = [changed(entry, state=EntryState.WITHDRAWN) for entry in read.entries[:2]]
    assert knockout(replace(read, entries=(*entries, *read.entries[2:]))).results["W2.1"] == "1"
    nobody = event()
    gone = tuple(changed(entry, state=EntryState.WITHDRAWN) for entry in nobody.entries)
    lines_of = knockout(nobody).drawn
    found = absent_sides.wins_without_play(lines_of, {}, (), {"1", "2", "3", "4"})
    assert found == {"W1.1": "1", "W1.2": "2", "W2.1": "1"}
    assert absent_sides.absent(replace(nobody, entries=gone), 1) == {"1", "2", "3", "4"}
    assert absent_sides.wins_without_play(lines_of, {}, ("W1.1",), {"4", "3"}) == {"W1.2": "2"}
    assert absent_sides.wins_without_play(lines_of, {}, (), set()) == {}


def suspended(read: EventSnapshot, entry: int, first: int, last: int) -> EventSnapshot:
    person = frozenset({PERSONS + entry})
    suspension = SuspensionRow(1, "x", entry, person, first, last, (2026, 1), "x")
    return replace(read, suspensions=(suspension,))


def test_a_match_that_was_not_drawn_for_a_suspension_stays_won() -> None:
    """The round in which it held names the winner, also when it is over."""
    first = won(drawn(event(), {"W1.2": (2, 3)}, stored({"W1.1": "4"})), m101=2)
    out = suspended(first, 1, 1, 1)
    assert knockout(out).results == {"W1.1": "4", "W1.2": "2"}
    assert knockout(first).results == {"W1.2": "2"}
    assert knockout(suspended(first, 3, 1, 1)).results == {"W1.2": "2"}
    later = drawn(out, {"W2.1": (4, 2)}, stored({"W1.1": "4", "W1.2": "2"}))
    assert knockout(later).results == {"W1.1": "4", "W1.2": "2"}
    without = drawn(event(), {"W1.2": (2, 3)}, None)
    assert knockout(suspended(without, 1, 1, 1)).results == {}


def test_a_win_without_play_stays_where_the_next_match_was_drawn_upon_it() -> None:
    first = won(drawn(event(), {"W1.2": (2, 3)}, stored({"W1.1": "4"})), m101=2)
    later = drawn(first, {"W2.1": (4, 2)}, stored({"W1.1": "4", "W1.2": "2"}))
    assert knockout(first).results == {"W1.2": "2"}, "nobody is absent any more"
    assert knockout(later).results == {"W1.1": "4", "W1.2": "2"}
    assert knockout(later).astray == ()


def test_what_was_played_counts_before_what_a_suspension_gave() -> None:
    played_first = won(drawn(event(), SEMI_FINALS, stored({"W1.1": "4"})), m101=1)
    assert knockout(suspended(played_first, 1, 1, 1)).results == {"W1.1": "1"}
    winner_out = drawn(event(), {"W1.2": (2, 3)}, stored({"W1.1": "4"}))
    assert knockout(suspended(winner_out, 4, 1, 1)).results == {}


@pytest.mark.parametrize(
    ("scores", "winner", "is_over"),
    [
        ((HOME, HOME), "1", True),
        ((AWAY, AWAY), "4", True),
        ((HOME, AWAY), None, True),
        ((HOME,), None, False),
        ((), None, False),
    ],
)
def test_a_match_is_won_by_the_higher_total_once_it_is_over(
    scores: Sequence[Any], winner: str | None, is_over: bool
) -> None:
    read = played(FIRST, {1010 + place: each for place, each in enumerate(scores, 1)})
    match = knockout(read).played["W1.1"]
    assert (match.winner, match.is_over, match.is_level) == (
        winner,
        is_over,
        is_over and not winner,
    )
    assert match.sides == ("1", "4")
    if scores:
        assert match.totals == (
            Fraction(sum(e[0] for e in scores)),
            Fraction(sum(e[1] for e in scores)),
        )
    else:
        assert match.totals is None


def test_an_award_comes_before_the_deals_and_a_draft_counts_nothing() -> None:
    over = played(FIRST, {1011: HOME, 1012: HOME})
    assert knockout(won(over, m101=4)).played["W1.1"].winner == "4"
    half = knockout(won(played(FIRST, {1011: HOME}), m101=4)).played["W1.1"]
    assert (half.winner, half.is_over, half.award) == ("4", True, AwardKind.WALKOVER)
    assert knockout(over).played["W1.1"].award == ""
    draft = drawn(event(), SEMI_FINALS, stored(), state=RoundState.DRAFT)
    match = knockout(played(draft, {1011: HOME, 1012: HOME})).played["W1.1"]
    assert (match.is_over, match.winner, match.totals) == (False, None, None)
    both = Award(kind=AwardKind.BOTH_ABSENT)
    assert knockout(replace(FIRST, awards={101: both})).played["W1.1"].winner is None
    uncoded = replace(FIRST, matches=tuple(replace(row, code="") for row in FIRST.matches))
    assert knockout(uncoded).played == {}


def test_of_later_rounds_each_match_has_its_own_total() -> None:
    read = played(final(), {2011: AWAY, 2012: DRAWS})
    match = knockout(read).played["W2.1"]
    assert (match.winner, match.totals, match.round) == ("2", (Fraction(-10), Fraction(10)), 2)


def test_what_was_decided_after_a_draw_is_over_and_keeps_its_totals() -> None:
    level = played(FIRST, {1011: HOME, 1012: AWAY})
    away = level.matches[0].sides[1]
    decided = Award(kind=AwardKind.DECIDED, winner=Side(pk=away.key, uid=away.uid))
    match = knockout(replace(level, awards={101: decided})).played["W1.1"]
    assert (match.winner, match.is_over, match.totals) == ("4", True, (Fraction(0), Fraction(0)))
    one_open = replace(played(FIRST, {1011: HOME}), awards={101: decided})
    match = knockout(one_open).played["W1.1"]
    assert (match.winner, match.is_over) == ("4", True)


@pytest.mark.parametrize("place", [0, 1])
def test_a_match_of_which_one_side_has_a_penalty_alone_has_no_totals_yet(place: int) -> None:
    side = FIRST.matches[0].sides[place]
    fined = replace(FIRST, adjustments=(fine(side, -5),))
    assert knockout(fined).played["W1.1"].totals is None
    after = played(fined, {1011: HOME, 1012: HOME})
    totals = [Fraction(20), Fraction(-20)]
    totals[place] -= 5
    assert knockout(after).played["W1.1"].totals == tuple(totals)


@pytest.mark.parametrize(("gone", "winner"), [(1, "4"), (4, "1"), (2, None)])
def test_where_matches_rank_who_is_still_there_has_won_what_nobody_played(
    gone: int, winner: str | None
) -> None:
    read = for_event(with_deals(FIRST, done=True), ranking=Ranking.WIN_3)
    entries = list(read.entries)
    entries[gone - 1].state = EntryState.WITHDRAWN
    try:
        assert knockout(read).played["W1.1"].winner == winner
    finally:
        entries[gone - 1].state = EntryState.ENTERED
