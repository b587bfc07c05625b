"""A draft with changing partners that is changed by hand says what the movement loses by that."""

from __future__ import annotations

import pytest
from django.utils import translation

from tests.tournaments.drawing import next_round, partners_cast, said
from tournaments import organise, results
from tournaments.models import Round, Seat
from tournaments.pairing import notes
from tournaments.results import event_record
from web.publish import table_overview


@pytest.mark.full
def test_a_draft_with_partners_says_which_partners_and_opponents_repeat_by_hand(
    db: None,
) -> None:
    cast = partners_cast(8)
    next_round(cast)
    round_ = organise.draw_round(cast.event, cast.director)
    assert said(round_) == {"fours_movement_round"}
    seats = Seat.objects.filter(sitting__segment__match__round=round_).order_by("pk")
    organise.adjust_draft(round_, cast.director, seats[0].uid, seats[4].uid)
    kept = notes.read(Round.objects.get(pk=round_.pk).reasons)
    reasons = [reason for table_reasons in kept.reasons.values() for reason in table_reasons]
    assert {reason.why.value for reason in reasons} == {
        "fours_partners_by_hand",
        "fours_opponents_by_hand",
    }
    whole = 2
    for why, times in (("fours_partners_by_hand", whole), ("fours_opponents_by_hand", whole + 1)):
        assert {reason.named["times"] for reason in reasons if reason.why.value == why} == {times}
    # Both have another partner at their tables, and these were to be theirs in another round.
    partners_again = [reason for reason in reasons if reason.why.value == "fours_partners_by_hand"]
    assert len(partners_again) == whole
    tables = tables_of_draft(Round.objects.get(pk=round_.pk))
    assert "are partners 2 times in this movement" in tables
    organise.adjust_draft(round_, cast.director, seats[0].uid, seats[4].uid)
    assert said(round_) == set()


def tables_of_draft(round_: Round) -> str:
    """What is said of the tables of a round, in English."""
    known = event_record.competitors(results.read(round_.event))
    with translation.override("en"):
        texts_by_table = table_overview.reasons_of(notes.read(round_.reasons), known)
        return "; ".join(text for of_table in texts_by_table.values() for text in of_table)
