"""Adjusted scores, averages and fouled boards: what is given and refused, by values alone."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from referee.base import case_numbers
from referee.base.refusals import Code
from referee.rulings import adjusted_scores, fouled_boards, listed
from referee.rulings.adjusted_scores import AdjustedScore, AssignedFacts, AverageSize, GivenInstead
from scoring.game import Counting
from tests.referee.rulings.by_value import codes, under_the_lock
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Deal, Event, ResultKind, User
from tournaments.record import ledger
from tournaments.standings.given_scores import MOST_OUTCOMES, WHOLE, GivenScore, WeightedScore
from tournaments.standings.team_boards import AverageScore
from tournaments.structure import games

BOB, EVENT = User(pk=1), Event(pk=1)
DEAL: Any = SimpleNamespace(event=EVENT, sitting=None, pk=1, board_id=1, done=True)


@pytest.mark.parametrize(
    ("board", "compares", "is_compared"), [(1, True, True), (None, True, False), (1, False, False)]
)
def test_a_deal_of_a_board_is_compared_where_the_event_compares(
    monkeypatch: pytest.MonkeyPatch, board: int | None, compares: bool, is_compared: bool
) -> None:
    monkeypatch.setattr(games, "compares", lambda _event: compares)
    deal: Any = SimpleNamespace(board_id=board, event=EVENT)
    assert adjusted_scores.is_compared(deal) is is_compared
    shown = {True: "matchpoints", False: "none"}[compares]
    asked: Any = SimpleNamespace(board_id=board, event=SimpleNamespace(comparison=shown))
    assert fouled_boards.is_offered(asked) is is_compared


@pytest.mark.parametrize(
    ("counting", "size", "mean", "found"),
    [
        (Counting.POINTS, AverageSize.FLAT, 120, 50),
        (Counting.POINTS, AverageSize.MEAN, 120, 120),
        (Counting.POINTS, AverageSize.MEAN, 49, 50),
        (Counting.POINTS, AverageSize.MEAN, 201, 200),
        (Counting.POINTS, AverageSize.MEAN, None, 50),
        (Counting.LEVELS, AverageSize.MEAN, 120, 1),
        (Counting.UNITS, AverageSize.FLAT, 120, 1),
    ],
)
def test_an_average_is_worth_a_flat_number_the_mean_of_the_table_or_a_level(
    monkeypatch: pytest.MonkeyPatch,
    counting: Counting,
    size: AverageSize,
    mean: int | None,
    found: int,
) -> None:
    monkeypatch.setattr(adjusted_scores, "counting_of", lambda _event: counting)
    monkeypatch.setattr(adjusted_scores, "_mean", lambda _deal: mean)
    assert adjusted_scores.average_size(DEAL, size) == found


@pytest.mark.parametrize(
    ("seats", "one_each", "shares"),
    [
        (("N", "S"), 1, {"N": 7, "S": 7}),
        (("N", "S"), 2, {"N": 4, "S": 3}),
        (("N",), 1, {"N": 7}),
    ],
)
def test_partners_share_a_value_or_add_up_to_it(
    monkeypatch: pytest.MonkeyPatch, seats: tuple[str, ...], one_each: int, shares: dict[str, int]
) -> None:
    sides = {"N": "a", "S": "a"}
    game = SimpleNamespace(side_points=lambda *_all: {"a": one_each})
    monkeypatch.setattr(adjusted_scores, "game_of", lambda _event: game)
    monkeypatch.setattr(adjusted_scores, "ruleset_of", lambda _deal: None)
    monkeypatch.setattr(adjusted_scores, "rules_of", lambda *_all: None)
    place = adjusted_scores.Recipient("ns", seats)
    assert adjusted_scores._shared(DEAL, place, 7, sides) == shares


def outcomes(*weights: int) -> tuple[WeightedScore, ...]:
    return tuple(WeightedScore(Fraction(10), Fraction(weight)) for weight in weights)


MANY = [WHOLE - MOST_OUTCOMES + 1] + [1] * (MOST_OUTCOMES - 1)


@pytest.mark.parametrize(
    ("weights", "found"),
    [
        ([WHOLE], []),
        (MANY, []),
        ([MANY[0] - 1, *MANY[1:], 1], [Code.TOO_MANY_OUTCOMES]),
        ([], [Code.NOT_GIVEN]),
        ([WHOLE, 0], [Code.WEIGHTS_NOT_WHOLE]),
        ([WHOLE + 1, -1], [Code.WEIGHTS_NOT_WHOLE]),
        ([WHOLE - 1], [Code.WEIGHTS_NOT_WHOLE]),
        ([WHOLE + 1], [Code.WEIGHTS_NOT_WHOLE]),
    ],
)
def test_outcomes_are_some_not_too_many_and_a_whole(
    monkeypatch: pytest.MonkeyPatch, weights: list[int], found: list[str]
) -> None:
    monkeypatch.setattr(adjusted_scores, "sides_at", lambda _deal: {"N": "a", "W": "b"})
    score = GivenInstead(GivenScore({"N": outcomes(WHOLE), "W": outcomes(*weights)}), "x")  # type: ignore[arg-type]
    assert [problem.code for problem in score.problems(DEAL)] == found
    both = GivenInstead(GivenScore(dict.fromkeys(("N", "W"), outcomes(*weights))), "x")
    assert [problem.code for problem in both.problems(DEAL)] == found


@pytest.mark.parametrize("article", ["", "T-05"])
@pytest.mark.parametrize("compared", [True, False])
def test_averages_are_a_score_of_the_board_or_what_the_seats_are_given(
    monkeypatch: pytest.MonkeyPatch, article: str, compared: bool
) -> None:
    monkeypatch.setattr(adjusted_scores, "is_compared", lambda _deal: compared)
    monkeypatch.setattr(adjusted_scores, "sides_at", lambda _deal: {"N": "a", "W": "b"})
    monkeypatch.setattr(adjusted_scores, "average_size", lambda *_all: 50)
    monkeypatch.setattr(adjusted_scores, "scores_of", lambda *_all: {"N": 50})
    monkeypatch.setattr(adjusted_scores, "reported_at", lambda _deal: {"won": {}})
    score = AdjustedScore(AverageScore.PLUS, AverageScore.MINUS, "x", article)
    report = score.report(DEAL)
    if compared:
        said = {"article": article} if article else {}
        averages = {"ns": AverageScore.PLUS.value, "ew": AverageScore.MINUS.value}
        assert (report.kind, report.facts) == (ResultKind.AVERAGE, averages | said)
    else:
        assert report.kind == ResultKind.ADJUSTED
        assert (report.facts["won"], report.facts["adjusted"]["scores"]) == ({}, {"N": 50})
    assert list(score.problems(DEAL)) == []


@pytest.mark.parametrize("reported", [{}, {"won": {}}])
def test_facts_are_assigned_where_some_were_reported(
    monkeypatch: pytest.MonkeyPatch, reported: dict[str, Any]
) -> None:
    told = SimpleNamespace(facts=reported) if reported else None
    monkeypatch.setattr(adjusted_scores, "table_result", lambda _deal: told)
    score = AssignedFacts({"attackers_points": 5}, "x")
    found = [problem.code for problem in score.problems(DEAL)]
    assert found == ([] if reported else [Code.NOTHING_REPORTED])
    assert score.report(DEAL).facts == {**reported, "attackers_points": 5, "adjusted": {}}


@pytest.fixture
def giving(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return what is refused of a score, by what stands; nothing where it is given."""

    def found(
        *,
        reason: str = "x",
        ruled: bool = False,
        done: bool = True,
        same: bool = False,
        wrong: bool = False,
        taking_back: bool = False,
        adjusted: bool = True,
    ) -> list[str]:
        case = SimpleNamespace(year=2026, number=1) if ruled else None
        made = SimpleNamespace(note=lambda **_more: None)
        monkeypatch.setattr(listed, "case_of_live_result", lambda _deal: case)
        monkeypatch.setattr(ledger, "says_the_same", lambda *_all: same)
        under_the_lock(monkeypatch, adjusted_scores, made)
        monkeypatch.setattr(adjusted_scores, "post_within", lambda *_all, **_more: None)
        monkeypatch.setattr(adjusted_scores, "_report_before", lambda _deal: None)
        monkeypatch.setattr(case_numbers, "number_of_deal", lambda *_all: None)
        monkeypatch.setattr(adjusted_scores, "is_adjusted", lambda _deal: adjusted)
        problem = refuse(Code.NOT_GIVEN)
        score = SimpleNamespace(
            reason=reason,
            report=lambda _deal: SimpleNamespace(kind=ResultKind.ADJUSTED),
            problems=lambda _deal: iter([problem] if wrong else []),
        )
        deal: Any = SimpleNamespace(event=SimpleNamespace(tournament=None), done=done)
        try:
            if taking_back:
                adjusted_scores.take_back(deal, BOB, reason, seen=1)
            else:
                adjusted_scores.give(deal, BOB, score, seen=1)
        except Refused as refused:
            return [str(problem.code) for problem in refused.problems]
        return []

    return found


