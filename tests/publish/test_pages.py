"""What the public pages say: where one sits, how it stands, and the sum behind every number."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import formats, translation

from referee import entry
from tests import cast as people
from tests.cast import Cast
from tests.publish import addresses
from tests.referee.hall import WEST_TAKES_ALL, Hall
from tests.toy_game import ToyCode, toy_registered
from tournaments import ledger, organise, queries, wording
from tournaments.audit import SYSTEM, Verb, change
from tournaments.ledger import Origin, Report
from tournaments.models import (
    Entry,
    Event,
    Publication,
    Result,
    Round,
    RuleSet,
    Seat,
    Side,
    Tournament,
)
from tournaments.publish.pages import hall

MINUS = "\N{MINUS SIGN}"


@pytest.fixture
def round_(cast: Cast) -> Round:
    return cast.round_in_play()


@pytest.fixture
def english(client: Client) -> Client:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def read(client: Client, address: str, **asked: str) -> str:
    """Return a page's words with the markup taken out, one space between two."""
    answer = client.get(address, asked)
    assert answer.status_code == 200
    return words(answer.content.decode())


def words(markup: str) -> str:
    """Return what a reader sees of some markup."""
    inside, text = False, []
    for char in markup:
        inside = char == "<" or (inside and char != ">")
        if not inside:
            text.append(" " if char == ">" else char)
    return " ".join("".join(text).split())


def test_the_first_page_says_which_events_are_played_and_how_far(
    cast: Cast, round_: Round, english: Client
) -> None:
    cast.post(cast.deals(round_)[0])
    page = read(english, reverse("home"))
    assert "秋季赛 城北棋牌俱乐部 · Nov. 21, 2026" in page
    assert "个人赛 In play Round 1 is in play: 1 of 4 deals are in." in page


@pytest.mark.django_db
def test_an_installation_that_nobody_owns_leads_to_the_first_run(english: Client) -> None:
    answer = english.get(reverse("home"))
    assert f'href="{reverse("setup")}"' in answer.content.decode()
    assert "Nothing is being played here yet." not in answer.content.decode()
    organise.create_club("城北棋牌俱乐部", people.account("alice"))
    stamp = {"If-None-Match": answer["ETag"]}
    again = english.get(reverse("home"), headers=stamp)
    assert again.status_code == 200
    assert reverse("setup") not in again.content.decode()


@pytest.mark.django_db
def test_an_empty_installation_tells_a_newcomer_what_to_do(english: Client) -> None:
    organise.create_club("城北棋牌俱乐部", people.account("alice"))
    page = read(english, reverse("home"))
    assert "Nothing is being played here yet." in page
    assert "sign in at the desk" in page


def test_what_has_begun_stands_before_what_has_not(
    cast: Cast, round_: Round, english: Client
) -> None:
    later = organise.create_tournament(
        cast.club, cast.director, name="冬季赛", starts_on=date(2026, 12, 24), time_zone="UTC"
    )
    plan = organise.EventPlan("未开始", "gongzhu", {"preset": "classic"})
    organise.create_event(later, cast.director, plan)
    page = read(english, reverse("home"))
    assert page.index("个人赛") < page.index("未开始")


def test_who_sits_where_is_listed_by_the_numbers_of_the_entries(
    cast: Cast, round_: Round, english: Client
) -> None:
    page = english.get(reverse("event", args=[cast.event.uid])).context["page"]
    assert [place.seat.entry for place in page.places] == list(range(1, 9))


def test_the_story_of_a_result_says_which_seats_recorded_and_confirmed_it(
    cast: Cast, english: Client
) -> None:
    hall = Hall.of(cast)
    writer, sealed = hall.writer(), hall.sheet()
    entry.submit(writer=writer, sealed=sealed)
    entry.confirm(writer=writer, sealed=hall.agreement(sealed, "S"))
    corrected = hall.sheet(report=WEST_TAKES_ALL, recorder="referee", seen=1)
    entry.submit(writer=hall.official(), sealed=corrected)
    entry.confirm(
        writer=hall.official(), sealed=hall.agreement(corrected, "referee"), reason="misread"
    )
    page = read(english, reverse("deal", args=[hall.deal().uid]))
    assert "from the sheet of the table · North recorded, South confirmed" in page
    assert "decided by the referee · the referee recorded, the referee confirmed" in page


def test_an_event_before_its_first_round_says_so(cast: Cast, english: Client) -> None:
    page = read(english, reverse("event", args=[cast.event.uid]))
    assert "No round has been published yet." in page
    assert "Where do I sit?" not in page


