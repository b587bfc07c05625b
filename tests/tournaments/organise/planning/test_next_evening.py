"""What the next evening takes over: terms, fee, prizes, season, officials, and hours moved."""

from __future__ import annotations

from datetime import UTC, date, datetime
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from clubs import fees, seasons
from clubs.evenings import repeats
from clubs.evenings.numbered_titles import next_event_name, next_title
from clubs.fees.paying import SeenFee
from clubs.members import register
from clubs.members.register import MemberData
from clubs.registration import confirming, presence, requests
from clubs.registration.terms import EntryTerms, set_terms
from clubs.seasons import scales
from clubs.seasons.choosing import SeasonChoice
from tests.cast import Cast
from tests.clubs.registration.test_requests import asked
from tournaments import organise
from tournaments.checks.verification import verify
from tournaments.models import (
    Adjustment,
    Catalogue,
    ConfirmedBy,
    EnteredName,
    EntryRequest,
    Event,
    EventFee,
    EventLevel,
    EventRegulations,
    Membership,
    Payment,
    PaymentMethod,
    RegistrationTerms,
    Role,
    RoleLimit,
    Tournament,
)
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.record.ledger import Origin
from tournaments.record.once import Sent
from web.desk.events.finishes import RepeatForm, name_of_day

PRIZES = {"amounts": ["100", "50"], "unit": "元", "ties": "divided"}


def at(day: int, hour: int) -> datetime:
    return datetime(2026, 11, day, hour, tzinfo=UTC)


@pytest.fixture
def earlier(cast: Cast) -> Event:
    """An evening with everything that a club sets, played and finished."""
    event = cast.event
    terms = EntryTerms(
        door="public", is_approved=False, closes_at=at(21, 10), places=16, check_in_minutes=60
    )
    set_terms(event, cast.director, terms)
    fees.set_fee(event, cast.director, 3000)
    Event.objects.filter(pk=event.pk).update(starts_at=at(21, 11), prizes=PRIZES)
    EventRegulations.objects.create(event=event, appeal_minutes=20)
    Catalogue.objects.create(tournament=cast.tournament, articles=[], frozen_at=at(21, 11))
    season = seasons.create_season(
        cast.club, cast.director, seasons.SeasonRules("2026秋季", scales.read_text("1: n"))
    )
    choice = SeasonChoice(EventLevel.MONTHLY, Fraction(3, 2))
    seasons.choose_events(season, cast.director, {event.pk: choice}, [event.pk])
    entry = event.entries.get(number=1)
    fees.take_fee(entry, cast.alice, PaymentMethod.CASH, seen=SeenFee(3000, "CNY"))
    cast.closed_round()
    organise.finish_event(Event.objects.get(pk=event.pk), cast.director)
    return Event.objects.select_related("tournament", "ruleset").get(pk=event.pk)


def repeat(cast: Cast, event: Event, day: date, sent: Sent | None = None) -> Event:
    evening = repeats.Evening("周六牌局 第2期", day, {event: list(event.entries.all())})
    more = {"sent": sent} if sent else {}
    return repeats.repeat_evening(event.tournament, cast.director, evening, **more).events.get()


@pytest.mark.full
@pytest.mark.databases
def test_terms_fee_prizes_and_season_come_along_and_hours_move_by_the_interval(
    cast: Cast, earlier: Event
) -> None:
    event = repeat(cast, earlier, date(2026, 11, 28))
    terms = RegistrationTerms.objects.get(event=event)
    assert (terms.door, terms.is_approved, terms.places) == ("public", False, 16)
    assert (terms.closes_at, terms.check_in_minutes) == (at(28, 10), 60)
    assert event.starts_at == at(28, 11)
    assert (event.fee.amount, event.fee.currency) == (3000, "CNY")
    assert event.prizes == PRIZES
    assert event.regulations.appeal_minutes == 20
    (counts,) = event.seasons.all()
    assert (counts.level, counts.factor) == (EventLevel.MONTHLY, Fraction(3, 2))
    catalogue = event.tournament.catalogues.get()
    assert (catalogue.version, catalogue.frozen_at) == (1, None)
    assert verify(event.tournament) == []
    assert verify(earlier.tournament) == []


@pytest.mark.full
def test_what_somebody_did_stays_with_the_earlier_evening(cast: Cast, earlier: Event) -> None:
    with change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        fined = earlier.entries.get(number=2)
        ledger.adjust(made, fined, Fraction(-10), reason="late", origin=Origin("r", "ruling"))
    event = repeat(cast, earlier, date(2026, 11, 28))
    assert Payment.objects.filter(event=earlier).exists()
    assert not Payment.objects.filter(event=event).exists()
    assert not EntryRequest.objects.filter(event=event).exists()
    assert list(Adjustment.objects.values_list("entry__event", flat=True)) == [earlier.pk]
    codes = {presence.hall_code(one.tournament, date(2026, 11, 28)) for one in (earlier, event)}
    assert len(codes) == 2
    assert not event.rounds.exists()
    assert not event.entries.exclude(state="entered").exists()


@pytest.mark.full
def test_the_same_press_twice_makes_one_evening_that_counts_once(
    cast: Cast, earlier: Event
) -> None:
    sent = Sent("one press", "content")
    once, again = (repeat(cast, earlier, date(2026, 11, 28), sent) for _press in range(2))
    assert once == again
    assert once.seasons.count() == 1


