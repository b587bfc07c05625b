"""What follows from a ruling, as values: which effects there are, and how a snapshot has them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from referee.base.refusals import Code
from referee.models import Remedy, SanctionKind
from referee.rulings import adjusted_scores, offices, penalties, ruling_effects, ruling_stack
from referee.rulings.decisions import DecisionMeasures, NamedOffender, RulingSource, Sanction
from referee.rulings.heavy_levels import OnlyWords
from referee.rulings.lost_matches import MatchLost
from referee.rulings.ruling_effects import DealChanged, PointsGiven, RulingOrigin, Warned
from referee.rulings.ruling_stack import NOTHING, PenalisedSeats
from referee.rulings.suspended import Suspended
from tests.referee.rulings.by_value import Rows, codes
from tournaments.models import (
    Adjustment,
    Award,
    Deal,
    Entry,
    Event,
    PenaltyWarning,
    ResultKind,
    Round,
    Side,
    User,
    WarningLevel,
)
from tournaments.record.ledger import Report
from tournaments.regulations.articles import Level
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.snapshot_rows import MatchRow, SideRow, SuspensionRow
from tournaments.standings.unplayed_terms import WalkoverScores
from tournaments.structure import games

EVENT, ENTRY, DEAL, BOB = Event(pk=1), Entry(pk=1), Deal(pk=1, sitting_id=1), User(pk=1)
WHO, SIDE = NamedOffender(ENTRY), Side(pk=7)
PLAIN: Any = object()
ORIGIN = RulingOrigin(PLAIN, "x", BOB)


@dataclass(frozen=True)
class Shown:
    """A snapshot as far as effects are put on it."""

    event: Event = EVENT
    adjustments: tuple[Adjustment, ...] = ()
    warnings: tuple[PenaltyWarning, ...] = ()
    awards: Mapping[int, Award] = field(default_factory=dict)
    suspensions: tuple[SuspensionRow, ...] = ()
    placed: Any = None

    with_adjustment = EventSnapshot.with_adjustment
    with_warning = EventSnapshot.with_warning
    without_origin = EventSnapshot.without_origin

    def sides_at(self, _sitting: int) -> Mapping[str, str]:
        return {"N": "a"}

    def with_results(self, placed: Any) -> Shown:
        return replace(self, placed=placed)


@pytest.fixture(autouse=True)
def _without_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Points are in deal points, and every report settles."""

    def assumed(shown: Shown, _whom: Any, amount: Fraction, _reason: str) -> Adjustment:
        return Adjustment(event=shown.event, numerator=amount.numerator, denominator=1)

    monkeypatch.setattr(penalties, "assumed", assumed)
    monkeypatch.setattr(games, "settle", lambda *_all: {"settlement": {}})


def sanction(level: Level = Level.L3, points: int = 0) -> Sanction:
    return Sanction(WHO, SanctionKind.PROCEDURAL, level, Fraction(points))


def of_sanction(level: Level, points: int = 0, gains: Any = None) -> list[Any]:
    measures = DecisionMeasures(RulingSource(EVENT), "T-05")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(ruling_effects, "gaining_side", lambda *_all: gains)
        return list(ruling_effects.of_sanction(measures, sanction(level, points)))


def test_a_sanction_is_its_warning_and_its_points_or_the_gain_of_the_other_side() -> None:
    assert of_sanction(Level.L0) == of_sanction(Level.L7) == []
    spoken = Warned(WHO, WarningLevel.SPOKEN, RulingSource(EVENT), "T-05")
    card = replace(spoken, level=WarningLevel.WRITTEN)
    own = PointsGiven(WHO, WHO.target, Fraction(-5))
    assert of_sanction(Level.L1) == [spoken]
    assert of_sanction(Level.L2, -5) == [card, own]
    assert of_sanction(Level.L4, -5) == [own]
    other = Entry(pk=2)
    side: Any = SimpleNamespace(entries=Rows([other]))
    gained = PointsGiven(WHO, penalties.Target(other), Fraction(5), side)
    assert of_sanction(Level.L4, -5, side) == [gained]


@pytest.mark.parametrize(
    ("remedy", "hit", "outcome"),
    [
        ("", PenalisedSeats(), None),
        ("", PenalisedSeats(lost=("N",)), "made"),
        ("", PenalisedSeats(docked=("N",)), "made"),
        ("corrected", PenalisedSeats(lost=("N",)), "made"),
        ("corrected", PenalisedSeats(), None),
        ("void", PenalisedSeats(), Report(ResultKind.VOID, {})),
        ("not_played", PenalisedSeats(), Report(ResultKind.NOT_PLAYED, {})),
    ],
)
def test_a_deal_is_changed_by_a_penalty_about_its_points_or_by_a_remedy_without_any(
    monkeypatch: pytest.MonkeyPatch, remedy: str, hit: PenalisedSeats, outcome: Any
) -> None:
    monkeypatch.setattr(ruling_stack, "of_deal", lambda *_all: SimpleNamespace(result="below"))
    monkeypatch.setattr(
        ruling_stack, "penalised_result", lambda _deal, below, _hit: below and "made"
    )
    measures = DecisionMeasures(
        RulingSource(EVENT, deal=DEAL), penalised_seats=hit, remedy=Remedy(remedy)
    )
    found = list(ruling_effects.of_deal(measures, NOTHING))
    assert found == ([] if outcome is None else [DealChanged(DEAL, outcome)])
    without_deal = replace(measures, source=RulingSource(EVENT))
    assert list(ruling_effects.of_deal(without_deal, NOTHING)) == []


