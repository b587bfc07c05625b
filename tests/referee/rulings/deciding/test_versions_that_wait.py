"""Versions that wait, are in force or were refused when another comes, and whose row is meant."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import timezone

from referee.models import (
    Appeal,
    AppealStep,
    CardDecision,
    Irregularity,
    Needs,
    RulingVersion,
    Sheet,
)
from referee.rulings import (
    cases,
    corrections,
    decisions,
    heavy_levels,
    late_exposures,
    penalties,
    proposals,
    ruling_effects,
    ruling_stack,
    two_cards,
)
from tests import levels_cast
from tests.referee.hall import Hall
from tests.referee.rulings.deals.test_rows_of_a_ruling import result
from tests.referee.rulings.deciding.test_cases import (
    decision,
    make_official,
    offender,
    rule,
    seat,
    source,
)
from tests.referee.rulings.sanctions.test_pairs_of_cards import card, counted, suspended
from tests.referee.rulings.stored_cases import case, step, version
from tournaments.models import Award, Group, Hold, Match, Round, Seat, Stage
from tournaments.models.record import BY_CASE


def kinds(version_: RulingVersion) -> list[str]:
    return [row.kind for row in version_.steps.order_by("pk")]


def held(version_: RulingVersion) -> bool:
    return Hold.objects.filter(origin_uid=version_.uid, released_at=None).exists()


def anew(hall: Hall, of: RulingVersion, label: str = "N", **more: Any) -> RulingVersion:
    seen = of.case.versions.count()
    asked = decision(hall, "B-01", label, facts="seen again")
    return cases.revise(of.case, hall.cast.bob, asked, seen=seen, **more)


@pytest.mark.full
def test_a_newer_version_ends_the_wait_of_its_own_case_alone(hall: Hall) -> None:
    make_official(hall)
    other, first = rule(hall, "B-01", label="W"), rule(hall, "B-01")
    assert first.needs == other.needs == Needs.DEPUTY
    second = anew(hall, first)
    assert second.needs == Needs.DEPUTY
    assert (kinds(first), kinds(second), kinds(other)) == (["undone"], [], [])
    assert (held(first), held(second), held(other)) == (False, True, True)


@pytest.mark.full
def test_what_is_in_force_stays_so_while_a_newer_version_waits(hall: Hall) -> None:
    make_official(hall)
    first = rule(hall, "B-01", by=hall.cast.alice)
    assert first.needs == Needs.NOBODY
    second = cases.revise(
        first.case, hall.cast.alice, decision(hall, "B-01", facts="again"), seen=1, waits=True
    )
    assert (second.needs, kinds(first), kinds(second)) == (Needs.ANSWER, [], [])
    third = cases.revise(
        first.case, hall.cast.alice, decision(hall, "B-01", facts="at last"), seen=2
    )
    assert third.needs == Needs.NOBODY
    assert (kinds(first), kinds(second), kinds(third)) == (["undone"], ["undone"], [])
    assert not held(second)


@pytest.mark.full
def test_what_was_refused_is_not_taken_back_by_a_version_that_waits(hall: Hall) -> None:
    make_official(hall)
    first = rule(hall, "B-01")
    cases.reject(cases.version_of(first.uid), hall.cast.alice, "not so")
    second = anew(hall, first)
    assert (kinds(first), kinds(second)) == (["refused"], [])
    assert held(second)


@pytest.mark.full
@pytest.mark.parametrize(("remedy", "kept"), [("corrected", "record"), ("void", "")])
def test_what_a_correction_is_for_is_kept_of_a_correction_alone(
    hall: Hall, remedy: str, kept: str
) -> None:
    hall.cast.post(hall.deal())
    made = rule(hall, "T-05", remedy=remedy, purpose="record")
    assert (made.remedy, made.purpose) == (remedy, kept)


def appealed(hall: Hall, of: RulingVersion, **columns: Any) -> None:
    bob, number = hall.cast.bob, Appeal.objects.count() + 1
    appeal = Appeal.objects.create(
        tournament=hall.cast.tournament,
        event=source(hall).event,
        key=f"key-{number}",
        year=2026,
        number=number,
        entry=offender(hall).entry,
        against="ruling",
        ruling=of,
        lodged_at=timezone.now(),
        statement="x",
        official=bob,
    )
    AppealStep.objects.create(appeal=appeal, number=1, text="x", official=bob, **columns)


@pytest.mark.full
@pytest.mark.parametrize(
    ("columns", "upheld"),
    [
        ({"state": "decided", "decision": "upheld"}, True),
        ({"state": "decided", "decision": "varied"}, False),
        ({"state": "recommended", "decision": "recommend"}, False),
        ({"state": "lodged"}, False),
    ],
)
def test_a_ruling_was_upheld_by_a_decision_on_an_appeal_against_it(
    hall: Hall, columns: dict[str, str], upheld: bool
) -> None:
    first, other = version(hall), version(hall)
    later = version(hall, first.case)
    appealed(hall, first, **columns)
    assert proposals.was_upheld(first.case) is upheld
    assert proposals.was_upheld(later.case) is upheld
    assert not proposals.was_upheld(other.case)


@pytest.mark.full
def test_a_stored_seat_is_that_of_the_person_at_the_table_of_the_case(hall: Hall) -> None:
    sanction = version(hall, label="E").sanctions.get()
    found = decisions.seat_of(sanction.version, sanction)
    assert found == seat(hall, "E")
    second = hall.deal(1, hall.tables[1]).sitting
    there = Seat.objects.get(sitting=second, label="S")
    Seat.objects.filter(pk=there.pk).update(person=sanction.person)
    elsewhere = version(hall, case(hall, sitting=second), label="E").sanctions.get()
    assert decisions.seat_of(elsewhere.version, elsewhere) == there


@pytest.mark.full
def test_penalty_points_name_a_deal_where_the_match_has_several_tables(hall: Hall) -> None:
    chair = seat(hall)
    assert penalties._deal_at(chair) is None
    match = chair.sitting.segment.match
    other = Seat.objects.exclude(sitting__segment__match=match)[0].sitting
    type(other.segment).objects.filter(pk=other.segment_id).update(match=match, number=9)
    assert penalties._deal_at(seat(hall)) == hall.deal(2)


@pytest.mark.full
def test_an_award_is_told_of_who_lost_that_match(hall: Hall) -> None:
    made, match = version(hall), Match.objects.order_by("pk")[0]
    own = match.sides.order_by("pk")[0].entries.get()
    stranger = Match.objects.order_by("pk")[1].sides.order_by("pk")[0].entries.get()
    Award.objects.create(
        match=match, kind="both_absent", reason="x", origin_uid=made.uid, origin_label=BY_CASE
    )

    def told(entry: Any) -> str:
        row: Any = SimpleNamespace(version=made, entry=entry, level="L8")
        return heavy_levels._lost_words(row)

    assert told(own)
    assert told(stranger) == ""


@pytest.mark.full
def test_the_results_of_other_deals_are_none_of_this_one(hall: Hall) -> None:
    own = result(hall, uid="own")
    for number in range(3):
        result(hall, hall.deal(2), uid=f"other-{number}")
    found = ruling_stack.of_deal(hall.deal())
    assert (found.newest, found.base) == (own, own)


@pytest.mark.full
def test_a_result_lies_upon_others_by_the_word_of_a_ruling_alone(hall: Hall) -> None:
    first, second = version(hall), version(hall)
    alike = result(hall, uid=second.uid, origin_label="sheet", kind="played")
    upper = result(hall, uid=first.uid)
    found = ruling_stack.of_deal(hall.deal())
    assert (found.base, found.active) == (alike, ((first, upper),))


@pytest.mark.full
def test_the_opponents_that_gain_are_those_of_the_same_match(db: None) -> None:
    cast = levels_cast.assemble(deals=1)
    round_ = cast.round_in_play()
    for deal in cast.deals(round_):
        chair = Seat.objects.select_related("side").get(sitting=deal.sitting, label="W")
        gains = ruling_effects.gaining_side(cast.event, "T-05", chair)
        assert gains is not None
        assert (gains.match_id, gains != chair.side) == (chair.side.match_id, True)


def late(hall: Hall, number: int, table: int = 0, code: str = "late_exposure") -> Any:
    deal, key = hall.deal(number, hall.tables[table]), f"key-{Sheet.objects.count()}"
    sheet = Sheet.objects.create(
        deal=deal,
        seen=0,
        sound=False,
        official=hall.cast.bob,
        key=key,
        digest="d",
        sealed="s",
    )
    row = Irregularity.objects.create(deal=deal, sheet=sheet, code=code, seat="W")
    return SimpleNamespace(row=row)


@pytest.mark.full
def test_an_exposure_is_earlier_of_the_same_code_on_another_deal(hall: Hall) -> None:
    late(hall, 1, code="revoke")
    assert late_exposures.earlier_exposures(late(hall, 2)) == 0
    assert late_exposures.earlier_exposures(late(hall, 2)) == 0
    assert late_exposures.earlier_exposures(late(hall, 1)) == 1


@pytest.mark.full
def test_an_exposure_of_another_stage_is_no_earlier_one(hall: Hall) -> None:
    late(hall, 1)
    second = hall.deal(1, hall.tables[1]).sitting
    person = seat(hall, "W").person
    Seat.objects.filter(sitting=second, label="W").update(person=person)
    again = late(hall, 1, table=1)
    assert late_exposures.earlier_exposures(again) == 1
    stage = Stage.objects.create(event=hall.cast.event, number=2, name="决赛")
    group = Group.objects.create(stage=stage, number=1)
    final = Round.objects.create(event=hall.cast.event, group=group, number=2, state="published")
    Match.objects.filter(segments__sittings=second).update(round=final)
    again.row = Irregularity.objects.get(pk=again.row.pk)
    assert late_exposures.earlier_exposures(again) == 0


@pytest.fixture
def official(hall: Hall) -> Hall:
    make_official(hall)
    return hall


@pytest.mark.full
def test_a_card_that_was_made_a_reminder_is_no_card_any_more(official: Hall) -> None:
    first, second = card(official), card(official)
    values = {"first": first.sanctions.get(), "second": second.sanctions.get(), "reason": "x"}
    CardDecision.objects.create(**values, official=official.cast.alice)
    third = card(official)
    assert counted(official) == []
    step(second, official)
    version(official, second.case, level="L1")
    assert counted(official) == [third]


@pytest.mark.full
def test_a_suspension_is_doubtful_while_that_of_its_own_ruling_is_in_force(official: Hall) -> None:
    first, second = card(official), card(official)
    red, other = version(official, level="L8"), version(official, level="L8")
    own = suspended(official, red)
    values = {"first": first.sanctions.get(), "second": second.sanctions.get(), "reason": "x"}
    alice = official.cast.alice
    made = CardDecision.objects.create(**values, official=alice, ruling=red.case)
    step(first, official)
    assert list(two_cards.doubtful_suspensions()) == [made]
    suspended(official, red, reverses=own)
    suspended(official, other)
    assert list(two_cards.doubtful_suspensions()) == []


@pytest.mark.full
def test_nothing_is_ruled_out_in_another_round(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    group = hall.round.group
    Round.objects.create(event=hall.cast.event, group=group, number=2, state="draft")
    asked: list[Round] = []
    monkeypatch.setattr(corrections, "open_deals", lambda round_: asked.append(round_) or ())  # type: ignore[func-returns-value,redundant-expr]
    monkeypatch.setattr(corrections, "_check_listed", lambda *_all: None)
    monkeypatch.setattr(corrections, "give", lambda *_all, **_more: None)
    corrections.rule_out(hall.round, hall.cast.bob, [], "x")
    assert asked == [hall.round]
