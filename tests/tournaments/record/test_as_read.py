"""A change of values holds only if nothing of its kind has come since they were read."""

from __future__ import annotations

from contextvars import copy_context

import pytest

from tests.cast import Cast
from tests.tournaments.two_events import another_tournament
from tournaments.base.refusals import Reason, Refused
from tournaments.models import Entry, Tournament
from tournaments.record import club_log
from tournaments.record.audit import AsRead, Repeated, Verb, change, unchanged_since


def check_in(
    tournament: Tournament, cast: Cast, verb: str = Verb.CHECK_IN, row: Entry | None = None
) -> None:
    with change(tournament, cast.director, verb) as made:
        if row:
            made.concerns(entry=row)


def read(cast: Cast, about: str = "") -> AsRead:
    cast.tournament.refresh_from_db()
    return AsRead(cast.tournament, [Verb.CHECK_IN], cast.tournament.log_seq, about)


def is_refused(cast: Cast, as_read: AsRead) -> bool:
    try:
        with unchanged_since(as_read):
            check_in(cast.tournament, cast)
    except Refused as refused:
        return {problem.code for problem in refused.problems} == {Reason.SAVED_MEANWHILE}
    return False


def test_what_was_changed_meanwhile_is_refused_and_changes_nothing(cast: Cast) -> None:
    as_read = read(cast)
    check_in(cast.tournament, cast)
    before = cast.tournament.log.count()
    assert is_refused(cast, as_read)
    assert cast.tournament.log.count() == before


def test_where_nothing_came_meanwhile_the_change_holds(cast: Cast) -> None:
    check_in(cast.tournament, cast)
    assert not is_refused(cast, read(cast))


def test_what_changes_other_values_is_let_be(cast: Cast) -> None:
    first, second = cast.event.entries.order_by("number")[:2]
    as_read = read(cast, about=first.uid)
    check_in(cast.tournament, cast, Verb.ADJUST)
    check_in(cast.tournament, cast, row=second)
    assert not is_refused(cast, as_read)
    as_read = read(cast, about=first.uid)
    check_in(cast.tournament, cast, row=first)
    assert is_refused(cast, as_read)


def test_the_condition_is_that_of_its_own_owner_and_block(cast: Cast) -> None:
    other = another_tournament(cast)
    as_read = read(cast)
    check_in(cast.tournament, cast)
    with unchanged_since(as_read):
        check_in(other, cast)
    check_in(cast.tournament, cast)


def test_what_came_to_another_owner_since_refuses_nothing_there(cast: Cast) -> None:
    other = another_tournament(cast)
    check_in(other, cast)
    with unchanged_since(AsRead(cast.tournament, [Verb.CHECK_IN], since=0)):
        check_in(other, cast)
    assert not is_refused(cast, AsRead(other, [Verb.CHECK_IN], since=0))
    with pytest.raises(Refused), unchanged_since(AsRead(other, [Verb.CHECK_IN], since=0)):
        check_in(other, cast)


def test_a_block_makes_several_changes_and_is_refused_by_what_comes_between(cast: Cast) -> None:
    with unchanged_since(read(cast)):
        check_in(cast.tournament, cast)
        check_in(cast.tournament, cast)
    before = read(cast)
    check_in(cast.tournament, cast)
    with pytest.raises(Refused), unchanged_since(before):
        check_in(cast.tournament, cast)


def test_a_change_that_is_undone_hides_nothing_that_comes_after_it(cast: Cast) -> None:
    with unchanged_since(read(cast)):
        with pytest.raises(Repeated), change(cast.tournament, cast.director, Verb.CHECK_IN):
            raise Repeated
        check_in(cast.tournament, cast)
    other = copy_context()
    with unchanged_since(read(cast)):
        with pytest.raises(Repeated), change(cast.tournament, cast.director, Verb.CHECK_IN):
            raise Repeated
        # Another official, to whom this block is nothing.
        other.run(check_in, cast.tournament, cast)
        with pytest.raises(Refused):
            check_in(cast.tournament, cast)


def test_a_block_of_a_club_is_refused_by_what_comes_between(cast: Cast) -> None:
    def let_in() -> None:
        with club_log.change(cast.club, cast.director, Verb.LET_IN_AGAIN):
            pass

    other = copy_context()
    cast.club.refresh_from_db()
    with unchanged_since(AsRead(cast.club, [Verb.LET_IN_AGAIN], cast.club.log_seq)):
        let_in()
        let_in()
        other.run(let_in)
        with pytest.raises(Refused):
            let_in()
