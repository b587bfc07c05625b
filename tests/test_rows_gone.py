"""An operation on a row that was removed since its page was opened is refused in words.

What the frame of the desk fetches again is shown in `web.desk.test_changes_fetch_again`; here are
rows that a form names beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from clubs import fees
from clubs.credentials import grants, invitations
from clubs.credentials.grants import Grant
from referee.rulings import cases, penalties
from referee.rulings.decisions import NamedOffender, RulingDecision, RulingSource
from referee.rulings.penalties import Target
from tests import cast as people
from tests.cast import Cast
from tournaments import organise
from tournaments.base.refusals import Reason, Refused
from tournaments.models import ClubRules, Entry, Event, PaymentMethod, Role, Tournament
from tournaments.record.audit import SYSTEM
from tournaments.regulations.articles import Level


@pytest.fixture
def cast(db: None) -> Cast:
    return people.assemble()


@dataclass
class Rows:
    """An entry, rules, a tournament and an event of a club, as a page has fetched them."""

    cast: Cast
    entry: Entry
    rules: ClubRules
    tournament: Tournament
    event: Event


def fetched(cast: Cast) -> Rows:
    plan = organise.EventPlan("双人赛", "gongzhu", {"preset": "classic"}, 2)
    tournament = organise.create_tournament(
        cast.club,
        SYSTEM,
        name="冬季赛",
        starts_on=cast.tournament.starts_on,
        time_zone="Asia/Shanghai",
    )
    event = organise.create_event(cast.tournament, SYSTEM, plan)
    fees.set_fee(cast.event, SYSTEM, 3000)
    rules = organise.keep_rules(
        cast.club,
        SYSTEM,
        name="我们的",
        game="gongzhu",
        preset="classic",
        rules={"preset": "classic"},
    )
    return Rows(cast, cast.event.entries.get(number=8), rules, tournament, event)


def remove_all(rows: Rows) -> None:
    # By another copy: the row of the page still has its key.
    organise.remove_entry(Entry.objects.select_related("event").get(pk=rows.entry.pk), SYSTEM)
    organise.remove_rules(rows.rules, SYSTEM)
    organise.delete_tournament(rows.cast.club, rows.tournament, SYSTEM)
    organise.delete_event(rows.event, SYSTEM)


def ruled(rows: Rows) -> Any:
    decision = RulingDecision(
        (NamedOffender(rows.entry),), own_article="第12条", facts="迟到", level=Level.L1
    )
    return cases.decide(RulingSource(rows.cast.event), rows.cast.alice, decision)


def limited(rows: Rows) -> Any:
    held = rows.cast.bob.memberships.get()
    grant = Grant(Role.REFEREE, rows.cast.tournament, (rows.event,))
    return grants.limit(rows.cast.club, held, rows.cast.alice, grant)


ACTS: dict[str, tuple[Callable[[Rows], Any], Reason]] = {
    "fee": (
        lambda rows: fees.take_fee(rows.entry, rows.cast.alice, PaymentMethod.CASH),
        Reason.ENTRY_GONE,
    ),
    "points": (
        lambda rows: penalties.give(Target(rows.entry), rows.cast.alice, 1, "迟到"),
        Reason.ENTRY_GONE,
    ),
    "ruling": (ruled, Reason.ENTRY_GONE),
    "rename rules": (
        lambda rows: organise.rename_rules(rows.rules, rows.cast.director, "新名"),
        Reason.ROW_GONE,
    ),
    "role in a tournament": (
        lambda rows: grants.give(
            rows.cast.club, rows.cast.bob, rows.cast.alice, Grant(Role.SCORER, rows.tournament)
        ),
        Reason.ROW_GONE,
    ),
    "role in an event": (limited, Reason.ROW_GONE),
    "invitation": (
        lambda rows: invitations.invite(
            rows.cast.club, rows.cast.alice, Grant(Role.SCORER, rows.tournament)
        ),
        Reason.ROW_GONE,
    ),
}


def logs(cast: Cast) -> tuple[int, int]:
    return cast.club.log.count(), cast.tournament.log.count()


@pytest.mark.parametrize("name", ACTS)
def test_an_operation_on_what_was_removed_since_its_page_is_refused(cast: Cast, name: str) -> None:
    act, reason = ACTS[name]
    rows = fetched(cast)
    remove_all(rows)
    before = logs(cast)
    with pytest.raises(Refused) as refused:
        act(rows)
    assert [problem.code for problem in refused.value.problems] == [reason]
    assert logs(cast) == before
