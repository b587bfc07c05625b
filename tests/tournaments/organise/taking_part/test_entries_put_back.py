"""An entry that was removed is put back with its stand-ins, and as withdrawn as it was."""

from __future__ import annotations

import json

import pytest
from django.utils import timezone

from clubs.registration import withdrawals
from tests.cast import Cast
from tournaments import organise
from tournaments.checks.verification import verify
from tournaments.models import Entry, Person, WithdrawalRequest


def entry(cast: Cast, number: int) -> Entry:
    return cast.event.entries.select_related("event__tournament").get(number=number)


def put_back(cast: Cast, number: int) -> Entry:
    """Remove an entry and restore it from what the session of the desk has kept."""
    kept = organise.remove_entry(entry(cast, number), cast.director).as_json()
    removed = organise.RemovedEntry.read(json.loads(json.dumps(kept)))
    return organise.restore_entry(cast.event, cast.director, removed)


def test_an_entry_that_is_put_back_has_its_stand_ins_again(cast: Cast) -> None:
    organise.stand_in(entry(cast, 3), cast.director, "癸", 2, 3, points_count=False)
    organise.stand_in(entry(cast, 3), cast.director, "癸", 5)
    organise.stand_in(entry(cast, 4), cast.director, "壬", 2, 2)
    organise.stand_in(entry(cast, 3), cast.director, "壬", 4, 4)
    known = Person.objects.get(name="壬")
    back = put_back(cast, 3)
    rows = back.members.filter(role="substitute").select_related("person").order_by("pk")
    columns = "person__name", "number", "from_round", "to_round", "points_count"
    assert list(rows.values_list(*columns)) == [
        ("癸", 1, 2, 3, False),
        ("癸", 1, 5, None, True),
        ("壬", 1, 4, 4, True),
    ]
    assert rows[0].person == rows[1].person
    assert rows[2].person == known
    assert verify(cast.tournament) == []


@pytest.mark.parametrize("excused", [False, True])
def test_an_entry_that_had_withdrawn_is_put_back_as_withdrawn(cast: Cast, *, excused: bool) -> None:
    organise.withdraw_entry(entry(cast, 3), cast.director, excused=excused, reason="病")
    back = put_back(cast, 3)
    assert (back.state, back.to_round, back.excused) == (Entry.State.WITHDRAWN, 0, excused)
    assert 3 not in {row.number for row in cast.event.entries.exclude(state=back.state)}
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_what_its_players_asked_is_asked_still(cast: Cast) -> None:
    """A link of the public door asks to withdraw before the draw, where others confirmed names."""
    asked = WithdrawalRequest(entry=entry(cast, 3), why="家中有事")
    asked.save()
    decided = timezone.now()
    refused = WithdrawalRequest(entry=entry(cast, 4), state="refused", reason="先找人", why="病")
    refused.decided_at = decided
    refused.save()
    back = put_back(cast, 3)
    (again,) = withdrawals.asked_of(cast.event)
    assert (again.entry, again.why, again.created_at) == (back, "家中有事", asked.created_at)
    (row,) = put_back(cast, 4).withdrawal_requests.all()
    assert (row.state, row.why, row.reason) == ("refused", "病", "先找人")
    assert row.decided_at == decided
    assert verify(cast.tournament) == []


def test_an_entry_that_an_earlier_version_removed_is_put_back(cast: Cast) -> None:
    kept = organise.remove_entry(entry(cast, 3), cast.director).as_json()
    for added in ("stand_ins", "withdrawn_after", "is_excused", "withdrawals"):
        del kept[added]
    removed = organise.RemovedEntry.read(kept)
    assert organise.restore_entry(cast.event, cast.director, removed).number == 3
