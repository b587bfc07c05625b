"""Which match or game is lost by L7 and L8: read from a snapshot, condition by condition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import translation

from referee.models import SanctionKind
from referee.rulings import heavy_levels, lost_matches, ruling_stack
from referee.rulings.decisions import NamedOffender, RulingSource, Sanction
from referee.rulings.heavy_levels import HeavyFacts, OnlyWords
from referee.rulings.lost_matches import GameLost, MatchLost
from referee.rulings.ruling_stack import TableReport
from scoring.context import NO_CONTEXT
from tournaments.base.refusals import PlanReason
from tournaments.models import Award, AwardKind, Entry, Event, Round, Sitting
from tournaments.organise.absences import award_points
from tournaments.regulations import amounts
from tournaments.regulations.articles import Level
from tournaments.results import match_results
from tournaments.results.snapshot_rows import MatchRow, SeatRow, SideRow
from tournaments.standings.unplayed_terms import WalkoverScores

ENTRIES = [Entry(pk=number, number=number) for number in range(5)]
USUAL = WalkoverScores(Fraction(12), Fraction(0))
STAGE, OTHER_STAGE = SimpleNamespace(pk=1), SimpleNamespace(pk=2)


def round_(number: int, state: str = "published") -> Round:
    return Round(pk=number, number=number, state=state)


def match(key: int, at: Round, *entries: int, code: str = "") -> MatchRow:
    sides = tuple(
        SideRow(10 * key + place, f"side-{key}-{place}", place, (ENTRIES[number],))
        for place, number in enumerate(entries, 1)
    )
    return MatchRow(key, f"match-{key}", at, 1, code, None, 0, sides)


def sitting(key: int, of: int, *seats: tuple[str, str], number: int = 1) -> Any:
    rows = tuple(SeatRow(f"seat-{key}-{label}", label, 1, side) for label, side in seats)
    return SimpleNamespace(key=key, match=of, segment_number=number, seats=rows, deals=())


def snapshot(
    matches: Sequence[MatchRow], sittings: Sequence[Any] = (), awards: Sequence[int] = ()
) -> Any:
    rounds = [row.round for row in matches]
    return SimpleNamespace(
        event=Event(pk=1),
        matches=tuple(matches),
        sittings=tuple(sittings),
        awards={key: Award(match_id=key, origin_uid="mine") for key in awards},
        stages=(OTHER_STAGE, STAGE),
        rounds_of=lambda stage: rounds if stage is STAGE else [],
        side_by_uid={side.uid: side for row in matches for side in row.sides},
        sittings_by_match={
            row.key: [each for each in sittings if each.match == row.key] for row in matches
        },
    )


@pytest.fixture(autouse=True)
def usual(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A walkover counts 12 : 0, a game is played to 1000, and nothing was played."""
    told: dict[str, Any] = {"target": 1000, "played": {}}
    monkeypatch.setattr(award_points, "usual_award", lambda _match, _read: USUAL)
    monkeypatch.setattr(amounts, "target_of", lambda _event: told["target"])
    by_stage = lambda _read, stage: told["played"] if stage is STAGE else {}  # noqa: E731
    monkeypatch.setattr(match_results, "results_by_match", by_stage)
    return told


def lost(read: Any, *entries: int, **place: Any) -> tuple[Any, ...]:
    offenders = [NamedOffender(ENTRIES[number]) for number in entries]
    return lost_matches.lost(read, RulingSource(Event(pk=1), **place), offenders)


def keys(found: tuple[Any, ...]) -> list[int]:
    return [row.match.key for row in found]


def test_the_match_is_that_of_the_table_else_of_the_round_else_the_last_in_play() -> None:
    first, second = round_(1, "closed"), round_(2)
    matches = [match(2, second, 1, 2), match(1, first, 1, 3), match(3, second, 3, 4)]
    read = snapshot(matches, [sitting(7, 1), sitting(8, 2), sitting(9, 3)])
    assert keys(lost(read, 1)) == [2]
    assert keys(lost(read, 1, round=first)) == [1]
    assert keys(lost(read, 1, round=second)) == [2]
    assert keys(lost(read, 1, sitting=Sitting(pk=7), round=second)) == [1]
    assert keys(lost(read, 1, sitting=Sitting(pk=9))) == []
    assert keys(lost(read, 1, round=round_(3))) == []
    assert keys(lost(read, 0)) == []


@pytest.mark.full
@pytest.mark.parametrize(
    ("state", "awards", "found"),
    [
        ("published", [], [1]),
        ("closed", [], [1]),
        ("draft", [], []),
        ("cancelled", [], []),
        ("published", [1], []),
        ("published", [2], [1]),
    ],
)
def test_a_match_is_lost_while_its_round_is_in_play_and_nobody_has_it_by_an_award(
    state: str, awards: list[int], found: list[int]
) -> None:
    assert keys(lost(snapshot([match(1, round_(1, state), 1, 2)], awards=awards), 1)) == found


