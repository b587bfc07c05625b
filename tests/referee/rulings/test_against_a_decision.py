"""What is against a decision, condition by condition: values alone, of an event that is not stored."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

import pytest

from referee.base.refusals import Code
from referee.models import Needs, Remedy, SanctionKind, SuspensionReach
from referee.rulings import offices, proposals, remedies
from referee.rulings.decisions import Decision, Offender, Source
from referee.rulings.on_deals.deal_results import Hit
from referee.rulings.proposals import MOST_ROUNDS, Proposal, Sanction
from scoring.problems import Problem
from tournaments import ruling_offices
from tournaments.models import Deal, Entry, Event, EventRegulations, Round, Seat, User
from tournaments.refusals import Reason
from tournaments.regulations.amounts import PenaltyClass
from tournaments.regulations.articles import Article, Authority, Level, Scope, Window

ENTRY, SEAT = Entry(pk=1), Seat(pk=1, label="N")
AT_TABLE, BESIDE = Offender(ENTRY, seat=SEAT), Offender(ENTRY)
ARTICLE = Article(
    "T-05", "T", "慢打", Level.L3, False, Authority.REFEREE, (), Window.ROUND, Scope.SIDE
)
PROPOSAL = Proposal(None, 0, None, Level.L0, (), Authority.REFEREE, Needs.NOBODY)
USER = User(pk=1)


def event(size: str = "club") -> Event:
    made = Event(pk=1, game="gongzhu")
    made.regulations = EventRegulations(event=made, size=size)
    return made


def sanction(level: Level, *, who: Offender = BESIDE, points: int = 0) -> Sanction:
    return Sanction(who, SanctionKind.PROCEDURAL, level, Fraction(points))


def codes(problems: Iterable[Problem]) -> list[str]:
    return [str(problem.code) for problem in problems]


@pytest.fixture
def nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """What asks the database has nothing against it."""
    for name in ("_office_problems", "_deal_problems"):
        monkeypatch.setattr(proposals, name, lambda *_all: iter(()))


def against(decision: Decision, size: str = "club", **proposed: Any) -> list[str]:
    source = Source(event(size))
    proposal = replace(PROPOSAL, **proposed)
    return codes(proposals.problems(source, decision, proposal, USER))


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
    assert against(Decision(**decision), **proposed) == found


@pytest.mark.usefixtures("nothing_else")
def test_a_remedy_and_a_reach_are_looked_at_with_all_the_rest() -> None:
    decision = Decision((BESIDE,), facts="x", remedy=Remedy.VOID)
    assert against(decision) == [Code.REMEDY_WITHOUT_DEAL]
    suspended = (sanction(Level.L8),)
    assert against(replace(decision, remedy=""), sanctions=suspended) == [Code.REACH_MISSING]


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
    decision = Decision((BESIDE,), "T-05", facts=" ", level=level)
    proposed = {"article": replace(ARTICLE, needs_facts=needs_facts), "level": level}
    missing = [Code.FACTS_MISSING] if wants else []
    assert against(decision, size, **proposed) == missing
    assert against(replace(decision, facts="as both said"), size, **proposed) == []


@pytest.mark.parametrize(("level", "wants"), [(Level.L2, False), (Level.L3, True)])
@pytest.mark.usefixtures("nothing_else")
def test_without_an_article_the_level_alone_asks_for_facts(level: Level, wants: bool) -> None:
    found = against(Decision((BESIDE,), own_article="x", level=level), "official", level=level)
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
    source = Source(event(), round_)
    decision = Decision((BESIDE,), reach=reach, reach_rounds=rounds)
    proposal = replace(PROPOSAL, sanctions=(sanction(Level.L1), sanction(level)))
    assert codes(proposals._reach_problems(source, decision, proposal)) == found


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
    problems = proposals._office_problems(Source(event()), replace(PROPOSAL, wanted=wanted), USER)
    assert codes(problems) == ([Reason.WITHOUT_OFFICE] if organises else found)


DEAL = Deal(pk=1)


@pytest.fixture
def deals(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Return what is against a penalty on a deal, for seats that are hit and a right to change."""

    def found(
        hit: Hit, *, remedy: str = "", deal: Deal | None = DEAL, may: bool = True, made: Any = 1
    ) -> list[str]:
        monkeypatch.setattr(proposals, "_hit", lambda *_all: hit)
        monkeypatch.setattr(remedies, "may_change", lambda *_all: may)
        monkeypatch.setattr(proposals, "result_of_deal", lambda *_all: made)
        source, decision = Source(event(), deal=deal), Decision(remedy=Remedy(remedy))
        return codes(proposals._deal_problems(source, decision, PROPOSAL, USER, None))

    return found