def test_of_a_deal_without_points_nothing_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ruling_stack, "of_deal", lambda *_all: SimpleNamespace(result=None))
    monkeypatch.setattr(ruling_stack, "penalised_result", lambda *_all: None)
    monkeypatch.setattr(offices, "require_posting", lambda *_all: None)
    shown: Any = Shown()
    for hit, code in (
        (PenalisedSeats(lost=("N",)), Code.DEAL_LOST_OF_NOTHING),
        (PenalisedSeats(docked=("N",)), Code.DEAL_POINTS_OF_NOTHING),
    ):
        [effect] = ruling_effects.of_deal(
            DecisionMeasures(RulingSource(EVENT, deal=DEAL), penalised_seats=hit), NOTHING
        )
        assert effect.on(shown, "v") is shown
        assert codes(lambda effect=effect: effect.post(PLAIN, ORIGIN)) == [code]  # type: ignore[misc]


def test_the_result_of_a_deal_is_posted_upon_the_version_that_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[Any] = []
    by: list[Any] = []
    deal: Any = SimpleNamespace(refresh_from_db=lambda **_more: None, version=4)

    def post(_made: Any, _deal: Any, *given: Any, **more: Any) -> None:
        said.append((*given, more))

    monkeypatch.setattr(offices, "require_posting", lambda _deal, official: by.append(official))
    monkeypatch.setattr(adjusted_scores, "post_within", post)
    version: Any = SimpleNamespace(uid="v")
    DealChanged(deal, Report(ResultKind.VOID, {})).post(PLAIN, RulingOrigin(version, "x", BOB))
    assert said == [(Report(ResultKind.VOID, {}), "x", {"seen": 4, "uid": "v"})]
    assert by == [BOB]


def match_lost() -> MatchLost:
    sides = tuple(SideRow(n, f"side-{n}", n, (Entry(pk=n),)) for n in (1, 2))
    match = MatchRow(1, "match", Round(pk=1), 1, "", None, 0, sides)
    return MatchLost((WHO,), match, sides[1], WalkoverScores(Fraction(12), Fraction(0)))


EFFECTS: Any = (
    Warned(WHO, WarningLevel.SPOKEN, RulingSource(EVENT)),
    PointsGiven(WHO, WHO.target, Fraction(-5)),
    PointsGiven(WHO, WHO.target, Fraction(5), SIDE),
    match_lost(),
    Suspended(WHO, (2, 3)),
)


@pytest.mark.parametrize("effect", EFFECTS, ids=lambda each: type(each).__name__)
def test_without_its_origin_an_event_is_as_it_was_before_an_effect(effect: Any) -> None:
    """Rows of other origins stay."""
    before: Any = effect.on(Shown(), "other")
    after = effect.on(before, "v")
    if not isinstance(effect, MatchLost):
        assert after != before
    assert after.without_origin({"other", "v"}) == Shown()
    assert effect.on(Shown(), "v").without_origin({"other"}) != Shown()
    assert after.without_origin({"nothing"}) == after


def test_points_of_the_other_side_are_its_own() -> None:
    shown: Any = Shown()
    [row] = PointsGiven(WHO, WHO.target, Fraction(5), SIDE).on(shown, "v").adjustments
    assert (row.amount, row.side, row.origin_uid) == (5, SIDE, "v")  # type: ignore[comparison-overlap]
    [own] = PointsGiven(WHO, WHO.target, Fraction(-5)).on(shown, "v").adjustments
    assert (own.amount, own.side) == (-5, None)  # type: ignore[comparison-overlap]


def test_points_are_given_by_the_right_of_who_posts_them(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[Any] = []

    def give(_made: Any, whom: Any, official: User, penalty: Any, **more: Any) -> None:
        said.append((whom, official, penalty.points, penalty.reason, penalty.sure, more))

    monkeypatch.setattr(penalties, "give_within", give)
    monkeypatch.setattr(penalties, "give_to_side_within", give)
    version: Any = SimpleNamespace(uid="v")
    origin = RulingOrigin(version, "x", BOB)
    for side, more in ((None, {"key": "v"}), (SIDE, {"key": "v", "side": SIDE})):
        PointsGiven(WHO, WHO.target, Fraction(-5), side).post(PLAIN, origin)
        assert said.pop() == (WHO.target, BOB, -5, "x", True, more)


def test_words_alone_change_nothing() -> None:
    shown: Any = Shown()
    effect = OnlyWords(WHO, "to be done")
    assert (effect.words, effect.offenders, effect.on(shown, "v")) == ("to be done", (WHO,), shown)
    assert (effect.problem, EFFECTS[0].words, EFFECTS[0].problem) == (None, "", None)
