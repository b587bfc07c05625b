"""What is stated of rows, what their digests count, and what a report is compared by."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.utils import timezone

from tests.cast import Cast
from tournaments.models import Entry, Event, Person, Result, Role, RoleLimit, Round, Tournament
from tournaments.record import guards, stated_rows
from tournaments.record.digest import canonical, digest, row_digest
from tournaments.record.guards import POSTGRESQL, RowGuard
from tournaments.record.sameness import same_facts


def test_of_a_name_a_salted_digest_is_stated(cast: Cast) -> None:
    person = Person(name="甲", name_salt="s")
    stated = stated_rows.facts_of(person)
    assert stated != stated_rows.facts_of(Person(name="甲", name_salt="t"))
    assert stated != stated_rows.facts_of(Person(name="乙", name_salt="s"))
    assert stated_rows.facts_of(Person(name="", name_salt="s")) == {"name": ""}


@pytest.mark.parametrize(
    ("columns", "blanked"),
    [
        ({"name": "", "name_salt": ""}, True),
        ({"name": Person.BLANKED, "name_salt": ""}, True),
        ({"name": "甲", "name_salt": ""}, False),
        ({"name": "", "name_salt": "s"}, False),
        ({"name": "", "name_salt": "", "blanked_at": None}, False),
    ],
)
def test_a_person_is_blanked_once_name_and_salt_are_gone(
    columns: dict[str, Any], blanked: bool
) -> None:
    person = Person(**{"blanked_at": timezone.now(), **columns})
    assert stated_rows.is_blanked(person) is blanked
    assert not stated_rows.is_blanked(Entry(name=""))


def test_a_name_without_a_salt_gets_one_unless_it_is_blanked(cast: Cast) -> None:
    persons = list(cast.club.persons.order_by("pk")[:3])
    for person in persons:
        person.name_salt = ""
    named, salted, blanked = persons
    salted.name_salt = "s"
    blanked.name, blanked.blanked_at = Person.BLANKED, timezone.now()
    nameless = cast.event.entries.get(number=1)
    nameless.name_salt = ""
    team = cast.event.entries.get(number=2)
    team.name, team.name_salt = "华清队", ""
    stated_rows.salt([*persons, nameless, team])
    assert named.name_salt
    assert team.name_salt
    assert (salted.name_salt, blanked.name_salt, nameless.name_salt) == ("s", "", "")
    assert Person.objects.get(pk=named.pk).name_salt == named.name_salt


def test_the_facts_of_each_kind_of_row_are_stated(cast: Cast) -> None:
    entry, event = cast.event.entries.get(number=1), cast.event.uid
    assert stated_rows.facts_of(entry) == {"event": event, "number": 1, "name": ""}
    draft = Round(event=cast.event, number=2, state="draft")
    assert stated_rows.facts_of(draft) == {"event": event, "number": 2, "state": "draft"}
    held = cast.tournament.memberships.get(user=cast.bob)
    assert stated_rows.facts_of(held) == {"user": cast.bob.uid, "role": Role.REFEREE}
    held.tables = "1-2"
    RoleLimit.objects.create(membership=held, event=cast.event)
    assert stated_rows.facts_of(held) == {
        "user": cast.bob.uid,
        "role": Role.REFEREE,
        "tables": "1-2",
        "events": [event],
    }
    with pytest.raises(KeyError):
        stated_rows.facts_of(cast.event)


def test_a_later_column_counts_in_a_digest_once_it_differs_from_its_default() -> None:
    event = Event(tournament=Tournament(uid="t"), name="x")
    entry = Entry(event=event, uid="e", number=1)
    assert {"remark", "name_salt"} <= Entry.later_columns
    before = row_digest(entry)
    entry.remark = "坐轮椅"
    after = row_digest(entry)
    assert after != before
    entry.remark = ""
    assert row_digest(entry) == before
    entry.number = 2
    assert row_digest(entry) not in (before, after)


def test_a_row_that_is_named_counts_by_its_uid_and_none_by_none() -> None:
    result = Result(uid="r", version=1)
    first = Result(uid="a", version=1)
    alone = row_digest(_without_deal(result))
    result.retires = first
    assert row_digest(_without_deal(result)) != alone
    again = Result(uid="a", version=7)
    same = Result(uid="r", version=1, retires=again)
    same.created_at = result.created_at
    assert row_digest(_without_deal(same)) == row_digest(_without_deal(result))


class _Fields:
    """A row whose concrete fields are a few of a model's."""

    def __init__(self, row: Result) -> None:
        fields = [field for field in row._meta.concrete_fields if field.name in KEPT]
        self._meta = type("Meta", (), {"concrete_fields": [None, *fields]})
        for name in KEPT:
            setattr(self, name, getattr(row, name))


