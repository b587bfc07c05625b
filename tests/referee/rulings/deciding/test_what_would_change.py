"""What a ruling would change, and what would be without it: read from snapshots of a few rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from referee.models import Needs
from referee.rulings import heavy_levels, listed, posting, ruling_stack, what_if
from referee.rulings.decisions import DecisionMeasures, RulingSource
from referee.rulings.posting import RulingsOut
from referee.rulings.proposals import Proposal
from referee.rulings.ruling_stack import Removal
from tournaments.models import Deal, Entry, Event, Result, Round, Sitting
from tournaments.progress import qualification_state
from tournaments.regulations.articles import Authority, Level
from tournaments.results import event_record

DEAL, OTHER = Deal(pk=1, sitting_id=1), Deal(pk=2, sitting_id=2)
ENTRY = Entry(pk=1, uid="one")
EVENT = Event(pk=1)
PROPOSAL = Proposal(None, 0, None, Level.L0, (), Authority.REFEREE, Needs.NOBODY)


def round_(number: int, state: str = "published") -> Round:
    return Round(pk=number, number=number, state=state)


FIRST, SECOND = round_(1), round_(2)


@dataclass(frozen=True)
class Read:
    """A snapshot as far as a preview reads it; what it would be is noted in `said`."""

    scores: Mapping[int, Mapping[str, int] | None]
    sums: Mapping[str, tuple[Any, ...]]
    qualify: tuple[str, ...]
    stage: Any
    rounds: tuple[Round, ...] = (FIRST,)
    said: tuple[Any, ...] = ()
    event: Event = EVENT
    awards: Any = field(default_factory=dict)
    current_stage: Any = None

    @property
    def public_rounds(self) -> tuple[Round, ...]:
        return self.rounds

    @property
    def sittings(self) -> list[Any]:
        rows = [
            SimpleNamespace(key=key, result=None if of is None else SimpleNamespace(scores=of))
            for key, of in self.scores.items()
        ]
        return [SimpleNamespace(key=row.key, match=10 + row.key, deals=[row]) for row in rows]

    @property
    def match_by_key(self) -> Any:
        entries = {11: ENTRY, 12: Entry(pk=2, uid="two")}
        return {
            key: SimpleNamespace(sides=[SimpleNamespace(entries=[entry])])
            for key, entry in entries.items()
        }

    def sides_at(self, sitting: int) -> Mapping[str, str]:
        return {"N": "a", "W": "b"} if sitting == 1 else {}

    def following(self, _stage: Any) -> Any:
        return self.stage

    def without_origin(self, _uids: Any) -> Read:
        return self

    def with_results(self, placed: Any) -> Read:
        return replace(self, said=(*self.said, ("result", placed)))


def read(**changes: Any) -> Any:
    values: dict[str, Any] = {"scores": {1: {"N": 5, "W": -5}}, "sums": {}, "qualify": ()}
    return Read(**{**values, "stage": SimpleNamespace(feed="best"), **changes})


@pytest.fixture(autouse=True)
def _records(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a record and a preview of who qualifies say is what the rows say."""

    def record(snapshot: Any) -> Any:
        known = {uid: f"entry {uid}" for uid in snapshot.sums}
        return SimpleNamespace(competitors=known, rounds_of=lambda: snapshot.sums)

    def preview(_stage: Any, snapshot: Any) -> Any:
        rows = [
            SimpleNamespace(entry=SimpleNamespace(uid=uid), name=uid) for uid in snapshot.qualify
        ]
        return SimpleNamespace(rows=rows)

    monkeypatch.setattr(event_record, "public_record", record)
    monkeypatch.setattr(qualification_state, "preview", preview)
    monkeypatch.setattr(event_record, "compare_standings", lambda *_all: ())


def total(number: int, points: int, penalties: int = 0) -> Any:
    return SimpleNamespace(round=number, points=Fraction(points), penalties=Fraction(penalties))


