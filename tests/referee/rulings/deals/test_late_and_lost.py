"""Late exposures, deals lost and points of deals: what is proposed and refused, by values alone."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from referee.base.refusals import Code
from referee.models import Decision
from referee.rulings import late_exposures, ruling_stack
from referee.rulings.adjusted_scores import GivenInstead
from referee.rulings.late_exposures import ExposureChoice
from referee.sheets import queries
from tests.referee.rulings.by_value import codes, under_the_lock
from tournaments.base.refusals import Reason
from tournaments.models import Entry, Event, Result, Tournament, User
from tournaments.regulations import amounts, articles
from tournaments.regulations.articles import (
    Article,
    Authority,
    Escalation,
    Level,
    RepeatWindow,
    Scope,
)
from tournaments.standings.given_scores import GivenScore, WeightedScore
from tournaments.standings.team_boards import AverageScore

BOB, EVENT = User(pk=1), Event(pk=1, tournament=Tournament(pk=1))
DEAL: Any = SimpleNamespace(event=EVENT, sitting=None, pk=1, board_id=1, done=True)


def incident(rulings: tuple[Any, ...] = ()) -> Any:
    return SimpleNamespace(row=SimpleNamespace(deal=DEAL, seat="W"), rulings=rulings)


@pytest.fixture
def exposing(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return the choice of a result, by the facts and settlements of both outcomes."""

    def found(
        kind: str | None = "played",
        facts: Any = None,
        settled: Any = None,
        *,
        policy: bool = False,
        before: int = 0,
    ) -> ExposureChoice | None:
        facts = {False: {"void": 1}, True: {"counts": 1}} if facts is None else facts
        settled = {"void": "none", "counts": "some"} if settled is None else settled
        result = None if kind is None else Result(kind=kind, facts={"counts": 1})
        rows = SimpleNamespace(filter=lambda **_more: SimpleNamespace(first=lambda: result))
        monkeypatch.setattr(late_exposures, "Result", SimpleNamespace(live=rows))
        monkeypatch.setattr(
            late_exposures, "_facts_with", lambda _r, _d, _s, allowed: facts[allowed]
        )
        outcome = lambda _deal, of: SimpleNamespace(settlement=settled[next(iter(of))])  # noqa: E731
        monkeypatch.setattr(queries, "outcome", outcome)
        monkeypatch.setattr(late_exposures, "_allows_first", lambda _deal: policy)
        monkeypatch.setattr(late_exposures, "earlier_exposures", lambda _incident: before)
        return late_exposures.exposure_choice(incident())

    return found


@pytest.mark.parametrize(
    ("kind", "is_there"),
    [("played", True), ("claimed", True), (None, False), ("void", False), ("adjusted", False)],
)
def test_a_late_exposure_leaves_a_choice_in_a_result_of_the_table(
    exposing: Any, kind: str | None, is_there: bool
) -> None:
    assert (exposing(kind) is not None) is is_there


def test_both_outcomes_have_to_settle_for_a_choice(exposing: Any) -> None:
    made = exposing()
    assert made.is_allowed
    assert not exposing(facts={False: {"counts": 1}, True: {"void": 1}}).is_allowed
    for gone in (False, True):
        facts = {False: {"void": 1}, True: {"counts": 1}}
        assert exposing(facts={**facts, gone: None}) is None
    assert exposing(settled={"void": None, "counts": "some"}) is None


@pytest.mark.parametrize(
    ("policy", "before", "allows"),
    [(True, 0, True), (True, 1, False), (False, 0, False), (False, 1, False)],
)
def test_the_first_exposure_is_allowed_by_a_policy_alone(
    exposing: Any, policy: bool, before: int, allows: bool
) -> None:
    assert exposing(policy=policy, before=before).allows_first is allows


@pytest.mark.full
@pytest.mark.parametrize(
    ("policies", "allows"),
    [
        ({}, False),
        ({"late_exposure": "allow_first_warn"}, True),
        ({"late_exposure": "ALLOW_FIRST_WARN"}, True),
        ({"late_exposure": "void"}, False),
        ({"other": "allow_first_warn"}, False),
    ],
)
def test_the_policy_is_read_by_its_name(
    monkeypatch: pytest.MonkeyPatch, policies: dict[str, str], allows: bool
) -> None:
    regulations = SimpleNamespace(policies=policies)
    monkeypatch.setattr(late_exposures, "regulations_of", lambda _event: regulations)
    assert late_exposures._allows_first(DEAL) is allows


FIRST = Article(
    "E-01",
    "E",
    "亮迟",
    Level.L1,
    False,
    Authority.REFEREE,
    (Escalation(2, Level.L5),),
    RepeatWindow.STAGE,
    Scope.PERSON,
)
AGAIN = replace(FIRST, code="E-02", level=Level.L3, steps=(Escalation(2, Level.L4),))


