"""Deciding, deciding anew and confirming: each condition by itself, without a database."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from referee.base.refusals import Code
from referee.models import Needs, Remedy, RulingSanction
from referee.rulings import cases, decisions, listed, offices, proposals
from referee.rulings.decisions import RulingDecision, RulingSource
from referee.rulings.listed import Ruled, VersionState
from tests.referee.rulings.by_value import Rows, codes
from tournaments.base.refusals import Reason
from tournaments.models import Deal, Entry, Event, Person, Result, User
from tournaments.record import ledger
from tournaments.regulations.articles import Authority, EventArticles, Level
from tournaments.rights import ruling_offices

BOB, ALICE, EVENT = User(pk=1), User(pk=2), Event(pk=1)
CHIEF, DEPUTY, REFEREE = Authority.CHIEF, Authority.DEPUTY, Authority.REFEREE


def case(*versions: Any, deal: Any = None, round_: Any = None) -> Any:
    return SimpleNamespace(
        event=EVENT,
        round=round_,
        sitting=None,
        deal=deal,
        call=None,
        sheet=None,
        entry=None,
        versions=Rows(versions),
        year=2026,
        number=7,
    )


def by(user: User, number: int = 1) -> Any:
    return SimpleNamespace(official_id=user.pk, number=number)


def test_what_comes_without_a_key_has_one_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cases, "_decide", lambda asked: asked)
    for key in ("a-key", ""):
        first: Any = cases.decide(RulingSource(EVENT), BOB, RulingDecision(), key=key)
        anew: Any = cases.revise(case(by(BOB)), BOB, RulingDecision(), seen=1, key=key)
        for asked in (first, anew):
            assert asked.key == key if key else len(asked.key) > 8


@pytest.mark.parametrize(
    ("office", "official", "upheld", "own", "may"),
    [
        (None, False, False, True, False),
        (REFEREE, False, True, False, True),
        (REFEREE, True, False, True, True),
        (REFEREE, True, False, False, False),
        (REFEREE, True, True, True, False),
        (DEPUTY, True, False, False, False),
        (CHIEF, True, True, False, True),
        (CHIEF, True, False, False, True),
    ],
)
def test_a_ruling_is_made_otherwise_by_its_author_or_a_chief_and_in_a_club_by_any_referee(
    monkeypatch: pytest.MonkeyPatch,
    office: Authority | None,
    official: bool,
    upheld: bool,
    own: bool,
    may: bool,
) -> None:
    monkeypatch.setattr(offices, "office_of", lambda *_all: office)
    regulations = SimpleNamespace(is_official=official)
    monkeypatch.setattr(cases, "regulations_of", lambda _event: regulations)
    monkeypatch.setattr(proposals, "was_upheld", lambda _case: upheld)
    assert cases.may_revise(case(by(BOB if own else ALICE)), BOB) is may


@pytest.mark.parametrize(
    ("office", "anew", "seen", "may", "found"),
    [
        (REFEREE, False, 0, False, []),
        (None, False, 0, True, [Code.RULING_BEYOND_OFFICE]),
        (REFEREE, True, 2, True, []),
        (REFEREE, True, 1, True, [Code.RULING_CHANGED]),
        (REFEREE, True, 3, True, [Code.RULING_CHANGED]),
        (REFEREE, True, 2, False, [Code.RULING_OF_ANOTHER]),
    ],
)
def test_who_rules_has_an_office_and_saw_the_newest_version(
    monkeypatch: pytest.MonkeyPatch,
    office: Authority | None,
    anew: bool,
    seen: int,
    may: bool,
    found: list[str],
) -> None:
    monkeypatch.setattr(offices, "office_of", lambda *_all: office)
    monkeypatch.setattr(ruling_offices, "check_office", lambda *_all: None)
    monkeypatch.setattr(cases, "may_revise", lambda *_all: may)
    of = case(by(BOB, 2)) if anew else None
    asked = cases._RulingRequest(RulingSource(EVENT), BOB, RulingDecision(), "key", of, seen)

    def check() -> None:
        cases._check_right(asked, EVENT)

    if found:
        assert codes(check) == found
    else:
        check()


@pytest.mark.parametrize("reason", ["", " "])
def test_a_word_is_refused_with_a_reason_alone(reason: str) -> None:
    version: Any = SimpleNamespace()
    assert codes(lambda: cases.reject(version, BOB, reason)) == [Reason.REASON_MISSING]


@pytest.mark.parametrize(
    ("newer", "needs", "steps", "may", "found"),
    [
        (False, "deputy", (), True, []),
        (True, "deputy", (), True, [Code.RULING_CHANGED]),
        (False, "", (), True, [Code.RULING_NOT_WAITING]),
        (False, "deputy", ("confirmed",), True, [Code.RULING_NOT_WAITING]),
        (False, "deputy", (), False, [Code.RULING_OWN_WORD]),
    ],
)
def test_a_word_is_given_on_the_newest_version_while_it_waits(
    monkeypatch: pytest.MonkeyPatch,
    newer: bool,
    needs: str,
    steps: tuple[str, ...],
    may: bool,
    found: list[str],
) -> None:
    current = SimpleNamespace(
        uid="v",
        case=case(*([1] if newer else [])),
        number=1,
        needs=needs,
        steps=Rows(steps),
        official=ALICE,
    )
    monkeypatch.setattr(cases, "version_of", lambda _uid: current)
    monkeypatch.setattr(offices, "may_confirm", lambda *_all: may)
    made: Any = SimpleNamespace(concerns=lambda **_more: None, shows=lambda _event: None)
    version: Any = current

    def waiting() -> object:
        return cases._waiting(made, version, BOB)

    if found:
        assert codes(waiting) == found
    else:
        assert waiting() is current


@pytest.mark.parametrize(("office", "posts"), [(None, ALICE), (REFEREE, BOB), (CHIEF, BOB)])
def test_a_version_is_posted_by_the_right_of_who_confirms_if_he_has_any(
    monkeypatch: pytest.MonkeyPatch, office: Authority | None, posts: User
) -> None:
    monkeypatch.setattr(offices, "office_of", lambda *_all: office)
    version: Any = SimpleNamespace(case=case(), official=ALICE)
    assert cases._posts(version, BOB) is posts


@pytest.mark.parametrize(
    ("needs", "released", "held"),
    [
        (Needs.NOBODY, [], []),
        (Needs.DEPUTY, ["ruling"], ["deal"]),
        (Needs.ANSWER, ["ruling", "annulled"], ["deal", "round"]),
    ],
)
@pytest.mark.parametrize("with_deal", [True, False])
def test_what_waits_is_held_and_released_again(
    monkeypatch: pytest.MonkeyPatch,
    needs: Needs,
    released: list[str],
    held: list[str],
    with_deal: bool,
) -> None:
    said: list[Any] = []
    monkeypatch.setattr(cases, "ANNULLED", "annulled")
    monkeypatch.setattr(ledger, "release", lambda _made, code, **_more: said.append(code))
    monkeypatch.setattr(ledger, "hold", lambda _made, what, _code, **_more: said.append(what))
    of = case(deal="deal" if with_deal else None, round_="round")
    monkeypatch.setattr(ledger, "held", lambda _event, round_: round_)
    version: Any = SimpleNamespace(uid="v", case=of, needs=needs)
    made: Any = None
    cases._release(made, version)
    assert said == released
    said.clear()
    if needs != Needs.NOBODY:
        cases._hold(made, version)
        assert said == [what for what in held if with_deal or what != "deal"]


def test_an_answer_without_a_round_is_held_at_the_last_one(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[Any] = []
    monkeypatch.setattr(ledger, "hold", lambda _made, what, _code, **_more: said.append(what))
    monkeypatch.setattr(ledger, "held", lambda _event, round_: round_ or "last")
    of = case()
    version: Any = SimpleNamespace(uid="v", case=of, needs=Needs.ANSWER)
    cases._hold(None, version)  # type: ignore[arg-type]
    assert said == ["last"]


LAST, BEFORE = Result(pk=2), Result(pk=1)


@pytest.mark.parametrize(
    ("remedy", "with_deal", "before", "found"),
    [
        (Remedy.CORRECTED, True, "none", LAST),
        (Remedy.CORRECTED, True, "without", LAST),
        (Remedy.CORRECTED, True, "with", BEFORE),
        (Remedy.CORRECTED, False, "none", None),
        (Remedy.VOID, True, "with", None),
        (Remedy.NOTHING, True, "none", None),
    ],
)
def test_a_correction_is_that_of_the_version_before_else_the_last_result(
    monkeypatch: pytest.MonkeyPatch,
    remedy: Remedy,
    with_deal: bool,
    before: str,
    found: Result | None,
) -> None:
    rows = SimpleNamespace(filter=lambda **_more: Rows([LAST]))
    monkeypatch.setattr(cases, "Result", SimpleNamespace(objects=rows))
    known: dict[str, Any] = {
        "none": None,
        "without": SimpleNamespace(result=None),
        "with": SimpleNamespace(result=BEFORE),
    }
    of = case(deal="deal" if with_deal else None)
    assert cases._correction(of, RulingDecision(remedy=remedy), known[before]) is found


@pytest.mark.parametrize("with_deal", [True, False])
def test_within_a_change_the_deal_is_seen_as_it_is_then(
    monkeypatch: pytest.MonkeyPatch, with_deal: bool
) -> None:
    monkeypatch.setattr(cases, "_store", lambda _made, asked: asked)
    rows = SimpleNamespace(get=lambda **key: SimpleNamespace(version=5 if key == {"pk": 3} else 0))
    monkeypatch.setattr(cases, "Deal", SimpleNamespace(objects=rows))
    of = case(deal=Deal(pk=3) if with_deal else None)
    of.versions = SimpleNamespace(
        order_by=lambda _name: SimpleNamespace(values_list=lambda *_a, **_m: [4])
    )
    made: Any = None
    asked: Any = cases.revise_within(made, of, BOB, RulingDecision(seen=1))
    assert (asked.decision.seen, asked.seen, asked.on_appeal) == (5 if with_deal else 1, 4, True)


def stated(number: int, needs: str, *steps: str) -> Any:
    kinds = Rows(SimpleNamespace(kind=kind) for kind in steps)
    return SimpleNamespace(number=number, needs=needs, steps=kinds)


@pytest.mark.parametrize(
    ("needs", "steps", "state"),
    [
        ("", (), VersionState.IN_FORCE),
        ("", ("confirmed",), VersionState.IN_FORCE),
        ("deputy", (), VersionState.WAITING),
        ("deputy", ("confirmed",), VersionState.IN_FORCE),
        ("deputy", ("refused",), VersionState.REFUSED),
        ("", ("undone",), VersionState.UNDONE),
        ("deputy", ("refused", "undone"), VersionState.UNDONE),
        ("deputy", ("confirmed", "undone"), VersionState.UNDONE),
    ],
)
def test_a_version_stands_by_its_steps(
    needs: str, steps: tuple[str, ...], state: VersionState
) -> None:
    assert listed.state_of(stated(1, needs, *steps)) is state


@pytest.mark.parametrize(
    ("versions", "standing", "states"),
    [
        ([stated(1, "")], 0, [VersionState.IN_FORCE]),
        (
            [stated(2, ""), stated(1, "", "undone")],
            0,
            [VersionState.IN_FORCE, VersionState.SUPERSEDED],
        ),
        ([stated(2, "deputy"), stated(1, "")], 1, [VersionState.WAITING, VersionState.IN_FORCE]),
        ([stated(2, "", "undone"), stated(1, "")], 1, [VersionState.UNDONE, VersionState.IN_FORCE]),
        (
            [stated(2, "", "undone"), stated(1, "", "undone")],
            None,
            [VersionState.UNDONE, VersionState.UNDONE],
        ),
        (
            [stated(2, ""), stated(1, "deputy", "refused")],
            0,
            [VersionState.IN_FORCE, VersionState.REFUSED],
        ),
    ],
)
def test_what_a_later_version_in_force_took_back_is_superseded(
    versions: list[Any], standing: int | None, states: list[VersionState]
) -> None:
    ruled = Ruled(case(), tuple(versions), EventArticles(EVENT))
    stands = None if standing is None else versions[standing]
    assert ruled.standing is stands
    assert ruled.shown is (stands or versions[0])
    assert [ruled.state(version) for version in versions] == states


def test_the_decision_of_a_version_is_rebuilt_from_what_its_first_offender_got(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(decisions, "seat_of", lambda *_all: None)
    people = [Person(pk=1), Person(pk=2)]

    def row(entry: int, person: int, level: str, points: int = 0) -> RulingSanction:
        who = {"entry": Entry(pk=entry), "person": people[person - 1]}
        return RulingSanction(level=level, numerator=points, **who)

    def rebuilt(*rows: RulingSanction) -> RulingDecision:
        given = SimpleNamespace(select_related=lambda *_all: Rows(rows))
        columns = {
            "article": "T-05",
            "own_article": "",
            "facts": "x",
            "agreed": "",
            "statements": {},
        }
        columns |= {
            "level_reason": "",
            "remedy": "",
            "remedy_words": "",
            "purpose": "",
            "reach": "",
        }
        version: Any = SimpleNamespace(sanctions=given, reach_rounds=0, **columns)
        return decisions.decision_of(version)

    two = rebuilt(row(1, 1, "L3", -20), row(1, 1, "L2"), row(1, 2, "L3"), row(1, 2, "L2"))
    assert (two.level, two.points, two.disciplinary) == (Level.L3, -20, Level.L2)  # type: ignore[comparison-overlap]
    assert [who.person for who in two.offenders] == people
    other = rebuilt(row(1, 1, "L3"), row(2, 1, "L4"))
    assert (other.level, other.points, other.disciplinary) == (Level.L3, None, None)
    nobody = rebuilt()
    assert (nobody.level, nobody.points, nobody.offenders) == (None, None, ())
