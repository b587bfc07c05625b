"""The pages of appeals ask no more where more was ruled, or more appeals were lodged."""

from __future__ import annotations

from typing import Final

import pytest
from django.test import Client
from django.urls import reverse

from referee.appeals import hearing, lodging
from referee.appeals.hearing import CommitteeDecision
from referee.appeals.lodging import Lodging
from referee.appeals.states import StepRequest
from referee.models import Against, AppealDecision, Matter
from referee.rulings import corrections, penalties
from tests import official_cast
from tests.cast import Cast
from tests.official_cast import fresh
from tests.referee.hall import Hall
from tests.referee.rulings.deciding import test_cases as rulings
from tests.web.desk.rulings.test_queries_of_referee_pages import MOST, queries_of
from tournaments.models import Adjustment, Deal, Entry, Result

MOST_OF_THREE_LISTS: Final = 28
"""Rulings, points and results can be appealed against, each with everybody whose affair it is.

Four are for what appeals have decided.
"""
MOST_OF_LIST: Final = MOST + 2
"""What an appeal is against names the articles of its event, read once for all of them."""


class Evening:
    """An official competition in which more and more is ruled."""

    def __init__(self, cast: Cast) -> None:
        official_cast.make_official(cast)
        self.chief = official_cast.chief(cast)
        self.hall = Hall.of(cast)
        self.event = fresh(cast.event)

    def rule(self, number: int) -> None:
        """Give points to a seat and to an entry, void a deal, and make a ruling."""
        chair = rulings.seat(self.hall, "NESW"[number])
        entry = rulings.offender(self.hall, chair.label).entry
        for whom in (f"seat:{chair.uid}", f"entry:{entry.uid}"):
            target = penalties.target(self.event, whom)
            assert target is not None
            penalties.give(target, self.chief, -20, "晚到", "T-02", f"{number}{whom}")
        deal = self.hall.deal(number + 1)
        self.hall.cast.post(deal)
        corrections.rule(self.deal(number), self.chief, "void", "散牌", seen=1)
        rulings.rule(self.hall, "R-02", label=chair.label)

    def appeal(self, number: int) -> None:
        """Lodge an appeal against points at the table, and one against the ruling."""
        label = "NESW"[number]
        entry, person = rulings.offender(self.hall, label).entry, rulings.seat(self.hall, label)
        given = Adjustment.objects.filter(event=self.event, article="T-02").exclude(side=None)
        version = self.hall.cast.event.ruling_cases.order_by("pk")[number].versions.get()
        for against, uid in (
            (Against.PENALTY, given.order_by("pk")[number].uid),
            (Against.RULING, version.uid),
        ):
            handed_in = Lodging(entry, against, uid, "有误", (person.person_id,))
            lodging.lodge(self.event, self.chief, handed_in, f"{number}{against}")

    def vary(self, number: int) -> None:
        """Decide an appeal against a result, enter it as varied, and once more after that."""
        deal = self.deal(number)
        void = Result.objects.filter(deal=deal).latest("version")
        side = Entry.objects.filter(sides__match=deal.sitting.segment.match)
        signed = (side[0].members.all()[0].person_id,)
        handed_in = Lodging(side[0], Against.RESULT, void.uid, "有误", signed)
        appeal = lodging.lodge(self.event, self.chief, handed_in, f"{number}varied")
        hearing.hear(appeal, StepRequest(self.chief, appeal.steps.count()), Matter.FACT, ())
        decision = CommitteeDecision(AppealDecision.VARIED, "牌未散")
        hearing.decide(appeal, StepRequest(self.chief, appeal.steps.count()), decision)
        for kind in ("no_replay", "void", "no_replay"):
            deal = self.deal(number)
            corrections.rule(deal, self.chief, kind, "改判", seen=deal.version)

    def deal(self, number: int) -> Deal:
        related = ("event__tournament", "sitting__segment__match__round__event")
        return Deal.objects.select_related(*related).get(pk=self.hall.deal(number + 1).pk)


@pytest.mark.full
def test_more_rulings_and_appeals_cost_no_more(cast: Cast, client: Client) -> None:
    evening = Evening(cast)
    client.force_login(evening.chief)
    tournament, event = cast.tournament.uid, cast.event.uid
    first = cast.event.entries.get(number=1)
    lodge = reverse("referee_appeal_lodge", args=[tournament, event]) + f"?entry={first.uid}"
    listed = reverse("referee_appeals", args=[tournament])
    counts = []
    for number in range(2):
        evening.rule(number)
        evening.appeal(number)
        evening.vary(number)
        counts.append([len(queries_of(client, page)) for page in (lodge, listed)])
    assert counts[0] == counts[1]
    assert counts[1][0] <= MOST_OF_THREE_LISTS
    assert counts[1][1] <= MOST_OF_LIST
