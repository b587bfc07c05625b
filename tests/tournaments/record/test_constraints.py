"""What must never be cannot be stored: every constraint of the structure and the record bites."""

from __future__ import annotations

import copy
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from typing import Any, Final

import pytest
from django.apps import apps
from django.db import IntegrityError, models, transaction
from django.utils import timezone

from tests.cast import Cast
from tests.tournaments.record.stored_rows import (
    store_beside,
)
from tournaments import organise
from tournaments.models import (
    Award,
    Board,
    BoardSet,
    Credential,
    Deal,
    Entry,
    ExtraDeal,
    Game,
    GroupMember,
    Installation,
    LineUp,
    Membership,
    Person,
    Segment,
    Side,
    SitOut,
    new_uid,
)
from tournaments.record import club_log, ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.record.ledger import Origin

Rows = type[models.Model]

CONSTRAINTS: Final[dict[str, tuple[Rows, models.BaseConstraint]]] = {
    constraint.name: (model, constraint)
    for model in apps.get_app_config("tournaments").get_models()
    for constraint in model._meta.constraints
}

# What to change in a copy of a stored row, so that it breaks just this check.
BROKEN: Final[dict[str, dict[str, Any]]] = {
    "membership_in_club_or_tournament": {"club": None, "tournament": None},
    "membership_role": {"role": "king"},
    "membership_tables_of_tournament": {"tables": "|1|"},
    "person_number_of_member": {"guest": True, "number": 999},
    "person_sex": {"sex": "other"},
    "person_not_own_double": {"id": 10**6, "same_as_id": 10**6},
    "alias_has_name": {"name": ""},
    "told_apart_in_order": {"second_id": 0},
    "mention_kind": {"kind": "rumour"},
    "club_has_name": {"name": ""},
    "club_ink": {"ink": "red"},
    "club_rules_have_name": {"name": ""},
    "credential_has_secret": {"secret_hash": ""},
    "credential_kind": {"kind": "face"},
    "credential_of_one_place": {"tournament": None, "club": None},
    "credential_of_one_holder": {"user": None, "person": None, "entry": None},
    "tournament_has_name": {"name": ""},
    "tournament_state": {"state": "dreamt"},
    "ruleset_first_replaces_none": {"version": 2, "reason": "x"},
    "event_has_name": {"name": ""},
    "event_depth": {"depth": "shallow"},
    "event_confirmation": {"confirmation": "nobody"},
    "event_records": {"records": "three"},
    "event_proof": {"proof": "blood"},
    "event_state": {"state": "dreamt"},
    "event_form": {"form": "crowd"},
    "event_deals_per_round": {"deals_per_round": 0},
    "event_draw_method": {"draw_method": "by_hand"},
    "event_ranking": {"ranking": "beauty"},
    "event_sit_out_credit": {"sit_out_credit": "all"},
    "event_late_credit": {"late_credit": "all"},
    "event_ranked_from": {"ranked_from": "some"},
    "event_comparison": {"comparison": "by_weight", "boards": "passed"},
    "event_boards": {"boards": "found"},
    "event_line_up_order": {"line_up_order": "loudest"},
    "event_odd_field": {"odd_field": "four_way"},
    "extra_deal_has_reason": {"reason": ""},
    "match_home_right": {"home_right": 3},
    "board_set_sealed": {"secret": "known", "commitment": ""},
    "event_rooms": {"rooms": 3},
    "event_segments": {"segments": 0},
    "event_board_copies": {"board_copies": 0},
    "event_compares_boards": {"comparison": "imp"},
    "stage_draw_method": {"draw_method": "by_hand", "number": 2},
    "stage_groups": {"groups_wanted": 0, "number": 2},
    "installation_is_one": {"id": 2},
    "round_method": {"method": "by_hand"},
    "round_numbered_from_one": {"number": 0},
    "round_state": {"state": "dreamt"},
    "side_number_one_to_five": {"number": 6},
    "entry_kind": {"kind": "ghost"},
    "entry_state": {"state": "asleep"},
    "entry_member_role": {"role": "king"},
    "entry_member_rounds_in_order": {"from_round": 3, "to_round": 2},
    "group_member_denominator": {"carried_denominator": 0},
    "deal_numbered_from_one": {"board_no": 0},
    "sitting_room": {"room": "kitchen"},
    "seat_label_known": {"label": "X"},
    "result_kind": {"kind": "guessed"},
    "result_later_has_reason": {"version": 2, "reason": "", "retires_id": 1},
    "result_first_retires_none": {"version": 2, "retires": None, "reason": "x"},
    "adjustment_stage_of_sum": {"stage_of_sum": "never"},
    "adjustment_unit": {"unit": "apples"},
    "adjustment_of_entry_or_side": {"entry": None},
    "adjustment_denominator": {"denominator": 0},
    "adjustment_has_reason": {"reason": ""},
    "award_kind": {"kind": "stolen", "winner": None},
    "award_has_reason": {"reason": ""},
    "award_has_winner": {"winner": None},
    "award_denominators": {"won_denominator": 0},
    "hold_on_one_thing": {"deal": None},
    "publication_state": {"state": "rumour"},
    "publication_kind": {"kind": "rumour"},
    "clock_move_kind": {"kind": "wind", "seconds": 0},
    "clock_move_has_time": {"seconds": 0},
    "clock_move_of_table": {"table_id": 1},
    "registration_door": {"door": "window"},
    "registration_has_places": {"places": 0},
    "entry_request_state": {"state": "dreamt"},
    "withdrawal_request_state": {"state": "dreamt"},
    "entered_name_state": {"state": "dreamt"},
    "entered_name_by": {"by": "rumour"},
    "season_state": {"state": "dreamt"},
    "season_sharing": {"sharing": "stolen"},
    "season_has_name": {"name": ""},
    "season_attendance": {"attendance_denominator": 0},
    "season_best_of": {"best_of": 0},
    "season_event_level": {"level": "cosmic"},
    "season_event_factor": {"factor_numerator": 0},
    "season_points_kind": {"kind": "beauty"},
    "season_points_reason": {"reason": "whim"},
    "season_points_denominator": {"denominator": 0},
    "payment_kind": {"kind": "bribe"},
    "payment_method": {"method": "shells"},
    "payment_back_has_reason": {"reverses_id": 1, "reason": ""},
    "rating_step_of_games": {"games": 0},
    "event_regulations_size": {"size": "cosmic"},
    "event_regulations_rulings_shown": {"rulings_shown": "some"},
    "event_regulations_board_set": {"board_set_deals": 0},
    "suspension_rounds_in_order": {"first_round": 3},
    "suspension_has_reason": {"reason": ""},
    "suspension_waiver_has_reason": {"reason": "", "round_number": 2},
    "club_ban_days_in_order": {"until_day": date(2026, 11, 1)},
    "club_ban_has_reason": {"reason": ""},
    "exclusion_kind": {"kind": "banishment", "number": 2},
    "exclusion_state": {"state": "dreamt", "number": 2},
    "exclusion_has_reason": {"reason": "", "number": 2},
    "exclusion_by_two": {"needs_two": True, "number": 2},
    "exclusion_excused": {"excused": True, "number": 2},
    "event_regulations_of_club": {"size": "club", "notice_minutes": 5},
    "catalogue_later_has_reason": {"version": 2, "reason": ""},
    "board_layout_from_one": {"layout": 0},
    "board_layout_has_reason": {"reason": ""},
    "penalty_warning_level": {"level": "L9"},
    "penalty_warning_has_reason": {"reason": ""},
    "penalty_warning_seat_of_person": {"seat": "N", "person": None},
    "publication_terms_kind": {"kind": "rumour"},
    "publication_terms_number": {"number": 1},
    "publication_terms_notice": {"official_from": timezone.now()},
    "publication_terms_corrected": {"kind": "corrected", "number": 2},
    "message_channel_kind": {"kind": "pigeon"},
    "message_channel_has_name": {"name": ""},
    "message_channel_on_somewhere": {"home": ""},
    "message_kind": {"kind": "rumour"},
    "message_state": {"state": "lost"},
    "message_sent_at_an_hour": {"sent_at": None},
    "message_of_an_event": {"event": None},
}


