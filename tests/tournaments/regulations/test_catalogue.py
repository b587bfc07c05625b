"""A tournament's copy of the catalogue: made, changed, frozen, and in versions after that."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import DatabaseError, transaction

from tests import official_cast
from tests.cast import Cast
from tournaments import regulations
from tournaments.base.refusals import PlanReason, Refused
from tournaments.models import AuditEntry, Catalogue, Event
from tournaments.record.audit import Verb
from tournaments.regulations import catalogue
from tournaments.regulations.articles import Escalation, FormColumn, Level, article, articles
from tournaments.regulations.catalogue import DEFAULTS, StoredArticle
from tournaments.regulations.infractions.values import Terms
from tournaments.structure.regulations import OFFICIAL

LIGHTER = replace(
    DEFAULTS["R-02"],
    terms={
        **DEFAULTS["R-02"].terms,
        FormColumn.INDIVIDUAL: Terms(Level.L4, (Escalation(3, Level.L6),)),
    },
)
OWN = StoredArticle(
    "",
    {FormColumn.INDIVIDUAL: Terms(Level.L3)},
    name="未关手机",
    number="12.3",
    text="入场须关机。",
)


def codes(refused: pytest.ExceptionInfo[Refused]) -> list[object]:
    return [problem.code for problem in refused.value.problems]


def fresh(cast: Cast) -> Event:
    return Event.objects.get(pk=cast.event.pk)


def test_data_is_read_as_it_was_stored() -> None:
    for row in [*DEFAULTS.values(), LIGHTER, replace(OWN, code="O-1")]:
        assert StoredArticle.from_json(row.as_json()) == row
    assert StoredArticle.from_json(LIGHTER.as_json()).changed
    assert not StoredArticle.from_json(DEFAULTS["R-02"].as_json()).changed


def test_without_a_copy_the_program_decides(cast: Cast) -> None:
    assert catalogue.current(cast.tournament) is None
    row = article(cast.event, "R-02")
    assert row is not None
    assert row.level == Level.L5


def test_the_first_change_copies_everything(cast: Cast) -> None:
    catalogue.change_article(cast.tournament, cast.director, LIGHTER)
    copy = catalogue.current(cast.tournament)
    assert copy is not None
    assert (copy.version, len(copy.articles), copy.frozen_at) == (1, 93, None)
    row = article(cast.event, "R-02")
    assert row is not None
    assert (row.level, row.steps) == (Level.L4, (Escalation(3, Level.L6),))
    catalogue.change_article(cast.tournament, cast.director, replace(LIGHTER, is_off=True))
    assert article(cast.event, "R-02") is None
    assert Catalogue.objects.count() == 1
    entry = AuditEntry.objects.order_by("seq").last()
    assert entry is not None
    assert entry.verb == Verb.CHANGE_ARTICLE


def test_organisers_add_articles_of_their_own(cast: Cast) -> None:
    with pytest.raises(Refused) as refused:
        catalogue.change_article(cast.tournament, cast.director, replace(OWN, text=""))
    assert codes(refused) == [PlanReason.ARTICLE_INCOMPLETE]
    assert catalogue.current(cast.tournament) is None
    kept = catalogue.change_article(cast.tournament, cast.director, OWN)
    row = articles(cast.event)[-1]
    assert (kept.code, row.code, row.number, row.text) == ("O-1", "O-1", "12.3", "入场须关机。")
    assert row.is_common
    second = catalogue.change_article(cast.tournament, cast.director, replace(OWN, number="12.4"))
    assert second.code == "O-2"


def test_a_repetition_costs_no_less(cast: Cast) -> None:
    falling = {**LIGHTER.terms, FormColumn.INDIVIDUAL: Terms(Level.L5, (Escalation(2, Level.L3),))}
    with pytest.raises(Refused) as refused:
        catalogue.change_article(cast.tournament, cast.director, replace(LIGHTER, terms=falling))
    assert codes(refused) == [PlanReason.STEPS_FALL]


@pytest.mark.full
def test_the_first_published_draw_freezes_an_official_competition(cast: Cast) -> None:
    official_cast.make_official(cast)
    cast.round_in_play()
    copy = catalogue.current(cast.tournament)
    assert copy is not None
    assert copy.frozen_at is not None
    with pytest.raises(Refused) as refused:
        catalogue.change_article(cast.tournament, cast.director, LIGHTER, reason=" ")
    assert codes(refused) == [PlanReason.ARTICLES_FROZEN]
    catalogue.change_article(cast.tournament, cast.director, LIGHTER, reason="组委会决定")
    kept = catalogue.versions(cast.tournament)
    assert [(row.version, row.reason) for row in kept] == [(2, "组委会决定"), (1, "")]
    row = article(fresh(cast), "R-02")
    assert row is not None
    assert row.level == Level.L4
    assert catalogue.articles_of(kept[1])["R-02"] == DEFAULTS["R-02"]


def test_a_club_event_gets_no_copy_by_its_draw(cast: Cast) -> None:
    cast.round_in_play()
    assert catalogue.current(cast.tournament) is None
    with pytest.raises(Refused) as refused:
        catalogue.change_article(cast.tournament, cast.director, LIGHTER)
    assert codes(refused) == [PlanReason.ARTICLES_FROZEN]


@pytest.mark.full
@pytest.mark.databases
def test_the_database_keeps_a_frozen_version(cast: Cast) -> None:
    catalogue.change_article(cast.tournament, cast.director, LIGHTER)
    cast.round_in_play()
    with pytest.raises(DatabaseError, match="frozen"), transaction.atomic():
        Catalogue.objects.update(articles=[])
    with pytest.raises(DatabaseError, match="frozen"), transaction.atomic():
        Catalogue.objects.update(frozen_at=None)
    with pytest.raises(DatabaseError, match="frozen"), transaction.atomic():
        Catalogue.objects.all().delete()
    catalogue.publish_articles(cast.tournament, cast.director, is_public=True)
    assert catalogue.is_shown(cast.event)


def test_appeals_and_the_table_of_lateness_are_of_official_competitions(cast: Cast) -> None:
    codes = ("A-01", "A-09", "T-01", "T-02", "T-03")
    assert [article(cast.event, code) for code in codes] == [None] * len(codes)
    regulations.change_regulations(cast.event, cast.director, OFFICIAL)
    assert None not in [article(fresh(cast), code) for code in codes]
