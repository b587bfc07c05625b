"""Which two yellow cards make a pair, who decides on it and which suspensions become doubtful."""

from __future__ import annotations

from typing import Any

import pytest

from referee.base.refusals import Code
from referee.models import CardDecision, RulingVersion, SuspensionKept
from referee.rulings import earlier_offences, two_cards
from tests.cast import account
from tests.referee.hall import Hall
from tests.referee.rulings.by_value import codes
from tests.referee.rulings.deciding.test_cases import make_official, offender, official_of, source
from tests.referee.rulings.stored_cases import case, step, version
from tests.tournaments.organise.taking_part.test_bounds import second_event
from tournaments.base.refusals import Reason
from tournaments.models import (
    Event,
    EventRegulations,
    Group,
    Person,
    Role,
    Round,
    Stage,
    Suspension,
    User,
)
from tournaments.models.record import BY_CASE


@pytest.fixture
def hall(hall: Hall) -> Hall:
    make_official(hall)
    return hall


@pytest.fixture
def chief(hall: Hall) -> User:
    return official_of(hall, "chief", Role.CHIEF_REFEREE)


def card(hall: Hall, label: str = "N", **more: Any) -> RulingVersion:
    return version(hall, label=label, level="L2", **more)


def event_of(hall: Hall) -> Event:
    return source(hall).event


def pairs(hall: Hall, event: Event | None = None) -> list[Any]:
    found = two_cards.waiting_pairs(event or event_of(hall))
    return [(two.first.version, two.second.version) for two in found]


def counted(hall: Hall) -> list[RulingVersion]:
    rows = two_cards.second_cards().select_related("version").order_by("pk")
    return [row.version for row in rows]


def decided(first: RulingVersion, second: RulingVersion, by: User, **more: Any) -> CardDecision:
    values = {"first": first.sanctions.get(), "second": second.sanctions.get(), "reason": "x"}
    return CardDecision.objects.create(**values, official=by, **more)


@pytest.mark.full
def test_two_cards_of_one_person_make_a_pair_in_the_order_they_were_given(hall: Hall) -> None:
    first = card(hall)
    assert pairs(hall) == counted(hall) == []
    card(hall, "W")
    assert pairs(hall) == counted(hall) == []
    second = card(hall)
    assert pairs(hall) == [(first, second)]
    assert counted(hall) == [second]
    [two] = two_cards.waiting_pairs(event_of(hall))
    assert two.cases == (first.case, second.case)
    assert two.name == offender(hall).person.listed_name  # type: ignore[union-attr]
    third, fourth = card(hall), card(hall)
    assert pairs(hall) == [(first, second)]
    assert counted(hall) == [second, third, fourth]
    assert two_cards.waiting_pair(event_of(hall), two.second.uid) == two
    assert two_cards.waiting_pair(event_of(hall), two.first.uid) is None


@pytest.mark.full
@pytest.mark.parametrize(
    "columns", [{"level": "L1"}, {"steps": ("undone",)}, {"needs": "deputy"}, {"label": "W"}]
)
def test_only_a_yellow_card_in_force_of_the_same_person_counts(
    hall: Hall, columns: dict[str, Any]
) -> None:
    card(hall)
    version(hall, **{"level": "L2", **columns})
    assert pairs(hall) == counted(hall) == []


@pytest.mark.full
def test_two_versions_of_one_case_are_one_card(hall: Hall) -> None:
    first = card(hall)
    card(hall, of=first.case)
    assert pairs(hall) == counted(hall) == []


@pytest.mark.full
def test_cards_are_counted_of_an_official_competition_and_in_each_event_by_itself(
    hall: Hall,
) -> None:
    card(hall)
    other = second_event(hall.cast)
    card(hall, of=case(hall, event=other))
    EventRegulations.objects.update_or_create(event=other, defaults={"size": "official"})
    assert pairs(hall) == pairs(hall, Event.objects.get(pk=other.pk)) == counted(hall) == []
    assert [row.version.case.event_id for row in earlier_offences.cards_in_force(other)] == [
        other.pk
    ]
    second = card(hall)
    assert counted(hall) == [second]
    EventRegulations.objects.update(size="club")
    assert pairs(hall) == counted(hall) == []


