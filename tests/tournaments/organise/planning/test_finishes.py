"""The finish of an event asks first and can be taken back; the next evening is made from it."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from clubs.evenings import repeats
from tests import teams_cast
from tests.cast import PLAYERS, Cast
from tests.clock import At
from tournaments import organise, results
from tournaments.base.refusals import PlanReason, Reason, Refused
from tournaments.checks.verification import verify
from tournaments.models import (
    Event,
    EventState,
    Membership,
    Place,
    Publication,
    PublicationState,
    Tournament,
)
from tournaments.organise.stored_plans import plan_of
from tournaments.persons import keys
from tournaments.record.audit import Verb
from web.desk.events.finishes import day_of_next, name_of_day


def fresh(event: Event) -> Event:
    """Read an event anew, with what belongs to it."""
    return Event.objects.select_related("tournament", "ruleset").get(pk=event.pk)


@pytest.fixture
def desk(cast: Cast, client: Client) -> Client:
    client.force_login(cast.alice)
    client.cookies["django_language"] = "en"
    return client


@pytest.fixture
def over(cast: Cast) -> Event:
    """An event of one round that is finished."""
    cast.closed_round()
    organise.finish_event(fresh(cast.event), cast.director)
    return fresh(cast.event)


def states(event: Event) -> list[str]:
    shown = Publication.objects.filter(event=event, kind=Publication.Kind.STANDINGS)
    return list(shown.order_by("seq").values_list("state", flat=True))


@pytest.mark.full
def test_the_question_names_what_becomes_final_and_what_is_open(desk: Client, cast: Cast) -> None:
    cast.closed_round()
    page = desk.get(reverse("desk_finish", args=[cast.event.uid])).content.decode()
    assert "Rounds: 1 · deals: 4 · ranked: 8 players" in page
    assert "The correction period of the last round ends at" in page
    assert page.count("<ol") == 3  # where you are, the steps of the event, and the first three
    assert fresh(cast.event).state == EventState.PUBLISHED
    desk.post(reverse("desk_finish", args=[cast.event.uid]))
    assert fresh(cast.event).state == EventState.FINISHED


@pytest.mark.full
@pytest.mark.parametrize(("seconds", "is_open"), [(-1, True), (0, False), (1, False)])
def test_the_correction_period_is_told_until_it_ends(
    cast: Cast, at: At, seconds: int, is_open: bool
) -> None:
    closed = cast.closed_round()
    closed.refresh_from_db()
    assert closed.closed_at is not None
    until = closed.closed_at + timedelta(minutes=cast.event.correction_minutes)
    at(until + timedelta(seconds=seconds))
    outcome = organise.outcome_of(results.read(cast.event))
    assert outcome.correctable_until == (until if is_open else None)


@pytest.mark.full
def test_no_correction_period_runs_before_a_round_is_closed(cast: Cast) -> None:
    cast.round_in_play()
    outcome = organise.outcome_of(results.read(cast.event))
    assert outcome.correctable_until is None
    assert (outcome.rounds, outcome.deals) == (0, 0)


@pytest.mark.full
def test_an_event_in_play_is_not_asked_about(desk: Client, cast: Cast) -> None:
    cast.round_in_play()
    page = desk.get(reverse("desk_finish", args=[cast.event.uid])).content.decode()
    assert "Round 1 is not closed yet." in page
    assert "Not yet" not in page


@pytest.mark.full
@pytest.mark.databases
def test_a_finish_is_taken_back_and_the_event_goes_on(
    desk: Client, cast: Cast, over: Event
) -> None:
    assert states(over)[-1] == PublicationState.OFFICIAL
    address = reverse("desk_reopen", args=[over.uid])
    assert "The standings are provisional again" in desk.get(address).content.decode()
    desk.post(address)
    assert fresh(over).state == EventState.PUBLISHED
    assert states(over)[-1] == PublicationState.PROVISIONAL
    last = cast.tournament.log.order_by("seq").last()
    assert last is not None
    assert last.verb == Verb.REOPEN_EVENT
    cast.closed_round()
    organise.finish_event(fresh(over), cast.director)
    assert states(over)[-1] == PublicationState.OFFICIAL
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_who_plays_at_its_tables_by_now_is_named(desk: Client, cast: Cast, over: Event) -> None:
    other = organise.create_tournament(
        cast.club, cast.director, name="冬季赛", starts_on=date(2026, 11, 22), time_zone="UTC"
    )
    Place.objects.filter(club=cast.club).update(holder=other)
    page = desk.post(reverse("desk_reopen", args=[over.uid]), follow=True).content.decode()
    assert "冬季赛 plays at table 1–2 now. The next round is drawn at free tables." in page
    assert fresh(over).state == EventState.PUBLISHED


@pytest.mark.full
def test_a_finish_stays_once_prizes_were_set_by_it(desk: Client, cast: Cast, over: Event) -> None:
    address = reverse("desk_prizes", args=[over.uid])
    desk.post(address, {"amounts": "100\n50", "unit": "", "ties": "divided"})
    assert fresh(over).prizes, "the prizes are set"
    with pytest.raises(Refused) as refused:
        organise.reopen_event(over, cast.director)
    assert [problem.code for problem in refused.value.problems] == [PlanReason.PRIZES_BY_RESULT]
    page = desk.get(reverse("desk_reopen", args=[over.uid])).content.decode()
    assert "Take the prizes off first." in page
    organise.set_prizes(over, cast.director, {})
    organise.reopen_event(over, cast.director)
    assert fresh(over).state == EventState.PUBLISHED


def test_what_goes_on_has_no_finish_to_take_back(cast: Cast) -> None:
    with pytest.raises(Refused) as refused:
        organise.reopen_event(cast.event, cast.director)
    assert [problem.code for problem in refused.value.problems] == [Reason.EVENT_NOT_FINISHED]


@pytest.mark.full
def test_the_next_evening_has_rules_officials_and_whom_was_ticked(
    desk: Client, cast: Cast, over: Event
) -> None:
    Tournament.objects.update(place="文化馆")
    address = reverse("desk_tournament_repeat", args=[cast.tournament.uid])
    form = desk.get(address).context["form"]
    ticked = form.people[0]
    names = [name for _uid, name in ticked.field.choices]
    assert names == sorted(PLAYERS, key=keys.sort_key)
    assert ticked.value() == [uid for uid, _name in ticked.field.choices]
    kept = [uid for uid, name in ticked.field.choices if name not in ("甲", "丙")]
    sent = {"name": "秋季赛 11月28日", "starts_on": "2026-11-28", "plays-1": kept}
    answer = desk.post(address, sent)
    made = Tournament.objects.exclude(pk=cast.tournament.pk).get()
    event = made.events.get()
    assert answer["Location"] == reverse("desk_event", args=[event.uid])
    assert (made.name, made.place, made.starts_on) == (
        "秋季赛 11月28日",
        "文化馆",
        date(2026, 11, 28),
    )
    assert made.club == cast.club
    assert made.time_zone == cast.tournament.time_zone
    assert plan_of(event) == plan_of(over)
    assert event.seed != over.seed
    members = event.entries.order_by("number").values_list("members__person__name", flat=True)
    assert list(members) == [name for name in PLAYERS if name not in ("甲", "丙")]
    organise.draw_round(event, cast.director, method="random")


@pytest.mark.full
def test_the_next_evening_has_the_officials_and_a_log_of_its_own(cast: Cast, over: Event) -> None:
    evening = repeats.Evening("下一场", date(2026, 12, 1), {over: []})
    made = repeats.repeat_evening(cast.tournament, cast.director, evening)
    roles = Membership.objects.filter(tournament=made).values_list("user__username", "role")
    assert list(roles) == [("bob", "referee")]
    assert [entry.verb for entry in made.log.all()] == [Verb.REPEAT_EVENING]
    assert verify(made) == []
    assert verify(cast.tournament) == []


@pytest.mark.full
@pytest.mark.parametrize(
    ("ranking", "late"), [("points", "lower"), ("table_points", "none")], ids=["points", "tables"]
)
def test_the_next_evening_does_not_count_a_single_round_as_an_average(
    cast: Cast, over: Event, ranking: str, late: str
) -> None:
    Event.objects.update(ranking=ranking, sit_out_credit="average", late_credit="average")
    evening = repeats.Evening("下一场", date(2026, 12, 1), {fresh(over): []})
    event = repeats.repeat_evening(cast.tournament, cast.director, evening).events.get()
    assert (event.sit_out_credit, event.late_credit) == ("own_or_mean", late)
    assert fresh(over).sit_out_credit == "average"


def test_a_tournament_that_goes_on_is_not_repeated(desk: Client, cast: Cast) -> None:
    address = reverse("desk_tournament_repeat", args=[cast.tournament.uid])
    assert desk.get(address)["Location"] == reverse("desk_tournament", args=[cast.tournament.uid])
    assert Tournament.objects.count() == 1


@pytest.mark.full
def test_one_event_is_repeated_by_itself(desk: Client, cast: Cast, over: Event) -> None:
    plan = organise.EventPlan("另一项", "gongzhu", {"preset": "classic"}, 2)
    organise.create_event(cast.tournament, cast.director, plan)
    page = desk.get(reverse("desk_repeat", args=[over.uid]))
    assert [field.label for field in page.context["form"].people] == [over.name]
    again = desk.post(reverse("desk_repeat", args=[over.uid]), {"name": "", "starts_on": "x"})
    assert "Please fill in “Name”." in again.content.decode()


@pytest.mark.full
def test_teams_come_again_with_their_names_and_captains(db: None) -> None:
    teams = teams_cast.assemble(segments=1, drawn=False)
    event = teams.event
    evening = repeats.Evening("下一场", date(2026, 12, 1), {event: list(event.entries.all())})
    made = repeats.repeat_evening(event.tournament, teams.cast.director, evening).events.get()
    for column in ("name", "members__person__name", "members__role"):
        of_both = [sorted(each.entries.values_list("number", column)) for each in (event, made)]
        assert of_both[0] == of_both[1]
    assert plan_of(made) == plan_of(event)
    assert verify(made.tournament) == []


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("周五牌局", "周五牌局，12月4日"),
        ("周五牌局，11月21日", "周五牌局，12月4日"),
        ("周五牌局 2026-11-21", "周五牌局，12月4日"),
        ("周五牌局（11月21日）", "周五牌局，12月4日"),
        ("Club night, November 21", "Club night，12月4日"),
    ],
)
def test_the_name_of_an_evening_says_its_day(name: str, expected: str) -> None:
    earlier = Tournament(name=name, starts_on=date(2026, 11, 21))
    with translation.override("zh-hans"):
        assert name_of_day(earlier, date(2026, 12, 4)) == expected


@pytest.mark.parametrize(
    ("today", "expected"),
    [(21, 28), (22, 28), (27, 28), (28, 28), (20, 28)],
)
def test_the_next_evening_is_proposed_for_the_same_weekday_and_never_in_the_past(
    today: int, expected: int
) -> None:
    assert day_of_next(date(2026, 11, 21), date(2026, 11, today)) == date(2026, 11, expected)
    assert day_of_next(date(2026, 11, 21), date(2026, 11, 29)) == date(2026, 12, 5)


@pytest.mark.full
@pytest.mark.databases
def test_a_second_finish_from_an_old_page_says_that_it_is_done(
    desk: Client, cast: Cast, over: Event
) -> None:
    before = states(over)
    page = desk.post(reverse("desk_finish", args=[over.uid]), follow=True).content.decode()
    assert "The event is finished already. Nothing was changed." in page
    assert "and its standings are official" not in page
    assert (states(over), fresh(over).state) == (before, EventState.FINISHED)
