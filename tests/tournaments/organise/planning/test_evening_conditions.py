"""What ends an event, and what the next evening takes over: both sides of each condition."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from clubs.evenings import repeats, taken_over
from tests.cast import Cast
from tests.tournaments.organise.planning.test_event_conditions import (
    PLAN,
    PRIZES,
    found,
    fresh,
    reasons,
)
from tests.tournaments.organise.taking_part.test_bounds import codes, entry, round_of, second_event
from tests.tournaments.two_events import another_tournament
from tournaments import organise, results
from tournaments.base.refusals import PlanReason, Reason
from tournaments.models import (
    DrawMethod,
    Entry,
    EntryMember,
    Event,
    EventFee,
    EventRegulations,
    EventState,
    ExtraDeal,
    Form,
    Membership,
    Person,
    RegistrationTerms,
    Role,
    RoleLimit,
    Round,
    RoundState,
    SitOutCredit,
    Size,
)
from tournaments.official import final
from tournaments.organise import Seed, extra_deals, finishes, removals, seeding, teams
from tournaments.persons.keys import sort_key
from tournaments.progress import prize_list
from tournaments.record.audit import Verb, change


@pytest.mark.parametrize(
    ("seed", "expected"),
    [
        (Seed("长" * 60, 1), []),
        (Seed("长" * 61, 1), [Reason.CLUB_TOO_LONG]),
        (Seed("", 0), [Reason.SEEDING_OUT_OF_RANGE]),
        (Seed("", 1), []),
        (Seed("", 1000), []),
        (Seed("", 1001), [Reason.SEEDING_OUT_OF_RANGE]),
        (Seed("", None), []),
        (Seed("", 7), [Reason.SEEDING_TWICE]),
    ],
)
def test_clubs_are_short_and_places_within_their_range(seed: Seed, expected: list[str]) -> None:
    entries = {"a": Entry(number=1), "b": Entry(number=2, seeding=7), "c": Entry(number=3)}
    assert reasons(seeding._seed_problems(entries, {"a": seed})) == expected


def test_a_place_that_others_share_is_no_problem_of_this_one() -> None:
    entries = {uid: Entry(number=number, seeding=7) for number, uid in enumerate("ab", 1)}
    entries["c"] = Entry(number=3)
    assert reasons(seeding._seed_problems(entries, {"c": Seed("", 1)})) == []
    assert reasons(seeding._seed_problems(entries, {"c": Seed(), "a": Seed("", 8)})) == []
    assert reasons(seeding._seed_problems(entries, {"x": Seed()})) == [Reason.ENTRY_GONE]


@pytest.mark.full
@pytest.mark.parametrize(
    ("method", "state", "is_refused"),
    [
        (DrawMethod.KNOCKOUT, RoundState.DRAFT, True),
        (DrawMethod.KNOCKOUT, RoundState.CANCELLED, False),
        (DrawMethod.SWISS, RoundState.CLOSED, False),
    ],
)
def test_seeds_stay_once_a_knockout_was_drawn_by_them(
    cast: Cast, method: str, state: str, *, is_refused: bool
) -> None:
    round_of(cast, 1, state)
    Round.objects.update(method=method)
    first = cast.event.entries.get(number=1).uid
    assert organise.seed_entries(cast.event, cast.director, {first: Seed()}) == []
    found(
        lambda: organise.seed_entries(cast.event, cast.director, {first: Seed("", 1)}),
        [Reason.SEEDING_DRAWN] * is_refused,
    )


@pytest.mark.full
@pytest.mark.parametrize("state", [RoundState.DRAFT, RoundState.PUBLISHED])
def test_an_extra_deal_follows_the_last_round_that_was_closed(
    cast: Cast, state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extra_deals, "_tie_problems", lambda *_: [])
    points = {entry(cast, 2).uid: 5}
    first = organise.note_extra_deal(cast.event, cast.director, points, "x")
    assert first.after_round == 0
    for number in (1, 2):
        round_of(cast, number, RoundState.CLOSED)
    round_of(cast, 3, state)
    second = organise.note_extra_deal(cast.event, cast.director, points, "x")
    assert second.after_round == 2
    assert '"points":{"2":5}' in cast.tournament.log.latest("seq").body
    assert ExtraDeal.objects.count() == 2


@pytest.mark.full
@pytest.mark.parametrize(
    ("prizes", "late", "notice", "stage", "expected"),
    [
        ({}, False, 0, "official", []),
        ({}, True, 0, "official", []),
        (PRIZES, False, 0, "official", []),
        (PRIZES, True, 0, "official", [PlanReason.PRIZES_BY_RESULT]),
        ({}, False, 30, "official", [Reason.RESULT_IS_OFFICIAL]),
        ({}, False, 30, "another", []),
    ],
)
def test_a_finish_is_taken_back_until_something_hangs_on_it(
    cast: Cast,
    monkeypatch: pytest.MonkeyPatch,
    prizes: dict[str, Any],
    late: bool,
    notice: int,
    stage: str,
    expected: list[str],
) -> None:
    official = final.FinalStage.OFFICIAL
    other = next(each for each in final.FinalStage if each is not official)
    shown = type("Final", (), {"stage": official if stage == "official" else other})
    monkeypatch.setattr(prize_list, "changed_late", lambda _event: late)
    monkeypatch.setattr(finishes, "final_of", lambda _event: shown)
    Event.objects.update(prizes=prizes, state=EventState.FINISHED)
    size = Size.OFFICIAL if notice else Size.CLUB
    EventRegulations.objects.create(event=cast.event, size=size, notice_minutes=notice)
    assert reasons(finishes.reopen_problems(fresh(cast))) == expected
    Event.objects.update(state=EventState.PUBLISHED)
    assert reasons(finishes.reopen_problems(fresh(cast))) == [Reason.EVENT_NOT_FINISHED]


@pytest.mark.full
def test_an_outcome_counts_the_rounds_that_are_closed(cast: Cast) -> None:
    cast.closed_round()
    cast.round_in_play()
    outcome = finishes.outcome_of(results.read(fresh(cast)))
    assert (outcome.rounds, outcome.deals, outcome.ranked) == (1, 4, 8)


@pytest.mark.full
@pytest.mark.parametrize("state", [EventState.PUBLISHED, EventState.FINISHED])
def test_a_tournament_with_an_event_is_not_deleted(cast: Cast, state: str) -> None:
    Event.objects.update(state=state)
    assert codes(lambda: organise.delete_tournament(cast.club, cast.tournament, cast.director)) == [
        PlanReason.TOURNAMENT_NOT_EMPTY
    ]
    assert removals.tournament_problems(another_tournament(cast)) == []


@pytest.mark.parametrize(
    ("credit", "late", "after"),
    [
        ("average", "none", ("own_or_mean", "none")),
        ("none", "none", ("none", "none")),
        ("number", "number", ("number", "number")),
    ],
)
def test_no_new_event_has_the_average_of_one_round(
    credit: str, late: str, after: tuple[str, str]
) -> None:
    made = repeats.with_present_credits(replace(PLAN, sit_out_credit=credit, late_credit=late))
    assert (made.sit_out_credit, made.late_credit) == after
    for kept in ("none", "number"):
        same = replace(PLAN, late_credit=kept)
        assert repeats.with_present_credits(same).late_credit == kept
    changed = repeats.with_present_credits(replace(PLAN, late_credit=SitOutCredit.AVERAGE))
    assert changed.late_credit != SitOutCredit.AVERAGE


def again(cast: Cast, *, of_teams: bool) -> organise.NewEntry:
    row = Entry.objects.prefetch_related("members__person__same_as").get(event=cast.event, number=1)
    return repeats.entry_again(row, of_teams=of_teams)


@pytest.mark.full
def test_an_entry_again_has_its_players_in_their_order_and_its_captain(cast: Cast) -> None:
    first = entry(cast)
    for number, role, name in (
        (0, "captain", "领队"),
        (1, "substitute", "替补"),
        (2, "player", "乙乙"),
    ):
        person = Person.objects.create(club=cast.club, name=name, guest=True)
        EntryMember.objects.create(entry=first, person=person, number=number, role=role)
    EntryMember.objects.filter(entry=first, number=1, role="player").update(number=3)
    assert again(cast, of_teams=True).members == ("乙乙", "甲")
    assert again(cast, of_teams=True).captain == "领队"
    assert again(cast, of_teams=False).captain == ""
    EntryMember.objects.filter(role="captain").delete()
    assert again(cast, of_teams=True).captain == "乙乙"


@pytest.mark.full
def test_competitors_of_one_reading_are_sorted_by_their_names(cast: Cast) -> None:
    names = [name for _entry, name in repeats.entries_of(cast.event)]
    assert names == [name for _key, name in sorted((sort_key(name), name) for name in names)]
    assert names != sorted(names)


@pytest.mark.full
@pytest.mark.parametrize(
    ("limits", "tables", "expected"),
    [
        ([], "", [("", 0)]),
        ([], "|1|2|", [("|1|2|", 0)]),
        (["own"], "", [("", 1)]),
        (["other"], "", []),
        (["own", "other"], "|1|2|", [("|1|2|", 1)]),
    ],
)
def test_officials_have_no_wider_roles_than_before(
    cast: Cast, limits: list[str], tables: str, expected: list[tuple[str, int]]
) -> None:
    other = second_event(cast)
    Membership.objects.filter(tournament=cast.tournament).delete()
    row = Membership.objects.create(
        tournament=cast.tournament, user=cast.bob, role=Role.REFEREE, tables=tables
    )
    for name in limits:
        RoleLimit.objects.create(membership=row, event=cast.event if name == "own" else other)
    later = another_tournament(cast)
    new = organise.create_event(later, cast.director, PLAN)
    with change(later, cast.director, Verb.REPEAT_EVENING) as made:
        made.concerns(event=new)
        taken_over.take_over_officials(made, cast.tournament, {cast.event.pk: new})
    rows = Membership.objects.filter(tournament=later)
    assert [(row.tables, row.limits.count()) for row in rows] == expected


@pytest.mark.full
def test_a_new_event_has_what_its_own_predecessor_laid_down(cast: Cast) -> None:
    other = second_event(cast)
    EventFee.objects.create(event=other, amount=100)
    RegistrationTerms.objects.create(event=other, door="public")
    EventRegulations.objects.create(event=other, size=Size.OFFICIAL)
    later = another_tournament(cast)
    new = organise.create_event(later, cast.director, PLAN)
    interval = taken_over.Interval.between(cast.tournament, later.starts_on)
    for earlier, rows in ((cast.event, 0), (other, 1)):
        with change(later, cast.director, Verb.REPEAT_EVENING) as made:
            made.concerns(event=new)
            taken_over.take_over_event(made, earlier, new, interval)
        for model in (EventFee, RegistrationTerms, EventRegulations):
            assert model.objects.filter(event=new).count() == rows
    assert interval.move(None) is None


@pytest.mark.parametrize(
    ("form", "captains", "expected"),
    [
        (Form.TEAMS, [], ["a", "c", ""]),
        (Form.TEAMS, ["x"], ["x", "c", ""]),
        (Form.TEAMS, ["x", "", "z"], ["x", "c", "z"]),
        (Form.PAIRS, ["x"], []),
    ],
)
def test_the_captain_of_a_team_is_named_or_its_first_player(
    form: str, captains: list[str], expected: list[str]
) -> None:
    members = [["a", "b"], ["c", "d"], []]
    assert teams.captains_of(Event(form=form), members, captains) == expected


@pytest.mark.full
@pytest.mark.parametrize(
    ("own", "expected"),
    [
        (["东", "西"], []),
        (["东"], [Reason.TEAM_NAME_MISSING]),
        (["", ""], [Reason.TEAM_NAME_MISSING] * 2),
        (["东", "东"], [Reason.ENTRY_NAME_TWICE]),
        (["南", "西"], [Reason.ENTRY_NAME_TWICE]),
    ],
)
def test_a_team_has_a_name_of_its_own(cast: Cast, own: list[str], expected: list[str]) -> None:
    Entry.objects.filter(event=cast.event, number=1).update(name="南")
    assert reasons(teams.team_problems(cast.event, own, 2)) == expected