def another_person(row: Any) -> dict[str, Any]:
    return {"person": Person.objects.exclude(pk__in=row.sitting.seats.values("person"))[0]}


def another_version(row: Any) -> dict[str, Any]:
    return {"version": 2, "retires": row.deal.results.get(version=2), "reason": "x"}


# A copy of a stored row breaks its uniqueness. Where it would break another as well, or a check,
# what to change so that it does not.
APART: Final[dict[str, Callable[[Any], dict[str, Any]]]] = {
    "deal_order_once": lambda _row: {"board_no": 99},
    "deal_board_no_once": lambda _row: {"play_order": 99},
    "place_number_once": lambda _row: {"code": "ZZZZZZ"},
    "table_number_once": lambda _row: {"code": "ZZZZZZ", "place": None},
    "table_code_once": lambda _row: {"number": 99},
    "table_place_once": lambda _row: {"number": 99, "code": "ZZZZZZ"},
    "seat_label_once": another_person,
    "seat_person_once": lambda _row: {"label": "5"},
    "result_version_once": another_version,
    "entered_name_of_one": lambda row: {
        "person": Person.objects.exclude(entered_names__player=row.player_id)[0]
    },
    "group_member_once": lambda _row: {"number": 99},
    "group_member_number_once": lambda row: {"entry": Entry.objects.exclude(pk=row.entry_id)[0]},
}
# A first result is version 1 by a check, so two of them are two of one version as well.
COVERED_BY: Final = {"result_first_once": "result_version_once"}


