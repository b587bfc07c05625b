"""What packages offer on the page of a member: it is done there, and what waits comes first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest
from django.urls import reverse

from clubs.members.member_page import Offer, Section, Visit
from scoring.problems import Problem
from tests.cast import Cast
from tests.web.tablet.player.test_member_page import Phone, person
from tournaments.base.refusals import Reason, Refused
from web.tablet.player import member_views


@dataclass
class Offered:
    """An offer of a package that notes what is sent to it."""

    sent: list[Mapping[str, str]] = field(default_factory=list)
    refuses: bool = False
    asks: str = ""

    def read(self, visit: Visit) -> Section | None:
        return Section("tablet/_chat.html", visit, self.asks)

    def act(self, visit: Visit, typed: Mapping[str, str]) -> None:
        if self.refuses:
            raise Refused(Problem(Reason.ENTRIES_CLOSED, ""))
        self.sent.append({**typed, "person": visit.person.uid})


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch) -> Offered:
    """Nothing else is offered."""
    given = Offered()
    offer = Offer("evening", lambda _visit: len(given.sent), given.read, given.act)
    monkeypatch.setattr(member_views, "OFFERS", (offer,))
    return given


@pytest.mark.full
def test_what_is_offered_is_done_for_the_member_and_moves_the_page(
    cast: Cast, offered: Offered
) -> None:
    phone = Phone(cast, person(cast))
    before = phone.answers("member_live")["ETag"]
    address = reverse("member_act", args=[phone.link, "evening"])
    answer = phone.client.post(address, {"event": "one"})
    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("member", args=[phone.link]))
    assert offered.sent == [{"event": "one", "person": person(cast).uid}]
    assert phone.answers("member_live")["ETag"] != before
    assert phone.client.get(address).status_code == 302
    unknown = reverse("member_act", args=[phone.link, "else"])
    assert phone.client.post(unknown).status_code == 404


@pytest.mark.parametrize("asks", ["tablet/_guide.html", ""])
def test_what_waits_for_the_member_stands_before_the_events(
    cast: Cast, offered: Offered, asks: str
) -> None:
    offered.asks = asks
    text = Phone(cast, person(cast)).answers().content.decode()
    event = text.index(f'id="event-{cast.event.uid}"')
    assert ("guide-line" in text[:event]) == bool(asks)
    assert "guide-line" not in text[event:]


def test_a_refused_offer_is_told_with_what_was_typed(cast: Cast, offered: Offered) -> None:
    offered.refuses = True
    phone = Phone(cast, person(cast))
    answer = phone.client.post(reverse("member_act", args=[phone.link, "evening"]), {"code": "12"})
    assert answer.status_code == 409
    assert "error-summary" in answer.content.decode()
    (name, section) = answer.context["sections"][0]
    assert (name, section.content.typed) == ("evening", {"code": "12"})
    assert "no-store" in answer["Cache-Control"]
