"""The knockout: frames, lines, who meets next, and the places it comes to."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing.drawn import SeededEntry
from tournaments.pairing.knockout import bracket, knockout_draw
from tournaments.pairing.knockout.bracket import BracketPart, KnockoutKind
from tournaments.pairing.knockout.knockout_draw import (
    KnockoutDraw,
    KnockoutInput,
    KnockoutOptions,
    draw,
)
from tournaments.pairing.knockout.knockout_results import (
    bracket_state,
    misfits,
    next_matches,
    places,
)
from tournaments.pairing.reasons import Why

OPTIONS = st.builds(
    KnockoutOptions,
    kind=st.sampled_from(KnockoutKind),
    third_place=st.booleans(),
    second_final=st.booleans(),
    tiers_drawn=st.booleans(),
    clubs_apart=st.booleans(),
    fixed=st.integers(0, 4),
)


def field(
    entries: int, options: KnockoutOptions, *, number: int = 0, clubs: int = 4
) -> KnockoutInput:
    chance = Random(number)
    entered = tuple(
        SeededEntry(str(rank), rank, f"club {chance.randrange(clubs)}")
        for rank in range(1, entries + 1)
    )
    return KnockoutInput(str(number), entered, options)


def played(drawn: KnockoutDraw, number: int, *, by_seeding: bool = False) -> dict[str, str]:
    """Play a knockout to its end; who wins is drawn, or the better seeded."""
    chance, results = Random(number), dict[str, str]()
    while ready := next_matches(drawn.bracket, drawn.lines, results):
        for standing in ready:
            there = sorted(side for side in standing.sides if side)
            better = min(there, key=drawn.lines.index)
            results[standing.match.code] = better if by_seeding else chance.choice(there)
    return results


@pytest.mark.full
@settings(max_examples=60)
@given(st.integers(2, 200), OPTIONS, st.integers(0, 10**6))
def test_everybody_is_out_after_one_defeat_or_two_and_has_one_place(
    entries: int, options: KnockoutOptions, number: int
) -> None:
    drawn = draw(field(entries, options, number=number))
    results = played(drawn, number)
    assert not misfits(drawn.bracket, drawn.lines, results)
    placed = places(drawn.bracket, drawn.lines, results)
    assert sorted(entry for places in placed for entry in places.entries) == sorted(drawn.lines)
    assert [places_.first for places_ in placed] == [1] + [
        places_.last + 1 for places_ in placed[:-1]
    ]
    assert placed[0].first == placed[0].last == 1

    known = bracket_state(drawn.bracket, drawn.lines, results)
    lost = Counter(
        known[code].loser for code in results if known[code].match.part is not BracketPart.THIRD
    )
    (winner,) = placed[0].entries
    allowed = 1 if options.kind is KnockoutKind.SINGLE else 2
    finals = {placed[0].entries[0], placed[1].entries[0]}
    for entry in drawn.lines:
        if entry not in finals:
            assert lost[entry] == allowed
    assert lost[winner] < allowed or not options.second_final
    third = options.third_place and options.kind is KnockoutKind.SINGLE and entries > 3
    least = {KnockoutKind.SINGLE: entries - 1 + third, KnockoutKind.DOUBLE: 2 * entries - 2}[
        options.kind
    ]
    assert least <= len(results) <= least + (options.kind is KnockoutKind.DOUBLE)


@pytest.mark.full
@given(st.integers(2, 130), st.sampled_from(KnockoutKind))
def test_the_first_of_the_seeding_have_the_free_lines(entries: int, kind: KnockoutKind) -> None:
    drawn = draw(field(entries, KnockoutOptions(kind=kind, clubs_apart=False)))
    assert drawn.lines == tuple(str(rank) for rank in range(1, entries + 1))
    size = bracket.size_for(entries)
    waiting = {
        side
        for match in next_matches(drawn.bracket, drawn.lines, {})
        if match.match.round == 1 and match.match.part is BracketPart.MAIN
        for side in match.sides
    }
    assert set(drawn.lines[: size - entries]) == set(drawn.lines) - waiting
    free = [dict(reason.values)["entry"] for reason in drawn.reasons if reason.why is Why.FREE_LINE]
    assert free == list(drawn.lines[: size - entries])


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32, 64])
def test_the_better_win_and_the_places_are_the_seeding(size: int) -> None:
    drawn = draw(field(size, KnockoutOptions(third_place=True, clubs_apart=False)))
    placed = places(drawn.bracket, drawn.lines, played(drawn, 0, by_seeding=True))
    for places_ in placed:
        assert set(places_.entries) == {
            str(rank) for rank in range(places_.first, places_.last + 1)
        }


def earliest_meeting(line: int, other: int, size: int) -> int:
    """Return the main round in which two lines can meet at the earliest."""
    places = bracket.line_order(size)
    return (places.index(line) ^ places.index(other)).bit_length()


def test_the_frame_of_sixteen_is_the_usual_one() -> None:
    lines = bracket.line_order(16)
    halves = [set(zip(lines[::2], lines[1::2], strict=True))]
    assert halves == [{(1, 16), (8, 9), (4, 13), (5, 12), (2, 15), (7, 10), (3, 14), (6, 11)}]
    assert earliest_meeting(1, 2, 16) == 4
    assert {earliest_meeting(1, other, 16) for other in (3, 4)} <= {3, 4}


@pytest.mark.full
@pytest.mark.parametrize("size", [8, 16, 32, 64])
def test_two_who_have_met_meet_again_late_in_the_losers_rounds(size: int) -> None:
    """Not before the losers' round of the number of the main rounds: the sixth of ten for 64."""
    for number in range(20):
        drawn = draw(field(size, KnockoutOptions(kind=KnockoutKind.DOUBLE), number=number))
        results = played(drawn, number)
        known = bracket_state(drawn.bracket, drawn.lines, results)
        met: dict[frozenset[str | None], str] = {}
        for code in results:
            two = frozenset(known[code].sides)
            if two in met and known[code].match.part is BracketPart.LOSERS:
                assert known[code].match.round >= drawn.bracket.rounds
            met[two] = code


