"""A ruling is a record: numbered, with versions, and all it does is posted once and undone once."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from referee.base.refusals import Code
from referee.models import (
    FactsState,
    Needs,
    Remedy,
    RulingCase,
    RulingSanction,
    RulingVersion,
)
from referee.rulings import cases, listed, posting
from referee.rulings.decisions import NamedOffender, RulingDecision, RulingSource
from referee.rulings.listed import Ruled, VersionState
from tests import official_cast
from tests.cast import Cast, account
from tests.referee.hall import Hall
from tournaments import organise, results
from tournaments.base.refusals import Refused
from tournaments.checks.verification import verify
from tournaments.models import (
    Adjustment,
    Event,
    EventRegulations,
    Game,
    Hold,
    PenaltyWarning,
    Result,
    Role,
    Seat,
    User,
)
from tournaments.record.audit import Actor, Verb, change
from tournaments.regulations.articles import Level
from tournaments.results import event_record


def make_official(hall: Hall) -> None:
    EventRegulations.objects.update_or_create(event=hall.cast.event, defaults={"size": "official"})
    official_cast.leads(hall.cast)


def seat(hall: Hall, label: str = "N") -> Seat:
    above = ("side__match__round__event", "person", "sitting__segment__match")
    return Seat.objects.select_related(*above).get(sitting=hall.deal().sitting, label=label)


def offender(hall: Hall, label: str = "N") -> NamedOffender:
    chair = seat(hall, label)
    entry = chair.side.entries.select_related("event__tournament").get()
    return NamedOffender(entry, chair.person, chair)


def source(hall: Hall, number: int = 1) -> RulingSource:
    deal = hall.deal(number)
    event = Event.objects.select_related("tournament__club", "ruleset").get(pk=deal.event_id)
    return RulingSource(event, hall.round, deal.sitting, deal)


def decision(hall: Hall, article: str = "", label: str = "N", **more: Any) -> RulingDecision:
    more = {"facts": "as both said", "seen": hall.deal().version, **more}
    return RulingDecision((offender(hall, label),), article, **more)


def states(ruled: Ruled) -> list[VersionState]:
    return [ruled.state(row) for row in ruled.versions]


def rule(hall: Hall, article: str = "", by: User | None = None, **more: Any) -> RulingVersion:
    asked = decision(hall, article, **more)
    return cases.decide(source(hall), by or hall.cast.bob, asked)


def official_of(hall: Hall, name: str, role: Role) -> User:
    user = account(name)
    organise.grant_role(hall.cast.director, hall.cast.tournament, user, role)
    return user


def codes(refused: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [str(problem.code) for problem in refused.value.problems]


def points(hall: Hall) -> list[Fraction]:
    return [row.amount for row in Adjustment.objects.order_by("pk")]


@pytest.mark.full
@pytest.mark.databases
def test_numbers_run_by_tournament_and_year(hall: Hall) -> None:
    for _ in range(2):
        rule(hall, "T-05")
    numbers = list(RulingCase.objects.order_by("pk").values_list("number", flat=True))
    assert numbers == [1, 2]
    assert verify(hall.cast.tournament) == []
    shared = {id(ruled.articles) for ruled in listed.cases_of(hall.cast.tournament)}
    assert len(shared) == 1


@pytest.mark.full
@pytest.mark.databases
def test_the_same_key_is_one_ruling(hall: Hall) -> None:
    asked = decision(hall, "R-02")
    first, again = (
        cases.decide(source(hall), hall.cast.bob, asked, key="0" * 12) for _ in range(2)
    )
    assert first == again
    assert RulingCase.objects.count() == Adjustment.objects.count() == 1


@pytest.mark.full
def test_a_revoke_takes_a_hundred_at_the_table(hall: Hall) -> None:
    """Scenario 4: R-02, established, −100; the seat is named and the table points follow."""
    make_official(hall)
    hall.cast.play(hall.round)
    version = rule(hall, "R-02", agreed=FactsState.AGREED, statements={"N": "I had one more"})
    given = Adjustment.objects.get()
    assert given.amount == -100
    assert (given.origin_uid, given.side) == (version.uid, seat(hall).side)
    assert given.offender.person == seat(hall).person
    assert version.statements == {"N": "I had one more"}
    rows = event_record.standings(results.read(hall.cast.event))
    row = next(row for row in rows if row.competitor.uid == offender(hall).entry.uid)
    assert row.rank.penalties == -100
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
def test_levels_shrink_with_the_target(cast: Cast) -> None:
    """Scenario 5: with T=800 a standard penalty takes 80, and the game does not end by it."""
    ruleset = cast.event.ruleset
    ruleset.rules = {**ruleset.rules, "game_end": {"low": -800, "high": None}}
    ruleset.save()
    cast.event.refresh_from_db()
    hall = Hall.of(cast)
    rule(hall, "R-02")
    assert points(hall) == [-80]
    assert not Game.objects.exclude(ended_at=None).exists()


@pytest.mark.full
def test_a_second_late_exposure_is_the_next_article(hall: Hall) -> None:
    """Scenario 2: first E-01 (a warning), and E-02 takes 20."""
    rule(hall, "E-01")
    assert PenaltyWarning.objects.get().level == "L1"
    assert points(hall) == []
    rule(hall, "E-02")
    assert points(hall) == [-20]


@pytest.mark.full
def test_a_third_overrun_takes_twenty(hall: Hall) -> None:
    """Scenario 9: the third overrun of one side in a game costs points, two are only logged."""
    for _ in range(3):
        rule(hall, "T-05")
    assert points(hall) == [-20]
    proposed = RulingVersion.objects.order_by("pk").values_list("proposed", flat=True)
    assert list(proposed) == ["L1", "L1", "L3"]


@pytest.mark.full
def test_a_ruling_taken_back_counts_no_more(hall: Hall) -> None:
    version = rule(hall, "P-07")
    with change(hall.cast.tournament, hall.cast.director, Verb.ADJUST) as made:
        posting.undo(made, cases.version_of(version.uid), hall.cast.alice, "not so")
    rule(hall, "P-07")
    assert points(hall) == []
    assert PenaltyWarning.objects.filter(reverses=None, reversed_by=None).count() == 1


@pytest.mark.full
def test_other_seats_have_their_own_offences(hall: Hall) -> None:
    rule(hall, "P-07")
    rule(hall, "P-07", label="W")
    assert points(hall) == []


@pytest.mark.full
@pytest.mark.databases
def test_superseding_takes_back_just_what_was_posted(hall: Hall) -> None:
    hall.cast.play(hall.round)
    kept = rule(hall, "R-02", label="W")
    version = rule(hall, "R-02")
    later = cases.revise(version.case, hall.cast.bob, decision(hall, "P-07"), seen=version.number)
    assert later.supersedes == version
    assert points(hall) == [-100, -100, 100]
    standing = Adjustment.objects.filter(reverses=None, reversed_by=None)
    assert [row.origin_uid for row in standing] == [kept.uid]
    ruled = listed.case_of(hall.cast.tournament, version.case.uid)
    assert ruled is not None
    assert states(ruled) == [VersionState.IN_FORCE, VersionState.SUPERSEDED]
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
@pytest.mark.databases
def test_a_version_seen_too_late_is_refused(hall: Hall) -> None:
    version = rule(hall, "P-07")
    cases.revise(version.case, hall.cast.bob, decision(hall, "P-07"), seen=1)
    with pytest.raises(Refused) as refused:
        cases.revise(version.case, hall.cast.bob, decision(hall, "R-02"), seen=1)
    assert codes(refused) == [Code.RULING_CHANGED]


@pytest.mark.full
def test_a_void_deal_is_played_again_and_restored(hall: Hall) -> None:
    first = hall.cast.post(hall.deal())
    version = rule(hall, "D-05", remedy=Remedy.VOID)
    voided = Result.objects.get(origin_uid=version.uid)
    assert (voided.kind, voided.retires, hall.deal().done) == ("void", first, False)
    cases.revise(version.case, hall.cast.bob, decision(hall, "P-07"), seen=1)
    restored = Result.live.get(deal=hall.deal())
    assert (restored.kind, restored.facts) == (first.kind, first.facts)
    assert [row.version for row in Result.objects.filter(deal=hall.deal())] == [1, 2, 3]


@pytest.mark.full
def test_a_result_that_came_since_is_left_alone(hall: Hall) -> None:
    hall.cast.post(hall.deal())
    version = rule(hall, "D-05", remedy=Remedy.VOID)
    played_again = hall.cast.post(hall.deal(), seen=2, reason="played again")
    cases.revise(version.case, hall.cast.bob, decision(hall, "P-07"), seen=1)
    assert Result.live.get(deal=hall.deal()) == played_again


@pytest.mark.full
def test_a_correction_is_linked(hall: Hall) -> None:
    result = hall.cast.post(hall.deal())
    assert rule(hall, "R-02", remedy=Remedy.CORRECTED).result == result


@pytest.mark.full
@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"article": "X-99"}, Code.ARTICLE_UNKNOWN),
        ({"article": "R-02", "level": Level.L4}, Code.LEVEL_WITHOUT_REASON),
        (
            {"article": "R-02", "level": Level.L3, "level_reason": "mild"},
            Code.RULING_BEYOND_OFFICE,
        ),
        ({"article": "B-05", "level": Level.L9}, Code.RULING_BEYOND_OFFICE),
        ({"facts": "", "article": ""}, Code.RULING_EMPTY),
    ],
)
def test_what_a_referee_may_not(hall: Hall, more: dict[str, Any], code: Code) -> None:
    with pytest.raises(Refused) as refused:
        rule(hall, more.pop("article"), **more)
    assert code in codes(refused)
    assert not RulingCase.objects.exists()


@pytest.mark.full
def test_facts_are_wanted_of_a_heavy_penalty(hall: Hall) -> None:
    make_official(hall)
    with pytest.raises(Refused) as refused:
        rule(hall, "R-02", facts=" ")
    assert [problem.field for problem in refused.value.problems] == ["facts"]


@pytest.mark.full
def test_a_referee_differs_by_one_level_with_a_reason(hall: Hall) -> None:
    rule(hall, "R-02", level=Level.L4, level_reason="first time at a table")
    assert points(hall) == [-50]
    rule(hall, "R-02", by=hall.cast.alice, label="W", level=Level.L3, level_reason="a child")
    assert points(hall) == [-50, -20]


@pytest.mark.full
@pytest.mark.databases
def test_a_card_of_a_referee_waits_for_a_deputy(hall: Hall) -> None:
    make_official(hall)
    version = rule(hall, "B-01")
    assert version.needs == Needs.DEPUTY
    assert not PenaltyWarning.objects.exists()
    assert Hold.objects.filter(code="ruling", released_at=None).count() == 1
    with pytest.raises(Refused) as refused:
        cases.confirm(version, hall.cast.bob)
    assert codes(refused) == [Code.RULING_OWN_WORD]
    cases.confirm(version, official_of(hall, "dora", Role.DEPUTY))
    assert PenaltyWarning.objects.get().level == "L2"
    assert not Hold.objects.filter(code="ruling", released_at=None).exists()
    with pytest.raises(Refused) as refused:
        cases.confirm(version, hall.cast.alice)
    assert codes(refused) == [Code.RULING_NOT_WAITING]
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
def test_a_card_that_is_not_confirmed_never_counts(hall: Hall) -> None:
    make_official(hall)
    version = rule(hall, "B-01")
    cases.reject(version, hall.cast.alice, "said in jest")
    ruled = listed.case_of(hall.cast.tournament, version.case.uid)
    assert ruled is not None
    assert ruled.state(ruled.newest) is VersionState.REFUSED
    assert not PenaltyWarning.objects.exists()


@pytest.mark.full
def test_a_version_that_waits_waits_no_more_once_it_is_decided_anew(hall: Hall) -> None:
    """The first one waited for a word that nobody could give any more, and its hold stayed."""
    make_official(hall)
    first = rule(hall, "B-01", facts="shouted")
    later = cases.revise(
        first.case, hall.cast.bob, decision(hall, "B-01", facts="threw cards"), seen=1
    )
    assert later.needs == Needs.DEPUTY
    held = Hold.objects.filter(code="ruling", released_at=None)
    assert [row.origin_uid for row in held] == [later.uid]
    with pytest.raises(Refused) as refused:
        cases.confirm(cases.version_of(first.uid), hall.cast.alice)
    assert codes(refused) == [Code.RULING_CHANGED]
    cases.reject(later, hall.cast.alice, "said in jest")
    assert not held.all().exists()
    ruled = listed.case_of(hall.cast.tournament, first.case.uid)
    assert ruled is not None
    assert states(ruled) == [VersionState.REFUSED, VersionState.UNDONE]


@pytest.mark.full
def test_in_a_club_a_warning_needs_nobody(hall: Hall) -> None:
    assert rule(hall, "B-01").needs == Needs.NOBODY
    assert PenaltyWarning.objects.get().level == "L2"


@pytest.mark.full
def test_a_disqualification_needs_two_accounts(hall: Hall) -> None:
    """Invariant 11 of the catalogue: L9 needs two distinct officials, one the organiser."""
    make_official(hall)
    chief = official_of(hall, "chief", Role.CHIEF_REFEREE)
    other_chief = official_of(hall, "other", Role.CHIEF_REFEREE)
    version = rule(hall, "B-05", by=chief)
    assert version.needs == Needs.ORGANISER
    for account_ in (chief, other_chief, hall.cast.bob):
        with pytest.raises(Refused) as refused:
            cases.confirm(version, account_)
        assert codes(refused) == [Code.RULING_OWN_WORD]
    cases.confirm(version, hall.cast.alice)
    ruled = listed.case_of(hall.cast.tournament, version.case.uid)
    assert ruled is not None
    assert ruled.standing == version


@pytest.mark.full
def test_only_the_author_or_the_chief_rules_otherwise(hall: Hall) -> None:
    make_official(hall)
    version = rule(hall, "P-07")
    other = official_of(hall, "dora", Role.REFEREE)
    with pytest.raises(Refused) as refused:
        cases.revise(version.case, other, decision(hall, "P-07"), seen=1)
    assert codes(refused) == [Code.RULING_OF_ANOTHER]
    cases.revise(version.case, hall.cast.alice, decision(hall, "P-07"), seen=1)


@pytest.mark.full
def test_a_scorer_does_not_rule(hall: Hall) -> None:
    scorer = official_of(hall, "sam", Role.SCORER)
    with pytest.raises(Refused) as refused:
        rule(hall, "P-07", by=scorer)
    assert codes(refused) == [Code.RULING_BEYOND_OFFICE]


@pytest.mark.full
def test_conduct_is_kept_apart(hall: Hall) -> None:
    make_official(hall)
    hall.cast.post(hall.deal())
    version = rule(hall, "R-02", by=hall.cast.alice, disciplinary=Level.L2)
    kinds = RulingSanction.objects.filter(version=version).order_by("number")
    assert [(row.kind, row.level) for row in kinds] == [
        ("procedural", "L5"),
        ("disciplinary", "L2"),
    ]
    assert [row.points for row in kinds] == [-100, 0]
    assert PenaltyWarning.objects.get().level == "L2"


@pytest.mark.full
def test_an_entry_is_penalised_in_the_unit_that_ranks(hall: Hall) -> None:
    entry = offender(hall).entry
    asked = RulingDecision((NamedOffender(entry),), "G-03", facts="would not come", level=Level.L5)
    event = source(hall).event
    cases.decide(RulingSource(event, entry=entry), hall.cast.alice, asked)
    given = Adjustment.objects.get()
    assert (given.entry, given.side, given.stage_of_sum) == (entry, None, "standings")


@pytest.mark.full
def test_the_actor_is_in_the_log(hall: Hall) -> None:
    rule(hall, "P-07")
    entry = hall.cast.tournament.log.order_by("-seq").first()
    assert entry is not None
    assert (entry.verb, entry.actor) == ("rule_case", str(Actor.from_user(hall.cast.bob)))
