"""What is shared of an event: pictures, the words of a link, the report, the podium."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.formats import date_format

from tests import teams_cast
from tests.cast import PLAYERS, Cast
from tests.samples import sampled
from tests.tournaments import over_boards
from tests.tournaments.results.made import knockouts
from tests.tournaments.results.made.events import played
from tests.web.publish.pages.test_queries_of_pages import (
    EVENTS,
    MOST,
    boards,
    individuals,
    pages_of,
    queries_of,
)
from tests.web.publish.reading import read
from tournaments import official, organise, results
from tournaments.models import BoardSource, Comparison, Event, Result, Round
from tournaments.record import ledger
from tournaments.record.audit import Verb, change
from tournaments.record.ledger import Origin, Report
from tournaments.results.event_record import standings
from tournaments.results.snapshot import EventSnapshot
from web.publish import publications
from web.publish.pages import event as events
from web.publish.pages import prizes
from web.publish.pages import table as tables
from web.publish.pages.walls import hall
from web.publish.pictures.scroll import LongPicture
from web.publish.publications import Publications
from web.publish.rank_columns import columns_of_event
from web.publish.served import public_picture
from web.publish.sharing import picture_words, podium, report, states

PUBLIC = "https://cards.example.org"


def event_of(cast: Cast) -> tuple[EventSnapshot, Publications]:
    event = Event.objects.select_related("tournament__club", "ruleset").get(pk=cast.event.pk)
    return publications.read_event(event, publications.needs_with_highlights)


def snapshot_of(cast: Cast) -> EventSnapshot:
    snapshot, _published = event_of(cast)
    return snapshot


def finish(cast: Cast, round_: Round) -> None:
    cast.play(round_)
    organise.close_round(round_, cast.director)
    organise.finish_event(Event.objects.get(pk=cast.event.pk), cast.director)


def test_in_play_a_cover_says_that_it_is_provisional_and_who_leads(
    cast: Cast, round_: Round
) -> None:
    cast.post(cast.deals(round_)[0])
    shown = picture_words.cover(*event_of(cast))
    assert shown.state.tone == "live"
    assert shown.state.limit
    assert not shown.state.seal
    first = results.event_record.standings(snapshot_of(cast))[0]
    assert shown.places[0].name == first.competitor.name


@pytest.mark.full
def test_what_is_told_of_an_event_asks_nothing_beside_its_read(
    cast: Cast, round_: Round, django_assert_num_queries: Any
) -> None:
    finish(cast, round_)
    snapshot, _ = event_of(cast)
    with django_assert_num_queries(3):
        published = publications.read(snapshot.event, events.needs(snapshot))
    with django_assert_num_queries(0):
        page = events.read(snapshot, published)
        assert page.is_official
        assert page.mark
        assert picture_words.cover(snapshot, published).state.seal
        assert picture_words.poster(snapshot, published).facts
        assert isinstance(picture_words.long_picture(snapshot, published), LongPicture)
        assert report.report(snapshot, published)
        assert podium.read(snapshot, published).is_official


@pytest.mark.full
def test_clocks_and_late_prizes_are_read_with_the_publications(
    cast: Cast, round_: Round, django_assert_num_queries: Any
) -> None:
    Event.objects.update(round_minutes=60)
    event = Event.objects.select_related("tournament__club", "ruleset").get(pk=cast.event.pk)
    snapshot = results.read(event)
    shown = snapshot.public_rounds[0]
    pages: list[tuple[Any, Any, tuple[Any, ...]]] = [
        (hall.needs_of_seating, hall.seating, ()),
        (hall.needs_of_standings, hall.standings, ()),
        (tables.needs, tables.read, (shown, 1)),
        (prizes.needs, prizes.read, ()),
    ]
    for needs, page_of, given in pages:
        published = publications.read(event, needs(snapshot, *given))
        with django_assert_num_queries(0):
            page = page_of(snapshot, published, *given)
        if page_of is not prizes.read:
            assert page.clock is not None


@pytest.mark.full
def test_a_finished_event_has_its_seal(cast: Cast, round_: Round) -> None:
    finish(cast, round_)
    assert states.is_official(*event_of(cast))
    state = states.state(*event_of(cast))
    assert state.seal
    assert not state.limit


def test_before_the_draw_a_cover_says_how_many_are_entered(cast: Cast) -> None:
    shown = picture_words.cover(*event_of(cast))
    assert shown.felt.told == f"{len(PLAYERS)}人"
    assert shown.state.sentence == ""
    assert shown.places == ()
    day = date_format(cast.event.tournament.starts_on, "MONTH_DAY_FORMAT")
    assert day in shown.instead[0]
    assert day not in shown.head.over


def test_a_picture_of_a_knockout_names_the_round_that_was_reached() -> None:
    """Its sums rank nobody, and six who share the first place have no medal."""
    read = played(knockouts.final(), {2011: knockouts.AWAY, 2012: knockouts.DRAWS})
    rows = standings(read)
    with translation.override("en"):
        columns = columns_of_event(read.event, rows)
        shown = states.places(read, rows, columns, 2)
        equal = [replace(row, rank=replace(row.rank, place=1)) for row in rows]
        medals = {row.medal for row in states.places(read, equal, columns, 2)}
    assert [row.total for row in shown] == ["Final won", "Final"]
    assert [row.medal for row in shown] == [1, 2]
    assert medals == {0}


@pytest.mark.full
def test_the_long_picture_has_ranks_and_highlights_and_tells_who_won(
    cast: Cast, round_: Round
) -> None:
    cast.play(round_)
    assert picture_words.poster(*event_of(cast)).facts == ()
    finish_round(cast, round_)
    shown = picture_words.poster(*event_of(cast))
    [ranked] = shown.lists
    assert len(ranked.places) == len(PLAYERS)
    assert len(shown.facts) == 3
    ended = picture_words.long_picture(*event_of(cast))
    assert isinstance(ended, LongPicture)
    assert ended.evening.fields[0].story


def finish_round(cast: Cast, round_: Round) -> None:
    organise.close_round(round_, cast.director)
    organise.finish_event(Event.objects.get(pk=cast.event.pk), cast.director)


@pytest.mark.full
def test_what_is_sealed_is_in_no_picture_and_no_report(db: None) -> None:
    cast = over_boards.assemble()
    deals = cast.deals(cast.round_in_play())
    cast.post(deals[0])
    read = event_of(cast)
    assert picture_words.cover(*read).places == ()
    assert picture_words.poster(*read).lists == ()
    assert picture_words.poster(*read).state.limit
    assert picture_words.day(*read, 1).rank == ""
    assert {row.score for row in picture_words.day(*read, 1).rows} == {"—"}
    picture = picture_words.deal_picture(deals[0])
    assert {seat.points for seat in picture.seats} == {""}
    assert {seat.cards for seat in picture.seats} == {()}
    assert picture.facts == ()
    assert picture.state is not None
    lines = report.report(*read)
    assert not any("1." in line for line in lines)


@pytest.mark.full
def test_a_day_has_every_round_with_what_it_came_to(cast: Cast, round_: Round) -> None:
    cast.play(round_)
    day = picture_words.day(*event_of(cast), 1)
    assert len(day.rows) == 1
    assert day.rank
    assert day.rows[0].score not in {"", "0"}


@pytest.mark.full
def test_the_day_of_a_team_has_one_row_a_round_with_both_rooms(db: None) -> None:
    teams = teams_cast.assemble(segments=1, boards=BoardSource.MADE, comparison=Comparison.IMP)
    teams.reveal(teams.segment(1))
    event = Event.objects.select_related("tournament__club", "ruleset").get(pk=teams.event.pk)
    shown = publications.read_event(event, publications.needs_with_highlights)
    with translation.override("en"):
        [row] = picture_words.day(*shown, 1).rows
    assert [table.where.partition(" · ")[0] for table in row.tables] == ["open room", "closed room"]
    assert all(len(table.others) == 1 for table in row.tables)


@pytest.mark.full
def test_a_report_has_at_most_ten_lines(cast: Cast, round_: Round, settings: Any) -> None:
    settings.PUBLIC_ADDRESS = PUBLIC
    for is_finished in (False, True):
        if is_finished:
            finish(cast, round_)
        lines = report.report(*event_of(cast))
        assert 3 <= len(lines) <= report.LINES
        assert cast.event.name in lines[0]
        assert lines[-1] == f"{PUBLIC}/e/{cast.event.uid}/"
    assert len(lines) == report.LINES
    first = results.event_record.standings(snapshot_of(cast))[0]
    assert lines[2].startswith(f"1. {first.competitor.name} ")


@pytest.mark.full
def test_the_page_of_the_report_needs_no_script(cast: Cast, round_: Round, client: Client) -> None:
    finish(cast, round_)
    page = client.get(reverse("share", args=[cast.event.uid])).content.decode()
    text = re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)
    assert text is not None
    assert text[1].splitlines() == list(report.report(*event_of(cast)))


@pytest.mark.full
def test_the_podium_stands_once_the_event_is_finished(
    cast: Cast, round_: Round, english: Client
) -> None:
    uid = cast.event.uid
    for name in ("winners", "hall_winners"):
        assert "once the event is finished" in read(english, reverse(name, args=[uid]))
    prizes = {"amounts": ["300", "200"], "things": ["茶叶一盒"]}
    organise.set_prizes(cast.event, cast.director, prizes)
    finish(cast, round_)
    page = podium.read(*event_of(cast))
    [first] = page.podiums
    assert [place.place for place in first.places] == sorted(one.place for one in first.places)
    assert any(place.prize for place in first.places)
    for name in ("winners", "hall_winners"):
        markup = english.get(reverse(name, args=[uid])).content.decode()
        assert 'class="seal"' in markup
        assert all(place.name in markup for place in first.places)
        assert "podium-prize" in markup
    wall = english.get(reverse("hall_standings", args=[uid])).content.decode()
    assert ('class="seal"' in wall) == page.podiums[0].has_steps


@pytest.mark.full
def test_equals_share_a_place_without_steps(cast: Cast, round_: Round, english: Client) -> None:
    finish(cast, round_)
    [first] = podium.read(*event_of(cast)).podiums
    markup = english.get(reverse("winners", args=[cast.event.uid])).content.decode()
    assert first.has_steps == (len(first.places) == 3)
    assert ('class="podium-list' in markup) == (not first.has_steps)


@pytest.mark.full
def test_highlights_are_told_between_rounds_where_the_event_wants_them(
    cast: Cast, round_: Round, english: Client
) -> None:
    address = reverse("event", args=[cast.event.uid])
    cast.play(round_)
    assert "Deal of the evening" not in read(english, address)
    organise.close_round(round_, cast.director)
    assert "Deal of the evening" in read(english, address)
    assert reverse("share", args=[cast.event.uid]) in english.get(address).content.decode()
    english.force_login(cast.alice)
    settings_page = reverse("desk_settings", args=[cast.event.uid])
    form = english.get(settings_page).context["form"]
    sent = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    assert sent.pop("has_highlights") is True
    assert english.post(settings_page, sent).status_code == 302
    assert not Event.objects.get(pk=cast.event.pk).has_highlights
    assert "Deal of the evening" not in read(english, address)
    assert picture_words.poster(*event_of(cast)).facts == ()


@pytest.mark.full
def test_a_correction_is_sealed_as_a_new_version(cast: Cast, round_: Round) -> None:
    finish(cast, round_)
    deal = cast.deals(round_)[0]
    with change(cast.tournament, cast.director, Verb.RECORD_RESULT) as made:
        report_ = Report(Result.Kind.NOT_PLAYED, {})
        ledger.post(made, deal, report_, seen=1, origin=Origin("x", "x"), reason="misread")
    assert states.state(*event_of(cast)).seal
    assert [version.reason for version in official.final_of(cast.event).versions] == ["", "misread"]


@pytest.mark.full
@pytest.mark.parametrize(
    "finished", [pytest.param(False, marks=pytest.mark.nightly), True], ids=["in_play", "finished"]
)
@pytest.mark.parametrize(
    "of", sampled(EVENTS, (individuals, boards)), ids=lambda of: str(of.__name__)
)
def test_what_is_shared_asks_little_beside_the_read_of_its_event(
    db: None, client: Client, settings: Any, of: Callable[..., Event], finished: bool
) -> None:
    settings.PUBLIC_ADDRESS = PUBLIC
    event = of(finished=finished)
    deal = event.deals.filter(done=True).last()
    of_kind: dict[str, list[Any]] = {"entry_picture": [event.uid, 1]}
    of_kind |= {"deal_picture": [deal.uid]} if deal else {}
    pictures = {
        name: reverse(name, args=[*of_kind.get(name, [event.uid]), "en"])
        for name in public_picture.KINDS
        if (name != "deal_picture" or deal) and (name != "event_scroll" or finished)
    }
    asked = {name: queries_of(client, at) for name, at in (*pages_of(event), *pictures.items())}
    assert len(asked) > len(pictures)
    assert {name: number for name, number in asked.items() if number > MOST} == {}