@pytest.mark.full
@given(st.integers(4, 64), st.integers(0, 10**6))
def test_clubs_meet_no_earlier_than_without_parting_them(entries: int, number: int) -> None:
    def meetings(options: KnockoutOptions) -> list[int]:
        inputs = field(entries, options, number=number)
        clubs = {entrant.entry: entrant.club for entrant in inputs.entered}
        drawn = draw(inputs)
        size = drawn.bracket.size
        rounds = Counter(
            earliest_meeting(line, other, size)
            for (line, a), (other, b) in combinations(enumerate(drawn.lines, 1), 2)
            if clubs[a] == clubs[b]
        )
        return [rounds[number] for number in range(1, drawn.bracket.rounds)]

    assert meetings(KnockoutOptions()) <= meetings(KnockoutOptions(clubs_apart=False))


def test_two_of_a_club_are_in_different_halves_and_it_is_said_who_was_moved() -> None:
    entered = tuple(SeededEntry(str(n), n, "A" if n in (5, 8) else "") for n in range(1, 9))
    drawn = draw(KnockoutInput("s", entered))
    line, other = (drawn.lines.index(entry) + 1 for entry in ("5", "8"))
    assert earliest_meeting(line, other, 8) == 3
    assert Why.LINE_FOR_CLUB in {reason.why for reason in drawn.reasons}
    assert drawn.lines[:4] == ("1", "2", "3", "4")


def test_lines_are_drawn_within_their_tiers() -> None:
    inputs = field(16, KnockoutOptions(tiers_drawn=True, clubs_apart=False))
    drawn = draw(inputs)
    for tier in knockout_draw.tiers(16):
        here = {drawn.lines[line - 1] for line in tier}
        assert here == {str(rank) for rank in tier}
    assert drawn.lines[:2] == ("1", "2")
    other = draw(KnockoutInput("another", inputs.entered, inputs.options))
    assert other.lines != drawn.lines


def test_the_second_final_is_played_only_if_the_unbeaten_side_lost_the_first() -> None:
    drawn = draw(field(2, KnockoutOptions(kind=KnockoutKind.DOUBLE)))
    first, other = drawn.lines
    results = {"W1.1": first, "F1": first}
    assert next_matches(drawn.bracket, drawn.lines, results) == ()
    assert bracket_state(drawn.bracket, drawn.lines, results)["F2"].not_needed
    open_ = {"W1.1": first, "F1": other}
    (left,) = next_matches(drawn.bracket, drawn.lines, open_)
    assert left.match.code == "F2"
    placed = places(drawn.bracket, drawn.lines, {**open_, "F2": first})
    assert [each.entries for each in placed] == [(first,), (other,)]


def test_what_is_wrong_with_results_is_named_and_what_follows_is_open_again() -> None:
    drawn = draw(field(4, KnockoutOptions(clubs_apart=False)))
    results = {"W1.1": "1", "W1.2": "2", "W2.1": "1"}
    changed = {**results, "W1.1": "4", "W9.1": "1"}
    assert misfits(drawn.bracket, drawn.lines, changed) == {"W2.1", "W9.1"}
    (again,) = next_matches(drawn.bracket, drawn.lines, changed)
    assert (again.match.code, set(again.sides)) == ("W2.1", {"2", "4"})
    assert misfits(drawn.bracket, drawn.lines, {"W2.1": "1"}) == {"W2.1"}
    five = draw(field(5, KnockoutOptions(clubs_apart=False)))
    assert misfits(five.bracket, five.lines, {"W1.1": "1"}) == {"W1.1"}


def test_places_are_open_while_matches_are() -> None:
    drawn = draw(field(8, KnockoutOptions(third_place=True, clubs_apart=False)))
    placed = places(drawn.bracket, drawn.lines, {"W1.1": "1"})
    assert [(row.first, row.last) for row in placed] == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 8)]
    assert placed[-1].entries == ("8",)
    assert all(len(row.entries) < row.last - row.first + 1 for row in placed)


@pytest.mark.full
@given(st.integers(2, 40), OPTIONS, st.integers(0, 10**6))
def test_a_written_input_gives_the_same_draw_in_any_order_of_rows(
    entries: int, options: KnockoutOptions, number: int
) -> None:
    inputs = field(entries, options, number=number)
    again = knockout_draw.read(json.loads(json.dumps(inputs.as_json())), inputs.seed)
    drawn = draw(inputs)
    assert draw(again) == drawn
    assert draw(KnockoutInput(again.seed, again.entered[::-1], again.options)) == drawn


def test_a_knockout_of_one_is_refused() -> None:
    with pytest.raises(ValueError, match="two entries"):
        draw(KnockoutInput("s", (SeededEntry("1", 1),)))
