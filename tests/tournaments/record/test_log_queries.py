"""What the log names: read from the body of an entry, and found again by row, part and verb."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cast import Cast
from tests.tournaments.two_events import another_tournament
from tournaments.models import Entry, Event, EventState, Table, Tournament
from tournaments.record import audit, club_log, log_queries
from tournaments.record.audit import (
    LONGEST_PART,
    LONGEST_UID,
    SYSTEM,
    Actor,
    Mention,
    UnknownVerb,
    Verb,
    change,
    mentions,
)
from tournaments.record.log_queries import body_of


@pytest.mark.parametrize(
    ("text", "read"), [("", {}), ("[]", {}), ("1", {}), ('{"a": 1}', {"a": 1})]
)
def test_only_a_json_object_is_a_body(text: str, read: dict[str, Any]) -> None:
    assert body_of(text) == read


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ({}, set()),
        ({"tournament": "t"}, {Mention("moved", "tournament", "t")}),
        ({"tournament": "t", "moves": ["a"]}, {Mention("moved", "table", "a")}),
        ({"about": {"deal": "d"}}, {Mention("about", "deal", "d")}),
        ({"rows": [{"table": "x", "uid": "r"}]}, {Mention("made", "x", "r")}),
        ({"facts": [{"table": "x", "uid": "r"}]}, {Mention("stated", "x", "r")}),
        (
            {"about": {"p" * 100: "u" * 100}},
            {Mention("about", "p" * LONGEST_PART, "u" * LONGEST_UID)},
        ),
    ],
)
def test_a_body_names_its_rows(body: dict[str, Any], named: set[Mention]) -> None:
    assert mentions(body) == named


def entries(cast: Cast) -> list[Entry]:
    return list(cast.event.entries.order_by("number")[:2])


def test_entries_about_a_row_are_those_of_its_part_and_verb(cast: Cast) -> None:
    first, second = entries(cast)
    for rows, verb, number in (
        ({"entry": first}, Verb.CHECK_IN, 1),
        ({"other": first}, Verb.CHECK_IN, 2),
        ({"entry": first}, Verb.ADJUST, 3),
        ({"entry": second}, Verb.CHECK_IN, 4),
    ):
        with change(cast.tournament, cast.director, verb) as made:
            made.concerns(**rows)
            made.note(number=number)
    with change(cast.tournament, cast.director, Verb.CHECK_IN) as made:
        made.made(first)
    [body] = log_queries.about("entry", first, Verb.CHECK_IN)
    assert body["details"] == {"number": 1}
    with change(cast.tournament, cast.director, Verb.CHECK_IN) as made:
        made.concerns(entry=first)
        made.note(number=5)
    numbers = [
        body["details"]["number"] for body in log_queries.about("entry", first, Verb.CHECK_IN)
    ]
    assert numbers == [1, 5]


def tables(cast: Cast) -> list[Table]:
    """Return two tables that no change has made."""
    return [
        Table.objects.create(tournament=cast.tournament, number=90 + n, code=f"CODE{n}")
        for n in (1, 2)
    ]


def test_who_made_a_row_is_told_by_the_verb_and_only_of_accounts(cast: Cast) -> None:
    first, second = tables(cast)
    bob = Actor.from_user(cast.bob)
    assert log_queries.accounts([first]) == {}
    for actor, verb, row in (
        (bob, Verb.ADJUST, first),
        (cast.director, Verb.CHECK_IN, first),
        (Actor("device", cast.bob.uid), Verb.ADJUST, second),
    ):
        with change(cast.tournament, actor, verb) as made:
            made.made(row)
    with change(cast.tournament, bob, Verb.CHECK_IN) as made:
        made.concerns(entry=second)
    rows = [first, second]
    assert log_queries.accounts(rows) == {first.uid: cast.alice.uid, second.uid: ""}
    assert log_queries.accounts(rows, [Verb.ADJUST]) == {first.uid: cast.bob.uid, second.uid: ""}
    assert log_queries.accounts([second]) == {second.uid: ""}
    assert log_queries.authors(rows, [Verb.ADJUST]) == {first.uid: "bob", second.uid: ""}
    assert log_queries.authors(rows, [Verb.CHECK_IN]) == {first.uid: "alice"}


def test_more_rows_than_are_asked_for_at_once_are_all_found(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_queries, "AT_ONCE", 3)
    rows = list(cast.event.entries.all())
    with change(cast.tournament, cast.director, Verb.CHECK_IN) as made:
        made.made(*rows)
    assert log_queries.accounts(rows) == dict.fromkeys((row.uid for row in rows), cast.alice.uid)


def test_an_entry_is_found_by_its_number_in_its_own_log(cast: Cast) -> None:
    other = another_tournament(cast)
    for _ in range(2):
        with change(other, SYSTEM, Verb.CHECK_IN):
            pass
    for tournament in (cast.tournament, other):
        found = log_queries.entry_at(tournament, 2)
        assert found is not None
        assert (found.tournament, found.seq) == (tournament, 2)
    assert log_queries.entry_at(other, 4) is None


def test_a_table_is_moved_by_its_own_changes_and_by_those_of_all(cast: Cast) -> None:
    first, second = tables(cast)

    def at(table: Table) -> int:
        return log_queries.moved(cast.tournament, [table])

    before = at(first)
    assert before == at(second) > 0
    with change(cast.tournament, SYSTEM, Verb.CHECK_IN) as made:
        made.moves_only(first)
        made.concerns(table=second)
    assert at(first) > before
    assert at(second) == before
    with change(cast.tournament, SYSTEM, Verb.CHECK_IN):
        pass
    assert at(first) == at(second) > before
    assert log_queries.moved(Tournament(uid="nothing"), []) == 0


def test_a_follower_adds_to_the_changes_that_it_follows_once(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit, "_followers", [])
    told: list[object] = []
    for _time in range(2):
        audit.follow(audit.Follower(told.append, verbs=(Verb.CHECK_IN,)))
    with change(cast.tournament, SYSTEM, Verb.CHECK_IN) as made:
        pass
    with club_log.change(cast.club, SYSTEM, Verb.CHECK_IN):  # noqa: SIM117
        with audit.share(cast.tournament, SYSTEM, Verb.CHECK_IN) as shared:
            pass
    with change(cast.tournament, SYSTEM, Verb.ADD_ENTRY):
        pass
    assert told == [made, shared]


def test_a_follower_is_called_where_the_locked_row_says_so(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit, "_followers", [])
    told: list[object] = []
    audit.follow(audit.Follower(told.append, column="in_season"))
    with change(cast.tournament, SYSTEM, Verb.CHECK_IN):
        pass
    Tournament.objects.update(in_season=True)
    with change(cast.tournament, SYSTEM, Verb.CHECK_IN) as made:
        pass
    assert told == [made]


def test_who_follows_finals_is_called_where_a_finished_event_may_have_changed(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit, "_followers", [])
    told: list[object] = []
    audit.follow(audit.Follower(told.append, finals=True))
    others: list[object] = []
    audit.follow(audit.Follower(others.append, verbs=(Verb.ADJUST,)))
    with change(cast.tournament, SYSTEM, Verb.CHECK_IN) as made:
        made.shows(cast.event)
    assert (told, made.finished) == ([], frozenset())
    with change(cast.tournament, SYSTEM, Verb.CHECK_IN) as released:
        released.note(released="claim")
    Event.objects.update(state=EventState.FINISHED)
    with change(cast.tournament, SYSTEM, Verb.CHECK_IN):
        pass
    with change(cast.tournament, SYSTEM, Verb.CHECK_IN) as shown:
        shown.shows(cast.event)
    assert (told, others) == ([released, shown], [])
    assert shown.finished == {cast.event.pk}


def test_a_share_wants_a_verb_that_is_known(cast: Cast) -> None:
    with (
        pytest.raises(UnknownVerb),
        club_log.change(cast.club, SYSTEM, Verb.CHECK_IN),
        audit.share(cast.tournament, SYSTEM, "win_everything"),
    ):
        pytest.fail("the body must not run")


def test_a_tournament_that_is_gone_is_not_changed(cast: Cast) -> None:
    gone = Tournament(pk=-1, club=cast.club)
    with pytest.raises(Tournament.DoesNotExist), change(gone, SYSTEM, Verb.CHECK_IN):
        pytest.fail("the body must not run")


def test_a_change_moves_the_head_and_the_pages_of_its_own_tournament(cast: Cast) -> None:
    other = another_tournament(cast)
    cast.event.refresh_from_db()
    revision = cast.event.public_revision
    with change(other, SYSTEM, Verb.CHECK_IN):
        pass
    cast.event.refresh_from_db()
    assert cast.event.public_revision == revision
    with change(cast.tournament, SYSTEM, Verb.CHECK_IN) as made:
        made.shows(cast.event)
    for tournament in (cast.tournament, other):
        tournament.refresh_from_db()
        last = tournament.log.latest("seq")
        assert (tournament.log_seq, tournament.log_head) == (last.seq, last.hash)
    cast.event.refresh_from_db()
    assert cast.event.public_revision == made.seq


def test_the_author_of_some_changes_is_the_one_account_that_made_them_all(cast: Cast) -> None:
    first, second = entries(cast)
    alice, bob = cast.director, Actor.from_user(cast.bob)
    since = cast.tournament.log.count()
    for actor, verb, row in (
        (bob, Verb.CHECK_IN, first),
        (alice, Verb.CHECK_IN, second),
        (alice, Verb.ADJUST, first),
    ):
        with change(cast.tournament, actor, verb) as made:
            made.concerns(entry=row)

    def author(since: int, *verbs: str, about: str = "") -> str:
        return log_queries.only_author(cast.tournament, verbs, since=since, about=about)

    assert author(since, Verb.CHECK_IN, about=first.uid) == "bob"
    assert author(since, Verb.CHECK_IN, about=second.uid) == "alice"
    assert author(since, Verb.CHECK_IN) == "", "two accounts"
    assert author(since + 1, Verb.CHECK_IN) == "alice", "of what came after the first"
    assert author(since + 2, Verb.CHECK_IN) == "", "nobody"
    assert author(since, Verb.ADJUST) == "alice"
    assert log_queries.actors_since(cast.tournament, [Verb.ADJUST], since=since) == {str(alice)}
    with change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        made.concerns(entry=second)
    assert author(since, Verb.ADJUST, about=second.uid) == "", "no account"


def test_a_change_that_names_no_row_is_about_every_one(cast: Cast) -> None:
    since = cast.tournament.log.count()
    with change(cast.tournament, Actor.from_user(cast.bob), Verb.CHECK_IN):
        pass
    assert (
        log_queries.only_author(cast.tournament, [Verb.CHECK_IN], since=since, about="x") == "bob"
    )
