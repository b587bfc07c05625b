"""A ruling made anew at the desk: who may, what the form begins with, and what it would change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from referee.models import RulingVersion
from referee.rulings import cases, proposals
from referee.rulings.decisions import RulingDecision, RulingSource
from tests.cast import account
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_cases import (
    decision,
    make_official,
    offender,
    official_of,
    rule,
    seat,
)
from tests.referee.rulings.looked_at import changes_of
from tournaments import organise, results
from tournaments.models import Exclusion, Role
from tournaments.results.event_record import Effect


@pytest.fixture
def played(hall: Hall) -> Hall:
    """The hall of an official competition in which every deal has a result."""
    make_official(hall)
    hall.cast.play(hall.round)
    return hall


def address(hall: Hall, name: str, version: RulingVersion) -> str:
    return reverse(name, args=[hall.cast.tournament.uid, version.case.uid])


def effect(hall: Hall, version: RulingVersion, anew: RulingDecision) -> Sequence[Effect]:
    """What ruling otherwise would change in the standings."""
    source = RulingSource.of_case(version.case)
    proposal = proposals.propose(source, anew, hall.cast.bob, version.case)
    snapshot = results.read(version.case.event)
    return changes_of(snapshot, source, anew, proposal, version.case).effect


@pytest.mark.full
def test_what_the_version_before_took_is_given_back_in_the_preview(played: Hall) -> None:
    version = rule(played, "R-02")
    (row,) = effect(played, version, decision(played, "P-07"))
    assert row.after.total - row.before.total == 100


@pytest.mark.full
def test_a_lighter_penalty_moves_by_the_difference(played: Hall) -> None:
    """−100 becomes −20: the preview gives 80 back, and the ruling does as it said."""
    version = rule(played, "R-02")
    lighter = decision(played, "P-06", seen=played.deal().version)
    (row,) = effect(played, version, lighter)
    assert row.after.total - row.before.total == 80


@pytest.mark.full
def test_who_was_disqualified_is_back_in_the_preview(played: Hall) -> None:
    chief = official_of(played, "chief", Role.CHIEF_REFEREE)
    waits = rule(played, "I-09", by=chief)
    assert effect(played, waits, decision(played, "P-07")) == ()
    version = cases.confirm(waits, played.cast.alice)
    assert Exclusion.objects.get().state == "approved"
    rows = effect(played, version, decision(played, "P-07"))
    own = offender(played).entry.uid
    (row,) = [row for row in rows if row.competitor.uid == own]
    assert not row.before.is_ranked
    assert row.after.is_ranked


def signed_in(client: Client, hall: Hall, name: str = "") -> Client:
    """A browser in English: Bob's, or that of another referee."""
    user = hall.cast.bob
    if name:
        user = account(name)
        organise.grant_role(hall.cast.director, hall.cast.tournament, user, Role.REFEREE)
    client.force_login(user)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


@pytest.mark.full
def test_the_form_begins_with_whom_it_hit(played: Hall, client: Client) -> None:
    version = rule(played, "R-02")
    shown = signed_in(client, played).get(address(played, "referee_rule_anew", version))
    assert shown.context["form"]["whom"].value() == [f"seat:{seat(played).uid}"]


@pytest.mark.full
def test_another_referee_is_told_before_he_types(played: Hall, client: Client) -> None:
    """Only its author or a chief rules otherwise: no button, and the look says so."""
    version = rule(played, "R-02")
    anew = address(played, "referee_rule_anew", version)
    page = address(played, "referee_ruling", version)
    assert anew in signed_in(client, played).get(page).content.decode()
    other = signed_in(client, played, "oscar")
    assert anew not in other.get(page).content.decode()
    data: dict[str, Any] = {"whom": [f"seat:{seat(played).uid}"], "article": "P-07"}
    shown = other.post(anew, {**data, "seen": "1", "key": "0" * 12})
    assert "the chief referee, can change it" in shown.content.decode()
    assert not shown.context.get("looks")
