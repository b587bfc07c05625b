"""The knockout of a stage by its rows: who won, who is missing, what is drawn from whom."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tests.tournaments.results.changed_rows import changed, for_event, with_deals
from tests.tournaments.results.made_events import (
    OF_ROUND,
    PERSONS,
    fine,
    made,
    played,
    round_of,
    sitting_of,
)
from tournaments.models import (
    Award,
    AwardKind,
    DrawMethod,
    EntryState,
    Form,
    GroupMember,
    Ranking,
    RoundState,
    Side,
)
from tournaments.pairing import notes
from tournaments.pairing.drawn import SeededEntry
from tournaments.pairing.knockout import knockout_draw
from tournaments.pairing.knockout.bracket import KnockoutKind
from tournaments.results import absent_sides, knockouts
from tournaments.results.knockouts import Knockout, PlayedMatch
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.snapshot_rows import MatchRow, SideRow
from tournaments.results.standings_input import standings_input
from tournaments.results.suspensions import SuspensionRow
from tournaments.standings.round_scores import StandingsInput

SEMI_FINALS = {"W1.1": (1, 4), "W1.2": (2, 3)}


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


FIRST = drawn(event(), SEMI_FINALS, stored())


def test_a_match_is_level_when_it_is_over_and_nobody_has_won() -> None:
    match = FIRST.matches[0]
    for is_over, winner, is_level in ((True, None, True), (True, "1", False), (False, None, False)):
        row = PlayedMatch(match, 1, ("1", "4"), is_over, winner=winner)
        assert row.is_level is is_level


def stands(played_rows: Mapping[str, PlayedMatch], draw: knockout_draw.KnockoutDraw) -> Knockout:
    results = {code: row.winner for code, row in played_rows.items() if row.winner}
    return Knockout(FIRST.stages[0], draw, {}, played_rows, results, is_drawn=True)


def row(sides: tuple[str, str], winner: str | None = None, *, is_over: bool = True) -> PlayedMatch:
    return PlayedMatch(FIRST.matches[0], 1, sides, is_over, winner=winner)


def test_matches_are_open_level_or_astray_each_for_itself() -> None:
    draw = knockout_draw.draw(lines())
    open_, level = row(("1", "4"), is_over=False), row(("2", "3"))
    known = stands({"W1.1": open_, "W1.2": level}, draw)
    assert (known.open, known.level, known.astray) == ((open_,), (level,), ())
    assert [state.match.code for state in known.next_matches] == []
    semi = {"W1.1": row(("1", "4"), "1"), "W1.2": row(("2", "3"), "2")}
    final = row(("4", "2"), "4")
    assert stands({**semi, "W2.1": final}, draw).astray == (final,)
    open_final = row(("4", "2"), is_over=False)
    assert stands({**semi, "W2.1": open_final}, draw).astray == (open_final,)
    assert stands({**semi, "W2.1": row(("2", "1"), "1")}, draw).astray == ()
    assert stands({**semi, "W2.1": row(("2", "1"), "1")}, draw).is_over
    assert not stands(semi, draw).is_over


def test_a_second_final_that_is_no_longer_needed_is_astray() -> None:
    draw = knockout_draw.draw(lines(2, kind=KnockoutKind.DOUBLE))
    pair, last = ("1", "2"), row(("1", "2"), "1")
    played_rows = {"W1.1": row(pair, "1"), "F1": row(pair, "1"), "F2": last}
    assert stands(played_rows, draw).astray == (last,)
    needed = {**played_rows, "F1": row(pair, "2")}
    assert stands(needed, draw).astray == ()


def test_the_losers_of_semi_finals_await_the_match_for_the_third_place() -> None:
    draw = knockout_draw.draw(lines(third_place=True))
    semi = {"W1.1": row(("1", "4"), "1"), "W1.2": row(("2", "3"), "2")}
    assert stands(semi, draw).awaiting_third == ("4", "3")
    assert stands({"W1.1": semi["W1.1"]}, draw).awaiting_third == ("4",)
    assert stands({**semi, "T": row(("4", "3"), "3")}, draw).awaiting_third == ()
    assert stands(semi, knockout_draw.draw(lines())).awaiting_third == ()


@pytest.mark.parametrize(("meet", "apart"), [(True, False), (False, True), (None, True)])
def test_where_it_is_fixed_who_meets_whom_clubs_move_nobody(meet: bool | None, apart: bool) -> None:
    feed = {} if meet is None else {"meet": meet}
    stage = changed(FIRST.stages[0], feed=feed, knockout={"tiers_drawn": True})
    options = knockouts.options_of(stage)
    assert (options.clubs_apart, options.tiers_drawn) == (apart, apart)


def test_only_a_stage_that_is_played_so_has_a_knockout() -> None:
    [stage] = FIRST.stages
    assert knockouts.is_knockout(stage)
    swiss = changed(stage, draw_method=DrawMethod.SWISS)
    assert not knockouts.is_knockout(swiss)
    assert knockouts.of_stage(FIRST, swiss, counted(FIRST)) is None
    assert knockouts.drawn_from(FIRST, swiss, counted(FIRST), FIRST.entries) == {}
    assert knockouts.places_of(FIRST, swiss, counted(FIRST)) == ()


def entered(known: Knockout) -> set[str]:
    return set(known.drawn.lines)


@pytest.mark.parametrize(("entries", "exists"), [(1, False), (2, True), (3, True)])
def test_a_knockout_takes_two(entries: int, exists: bool) -> None:
    read = event(entries)
    found = knockouts.of_stage(read, read.stages[0], counted(read))
    assert (found is not None) is exists


def test_before_its_first_round_a_knockout_is_of_those_who_would_play_it() -> None:
    read = event(6)
    gone = changed(read.entries[5], state=EntryState.WITHDRAWN)
    house = changed(read.entries[4], kind="house")
    read = replace(read, entries=(*read.entries[:4], house, gone))
    [group] = read.groups
    assert entered(knockout(read)) == {"1", "2", "3", "4"}
    assert not knockout(read).is_drawn
    assert entered(knockout(read, entries=read.entries[:3])) == {"1", "2", "3"}
    in_group = tuple(
        GroupMember(entry=entry, number=place) for place, entry in enumerate(read.entries[1:3], 1)
    )
    placed = replace(read, members={group.pk: in_group})
    assert entered(knockout(placed)) == {"2", "3"}
    assert entered(knockout(placed, entries=read.entries[:4])) == {"2", "3"}
    later = changed(read.stages[0], number=2)
    unknown = replace(read, stages=(later,))
    assert knockouts.of_stage(unknown, later, counted(read)) is None
    assert knockouts.drawn_from(unknown, later, counted(read), ()) == {}


def test_who_is_seeded_comes_before_all_others_and_equals_by_number() -> None:
    read = event(5)
    seeding = {3: 1, 2: 2, 5: 2}
    entries = [changed(entry, seeding=seeding.get(entry.number)) for entry in read.entries]
    order = [entry.number for entry in knockouts.seeded(reversed(entries))]
    assert order == [3, 2, 5, 1, 4]


def test_the_lines_of_the_first_round_stay_whatever_happens_since() -> None:
    read = replace(FIRST, entries=(*event(5).entries[:3], *event(6).entries[3:]))
    known = knockout(read)
    assert (entered(known), known.is_drawn) == ({"1", "2", "3", "4"}, True)
    given = knockouts.drawn_from(read, read.stages[0], counted(read), read.entries)
    assert [each["entry"] for each in given["entered"]] == ["1", "2", "3", "4"]
    assert knockouts.bracket_of(read, read.stages[0]) == known.frame
    assert knockouts.bracket_of(event(), read.stages[0]) is None
    # A round from before inputs were kept: the next one says it.
    older = drawn(drawn(event(), SEMI_FINALS, None), {"W2.1": (1, 2)}, stored())
    assert entered(knockout(older)) == {"1", "2", "3", "4"}
    without = drawn(event(), SEMI_FINALS, None)
    assert entered(knockout(without)) == {"1", "2", "3", "4"}
    assert knockouts.drawn_from(without, read.stages[0], counted(without), without.entries)


def test_a_round_by_another_way_to_draw_is_none_of_the_knockout() -> None:
    swiss = drawn(event(), SEMI_FINALS, stored(third_place=True), method=DrawMethod.SWISS)
    known = knockout(swiss)
    assert (known.is_drawn, known.played) == (False, {})
    assert "T" not in known.stands


def test_what_is_in_play_is_not_drawn_again_and_a_draft_is_drawn_anew() -> None:
    stage = FIRST.stages[0]
    assert knockouts.drawn_from(FIRST, stage, counted(FIRST), ())["drawn"] == ["W1.1", "W1.2"]
    draft = drawn(event(), SEMI_FINALS, stored(), state=RoundState.DRAFT)
    assert "drawn" not in knockouts.drawn_from(draft, stage, counted(draft), ())
    half = won(FIRST, m101=4)
    given = knockouts.drawn_from(half, stage, counted(half), ())
    assert (given["results"], given["drawn"]) == ({"W1.1": "4"}, ["W1.2"])


def final() -> EventSnapshot:
    """Both semi-finals are won by the first side; the final is in play."""
    return drawn(won(FIRST, m101=1, m102=2), {"W2.1": (1, 2)}, stored({"W1.1": "1", "W1.2": "2"}))


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


def test_what_was_played_counts_before_what_a_suspension_gave() -> None:
    played_first = won(drawn(event(), SEMI_FINALS, stored({"W1.1": "4"})), m101=1)
    assert knockout(suspended(played_first, 1, 1, 1)).results == {"W1.1": "1"}
    winner_out = drawn(event(), {"W1.2": (2, 3)}, stored({"W1.1": "4"}))
    assert knockout(suspended(winner_out, 4, 1, 1)).results == {}


DRAWS = (0, 0, 0, 0)
HOME = (10, -10, 0, 0)
AWAY = (-10, 10, 0, 0)


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
