"""One word in one meaning: points (得分) and penalties (罚分) make base points (基础分)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests import cast as people
from tests.cast import Cast
from tests.web.publish.papers import pages, untold
from tournaments import organise, results
from tournaments.models import Event, Form, Ranking
from tournaments.results import event_record
from web.publish import documents, rank_columns
from web.publish.documents import Subject
from web.publish.printed import standings


def by_table_points(event: Event) -> Event:
    """Return the event, ranked by table points."""
    Event.objects.filter(pk=event.pk).update(ranking=Ranking.TABLE_POINTS)
    return Event.objects.select_related("tournament__club", "ruleset").get(pk=event.pk)


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def played(cast: Cast) -> Cast:
    cast.play(cast.round_in_play())
    return cast


@pytest.mark.full
def test_no_public_page_says_total_where_paper_says_base_points(
    played: Cast, client: Client
) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    uid = played.event.uid
    for address in (
        reverse("event", args=[uid]),
        reverse("hall_standings", args=[uid]),
        reverse("entry", args=[uid, 1]),
        reverse("rules", args=[uid]),
    ):
        page = client.get(address).content.decode()
        assert "ase points" in page, address
        assert "Total" not in page, address


@pytest.mark.full
def test_the_standings_on_paper_have_the_same_word(played: Cast) -> None:
    made = documents.find("standings")
    input_ = made.prepare(Subject(by_table_points(played.event), "")).input
    (text,) = pages(made.render(input_, untold))
    assert "Base points" in " ".join(text.split())
    assert "Total" not in text


@pytest.mark.full
def test_the_rounds_on_paper_add_up_to_what_ranks(cast: Cast) -> None:
    """As on the page of the event: base points beside table points would add up to nothing."""
    cast.closed_round()
    cast.play(cast.round_in_play("again"))
    snapshot = results.read(by_table_points(cast.event))
    rows = event_record.public_record(snapshot).standings()
    (grid,) = standings.grids(snapshot, rows)
    at = {column.heading: place for place, column in enumerate(grid.columns)}
    assert len(grid.rows) == 8
    for row in grid.rows:
        rounds = [float(row[at[heading]]) for heading in ("R1", "R2")]
        assert sum(rounds) == float(row[at["Table points"]]), row
        assert row[at["Table points"]] != row[at["Base points"]], row
    words = [note.text for note in standings.notes(snapshot, rows)]
    assert any(text.startswith("R1 and so on: table points.") for text in words)


@pytest.mark.full
def test_a_table_of_a_round_adds_up_points_and_no_penalties(played: Cast, client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    page = client.get(reverse("round", args=[played.event.uid, 1])).content.decode()
    assert "Points</th>" in page
    assert "Total" not in page


@pytest.mark.full
def test_the_explanation_names_the_table_points_of_this_event_only(
    played: Cast, client: Client
) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    event = by_table_points(played.event)
    page = client.get(reverse("event", args=[event.uid])).content.decode()
    assert "Table points rank first: 4-2-1-0 for" in page
    assert "2-0 between" not in page


def test_two_pairs_at_a_table_share_two_table_points(db: None) -> None:
    cast = people.assemble()
    plan = organise.EventPlan("双人赛", "gongzhu", {"preset": "huapai-pairs"}, 2, form=Form.PAIRS)
    pairs = organise.create_event(cast.tournament, cast.director, plan)
    assert rank_columns.scale(by_table_points(pairs)) == "2-0"
