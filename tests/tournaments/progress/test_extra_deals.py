"""A deal is played between equals: it decides a place, counts for nothing else, and can be taken
back; and who was pig less often stands before his equals.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests import levels_cast
from tests.cast import Cast
from tests.levels_cast import DEALERS_KEEP, post
from tests.tournaments.drawing import codes
from tests.tournaments.structure.test_games import WEST_LOSES, begin
from tests.web.desk.home.test_desk import told, words
from tournaments import organise, results
from tournaments.base.refusals import Reason, Refused
from tournaments.checks import recount
from tournaments.checks.verification import verify
from tournaments.models import Event, ExtraDeal
from tournaments.progress import extra_deals
from tournaments.results import event_record
from tournaments.results.standings_input import standings_input
from tournaments.standings.round_scores import GameLoss, TieBreak

WHERE = "加赛一副，1号桌"


def finished(*tie_breaks: str) -> Cast:
    """Four pairs after a round of two matches: two have won alike, two have lost alike."""
    cast = levels_cast.assemble(deals=1, ranking="vp_15_10", tie_breaks=tie_breaks)
    round_ = cast.round_in_play()
    for deal in cast.deals(round_):
        post(cast, deal, DEALERS_KEEP)
    organise.close_round(round_, cast.director)
    return replace(cast, event=Event.objects.get(pk=cast.event.pk))


@pytest.fixture
def level(db: None) -> Cast:
    """An event in which an extra deal decides, and after it the lot."""
    return finished("net", "extra_deal", "lot")


def note(cast: Cast, place: int = 0, points: tuple[int, ...] = (-100, 30)) -> ExtraDeal:
    """Note a deal between those who are equal, in the order in which they stand."""
    tie = extra_deals.ties(results.read(cast.event))[place]
    points_of = dict(zip(tie, points, strict=True))
    return organise.note_extra_deal(cast.event, cast.director, points_of, WHERE)


def places(cast: Cast) -> list[tuple[int, bool, str]]:
    """Place, whether it is shared and what decided it, the best first."""
    rows = [standing.rank for standing in event_record.standings(results.read(cast.event))]
    return [(row.place, row.shared, row.decided_by.by if row.decided_by else "") for row in rows]


@pytest.mark.full
def test_those_who_are_equal_but_for_a_deal_are_named(level: Cast) -> None:
    order = [standing.rank.entry for standing in event_record.standings(results.read(level.event))]
    first, second = extra_deals.ties(results.read(level.event))
    assert [set(first), set(second)] == [set(order[:2]), set(order[2:])]


@pytest.mark.full
def test_the_deal_decides_before_the_lot_and_adds_nothing(level: Cast) -> None:
    assert [by for *_, by in places(level)] == ["lot"] * 4
    sums = [standing.rank.total for standing in event_record.standings(results.read(level.event))]
    better = extra_deals.ties(results.read(level.event))[0][1]
    note(level)
    rows = event_record.standings(results.read(level.event))
    assert rows[0].rank.entry == better
    assert rows[0].rank.decided_by is not None
    assert rows[0].rank.decided_by.by is TieBreak.EXTRA_DEAL
    assert rows[0].rank.decided_by.value == Fraction(30)
    assert [row.rank.total for row in rows] == sums
    assert [by for *_, by in places(level)] == ["extra_deal"] * 2 + ["lot"] * 2
    assert len(extra_deals.ties(results.read(level.event))) == 1
    assert verify(level.tournament) == []
    assert recount.recount(level.tournament) == []


@pytest.mark.full
def test_after_a_level_deal_another_one_is_played(level: Cast) -> None:
    note(level, points=(50, 50))
    assert len(extra_deals.ties(results.read(level.event))) == 2
    note(level, points=(0, 10))
    assert places(level)[0] == (1, False, "extra_deal")


@pytest.mark.full
def test_what_is_taken_back_decides_nothing_and_stays_in_the_record(level: Cast) -> None:
    before, extra = event_record.standings(results.read(level.event)), note(level)
    organise.take_back_extra_deal(extra, level.director, "misread")
    assert event_record.standings(results.read(level.event)) == before
    assert results.read(level.event).extra_deals == ()
    assert ExtraDeal.objects.count() == 2
    assert verify(level.tournament) == []
    with pytest.raises(Refused) as refused:
        organise.take_back_extra_deal(extra, level.director, "misread")
    assert codes(refused) == [Reason.EXTRA_DEAL_GONE]


@pytest.mark.full
def test_what_a_deal_decides_holds_from_its_round_on(level: Cast) -> None:
    note(level)
    first = event_record.standings(results.read(level.event), upto=1)[0].rank
    assert first.decided_by
    assert first.decided_by.by == "extra_deal"
    assert level.event.extra_deals.get().after_round == 1


@pytest.mark.full
@pytest.mark.parametrize("why", ["", "  "])
def test_a_reason_is_asked(level: Cast, why: str) -> None:
    tie = extra_deals.ties(results.read(level.event))[0]
    with pytest.raises(Refused) as refused:
        organise.note_extra_deal(level.event, level.director, dict.fromkeys(tie, 1), why)
    assert codes(refused) == [Reason.REASON_MISSING]


@pytest.mark.full
def test_all_who_are_equal_play_and_nobody_else(level: Cast) -> None:
    (first, _), (second, _) = extra_deals.ties(results.read(level.event))
    for wrong in ({first: 1}, {first: 1, second: 2}, {"nosuchentry0": 1}):
        with pytest.raises(Refused) as refused:
            organise.note_extra_deal(level.event, level.director, wrong, WHERE)
        assert codes(refused) == [Reason.EXTRA_DEAL_OF_OTHERS]


@pytest.mark.full
def test_points_have_an_end(level: Cast) -> None:
    with pytest.raises(Refused) as refused:
        note(level, points=(0, 100_001))
    assert codes(refused) == [Reason.EXTRA_DEAL_POINTS]


@pytest.mark.full
def test_none_is_noted_while_a_round_is_played(level: Cast) -> None:
    tie = extra_deals.ties(results.read(level.event))[0]
    level.round_in_play()
    with pytest.raises(Refused) as refused:
        organise.note_extra_deal(level.event, level.director, dict.fromkeys(tie, 1), WHERE)
    assert codes(refused) == [Reason.ROUND_NOT_CLOSED]


@pytest.mark.full
@pytest.mark.django_db
def test_where_no_deal_decides_none_is_noted() -> None:
    cast = finished("net", "lot")
    assert extra_deals.ties(results.read(cast.event)) == []
    uid = cast.event.entries.order_by("number")[0].uid
    with pytest.raises(Refused) as refused:
        organise.note_extra_deal(cast.event, cast.director, {uid: 1}, WHERE)
    assert codes(refused) == [Reason.EXTRA_DEAL_NOT_ASKED]


# At the desk.


@pytest.fixture
def desk(level: Cast, client: Client) -> Client:
    """The desk of Alice, who directs."""
    client.force_login(level.alice)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    return client


@pytest.mark.full
def test_a_director_notes_a_deal_and_takes_it_back(desk: Client, level: Cast) -> None:
    where = reverse("desk_extra_deals", args=[level.event.uid])
    assert where in words(desk.get(reverse("desk_event", args=[level.event.uid])))
    tie = extra_deals.ties(results.read(level.event))[0]
    form = {f"points-{uid}": value for uid, value in zip(tie, ("-40", "70"), strict=True)}
    answer = desk.post(where, {**form, "reason": WHERE}, follow=True)
    assert told(answer) == ["The extra deal is noted. The standings follow it."]
    extra = ExtraDeal.objects.get()
    assert WHERE in words(answer)
    back = reverse("desk_extra_deal_back", args=[extra.uid])
    assert told(desk.post(back, {"reason": ""}, follow=True)) == ["A reason is needed."]
    answer = desk.post(back, {"reason": "misread"}, follow=True)
    assert told(answer) == ["The extra deal is taken back."]


@pytest.mark.full
def test_who_would_finish_the_event_is_told_of_a_tie_that_waits_for_a_deal(
    desk: Client, level: Cast
) -> None:
    Event.objects.filter(pk=level.event.pk).update(rounds_planned=1)
    where = reverse("desk_event", args=[level.event.uid])
    sentence = "still to be decided by an extra deal"
    assert f"2 ties are {sentence}" in words(desk.get(where))
    note(level)
    assert f"1 tie is {sentence}" in words(desk.get(where))
    note(level)
    page = words(desk.get(where))
    assert sentence not in page
    assert "Finish the event" in page


@pytest.mark.full
def test_what_was_typed_stays_where_something_is_missing(desk: Client, level: Cast) -> None:
    tie = extra_deals.ties(results.read(level.event))[1]
    where = reverse("desk_extra_deals", args=[level.event.uid])
    answer = desk.post(where, {f"points-{tie[0]}": "55", f"points-{tie[1]}": "", "reason": "x"})
    page = words(answer)
    assert 'value="55"' in page
    assert page.count("Please fill in") >= 1
    assert not ExtraDeal.objects.exists()


@pytest.mark.full
def test_the_public_page_says_what_decided(desk: Client, level: Cast) -> None:
    note(level)
    page = words(desk.get(reverse("event", args=[level.event.uid])))
    assert "extra deal" in page


# Games (局) lost.


@pytest.mark.full
@pytest.mark.django_db
def test_who_was_pig_is_counted_where_games_are_played() -> None:
    evening = begin(most=6)
    Event.objects.filter(pk=evening.cast.event.pk).update(tie_breaks=["total", "fewest_games_lost"])
    event = Event.objects.get(pk=evening.cast.event.pk)
    assert standings_input(results.read(event)).tie_facts.games_lost == {}
    while not evening.stand().ended:
        evening.post(WEST_LOSES)
    west = evening.side("W").entries.get().uid
    facts = standings_input(results.read(event)).tie_facts
    assert facts.lost == (GameLoss(west, 1),)
    assert facts.within(1, 1).games_lost == {west: 1}
    assert facts.within(2, 9).games_lost == {}


@pytest.mark.full
@pytest.mark.django_db
def test_without_games_nobody_asks_who_lost_them() -> None:
    cast = finished("net", "fewest_games_lost", "lot")
    assert standings_input(results.read(cast.event)).tie_facts.games_lost is None
    assert TieBreak.FEWEST_GAMES_LOST not in [by for *_, by in places(cast)]
