"""A match that wrong seats have spoilt for good: each side has its share, and nobody has won."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tests.tournaments.drawing import changed, codes, pairs_cast, teams_cast
from tests.tournaments.results.test_knockout_events import knockout_cast
from tournaments import organise, results
from tournaments.base.refusals import Refused
from tournaments.checks import verification
from tournaments.models import Award, Match
from tournaments.organise import AwardGrounds
from tournaments.results import event_record
from web.publish.pages.ranked import cross

WHY = AwardGrounds("both teams sat at the wrong tables", "12.3")


def begun(cast: Cast) -> Match:
    """Publish a round without line-ups or results, and return its first match."""
    round_ = organise.draw_round(cast.event, cast.director)
    organise.publish_round(round_, cast.director)
    return round_.matches.get(number=1)


@pytest.mark.full
@pytest.mark.parametrize(
    ("event", "ours", "an_officials"),
    [
        ({"ranking": "vp_20", "comparison": "imp", "boards": "passed"}, "8", "12"),
        ({"ranking": "vp_15_10"}, "12", "18"),
        ({"ranking": "wdl_2_1_0"}, "4/5", "6/5"),
        ({"ranking": "points", "comparison": "board", "boards": "passed"}, "16/5", "24/5"),
    ],
)
def test_two_fifths_of_a_match_or_three_where_an_official_did_it(
    db: None, event: dict[str, Any], ours: str, an_officials: str
) -> None:
    match = begun(teams_cast(4, **event))
    assert organise.spoilt_share(match, by_official=False) == Fraction(ours)
    assert organise.spoilt_share(match, by_official=True) == Fraction(an_officials)


@pytest.mark.full
def test_against_a_datum_it_is_three_imps_a_board_off_or_on(db: None) -> None:
    event = {"ranking": "points", "comparison": "datum_imp", "boards": "passed"}
    cast = changed(pairs_cast(4), **event)
    match = begun(cast)
    boards = match.round.event.deals_per_round
    assert organise.spoilt_share(match, by_official=False) == -3 * boards
    assert organise.spoilt_share(match, by_official=True) == 3 * boards


@pytest.mark.full
def test_nobody_has_won_or_lost_and_the_match_is_over_until_that_is_taken_back(db: None) -> None:
    cast = teams_cast(4, ranking="vp_15_10")
    match = begun(cast)
    organise.award_spoilt(match, cast.director, WHY, Fraction(12))
    rounds = [
        round_
        for row in event_record.standings(results.read(cast.event))
        for round_ in row.rank.rounds
    ]
    counted = [round_ for round_ in rounds if round_.match_points is not None]
    assert [rank.match_points for rank in counted] == [12, 12]
    assert not any(
        round_sum.is_won or round_sum.is_lost or round_sum.unplayed for round_sum in counted
    )
    (group,) = cross.read(results.read(cast.event)).groups
    cells = [cell for line in group.lines for cells in line.cells for cell in cells or ()]
    assert sorted(cell.score for cell in cells if cell.score) == ["12", "12"]
    assert verification.verify(cast.tournament) == []
    organise.take_back_award(match, cast.director, AwardGrounds("the seats were right"))
    rounds = [
        round_
        for row in event_record.standings(results.read(cast.event))
        for round_ in row.rank.rounds
    ]
    assert not any(round_.match_points for round_ in rounds)


@pytest.mark.full
def test_the_desk_offers_it_with_what_is_usual_and_takes_another_number(
    db: None, client: Client
) -> None:
    cast = teams_cast(4, ranking="vp_20", comparison="imp", boards="passed")
    match = begun(cast)
    client.force_login(cast.alice)
    client.cookies["django_language"] = "en"
    address = reverse("desk_award", args=[match.uid])
    shown = client.get(address).content.decode()
    assert "Wrong seats, beyond repair: each side has 8." in shown
    assert "Wrong seats, beyond repair, by an official: each side has 12." in shown
    form = {"award": "spoilt_by_official", "reason": "the wrong card on the table"}
    assert client.post(address, form).status_code == 302
    award = Award.objects.get()
    assert (str(award.won), str(award.lost)) == ("12", "12")
    assert client.post(address, {"award": "take_back", "reason": "no"}).status_code == 302
    own = {"award": "spoilt", "counts": "own", "present": "7.5", "absent": "0", "reason": "both"}
    assert client.post(address, own).status_code == 302
    assert Award.objects.latest("pk").lost == Fraction(15, 2)


@pytest.mark.full
def test_a_knockout_needs_a_winner(db: None) -> None:
    cast = knockout_cast(2)
    match = begun(cast)
    with pytest.raises(Refused) as refused:
        organise.award_spoilt(match, cast.director, WHY, Fraction(0))
    assert codes(refused) == ["knockout_needs_winner"]
