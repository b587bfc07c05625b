"""The column "who" decides over every article; a second person for L9 only; no scorer rules."""

from __future__ import annotations

from typing import Final

import pytest

from referee.base.refusals import Code
from referee.models import Needs
from referee.rulings import proposals
from referee.rulings.decisions import RulingDecision
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_cases import offender, official_of, source
from tests.samples import sampled
from tournaments.models import Role, User
from tournaments.regulations import articles
from tournaments.regulations.articles import Article, Authority, Level

RANK: Final = {"referee": 0, "deputy": 1, "chief": 2}
OF_LEVEL: Final = {Level.L6: 1, Level.L7: 2, Level.L8: 2, Level.L9: 2}
"""What the table of levels says of who, beside the column of the article."""
OF_COLUMN: Final = {
    Authority.REFEREE: 0,
    Authority.DEPUTY: 1,
    Authority.CHIEF: 2,
    Authority.CHIEF_AND_ORGANISER: 2,
}


@pytest.fixture
def officials(hall: Hall) -> dict[str, User]:
    return {
        "scorer": official_of(hall, "sam", Role.SCORER),
        "referee": hall.cast.bob,
        "deputy": official_of(hall, "dora", Role.DEPUTY),
        "chief": official_of(hall, "chief", Role.CHIEF_REFEREE),
    }


def may(hall: Hall, official: User, article: Article) -> bool:
    decision = RulingDecision((offender(hall),), article.code, facts="as both said")
    proposal = proposals.propose(source(hall), decision, official)
    found = proposals.problems(source(hall), decision, proposal, official)
    return Code.RULING_BEYOND_OFFICE not in [problem.code for problem in found]


@pytest.mark.full
@pytest.mark.parametrize("nth", sampled((1, 8), (8,)))
def test_every_article_goes_by_its_column(hall: Hall, officials: dict[str, User], nth: int) -> None:
    in_force = articles.articles(hall.cast.event)
    assert len(in_force) > 70
    for article in in_force[::nth]:
        wanted = max(OF_COLUMN[article.who], OF_LEVEL.get(article.level, 0))
        for name, official in officials.items():
            allowed = name in RANK and RANK[name] >= wanted
            assert may(hall, official, article) is allowed, (article.code, name)


@pytest.mark.full
def test_only_a_disqualification_waits_for_the_organiser(
    hall: Hall, officials: dict[str, User]
) -> None:
    for article in articles.articles(hall.cast.event):
        decision = RulingDecision((offender(hall),), article.code, facts="as both said")
        proposal = proposals.propose(source(hall), decision, officials["chief"])
        assert (proposal.needs == Needs.ORGANISER) is (article.level is Level.L9), article.code