def at(
    deal: Deal | None = None, sitting: int | None = None, of: Round | None = None
) -> RulingSource:
    return RulingSource(Event(pk=1), of, None if sitting is None else Sitting(pk=sitting), deal)


@pytest.mark.parametrize(
    ("before", "after", "changes"),
    [
        ({"N": 5, "W": -5}, {"N": 5, "W": -5}, []),
        ({"N": 5, "W": -5}, {"N": 6, "W": -5}, [("N", 5, 6)]),
        (None, {"N": 6, "W": -5}, [("N", None, 6), ("W", None, -5)]),
        ({"N": 5, "W": -5}, None, [("N", 5, None), ("W", -5, None)]),
    ],
)
def test_the_seats_whose_points_of_the_deal_are_others_are_told(
    before: Any, after: Any, changes: list[Any]
) -> None:
    was = read(scores={2: {"N": 1}, 1: before})
    now = read(scores={2: {"N": 2}, 1: after})
    assert [tuple(row) for row in what_if.compared(was, now, at(DEAL)).deal] == changes
    assert what_if.compared(was, now, at()).deal == ()
    assert what_if.compared(was, now, at(OTHER)).deal == ()


@pytest.mark.parametrize("side", ["before", "after"])
def test_a_deal_that_is_not_in_the_event_has_no_points(side: str) -> None:
    there, gone = read(), read(scores={})
    was, now = (gone, there) if side == "before" else (there, gone)
    [north, _west] = what_if.compared(was, now, at(DEAL)).deal
    assert (north.before, north.after) == ((None, 5) if side == "before" else (5, None))


def test_the_entries_of_the_match_are_told_whose_round_comes_to_something_else() -> None:
    scores = {1: {}, 2: {}}  # type: ignore[var-annotated]
    was = read(scores=scores, sums={"one": (total(1, 5), total(2, 7)), "two": (total(1, 1),)})
    now = read(scores=scores, sums={"one": (total(1, 6), total(2, 8)), "two": (total(1, 2),)})

    def changes(first: Any, then: Any, **place: Any) -> list[Any]:
        rows = what_if.compared(first, then, at(**place)).match
        return [(row.competitor, row.points_before, row.points_after) for row in rows]

    assert changes(was, now, sitting=1, of=FIRST) == [("entry one", 5, 6)]
    assert changes(was, now, sitting=1, of=SECOND) == [("entry one", 7, 8)]
    assert changes(was, now, sitting=2, of=FIRST) == [("entry two", 1, 2)]
    assert changes(was, was, sitting=1, of=FIRST) == []
    assert changes(was, now, sitting=9, of=FIRST) == []
    assert changes(was, now, sitting=1) == changes(was, now, of=FIRST) == []
    assert changes(read(scores=scores, sums={"two": ()}), now, sitting=1, of=FIRST) == []
    nothing = read(scores=scores, sums={"one": ()})
    assert changes(nothing, now, sitting=1, of=FIRST) == [("entry one", 0, 6)]


def test_the_points_of_a_round_are_told_with_its_penalties() -> None:
    row = what_if.MatchChange("one", total(1, 5, -2), None)  # type: ignore[arg-type]
    assert (row.points_before, row.points_after) == (3, 0)  # type: ignore[comparison-overlap]


def test_who_would_qualify_and_who_would_not_any_more_are_told() -> None:
    was, now = read(qualify=("a", "b", "c")), read(qualify=("b", "d"))
    seen = what_if.compared(was, now, at())
    assert (seen.comes_in, seen.goes_out) == (("d",), ("a", "c"))
    for stage in (None, SimpleNamespace(feed="")):
        seen = what_if.compared(replace(was, stage=stage), now, at())
        assert (seen.comes_in, seen.goes_out) == ((), ())