@pytest.mark.parametrize("asked", ["丙", " 3 "])
def test_a_player_finds_his_seat_by_his_name_or_by_his_number(
    cast: Cast, round_: Round, english: Client, asked: str
) -> None:
    seat = Seat.objects.get(person__name="丙")
    address = reverse("event", args=[cast.event.uid])
    with translation.override("en"):
        where = f"Table {seat.sitting.table.number} · {wording.seat_name(seat.label)}"
    assert answers(english, address, asked) == [f"丙 {where}"]
    assert answers(english, address, "") == []


@pytest.mark.django_db
def test_a_whole_name_is_meant_before_names_that_contain_it(english: Client) -> None:
    large = people.assemble(players=32)
    large.round_in_play()
    address = reverse("event", args=[large.event.uid])
    assert [found.split()[0] for found in answers(english, address, "9号")] == ["9号"]
    found = {words_.split()[0] for words_ in answers(english, address, "2号")}
    assert found == {"12号", "22号", "32号"}
    assert answers(english, address, "号") == []
    assert "Write more of the name." in read(english, address, q="号")


def answers(client: Client, address: str, asked: str) -> list[str]:
    """Return what the page answers to `where do I sit`."""
    page = client.get(address, {"q": asked}).content.decode()
    found = page.split('class="where"')[1:]
    return [words("<" + part.partition("</div>")[0]) for part in found]


def test_a_name_that_nobody_has_is_said_and_kept_in_the_box(
    cast: Cast, round_: Round, english: Client
) -> None:
    answer = english.get(reverse("event", args=[cast.event.uid]), {"q": "<b>龙"})
    page = answer.content.decode()
    assert "Nobody called “&lt;b&gt;龙” sits in this round." in page
    assert 'value="&lt;b&gt;龙"' in page


def test_the_live_part_of_a_search_goes_on_with_the_search(
    cast: Cast, round_: Round, english: Client
) -> None:
    page = english.get(reverse("event", args=[cast.event.uid]), {"q": "丙"}).content.decode()
    assert f'data-live="/e/{cast.event.uid}/live/?q=%E4%B8%99"' in page


def test_a_row_of_the_standings_opens_to_its_rounds_and_adjustments(
    cast: Cast, round_: Round, english: Client
) -> None:
    cast.play(round_)
    entry = cast.event.entries.get(number=1)
    with change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        ledger.adjust(
            made, entry, Fraction(-40), reason="迟到十分钟", origin=Origin("ruling", "ruling")
        )
    page = english.get(reverse("event", args=[cast.event.uid])).content.decode()
    _, _, sum_ = page.partition(f'id="sum-{entry.uid}"')
    sum_ = words("<" + sum_.partition("</tr>")[0])
    assert "Round 1 , 2 deals" in sum_
    assert f"迟到十分钟 {MINUS}40" in sum_
    assert reverse("entry", args=[cast.event.uid, 1]) in page


def test_an_entry_shows_every_deal_and_they_add_up(
    cast: Cast, round_: Round, english: Client
) -> None:
    cast.post(cast.deals(round_)[0])
    seat = cast.deals(round_)[0].sitting.seats.get(label="E")
    entry = seat.side.entries.get()
    page = read(english, reverse("entry", args=[cast.event.uid, entry.number]))
    assert "Table 1 · East" in page
    assert "Deal 1 +200 Deal 2 not in yet +200" in page


def test_a_round_shows_its_tables_and_how_it_was_drawn(
    cast: Cast, round_: Round, english: Client
) -> None:
    cast.post(cast.deals(round_)[0])
    page = read(english, reverse("round", args=[cast.event.uid, 1]))
    assert "1 of 4 deals are in" in page
    assert "Table 1 1 of 2 deals" in page
    assert "Table 2 0 of 2 deals" in page
    assert f"Seed {round_.seed} Procedure {round_.algorithm}" in page
    assert "Nobody meets anybody for the second time." in page


def test_a_round_names_those_who_meet_again(cast: Cast, round_: Round, english: Client) -> None:
    cast.play(round_)
    organise.close_round(round_, cast.director)
    second = cast.round_in_play("another")
    assert any(reason["met_before"] for reason in second.reasons)
    page = read(english, reverse("round", args=[cast.event.uid, 2]))
    assert "who have met 1 time before" in page


def test_a_deal_without_a_result_says_so(cast: Cast, round_: Round, english: Client) -> None:
    page = read(english, addresses.page_of(cast.deals(round_)[0]))
    assert "This deal has no confirmed result yet." in page


