"""What is against a decision, condition by condition: an event that is not stored."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

import pytest

from referee.base.refusals import Code
from referee.models import Needs, Remedy, SanctionKind, SuspensionReach
from referee.rulings import offices, proposals, ruling_stack
from referee.rulings.decisions import NamedOffender, RulingDecision, RulingSource, Sanction
from referee.rulings.proposals import MOST_ROUNDS, Proposal
from referee.rulings.ruling_stack import PenalisedSeats
from scoring.problems import Problem
from tournaments.base.refusals import Reason
from tournaments.models import Deal, Entry, Event, EventRegulations, Round, Seat, User
from tournaments.regulations.articles import Article, Authority, Level, RepeatWindow, Scope
from tournaments.rights import ruling_offices

ENTRY, SEAT = Entry(pk=1), Seat(pk=1, label="N")
AT_TABLE, BESIDE = NamedOffender(ENTRY, seat=SEAT), NamedOffender(ENTRY)
ARTICLE = Article(
    "T-05", "T", "慢打", Level.L3, False, Authority.REFEREE, (), RepeatWindow.ROUND, Scope.SIDE
)
PROPOSAL = Proposal(None, 0, None, Level.L0, (), Authority.REFEREE, Needs.NOBODY)
USER = User(pk=1)


def event(size: str = "club") -> Event:
    made = Event(pk=1, game="gongzhu")
    made.regulations = EventRegulations(event=made, size=size)
    return made


def sanction(level: Level, *, who: NamedOffender = BESIDE, points: int = 0) -> Sanction:
    return Sanction(who, SanctionKind.PROCEDURAL, level, Fraction(points))


def codes(problems: Iterable[Problem]) -> list[str]:
    return [str(problem.code) for problem in problems]


@pytest.fixture
def nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """What asks the database has nothing against it."""
    for name in ("_office_problems", "_deal_problems"):
        monkeypatch.setattr(proposals, name, lambda *_all: iter(()))


def against(decision: RulingDecision, size: str = "club", **proposed: Any) -> list[str]:
    source = RulingSource(event(size))
    proposal = replace(PROPOSAL, **proposed)
    return codes(proposals.problems(source, decision, proposal, USER))


@pytest.mark.full
@pytest.mark.parametrize(
    ("decision", "proposed", "found"),
    [
        ({"facts": "x"}, {}, []),
        ({"own_article": "x"}, {}, []),
        ({"article": "T-05"}, {"article": ARTICLE}, []),
        ({}, {}, [Code.RULING_EMPTY]),
        ({"facts": " ", "own_article": " "}, {}, [Code.RULING_EMPTY]),
        ({"article": "T-05"}, {}, [Code.ARTICLE_UNKNOWN]),
        ({"facts": "x"}, {"level": Level.L1}, [Code.RULING_OF_NOBODY]),
        ({"facts": "x", "offenders": (BESIDE,)}, {"level": Level.L1}, []),
        ({"facts": "x", "offenders": (BESIDE,)}, {}, []),
        ({"facts": "x"}, {"is_uneven": True}, [Code.OFFENDERS_UNEVEN]),
        ({"facts": "x", "level": Level.L0}, {"is_uneven": True}, []),
        ({"facts": "x"}, {"proposed": Level.L1}, [Code.LEVEL_WITHOUT_REASON]),
        ({"facts": "x", "level_reason": " "}, {"proposed": Level.L1}, [Code.LEVEL_WITHOUT_REASON]),
        ({"facts": "x", "level_reason": "young"}, {"proposed": Level.L1}, []),
        ({"facts": "x"}, {"proposed": Level.L0}, []),
        ({"facts": "x"}, {"proposed": Level.RECT}, []),
    ],
)
@pytest.mark.usefixtures("nothing_else")
def test_each_part_that_a_decision_lacks_is_named(
    decision: dict[str, Any], proposed: dict[str, Any], found: list[str]
) -> None:
    assert against(RulingDecision(**decision), **proposed) == found


@pytest.mark.usefixtures("nothing_else")
def test_a_remedy_and_a_reach_are_looked_at_with_all_the_rest() -> None:
    decision = RulingDecision((BESIDE,), facts="x", remedy=Remedy.VOID)
    assert against(decision) == [Code.REMEDY_WITHOUT_DEAL]
    suspended = (sanction(Level.L8),)
    assert against(replace(decision, remedy=""), sanctions=suspended) == [Code.REACH_MISSING]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("size", "level", "needs_facts", "wants"),
    [
        ("official", Level.L3, False, True),
        ("official", Level.L2, False, False),
        ("official", Level.L2, True, True),
        ("official", Level.L0, True, False),
        ("club", Level.L3, True, False),
    ],
)
@pytest.mark.usefixtures("nothing_else")
def test_facts_are_asked_for_by_the_level_or_by_the_article(
    size: str, level: Level, needs_facts: bool, wants: bool
) -> None:
    decision = RulingDecision((BESIDE,), "T-05", facts=" ", level=level)
    proposed = {"article": replace(ARTICLE, needs_facts=needs_facts), "level": level}
    missing = [Code.FACTS_MISSING] if wants else []
    assert against(decision, size, **proposed) == missing
    assert against(replace(decision, facts="as both said"), size, **proposed) == []


@pytest.mark.parametrize(("level", "wants"), [(Level.L2, False), (Level.L3, True)])
@pytest.mark.usefixtures("nothing_else")
def test_without_an_article_the_level_alone_asks_for_facts(level: Level, wants: bool) -> None:
    found = against(
        RulingDecision((BESIDE,), own_article="x", level=level), "official", level=level
    )
    assert found == ([Code.FACTS_MISSING] if wants else [])


IN_PLAY = Round(pk=1, number=1)
OVER = Round(pk=1, number=1, closed_at=datetime(2026, 11, 28, tzinfo=UTC))
THIS, NEXT, MANY = (
    SuspensionReach.THIS_ROUND,
    SuspensionReach.NEXT_ROUND,
    SuspensionReach.ROUNDS,
)


@pytest.mark.parametrize(
    ("level", "round_", "reach", "rounds", "found"),
    [
        (Level.L8, IN_PLAY, SuspensionReach.UNSAID, 0, [Code.REACH_MISSING]),
        (Level.L7, IN_PLAY, SuspensionReach.UNSAID, 0, []),
        (Level.L8, IN_PLAY, THIS, 0, []),
        (Level.L8, OVER, THIS, 0, [Code.REACH_OVER]),
        (Level.L8, None, THIS, 0, [Code.REACH_OVER]),
        (Level.L7, OVER, THIS, 0, []),
        (Level.L8, OVER, NEXT, 0, []),
        (Level.L8, None, NEXT, 0, []),
        (Level.L8, IN_PLAY, NEXT, 0, []),
        (Level.L8, IN_PLAY, MANY, 0, [Code.REACH_ROUNDS]),
        (Level.L8, IN_PLAY, MANY, 1, []),
        (Level.L8, IN_PLAY, MANY, MOST_ROUNDS, []),
        (Level.L8, IN_PLAY, MANY, MOST_ROUNDS + 1, [Code.REACH_ROUNDS]),
        (Level.L8, OVER, MANY, 2, []),
    ],
)
def test_a_suspension_says_for_which_rounds_that_are_still_to_come(
    level: Level, round_: Round | None, reach: SuspensionReach, rounds: int, found: list[str]
) -> None:
    source = RulingSource(event(), round_)
    decision = RulingDecision((BESIDE,), reach=reach, reach_rounds=rounds)
    proposal = replace(PROPOSAL, sanctions=(sanction(Level.L1), sanction(level)))
    assert codes(proposals._reach_problems(source, decision, proposal)) == found


@pytest.mark.full
@pytest.mark.parametrize(
    ("office", "wanted", "found"),
    [
        (None, Authority.REFEREE, [Code.RULING_BEYOND_OFFICE]),
        (Authority.REFEREE, Authority.REFEREE, []),
        (Authority.REFEREE, Authority.DEPUTY, [Code.RULING_BEYOND_OFFICE]),
        (Authority.CHIEF, Authority.DEPUTY, []),
        (Authority.CHIEF, Authority.CHIEF_AND_ORGANISER, []),
        (Authority.DEPUTY, Authority.CHIEF_AND_ORGANISER, [Code.RULING_BEYOND_OFFICE]),
    ],
)
@pytest.mark.parametrize("organises", [False, True])
def test_an_office_is_high_enough_for_what_is_wanted(
    monkeypatch: pytest.MonkeyPatch,
    office: Authority | None,
    wanted: Authority,
    found: list[str],
    organises: bool,
) -> None:
    monkeypatch.setattr(offices, "office_of", lambda *_all: office)
    monkeypatch.setattr(ruling_offices, "only_organises", lambda *_all: organises)
    problems = proposals._office_problems(
        RulingSource(event()), replace(PROPOSAL, wanted=wanted), USER
    )
    assert codes(problems) == ([Reason.WITHOUT_OFFICE] if organises else found)


DEAL = Deal(pk=1)


@pytest.fixture
def deals(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Return what is against a penalty on a deal, for seats that are hit and a right to change."""

    def found(
        hit: PenalisedSeats,
        *,
        remedy: str = "",
        deal: Deal | None = DEAL,
        may: bool = True,
        made: Any = 1,
    ) -> list[str]:
        monkeypatch.setattr(proposals, "_penalised_seats", lambda *_all: hit)
        monkeypatch.setattr(offices, "may_change_result", lambda *_all: may)
        monkeypatch.setattr(proposals, "result_of_deal", lambda *_all: made)
        source, decision = RulingSource(event(), deal=deal), RulingDecision(remedy=Remedy(remedy))
        return codes(proposals._deal_problems(source, decision, PROPOSAL, USER, None))

    return found


