"""What a decision proposes and takes: its levels, points and the word it waits for, by values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from referee.base.refusals import Code
from referee.models import Needs, SanctionKind, SuspensionReach
from referee.rulings import earlier_offences, offices, penalties, proposals
from referee.rulings.decisions import NamedOffender, RulingDecision, RulingSource
from referee.rulings.proposals import Proposal
from scoring.problems import Problem
from tests.referee.rulings.deciding.test_against_a_decision import (
    ARTICLE,
    AT_TABLE,
    BESIDE,
    MANY,
    PROPOSAL,
    USER,
    codes,
    event,
    sanction,
)
from tournaments.models import Entry, Event
from tournaments.regulations import amounts, articles
from tournaments.regulations.amounts import PenaltyClass
from tournaments.regulations.articles import Article, Authority, Escalation, Level


@pytest.mark.parametrize(
    ("level", "family", "is_conduct", "kind"),
    [
        (Level.L3, "T", False, SanctionKind.PROCEDURAL),
        (Level.L3, "T", True, SanctionKind.DISCIPLINARY),
        (Level.L6, "T", False, SanctionKind.PROCEDURAL),
        (Level.L6, "B", False, SanctionKind.DISCIPLINARY),
        (Level.L8, "T", False, SanctionKind.DISCIPLINARY),
    ],
)
def test_a_penalty_is_for_conduct_by_its_level_its_family_or_by_word(
    monkeypatch: pytest.MonkeyPatch,
    level: Level,
    family: str,
    is_conduct: bool,
    kind: SanctionKind,
) -> None:
    monkeypatch.setattr(amounts, "amount", lambda *_all, **_more: None)
    article = replace(ARTICLE, family=family)
    made = proposals._sanction(event(), BESIDE, level, article, is_conduct=is_conduct)
    assert (made.kind, made.points) == (kind, 0)  # type: ignore[comparison-overlap]
    without = proposals._sanction(event(), BESIDE, level, None, is_conduct=is_conduct)
    assert (without.kind == SanctionKind.DISCIPLINARY) is (
        is_conduct or amounts.class_of(level) is PenaltyClass.DISCIPLINARY
    )


@pytest.mark.parametrize(
    ("own", "level", "who", "typed", "points"),
    [
        (-30, Level.L3, AT_TABLE, None, -30),
        (-30, Level.L4, AT_TABLE, None, -7),
        (-30, Level.L3, BESIDE, None, -7),
        (None, Level.L3, AT_TABLE, None, -7),
        (-30, Level.L3, AT_TABLE, -9, -9),
        (-30, Level.L3, BESIDE, -9, -9),
        (0, Level.L3, AT_TABLE, None, 0),
    ],
)
def test_the_points_are_those_typed_else_the_articles_own_at_a_table_else_the_levels(
    monkeypatch: pytest.MonkeyPatch,
    own: int | None,
    level: Level,
    who: NamedOffender,
    typed: int | None,
    points: int,
) -> None:
    monkeypatch.setattr(amounts, "amount", lambda *_all, **_more: Fraction(-7))
    article = replace(ARTICLE, points=None if own is None else Fraction(own))
    typed_points = None if typed is None else Fraction(typed)
    assert proposals._sanction(event(), who, level, article, typed_points).points == points
    assert proposals._sanction(event(), who, level, None).points == -7


def test_an_amount_is_asked_for_at_the_table_where_the_offender_has_a_seat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def amount(_event: Event, level: Level, *, at_table: bool) -> Fraction:
        return Fraction(-level.height if at_table else -10 * level.height)

    monkeypatch.setattr(amounts, "amount", amount)
    for who, of_level, points in ((AT_TABLE, -4, -4), (BESIDE, -40, -40)):
        [row] = proposals.sanctions_of(event(), RulingDecision((who,)), Level.L4, None)
        assert row.points == of_level
        source, typed = RulingSource(event()), RulingDecision((who,), points=Fraction(points))
        assert proposals.level_of(source, typed, None) is Level.L4
        less = replace(typed, points=Fraction(points + 1))
        assert proposals.level_of(source, less, None) is Level.L3


def test_conduct_is_a_second_penalty_and_the_reach_is_of_the_suspension_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(amounts, "amount", lambda *_all, **_more: None)
    decision = RulingDecision((BESIDE,), disciplinary=Level.L8, reach=MANY, reach_rounds=2)
    first, conduct = proposals.sanctions_of(event(), decision, Level.L1, ARTICLE)
    assert (first.reach, first.reach_rounds) == (SuspensionReach.UNSAID, 0)
    assert (conduct.level, conduct.reach, conduct.reach_rounds) == (Level.L8, MANY, 2)
    alone = replace(decision, disciplinary=None)
    [only] = proposals.sanctions_of(event(), alone, Level.L1, None)
    assert only.level is Level.L1


@pytest.mark.parametrize(
    ("level", "points", "proposed", "found"),
    [
        (None, None, None, Level.L0),
        (None, None, Level.L2, Level.L2),
        (None, None, Level.RECT, Level.L0),
        (Level.L1, None, Level.L2, Level.L1),
        (Level.L0, None, Level.L2, Level.L0),
        (Level.RECT, None, Level.L2, Level.L0),
        (Level.L1, -500, Level.L2, Level.L1),
        (None, 0, Level.L2, Level.L2),
        (None, -6, Level.L2, Level.L5),
        (None, 6, Level.L2, Level.L5),
        (None, -1, Level.L2, Level.L3),
    ],
)
def test_the_level_is_the_one_chosen_else_that_of_the_points_else_the_proposed(
    monkeypatch: pytest.MonkeyPatch,
    level: Level | None,
    points: int | None,
    proposed: Level | None,
    found: Level,
) -> None:
    of_level = {
        Level.L3: None,
        Level.L4: Fraction(-4),
        Level.L5: Fraction(-6),
        Level.L6: Fraction(0),
    }
    monkeypatch.setattr(amounts, "amount", lambda _event, asked, at_table: of_level[asked])
    typed = None if points is None else Fraction(points)
    decision = RulingDecision((BESIDE,), level=level, points=typed)
    assert proposals.level_of(RulingSource(event()), decision, proposed) is found


@pytest.mark.parametrize(
    ("needed", "found"),
    [
        ((), Needs.NOBODY),
        ((Needs.NOBODY, Needs.DEPUTY), Needs.DEPUTY),
        ((Needs.DEPUTY, Needs.ORGANISER), Needs.ORGANISER),
        ((Needs.NOBODY,), Needs.NOBODY),
    ],
)
def test_a_decision_waits_for_the_highest_word_that_any_of_its_levels_asks_for(
    monkeypatch: pytest.MonkeyPatch, needed: tuple[Needs, ...], found: Needs
) -> None:
    by_level = dict(zip([Level.L1, Level.L2], needed, strict=False))
    monkeypatch.setattr(offices, "needed_for", lambda _event, level, _office: by_level[level])
    rows = tuple(sanction(level) for level in by_level)
    assert proposals._needs(RulingSource(event()), rows, Authority.REFEREE) is found


def test_an_offence_is_repeated_from_the_first_earlier_one_on() -> None:
    assert not PROPOSAL.is_repeated
    assert replace(PROPOSAL, earlier=1).is_repeated


@pytest.mark.parametrize(
    ("size", "level", "cards", "is_second"),
    [
        ("official", Level.L2, 1, True),
        ("official", Level.L2, 0, False),
        ("official", Level.L1, 1, False),
        ("club", Level.L2, 1, False),
    ],
)
def test_a_second_yellow_card_follows_one_in_an_official_competition(
    monkeypatch: pytest.MonkeyPatch, size: str, level: Level, cards: int, is_second: bool
) -> None:
    monkeypatch.setattr(earlier_offences, "yellow_cards", lambda *_all: cards)
    rows = [sanction(level)]
    assert proposals._is_second_card(RulingSource(event(size)), rows, None) is is_second


@pytest.fixture
def proposing(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Proposal]:
    """Return what is proposed, for an official's office, earlier offences and an appeal before."""

    def found(
        decision: RulingDecision,
        *,
        office: Authority | None = Authority.REFEREE,
        before: tuple[int, ...] = (0,),
        article: Article | None = ARTICLE,
        upheld: bool = False,
        case: Any = None,
        **more: Any,
    ) -> Proposal:
        counts = iter(before)
        monkeypatch.setattr(articles, "article", lambda *_all: article)
        monkeypatch.setattr(earlier_offences, "count", lambda *_all: next(counts))
        monkeypatch.setattr(amounts, "amount", lambda *_all, **_more: Fraction(0))
        monkeypatch.setattr(offices, "office_of", lambda *_all: office)
        monkeypatch.setattr(proposals, "was_upheld", lambda _case: upheld)
        monkeypatch.setattr(earlier_offences, "yellow_cards", lambda *_all: 0)
        return proposals.propose(RulingSource(event("official")), decision, USER, case, **more)

    return found