@pytest.mark.full
def test_a_role_is_never_wider_in_the_next_evening(cast: Cast, earlier: Event) -> None:
    plan = organise.EventPlan("另一项", "gongzhu", {"preset": "classic"}, 2)
    other = organise.create_event(cast.tournament, cast.director, plan)
    limited = Membership.objects.get(tournament=cast.tournament, user=cast.bob)
    Membership.objects.filter(pk=limited.pk).update(tables="|1|2|")
    RoleLimit.objects.create(membership=limited, event=earlier)
    elsewhere = organise.grant_role(cast.director, cast.tournament, cast.charlie, Role.SCORER)
    RoleLimit.objects.create(membership=elsewhere, event=other)
    event = repeat(cast, earlier, date(2026, 11, 28))
    held = Membership.objects.get(tournament=event.tournament)
    assert (held.user, held.role, held.tables) == (cast.bob, Role.REFEREE, "|1|2|")
    assert [row.event for row in held.limits.all()] == [event]
    assert verify(event.tournament) == []


@pytest.mark.full
def test_a_finished_season_and_that_of_another_club_do_not_take_it_in(
    cast: Cast, earlier: Event
) -> None:
    season = earlier.seasons.get().season
    seasons.finish_season(season, cast.director)
    assert not repeat(cast, earlier, date(2026, 11, 28)).seasons.exists()


@pytest.mark.full
def test_a_guest_who_is_not_the_member_of_his_name_waits_while_the_member_plays(cast: Cast) -> None:
    register.add_members(cast.club, cast.director, [MemberData("张三")])
    set_terms(cast.event, cast.director, EntryTerms("public", is_approved=False))
    requests.ask(cast.event, asked("张三"))
    confirming.deny(EnteredName.objects.get(), cast.director, ConfirmedBy.MEMBER)
    (own,) = organise.add_entries(cast.event, cast.director, [["张三"]])
    guest = EnteredName.objects.get().player.entry

    (people,) = RepeatForm(cast.tournament, [cast.event]).people
    assert set(people.initial) == {entry.uid for entry in cast.event.entries.all()} - {guest.uid}
    chosen = list(cast.event.entries.filter(uid__in=people.initial))
    evening = repeats.Evening("周六", date(2026, 11, 28), {cast.event: chosen})
    again = repeats.repeat_evening(cast.tournament, cast.director, evening).events.get()
    assert again.entries.filter(members__person=own.members.get().person).count() == 1


def test_a_guest_and_the_member_of_his_name_together_are_refused_by_name_and_not_by_row(
    cast: Cast, client: Client
) -> None:
    register.add_members(cast.club, cast.director, [MemberData("张三")])
    set_terms(cast.event, cast.director, EntryTerms("public", is_approved=False))
    requests.ask(cast.event, asked("张三"))
    confirming.deny(EnteredName.objects.get(), cast.director, ConfirmedBy.MEMBER)
    organise.add_entries(cast.event, cast.director, [["张三"]])
    data = {
        "name": "周六",
        "starts_on": "2026-11-28",
        "plays-1": list(cast.event.entries.values_list("uid", flat=True)),
    }
    form = RepeatForm(cast.tournament, [cast.event], data)
    assert not form.is_valid()
    ((message,),) = form.errors.values()
    assert "张三" in message
    assert "row" not in str(message).lower()


@pytest.mark.full
def test_an_official_event_is_repeated_as_an_event_and_not_as_an_evening(
    cast: Cast, earlier: Event, client: Client
) -> None:
    client.force_login(cast.alice)
    client.cookies["django_language"] = "zh-hans"
    pages = {
        "desk_repeat": (earlier.uid, "按本项目再办一次"),
        "desk_tournament_repeat": (earlier.tournament.uid, "按本赛事再办一次"),
        "desk_tournament": (earlier.tournament.uid, "按本赛事再办一次"),
    }
    for name, (uid, words) in pages.items():
        page = client.get(reverse(name, args=[uid])).content.decode()
        assert "照上次再办一晚" in page
        assert words not in page
    EventRegulations.objects.update_or_create(event=earlier, defaults={"size": "official"})
    for name, (uid, words) in pages.items():
        page = client.get(reverse(name, args=[uid])).content.decode()
        assert "一晚" not in page, name
        assert words in page


@pytest.mark.full
def test_the_page_says_what_comes_along(cast: Cast, earlier: Event, client: Client) -> None:
    client.force_login(cast.alice)
    client.cookies["django_language"] = "zh-hans"
    page = client.get(reverse("desk_repeat", args=[earlier.uid])).content.decode()
    for words in ("个人赛的报名费：30元", "计入赛季2026秋季", "1名工作人员", "收付、收据"):
        assert words in page
    assert EventFee.objects.count() == 1


@pytest.mark.parametrize(
    ("title", "after"),
    [
        ("周五牌局 第1期", "周五牌局 第2期"),
        ("第九届牌王赛", "第十届牌王赛"),
        ("第十九期", "第二十期"),
        ("第3届 第12场", "第3届 第13场"),
        ("第09期", "第10期"),
        ("第九十九期", "第100期"),
        ("Club night No. 9", "Club night No. 10"),
        ("升级 2副牌", "升级 2副牌"),
        ("", ""),
    ],
)
def test_the_number_of_an_evening_is_counted_on(title: str, after: str) -> None:
    assert next_title(title) == after


def test_a_part_of_an_evening_keeps_its_number() -> None:
    assert (next_event_name("第2场双升"), next_event_name("第2期双升")) == (
        "第2场双升",
        "第3期双升",
    )


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("周五牌局 第1期", "周五牌局 第2期"),
        ("周五牌局 第1期，11月21日", "周五牌局 第2期，12月4日"),
        ("周五牌局（第一期）11月21日", "周五牌局（第二期），12月4日"),
    ],
)
def test_a_numbered_name_is_counted_and_its_day_replaced(name: str, expected: str) -> None:
    earlier = Tournament(name=name, starts_on=date(2026, 11, 21))
    with translation.override("zh-hans"):
        assert name_of_day(earlier, date(2026, 12, 4)) == expected
