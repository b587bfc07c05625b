"""作废: a deal that is void is played again, and counts as open until then."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from referee.rulings import corrections
from tests.referee.hall import WEST_TAKES_ALL, Hall, Tablet
from tournaments import organise, results
from tournaments.base.refusals import Reason, Refused
from tournaments.checks.recount import recount
from tournaments.checks.verification import verify
from tournaments.models import Deal, Result, ResultKind
from tournaments.progress import event_progress
from tournaments.progress.next_step import Next, next_step
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.results import queries


@pytest.fixture
def desk(hall: Hall, client: Client) -> Client:
    """A browser in which Bob, the referee, has signed in, in English."""
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def played(hall: Hall, tablet: Tablet, *, seen: int = 0, **report: Any) -> Any:
    sheet = hall.sheet(seen=seen, **report)
    assert tablet.submits(sheet)["problems"] == []
    return tablet.confirms(hall.agreement(sheet))


def void(hall: Hall, desk: Client) -> str:
    where = reverse("referee_rule", args=[hall.cast.tournament.uid, hall.deal().uid])
    sent = {"kind": "void", "reason": "a card lay face up", "seen": hall.deal().version}
    return " ".join(desk.post(where, sent, follow=True).content.decode().split())


def first_deal(tablet: Tablet) -> Any:
    return tablet.get("round").json()["deals"][0]


@pytest.mark.full
def test_the_table_plays_it_again_and_the_replay_is_the_next_version(
    hall: Hall, tablet: Tablet, desk: Client
) -> None:
    played(hall, tablet)
    assert "The deal is void. Please play it again." in void(hall, desk)
    shown = first_deal(tablet)
    assert (shown["state"], shown["version"], shown["scores"]) == ("open", 2, None)
    assert shown["notes"] == ["The deal is void. Please play it again."]
    assert shown["begins"] is not None
    played(hall, tablet, seen=2, report=WEST_TAKES_ALL)
    result = Result.live.get(deal=hall.deal())
    assert (result.version, result.kind, result.reason) == (3, "played", "a card lay face up")
    assert first_deal(tablet)["notes"] == []
    assert (verify(hall.cast.tournament), recount(hall.cast.tournament)) == ([], [])


@pytest.mark.full
def test_nothing_counts_it_as_done(hall: Hall, tablet: Tablet, desk: Client) -> None:
    hall.cast.play(hall.round)
    before = queries.open_deals(hall.round)
    void(hall, desk)
    assert (before, queries.open_deals(hall.round)) == (0, 1)
    snapshot = results.read(hall.cast.event)
    step = next_step(event_progress.progress_of(snapshot))
    assert (step.code, step.tables) == (Next.AWAIT_TABLES, (hall.table.number,))
    with pytest.raises(Refused) as refused:
        organise.close_round(hall.round, hall.cast.director)
    assert refused.value.problems[0].code == Reason.DEALS_WITHOUT_RESULT
    assert not Result.live.filter(deal=hall.deal()).exists()


@pytest.mark.full
def test_the_desk_enters_the_replay_from_paper(hall: Hall, tablet: Tablet, desk: Client) -> None:
    played(hall, tablet)
    page = void(hall, desk)
    assert "Enter it from paper" in page
    assert "Correct this deal" not in page
    where = reverse("referee_type", args=[hall.cast.tournament.uid, hall.deal().uid])
    form = desk.get(where).context["form"]
    assert (form["won_N"].value() or "", form["reason"].value()) == (
        "",
        "Typed from the paper sheet.",
    )


@pytest.mark.full
def test_the_public_page_says_that_it_is_played_again(
    hall: Hall, tablet: Tablet, desk: Client
) -> None:
    played(hall, tablet)
    void(hall, desk)
    page = desk.get(reverse("deal", args=[hall.deal().uid])).content.decode()
    assert "The deal is void. Please play it again." in page
    assert "Nobody scores in this deal" not in page


@pytest.mark.full
def test_one_that_was_void_before_it_was_played_again_stays_as_it_was(hall: Hall) -> None:
    """Data of before: then a void deal counted as done, and a closed round stays closed."""
    hall.cast.play(hall.round)
    deal = hall.deal()
    with change(hall.cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
        report = ledger.Report(ResultKind.VOID, {})
        origin = ledger.Origin("ruling", "ruling")
        ledger.post(made, deal, report, seen=1, origin=origin, reason="face up")
    Deal.objects.filter(pk=deal.pk).update(done=True)
    assert (verify(hall.cast.tournament), recount(hall.cast.tournament)) == ([], [])
    Deal.objects.filter(pk=hall.deal(2).pk).update(done=False)
    assert [one.what for one in verify(hall.cast.tournament)] == ["done"]


@pytest.mark.full
@pytest.mark.parametrize("kind", [ResultKind.VOID, ResultKind.NOT_PLAYED])
def test_the_same_ruling_again_adds_no_version(hall: Hall, kind: ResultKind) -> None:
    corrections.rule(hall.deal(), hall.cast.bob, kind, "no cards", seen=0)
    with pytest.raises(Refused) as refused:
        corrections.rule(hall.deal(), hall.cast.bob, kind, "again", seen=1)
    assert [problem.code for problem in refused.value.problems] == [Reason.RESULT_UNCHANGED]
    assert Result.objects.count() == 1