def test_what_is_proposed_rises_with_the_earlier_offences(
    proposing: Callable[..., Proposal],
) -> None:
    steps = (Escalation(2, Level.L4),)
    article = replace(ARTICLE, steps=steps)
    two = RulingDecision((BESIDE, NamedOffender(Entry(pk=2))), "T-05")
    once = proposing(RulingDecision((BESIDE,), "T-05"), article=article)
    assert (once.proposed, once.earlier, once.is_uneven) == (Level.L3, 0, False)
    again = proposing(RulingDecision((BESIDE,), "T-05"), article=article, before=(1,))
    assert (again.proposed, again.earlier, again.is_uneven) == (Level.L4, 1, False)
    uneven = proposing(two, article=article, before=(0, 1))
    assert (uneven.proposed, uneven.earlier, uneven.is_uneven) == (Level.L4, 1, True)
    assert not proposing(two, article=article, before=(1, 1)).is_uneven
    assert not proposing(two, article=article, before=(2, 1)).is_uneven
    bare = proposing(RulingDecision((BESIDE,), own_article="x"))
    assert (bare.article, bare.proposed, bare.earlier) == (None, None, 0)
    assert proposing(RulingDecision((BESIDE,), "T-05"), article=None).article is None


def test_a_card_waits_for_a_deputy_by_the_office_of_the_official(
    proposing: Callable[..., Proposal],
) -> None:
    card = RulingDecision((BESIDE,), "T-05", level=Level.L2)
    assert proposing(card).needs is Needs.DEPUTY
    assert proposing(card, office=None).needs is Needs.DEPUTY
    assert proposing(card, office=Authority.DEPUTY).needs is Needs.NOBODY
    conduct = RulingDecision((BESIDE,), "T-05", disciplinary=Level.L9)
    assert proposing(conduct).needs is Needs.ORGANISER
    assert proposing(conduct).wanted is Authority.CHIEF_AND_ORGANISER


