"""Highlights, the parts of an event, stand-ins and previews, by hand-made rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Any

import pytest

from scoring.gongzhu.codes import Feat
from tests.tournaments.results.changed_rows import changed, for_event, with_deals
from tests.tournaments.results.made.events import (
    GAMES,
    made,
    played,
    player,
    result,
)
from tournaments.models import (
    Award,
    AwardKind,
    BoardSource,
    DrawMethod,
    Form,
    GroupMember,
    Result,
)
from tournaments.results import event_record
from tournaments.results.highlights import Highlights, feats_of_lines, highlights
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.snapshot_rows import GameRow, SegmentRow
from tournaments.structure import stages
from tournaments.wording.stand_ins import played_stand_ins

HOME = (10, -10, 0, 0)


def games(deals: int = 3, **columns: Any) -> EventSnapshot:
    """Return two pairs in a game that ends at −1,000."""
    read = made(2, 2, form=Form.PAIRS, rules=GAMES, deals=deals, **columns)
    return replace(with_deals(read, game=7), games=(GameRow(7, 101, 1),))


SMALL, LARGE = (100, -100, 0, 0), (-200, 0, 0, 0)


def best(read: EventSnapshot, **scores: Any) -> str | None:
    deal = highlights(played(read, {int(name[1:]): row for name, row in scores.items()}), {}).deal
    return None if deal is None else deal.uid


def test_the_deal_of_the_evening_parts_the_seats_most_and_the_first_of_equals_is_told() -> None:
    read = made(8)
    assert best(read) is None
    assert best(read, d1011=(0, 0, 0, 0)) is None
    assert best(read, d1011=(1, 1, 1, 1)) == "deal 101.1"
    assert best(read, d1011=SMALL, d1021=LARGE) == "deal 102.1"
    assert best(read, d1011=SMALL, d1021=SMALL) == "deal 101.1"
    deal = highlights(played(read, {1011: SMALL}), {}).deal
    assert deal is not None
    assert (deal.best, deal.most) == (("name 1",), 100)
    assert (deal.worst, deal.least) == (("name 2",), -100)
    assert (deal.round, deal.table, deal.swing) == (1, 1, 200)


@pytest.mark.parametrize(
    ("kind", "is_told"), [("played", True), ("claimed", True), ("assigned", False), ("void", False)]
)
def test_only_what_was_played_is_a_highlight(kind: str, is_told: bool) -> None:
    read = made(4)
    row = result(read.event.ruleset, SMALL, kind)
    assert bool(highlights(played(read, {1011: row}), {})) is is_told


@pytest.mark.parametrize(
    ("source", "board", "opened", "states", "told"),
    [
        (BoardSource.TABLE, 1, False, ("closed", "published"), {"101", "201"}),
        (BoardSource.TABLE, 1, False, ("closed", "draft"), {"101"}),
        (BoardSource.MADE, 1, True, ("closed", "closed"), {"101", "201"}),
        (BoardSource.MADE, 1, True, ("closed", "published"), {"101"}),
        (BoardSource.MADE, 1, False, ("closed", "closed"), set()),
        (BoardSource.MADE, None, False, ("closed", "closed"), {"101", "201"}),
    ],
)
def test_what_is_sealed_or_not_public_is_no_highlight(
    source: str, board: int | None, opened: bool, states: Sequence[str], told: set[str]
) -> None:
    read = for_event(made(4, rounds=2, deals=1), boards=source)
    rounds = [changed(row, state=state) for row, state in zip(read.rounds, states, strict=True)]
    matches = tuple(replace(match, round=rounds[match.round.number - 1]) for match in read.matches)
    known = with_deals(
        replace(read, rounds=tuple(rounds), matches=matches), board=board, is_opened=opened
    )
    known = played(known, {1011: SMALL, 2011: SMALL})
    feats = {1011: (("N", Feat.PIG),), 2011: (("W", Feat.PIG),)}
    found = [name for count in highlights(known, feats).feats for name, _times in count.people]
    names = {"101": "name 1", "201": "name 2"}
    assert set(found) == {names[table] for table in told}


def test_a_deal_after_the_end_of_its_game_is_no_highlight() -> None:
    lost = (-600, 100, -600, 100)
    read = played(games(), {1011: lost, 1012: (900, -900, 0, 0)})
    deal = highlights(read, {}).deal
    assert deal is not None
    assert deal.uid == "deal 101.1"


def test_feats_come_in_their_order_and_by_whoever_sat_there() -> None:
    read = played(made(4), {1011: SMALL, 1012: SMALL})
    feats = {1011: (("N", Feat.PIG), ("X", Feat.PIG), ("W", Feat.SLAM)), 1012: (("W", Feat.PIG),)}
    found = highlights(read, feats).feats
    order = list(Feat)
    assert [count.feat for count in found] == sorted([Feat.PIG, Feat.SLAM], key=order.index)
    people = {count.feat: count.people for count in found}
    assert people[Feat.PIG] == (("name 1", 1), ("name 2", 1))
    assert highlights(read, {}).feats == ()
    assert Highlights(None, found)
    assert not Highlights(None, ())
    assert Highlights(highlights(read, {}).deal, ())


def test_namesakes_are_not_counted_together() -> None:
    read = played(made(4), {1011: SMALL, 1012: SMALL})
    read = replace(read, names=dict.fromkeys(read.names, "王伟"))
    feats = {1011: (("N", Feat.PIG), ("W", Feat.PIG)), 1012: (("W", Feat.PIG),)}
    (count,) = highlights(read, feats).feats
    assert count.people == (("王伟", 2), ("王伟", 1))


def test_of_a_seat_that_did_the_rarest_only_that_is_told() -> None:
    slam, pig, other = Feat.SLAM, Feat.PIG, Feat.ALL_HEARTS
    told: dict[StrEnum, StrEnum] = {slam: slam, pig: pig, other: other}
    lines = (
        '[{"code": "%s", "seat": "N"}, {"code": "%s", "seat": "N"}, {"code": "%s", "seat": "W"},'
    )
    text = (lines + '{"code": "x", "seat": "E"}, {"code": "%s", "seat": "W"}]') % (
        slam.value,
        pig.value,
        pig.value,
        pig.value,
    )
    assert list(feats_of_lines(text, told)) == [("N", slam), ("W", pig)]
    assert list(feats_of_lines(None, told)) == []


def member(read: EventSnapshot, number: int, **columns: Any) -> GroupMember:
    return GroupMember(entry=read.entries[number - 1], number=number, **columns)


def parts(read: EventSnapshot) -> list[tuple[int, int, int | None, list[tuple[str, ...]]]]:
    found = event_record.stage_parts(read, [entry.uid for entry in read.entries])
    return [
        (part.stage, part.first, part.last, [tuple(group.entries) for group in part.groups])
        for part in found
    ]


def test_an_event_has_parts_where_it_has_a_knockout_groups_or_members() -> None:
    read = made(3, 3)
    everybody = ("1", "2", "3")
    assert parts(read) == []
    knockout = for_event(read, draw_method=DrawMethod.KNOCKOUT)
    stage = changed(read.stages[0], draw_method=DrawMethod.KNOCKOUT)
    assert parts(replace(knockout, stages=(stage,))) == [(1, 0, None, [everybody])]
    placed = replace(read, members={1: (member(read, 2),)})
    assert parts(placed) == [(1, 0, None, [("2", "1", "3")])]
    other = changed(read.groups[0], pk=2, number=2)
    two = replace(read, groups=(*read.groups, other), members={1: (), 2: ()})
    assert parts(two) == [(1, 0, None, [everybody])]
    both = replace(two, members={1: (member(read, 2),), 2: (member(read, 3),)})
    assert parts(both) == [(1, 0, None, [("2",), ("3",)])]


def test_a_later_stage_begins_with_its_first_round_and_has_its_members_alone() -> None:
    read = made(4, rounds=3)
    second = changed(read.stages[0], pk=2, number=2)
    group = changed(read.groups[0], pk=2, stage_id=2, stage=second)
    last = changed(read.rounds[2], group_id=2, group=group)
    known = replace(
        read,
        stages=(*read.stages, second),
        groups=(*read.groups, group),
        rounds=(*read.rounds[:2], last),
        members={1: (), 2: (member(read, 1, carried_numerator=5), member(read, 2))},
    )
    assert parts(known) == [
        (1, 0, 2, [("1", "2", "3", "4")]),
        (2, 3, None, [("1", "2")]),
    ]
    carried = event_record.stage_parts(known, ["1"])[1].groups[0].carried
    assert carried == {"1": 5}
    not_begun = replace(known, rounds=read.rounds[:2])
    assert [part[1:3] for part in parts(not_begun)] == [(0, 2), (3, None)]
    nobody = replace(known, members={1: (member(read, 1),), 2: ()})
    assert [part[0] for part in parts(nobody)] == [1]
    unopened = replace(known, groups=read.groups, members={1: (member(read, 1),)})
    assert [part[0] for part in parts(unopened)] == [1]


def test_who_stood_in_is_told_by_entry_in_the_order_of_rounds() -> None:
    read = made(4, rounds=2)
    subs = {1: (901, 2), 2: (902, 1), 3: (903, 1)}
    entered = {
        number: [
            *read.entered[number],
            player(read.entries[number - 1], person=person, name=str(person), role="substitute"),
        ]
        for number, (person, _round) in subs.items()
    }
    entered[1].append(
        player(read.entries[0], person=904, name="904", role="substitute", points_count=False)
    )
    sat = {(1, 201): 904, (2, 201): 901, (1, 202): 902, (2, 203): 902}
    sittings = tuple(
        replace(
            sitting,
            seats=tuple(
                seat._replace(
                    person=sat.get(
                        (read.match_by_key[sitting.match].round.number, seat.person), seat.person
                    )
                )
                for seat in sitting.seats
            ),
        )
        for sitting in read.sittings
    )
    known = replace(read, entered={**read.entered, **entered}, sittings=sittings)
    found = played_stand_ins(known)
    told = {
        number: [(row.name, row.plays_for, row.rounds, row.points_count) for row in rows]
        for number, rows in found.items()
    }
    # 902 sat for entry 3 in the second round, of which he is no substitute.
    assert told == {
        1: [("904", "name 1", (1,), False), ("901", "name 1", (2,), True)],
        2: [("902", "name 2", (1,), True)],
    }


def test_a_preview_changes_the_deals_that_it_names() -> None:
    read = made(8)
    rules = read.event.ruleset
    settled = {"scores": dict(zip("NWSE", HOME, strict=True))}
    for kind, done in (
        ("played", True),
        ("void", False),
        ("retracted", False),
        ("no_replay", True),
    ):
        row = Result(kind=kind, ruleset=rules, settlement=settled)
        after = read.with_results({1011: (row, {"N": "x"}), 1021: (None, {})})
        first, second = after.sittings
        assert (first.deals[0].done, first.deals[0].sides_among({})) == (done, {"N": "x"})
        assert (first.deals[1], second.deals[1]) == (
            read.sittings[0].deals[1],
            read.sittings[1].deals[1],
        )
        assert (second.deals[0].done, second.deals[0].result) == (False, None)
    untouched = read.with_results({1011: (None, {})})
    assert untouched.sittings[1] is read.sittings[1]


def test_line_ups_are_awaited_for_a_match_that_is_to_be_played() -> None:
    read = made(4, 2, form=Form.TEAMS)

    def waiting(match: int, *, seated: bool = False) -> SegmentRow:
        return SegmentRow(match, match, "s", 1, None, seated, ())

    known = replace(with_deals(read, done=True), segments=(waiting(101), waiting(102, seated=True)))
    assert [known.awaits_line_ups(match) for match in (101, 102, 103)] == [True, False, False]
    assert known.open_tables(read.rounds[0]) == [1]
    absent = replace(known, awards={101: Award(kind=AwardKind.WALKOVER)})
    assert (absent.awaits_line_ups(101), absent.open_tables(read.rounds[0])) == (False, [])
    decided = replace(known, awards={101: Award(kind=AwardKind.DECIDED)})
    assert decided.awaits_line_ups(101)
    assert read.open_tables(read.rounds[0]) == [1, 2]


def test_the_standings_of_an_event_in_parts_are_those_of_each_stage() -> None:
    read = made(4, rounds=2)
    second = changed(read.stages[0], pk=2, number=2)
    group = changed(read.groups[0], pk=2, stage_id=2, stage=second)
    last = changed(read.rounds[1], group_id=2, group=group)
    known = replace(
        read,
        stages=(*read.stages, second),
        groups=(*read.groups, group),
        rounds=(read.rounds[0], last),
        matches=(read.matches[0], replace(read.matches[1], round=last)),
        members={1: (), 2: (member(read, 3), member(read, 4))},
    )
    known = played(known, {1011: HOME, 2011: (0, 0, 5, -5)})

    def shown(stage: Any, **more: Any) -> list[list[str]]:
        rows = event_record.stage_standings(known, stage, **more).values()
        return [[row.competitor.uid for row in each] for each in rows]

    assert shown(read.stages[0]) == [["1", "3", "4", "2"]]
    assert shown(second) == [["3", "4"]]
    earlier = event_record.record_until(known, 1)
    assert [row.rank.total for row in earlier.of_stage(2)[2]] == [0, 0]
    assert shown(second, known=earlier) == [["3", "4"]]
    assert [row.rank.total for row in event_record.stage_standings(known, second)[group]] == [5, -5]
    until = event_record.stage_standings(known, second, earlier)[group]
    assert [row.rank.total for row in until] == [0, 0]
    both = replace(event_record.record(known), lines={"1": "ns", "2": "ew"})
    assert set(both.of_stage(1)) == {0}, "two lines rank apart, whatever stages there are"


def test_players_of_one_number_are_named_in_the_order_in_which_they_came() -> None:
    read = made(1)
    rows = [
        player(read.entries[0], key=key, name=name, number=number)
        for key, name, number in ((9, "c", 2), (8, "b", 2), (10, "a", 1))
    ]
    assert event_record.entry_name(read.entries[0], rows) == "a／b／c"


def test_the_lines_of_a_movement_are_of_the_entries_that_are_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = {"1": "ns", "9": "ew"}
    monkeypatch.setattr(stages, "has_two_winners", lambda _event: True)
    monkeypatch.setattr(stages, "lines_drawn", lambda _round: lines)
    read = made(2, 2, form=Form.PAIRS)
    assert event_record.record(read).lines == {}
    movement = changed(read.rounds[0], method=DrawMethod.MITCHELL)
    assert event_record.record(replace(read, rounds=(movement,))).lines == {"1": "ns"}
    monkeypatch.setattr(stages, "has_two_winners", lambda _event: False)
    assert event_record.record(replace(read, rounds=(movement,))).lines == {}
