"""The parts of a ruling at the desk: chosen, looked at, waited for, and shown as annulled."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from referee.models import CorrectionPurpose, PartFate, RulingPart, RulingVersion
from referee.rulings import corrections
from tests.official_cast import fresh
from tests.referee.appeals import looked_at
from tests.referee.appeals.test_appeals import JURY
from tests.referee.appeals.test_appeals_of_rulings import heard
from tests.referee.appeals.test_parts_of_rulings import correct
from tests.referee.appeals.test_results_owed import alerts
from tests.referee.hall import Hall
from tests.referee.rulings.deals.test_lost_deals import scores
from tests.referee.rulings.deciding import test_cases as rulings
from tests.web.publish.rulings.test_rulings_told import paper
from tournaments.models import Result, User
from tournaments.official.final import open_matters
from tournaments.regulations.articles import Level
from web.publish.rulings import open_questions


@pytest.fixture
def corrected(hall: Hall) -> RulingVersion:
    """A ruling under which the deal was corrected to restore equity."""
    version = rulings.rule(hall, "R-02")
    correct(hall, version, CorrectionPurpose.EQUITY)
    return version


def shown(desk: Client, name: str, *args: Any) -> str:
    return " ".join(desk.get(reverse(name, args=args)).content.decode().split())


def overturn(**more: Any) -> dict[str, Any]:
    return {"decision": "overturned", "reasons": "没有藏牌", **more}


@pytest.mark.full
def test_all_parts_are_chosen_beforehand_and_told_everywhere(
    hall: Hall, chief: User, desk: Client, corrected: RulingVersion
) -> None:
    made = Result.objects.get(deal=hall.deal(), version=1).settlement["scores"]
    appeal = heard(hall, corrected, chief)
    form = desk.get(looked_at.page_of(appeal)).context["forms"]["decide"]
    both = [RulingPart.REMEDY.value, RulingPart.PROCEDURAL.value]
    assert form["parts"].value() == both
    page, sent = looked_at.look(desk, appeal, **overturn(parts=both))
    assert "程序性罚分：撤销" in page.content.decode()
    desk.post(looked_at.page_of(appeal), sent)
    assert scores(hall) == made
    uid = hall.cast.tournament.uid
    told = "补救：恢复第1版成绩 · 程序性罚分：撤销"
    assert told in shown(desk, "referee_ruling", uid, corrected.case.uid)
    assert told in shown(desk, "referee_rulings", uid)
    assert told in shown(desk, "referee_appeal", uid, appeal.uid)
    deal = shown(desk, "referee_deal", uid, hall.deal().uid)
    assert told in deal
    assert '<span class="state">已撤销</span>' in deal
    assert "补救：恢复第1版成绩" in "".join(paper(corrected).split())


@pytest.mark.nightly
def test_a_part_that_is_not_chosen_stays(
    hall: Hall, chief: User, desk: Client, corrected: RulingVersion
) -> None:
    appeal = heard(hall, corrected, chief)
    looked_at.decide(desk, appeal, **overturn(parts=[RulingPart.REMEDY.value]))
    page = shown(desk, "referee_ruling", hall.cast.tournament.uid, corrected.case.uid)
    assert "补救：恢复第1版成绩 · 程序性罚分：维持" in page


@pytest.mark.full
def test_no_part_is_no_annulment(
    hall: Hall, chief: User, desk: Client, corrected: RulingVersion
) -> None:
    appeal = heard(hall, corrected, chief)
    page, _sent = looked_at.look(desk, appeal, **overturn())
    assert page.context["forms"]["decide"].errors["parts"]


@pytest.mark.full
def test_what_was_built_on_it_is_named_asked_and_reminded_of(
    hall: Hall, chief: User, desk: Client, corrected: RulingVersion
) -> None:
    """Another result was entered since: nothing moves until the chief referee has answered."""
    made = Result.objects.get(deal=hall.deal(), version=1).settlement["scores"]
    corrections.rule(hall.deal(), hall.cast.alice, "not_played", "牌散了", seen=2)
    appeal = heard(hall, corrected, chief)
    page = desk.get(looked_at.page_of(appeal))
    assert "第3版成绩" in page.content.decode()
    assert "answer" in page.context["forms"]["decide"].fields
    both = [RulingPart.REMEDY.value, RulingPart.PROCEDURAL.value]
    looked_at.decide(desk, appeal, **overturn(parts=both))
    assert Result.live.get(deal=hall.deal()).version == 3
    assert alerts(hall.cast) == {"annulled": 1}
    assert open_matters(fresh(hall.cast.event)) == 1
    (question,) = open_questions.of_round(hall.round)
    assert "补救" in question.words
    answer = desk.get(looked_at.page_of(appeal)).context["forms"]["answer"]
    sent = {"step": "answer", "seen": answer["seen"].value(), "text": "恢复原成绩"}
    desk.post(looked_at.page_of(appeal), {**sent, "remedy": PartFate.ANNULLED.value})
    assert (scores(hall), Result.live.get(deal=hall.deal()).version) == (made, 4)
    assert alerts(hall.cast) == {}
    assert open_matters(fresh(hall.cast.event)) == 0
    told = shown(desk, "referee_ruling", hall.cast.tournament.uid, corrected.case.uid)
    assert "补救：恢复第1版成绩" in told


@pytest.mark.nightly
def test_a_committee_recommends_on_conduct(hall: Hall, chief: User, desk: Client) -> None:
    more = {"disciplinary": Level.L6, "facts": "he shouted"}
    version = rulings.rule(hall, "R-02", by=hall.cast.alice, **more)
    appeal = heard(hall, version, chief, *JURY)
    both = [RulingPart.PROCEDURAL.value, RulingPart.DISCIPLINARY.value]
    page, sent = looked_at.look(desk, appeal, **overturn(parts=both))
    assert "纪律性处罚：建议裁判长撤销" in page.content.decode()
    desk.post(looked_at.page_of(appeal), sent)
    assert alerts(hall.cast) == {"annulled": 1}
    page = desk.get(looked_at.page_of(appeal))
    assert list(page.context["forms"]) == ["answer"]
    choices = dict(page.context["forms"]["answer"].fields["disciplinary"].choices)
    assert set(choices) == {"annulled", "upheld"}
