"""The page of an event's rules."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.game import find_game
from tests.cast import Cast
from tournaments.models import Event
from tournaments.wording import games
from web.publish.pages.rules import IN_SIGHT, RulesPage


@pytest.mark.full
def test_the_rules_are_sentences_in_both_languages(cast: Cast, client: Client) -> None:
    address = reverse("rules", args=[cast.event.uid])
    for language in ("en", "zh-hans"):
        client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
        page = client.get(address).content.decode()
        assert page.count("<li>") > 10
        assert "%(" not in page


@pytest.mark.parametrize("name", ["gongzhu", "shengji"])
def test_every_rule_stands_below_the_heading_under_which_it_is_chosen(name: str) -> None:
    game = find_game(name)
    groups = games.rules_by_group(game, {})
    told = [sentence for _, sentences in groups for sentence in sentences]
    assert sorted(told) == sorted(games.rule_sentences(game, {}))
    assert len(groups) >= 4
    assert all(heading and sentences for heading, sentences in groups)


@pytest.mark.parametrize(
    ("lengths", "seen"), [((6, 9, 9, 1), 2), ((9, 9), 1), ((40, 2), 1), ((3, 3), 2)]
)
def test_a_phone_shows_whole_groups_and_unfolds_the_others(
    lengths: tuple[int, ...], seen: int
) -> None:
    groups: Any = tuple((f"h{n}", ("s",) * length) for n, length in enumerate(lengths))
    page = RulesPage(Event(), (), "", "", groups, "", (), has_articles=False)
    assert len(page.in_sight) == seen
    assert page.in_sight + page.below == groups
    assert seen == 1 or sum(lengths[:seen]) <= IN_SIGHT