def test_a_deal_shows_what_was_won_and_how_it_adds_up(
    cast: Cast, round_: Round, english: Client
) -> None:
    deal = cast.deals(round_)[0]
    cast.post(deal)
    answer = english.get(addresses.page_of(deal)).content.decode()
    for card in ("SQ", "DJ", "C10", "HA"):
        assert f'data-card="{card}"' in answer
    _, _, settlement = answer.partition('class="settlement"')
    totals = [
        words("<" + part.partition("</p>")[0]) for part in settlement.split('sum-total"')[1:5]
    ]
    assert totals == [f"{MINUS}100", "+100", "+50", "+200"]


def test_a_corrected_deal_tells_its_story_with_the_reason(
    cast: Cast, round_: Round, english: Client
) -> None:
    deal = cast.deals(round_)[0]
    cast.post(deal)
    cast.post(deal, seen=1, reason="记录单抄错了座位")
    page = read(english, addresses.page_of(deal))
    assert "Version 2 counts" in page
    assert "Reason: 记录单抄错了座位" in page
    assert "Version 1 replaced" in page


def test_times_are_those_of_the_place_where_it_is_played(
    cast: Cast, round_: Round, english: Client
) -> None:
    deal = cast.deals(round_)[0]
    Tournament.objects.filter(pk=cast.tournament.pk).update(time_zone="America/Lima")
    there = cast.post(deal).created_at.astimezone(ZoneInfo("America/Lima"))
    with translation.override("en"):
        expected = formats.date_format(there, "DATETIME_FORMAT")
    assert expected in read(english, addresses.page_of(deal))


def test_the_rules_are_sentences_in_both_languages(cast: Cast, client: Client) -> None:
    address = reverse("rules", args=[cast.event.uid])
    for language in ("en", "zh-hans"):
        client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
        page = client.get(address).content.decode()
        assert page.count("<li>") > 10
        assert "%(" not in page


@pytest.fixture
def _toy_words() -> Iterator[None]:
    wording.register(ToyCode, dict(zip(ToyCode, ToyCode, strict=True)))
    yield
    wording.unregister(ToyCode)


