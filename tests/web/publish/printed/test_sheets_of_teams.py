"""Papers of a team round: before the line-ups are revealed the teams, afterwards the players."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from clubs.credentials import captains
from tests import teams_cast
from tests.samples import sampled
from tests.teams_cast import Teams
from tests.tournaments import over_boards
from tests.web.publish.papers import pages, untold
from tournaments import organise
from tournaments.models import DrawMethod, Event, Sitting
from web.publish import documents
from web.publish.documents import Subject
from web.publish.printed.handed_out import slips

HALL = "http://192.0.2.7:8000/"
OF_ROUND = ("seating", "table_cards", "record_sheets", "scoresheets", "round_results")


@pytest.fixture
def teams(db: None) -> Teams:
    return teams_cast.assemble()


def paper(kind: str, teams: Teams) -> str:
    """Return the text of a document of the round."""
    made = documents.find(kind)
    subject = Subject(teams.event, HALL, teams.round)
    with translation.override("en"):
        return "\n".join(pages(made.render(made.prepare(subject).input, untold)))


@pytest.mark.full
@pytest.mark.parametrize("kind", sampled(OF_ROUND, ("seating", "scoresheets")))
def test_every_paper_of_a_round_is_there_before_and_after_the_line_ups(
    teams: Teams, kind: str
) -> None:
    assert "华清一" not in paper(kind, teams)
    teams.reveal(teams.segment(1))
    assert paper(kind, teams)
    teams.play()
    assert paper(kind, teams)


@pytest.mark.full
def test_a_record_sheet_is_for_the_boards_that_are_played_there(db: None) -> None:
    cast = over_boards.assemble(8, draw_method=DrawMethod.HOWELL)
    round_ = cast.round_in_play()
    made, asked = documents.find("record_sheets"), Subject(cast.event, HALL, round_)
    with translation.override("en"):
        papers = pages(made.render(made.prepare(asked).input, untold))
    tables = [
        sitting.deals.order_by("play_order")
        for sitting in Sitting.objects.order_by("table__number")
    ]
    assert len({deal.board_no for deals in tables for deal in deals}) > len(tables[0])
    for paper_, deals in zip(papers, tables, strict=True):
        asked_for = re.findall(r"Board (\d+)", paper_)
        assert asked_for == [str(deal.board_no) for deal in deals]


@pytest.mark.full
def test_the_results_of_sealed_boards_are_no_zero(db: None) -> None:
    cast = over_boards.assemble()
    round_ = cast.round_in_play()
    cast.play(round_)
    made, asked = documents.find("round_results"), Subject(cast.event, HALL, round_)
    with translation.override("en"):
        (text,) = pages(made.render(made.prepare(asked).input, untold))
    assert "0" not in re.findall(r"\S+$", text, flags=re.MULTILINE)
    # A line for each table instead of its seats with dashes.
    assert "Results not public yet" in text
    assert "—" not in text


@pytest.mark.full
def test_the_seating_list_says_which_teams_meet_where(teams: Teams) -> None:
    before = paper("seating", teams)
    assert all(f"{name}队" in before for name in teams_cast.TEAMS)
    assert "Closed room" in before
    teams.reveal(teams.segment(1))
    after = paper("seating", teams)
    assert "华清一" in after
    # Few matches and their tables are on one sheet.
    assert "Page 1 of 1" in before
    assert "Page 1 of 1" in after


@pytest.mark.full
def test_the_screen_of_the_hall_shows_which_teams_meet(teams: Teams) -> None:
    english = Client(headers={"accept-language": "en"})
    page = english.get(reverse("hall_seating", args=[teams.event.uid])).content.decode()
    assert "Round 1: line-ups are awaited." in page
    assert all(f"{name}队" in page for name in teams_cast.TEAMS)
    teams.reveal(teams.segment(1))
    page = Client().get(reverse("hall_seating", args=[teams.event.uid])).content.decode()
    assert "华清队" in page


@pytest.mark.full
def test_a_captain_s_slip_bears_the_team_its_captain_and_the_address(teams: Teams) -> None:
    teams_ = captains.SLIPS.holders(teams.event)
    drawn = captains.SLIPS.draw(teams.event, teams.cast.director, [team.uid for team in teams_])
    with translation.override("en"):
        (text,) = pages(slips.draw_for_captains(teams.event, drawn, HALL))
    assert "1 · 华清队" in text
    assert "Captain: 华清一" in text
    assert f"192.0.2.7:8000/c/{drawn[0].link}/" in text


@pytest.mark.full
def test_every_open_board_has_what_each_table_made_of_it(db: None) -> None:
    cast = over_boards.assemble()
    made = documents.find("board_results")
    round_ = cast.round_in_play()
    cast.play(round_)

    def paper_() -> str:
        event = Event.objects.select_related("tournament__club", "ruleset").get(pk=cast.event.pk)
        assert made.suits(event, tuple(event.stages.all()))
        with translation.override("en"):
            return "\n".join(pages(made.render(made.prepare(Subject(event, HALL)).input, untold)))

    assert "No board is open yet" in paper_()
    organise.close_round(round_, cast.director)
    paper = paper_()
    assert re.findall(r"Board \d+ · Datum", paper)
    assert "IMPs" in paper
