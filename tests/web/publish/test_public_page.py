"""A public page is made from name, arguments, language and revision, without a request."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest
from django.http import Http404
from django.test import Client
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone, translation

from tests import world
from tests.cast import Cast
from tests.web.publish import addresses
from tournaments.models import Round
from web.publish import shortcut
from web.publish.cache import PART, WHOLE
from web.publish.served import public_page, urls
from web.publish.served.public_page import PublicPage

OTHERS = ("rules", "boards", "glossary")


def pages_of(cast: Cast, round_: Round, language: str) -> dict[str, PublicPage]:
    """Return a page of every kind that the event of the cast has."""
    known = addresses.of(cast, round_)
    known |= {"boards": reverse("boards", args=[cast.event.uid])}
    known |= {"glossary": reverse("glossary", args=["gongzhu"])}
    given = {name: resolve(known[name]).kwargs for name in (*addresses.PAGES, *OTHERS)}
    return {
        name: PublicPage(name, tuple(arg for key, arg in args.items() if key != "name"), language)
        for name, args in given.items()
    }


@pytest.mark.full
@pytest.mark.parametrize("name", [*addresses.PAGES, *OTHERS])
def test_what_is_made_is_what_every_reader_gets(
    cast: Cast, round_: Round, client: Client, name: str
) -> None:
    page = pages_of(cast, round_, "en")[name]
    made = public_page.make(page, public_page.find(page))
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    assert client.get(page.address).content == made.bodies[WHOLE]
    if PART in made.bodies:
        assert client.get(page.live_address).content == made.bodies[PART]
        assert made.bodies[PART].strip() in made.bodies[WHOLE]


@pytest.mark.full
@pytest.mark.parametrize("name", ["ratings", "person"])
def test_what_is_made_of_members_is_what_every_reader_gets(
    cast: Cast, client: Client, name: str
) -> None:
    rated = world.with_ratings(world.assemble(cast))
    arguments = {"ratings": world.ratings_of_club, "person": world.shown_member}[name](rated)
    for language in ("en", "zh-hans"):
        page = PublicPage(name, tuple(arguments), language)
        made = public_page.make(page, public_page.find(page))
        client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
        assert client.get(page.address).content == made.bodies[WHOLE]
        assert PART not in made.bodies


@pytest.mark.full
def test_language_and_hour_are_those_of_the_page_and_left_as_they_were(
    cast: Cast, round_: Round
) -> None:
    page = pages_of(cast, round_, "zh-hans")["round"]
    with translation.override("en"), timezone.override("America/New_York"):
        made = public_page.make(page, public_page.find(page))
        assert translation.get_language() == "en"
        assert timezone.get_current_timezone() == ZoneInfo("America/New_York")
    assert b'<html lang="zh-hans">' in made.bodies[WHOLE]
    assert "第1轮" in made.bodies[WHOLE].decode()


def test_the_links_to_other_languages_lead_back_to_the_page(cast: Cast, round_: Round) -> None:
    page = pages_of(cast, round_, "zh-hans")["event"]
    made = public_page.make(page, public_page.find(page)).bodies[WHOLE].decode()
    back = page.address.replace("/", "%2F")
    assert f'href="{reverse("language", args=["en"])}?next={back}"' in made
    assert reverse("language", args=["zh-hans"]) not in made


def test_a_page_that_a_stranger_finds_nowhere_is_not_made(cast: Cast) -> None:
    with pytest.raises(Http404):
        public_page.find(PublicPage("event", ("0" * 12,), "en"))


def test_the_address_of_a_live_part_is_that_of_its_page_with_an_ending() -> None:
    """By it the cache knows which part belongs to which page."""
    named = {str(pattern.name): str(pattern.pattern) for pattern in urls.urlpatterns}
    for name, kind in public_page.KINDS.items():
        assert kind.is_live == (f"{name}_live" in named)
        if kind.is_live:
            assert f"/{named[f'{name}_live']}" == f"/{named[name]}".rstrip("/") + shortcut.ENDING
        elif named[name].endswith("/"):
            with pytest.raises(Resolver404):
                resolve(f"/{named[name]}live/")