def test_a_deal_is_hit_where_it_has_points_and_may_be_changed(
    deals: Callable[..., list[str]],
) -> None:
    lost, docked = PenalisedSeats(lost=("N",)), PenalisedSeats(docked=("N",))
    assert (
        deals(PenalisedSeats())
        == deals(PenalisedSeats(), made=None)
        == deals(PenalisedSeats(), may=False)
        == []
    )
    assert deals(lost) == deals(docked) == []
    assert deals(lost, made=None) == [Code.DEAL_LOST_OF_NOTHING]
    assert deals(docked, made=None) == [Code.DEAL_POINTS_OF_NOTHING]
    assert deals(docked, made=None, may=False) == [Code.DEAL_POINTS_OF_NOTHING]
    assert deals(lost, may=False) == deals(docked, may=False) == [Code.RESULT_LATE]
    assert deals(docked, deal=None, may=False) == []


@pytest.mark.parametrize("remedy", [Remedy.VOID, Remedy.NOT_PLAYED])
def test_a_deal_without_points_is_not_lost_besides(
    deals: Callable[..., list[str]], remedy: str
) -> None:
    lost, docked = PenalisedSeats(lost=("N",)), PenalisedSeats(docked=("N",))
    assert deals(lost, remedy=remedy) == [Code.DEAL_LOST_AND_VOID]
    assert deals(docked, remedy=remedy, may=False, made=None) == []
    assert deals(lost, remedy=remedy, deal=None, made=None) == []
    assert deals(lost, remedy=Remedy.CORRECTED, may=False) == [Code.RESULT_LATE]


