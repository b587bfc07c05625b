"""What registration offers on a member's own page."""

from __future__ import annotations

from dataclasses import replace

import pytest

from clubs.credentials.slips import new_link
from clubs.members import register
from clubs.members.member_page import Visit
from clubs.members.register import MemberData
from clubs.registration import offers, requests, terms
from clubs.registration.terms import EntryTerms
from tests.cast import Cast
from tests.clubs.registration.conftest import opened
from tests.clubs.registration.test_requests import names_of
from tournaments import organise
from tournaments.base.refusals import Refused
from tournaments.models import Door, Entry, EntryMember, EntryRequest, Event, Tournament
from tournaments.persons.same import members_of
from web.tablet.player import member_views


@pytest.fixture
def visit(empty: Cast) -> Visit:
    register.add_members(empty.club, empty.director, [MemberData("张三"), MemberData("李四")])
    person = members_of(empty.club).get(name="张三")
    return Visit(empty.club, person, frozenset([person.pk]), new_link())


def shown(visit: Visit) -> offers.Offered:
    """Return what is offered; there is something."""
    section = offers.read(visit)
    assert section is not None
    offered: offers.Offered = section.content
    return offered


def test_the_offer_is_registered() -> None:
    assert offers.OFFER in member_views.OFFERS


def test_nothing_is_offered_where_nothing_is_open(empty: Cast, visit: Visit) -> None:
    assert offers.read(visit) is None
    with pytest.raises(Refused):
        offers.act(visit, {"what": "enter", "event": empty.event.uid})


@pytest.mark.full
def test_a_member_enters_and_withdraws(empty: Cast, visit: Visit) -> None:
    opened(empty, door=Door.MEMBERS, is_approved=False)
    before = offers.moved(visit)
    (offer,) = shown(visit).to_enter
    sent = {"what": "enter", "event": empty.event.uid, "key": offer.key}
    offers.act(visit, sent)
    offers.act(visit, sent)
    assert EntryMember.objects.get().person == visit.person
    assert offers.moved(visit) != before
    (mine,) = shown(visit).own
    assert mine.entry is not None
    assert (mine.entry.number, mine.may_withdraw, shown(visit).to_enter) == (1, True, ())
    before = offers.moved(visit)
    offers.act(visit, {"what": "withdraw", "event": empty.event.uid})
    assert Entry.objects.get().state == Entry.State.WITHDRAWN
    assert offers.moved(visit) != before


@pytest.mark.full
def test_a_member_enters_a_pair_by_the_number_of_the_partner(empty: Cast, visit: Visit) -> None:
    plan = organise.EventPlan("双人赛", "gongzhu", {"preset": "classic"}, 2, form=Event.Form.PAIRS)
    event = organise.create_event(empty.tournament, empty.director, plan)
    terms.set_terms(event, empty.director, EntryTerms(Door.MEMBERS, is_approved=False))
    partner = members_of(empty.club).get(name="李四")
    wrong = {"what": "enter", "event": event.uid, "key": new_link(), "name_2": ""}
    with pytest.raises(Refused):
        offers.act(visit, wrong)
    (offer,) = shown(replace(visit, typed=wrong | {"name_2": "王"})).to_enter
    assert (offer.key, offer.fields) == (wrong["key"], (("name_2", 2, "王"),))
    offers.act(visit, wrong | {"name_2": f"#{partner.number}"})
    assert names_of(event) == ["张三", "李四"]


@pytest.mark.full
def test_a_request_that_waits_is_taken_back(empty: Cast, visit: Visit) -> None:
    opened(empty)
    offers.act(visit, {"what": "enter", "event": empty.event.uid, "key": new_link()})
    (mine,) = shown(visit).own
    assert mine.is_open
    offers.act(visit, {"what": "take_back", "event": empty.event.uid})
    assert (shown(visit).own, len(shown(visit).to_enter)) == ((), 1)


@pytest.mark.full
def test_a_member_reads_that_a_request_was_refused_and_why(empty: Cast, visit: Visit) -> None:
    opened(empty)
    offers.act(visit, {"what": "enter", "event": empty.event.uid, "key": new_link()})
    requests.reject(EntryRequest.objects.get(), empty.director, "名额给会员")
    (mine,) = shown(visit).own
    assert mine.request is not None
    assert (mine.request.state, mine.request.reason) == ("refused", "名额给会员")


def test_nothing_is_entered_in_a_tournament_that_is_over(empty: Cast, visit: Visit) -> None:
    opened(empty)
    assert len(shown(visit).to_enter) == 1
    Tournament.objects.update(state=Tournament.State.CANCELLED)
    assert offers.read(visit) is None


@pytest.mark.full
@pytest.mark.parametrize(
    ("role", "kind", "is_own"),
    [
        (EntryMember.Role.PLAYER, Entry.Kind.COMPETITOR, True),
        (EntryMember.Role.CAPTAIN, Entry.Kind.COMPETITOR, False),
        (EntryMember.Role.PLAYER, Entry.Kind.HOUSE, False),
    ],
)
def test_an_own_entry_is_one_that_the_member_plays_in_as_a_competitor(
    empty: Cast, visit: Visit, role: str, kind: str, is_own: bool
) -> None:
    opened(empty, is_approved=False)
    offers.act(visit, {"what": "enter", "event": empty.event.uid, "key": new_link()})
    EntryMember.objects.update(role=role)
    Entry.objects.update(kind=kind)
    assert any(mine.entry is not None for mine in shown(visit).own) is is_own


def test_the_section_asks_a_bounded_number_of_questions(
    empty: Cast, visit: Visit, django_assert_max_num_queries: object
) -> None:
    opened(empty)
    with django_assert_max_num_queries(1):  # type: ignore[operator]
        offers.moved(visit)
    with django_assert_max_num_queries(4):  # type: ignore[operator]
        offers.read(visit)
