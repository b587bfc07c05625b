"""Tables of three, four and five under every set of rules: made with the form, drawn, published."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import preset_events
from tests.cast import Cast
from tests.preset_events import OTHER_TABLES, THIN, Case, form_of
from tests.samples import sampled
from tournaments import organise
from tournaments.base.refusals import PlanReason, Refused
from tournaments.checks.verification import verify
from tournaments.models import DrawMethod, Event, Form, Round, Seat


@pytest.fixture
def desk(client: Client) -> Client:
    """A browser in English."""
    client.cookies["django_language"] = "en"
    return client


def press(desk: Client, name: str, uid: str, **sent: Any) -> None:
    answer: Any = desk.post(reverse(name, args=[uid]), sent, follow=True)
    assert answer.status_code == 200
    assert [
        str(message) for message in answer.context["messages"] if message.level_tag == "error"
    ] == []


def seated(round_: Round) -> list[tuple[str, ...]]:
    """Return who sits at each table of a round by number, seat after seat."""
    tables: dict[int, list[str]] = {}
    seats = Seat.objects.filter(sitting__segment__match__round=round_).order_by("pk")
    for table, label in seats.values_list("sitting__table__number", "label"):
        tables.setdefault(table, []).append(label)
    return [tuple(labels) for labels in tables.values()]


@pytest.mark.full
@pytest.mark.parametrize("case", THIN, ids=str)
def test_an_event_is_made_and_drawn_at_the_desk(desk: Client, cast: Cast, case: Case) -> None:
    made = preset_events.create(desk, cast, case, tables=2)
    event = made.cast.event
    assert (event.ruleset.name, event.form) == (case.preset, case.form)
    assert (made.rules.players, event.ruleset.rules["game_end"]) == (case.players, None)
    press(desk, "desk_draw", event.uid)
    round_ = Round.objects.get(event=event)
    press(desk, "desk_publish", round_.uid)
    assert seated(round_) == [made.seats, made.seats]
    for page in ("desk_event", "desk_entries", "desk_documents"):
        assert desk.get(reverse(page, args=[event.uid])).status_code == 200
    assert verify(cast.tournament) == []


@pytest.mark.full
@pytest.mark.parametrize("case", sampled(OTHER_TABLES, OTHER_TABLES[:2]), ids=str)
@pytest.mark.parametrize(
    "method", sampled([DrawMethod.RANDOM, DrawMethod.BY_STANDING], [DrawMethod.BY_STANDING])
)
def test_who_is_left_over_at_tables_of_three_and_five_sits_out(
    desk: Client, cast: Cast, case: Case, method: str
) -> None:
    made = preset_events.create(desk, cast, case, tables=2)
    organise.add_entries(made.cast.event, cast.director, [["迟到"]])
    round_ = organise.draw_round(made.cast.event, cast.director, method=method)
    assert seated(round_) == [made.seats, made.seats]
    assert round_.sit_outs.count() == 1


@pytest.mark.full
@pytest.mark.parametrize("case", sampled(OTHER_TABLES, OTHER_TABLES[:2]), ids=str)
def test_a_movement_is_refused_at_tables_of_three_and_five(
    desk: Client, cast: Cast, case: Case
) -> None:
    made = preset_events.create(desk, cast, case, tables=4)
    with pytest.raises(Refused) as refused:
        organise.draw_round(made.cast.event, cast.director, method=DrawMethod.MOVEMENT)
    assert [problem.code for problem in refused.value.problems] == [PlanReason.MOVEMENT_NOT_OFFERED]


@pytest.mark.full
@pytest.mark.parametrize("case", sampled(OTHER_TABLES, OTHER_TABLES[:2]), ids=str)
def test_pairs_are_refused_where_nobody_sits_opposite(desk: Client, cast: Cast, case: Case) -> None:
    desk.force_login(cast.alice)
    where = reverse("desk_event_new", args=[cast.tournament.uid])
    answer: Any = desk.post(where, form_of(case, form=Form.PAIRS))
    assert list(answer.context["form"].errors) == ["form"]
    assert f"table of {case.players} " in answer.content.decode()
    assert not Event.objects.filter(name=str(case)).exists()


@pytest.mark.full
@pytest.mark.parametrize(
    ("preset", "chosen", "named"),
    [
        ("qq-double", {"rule-players": "3"}, {"__all__"}),
        ("qq-partners", {"rule-players": "5"}, {"rule-normalise"}),
        ("western", {"rule-players": "5"}, {"rule-players"}),
        ("huapai", {"rule-decks": "2"}, {"rule-first_exposure", "rule-self_won"}),
    ],
)
def test_rules_that_do_not_fit_the_table_are_refused_beside_their_field(
    desk: Client, cast: Cast, preset: str, chosen: dict[str, str], named: set[str]
) -> None:
    desk.force_login(cast.alice)
    where = reverse("desk_event_new", args=[cast.tournament.uid])
    form = form_of(Case(preset), form=Form.INDIVIDUAL, **chosen)
    errors = desk.post(where, form).context["form"].errors
    assert set(errors) == named
