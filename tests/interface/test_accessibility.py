"""Pages of every kind break no rule of axe-core: landmarks, headings, what is within what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page

from config.simulation.rehearsal import hall, table
from config.simulation.rehearsal.hall import RehearsalHall
from config.simulation.rehearsal.plans import RehearsalPlan
from config.simulation.rehearsal.times import Times
from tests import accessibility, teams_cast, world
from tests.address_tables import DESK
from tests.interface import guide
from tests.interface.axe import broken_in_both_schemes
from tests.interface.small_server import Hall as SmallHall
from tests.interface.test_pages import ERRORS, GUIDE, page_of
from tests.public_addresses import PUBLIC
from tournaments import organise
from tournaments.models import Event, User

PARTS = frozenset({"filling"})
"""Parts of a page that are asked for alone, as all do whose names end in `_live`."""
OF_EVENTS = ("event", "ranks", "cross", "bracket", "groups", "prizes", "boards", "hall_standings")
AT_DESK = (
    "desk_event",
    "desk_entries",
    "desk_stages",
    "desk_movement",
    "desk_captains",
    "desk_settings",
    "desk_finish",
    "desk_event_delete",
)
PLANS = {
    "groups": RehearsalPlan(template="pairs_groups", form="pairs", tables=4, deals=1),
    "knockout": RehearsalPlan(template="pairs_knockout", form="pairs", tables=2, deals=1),
    "boards": RehearsalPlan(template="pairs_howell", form="pairs", tables=2, rounds=3, deals=1),
}
OTHER_PLANS = [name for name in PLANS if name != "groups"]
SAMPLE = frozenset(
    {
        *("round", "cross", "bracket", "deal", "articles", "ranks", "boards", "share"),
        *("desk_entries", "desk_seeding", "desk_line_up", "desk_accounts", "desk_season"),
        *("referee_overview", "referee_type", "referee_claim", "referee_rule_case"),
    }
)
"""Pages of every kind: tables, trees, cards, forms, lists."""


def check(page: Page, pages: Iterator[tuple[str, str]]) -> None:
    """Every page is looked at as the server sends it."""
    broken_by_page: dict[str, Any] = {}
    for name, markup in pages:
        page.set_content(markup, wait_until="commit")
        if broken := accessibility.violations(page):
            broken_by_page[name] = broken
    assert broken_by_page == {}


def of_event(client: Client, event: Event) -> Iterator[tuple[str, str]]:
    """Yield the pages of an event, those of its last round, of an entry and of a deal."""
    for name in (*OF_EVENTS, *AT_DESK):
        yield from opened(client, name, event.uid)
    round_ = event.rounds.order_by("number").last()
    if round_ is not None:
        yield from opened(client, "round", event.uid, round_.number)
        for name in ("desk_round", "desk_matches", "desk_line_ups"):
            yield from opened(client, name, round_.uid)
    yield from opened(client, "entry", event.uid, 1)
    for deal in event.deals.order_by("pk")[:1]:
        yield from opened(client, "deal", deal.uid)
        yield from opened(client, "referee_deal", event.tournament.uid, deal.uid)


def opened(client: Client, name: str, *arguments: str | int) -> Iterator[tuple[str, str]]:
    """Yield a page with its name, where there is one."""
    answer = client.get(reverse(name, args=arguments))
    if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
        yield name, answer.content.decode()


@pytest.mark.full
@pytest.mark.django_db
@pytest.mark.parametrize(
    "sample", [SAMPLE, pytest.param(None, marks=pytest.mark.nightly)], ids=["sample", "all"]
)
def test_the_pages_of_an_event_in_play_break_no_rule(
    page: Page, client: Client, sample: frozenset[str] | None
) -> None:
    in_play = world.with_ratings(world.assemble())
    client.force_login(in_play.cast.alice)
    names = {**PUBLIC, **{name: door.of for name, door in DESK.items() if "get" in door.bob}}
    whole = {
        name: arguments
        for name, arguments in names.items()
        if name not in PARTS
        and "_live" not in name
        and not name.startswith("data_")
        and (sample is None or name in sample)
    }
    assert len(whole) > 100 if sample is None else whole.keys() == sample
    check(
        page,
        (
            shown
            for name, arguments in whole.items()
            for shown in opened(client, name, *arguments(in_play))
        ),
    )
    anonymous = Client()
    doors = ("home", "login", "find_table")
    check(page, (shown for name in doors for shown in opened(anonymous, name)))


CHAIN = "#接龙 周五\n1. 甲二（晚到）✓\n2. 甲\n3. 请假 请假\n4. 长" + "长" * 120


@pytest.mark.nightly
@pytest.mark.django_db
def test_what_was_understood_of_a_pasted_list_breaks_no_rule(page: Page, client: Client) -> None:
    in_play = world.assemble()
    client.force_login(in_play.cast.alice)
    address = reverse("desk_entries_paste", args=[in_play.cast.event.uid])
    sent = (CHAIN, CHAIN.rpartition("\n")[0], "")
    answers = (client.post(address, {"names": text}) for text in sent)
    check(page, ((str(number), one.content.decode()) for number, one in enumerate(answers)))
    organise.add_entries(in_play.cast.event, in_play.cast.director, [["癸癸"]])
    last = in_play.cast.event.entries.order_by("number").last()
    assert last is not None
    where = reverse("desk_entry_remove", args=[in_play.cast.event.uid, last.number])
    client.post(where, {"entry": last.uid})
    removed = client.get(reverse("desk_entries", args=[in_play.cast.event.uid]))
    assert b"restore" in removed.content
    check(page, iter([("removed", removed.content.decode())]))


def played(rehearsed: RehearsalHall) -> None:
    """Let the first round be played."""
    round_ = organise.draw_round(rehearsed.event, rehearsed.director)
    organise.publish_round(round_, rehearsed.director)
    for match in table.matches(round_):
        table.play(rehearsed, match, Times())


@pytest.mark.nightly
@pytest.mark.django_db
@pytest.mark.parametrize(
    "name", ["groups", *(pytest.param(name, marks=pytest.mark.nightly) for name in OTHER_PLANS)]
)
def test_the_pages_of_other_forms_break_no_rule(page: Page, client: Client, name: str) -> None:
    rehearsed = hall.make_hall(PLANS[name], hall.make_house())
    client.force_login(User.objects.get(username="rehearsal-director"))
    check(page, of_event(client, rehearsed.event))
    played(rehearsed)
    check(page, of_event(client, rehearsed.event))


@pytest.mark.full
@pytest.mark.nightly
@pytest.mark.django_db
def test_the_pages_of_teams_break_no_rule(page: Page, client: Client) -> None:
    teams = teams_cast.assemble(segments=1)
    client.force_login(teams.cast.alice)
    check(page, of_event(client, teams.event))
    teams.reveal(teams.segment())
    teams.play()
    check(page, of_event(client, teams.event))


@pytest.mark.full
@pytest.mark.parametrize(
    "names",
    [ERRORS, pytest.param(GUIDE, marks=pytest.mark.nightly)],
    ids=["the frame", "the style guide"],
)
def test_the_frame_and_the_style_guide_break_no_rule(page: Page, names: Sequence[str]) -> None:
    check(page, ((name, page_of(name)) for name in names))


IN_COLOURS = [name for name in guide.PAGES if name != "styleguide/styleguide_table.html"]
"""Not that of a table, where a faint tile (`data-look`) has less contrast than a word needs."""


@pytest.mark.nightly
@pytest.mark.parametrize("name", IN_COLOURS)
def test_the_style_guide_can_be_read_in_both_schemes(
    page: Page, hall: SmallHall, name: str
) -> None:
    """It shows every class; the colours of whole pages are looked at where they are shown."""
    hall.body = guide.rendered(name)
    page.goto(hall.address)
    assert broken_in_both_schemes(page) == {}
