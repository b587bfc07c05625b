"""Requests to withdraw: done before the draw, asked of an official after it."""

from __future__ import annotations

import json

import pytest

from clubs.members import merging
from clubs.registration import withdrawals
from clubs.registration.refusals import RegistrationProblem
from tests.cast import Cast
from tests.clubs.registration.test_requests import codes
from tournaments import organise
from tournaments.base.refusals import Reason
from tournaments.checks import verification
from tournaments.models import (
    Entry,
    EventRegulations,
    ExclusionKind,
    Role,
    Size,
    WithdrawalRequest,
)
from tournaments.record.audit import Actor
from web.publish.alerts import alert_bar


def asks_to_leave(entry: Entry, actor: Actor, why: str = "") -> WithdrawalRequest:
    request = withdrawals.withdraw(entry, actor, why)
    assert request is not None
    return request


@pytest.mark.full
def test_a_withdrawal_before_the_draw_is_done_and_after_it_is_asked(cast: Cast) -> None:
    first, second = cast.event.entries.filter(number__in=(1, 2)).order_by("number")
    assert withdrawals.withdraw(first, cast.director) is None
    assert Entry.objects.get(pk=first.pk).state == Entry.State.WITHDRAWN
    assert withdrawals.withdraw(first, cast.director) is None
    round_ = cast.round_in_play()
    request = asks_to_leave(second, cast.director, "家中有事")
    assert withdrawals.withdraw(second, cast.director) == request
    waiting = {one.kind: one.count for one in alert_bar.read([cast.tournament.pk])}
    assert waiting == {"withdrawal": 1}
    cast.play(round_)
    organise.close_round(round_, cast.director)
    withdrawals.grant(request, cast.director)
    second.refresh_from_db()
    assert (second.state, second.to_round) == (Entry.State.WITHDRAWN, 1)
    assert codes(lambda: withdrawals.grant(request, cast.director)) == [RegistrationProblem.DECIDED]
    assert verification.verify(cast.tournament) == []


@pytest.mark.full
def test_a_withdrawal_at_the_desk_grants_what_was_asked(cast: Cast) -> None:
    entry = cast.event.entries.get(number=1)
    cast.closed_round()
    request = asks_to_leave(entry, cast.director)
    organise.withdraw_entry(entry, cast.director)
    request.refresh_from_db()
    assert (request.state, request.decided_at is None) == ("granted", False)
    assert json.loads(cast.tournament.log.latest("seq").body)["about"]["request"] == request.uid
    organise.readmit_entry(entry, cast.director)
    assert withdrawals.open_of(entry) is None
    assert verification.verify(cast.tournament) == []


@pytest.mark.full
def test_a_request_goes_not_around_the_decision_of_an_official_competition(cast: Cast) -> None:
    EventRegulations.objects.create(event=cast.event, size=Size.OFFICIAL)
    organise.grant_role(cast.director, cast.tournament, cast.bob, Role.CHIEF_REFEREE)
    cast.closed_round()
    entry = cast.event.entries.get(number=1)
    request = asks_to_leave(entry, cast.director)
    wanted = [Reason.EXCLUSION_WANTED]
    assert codes(lambda: withdrawals.grant(request, cast.director)) == wanted
    assert Entry.objects.get(pk=entry.pk).state == Entry.State.ENTERED
    assert withdrawals.open_of(entry) == request
    out = organise.ExclusionTerms(ExclusionKind.WITHDRAWAL, 1, "家中有事")
    organise.propose_exclusion(entry, cast.bob, out)
    organise.approve_exclusion(entry, cast.alice)
    request.refresh_from_db()
    assert (request.state, Entry.objects.get(pk=entry.pk).state) == ("granted", "withdrawn")


@pytest.mark.full
def test_a_request_to_withdraw_is_taken_back_or_refused_with_a_reason(cast: Cast) -> None:
    entry = cast.event.entries.get(number=1)
    cast.drawn_round()
    withdrawals.withdraw(entry, cast.director)
    withdrawals.take_back(entry, cast.director)
    withdrawals.take_back(entry, cast.director)
    request = asks_to_leave(entry, cast.director)
    missing = [RegistrationProblem.REASON_MISSING]
    assert codes(lambda: withdrawals.reject(request, cast.director, "")) == missing
    withdrawals.reject(request, cast.director, "请到赛务台")
    states = list(WithdrawalRequest.objects.order_by("pk").values_list("state", flat=True))
    assert states == ["taken_back", "refused"]
    assert Entry.objects.get(pk=entry.pk).state == Entry.State.ENTERED


def test_the_reason_of_a_withdrawal_goes_with_the_name(cast: Cast) -> None:
    entry = cast.event.entries.get(number=1)
    cast.round_in_play()
    withdrawals.withdraw(entry, cast.director, "家中有事")
    merging.blank(cast.club, cast.director, entry.members.get().person)
    assert WithdrawalRequest.objects.get().why == ""