@pytest.mark.parametrize(
    ("before", "known", "ruled", "choice", "found"),
    [
        (0, {"E-01": FIRST, "E-02": AGAIN}, False, True, ("E-01", Level.L1)),
        (1, {"E-01": FIRST, "E-02": AGAIN}, False, True, ("E-02", Level.L3)),
        (2, {"E-01": FIRST, "E-02": AGAIN}, False, True, ("E-02", Level.L4)),
        (1, {"E-01": FIRST}, False, True, ("E-01", Level.L5)),
        (0, {"E-02": AGAIN}, False, True, None),
        (1, {"E-02": AGAIN}, False, True, ("E-02", Level.L3)),
        (0, {"E-01": FIRST}, True, True, None),
        (0, {"E-01": FIRST}, False, False, None),
    ],
)
def test_what_is_proposed_is_by_the_first_article_or_by_the_further_one(
    monkeypatch: pytest.MonkeyPatch,
    before: int,
    known: dict[str, Article],
    ruled: bool,
    choice: bool,
    found: tuple[str, Level] | None,
) -> None:
    monkeypatch.setattr(
        late_exposures, "exposure_choice", lambda _incident: "choice" if choice else None
    )
    monkeypatch.setattr(late_exposures, "earlier_exposures", lambda _incident: before)
    monkeypatch.setattr(articles, "article", lambda _event, code: known.get(code))
    begins = lambda _event, article, level: {"begins": (article.code, level)}  # noqa: E731
    monkeypatch.setattr(late_exposures, "_form_values", begins)
    said = late_exposures.proposed_ruling(incident(("ruling",) if ruled else ()))
    assert said == ({} if found is None else {"begins": found})


@pytest.mark.parametrize(
    ("level", "points", "found"),
    [
        (Level.L1, Fraction(-5), {"decision": Decision.WARNED}),
        (Level.L2, None, {"decision": Decision.WARNED}),
        (Level.L0, Fraction(0), {}),
        (Level.L3, Fraction(-20), {"decision": Decision.PENALTY, "points": -20}),
        (Level.L3, Fraction(-1, 2), {}),
        (Level.L7, None, {}),
    ],
)
def test_the_form_begins_with_a_warning_or_with_whole_points(
    monkeypatch: pytest.MonkeyPatch, level: Level, points: Fraction | None, found: dict[str, Any]
) -> None:
    monkeypatch.setattr(amounts, "amount", lambda *_all, **_more: points)
    article = replace(FIRST, number="7.1")
    assert late_exposures._form_values(EVENT, article, level) == {"article": "7.1", **found}


@pytest.mark.parametrize(
    ("is_allowed", "reason", "found"),
    [
        (True, " ", [Reason.REASON_MISSING]),
        (False, "x", [Reason.RESULT_UNCHANGED]),
        (False, "", [Reason.REASON_MISSING, Reason.RESULT_UNCHANGED]),
    ],
)
def test_an_exposure_is_decided_with_a_reason_and_otherwise_than_it_stands(
    monkeypatch: pytest.MonkeyPatch, is_allowed: bool, reason: str, found: list[str]
) -> None:
    stands: Any = SimpleNamespace(is_allowed=False)
    under_the_lock(monkeypatch, late_exposures)
    monkeypatch.setattr(late_exposures, "exposure_choice", lambda _incident: stands)

    def decide() -> object:
        return late_exposures.decide_exposure(
            incident(), BOB, reason, is_allowed=is_allowed, seen=1
        )

    assert codes(decide) == found
    monkeypatch.setattr(late_exposures, "exposure_choice", lambda _incident: None)
    assert codes(decide) == [Code.NOTHING_REPORTED]


def given(level: str, points: int = 0) -> Any:
    return SimpleNamespace(level=level, points=points)


@pytest.mark.parametrize(
    ("rows", "loses", "seats"),
    [
        ([("L7", 0, "N")], True, ("N",)),
        ([("L7", 0, "")], True, ("S",)),
        ([("L7", -5, "N")], True, ()),
        ([("L6", 0, "N")], True, ()),
        ([("L8", 0, "N")], True, ()),
        ([("L7", 0, "N")], False, ()),
        ([], True, ()),
        ([("L6", 0, "W"), ("L7", 0, "N"), ("L7", 0, "N")], True, ("N",)),
    ],
)
def test_the_seats_that_lose_a_deal_are_those_of_l7_without_points(
    monkeypatch: pytest.MonkeyPatch,
    rows: list[tuple[str, int, str]],
    loses: bool,
    seats: tuple[str, ...],
) -> None:
    monkeypatch.setattr(amounts, "loses_deals", lambda _event: loses)
    monkeypatch.setattr(ruling_stack, "seat_of", lambda *_all: "S")
    named = [(given(level, points), Entry(pk=1), seat) for level, points, seat in rows]
    assert ruling_stack.seats_lost(DEAL, named) == seats
    monkeypatch.setattr(ruling_stack, "seat_of", lambda *_all: "")
    assert ruling_stack.seats_lost(DEAL, [(given("L7"), Entry(pk=1), "")]) == ()


