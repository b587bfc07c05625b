"""What the program proposes or posts by itself is of the event's copy of the catalogue."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from referee.models import Decision, Irregularity, IrregularityRuling, RulingCase
from referee.rulings import cases, irregularity_rulings, late_exposures, proposals
from referee.rulings.irregularity_rulings import Ruling
from referee.sheets import entry, irregularities
from referee.sheets.irregularities import Incident
from tests.cast import NORTH_TAKES_THE_PIG, Cast
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_cases import decision, make_official, rule, seat, source
from tests.referee.sheets.test_irregularities import posted, revoking
from tournaments.models import Adjustment, EventRegulations, PenaltyWarning
from tournaments.regulations import catalogue
from tournaments.regulations.infractions.values import Escalation, FormColumn, Level, Terms
from web.desk.rulings import sources

LATE = {"seat": "W", "card": "DJ", "kind": "exposed", "late": True}


def late(hall: Hall, number: int = 1) -> Incident:
    """West exposes ♦J too late in a deal."""
    deal = hall.deal(number)
    sheet = hall.sheet(deal, {**NORTH_TAKES_THE_PIG, "exposed": [LATE]})
    entry.submit(writer=hall.official(), sealed=sheet)
    agreed = hall.agreement(sheet, "referee")
    entry.confirm(writer=hall.official(), sealed=agreed, reason="as read")
    return irregularities.incident_of(Irregularity.objects.get(deal=deal))


def laid_down(cast: Cast, code: str, *terms: Any, **changes: Any) -> None:
    """Change an article for individuals in the tournament's copy."""
    kept = catalogue.articles_of(catalogue.current(cast.tournament))[code]
    wanted = replace(kept, terms={**kept.terms, FormColumn.INDIVIDUAL: Terms(*terms)}, **changes)
    catalogue.change_article(cast.tournament, cast.director, wanted, reason="the organiser's own")


def ruled(hall: Hall, incident: Incident, seen: int = 0, **values: Any) -> IrregularityRuling:
    ruling = Ruling(**{"reason": "too late", **values})
    return irregularity_rulings.rule(incident, hall.cast.bob, ruling, seen=seen)


@pytest.mark.full
def test_a_further_late_exposure_costs_what_the_copy_says(hall: Hall) -> None:
    laid_down(hall.cast, "E-02", Level.L4)
    late(hall)
    assert late_exposures.proposed_ruling(late(hall, 2)) == {
        "article": "E-02",
        "decision": Decision.PENALTY,
        "points": -50,
    }


@pytest.mark.full
def test_without_the_further_article_the_first_ones_steps_count(hall: Hall) -> None:
    laid_down(hall.cast, "E-02", Level.L3, is_off=True)
    laid_down(hall.cast, "E-01", Level.L1, (Escalation(2, Level.L5),))
    late(hall)
    assert late_exposures.proposed_ruling(late(hall, 2)) == {
        "article": "E-01",
        "decision": Decision.PENALTY,
        "points": -100,
    }


@pytest.mark.full
def test_nothing_is_proposed_where_no_article_is_in_force(hall: Hall) -> None:
    for code in ("E-01", "E-02"):
        laid_down(hall.cast, code, Level.L1, is_off=True)
    assert late_exposures.proposed_ruling(late(hall)) == {}


@pytest.mark.full
def test_a_warning_on_a_sheets_irregularity_is_counted(hall: Hall) -> None:
    incident = late(hall)
    first = ruled(hall, incident, decision=Decision.WARNED, article="E-01")
    warning = PenaltyWarning.objects.get()
    assert (warning.person, warning.seat, warning.article) == (seat(hall, "W").person, "W", "E-01")
    assert first.adjustment == warning.uid
    # It is the first offence for a numbered ruling, too.
    version = cases.decide(source(hall), hall.cast.bob, decision(hall, "E-01", "W"))
    assert version.proposed == "L3"
    assert Adjustment.objects.get().amount == -20


