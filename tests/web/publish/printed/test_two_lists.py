"""Standings of two lines on paper, in files and among the prizes: each with a list of its own."""

from __future__ import annotations

import pytest
from django.utils import translation

from tests.cast import Cast
from tests.samples import sampled
from tests.tournaments.drawing import next_round
from tests.tournaments.organise.drawn.test_two_winners import TWO, mitchell_cast
from tests.web.publish.papers import pages
from tests.web.publish.test_exports import made, rows_of_csv, rows_of_xlsx
from tournaments import organise


@pytest.fixture(autouse=True)
def _in_english() -> object:
    with translation.override("en"):
        yield


@pytest.fixture
def played(db: None) -> Cast:
    cast = mitchell_cast(6, movement=TWO)
    organise.set_prizes(cast.event, cast.director, {"amounts": ["30"], "ties": "higher"})
    for _ in range(3):
        organise.close_round(next_round(cast), cast.director)
    return cast


@pytest.mark.full
@pytest.mark.parametrize("kind", sampled(["standings", "final", "prizes"], ["standings"]))
def test_papers_have_a_list_for_each_line(played: Cast, kind: str) -> None:
    text = "\n".join(pages(made(kind, played.event)))
    assert text.index("North-South") < text.index("East-West")


@pytest.mark.full
def test_files_name_the_line_before_the_rank(played: Cast) -> None:
    for heading, *rows in (
        rows_of_xlsx(made("standings_xlsx", played.event)),
        rows_of_csv(made("standings_csv", played.event)),
    ):
        assert list(heading[:3]) == ["Direction", "Rank", "No."]
        assert [row[0] for row in rows] == ["North-South"] * 3 + ["East-West"] * 3
        assert [str(row[1]) for row in rows] == ["1"] * 6
