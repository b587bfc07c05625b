"""What a draw is made from, by its method, and who plays for an entry: each condition by itself."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cast import Cast
from tests.tournaments.organise.taking_part.test_bounds import codes, entry, round_of, second_event
from tournaments import organise, results
from tournaments.base.refusals import Reason, Refused
from tournaments.models import (
    DrawMethod,
    EntryMember,
    Event,
    OddField,
    Person,
    RoundState,
    Stage,
)
from tournaments.organise import extra_deals
from tournaments.organise.absences import exclusions
from tournaments.organise.drawing import drawn_tables, draws
from tournaments.organise.handing_in import line_up_deadlines
from tournaments.pairing import rounds as pairing
from tournaments.record.audit import Verb, change

LABELS = ("N", "W", "S", "E")


def field(cast: Cast) -> draws.Field:
    event = Event.objects.select_related("ruleset", "tournament").get(pk=cast.event.pk)
    return draws.field_of(results.read(event), 1)


@pytest.mark.full
@pytest.mark.parametrize(
    ("method", "by_standing"),
    [
        (DrawMethod.RANDOM, False),
        (DrawMethod.SWISS, True),
        (DrawMethod.ROUND_ROBIN, False),
        (DrawMethod.MITCHELL, False),
    ],
)
def test_a_draw_by_standing_has_scores_and_a_movement_has_its_boards(
    cast: Cast, method: str, by_standing: bool
) -> None:
    made = draws.input_of(field(cast), method, "seed", LABELS)
    assert bool(made.scores) is by_standing
    assert bool(made.size) is (method in pairing.OVER_BOARDS)
    assert len(made.entries) == 8
    assert made.twice is made.last_out is False


@pytest.mark.full
def test_everybody_meets_twice_in_a_round_robin_that_says_so(cast: Cast) -> None:
    Event.objects.update(odd_field=OddField.LAST)
    for method, last_out in ((DrawMethod.SWISS, True), (DrawMethod.ROUND_ROBIN, False)):
        assert draws.input_of(field(cast), method, "seed", LABELS).last_out is last_out


@pytest.mark.full
def test_seeds_of_entries_are_drawn_from_where_the_method_asks_for_them(cast: Cast) -> None:
    cast.event.entries.filter(number=3).update(seeding=1)
    cast.event.entries.filter(number=2).update(seeding=2)

    def seeded(method: str) -> tuple[str, ...]:
        return draws.input_of(field(cast), method, "seed", LABELS).seeding

    assert seeded(DrawMethod.SWISS) == seeded(DrawMethod.ROUND_ROBIN) == ("3", "2")
    assert seeded(DrawMethod.RANDOM) == seeded(DrawMethod.MITCHELL) == ()
    Event.objects.update(movement={"by_seeding": True})
    assert seeded(DrawMethod.MITCHELL) == ("3", "2")


@pytest.mark.parametrize(
    ("method", "number", "seed"),
    [
        (DrawMethod.RANDOM, 1, "s/2/3"),
        (DrawMethod.ROUND_ROBIN, 1, "s/round_robin"),
        (DrawMethod.ROUND_ROBIN, 2, "s/round_robin/2"),
        (DrawMethod.KNOCKOUT, 2, "s/knockout/2"),
    ],
)
def test_a_seed_says_the_round_and_the_attempt_or_the_stage(
    method: str, number: int, seed: str
) -> None:
    stage = Stage(event=Event(seed="s"), number=number)
    assert draws.seed_of(stage, 2, 3, method) == seed
    assert len(draws.seed_of(Stage(event=Event(seed="")), 2, 3, method)) == 16


@pytest.mark.parametrize(
    ("rounds", "number", "plays"),
    [
        ((1, 1), 1, True),
        ((1, 1), 2, False),
        ((2, None), 1, False),
        ((2, None), 2, True),
        ((None, 2), 3, False),
    ],
)
def test_a_substitute_plays_for_a_member_in_its_rounds(
    cast: Cast, rounds: tuple[int | None, int | None], number: int, plays: bool
) -> None:
    first = entry(cast)
    own = first.members.get().person
    other = Person.objects.create(club=cast.club, name="替补", guest=True)
    captain = Person.objects.create(club=cast.club, name="队长", guest=True)
    EntryMember.objects.create(entry=first, person=captain, number=0, role="captain")
    EntryMember.objects.create(
        entry=first,
        person=other,
        number=1,
        role="substitute",
        from_round=rounds[0],
        to_round=rounds[1],
    )
    assert drawn_tables.players_of(first, number) == [other if plays else own]


@pytest.mark.full
def test_a_stage_is_removed_unless_it_is_the_first_or_has_members(cast: Cast) -> None:
    assert codes(lambda: organise.remove_stage(cast.event, cast.director)) == [Reason.STAGE_LAST]
    later = Stage.objects.create(event=cast.event, number=2)
    group = later.groups.create(number=1)
    group.members.create(entry=entry(cast), number=1)
    assert codes(lambda: organise.remove_stage(cast.event, cast.director)) == [Reason.STAGE_OPEN]
    group.members.all().delete()
    organise.remove_stage(cast.event, cast.director)
    assert cast.event.stages.count() == 1


@pytest.mark.full
def test_an_hour_is_set_for_line_ups_that_are_awaited(cast: Cast) -> None:
    round_ = round_of(cast, 1, RoundState.PUBLISHED)
    with pytest.raises(Refused):
        line_up_deadlines.set_line_up_hour(round_, cast.director, None)


def test_nothing_is_taken_back_that_a_ruling_did_not_decide(cast: Cast) -> None:
    with change(cast.tournament, cast.director, Verb.TAKE_BACK_EXCLUSION) as made:
        back: Any = exclusions.take_back_within(made, entry(cast), cast.bob, "x", origin="ruling")
    assert back is None


@pytest.mark.full
def test_an_extra_deal_is_noted_in_an_event_that_goes_on_among_several(cast: Cast) -> None:
    other = second_event(cast)
    Event.objects.filter(pk=other.pk).update(state="finished")
    assert extra_deals._note_problems(cast.event, "x") == []
    found = [problem.code for problem in extra_deals._note_problems(other, " ")]
    assert found == [Reason.EVENT_NOT_RUNNING, Reason.REASON_MISSING]
