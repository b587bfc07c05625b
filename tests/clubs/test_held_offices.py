"""Whose role ended between the page and the change is refused, whatever is done for a club."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from clubs import fees, seasons
from clubs.credentials import (
    accounts,
    captains,
    club_accounts,
    grants,
    invitations,
    member_links,
    new_passwords,
    player_credentials,
    second_factor,
    slips,
)
from clubs.credentials.grants import Grant
from clubs.credentials.member_links import MembersOf
from clubs.evenings import repeats
from clubs.face.choosing import choose_face
from clubs.fees.prizes import PaidPrize
from clubs.members import doubles, merging, register
from clubs.members.register import Imported, MemberData
from clubs.messages import channels
from clubs.messages.channels import ChannelChoices
from clubs.mirror.setting import MirrorPlan, set_mirror
from clubs.registration import (
    confirming,
    kiosk,
    requests,
    shut_codes,
    terms,
    withdrawals,
)
from clubs.registration.club_use import change_club
from clubs.seasons import scales
from clubs.seasons.choosing import SeasonChoice
from tests.cast import Cast
from tournaments import organise
from tournaments.base.refusals import Reason, Refused
from tournaments.models import (
    ChannelKind,
    Club,
    ClubBan,
    ClubFeature,
    ClubRules,
    Credential,
    EnteredName,
    Entry,
    EntryMember,
    EntryRequest,
    EventLevel,
    Membership,
    MessageChannel,
    Payment,
    PaymentMethod,
    Person,
    Role,
    RoleLimit,
    Season,
    WithdrawalRequest,
)
from tournaments.persons import bans
from tournaments.persons.bans import BanTerms
from tournaments.record.audit import SYSTEM, Actor

Act = Callable[[Cast, Actor], Any]
RULES = seasons.SeasonRules("2026秋季", scales.read_text("1: n"))
CHOICE = SeasonChoice(EventLevel.EVENING, Fraction(1))
BAN = BanTerms(date(2026, 1, 1), date(2026, 2, 1), "理事会", "违纪")
PRIZE = PaidPrize("奖杯", 0)
CASH = PaymentMethod.CASH


def entry(cast: Cast) -> Entry:
    return cast.event.entries.get(number=1)


def season(cast: Cast) -> Season:
    return Season(club=cast.club)


def request(cast: Cast) -> EntryRequest:
    return EntryRequest(event=cast.event)


def leaving(cast: Cast) -> WithdrawalRequest:
    return WithdrawalRequest(entry=entry(cast))


def name(cast: Cast) -> EnteredName:
    return EnteredName(player=EntryMember(entry=entry(cast), person=Person(name="甲")))


def channel(cast: Cast) -> MessageChannel:
    return MessageChannel(club=cast.club)


def payment(cast: Cast) -> Payment:
    return Payment(event=cast.event, entry=entry(cast))


def role(cast: Cast) -> Membership:
    return cast.bob.memberships.get()


def person(cast: Cast) -> Person:
    return cast.club.persons.order_by("pk")[0]


def wish() -> channels.ChannelWish:
    address = "https://open.feishu.cn/open-apis/bot/v2/hook/0123456789"
    return channels.ChannelWish(ChannelKind.FEISHU, "群", address)


def repeat(cast: Cast, actor: Actor) -> None:
    repeats.repeat_evening(cast.tournament, actor, repeats.Evening("又一晚", date(2026, 3, 1), {}))


def revoke_link(cast: Cast, actor: Actor) -> None:
    register.make_members(cast.club, SYSTEM, [person(cast)])
    member_links.SLIPS.draw(MembersOf(cast.club, [person(cast)]), SYSTEM)
    member_links.revoke(cast.club, actor, person(cast))


def draw_for_captains(cast: Cast, actor: Actor) -> None:
    team = slips.Holder("uid", 1, 1, "队", "", None)
    replace(captains.SLIPS, holders=lambda _event: [team]).draw(cast.event, actor)


def rename_guest(cast: Cast, actor: Actor) -> None:
    Person.objects.filter(pk=person(cast).pk).update(guest=True)
    rename(cast, actor)


def rename(cast: Cast, actor: Actor) -> None:
    member = EntryMember.objects.filter(entry__event=cast.event, person=person(cast)).get()
    organise.rename_member(member, actor, "新名")


def close_kiosk(cast: Cast, actor: Actor) -> None:
    Club.objects.filter(pk=cast.club.pk).update(features=[ClubFeature.KIOSK.value])
    kiosk.open_kiosk(cast.tournament, cast.bob)
    kiosk.close_kiosk(cast.tournament, actor, kiosk.kiosks(cast.tournament).get().uid)


def lift_codes(cast: Cast, actor: Actor) -> None:
    limit = shut_codes.limits(entry(cast), None)[0]
    for _ in range(shut_codes.MOST_WRONG):
        limit.begin()
    shut_codes.lift(cast.tournament, actor, limit.kind, limit.origin)


OF_CLUB: dict[str, Act] = {
    "mirror": lambda cast, actor: set_mirror(cast.club, actor, MirrorPlan("", "")),
    "face": lambda cast, actor: choose_face(cast.club, actor, ink="", logo=None),
    "add member": lambda cast, actor: register.add_member(cast.club, actor, MemberData("张三")),
    "change member": lambda cast, actor: register.save_members(
        cast.club, actor, [Imported(MemberData("张三"), person(cast))]
    ),
    "make members": lambda cast, actor: register.make_members(cast.club, actor, [person(cast)]),
    "merge": lambda cast, actor: merging.merge(cast.club, actor, person(cast), Person()),
    "split": lambda cast, actor: merging.split(cast.club, actor, person(cast)),
    "blank": lambda cast, actor: merging.blank(cast.club, actor, person(cast)),
    "tell apart": lambda cast, actor: doubles.tell_apart(cast.club, actor, []),
    "take apart back": lambda cast, actor: doubles.take_back(cast.club, actor, "uid"),
    "ban": lambda cast, actor: bans.ban(cast.club, actor, person(cast), BAN),
    "lift ban": lambda cast, actor: bans.lift(ClubBan(club=cast.club, person=person(cast)), actor),
    "create season": lambda cast, actor: seasons.create_season(cast.club, actor, RULES),
    "change season": lambda cast, actor: seasons.change_rules(season(cast), actor, RULES),
    "finish season": lambda cast, actor: seasons.finish_season(season(cast), actor),
    "reopen season": lambda cast, actor: seasons.reopen_season(season(cast), actor),
    "join league": lambda cast, actor: seasons.join_league(season(cast), actor, Club()),
    "leave league": lambda cast, actor: seasons.leave_league(season(cast), actor, Club()),
    "choose events": lambda cast, actor: seasons.choose_events(
        season(cast), actor, {cast.event.pk: CHOICE}, [cast.event.pk]
    ),
    "rename club": lambda cast, actor: change_club(cast.club, actor, name="新名"),
    "features": lambda cast, actor: organise.set_features(cast.club, actor, []),
    "sites": lambda cast, actor: organise.set_embed_origins(cast.club, actor, []),
    "keep rules": lambda cast, actor: organise.keep_rules(
        cast.club, actor, name="新名", game="gongzhu", preset="huapai", rules={"preset": "huapai"}
    ),
    "rename rules": lambda cast, actor: organise.rename_rules(
        ClubRules(club=cast.club), actor, "新规则"
    ),
    "remove rules": lambda cast, actor: organise.remove_rules(ClubRules(club=cast.club), actor),
    "places": lambda cast, actor: organise.add_places(cast.club, actor, 9),
    "new tournament": lambda cast, actor: organise.create_tournament(
        cast.club, actor, name="又一届", starts_on=date(2026, 3, 1), time_zone="Asia/Shanghai"
    ),
    "add channel": lambda cast, actor: channels.add(cast.club, actor, wish()),
    "change channel": lambda cast, actor: channels.change(
        channel(cast), actor, ChannelChoices((), "en", has_picture=False)
    ),
    "channel on": lambda cast, actor: channels.switch_on(channel(cast), actor, ""),
    "channel off": lambda cast, actor: channels.switch_off(channel(cast), actor),
    "remove channel": lambda cast, actor: channels.remove(channel(cast), actor),
    "let in again": lambda cast, _: club_accounts.let_in_again(cast.club, cast.bob, cast.alice),
    "revoke role": lambda cast, _: club_accounts.revoke_role(cast.club, role(cast), cast.alice),
    "give role": lambda cast, _: grants.give(
        cast.club, cast.bob, cast.alice, Grant(Role.SCORER, cast.tournament)
    ),
    "limit role": lambda cast, _: grants.limit(
        cast.club, role(cast), cast.alice, Grant(Role.REFEREE, cast.tournament)
    ),
    "invite": lambda cast, _: invitations.invite(cast.club, cast.alice, Grant(Role.DIRECTOR)),
    "withdraw invitation": lambda cast, _: invitations.withdraw(
        cast.club, Credential(club=cast.club), cast.alice
    ),
    "password link": lambda cast, _: new_passwords.make_link(cast.club, cast.bob, cast.alice),
    "second factor off": lambda cast, _: second_factor.switch_off_for(
        cast.club, cast.bob, cast.alice
    ),
    "member links": lambda cast, actor: member_links.SLIPS.draw(
        MembersOf(cast.club, [person(cast)]), actor
    ),
    "revoke member link": revoke_link,
}
OF_TOURNAMENT: dict[str, Act] = {
    "fee": lambda cast, actor: fees.set_fee(cast.event, actor, 3000),
    "take fee": lambda cast, _: fees.take_fee(entry(cast), cast.alice, CASH),
    "pay prize": lambda cast, _: fees.pay_prize(entry(cast), cast.alice, PRIZE, CASH),
    "take payment back": lambda cast, _: fees.take_back(payment(cast), cast.alice, "误收"),
    "appoint": lambda cast, actor: accounts.appoint(cast.tournament, actor, "bob", Role.SCORER),
    "invite official": lambda cast, _: invitations.invite(
        cast.club, cast.alice, Grant(Role.SCORER, cast.tournament)
    ),
    "delete tournament": lambda cast, actor: organise.delete_tournament(
        cast.club, cast.tournament, actor
    ),
    "terms": lambda cast, actor: terms.set_terms(cast.event, actor, terms.EntryTerms()),
    "approve": lambda cast, actor: requests.approve(request(cast), actor),
    "reject": lambda cast, actor: requests.reject(request(cast), actor, "已满"),
    "confirm name": lambda cast, actor: confirming.confirm(name(cast), actor),
    "deny name": lambda cast, actor: confirming.deny(name(cast), actor),
    "grant withdrawal": lambda cast, actor: withdrawals.grant(leaving(cast), actor),
    "reject withdrawal": lambda cast, actor: withdrawals.reject(leaving(cast), actor, "已编排"),
    "lift codes": lift_codes,
    "open kiosk": lambda cast, _: kiosk.open_kiosk(cast.tournament, cast.alice),
    "close kiosk": close_kiosk,
    "name slips": lambda cast, actor: player_credentials.SLIPS.draw(cast.event, actor),
    "captains": draw_for_captains,
    "members of an event": lambda cast, actor: member_links.SLIPS.draw(
        MembersOf(cast.club, [person(cast)], cast.event), actor
    ),
    "repeat": repeat,
    "rename guest": rename_guest,
    "rename member": rename,
    "give places back": lambda cast, actor: organise.give_places_back(cast.tournament, actor),
}


ACTS: dict[str, Act] = {**OF_CLUB, **OF_TOURNAMENT}


def _actors(cast: Cast) -> Iterator[str]:
    """Yield who made each change of the club and of the tournament."""
    yield from cast.club.log.values_list("actor", flat=True)
    yield from cast.tournament.log.values_list("actor", flat=True)


def role_ends(cast: Cast) -> None:
    cast.alice.memberships.all().delete()


def account_ends(cast: Cast) -> None:
    type(cast.alice).objects.filter(pk=cast.alice.pk).update(is_active=False)


def scorer_remains(cast: Cast) -> None:
    role_ends(cast)
    Membership.objects.create(user=cast.alice, tournament=cast.tournament, role=Role.SCORER)


@pytest.mark.parametrize("name", ACTS)
@pytest.mark.parametrize(
    "ends",
    [
        role_ends,
        pytest.param(account_ends, marks=pytest.mark.full),
        pytest.param(scorer_remains, marks=pytest.mark.full),
    ],
)
def test_a_role_that_ended_since_the_page_changes_nothing(
    cast: Cast, name: str, ends: Callable[[Cast], None]
) -> None:
    cast.changed(proof="phone")
    before = [*_actors(cast)]
    ends(cast)
    with pytest.raises(Refused) as refused:
        ACTS[name](cast, cast.director)
    assert [problem.code for problem in refused.value.problems] == [Reason.ROLE_ENDED]
    assert [*_actors(cast)].count(str(cast.director)) == before.count(str(cast.director)) > 0


def test_a_director_of_the_event_alone_takes_its_fee_and_no_other(cast: Cast) -> None:
    fees.set_fee(cast.event, SYSTEM, 3000)
    role_ends(cast)
    hers = Membership.objects.create(
        user=cast.alice, tournament=cast.tournament, role=Role.DIRECTOR
    )
    limit = RoleLimit.objects.create(membership=hers, event=cast.event)
    assert fees.take_fee(entry(cast), cast.alice, CASH).amount == 3000
    plan = organise.EventPlan("第二项", "gongzhu", {"preset": "classic"}, 2)
    other = organise.create_event(cast.tournament, SYSTEM, plan)
    RoleLimit.objects.filter(pk=limit.pk).update(event=other)
    with pytest.raises(Refused):
        fees.take_fee(cast.event.entries.get(number=2), cast.alice, CASH)


def test_the_program_itself_acts_without_a_role(cast: Cast) -> None:
    role_ends(cast)
    choose_face(cast.club, SYSTEM, ink="tea", logo=None)
    assert Club.objects.get(pk=cast.club.pk).ink == "tea"
