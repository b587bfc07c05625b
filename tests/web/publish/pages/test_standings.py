"""The standings of an event: the sum behind each row, what has changed, ranks by round."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests import cast as people
from tests.cast import Cast
from tests.web.publish.penalties import fine
from tests.web.publish.reading import MINUS, read, words
from tournaments import organise, results
from tournaments.models import Round
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.record.ledger import Origin
from tournaments.results import event_record
from web.publish.documents import Subject
from web.publish.pdf.book import Grid
from web.publish.printed import standings as sheet


@pytest.mark.full
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
    _, _, sum_ = page.partition(f'id="sum-{entry.number}"')
    sum_ = words("<" + sum_.partition("</tr>")[0])
    assert "Round 1 , 2 deals" in sum_
    assert f"迟到十分钟 {MINUS}40" in sum_
    assert reverse("entry", args=[cast.event.uid, 1]) in page


def test_facts_of_the_head_have_a_blank_on_both_sides_of_the_dot(
    cast: Cast, round_: Round, client: Client
) -> None:
    page = client.get(reverse("event", args=[cast.event.uid])).content.decode()
    head = re.search(r'<header class="page-head event-head">(.*?)</header>', page, re.DOTALL)
    assert head
    said = " ".join(re.sub(r"<[^>]*>", "", head[1]).split())
    assert f"{cast.tournament.club.name} · " in said
    assert not re.search(r"\S·|·\S", said)


@pytest.mark.full
def test_what_has_changed_since_publication_is_said(
    cast: Cast, round_: Round, english: Client
) -> None:
    cast.play(round_)
    organise.close_round(round_, cast.director)
    address = reverse("event", args=[cast.event.uid])
    assert "The standings after round 1 are unchanged since they were published" in read(
        english, address
    )
    fine(cast, cast.event.entries.get(number=2), -1000)
    page = read(english, address)
    assert "Changed in the standings after round 1 since they were published" in page
    assert "乙: rank" in page
    assert f"{MINUS}1000" in page
    # The sentence counts what the fold lists, and the standings follow at once.
    markup = english.get(address).content.decode()
    above = markup.partition('id="standings"')[0]
    (counted,) = re.findall(r"\): (\d+) rows?</summary>", above)
    assert above.partition('id="changed"')[2].count(": rank ") == int(counted)


@pytest.mark.full
def test_two_rounds_give_a_line_of_ranks_and_a_page_of_all(
    cast: Cast, round_: Round, english: Client
) -> None:
    cast.play(round_)
    organise.close_round(round_, cast.director)
    event = reverse("event", args=[cast.event.uid])
    ranks = reverse("ranks", args=[cast.event.uid])
    first = english.get(event).content.decode()
    assert 'class="spark"' not in first
    assert "standing-rounds" not in first, "a single round would repeat the total"
    cast.play(cast.round_in_play())
    second = english.get(event).content.decode()
    assert second.count('class="spark"') == len(people.PLAYERS)
    head, *rows = re.findall(r'class="standing-rounds"[^>]*>(.*?)</span>\s*<span class', second)
    assert head == "<span>R2</span><span>R1</span>"
    # East of both tables had the most in each round, and so the best is bold twice.
    latest, earlier = zip(*(re.findall(r"<(b|span)>", row) for row in rows), strict=True)
    assert len(latest) == len(people.PLAYERS)
    assert 0 < latest.count("b") < len(people.PLAYERS)
    assert 0 < earlier.count("b") < len(people.PLAYERS)
    page = english.get(ranks).content.decode()
    drawn = page.split('class="rank-chart-drawn"')[1].split("</ol>")[0]
    assert drawn.count("<li data-who=") == len(people.PLAYERS)
    assert "R2" in words(page)


def test_before_the_first_result_there_are_no_ranks(cast: Cast, english: Client) -> None:
    page = read(english, reverse("ranks", args=[cast.event.uid]))
    assert "The ranks appear here with the first result." in page


@pytest.mark.full
def test_before_anything_counts_nobody_has_a_place(cast: Cast, english: Client) -> None:
    def places(name: str, cell: str) -> set[str]:
        page = english.get(reverse(name, args=[cast.event.uid])).content.decode()
        return set(re.findall(rf'class="{cell}">(?:<span class="medal">)?(\d+|–)</', page))

    def grid() -> Grid:
        snapshot = results.read(cast.event)
        return sheet.grids(snapshot, event_record.public_record(snapshot).standings())[0]

    round_ = cast.round_in_play()
    pages = (("event", "standing-place"), ("hall_standings", "number hall-rank"))
    for name, cell in pages:
        assert places(name, cell) == set(), name
        assert "Round 1: seating" in read(english, reverse(name, args=[cast.event.uid]))
    paper = grid()
    assert {row[0] for row in paper.rows} == {"–"}
    cast.play(round_)
    for name, cell in pages:
        assert "1" in places(name, cell), name
    paper = grid()
    assert paper.rows[0][0] == "1"


@pytest.mark.full
@pytest.mark.parametrize("excused", [True, False])
def test_where_those_stand_who_withdrew_is_said_below_the_standings(
    cast: Cast, round_: Round, english: Client, excused: bool
) -> None:
    address = reverse("event", args=[cast.event.uid])
    cast.play(round_)
    sentence = "An entry that withdrew without an accepted reason has no place"
    assert sentence not in read(english, address)
    entry = cast.event.entries.get(number=1)
    organise.withdraw_entry(entry, cast.director, excused=excused, reason="ill")
    assert sentence in read(english, address)
    with translation.override("en"):
        assert sentence in str(sheet.standings_list.prepare(Subject(cast.event)).input)


@pytest.mark.full
def test_a_place_that_many_share_has_no_medal(cast: Cast, round_: Round, english: Client) -> None:
    address = reverse("event", args=[cast.event.uid])
    cast.play(round_)
    rows = event_record.standings(results.read(cast.event))
    page = english.get(address).content.decode()
    medals = re.findall(r'<details class="standing-row"[^>]*data-place="(\d)"', page)
    places = [row.rank.place for row in rows]
    assert max(map(places.count, places)) == 2
    assert medals == [str(place) for place in places if place <= 3 and places.count(place) <= 3]
