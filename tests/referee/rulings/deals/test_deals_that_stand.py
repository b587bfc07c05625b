"""What stands of a deal by its stored results, and which deals were not begun: both sides."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import timezone

from referee.base.refusals import Code
from referee.leases import leases
from referee.models import CardDecision, CorrectionUndone, DeviceLease, KeptWrite, Sheet
from referee.rulings import (
    cases,
    corrections,
    late_exposures,
    ruling_effects,
    ruling_parts,
    ruling_stack,
    two_cards,
)
from referee.rulings.corrections import OpenDeal, PlayEvidence
from referee.rulings.ruling_stack import Removal
from tests.referee.hall import Hall
from tests.referee.rulings.by_value import codes
from tests.referee.rulings.deals.test_rows_of_a_ruling import result
from tests.referee.rulings.deciding.test_cases import decision, offender, seat, source
from tests.referee.rulings.stored_cases import case, step, version
from tests.tournaments.two_events import another_tournament
from tournaments.base.refusals import Reason
from tournaments.models import Deal, Event, Game, Result, Round, Tournament
from tournaments.record import ledger
from tournaments.regulations import amounts
from tournaments.regulations.amounts import Measure
from tournaments.structure import stored_clocks


def stands(hall: Hall, *without: str, annulled: tuple[int, ...] = ()) -> Any:
    return ruling_stack.of_deal(hall.deal(), Removal(frozenset(without), frozenset(annulled)))


@pytest.mark.full
def test_the_results_of_rulings_lie_upon_what_was_played(hall: Hall) -> None:
    assert (stands(hall).newest, stands(hall).base, stands(hall).active) == (None, None, ())
    played = result(hall, uid="sheet", origin_label="sheet", kind="played")
    result(hall, hall.deal(2), uid="sheet", origin_label="sheet", kind="played")
    found = stands(hall)
    assert (found.newest, found.base, found.result) == (played, played, played)
    assert not found.has_removed
    first, second = version(hall), version(hall)
    lower, upper = result(hall, uid=first.uid), result(hall, uid=second.uid)
    found = stands(hall)
    assert (found.newest, found.base, found.top) == (upper, played, second.uid)
    assert found.active == ((first, lower), (second, upper))
    assert found.posted_by == {first.uid, second.uid}
    assert (found.has_removed, found.result) == (False, upper)


@pytest.mark.full
def test_a_version_is_lifted_that_was_undone_or_is_left_out(hall: Hall) -> None:
    played = result(hall, uid="sheet", origin_label="sheet", kind="played")
    first, second = version(hall), version(hall)
    lower, upper = result(hall, uid=first.uid), result(hall, uid=second.uid)
    found = stands(hall, second.uid)
    assert (found.has_removed, found.active, found.result) == (True, ((first, lower),), lower)
    found = stands(hall, first.uid, second.uid)
    assert (found.has_removed, found.active, found.result) == (True, (), played)
    assert not stands(hall, "another").has_removed
    step(version(hall), hall)
    assert not stands(hall).has_removed
    step(first, hall)
    found = stands(hall)
    assert (found.has_removed, found.active, found.result) == (True, ((second, upper),), upper)
    assert not found.is_of(first)
    assert found.is_of(second)


@pytest.mark.full
def test_what_was_entered_upon_a_ruling_is_the_new_ground(hall: Hall) -> None:
    first = version(hall)
    result(hall, uid=first.uid)
    entered = result(hall, uid="referee")
    found = stands(hall)
    assert (found.newest, found.base, found.active) == (entered, entered, ())
    # The same uid under another origin is no result of the ruling.
    alike = result(hall, uid=first.uid, origin_label="sheet")
    assert stands(hall).posted_by == frozenset({first.uid})
    assert stands(hall).newest == alike


@pytest.mark.full
@pytest.mark.parametrize("is_stored", [True, False])
def test_a_correction_that_was_annulled_is_passed_over(hall: Hall, is_stored: bool) -> None:
    played = result(hall, uid="sheet", origin_label="sheet", kind="played")
    corrected = result(hall, uid="referee")
    ruling = version(hall)
    assert not stands(hall).has_removed
    keys: tuple[int, ...] = (corrected.pk,)
    if is_stored:
        undo = CorrectionUndone.objects.create
        undo(version=ruling, result=corrected, official=hall.cast.bob)
        keys = ()
    found = stands(hall, annulled=keys)
    assert (found.has_removed, found.base, found.result) == (True, played, played)
    assert found.report.kind == "played"
    upper = result(hall, uid=ruling.uid)
    found = stands(hall, annulled=keys)
    assert (found.base, found.active) == (played, ((ruling, upper),))
    assert not stands(hall, annulled=(played.pk,)).has_removed or is_stored


@pytest.mark.full
def test_an_annulled_correction_upon_a_ruling_shows_what_was_below_it(hall: Hall) -> None:
    ruling = version(hall)
    lower = result(hall, uid=ruling.uid)
    corrected = result(hall, uid="referee")
    result(hall, uid="later")
    found = ruling_stack.of_deal(hall.deal(), below=3)
    assert (found.newest, found.base) == (corrected, corrected)
    found = ruling_stack.of_deal(hall.deal(), Removal(annulled=frozenset([corrected.pk])), below=3)
    assert found.result == lower


@pytest.mark.full
def test_what_was_annulled_of_nothing_is_nothing(hall: Hall) -> None:
    only = result(hall, uid="referee")
    found = stands(hall, annulled=(only.pk,))
    assert (found.base, found.result, found.report.kind) == (None, None, "retracted")


@pytest.mark.full
def test_of_parts_of_a_ruling_that_is_over_nothing_remains(hall: Hall) -> None:
    made = version(hall, remedy="void")
    annulment = ruling_parts.Annulment(made, frozenset())
    assert ruling_parts.what_remains(annulment, "x") is not None
    step(made, hall, "confirmed")
    assert ruling_parts.what_remains(annulment, "x") is not None
    step(made, hall)
    assert ruling_parts.what_remains(annulment, "x") is None


@pytest.mark.full
def test_a_word_is_given_on_what_no_later_version_took_over(hall: Hall) -> None:
    first = version(hall, needs="deputy", who={"entry": offender(hall).entry})
    made: Any = SimpleNamespace(concerns=lambda **_more: None, shows=lambda _event: None)
    alice = hall.cast.alice
    assert cases._waiting(made, first, alice) == first
    second = version(hall, first.case, needs="deputy")
    assert codes(lambda: cases._waiting(made, first, alice)) == [Code.RULING_CHANGED]
    assert cases._waiting(made, second, alice) == second


@pytest.mark.full
def test_an_answer_is_held_at_the_last_round_that_was_not_cancelled(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    group = hall.round.group
    Round.objects.create(event=hall.cast.event, group=group, number=2, state="cancelled")
    said: list[Any] = []
    monkeypatch.setattr(ledger, "hold", lambda _made, what, _code, **_more: said.append(what))
    made: Any = None
    cases._hold(made, version(hall, case(hall, round=None, deal=None), needs="answer"))
    assert said == [hall.round]


@pytest.mark.full
def test_a_suspension_is_doubtful_by_its_own_ruling_and_a_dismissal_never_is(hall: Hall) -> None:
    assert list(two_cards.doubtful_suspensions()) == []
    assert two_cards.PAIR == 2
    first, second = (version(hall, level="L2") for _ in range(2))
    values = {"first": first.sanctions.get(), "second": second.sanctions.get(), "reason": "x"}
    CardDecision.objects.create(**values, official=hall.cast.bob)
    step(first, hall)
    assert list(two_cards.doubtful_suspensions()) == []


@pytest.mark.full
def test_the_side_that_gains_is_the_other_one_of_the_same_match(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    chair = seat(hall)
    level = Measure.LEVELS
    monkeypatch.setattr(amounts, "measure_of", lambda *_all, **_more: level)
    match = chair.side.match
    match.sides.exclude(pk=chair.side_id).first()
    others = list(match.sides.exclude(pk=chair.side_id).order_by("pk"))
    assert ruling_effects.gaining_side(source(hall).event, "T-05", chair) is None
    assert len(others) == 3


@pytest.mark.full
def test_the_choice_of_an_exposure_is_of_the_result_of_its_own_deal(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(late_exposures, "_facts_with", lambda *_all: None)
    asked: list[Any] = []
    monkeypatch.setattr(late_exposures, "_facts_with", lambda of, *_all: asked.append(of))
    incident: Any = SimpleNamespace(row=SimpleNamespace(deal=hall.deal(2), seat="W"))
    result(hall, kind="played")
    assert late_exposures.exposure_choice(incident) is None
    assert asked == []
    own = result(hall, hall.deal(2), kind="played")
    late_exposures.exposure_choice(incident)
    assert asked == [own, own]


def opened(hall: Hall) -> dict[tuple[int, int], OpenDeal]:
    return {(row.table, row.deal.play_order): row for row in corrections.open_deals(hall.round)}


@pytest.fixture
def timed(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> Hall:
    """A hall of games whose time is over at both tables."""
    for number, match in enumerate(hall.round.matches.order_by("number"), 1):
        game = Game.objects.create(match=match, number=number)
        Deal.objects.filter(sitting__segment__match=match).update(game=game)
    numbers = [table.number for table in hall.tables]
    over = {number: timezone.now() for number in numbers}
    keep = lambda _round, tables: {n: over[n] for n in tables if n in over}  # noqa: E731
    monkeypatch.setattr(stored_clocks, "over_since", keep)
    return replace(
        hall, round=Round.objects.select_related("event__tournament").get(pk=hall.round.pk)
    )


def written(hall: Hall, deal: Deal, key: str, **more: Any) -> Sheet:
    values = {"official": hall.cast.bob, **more}
    return Sheet.objects.create(
        deal=deal, seen=0, sound=False, key=key, digest="d", sealed="s", **values
    )


@pytest.mark.full
def test_a_deal_lies_open_in_a_game_of_the_round_whose_time_is_over(
    timed: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert set(opened(timed)) == {(1, 1), (1, 2), (2, 1), (2, 2)}
    Deal.objects.filter(pk=timed.deal(2).pk).update(done=True)
    Deal.objects.filter(pk=timed.deal(1).pk).update(game=None)
    assert set(opened(timed)) == {(2, 1), (2, 2)}
    later = Round.objects.create(
        event=timed.cast.event,
        group=timed.round.group,
        number=2,
        state="published",
        published_at=timezone.now(),
    )
    assert corrections.open_deals(later) == ()
    assert corrections.is_time_over(timed.round)
    assert not corrections.is_time_over(later)
    first = timed.tables[0].number
    monkeypatch.setattr(stored_clocks, "over_since", lambda *_all: {first: timezone.now()})
    assert opened(timed) == {}
    Round.objects.filter(pk=timed.round.pk).update(published_at=None)
    assert corrections.open_deals(Round.objects.get(pk=timed.round.pk)) == ()


@pytest.mark.full
def test_a_sign_of_play_is_of_the_deal_itself(timed: Hall) -> None:
    deal = timed.deal(2)
    written(timed, timed.deal(1), "k")
    result(timed, timed.deal(1), kind="played")
    Deal.objects.update(done=False)
    assert opened(timed)[1, 1].evidence is PlayEvidence.SHEET
    assert opened(timed)[1, 2].evidence is None
    result(timed, deal, kind="void")
    Deal.objects.update(done=False)
    assert opened(timed)[1, 2].evidence is None
    result(timed, deal, kind="played")
    Deal.objects.update(done=False)
    assert opened(timed)[1, 2].evidence is PlayEvidence.RESULT
    assert opened(timed)[2, 2].evidence is None


@pytest.mark.full
@pytest.mark.parametrize(
    ("columns", "is_sign"),
    [
        ({}, True),
        ({"kind": "confirmation"}, False),
        ({"created_at": -1}, False),
        ({"sealed": "nothing of it"}, False),
        ({"tournament": None}, False),
    ],
)
def test_a_write_that_was_kept_is_a_sign_of_the_deal_that_it_names(
    timed: Hall, columns: dict[str, Any], is_sign: bool
) -> None:
    values: dict[str, Any] = {"kind": "sheet", "sealed": f"deal {timed.deal().uid}"}
    values |= {"tournament": timed.cast.tournament, "reason": "differs", **columns}
    if values["tournament"] is None:
        values["tournament"] = another_tournament(timed.cast)
    if "created_at" in values:
        published = timed.round.published_at
        assert published is not None
        values["created_at"] = published - timedelta(seconds=1)
    KeptWrite.objects.create(official=timed.cast.bob, **values)
    found = opened(timed)
    assert found[1, 1].evidence is (PlayEvidence.KEPT if is_sign else None)
    assert found[1, 2].evidence is None


@pytest.mark.full
@pytest.mark.parametrize(
    ("waiting", "released", "is_sign"),
    [(1, None, True), (0, None, False), (1, 1, True), (1, 0, True), (1, -1, False)],
)
def test_a_tablet_with_unsent_items_is_a_sign_at_its_table(
    timed: Hall, waiting: int, released: int | None, is_sign: bool
) -> None:
    lease = leases.open_table(table=timed.table, device="a-tablet").lease
    published = timed.round.published_at
    assert published is not None
    at = None if released is None else published + timedelta(seconds=released)
    DeviceLease.objects.filter(pk=lease.pk).update(waiting=waiting, released_at=at)
    found = opened(timed)
    assert found[1, 1].evidence is (PlayEvidence.UNSENT if is_sign else None)
    assert found[2, 1].evidence is None


@pytest.mark.full
@pytest.mark.parametrize(
    ("number", "table", "by_lease", "released", "is_told"),
    [
        (1, 0, True, None, True),
        (2, 0, True, None, False),
        (1, 1, True, None, False),
        (1, 0, False, None, False),
        (1, 0, True, 1, True),
        (1, 0, True, -1, False),
    ],
)
def test_when_the_deal_before_was_sent_is_told_by_a_tablet_in_possession_there(
    timed: Hall, number: int, table: int, by_lease: bool, released: int | None, is_told: bool
) -> None:
    lease = leases.open_table(table=timed.tables[table], device="a-tablet").lease
    who = {"lease": lease, "official": None} if by_lease else {}
    sheet = written(timed, timed.deal(number, timed.tables[table]), "k", **who)
    if released is not None:
        at = sheet.created_at + timedelta(seconds=released)
        DeviceLease.objects.filter(pk=lease.pk).update(released_at=at)
    before = opened(timed)[1, 2].sent_before_at
    assert before == (sheet.created_at if is_told else None)


@pytest.mark.full
def test_what_nobody_began_of_the_listed_deals_is_ruled_out(
    timed: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Any] = []

    def give(_made: Any, deal: Deal, kind: str, *_all: Any, **_more: Any) -> None:
        given.append((deal.sitting.table.number, deal.play_order, kind))
        if len(given) == 1:
            Deal.objects.filter(pk=timed.deal(2).pk).update(done=True)

    monkeypatch.setattr(corrections, "give", give)
    written(timed, timed.deal(1, timed.tables[1]), "k")
    places = [(1, 1), (1, 2), (2, 1)]
    listed = [opened(timed)[place].deal.uid for place in places]
    found = corrections.rule_out(timed.round, timed.cast.bob, listed, "the time is over")
    assert given == [(1, 1, "not_played")]
    assert [(row.table, row.deal.play_order) for row in found.ruled] == places[:2]
    assert [(row.table, row.deal.play_order) for row in found.left] == places[2:]


@pytest.mark.full
def test_nothing_is_ruled_out_without_a_reason_a_time_that_is_over_and_a_deal(
    timed: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows: Any = [OpenDeal(timed.deal(), None, timezone.now())]
    corrections._check_listed(timed.round, rows, "x")
    assert codes(lambda: corrections._check_listed(timed.round, rows, " ")) == [
        Reason.REASON_MISSING
    ]
    assert codes(lambda: corrections._check_listed(timed.round, [], "x")) == [
        Code.NOTHING_NOT_BEGUN
    ]
    monkeypatch.setattr(corrections, "is_time_over", lambda _round: False)
    late = [Reason.REASON_MISSING, Code.TIME_NOT_CALLED]
    assert codes(lambda: corrections._check_listed(timed.round, [], "")) == late


@pytest.mark.full
def test_what_changed_since_the_close_is_later_and_of_the_tournament(hall: Hall) -> None:
    row = result(hall)
    tournament = hall.cast.tournament
    for seconds, found in ((-1, [row]), (0, []), (1, [])):
        Round.objects.update(closed_at=row.created_at + timedelta(seconds=seconds))
        assert list(corrections.changed_since_close(tournament)) == found
    Round.objects.update(closed_at=row.created_at - timedelta(seconds=1))
    assert list(corrections.changed_since_close(Tournament(pk=0))) == []
    assert Result.objects.count() == 1
    assert decision(hall).seen == 1
    assert Event.objects.count() == 1
