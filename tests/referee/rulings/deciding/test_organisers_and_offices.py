"""In an official competition organisers rule only with an office of their own; clubs as ever."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from referee.appeals import hearing, lodging
from referee.appeals.lodging import Lodging
from referee.appeals.states import StepRequest
from referee.arrivals import arrivals
from referee.base.refusals import Code
from referee.models import Against, AppealState, Needs, RulingCase
from referee.rulings import cases, penalties
from referee.rulings.penalties import Target
from tests import official_cast
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_cases import codes, offender, official_of, rule, seat
from tournaments import organise
from tournaments.base.refusals import Reason, Refused
from tournaments.models import (
    Entry,
    EventRegulations,
    ExclusionKind,
    Match,
    Result,
    Role,
    Size,
    User,
)
from tournaments.organise.absences import exclusion_steps
from tournaments.regulations.articles import Level

SAYS = "正式比赛中由裁判裁决"
WAITS = "待确认的裁决1"


@pytest.fixture
def official(hall: Hall) -> Hall:
    """An official competition that Alice organises and in which she has no office."""
    EventRegulations.objects.create(event=hall.cast.event, size=Size.OFFICIAL)
    hall.cast.event.refresh_from_db()
    return hall


@pytest.fixture
def organiser(official: Hall, client: Client) -> Client:
    client.force_login(official.cast.alice)
    return client


def chief_of(hall: Hall) -> User:
    return official_of(hall, "chief", Role.CHIEF_REFEREE)


def refused(act: Callable[[], object]) -> list[str]:
    with pytest.raises(Refused) as caught:
        act()
    return codes(caught)


@pytest.mark.full
def test_an_organiser_rules_in_a_club_event(hall: Hall) -> None:
    rule(hall, "P-07", by=hall.cast.alice)
    penalties.give(Target(offender(hall).entry), hall.cast.alice, -50, "talked")


@pytest.mark.full
@pytest.mark.databases
def test_an_organiser_rules_in_an_official_competition_with_an_office_alone(official: Hall) -> None:
    alice = official.cast.alice
    assert refused(lambda: rule(official, "P-07", by=alice)) == [Reason.WITHOUT_OFFICE]
    assert not RulingCase.objects.exists()
    organise.grant_role(official.cast.director, official.cast.tournament, alice, Role.REFEREE)
    rule(official, "P-07", by=alice)
    # The office is that of a referee, and what is for the chief stays for the chief.
    assert refused(lambda: rule(official, "B-05", by=alice)) == [Code.RULING_BEYOND_OFFICE]


@pytest.mark.full
def test_an_organiser_gives_no_penalty_and_notes_no_lateness_there(official: Hall) -> None:
    alice, whom = official.cast.alice, offender(official)
    assert refused(lambda: penalties.give(Target(whom.entry), alice, -50, "talked")) == [
        Reason.WITHOUT_OFFICE
    ]
    late = arrivals.late_entry(official.round, seat(official).side.uid, whom.entry.uid)
    assert refused(lambda: arrivals.mark_missing(late, alice)) == [Reason.WITHOUT_OFFICE]


@pytest.mark.full
def test_an_organiser_decides_no_appeal_there(official: Hall) -> None:
    given = penalties.give(Target(offender(official).entry), official.cast.bob, -50, "talked")
    entry = Entry.objects.get(pk=offender(official).entry.pk)
    signed = [member.person_id for member in entry.members.all()]
    handed_in = Lodging(entry, Against.PENALTY, given.uid, "计时有误", signed)
    # Who organises takes it in, as everybody at the desk does.
    appeal = lodging.lodge(official.cast.event, official.cast.alice, handed_in, "a" * 12)
    turn = StepRequest(official.cast.alice, appeal.steps.count())
    assert refused(lambda: hearing.write(appeal, turn, AppealState.COMMENTED, "so")) == [
        Reason.WITHOUT_OFFICE
    ]


def disqualified(hall: Hall, by: User) -> Any:
    version = rule(hall, "B-05", by=by)
    assert version.needs == Needs.ORGANISER
    return version


@pytest.mark.full
@pytest.mark.databases
def test_an_organiser_without_an_office_confirms_what_a_chief_decided(official: Hall) -> None:
    """L9: what it posts is posted by the right of who decided it."""
    version = disqualified(official, chief_of(official))
    assert refused(lambda: cases.confirm(version, official.cast.bob)) == [Code.RULING_OWN_WORD]
    cases.confirm(version, official.cast.alice)
    assert offender(official).entry.exclusions.exists()


@pytest.mark.full
@pytest.mark.databases
def test_who_is_organiser_and_chief_needs_a_second_account_to_disqualify(official: Hall) -> None:
    official_cast.leads(official.cast)
    version = disqualified(official, official.cast.alice)
    for alone in (official.cast.alice, official.cast.bob):
        assert refused(lambda who=alone: cases.confirm(version, who)) == [  # type: ignore[misc]
            Code.RULING_OWN_WORD
        ]
    cases.confirm(version, chief_of(official))


@pytest.mark.full
def test_an_organiser_proposes_no_disqualification_there(official: Hall) -> None:
    entry = Entry.objects.select_related("event__tournament").get(pk=offender(official).entry.pk)
    out = exclusion_steps.ExclusionTerms(ExclusionKind.DISQUALIFICATION, 1, "left")
    alice = official.cast.alice
    assert refused(lambda: organise.propose_exclusion(entry, alice, out)) == [Reason.WITHOUT_OFFICE]
    leaves = exclusion_steps.ExclusionTerms(ExclusionKind.WITHDRAWAL, 1, "left")
    organise.propose_exclusion(entry, alice, leaves)


ACTS: Mapping[str, Mapping[str, str]] = {
    "referee_rule": {"kind": "void", "reason": "so", "seen": "0"},
    "referee_claim": {"reason": "so"},
    "referee_claim_play_on": {"reason": "so"},
    "referee_adjust": {"seen": "0"},
    "referee_fouled": {"seen": "0"},
    "referee_restore": {"seen": "0"},
    "referee_seats": {"seen": "0"},
    "referee_tables": {"seen": "0"},
    "referee_move": {"seen": "0"},
    "referee_confirm": {},
}
"""What changes a result by the word of a referee, by the names of the pages."""


@pytest.mark.full
def test_no_page_of_a_deal_takes_a_decision_of_an_organiser_there(
    official: Hall, organiser: Client
) -> None:
    deal = official.deal()
    for name, sent in ACTS.items():
        address = reverse(name, args=[official.cast.tournament.uid, deal.uid])
        answer = organiser.post(address, sent)
        assert answer.status_code == 403, name
        assert SAYS in answer.content.decode(), name
    assert not Result.objects.exists()


@pytest.mark.full
def test_no_other_page_does(official: Hall, organiser: Client) -> None:
    tournament, event = official.cast.tournament.uid, official.cast.event.uid
    match = Match.objects.filter(round=official.round)[0]
    for address in (
        reverse("referee_penalties", args=[tournament, event]),
        reverse("referee_suspensions", args=[tournament, event]),
        reverse("referee_rule_case", args=[tournament, event]),
        reverse("referee_not_begun", args=[tournament, official.round.uid]),
        reverse("desk_award", args=[match.uid]),
    ):
        answer = organiser.post(address, {})
        assert answer.status_code == 403, address
        assert SAYS in answer.content.decode(), address


@pytest.mark.full
def test_the_pages_offer_an_organiser_no_decision_and_say_why(
    official: Hall, organiser: Client
) -> None:
    tournament, deal = official.cast.tournament.uid, official.deal()
    rule_case = reverse("referee_rule_case", args=[tournament, official.cast.event.uid])
    page = organiser.get(reverse("referee_deal", args=[tournament, deal.uid])).content.decode()
    assert SAYS in page
    assert rule_case not in page
    # Paper is still typed in, as a scorer does.
    assert reverse("referee_type", args=[tournament, deal.uid]) in page
    assert (
        rule_case
        not in organiser.get(reverse("referee_rulings", args=[tournament])).content.decode()
    )
    told = organiser.get(reverse("referee_penalties", args=[tournament, official.cast.event.uid]))
    assert SAYS in told.content.decode()
    official_cast.leads(official.cast)
    page = organiser.get(reverse("referee_deal", args=[tournament, deal.uid])).content.decode()
    assert SAYS not in page
    assert rule_case in page


@pytest.mark.full
def test_a_disqualification_that_waits_is_told_to_organisers_and_chief_referees_alone(
    official: Hall, client: Client
) -> None:
    chief, deputy = chief_of(official), official_of(official, "deputy", Role.DEPUTY)
    second = official_of(official, "second", Role.CHIEF_REFEREE)
    rule(official, "B-05", by=chief, level=Level.L9)
    bar = reverse("desk_alerts_live", args=[official.cast.tournament.uid])
    client.cookies["django_language"] = "zh-hans"
    told = {}
    for account in (official.cast.alice, chief, second, deputy, official.cast.bob):
        client.force_login(account)
        told[account.username] = [
            WAITS in client.get(page).content.decode() for page in (bar, reverse("desk"))
        ]
    assert told == {
        "alice": [True, True],
        "chief": [True, True],
        "second": [True, True],
        "deputy": [False, False],
        "bob": [False, False],
    }
