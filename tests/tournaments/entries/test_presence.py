"""Who has a result is present without a tick; a withdrawal ends its stand-ins."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tests.web.publish.reading import read
from tournaments import organise, results
from tournaments.entries.presence import THESE_HOURS, present_by_play
from tournaments.entries.roster import roster, roster_in
from tournaments.models import Entry


def present(cast: Cast) -> list[int]:
    known = results.read(cast.event)
    return [entrant.number for entrant in roster_in(known) if entrant.is_present]


def everybody(cast: Cast) -> list[int]:
    return list(cast.event.entries.order_by("number").values_list("number", flat=True))


@pytest.mark.full
def test_who_has_a_result_is_present_and_nobody_before_the_first(cast: Cast) -> None:
    round_ = cast.round_in_play()
    assert present(cast) == []
    cast.play(round_)
    seated = everybody(cast)[:8]
    assert present(cast) == seated
    later = (round_.published_at or cast.event.created_at) + THESE_HOURS + timedelta(minutes=1)
    assert present_by_play(results.read(cast.event), later) == frozenset()


@pytest.mark.full
def test_the_first_who_is_noted_takes_nobody_s_seat(cast: Cast) -> None:
    cast.closed_round()
    players = everybody(cast)
    (walk_in,) = organise.enter(
        cast.event, cast.director, [organise.NewEntry(("壬",))], present=True
    )
    assert present(cast) == [*players, walk_in.number]
    organise.check_in(cast.event, cast.director, [players[0]], present=False)
    assert present(cast) == [*players[1:], walk_in.number]


@pytest.mark.full
def test_who_has_played_and_leaves_is_not_present_and_the_others_are(cast: Cast) -> None:
    cast.closed_round()
    players = everybody(cast)
    organise.check_in(cast.event, cast.director, [players[0]], present=False)
    assert present(cast) == players[1:]


@pytest.mark.full
def test_who_was_marked_absent_stays_absent_though_he_has_played(cast: Cast) -> None:
    cast.closed_round()
    players = everybody(cast)
    organise.check_in_all(cast.event, cast.director, present=False)
    assert present(cast) == []
    organise.check_in(cast.event, cast.director, [players[1]])
    assert present(cast) == [players[1]], "nobody's mark is turned round by another's"
    organise.check_in_all(cast.event, cast.director)
    for left, number in enumerate(players, 1):
        organise.check_in(cast.event, cast.director, [number], present=False)
        assert present(cast) == players[left:]
    # A round that begins after the mark says again who is here.
    cast.play(cast.round_in_play())
    assert present(cast)


@pytest.mark.full
def test_the_page_of_a_player_in_play_does_not_say_that_he_is_not_here(
    cast: Cast, client: Client
) -> None:
    cast.round_in_play()
    client.force_login(cast.alice)
    client.cookies["django_language"] = "en"
    assert "not here yet" not in read(client, reverse("desk_entry", args=[cast.event.uid, 1]))
    assert "not here yet" in read(client, reverse("desk_check_in", args=[cast.event.uid]))


@pytest.mark.full
def test_a_withdrawal_ends_the_stand_ins_and_taking_it_back_brings_them_again(cast: Cast) -> None:
    entry = cast.event.entries.get(number=1)
    organise.stand_in(entry, cast.director, "早替", 1, 1)
    organise.stand_in(entry, cast.director, "晚替", 2)
    cast.closed_round()
    organise.withdraw_entry(entry, cast.director)
    (gone,) = (entrant for entrant in roster(cast.event) if entrant.number == 1)
    assert [(one.name, one.from_round, one.to_round) for one in gone.stand_ins] == [("早替", 1, 1)]
    organise.readmit_entry(Entry.objects.get(pk=entry.pk), cast.director)
    (back,) = (entrant for entrant in roster(cast.event) if entrant.number == 1)
    assert [(one.name, one.to_round) for one in back.stand_ins] == [("早替", 1), ("晚替", None)]
