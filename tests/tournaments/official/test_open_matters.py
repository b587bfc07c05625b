"""What keeps a final result from being official."""

from __future__ import annotations

import pytest

from tests import official_cast
from tests.cast import Cast
from tournaments.models import Deal, Event, Match, Round
from tournaments.official.final import APPEAL, open_matters
from tournaments.record import ledger
from tournaments.record.audit import Verb, change


def hold(cast: Cast, what: Deal | Match | Round, code: str) -> None:
    with change(cast.tournament, cast.director, Verb.ADJUST) as made:
        ledger.hold(made, what, code, origin=ledger.Origin(code, code), blocks=code != APPEAL)


@pytest.mark.full
def test_nothing_of_a_withdrawn_draw_is_disputed_but_an_appeal_is_decided(cast: Cast) -> None:
    """A hold there counted for ever, as nobody can end it."""
    official_cast.make_official(cast)
    round_ = cast.round_in_play()
    event = Event.objects.get(pk=cast.event.pk)
    deal = cast.deals(round_)[0]
    hold(cast, deal, "of_deal")
    hold(cast, deal.sitting.segment.match, "of_match")
    hold(cast, round_, "of_round")
    assert open_matters(event) == 3
    hold(cast, round_, APPEAL)
    assert open_matters(event) == 4
    Round.objects.filter(pk=round_.pk).update(state=Round.State.CANCELLED)
    assert open_matters(event) == 1
