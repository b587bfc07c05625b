"""What pages, papers and files of standings say where boards are compared, and of stages."""

from __future__ import annotations

import re
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from tests.tournaments import duplicate
from tests.tournaments.duplicate import Hall
from tests.web.publish.papers import read_by_another, untold
from tests.web.publish.reading import read, words
from tournaments.models import (
    Board,
    BoardSource,
    Comparison,
    Event,
    Form,
    Ranking,
    Result,
    Room,
    Round,
)
from tournaments.standings.match_scores import Order
from tournaments.wording.values import MINUS
from web.publish import documents, rank_columns, rank_sentences
from web.publish.documents import Subject

pytestmark = pytest.mark.django_db


def of_rooms(hall: Hall) -> None:
    """Let two teams play two boards, and close the round."""
    boards = hall.boards(1, 2)
    match = hall.match(hall.round(1), [1], [2], boards)
    hall.two_rooms(match, boards[0], 8, 5)
    hall.two_rooms(match, boards[1], 5, 13)
    Round.objects.update(state=Round.State.CLOSED)
    Board.objects.update(opened_at=timezone.now())


def of_field(hall: Hall) -> None:
    """Let two tables play a board, and close the round."""
    (board,), round_ = hall.boards(1, 1), hall.round(1)
    for pairs, tricks in (([1, 2], 8), ([3, 4], 7)):
        match = hall.match(round_, pairs[:1], pairs[1:], [board], rooms=[Room.ONLY])
        hall.play(hall.deal(match, board), tricks)
    Round.objects.update(state=Round.State.CLOSED)
    Board.objects.update(opened_at=timezone.now())


OF_SUM = "Carried over 1 Round 2 , 1 deal"
"""How the sum begins of who has a match point from the stage before."""


def headings(client: Client, event: Event) -> list[str]:
    page = client.get(reverse("event", args=[event.uid]))
    return [measure.heading for measure in page.context["page"].measures.on_screen]


def shown_values(client: Client, event: Event) -> list[list[str]]:
    page = client.get(reverse("event", args=[event.uid])).context["page"]
    rows, shown = page.standings, page.measures.on_screen
    return [[measure.text_of(row.row.rank) for measure in shown] for row in rows]


def papers(event: Event) -> str:
    """Return what stands on the papers of the standings, with single spaces."""
    subject = Event.objects.select_related("tournament__club", "ruleset").get(pk=event.pk)
    texts = []
    with translation.override("en"):
        for name in ("standings", "final"):
            kind = documents.find(name)
            pdf = kind.render(kind.prepare(Subject(subject, "")).input, untold)
            texts.append(" ".join(read_by_another(pdf).split()))
    return " ".join(texts)


@pytest.mark.full
def test_victory_points_of_imps(english: Client) -> None:
    wanted: dict[str, Any] = {"comparison": Comparison.IMP, "ranking": Ranking.VP_20}
    with duplicate.hall(2, 4, rooms=2, **wanted) as hall:
        of_rooms(hall)
        assert headings(english, hall.event)[:3] == ["Victory points", "Net IMPs", "W-D-L"]
        rows = shown_values(english, hall.event)
        assert [row[1:3] for row in rows] == [["+2", "1-0-0"], [f"{MINUS}2", "0-0-1"]]
        assert all(row[0].partition(".")[2].isdecimal() for row in rows)
        page = read(english, reverse("event", args=[hall.event.uid]))
        assert "A board counts by the difference between the two rooms, in IMPs." in page
        assert "from 20 to 0" in page
        assert "4 : 2" in page
        entry = read(english, reverse("entry", args=[hall.event.uid, 1]))
        assert "+2" in entry
        assert "counts with the other room" in entry
        assert entry.count("IMPs 2 : 4") == 1
        assert "Round 1 closed room · Table 2 W" in entry
        assert "IMPs" in papers(hall.event)


