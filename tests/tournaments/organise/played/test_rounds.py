"""Rounds from the draw to the close, the end of an event, and what each operation refuses."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

import pytest

from tests import cast as people
from tests.cast import PLAYERS, Cast
from tests.tournaments.drawing import codes, next_round, together
from tournaments import organise, results
from tournaments.base.refusals import Reason, Refused
from tournaments.checks.verification import verify
from tournaments.models import (
    Deal,
    Entry,
    Event,
    Match,
    Publication,
    PublicationState,
    Round,
    RuleSet,
    Seat,
    Table,
    Tournament,
)
from tournaments.organise import EventPlan
from tournaments.pairing import notes
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.record.ledger import Origin
from tournaments.results import event_record, queries
from tournaments.structure import games

CLASSIC: dict[str, object] = {"preset": "classic"}


@pytest.mark.full
def test_a_draw_seats_everybody_and_lays_out_the_deals(cast: Cast) -> None:
    round_ = cast.drawn_round()
    assert round_.state == Round.State.DRAFT
    assert Match.objects.filter(round=round_).count() == 2
    seats = Seat.objects.filter(sitting__segment__match__round=round_)
    assert {seat.person.name for seat in seats} == set(PLAYERS)
    deals = cast.deals(round_)
    assert [(deal.board_no, deal.play_order, deal.version) for deal in deals] == [
        (1, 1, 0),
        (2, 2, 0),
        (1, 1, 0),
        (2, 2, 0),
    ]


@pytest.mark.full
def test_a_draw_can_be_made_again_from_its_seed(cast: Cast) -> None:
    first = cast.drawn_round("the seed")
    seated = queries.seating_history(cast.event)
    organise.discard_round(first, cast.director)
    second = cast.drawn_round("the seed")
    assert queries.seating_history(cast.event) == seated
    assert (second.input_digest, second.algorithm) == (first.input_digest, first.algorithm)


@pytest.mark.full
def test_two_events_in_play_never_share_a_table(cast: Cast) -> None:
    plan = EventPlan("二", "gongzhu", CLASSIC, deals_per_round=1)
    other = organise.create_event(cast.tournament, cast.director, plan)
    organise.add_entries(other, cast.director, [[name] for name in PLAYERS])
    rounds = [cast.round_in_play(), organise.draw_round(other, cast.director)]
    seated = [
        set(round_.matches.values_list("segments__sittings__table__number", flat=True))
        for round_ in rounds
    ]
    assert seated == [{1, 2}, {3, 4}]
    assert set(notes.read(rounds[1].reasons).met_before) == {3, 4}


@pytest.mark.full
def test_the_seed_of_a_round_follows_from_the_event_s(cast: Cast) -> None:
    round_ = organise.draw_round(cast.event, cast.director)
    assert round_.seed == f"{cast.event.seed}/1/1"


@pytest.mark.full
def test_an_event_of_before_seeds_draws_from_chance_and_keeps_it(cast: Cast) -> None:
    Event.objects.update(seed="")
    assert len(organise.draw_round(cast.event, cast.director).seed) == 16


@pytest.mark.full
@pytest.mark.databases
def test_every_draw_of_a_round_has_the_next_seed_and_counts_those_thrown_away(cast: Cast) -> None:
    first = organise.draw_round(cast.event, cast.director)
    organise.discard_round(first, cast.director)
    second = organise.draw_round(cast.event, cast.director)
    third = organise.redraw_round(second, cast.director)
    assert [round_.seed[-4:] for round_ in (first, second, third)] == ["/1/1", "/1/2", "/1/3"]
    assert notes.read(third.reasons).attempt == 3
    assert Round.objects.get() == third
    assert verify(Tournament.objects.get()) == []


@pytest.mark.full
def test_tables_keep_their_codes_from_round_to_round(cast: Cast) -> None:
    first = cast.round_in_play()
    codes_ = list(Table.objects.order_by("number").values_list("code", flat=True))
    cast.play(first)
    organise.close_round(first, cast.director)
    cast.round_in_play("2")
    assert list(Table.objects.order_by("number").values_list("code", flat=True)) == codes_


@pytest.mark.full
@pytest.mark.parametrize(
    ("players", "reason"),
    [
        (0, Reason.ENTRIES_TOO_FEW),
        (3, Reason.ENTRIES_TOO_FEW),
    ],
)
def test_a_draw_that_cannot_fill_the_tables_is_refused(
    db: None, players: int, reason: Reason
) -> None:
    cast = people.assemble(players=players)
    with pytest.raises(Refused) as refused:
        cast.drawn_round()
    assert codes(refused) == [reason]
    assert not Round.objects.exists()


@pytest.mark.full
def test_the_withdrawn_are_not_drawn(db: None) -> None:
    cast = people.assemble(players=9)
    Entry.objects.filter(event=cast.event, number=9).update(state=Entry.State.WITHDRAWN)
    seated = [uid for seating in _seatings(cast, cast.drawn_round()) for _, uid in seating]
    assert len(seated) == 8


def _seatings(cast: Cast, round_: Round) -> list[tuple[tuple[str, str], ...]]:
    assert round_.event == cast.event
    return [seating.seats for seating in queries.seating_history(cast.event)]


@pytest.mark.full
def test_a_round_cannot_be_drawn_while_another_is_open(cast: Cast) -> None:
    round_ = cast.drawn_round()
    for _state in ("draft", "published"):
        with pytest.raises(Refused) as refused:
            cast.drawn_round()
        in_draft = round_.state == Round.State.DRAFT
        assert codes(refused) == [Reason.ROUND_IN_DRAFT if in_draft else Reason.ROUND_OPEN]
        if in_draft:
            organise.publish_round(round_, cast.director)


@pytest.mark.full
@pytest.mark.databases
def test_publishing_freezes_the_rules_once(cast: Cast) -> None:
    first = cast.round_in_play()
    frozen = RuleSet.objects.get(pk=cast.event.ruleset_id).frozen_at
    assert frozen is not None
    cast.play(first)
    organise.close_round(first, cast.director)
    cast.round_in_play("2")
    assert RuleSet.objects.get(pk=cast.event.ruleset_id).frozen_at == frozen


def test_a_round_is_published_once(cast: Cast) -> None:
    round_ = cast.round_in_play()
    with pytest.raises(Refused) as refused:
        organise.publish_round(round_, cast.director)
    assert codes(refused) == [Reason.ROUND_NOT_DRAFT]
    assert Publication.objects.count() == 1


@pytest.mark.full
def test_a_draft_that_is_thrown_away_leaves_its_seed_in_the_log_alone(cast: Cast) -> None:
    organise.discard_round(cast.drawn_round("the seed"), cast.director)
    assert not Round.objects.exists()
    assert not Deal.objects.exists()
    last = cast.tournament.log.latest("seq")
    assert last.verb == Verb.DISCARD_ROUND
    assert "the seed" in last.body


def test_a_published_round_cannot_be_thrown_away(cast: Cast) -> None:
    round_ = cast.round_in_play()
    with pytest.raises(Refused) as refused:
        organise.discard_round(round_, cast.director)
    assert codes(refused) == [Reason.ROUND_NOT_DRAFT]
    assert Round.objects.filter(pk=round_.pk).exists()


def test_a_round_is_closed_when_every_deal_has_a_result(cast: Cast) -> None:
    round_ = cast.round_in_play()
    cast.play(round_)
    organise.close_round(round_, cast.director)
    assert Round.objects.get().state == Round.State.CLOSED
    shown = Publication.objects.get(kind=Publication.Kind.STANDINGS).shown
    assert len(shown) == 8


def test_a_round_that_waits_is_refused_with_everything_it_waits_for(cast: Cast) -> None:
    round_ = cast.round_in_play()
    first, second, *_ = cast.deals(round_)
    cast.post(first)
    with change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        ledger.hold(made, second, "claim", origin=Origin("1", "1"))
    with pytest.raises(Refused) as refused:
        organise.close_round(round_, cast.director)
    assert [(problem.code, dict(problem.values)) for problem in refused.value.problems] == [
        (Reason.DEALS_WITHOUT_RESULT, {"deals": 3, "tables": "1, 2"}),
        (Reason.HOLDS_OPEN, {"holds": 1}),
    ]


def test_a_round_is_closed_once(cast: Cast) -> None:
    round_ = cast.round_in_play()
    cast.play(round_)
    organise.close_round(round_, cast.director)
    with pytest.raises(Refused) as refused:
        organise.close_round(round_, cast.director)
    assert codes(refused) == [Reason.ROUND_NOT_IN_PLAY]


@pytest.mark.full
def test_the_next_round_is_drawn_while_the_one_before_is_not_closed(cast: Cast) -> None:
    first = cast.round_in_play()
    cast.play(first)
    second = cast.round_in_play("2")
    numbers = second.matches.values_list("segments__sittings__table__number", flat=True)
    assert set(numbers) == {1, 2}
    organise.close_round(first, cast.director)
    assert [round_.state for round_ in queries.rounds(cast.event)] == ["closed", "published"]


@pytest.mark.full
def test_who_sits_out_has_no_credit_before_the_round_is_played(db: None) -> None:
    cast = people.assemble(players=9)
    first = cast.round_in_play()
    cast.play(first)
    standings = {
        row.rank.entry: row.rank.total for row in event_record.standings(results.read(cast.event))
    }
    second = cast.round_in_play()
    assert {
        row.rank.entry: row.rank.total for row in event_record.standings(results.read(cast.event))
    } == standings
    organise.close_round(first, cast.director)
    shown = first.publications.get(kind=Publication.Kind.STANDINGS).shown
    cast.play(second)
    assert {row["entry"]: Fraction(row["total"]) for row in shown} == standings
    assert {
        row.rank.entry: row.rank.total for row in event_record.standings(results.read(cast.event))
    } != standings


def test_the_hours_of_publishing_and_closing_are_kept(cast: Cast) -> None:
    round_ = cast.round_in_play()
    assert (round_.published_at is None, round_.closed_at) == (False, None)
    cast.play(round_)
    organise.close_round(round_, cast.director)
    assert Round.objects.get().closed_at is not None


@pytest.mark.full
def test_a_finished_event_has_official_standings_and_no_more_rounds(cast: Cast) -> None:
    Event.objects.update(rounds_planned=1)
    round_ = next_round(cast)
    event = Event.objects.get()
    with pytest.raises(Refused) as refused:
        organise.finish_event(event, cast.director)
    assert codes(refused) == [Reason.ROUND_NOT_CLOSED]
    organise.close_round(round_, cast.director)
    organise.finish_event(event, cast.director)
    assert Event.objects.get().state == Event.State.FINISHED
    assert Publication.objects.latest("seq").state == PublicationState.OFFICIAL
    for operation, reason in (
        (organise.draw_round, Reason.EVENT_NOT_RUNNING),
        (organise.finish_event, Reason.EVENT_FINISHED),
    ):
        with pytest.raises(Refused) as refused:
            operation(event, cast.director)
        assert codes(refused) == [reason]


@pytest.mark.full
def test_an_event_is_not_finished_before_its_planned_rounds(cast: Cast) -> None:
    Event.objects.update(rounds_planned=2)
    organise.close_round(next_round(cast), cast.director)
    with pytest.raises(Refused) as refused:
        organise.finish_event(Event.objects.get(), cast.director)
    assert [(problem.code, dict(problem.values)) for problem in refused.value.problems] == [
        (Reason.ROUNDS_MISSING, {"closed": 1, "planned": 2})
    ]


@pytest.mark.databases
@pytest.mark.full
def test_of_two_draws_at_once_one_draws_and_one_is_refused(transactional_cast: Cast) -> None:
    cast = transactional_cast
    draw = partial(organise.draw_round, cast.event, cast.director)
    answers = together(draw, draw)
    assert answers.count([Reason.ROUND_IN_DRAFT]) == 1
    assert Round.objects.get().number == 1
    assert verify(Tournament.objects.get()) == []


@pytest.mark.full
@pytest.mark.databases
def test_a_game_to_its_limit_begins_with_one_deal_and_its_draft_can_be_thrown_away(
    cast: Cast,
) -> None:
    rules = cast.event.ruleset
    game = games.game_of(cast.event)
    RuleSet.objects.filter(pk=rules.pk).update(rules=game.rules(CLASSIC).as_dict())
    event = Event.objects.get()
    round_ = organise.draw_round(event, cast.director)
    made = [(deal.board_no, deal.game is not None) for deal in Deal.objects.all()]
    assert made == [(1, True), (1, True)]
    organise.discard_round(round_, cast.director)
    assert not Deal.objects.exists()
    assert not Round.objects.exists()


@pytest.mark.full
def test_an_event_that_is_over_keeps_who_took_part(cast: Cast) -> None:
    round_ = cast.round_in_play()
    cast.play(round_)
    first, gone = cast.event.entries.order_by("number")[:2]
    organise.withdraw_entry(gone, cast.director)
    late = organise.add_entries(cast.event, cast.director, [["新"]])[0]
    organise.close_round(round_, cast.director)
    organise.finish_event(cast.event, cast.director)
    for operation in (
        lambda: organise.add_entries(cast.event, cast.director, [["更新"]]),
        lambda: organise.remove_entry(late, cast.director),
        lambda: organise.withdraw_entry(first, cast.director),
        lambda: organise.readmit_entry(gone, cast.director),
        lambda: organise.stand_in(first, cast.director, "替", 2),
    ):
        with pytest.raises(Refused) as refused:
            operation()
        assert codes(refused) == [Reason.EVENT_NOT_RUNNING]
