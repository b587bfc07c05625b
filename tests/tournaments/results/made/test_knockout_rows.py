"""The knockout of a stage by its rows: what is level, open or astray, and what is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from tests.tournaments.results.changed_rows import changed
from tests.tournaments.results.made.knockouts import (
    FIRST,
    SEMI_FINALS,
    counted,
    drawn,
    event,
    knockout,
    lines,
    stored,
    won,
)
from tournaments.models import (
    DrawMethod,
    EntryState,
    GroupMember,
    RoundState,
)
from tournaments.pairing.knockout import knockout_draw
from tournaments.pairing.knockout.bracket import KnockoutKind
from tournaments.results import knockouts
from tournaments.results.knockouts import Knockout, PlayedMatch
from tournaments.structure.stages import is_knockout


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
    assert is_knockout(stage)
    swiss = changed(stage, draw_method=DrawMethod.SWISS)
    assert not is_knockout(swiss)
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
    before = draft.before(1)
    assert "drawn" not in knockouts.drawn_from(before, stage, counted(before), ())
    half = won(FIRST, m101=4)
    given = knockouts.drawn_from(half, stage, counted(half), ())
    assert (given["results"], given["drawn"]) == ({"W1.1": "4"}, ["W1.2"])
