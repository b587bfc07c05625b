"""What a draw is made from and stored as: pure conditions."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from tests.tournaments.organise.drawn.test_draw_conditions import SIDES, names
from tournaments.models import (
    BoardSource,
    Entry,
    Event,
    Form,
    Group,
    Round,
    Stage,
    Tournament,
)
from tournaments.organise.drawing import (
    drawn_places,
    drawn_tables,
    draws,
    held_places,
)
from tournaments.organise.drawing.held_places import Hall, HoldingTournament
from tournaments.pairing.fours import sixteen_players
from tournaments.pairing.round_values import DrawnRound
from tournaments.pairing.seating import Draw, Seating
from tournaments.results import event_record


def field(**more: Any) -> draws.Field:
    """Return a field of a first stage; `planned`, `before` and `entries` are of its snapshot."""
    event = Event(**more.pop("event", {}))
    before = more.pop("before", [])
    snapshot: Any = SimpleNamespace(
        event=event,
        rounds_of=lambda _stage: before,
        rounds_planned=lambda _stage: more.get("planned"),
    )
    entries = more.get("entries", {})
    groups = more.get("groups", ((Group(), tuple(entries)),))
    return draws.Field(snapshot, Stage(number=1), more.get("number", 3), entries, groups)


def drawn(number: int, method: str = "swiss", **more: Any) -> Round:
    return Round(number=number, method=method, **more)


def test_earlier_rounds_are_those_before_of_the_method_that_is_asked_for() -> None:
    rounds = [drawn(1), drawn(2, "random")]
    of = field(before=rounds)
    assert of.earlier_rounds() == rounds
    assert of.earlier_rounds("swiss") == rounds[:1]
    assert of.earlier_rounds("danish") == []


@pytest.mark.parametrize(
    ("planned", "before", "left"), [(None, 0, 0), (0, 0, 0), (3, 0, 3), (3, 2, 1), (1, 2, 0)]
)
def test_rounds_that_are_planned_and_not_drawn_are_left(
    planned: int | None, before: int, left: int
) -> None:
    of = field(planned=planned, before=[drawn(number) for number in range(1, before + 1)])
    assert draws._planned_rounds_left(of) == left


@pytest.mark.parametrize(
    ("members", "planned", "is_twice"),
    [(4, 3, False), (4, 4, True), (5, 5, False), (5, 6, True), (4, None, False), (4, 0, False)],
)
def test_everybody_meets_twice_where_more_rounds_are_planned_than_meetings(
    members: int, planned: int | None, *, is_twice: bool
) -> None:
    entries = {name: Entry(number=int(name)) for name in names(members)}
    absent = (Group(), ("90", "91", "92", "93", "94", "95", "96"))
    of = field(entries=entries, planned=planned, groups=((Group(), tuple(entries)), absent))
    assert draws._is_twice(of) is is_twice


def test_seeded_entries_stand_in_the_order_of_their_places_and_numbers() -> None:
    seeds = {"1": 2, "2": None, "3": 1, "4": 0}
    entries = {name: Entry(number=int(name), seeding=seeding) for name, seeding in seeds.items()}
    assert draws._seeded_numbers(field(entries=entries), "swiss") == ("4", "3", "1")
    level = {name: Entry(number=int(name), seeding=1) for name in ("12", "3")}
    assert draws._seeded_numbers(field(entries=level), "swiss") == ("3", "12")
    assert draws._seeded_numbers(field(entries=level), "random") == ()
    by_seeding = {"movement": {"by_seeding": True}}
    for event, seeded in (({}, ()), (by_seeding, ("3", "12"))):
        assert draws._seeded_numbers(field(entries=level, event=event), "mitchell") == seeded
        assert draws._seeded_numbers(field(entries=level, event=event), "howell") == ()


@pytest.mark.parametrize(
    ("method", "algorithm", "goes_on"),
    [
        ("movement", sixteen_players.ALGORITHM, True),
        ("movement", "another", False),
        ("random", sixteen_players.ALGORITHM, False),
    ],
)
def test_a_movement_of_before_goes_on_by_its_algorithm(
    method: str, algorithm: str, *, goes_on: bool
) -> None:
    of = field(before=[drawn(1, method, algorithm=algorithm)])
    assert draws._continued_algorithm(of, method) == (algorithm if goes_on else "")


@pytest.mark.parametrize(
    ("method", "seed"), [("round_robin", "first"), ("random", ""), ("howell", "")]
)
def test_the_rounds_of_a_fixed_draw_have_the_seed_of_the_first(method: str, seed: str) -> None:
    before = [drawn(1, "round_robin", seed="first"), drawn(2, "random", seed="second")]
    assert draws.fixed_seed(field(before=before), method) == seed


@pytest.mark.parametrize(
    ("form", "seats", "is_three"),
    [(Form.TEAMS, 3, True), (Form.TEAMS, 2, False), (Form.INDIVIDUAL, 3, False)],
)
def test_three_teams_at_a_table_play_half_matches(form: str, seats: int, *, is_three: bool) -> None:
    seating = Seating(1, tuple(zip("123"[:seats], names(seats), strict=True)))
    assert drawn_places.is_three_way(Event(form=form), seating) is is_three


def two_tables(**more: Any) -> DrawnRound:
    tables = tuple(
        Seating(number, tuple(zip(SIDES, names(2, 2 * number - 1), strict=True)))
        for number in (1, 2)
    )
    return DrawnRound(Draw("seed", "x", tables), **more)


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ({}, [(None, "", ()), (None, "", ())]),
        ({"groups": (2, 1)}, [("B", "", ()), ("A", "", ())]),
        ({"codes": ("W1.1", "W1.2")}, [(None, "W1.1", ()), (None, "W1.2", ())]),
        ({"reasons": (("why",), ())}, [(None, "", ("why",)), (None, "", ())]),
    ],
)
def test_tables_of_a_draw_have_its_groups_codes_and_reasons(
    more: dict[str, Any], found: list[Any]
) -> None:
    groups = [Group(name=name) for name in "AB"]
    rows = drawn_places._drawn_tables(groups, two_tables(**more))
    assert [(row.group and row.group.name, row.code, row.reasons) for row in rows] == found


@pytest.mark.parametrize(
    ("form", "source", "boards", "found"),
    [
        (Form.TEAMS, BoardSource.TABLE, None, ((5, 7), ())),
        (Form.TEAMS, BoardSource.PASSED, None, ((5, 7), (1, 2))),
        (Form.PAIRS, BoardSource.PASSED, None, ((5,), (1, 2))),
        (Form.PAIRS, BoardSource.PASSED, (3, 4), ((5,), (3, 4))),
        (Form.PAIRS, BoardSource.TABLE, (3, 4), ((5,), ())),
    ],
)
def test_a_match_has_a_table_for_each_room_and_the_boards_that_were_drawn(
    monkeypatch: pytest.MonkeyPatch,
    form: str,
    source: str,
    boards: tuple[int, ...] | None,
    found: Any,
) -> None:
    monkeypatch.setattr(held_places, "free_numbers", lambda _of, wanted: [5, 6, 7, 8][:wanted])
    event = Event(form=form, boards=source, rooms=2, deals_per_round=2, tournament=Tournament())
    drawn_round = two_tables(boards={1: boards} if boards else {})
    places, _reasons = drawn_places.places_of(Stage(event=event, number=1), [], drawn_round)
    assert (places[0].tables, places[0].boards) == found
    assert [place.seating.table for place in places] == [5, 6]


@pytest.mark.parametrize(
    ("own", "elsewhere", "in_use", "but", "free"),
    [
        ((), (), (), (), [1, 2]),
        ((3, 4), (), (), (), [3, 4]),
        ((), (1,), (), (), [2, 3]),
        ((), (), ((1, 9),), (), [2, 3]),
        ((), (), ((1, 9), (2, 9)), (2,), [2, 3]),
        ((), (2,), ((1, 9), (2, 9)), (1, 2), [1, 3]),
    ],
)
def test_free_tables_are_held_by_nobody_else_and_in_use_by_no_other_draft(
    own: Any, elsewhere: Any, in_use: Any, but: Any, free: list[int]
) -> None:
    held = {number: HoldingTournament(7, "x") for number in elsewhere}
    assert Hall(held, own, in_use).free(2, but) == free


class Members(list[Any]):
    """The members of an entry that is not stored."""

    def all(self) -> list[Any]:
        return self


def member(name: str, number: int, role: str, key: int, **rounds: int) -> Any:
    usual = {"from_round": None, "to_round": None, **rounds}
    return SimpleNamespace(person=name, number=number, role=role, pk=key, **usual)


@pytest.mark.parametrize(
    ("rows", "plays"),
    [
        ([("乙", 2, "player", 1, {}), ("甲", 1, "player", 2, {})], ["甲", "乙"]),
        ([("甲", 1, "player", 1, {}), ("领", 0, "captain", 2, {})], ["甲"]),
        ([("甲", 1, "player", 1, {}), ("替", 1, "substitute", 2, {})], ["替"]),
        ([("甲", 1, "player", 1, {}), ("替", 1, "substitute", 2, {"from_round": 4})], ["甲"]),
        ([("甲", 1, "player", 1, {}), ("替", 1, "substitute", 2, {"from_round": 3})], ["替"]),
        ([("甲", 1, "player", 1, {}), ("替", 1, "substitute", 2, {"to_round": 2})], ["甲"]),
        ([("甲", 1, "player", 1, {}), ("替", 1, "substitute", 2, {"to_round": 3})], ["替"]),
        (
            [
                ("甲", 1, "player", 1, {}),
                ("乙", 2, "player", 2, {}),
                ("替", 2, "substitute", 3, {}),
            ],
            ["甲", "替"],
        ),
        (
            [
                ("甲", 1, "player", 1, {}),
                ("乙", 2, "player", 2, {}),
                ("替", 3, "substitute", 3, {}),
            ],
            ["替", "乙"],
        ),
        (
            [
                ("甲", 1, "player", 1, {}),
                ("丙", 1, "substitute", 3, {}),
                ("丁", 1, "substitute", 2, {}),
            ],
            ["丙"],
        ),
    ],
)
def test_substitutes_sit_in_the_places_of_their_members_in_their_rounds(
    rows: list[Any], plays: list[str]
) -> None:
    of_entry: Any = SimpleNamespace(members=Members(member(*row[:4], **row[4]) for row in rows))
    found: list[Any] = drawn_tables.players_of(of_entry, 3)
    assert found == plays


def test_a_draw_by_standing_lets_those_without_a_place_have_the_lowest_score(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def row(number: int, score: int) -> Any:
        rank = SimpleNamespace(score=lambda _order: Fraction(score))
        return SimpleNamespace(competitor=SimpleNamespace(number=number), rank=rank)

    ranked = {1: [row(2, 9), row(1, 4), row(7, 1)]}
    monkeypatch.setattr(event_record, "stage_standings", lambda *_: ranked)
    entries = {name: Entry(number=int(name)) for name in names(3)}
    scores = draws._standing_scores(field(entries=entries, event={"ranking": "points"}))
    assert list(scores.items()) == [("2", Fraction(9)), ("1", Fraction(4)), ("3", Fraction(4))]
