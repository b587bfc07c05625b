"""A match of a Swiss draw between sides that should not have met: what they keep of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import duplicate
from tests.tournaments.drawing import codes
from tests.tournaments.duplicate import Hall
from tournaments import organise, results
from tournaments.base.refusals import Refused
from tournaments.checks.recount import recount
from tournaments.checks.verification import verify
from tournaments.models import (
    Award,
    AwardKind,
    Board,
    Comparison,
    Deal,
    Event,
    Match,
    Ranking,
    Round,
    User,
)
from tournaments.organise import AwardGrounds
from tournaments.organise.absences import awards
from tournaments.progress import mismatches
from tournaments.progress.mismatches import FaultySide
from tournaments.record import audit
from tournaments.record.audit import Actor
from tournaments.results import event_record
from tournaments.standings.unplayed_terms import WalkoverScores

WHY = AwardGrounds("the draw was made from a wrong result", "16.1")


@dataclass(frozen=True)
class Wrong:
    """Team 1 had 18 and team 3 had 2 when they met in the second round."""

    hall: Hall
    match: Match
    director: Actor

    def points(self) -> dict[int, Fraction | None]:
        """What the second round counts, by the numbers of the teams."""
        rows = event_record.standings(results.read(self.hall.event))
        return {
            row.competitor.number: round_.match_points
            for row in rows
            for round_ in row.rank.rounds
            if round_.round == 2
        }


@pytest.fixture
def wrong(db: None) -> Iterator[Wrong]:
    with met_after(Fraction(18), Fraction(2)) as match:
        yield match


@contextmanager
def met_after(won: Fraction, lost: Fraction) -> Iterator[Wrong]:
    """Let teams 1 and 3 meet after one has won its match by these points, and the other lost it."""
    event = {"comparison": Comparison.IMP, "ranking": Ranking.VP_20, "draw_method": "swiss"}
    with duplicate.hall(4, 4, **event, rooms=2) as hall:
        director, first = Actor.from_user(User.objects.get(username="alice")), hall.round(1)
        for winner, (home, away) in ((1, (1, 2)), (2, (3, 4))):
            match = hall.match(first, [home], [away], hall.boards(winner, 1))
            side = match.sides.get(number=winner)
            organise.award_walkover(match, director, side, WHY, WalkoverScores(won, lost))
        second = hall.round(2)
        boards = hall.boards(3, 2)
        match = hall.match(second, [3], [1], boards)
        Round.objects.filter(event=hall.event).update(method="swiss")
        for board in boards:
            hall.two_rooms(match, board, 8, 6)
        yield Wrong(hall, Match.objects.get(pk=match.pk), director)


@pytest.mark.full
def test_the_numbers_by_hand(wrong: Wrong) -> None:
    """Of 8.33 the higher side loses a quarter of 3.33; the lower has 5 and 3/4 of 11.67."""
    snapshot = results.read(wrong.match.round.event)
    mismatch = mismatches.find_mismatch(snapshot, snapshot.match_by_key[wrong.match.pk])
    assert mismatch is not None
    assert mismatch.before == (Fraction(18), Fraction(2))
    assert mismatch.scored == (Fraction("8.33"), Fraction("11.67"))
    assert mismatch.kept(FaultySide.OF_NEITHER) == (Fraction("8.33"), Fraction("13.75"))
    assert mismatch.kept(FaultySide.OF_HIGHER) == (Fraction("7.5"), Fraction("13.75"))
    assert mismatch.kept(FaultySide.OF_BOTH) == (Fraction("7.5"), Fraction("11.67"))


@pytest.mark.full
def test_it_counts_with_what_is_kept_and_was_won_as_it_was_played(wrong: Wrong) -> None:
    organise.award_mismatched(wrong.match, wrong.director, WHY, FaultySide.OF_HIGHER)
    assert wrong.points() == {1: Fraction("7.5"), 3: Fraction("13.75")}
    rows = {
        row.competitor.number: row.rank
        for row in event_record.standings(results.read(wrong.hall.event))
    }
    assert (rows[1].total, rows[3].total) == (Fraction("25.5"), Fraction("15.75"))
    assert (rows[1].losses, rows[3].wins) == (1, 1)
    assert verify(wrong.hall.tournament) == []
    assert recount(wrong.hall.tournament) == []
    organise.take_back_award(wrong.match, wrong.director, AwardGrounds("they had to meet"))
    assert wrong.points() == {1: Fraction("8.33"), 3: Fraction("11.67")}


@pytest.mark.full
def test_a_correction_that_commits_first_is_in_what_is_kept(
    wrong: Wrong, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_change = audit.change

    @contextmanager
    def after_a_correction(*arguments: Any) -> Iterator[audit.Change]:
        Deal.objects.filter(sitting__segment__match=wrong.match).update(done=False)
        with open_change(*arguments) as made:
            yield made

    monkeypatch.setattr(awards, "change", after_a_correction)
    with pytest.raises(Refused) as refused:
        organise.award_mismatched(wrong.match, wrong.director, WHY, FaultySide.OF_NEITHER)
    assert codes(refused) == ["not_mismatched"]
    assert Award.objects.filter(match=wrong.match).count() == 0


@pytest.mark.full
def test_the_desk_shows_the_numbers_asks_for_a_reason_and_takes_it_back(
    wrong: Wrong, client: Client
) -> None:
    """As long as the boards are sealed the page tells no scores, and offers none of this."""
    client.force_login(User.objects.get(username="alice"))
    client.cookies["django_language"] = "en"
    address = reverse("desk_award", args=[wrong.match.uid])
    assert "Paired wrongly" not in client.get(address).content.decode()
    Round.objects.update(state=Round.State.CLOSED)
    Board.objects.update(opened_at=timezone.now())
    shown = client.get(address).content.decode()
    assert "neither side at fault" in shown
    assert "(18 before) at fault: it has 7.5 instead of 8.33" in shown
    assert "(2 before) 13.75 instead of 11.67" in shown
    assert client.post(address, {"award": "mismatched_by_higher", "reason": ""}).status_code == 200
    assert wrong.hall.event.tournament.log.filter(verb="award_match").count() == 2
    sent = {"award": "mismatched_by_higher", "reason": "wrong standings"}
    assert client.post(address, sent).status_code == 302
    award = Award.objects.latest("pk")
    assert (award.kind, award.reason) == (AwardKind.MISMATCHED, "wrong standings")
    assert wrong.points()[3] == Fraction("13.75")
    assert wrong.hall.event.tournament.log.filter(verb="award_match").count() == 3
    assert client.post(address, {"award": "take_back", "reason": "no"}).status_code == 302
    assert wrong.points()[3] == Fraction("11.67")


@pytest.mark.full
@pytest.mark.parametrize("ranking", ["vp_15_10", "wdl_2_1_0", "points"])
def test_by_other_standings_nothing_is_mismatched(wrong: Wrong, ranking: str) -> None:
    Event.objects.update(ranking=ranking)
    _refused(wrong)


@pytest.mark.full
def test_nor_in_another_draw(wrong: Wrong) -> None:
    Round.objects.update(method="round_robin")
    _refused(wrong)


@pytest.mark.full
def test_nor_between_sides_that_stood_close(db: None) -> None:
    with met_after(Fraction(12), Fraction(7)) as close:
        _refused(close)


@pytest.mark.full
def test_nor_before_the_match_is_over(wrong: Wrong) -> None:
    Deal.objects.filter(sitting__segment__match=wrong.match).update(done=False)
    _refused(wrong)


def _refused(wrong: Wrong) -> None:
    match = Match.objects.get(pk=wrong.match.pk)
    with pytest.raises(Refused) as refused:
        organise.award_mismatched(match, wrong.director, WHY, FaultySide.OF_NEITHER)
    assert codes(refused) == ["not_mismatched"]