@pytest.mark.parametrize(
    ("rounds", "of", "drawn"),
    [
        ((FIRST,), FIRST, None),
        ((FIRST, SECOND), FIRST, SECOND),
        ((FIRST, SECOND), SECOND, None),
        ((FIRST, SECOND), None, None),
        ((FIRST,), SECOND, None),
        ((), FIRST, None),
        ((), None, None),
    ],
)
def test_a_later_draw_is_told_of_that_stays_whatever_changes(
    rounds: tuple[Round, ...], of: Round | None, drawn: Round | None
) -> None:
    shown = read(rounds=rounds)
    assert what_if.compared(shown, shown, at(of=of)).drawn is drawn


@pytest.mark.parametrize("part", ["deal", "match", "effect", "comes_in"])
def test_any_number_that_changes_is_something(part: str) -> None:
    nothing = what_if.WhatIf((), (), (), (), (), FIRST)
    assert nothing.is_nothing
    assert not replace(nothing, **{part: ("x",)}).is_nothing  # type: ignore[arg-type]
    assert replace(nothing, goes_out=("x",)).is_nothing


def test_what_follows_is_told_where_it_cannot_be_done(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [SimpleNamespace(problem=each) for each in (None, "against")]
    monkeypatch.setattr(heavy_levels, "_losses", lambda *_all: rows)
    assert posting.problems(read(), at(), PROPOSAL.sanctions) == ["against"]  # type: ignore[comparison-overlap]


def test_what_is_shown_is_the_event_without_the_case_and_with_the_effects(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each effect is put on the event with those before it."""

    @dataclass(frozen=True)
    class Said:
        word: str

        def on(self, snapshot: Read, origin: str) -> Read:
            return replace(snapshot, said=(*snapshot.said, self.word, origin))

    asked: list[Any] = []

    def effects(_measures: Any, now: Any, without: Any) -> Any:
        yield Said("first")
        asked.extend([now().said, without.uids])
        yield Said("second")

    gone = lambda shown, out: replace(shown, said=tuple(out.removal.uids))  # noqa: E731
    monkeypatch.setattr(posting, "without_rulings", gone)
    monkeypatch.setattr(posting, "effects_of", effects)
    after: Any = posting.assumed(
        read(), DecisionMeasures(at()), RulingsOut(Removal(frozenset({"own"})))
    )
    assert after.said == ("own", "first", "?", "second", "?")
    assert asked == [("own", "first", "?"), {"own"}]


@pytest.mark.parametrize(
    ("deal", "posted_by", "annulled", "is_changed"),
    [
        (DEAL, {"own"}, (), True),
        (DEAL, {"own"}, (3,), True),
        (DEAL, {"other"}, (3,), True),
        (DEAL, {"other"}, (), False),
        (OTHER, {"own"}, (3,), False),
        (None, {"own"}, (), False),
    ],
)
def test_without_a_ruling_a_deal_has_another_result_where_it_made_one(
    monkeypatch: pytest.MonkeyPatch,
    deal: Deal | None,
    posted_by: set[str],
    annulled: tuple[int, ...],
    is_changed: bool,
) -> None:
    stands = SimpleNamespace(posted_by=posted_by, result="below")
    monkeypatch.setattr(listed, "disqualified_by", lambda _uids: [])
    monkeypatch.setattr(ruling_stack, "of_deal", lambda *_all, **_more: stands)
    live = SimpleNamespace(filter=lambda **_of: Result.objects.none())
    monkeypatch.setattr(posting, "Result", SimpleNamespace(live=live))
    removal = Removal(frozenset({"own"}), frozenset(annulled), deal)
    after: Any = posting.without_rulings(read(), posting.rulings_out(removal))
    assert bool(after.said) is is_changed
    if is_changed:
        assert after.said == (("result", {1: ("below", {"N": "a", "W": "b"})}),)


def test_without_anything_left_out_an_event_is_as_it_is() -> None:
    shown = read()
    assert posting.without_rulings(shown, posting.rulings_out(Removal.of_case(None))) is shown