def test_the_other_side_wins_unless_both_lose() -> None:
    read = snapshot([match(1, round_(1), 1, 2), match(2, round_(1), 3, 4)])
    [one] = lost(read, 1)
    assert isinstance(one, MatchLost)
    assert one.winner is not None
    assert (one.winner.entries, one.counts) == ((ENTRIES[2],), USUAL)
    [other] = lost(read, 2)
    assert other.winner.entries == (ENTRIES[1],)
    [both] = lost(read, 1, 2)
    assert (both.winner, both.counts) == (None, WalkoverScores(Fraction(0), Fraction(0)))
    assert len(both.offenders) == 2
    assert keys(lost(read, 1, 4)) == [1, 2]


@pytest.mark.full
@pytest.mark.parametrize(
    ("totals", "counts"),
    [((), 12), ((20, 5), 12), ((5, 20), 20), ((5, 12), 12), ((20, 11), 12), ((5, 13), 13)],
)
def test_the_winner_has_a_walkover_or_what_he_had_played_if_that_is_more(
    usual: dict[str, Any], totals: tuple[int, ...], counts: int
) -> None:
    usual["played"] = {1: SimpleNamespace(totals=totals)}
    [found] = lost(snapshot([match(1, round_(1), 1, 2)]), 1)
    assert found.counts == replace(USUAL, present=Fraction(counts))


def test_at_a_table_of_single_players_the_seat_of_the_last_part_loses_the_target(
    usual: dict[str, Any],
) -> None:
    drawn = match(1, round_(1), 1, 2, 3, 4)
    places = [("N", "side-1-2"), ("W", "side-1-1")]
    read = snapshot([drawn], [sitting(2, 1, *places, number=2), sitting(1, 1, ("S", "side-1-1"))])
    [game] = lost(read, 1)
    assert isinstance(game, GameLost)
    assert (game.seat.uid, game.points) == ("seat-2-W", -1000)  # type: ignore[comparison-overlap]
    assert [each.seat.label for each in lost(read, 1, 2)] == ["W", "N"]
    assert lost(read, 3) == ()
    assert lost(snapshot([drawn]), 1) == ()
    assert len(lost(read, 1, 1)) == 1
    usual["target"] = None
    assert lost(read, 1) == ()


def deal(key: int, scores: dict[str, int] | None) -> Any:
    return SimpleNamespace(
        key=key, result=None if scores is None else SimpleNamespace(scores=scores)
    )


def test_what_a_deal_counts_is_that_of_the_deal_alone_where_it_has_points() -> None:
    rows = [deal(1, {"N": 5}), deal(2, {}), deal(3, None)]
    read: Any = SimpleNamespace(
        sittings=[SimpleNamespace(deals=rows[:1]), SimpleNamespace(deals=rows[1:])]
    )
    found = [lost_matches.scores_of_deal(read, key) for key in (1, 2, 3, 4)]
    assert found == [{"N": 5}, None, None, None]


@pytest.mark.parametrize(
    ("code", "offenders", "is_against"),
    [("A1", (1, 2), True), ("A1", (1,), False), ("", (1, 2), False)],
)
def test_of_a_knockout_one_side_has_to_go_on(
    code: str, offenders: tuple[int, ...], is_against: bool
) -> None:
    [found] = lost(snapshot([match(1, round_(1), 1, 2, code=code)]), *offenders)
    problem = found.problem
    assert (problem is not None) is is_against
    if problem is not None:
        assert problem.code == PlanReason.KNOCKOUT_NEEDS_WINNER


def test_a_match_that_is_lost_is_an_award_to_the_winner_or_of_both_absent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lost_matches, "replace", lambda _read, **columns: columns["awards"])
    read = snapshot([match(1, round_(1), 1, 2)])
    [one], [both] = lost(read, 1), lost(read, 1, 2)
    won: Any = one.on(read, "v")
    assert (won[1].kind, won[1].winner.uid) == (AwardKind.WALKOVER, "side-1-2")
    assert won[1].origin_uid == "v"
    nobody: Any = both.on(read, "v")
    assert (nobody[1].kind, nobody[1].winner) == (AwardKind.BOTH_ABSENT, None)
    with translation.override("en"):
        assert one.words == "the match is lost, the other side wins it: 12 : 0"
        assert both.words == "both sides lose the match: 0 : 0"