def test_a_deal_is_hit_where_it_has_points_and_may_be_changed(
    deals: Callable[..., list[str]],
) -> None:
    lost, docked = Hit(lost=("N",)), Hit(docked=("N",))
    assert deals(Hit()) == deals(Hit(), made=None) == deals(Hit(), may=False) == []
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
    lost, docked = Hit(lost=("N",)), Hit(docked=("N",))
    assert deals(lost, remedy=remedy) == [Code.DEAL_LOST_AND_VOID]
    assert deals(docked, remedy=remedy, may=False, made=None) == []
    assert deals(lost, remedy=remedy, deal=None, made=None) == []
    assert deals(lost, remedy=Remedy.CORRECTED, may=False) == [Code.RESULT_LATE]


def test_a_result_is_made_of_a_deal_where_a_seat_is_hit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proposals.deal_results, "upon", lambda *_all: "made")
    monkeypatch.setattr(proposals.standing, "of_deal", lambda *_all: proposals)
    monkeypatch.setattr(proposals, "result", None, raising=False)

    def made(hit: Hit, deal: Deal | None = DEAL, remedy: str = "") -> object:
        monkeypatch.setattr(proposals, "_hit", lambda *_all: hit)
        source = Source(event(), deal=deal)
        return proposals.result_of_deal(source, Decision(remedy=Remedy(remedy)), PROPOSAL)

    assert made(Hit(docked=("N",))) == made(Hit(lost=("N",))) == "made"
    assert made(Hit()) is made(Hit(lost=("N",)), None) is None
    assert made(Hit(lost=("N",)), remedy=Remedy.VOID) is None
    assert made(Hit(lost=("N",)), remedy=Remedy.CORRECTED) == "made"


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
    monkeypatch.setattr(proposals.amounts, "amount", lambda *_all, **_more: None)
    article = replace(ARTICLE, family=family)
    made = proposals._sanction(event(), BESIDE, level, article, is_conduct=is_conduct)
    assert (made.kind, made.points) == (kind, 0)
    without = proposals._sanction(event(), BESIDE, level, None, is_conduct=is_conduct)
    assert (without.kind == SanctionKind.DISCIPLINARY) is (
        is_conduct or proposals.amounts.class_of(level) is PenaltyClass.DISCIPLINARY
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
    who: Offender,
    typed: int | None,
    points: int,
) -> None:
    monkeypatch.setattr(proposals.amounts, "amount", lambda *_all, **_more: Fraction(-7))
    article = replace(ARTICLE, points=None if own is None else Fraction(own))
    typed_points = None if typed is None else Fraction(typed)
    assert proposals._sanction(event(), who, level, article, typed_points).points == points
    assert proposals._sanction(event(), who, level, None).points == -7


def test_an_amount_is_asked_for_at_the_table_where_the_offender_has_a_seat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def amount(_event: Event, level: Level, *, at_table: bool) -> Fraction:
        return Fraction(-level.height if at_table else -10 * level.height)

    monkeypatch.setattr(proposals.amounts, "amount", amount)
    for who, of_level, points in ((AT_TABLE, -4, -4), (BESIDE, -40, -40)):
        [row] = proposals.sanctions_of(event(), Decision((who,)), Level.L4, None)
        assert row.points == of_level
        source, typed = Source(event()), Decision((who,), points=Fraction(points))
        assert proposals.level_of(source, typed, None) is Level.L4
        less = replace(typed, points=Fraction(points + 1))
        assert proposals.level_of(source, less, None) is Level.L3


def test_conduct_is_a_second_penalty_and_the_reach_is_of_the_suspension_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(proposals.amounts, "amount", lambda *_all, **_more: None)
    decision = Decision((BESIDE,), disciplinary=Level.L8, reach=MANY, reach_rounds=2)
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
    monkeypatch.setattr(
        proposals.amounts, "amount", lambda _event, asked, at_table: of_level[asked]
    )
    typed = None if points is None else Fraction(points)
    decision = Decision((BESIDE,), level=level, points=typed)
    assert proposals.level_of(Source(event()), decision, proposed) is found


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
    assert proposals._needs(Source(event()), rows, Authority.REFEREE) is found


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
    monkeypatch.setattr(proposals.earlier, "yellow_cards", lambda *_all: cards)
    rows = [sanction(level)]
    assert proposals._is_second_card(Source(event(size)), rows, None) is is_second


