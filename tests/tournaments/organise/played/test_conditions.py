"""When a round is drawn, closed and repaired: both sides of each condition."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from tests import cast as people
from tests.cast import Cast
from tests.tournaments.drawing import pairs_cast
from tests.tournaments.organise.taking_part.test_bounds import codes, second_event
from tournaments import organise, results
from tournaments.base.refusals import Reason
from tournaments.models import (
    Board,
    BoardSet,
    BoardSource,
    Deal,
    DrawMethod,
    Event,
    EventState,
    ExtraDeal,
    Hold,
    Round,
    RoundState,
    Sitting,
)
from tournaments.organise import boards, extra_deals, repairs, rounds, table_repairs
from tournaments.organise.extra_deals import MOST_POINTS
from tournaments.organise.table_repairs import TableExchange
from tournaments.progress import extra_deals as ties
from tournaments.record.audit import Verb, change
from tournaments.results.snapshot import EventSnapshot
from tournaments.structure.boards import number_of_set


@pytest.mark.full
def test_a_round_is_closed_once_every_deal_and_every_question_is_answered(cast: Cast) -> None:
    round_ = cast.round_in_play()

    def found() -> list[str]:
        return [problem.code for problem in rounds._close_problems(round_, ())]

    assert found() == [Reason.DEALS_WITHOUT_RESULT]
    Deal.objects.update(done=True)
    assert found() == []
    held = Hold.objects.create(
        tournament=cast.tournament, round=round_, code="x", origin_uid="x", blocks=False
    )
    assert found() == []
    Hold.objects.update(blocks=True)
    assert found() == [Reason.HOLDS_OPEN]
    Hold.objects.filter(pk=held.pk).update(released_at=timezone.now())
    assert found() == []


@pytest.mark.full
def test_a_round_is_drawn_once_those_before_it_are_played_and_no_draft_is_left(
    cast: Cast,
) -> None:
    other = second_event(cast)

    def found(override: str = "", event: Event | None = None) -> list[str]:
        fresh = Event.objects.select_related("ruleset", "tournament").get(
            pk=(event or cast.event).pk
        )
        return [problem.code for problem in rounds._draw_problems(fresh, override)]

    round_ = cast.round_in_play()
    assert (found(), found("x"), found(event=other)) == ([Reason.ROUND_OPEN], [], [])
    Deal.objects.update(done=True)
    assert found() == []
    Round.objects.filter(pk=round_.pk).update(state=RoundState.DRAFT)
    assert found() == [Reason.ROUND_IN_DRAFT]
    Round.objects.filter(pk=round_.pk).update(state=RoundState.CANCELLED)
    Deal.objects.update(done=False)
    assert found() == []
    Event.objects.filter(pk=other.pk).update(state=EventState.FINISHED)
    assert (found(), found(event=other)) == ([], [Reason.EVENT_NOT_RUNNING])


@pytest.mark.full
@pytest.mark.parametrize(
    ("method", "reads"), [(DrawMethod.SWISS, [False]), (DrawMethod.KNOCKOUT, [False, False])]
)
def test_a_draw_reads_its_event_before_the_lock_alone(
    monkeypatch: pytest.MonkeyPatch, method: DrawMethod, reads: list[bool], db: None
) -> None:
    cast = pairs_cast(8)
    Event.objects.update(draw_method=method, seed="seed")
    read, locked = results.read, [False]
    read_under_the_lock: list[bool] = []

    def noted(event: Event) -> EventSnapshot:
        read_under_the_lock.append(locked[0])
        return read(event)

    def locks(*args: Any) -> Any:
        locked[0] = True
        return change(*args)

    monkeypatch.setattr(results, "read", noted)
    monkeypatch.setattr("tournaments.organise.rounds.change", locks)
    organise.draw_round(Event.objects.get(pk=cast.event.pk), cast.director)
    assert read_under_the_lock == reads


@pytest.mark.full
def test_a_draft_alone_is_discarded_and_only_its_own_deals(cast: Cast) -> None:
    played = cast.round_in_play()
    assert codes(lambda: organise.discard_round(played, cast.director)) == [Reason.ROUND_NOT_DRAFT]
    assert Deal.objects.count() == 4
    assert codes(lambda: organise.publish_round(played, cast.director)) == [Reason.ROUND_NOT_DRAFT]
    event = second_event(cast)
    organise.discard_round(organise.draw_round(event, cast.director), cast.director)
    assert Deal.objects.count() == 4
    assert not event.rounds.exists()


@pytest.mark.full
def test_results_are_exchanged_between_deals_that_are_alike(cast: Cast) -> None:
    round_ = cast.round_in_play()
    first, second, third, *_ = cast.deals(round_)

    def found(one: Deal, other: Deal) -> list[str]:
        return [problem.code for problem in repairs._result_problems(one, other)]

    assert found(first, second) == [Reason.RESULT_MISSING]
    cast.post(first)
    first.refresh_from_db()
    assert found(first, second) == found(first, third) == []
    assert found(first, first) == [Reason.DEALS_NOT_ALIKE]
    foreign = Deal.objects.select_related("event", "sitting__segment__match__round").get(
        pk=second.pk
    )
    foreign.event = Event(pk=0)
    assert found(first, foreign) == [Reason.DEALS_NOT_ALIKE]
    third.sitting.seats.filter(label="N").delete()
    assert found(first, third) == [Reason.DEALS_NOT_ALIKE]


@pytest.mark.full
def test_seats_are_exchanged_among_themselves_and_for_deals_that_are_there(cast: Cast) -> None:
    sitting = cast.deals(cast.round_in_play())[0].sitting

    def found(first: int = 1, last: int = 2, **exchange: str) -> list[str]:
        return [row.code for row in repairs._seat_problems(sitting, exchange, first, last)]

    assert found(N="W", W="N") == found(1, 1, N="W", W="N") == []
    assert found(N="W") == found(N="X", X="N") == [Reason.SEATS_DIFFER]
    assert found(N="N") == [Reason.EXCHANGE_OF_NOTHING]
    assert found(3, 4, N="W", W="N") == [Reason.DEALS_NOT_THERE]
    assert len(repairs.deals_between(sitting, 1, 1)) == len(repairs.deals_between(sitting, 2, 9))


@pytest.mark.full
def test_tables_are_exchanged_within_a_round_where_deals_are_alike(cast: Cast) -> None:
    deals = cast.deals(cast.round_in_play())
    one, other = deals[0].sitting, deals[2].sitting

    def found(a: Sitting = one, b: Sitting = other, **more: Any) -> list[str]:
        values: dict[str, Any] = {"first": 1, "last": 2, "seats": {}, **more}
        return [row.code for row in table_repairs._problems(TableExchange(a, b, **values))]

    assert found() == [Reason.RESULT_MISSING]
    cast.post(deals[2])
    assert found() == []
    assert found(b=one) == [Reason.TABLES_NOT_ALIKE]
    assert found(first=5, last=6) == [Reason.DEALS_NOT_THERE, Reason.RESULT_MISSING]
    assert found(seats={"N": "N"}) == []
    assert found(seats={"N": "X"}) == found(seats={"X": "N"}) == [Reason.PERSONS_NOT_AT_TABLES]
    assert found(seats={"N": "N", "W": "N"}) == [Reason.PERSONS_NOT_AT_TABLES]
    other.seats.filter(label="N").delete()
    assert found() == [Reason.TABLES_NOT_ALIKE]


@pytest.mark.parametrize(
    ("columns", "adds_up"),
    [
        ({}, True),
        ({"form": "teams"}, False),
        ({"comparison": "imp"}, False),
        ({"ranking": "vp_20"}, False),
        ({"ranking": "win3"}, False),
    ],
)
def test_a_deal_counts_across_tables_where_points_add_up(
    cast: Cast, columns: dict[str, Any], adds_up: bool
) -> None:
    for name, value in columns.items():
        setattr(cast.event, name, value)
    assert table_repairs._adds_up(cast.event) is adds_up


@pytest.mark.full
def test_an_extra_deal_is_of_those_who_are_equal(cast: Cast) -> None:
    cast.closed_round()
    Event.objects.update(tie_breaks=["extra_deal"])
    event = Event.objects.select_related("ruleset", "tournament").get(pk=cast.event.pk)
    first, *_others = results_ties(event)

    def note(points: dict[str, int], reason: str = "x") -> ExtraDeal:
        return organise.note_extra_deal(event, cast.director, points, reason)

    def problems(points: dict[str, int]) -> list[str]:
        return [problem.code for problem in extra_deals._tie_problems(event, points)]

    for sign in (1, -1):
        assert problems(dict.fromkeys(first, sign * MOST_POINTS)) == []
        assert problems(dict.fromkeys(first, sign * (MOST_POINTS + 1))) == [
            Reason.EXTRA_DEAL_POINTS
        ]
    assert problems(dict.fromkeys(list(first)[1:], 1)) == [Reason.EXTRA_DEAL_OF_OTHERS]
    assert codes(lambda: note(dict.fromkeys(first, 1), " ")) == [Reason.REASON_MISSING]
    noted = note({uid: place for place, uid in enumerate(first)})
    assert noted.after_round == 1

    def back(reason: str = "x") -> ExtraDeal:
        return organise.take_back_extra_deal(noted, cast.director, reason)

    assert codes(lambda: back(" ")) == [Reason.REASON_MISSING]
    taken = back()
    assert codes(back) == [Reason.EXTRA_DEAL_GONE]
    assert codes(lambda: organise.take_back_extra_deal(taken, cast.director, "x")) == [
        Reason.EXTRA_DEAL_GONE
    ]
    Round.objects.update(state=RoundState.PUBLISHED)
    assert problems(dict.fromkeys(first, 1)) == [Reason.ROUND_NOT_CLOSED]
    event.tie_breaks = []
    assert problems(dict.fromkeys(first, 1)) == [Reason.EXTRA_DEAL_NOT_ASKED]
    Event.objects.update(state=EventState.FINISHED)
    assert codes(back) == [Reason.EVENT_NOT_RUNNING, Reason.EXTRA_DEAL_GONE]


def results_ties(event: Event) -> list[tuple[str, ...]]:
    return [tuple(tie) for tie in ties.ties(results.read(event))]


@pytest.mark.full
@pytest.mark.parametrize(
    ("state", "event_state", "is_over"),
    [
        (RoundState.CLOSED, EventState.PUBLISHED, True),
        (RoundState.PUBLISHED, EventState.PUBLISHED, False),
        (RoundState.PUBLISHED, EventState.FINISHED, True),
    ],
)
def test_boards_are_over_once_their_round_is(
    cast: Cast, state: str, event_state: str, is_over: bool
) -> None:
    round_ = cast.round_in_play()
    board_set = BoardSet.objects.create(
        event=cast.event,
        number=number_of_set(round_),
        secret="0" * 64,
        commitment="1",
    )
    Round.objects.update(state=state)
    cast.event.state = event_state
    assert boards._is_over(cast.event, board_set) is is_over
    empty = BoardSet.objects.create(event=cast.event, number=99, secret="0" * 64, commitment="2")
    assert boards._is_over(cast.event, empty) is (event_state == EventState.FINISHED)


@pytest.mark.full
def test_boards_are_opened_of_their_own_event_once_they_are_over(cast: Cast) -> None:
    other = second_event(cast)
    made = []
    for event in (cast.event, other):
        sets = BoardSet.objects.create(event=event, number=1, secret="0" * 64, commitment="1")
        made.append(Board.objects.create(board_set=sets, board_no=1))
    Event.objects.update(state=EventState.FINISHED)
    for source, opened in ((BoardSource.TABLE, False), (BoardSource.MADE, True)):
        event = Event.objects.select_related("tournament").get(pk=cast.event.pk)
        event.boards = source
        with change(cast.tournament, cast.director, Verb.CLOSE_ROUND) as opening:
            boards.open_played_boards(opening, event)
        rows = [Board.objects.get(pk=board.pk).opened_at for board in made]
        assert [hour is not None for hour in rows] == [opened, False]


@pytest.mark.full
def test_deals_of_a_table_are_those_between_two_places_in_the_order(db: None) -> None:
    cast = people.assemble(deals_per_round=4)
    sitting = cast.deals(cast.round_in_play())[0].sitting
    found = [deal.play_order for deal in repairs.deals_between(sitting, 2, 3)]
    assert found == [2, 3]