@pytest.mark.full
def test_a_person_entered_twice_is_one_and_an_entry_is_nobody_in_person(hall: Hall) -> None:
    who = offender(hall)
    double = Person.objects.create(club=hall.cast.club, name="同一人", same_as=who.person)
    first = card(hall)
    second = card(hall, who={"person": double})
    assert pairs(hall) == [(first, second)]
    assert counted(hall) == [second]
    of_entry = card(hall, who={"person": None})
    assert pairs(hall) == [(first, second)]
    assert counted(hall) == [second]
    again = card(hall, who={"person": None})
    assert pairs(hall) == [(first, second), (of_entry, again)]
    assert counted(hall) == [second, again]
    card(hall, "W", who={"person": None})
    assert len(pairs(hall)) == len(counted(hall)) == 2


@pytest.mark.full
def test_a_card_of_another_stage_makes_no_pair(hall: Hall) -> None:
    stage = Stage.objects.create(event=hall.cast.event, number=2, name="决赛")
    group = Group.objects.create(stage=stage, number=1)
    final = Round.objects.create(event=hall.cast.event, group=group, number=2, state="published")
    first = card(hall)
    later = card(hall, of=case(hall, round=final))
    assert pairs(hall) == counted(hall) == []
    second = card(hall)
    assert pairs(hall) == [(first, second)]
    last = card(hall, of=case(hall, round=final))
    assert pairs(hall) == [(first, second), (later, last)]
    assert counted(hall) == [second, last]


@pytest.mark.full
def test_a_card_without_a_round_is_of_the_stage_that_is_played(hall: Hall) -> None:
    first = card(hall, of=case(hall, round=None))
    second = card(hall)
    assert pairs(hall) == [(first, second)]
    assert counted(hall) == [second]


@pytest.mark.full
def test_the_pairs_come_by_their_second_cards(hall: Hall) -> None:
    north, west = card(hall), card(hall, "W")
    then = card(hall, "W"), card(hall)
    assert pairs(hall) == [(west, then[0]), (north, then[1])]


@pytest.mark.full
def test_a_pair_is_decided_on_while_both_of_its_cards_stand(hall: Hall, chief: User) -> None:
    first, second = card(hall), card(hall)
    decided(first, second, chief)
    assert pairs(hall) == counted(hall) == []
    third = card(hall)
    assert pairs(hall) == counted(hall) == []
    step(second, hall)
    assert pairs(hall) == [(first, third)]
    assert counted(hall) == [third]


@pytest.mark.full
def test_a_decision_on_the_cards_of_one_person_leaves_those_of_another(
    hall: Hall, chief: User
) -> None:
    for label in "NW":
        decided(card(hall, label), card(hall, label), chief)
    assert pairs(hall) == counted(hall) == []
    third, fourth = card(hall), card(hall)
    assert pairs(hall) == [(third, fourth)]
    assert counted(hall) == [fourth]


def suspended(hall: Hall, of: RulingVersion, **more: Any) -> Suspension:
    values: dict[str, Any] = {"first_round": 2, "last_round": 2, "ruling_year": 2026}
    values |= {"ruling_number": 1, "reason": "x", "origin_label": BY_CASE, **more}
    return Suspension.objects.create(entry=offender(hall).entry, **{"origin_uid": of.uid, **values})


@pytest.fixture
def signed(hall: Hall, chief: User) -> tuple[CardDecision, RulingVersion, RulingVersion]:
    """A suspension for two cards, with the first card and its own ruling."""
    first, second, red = card(hall), card(hall), version(hall, level="L8")
    suspended(hall, red)
    return decided(first, second, chief, ruling=red.case), first, red


@pytest.mark.full
def test_a_suspension_is_doubtful_once_one_of_its_cards_is_annulled(
    hall: Hall, chief: User, signed: Any
) -> None:
    decision, first, _red = signed
    dismissed = decided(card(hall, "W"), card(hall, "W"), chief)
    step(dismissed.first.version, hall)
    assert list(two_cards.doubtful_suspensions()) == []
    step(first, hall)
    assert (
        list(two_cards.doubtful_suspensions())
        == two_cards.doubtful_in_event(event_of(hall))
        == [decision]
    )
    assert two_cards.doubtful_in_event(Event(pk=0)) == []
    SuspensionKept.objects.create(decision=decision, reason="x", official=chief)
    assert list(two_cards.doubtful_suspensions()) == []