@pytest.mark.full
def test_a_newer_ruling_takes_the_warning_back(hall: Hall) -> None:
    incident = late(hall)
    ruled(hall, incident, decision=Decision.WARNED, article="no article")
    assert PenaltyWarning.objects.get().article == ""
    again = irregularities.incident_of(incident.row)
    ruled(hall, again, seen=1, decision=Decision.DISMISSED, reason="the clock was wrong")
    assert not PenaltyWarning.objects.filter(reverses=None, reversed_by=None).exists()
    assert PenaltyWarning.objects.count() == 2


def form_of(hall: Hall, row: Irregularity) -> str:
    where = reverse("referee_rule_case", args=[hall.cast.tournament.uid, hall.cast.event.uid])
    return f"{where}?deal={hall.deal().uid}&irregularity={row.uid}"


@pytest.mark.full
def test_a_sheets_irregularity_fills_the_form_in(hall: Hall, client: Client) -> None:
    posted(hall, revoking())
    row = Irregularity.objects.filter(code="revoke", seat="W").order_by("pk")[0]
    client.force_login(hall.cast.bob)
    page = reverse("referee_irregularity", args=[hall.cast.tournament.uid, row.uid])
    assert f"irregularity={row.uid}" in client.get(page).content.decode()
    form = client.get(form_of(hall, row)).context["form"]
    assert form["article"].value() == "R-02"
    assert form["whom"].value() == [f"seat:{seat(hall, 'W').uid}"]
    assert form["facts"].value()


def opened(hall: Hall, client: Client) -> tuple[Irregularity, str, dict[str, Any]]:
    """Return a revoke, the form of its ruling and what that proposes, opened by the referee."""
    posted(hall, revoking())
    row = Irregularity.objects.filter(code="revoke", seat="W").order_by("pk")[0]
    client.force_login(hall.cast.bob)
    where = form_of(hall, row)
    start = client.get(where).context["form"]
    proposed = {name: start[name].value() for name in ("whom", "article", "facts", "key")}
    return row, where, proposed


@pytest.mark.full
def test_its_ruling_settles_the_irregularity(hall: Hall, client: Client) -> None:
    row, where, data = opened(hall, client)
    look = client.post(where, {**data, "seen": "1"})
    sealed = look.context["form"]["previewed"].value()
    stored = {**data, "seen": "1", "previewed": sealed, "store": "1"}
    assert client.post(where, stored).status_code == 302
    case = RulingCase.objects.get()
    incident = irregularities.incident_of(row)
    assert incident.ruling is not None
    assert str(case.number).zfill(4) in incident.ruling.reason
    assert Adjustment.objects.get().amount == -100


@pytest.mark.full
def test_an_irregularity_that_another_decided_meanwhile_leaves_no_case_behind(
    hall: Hall, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    row, where, data = opened(hall, client)
    data |= {"seen": "1"}
    data["previewed"] = client.post(where, data).context["form"]["previewed"].value()
    undecided = irregularities.incident_of(row)
    irregularity_rulings.rule(undecided, hall.cast.alice, Ruling(Decision.NOTED), seen=0)
    # This request read the irregularity before the other official's change came.
    monkeypatch.setattr(sources, "incident_of", lambda *_args: undecided)
    log = hall.cast.tournament.log.count()
    for _press in range(2):
        page = client.post(where, {**data, "store": "1"})
        assert page.status_code == 200
        assert page.context["form"].errors
    assert not RulingCase.objects.exists()
    assert not Adjustment.objects.exists()
    assert hall.cast.tournament.log.count() == log


@pytest.mark.full
def test_two_yellow_cards_in_a_stage_are_a_red_one(hall: Hall) -> None:
    """L2 is a yellow card; of another person, or in a club event, there is none to follow."""

    def is_second(label: str = "N") -> bool:
        asked = decision(hall, "B-02", label, level=Level.L2, level_reason="rude again")
        return proposals.propose(source(hall), asked, hall.cast.alice).is_second_card

    make_official(hall)
    assert not is_second()
    rule(hall, "B-01", by=hall.cast.alice, level=Level.L2, level_reason="rude")
    assert is_second()
    assert not is_second("E")
    EventRegulations.objects.update(size="club")
    assert not is_second()
