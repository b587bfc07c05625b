"""What an appeal varies of a result is entered next, and everybody is reminded until it is."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from referee.appeals import hearing, pending_entries
from referee.appeals.hearing import CommitteeDecision
from referee.base.refusals import Code
from referee.models import Appeal, AppealDecision, AppealState, Remedy
from referee.rulings import adjusted_scores, cases, corrections, posting
from referee.rulings.decisions import RulingDecision as Ruled
from referee.rulings.decisions import RulingSource
from tests import official_cast
from tests.cast import Cast, account
from tests.referee.appeals import looked_at
from tests.referee.appeals.test_appeals import Hall, codes, read, turn
from tests.referee.appeals.test_what_if_of_decisions import appeal_of_a_result, promised
from tournaments import organise
from tournaments.base.refusals import Refused
from tournaments.checks.verification import verify
from tournaments.models import Deal, Hold, Result, Role, Round
from tournaments.models.record import OWED
from tournaments.official.final import open_matters
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.record.ledger import Origin, Report
from tournaments.record.once import Sent
from web.publish.alerts import alert_bar

VARIED = CommitteeDecision(AppealDecision.VARIED, "牌未散，两家各记一半")


@pytest.fixture
def desk(cast: Cast, client: Client) -> Client:
    client.force_login(official_cast.chief(cast))
    client.cookies["django_language"] = "zh-hans"
    return client


def alerts(cast: Cast) -> dict[str, int]:
    return {row.kind: row.count for row in alert_bar.read([cast.tournament.pk])}


def decided(hall: Hall) -> tuple[Appeal, Deal]:
    appeal, deal = appeal_of_a_result(hall)
    hearing.decide(appeal, turn(appeal, hall.chief), VARIED)
    return appeal, Deal.objects.get(pk=deal.pk)


def again(deal: Deal) -> Deal:
    related = ("event__tournament", "sitting__segment__match__round__event")
    return Deal.objects.select_related(*related).get(pk=deal.pk)


def enter(hall: Hall, deal: Deal) -> Result:
    deal = again(deal)
    return corrections.rule(deal, hall.chief, "no_replay", "申-001 部分改判", seen=deal.version)


def page(desk: Client, name: str, *args: str, **query: str) -> str:
    return desk.get(reverse(name, args=args), query).content.decode()


@pytest.mark.full
def test_a_varied_result_is_owed_until_it_is_entered(cast: Cast) -> None:
    hall = Hall(cast)
    appeal, deal = decided(hall)
    hold = Hold.objects.get(released_at=None)
    assert (hold.code, hold.deal, hold.blocks) == (OWED, deal, False)
    assert pending_entries.of_deal(deal) == appeal
    assert open_matters(hall.event) == 1, "nothing is official without it"
    assert alerts(cast) == {"owed": 1}
    assert pending_entries.entered(read(appeal)) == []
    result = enter(hall, deal)
    assert pending_entries.entered(read(appeal)) == [result]
    assert (open_matters(hall.event), alerts(cast)) == (0, {})
    assert not pending_entries.awaits_result(appeal)
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_nothing_changes_by_the_decision_itself(cast: Cast) -> None:
    hall = Hall(cast)
    appeal, deal = appeal_of_a_result(hall)
    assert promised(appeal, hall.chief, VARIED).is_nothing
    hearing.decide(appeal, turn(appeal, hall.chief), VARIED)
    assert Result.objects.filter(deal=deal).count() == 2


@pytest.mark.full
def test_the_result_of_a_round_that_was_withdrawn_is_owed_no_more(cast: Cast) -> None:
    hall = Hall(cast)
    decided(hall)
    Round.objects.filter(pk=hall.round.pk).update(state=Round.State.CANCELLED)
    assert (open_matters(hall.event), alerts(cast)) == (0, {})


@pytest.mark.full
def test_that_nothing_more_is_to_be_entered_is_said_with_its_reason(cast: Cast) -> None:
    hall = Hall(cast)
    appeal, _deal = decided(hall)
    own = replace(turn(appeal, hall.chief), sent=Sent("settled", "two clicks"))
    with pytest.raises(Refused) as refused:
        hearing.settle(appeal, own, " ")
    assert codes(refused) == [Code.APPEAL_WITHOUT_WORDS]
    with pytest.raises(Refused) as refused:
        hearing.write(appeal, own, AppealState.COMMENTED, "又及")
    assert codes(refused) == [Code.APPEAL_OVER]
    step = hearing.settle(appeal, own, "两队已同意")
    assert hearing.settle(appeal, own, "两队已同意") == step
    assert alerts(cast) == {}
    with pytest.raises(Refused) as refused:
        hearing.settle(appeal, turn(appeal, hall.chief), "再说一遍")
    assert codes(refused) == [Code.APPEAL_OVER]
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_the_desk_leads_from_the_decision_to_the_result(cast: Cast, desk: Client) -> None:
    hall = Hall(cast)
    appeal, deal = appeal_of_a_result(hall)
    tournament = cast.tournament.uid
    looked, sent = looked_at.look(desk, appeal, decision="varied", reasons="牌未散")
    assert "下一步录入改判后的结果" in looked.content.decode()
    answer: Any = desk.post(looked_at.page_of(appeal), sent)
    assert answer["Location"] == reverse("referee_deal", args=[tournament, deal.uid])
    reason = "申-2026-001 部分改判".replace("2026", str(appeal.year))
    for name in ("referee_deal", "referee_type", "referee_adjust"):
        shown = page(desk, name, tournament, deal.uid)
        assert f"{reason}</a>：请按裁定录入这副牌的结果。" in shown, name
    for name, query in (
        ("referee_type", {}),
        ("referee_adjust", {"kind": "averages"}),
        ("referee_deal", {"action": "rule"}),
    ):
        shown = page(desk, name, tournament, deal.uid, **query)
        assert f'value="{reason}"' in shown, name
    assert "1副牌待按申诉裁定录入" in page(desk, "referee_overview", tournament)
    assert "待录入" in page(desk, "referee_appeals", tournament)
    assert "请按裁定录入结果" in page(desk, "referee_appeal", tournament, appeal.uid)


@pytest.mark.nightly
def test_what_was_entered_is_told_on_page_and_paper(cast: Cast, desk: Client) -> None:
    hall = Hall(cast)
    appeal, deal = decided(hall)
    tournament = cast.tournament.uid
    sent = {"kind": "no_replay", "reason": "申-001 部分改判", "seen": deal.version}
    desk.post(reverse("referee_rule", args=[tournament, deal.uid]), sent)
    told = page(desk, "referee_appeal", tournament, appeal.uid)
    for words in ("据此录入", "第3版", "作废不补打"):
        assert words in told, words
    assert "请按裁定录入结果" not in told
    assert "待按申诉裁定录入" not in page(desk, "referee_overview", tournament)
    assert 'class="notice notice-waiting section"' not in page(
        desk, "referee_deal", tournament, deal.uid
    )
    paper: Any = desk.get(reverse("referee_appeal_paper", args=[tournament, appeal.uid]))
    content = b"".join(paper) if paper.streaming else paper.content
    printed = "".join(each.extract_text() for each in PdfReader(io.BytesIO(content)).pages)
    assert "据此录入" in printed


@pytest.mark.full
def test_the_chief_says_at_the_desk_that_nothing_is_to_be_entered(cast: Cast, desk: Client) -> None:
    hall = Hall(cast)
    appeal, _deal = decided(hall)
    sent = {"step": "settle", "seen": appeal.steps.count(), "text": "两队已同意"}
    referee, other = account("rita"), Client()
    organise.grant_role(cast.director, cast.tournament, referee, Role.REFEREE)
    other.force_login(referee)
    assert other.post(looked_at.page_of(appeal), sent).status_code == 403
    assert "无需再录入" in desk.get(looked_at.page_of(appeal)).content.decode()
    assert desk.post(looked_at.page_of(appeal), sent).status_code == 302
    assert alerts(cast) == {}
    assert "两队已同意" in desk.get(looked_at.page_of(appeal)).content.decode()


@pytest.mark.full
def test_what_is_not_the_result_of_the_decision_settles_nothing(cast: Cast) -> None:
    """A ruling on the deal, its undoing, and a result taken back leave it owed."""
    hall = Hall(cast)
    appeal, deal = decided(hall)
    deal = again(deal)
    with change(cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
        adjusted_scores.post_within(
            made, deal, Report(Result.Kind.NOT_PLAYED, {}), "裁", seen=deal.version, uid="ruling"
        )
    assert pending_entries.awaits_result(appeal)
    deal = again(deal)
    corrections.rule(deal, hall.chief, "retracted", "录错", seen=deal.version)
    assert pending_entries.awaits_result(appeal)
    assert pending_entries.entered(read(appeal)) == []
    result = enter(hall, deal)
    assert pending_entries.entered(read(appeal)) == [result]
    deal = again(deal)
    corrections.rule(deal, hall.chief, "not_played", "又改", seen=deal.version)
    assert pending_entries.entered(read(appeal)) == [result], "what came later is another matter"
    assert not pending_entries.awaits_result(appeal)


@pytest.mark.full
def test_a_ruling_and_its_undoing_leave_it_owed(cast: Cast) -> None:
    hall = Hall(cast)
    appeal, deal = decided(hall)
    deal = again(deal)
    round_ = deal.sitting.segment.match.round
    asked = Ruled(own_article="第12条", facts="牌散了", remedy=Remedy.NOT_PLAYED, seen=2)
    version = cases.decide(RulingSource(hall.event, round_, deal.sitting, deal), hall.chief, asked)
    assert again(deal).version == 3
    assert pending_entries.awaits_result(appeal)
    with change(cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
        posting.undo(made, cases.version_of(version.uid), hall.chief, "另案撤销")
    assert again(deal).version == 4
    assert pending_entries.awaits_result(appeal)


@pytest.mark.full
def test_that_it_is_void_can_be_what_was_decided(cast: Cast) -> None:
    """作废 by an official on the page of the deal is the result that was wanted."""
    hall = Hall(cast)
    appeal, deal = decided(hall)
    played = again(deal)
    with change(cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
        origin = Origin("sheet", "sheet", settles=False)
        ledger.post(
            made, played, Report(Result.Kind.NOT_PLAYED, {}), seen=2, origin=origin, reason="x"
        )
    result = corrections.rule(again(deal), hall.chief, "void", "按裁定重打", seen=3)
    assert not pending_entries.awaits_result(appeal)
    assert pending_entries.entered(read(appeal)) == [result]


@pytest.mark.full
def test_nothing_was_entered_where_the_chief_said_so(cast: Cast) -> None:
    hall = Hall(cast)
    appeal, deal = decided(hall)
    played = again(deal)
    origin = Origin("ruling", "ruling", settles=False)
    with change(cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
        report = Report(Result.Kind.NOT_PLAYED, {})
        ledger.post(made, played, report, seen=2, origin=origin, reason="到时")
    hearing.settle(appeal, turn(appeal, hall.chief), "两队已同意")
    assert pending_entries.entered(read(appeal)) == []
