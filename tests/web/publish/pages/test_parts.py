"""Long pages in parts: each has an address of its own and can be read without scripts."""

from __future__ import annotations

import gzip
import re
from datetime import date
from html import unescape
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

import pytest
from django.contrib.staticfiles import finders
from django.http import Http404
from django.test import Client
from django.urls import reverse

from tests import cast as people
from tests import teams_cast
from tests.cast import Cast
from tests.samples import sampled
from tests.web.publish import crowds
from tests.web.publish.reading import read
from tournaments import organise
from tournaments.models import Event, Round, Seat, Tournament
from web.publish.pages import parts, seats

ROWS: Final = 4
TABLES: Final = 2
FIRST_VIEW: Final = 48_000
"""The most bytes of a page with its styles, scripts and faces of titles, packed."""
ONE_TABLE: Final = 1792
"""The most bytes of the live part of a table, packed as it goes out."""
WORDS_OF_TABLE: Final = 4096
"""The most bytes of its words and numbers, without the chart of the sums."""
PACKING: Final = 5
LONG_NAMES: Final = (
    "买买提·阿不都热合曼·艾则孜",
    "阿依古丽·吐尔逊·买买提明",
    "欧阳慕容",
    "Maximilian Alexander Reed",
)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts so small that eight entries fill two."""
    monkeypatch.setattr(parts, "ROWS", ROWS)
    monkeypatch.setattr(parts, "SEATS", ROWS)
    monkeypatch.setattr(parts, "TABLES", TABLES)
    monkeypatch.setattr(parts, "EVENTS", 1)
    monkeypatch.setattr(seats, "FOLDED", ROWS)


def names(first: int, last: int) -> str:
    return f"{first}–{last}"


@pytest.mark.parametrize(
    ("rows", "named"),
    [(0, ["1–0"]), (3, ["1–3"]), (4, ["1–4"]), (5, ["1–4", "5–5"]), (9, ["1–4", "5–8", "9–9"])],
)
def test_a_list_is_divided_where_it_is_longer_than_a_part(rows: int, named: list[str]) -> None:
    divided = parts.divide([1] * rows, ROWS, 0, names)
    assert [part.name for part in divided.listed] == named
    assert divided.are_many == (len(named) > 1)
    assert divided.before is None


def test_the_parts_hold_everything_once() -> None:
    weights = [3, 1, 9, 2, 2, 1]
    shown = [parts.divide(weights, ROWS, number, names).of(weights) for number in range(1, 5)]
    assert shown == [[3, 1], [9], [2, 2], [1]]
    middle = parts.divide(weights, ROWS, 3, names)
    assert middle.before is middle.listed[1]
    assert middle.after is middle.listed[3]
    assert [middle.number_at(position) for position in range(1, 7)] == [1, 1, 2, 3, 3, 4]


@pytest.mark.parametrize("number", [3, 10**30])
def test_a_part_that_is_not_there_is_not_found(number: int) -> None:
    with pytest.raises(Http404):
        parts.divide([1] * 8, ROWS, number, names)


def page(client: Client, name: str, *args: str | int) -> Any:
    """Return what a page shows."""
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == 200
    return answer.context["page"]


def links(client: Client, address: str) -> list[str]:
    return [unescape(link) for link in re.findall(r'href="(/[^"]*)', client.get(address).text)]


@pytest.mark.full
@pytest.mark.usefixtures("small")
@pytest.mark.django_db
def test_the_standings_of_a_large_event_are_read_part_by_part(english: Client) -> None:
    cast = people.assemble(players=9)
    uid = cast.event.uid
    before = read(english, reverse("event_part", args=[uid, 2]))
    assert "Rows 1–4 5–8 9 " in before
    assert "Ranks" not in before
    cast.play(cast.round_in_play())
    shown = [page(english, "event", uid)]
    shown += [page(english, "event_part", uid, number) for number in (2, 3)]
    places = [[row.row.competitor.number for row in part.standings] for part in shown]
    assert [len(part) for part in places] == [4, 4, 1]
    assert sorted(number for part in places for number in part) == list(range(1, 10))
    assert page(english, "event_part", uid, 1).standings == shown[0].standings
    assert english.get(reverse("event_part", args=[uid, 4])).status_code == 404
    assert english.get(reverse("event_part_live", args=[uid, 4])).status_code == 404

    first = reverse("event", args=[uid])
    second, third = (reverse("event_part", args=[uid, number]) for number in (2, 3))
    assert {f"{second}#standings", f"{third}#standings"} <= set(links(english, first))
    text = english.get(second).text
    assert f'rel="prev" href="{first}#standings"' in text
    assert f'rel="next" href="{third}#standings"' in text
    assert "Ranks 1–4 5–8 9 " in read(english, second)
    assert "Rank 9" in read(english, second)
    assert 'class="standing-sum"' not in text
    assert f"/e/{uid}/part/2/live/" in text


@pytest.mark.full
@pytest.mark.usefixtures("small")
def test_each_part_has_its_own_stamp(cast: Cast, round_: Round, client: Client) -> None:
    first = client.get(reverse("event_live", args=[cast.event.uid]))
    second = client.get(reverse("event_part_live", args=[cast.event.uid, 2]))
    assert first["ETag"] != second["ETag"]
    asked = {"If-None-Match": second["ETag"]}
    address = reverse("event_part_live", args=[cast.event.uid, 2])
    assert client.get(address, headers=asked).status_code == 304
    cast.post(cast.deals(round_)[0])
    assert client.get(address, headers=asked).status_code == 200


@pytest.mark.full
def test_an_event_within_a_part_stays_on_one_page(
    cast: Cast, round_: Round, english: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "ROWS", 8)
    cast.post(cast.deals(round_)[0])
    address = reverse("event", args=[cast.event.uid])
    text = english.get(address).text
    assert 'class="standing-sum"' in text
    assert "/part/" not in text
    assert english.get(reverse("event_part", args=[cast.event.uid, 2])).status_code == 404


@pytest.mark.full
@pytest.mark.usefixtures("small")
def test_a_search_finds_whoever_stands_in_a_later_part(
    cast: Cast, round_: Round, english: Client
) -> None:
    cast.play(round_)
    uid = cast.event.uid
    last = page(english, "event_part", uid, 2).standings[-1].row
    answer = english.get(reverse("event", args=[uid]), {"q": last.competitor.name})
    (found,) = answer.context["page"].found
    assert found.place.seat.entry == last.competitor.number
    row = f"{reverse('event_part', args=[uid, 2])}#row-{last.competitor.number}"
    assert row in answer.text
    table = reverse("round_table", args=[uid, 1, found.place.table])
    assert table in answer.text
    assert f'id="row-{last.competitor.number}"' in english.get(row.partition("#")[0]).text
    assert row in links(english, reverse("entry", args=[uid, last.competitor.number]))


@pytest.mark.full
@pytest.mark.usefixtures("small")
def test_all_seats_of_a_large_event_have_a_page(cast: Cast, round_: Round, english: Client) -> None:
    uid = cast.event.uid
    assert reverse("seats", args=[uid]) in links(english, reverse("event", args=[uid]))
    cast.post(cast.deals(round_)[0])
    assert reverse("seats", args=[uid]) in links(english, reverse("event", args=[uid]))
    first, *others = page(english, "seats", uid).parts.listed
    assert [part.name for part in (first, *others)] == ["B–G", "J–X", "Y"]
    shown = [page(english, "seats_part", uid, part.number) for part in (first, *others)]
    names = [line.name for part in shown for each in part.shown.initials for line in each.lines]
    assert sorted(names) == sorted(people.PLAYERS)
    assert names[:3] == ["丙", "丁", "庚"]
    assert "J–X" in read(english, reverse("seats", args=[uid]))
    assert english.get(reverse("seats_part", args=[uid, 4])).status_code == 404


def test_before_the_first_round_nobody_has_a_seat(cast: Cast, english: Client) -> None:
    text = read(english, reverse("seats", args=[cast.event.uid]))
    assert "No round has been published yet." in text


@pytest.mark.full
@pytest.mark.usefixtures("small")
def test_the_history_is_read_part_by_part(cast: Cast, round_: Round, english: Client) -> None:
    cast.play(round_)
    uid = cast.event.uid
    first, second = page(english, "ranks", uid), page(english, "ranks_part", uid, 2)
    numbers = [row.row.competitor.number for part in (first, second) for row in part.rows]
    assert sorted(numbers) == list(range(1, 9))
    assert first.charts
    assert not second.charts
    assert english.get(reverse("ranks_part", args=[uid, 3])).status_code == 404


@pytest.mark.full
@pytest.mark.usefixtures("small")
@pytest.mark.django_db
def test_a_large_round_is_read_part_by_part(english: Client) -> None:
    cast = people.assemble(players=20)
    cast.round_in_play()
    uid = cast.event.uid
    shown = [page(english, "round", uid, 1)]
    shown += [page(english, "round_part", uid, 1, number) for number in (2, 3)]
    assert [[table.number for table in part.tables] for part in shown] == [[1, 2], [3, 4], [5]]
    assert english.get(reverse("round_part", args=[uid, 1, 4])).status_code == 404
    text = read(english, reverse("round_part", args=[uid, 1, 2]))
    assert "Tables 1–2 3–4 5 " in text
    assert f"{reverse('round', args=[uid, 1])}#tables" in links(
        english, reverse("round_part", args=[uid, 1, 2])
    )


@pytest.mark.full
@pytest.mark.usefixtures("small")
@pytest.mark.django_db
def test_both_tables_of_a_match_are_in_the_same_part(
    english: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "TABLES", 3)
    teams = teams_cast.assemble()
    uid, number = teams.event.uid, teams.round.number
    shown = [page(english, "round", uid, number), page(english, "round_part", uid, number, 2)]
    assert [len(part.meets) for part in shown] == [1, 1]
    for part in shown:
        tables = {number for meet in part.meets for _, number in meet.segments[0].tables}
        assert {table.number for table in part.tables} <= tables
    assert english.get(reverse("round_part", args=[uid, number, 3])).status_code == 404


@pytest.mark.full
@pytest.mark.usefixtures("small")
def test_the_first_page_is_read_tournament_by_tournament(cast: Cast, english: Client) -> None:
    plan = organise.EventPlan("个人赛", "gongzhu", {"preset": "classic"}, 2)
    other = organise.create_tournament(
        cast.club,
        cast.director,
        name="春季赛",
        starts_on=date(2026, 3, 1),
        time_zone="Asia/Shanghai",
    )
    organise.create_event(Tournament.objects.get(pk=other.pk), cast.director, plan)
    assert "春季赛" not in read(english, reverse("home"))
    assert "春季赛" in read(english, reverse("home_part", args=[2]))
    assert reverse("home_part", args=[2]) + "#content" in links(english, reverse("home"))
    assert english.get(reverse("home_part", args=[3])).status_code == 404


@pytest.mark.full
def test_a_table_has_its_own_page_to_which_its_players_are_led(
    cast: Cast, round_: Round, english: Client
) -> None:
    uid, seat = cast.event.uid, Seat.objects.get(person__name="丙")
    number = seat.sitting.table.number
    address = reverse("round_table", args=[uid, 1, number])
    assert address in links(english, reverse("event", args=[uid]) + "?q=丙")
    assert address in links(english, reverse("entry", args=[uid, 3]))
    text = read(english, address)
    assert "丙" in text
    assert f"Round 1, table {number}" in text
    assert reverse("round", args=[uid, 1]) in links(english, address)
    (deal, *_) = cast.deals(round_)
    cast.post(deal)
    own = reverse("round_table", args=[uid, 1, deal.sitting.table.number])
    assert own in links(english, reverse("deal", args=[deal.uid]))
    assert "1 of 2 deals" in read(english, own)
    for missing in (3, 10**30):
        assert english.get(reverse("round_table", args=[uid, 1, missing])).status_code == 404


@pytest.mark.full
@pytest.mark.django_db
@pytest.mark.parametrize("language", ["zh-hans", "en"])
@pytest.mark.parametrize("is_played", [False, True])
def test_a_table_with_long_names_is_small(
    client: Client, language: str, *, is_played: bool
) -> None:
    cast = people.assemble(players=0, deals_per_round=8)
    organise.add_entries(cast.event, cast.director, [[name] for name in LONG_NAMES])
    round_ = cast.round_in_play()
    if is_played:
        cast.play(round_)
    address = reverse("round_table_live", args=[cast.event.uid, 1, 1])
    shown = client.get(address, headers={"accept-language": language})
    assert len(gzip.compress(shown.content, PACKING)) <= ONE_TABLE
    words, charts = re.subn(rb"<svg class=\"chart .*?</svg>", b"", shown.content, flags=re.DOTALL)
    assert charts == (2 if is_played else 0)  # one for a phone, one for a desk
    assert len(words) <= WORDS_OF_TABLE


def first_view(client: Client, address: str) -> int:
    """Return the bytes of a page with its style sheets, scripts and faces of titles, packed."""
    markup = client.get(address).content
    loaded = re.findall(rb'/(huapai/[a-z_]+\.(?:css|js))"', markup)
    files = [Path(str(finders.find(name.decode()))).read_bytes() for name in loaded]
    assert len(files) > 2
    styles = [content_of(client, link) for link in re.findall(rb'"(/face/[^"]+)"', markup)]
    fonts = [
        content_of(client, b"/face/" + link)
        for style in styles
        for link in re.findall(rb"[\w.-]+\.otf", style)
    ]
    packed = (len(gzip.compress(text, PACKING)) for text in (markup, *files, *styles))
    return sum((*packed, *map(len, fonts)))


def content_of(client: Client, link: bytes) -> bytes:
    """Return the content of an address, a stream at once."""
    response = client.get(link.decode())
    assert response.status_code == HTTPStatus.OK
    return b"".join(response) if response.streaming else response.content


@pytest.mark.full
@pytest.mark.django_db
@pytest.mark.parametrize("entries", sampled((parts.ROWS, 2 * parts.ROWS, 1000), (parts.ROWS,)))
def test_the_first_view_of_a_page_is_small(client: Client, entries: int) -> None:
    uid = crowds.large_event(entries).event.uid
    sizes = {
        address: first_view(client, address)
        for address in (
            reverse("home"),
            reverse("event", args=[uid]),
            reverse("seats", args=[uid]),
            reverse("round", args=[uid, 5]),
            reverse("ranks", args=[uid]),
            reverse("groups", args=[uid]),
            reverse("entry", args=[uid, 1]),
            reverse("hall_seating", args=[uid]),
            reverse("hall_standings", args=[uid]),
        )
    }
    assert {address: size for address, size in sizes.items() if size > FIRST_VIEW} == {}


@pytest.mark.full
@pytest.mark.django_db
@pytest.mark.parametrize("entries", sampled((16, 2 * parts.ROWS, 1000), (2 * parts.ROWS,)))
def test_the_first_view_of_a_finished_event_is_small(client: Client, entries: int) -> None:
    cast = crowds.large_event(entries)
    organise.close_round(Round.objects.get(event=cast.event, number=5), cast.director)
    organise.finish_event(Event.objects.get(pk=cast.event.pk), cast.director)
    event = reverse("event", args=[cast.event.uid])
    assert b"evening-ranks" in client.get(event).content
    sizes = {
        address: first_view(client, address)
        for address in (event, f"{event}podium/", reverse("entry", args=[cast.event.uid, 1]))
    }
    assert {address: size for address, size in sizes.items() if size > FIRST_VIEW} == {}
