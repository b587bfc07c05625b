"""Draws by standing of as many entries as an event may have, everybody with a score of his own."""

from __future__ import annotations

import pytest

from tests import cast as people
from tests.cast import Cast
from tests.tournaments.drawing import seated, state_entries
from tournaments import organise
from tournaments.checks import redraws
from tournaments.models import Adjustment, DrawMethod, Entry, EntryMember, Person
from tournaments.organise import MOST_ENTRIES
from tournaments.pairing import notes


def field_of(size: int) -> Cast:
    """Return an event of so many, each by himself, in which a round has been published."""
    cast = people.assemble(players=0, deals_per_round=1)
    numbers = range(1, size + 1)
    persons = Person.objects.bulk_create(
        Person(club=cast.club, name=f"{number}号") for number in numbers
    )
    entries = Entry.objects.bulk_create(
        Entry(event=cast.event, number=number) for number in numbers
    )
    EntryMember.objects.bulk_create(
        EntryMember(entry=entry, person=person, number=1)
        for entry, person in zip(entries, persons, strict=True)
    )
    state_entries(cast)
    organise.publish_round(organise.draw_round(cast.event, cast.director), cast.director)
    return cast


def give_everybody_another_score(cast: Cast) -> None:
    """The higher the number, the lower the score: each one point less than the one before."""
    Adjustment.objects.bulk_create(
        Adjustment(
            event=cast.event,
            entry=entry,
            unit=Adjustment.Unit.SCALED,
            stage_of_sum=Adjustment.StageOfSum.STANDINGS,
            numerator=-entry.number,
            reason="罚分",
            origin_uid=entry.uid,
            origin_label="penalty",
        )
        for entry in cast.event.entries.all()
    )


@pytest.mark.nightly
@pytest.mark.parametrize("size", [700, pytest.param(MOST_ENTRIES, marks=pytest.mark.nightly)])
def test_a_field_in_which_all_scores_differ_is_drawn_by_standing(db: None, size: int) -> None:
    cast = field_of(size)
    give_everybody_another_score(cast)
    second = organise.draw_round(
        cast.event, cast.director, method=DrawMethod.BY_STANDING, override="成绩未齐"
    )
    assert len(set((notes.read(second.reasons).input or {})["scores"].values())) == size
    assert seated(second) == set(range(1, size + 1))
    assert redraws.redraw(second).is_equal