def test_a_result_is_made_of_a_deal_where_a_seat_is_hit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ruling_stack, "penalised_result", lambda *_all: "made")
    monkeypatch.setattr(ruling_stack, "of_deal", lambda *_all: proposals)
    monkeypatch.setattr(proposals, "result", None, raising=False)

    def made(hit: PenalisedSeats, deal: Deal | None = DEAL, remedy: str = "") -> object:
        monkeypatch.setattr(proposals, "_penalised_seats", lambda *_all: hit)
        source = RulingSource(event(), deal=deal)
        return proposals.result_of_deal(source, RulingDecision(remedy=Remedy(remedy)), PROPOSAL)

    assert made(PenalisedSeats(docked=("N",))) == made(PenalisedSeats(lost=("N",))) == "made"
    assert made(PenalisedSeats()) is made(PenalisedSeats(lost=("N",)), None) is None
    assert made(PenalisedSeats(lost=("N",)), remedy=Remedy.VOID) is None
    assert made(PenalisedSeats(lost=("N",)), remedy=Remedy.CORRECTED) == "made"


@pytest.mark.parametrize("part", ["_office_problems", "_deal_problems", "_amount_problems"])
@pytest.mark.usefixtures("nothing_else")
def test_the_office_the_deal_and_the_amount_are_asked_for_each(
    monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    found = Problem(Code.RULING_EMPTY, "")
    monkeypatch.setattr(proposals, part, lambda *_all: iter([found]))
    assert against(RulingDecision(facts="x")) == [Code.RULING_EMPTY]