def test_who_loses_no_match_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    read = snapshot([match(1, round_(1), 1, 2)])
    rows = [
        Sanction(NamedOffender(ENTRIES[number]), SanctionKind.PROCEDURAL, Level.L7)
        for number in (1, 3)
    ]

    def effects() -> list[Any]:
        at = RulingSource(Event(pk=1))
        return list(heavy_levels.effects_of(read, at, rows, HeavyFacts()))

    monkeypatch.setattr(heavy_levels, "_deal_words", lambda *_all: "")
    with translation.override("en"):
        loses, words = effects()
    assert isinstance(loses, MatchLost)
    assert isinstance(words, OnlyWords)
    assert (words.offender.entry, words.words[:17]) == (ENTRIES[3], "nothing automatic")
    monkeypatch.setattr(heavy_levels, "_deal_words", lambda *_all: "the deal is lost")
    [_loses, words] = effects()
    assert words.words == "the deal is lost"


TOLD = TableReport({}, NO_CONTEXT)


@pytest.mark.parametrize(
    ("level", "points", "loses", "with_deal", "words"),
    [
        (Level.L7, 0, True, True, "−600"),
        (Level.L7, 0, True, False, "rule from the page of the lost deal"),
        (Level.L8, 0, True, True, ""),
        (Level.L7, -5, True, True, ""),
        (Level.L7, 0, False, True, ""),
    ],
)
def test_a_deal_is_lost_by_l7_without_points_where_deals_are_lost(
    monkeypatch: pytest.MonkeyPatch,
    level: Level,
    points: int,
    loses: bool,
    with_deal: bool,
    words: str,
) -> None:
    monkeypatch.setattr(amounts, "loses_deals", lambda _event: loses)
    monkeypatch.setattr(lost_matches, "scores_of_deal", lambda *_all: {"N": 5})
    monkeypatch.setattr(heavy_levels, "_seat_of", lambda *_all: "N")
    monkeypatch.setattr(ruling_stack, "scores_with_lost", lambda *_all: {"N": -600})
    row: Any = SimpleNamespace(
        level=level, points=points, offender=SimpleNamespace(entry=ENTRIES[1], label="")
    )
    at: Any = SimpleNamespace(event=Event(pk=1), deal=SimpleNamespace(pk=1) if with_deal else None)
    with translation.override("en"):
        said = heavy_levels._deal_words(snapshot([]), at, row, [row], TOLD)
    assert words in said
    assert bool(said) is bool(words)


@pytest.mark.parametrize(
    ("made", "told", "seat", "after", "has_words"),
    [
        ({"N": 5}, TOLD, "N", {"N": -600}, True),
        (None, TOLD, "N", {"N": -600}, False),
        ({"N": 5}, None, "N", {"N": -600}, False),
        ({"N": 5}, TOLD, "", {"N": -600}, False),
        ({"N": 5}, TOLD, "N", None, False),
        ({"N": 5}, TOLD, "N", {"W": 5}, False),
    ],
)
def test_what_the_deal_is_lost_for_is_told_where_it_has_points_and_the_offender_a_seat(
    monkeypatch: pytest.MonkeyPatch,
    made: dict[str, int] | None,
    told: TableReport | None,
    seat: str,
    after: dict[str, int] | None,
    has_words: bool,
) -> None:
    asked: list[Any] = []

    def scores(_deal: Any, _told: Any, _made: Any, seats: Any) -> Any:
        asked.append(seats)
        return after

    monkeypatch.setattr(amounts, "loses_deals", lambda _event: True)
    monkeypatch.setattr(lost_matches, "scores_of_deal", lambda *_all: made)
    monkeypatch.setattr(heavy_levels, "_seat_of", lambda *_all: seat)
    monkeypatch.setattr(ruling_stack, "scores_with_lost", scores)
    row: Any = SimpleNamespace(
        level=Level.L7, points=0, offender=SimpleNamespace(entry=ENTRIES[1], label="")
    )
    at: Any = SimpleNamespace(event=Event(pk=1), deal=SimpleNamespace(pk=1))
    found = heavy_levels._deal_words(snapshot([]), at, row, [row, row], told)
    assert bool(found) is has_words
    assert asked in ([], [("N",)]), "of two penalties of one seat the deal is lost once"


@pytest.mark.parametrize(("named", "entry", "seat"), [("", 1, "W"), ("", 3, ""), ("E", 1, "E")])
def test_the_seat_of_an_offender_is_the_named_one_else_that_of_the_entry_at_the_table(
    named: str, entry: int, seat: str
) -> None:
    """The deal is played at the second table; the entry sits elsewhere as well."""
    drawn = match(1, round_(1), 1, 2)
    tables = [sitting(key, 1, (label, "side-1-1")) for key, label in ((1, "N"), (2, "W"))]
    for key, table in enumerate(tables, 1):
        table.deals = [deal(key, None)]
    offender: Any = SimpleNamespace(entry=ENTRIES[entry], label=named)
    assert heavy_levels._seat_of(snapshot([drawn], tables), 2, offender) == seat