@pytest.mark.full
def test_a_suspension_that_was_taken_back_is_not_doubtful(
    hall: Hall, chief: User, signed: Any
) -> None:
    _decision, first, red = signed
    step(first, hall)
    own = Suspension.objects.get()
    suspended(hall, red, reverses=own)
    suspended(hall, red, origin_uid="another")
    assert list(two_cards.doubtful_suspensions()) == []
    suspended(hall, red)
    assert len(two_cards.doubtful_suspensions()) == 1


@pytest.mark.full
def test_a_suspension_is_kept_by_a_chief_with_a_reason_once(
    hall: Hall, chief: User, signed: Any
) -> None:
    decision, first, _red = signed
    event, other = event_of(hall), official_of(hall, "other", Role.CHIEF_REFEREE)

    def keep(
        by: User = chief, reason: str = "x", uid: str = decision.uid, of: Event = event
    ) -> Any:
        return two_cards.keep_suspension(of, uid, by, reason)

    assert codes(keep) == [Code.CARDS_KEPT]
    step(first, hall)
    assert codes(lambda: keep(hall.cast.bob)) == [Code.RULING_BEYOND_OFFICE]
    assert codes(lambda: keep(account("nobody"))) == [Code.RULING_BEYOND_OFFICE]
    assert codes(lambda: keep(reason=" ")) == [Reason.REASON_MISSING]
    assert codes(lambda: keep(uid="nothing")) == [Code.CARDS_KEPT]
    elsewhere = Event.objects.select_related("tournament").get(pk=second_event(hall.cast).pk)
    assert codes(lambda: keep(of=elsewhere)) == [Code.CARDS_KEPT]
    kept = keep()
    assert keep() == kept
    assert codes(lambda: keep(reason=" ")) == [Reason.REASON_MISSING]
    assert codes(lambda: keep(reason="y")) == [Code.CARDS_KEPT]
    assert codes(lambda: keep(other)) == [Code.CARDS_KEPT]
    assert codes(lambda: keep(uid="nothing")) == [Code.CARDS_KEPT]
    assert codes(lambda: keep(of=elsewhere)) == [Code.CARDS_KEPT]


@pytest.mark.full
def test_a_pair_is_dismissed_by_a_chief_with_a_reason_once(hall: Hall, chief: User) -> None:
    first, second = card(hall), card(hall)
    event, other = event_of(hall), official_of(hall, "other", Role.CHIEF_REFEREE)
    uid = second.sanctions.get().uid

    def dismiss(by: User = chief, reason: str = "x", card_: str = uid, of: Event = event) -> Any:
        return two_cards.dismiss_pair(of, card_, by, reason)

    assert codes(lambda: dismiss(hall.cast.bob)) == [Code.RULING_BEYOND_OFFICE]
    assert codes(lambda: dismiss(reason=" ")) == [Reason.REASON_MISSING]
    assert codes(lambda: dismiss(card_=first.sanctions.get().uid)) == [Code.CARDS_NOT_OPEN]
    elsewhere = Event.objects.select_related("tournament").get(pk=second_event(hall.cast).pk)
    made = dismiss()
    assert dismiss() == made
    assert codes(lambda: dismiss(reason=" ")) == [Reason.REASON_MISSING]
    assert codes(lambda: dismiss(reason="y")) == [Code.CARDS_NOT_OPEN]
    assert codes(lambda: dismiss(other)) == [Code.CARDS_NOT_OPEN]
    assert codes(lambda: dismiss(card_="nothing")) == [Code.CARDS_NOT_OPEN]
    assert codes(lambda: dismiss(of=elsewhere)) == [Code.CARDS_NOT_OPEN]


@pytest.mark.full
def test_a_pair_for_which_somebody_was_suspended_is_not_dismissed_again(
    hall: Hall, chief: User, signed: Any
) -> None:
    decision, *_rest = signed
    assert codes(
        lambda: two_cards.dismiss_pair(event_of(hall), decision.second.uid, chief, "x")
    ) == [Code.CARDS_NOT_OPEN]


@pytest.mark.full
def test_a_card_is_named_by_the_person_the_entry_or_its_number(hall: Hall) -> None:
    of_person = card(hall).sanctions.get()
    assert two_cards.card_holder(of_person) == offender(hall).person.listed_name  # type: ignore[union-attr]
    of_entry = card(hall, who={"person": None}).sanctions.get()
    of_entry.entry.name = ""
    assert two_cards.card_holder(of_entry) == str(of_entry.entry.number)
    of_entry.entry.name = "华清队"
    assert two_cards.card_holder(of_entry) == "华清队"
