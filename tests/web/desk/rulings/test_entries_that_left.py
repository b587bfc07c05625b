"""Points for an entry that has left: they may be given, and the page says so before they are."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from referee.models import RulingStep, RulingStepKind, RulingVersion
from referee.rulings import penalties
from referee.rulings.penalties import Target
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_cases import make_official, official_of, rule, seat
from tournaments import organise
from tournaments.base.refusals import Reason, Refused
from tournaments.models import Adjustment, Entry, ExclusionKind, Result, Role
from tournaments.structure import sides

CHANGED = "This has changed since it was shown to you. Check it again."
TERMS = organise.ExclusionTerms(ExclusionKind.WITHDRAWAL, 1, "ill")
COUNTS = "withdrew after round 1. What is given now still counts for what it has played."


@pytest.fixture
def desk(hall: Hall, client: Client) -> Client:
    """A browser in which Bob, the referee, has signed in, in English."""
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def entry_of(hall: Hall) -> Entry:
    """The entry at North of the first table, as it is now."""
    found = sides.entry_of(seat(hall))
    return Entry.objects.select_related("event__tournament").get(pk=found.pk)


def withdraw(hall: Hall) -> None:
    organise.withdraw_entry(entry_of(hall), hall.cast.director, after_round=1, reason="ill")


def shown_again(desk: Client, where: str, sent: dict[str, Any], button: str, hall: Hall) -> Any:
    """Look at it, let the entry leave, press the button, and then press it once more."""
    looked = desk.post(where, sent)
    assert COUNTS not in looked.content.decode()
    sealed = {"previewed": looked.context["form"]["previewed"].value(), button: "1"}
    withdraw(hall)
    stopped = desk.post(where, sent | sealed)
    assert stopped.status_code == 200
    page = stopped.content.decode()
    assert CHANGED in page
    assert f"{seat(hall).person.name} {COUNTS}" in page
    for name, value in sent.items():
        assert stopped.context["form"][name].value() == value, name
    assert not Adjustment.objects.exists()
    sealed["previewed"] = stopped.context["form"]["previewed"].value()
    return desk.post(where, sent | sealed)


@pytest.mark.full
def test_penalty_points_are_looked_at_again_with_what_has_changed(hall: Hall, desk: Client) -> None:
    where = reverse("referee_penalties", args=[hall.cast.tournament.uid, hall.cast.event.uid])
    sent = {"whom": f"entry:{entry_of(hall).uid}", "points": "-50", "reason": "left the hall"}
    sent |= {"article": "§7", "key": "0" * 12}
    assert shown_again(desk, where, sent, "store", hall).status_code == 302
    assert Adjustment.objects.get().amount == -50
    listed = f"{seat(hall).person.name} (withdrawn)</option>"
    assert listed in desk.get(where).content.decode()


@pytest.mark.full
def test_a_ruling_is_looked_at_again(hall: Hall, desk: Client) -> None:
    where = reverse("referee_rule_case", args=[hall.cast.tournament.uid, hall.cast.event.uid])
    sent = {"whom": [f"seat:{seat(hall).uid}"], "article": "R-02", "facts": "did not follow"}
    sent |= {"seen": "0", "key": "0" * 12}
    where = f"{where}?deal={hall.deal().uid}"
    assert shown_again(desk, where, sent, "store", hall).status_code == 302
    assert RulingVersion.objects.get().facts == "did not follow"
    assert Adjustment.objects.exists()


@pytest.mark.full
def test_an_adjusted_score_is_looked_at_again(hall: Hall, desk: Client) -> None:
    hall.cast.play(hall.round)
    where = reverse("referee_adjust", args=[hall.cast.tournament.uid, hall.deal().uid])
    sent = {f"points_{label}": "0" for label in "WSE"} | {"points_N": "-100", "seen": "1"}
    sent |= {"reason": "a revoke", "article": "R-04"}
    assert shown_again(desk, f"{where}?kind=assigned", sent, "apply", hall).status_code == 302
    assert Result.live.get(deal=hall.deal()).version == 2


@pytest.mark.full
def test_an_entry_that_leaves_under_the_lock_gets_nothing_unseen(hall: Hall) -> None:
    whom = Target(entry_of(hall))
    withdraw(hall)
    with pytest.raises(Refused) as refused:
        penalties.give(whom, hall.cast.bob, -50, "late")
    assert [problem.code for problem in refused.value.problems] == [Reason.CHANGED_SINCE_PREVIEW]
    assert not Adjustment.objects.exists()
    assert penalties.give(Target(entry_of(hall)), hall.cast.bob, -50, "late").amount == -50


@pytest.mark.full
def test_who_confirms_a_ruling_is_told_first(hall: Hall, client: Client) -> None:
    make_official(hall)
    chief = official_of(hall, "chief", Role.CHIEF_REFEREE)
    version = rule(hall, "I-09", by=chief)
    client.force_login(hall.cast.alice)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    at = [version.case.tournament.uid, version.case.uid]
    left = client.get(reverse("referee_ruling", args=at)).context["form"]["left"].value()
    organise.propose_exclusion(entry_of(hall), chief, TERMS)
    organise.approve_exclusion(entry_of(hall), hall.cast.alice)
    sent = {"confirm": "1", "seen": "1", "left": left, "reason": "as the chief says"}
    stopped = client.post(reverse("referee_ruling_word", args=at), sent)
    page = stopped.content.decode()
    assert stopped.status_code == 200
    assert CHANGED in page
    assert COUNTS in page
    assert "as the chief says" in page
    assert not RulingStep.objects.exists()
    sent["left"] = stopped.context["form"]["left"].value()
    assert client.post(reverse("referee_ruling_word", args=at), sent).status_code == 302
    assert RulingStep.objects.get().kind == RulingStepKind.CONFIRMED