def test_a_score_is_given_with_a_reason_upon_no_ruling_and_once(giving: Any) -> None:
    assert giving() == giving(done=False, same=True) == []
    assert giving(same=True) == [Reason.RESULT_UNCHANGED]
    assert giving(reason=" ") == [Reason.REASON_MISSING]
    assert giving(wrong=True) == [Code.NOT_GIVEN]
    assert giving(ruled=True) == [Code.RESULT_OF_RULING]
    every = [Code.RESULT_OF_RULING, Code.NOT_GIVEN, Reason.REASON_MISSING]
    assert giving(ruled=True, wrong=True, reason="") == every


def test_a_score_is_taken_back_with_a_reason_where_there_is_one_of_no_ruling(giving: Any) -> None:
    assert giving(taking_back=True) == []
    assert giving(taking_back=True, adjusted=False) == [Code.NOT_ADJUSTED]
    assert giving(taking_back=True, reason=" ") == [Reason.REASON_MISSING]
    assert giving(taking_back=True, ruled=True) == [Code.RESULT_OF_RULING]
    every = [Code.RESULT_OF_RULING, Reason.REASON_MISSING, Code.NOT_ADJUSTED]
    assert giving(taking_back=True, ruled=True, adjusted=False, reason="") == every


@pytest.mark.parametrize(
    ("kind", "is_adjusted"),
    [(None, False), ("played", False), ("void", False), ("adjusted", True), ("no_replay", True)],
)
def test_what_a_referee_gave_is_adjusted(
    monkeypatch: pytest.MonkeyPatch, kind: str | None, is_adjusted: bool
) -> None:
    live = {} if kind is None else {1: SimpleNamespace(kind=kind)}
    monkeypatch.setattr(adjusted_scores, "live_results", lambda _deals: live)
    assert adjusted_scores.is_adjusted(Deal(pk=1)) is is_adjusted


