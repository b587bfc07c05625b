"""What is of which round: scores, penalties and facts, on both sides of the first and the last."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tests.tournaments.standings.exact import exact
from tournaments.standings.match_scores import Order, judge_match
from tournaments.standings.played_rounds import sums_of_play
from tournaments.standings.ranking import Rank, ranked
from tournaments.standings.round_scores import (
    Counts,
    DecidingDeal,
    EntryPenalty,
    EntryWarning,
    GameLoss,
    MatchRecord,
    RoundSum,
    ScoredDeal,
    StandingsInput,
    TieBreak,
    TieFacts,
    UnplayedRound,
)
from tournaments.standings.unplayed_rounds import credit_byes, round_sums
from tournaments.standings.unplayed_terms import (
    Credit,
    CreditTerms,
    LeastPlayed,
    RankedFrom,
    WithdrawalNote,
)

ROUNDS = range(1, 5)
AVERAGE = CreditTerms(Credit.AVERAGE)


def two(number: int, first: int, second: int) -> list[ScoredDeal]:
    return [
        ScoredDeal("a", number, f"{number}", first),
        ScoredDeal("b", number, f"{number}", second),
    ]


def table(number: int, **more: object) -> MatchRecord:
    return replace(MatchRecord(number, (("a",), ("b",))), **more)  # type: ignore[arg-type]


def test_the_first_and_the_last_round_are_within() -> None:
    facts = TieFacts(
        extra=tuple(DecidingDeal(number, {"a": Fraction(number)}) for number in ROUNDS),
        lost=tuple(GameLoss("a", number) for number in ROUNDS),
        warned=tuple(EntryWarning("a", number) for number in ROUNDS),
    )
    known = StandingsInput(
        "ab",
        [score for number in ROUNDS for score in two(number, 1, 0)],
        adjusted=[EntryPenalty("a", Fraction(-1), round=number) for number in ROUNDS],
        tables=[table(number) for number in ROUNDS],
        away=[UnplayedRound("c", number) for number in ROUNDS],
        tie_facts=facts,
    ).within(2, 3)
    kept: list[Any] = [known.scored[::2], known.adjusted, known.tables, known.away]
    assert [[row.round for row in rows] for rows in kept] == [[2, 3]] * 4
    assert exact(known.tie_facts.extra_deals) == ({"a": 2}, {"a": 3})
    assert (known.tie_facts.games_lost, known.tie_facts.warnings) == ({"a": 2}, {"a": 2})
    assert TieFacts().within(2, 3) == TieFacts()


@pytest.mark.parametrize(
    ("counts", "rounds"),
    [(Counts.FORFEITED, (1, 3)), (Counts.SUSPENDED, (1, 3)), (Counts.SAT_OUT, (1,))],
)
def test_a_forfeited_round_is_one_of_the_event_and_a_bye_is_not(
    counts: Counts, rounds: tuple[int, ...]
) -> None:
    known = StandingsInput(
        "ab", two(1, 5, 1), tables=[table(2)], away=[UnplayedRound("a", 3, counts)]
    )
    assert known.rounds == rounds
    awarded = table(2, worth=(Fraction(1), Fraction(0)))
    assert replace(known, tables=[awarded]).rounds == tuple(sorted({*rounds, 2}))


def test_after_a_round_its_own_scores_and_penalties_count_and_later_ones_do_not() -> None:
    penalties = [
        EntryPenalty("a", Fraction(-9), round=1),
        EntryPenalty("b", Fraction(-99), round=2),
    ]
    known = StandingsInput("ab", [*two(1, 5, 0), *two(2, 5, 0)], adjusted=penalties)
    history = {row.entry: [each.place for each in row.history] for row in ranked(known)}
    assert history == {"a": [2, 1], "b": [1, 2]}
    sums = credit_byes(sums_of_play(known), replace(known, away=[UnplayedRound("c", 1)]), 1)
    assert {entry: [row.round for row in rows] for entry, rows in sums.items()} == {
        "a": [1],
        "b": [1],
        "c": [1],
    }


def test_facts_after_a_round_decide_nothing_in_it() -> None:
    facts = TieFacts(extra=(DecidingDeal(2, {"a": Fraction(1), "b": Fraction(2)}),))
    known = StandingsInput(
        "ab", [*two(1, 5, 5), *two(2, 1, 1)], tie_breaks=(TieBreak.EXTRA_DEAL,), tie_facts=facts
    )
    history = {row.entry: [each.place for each in row.history] for row in ranked(known)}
    assert history == {"a": [1, 2], "b": [1, 1]}


@pytest.mark.parametrize("counts", [Counts.FORFEITED, Counts.SUSPENDED, Counts.SAT_OUT])
def test_credits_of_other_rounds_and_tables_in_play_are_no_part_of_the_own_average(
    counts: Counts,
) -> None:
    away = [UnplayedRound("a", 1, counts), UnplayedRound("a", 4)]
    scored = [*two(2, 40, 0), *two(3, 500, 0)]
    tables = [table(2), table(3, is_over=False)]
    known = StandingsInput("ab", scored, tables=tables, away=away, credit=AVERAGE)
    assert round_sums(known)["a"][-1].points == 40


def test_a_match_that_was_made_good_is_no_part_of_the_own_average() -> None:
    away = [UnplayedRound("a", 2, opponent="e"), UnplayedRound("a", 3)]
    known = StandingsInput(
        "abe",
        two(1, 0, 50),
        tables=[table(1, boards=1)],
        away=away,
        order=Order.VP_20,
        credit=AVERAGE,
    )
    won, good, bye = (row.match_points for row in round_sums(known)["a"])
    assert won is not None
    assert good is not None
    assert won != good, "or an average would not show it"
    assert bye == won


def test_a_stand_in_is_no_part_of_the_mean_of_all_tables() -> None:
    scored = [*two(1, 60, -20), ScoredDeal("c", 1, "1", -70)]
    four = MatchRecord(1, (("a",), ("b",), ("c",)))
    away = [UnplayedRound("c", 1, Counts.STOOD_IN), UnplayedRound("d", 1)]
    credit = CreditTerms(Credit.OWN_OR_MEAN)
    known = StandingsInput("abcd", scored, tables=[four], away=away, credit=credit)
    assert round_sums(known)["d"][0].points == 20


@pytest.mark.parametrize("kind", [Credit.OWN_OR_MEAN, Credit.LOWER])
def test_where_no_table_has_ended_the_own_average_counts_and_nothing_without_one(
    kind: Credit,
) -> None:
    away = [UnplayedRound("a", 2), UnplayedRound("c", 2)]
    known = StandingsInput(
        "abc", two(1, 60, 0), tables=[table(1)], away=away, credit=CreditTerms(kind)
    )
    assert [round_sums(known)[entry][-1].points for entry in "ac"] == [60, 0]


@pytest.mark.parametrize(
    ("totals", "ahead", "worth", "decided"),
    [
        ((5, 5), None, (1, 1), (0, 0)),
        ((5, 5), 0, (2, 0), (1, -1)),
        ((5, 5), 1, (0, 2), (-1, 1)),
        ((5, 4), 1, (2, 0), (0, 0)),
        ((4, 5), 0, (0, 2), (0, 0)),
    ],
)
def test_who_is_ahead_by_the_game_has_a_match_of_equal_totals_alone(
    totals: tuple[int, int],
    ahead: int | None,
    worth: tuple[int, int],
    decided: tuple[int, int],
) -> None:
    own, theirs = map(Fraction, totals)
    assert exact(judge_match(Order.WDL_2_1_0, (own, theirs), 8, ahead)) == (worth, decided)


@pytest.mark.parametrize(
    ("totals", "decided", "won", "lost"),
    [
        ((5, 4), 0, True, False),
        ((4, 5), 0, False, True),
        ((5, 5), 0, False, False),
        ((5, 5), 1, True, False),
        ((5, 5), -1, False, True),
    ],
)
def test_a_match_is_won_lost_or_level(
    totals: tuple[int, int], decided: int, won: bool, lost: bool
) -> None:
    own, theirs = map(Fraction, totals)
    row = RoundSum(
        1, 8, Fraction(0), totals=(own, theirs), decided=decided, opponents=("b",), match_points=own
    )
    assert (row.is_won, row.is_lost) == (won, lost)
    in_play = replace(row, match_points=None)
    assert (in_play.is_won, in_play.is_lost) == (False, False)
    assert not replace(row, opponents=()).is_lost


def of(rows: tuple[Rank, ...], entry: str) -> Rank:
    return next(row for row in rows if row.entry == entry)


def test_who_is_left_without_a_place_has_none_after_any_round_either() -> None:
    scored = [*two(1, 5, 0), *two(2, 5, 0)]
    rows = ranked(StandingsInput("ab", scored, unplaced=frozenset("a")))
    assert [(row.entry, row.shown_place, len(row.history)) for row in rows] == [
        ("b", "1", 2),
        ("a", "–", 0),
    ]
    assert (rows[1].unplaced, rows[0].unplaced) == (True, False)


def test_who_withdrew_stands_by_that_and_not_by_what_he_was_left_without() -> None:
    known = StandingsInput("ab", two(1, 5, 0), withdrawn=frozenset("a"), unplaced=frozenset("a"))
    excused = replace(known, excused=frozenset("a"))
    assert [
        (of(ranked(each), "a").behind, of(ranked(each), "a").unplaced) for each in (known, excused)
    ] == [
        (2, False),
        (1, False),
    ]


def test_only_who_was_disqualified_is_called_so() -> None:
    rows = ranked(
        StandingsInput("ab", two(1, 5, 0), withdrawn=frozenset("a"), disqualified=frozenset("a"))
    )
    assert {row.entry: row.disqualified for row in rows} == {"a": True, "b": False}


def test_a_place_is_gained_or_lost_from_the_second_round_on() -> None:
    known = StandingsInput("ab", [*two(1, 5, 0), *two(2, 0, 9)])
    assert [row.change for row in ranked(known.upto(1))] == [0, 0]
    assert {row.entry: row.change for row in ranked(known)} == {"a": -1, "b": 1}
    least = LeastPlayed(RankedFrom.NUMBER, 3)
    third = replace(known, scored=[*known.scored, ScoredDeal("b", 3, "3", 1)], least=least)
    assert of(ranked(third), "a").change == 0


def test_a_penalty_in_table_points_is_taken_from_these_alone() -> None:
    penalty = EntryPenalty("a", Fraction(-1), round=1, in_table_points=True)
    known = StandingsInput(
        "ab", two(1, 5, 1), adjusted=[penalty], tables=[table(1)], order=Order.TABLE_POINTS
    )
    row = of(ranked(known), "a")
    assert exact((row.table_points, row.penalties, row.total)) == (1, 0, 5)


@pytest.mark.parametrize(
    ("known", "shown"),
    [
        ({}, ["–", "–"]),
        ({"adjusted": [EntryPenalty("a", Fraction(-1))]}, ["1", "2"]),
        ({"carried": {"b": Fraction(1)}}, ["1", "2"]),
    ],
    ids=["nothing", "penalty", "carried"],
)
def test_places_are_shown_once_anything_counts_for_anybody(
    known: dict[str, object], shown: list[str]
) -> None:
    inputs = StandingsInput("ab", order=Order.WDL_2_1_0, **known)  # type: ignore[arg-type]
    assert [row.shown_place for row in ranked(inputs)] == shown


def test_a_round_that_is_cancelled_names_who_withdrew() -> None:
    known = StandingsInput("ab", two(1, 5, 1), tables=[table(1, cancelled="b")], order=Order.VP_20)
    assert round_sums(known)["a"][0].gone == WithdrawalNote("b")