@pytest.mark.parametrize(
    ("kind", "worst", "is_made"),
    [
        ("played", {"N": -600}, True),
        ("adjusted", {"N": -600}, True),
        ("void", {"N": -600}, False),
        ("not_played", {"N": -600}, False),
        (None, {"N": -600}, False),
        ("played", None, False),
    ],
)
def test_a_deal_is_lost_upon_a_result_with_points_in_a_game_that_knows_the_worst(
    monkeypatch: pytest.MonkeyPatch, kind: str | None, worst: Any, is_made: bool
) -> None:
    monkeypatch.setattr(ruling_stack, "table_report", lambda _deal: None)
    monkeypatch.setattr(ruling_stack, "scores_with_lost", lambda *_all: worst)
    monkeypatch.setattr(GivenInstead, "report", lambda self, _deal: self.given.by_place)
    stands = None if kind is None else Result(kind=kind, settlement={"scores": {"N": 5}})
    found: Any = ruling_stack.lost_result(DEAL, stands, ("N",))
    assert (found is not None) is is_made
    if is_made:
        assert found["N"][0].value == -600


@pytest.mark.parametrize(
    ("facts", "seat", "points"),
    [
        ({"adjusted": {"given": {"N": [{"value": "-600", "weight": "100"}]}}}, "N", True),
        ({"adjusted": {"given": {"N": [{"value": "-600", "weight": "100"}]}}}, "W", False),
        ({"adjusted": {}}, "N", False),
        ({}, "N", False),
    ],
)
def test_what_a_ruling_gave_a_seat_is_read_from_its_result_alone(
    facts: dict[str, Any], seat: str, points: bool
) -> None:
    score = GivenScore({"N": (WeightedScore(Fraction(-600)),)})
    if "given" in facts.get("adjusted", {}):
        facts = {"adjusted": score.as_json()}
    assert ruling_stack.points_of(Result(facts=facts), seat) == (-600 if points else None)
    assert ruling_stack.points_of(None, seat) is None
    average = GivenScore({"N": (WeightedScore(AverageScore.PLUS),)})
    assert ruling_stack.points_of(Result(facts={"adjusted": average.as_json()}), "N") is None


@pytest.mark.parametrize(
    ("level", "points", "seat", "of_level", "seats"),
    [
        ("L3", 0, "N", -10, ("N",)),
        ("L3", 0, "", -10, ()),
        ("L3", -5, "N", -10, ()),
        ("L4", 0, "N", None, ()),
    ],
)
def test_the_seats_whose_sides_lose_points_of_the_deal_have_no_other_amount(
    monkeypatch: pytest.MonkeyPatch,
    level: str,
    points: int,
    seat: str,
    of_level: int | None,
    seats: tuple[str, ...],
) -> None:
    monkeypatch.setattr(amounts, "deal_points", lambda *_all: of_level)
    assert ruling_stack.seats_docked(EVENT, [(given(level, points), seat)]) == seats


@pytest.mark.parametrize(
    ("taken", "kind", "docks", "is_made"),
    [
        (-10, "played", True, True),
        (-10, "claimed", True, True),
        (-10, "assigned", True, True),
        (-10, "adjusted", True, False),
        (-10, "void", True, False),
        (-10, None, True, False),
        (None, "played", True, False),
        (-10, "played", False, False),
    ],
)
def test_points_of_a_deal_are_taken_from_a_result_in_points(
    monkeypatch: pytest.MonkeyPatch, taken: int | None, kind: str | None, docks: bool, is_made: bool
) -> None:
    def dock(facts: Any, _rules: Any, seat: str, points: int) -> Any:
        return {**facts, seat: points} if docks else "no facts"

    game = SimpleNamespace(dock=dock, rules=lambda _rules: None)
    monkeypatch.setattr(amounts, "deal_points", lambda *_all: taken)
    monkeypatch.setattr(ruling_stack, "game_of", lambda _event: game)
    monkeypatch.setattr(ruling_stack, "ruleset_of", lambda _deal: SimpleNamespace(rules=None))
    stands = None if kind is None else Result(kind=kind, facts={"x": 1})
    found = ruling_stack.docked_result(DEAL, stands, ("N", "S"))
    assert (found is not None) is is_made
    if found is not None:
        assert found.facts == {"x": 1, "N": 10, "S": 10, "adjusted": {}}


def test_a_deal_is_hit_only_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(amounts, "deal_points", lambda *_all: None)
    monkeypatch.setattr(amounts, "loses_deals", lambda _event: True)
    rows = [(given("L7"), Entry(pk=1), "N")]
    assert ruling_stack.penalised_seats(EVENT, DEAL, rows).lost == ("N",)
    assert ruling_stack.penalised_seats(EVENT, None, rows) == ruling_stack.NOBODY
