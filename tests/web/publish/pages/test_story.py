"""The sentence that tells how an event ended."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation

from tests.cast import Cast
from tests.tournaments.results.changed_rows import changed
from tests.tournaments.results.made import knockouts
from tests.tournaments.results.made.events import made, played
from tournaments import organise, results, wording
from tournaments.models import Award, AwardKind, Event, GroupMember, Side
from tournaments.pairing.knockout.bracket import THIRD
from tournaments.results.event_record import standings
from tournaments.results.snapshot import EventSnapshot
from web.publish.pages.event import shown_rows
from web.publish.pages.ranked import bracket, stage_rows
from web.publish.pages.ranked.stage_rows import RowStage
from web.publish.pages.story import Winners, winners
from web.publish.printed import standings as sheet
from web.publish.rank_columns import columns_of_event
from web.publish.sharing import states


@pytest.mark.full
def test_all_who_share_the_second_place_are_named(cast: Cast) -> None:
    round_ = cast.round_in_play()
    cast.play(round_)
    organise.close_round(round_, cast.director)
    event = Event.objects.get(pk=cast.event.pk)
    snapshot = results.read(event)
    rows = list(standings(snapshot))
    placed = [
        replace(row, rank=replace(row.rank, place=place))
        for row, place in zip(rows, [1, 2, 2, 4, 5, 6, 7, 8], strict=True)
    ]
    with translation.override("zh-hans"):
        (told,) = winners(snapshot, placed, columns_of_event(event), is_on_notice=False)
        both = wording.listed(row.competitor.name for row in placed[1:3])
    assert both in told.story


def ending(read: EventSnapshot, language: str = "en") -> Winners:
    with translation.override(language):
        rows = standings(read)
        (told,) = winners(read, rows, columns_of_event(read.event, rows), is_on_notice=False)
    return told


def decided(read: EventSnapshot, key: int, place: int) -> EventSnapshot:
    """Return the event with a level match that was decided for one of its sides."""
    side = read.match_by_key[key].sides[place - 1]
    award = Award(kind=AwardKind.DECIDED, winner=Side(pk=side.key, uid=side.uid))
    return replace(read, awards={**read.awards, key: award})


SIZE = "4 pairs, 2 rounds: "


def test_a_knockout_is_told_by_its_final() -> None:
    """The sums over all matches rank nobody: they are neither told nor shown on the podium."""
    read = played(knockouts.final(), {2011: knockouts.AWAY, 2012: knockouts.DRAWS})
    told = ending(read)
    assert told.story == f"{SIZE}name 2 won the final 10 : −10 against name 1."
    chinese = ending(read, "zh-hans").story
    assert chinese == "4对参赛，共2轮：决赛name 2以10 : −10胜name 1。"


def test_a_final_without_play_or_level_is_told_without_a_score() -> None:
    read = knockouts.final()
    told = ending(knockouts.won(read, m201=2)).story
    assert told == f"{SIZE}name 2 won the final by walkover over name 1."
    level = played(read, {2011: knockouts.DRAWS, 2012: knockouts.DRAWS})
    told = ending(decided(level, 201, 1)).story
    assert told == f"{SIZE}the final of name 1 and name 2 was drawn, and decided for name 1."


def test_a_knockout_without_a_decided_final_names_no_margin() -> None:
    told = ending(played(knockouts.final(), {2011: knockouts.AWAY})).story
    assert told == "name 2, name 1 came first of 4 pairs after 2 rounds."


def test_there_is_no_final_match_before_it_is_decided() -> None:
    assert stage_rows.final_match(knockouts.final()) is None
    assert stage_rows.final_match(made(4)) is None


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["Final won", "Final", "Semi-finals", "Semi-finals"]),
        ("zh-hans", ["决赛胜", "决赛", "半决赛", "半决赛"]),
    ],
)
def test_a_row_of_a_knockout_tells_how_far_its_entry_came(language: str, told: list[str]) -> None:
    read = played(knockouts.final(), {2011: knockouts.AWAY, 2012: knockouts.DRAWS})
    rows = standings(read)
    with translation.override(language):
        listed = shown_rows(read, rows, rows)
    assert [shown.stage.reached for shown in listed] == told
    assert [shown.medal for shown in listed] == [1, 2, 0, 0]


def test_the_match_for_the_third_place_stands_below_the_final_of_its_frame() -> None:
    read = knockouts.drawn(
        knockouts.event(), {"W1.1": (1, 4), "W1.2": (2, 3)}, knockouts.stored(third_place=True)
    )
    (page,) = bracket.read(read).brackets
    assert [len(part) for part in page.parts] == [2, 1]
    ((first, final),) = page.frames
    assert first.third is None
    assert final.third
    assert final.third.code == THIRD


def test_who_is_in_the_final_has_come_so_far_before_it_is_played() -> None:
    read = knockouts.final()
    rows = standings(read)
    with translation.override("en"):
        listed = shown_rows(read, rows, rows)
    words = [shown.stage.reached for shown in listed]
    assert words == ["Final", "Final", "Semi-finals", "Semi-finals"]
    assert not any(shown.medal for shown in listed)
    pictured = states.places(read, rows, columns_of_event(read.event, rows), 4)
    assert not any(row.medal for row in pictured)


def _member(read: EventSnapshot, number: int) -> GroupMember:
    return GroupMember(entry=read.entries[number - 1])


def in_two_stages(**columns: Any) -> EventSnapshot:
    """Four entries of which the third and fourth went on; who stayed behind has more points."""
    read = made(4, rounds=2)
    first = changed(read.stages[0], name="小组赛")
    second = changed(read.stages[0], pk=2, number=2, name="决赛", **columns)
    group = changed(read.groups[0], pk=2, stage_id=2, stage=second)
    last = changed(read.rounds[1], group_id=2, group=group)
    known = replace(
        read,
        stages=(first, second),
        groups=(*read.groups, group),
        rounds=(read.rounds[0], last),
        matches=(read.matches[0], replace(read.matches[1], round=last)),
        members={1: (), 2: (_member(read, 3), _member(read, 4))},
    )
    return played(known, {1011: (300, -300, 0, 0), 2011: (0, 0, 5, -5)})


def test_sums_of_several_stages_are_told_and_listed_by_their_stage() -> None:
    read = in_two_stages()
    told = ending(read).story
    assert "name 3 came first of 4 players after 2 rounds: 决赛, Base points +5." in told
    assert told.endswith("name 4 came second, 10 behind.")
    rows = standings(read)
    listed = [
        (shown.row.competitor.name, shown.part_name) for shown in shown_rows(read, rows, rows)
    ]
    assert listed == [
        ("name 3", "决赛"),
        ("name 4", "决赛"),
        ("name 1", "小组赛"),
        ("name 2", "小组赛"),
    ]


def test_the_first_of_two_groups_has_no_lead_over_the_first_of_the_other() -> None:
    read = in_two_stages()
    own, other = read.members[2]
    more = changed(read.groups[1], pk=3, number=2)
    apart = replace(read, groups=(*read.groups, more), members={1: (), 2: (own,), 3: (other,)})
    assert "behind" not in ending(apart).story


def test_papers_show_the_round_reached_and_no_sum_beside_a_place_of_a_knockout(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read = played(knockouts.final(), {2011: knockouts.AWAY, 2012: knockouts.DRAWS})
    rows = standings(read)
    deciding = columns_of_event(read.event, rows).deciding.heading
    with translation.override("en"):
        (alone,) = sheet.grids(read, rows)
    assert deciding not in [column.heading for column in alone.columns]
    at = [column.heading for column in alone.columns].index("Round reached")
    assert [row[at] for row in alone.rows[:2]] == ["Final won", "Final"]
    finals = RowStage("Finals", is_knockout=True)
    stages = {
        row.rank.entry: finals if place < 2 else RowStage("Groups")
        for place, row in enumerate(rows)
    }
    monkeypatch.setattr(stage_rows, "stage_by_entry", lambda _read: stages)
    parts = sheet.grids(read, rows)
    assert [part.title for part in parts] == ["Finals", "Groups"]
    (at,) = (n for n, column in enumerate(parts[1].columns) if column.heading == deciding)
    assert not parts[0].columns[at].heading
    sums = [bool(row[at]) for part in parts for row in part.rows]
    assert sums == [False, False, True, True]
