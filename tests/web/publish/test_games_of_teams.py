"""Pages, papers and files of teams who play games (局): each room and segment tells its own."""

from __future__ import annotations

import csv
import io

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests import games_cast
from tests.games_cast import EAST_WEST_LOSE, LITTLE, NORTH_SOUTH_LOSE, InGames
from tests.tournaments.results.test_level_matches import DEALERS_ONE, DEALERS_THREE
from tests.web.publish.papers import pages, untold
from tests.web.publish.reading import MINUS, read
from tournaments import organise
from web.publish import documents, rank_sentences
from web.publish.documents import Subject

HALL = "http://192.0.2.7:8000/"


def rendered(kind: str, teams: InGames) -> bytes:
    made = documents.find(kind)
    subject = Subject(teams.event, HALL, teams.round)
    with translation.override("en"):
        return made.render(made.prepare(subject).input, untold)


def paper(kind: str, teams: InGames) -> str:
    """Return the text of a document of the round, with single spaces."""
    return " ".join(" ".join(pages(rendered(kind, teams))).split())


@pytest.fixture
def in_two_parts(db: None) -> InGames:
    """Two rooms and two segments; the visitors win three of the four games, one of them by time."""
    teams = games_cast.assemble(segments=2)
    teams.show(1)
    teams.play_in("open", NORTH_SOUTH_LOSE, NORTH_SOUTH_LOSE)
    teams.play_in("closed", NORTH_SOUTH_LOSE, NORTH_SOUTH_LOSE)
    teams.show(2, shift=1)
    teams.play_in("open", LITTLE, part=2)
    teams.not_played("open", part=2)
    teams.penalise("closed", teams.side(1), -50, part=2)
    teams.play_in("closed", EAST_WEST_LOSE, EAST_WEST_LOSE, part=2)
    return teams


@pytest.mark.full
def test_a_round_tells_every_game_and_what_they_make_of_the_match(
    english: Client, in_two_parts: InGames
) -> None:
    teams = in_two_parts
    assert teams.sums() == ("0", "2", "1", "3")
    page = read(english, reverse("round", args=[teams.event.uid, 1]))
    reached, stopped = (
        "The low limit has been reached.",
        "The game was ended before its limit was reached.",
    )
    for where, why, sides in (
        ("open room · segment 1", reached, f"华清队 {MINUS}1100 loses the game 城北队 +200 winner"),
        ("closed room · segment 1", reached, f"华清队 +200 winner 城北队 {MINUS}1100 loses"),
        ("open room · segment 2", stopped, f"华清队 {MINUS}300 城北队 {MINUS}50 winner"),
        ("closed room · segment 2", reached, f"华清队 {MINUS}1150 with penalties of {MINUS}50"),
    ):
        assert f"{where} {why} {sides}" in page
    assert "Net games +2 · match points 2 3 : 1" in page
    first, second = (page.index(f" Segment {number} Seat") for number in (1, 2))
    assert first < second
    assert f"Net games {MINUS}2 · match points 0 1 : 3" in page


@pytest.mark.full
def test_a_finished_match_of_teams_shows_its_score_while_the_round_is_in_play(
    english: Client, in_two_parts: InGames
) -> None:
    teams = in_two_parts
    page = read(english, reverse("round", args=[teams.event.uid, 1]))
    assert "华清队 0 : 2 城北队" in page


@pytest.mark.nightly
def test_papers_tell_every_game(in_two_parts: InGames) -> None:
    teams = in_two_parts
    text = paper("round_results", teams)
    assert "Table 1 · open room · segment 1" in text
    assert "Table 2 · closed room · segment 2" in text
    line = f"open room · segment 1: 华清队 {MINUS}1100 (loses the game) – 城北队 +200 (winner)."
    assert text.count(line) == 1
    assert text.count("2 城北队 — 1 华清队 · 3 : 1 · match points 2 : 0") == 1
    sheets = paper("scoresheets", teams)
    before, closed = sheets.split("Table 2 · closed room", 1)
    assert "Penalty points" not in before
    segment = closed.split("segment 2", 1)[1]
    assert f"Penalty points: West · 华清四 · East · 华清五, {MINUS}50: late" in segment
    assert closed.count("Total of the game") == 2
    assert line in before
    assert line in closed
    for kind in ("seating", "record_sheets", "table_cards"):
        assert paper(kind, teams)


@pytest.mark.full
def test_files_say_where_in_its_match_a_deal_was_played(in_two_parts: InGames) -> None:
    raw = rendered("results_csv", in_two_parts).decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(raw)))
    places = {(row["Table"], row["Room"], row["Segment"]) for row in rows}
    assert places == {
        ("1", "open room", "1"),
        ("2", "closed room", "1"),
        ("1", "open room", "2"),
        ("2", "closed room", "2"),
    }
    assert rendered("results_xlsx", in_two_parts)


@pytest.mark.full
def test_the_rules_and_the_standings_explain_it(english: Client, in_two_parts: InGames) -> None:
    teams = in_two_parts
    page = read(english, reverse("rules", args=[teams.event.uid]))
    assert "In every room of every segment a match has a game that ends by its rules" in page
    with translation.override("en"):
        sentences = list(rank_sentences.sentences(teams.event, tuple(teams.event.stages.all())))
    assert "points of different games are not added" in sentences[0]
    page = read(english, reverse("event", args=[teams.event.uid]))
    assert "Net games" in page
    organise.close_round(teams.round, teams.cast.director)
    for name in ("standings", "final"):
        assert "Net games" in paper(name, teams)
    for name, arguments in (
        ("entry", [teams.event.uid, 1]),
        ("ranks", [teams.event.uid]),
        ("cross", [teams.event.uid]),
        ("hall_standings", [teams.event.uid]),
        ("deal", [teams.deals("closed", 2)[0].uid]),
    ):
        assert english.get(reverse(name, args=arguments)).status_code == 200, name


@pytest.mark.full
def test_levels_of_both_rooms_stand_beside_their_sum(english: Client, db: None) -> None:
    rules = {"preset": "standard-2", "target_level": "6", "must_play": []}
    teams = games_cast.assemble(game="shengji", rules=rules, ranking="vp_15_10", depth="result")
    teams.show()
    teams.play_in("open", DEALERS_THREE, DEALERS_THREE)
    teams.play_in("closed", DEALERS_THREE, DEALERS_ONE)
    teams.not_played("closed")
    page = read(english, reverse("round", args=[teams.event.uid, 1]))
    assert "A side has passed the target level. 华清队 7 winner 城北队 2" in page
    assert "before its limit was reached. 华清队 2 城北队 6 winner" in page
    assert "Net levels +1 · victory points 16 5 : 4" in page
    sheets = paper("scoresheets", teams)
    assert (sheets.count("End of the game"), sheets.count("End of the match")) == (2, 0)
    assert sheets.count("closed room: 华清队 2 – 城北队 6 (winner).") == 2
