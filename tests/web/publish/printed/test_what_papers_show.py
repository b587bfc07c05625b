"""What papers show: pages that hold together, what ranks, and whether it is official."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import translation

from tests import cast as people
from tests import levels_cast
from tests.cast import PLAYERS, Cast
from tests.samples import sampled
from tests.web.publish.papers import pages, untold
from tests.web.publish.penalties import fine
from tests.web.publish.reading import MINUS
from tournaments import organise, results
from tournaments.models import Event, Round
from tournaments.results.event_record import standings
from web.publish import documents
from web.publish.documents import Subject
from web.publish.pages import seats
from web.publish.pdf.book import Grid
from web.publish.printed import final

HALL = "http://192.0.2.7:8000/"


@pytest.fixture(autouse=True)
def _in_english() -> object:
    with translation.override("en"):
        yield


def fresh(event: Event) -> Event:
    """Return an event as it is now."""
    return Event.objects.select_related("tournament__club", "ruleset").get(pk=event.pk)


def paper(kind: str, event: Event, round_: Round | None = None, **more: Any) -> list[str]:
    """Return the text of each page of a document."""
    made = documents.find(kind)
    subject = Subject(fresh(event), HALL, round_, **more)
    return pages(made.render(made.prepare(subject).input, untold))


@pytest.mark.full
@pytest.mark.parametrize("players", [4, 16])
def test_the_four_deals_of_a_table_stand_on_one_page(db: None, players: int) -> None:
    cast = people.assemble(players=0, deals_per_round=4)
    names = [
        "Maximilian Alexander von Hohenlohe-Langenburg",
        *(f"{n}号" for n in range(1, players)),
    ]
    organise.add_entries(cast.event, cast.director, [[name] for name in names])
    round_ = cast.round_in_play()
    texts = paper("record_sheets", cast.event, round_)
    assert len(texts) == players // 4
    for text in texts:
        assert [f"Deal {number}" in text for number in range(1, 5)] == [True] * 4
        assert "Referee" in text


@pytest.mark.full
@pytest.mark.parametrize("ranking", [Event.Ranking.POINTS, Event.Ranking.TABLE_POINTS])
def test_results_show_a_penalty_at_the_table_and_the_base_points(cast: Cast, ranking: str) -> None:
    Event.objects.update(ranking=ranking)
    round_ = cast.round_in_play()
    cast.play(round_)
    assert "Base" not in "".join(paper("round_results", cast.event, round_))
    east = cast.deals(round_)[0].sitting.seats.get(label="E").side
    fine(cast, east.entries.get(), -50, east)
    (text,) = paper("round_results", cast.event, round_)
    assert "Base points" in text.replace("\n", " ")
    assert f"{MINUS}50" in text
    assert "+350" in text


@pytest.mark.full
def test_results_show_table_points_where_these_rank(cast: Cast) -> None:
    round_ = cast.closed_round()
    assert "Table points" not in "".join(paper("round_results", cast.event, round_))
    Event.objects.update(ranking=Event.Ranking.TABLE_POINTS)
    (text,) = paper("round_results", cast.event, round_)
    lines = text.replace("\n", " ")
    assert lines.count("Table points") == 2
    # East +400, South +200, West +200 and North −200 in two deals, by the sheet of the cast.
    assert re.search(r"S \d \S+ \+50 \+50 \+100 1", lines)
    assert re.search(r"E \d \S+ \+200 \+200 \+400 4", lines)


@pytest.mark.full
@pytest.mark.parametrize("deals", sampled(range(3, 11), (3, 7)))
def test_a_scoresheet_has_no_page_of_totals_alone(db: None, deals: int) -> None:
    cast = people.assemble(players=4, deals_per_round=deals)
    round_ = cast.round_in_play()
    cast.play(round_)
    (page,) = (
        text for text in paper("scoresheets", cast.event, round_) if "Total of the round" in text
    )
    assert f"Deal {deals}" in page
    assert "Referee" in page


@pytest.mark.full
def test_a_match_of_levels_has_no_page_of_totals_alone(db: None) -> None:
    cast = levels_cast.assemble(deals=4)
    round_ = cast.round_in_play()
    for deal in cast.deals(round_)[:1]:
        levels_cast.post(cast, deal, levels_cast.DEALERS_KEEP)
    texts = paper("scoresheets", cast.event, round_)
    assert texts
    assert all("End of the match" in text and "no result yet" in text for text in texts)


@pytest.mark.full
def test_what_is_provisional_says_so_across_the_page(cast: Cast) -> None:
    round_ = cast.round_in_play()
    cast.play(round_)
    for kind in ("final", "prizes", "standings", "round_results"):
        of_round = round_ if kind == "round_results" else None
        assert "PROVISIONAL" in "".join(paper(kind, cast.event, of_round)), kind
    organise.close_round(round_, cast.director)
    round_.refresh_from_db()
    assert "PROVISIONAL" not in "".join(paper("round_results", cast.event, round_))
    assert "PROVISIONAL" not in "".join(paper("standings", cast.event))
    assert "PROVISIONAL" in "".join(paper("final", cast.event))
    organise.finish_event(fresh(cast.event), cast.director)
    for kind in ("final", "prizes", "standings"):
        assert "PROVISIONAL" not in "".join(paper(kind, cast.event)), kind


@pytest.mark.full
def test_the_final_result_bears_the_club_and_has_room_for_its_stamp(cast: Cast) -> None:
    cast.closed_round()
    text = paper("final", cast.event)[0]
    assert text.startswith(cast.club.name)
    assert text.count(cast.club.name) == 2
    assert "stamp" in text


@pytest.mark.full
def test_the_notes_above_the_signature_are_as_large_as_under_the_standings(cast: Cast) -> None:
    cast.closed_round()
    parts = documents.find("final").prepare(Subject(fresh(cast.event), HALL)).input["parts"]
    kinds = [block["kind"] for block in parts[0]["blocks"]]
    above = parts[0]["blocks"][: kinds.index("stamp")]
    notes = [block["small"] for block in above if block["kind"] == "words"]
    assert notes
    assert not any(notes)


@pytest.mark.full
def test_the_first_three_places_of_the_final_result_are_larger(cast: Cast) -> None:
    made = documents.find("final")

    def large() -> list[int]:
        parts = made.prepare(Subject(fresh(cast.event), HALL)).input["parts"]
        grids = (block for part in parts for block in part["blocks"] if block["kind"] == "grid")
        return [grid["large_rows"] for grid in grids]

    assert large()[:1] == [0], "before anything counts nobody has a place"
    cast.closed_round()
    first = large()[0]
    # Four of eight have +400 and +100: two share the first place, two the third.
    assert first == 4


@pytest.mark.full
def test_ranks_after_each_round_are_told_from_the_second_round_on(cast: Cast) -> None:
    for told in (False, True):
        cast.closed_round()
        text = " ".join(paper("final", cast.event))
        assert ("Rank after each round" in text) is told


@pytest.mark.full
def test_of_a_large_field_the_first_places_alone_have_their_ranks_after_each_round(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(final, "FIRST", 2)
    monkeypatch.setattr(final, "MOST_WITH_HISTORY", len(PLAYERS))
    for _ in range(2):
        cast.closed_round()
    ranked = results.read(fresh(cast.event))
    first = {row.competitor.name for row in standings(ranked) if row.rank.place <= final.FIRST}
    assert with_history(cast) == {"Rank after each round": set(PLAYERS)}
    monkeypatch.setattr(final, "MOST_WITH_HISTORY", len(PLAYERS) - 1)
    assert with_history(cast) == {"Rank after each round: places 1 to 2": first}
    assert first < set(PLAYERS)


def with_history(cast: Cast) -> dict[str, set[str]]:
    """Return the names that have ranks after each round, by the title of their list."""
    (part,) = documents.find("final").book(Subject(fresh(cast.event), HALL)).parts
    return {
        block.title: {row[0] for row in block.rows}
        for block in part.blocks
        if isinstance(block, Grid) and block.title.startswith("Rank after")
    }


@pytest.mark.full
def test_the_seating_list_is_in_the_order_of_surnames_with_their_initials(cast: Cast) -> None:
    round_ = cast.round_in_play()
    by_name, _by_table = (
        documents.find("seating").book(Subject(fresh(cast.event), HALL, round_)).parts
    )
    (grid,) = (block for block in by_name.blocks if isinstance(block, Grid))
    wanted = [
        (line.name, str(line.tables[0]), line.label, each.initial * (place == 0))
        for each in seats.seat_list(results.read(fresh(cast.event))).initials
        for place, line in enumerate(each.lines)
    ]
    assert [(name, table, seat, initial) for initial, name, table, seat in grid.rows] == wanted
    assert len(wanted) == len(PLAYERS)
    assert sum(bool(initial) for *_, initial in wanted) > 2
