"""A ruling decided otherwise asks about what was built on it, and the desk is reminded."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from referee.appeals import ruled_otherwise
from referee.appeals.built_on import BuiltOnAnswer
from referee.base.refusals import Code
from referee.models import Needs, RulingVersion
from referee.rulings import cases, listed
from referee.rulings.listed import VersionState
from tests.official_cast import fresh
from tests.referee.appeals.test_results_owed import alerts
from tests.referee.hall import Hall
from tests.referee.rulings.deciding import test_cases as rulings
from tests.referee.rulings.deciding.test_cases import codes, points
from tournaments import organise
from tournaments.base.refusals import Refused
from tournaments.checks.verification import verify
from tournaments.models import User
from tournaments.official.final import open_matters
from web.publish.rulings import open_questions


@pytest.fixture
def built_on(hall: Hall) -> RulingVersion:
    """A ruling of −100 after which the next round was drawn."""
    version = rulings.rule(hall, "R-02", by=hall.cast.alice)
    organise.close_round(hall.round, hall.cast.director)
    hall.cast.round_in_play("again")
    return version


def otherwise(
    hall: Hall, version: RulingVersion, answer: BuiltOnAnswer = BuiltOnAnswer.UNSAID
) -> RulingVersion:
    decision = rulings.decision(hall, "P-07")
    by = hall.cast.alice
    return ruled_otherwise.revise(version.case, by, decision, seen=1, answer=answer)


def state(hall: Hall, version: RulingVersion) -> list[VersionState]:
    ruled = listed.case_of(hall.cast.tournament, version.case.uid)
    assert ruled is not None
    return [ruled.state(row) for row in ruled.versions]


@pytest.mark.full
@pytest.mark.databases
def test_what_was_built_is_asked_about_before_anything_moves(
    hall: Hall, built_on: RulingVersion
) -> None:
    for answer in (BuiltOnAnswer.UNSAID, BuiltOnAnswer.LEAVE):
        with pytest.raises(Refused) as refused:
            otherwise(hall, built_on, answer)
        assert codes(refused) == [Code.BUILT_UNANSWERED]
    assert sum(points(hall)) == -100
    otherwise(hall, built_on, BuiltOnAnswer.CARRY_OUT)
    assert sum(points(hall)) == 0
    assert alerts(hall.cast) == {}


@pytest.mark.full
@pytest.mark.databases
def test_sent_twice_it_is_one_version_and_another_answer_is_refused(
    hall: Hall, built_on: RulingVersion
) -> None:
    def send(answer: BuiltOnAnswer) -> RulingVersion:
        decision, by = rulings.decision(hall, "P-07"), hall.cast.alice
        return ruled_otherwise.revise(
            built_on.case, by, decision, seen=1, key="k" * 12, answer=answer
        )

    assert send(BuiltOnAnswer.LATER) == send(BuiltOnAnswer.LATER)
    with pytest.raises(Refused) as refused:
        send(BuiltOnAnswer.CARRY_OUT)
    assert codes(refused) == [Code.RULING_FROM_SAME_FORM]
    assert built_on.case.versions.count() == 2


def test_where_nothing_was_built_nobody_is_asked(hall: Hall) -> None:
    version = rulings.rule(hall, "R-02", by=hall.cast.alice)
    otherwise(hall, version)
    assert sum(points(hall)) == 0


@pytest.mark.full
@pytest.mark.databases
def test_put_off_nothing_moves_and_the_desk_is_reminded(
    hall: Hall, built_on: RulingVersion, chief: User
) -> None:
    version = otherwise(hall, built_on, BuiltOnAnswer.LATER)
    assert version.needs == Needs.ANSWER
    assert sum(points(hall)) == -100
    assert state(hall, version) == [VersionState.WAITING, VersionState.IN_FORCE]
    assert alerts(hall.cast) == {"built": 1}
    assert open_matters(fresh(hall.cast.event)) == 1
    assert len(open_questions.of_round(hall.round)) == 1
    with pytest.raises(Refused) as refused:
        cases.confirm(version, hall.cast.bob)
    assert codes(refused) == [Code.RULING_OWN_WORD]
    cases.confirm(version, chief)
    assert sum(points(hall)) == 0
    assert alerts(hall.cast) == {}
    assert open_matters(fresh(hall.cast.event)) == 0
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
def test_the_answer_may_be_that_all_stays(hall: Hall, built_on: RulingVersion) -> None:
    """Whoever put the answer off may give it."""
    version = otherwise(hall, built_on, BuiltOnAnswer.LATER)
    cases.reject(version, hall.cast.alice, "编排已定")
    assert sum(points(hall)) == -100
    assert state(hall, version) == [VersionState.REFUSED, VersionState.IN_FORCE]
    assert alerts(hall.cast) == {}
    assert open_matters(fresh(hall.cast.event)) == 0


@pytest.mark.full
def test_the_page_names_it_and_asks(hall: Hall, built_on: RulingVersion, client: Client) -> None:
    client.force_login(hall.cast.alice)
    client.cookies["django_language"] = "zh-hans"
    where = [hall.cast.tournament.uid, built_on.case.uid]
    address, ruling = (
        reverse(name, args=where) for name in ("referee_rule_anew", "referee_ruling")
    )
    filled: dict[str, Any] = {
        "whom": [f"seat:{rulings.seat(hall).uid}"],
        "article": "P-07",
        "facts": "当事双方所述一致",
        "level": "",
        "seen": str(hall.deal().version),
        "key": "k" * 12,
    }
    looked = client.post(address, filled)
    page = looked.content.decode()
    assert "第2轮" in page
    assert "仍予执行" in page
    sealed = looked.context["form"].data["previewed"]
    sent = {**filled, "previewed": sealed, "store": "1"}
    unsaid = client.post(address, sent)
    assert "请说明是否仍然执行" in unsaid.content.decode()
    assert sum(points(hall)) == -100
    assert client.post(address, {**sent, "answer": "later"}).status_code == 302
    page = client.get(ruling).content.decode()
    assert "仍予执行" in page
    assert "第2轮" in page
    bar = client.get(reverse("desk_event", args=[hall.cast.event.uid])).content.decode()
    assert "1项改判待答复" in bar
    word = reverse("referee_ruling_word", args=where)
    assert client.post(word, {"seen": "2", "confirm": "1"}).status_code == 302
    assert sum(points(hall)) == 0


@pytest.mark.full
def test_in_a_club_its_author_answers(cast: Any) -> None:
    hall = Hall.of(cast)
    hall.cast.play(hall.round)
    version = rulings.rule(hall, "R-02")
    organise.close_round(hall.round, hall.cast.director)
    hall.cast.round_in_play("again")
    decision, bob = rulings.decision(hall, "P-07"), hall.cast.bob
    waits = ruled_otherwise.revise(version.case, bob, decision, seen=1, answer=BuiltOnAnswer.LATER)
    cases.confirm(waits, bob)
    assert sum(points(hall)) == 0
