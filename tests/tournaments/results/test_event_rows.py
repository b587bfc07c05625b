"""Rows are read of the events that are asked for alone, and of these what stands."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.cast import NORTH_TAKES_THE_PIG, Cast
from tests.tournaments import two_events
from tests.tournaments.two_events import BY, Two
from tournaments import results
from tournaments.models import (
    Award,
    Board,
    BoardLayout,
    BoardSet,
    Comparison,
    Deal,
    Entry,
    ExtraDeal,
    Form,
    Hold,
    PenaltyWarning,
    Person,
    Result,
    Round,
    RoundState,
    RuleSet,
    Seat,
    Sitting,
)
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.record.ledger import Origin, Report
from tournaments.results import event_rows, highlights, queries, reading, snapshot_rows
from tournaments.results.reading import read_events
from tournaments.results.snapshot_rows import DealRow
from tournaments.standings.round_scores import TieBreak
from tournaments.structure import games


@pytest.fixture
def two(db: None) -> Two:
    return two_events.assemble()


@pytest.mark.full
def test_what_is_stored_of_an_event_is_read_of_that_event_alone(two: Two) -> None:
    own, by_key = two.own, {two.own.pk: two.own}
    own.form, own.comparison = Form.TEAMS, Comparison.DATUM_IMP
    own.tie_breaks = [TieBreak.EXTRA_DEAL, TieBreak.FEWEST_WARNINGS]
    keys = [own.pk]
    assert set(event_rows.sides_by_event(keys)) == {own.pk}
    assert set(event_rows.extra_deals_by_event(by_key)) == {own.pk}
    assert set(event_rows.warnings_by_event(by_key)) == {own.pk}
    assert set(event_rows.line_ups_by_segment(by_key)) == {two.match().segments.get().pk}
    assert set(event_rows.layouts_of_boards([own])) == {two.deals()[0].pk}
    assert (
        set(snapshot_rows.last_awards(keys))
        == set(snapshot_rows.live_awards([two.match().pk]))
        == {two.match().pk}
    )
    entries, members = snapshot_rows.entries_by_event(keys)
    assert set(entries) == {own.pk}
    assert set(members) == {entry.pk for entry in own.entries.all()}
    assert set(reading.stages_by_event(keys)) == {own.pk}
    rounds, sat_out, holds = event_rows.rounds_by_event(by_key)
    assert (set(rounds), set(sat_out), holds) == ({own.pk}, {own.pk}, {two.round().pk: 1})


@pytest.mark.full
@pytest.mark.parametrize("whole", [True, False])
def test_deals_and_tables_are_read_of_one_event_alone(two: Two, whole: bool) -> None:
    own = two.own.pk
    sittings = event_rows.sittings_by_event([own], [own] if whole else [])
    assert set(sittings) == {own}
    known = {row.key: row for row in sittings[own]}
    assert all(row.is_seated and bool(row.seats) is whole for row in known.values())
    found = event_rows.deals_by_sitting({own: two.own}, [own] if whole else [])
    open_deals = [deal for deal in two.deals() if whole or not deal.done]
    assert {row.key for rows in found.values() for row in rows} == {deal.pk for deal in open_deals}


@pytest.mark.full
def test_a_sitting_that_nobody_sits_in_is_told_by_its_own_seats(two: Two) -> None:
    empty = two.deals()[0].sitting
    Seat.objects.filter(sitting=empty).delete()
    for whole in ([], [two.own.pk]):
        rows = event_rows.sittings_by_event([two.own.pk], whole)[two.own.pk]
        assert [row.key for row in rows if not row.is_seated] == [empty.pk]
        assert len(rows) > 1


def test_games_of_matches_are_read_where_they_end_by_rules(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert event_rows.games_by_event({two.own.pk: two.own}) == {}
    monkeypatch.setattr(games, "ends_by_rules", lambda event: event == two.own)
    both = {two.own.pk: two.own, two.other.pk: two.other}
    assert set(event_rows.games_by_event(both)) == {two.own.pk}
    Round.objects.filter(event=two.own).update(state=RoundState.CANCELLED)
    assert event_rows.games_by_event(both) == {}


def test_what_decides_between_equals_is_read_where_it_is_asked_for(two: Two) -> None:
    both = {two.own.pk: two.own, two.other.pk: two.other}
    assert event_rows.extra_deals_by_event(both) == {}
    assert event_rows.warnings_by_event(both) == {}
    two.own.tie_breaks = [TieBreak.EXTRA_DEAL]
    assert set(event_rows.extra_deals_by_event(both)) == {two.own.pk}
    assert event_rows.warnings_by_event(both) == {}
    two.own.tie_breaks = [TieBreak.FEWEST_WARNINGS]
    assert event_rows.extra_deals_by_event(both) == {}
    assert set(event_rows.warnings_by_event(both)) == {two.own.pk}


def test_layouts_and_line_ups_are_read_where_the_form_has_them(two: Two) -> None:
    assert event_rows.layouts_of_boards([two.own]) == {}
    assert event_rows.line_ups_by_segment({two.own.pk: two.own}) == {}
    deal = two.deals()[0]
    two.own.comparison = Comparison.MATCHPOINTS
    BoardLayout.objects.create(deal=deal, layout=3, **BY)
    assert event_rows.layouts_of_boards([two.own]) == {deal.pk: 3}
    two.own.comparison = Comparison.IMP
    assert event_rows.layouts_of_boards([two.own]) == {}


def test_a_warning_or_an_extra_deal_that_was_taken_back_is_gone(two: Two) -> None:
    by_key = {two.own.pk: two.own}
    two.own.tie_breaks = [TieBreak.EXTRA_DEAL, TieBreak.FEWEST_WARNINGS]
    warned = PenaltyWarning.objects.get(event=two.own)
    rows = PenaltyWarning.objects.filter(event=two.own)
    assert list(queries.standing_warnings(rows)) == [warned]
    more: dict[str, Any] = {"entry": warned.entry, "level": warned.level, **BY}
    PenaltyWarning.objects.create(event=two.own, reverses=warned, **more)
    second = PenaltyWarning.objects.create(event=two.own, **more)
    assert event_rows.warnings_by_event(by_key) == {two.own.pk: [second]}
    assert list(queries.standing_warnings(rows)) == [second]
    first = ExtraDeal.objects.get(event=two.own)
    later = ExtraDeal.objects.create(
        event=two.own, after_round=1, points={"x": 2}, retires=first, reason="x"
    )
    assert event_rows.extra_deals_by_event(by_key) == {two.own.pk: [later]}
    ExtraDeal.objects.create(event=two.own, after_round=1, points={}, retires=later, reason="x")
    assert event_rows.extra_deals_by_event(by_key) == {}


@pytest.mark.full
def test_an_award_counts_until_a_later_one_retires_or_takes_it_back(two: Two) -> None:
    match = two.match()
    first = Award.objects.get(match=match)
    # Whichever the database tells first.
    second = Award.objects.create(pk=-2, match=match, kind="spoilt", retires=first, **BY)
    assert (
        snapshot_rows.live_awards([match.pk])
        == snapshot_rows.awards_of_events([two.own.pk])
        == {match.pk: second}
    )
    back = Award.objects.create(pk=-3, match=match, kind="withdrawn", retires=second, **BY)
    assert (
        snapshot_rows.live_awards([match.pk]) == snapshot_rows.awards_of_events([two.own.pk]) == {}
    )
    assert snapshot_rows.last_awards([two.own.pk]) == {match.pk: back}
    snapshot = results.read(two.own)
    assert not snapshot.awards
    assert snapshot.awards_taken_back == {match.pk}


@pytest.mark.parametrize(
    ("changes", "held"),
    [
        ({}, 1),
        ({"blocks": False}, 0),
        ({"released_at": timezone.now()}, 0),
    ],
)
def test_a_round_is_held_by_what_is_open_and_blocks_it(
    two: Two, changes: dict[str, Any], held: int
) -> None:
    Hold.objects.filter(round=two.round()).update(**changes)
    holds = event_rows.rounds_by_event({two.own.pk: two.own})[2]
    assert holds == ({two.round().pk: 1} if held else {})


@pytest.mark.full
def test_only_a_round_in_play_is_held(two: Two) -> None:
    for state in RoundState:
        Round.objects.filter(event=two.own).update(state=state)
        holds = event_rows.rounds_by_event({two.own.pk: two.own})[2]
        assert bool(holds) is (state == RoundState.PUBLISHED)


def test_holds_on_a_match_a_deal_and_the_round_are_those_of_the_round(two: Two) -> None:
    made = [
        Hold.objects.create(tournament=two.own.tournament, code=code, origin_uid="1", **on)
        for code, on in (
            ("a", {"match": two.match()}),
            ("b", {"deal": two.deals()[0]}),
            ("c", {"match": two.match(two.other)}),
            ("d", {"deal": two.deals(two.other)[0]}),
        )
    ]
    first = Hold.objects.get(round=two.round())
    assert set(queries.holds_of(two.round())) == {first, made[0], made[1]}
    holds = event_rows.rounds_by_event({two.own.pk: two.own})[2]
    assert holds == {two.round().pk: 3}
    Hold.objects.filter(pk=made[0].pk).update(released_at=timezone.now())
    assert set(queries.holds_of(two.round())) == {first, made[1]}


@pytest.mark.full
def test_the_live_result_of_a_deal_is_its_newest_unless_it_is_open_again(two: Two) -> None:
    deal = two.deals()[0]
    two.cast.post(deal, seen=1, reason="misread", report={"won": {"N": ["SQ"]} | REST})

    def read() -> DealRow:
        rows = event_rows.deals_by_sitting({two.own.pk: two.own}, [two.own.pk])
        return next(row for row in rows[deal.sitting_id] if row.key == deal.pk)

    row = read()
    assert row.result is not None
    newest = Result.objects.get(deal=deal, version=2)
    assert row.result.scores == newest.settlement["scores"]
    assert queries.live_results([deal]) == {deal.pk: newest}
    taken_back(two.cast, deal)
    assert (read().result, read().done) == (None, False)
    assert queries.live_results([deal]) == {}
    assert highlights.read_lines(two.own) == {}


REST = {seat: cards for seat, cards in NORTH_TAKES_THE_PIG["won"].items() if seat != "N"}


def taken_back(cast: Cast, deal: Deal) -> None:
    with change(cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
        report = Report(Result.Kind.RETRACTED, {})
        ledger.post(made, deal, report, seen=2, origin=Origin("1", "1"), reason="wrong deal")


@pytest.mark.full
def test_lines_are_those_of_live_results_of_cards_in_this_event(two: Two) -> None:
    deal = two.deals()[0]
    told = highlights.read_lines(two.own)
    assert set(told) == {deal.pk}
    with change(two.cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
        report = Report(Result.Kind.NOT_PLAYED, {})
        ledger.post(made, deal, report, seen=1, origin=Origin("1", "1"), reason="no time")
    assert highlights.read_lines(two.own) == {}


def test_a_result_by_other_rules_than_those_of_its_event_keeps_them(two: Two) -> None:
    deal, own = two.deals()[0], two.own.ruleset
    earlier = RuleSet.objects.create(game="gongzhu", name="x", rules={}, schema=1, digest="")
    RuleSet.objects.create(game="gongzhu", name="y", rules={}, schema=1, digest="")
    first = Result.objects.get(deal=deal)
    columns = ("kind", "facts", "schema", "settlement", "engine")
    same = {name: getattr(first, name) for name in columns}
    Result.objects.create(deal=deal, version=2, retires=first, ruleset=earlier, **same, **BY)
    Deal.objects.filter(pk=deal.pk).update(version=2)
    rows = event_rows.deals_by_sitting({two.own.pk: two.own}, [two.own.pk])
    used = {row.result.ruleset for of_table in rows.values() for row in of_table if row.result}
    assert used == {earlier}
    assert two.own.ruleset == own


@pytest.mark.full
def test_a_bye_and_a_withdrawn_draw_are_left_out_with_their_round(two: Two) -> None:
    entry = two.own.entries.order_by("number")[0]
    assert results.read(two.own).sat_out == ((two.round().pk, entry.pk),)
    Round.objects.filter(event=two.own).update(state=RoundState.CANCELLED)
    snapshot = results.read(two.own)
    assert (snapshot.sat_out, snapshot.rounds, snapshot.matches) == ((), (), ())
    assert (snapshot.holds, snapshot.awards, snapshot.sittings) == ({}, {}, ())
    assert len(snapshot.withdrawn_matches) == 2
    assert event_rows.sittings_by_event([two.own.pk], [two.own.pk]) == {}


@pytest.mark.full
@pytest.mark.parametrize(
    ("state", "closed", "published", "is_withdrawn"),
    [
        (RoundState.CANCELLED, True, True, True),
        (RoundState.CANCELLED, False, True, False),
        (RoundState.CANCELLED, True, False, False),
        (RoundState.CLOSED, True, True, False),
    ],
)
def test_a_draw_is_withdrawn_when_it_was_published_and_taken_back(
    two: Two, state: str, closed: bool, published: bool, is_withdrawn: bool
) -> None:
    now = timezone.now()
    Round.objects.filter(event=two.own).update(
        state=state,
        closed_at=now if closed else None,
        published_at=now if published else None,
    )
    round_ = two.round()
    assert results.read(two.own).withdrawn_draw == (round_ if is_withdrawn else None)
    group, later = round_.group, now + timedelta(minutes=1)
    Round.objects.create(
        event=two.own, group=group, number=2, state=RoundState.PUBLISHED, published_at=later
    )
    assert results.read(two.own).withdrawn_draw is None


def test_of_events_that_are_listed_only_no_result_is_read(two: Two) -> None:
    both = read_events([two.own, two.other], whole=[two.other])
    own, other = both[two.own.pk], both[two.other.pk]
    assert [deal.result for row in own.sittings for deal in row.deals] == [None] * 3
    assert len([deal for row in other.sittings for deal in row.deals if deal.result]) == 1
    assert (own.adjustments, len(other.adjustments)) == ((), 1)
    assert set(own.matches).isdisjoint(other.matches)


def test_questions_to_the_rows_are_of_one_event_or_round(two: Two) -> None:
    names = {entry.members.get().person.name for entry in two.other.entries.all()}
    assert set(queries.numbers_by_member(two.other)) == names
    assert len(queries.seating_history(two.other)) == 1
    assert len(queries.seating_history(two.own)) == 2
    assert {row["entry"] for row in queries.shown_draw(two.round(two.other))} == {
        entry.uid for entry in two.other.entries.all()
    }
    assert queries.open_deals(two.round(two.other)) == 1
    assert queries.open_deals(two.round()) == 3
    assert queries.open_tables(two.round(two.other)) == [3]
    assert queries.open_tables(two.round()) == [1, 2]


def test_the_history_of_a_draw_ends_before_its_round_and_leaves_out_withdrawn_draws(
    two: Two,
) -> None:
    assert queries.seating_history(two.own, before=1) == []
    assert len(queries.seating_history(two.own, before=2)) == 2
    Round.objects.filter(event=two.own).update(state=RoundState.CANCELLED)
    assert queries.seating_history(two.own) == []
    assert queries.rounds(two.own) == []


@pytest.mark.full
def test_a_table_is_in_use_until_its_round_is_played(two: Two) -> None:
    tournament = two.own.tournament
    assert queries.tables_in_use(tournament) == {1, 2, 3}
    for deal in two.deals():
        if not deal.done:
            two.cast.post(deal)
    assert queries.tables_in_use(tournament) == {3}
    assert not queries.is_open(two.round())
    assert queries.is_open(two.round(two.other))
    for state, used in (
        (RoundState.CLOSED, set()),
        (RoundState.CANCELLED, set()),
        (RoundState.DRAFT, {3}),
    ):
        Round.objects.filter(event=two.other).update(state=state)
        assert queries.tables_in_use(tournament) == used


def test_members_are_found_by_name_and_by_their_number_in_the_register(two: Two) -> None:
    member = two.own.entries.get(number=2).members.get()
    Person.objects.filter(pk=member.person_id).update(number=12, guest=False)
    found = queries.numbers_by_member(two.own)
    assert found[member.person.name] == found[f"{member.person.name}#12"] == 2
    assert len(found) == 8 + 1


def test_entries_come_by_number_with_the_members_of_each(two: Two) -> None:
    Entry.objects.filter(event=two.own, number=1).update(number=99)
    entries, members = snapshot_rows.entries_by_event([two.own.pk])
    numbers = [entry.number for entry in entries[two.own.pk]]
    assert numbers == sorted(numbers)
    assert all(len(members[entry.pk]) == 1 for entry in entries[two.own.pk])
    snapshot = results.read(two.own)
    first = snapshot.entries[0]
    assert [row.name for row in snapshot.members_of(first)] == [first.members.get().person.name]


def test_a_board_is_open_by_its_own_hour(two: Two) -> None:
    sets = BoardSet.objects.create(event=two.own, number=1, secret="0" * 64, commitment="1" * 64)
    boards = [
        Board.objects.create(board_set=sets, board_no=number, opened_at=hour)
        for number, hour in ((1, timezone.now()), (2, None))
    ]
    first, second, *_ = two.deals()
    for deal, board in zip((first, second), boards, strict=True):
        Deal.objects.filter(pk=deal.pk).update(board=board)
    rows = event_rows.deals_by_sitting({two.own.pk: two.own}, [two.own.pk])
    opened = {row.key: row.is_opened for of_table in rows.values() for row in of_table}
    assert (opened[first.pk], opened[second.pk]) == (True, False)


def test_rooms_of_a_sitting_and_its_table_are_its_own(two: Two) -> None:
    for row in event_rows.sittings_by_event([two.own.pk], [two.own.pk])[two.own.pk]:
        sitting = Sitting.objects.get(pk=row.key)
        assert (row.table, row.table_uid) == (sitting.table.number, sitting.table.uid)
        assert {seat.uid for seat in row.seats} == {seat.uid for seat in sitting.seats.all()}
