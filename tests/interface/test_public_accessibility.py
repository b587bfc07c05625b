"""Every public page and every wall, as strangers see them, breaks no rule of axe in either scheme.

Contrast is looked at here too, since the pages come with their styles, and that nothing is cut off.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Literal

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from tests import world
from tests.interface.axe import COLOURS, broken_in_both_schemes
from tests.public_addresses import PUBLIC
from tests.world import World
from tournaments import organise
from tournaments.models import Club, ClubInk
from web.publish.served.urls import ADDRESSES

ELSEWHERE: Final[dict[str, tuple[str | int, ...]]] = {
    "home": (),
    "glossary": ("gongzhu",),
    "data": (),
}
"""Pages that belong to no event, with what their addresses name."""
OF_PEOPLE: Final = {
    "season": world.season_of,
    "season_person": world.season_person_of,
    "season_certificate": world.season_person_of,
    "ratings": world.ratings_of_club,
    "person": world.shown_member,
    "person_year": world.year_of_shown_member,
}
"""Pages of a club and its members."""
FRAMED: Final = {"embed": world.event}
"""What only sites that the club names show."""
PHONE, WALL = (390, 844), (1920, 1080)


SAMPLE: Final = (
    "home",
    "event",
    "embed",
    "entry",
    "hall_standings",
    "round_table",
    "season",
    "data",
)
"""A list of cards, a table with its tabs, points, a wall, tables that fit a phone, a reference."""
IN_EVERY_INK: Final = ("event", "hall_standings")
"""A head with the mark and the rule above it, and that of a wall."""
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
CHOOSE: Final = """(ink) => {
  const old = [...document.body.classList].filter((name) => /^ink-/.test(name));
  document.body.classList.remove(...old);
  document.body.classList.add(`ink-${ink}`);
}"""
WIDER: Final = (
    "data",
    "ranks",
    "cross",
    "groups",
    "bracket",
    "boards",
    "board",
    "deal",
    "articles",
)
"""Pages whose tables may be wider than a phone, and are pushed aside in their boxes."""
CUT = """(scrolls) => {
  const page = document.documentElement;
  const cuts = scrolls ? ["hidden", "clip"] : ["hidden", "clip", "auto", "scroll"];
  const cut = [...document.querySelectorAll("body *")].filter((box) => {
    const style = getComputedStyle(box);
    return box.checkVisibility() && box.clientWidth > 1 && box.scrollWidth > box.clientWidth + 1
      && cuts.includes(style.overflowX) && style.textOverflow !== "ellipsis"
      && !box.closest(".card, .visually-hidden, .standing-rounds, [data-mark]");
  }).map((box) => `${box.localName}.${box.className} ${box.scrollWidth} > ${box.clientWidth}`);
  return page.scrollWidth > page.clientWidth ? [`page ${page.scrollWidth}`, ...cut] : cut;
}"""
"""What is wider than its box: where nothing may scroll, boxes that scroll too."""


@pytest.mark.full
@pytest.mark.parametrize(
    "names",
    [SAMPLE, pytest.param((*ADDRESSES, "data"), marks=pytest.mark.nightly)],
    ids=["sample", "all"],
)
def test_every_public_page_breaks_no_rule(
    transactional_db: None, live_server: LiveServer, chromium: Browser, names: Iterable[str]
) -> None:
    in_play = world.with_ratings(world.assemble())
    organise.set_embed_origins(in_play.cast.club, in_play.cast.director, ["https://club.example"])
    Club.objects.filter(pk=in_play.cast.club.pk).update(ink=ClubInk.OLIVE)
    broken = {}
    with chromium.new_context(locale="zh-CN") as context:
        page = context.new_page()
        for name in names:
            width, height = WALL if name.startswith("hall") else PHONE
            page.set_viewport_size({"width": width, "height": height})
            answer = page.goto(live_server.url + address(name, in_play))
            assert answer is not None
            assert answer.status == 200, name
            cut = page.evaluate(CUT, name in WIDER)
            broken[name] = {**broken_in_both_schemes(page), **({"cut": cut} if cut else {})}
            if name in IN_EVERY_INK:
                assert page.locator(".club-ink").count() == 1, name
                broken[name] |= _broken_in_inks(page)
    assert {name: rules for name, rules in broken.items() if rules} == {}


def _broken_in_inks(page: Page) -> dict[str, list[Any]]:
    """Return the colours that break a rule in any ink of a club, by ink and scheme."""
    found = {}
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for ink in ClubInk.values:
            page.evaluate(CHOOSE, ink)
            found[f"{ink} {scheme}"] = page.evaluate(COLOURS)
    return {where: rules for where, rules in found.items() if rules}


def address(name: str, in_play: World) -> str:
    """Return the address of a public page of the event that is in play."""
    if name in ELSEWHERE:
        return reverse(name, args=ELSEWHERE[name])
    return reverse(name, args={**PUBLIC, **OF_PEOPLE, **FRAMED}[name](in_play))
