"""What stands of a deal once a ruling is lifted, and what is told of it: by values alone."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import translation

from referee.rulings import heavy_levels, listed, posting, ruling_stack
from referee.rulings.posting import NOTHING_OUT, RulingsOut
from referee.rulings.ruling_stack import PenalisedSeats, Removal, RulingStack
from tests.referee.rulings.by_value import Rows
from tournaments.models import Award, Deal, Event, ExclusionKind, Result, User
from tournaments.organise.absences import exclusion_steps
from tournaments.record import ledger
from tournaments.record.ledger import Report
from tournaments.structure import games

BOB, ALICE, EVENT = User(pk=1), User(pk=2), Event(pk=1)


def version(uid: str, **columns: Any) -> Any:
    values = {"sanctions": Rows(), "case": SimpleNamespace(event=EVENT, deal=None)}
    return SimpleNamespace(uid=uid, **{**values, **columns})


def stands(newest: str | None, *laid: str, base: str = "", lifted: bool = True) -> RulingStack:
    """Return what stands: the origin of the newest result, of those laid, and of the base."""
    rows = {uid: Result(pk=number, kind="void", origin_uid=uid) for number, uid in enumerate(laid)}
    return RulingStack(
        deal=Deal(pk=1),
        newest=None if newest is None else Result(pk=9, kind="played", origin_uid=newest),
        base=Result(pk=8, kind="claimed", origin_uid=base) if base else None,
        active=tuple((version(uid), row) for uid, row in rows.items()),
        posted_by=frozenset(laid),
        has_removed=lifted,
    )


def test_what_counts_is_the_newest_unless_something_was_lifted() -> None:
    assert stands("n", "a", base="b", lifted=False).result.origin_uid == "n"  # type: ignore[union-attr]
    assert stands("n", "a", "c", base="b").result.origin_uid == "c"  # type: ignore[union-attr]
    assert stands("n", base="b").result.origin_uid == "b"  # type: ignore[union-attr]
    assert stands("n").result is None
    assert stands("n").report == Report("retracted", {})  # type: ignore[arg-type]
    assert stands("n", base="b").report.kind == "claimed"
    assert (stands("n", "a", "c").top, stands("n").top) == ("c", "")


def test_a_version_has_a_part_in_what_stands_while_it_is_laid_there() -> None:
    found = stands("n", "a", "c")
    assert found.is_of(version("a"))
    assert found.is_of(version("c"))
    assert not found.is_of(version("n"))
    assert not stands("n").is_of(version("n"))


@pytest.mark.parametrize(
    ("kind", "hit", "made", "is_new"),
    [
        ("void", PenalisedSeats(lost=("N",)), True, False),
        ("adjusted", PenalisedSeats(), True, False),
        ("adjusted", PenalisedSeats(lost=("N",)), False, False),
        ("adjusted", PenalisedSeats(lost=("N",)), True, True),
        ("assigned", PenalisedSeats(docked=("N",)), True, True),
    ],
)
def test_a_result_of_a_ruling_is_reckoned_anew_upon_what_is_below(
    monkeypatch: pytest.MonkeyPatch, kind: str, hit: PenalisedSeats, made: bool, is_new: bool
) -> None:
    report = SimpleNamespace(kind="adjusted", facts={})
    monkeypatch.setattr(ruling_stack, "penalised_seats", lambda *_all: hit)
    monkeypatch.setattr(ruling_stack, "penalised_result", lambda *_all: report if made else None)
    monkeypatch.setattr(games, "settle", lambda *_all: {"settlement": {}})
    row = Result(pk=1, kind=kind)
    found = ruling_stack._reckoned_upon(Deal(pk=1), None, version("a"), row)
    assert (found is not row) is is_new
    if is_new:
        assert (found.origin_uid, found.origin_label) == ("a", "ruling")


@pytest.fixture
def restoring(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return by whose uid what stands is posted, for what stands; nothing where it is not."""

    def found(
        what: RulingStack, *, state: str = "published", same: bool = False, with_deal: bool = True
    ) -> str:
        said: list[Any] = []
        match = SimpleNamespace(round=SimpleNamespace(state=state))
        sitting = SimpleNamespace(segment=SimpleNamespace(match=match))
        deal = SimpleNamespace(pk=1, sitting=sitting, version=1)
        rows = SimpleNamespace(
            select_related=lambda *_a: SimpleNamespace(
                defer=lambda *_a: SimpleNamespace(
                    get=lambda **key: deal if key == {"pk": 1} else None
                )
            )
        )
        monkeypatch.setattr(posting, "Deal", SimpleNamespace(objects=rows))
        monkeypatch.setattr(ruling_stack, "of_deal", lambda _deal: what)
        monkeypatch.setattr(ledger, "says_the_same", lambda *_all: same)
        post = lambda *_all, origin, **_more: said.append(origin.uid)  # noqa: E731
        monkeypatch.setattr(ledger, "post", post)
        of = SimpleNamespace(deal=SimpleNamespace(pk=1) if with_deal else None)
        made: Any = None
        posting.restore_result(made, version("v", case=of), "x")
        return "".join(said)

    return found


def test_what_stands_without_a_ruling_is_posted_as_its_own_or_as_that_of_the_one_above(
    restoring: Any,
) -> None:
    assert restoring(stands("v", base="b")) == "v"
    assert restoring(stands("v", "a", base="b")) == "a"
    assert restoring(stands("v", base="b"), state="closed") == "v"


