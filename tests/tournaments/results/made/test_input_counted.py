"""What standings are made of, by hand-made rows: penalties, byes, stand-ins, warnings, terms."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest

from tests.tournaments.results.changed_rows import changed, for_event, with_deals
from tests.tournaments.results.made.events import (
    BEGAN,
    GAMES,
    PERSONS,
    fine,
    made,
    played,
    player,
)
from tournaments.models import (
    Award,
    AwardKind,
    EntryState,
    PenaltyWarning,
    RankedFrom,
    RoundState,
    SitOutCredit,
)
from tournaments.models.record import StageOfSum, Unit
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.snapshot_rows import GameRow
from tournaments.results.standings_input import standings_input
from tournaments.standings.round_scores import Counts, TieBreak
from tournaments.standings.unplayed_terms import Credit, CreditTerms, LeastPlayed
from tournaments.standings.unplayed_terms import RankedFrom as From

SUBSTITUTE = 900


def away(read: EventSnapshot, counts: Counts | None = None) -> list[Any]:
    rows = standings_input(read).away
    return [
        (row.entry, row.round, row.points) for row in rows if row.counts is (counts or row.counts)
    ]


@pytest.mark.parametrize(
    ("kind", "state", "counted"),
    [
        (AwardKind.FORFEITED, RoundState.PUBLISHED, True),
        (AwardKind.FORFEITED, RoundState.CLOSED, True),
        (AwardKind.FORFEITED, RoundState.DRAFT, False),
        (AwardKind.SPOILT, RoundState.PUBLISHED, False),
        (AwardKind.SPOILT, RoundState.DRAFT, False),
    ],
)
def test_who_does_not_come_to_a_table_forfeits_and_the_others_have_their_averages(
    kind: str, state: str, counted: bool
) -> None:
    read = made(8)
    round_ = changed(read.rounds[0], state=state)
    read = replace(
        read,
        rounds=(round_,),
        matches=tuple(replace(match, round=round_) for match in read.matches),
    )
    award = Award(kind=kind, won_numerator=3, lost_numerator=1, absent_sides=["1-2"])
    given = replace(read, awards={101: award})
    averages = [("1", 1, 3), ("3", 1, 3), ("4", 1, 3)] if counted else []
    assert away(given, Counts.AVERAGED) == averages
    assert away(given, Counts.FORFEITED) == ([("2", 1, 1)] if counted else [])
    assert away(replace(read, awards={})) == []


def stood_in(read: EventSnapshot, *rounds: int, **columns: Any) -> EventSnapshot:
    """Return the event in which somebody sits for the first entry in these rounds."""
    given = {"person": SUBSTITUTE, "role": "substitute", "points_count": False, **columns}
    entered = {**read.entered, 1: [*read.entered[1], player(read.entries[0], **given)]}
    sittings = tuple(
        replace(
            sitting,
            seats=tuple(
                seat._replace(person=SUBSTITUTE)
                if seat.person == PERSONS + 1
                and read.match_by_key[sitting.match].round.number in rounds
                else seat
                for seat in sitting.seats
            ),
        )
        for sitting in read.sittings
    )
    return replace(read, entered=entered, sittings=sittings)


@pytest.mark.parametrize(
    ("columns", "rounds"),
    [
        ({}, [1, 2, 3]),
        ({"from_round": 2}, [2, 3]),
        ({"to_round": 2}, [1, 2]),
        ({"from_round": 2, "to_round": 2}, [2]),
        ({"points_count": True}, []),
        ({"role": "player"}, []),
    ],
)
def test_a_stand_in_whose_points_do_not_count_takes_away_the_rounds_that_are_his(
    columns: dict[str, Any], rounds: list[int]
) -> None:
    read = stood_in(made(4, rounds=3), 1, 2, 3, **columns)
    assert away(read, Counts.STOOD_IN) == [("1", number, 0) for number in rounds]


def test_a_stand_in_takes_away_the_rounds_in_which_he_sat_for_his_own_entry() -> None:
    read = made(8, rounds=2)
    assert away(stood_in(read, 2), Counts.STOOD_IN) == [("1", 2, 0)]
    assert away(stood_in(read), Counts.STOOD_IN) == []
    # He sits for another entry, of which he is no stand-in; and somebody else for his own.
    known = stood_in(read, 2)
    both = replace(known, entered={**read.entered, 2: known.entered[1]})
    assert away(both, Counts.STOOD_IN) == []
    other = {"person": 901, "role": "substitute", "points_count": True, "number": 2}
    two = [*known.entered[1], player(read.entries[0], **other)]
    assert away(replace(known, entered={**known.entered, 1: two}), Counts.STOOD_IN) == [("1", 2, 0)]


@pytest.mark.parametrize(("number", "credited"), [(1, [1]), (2, [1, 2]), (3, [1, 2, 3])])
def test_who_comes_late_has_missed_what_was_over_before(number: int, credited: list[int]) -> None:
    """Entry 9 has its first bye, and so its first draw, in a round."""
    read = replace(with_deals(made(8, rounds=4), done=True), sittings=())
    nine = changed(read.entries[0], pk=9, uid="9", number=9)
    known = replace(
        read,
        entries=(*read.entries, nine),
        sat_out=((10 * (number + 1), 9), (40, 9)),
        entered={**read.entered, 9: []},
    )
    assert away(known, Counts.MISSED) == []
    late = for_event(known, late_credit=SitOutCredit.AVERAGE)
    assert away(late, Counts.MISSED) == [("9", each, 0) for each in credited]
    open_ = replace(late, sittings=made(8, rounds=4).sittings[:2])
    assert away(open_, Counts.MISSED) == [("9", each, 0) for each in credited if each > 1]


def test_a_bye_counts_in_a_public_round_that_is_over() -> None:
    read = replace(made(8, rounds=2), sat_out=((10, 1), (20, 2)))
    assert away(read) == []
    first_over = replace(read, sittings=read.sittings[2:])
    assert away(first_over) == [("1", 1, 0)]
    draft = replace(first_over, rounds=(changed(read.rounds[0], state="draft"), read.rounds[1]))
    assert away(replace(draft, matches=read.matches[2:])) == []


@pytest.mark.parametrize(
    ("columns", "credit", "late", "least", "tie_breaks"),
    [
        (
            {},
            CreditTerms(Credit.AVERAGE, Fraction(0)),
            CreditTerms(Credit.NONE, Fraction(0)),
            LeastPlayed(From.ALL, 0),
            None,
        ),
        (
            {
                "sit_out_credit": "number",
                "sit_out_amount": "5/2",
                "late_credit": "number",
                "late_amount": "-3",
                "ranked_from": RankedFrom.NUMBER,
                "least_deals": 7,
                "tie_breaks": ["net", "lot"],
            },
            CreditTerms(Credit.NUMBER, Fraction(5, 2)),
            CreditTerms(Credit.NUMBER, Fraction(-3)),
            LeastPlayed(From.NUMBER, 7),
            (TieBreak.NET, TieBreak.LOT),
        ),
    ],
)
def test_the_terms_are_those_of_the_event(
    columns: dict[str, Any], credit: Any, late: Any, least: Any, tie_breaks: Any
) -> None:
    found = standings_input(made(4, **columns))
    assert (found.credit, found.late) == (credit, late)
    assert (found.least, found.tie_breaks, found.seed) == (least, tie_breaks, "seed")


def entries(read: EventSnapshot, **columns: Any) -> list[str]:
    first = changed(read.entries[0], **columns)
    known = replace(read, entries=(first, *read.entries[1:]))
    return list(standings_input(known).entries)


def test_who_withdrew_is_ranked_for_a_score_a_penalty_a_bye_or_an_award() -> None:
    read = made(4)
    gone = {"state": EntryState.WITHDRAWN}
    assert entries(read) == ["1", "2", "3", "4"]
    assert entries(read, kind="house") == ["2", "3", "4"]
    assert entries(read, **gone) == ["2", "3", "4"]
    assert entries(read, **gone, kind="house") == ["2", "3", "4"]
    scored = played(read, {1011: (10, -10, 0, 0)})
    assert "1" in entries(scored, **gone)
    assert "1" not in entries(scored, **gone, kind="house")
    fined = replace(read, adjustments=(fine(read.matches[0].sides[0], -5),))
    assert "1" in entries(fined, **gone)
    bye = replace(read, sat_out=((10, 1),), sittings=())
    assert "1" in entries(bye, **gone)
    awarded = replace(read, awards={101: Award(kind=AwardKind.SPOILT)})
    assert "1" in entries(awarded, **gone)
    decided = replace(read, awards={101: Award(kind=AwardKind.DECIDED)})
    assert "1" not in entries(decided, **gone)


@pytest.mark.parametrize(
    ("state", "excused", "disqualified", "is_excused"),
    [
        ("withdrawn", True, False, True),
        ("withdrawn", False, False, False),
        ("withdrawn", True, True, False),
        ("entered", True, False, False),
    ],
)
def test_only_who_withdrew_is_excused(
    state: str, excused: bool, disqualified: bool, is_excused: bool
) -> None:
    read = made(4)
    first = changed(read.entries[0], state=state, excused=excused, disqualified=disqualified)
    found = standings_input(replace(read, entries=(first, *read.entries[1:])))
    assert found.excused == ({"1"} if is_excused else frozenset())


@pytest.mark.parametrize("stage", StageOfSum)
def test_penalties_count_in_the_standings_or_the_game(stage: StageOfSum) -> None:
    read = made(4)
    side, counts = read.matches[0].sides[0], stage in {StageOfSum.GAME, StageOfSum.STANDINGS}
    rows = (
        fine(side, -5, stage_of_sum=stage),
        fine(None, -3, stage_of_sum=stage, entry_id=2),
        fine(None, -2, stage_of_sum=stage, entry_id=2, unit=Unit.TABLE_POINT),
        fine(None, -1, stage_of_sum=stage, entry_id=99),
        fine(None, -1, stage_of_sum=stage),
    )
    found = standings_input(replace(read, adjustments=rows)).adjusted
    given = [(row.entry, row.amount, row.at_table, row.in_table_points) for row in found]
    wanted: list[Any] = [("1", -5, True, False), ("2", -3, False, False), ("2", -2, False, True)]
    assert given == (wanted if counts else [])


@pytest.mark.parametrize(("hours", "number"), [(-1, 0), (0, 1), (0.5, 1), (1, 2), (5, 2)])
def test_a_penalty_of_an_entry_counts_from_the_round_that_had_begun(
    hours: float, number: int
) -> None:
    read = made(4, rounds=2)
    at = BEGAN + timedelta(hours=hours)
    row = fine(None, -3, stage_of_sum=StageOfSum.STANDINGS, entry_id=2, created_at=at)
    [found] = standings_input(replace(read, adjustments=(row,))).adjusted
    assert found.round == number
    # A round that was never published on a clock has begun at no moment.
    rounds = tuple(changed(each, published_at=None) for each in read.rounds)
    [found] = standings_input(replace(read, rounds=rounds, adjustments=(row,))).adjusted
    assert found.round == 0


def warned(read: EventSnapshot, *rows: PenaltyWarning) -> list[tuple[str, int]]:
    known = for_event(replace(read, warnings=rows), tie_breaks=[TieBreak.FEWEST_WARNINGS])
    return [(row.entry, row.round) for row in standings_input(known).tie_facts.warned or ()]


def test_a_warning_is_of_its_round_or_of_the_one_in_play() -> None:
    read = made(4, rounds=2)
    last = BEGAN + timedelta(hours=3)
    in_first = PenaltyWarning(entry_id=1, round_id=10, created_at=last)
    outside = PenaltyWarning(entry_id=2, created_at=last)
    of_gone_round = PenaltyWarning(entry_id=3, round_id=99, created_at=BEGAN)
    of_gone_entry = PenaltyWarning(entry_id=99, round_id=10, created_at=BEGAN)
    found = warned(read, in_first, outside, of_gone_round, of_gone_entry)
    assert found == [("1", 1), ("2", 2), ("3", 1)]


@pytest.mark.parametrize(
    ("tie_breaks", "has_warned", "has_lost"),
    [
        ([], False, False),
        ([TieBreak.NET], False, False),
        ([TieBreak.FEWEST_WARNINGS], True, True),
        ([TieBreak.FEWEST_GAMES_LOST], False, True),
    ],
)
def test_facts_are_told_where_they_decide(
    tie_breaks: list[str], has_warned: bool, has_lost: bool
) -> None:
    facts = standings_input(made(4, rules=GAMES, tie_breaks=tie_breaks)).tie_facts
    assert (facts.warned is not None, facts.lost is not None) == (has_warned, has_lost)
    deals = standings_input(made(4, tie_breaks=[TieBreak.FEWEST_GAMES_LOST])).tie_facts
    assert deals.lost is None


def test_a_game_is_lost_once_it_has_ended_in_a_public_round() -> None:
    read = made(4, rules=GAMES, tie_breaks=[TieBreak.FEWEST_GAMES_LOST])
    games = replace(with_deals(read, game=7), games=(GameRow(7, 101, 1),))

    def lost(known: EventSnapshot) -> list[tuple[str, int]]:
        return [(row.entry, row.round) for row in standings_input(known).tie_facts.lost or ()]

    ended = played(games, {1011: (400, -1000, 300, 300)})
    assert lost(ended) == [("2", 1)]
    assert lost(played(games, {1011: (400, -999, 300, 299)})) == []
    draft = changed(read.rounds[0], state=RoundState.DRAFT)
    matches = tuple(replace(match, round=draft) for match in ended.matches)
    assert lost(replace(ended, rounds=(draft,), matches=matches)) == []
