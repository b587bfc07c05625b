"""A half match is awarded, the others are revealed, and the award is taken back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from django.db import connection
from django.utils import timezone

from tests.teams_cast import codes
from tests.tournaments import threes as hall_of
from tests.tournaments.threes import Threes
from tournaments import organise
from tournaments.line_ups import line_up_state
from tournaments.models import EntryMember, LineUp, Match, Person, Round, Seat, Segment, Side
from tournaments.organise.absences.awards import AwardGrounds
from tournaments.record import guards
from tournaments.record.audit import Actor
from tournaments.structure.line_up_rules import (
    LineUpProblem,
    LineUpSeat,
    LineUpSeats,
    exchanged,
    turned,
)

pytestmark = pytest.mark.django_db
WHY = AwardGrounds("late")


@pytest.fixture
def threes() -> Iterator[Threes]:
    with hall_of.event(3) as made:
        yield made


def awarded(threes: Threes) -> tuple[Round, Match, Match]:
    """Return a round with a half match that was awarded, and the other one of its home side."""
    round_ = threes.draw()
    _one, two, last = threes.three(round_)
    at_home = two.sides.get(number=1).entries.get()
    organise.award_walkover(two, threes.director, two.sides.get(number=1), WHY)
    assert last.sides.get(number=2).entries.get() == at_home
    return round_, two, last


def taken_back(threes: Threes) -> tuple[Round, Segment, Side]:
    """Return a half match that is played after all, when the others are revealed.

    None of its line-ups is in, as where they did not count for matches that were awarded: data of
    before have such, and no operation takes a line-up back.
    """
    round_, match, _twin = awarded(threes)
    for match_ in round_.matches.exclude(pk=match.pk):
        for side in match_.sides.order_by("number"):
            threes.hand_in(match_, side)
    organise.reveal_round(round_, threes.director)
    assert Seat.objects.count() == 16
    organise.take_back_award(match, threes.director, WHY)
    segment = match.segments.get()
    guards.remove(connection)
    LineUp.objects.filter(segment=segment).delete()
    guards.install(connection)
    return round_, segment, match.sides.get(number=1)


def seated_in_twin(round_: Round, side: Side) -> LineUpSeats:
    rows = Seat.objects.filter(
        sitting__segment__match__round=round_, side__entries=side.entries.get()
    ).exclude(side=side)
    columns = ("sitting__room", "label", "person__uid")
    return {LineUpSeat(room, label): person for room, label, person in rows.values_list(*columns)}


def hand_in(threes: Threes, segment: Segment, side: Side, seats: LineUpSeats) -> LineUp:
    return organise.hand_in_line_up(segment, side, threes.director, seats)


@pytest.mark.full
def test_nobody_sits_otherwise_than_in_the_half_match_that_is_revealed(threes: Threes) -> None:
    round_, segment, side = taken_back(threes)
    proposed = line_up_state.proposal(segment, side, side.entries.get())
    assert proposed == turned(seated_in_twin(round_, side))
    other = exchanged(proposed)
    assert set(other) == set(proposed)
    assert codes(lambda: hand_in(threes, segment, side, other)) == [LineUpProblem.AS_IN_TWIN]
    hand_in(threes, segment, side, proposed)


@pytest.mark.full
def test_last_line_ups_are_those_of_the_half_matches_that_are_revealed(threes: Threes) -> None:
    round_, segment, _side = taken_back(threes)
    Segment.objects.filter(pk=segment.pk).update(line_ups_due=timezone.now())
    assert len(organise.take_defaults(round_, threes.director).taken) == 2
    organise.reveal_line_ups(segment, threes.director)
    plays_in_both_halves(round_)


@pytest.mark.full
def test_a_line_up_counts_for_a_match_that_was_awarded_and_is_played_after_all(
    threes: Threes,
) -> None:
    round_, match, twin = awarded(threes)
    organise.take_back_award(match, threes.director, WHY)
    segment, side = match.segments.get(), match.sides.get(number=1)
    able = line_up_state.players(side.entries.get(), 1)
    first = dict(zip(line_up_state.places(segment, side), able, strict=True))
    hand_in(threes, segment, side, first)
    organise.award_walkover(match, threes.director, side, WHY)
    there = twin.sides.get(number=2)
    hand_in(threes, twin.segments.get(), there, exchanged(turned(first)))
    threes.line_up(round_)
    organise.take_back_award(match, threes.director, WHY)
    organise.reveal_line_ups(segment, threes.director)
    plays_in_both_halves(round_)


@pytest.mark.full
def test_for_who_may_not_play_any_more_somebody_else_takes_the_seat(threes: Threes) -> None:
    _round, segment, side = taken_back(threes)
    entry = side.entries.get()
    seats = dict(line_up_state.proposal(segment, side, entry) or {})
    at, gone = next(iter(seats.items()))
    EntryMember.objects.filter(entry=entry, person__uid=gone).update(from_round=2)
    person = Person.objects.create(club=threes.hall.tournament.club, name="Somebody else")
    EntryMember.objects.create(
        entry=entry, person=person, number=5, role=EntryMember.Role.SUBSTITUTE
    )
    assert line_up_state.proposal(segment, side, entry) is None
    hand_in(threes, segment, side, seats | {at: person.uid})


@pytest.mark.full
def test_the_captain_is_proposed_what_he_has_to_hand_in(threes: Threes) -> None:
    _round, segment, side = taken_back(threes)
    entry = side.entries.get()
    seats = line_up_state.proposal(segment, side, entry)
    assert seats is not None
    organise.hand_in_line_up(segment, side, Actor("entry", entry.uid), seats)


def plays_in_both_halves(round_: Round) -> None:
    """Everybody of a round plays in either half of it once, in the same seat."""
    rows = Seat.objects.filter(sitting__segment__match__round=round_)
    played = Counter(rows.values_list("person", "sitting__room"))
    assert len(played) == 2 * 12
    assert set(played.values()) == {1}
    assert len(set(rows.values_list("person", "label"))) == 12
