"""Withdrawals from a round robin: what is just within its terms, and what is just outside."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from tests.tournaments.standings.exact import exact
from tests.tournaments.standings.test_withdrawals import (
    field,
    match,
    of_points,
    robin,
    rows,
    rows_of_points,
)
from tournaments.standings.match_scores import Order
from tournaments.standings.round_scores import Counts, MatchRecord, StandingsInput, UnplayedRound
from tournaments.standings.unplayed_terms import (
    CompensationBasis,
    WithdrawalCompensation,
    WithdrawalNote,
    WithdrawalOutcome,
)
from tournaments.standings.withdrawals import withdrawal_outcomes

ONE_GONE = frozenset({1})


def drawn(number: int, **more: object) -> MatchRecord:
    """A match of c that e did not come to."""
    return replace(MatchRecord(number, (("c",), ("e",)), absent=ONE_GONE), **more)  # type: ignore[arg-type]


def half_played(*tables: MatchRecord) -> StandingsInput:
    """The field of which e has played two of its four matches, and these beside."""
    known = field(match(1, "e", "a", 0), match(2, "e", "b", 0))
    return replace(known, tables=[*known.tables, *tables])


def test_matches_outside_the_round_robin_are_none_of_its_own() -> None:
    known = field(match(1, "e", "a", 40), match(6, "e", "b", 40))
    ranks = rows(known, robin())
    assert ranks["a"].rounds[0].counts is Counts.CANCELLED
    assert ranks["b"].rounds[0].counts is Counts.PLAYED
    assert rows(half_played(drawn(6)), robin())["c"].rounds[0].gone is None


def test_a_match_in_play_is_not_played_yet() -> None:
    going_on = replace(match(2, "e", "b", 0)[0], is_over=False)
    for over, outcome in ((True, WithdrawalOutcome.STAND), (False, WithdrawalOutcome.CANCELLED)):
        known = field(match(1, "e", "a", 0), (replace(going_on, is_over=over), []))
        assert withdrawal_outcomes(known, robin()) == {"e": outcome}
    gone = [drawn(2), drawn(3)]
    assert withdrawal_outcomes(
        field(match(1, "e", "a", 0), *((row, []) for row in gone)), robin()
    ) == {"e": WithdrawalOutcome.CANCELLED}


def test_a_match_against_who_withdrew_is_made_good_once_it_is_over() -> None:
    assert rows(half_played(drawn(3)), robin())["c"].rounds[0].gone is not None
    assert rows(half_played(drawn(3, is_over=False)), robin())["c"].rounds == ()


def test_what_a_referee_awarded_for_it_stands() -> None:
    award = drawn(3, worth=(Fraction(18), Fraction(0)))
    round_ = rows(half_played(award), robin())["c"].rounds[0]
    assert exact((round_.match_points, round_.gone)) == (18, None)


def test_where_neither_came_nobody_is_made_good() -> None:
    both = drawn(3, absent=frozenset({0, 1}))
    assert rows(half_played(both), robin())["c"].rounds[0].gone is None


MADE_GOOD = WithdrawalCompensation(Fraction(9))


def test_who_did_not_come_himself_is_not_made_good_where_points_rank() -> None:
    known = of_points((1, "e", "a", 30), (2, "e", "b", 10))
    for absent, gone in (
        (frozenset[int](), WithdrawalNote("e", CompensationBasis.AVERAGE_PLUS)),
        (frozenset({0}), None),
    ):
        table = MatchRecord(3, (("c",), ("e",)), absent=absent)
        here = replace(known, tables=[*known.tables, table])
        notes = {round_.gone for round_ in rows_of_points(here, MADE_GOOD)["c"].rounds}
        assert notes == ({gone} if gone else set())


def test_a_round_of_a_stand_in_and_one_without_deals_are_no_part_of_the_own_average() -> None:
    """c won 50 in the first round; a stand-in played the second, and the fourth was forfeited."""
    known = of_points(
        (1, "c", "d", 50),
        (2, "c", "b", -80),
        (1, "e", "a", 0),
        (2, "e", "b", 0),
        away=(UnplayedRound("c", 2, Counts.STOOD_IN), UnplayedRound("c", 3)),
    )
    penalty_alone = MatchRecord(4, (("c",), ("b",)), worth=(Fraction(0), Fraction(0)))
    known = replace(known, tables=[*known.tables, penalty_alone])
    good = next(
        round_
        for round_ in rows_of_points(known, MADE_GOOD, (3, "c", "e"))["c"].rounds
        if round_.gone
    )
    assert (good.points, good.gone) == (50, WithdrawalNote("e", CompensationBasis.OWN_AVERAGE))


def test_who_has_not_withdrawn_or_was_to_play_nothing_is_in_no_outcome() -> None:
    known = StandingsInput("ae", withdrawn=frozenset("e"), order=Order.VP_20)
    plan = robin()
    assert set(withdrawal_outcomes(known, plan)) == {"e"}
    assert withdrawal_outcomes(known, replace(plan, matches={"e": 0, "a": 4})) == {}
