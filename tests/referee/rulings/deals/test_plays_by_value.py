"""Results without points, and rulings on plays: what is refused and what is the same, by values."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from referee.base.refusals import Code
from referee.claims import states
from referee.models import Decision, Remedy
from referee.models import IrregularityRuling as Stored
from referee.rulings import corrections, decisions, irregularity_rulings, offices
from referee.rulings.decisions import RulingSource
from referee.rulings.irregularity_rulings import Ruling
from tests.referee.rulings.by_value import codes, under_the_lock
from tournaments.base.refusals import Reason, Stale
from tournaments.models import Deal, Event, ResultKind, Seat, User
from tournaments.record import ledger
from tournaments.regulations import articles as articles_itself

BOB, ALICE, EVENT = User(pk=1), User(pk=2), Event(pk=1)


@pytest.mark.parametrize(
    ("kind", "done", "reason", "same", "found"),
    [
        ("void", True, "x", False, []),
        ("void", True, " ", False, [Reason.REASON_MISSING]),
        ("void", True, "x", True, [Reason.RESULT_UNCHANGED]),
        ("retracted", True, "x", False, []),
        ("retracted", False, "x", True, [Code.KIND_NOT_OFFERED]),
        ("played", True, "", True, [Reason.REASON_MISSING, Code.KIND_NOT_OFFERED]),
    ],
)
def test_a_result_without_points_has_a_reason_is_offered_and_is_another(
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    done: bool,
    reason: str,
    same: bool,
    found: list[str],
) -> None:
    def stop(*_all: Any) -> Any:
        raise StopIteration

    monkeypatch.setattr(ledger, "says_the_same", lambda *_all: same)
    under_the_lock(monkeypatch, corrections)
    monkeypatch.setattr(ledger, "reload_round_state", stop)
    event = SimpleNamespace(tournament=None)
    deal: Any = SimpleNamespace(done=done, event=event, sitting=None)
    if found:
        assert codes(lambda: corrections.rule(deal, BOB, kind, reason, seen=1)) == found
    else:
        with pytest.raises(StopIteration):
            corrections.rule(deal, BOB, kind, reason, seen=1)


@pytest.mark.parametrize(("uid", "kept"), [("of-a-ruling", True), ("", False)])
def test_a_result_of_a_ruling_bears_its_uid(
    monkeypatch: pytest.MonkeyPatch, uid: str, kept: bool
) -> None:
    said: list[Any] = []
    monkeypatch.setattr(states, "end_open_claims", lambda *_all: None)
    post = lambda *_all, origin, **_more: said.append(origin.uid)  # noqa: E731
    monkeypatch.setattr(ledger, "post", post)
    nothing: Any = None
    corrections.give(nothing, nothing, ResultKind.VOID, "x", seen=1, uid=uid)
    assert (said == [uid]) is kept
    assert said[0]


@pytest.mark.parametrize(
    ("remedy", "changes", "with_deal", "seen", "is_stale"),
    [
        (Remedy.VOID, False, True, 1, True),
        (Remedy.VOID, False, True, 2, False),
        (Remedy.NOTHING, True, True, 1, True),
        (Remedy.NOTHING, False, True, 1, False),
        (Remedy.VOID, True, False, 1, False),
    ],
)
def test_what_changes_a_deal_was_decided_upon_its_newest_result(
    monkeypatch: pytest.MonkeyPatch,
    remedy: str,
    changes: bool,
    with_deal: bool,
    seen: int,
    is_stale: bool,
) -> None:
    rows = SimpleNamespace(get=lambda **key: 2 if key == {"pk": 7} else seen)
    objects = SimpleNamespace(values_list=lambda *_a, **_m: rows)
    monkeypatch.setattr(offices, "Deal", SimpleNamespace(objects=objects))
    source = RulingSource(EVENT, deal=Deal(pk=7) if with_deal else None)
    asked = decisions.RulingDecision(remedy=Remedy(remedy), seen=seen)
    if is_stale:
        with pytest.raises(Stale):
            offices.require_result_seen(source, asked, changes=changes)
    else:
        offices.require_result_seen(source, asked, changes=changes)


def test_a_result_is_brought_by_who_may_change_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(offices, "may_change_result", lambda *_all: False)
    assert codes(lambda: offices.require_posting(Deal(pk=1), BOB)) == [Code.RESULT_LATE]
    monkeypatch.setattr(offices, "may_change_result", lambda *_all: True)
    offices.require_posting(Deal(pk=1), BOB)


def test_a_place_without_a_table_is_that_of_the_seat() -> None:
    seat: Any = SimpleNamespace(
        sitting="its", side=SimpleNamespace(match=SimpleNamespace(round="its round"))
    )
    placed = RulingSource(EVENT).at(seat)
    assert (placed.sitting, placed.round) == ("its", "its round")  # type: ignore[comparison-overlap]
    kept: Any = SimpleNamespace(table=SimpleNamespace(number=4))
    assert RulingSource(EVENT, sitting=kept).at(seat).sitting is kept
    assert (RulingSource(EVENT, sitting=kept).table, RulingSource(EVENT).table) == (4, None)
    assert decisions.NamedOffender(SimpleNamespace(), seat=Seat(label="N")).label == "N"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "stored", "seen", "given", "is_repeated"),
    [
        ({}, 1, 0, -5, True),
        ({}, 2, 0, -5, False),
        ({}, 1, 1, -5, False),
        ({"official": ALICE}, 1, 0, -5, False),
        ({"decision": "warned"}, 1, 0, -5, False),
        ({"reason": "y"}, 1, 0, -5, False),
        ({"article": "T-04"}, 1, 0, -5, False),
        ({}, 1, 0, -6, False),
        ({}, 1, 0, None, False),
    ],
)
def test_a_ruling_on_a_play_is_repeated_in_all_of_its_parts(
    monkeypatch: pytest.MonkeyPatch,
    changes: dict[str, Any],
    stored: int,
    seen: int,
    given: int | None,
    is_repeated: bool,
) -> None:
    rows = [] if given is None else [SimpleNamespace(amount=Fraction(given))]
    monkeypatch.setattr(irregularity_rulings, "_penalties_of", lambda _stored: rows)
    columns = {"decision": "penalty", "reason": "x", "article": "T-05", "official": BOB}
    newest = Stored(**{**columns, **changes})
    ruling = Ruling(Decision.PENALTY, "x", "T-05", -5)
    found = irregularity_rulings._is_repeated([newest] * stored, BOB, ruling, seen)
    assert found is is_repeated


def test_points_beside_another_decision_than_a_penalty_count_for_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(irregularity_rulings, "_penalties_of", lambda _stored: [])
    newest = Stored(decision="warned", reason="x", article="", official=BOB)
    assert irregularity_rulings._is_repeated(
        [newest], BOB, Ruling(Decision.WARNED, "x", points=-5), 0
    )


@pytest.mark.parametrize(
    ("changes", "stored", "takes_back", "found"),
    [
        ({}, 1, False, []),
        ({}, 2, False, [Code.IRREGULARITY_RULED]),
        ({}, 1, True, [Reason.REASON_MISSING]),
        ({"reason": " "}, 1, True, [Reason.REASON_MISSING]),
        ({"reason": "x"}, 1, True, []),
        ({}, 2, True, [Code.IRREGULARITY_RULED]),
        ({"decision": "dismissed"}, 1, False, [Reason.REASON_MISSING]),
        ({"decision": "dismissed", "reason": "x"}, 1, False, []),
        ({"decision": "penalty", "reason": "x"}, 1, False, [Code.PENALTY_NOTHING]),
        ({"decision": "penalty", "reason": "x", "points": -5}, 1, False, []),
        (
            {"decision": "penalty"},
            2,
            True,
            [Code.IRREGULARITY_RULED, Reason.REASON_MISSING, Code.PENALTY_NOTHING],
        ),
    ],
)
def test_a_ruling_on_a_play_is_refused_for_all_that_it_lacks_at_once(
    changes: dict[str, Any], stored: int, takes_back: bool, found: list[str]
) -> None:
    values = {"decision": "noted", **changes}
    ruling = Ruling(**{**values, "decision": Decision(values["decision"])})

    def check() -> None:
        irregularity_rulings._check_ruling(ruling, stored, 1, takes_back=takes_back)

    if found:
        assert codes(check) == found
    else:
        check()


@pytest.mark.parametrize(
    ("kind", "number", "is_taken"),
    [
        ("played", 2, True),
        ("played", 1, False),
        ("adjusted", 1, True),
        ("average", 1, True),
        (None, 0, False),
    ],
)
def test_an_adjusted_result_is_one_that_was_changed_or_that_a_referee_gave(
    monkeypatch: pytest.MonkeyPatch, kind: str | None, number: int, is_taken: bool
) -> None:
    live = {} if kind is None else {1: SimpleNamespace(kind=kind, version=number, uid="r")}
    monkeypatch.setattr(irregularity_rulings, "live_results", lambda _deals: live)
    row: Any = SimpleNamespace(deal=SimpleNamespace(pk=1))
    made: Any = None

    def apply() -> str:
        return irregularity_rulings._apply_decision(made, row, BOB, Ruling(Decision.ADJUSTED))

    if is_taken:
        assert apply() == "r"
    else:
        assert codes(apply) == [Code.RESULT_NOT_CHANGED]
    for nothing in (Decision.NOTED, Decision.DISMISSED):
        assert irregularity_rulings._apply_decision(made, row, BOB, Ruling(nothing)) == ""


@pytest.mark.parametrize(
    ("said", "asked", "code"),
    [
        ("T-05", True, "T-05"),
        (" T-05 slow play", True, "T-05"),
        ("7.3", True, "T-05"),
        ("slow play", True, ""),
        ("", False, ""),
        (" ", False, ""),
    ],
)
def test_a_warning_on_a_play_names_the_article_by_its_code_or_number(
    monkeypatch: pytest.MonkeyPatch, said: str, asked: bool, code: str
) -> None:
    known: list[bool] = []

    def articles(_event: Event) -> list[Any]:
        known.append(True)
        return [SimpleNamespace(code="T-04", number=""), SimpleNamespace(code="T-05", number="7.3")]

    monkeypatch.setattr(articles_itself, "articles", articles)
    monkeypatch.setattr(ledger, "warn", lambda *_all, article, **_more: article)
    match = SimpleNamespace(round=None)
    sitting = SimpleNamespace(segment=SimpleNamespace(match=match))
    row: Any = SimpleNamespace(deal=SimpleNamespace(sitting=sitting))
    whom: Any = SimpleNamespace(entry=SimpleNamespace(event=EVENT), seat=None)
    made: Any = None
    assert irregularity_rulings._warn(made, row, whom, Ruling(Decision.WARNED, "x", said)) == code  # type: ignore[comparison-overlap]
    assert bool(known) is asked  # type: ignore[unreachable]