@pytest.fixture
def stored(cast: Cast) -> Cast:
    """The cast with a row in every table."""
    deal = cast.deals(cast.round_in_play())[0]
    first = cast.post(deal)
    cast.post(deal, seen=first.version, reason="misread")
    match = deal.sitting.segment.match
    Installation.objects.create(pk=1)
    entry = Entry.objects.order_by("number")[0]
    with change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        ledger.adjust(made, entry, Fraction(1), reason="late", origin=Origin("1", "1"))
        ledger.hold(made, deal, "claim", origin=Origin("1", "1"))
    Game.objects.create(match=match, number=1)
    boards = BoardSet.objects.create(event=cast.event, number=1)
    Board.objects.create(board_set=boards, board_no=1)
    SitOut.objects.create(round=match.round, entry=entry)
    side, segment = Side.objects.filter(match=match)[0], Segment.objects.filter(match=match)[0]
    LineUp.objects.create(segment=segment, side=side, seats=[])
    GroupMember.objects.create(group=match.round.group, entry=entry, number=1)
    with change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        made.made(
            Award.objects.create(
                match=match, kind="walkover", winner=side, reason="late", origin_uid="1"
            )
        )
        made.made(ExtraDeal.objects.create(event=cast.event, after_round=1, reason="加赛"))
    organise.start_clock(match.round, cast.alice, 50)
    Credential.objects.create(
        tournament=cast.tournament, kind="pin", secret_hash="x", user=cast.bob
    )
    with club_log.change(cast.club, SYSTEM, Verb.SET_PASSWORD):
        pass
    store_beside(cast)
    return cast


def chosen(name: str) -> Any:
    """Return a stored row that the constraint is about."""
    model, constraint = CONSTRAINTS[name]
    rows: models.QuerySet[Any] = model._default_manager.order_by("pk")
    if name.endswith("_in_club"):
        rows = rows.filter(club__isnull=False)
    if name.endswith("_in_tournament"):
        rows = rows.filter(tournament__isnull=False)
    if name == "entry_member_once":
        rows.update(from_round=1)
    if isinstance(constraint, models.UniqueConstraint) and constraint.condition:
        rows = rows.filter(constraint.condition)
    row = rows.first()
    assert row is not None
    return row


def store_copy(row: Any, changes: dict[str, Any]) -> None:
    another = copy.copy(row)
    another.pk, another.uid = None, new_uid()
    for field, value in changes.items():
        setattr(another, field, value)
    with transaction.atomic():
        another.save(force_insert=True)


def test_every_constraint_is_tested() -> None:
    checks = {
        name
        for name, (_, constraint) in CONSTRAINTS.items()
        if isinstance(constraint, models.CheckConstraint)
    }
    assert checks == set(BROKEN)
    assert APART.keys() <= CONSTRAINTS.keys() - checks


def said_of(name: str) -> str:
    """What the database says of a copy that breaks a constraint; nothing where it stores it."""
    try:
        with transaction.atomic():
            row = chosen(name)
            store_copy(row, BROKEN[name] if name in BROKEN else APART.get(name, same)(row))
    except IntegrityError as refused:
        return str(refused)
    return ""


def same(_row: Any) -> dict[str, Any]:
    return {}


@pytest.mark.full
@pytest.mark.databases
def test_what_breaks_a_check_cannot_be_stored(stored: Cast) -> None:
    said = {name: said_of(name) for name in BROKEN}
    assert {name: words for name, words in said.items() if name not in words} == {}


@pytest.mark.full
@pytest.mark.databases
def test_what_is_unique_cannot_be_stored_twice(stored: Cast) -> None:
    said = {name: said_of(name) for name in CONSTRAINTS.keys() - BROKEN.keys()}
    assert {name: words for name, words in said.items() if not names(words, name)} == {}


def names(words: str, name: str) -> bool:
    """Whether a refusal is about this constraint: PostgreSQL names it, SQLite its columns."""
    model, constraint = CONSTRAINTS[name]
    assert isinstance(constraint, models.UniqueConstraint)
    columns = {field.name: field.column for field in model._meta.concrete_fields}
    there = ", ".join(f"{model._meta.db_table}.{columns[field]}" for field in constraint.fields)
    return any(each in words for each in (name, COVERED_BY.get(name, name), there))


@pytest.mark.full
@pytest.mark.databases
def test_two_roles_of_one_account_can_be_stored(stored: Cast) -> None:
    Membership.objects.create(user=stored.bob, tournament=stored.tournament, role="scorer")
    Membership.objects.create(user=stored.bob, club=stored.club, role="referee")


@pytest.mark.full
@pytest.mark.databases
def test_a_cancelled_round_leaves_its_number_free(stored: Cast) -> None:
    row = chosen("round_number_once")
    store_copy(row, {"state": "cancelled"})
    store_copy(row, {"state": "cancelled"})


@pytest.mark.full
@pytest.mark.databases
def test_a_hold_can_be_raised_again_once_it_is_released(stored: Cast) -> None:
    deal = Deal.objects.all()[0]
    for _ in range(2):
        with change(stored.tournament, SYSTEM, Verb.ADJUST) as made:
            ledger.release(made, "claim", origin=Origin("1", "1"))
            ledger.hold(made, deal, "claim", origin=Origin("1", "1"))