@pytest.mark.usefixtures("_toy_words")
def test_a_game_without_a_fragment_of_its_own_is_shown_as_it_was_reported(
    cast: Cast, round_: Round, english: Client
) -> None:
    deal = cast.deals(round_)[0]
    with toy_registered():
        rules = RuleSet.objects.create(game="toy", name="plain", rules={}, schema=1, digest="x")
        Event.objects.filter(pk=cast.event.pk).update(game="toy", ruleset=rules)
        deal.event.refresh_from_db()
        won = {"won": {"N": 4, "W": 3, "S": 3, "E": 3}}
        with change(cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
            report = Report(Result.Kind.PLAYED, won)
            ledger.post(made, deal, report, seen=0, origin=Origin("sheet", "sheet"))
        page = read(english, addresses.page_of(deal))
    assert "won {&quot;E&quot;:3,&quot;N&quot;:4" in page


def test_a_table_where_seats_were_exchanged_is_shown_once_with_both_seatings(
    cast: Cast, round_: Round, english: Client
) -> None:
    cast.play(round_)
    sitting = cast.deals(round_)[0].sitting
    one, other = (sitting.seats.get(label=label).person.name for label in "NW")
    organise.exchange_seats(sitting, cast.director, {"N": "W", "W": "N"}, 1, 1, "wrong chairs")
    page = read(english, reverse("round", args=[cast.event.uid, 1]))
    assert page.count("Table 1 Done") == 1
    parts = page.partition("each part shows who sat where")[2].partition("Table 2")[0]
    assert parts.index(f"N {other}") < parts.index(f"W {one}") < parts.index(f"N {one}")
    seats = read(english, reverse("event", args=[cast.event.uid])).partition("Where do I sit?")[2]
    assert seats.partition("Standings")[0].count("Table 1") == 4


def fine(cast: Cast, entry: Entry, points: int, side: Side | None = None) -> None:
    """Give penalty points; with a side they count at the end of its game."""
    with change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        origin = Origin("ruling", "ruling")
        ledger.adjust(made, entry, Fraction(points), reason="迟到", origin=origin, side=side)


def test_a_finished_table_says_places_penalties_and_table_points(
    cast: Cast, round_: Round, english: Client
) -> None:
    cast.play(round_)
    east = cast.deals(round_)[0].sitting.seats.get(label="E").side
    fine(cast, east.entries.get(), -500, east)
    page = read(english, reverse("round", args=[cast.event.uid, 1]))
    name = east.entries.get().members.get().person.name
    assert f"3. {name} points +400, penalties {MINUS}500 · table points 1" in page


def test_a_table_that_is_not_over_gives_no_places(
    cast: Cast, round_: Round, english: Client
) -> None:
    cast.post(cast.deals(round_)[0])
    assert "table points" not in read(english, reverse("round", args=[cast.event.uid, 1]))


def test_what_has_changed_since_publication_is_said(
    cast: Cast, round_: Round, english: Client
) -> None:
    cast.play(round_)
    organise.close_round(round_, cast.director)
    address = reverse("event", args=[cast.event.uid])
    assert "The standings after round 1 stand as they were published" in read(english, address)
    fine(cast, cast.event.entries.get(number=2), -1000)
    page = read(english, address)
    assert "Changed in the standings after round 1 since they were published" in page
    assert "乙: rank" in page
    assert f"{MINUS}1000" in page


def test_a_draw_that_was_published_twice_says_so(
    cast: Cast, round_: Round, english: Client
) -> None:
    address = reverse("round", args=[cast.event.uid, 1])
    assert "changed afterwards" not in read(english, address)
    with change(cast.tournament, SYSTEM, Verb.PUBLISH) as made:
        shown = queries.shown_draw(round_)
        ledger.publish(made, cast.event, Publication.Kind.DRAW, shown, round_=round_)
    assert "changed afterwards" in read(english, address)


def test_two_rounds_give_a_line_of_ranks_and_a_page_of_all(
    cast: Cast, round_: Round, english: Client
) -> None:
    cast.play(round_)
    organise.close_round(round_, cast.director)
    event = reverse("event", args=[cast.event.uid])
    ranks = reverse("ranks", args=[cast.event.uid])
    assert 'class="spark"' not in english.get(event).content.decode()
    cast.play(cast.round_in_play())
    assert english.get(event).content.decode().count('class="spark"') == len(people.PLAYERS)
    page = english.get(ranks).content.decode()
    assert page.count("<polyline") == len(people.PLAYERS)
    assert "Round 2" in words(page)


def test_before_the_first_result_there_are_no_ranks(cast: Cast, english: Client) -> None:
    page = read(english, reverse("ranks", args=[cast.event.uid]))
    assert "The ranks appear here with the first result." in page


@pytest.mark.django_db
def test_who_sits_out_is_told_where_seats_are_and_on_the_own_page(english: Client) -> None:
    odd = people.assemble(players=9)
    round_ = odd.round_in_play()
    entry = round_.sit_outs.get().entry
    event = odd.event.uid
    assert "Sits out" in " ".join(
        answers(english, reverse("event", args=[event]), str(entry.number))
    )
    assert "sits out" in read(english, reverse("event", args=[event]))
    odd.play(round_)
    own = read(english, reverse("entry", args=[event, entry.number]))
    assert "Sat out: the round counts nothing so far." in own
    assert "Sitting out:" in read(english, reverse("hall_seating", args=[event]))


@pytest.mark.django_db
def test_a_house_player_has_a_page_and_no_rank(english: Client) -> None:
    cast = people.assemble(players=8)
    Entry.objects.filter(number=8).update(kind=Entry.Kind.HOUSE)
    cast.play(cast.round_in_play())
    own = read(english, reverse("entry", args=[cast.event.uid, 8]))
    assert "A house player: fills a table and is not ranked." in own
    assert "Rank " not in own.partition("Deal 1")[0]
    assert len(queries.standings(cast.event)) == 7


def test_the_deals_of_a_table_lead_to_one_another(
    cast: Cast, round_: Round, english: Client
) -> None:
    first, second = cast.deals(round_)[:2]
    page = english.get(reverse("deal", args=[first.uid])).content.decode()
    assert f'rel="next" href="{reverse("deal", args=[second.uid])}"' in page
    page = english.get(reverse("deal", args=[second.uid])).content.decode()
    assert f'rel="prev" href="{reverse("deal", args=[first.uid])}"' in page
    assert 'rel="next"' not in page


def test_the_hall_shows_seats_and_standings_in_screens(
    cast: Cast, round_: Round, english: Client
) -> None:
    seating = english.get(reverse("hall_seating", args=[cast.event.uid])).content.decode()
    assert all(name in seating for name in people.PLAYERS)
    assert seating.count("<tbody data-hall-screen") == 1
    standings = english.get(reverse("hall_standings", args=[cast.event.uid])).content.decode()
    assert standings.count('<span class="hall-name">') == len(people.PLAYERS)


@pytest.mark.parametrize(("rows", "lengths"), [(0, []), (4, [4]), (12, [6, 6]), (200, [10] * 20)])
def test_no_screen_of_the_hall_is_longer_than_can_be_read(rows: int, lengths: list[int]) -> None:
    assert [len(screen) for screen in hall.screens(range(rows))] == lengths