@pytest.fixture
def proposing(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Proposal]:
    """Return what is proposed, for an official's office, earlier offences and an appeal before."""

    def found(
        decision: Decision,
        *,
        office: Authority | None = Authority.REFEREE,
        before: tuple[int, ...] = (0,),
        article: Article | None = ARTICLE,
        upheld: bool = False,
        case: Any = None,
        **more: Any,
    ) -> Proposal:
        counts = iter(before)
        monkeypatch.setattr(proposals.articles, "article", lambda *_all: article)
        monkeypatch.setattr(proposals.earlier, "earlier_offences", lambda *_all: next(counts))
        monkeypatch.setattr(proposals.amounts, "amount", lambda *_all, **_more: Fraction(0))
        monkeypatch.setattr(offices, "office_of", lambda *_all: office)
        monkeypatch.setattr(proposals, "was_upheld", lambda _case: upheld)
        monkeypatch.setattr(proposals.earlier, "yellow_cards", lambda *_all: 0)
        return proposals.propose(Source(event("official")), decision, USER, case, **more)

    return found


def test_what_is_proposed_rises_with_the_earlier_offences(
    proposing: Callable[..., Proposal],
) -> None:
    steps = (proposals.escalation.Step(2, Level.L4),)
    article = replace(ARTICLE, steps=steps)
    two = Decision((BESIDE, Offender(Entry(pk=2))), "T-05")
    once = proposing(Decision((BESIDE,), "T-05"), article=article)
    assert (once.proposed, once.earlier, once.is_uneven) == (Level.L3, 0, False)
    again = proposing(Decision((BESIDE,), "T-05"), article=article, before=(1,))
    assert (again.proposed, again.earlier, again.is_uneven) == (Level.L4, 1, False)
    uneven = proposing(two, article=article, before=(0, 1))
    assert (uneven.proposed, uneven.earlier, uneven.is_uneven) == (Level.L4, 1, True)
    assert not proposing(two, article=article, before=(1, 1)).is_uneven
    assert not proposing(two, article=article, before=(2, 1)).is_uneven
    bare = proposing(Decision((BESIDE,), own_article="x"))
    assert (bare.article, bare.proposed, bare.earlier) == (None, None, 0)
    assert proposing(Decision((BESIDE,), "T-05"), article=None).article is None


def test_a_card_waits_for_a_deputy_by_the_office_of_the_official(
    proposing: Callable[..., Proposal],
) -> None:
    card = Decision((BESIDE,), "T-05", level=Level.L2)
    assert proposing(card).needs is Needs.DEPUTY
    assert proposing(card, office=None).needs is Needs.DEPUTY
    assert proposing(card, office=Authority.DEPUTY).needs is Needs.NOBODY
    conduct = Decision((BESIDE,), "T-05", disciplinary=Level.L9)
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
    decision = Decision((BESIDE,), "T-05")
    found = proposing(decision, case=case, on_appeal=on_appeal, upheld=upheld)
    wanted, needs = (
        (Authority.CHIEF, Needs.ORGANISER) if is_higher else (Authority.REFEREE, Needs.NOBODY)
    )
    assert (found.wanted, found.needs) == (wanted, needs)


@pytest.mark.parametrize("part", ["_office_problems", "_deal_problems", "_amount_problems"])
@pytest.mark.usefixtures("nothing_else")
def test_the_office_the_deal_and_the_amount_are_asked_for_each(
    monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    found = Problem(Code.RULING_EMPTY, "")
    monkeypatch.setattr(proposals, part, lambda *_all: iter([found]))
    assert against(Decision(facts="x")) == [Code.RULING_EMPTY]


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
    who: Offender,
    points: int | None,
    given: tuple[int, ...],
    wrong: bool,
    found: list[str],
) -> None:
    def amount_problem(_event: Event, _points: Fraction, *, at_table: bool, sure: bool) -> Any:
        assert (at_table, sure) == (who is AT_TABLE, True)
        return Problem(Code.PENALTY_LARGE, "sure") if wrong else None

    monkeypatch.setattr(proposals.penalties, "amount_problem", amount_problem)
    typed = None if points is None else Fraction(points)
    rows = tuple(sanction(Level.L3, who=who, points=each) for each in given)
    problems = proposals._amount_problems(
        Source(event()), Decision(points=typed, sure=True), replace(PROPOSAL, sanctions=rows)
    )
    assert codes(problems) == found
