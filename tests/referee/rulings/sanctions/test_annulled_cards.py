"""Drafts of suspensions and suspensions of which a card was annulled are told to the chief."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from referee.base.refusals import Code
from referee.models import RulingVersion, SuspensionKept
from referee.rulings import cases, two_cards
from tests.cast import Cast
from tests.referee.appeals.test_results_owed import alerts
from tests.referee.rulings.deciding.test_cases import codes
from tests.referee.rulings.sanctions.test_heavy_levels import take_back
from tests.referee.rulings.sanctions.test_suspending import (  # noqa: F401
    asked,
    card,
    cast,
    chief,
    rounds,
    source,
)
from tournaments import organise
from tournaments.base.refusals import Refused
from tournaments.checks.verification import verify
from tournaments.models import AuditEntry, User


def signed(cast: Cast, chief: User) -> tuple[RulingVersion, RulingVersion]:  # noqa: F811
    """Two cards of one person and the suspension for them; the first card and the suspension."""
    first = card(cast, chief)
    card(cast, chief)
    (two,) = two_cards.waiting_pairs(source(cast).event)
    return first, cases.decide(source(cast), chief, asked(cast, cards=two.second.uid))


@pytest.mark.full
@pytest.mark.databases
def test_the_bar_of_the_desk_tells_of_a_draft(
    cast: Cast,  # noqa: F811
    chief: User,  # noqa: F811
    client: Client,
) -> None:
    first = card(cast, chief)
    card(cast, chief, 4)
    assert alerts(cast) == {}
    card(cast, chief)
    assert alerts(cast) == {"suspension": 1}
    client.force_login(chief)
    client.cookies["django_language"] = "zh-hans"
    page = client.get(reverse("desk_event", args=[cast.event.uid])).content.decode()
    assert "1项停赛待决定" in page
    take_back(first, chief)
    assert alerts(cast) == {}


@pytest.mark.full
@pytest.mark.databases
def test_a_dismissed_draft_is_told_no_more(cast: Cast, chief: User) -> None:  # noqa: F811
    card(cast, chief)
    card(cast, chief)
    (two,) = two_cards.waiting_pairs(source(cast).event)
    two_cards.dismiss_pair(source(cast).event, two.second.uid, chief, "he was provoked")
    assert alerts(cast) == {}
    card(cast, chief)
    assert alerts(cast) == {}
    card(cast, chief)
    assert alerts(cast) == {"suspension": 1}


@pytest.mark.full
@pytest.mark.databases
def test_a_suspension_whose_card_is_annulled_is_kept_or_lifted(
    cast: Cast,  # noqa: F811
    chief: User,  # noqa: F811
) -> None:
    first, _suspension = signed(cast, chief)
    assert alerts(cast) == {}
    take_back(first, chief)
    assert alerts(cast) == {"doubtful": 1}
    # It holds until the chief has decided.
    assert rounds(cast) == [(2, 2)]
    event = source(cast).event
    (row,) = two_cards.doubtful_in_event(event)
    for official, reason, code in (
        (cast.bob, "he shouted", Code.RULING_BEYOND_OFFICE),
        (chief, " ", "reason_missing"),
    ):
        with pytest.raises(Refused) as refused:
            two_cards.keep_suspension(event, row.uid, official, reason)
        assert codes(refused) == [code]
    for _ in range(2):
        two_cards.keep_suspension(event, row.uid, chief, "he shouted")
    with pytest.raises(Refused) as refused:
        two_cards.keep_suspension(event, row.uid, chief, "he laughed")
    assert codes(refused) == [Code.CARDS_KEPT]
    assert AuditEntry.objects.filter(verb="decide_cards").count() == 1
    assert SuspensionKept.objects.count() == 1
    assert alerts(cast) == {}
    assert rounds(cast) == [(2, 2)]
    assert verify(cast.tournament) == []


@pytest.mark.full
@pytest.mark.parametrize("answered", [True, False])
def test_a_draft_without_who_had_a_card_that_was_annulled_is_asked_about(
    cast: Cast,  # noqa: F811
    chief: User,  # noqa: F811
    answered: bool,
) -> None:
    first, _suspension = signed(cast, chief)
    cast.play(cast.event.rounds.get())
    draft = cast.drawn_round("2")
    take_back(first, chief)
    if answered:
        (row,) = two_cards.doubtful_in_event(source(cast).event)
        two_cards.keep_suspension(source(cast).event, row.uid, chief, "he shouted")
        organise.publish_round(draft, cast.director)
        return
    with pytest.raises(Refused) as refused:
        organise.publish_round(draft, cast.director)
    assert codes(refused) == ["draft_by_annulled_card"]
    organise.publish_round(draft, cast.director, override="the chief cannot be reached")


@pytest.mark.full
def test_a_draft_of_before_the_second_card_is_asked_about(
    cast: Cast,  # noqa: F811
    chief: User,  # noqa: F811
) -> None:
    card(cast, chief)
    cast.play(cast.event.rounds.get())
    draft = cast.drawn_round("2")
    card(cast, chief)
    with pytest.raises(Refused) as refused:
        organise.publish_round(draft, cast.director)
    assert codes(refused) == ["suspension_undecided"]
    organise.publish_round(draft, cast.director, override="the chief cannot be reached")


@pytest.mark.full
def test_once_it_is_lifted_nobody_asks(cast: Cast, chief: User) -> None:  # noqa: F811
    first, suspension = signed(cast, chief)
    take_back(first, chief)
    take_back(suspension, chief)
    assert rounds(cast) == []
    assert alerts(cast) == {}
    with pytest.raises(Refused) as refused:
        two_cards.keep_suspension(source(cast).event, "nothing", chief, "he shouted")
    assert codes(refused) == [Code.CARDS_KEPT]


@pytest.mark.full
def test_the_page_proposes_to_lift_or_to_keep_it(
    cast: Cast,  # noqa: F811
    chief: User,  # noqa: F811
    client: Client,
) -> None:
    first, suspension = signed(cast, chief)
    take_back(first, chief)
    client.force_login(chief)
    client.cookies["django_language"] = "zh-hans"
    listed = client.get(reverse("referee_rulings", args=[cast.tournament.uid])).content.decode()
    address = reverse("referee_suspensions", args=[cast.tournament.uid, cast.event.uid])
    assert "所依据的黄牌已撤销1张" in listed
    assert address in listed
    page = client.get(address).content.decode()
    lift = reverse("referee_rule_anew", args=[cast.tournament.uid, suspension.case.uid])
    assert lift in page
    (row,) = two_cards.doubtful_in_event(source(cast).event)
    sent = {"press": "keep", "card": row.uid, "reason": "情节严重"}
    assert client.post(address, sent).status_code == 302
    assert alerts(cast) == {}
    assert lift not in client.get(address).content.decode()