@pytest.mark.parametrize("state", ["cancelled", "draft"])
def test_nothing_is_posted_where_nothing_was_lifted_or_nothing_is_in_play(
    restoring: Any, state: str
) -> None:
    what = stands("v", base="b")
    assert restoring(what, state=state) == ""
    assert restoring(what, with_deal=False) == ""
    assert restoring(stands(None)) == ""
    assert restoring(stands("v", lifted=False)) == ""


def test_what_counts_already_is_not_posted_again_unless_it_becomes_that_of_another(
    restoring: Any,
) -> None:
    assert restoring(stands("v", base="b"), same=True) == ""
    assert restoring(stands("a", "a"), same=True) == ""
    assert restoring(stands("v", "a"), same=True) == "a"
    assert restoring(stands("a", "a")) == "a"


@pytest.mark.parametrize(
    ("deal", "posted_by", "restores"),
    [(True, {"v"}, True), (True, {"a"}, False), (False, {"v"}, False)],
)
def test_a_result_is_restored_where_the_version_posted_one(
    monkeypatch: pytest.MonkeyPatch, deal: bool, posted_by: set[str], restores: bool
) -> None:
    found = SimpleNamespace(posted_by=posted_by)
    monkeypatch.setattr(ruling_stack, "of_deal", lambda _deal: found)
    of = SimpleNamespace(deal=SimpleNamespace(pk=1) if deal else None)
    assert posting._has_posted(version("v", case=of)) is restores


@pytest.mark.parametrize(
    ("deal", "level", "is_of", "seat", "points", "words"),
    [
        (True, "L7", True, "N", -600, "−600"),
        (True, "L7", True, "", -600, "−600"),
        (True, "L7", True, "N", None, ""),
        (True, "L7", False, "N", -600, ""),
        (True, "L8", True, "N", -600, ""),
        (False, "L7", True, "N", -600, ""),
    ],
)
def test_a_deal_that_was_lost_is_told_while_the_ruling_lies_on_it(
    monkeypatch: pytest.MonkeyPatch,
    deal: bool,
    level: str,
    is_of: bool,
    seat: str,
    points: int | None,
    words: str,
) -> None:
    nothing = SimpleNamespace(filter=lambda **_more: Rows())
    monkeypatch.setattr(listed, "awards_of", lambda _uids: nothing)
    found = SimpleNamespace(is_of=lambda _version: is_of, newest="newest")
    monkeypatch.setattr(ruling_stack, "of_deal", lambda _deal: found)
    monkeypatch.setattr(ruling_stack, "seat_of", lambda *_all: "S")
    by_seat = {seat or "S": points}
    monkeypatch.setattr(ruling_stack, "points_of", lambda _row, at: by_seat.get(at))
    of = SimpleNamespace(deal="deal" if deal else None)
    row: Any = SimpleNamespace(version=version("v", case=of), level=level, seat=seat, entry=None)
    with translation.override("en"):
        said = heavy_levels._lost_words(row)
    assert words in said
    assert bool(said) is bool(words)


@pytest.mark.parametrize(("winner", "begins"), [(1, "the match is lost"), (None, "both sides")])
def test_an_award_is_told_by_whether_anybody_won(
    monkeypatch: pytest.MonkeyPatch, winner: int | None, begins: str
) -> None:
    given = SimpleNamespace(filter=lambda **_more: Rows([Award(winner_id=winner)]))
    monkeypatch.setattr(listed, "awards_of", lambda _uids: given)
    row: Any = SimpleNamespace(version=version("v"), level="L7", seat="", entry=None)
    with translation.override("en"):
        assert heavy_levels._lost_words(row).startswith(begins)


def test_without_the_award_of_a_ruling_the_deals_that_it_closed_are_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deal = SimpleNamespace(sitting_id=1)
    rows = SimpleNamespace(select_related=lambda *_a: [SimpleNamespace(deal_id=5, deal=deal)])
    live = SimpleNamespace(filter=lambda **key: rows if key == {"origin_uid__in": ["A1"]} else None)
    monkeypatch.setattr(posting, "Result", SimpleNamespace(live=live))
    awards = SimpleNamespace(values=lambda _column: ["A1"])
    monkeypatch.setattr(listed, "awards_of", lambda uids: awards if "a" in uids else None)
    monkeypatch.setattr(listed, "disqualified_by", lambda _uids: [])
    removal = Removal(frozenset({"a"}))
    assert posting.rulings_out(removal) == RulingsOut(removal, results={5: (1, None)})
    assert posting.rulings_out(Removal()) == NOTHING_OUT


@pytest.mark.parametrize(
    ("kind", "is_waiting"),
    [(ExclusionKind.DISQUALIFICATION, True), (ExclusionKind.WITHDRAWAL, False), (None, False)],
)
def test_a_disqualification_is_on_the_terms_that_wait_for_one(
    monkeypatch: pytest.MonkeyPatch, kind: str | None, is_waiting: bool
) -> None:
    waiting = None if kind is None else SimpleNamespace(kind=kind)
    monkeypatch.setattr(exclusion_steps, "proposal", lambda _entry: waiting)
    monkeypatch.setattr(exclusion_steps, "terms_of", lambda _row: "waiting")
    monkeypatch.setattr(heavy_levels, "last_begun", lambda _event: 3)
    entry: Any = SimpleNamespace(event=EVENT)
    found: Any = heavy_levels._terms_out(entry)
    assert (found == "waiting") is is_waiting
    if not is_waiting:
        assert (found.after_round, found.results_cancelled) == (3, True)
