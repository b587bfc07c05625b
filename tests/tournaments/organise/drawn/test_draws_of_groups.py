"""Rounds of several groups from the rows: drawn at once, each among its own."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.drawing import (
    codes,
    next_round,
    out_of,
    pairs_cast,
)
from tests.tournaments.organise.drawn.test_draws_of_forms import grouped
from tournaments import organise
from tournaments.base.refusals import Reason, Refused
from tournaments.checks import redraws
from tournaments.models import (
    DrawMethod,
    Group,
    GroupMember,
    Match,
    Seat,
)
from tournaments.organise.drawing import draw_checks
from tournaments.pairing.round_values import DrawInput
from tournaments.progress import stage_ends


@pytest.mark.full
def test_groups_are_drawn_in_one_round_and_meet_only_among_themselves(db: None) -> None:
    cast = grouped(pairs_cast(9), 2, DrawMethod.ROUND_ROBIN)
    rounds = [next_round(cast) for _ in range(5)]
    members = dict(GroupMember.objects.values_list("entry__number", "group"))
    met: Counter[frozenset[int]] = Counter()
    for match in Match.objects.filter(round__in=rounds):
        two = frozenset(side.entries.get().number for side in match.sides.all())
        met[two] += 1
        assert {members[number] for number in two} == {match.group_id}
    assert met == Counter(
        frozenset(two) for two in combinations(members, 2) if len({members[n] for n in two}) == 1
    )
    assert all(redraws.redraw(round_).is_equal for round_ in rounds)
    with pytest.raises(Refused) as refused:
        organise.draw_round(cast.event, cast.director)
    assert codes(refused) == [Reason.ROUND_ROBIN_OVER]


@pytest.mark.full
def test_a_smaller_group_rests_when_it_has_played_all(db: None) -> None:
    cast = grouped(pairs_cast(7), 2, DrawMethod.ROUND_ROBIN)
    rounds = [next_round(cast) for _ in range(3)]
    sizes = Counter(GroupMember.objects.values_list("group", flat=True))
    assert sorted(sizes.values()) == [3, 4]
    assert [len(out_of(round_)) for round_ in rounds] == [1, 1, 1]


@pytest.mark.full
def test_groups_in_which_no_two_who_are_left_meet_next_go_on_to_their_end(
    db: None, client: Client
) -> None:
    cast = grouped(pairs_cast(8), 2, DrawMethod.ROUND_ROBIN)
    first = next_round(cast)
    organise.close_round(first, cast.director)
    for group in Group.objects.all():
        table = first.matches.filter(group=group).order_by("number")[0]
        for entry in cast.event.entries.filter(sides__match=table):
            organise.withdraw_entry(entry, cast.director)
    client.force_login(cast.alice)
    for number in (2, 3):
        client.post(reverse("desk_draw", args=[cast.event.uid]))
        round_ = cast.event.rounds.get(number=number)
        assert (round_.matches.count(), len(out_of(round_))) == (0, 4)
        assert redraws.redraw(round_).is_equal
        organise.publish_round(round_, cast.director)
        organise.close_round(round_, cast.director)
    assert stage_ends.problems(cast.event.stages.get()) == []


def test_a_draw_that_its_method_does_not_have_is_a_refusal() -> None:
    groups, every = (("1", "2"), ("3", "4")), ("1", "2", "3", "4")
    over = DrawInput("round_robin", "s", ("1", "2"), every, groups=groups, fields=(every,))
    with pytest.raises(Refused) as refused:
        draw_checks.draw(over)
    assert codes(refused) == [Reason.DRAW_IMPOSSIBLE]


@pytest.mark.full
def test_who_comes_late_goes_into_the_smaller_group(db: None) -> None:
    cast = grouped(pairs_cast(7), 2, DrawMethod.SWISS)
    next_round(cast)
    smaller = min(
        Group.objects.all(), key=lambda group: GroupMember.objects.filter(group=group).count()
    )
    organise.add_entries(cast.event, cast.director, [["late", "later"]])
    round_ = next_round(cast)
    assert GroupMember.objects.get(entry__number=8).group == smaller
    assert out_of(round_) == []


@pytest.mark.full
def test_two_of_different_groups_do_not_change_places(db: None) -> None:
    cast = grouped(pairs_cast(8), 2, DrawMethod.SWISS)
    round_ = cast.drawn_round(seed="")
    seats = [
        Seat.objects.filter(sitting__segment__match__group=group).order_by("pk")[0]
        for group in Group.objects.order_by("number")
    ]
    with pytest.raises(Refused) as refused:
        organise.adjust_draft(round_, cast.director, *(seat.uid for seat in seats))
    assert codes(refused) == [Reason.GROUPS_DIFFER]


@pytest.mark.full
def test_groups_are_named_at_the_tables_of_the_desk_and_in_public(db: None, client: Client) -> None:
    cast = grouped(pairs_cast(8), 2, DrawMethod.SWISS)
    Group.objects.filter(number=1).update(name="A")
    round_ = cast.drawn_round(seed="")
    client.force_login(cast.alice)
    client.cookies["django_language"] = "en"
    address = reverse("desk_round", args=[round_.uid])
    drawn = client.get(address).content.decode()
    organise.publish_round(round_, cast.director)
    public = client.get(reverse("round", args=[cast.event.uid, 1])).content.decode()
    for page in (drawn, client.get(address).content.decode(), public):
        assert page.count("Group A") == page.count("Group B") == 2
