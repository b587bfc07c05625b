"""停赛: the draw does not seat who is suspended, and the round counts nothing for the entry."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from tests import cast as people
from tests import pairs_cast
from tests.cast import Cast
from tests.suspending import NUMBER, ORIGIN, member, suspend, take_back
from tests.tournaments.drawing import codes
from tests.tournaments.results.test_knockout_events import (
    in_play,
    knockout_cast,
    pairs_of,
    standing,
    won_by_first,
)
from tournaments import organise, results
from tournaments.base.refusals import Refused
from tournaments.checks import redraws, verification
from tournaments.models import Entry, Event, EventRegulations, Round, SuspensionWaiver, User
from tournaments.organise.absences import suspended_seats, suspensions
from tournaments.organise.absences.suspensions import SuspensionTerms
from tournaments.pairing import notes
from tournaments.record import log_queries
from tournaments.record.audit import Verb, change
from tournaments.results import event_record
from tournaments.standings.match_scores import Order
from tournaments.standings.round_scores import Counts, RoundSum


@pytest.fixture
def cast(db: None) -> Cast:
    """Nine single players after their first round, which one of them sat out."""
    cast = people.assemble(players=9)
    cast.closed_round()
    return cast


@pytest.fixture
def pairs(db: None) -> Cast:
    """Four pairs, nothing drawn yet."""
    return pairs_cast.assemble()


def entry(cast: Cast, number: int) -> Entry:
    return cast.event.entries.select_related("event__tournament").get(number=number)


def seated(round_: Round) -> set[int]:
    rows = round_.matches.values_list("sides__entries__number", flat=True)
    return set(rows)


def out(round_: Round) -> set[int]:
    return set(round_.sit_outs.values_list("entry__number", flat=True))


def sums(cast: Cast, number: int) -> tuple[RoundSum, ...]:
    event = Event.objects.select_related("tournament", "ruleset").get(pk=cast.event.pk)
    rows = event_record.standings(results.read(event))
    (row,) = (row for row in rows if row.competitor.number == number)
    return row.rank.rounds


def close(cast: Cast, round_: Round) -> None:
    cast.play(round_)
    organise.close_round(round_, cast.director)


@pytest.mark.full
def test_a_suspended_player_is_not_drawn_and_has_no_bye(cast: Cast) -> None:
    """The one whose place is empty does not sit out: nobody else does, and it earns nothing."""
    (free,) = out(cast.event.rounds.get())
    other = next(number for number in range(1, 10) if number != free)
    suspend(cast, entry(cast, other), 2)
    round_ = cast.round_in_play("2")
    assert seated(round_) == set(range(1, 10)) - {other}
    assert out(round_) == set()
    assert redraws.redraw(round_).is_equal
    close(cast, round_)
    last = sums(cast, other)[-1]
    assert (last.round, last.counts, last.points) == (2, Counts.SUSPENDED, Fraction(0))
    assert last.table_points == 0
    assert verification.verify(cast.tournament) == []


@pytest.mark.full
def test_a_suspension_ends_by_itself(cast: Cast) -> None:
    suspend(cast, entry(cast, 3), 2)
    close(cast, cast.round_in_play("2"))
    again = cast.round_in_play("3")
    assert 3 in seated(again) | out(again)


@pytest.mark.full
def test_a_round_of_a_suspension_makes_no_average(cast: Cast) -> None:
    """Neither is it one, nor does it pull down that of a bye."""
    (free,) = out(cast.event.rounds.get())
    Event.objects.filter(pk=cast.event.pk).update(sit_out_credit="average")
    suspend(cast, entry(cast, free), 3)
    close(cast, cast.round_in_play("2"))
    before = [row.points for row in sums(cast, free)]
    close(cast, cast.round_in_play("3"))
    assert [row.points for row in sums(cast, free)] == [*before, 0]


@pytest.mark.full
def test_a_draw_without_suspensions_is_stored_as_before(db: None) -> None:
    stored = notes.read(people.assemble().drawn_round().reasons).input or {}
    assert not {name for name in stored if "suspen" in name}


@pytest.mark.full
def test_a_draft_that_seats_who_is_suspended_since_is_not_published(cast: Cast) -> None:
    draft = cast.drawn_round("2")
    number = min(seated(draft))
    row = suspend(cast, entry(cast, number), 2)
    assert organise.has_changed(draft)
    with pytest.raises(Refused) as refused:
        organise.publish_round(draft, cast.director)
    assert codes(refused) == ["suspended_in_draft"]
    suspensions.waive(row, cast.bob, 2, "the table would stand empty")
    organise.publish_round(draft, cast.director)


@pytest.mark.full
@pytest.mark.databases
@pytest.mark.parametrize("lifted", ["taken_back", "waived"])
def test_a_draft_that_leaves_out_who_is_no_longer_suspended_is_asked_about(
    cast: Cast, lifted: str
) -> None:
    row = suspend(cast, entry(cast, 3), 2)
    draft = cast.drawn_round("2")
    if lifted == "waived":
        suspensions.waive(row, cast.bob, 2, "he has apologised")
    else:
        take_back(cast)
    with pytest.raises(Refused) as refused:
        organise.publish_round(draft, cast.director)
    assert codes(refused) == ["draft_leaves_out"]
    (question,) = refused.value.problems
    assert dict(question.values)["names"] == (entry(cast, 3).members.get().person.listed_name,)
    organise.publish_round(draft, cast.director, override="he has gone home")
    note = log_queries.about("round", draft, Verb.PUBLISH_ROUND)[-1]["details"]
    assert (note["override"], note["passed_over"]) == ("he has gone home", ["draft_leaves_out"])
    assert verification.verify(cast.tournament) == []


@pytest.mark.full
def test_a_draft_drawn_again_seats_who_is_no_longer_suspended_and_asks_nothing(cast: Cast) -> None:
    suspend(cast, entry(cast, 3), 2)
    draft = cast.drawn_round("2")
    take_back(cast)
    again = organise.redraw_round(draft, cast.director)
    organise.publish_round(again, cast.director)
    assert 3 in seated(again) | out(again)


@pytest.mark.full
def test_what_was_lifted_before_the_draw_or_holds_in_other_rounds_is_not_asked_about(
    cast: Cast,
) -> None:
    suspend(cast, entry(cast, 3), 2)
    take_back(cast)
    suspend(cast, entry(cast, 4), 3)
    draft = cast.drawn_round("2")
    take_back(cast)
    organise.publish_round(draft, cast.director)


@pytest.mark.full
def test_a_knockout_draft_that_lets_the_opponents_advance_is_asked_about(db: None) -> None:
    cast = knockout_cast(4)
    first = cast.drawn_round()
    number = min(seated(first))
    organise.discard_round(first, cast.director)
    suspend(cast, entry(cast, number), 1)
    draft = cast.drawn_round()
    take_back(cast)
    with pytest.raises(Refused) as refused:
        organise.publish_round(draft, cast.director)
    assert codes(refused) == ["draft_leaves_out"]


@pytest.mark.full
def test_the_desk_offers_to_draw_again_or_to_say_why(cast: Cast, client: Client) -> None:
    suspend(cast, entry(cast, 3), 2)
    draft = cast.drawn_round("2")
    take_back(cast)
    client.force_login(User.objects.get(pk=cast.alice.pk))
    client.cookies["django_language"] = "zh-hans"
    page = client.get(reverse("desk_event", args=[cast.event.uid])).content.decode()
    assert f"编排未列入：{entry(cast, 3).members.get().person.listed_name}" in page
    assert "照此公布的理由" in page
    address = reverse("desk_publish", args=[draft.uid])
    client.post(address)
    assert Round.objects.get(pk=draft.pk).state == Round.State.DRAFT
    client.post(address, {"override": "已离场"})
    assert Round.objects.get(pk=draft.pk).state == Round.State.PUBLISHED


@pytest.mark.full
def test_taken_back_it_excludes_nobody(cast: Cast) -> None:
    suspend(cast, entry(cast, 3), 2)
    take_back(cast)
    take_back(cast)
    round_ = cast.round_in_play("2")
    assert 3 in seated(round_) | out(round_)
    assert verification.verify(cast.tournament) == []


@pytest.mark.full
def test_a_pair_with_a_suspended_member_is_not_drawn(pairs: Cast) -> None:
    suspend(pairs, entry(pairs, 2), 1, person=member(entry(pairs, 2), 2))
    round_ = pairs.round_in_play()
    assert 2 not in seated(round_) | out(round_)
    close(pairs, round_)
    (only,) = sums(pairs, 2)
    assert (only.counts, only.points) == (Counts.SUSPENDED, Fraction(0))


@pytest.mark.full
@pytest.mark.parametrize("allowed", [True, False])
def test_a_stand_in_for_the_partner_plays_where_the_regulations_allow_it(
    pairs: Cast, allowed: bool
) -> None:
    organise.stand_in(entry(pairs, 2), pairs.director, "替补", 1, 1, member=2)
    suspend(pairs, entry(pairs, 2), 1, person=member(entry(pairs, 2), 2))
    EventRegulations.objects.create(event=pairs.event, stand_in_for_suspended=allowed)
    round_ = pairs.drawn_round()
    assert (2 in seated(round_)) is allowed


@pytest.mark.full
def test_a_stand_in_for_the_suspended_is_refused_where_they_do_not(pairs: Cast) -> None:
    suspend(pairs, entry(pairs, 2), 1, person=member(entry(pairs, 2), 2))
    with pytest.raises(Refused) as refused:
        organise.stand_in(entry(pairs, 2), pairs.director, "替补", 1, 1, member=2)
    assert codes(refused) == ["suspended_member"]
    organise.stand_in(entry(pairs, 2), pairs.director, "替补", 2, 2, member=2)


@pytest.mark.full
def test_who_is_suspended_stands_in_for_nobody(cast: Cast) -> None:
    person = member(entry(cast, 3))
    suspend(cast, entry(cast, 3), 2, person=person)
    EventRegulations.objects.create(event=cast.event, stand_in_for_suspended=True)
    for one in (entry(cast, 3), entry(cast, 4)):
        one.members.create(person=person, role="substitute", from_round=2, to_round=2)
    assert not {3, 4} & seated(cast.drawn_round("2"))


@pytest.mark.full
def test_a_house_player_fills_the_seat_and_the_round_counts_nothing(cast: Cast) -> None:
    """So that a movement goes on: his points count for the others alone."""
    suspend(cast, entry(cast, 3), 2, person=member(entry(cast, 3)))
    organise.stand_in(entry(cast, 3), cast.director, "替补", 2, 2, points_count=False)
    organise.withdraw_entry(entry(cast, 9), cast.director)
    round_ = cast.round_in_play("2")
    assert 3 in seated(round_)
    close(cast, round_)
    last = sums(cast, 3)[-1]
    assert (last.counts, last.points) == (Counts.SUSPENDED, Fraction(0))


@pytest.mark.nightly
def test_the_opponents_advance_in_a_knockout_and_stay_there(db: None) -> None:
    """Pair 1 is suspended in the second round alone: 4 advances, also once the round is over."""
    cast = knockout_cast(6)
    won_by_first(cast, in_play(cast))
    suspend(cast, entry(cast, 1), 2)
    second = in_play(cast)
    assert pairs_of(second) == [[2, 3]]
    assert redraws.redraw(second).is_equal
    won_by_first(cast, second)
    final = in_play(cast)
    assert pairs_of(final) == [[4, 2]]
    won_by_first(cast, final)
    assert standing(cast).places[0].entries == ("4",)
    assert verification.verify(cast.tournament) == []


@pytest.mark.full
def test_a_final_against_the_suspended_is_won_without_a_round(db: None) -> None:
    cast = knockout_cast(4)
    won_by_first(cast, in_play(cast))
    suspend(cast, entry(cast, 1), 2)
    assert standing(cast).is_over
    assert standing(cast).places[0].entries == ("2",)


@pytest.mark.full
def test_by_match_points_the_round_is_worth_none(db: None) -> None:
    cast = pairs_cast.assemble()
    Event.objects.filter(pk=cast.event.pk).update(ranking=Order.VP_20)
    cast.event.refresh_from_db()
    close(cast, cast.round_in_play())
    suspend(cast, entry(cast, 1), 2)
    close(cast, cast.round_in_play("2"))
    last = sums(cast, 1)[-1]
    assert (last.counts, last.match_points) == (Counts.SUSPENDED, Fraction(0))


@pytest.mark.full
def test_a_waiver_needs_a_reason_and_a_round_of_the_suspension(cast: Cast) -> None:
    row = suspend(cast, entry(cast, 3), 2)
    for number, reason, code in ((2, " ", "reason_missing"), (3, "why not", "not_suspended")):
        with pytest.raises(Refused) as refused:
            suspensions.waive(row, cast.bob, number, reason)
        assert codes(refused) == [code]
    waiver = suspensions.waive(row, cast.bob, 2, "nobody else is there")
    logged = cast.tournament.log.count()
    assert suspensions.waive(row, cast.bob, 2, "nobody else is there") == waiver
    assert SuspensionWaiver.objects.count() == 1
    assert cast.tournament.log.count() == logged
    round_ = cast.round_in_play("2")
    assert 3 in seated(round_) | out(round_)


@pytest.mark.full
def test_a_table_that_was_drawn_before_has_what_was_played_there(cast: Cast) -> None:
    """Suspended after the round was published: the seat stays, until the desk decides."""
    round_ = cast.round_in_play("2")
    number = min(seated(round_))
    suspend(cast, entry(cast, number), 2)
    rows = suspended_seats.seated(results.read(cast.event), 2)
    assert [row.entry.number for row in rows] == [number]
    close(cast, round_)
    assert sums(cast, number)[-1].counts is Counts.PLAYED


def test_the_log_names_each_suspension_of_a_change(cast: Cast) -> None:
    whom = [(entry(cast, 3), (2, 2)), (entry(cast, 4), (2, 3)), (entry(cast, 4), (4, 4))]
    with change(cast.tournament, cast.director, Verb.ADJUST) as made:
        for suspended, (first, last) in whom:
            terms = SuspensionTerms(first, last, NUMBER, "shouted at the referee")
            suspensions.suspend_within(made, suspended, None, terms, ORIGIN)
    body = log_queries.body_of(cast.tournament.log.latest("seq").body)
    third, fourth = (entry(cast, number).uid for number in (3, 4))
    assert body["about"] == {"entry": third, "entry_2": fourth}
    assert body["details"]["suspended"] == [
        {"entry": third, "rounds": [2, 2]},
        {"entry": fourth, "rounds": [2, 3]},
        {"entry": fourth, "rounds": [4, 4]},
    ]
    assert verification.verify(cast.tournament) == []
