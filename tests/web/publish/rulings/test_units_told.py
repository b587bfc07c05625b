"""Points of a ruling have their unit on every page and paper: points, levels, matchpoints."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.rulings import listed
from tests import cast as people
from tests import levels_cast
from tests.cast import NORTH_TAKES_THE_PIG, Cast
from tests.referee.hall import Hall
from tests.referee.rulings.deals.test_adjusted_scores import record
from tests.referee.rulings.deciding.test_cases import make_official, rule
from tests.tournaments import over_boards
from tests.web.publish.papers import pages
from tournaments.models import Comparison
from web.publish.printed import ruling_paper
from web.publish.rulings import ruling_words

pytestmark = pytest.mark.django_db


def boards() -> Cast:
    return over_boards.assemble(entries=8, comparison=Comparison.MATCHPOINTS)


@pytest.mark.full
@pytest.mark.parametrize(
    ("assemble", "report", "shown"),
    [
        (people.assemble, NORTH_TAKES_THE_PIG, "−100分"),
        (levels_cast.assemble, levels_cast.DEALERS_KEEP, "−1级"),
        (boards, NORTH_TAKES_THE_PIG, "比赛分"),
    ],
    ids=["points", "levels", "matchpoints"],
)
def test_points_have_their_unit(
    assemble: Callable[[], Cast], report: dict[str, object], shown: str
) -> None:
    hall = Hall.of(assemble())
    make_official(hall)
    record(hall.deal(), report)
    version = rule(hall, "R-02")
    ruled = listed.case_of(version.case.tournament, version.case.uid)
    assert ruled is not None
    (sanction,) = ruling_words.told(ruled).shown.sanctions
    assert shown in sanction.points
    assert shown in "".join(" ".join(pages(ruling_paper.ruling_paper.write(ruled))).split())
