"""Places of the club's hall: one tournament holds one, from its first round in play to its end."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import translation

from tests import cast as people
from tests.cast import NORTH_TAKES_THE_PIG, Cast
from tests.tournaments.drawing import together
from tournaments import organise, wording
from tournaments.base.refusals import Reason, Refused
from tournaments.checks.verification import verify, verify_club
from tournaments.models import Deal, Event, Place, Result, Round, Table, Tournament
from tournaments.organise.drawing import held_places
from tournaments.record import ledger, log_queries
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.record.ledger import Origin, Report
from tournaments.results import queries


def event_beside(cast: Cast, name: str = "冬季赛", players: int = 8) -> Event:
    """Return an event of another tournament of the same club."""
    tournament = organise.create_tournament(
        cast.club, cast.director, name=name, starts_on=date(2026, 11, 22), time_zone="Asia/Shanghai"
    )
    plan = organise.EventPlan("双日赛", "gongzhu", {"preset": "classic"}, 1)
    event = organise.create_event(tournament, cast.director, plan)
    organise.add_entries(event, cast.director, [[f"{name}{n}"] for n in range(players)])
    return event


def draw(cast: Cast, event: Event) -> Round:
    return organise.draw_round(event, cast.director, seed="seed")


def numbers(round_: Round) -> list[int]:
    return held_places.table_numbers(round_)


def held(tournament: Tournament) -> list[int]:
    return sorted(tournament.places_held.values_list("number", flat=True))


def play(tournament: Tournament) -> None:
    for deal in Deal.objects.filter(event__tournament=tournament, done=False):
        with change(tournament, SYSTEM, Verb.RECORD_RESULT) as made:
            report = Report(Result.Kind.PLAYED, NORTH_TAKES_THE_PIG)
            ledger.post(made, deal, report, seen=0, origin=Origin(uid="sheet", label="sheet"))


def codes(values: Refused) -> list[str]:
    return [str(problem.code) for problem in values.problems]


@pytest.mark.full
def test_the_codes_of_places_stay_from_one_tournament_to_the_next(cast: Cast) -> None:
    made = {place.number: place.code for place in organise.add_places(cast.club, SYSTEM, 3)}
    round_ = cast.round_in_play()
    assert {table.number: table.code for table in cast.tournament.tables.all()} == {
        1: made[1],
        2: made[2],
    }
    cast.play(round_)
    organise.close_round(round_, cast.director)
    organise.finish_event(cast.event, cast.director)
    after = draw(cast, event_beside(cast))
    tables = Table.objects.filter(tournament=after.event.tournament)
    assert {table.number: table.code for table in tables} == {1: made[1], 2: made[2]}
    assert organise.add_places(cast.club, SYSTEM, 3) == []
    assert verify_club(cast.club) == []


@pytest.mark.full
def test_places_are_held_from_the_first_published_round_to_the_last_end(cast: Cast) -> None:
    round_ = cast.drawn_round()
    assert held(cast.tournament) == []
    organise.publish_round(round_, cast.director)
    assert held(cast.tournament) == [1, 2]
    cast.play(round_)
    organise.close_round(round_, cast.director)
    assert held(cast.tournament) == [1, 2]
    organise.finish_event(cast.event, cast.director)
    assert held(cast.tournament) == []
    finished = log_queries.about("event", cast.event, Verb.FINISH_EVENT)
    assert [entry["details"]["places_given_back"] for entry in finished] == [[1, 2]]
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_an_event_still_to_be_played_keeps_the_places(cast: Cast) -> None:
    plan = organise.EventPlan("第二项", "gongzhu", {"preset": "classic"}, 1)
    second = organise.create_event(cast.tournament, cast.director, plan)
    cast.closed_round()
    organise.finish_event(cast.event, cast.director)
    assert held(cast.tournament) == [1, 2]
    organise.delete_event(second, cast.director)
    assert held(cast.tournament) == []
    assert draw(cast, event_beside(cast)).matches.exists()
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_a_reopened_event_holds_its_free_places_again(cast: Cast) -> None:
    round_ = cast.closed_round()
    organise.finish_event(cast.event, cast.director)
    assert held(cast.tournament) == []
    beside = draw(cast, event_beside(cast, players=4))
    organise.publish_round(beside, cast.director)
    finished = Event.objects.select_related("tournament", "ruleset").get(pk=cast.event.pk)
    assert organise.reopen_event(finished, cast.director) == {"冬季赛": [1]}
    assert held(cast.tournament) == [2]
    assert held(beside.event.tournament) == [1]
    reopened = log_queries.about("event", cast.event, Verb.REOPEN_EVENT)
    assert [entry["details"]["places_held"] for entry in reopened] == [[2]]
    assert numbers(cast.drawn_round("2")) == [2, 3]
    assert numbers(round_) == [1, 2]
    assert verify(cast.tournament) == []


def test_a_withdrawn_first_draw_gives_the_places_back(cast: Cast) -> None:
    organise.withdraw_draw(cast.round_in_play(), cast.director, "somebody came late")
    assert held(cast.tournament) == []


@pytest.mark.full
def test_a_second_tournament_is_drawn_at_the_next_free_tables_and_stays_there(cast: Cast) -> None:
    round_ = cast.round_in_play()
    event = event_beside(cast)
    drawn = draw(cast, event)
    assert numbers(drawn) == [3, 4]
    found = organise.neighbour(drawn)
    assert found is not None
    assert (found.name, found.held, found.clashing) == (cast.tournament.name, (1, 2), ())
    organise.publish_round(drawn, cast.director)
    cast.play(round_)
    organise.close_round(round_, cast.director)
    organise.finish_event(cast.event, cast.director)
    play(event.tournament)
    organise.close_round(drawn, cast.director)
    assert numbers(draw(cast, event)) == [3, 4]
    assert held(event.tournament) == [3, 4]


@pytest.mark.full
def test_a_draft_whose_tables_were_taken_is_refused_and_moves_to_free_ones(cast: Cast) -> None:
    event = event_beside(cast)
    draft = draw(cast, event)
    assert numbers(draft) == [1, 2]
    cast.round_in_play()
    with pytest.raises(Refused) as refused:
        organise.publish_round(draft, cast.director)
    assert codes(refused.value) == [Reason.TABLES_HELD]
    with translation.override("en"):
        said = wording.problem_text(refused.value.problems[0])
    assert said == ("秋季赛 plays at table 1–2. Move this round to the tables that are free: 3–4.")
    draft.refresh_from_db()
    assert (draft.state, held(event.tournament)) == (Round.State.DRAFT, [])
    before = [seat["entry"] for seat in queries.shown_draw(draft)]
    notes_before = draft.reasons
    assert organise.move_to_free_tables(draft, cast.director) == (3, 4)
    draft.refresh_from_db()
    assert [seat["entry"] for seat in queries.shown_draw(draft)] == before
    assert [row["table"] for row in draft.reasons] == [3, 4, 0]
    assert [row["reasons"] for row in draft.reasons if row["table"]] == [
        row["reasons"] for row in notes_before if row["table"]
    ]
    assert sorted(draft.matches.values_list("number", flat=True)) == [3, 4]
    organise.publish_round(draft, cast.director)
    assert held(event.tournament) == [3, 4]
    assert verify(event.tournament) == []


@pytest.mark.full
@pytest.mark.databases
def test_a_moved_draft_may_overlap_the_tables_it_had(cast: Cast) -> None:
    event = event_beside(cast, players=12)
    draft = draw(cast, event)
    Place.objects.filter(club=cast.club, number=2).update(holder=cast.tournament)
    assert organise.move_to_free_tables(draft, cast.director) == (1, 3, 4)
    assert numbers(draft) == [1, 3, 4]
    assert sorted(draft.matches.values_list("number", flat=True)) == [1, 3, 4]


def test_only_a_draft_moves(cast: Cast) -> None:
    with pytest.raises(Refused) as refused:
        organise.move_to_free_tables(cast.round_in_play(), cast.director)
    assert codes(refused.value) == [Reason.ROUND_NOT_DRAFT]


@pytest.mark.full
def test_places_of_a_tournament_that_nobody_finished_are_given_back(cast: Cast) -> None:
    round_ = cast.round_in_play()
    with pytest.raises(Refused) as refused:
        organise.give_places_back(cast.tournament, cast.director)
    assert codes(refused.value) == [Reason.PLACES_IN_PLAY]
    cast.play(round_)
    organise.close_round(round_, cast.director)
    organise.give_places_back(cast.tournament, cast.director)
    assert held(cast.tournament) == []
    # Its next round asks for them again.
    organise.publish_round(cast.drawn_round(), cast.director)
    assert held(cast.tournament) == [1, 2]


def test_another_club_has_places_of_its_own(cast: Cast) -> None:
    cast.round_in_play()
    other = organise.create_club("城西", cast.charlie)
    made = organise.add_places(other, SYSTEM, 2)
    assert [place.number for place in made] == [1, 2]
    assert not {place.code for place in made} & {table.code for table in Table.objects.all()}


@pytest.mark.full
def test_tables_of_before_keep_their_codes_and_hold_no_place(cast: Cast) -> None:
    old = Table.objects.create(tournament=cast.tournament, number=1, code="OLD234")
    round_ = cast.round_in_play()
    assert numbers(round_) == [1, 2]
    assert cast.tournament.tables.get(number=1) == old
    assert held(cast.tournament) == [2]


@pytest.mark.databases
def test_a_code_names_one_place_or_one_table_without_a_place(cast: Cast) -> None:
    Table.objects.create(tournament=cast.tournament, number=8, code="OLD234")
    with pytest.raises(IntegrityError), transaction.atomic():
        Table.objects.create(tournament=cast.tournament, number=9, code="OLD234")
    place = organise.add_places(cast.club, SYSTEM, 1)[0]
    with pytest.raises(IntegrityError), transaction.atomic():
        Place.objects.create(club=cast.club, number=2, code=place.code)


@pytest.mark.databases
@pytest.mark.full
@pytest.mark.django_db(transaction=True)
def test_of_two_tournaments_that_publish_at_once_one_holds_a_place(transactional_db: None) -> None:
    cast = people.assemble()
    events = [cast.event, *(event_beside(cast, name) for name in ("甲赛", "乙赛", "丙赛"))]
    drafts = [draw(cast, event) for event in events]
    assert {tuple(numbers(draft)) for draft in drafts} == {(1, 2)}

    def publish(draft: Round) -> Any:
        fresh = Round.objects.select_related("event__tournament", "group__stage", "event__ruleset")
        return partial(organise.publish_round, fresh.get(pk=draft.pk), cast.director)

    answers = together(*[publish(draft) for draft in drafts])
    assert answers.count([Reason.TABLES_HELD]) == 3
    assert answers.count(None) == 1
    places = Place.objects.filter(club=cast.club).values_list("number", "holder")
    winner = drafts[answers.index(None)].event.tournament_id
    assert sorted(places) == [(1, winner), (2, winner)]


@pytest.mark.databases
@pytest.mark.full
@pytest.mark.django_db(transaction=True)
def test_of_two_first_draws_at_once_each_finds_the_same_places(transactional_db: None) -> None:
    cast = people.assemble()
    events = [cast.event, event_beside(cast, "甲赛"), event_beside(cast, "乙赛")]
    together(*[partial(draw, cast, event) for event in events])
    assert sorted(cast.club.places.values_list("number", flat=True)) == [1, 2]
    assert Table.objects.count() == 6
    assert len(set(Table.objects.values_list("code", flat=True))) == 2
