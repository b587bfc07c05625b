"""In an official competition every decision of a referee has a number and a slip; in clubs none."""

from __future__ import annotations

import json
from urllib.parse import unquote

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from referee.arrivals import arrivals
from referee.base.refusals import Code
from referee.claims import claims
from referee.models import DecisionKind, Irregularity, NumberedDecision, RulingCase
from referee.rulings import (
    adjusted_scores,
    cases,
    corrections,
    irregularity_rulings,
    late_exposures,
    penalties,
)
from referee.rulings.adjusted_scores import AdjustedScore
from referee.rulings.penalties import Target
from referee.sheets import irregularities
from tests.cast import NORTH_TAKES_THE_PIG
from tests.referee.arrivals.lateness import late
from tests.referee.claims.test_claims import claimed, taken
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_cases import (
    codes,
    decision,
    make_official,
    offender,
    rule,
    source,
)
from tests.web.desk.adjusted.test_late_exposures import late_deal
from tests.web.publish.papers import pages, read_by_another, untold
from tournaments import organise
from tournaments.base.refusals import Refused
from tournaments.checks.verification import verify
from tournaments.models import AuditEntry, Deal, Event, Role
from tournaments.standings.team_boards import AverageScore
from web.publish.documents import Subject
from web.publish.printed import decision_slips


def deal(hall: Hall, number: int, *, table: int = 0) -> Deal:
    related = ("event__tournament", "event__ruleset", "event__regulations", "sitting__table")
    rows = Deal.objects.select_related(*related, "sitting__segment__match__round")
    return rows.get(pk=hall.deal(number, hall.tables[table]).pk)


def decide_all(hall: Hall) -> None:
    """A ruling, penalty points, a claim, an adjusted score, a void deal and who came late."""
    cast, bob = hall.cast, hall.cast.bob
    organise.grant_role(cast.director, cast.tournament, bob, Role.CHIEF_REFEREE)
    rule(hall, "P-07")
    for _ in range(2):
        penalties.give(Target(offender(hall).entry), bob, -50, "说话", key="k" * 12)
    won = {seat: cards for seat, cards in NORTH_TAKES_THE_PIG["won"].items() if seat != "N"}
    sheet = taken(hall, {**claimed(["W"], contested=True), "won": won})
    claims.decide(sheet.claim, bob, {"W": ["SQ"]}, "西家所言属实")
    score = AdjustedScore(AverageScore.PLUS, AverageScore.MINUS, "误导")
    adjusted_scores.give(deal(hall, 1, table=1), bob, score, seen=0)
    corrections.rule(deal(hall, 2), bob, "void", "散牌", seen=0)
    lateness = late(hall.round, "E")
    arrivals.mark_missing(lateness, bob)
    arrivals.mark_arrived(lateness, bob, minutes=16)


def numbers() -> list[tuple[int, str]]:
    return [(row.number, row.kind) for row in NumberedDecision.objects.order_by("number")]


@pytest.mark.full
@pytest.mark.databases
def test_every_decision_has_the_next_number_of_one_series(hall: Hall) -> None:
    make_official(hall)
    decide_all(hall)
    assert numbers() == [
        (2, DecisionKind.PENALTY),
        (3, DecisionKind.CLAIM),
        (4, DecisionKind.SCORE),
        (5, DecisionKind.RESULT),
        (6, DecisionKind.LATENESS),
    ]
    assert rule(hall, "P-07").case.number == 7
    assert list(RulingCase.objects.order_by("pk").values_list("number", flat=True)) == [1, 7]
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
def test_a_ruling_on_an_irregularity_has_one_number_and_the_log_names_it(hall: Hall) -> None:
    row = late_deal(hall)
    make_official(hall)
    incident = irregularities.incident_of(Irregularity.objects.get(pk=row.pk))
    also = irregularity_rulings.settled_by(incident, hall.cast.bob)
    version = cases.decide(source(hall), hall.cast.bob, decision(hall, "P-07"), also=also)
    assert numbers() == []
    assert irregularities.incident_of(incident.row).ruling is not None
    body = json.loads(AuditEntry.objects.get(verb="rule_case").body)["details"]
    assert body["number"] == f"{version.case.year}-{version.case.number}"
    assert rule(hall, "P-07").case.number == version.case.number + 1
    assert verify(hall.cast.tournament) == []


def test_a_late_exposure_that_is_decided_has_one(hall: Hall) -> None:
    row = late_deal(hall)
    make_official(hall)
    incident = irregularities.incident_of(Irregularity.objects.get(pk=row.pk))
    incident.row.deal.event.refresh_from_db()
    late_exposures.decide_exposure(incident, hall.cast.bob, "钟有误", is_allowed=True, seen=1)
    assert numbers() == [(1, DecisionKind.EXPOSURE)]


@pytest.mark.full
def test_a_club_event_has_no_numbers_but_those_of_rulings(hall: Hall) -> None:
    with pytest.raises(Refused) as refused:
        decide_all(hall)
    # All but lateness, of which a club event has no table.
    assert codes(refused) == [Code.NO_TABLE_OF_LATENESS]
    assert numbers() == []
    event = Event.objects.get(pk=hall.cast.event.pk)
    assert not decision_slips.slips_of_round.suits(event, [])
    client = Client()
    client.force_login(hall.cast.bob)
    page = client.get(reverse("referee_rulings", args=[hall.cast.tournament.uid])).content.decode()
    assert "未编号的裁决" in page
    assert "裁-2026-0002" not in page


@pytest.mark.full
def test_the_list_leads_to_the_slip_of_each_decision(hall: Hall) -> None:
    make_official(hall)
    decide_all(hall)
    client = Client()
    client.force_login(hall.cast.bob)
    tournament = hall.cast.tournament.uid
    page = client.get(reverse("referee_rulings", args=[tournament])).content.decode()
    for row in NumberedDecision.objects.all():
        slip = reverse("referee_decision_slip", args=[tournament, row.uid])
        assert slip in page
        assert f"裁-2026-{row.number:04d}" in page
        answer = client.get(slip, HTTP_ACCEPT_LANGUAGE="zh-hans")
        assert answer["Content-Type"] == "application/pdf"
        assert f"裁决单 裁-2026-{row.number:04d}.pdf" in unquote(answer["Content-Disposition"])
        words = "".join("".join(pages(answer.content)).split())
        assert f"裁-2026-{row.number:04d}" in words
        assert "已告知（签名、时间）" in words
    claim = NumberedDecision.objects.get(kind=DecisionKind.CLAIM)
    address = reverse("referee_decision_slip", args=[tournament, claim.uid])
    words = "".join(read_by_another(client.get(address).content).split())
    assert "西家所言属实" in words
    assert "第1轮·" in words
    client.force_login(hall.cast.charlie)
    assert client.get(address).status_code == 404


@pytest.mark.full
def test_the_slips_of_a_round_stand_on_one_sheet_in_order(hall: Hall) -> None:
    make_official(hall)
    decide_all(hall)
    event = Event.objects.select_related("tournament__club", "ruleset", "regulations").get(
        pk=hall.cast.event.pk
    )
    kind = decision_slips.slips_of_round
    assert (kind.public, kind.shows(None), kind.suits(event, [])) == (False, False, True)
    with translation.override("zh-hans"):
        prepared = kind.prepare(Subject(event, "", hall.round))
        words = "".join("".join(pages(kind.render(prepared.input, untold))).split())
    # Penalty points of the standings belong to no round.
    places = [words.index(f"裁-2026-{number:04d}") for number in (1, 3, 4, 5, 6)]
    assert places == sorted(places)
    assert "裁-2026-0002" not in words
