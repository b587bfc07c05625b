"""An appeal at the desk by URL: lodged with its deposit, heard, decided; out by page and paper."""

from __future__ import annotations

import io
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from clubs import fees
from clubs.fees.prizes import PaidPrize
from referee.models import Appeal
from referee.rulings import penalties
from tests import official_cast
from tests.cast import Cast
from tests.official_cast import Clock, fresh
from tests.referee.appeals import looked_at
from tournaments import organise, results
from tournaments.base.refusals import Refused
from tournaments.checks.verification import verify
from tournaments.models import Adjustment, Club, ClubFeature, PaymentMethod
from tournaments.results import event_record
from web.publish.alerts import alert_bar
from web.publish.documents import Subject
from web.publish.printed import final, proceedings, standings
from web.publish.printed import results as printed_results


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return official_cast.stopped_clock(monkeypatch)


@pytest.fixture
def desk(cast: Cast, client: Client) -> Client:
    client.force_login(official_cast.chief(cast))
    client.cookies["django_language"] = "zh-hans"
    return client


def text(answer: object) -> str:
    return answer.content.decode()  # type: ignore[attr-defined, no-any-return]


def paper(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer["Content-Type"] == "application/pdf"
    pages = PdfReader(io.BytesIO(b"".join(answer) if answer.streaming else answer.content)).pages
    return "".join(page.extract_text() for page in pages)


def totals(cast: Cast) -> dict[str, Fraction]:
    rows = event_record.standings(results.read(fresh(cast.event)))
    return {row.rank.entry: Fraction(row.rank.total) for row in rows}


class Evening:
    """An official competition on notice, with a penalty that is worth an appeal."""

    def __init__(self, cast: Cast, desk: Client) -> None:
        self.cast, self.desk = cast, desk
        official_cast.make_official(cast, deposit=10000)
        Club.objects.update(features=[ClubFeature.FEES.value])
        round_ = cast.round_in_play()
        cast.play(round_)
        self.first = fresh(cast.event).entries.get(number=1)
        self.before = totals(cast)[self.first.uid]
        whom = penalties.Target(self.first)
        self.penalty = penalties.give(whom, cast.bob, -100, "晚到16分钟", "T-02")
        organise.close_round(round_, cast.director)
        prizes = {"amounts": ["100"], "ties": "divided"}
        organise.set_prizes(fresh(cast.event), cast.director, prizes)

    def page(self, name: str = "event") -> str:
        number = [1] if name == "round" else []
        return text(self.desk.get(reverse(name, args=[self.cast.event.uid, *number])))

    def lodge(self, clock: Clock) -> Appeal:
        where = [self.cast.tournament.uid, self.cast.event.uid]
        lodge = reverse("referee_appeal_lodge", args=where)
        assert "申诉方是谁？" in text(self.desk.get(lodge))
        # A number is not a uid: it may have become another's before the form comes back.
        assert "申诉方是谁？" in text(self.desk.get(lodge, {"entry": 1}))
        lodge += f"?entry={self.first.uid}"
        shown = self.desk.get(lodge)
        assert "晚到16分钟" in text(shown)
        handed_in = {
            "ground": f"penalty:{self.penalty.uid}",
            "statement": "大钟快了12分钟",
            "signed": [self.first.members.all()[0].person_id],
            "received_at": "14:00:00",
            "key": shown.context["form"]["key"].value(),
        }
        assert "请先收取保证金" in text(self.desk.post(lodge, handed_in))
        clock.go_on(minutes=5)
        self.desk.post(lodge, {**handed_in, "receipt": "0001"})
        return Appeal.objects.get()

    def pay(self) -> None:
        fees.pay_prize(self.first, self.cast.alice, PaidPrize("100", 100), PaymentMethod.CASH)


STEPS = (
    {"step": "reply", "seen": 1, "text": "裁判计时无误"},
    {"step": "comment", "seen": 2, "text": "以大钟为准"},
    {"step": "hear", "seen": 3, "matter": "fact", "committee": "林一\n林二\n林三"},
    {
        "step": "decide",
        "seen": 4,
        "decision": "varied",
        "points": "-20",
        "reasons": "实际晚到4分钟",
        "deposit": "returned",
    },
)


def take(desk: Client, appeal: Appeal, step: dict[str, Any]) -> Any:
    """Take a step; a decision is looked at before."""
    if step["step"] == "decide":
        return looked_at.decide(desk, appeal, **step)
    return desk.post(looked_at.page_of(appeal), step)


@pytest.mark.nightly
def test_an_appeal_with_deposit_changes_a_decision(cast: Cast, desk: Client, clock: Clock) -> None:
    evening = Evening(cast, desk)
    assert "更正截止14:30，申诉截止14:15。" in evening.page("round")
    official_cast.finish(cast)
    assert "最终成绩公示" in evening.page()
    assert "14:30起成为正式成绩" in evening.page()
    appeal = evening.lodge(clock)
    assert alert_bar.total(alert_bar.read([cast.tournament.pk])) == 1
    assert "1件申诉" in evening.page("desk_event")
    assert "尚有未决申诉或争议" in evening.page()

    clock.go_on(minutes=40)
    official_cast.do_due_jobs(clock)
    with pytest.raises(Refused):
        evening.pay()
    where = [cast.tournament.uid, appeal.uid]
    for step in STEPS:
        assert "数字无误" not in text(desk.get(reverse("referee_appeal", args=where)))
        assert take(desk, appeal, step).status_code == 302
    page = text(desk.get(reverse("referee_appeal", args=where)))
    for words in ("申-2026-001", "部分改判", "改判罚分−20", "保证金退还", "仲裁委员会"):
        assert words in page, words
    printed = paper(desk, reverse("referee_appeal_paper", args=where))
    for words in ("申-2026-001", "大钟快了12分钟", "部分改判", "林二"):
        assert words in printed, words
    assert totals(cast)[evening.first.uid] == evening.before - 20
    assert Adjustment.objects.count() == 3
    assert_official_after_its_notice(evening, clock)


def assert_official_after_its_notice(evening: Evening, clock: Clock) -> None:
    """The correction posted the result anew; no appeal is open when that notice ends."""
    clock.go_on(minutes=30)
    official_cast.do_due_jobs(clock)
    assert "正式成绩" in evening.page()
    assert "最终成绩公示" not in evening.page()
    assert "申-2026-001" in str(
        proceedings.referee_record.prepare(Subject(fresh(evening.cast.event))).input
    )
    evening.pay()
    assert verify(evening.cast.tournament) == []


@pytest.mark.full
def test_a_number_is_confirmed_only_where_it_is_large(
    cast: Cast, desk: Client, clock: Clock
) -> None:
    evening = Evening(cast, desk)
    appeal = evening.lodge(clock)
    where = reverse("referee_appeal", args=[cast.tournament.uid, appeal.uid])
    heard = {"step": "hear", "seen": 1, "matter": "fact", "committee": "林一\n林二\n林三"}
    desk.post(where, heard)
    assert 'name="sure"' not in text(desk.get(where))
    decided = {**STEPS[-1], "seen": 2, "points": "-2000"}
    asked = text(desk.post(where, decided))
    assert 'name="sure"' in asked
    assert "数字无误" in asked
    looked, sent = looked_at.look(desk, appeal, **{**decided, "sure": "on"})
    assert 'name="sure"' in text(looked), "the second button sends it again"
    assert desk.post(where, sent).status_code == 302


@pytest.mark.full
def test_a_referee_lodges_and_does_not_decide(cast: Cast, client: Client) -> None:
    official_cast.make_official(cast)
    round_ = cast.round_in_play()
    cast.play(round_)
    first = fresh(cast.event).entries.get(number=1)
    given = penalties.give(penalties.Target(first), cast.alice, -100, "晚到")
    client.force_login(cast.bob)
    lodge = reverse("referee_appeal_lodge", args=[cast.tournament.uid, cast.event.uid])
    handed_in = {
        "ground": f"penalty:{given.uid}",
        "statement": "计时有误",
        "signed": [first.members.all()[0].person_id],
        "key": "k",
    }
    client.post(f"{lodge}?entry={first.uid}", handed_in)
    one = reverse("referee_appeal", args=[cast.tournament.uid, Appeal.objects.get().uid])
    assert set(client.get(one).context["forms"]) == {"reply", "comment", "withdraw"}
    assert client.post(one, {"step": "hear", "seen": 1, "matter": "fact"}).status_code == 403
    assert client.post(one, {"step": "withdraw", "seen": 1}).status_code == 302
    assert "已撤回" in text(client.get(one, headers={"accept-language": "zh-hans"}))


@pytest.mark.full
def test_an_appeal_in_time_is_not_rejected_as_late(cast: Cast, desk: Client, clock: Clock) -> None:
    appeal = Evening(cast, desk).lodge(clock)
    where = looked_at.page_of(appeal)
    rejecting = desk.get(where).context["forms"]["reject"]
    assert not rejecting["why"].value(), "no reason is chosen beforehand"
    for why in ("", "out_of_time"):
        sent = {"step": "reject", "seen": 1, "why": why, "text": ""}
        answer = desk.post(where, sent)
        assert list(answer.context["forms"]["reject"].errors) == ["why"]
        assert appeal.steps.count() == 1
    desk.post(where, {"step": "reject", "seen": 1, "why": "no_consent", "text": ""})
    assert appeal.steps.count() == 2


@pytest.mark.full
@pytest.mark.databases
def test_two_clicks_on_a_step_are_answered_alike(cast: Cast, desk: Client, clock: Clock) -> None:
    evening = Evening(cast, desk)
    appeal = evening.lodge(clock)
    desk.get(looked_at.page_of(appeal))
    heard = {"step": "hear", "seen": 1, "matter": "fact", "text": "双方到场", "once": "0a" * 16}
    decided: dict[str, Any] = {"decision": "upheld", "reasons": "计时无误", "deposit": "returned"}

    def twice(sent: dict[str, Any]) -> list[str]:
        pages = [desk.post(looked_at.page_of(appeal), sent, follow=True) for _ in range(2)]
        return [
            " · ".join(str(message) for message in answer.context["messages"]) for answer in pages
        ]

    assert twice(heard) == ["已记录。"] * 2
    _page, sent = looked_at.look(desk, appeal, **decided)
    sent["once"] = "0b" * 16
    assert twice(sent) == ["已记录。"] * 2
    assert appeal.steps.count() == 3
    # What says something else is refused, also with the key of a step that was taken.
    for other in ({**heard, "committee": "林一\n林二\n林三"}, {**sent, "decision": "overturned"}):
        assert all("已记录" not in said and said for said in twice(other))
    assert appeal.steps.get(state="decided").decision == "upheld"
    # Another step upon what was seen is none of the same.
    late = {"step": "reject", "seen": 1, "why": "out_of_time", "text": ""}
    assert "新进展" in twice(late)[0]


@pytest.mark.full
def test_a_club_evening_shows_no_word_of_it(cast: Cast, desk: Client) -> None:
    round_ = cast.closed_round()
    official_cast.finish(cast)
    whole = fresh(cast.event)
    pages = [
        reverse("event", args=[whole.uid]),
        reverse("round", args=[whole.uid, 1]),
        reverse("prizes", args=[whole.uid]),
        reverse("desk_event", args=[whole.uid]),
        reverse("desk_finish", args=[whole.uid]),
        reverse("desk_round", args=[round_.uid]),
        reverse("desk_documents", args=[whole.uid]),
        reverse("referee_overview", args=[cast.tournament.uid]),
        reverse("referee_penalties", args=[cast.tournament.uid, whole.uid]),
    ]
    shown = {page: text(desk.get(page, follow=True)) for page in pages}
    subject = Subject(whole)
    for kind in (final.final_result, standings.standings_list, proceedings.referee_record):
        shown[kind.name] = str(kind.prepare(subject).input)
    shown["round"] = str(printed_results.round_results.book(Subject(whole, round=round_)).as_json())
    for page, words in shown.items():
        for word in ("申诉", "公示", "仲裁", "保证金", "正式成绩第"):
            assert word not in words, (page, word)
    assert desk.get(reverse("referee_appeals", args=[cast.tournament.uid])).status_code == 404
