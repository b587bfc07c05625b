"""How stages feed each other: rules that are read, and who goes on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.standings.contests import (
    CELLS,
    Contest,
    placings,
    round_robin,
    round_sums_of_results,
)
from tournaments.standings.group_results import Carry, CarryFormula, CarryRule, MatchResult
from tournaments.standings.qualification import FedBy, Placing, qualify
from tournaments.standings.qualification_rules import (
    FeedRule,
    StageProblem,
    Take,
    TakeKind,
    check,
    crossing,
    read_rule,
)
from tournaments.standings.round_scores import TieBreak

FIRST_TWO = Take(TakeKind.FIRST, 2)
BEST_THIRDS = Take(TakeKind.BEST, 2, place=3)


def table(*rows: tuple[str, int], places: Sequence[int] = (), matches: int = 1) -> list[Placing]:
    """Return the places of a group, each entry with its total."""
    return [
        Placing(
            place=places[number] if places else number + 1,
            shared=bool(places) and places.count(places[number]) > 1,
            entry=entry,
            scores=Fraction(total),
            carried=Fraction(0),
            penalties=Fraction(0),
            matches=matches,
        )
        for number, (entry, total) in enumerate(rows)
    ]


def test_the_first_of_each_group_go_on_and_cross() -> None:
    rule = FeedRule((FIRST_TWO,), crosswise=True)
    tables = {
        "A": table(("a", 20), ("b", 12), ("c", 5)),
        "B": table(("d", 20), ("e", 12), ("f", 5)),
    }
    qualified = qualify(rule, tables)
    assert [(slot.name, slot.entry) for slot in qualified.slots] == [
        ("A1", "a"),
        ("B1", "d"),
        ("A2", "b"),
        ("B2", "e"),
    ]
    assert (qualified.meetings, qualified.problems) == ((("a", "e"), ("d", "b")), ())
    assert {slot.by for slot in qualified.slots} == {FedBy.PLACE}


def test_the_best_thirds_are_compared_by_their_averages() -> None:
    tables = {
        "A": table(("a", 9), ("b", 8), ("c", 6), matches=3),
        "B": table(("d", 9), ("e", 8), ("f", 5), matches=2),
        "C": table(("g", 9), ("h", 8), ("i", 3), matches=3),
    }
    qualified = qualify(FeedRule((FIRST_TWO, BEST_THIRDS)), tables)
    assert [(slot.name, slot.entry, slot.by) for slot in qualified.slots[6:]] == [
        ("3.1", "f", FedBy.RECORD),
        ("3.2", "c", FedBy.RECORD),
    ]
    assert qualified.slots[6].average == Fraction(5, 2)
    assert qualified.problems == ()


def test_a_further_record_parts_equal_averages_before_the_lot() -> None:
    tables = {"A": table(("a", 9)), "B": table(("b", 9))}
    rule = FeedRule((Take(TakeKind.TOP, 1),))
    by_record = qualify(rule, tables, records={"a": (Fraction(1),), "b": (Fraction(2),)})
    assert [(slot.entry, slot.by) for slot in by_record.slots] == [("b", FedBy.RECORD)]
    assert by_record.problems == ()
    by_lot = qualify(rule, tables, seed="s")
    assert [slot.by for slot in by_lot.slots] == [FedBy.LOT]
    assert [problem.code for problem in by_lot.problems] == [StageProblem.CUT_SHARED]
    assert qualify(rule, dict(reversed(tables.items())), seed="s").entries == by_lot.entries


def test_the_first_of_a_single_group_go_by_their_places() -> None:
    tables = {"": table(("a", 9), ("b", 9), ("c", 9))}
    qualified = qualify(FeedRule((Take(TakeKind.TOP, 2),)), tables)
    assert (qualified.entries, qualified.problems) == (("a", "b"), ())
    assert {slot.by for slot in qualified.slots} == {FedBy.PLACE}


def test_who_is_taken_already_is_not_taken_again() -> None:
    tables = {"A": table(("a", 9), ("b", 8), ("c", 1)), "B": table(("d", 7), ("e", 6))}
    rule = FeedRule((Take(TakeKind.FIRST, 1), Take(TakeKind.TOP, 2)))
    assert qualify(rule, tables).entries == ("a", "d", "b", "e")


def test_a_place_that_is_shared_across_the_cut_is_named() -> None:
    tables = {"A": table(("a", 9), ("b", 5), ("c", 5), places=(1, 2, 2))}
    qualified = qualify(FeedRule((FIRST_TWO,)), tables, seed="s")
    assert [(problem.code, dict(problem.values)["slot"]) for problem in qualified.problems] == [
        (StageProblem.CUT_SHARED, "A2")
    ]
    assert set(dict(qualified.problems[0].values)["entries"].split(", ")) == {"b", "c"}  # type: ignore[union-attr]
    assert qualified.slots[1].by is FedBy.LOT
    above = {"A": table(("a", 9), ("b", 9), ("c", 5), places=(1, 1, 3))}
    assert qualify(FeedRule((FIRST_TWO,)), above).problems == ()


@pytest.mark.parametrize(("count", "slots"), [(1, ["T1"]), (2, ["T2"]), (3, [])])
def test_equals_of_several_groups_are_named_once_for_the_last_slot_that_parts_them(
    count: int, slots: list[str]
) -> None:
    tables = {"A": table(("a", 9)), "B": table(("b", 9)), "C": table(("c", 9))}
    problems = qualify(FeedRule((Take(TakeKind.TOP, count),)), tables, seed="s").problems
    assert [dict(problem.values)["slot"] for problem in problems] == slots


def test_equals_of_whom_all_go_on_are_not_parted_by_the_cut_below_them() -> None:
    tables = {"A": table(("a", 9)), "B": table(("b", 9)), "C": table(("c", 5))}
    qualified = qualify(FeedRule((Take(TakeKind.TOP, 2),)), tables, seed="s")
    assert qualified.problems == ()
    assert {slot.by for slot in qualified.slots} == {FedBy.LOT}


def test_a_place_that_all_share_is_named_once_for_the_last_slot() -> None:
    tables = {"A": table(("a", 5), ("b", 5), ("c", 5), places=(1, 1, 1))}
    problems = qualify(FeedRule((FIRST_TWO,)), tables, seed="s").problems
    assert [dict(problem.values)["slot"] for problem in problems] == ["A2"]


def test_a_third_place_that_two_share_is_named_where_the_best_thirds_go_on() -> None:
    rows = (("a", 9), ("b", 8), ("c", 5), ("d", 5))
    tables = {"A": table(*rows, places=(1, 2, 3, 3)), "B": table(("e", 9), ("f", 8), ("g", 1))}
    rule = FeedRule((Take(TakeKind.BEST, 1, place=3),))
    (problem,) = qualify(rule, tables, seed="s").problems
    told = dict(problem.values)
    assert (problem.code, told["slot"]) == (StageProblem.CUT_SHARED, "3.1")
    assert sorted(str(told["entries"]).split(", ")) == ["c", "d"]


@pytest.mark.parametrize(
    ("first", "second", "meetings"),
    [
        ("ab", "de", (("a", "e"), ("d", "b"))),
        ("ab", "d", (("d", "b"),)),
        ("a", "de", (("a", "e"),)),
        ("ab", "", ()),
        ("", "de", ()),
    ],
)
def test_only_those_meet_who_are_both_there(
    first: str, second: str, meetings: tuple[tuple[str, str], ...]
) -> None:
    tables = {
        name: table(*((entry, 9 - number) for number, entry in enumerate(group)))
        for name, group in (("A", first), ("B", second))
    }
    assert qualify(FeedRule((FIRST_TWO,), crosswise=True), tables).meetings == meetings


def test_equals_of_a_group_are_parted_by_a_lot_from_the_seed() -> None:
    tables = {"A": table(("a", 9), ("b", 9), ("c", 5), places=(1, 1, 3))}
    drawn = {qualify(FeedRule((FIRST_TWO,)), tables, seed=str(seed)).entries for seed in range(20)}
    assert drawn == {("a", "b"), ("b", "a")}


def test_who_withdrew_does_not_go_on_and_too_few_are_named() -> None:
    rows = table(("a", 9), ("b", 8))
    gone = Placing(1, False, "a", Fraction(9), Fraction(0), Fraction(0), 1, withdrawn=True)
    qualified = qualify(FeedRule((FIRST_TWO, BEST_THIRDS)), {"A": [gone, *rows[1:]]})
    assert qualified.entries == ("b",)
    assert [dict(problem.values)["slot"] for problem in qualified.problems] == ["A2", "3.1", "3.2"]


def test_who_has_no_place_advances_only_with_a_doubt() -> None:
    first, second, third = table(("a", 9), ("b", 8), ("c", 7))
    without = replace(second, ranked=False), replace(third, ranked=False)
    qualified = qualify(FeedRule((FIRST_TWO,)), {"A": [first, *without]})
    assert qualified.entries == ("a", "b")
    (doubt,) = qualified.problems
    assert (doubt.code, doubt.values) == (StageProblem.NO_PLACE, (("entries", "b"),))
    assert qualify(FeedRule((FIRST_TWO,)), {"A": [first, second, without[1]]}).problems == ()


@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("groups", ["AB", "ABCD", "ABCDEFGH"])
def test_crossing_uses_every_slot_once_and_no_group_meets_itself(groups: str, count: int) -> None:
    pairs = crossing(groups, count)
    slots = [slot for pair in pairs for slot in pair]
    assert sorted(slots) == sorted(
        f"{group}{number}" for group in groups for number in range(1, count + 1)
    )
    assert all(slot[0] != other[0] for slot, other in pairs)


def test_the_first_two_of_a_group_are_in_different_halves() -> None:
    pairs = crossing("ABCDEFGH", 2)
    half = {slot: place < len(pairs) // 2 for place, pair in enumerate(pairs) for slot in pair}
    assert all(half[f"{group}1"] != half[f"{group}2"] for group in "ABCDEFGH")


RULES = (
    FeedRule((FIRST_TWO,), crosswise=True),
    FeedRule((FIRST_TWO, BEST_THIRDS), (("A1", "3.1"), ("B1", "A2"))),
    FeedRule((Take(TakeKind.TOP, 16),), carry=CarryRule(Carry.HEAD_TO_HEAD, Fraction(1, 2))),
    FeedRule((FIRST_TWO,), carry=CarryRule(Carry.FORMULA, formula=CarryFormula(1, 2, 3, 4))),
)


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_is_read_as_it_was_written(rule: FeedRule) -> None:
    assert read_rule(json.loads(json.dumps(rule.as_json()))) == (rule, ())


TAKE = {"kind": "first_of_each", "count": 2}


@pytest.mark.parametrize(
    ("data", "codes"),
    [
        ([], ["not_an_object"]),
        ({}, ["missing_field"]),
        ({"take": []}, ["nothing_taken"]),
        ({"take": {}}, ["not_a_list"]),
        ({"take": [{"kind": "worst", "count": 1}]}, ["unknown_value"]),
        ({"take": [{"kind": "top_of_all", "count": 0}]}, ["number_out_of_range"]),
        ({"take": [{"kind": "best_at_place", "count": 1}]}, ["missing_field"]),
        ({"take": [TAKE | {"place": 3}]}, ["unknown_field"]),
        ({"take": [TAKE], "meat": []}, ["unknown_field"]),
        ({"take": [TAKE], "meet": [["A1"]]}, ["slot_unknown"]),
        ({"take": [TAKE], "meet": [["A1", 2]]}, ["not_a_text", "slot_unknown"]),
        ({"take": [TAKE], "meet": "across"}, ["not_a_list"]),
        ({"take": [TAKE], "carry": {"kind": "carry_formula"}}, ["missing_field"]),
        ({"take": [TAKE], "carry": {"kind": "carry_all", "share": "3/2"}}, ["not_a_share"]),
        ({"take": [TAKE], "carry": {"kind": "carry_all", "share": "1/0"}}, ["not_a_share"]),
        ({"take": [TAKE], "carry": {"kind": "carry_all", "share": 0.5}}, ["not_a_share"]),
        ({"take": [TAKE], "carry": {"kind": "carry_all", "share": True}}, ["not_a_share"]),
        ({"take": [TAKE], "carry": {"kind": "carry_all", "share": "1/x"}}, ["not_a_share"]),
        ({"take": ["x"]}, ["not_an_object"]),
        ({"take": ["x", {}], "carry": 7}, None),
    ],
)
def test_what_is_wrong_with_a_rule_is_said_at_once(data: Any, codes: list[str] | None) -> None:
    rule, problems = read_rule(data)
    assert rule is None
    assert problems
    assert codes is None or [problem.code.value for problem in problems] == codes


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["take", "meet", "carry", "kind", "count", "place", "share", "formula", "num_q"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@pytest.mark.full
@given(JSON)
def test_whatever_is_read_is_a_rule_or_has_problems(data: Any) -> None:
    rule, problems = read_rule(data)
    assert (rule is None) == bool(problems)


@pytest.mark.parametrize(
    ("rule", "groups", "codes"),
    [
        (RULES[0], "AB", []),
        (RULES[0], "ABC", [StageProblem.GROUPS_ODD]),
        (
            FeedRule((FIRST_TWO, BEST_THIRDS), crosswise=True),
            "AB",
            [StageProblem.CROSSES_FIRST_ONLY],
        ),
        (FeedRule((Take(TakeKind.FIRST, 1),), (("A1", "B1"),)), "AB", []),
        (
            FeedRule((Take(TakeKind.FIRST, 1),), (("A1", "A1"),)),
            "AB",
            [StageProblem.SLOT_TWICE, StageProblem.SLOT_UNUSED],
        ),
        (FeedRule((FIRST_TWO, FIRST_TWO)), "A", [StageProblem.SLOT_TWICE] * 2),
    ],
)
def test_a_rule_is_checked_against_its_groups(
    rule: FeedRule, groups: str, codes: list[StageProblem]
) -> None:
    assert [problem.code for problem in check(rule, groups)] == codes


@pytest.mark.full
@given(CELLS, CELLS, st.sampled_from(RULES[:3]), st.text(max_size=3))
def test_nobody_goes_on_twice_and_only_who_was_there(
    first: list[int | None], other: list[int | None], rule: FeedRule, seed: str
) -> None:
    tables = {}
    for group, cells in (("A", first), ("B", other)):
        sides = {name: group + name for name in "abcde"}
        rounds = round_sums_of_results(
            MatchResult(match.round, (sides[match.sides[0]], sides[match.sides[1]]), match.scores)
            for match in round_robin(cells)
        )
        tables[group] = placings(Contest(sorted(sides.values()), rounds, (TieBreak.NET,)))
    qualified = qualify(rule, tables, seed)
    assert len(set(qualified.entries)) == len(qualified.entries)
    assert qualify(rule, tables, seed) == qualified
    names = [slot.name for slot in qualified.slots]
    short = {
        dict(problem.values)["slot"]
        for problem in qualified.problems
        if problem.code is StageProblem.TOO_FEW_PLACED
    }
    assert sorted([*names, *map(str, short)]) == sorted(rule.slots("AB"))
