"""Games that end by their rules, and penalties at a table, by hand-made rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest

from tests.tournaments.results.changed_rows import changed, for_event, in_state, with_deals
from tests.tournaments.results.made.events import (
    BEGAN,
    CLASSIC,
    GAMES,
    PERSONS,
    fine,
    made,
    played,
    result,
    sitting_of,
)
from tournaments.models import (
    Adjustment,
    Comparison,
    Form,
    Offender,
    Person,
    Room,
    RoundState,
    RuleSet,
)
from tournaments.models.record import StageOfSum, Unit
from tournaments.results import game_results
from tournaments.results.game_results import (
    Fined,
    Seated,
    TablePenalties,
    in_points,
    penalties_by_seat,
    penalties_by_sitting,
)
from tournaments.results.match_results import sets_by_match
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.snapshot_rows import GameRow
from tournaments.structure.games import rules_of
from tournaments.structure.regulations import CLUB

HOME = (10, -10, 0, 0)


def games(deals: int = 3, **columns: Any) -> EventSnapshot:
    """Return two pairs in a game that ends at −1,000."""
    read = made(2, 2, form=Form.PAIRS, rules=GAMES, deals=deals, **columns)
    return replace(with_deals(read, game=7), games=(GameRow(7, 101, 1),))


def standing(read: EventSnapshot) -> Any:
    [found] = game_results.game_standings(read).values()
    return found


@pytest.mark.parametrize(
    ("of_event", "of_stage", "deals", "ended"),
    [(2, None, 1, False), (2, None, 2, True), (3, 2, 2, True), (2, 3, 2, False), (2, 3, 3, True)],
)
def test_a_game_ends_with_the_most_deals_of_its_stage_or_its_event(
    of_event: int, of_stage: int | None, deals: int, ended: bool
) -> None:
    read = for_event(games(deals), deals_per_round=of_event)
    read.stages[0].deals_per_round = of_stage
    known = played(read, {1010 + order: HOME for order in range(1, deals + 1)})
    assert standing(known).ended is ended


@pytest.mark.parametrize(("state", "winners"), [("published", ()), ("closed", ("1-1",))])
def test_who_is_ahead_when_the_round_is_closed_has_won(
    state: RoundState, winners: tuple[str, ...]
) -> None:
    read = played(in_state(games(), state), {1011: HOME})
    assert (standing(read).ended, standing(read).winners) == (False, winners)


def test_deals_after_the_end_of_their_game_do_not_count() -> None:
    lost = (-600, 100, -600, 100)
    read = played(games(), {1011: lost, 1012: HOME})
    assert game_results.not_counted(read) == {"deal 101.2"}, "the third is open"
    assert game_results.not_counted(played(games(), {1011: HOME, 1012: HOME})) == frozenset()
    free = replace(
        read.sittings[0], deals=tuple(d._replace(game=None) for d in read.sittings[0].deals)
    )
    assert game_results.not_counted(replace(read, sittings=(free,), games=())) == frozenset()
    deals = played(made(2, 2, form=Form.PAIRS), {1011: lost, 1012: HOME})
    assert game_results.not_counted(with_deals(deals, game=7)) == frozenset()


def test_a_penalty_at_a_table_counts_in_its_game_or_room() -> None:
    read = games()
    home, away = read.matches[0].sides
    gone = replace(home, key=99)

    def told(known: EventSnapshot, *rows: Adjustment) -> list[Any]:
        given = replace(known, adjustments=rows)
        found = game_results._table_penalties(given)
        return [(where, side, row.amount) for where, side, row in found]

    later = BEGAN + timedelta(minutes=1)
    first = fine(home, -5, deal_id=1011, created_at=later)
    rows = (first, fine(away, -3), fine(gone, -1), fine(home, -2, stage_of_sum="standings"))
    assert told(read, *rows) == [("", away.uid, -3), (7, home.uid, -5)], "in their order"
    assert told(read, fine(None, -5)) == []
    assert told(read, fine(home, -5, deal_id=9)) == [("", home.uid, -5)]
    rooms = replace(read, sittings=(replace(with_deals(read, game=None).sittings[0], room="open"),))
    assert told(rooms, first) == [("open", home.uid, -5)]
    assert told(read) == []


def test_a_match_of_points_comes_to_the_sum_of_its_deals() -> None:
    read = made(2, 2, form=Form.PAIRS)
    void = result(read.event.ruleset, HOME, "void")
    totals = game_results.match_totals(played(read, {1011: HOME, 1012: void}))
    assert dict(totals[101].totals) == {"1-1": 10, "1-2": -10}
    assert game_results.match_totals(replace(read, sittings=())) == {}
    empty = replace(read.sittings[0], deals=())
    assert game_results.match_totals(replace(read, sittings=(empty,))) == {}
    assert game_results.level_penalties(read).lost == ()
    whole = played(games(), {1011: HOME, 1012: HOME})
    assert dict(game_results.match_totals(whole)[101].totals) == {"1-1": 20, "1-2": -20}


def test_a_match_is_decided_by_the_rules_of_the_last_deal_that_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    used: list[int] = []

    def noted(game: Any, ruleset: RuleSet) -> Any:
        used.append(ruleset.pk)
        return rules_of(game, ruleset)

    monkeypatch.setattr(game_results, "rules_of", noted)
    read = made(2, 2, form=Form.PAIRS, deals=3)
    own, later, last = (RuleSet(pk=key, game="gongzhu", rules=CLASSIC) for key in (5, 6, 7))
    rows = {1011: result(own, HOME), 1012: result(later, HOME), 1013: result(last, HOME, "void")}
    game_results.match_totals(played(read, rows))
    assert used == [6]
    used.clear()
    game_results.match_totals(played(read, {1013: rows[1013]}))
    assert used == [read.event.ruleset.pk]


SEATS = [Seated("N", 1, "h"), Seated("W", 2, "a"), Seated("S", 3, "h"), Seated("E", 4, "a")]


@pytest.mark.parametrize("shares", [True, False])
@pytest.mark.parametrize(
    ("fined", "own", "both"),
    [
        (Fined("h", Fraction(-5), 3), {"S": -5}, ({"N": -5, "S": -5}, {"S": -5})),
        (Fined("h", Fraction(-5)), {}, ({"N": -5, "S": -5}, {"N": -5, "S": -5})),
        (Fined("h", Fraction(-5), 2), {}, ({"N": -5, "S": -5}, {"N": -5, "S": -5})),
        (Fined("x", Fraction(-5), 1), {}, ({}, {})),
        (Fined("h", Fraction(0), 3), {}, ({}, {})),
    ],
)
def test_a_penalty_is_in_the_figures_of_whom_it_names_or_of_those_who_share_them(
    monkeypatch: pytest.MonkeyPatch, shares: bool, fined: Fined, own: Any, both: Any
) -> None:
    monkeypatch.setattr(game_results, "_shares", lambda _event, _labels: shares)
    found = penalties_by_seat(made(2).event, SEATS, [fined])
    if shares:
        assert (found.seats, found.named, found.shared) == (*both, {})
        return
    is_shared = fined.side == "h" and not own and fined.amount
    assert (found.seats, found.named) == (own, own)
    assert found.shared == ({("N", "S"): fined.amount} if is_shared else {})


def test_who_plays_alone_has_the_penalty_whomever_it_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alone = [replace(seat, side=seat.label) for seat in SEATS]
    event = made(4).event
    assert penalties_by_seat(event, alone, [Fined("N", Fraction(-5))]).seats == {"N": -5}
    assert penalties_by_seat(event, alone, [Fined("N", Fraction(-5), 9)]).seats == {"N": -5}
    assert penalties_by_seat(event, alone, [Fined("N", Fraction(-5), 9)]).named == {"N": -5}
    monkeypatch.setattr(game_results, "_shares", lambda _event, _labels: False)
    assert penalties_by_seat(event, alone, [Fined("N", Fraction(-5), 9)]).seats == {"N": -5}


def test_penalties_are_there_at_seats_or_for_a_pair() -> None:
    assert not TablePenalties()
    assert TablePenalties(seats={"N": Fraction(-5)})
    assert TablePenalties(shared={("N", "S"): Fraction(-5)})


@pytest.mark.parametrize(
    ("normalise", "shares"),
    [("none", False), ("pair_sum", True), ("pair_average", True), ("pair_half_difference", True)],
)
def test_partners_add_up_their_points_or_share_them_as_the_rules_say(
    normalise: str, shares: bool
) -> None:
    event = made(2, 2, form=Form.PAIRS, rules={**CLASSIC, "normalise": normalise}).event
    assert game_results._shares(event, ["N", "S"]) is shares


@pytest.mark.parametrize(
    ("columns", "comparison", "is_in"),
    [
        ({}, Comparison.NONE, True),
        ({"unit": Unit.SCALED}, Comparison.NONE, True),
        ({"unit": Unit.LEVEL}, Comparison.NONE, False),
        ({}, Comparison.IMP, False),
        ({"stage_of_sum": StageOfSum.STANDINGS}, Comparison.NONE, False),
        ({"side_id": None}, Comparison.NONE, False),
        ({"side_id": None, "stage_of_sum": StageOfSum.STANDINGS}, Comparison.NONE, False),
    ],
)
def test_a_penalty_is_in_the_points_of_a_table_where_it_was_given_there_in_its_unit(
    columns: dict[str, Any], comparison: Comparison, is_in: bool
) -> None:
    read = made(4)
    row = changed(fine(read.matches[0].sides[0], -5), **columns)
    assert in_points(changed(read.event, comparison=comparison), row) is is_in


def named(row: Adjustment, person: int) -> Adjustment:
    row.offender = Offender(person=Person(pk=person))
    return row


def test_a_penalty_is_at_the_table_of_its_deal_or_of_whom_it_names_or_at_the_last() -> None:
    read = made(2, 2, form=Form.TEAMS, rooms=2)
    [match] = read.matches
    other = made(4, 2, form=Form.TEAMS).sittings[1]
    first = sitting_of(match, 1, room=Room.OPEN, key=31)
    second = sitting_of(match, 1, room=Room.CLOSED, key=32)
    second = replace(second, seats=tuple(s._replace(person=s.person + 50) for s in second.seats))
    home = match.sides[0]
    two = replace(read, sittings=(first, second, other))

    def at(row: Adjustment, known: EventSnapshot = two) -> list[int]:
        return list(penalties_by_sitting(replace(known, adjustments=(row,))))

    assert at(fine(home, -5)) == [32]
    assert at(fine(home, -5, deal_id=311)) == [31]
    assert at(fine(home, -5, deal_id=321)) == [32]
    assert at(named(fine(home, -5), PERSONS + 1)) == [31]
    assert at(named(fine(home, -5), PERSONS + 51)) == [32]
    assert at(named(fine(home, -5, deal_id=321), PERSONS + 1)) == [32]
    assert at(named(fine(home, -5), 999)) == [32]
    assert at(fine(replace(home, key=99), -5)) == []
    assert at(fine(None, -5)) == []
    assert at(fine(home, 0)) == []
    assert at(fine(home, -5), replace(two, sittings=(other,))) == []
    third = replace(second, key=33, seats=second.seats[1:2])
    assert at(fine(home, -5), replace(two, sittings=(first, third))) == [31], "nobody of it there"


@pytest.mark.full
def test_penalties_of_all_matches_are_looked_through_once() -> None:
    reads: list[int] = []

    class Noted(tuple[Adjustment, ...]):
        __slots__ = ()

        def __iter__(self) -> Iterator[Adjustment]:
            reads.append(len(self))
            return super().__iter__()

    two = made(4, 2, form=Form.TEAMS, rooms=2, deals=3)
    rooms = [
        sitting_of(match, 3, room=room, key=10 * match.key + number)
        for match in two.matches
        for number, room in enumerate((Room.OPEN, Room.CLOSED))
    ]
    four = replace(two, sittings=tuple(rooms), regulations=replace(CLUB, board_set_deals=1))
    given = [fine(side, -5 * side.key) for match in four.matches for side in match.sides]
    found = sets_by_match(replace(four, adjustments=Noted([*given, fine(None, -3)])))
    assert len(found) == len(four.matches) > 1
    assert reads == [len(given) + 1]
    for match in four.matches:
        assert found[match.key].penalties == tuple(Fraction(-5 * side.key) for side in match.sides)
