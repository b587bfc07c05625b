"""The page of a game's words, and the ways to it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from scoring.game import find_game
from tests.cast import Cast
from tests.toy_game import toy_registered
from tests.web.publish import addresses
from tests.web.publish.reading import read
from tournaments.models import Round

ADDRESS = "/games/gongzhu/glossary/"


@pytest.mark.django_db
def test_every_term_is_there_in_both_languages_with_its_cards(english: Client) -> None:
    page = english.get(ADDRESS).content.decode()
    for term in find_game("gongzhu").glossary:
        assert f'id="{term.code.value}"' in page
        assert all(f'data-card="{card}"' in page for card in term.cards)
    assert page.count('<i class="term-other" lang="zh-hans">') == 48
    assert "The king and the ace of spades, which catch the pig." in read(english, ADDRESS)


@pytest.mark.django_db
def test_a_reader_of_chinese_sees_the_english_words_beside_the_chinese(client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "zh-hans"
    page = client.get(ADDRESS).content.decode()
    assert '<i class="term-other" lang="en">Pigpen</i>' in page


@pytest.mark.django_db
def test_the_page_asks_no_database_and_is_not_sent_twice(
    english: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with django_assert_num_queries(0):
        answer = english.get(ADDRESS)
        # What has not changed is not even read.
        monkeypatch.delattr("web.publish.pages.glossary.read")
        again = english.get(ADDRESS, headers={"if-none-match": answer["ETag"]})
    assert again.status_code == 304


@pytest.mark.django_db
def test_a_game_without_words_and_one_that_nobody_knows_have_no_such_page(client: Client) -> None:
    with toy_registered():
        assert client.get("/games/toy/glossary/").status_code == 404
    assert client.get("/games/whist/glossary/").status_code == 404


@pytest.mark.full
def test_deals_and_rules_lead_to_it(cast: Cast, round_: Round, english: Client) -> None:
    deal = cast.deals(round_)[0]
    cast.post(deal)
    link = f'href="{ADDRESS}"'
    assert link in english.get(addresses.page_of(deal)).content.decode()
    assert link in english.get(reverse("rules", args=[cast.event.uid])).content.decode()
