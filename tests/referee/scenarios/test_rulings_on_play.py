"""Scenarios of play and cards: what the catalogue takes, and what the deal comes to."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from referee.models import Irregularity, Remedy, RulingVersion
from referee.rulings import listed
from referee.rulings.adjusted import adjusted_scores
from tests.referee.hall import Hall
from tests.referee.rulings.deals.test_given_instead import given
from tests.referee.rulings.deals.test_given_instead import points as given_points
from tests.referee.rulings.deciding.test_cases import make_official, offender, points, rule, seat
from tests.referee.sheets.test_irregularities import posted
from tournaments import results
from tournaments.checks.verification import verify
from tournaments.models import Adjustment, PenaltyWarning, Result
from tournaments.results import event_record

RANKS = [*map(str, range(2, 11)), "J", "Q", "K", "A"]


def protected() -> Mapping[str, Any]:
    """West follows with an exposed ♠Q to the first trick of spades, though she has others.

    West then wins every trick.
    """
    suits = {"N": "C", "W": "S", "S": "D", "E": "H"}
    hands = {label: [suit + rank for rank in RANKS] for label, suit in suits.items()}
    hands["W"][0], hands["N"][12] = "CA", "S2"
    spades = ["SQ", *(card for card in hands["W"] if card not in {"SQ", "CA"}), "CA"]
    cards = {**hands, "N": ["S2", *hands["N"][:12]], "W": spades}
    tricks = [("N", trick) if not trick else ("W", trick) for trick in range(13)]
    order = {"N": "NWSE", "W": "WSEN"}
    plays = [[label, cards[label][trick]] for first, trick in tricks for label in order[first]]
    pig = {"seat": "W", "card": "SQ", "kind": "exposed"}
    return {"hands": hands, "plays": plays, "leader": "N", "first_deal": True, "exposed": [pig]}


def total(hall: Hall, label: str) -> Fraction:
    """What who sits there has in the standings, with penalty points."""
    rows = event_record.standings(results.read(hall.cast.event))
    uid = offender(hall, label).entry.uid
    return next(row.rank.total for row in rows if row.competitor.uid == uid)


def test_wrong_numbers_of_cards_are_dealt_again(hall: Hall) -> None:
    """Scenario 1: 14 and 12 cards, no blind draw: void, D-04 is in the record, no penalty."""
    make_official(hall)
    version = rule(hall, "D-04", remedy=Remedy.VOID, facts="North 14, East 12; South refuses")
    assert Result.objects.get(deal=hall.deal()).kind == Result.Kind.VOID
    assert not hall.deal().done
    assert points(hall) == []
    assert not PenaltyWarning.objects.exists()
    ruled = listed.case_of(hall.cast.tournament, version.case.uid)
    assert ruled is not None
    assert (ruled.newest.article, ruled.standing) == ("D-04", version)
    # It is dealt again, and then counts.
    hall.cast.post(hall.deal(), seen=1, reason="dealt again")
    assert hall.deal().done
    assert verify(hall.cast.tournament) == []


def test_an_exposed_card_corrected_in_time_is_a_warning(hall: Hall) -> None:
    """Scenario 3: noticed before the next trick, the card goes back: E-04, L1."""
    rule(hall, "E-04", label="W")
    assert PenaltyWarning.objects.get().person == seat(hall, "W").person
    assert points(hall) == []


@pytest.mark.full
def test_an_exposed_card_that_was_played_stands(hall: Hall) -> None:
    """Scenario 3: noticed after, the trick and ×2 stand, E-05 takes 100."""
    posted(hall, protected())
    assert Irregularity.objects.get(code="protected_card_followed").seat == "W"
    before = Result.live.get(deal=hall.deal())
    held_back = total(hall, "W")
    rule(hall, "E-05", label="W")
    assert Result.live.get(deal=hall.deal()) == before
    assert before.facts["exposed"] == protected()["exposed"]
    assert Adjustment.objects.get().amount == -100
    assert total(hall, "W") == held_back - 100


@pytest.mark.full
def test_all_hearts_by_a_revoke_count_their_face(hall: Hall) -> None:
    """Scenario 4: R-02 takes 100, and by R-04 the hearts count −200 and not +200."""
    hall.cast.post(hall.deal())
    assert Result.live.get(deal=hall.deal()).settlement["scores"]["E"] == 200
    rule(hall, "R-02", label="E")
    with_bonus = total(hall, "E")
    face = given(given_points(N=-100, W=100, S=50, E=-200))
    adjusted_scores.give(hall.deal(), hall.cast.bob, face, seen=1)
    version: RulingVersion = rule(hall, "R-04", label="E", remedy=Remedy.CORRECTED)
    assert version.result == Result.live.get(deal=hall.deal())
    assert points(hall) == [-100]
    assert total(hall, "E") == with_bonus - 400
    assert total(hall, "E") == -300
    assert verify(hall.cast.tournament) == []