@pytest.mark.parametrize(
    ("known", "otherwise", "found"),
    [
        ({}, {"a"}, {"a": 2}),
        ({}, {"a", "b"}, {"a": 2, "b": 2}),
        ({}, set(), Reason.RESULT_UNCHANGED),
        ({}, {"a", "b", "c"}, Code.NOT_FOULED),
        ({}, {"a", "x"}, Code.NOT_FOULED),
        ({}, {"x"}, Code.NOT_FOULED),
        ({1: 2}, {"a"}, Reason.RESULT_UNCHANGED),
        ({1: 2}, {"b"}, {"a": 1, "b": 2}),
        ({1: 2}, set(), {"a": 1}),
    ],
)
def test_the_tables_are_named_whose_cards_change_and_some_play_as_dealt(
    monkeypatch: pytest.MonkeyPatch, known: dict[int, int], otherwise: set[str], found: Any
) -> None:
    rows = [Deal(pk=key, uid=uid) for key, uid in enumerate("abc", 1)]
    monkeypatch.setattr(fouled_boards, "tables_of", lambda _deal: rows)
    monkeypatch.setattr(fouled_boards, "layouts_of", lambda _rows: known)
    if isinstance(found, dict):
        changed = fouled_boards.changes(rows[0], otherwise)
        assert {row.uid: layout for row, layout in changed.items()} == found
    else:
        assert codes(lambda: fouled_boards.changes(rows[0], otherwise)) == [found]
    assert codes(lambda: fouled_boards.separate(rows[0], BOB, otherwise, " ")) == [
        Reason.REASON_MISSING
    ]