@pytest.mark.full
@pytest.mark.parametrize(
    ("comparison", "name", "values"),
    [
        (Comparison.MATCHPOINTS, "Matchpoints", ["2", "2", "0", "0"]),
        (Comparison.DATUM_IMP, "IMPs", ["0", "0", "0", "0"]),
    ],
)
def test_a_field_ranks_by_what_its_boards_count(
    english: Client, comparison: Comparison, name: str, values: list[str]
) -> None:
    with duplicate.hall(4, 2, comparison=comparison, form=Form.PAIRS) as hall:
        of_field(hall)
        assert headings(english, hall.event)[0] == name
        assert [row[0] for row in shown_values(english, hall.event)] == values
        page = read(english, reverse("event", args=[hall.event.uid]))
        assert "ase points" not in page
        assert "Their sum ranks" in page
        assert name in papers(hall.event)


def test_victory_points_stand_below_one_another() -> None:
    assert rank_columns.worth(Order.VP_20)(10) == "10.00"
    assert rank_columns.worth(Order.WDL_2_1_0)(2) == "2"


@pytest.mark.full
def test_matchpoints_have_a_percentage(english: Client) -> None:
    with duplicate.hall(4, 2, comparison=Comparison.MATCHPOINTS, form=Form.PAIRS) as hall:
        of_field(hall)
        assert headings(english, hall.event) == ["Matchpoints", "Percent"]
        assert [row[1] for row in shown_values(english, hall.event)] == ["100.00 %"] * 2 + [
            "0.00 %"
        ] * 2


@pytest.mark.full
def test_board_points_are_no_gains(english: Client) -> None:
    wanted: dict[str, Any] = {"comparison": Comparison.BOARD}
    with duplicate.hall(2, 4, rooms=2, **wanted) as hall:
        of_rooms(hall)
        assert headings(english, hall.event) == ["Board points"]
        assert shown_values(english, hall.event) == [["2"], ["2"]]


@pytest.mark.full
def test_what_was_carried_over_stands_in_the_sum_and_on_paper(english: Client) -> None:
    wanted: dict[str, Any] = {"boards": BoardSource.TABLE, "ranking": Ranking.WDL_2_1_0}
    with duplicate.hall(4, 2, form=Form.PAIRS, **wanted) as hall:
        first = hall.stage(1, [[(n, 0) for n in (1, 2, 3, 4)]])
        second = hall.stage(2, [[(1, 1), (2, 0)]])
        for number, stage in ((1, first), (2, second)):
            (board,) = hall.boards(number, 1)
            match = hall.match(hall.round(number, stage), [2], [1], [board], rooms=[Room.ONLY])
            hall.play(hall.deal(match, board), 13, Result.Kind.PLAYED)
        assert [row[0] for row in shown_values(english, hall.event)[:2]] == ["2", "1"]
        carried = [
            (number, read(english, reverse(name, args=[hall.event.uid, *number])).count(OF_SUM))
            for name, number in (("event", ()), ("entry", (1,)), ("entry", (2,)))
        ]
        assert carried == [((), 1), ((1,), 1), ((2,), 0)]
        with translation.override("en"):
            sentences = list(rank_sentences.sentences(hall.event, tuple(hall.event.stages.all())))
        assert "Entries of a later stage rank above all that did not reach it." in sentences
        paper = papers(hall.event)
        # A list for each stage; only into the second something was carried over.
        assert paper.count("W-D-L Carried over Match points") == 2
        assert (paper.count("W-D-L"), paper.count("Carried over")) == (4, 2)
        # The mark across the page and the next place stand between the words of the large row.
        assert len(re.findall(r"1 2队 2 (?:[A-Z]{2} 2 )?\+260 1-0-0 2", paper)) == 2
        assert paper.count(f"1队 0 {MINUS}260 0-0-1 1 1") == 2


@pytest.mark.parametrize(
    ("ranking", "line"),
    [
        (Ranking.WDL_2_1_0, "Carried over 5"),
        (Ranking.TABLE_POINTS, "Carried over · table points 5"),
        (Ranking.POINTS, "Carried over +5"),
    ],
)
def test_what_was_carried_over_is_told_in_what_ranks(ranking: Ranking, line: str) -> None:
    with translation.override("en"):
        context = {
            "rank": SimpleNamespace(carried=Fraction(5)),
            "measures": rank_columns.columns_of_event(Event(ranking=ranking)),
        }
        assert words(render_to_string("publish/ranking/_carried.html", context)) == line
