"""The page of a deal: what was won, how it adds up, and the story of its result."""

from __future__ import annotations

from collections.abc import Iterator
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import formats, translation

from referee.sheets import entry
from tests.cast import NORTH_TAKES_THE_PIG, Cast
from tests.referee.hall import WEST_TAKES_ALL, Hall
from tests.toy_game import ToyCode, toy_registered
from tests.web.publish import addresses
from tests.web.publish.reading import MINUS, read, words
from tournaments import organise, wording
from tournaments.models import Deal, Event, Result, Round, RuleSet, Tournament
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.record.ledger import Origin, Report


@pytest.mark.full
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
    totals = [
        words("<" + part.partition("</summary>")[0])
        for part in answer.split('deal-sum-total"')[1:5]
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


@pytest.mark.full
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
    assert "corrected by the referee · the referee recorded, the referee confirmed" in page


@pytest.mark.full
def test_the_first_word_of_a_referee_on_a_deal_is_no_correction(cast: Cast, client: Client) -> None:
    hall = Hall.of(cast)
    for seen, report in enumerate([NORTH_TAKES_THE_PIG, WEST_TAKES_ALL]):
        sealed = hall.sheet(report=report, recorder="referee", seen=seen)
        entry.submit(writer=hall.official(), sealed=sealed)
        agreement = hall.agreement(sealed, "referee")
        entry.confirm(writer=hall.official(), sealed=agreement, reason="misread")
        client.defaults["HTTP_ACCEPT_LANGUAGE"] = "zh-hans"
        page = read(client, reverse("deal", args=[hall.deal().uid]))
        assert "裁判认定" in page
        assert ("裁判更正" in page) is bool(seen)


@pytest.mark.full
def test_times_are_those_of_the_place_where_it_is_played(
    cast: Cast, round_: Round, english: Client
) -> None:
    deal = cast.deals(round_)[0]
    Tournament.objects.filter(pk=cast.tournament.pk).update(time_zone="America/Lima")
    there = cast.post(deal).created_at.astimezone(ZoneInfo("America/Lima"))
    with translation.override("en"):
        expected = formats.date_format(there, "DATETIME_FORMAT")
    assert expected in read(english, addresses.page_of(deal))


@pytest.fixture
def _toy_words() -> Iterator[None]:
    wording.register(ToyCode, dict(zip(ToyCode, ToyCode, strict=True)))
    yield
    wording.unregister(ToyCode)


@pytest.mark.full
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


@pytest.mark.full
@pytest.mark.parametrize("exchanged", [False, True])
def test_the_deals_of_a_table_lead_to_one_another(
    cast: Cast, round_: Round, english: Client, exchanged: bool
) -> None:
    """Whoever sat otherwise in one of them: its deals are then those of another sitting."""
    first, second = cast.deals(round_)[:2]
    if exchanged:
        swap = {"N": "E", "E": "N"}
        organise.exchange_seats(first.sitting, cast.director, swap, 2, 2, "wrong chairs")
        assert Deal.objects.get(pk=second.pk).sitting_id != first.sitting_id
    page = english.get(reverse("deal", args=[first.uid])).content.decode()
    assert f'rel="next" href="{reverse("deal", args=[second.uid])}"' in page
    page = english.get(reverse("deal", args=[second.uid])).content.decode()
    assert f'rel="prev" href="{reverse("deal", args=[first.uid])}"' in page
    assert 'rel="next"' not in page
