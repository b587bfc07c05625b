"""Who withdraws from an event: what pages and papers say, in movements, round robins and Swiss."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests import cast as people
from tests.cast import Cast
from tests.samples import sampled
from tests.tournaments.drawing import boards_cast, codes, next_round, out_of, pairs_cast, ranks
from tests.web.publish.reading import read
from tournaments import organise
from tournaments.base.refusals import Refused
from tournaments.checks import verification
from tournaments.checks.recount import recount_shown
from tournaments.models import AuditEntry, DrawMethod, Entry, Event, Ranking
from tournaments.standings.round_scores import Counts
from tournaments.standings.unplayed_terms import CompensationBasis
from tournaments.wording.standings import withdrawal_text
from web.publish.documents import Subject
from web.publish.printed import standings


def withdraw(cast: Cast, number: int, reason: str = "") -> Entry:
    """Let an entry leave; with a reason that is accepted."""
    entry = cast.event.entries.get(number=number)
    organise.withdraw_entry(entry, cast.director, excused=bool(reason), reason=reason)
    return entry


@pytest.mark.full
def test_a_reason_is_asked_for_kept_in_the_log_and_forgotten_with_the_withdrawal(
    cast: Cast,
) -> None:
    next_round(cast)
    entry = cast.event.entries.get(number=1)
    with pytest.raises(Refused) as refused:
        organise.withdraw_entry(entry, cast.director, excused=True, reason=" ")
    assert codes(refused) == ["reason_missing"]
    withdraw(cast, 1, "called to work")
    entry.refresh_from_db()
    assert entry.excused
    details = json.loads(AuditEntry.objects.get(verb="withdraw_entry").body)["details"]
    assert (details["excused"], details["reason"]) == (True, "called to work")
    organise.readmit_entry(entry, cast.director)
    again = cast.event.entries.get(number=1)
    assert not again.excused
    assert verification.verify(cast.tournament) == []


@pytest.mark.full
def test_the_desk_asks_for_the_reason_and_leads_to_the_fines(client: Client, cast: Cast) -> None:
    next_round(cast)
    client.force_login(cast.alice)
    client.cookies["django_language"] = "en"
    where = [cast.event.uid, 1]
    answer = client.get(reverse("desk_entry", args=where))
    page = " ".join(answer.content.decode().split())
    assert "The reason is accepted" in page
    assert "ranked after all who stayed" in page
    assert "A fine for leaving" in page
    penalties = reverse("referee_penalties", args=[cast.tournament.uid, cast.event.uid])
    assert f'on the page <a href="{penalties}">Penalty points</a>: 0 to 40 %' in page
    form = {"excused": "on", "reason": "", "entry": cast.event.entries.get(number=1).uid}
    answer = client.post(reverse("desk_entry_withdraw", args=where), form)
    assert list(answer.context["withdrawal"].errors) == ["reason"]
    client.post(reverse("desk_entry_withdraw", args=where), {**form, "reason": "ill"})
    assert Entry.objects.get(event=cast.event, number=1).excused
    assert "reason accepted" in read(client, reverse("desk_entry", args=where))
    last = ranks(cast)[1]
    assert (last.place, last.is_ranked) == (cast.event.entries.count(), True)


@pytest.mark.full
def test_without_an_accepted_reason_the_desk_says_that_there_is_no_rank(
    client: Client, cast: Cast
) -> None:
    next_round(cast)
    client.force_login(cast.alice)
    client.cookies["django_language"] = "en"
    form = {"reason": "", "entry": cast.event.entries.get(number=1).uid}
    client.post(reverse("desk_entry_withdraw", args=[cast.event.uid, 1]), form)
    assert "without a rank" in read(client, reverse("desk_entry", args=[cast.event.uid, 1]))


@pytest.mark.full
@pytest.mark.parametrize("reason", ["", "ill"])
def test_without_an_accepted_reason_there_is_no_rank_on_any_page(
    cast: Cast, client: Client, reason: str
) -> None:
    next_round(cast)
    entry = withdraw(cast, 1, reason)
    client.cookies["django_language"] = "en"
    for name in ("event", "ranks"):
        page = read(client, reverse(name, args=[cast.event.uid]))
        assert (" – " in page) == (not reason), name
    page = read(client, reverse("entry", args=[cast.event.uid, entry.number]))
    assert ("not ranked" in page) == (not reason)
    paper = str(standings.standings_list.prepare(Subject(cast.event)).input)
    assert ("'–'" in paper) == (not reason)
    assert recount_shown(cast.tournament) == []


@pytest.mark.full
def test_of_a_movement_by_matchpoints_what_was_left_counts_three_fifths_or_the_average(
    db: None,
) -> None:
    cast = boards_cast(6, DrawMethod.HOWELL, comparison="matchpoints")
    organise.close_round(next_round(cast), cast.director)
    withdraw(cast, 2, "ill")
    second = next_round(cast)
    organise.close_round(second, cast.director)
    (out,) = out_of(second)
    rank_by_entry = ranks(cast)
    made = rank_by_entry[out].rounds[-1]
    assert made.counts is Counts.SAT_OUT
    own = rank_by_entry[out].rounds[0].points
    assert made.gone is not None
    assert made.gone.best in {CompensationBasis.AVERAGE_PLUS, CompensationBasis.OWN_AVERAGE}
    # Three tables play two boards in the first round: four matchpoints are the most of each.
    assert made.points == max(own, Fraction(3, 5) * made.most)
    left = rank_by_entry[2].rounds[-1]
    assert left.gone is not None
    assert left.gone.best is CompensationBasis.AVERAGE_MINUS
    assert left.points == Fraction(2, 5) * left.most
    assert rank_by_entry[2].behind == 1
    with translation.override("en"):
        assert withdrawal_text(made.gone).startswith("the opponent withdrew: counts as")
        assert "average minus" in withdrawal_text(left.gone)


@pytest.mark.full
def test_of_a_round_robin_by_points_few_matches_are_cancelled(db: None, client: Client) -> None:
    cast = pairs_cast(6)
    Event.objects.update(ranking=Ranking.POINTS)
    cast.event.refresh_from_db()
    next_round(cast, DrawMethod.ROUND_ROBIN)
    withdraw(cast, 6)
    next_round(cast, DrawMethod.ROUND_ROBIN)
    rank_by_entry = ranks(cast)
    assert rank_by_entry[6].points == 0
    assert [round_.counts for round_ in rank_by_entry[6].rounds] == [Counts.CANCELLED]
    assert (
        sum(
            round_.counts is Counts.CANCELLED
            for row in rank_by_entry.values()
            for round_ in row.rounds
        )
        == 3
    )
    client.cookies["django_language"] = "en"
    assert "cancelled" in read(client, reverse("cross", args=[cast.event.uid]))


@pytest.mark.full
@pytest.mark.parametrize("form", sampled(["individual", "pairs"], ["pairs"]))
@pytest.mark.parametrize("reason", ["", "ill"])
def test_who_leaves_between_rounds_of_a_swiss_changes_nothing_for_others(
    db: None, form: str, reason: str
) -> None:
    cast = people.assemble(players=8) if form == "individual" else pairs_cast(8)
    method = DrawMethod.BY_STANDING if form == "individual" else DrawMethod.SWISS
    for _ in range(2):
        next_round(cast, method)
    before = ranks(cast)
    withdraw(cast, 3, reason)
    after = ranks(cast)
    others = [number for number in before if number != 3]
    assert [after[other].rounds for other in others] == [before[other].rounds for other in others]
    assert [after[other].total for other in others] == [before[other].total for other in others]
    assert (after[3].points, after[3].total) == (before[3].points, before[3].total)
    assert after[3].is_ranked == bool(reason)
    third = next_round(cast, method)
    left = len(out_of(third))
    assert left == len(others) % (4 if form == "individual" else 2)
    assert all(round_.gone is None for row in ranks(cast).values() for round_ in row.rounds)