@pytest.mark.parametrize(
    ("case", "on_appeal", "upheld", "is_higher"),
    [
        ("case", False, True, True),
        ("case", True, True, False),
        ("case", False, False, False),
        (None, False, True, False),
    ],
)
def test_after_an_upheld_appeal_a_chief_rules_otherwise_with_the_organisers_word(
    proposing: Callable[..., Proposal],
    case: Any,
    on_appeal: bool,
    upheld: bool,
    is_higher: bool,
) -> None:
    decision = RulingDecision((BESIDE,), "T-05")
    found = proposing(decision, case=case, on_appeal=on_appeal, upheld=upheld)
    wanted, needs = (
        (Authority.CHIEF, Needs.ORGANISER) if is_higher else (Authority.REFEREE, Needs.NOBODY)
    )
    assert (found.wanted, found.needs) == (wanted, needs)


@pytest.mark.parametrize(
    ("points", "given", "wrong", "found"),
    [
        (None, (5,), True, []),
        (5, (5,), True, [Code.PENALTY_LARGE]),
        (5, (5,), False, []),
        (5, (0,), True, []),
        (5, (0, 5), True, [Code.PENALTY_LARGE]),
        (5, (5, 5), True, [Code.PENALTY_LARGE]),
    ],
)
@pytest.mark.parametrize("who", [AT_TABLE, BESIDE])
def test_points_that_were_typed_are_looked_at_once(
    monkeypatch: pytest.MonkeyPatch,
    who: NamedOffender,
    points: int | None,
    given: tuple[int, ...],
    wrong: bool,
    found: list[str],
) -> None:
    def amount_problem(_event: Event, _points: Fraction, *, at_table: bool, sure: bool) -> Any:
        assert (at_table, sure) == (who is AT_TABLE, True)
        return Problem(Code.PENALTY_LARGE, "sure") if wrong else None

    monkeypatch.setattr(penalties, "amount_problem", amount_problem)
    typed = None if points is None else Fraction(points)
    rows = tuple(sanction(Level.L3, who=who, points=each) for each in given)
    problems = proposals._amount_problems(
        RulingSource(event()),
        RulingDecision(points=typed, sure=True),
        replace(PROPOSAL, sanctions=rows),
    )
    assert codes(problems) == found
