"""What the hold of an open appeal names: never a draft, and the event before its first round."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from referee.appeals import hearing, lodging
from referee.appeals.lodging import Lodging
from referee.appeals.states import StepRequest
from referee.models import Appeal
from referee.rulings import penalties
from tests import official_cast
from tests.cast import Cast
from tests.official_cast import fresh
from tests.referee.appeals.test_results_owed import alerts
from tournaments import organise
from tournaments.checks.verification import verify
from tournaments.models import Entry, Hold, Round
from tournaments.official.final import open_matters


def appealed(cast: Cast) -> Appeal:
    """Return an appeal against points of an entry, which are of no round."""
    event = fresh(cast.event)
    entry = Entry.objects.select_related("event__tournament").get(event=event, number=1)
    whom = penalties.target(event, f"entry:{entry.uid}")
    assert whom is not None
    given = penalties.give(whom, cast.alice, -50, "conduct", key="conduct")
    signed = (entry.members.get().person_id,)
    against = Lodging(entry, "penalty", given.uid, "it was another", signed, receipt="1")
    return lodging.lodge(event, cast.bob, against, "appeal")


@pytest.mark.full
@pytest.mark.databases
def test_before_the_first_draw_an_appeal_is_lodged_and_holds_the_event(cast: Cast) -> None:
    official_cast.make_official(cast)
    appeal = appealed(cast)
    hold = Hold.objects.get()
    assert (hold.event, hold.round) == (cast.event, None)
    assert open_matters(cast.event) == 1
    assert alerts(cast) == {"appeal": 1}
    hearing.withdraw(appeal, StepRequest(cast.alice, appeal.steps.count()), "settled")
    assert open_matters(cast.event) == 0
    assert alerts(cast) == {}
    assert verify(cast.tournament) == []


@pytest.mark.full
@pytest.mark.databases
def test_a_draft_is_drawn_anew_or_thrown_away_while_an_appeal_is_open(
    cast: Cast, client: Client
) -> None:
    official_cast.make_official(cast)
    first = cast.round_in_play()
    cast.play(first)
    organise.close_round(Round.objects.get(pk=first.pk), cast.director)
    draft = organise.draw_round(fresh(cast.event), cast.director)
    appealed(cast)
    assert Hold.objects.get().round == first
    client.force_login(cast.alice)
    assert client.post(reverse("desk_redraw", args=[draft.uid])).status_code == 302
    draft = Round.objects.select_related("event__tournament").get(state=Round.State.DRAFT)
    organise.discard_round(draft, cast.director)
    assert verify(cast.tournament) == []
