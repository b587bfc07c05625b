"""Who is asked about for having played few deals, in events that were played."""

from __future__ import annotations

import pytest

from tests import cast as people
from tests.cast import Cast
from tests.tournaments.drawing import changed, next_round
from tests.tournaments.results.test_knockout_events import WHY, in_play, knockout_cast, standing
from tournaments import organise, results
from tournaments.models import Entry, Event, RankedFrom


def few(cast: Cast) -> dict[int, tuple[int, int]]:
    """Return the deals played and dealt of everybody who is asked about, by number."""
    event = Event.objects.select_related("ruleset", "tournament").get(pk=cast.event.pk)
    rows = organise.few_deals(results.read(event))
    return {row.row.competitor.number: (row.played, row.dealt) for row in rows}


@pytest.fixture
def cast(db: None) -> Cast:
    """The cast after three rounds; of twelve players four came to the second, four to the third."""
    made = people.assemble(players=4, deals_per_round=1)
    for number in (1, 2, 3):
        organise.close_round(next_round(made), made.director)
        late = [[f"{number} {seat}"] for seat in range(4)]
        if number < 3:
            organise.add_entries(made.event, made.director, late)
    return made


@pytest.mark.full
def test_who_played_less_than_two_thirds_is_asked_about(cast: Cast) -> None:
    assert few(cast) == dict.fromkeys((9, 10, 11, 12), (1, 3))


@pytest.mark.full
def test_who_was_given_no_place_for_it_is_still_told_of(cast: Cast) -> None:
    entry = cast.event.entries.select_related("event__tournament").get(number=9)
    organise.set_unplaced(entry, cast.director, unplaced=True)
    assert 9 in few(cast)


@pytest.mark.full
def test_who_has_no_place_by_the_rules_of_the_event_is_not_asked_about(cast: Cast) -> None:
    changed(cast, ranked_from=RankedFrom.NUMBER, least_deals=2)
    assert few(cast) == {}
    Entry.objects.filter(number=9).update(unplaced=True)
    assert set(few(cast)) == {9}


@pytest.mark.full
@pytest.mark.parametrize("of_stage", ["", "knockout"])
def test_who_was_out_early_in_a_knockout_has_missed_nothing(db: None, of_stage: str) -> None:
    """The stage may have the method of its own, or as the event has it."""
    cast = knockout_cast(4)
    cast.event.stages.update(draw_method=of_stage)
    for _ in range(2):
        round_ = in_play(cast)
        cast.play(round_)
        for played in standing(cast).level:
            match = round_.matches.get(pk=played.match.key)
            organise.decide_match(match, cast.director, match.sides.get(number=1), WHY)
        organise.close_round(round_, cast.director)
    assert few(cast) == {}
