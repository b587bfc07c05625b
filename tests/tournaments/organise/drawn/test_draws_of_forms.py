"""Rounds of every form from the rows: partners who change, boards that move, groups and teams."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests import cast as people
from tests.cast import Cast
from tests.tournaments.drawing import (
    boards_cast,
    codes,
    next_round,
    offered,
    out_of,
    pairs_cast,
    partners_cast,
    said,
    teams_cast,
)
from tournaments import organise, results
from tournaments.base.refusals import PlanReason, Reason, Refused
from tournaments.checks import redraws, verification
from tournaments.models import (
    AuditEntry,
    Deal,
    DrawMethod,
    Entry,
    Group,
    GroupMember,
    Match,
    Round,
    Seat,
    Side,
    Sitting,
    Stage,
)
from tournaments.pairing import notes
from tournaments.pairing import rounds as pairing
from tournaments.record.audit import Actor
from tournaments.results import event_record, queries
from web.publish.pages.tables import tables
from web.publish.printed import reading


def partners(cast: Cast) -> Counter[frozenset[str]]:
    """How often each two were on one side."""
    tables = queries.seating_history(cast.event)
    sides = ([entry for _, entry in table.seats][first::2] for table in tables for first in (0, 1))
    return Counter(frozenset(two) for two in sides)


def opponents(cast: Cast) -> Counter[frozenset[str]]:
    together: Counter[frozenset[str]] = Counter()
    for table in queries.seating_history(cast.event):
        together.update(frozenset(two) for two in combinations(table.entries, 2))
    return together - partners(cast)


@pytest.mark.full
@pytest.mark.parametrize(
    ("players", "rounds"),
    [
        pytest.param(4, 3, marks=pytest.mark.nightly),
        (5, 5),
        pytest.param(8, 7, marks=pytest.mark.nightly),
    ],
)
def test_everybody_is_partner_of_each_once_and_opponent_of_each_twice(
    db: None, players: int, rounds: int
) -> None:
    cast = partners_cast(players)
    drawn = [organise.draw_round(cast.event, cast.director)]
    assert said(drawn[0]) == {"fours_movement_round"}
    organise.publish_round(drawn[0], cast.director)
    for _ in range(rounds - 1):
        cast.play(drawn[-1])
        drawn.append(cast.round_in_play(seed=""))
    everybody = [frozenset(map(str, two)) for two in combinations(range(1, players + 1), 2)]
    assert partners(cast) == Counter(everybody)
    assert opponents(cast) == Counter(everybody * 2)
    assert all(redraws.redraw(round_).is_equal for round_ in drawn)
    assert len({round_.seed for round_ in drawn}) == 1
    cast.play(drawn[-1])
    with pytest.raises(Refused) as refused:
        organise.draw_round(cast.event, cast.director)
    assert codes(refused) == [Reason.MOVEMENT_OVER]


@pytest.mark.full
def test_a_side_of_two_partners_names_both_and_each_seat_its_own(db: None) -> None:
    cast = partners_cast(8)
    round_ = cast.round_in_play(seed="")
    sides = Side.objects.filter(match__round=round_)
    assert [side.entries.count() for side in sides] == [2] * 4
    shown = queries.shown_draw(round_)
    assert len(shown) == len({row["entry"] for row in shown}) == 8
    seats = Seat.objects.filter(sitting__segment__match__round=round_).order_by("sitting_id", "pk")
    members = {entry.members.get().person_id: entry.uid for entry in cast.event.entries.all()}
    assert [row["entry"] for row in shown] == [members[seat.person_id] for seat in seats]
    assert verification.verify(cast.tournament) == []


@pytest.mark.full
def test_partners_are_not_drawn_for_a_number_that_no_movement_fits(db: None) -> None:
    cast = partners_cast(6)
    assert DrawMethod.WHIST not in offered(cast)
    with pytest.raises(Refused) as refused:
        organise.draw_round(cast.event, cast.director)
    assert codes(refused) == [PlanReason.PARTNERS_NOT_OFFERED]
    round_ = next_round(cast, DrawMethod.RANDOM)
    assert len(out_of(round_)) == 2
    assert redraws.redraw(round_).is_equal


@pytest.mark.full
def test_two_partners_of_a_draft_can_be_exchanged(db: None) -> None:
    cast = partners_cast(8)
    round_ = cast.drawn_round(seed="")
    first, *_, last = Seat.objects.filter(sitting__segment__match__round=round_).order_by("pk")
    before = {seat.person_id: seat.label for seat in (first, last)}
    organise.adjust_draft(round_, cast.director, first.uid, last.uid)
    after = dict(Seat.objects.values_list("person_id", "label"))
    assert after[first.person_id] == before[last.person_id]
    assert after[last.person_id] == before[first.person_id]
    assert redraws.redraw(Round.objects.get()).is_equal


def grouped(cast: Cast, groups: int, method: str) -> Cast:
    Stage.objects.filter(event=cast.event).update(groups_wanted=groups, draw_method=method)
    for number in range(2, groups + 1):
        Group.objects.create(stage=cast.event.stages.get(), number=number)
    return cast


@pytest.mark.full
def test_teams_have_two_rooms_in_every_segment_and_no_seats_yet(db: None) -> None:
    cast = teams_cast(6)
    round_ = cast.round_in_play(seed="")
    assert Match.objects.filter(round=round_).count() == 3
    assert not Seat.objects.exists()
    assert not Deal.objects.exists()
    for match in Match.objects.filter(round=round_):
        rows = Sitting.objects.filter(segment__match=match)
        shown = rows.order_by("segment__number", "pk")
        tables = list(shown.values_list("segment__number", "room", "table__number"))
        number = match.number
        assert tables == [
            (segment, room, number + far)
            for segment in (1, 2)
            for room, far in (("open", 0), ("closed", 3))
        ]
    assert queries.tables_in_use(cast.tournament) == set(range(1, 7))
    assert redraws.redraw(round_).is_equal
    assert verification.verify(cast.tournament) == []


@pytest.mark.full
def test_teams_of_one_club_meet_late_and_nobody_twice(db: None) -> None:
    cast = teams_cast(4, rooms=1, segments=1)
    Entry.objects.filter(number__in=(1, 2)).update(club="Hankou")
    rounds = []
    for _ in range(3):
        rounds.append(cast.round_in_play(seed=""))
        close_without_play(rounds[-1], cast.director)
    tables = [table.entries for table in queries.seating_history(cast.event)]
    assert len({frozenset(two) for two in tables}) == 6
    assert {frozenset(two) for two in tables[4:]} >= {frozenset("12")}
    assert all(redraws.redraw(round_).is_equal for round_ in rounds)


def close_without_play(round_: Round, director: Actor) -> None:
    """Let a round be over: what happens at tables of teams is told elsewhere."""
    for match in round_.matches.all():
        organise.award_both_absent(match, director, organise.AwardGrounds("a day off"))
    organise.close_round(round_, director)


@pytest.mark.full
def test_two_teams_of_a_draft_can_be_exchanged(db: None, client: Client) -> None:
    cast = teams_cast(4)
    round_ = cast.drawn_round(seed="")
    before = {side.uid: side.entries.get().number for side in Side.objects.all()}
    first, second = Side.objects.filter(number=1).order_by("match__number")
    client.force_login(cast.alice)
    shown = client.get(reverse("desk_round", args=[round_.uid])).content.decode()
    assert all(uid in shown for uid in before)
    organise.adjust_draft(round_, cast.director, first.uid, second.uid)
    after = [side.entries.get().number for side in Side.objects.order_by("match__number")]
    assert Counter(after) == Counter(before.values())
    firsts = Side.objects.filter(number=1).order_by("match__number")
    assert [side.entries.get().number for side in firsts] == [before[second.uid], before[first.uid]]
    assert redraws.redraw(Round.objects.get()).is_equal


@pytest.mark.full
def test_the_seeding_makes_the_first_round_of_a_swiss(db: None) -> None:
    cast = pairs_cast(6)
    for number in range(1, 7):
        Entry.objects.filter(number=number).update(seeding=7 - number)
    next_round(cast, DrawMethod.SWISS)
    met = {frozenset(map(int, table.entries)) for table in queries.seating_history(cast.event)}
    assert met == {frozenset({6, 3}), frozenset({5, 2}), frozenset({4, 1})}


@pytest.mark.full
def test_numbers_of_a_round_robin_follow_the_seeding_it_began_with(db: None) -> None:
    cast = pairs_cast(4)
    for number in range(1, 5):
        Entry.objects.filter(number=number).update(seeding=5 - number)
    first = next_round(cast, DrawMethod.ROUND_ROBIN)
    Entry.objects.update(seeding=None)
    second = next_round(cast, DrawMethod.ROUND_ROBIN)
    assert (notes.read(second.reasons).input or {})["seeding"] == ["4", "3", "2", "1"]
    tables = [set(map(int, table.entries)) for table in queries.seating_history(cast.event)]
    assert tables[:2] == [{4, 1}, {3, 2}]
    assert redraws.redraw(first).is_equal


@pytest.mark.full
def test_a_round_is_drawn_without_all_results_only_for_a_reason_that_is_kept(db: None) -> None:
    cast = people.assemble(players=8)
    first = cast.round_in_play()
    for reason in ("", "  "):
        with pytest.raises(Refused) as refused:
            organise.draw_round(cast.event, cast.director, override=reason)
        assert codes(refused) == [Reason.ROUND_OPEN]
    organise.draw_round(cast.event, cast.director, override="the hall closes at six")
    kept = AuditEntry.objects.filter(verb="draw_round").latest("seq").body
    assert "the hall closes at six" in kept
    with pytest.raises(Refused) as refused:
        organise.draw_round(cast.event, cast.director, override="again")
    assert codes(refused) == [Reason.ROUND_IN_DRAFT]
    assert first.state == Round.State.PUBLISHED


@pytest.mark.full
def test_the_desk_asks_for_the_reason_where_results_are_missing(client: Client, db: None) -> None:
    cast = people.assemble(players=8)
    client.force_login(cast.alice)
    client.cookies["django_language"] = "en"
    page = reverse("desk_event", args=[cast.event.uid])
    assert "although results are missing" not in client.get(page).content.decode()
    cast.round_in_play()
    assert "Draw round 2 although results are missing" in client.get(page).content.decode()
    sent: dict[str, Any] = {"method": "random", "override": "it is late"}
    client.post(reverse("desk_draw", args=[cast.event.uid]), sent)
    second = Round.objects.get(number=2)
    assert second.state == Round.State.DRAFT
    shown = client.get(reverse("desk_round", args=[second.uid])).content.decode()
    assert 'name="override"' in shown
    client.post(reverse("desk_redraw", args=[second.uid]), sent)
    assert Round.objects.get(number=2).seed.endswith("/2/2")


def test_nobody_is_entered_once_a_later_stage_is_played(db: None) -> None:
    cast = pairs_cast(4)
    second = Stage.objects.create(event=cast.event, number=2, draw_method="swiss")
    group = Group.objects.create(stage=second, number=1)
    for number in (1, 2):
        entry = Entry.objects.get(number=number)
        GroupMember.objects.create(group=group, entry=entry, number=number)
    with pytest.raises(Refused) as refused:
        organise.add_entries(cast.event, cast.director, [["late", "later"]])
    assert codes(refused) == [Reason.ENTRIES_GONE_ON]


@pytest.mark.full
def test_a_later_stage_is_drawn_among_those_who_are_in_it_by_its_own_way(db: None) -> None:
    cast = pairs_cast(6)
    next_round(cast, DrawMethod.ROUND_ROBIN)
    second = Stage.objects.create(event=cast.event, number=2, draw_method="round_robin")
    group = Group.objects.create(stage=second, number=1)
    for place, number in enumerate((5, 2, 3), 1):
        entry = Entry.objects.get(number=number)
        GroupMember.objects.create(group=group, entry=entry, number=place)
    rounds = [next_round(cast) for _ in range(3)]
    assert [round_.number for round_ in rounds] == [2, 3, 4]
    assert {round_.seed for round_ in rounds} == {f"{cast.event.seed}/round_robin/2"}
    seated = Side.objects.filter(match__round__in=rounds).values_list("entries__number", flat=True)
    assert Counter(seated) == {5: 2, 2: 2, 3: 2}
    assert all(redraws.redraw(round_).is_equal for round_ in rounds)


@pytest.mark.full
def test_pages_and_papers_name_whose_seat_it_is_and_not_the_partner(db: None) -> None:
    cast = partners_cast(8)
    round_ = cast.round_in_play(seed="")
    numbers = {entry.members.get().person.name: entry.number for entry in cast.event.entries.all()}
    shown = [seat for table in tables(results.read(cast.event), round_) for seat in table.seats]
    printed = [
        seat for table in reading.tables(round_, results.read(round_.event)) for seat in table.seats
    ]
    assert len(shown) == len(printed) == 8
    assert all(numbers[seat.name] == seat.entry for seat in shown)
    assert all(numbers[seat.name] == seat.entry for seat in printed)


@pytest.mark.full
@pytest.mark.parametrize("form", ["partners", "boards", "groups", "teams"])
def test_every_draw_is_made_again_by_the_command_and_from_its_input_alone(
    db: None, form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    casts = {
        "partners": lambda: partners_cast(9),
        "boards": lambda: boards_cast(7, DrawMethod.MITCHELL),
        "groups": lambda: grouped(pairs_cast(9), 2, DrawMethod.SWISS),
        "teams": lambda: teams_cast(5),
    }
    round_ = casts[form]().round_in_play(seed="")
    call_command("redraw", round_.uid)
    assert round_.seed in capsys.readouterr().out
    again = pairing.draw(pairing.read(notes.read(round_.reasons).input or {}, round_.seed))
    assert sorted(sit_out.entry for sit_out in again.sit_outs) == sorted(map(str, out_of(round_)))
    drawn = [set(table.entries) for table in again.draw.tables]
    matches = Match.objects.filter(round=round_).order_by("number")
    rows = (match.sides.values_list("entries__number", flat=True) for match in matches)
    assert drawn == [set(map(str, numbers)) for numbers in rows]


@pytest.mark.full
def test_both_partners_have_what_their_side_has_won(db: None) -> None:
    cast = partners_cast(4)
    next_round(cast)
    (table,) = queries.seating_history(cast.event)
    totals = {
        str(r.competitor.number): r.rank.total
        for r in event_record.standings(results.read(cast.event))
    }
    seats = [entry for _, entry in table.seats]
    assert totals[seats[0]] == totals[seats[2]] == -50
    assert totals[seats[1]] == totals[seats[3]] == 300
