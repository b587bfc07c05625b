"""Seals as they are drawn, and where pages show them."""

from __future__ import annotations

import math
import re

import pytest
from django.test import Client
from django.urls import reverse

from tests import cast as people
from tournaments import organise
from tournaments.models import Event, Person
from web.publish import cache
from web.publish.club_pages.person import PersonEvent, PersonPage
from web.publish.pages.parts import divide, rows_name
from web.publish.seals.drawing import LEAST, LEAST_BEYOND, seal
from web.templatetags.seals import LARGE, SMALL

pytestmark = pytest.mark.usefixtures("serif_face")
NUMBER = re.compile(r"-?(?:\d+(?:\.\d+)?|\.\d+)")
WIDTH = re.compile(r'class="name-seal" role="img" width="([0-9]+)"')


@pytest.fixture(autouse=True)
def _no_page_is_kept() -> None:
    cache.forget()


@pytest.mark.parametrize("name", ["赵敏", "陈思远", "清风棋牌俱乐部"])
def test_a_seal_is_square_and_bears_its_name(name: str) -> None:
    found = seal(name, "a")
    assert found
    drawn = found.svg(128)

    assert 'role="img" width="128" height="128" viewBox="0 0 100 100"' in drawn
    assert f"<title>{name}</title>" in drawn
    starts = [float(at) for start in re.findall(r"M([^a-z]+)", drawn) for at in start.split()]
    placed = [at for sign in found.shape.signs for _, points in sign for at in points]
    for numbers in (starts, placed, [at for point in found.shape.edge for at in point]):
        assert min(numbers) >= 0
        assert max(numbers) <= 100


def test_steps_of_a_drawn_seal_end_where_its_shape_does() -> None:
    found = seal("赵敏", "a")
    assert found
    edge = re.findall(r"[hvl][^a-z]+", found.svg(128).partition("z")[0].partition(' d="')[2])
    x, y = found.shape.edge[0]
    for step in edge:
        moved = [float(number) for number in NUMBER.findall(step)]
        x += moved[0] if step[0] in "hl" else 0
        y += moved[-1] if step[0] in "vl" else 0
    assert math.dist((x, y), found.shape.edge[-1]) < 0.3


def test_whose_seal_it_is_decides_on_its_look_alone() -> None:
    looks = {seal("赵敏", str(number)) for number in range(20)}

    assert {found.shape.is_framed for found in looks if found} == {True, False}
    assert seal("赵敏", "a") == seal("赵敏", "a")
    assert len({found.shape.edge for found in looks if found}) == 20


@pytest.mark.parametrize(("name", "least"), [("赵敏", LEAST), ("红桃皇后队", LEAST_BEYOND)])
def test_a_seal_that_is_too_small_to_be_read_is_none(name: str, least: int) -> None:
    found = seal(name, "a")

    assert found
    assert found.svg(least)
    assert found.svg(least - 1) == ""
    assert found.repeated(least - 1, "key") == ""


@pytest.mark.parametrize("name", ["𠮷田", "Ann", Person.BLANKED])
def test_a_name_that_cannot_be_cut_has_none(name: str) -> None:
    assert seal(name, "a") is None


@pytest.mark.django_db
def test_the_winner_stands_with_the_own_seal(client: Client) -> None:
    cast = people.assemble(players=4)
    names = zip(Person.objects.values_list("pk", flat=True), "甲乙丙丁", strict=True)
    for key, sign in names:
        Person.objects.filter(pk=key).update(name=f"王小{sign}")
    round_ = cast.round_in_play()
    cast.play(round_)
    organise.close_round(round_, cast.director)
    organise.finish_event(Event.objects.get(pk=cast.event.pk), cast.director)
    page = client.get(reverse("winners", args=[cast.event.uid])).content.decode()
    steps = dict(re.findall(r'data-place="(\d)">(.*?)</li>', page, re.DOTALL))

    assert [place for place, step in steps.items() if "name-seal" in step] == ["1"]
    [title] = re.findall("<title>(王小.)</title>", steps["1"])
    assert title in re.sub("<svg.*?</svg>", "", steps["1"])


@pytest.mark.django_db
def test_the_page_of_a_person_has_it_large_and_for_each_event_won(client: Client) -> None:
    cast = people.assemble(players=4)
    round_ = cast.round_in_play()
    cast.play(round_)
    organise.close_round(round_, cast.director)
    organise.finish_event(Event.objects.get(pk=cast.event.pk), cast.director)
    Person.objects.filter(club=cast.club).update(shown=True, guest=False)
    drawn = {}
    for person in Person.objects.filter(club=cast.club):
        page = client.get(reverse("person", args=[person.uid])).content.decode()
        drawn[person.name] = WIDTH.findall(page)

    assert sorted(map(len, drawn.values())) == [1, 1, 1, 2]
    assert max(drawn.values(), key=len) == [str(LARGE), str(SMALL)]


@pytest.mark.django_db
def test_a_person_without_a_seal_has_the_mark_of_the_club_for_each_event_won(
    client: Client,
) -> None:
    cast = people.assemble(players=4)
    round_ = cast.round_in_play()
    cast.play(round_)
    organise.close_round(round_, cast.director)
    organise.finish_event(Event.objects.get(pk=cast.event.pk), cast.director)
    drawn = []
    for person in Person.objects.filter(club=cast.club):
        person.name, person.shown, person.guest = f"Ann Lee {person.pk}", True, False
        person.save()
        page = client.get(reverse("person", args=[person.uid])).content.decode()
        main = page.partition("<main")[2]
        assert 'class="name-seal" role="img"' not in main
        assert main.count('class="person-mark"') == 1
        drawn.append(main.count('class="club-mark"'))
    assert sorted(drawn) == [1, 1, 1, 2]


@pytest.mark.parametrize(("won", "in_sight", "below"), [(6, 6, 0), (7, 7, 0), (9, 6, 3)])
def test_every_event_that_was_won_has_its_seal_in_sight_or_in_the_fold(
    won: int, in_sight: int, below: int
) -> None:
    line = PersonEvent(Event(), 1, "赵敏", "1", 4)
    page = PersonPage(Person(), divide([1], 1, 0, rows_name), (line,) * won, won)
    assert (len(page.won_in_sight), len(page.won_below)) == (in_sight, below)
    assert (*page.won_in_sight, *page.won_below) == page.won
