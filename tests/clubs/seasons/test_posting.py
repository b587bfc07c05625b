"""The ledger of points follows the standings: finished, corrected, reopened, merged."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from clubs import seasons
from clubs.registration import confirming
from clubs.seasons import posting, reading, scales
from clubs.seasons.choosing import SeasonChoice
from clubs.seasons.refusals import SeasonProblem
from tests.cast import Cast
from tournaments import organise, results
from tournaments.base.refusals import Refused
from tournaments.checks import verification
from tournaments.models import (
    EnteredName,
    EntryMember,
    Event,
    EventLevel,
    Person,
    PostingReason,
    Result,
    Season,
    SeasonPoints,
    Sharing,
)
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.results import event_record

EVENING = SeasonChoice(EventLevel.EVENING, Fraction(1))


def rules(scale: str = "1: n", **values: Any) -> seasons.SeasonRules:
    values = {"counts_guests": True, **values}
    return seasons.SeasonRules("2026秋季", scales.read_text(scale), **values)


@pytest.fixture
def season(cast: Cast) -> Season:
    made = seasons.create_season(cast.club, cast.director, rules())
    choose(cast, made)
    return made


def choose(cast: Cast, season: Season, choice: SeasonChoice = EVENING) -> None:
    seasons.choose_events(season, cast.director, {cast.event.pk: choice}, [cast.event.pk])


def finish(cast: Cast) -> None:
    cast.closed_round()
    Event.objects.filter(pk=cast.event.pk).update(rounds_planned=1)
    cast.event.refresh_from_db()
    organise.finish_event(cast.event, cast.director)


def totals(season: Season) -> dict[str, Fraction]:
    season.refresh_from_db()
    return {each.person.name: each.row.total for each in seasons.read(season).rows}


def by_standings(cast: Cast) -> dict[str, Fraction]:
    """The scale `n`, worked out once more from the places alone."""
    rows = [row for row in event_record.standings(results.read(cast.event)) if row.rank.is_ranked]
    places = [row.rank.place for row in rows]
    return {
        row.competitor.name: sum(
            (Fraction(len(rows) - place + 1 - extra) for extra in range(places.count(place))),
            Fraction(0),
        )
        / places.count(place)
        for row in rows
        for place in [row.rank.place]
    }


def is_proved(cast: Cast) -> bool:
    return not list(verification.verify(cast.tournament))


@pytest.mark.full
def test_points_are_posted_with_the_finish(cast: Cast, season: Season) -> None:
    assert totals(season) == {}
    finish(cast)
    assert totals(season) == by_standings(cast)
    assert {row.reason for row in SeasonPoints.objects.all()} == {PostingReason.FINISHED}
    entry = cast.tournament.log.get(verb=Verb.FINISH_EVENT)
    assert {row.seq for row in SeasonPoints.objects.all()} == {entry.seq}


@pytest.mark.full
def test_a_correction_posts_its_difference(cast: Cast, season: Season) -> None:
    finish(cast)
    before = SeasonPoints.objects.count()
    deal = Result.live.first().deal  # type: ignore[union-attr]
    with change(cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
        report = ledger.Report(Result.Kind.NOT_PLAYED, {})
        origin = ledger.Origin(uid="ruling", label="ruling")
        ledger.post(made, deal, report, seen=deal.version, origin=origin, reason="误记")
    assert totals(season) == by_standings(cast)
    new = SeasonPoints.objects.order_by("pk")[before:]
    assert {row.reason for row in new} == {PostingReason.CORRECTED}
    assert sum(row.amount for row in new) == 0


@pytest.mark.full
@pytest.mark.databases
def test_reopening_takes_the_points_back_and_finishing_gives_them_again(
    cast: Cast, season: Season
) -> None:
    finish(cast)
    organise.reopen_event(cast.event, cast.director)
    assert totals(season) == {}
    cast.event.refresh_from_db()
    organise.finish_event(cast.event, cast.director)
    assert totals(season) == by_standings(cast)


@pytest.mark.full
def test_other_rules_and_another_factor_post_the_difference(cast: Cast, season: Season) -> None:
    finish(cast)
    choose(cast, season, SeasonChoice(EventLevel.MONTHLY, Fraction(3, 2)))
    assert totals(season) == {
        name: points * Fraction(3, 2) for name, points in by_standings(cast).items()
    }
    seasons.change_rules(season, cast.director, rules("1: 0 +0", attendance=Fraction(1, 2)))
    assert set(totals(season).values()) == {Fraction(1, 2)}
    seasons.choose_events(season, cast.director, {}, [cast.event.pk])
    assert totals(season) == {}


@pytest.mark.full
def test_an_event_that_was_finished_before_is_posted_when_it_is_chosen(cast: Cast) -> None:
    finish(cast)
    made = seasons.create_season(cast.club, cast.director, rules())
    choose(cast, made)
    assert totals(made) == by_standings(cast)
    assert {row.reason for row in SeasonPoints.objects.all()} == {PostingReason.ADDED}


@pytest.mark.full
def test_guests_are_left_out_unless_they_count(cast: Cast, season: Season) -> None:
    finish(cast)
    Person.objects.filter(name="甲").update(guest=True)
    assert "甲" in totals(season)
    Season.objects.update(counts_guests=False)
    assert "甲" not in totals(season)


@pytest.mark.full
def test_who_is_not_confirmed_has_no_points_and_once_confirmed_the_member_has_them(
    cast: Cast, season: Season
) -> None:
    finish(cast)
    guest = Person.objects.get(name="甲")
    Person.objects.filter(pk=guest.pk).update(guest=True)
    player = EntryMember.objects.select_related("entry__event__tournament").get(person=guest)
    member = Person.objects.create(club=cast.club, name="甲（会员）", number=901)
    row = EnteredName.objects.create(player=player, person=member)
    before = reading.stamp(season)
    assert "甲" not in totals(season)
    confirming.confirm(row, cast.director)
    assert totals(season)["甲（会员）"] == by_standings(cast)["甲"]
    assert reading.stamp(season) != before
    assert verification.verify(cast.tournament) == []


@pytest.mark.full
def test_a_merged_person_has_the_points_of_both_rows(cast: Cast, season: Season) -> None:
    finish(cast)
    member = Person.objects.create(club=cast.club, name="甲（会员）")
    Person.objects.filter(name="甲").update(same_as=member)
    assert totals(season)["甲（会员）"] == by_standings(cast)["甲"]
    row = next(each for each in seasons.read(season).rows if each.person.key == member.pk)
    assert row.row.total == sum(
        each.amount for each in SeasonPoints.objects.filter(person__same_as=member)
    )


def test_a_pair_divides_its_points_or_each_has_all(cast: Cast, season: Season) -> None:
    both = {
        sharing: [share for _person, share in posting.shares([1, 2], Fraction(5), sharing)]
        for sharing in Sharing
    }
    assert both == {Sharing.EACH: [5, 5], Sharing.DIVIDED: [Fraction(5, 2)] * 2}


def test_a_finished_season_keeps_its_rules_and_events(cast: Cast, season: Season) -> None:
    seasons.finish_season(season, cast.director)
    calls: list[Callable[[], None]] = [
        lambda: choose(cast, season),
        lambda: seasons.change_rules(season, cast.director, rules()),
        lambda: seasons.finish_season(season, cast.director),
    ]
    for refused_call in calls:
        with pytest.raises(Refused) as refused:
            refused_call()
        assert [each.code for each in refused.value.problems] == [SeasonProblem.FINISHED]
    seasons.reopen_season(season, cast.director)
    choose(cast, season)


def test_an_event_of_another_club_is_not_offered(cast: Cast, season: Season) -> None:
    with pytest.raises(Refused) as refused:
        seasons.choose_events(season, cast.director, {999_999: EVENING}, [999_999])
    assert [each.code for each in refused.value.problems] == [SeasonProblem.EVENT_NOT_OFFERED]


@pytest.mark.full
def test_the_ledger_is_proved_by_the_log(cast: Cast, season: Season) -> None:
    finish(cast)
    assert is_proved(cast)