KEPT = ("uid", "version", "retires")


def _without_deal(row: Result) -> Any:
    return _Fields(row)


def test_equal_facts_have_equal_digests_whatever_their_order() -> None:
    assert digest({"b": 1, "a": [1, 2]}) == digest({"a": [1, 2], "b": 1})
    assert digest([1, 2]) != digest([2, 1])
    assert canonical(date(2026, 11, 28)) == '"2026-11-28"'


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ({"won": {"N": []}}, {}, True),
        ({"claim": None}, {}, True),
        ({"words": ""}, {}, True),
        ({"points": 0}, {}, False),
        ({"flag": False}, {}, False),
        ({"won": ["SQ", "DJ"]}, {"won": ["DJ", "SQ"]}, True),
        ({"won": ["SQ"]}, {"won": ["SQ", "DJ"]}, False),
        ({"exposed": [{"a": 1}, {"b": 2}]}, {"exposed": [{"b": 2}, {"a": 1}]}, True),
        ({"bids": [{"a": 1}, {"b": 2}]}, {"bids": [{"b": 2}, {"a": 1}]}, False),
        ({"plays": [["N", "SQ"]]}, {"plays": [["SQ", "N"]]}, False),
        ({"plays": [["N", "SQ"]]}, {"plays": (("N", "SQ"),)}, True),
    ],
)
def test_cards_are_compared_as_a_set_and_plays_in_their_order(
    first: dict[str, Any], second: dict[str, Any], same: bool
) -> None:
    assert same_facts(first, second) is same
    assert same_facts(second, first) is same


@pytest.mark.parametrize(
    ("guard", "vendor", "parts"),
    [
        (RowGuard("t", "UPDATE", "no"), POSTGRESQL, ["FOR EACH ROW", "huapai_refuse('no')"]),
        (RowGuard("t", "TRUNCATE", "no"), POSTGRESQL, ["FOR EACH STATEMENT"]),
        (RowGuard("t", "UPDATE", "no", "x = 1"), POSTGRESQL, ["WHEN (x = 1)"]),
        (
            RowGuard("t", "UPDATE", "no", "x = 1"),
            "sqlite",
            ["WHEN (x = 1)", "RAISE(ABORT, 'no: t')"],
        ),
    ],
)
def test_a_guard_is_written_for_each_database(
    guard: RowGuard, vendor: str, parts: list[str]
) -> None:
    created = guard.create(vendor)
    assert all(part in created for part in parts)
    assert ("WHEN" in created) is bool(guard.only)
    assert ("EXECUTE" in created) is (vendor == POSTGRESQL)
    assert guard.drop(vendor).endswith(" ON t") is (vendor == POSTGRESQL)


def test_only_one_database_can_truncate_and_a_truncation_has_no_rows() -> None:
    for vendor, actions in (
        ("sqlite", {"UPDATE", "DELETE"}),
        (POSTGRESQL, {"UPDATE", "DELETE", "TRUNCATE"}),
    ):
        of_rules = {
            guard.action: guard.only
            for guard in guards.guards(vendor)
            if guard.table == "tournaments_ruleset"
        }
        assert set(of_rules) == actions
        assert {action for action, only in of_rules.items() if only} == {"UPDATE", "DELETE"}
        of_line_ups = {
            guard.action: bool(guard.only)
            for guard in guards.guards(vendor)
            if guard.table == "tournaments_lineup"
        }
        assert {action for action, only in of_line_ups.items() if only} == {"UPDATE"}
        assert set(of_line_ups) == actions
