"""Rulings as others read them: public pages, the paper of a ruling, the referee's record."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from referee.appeals import hearing
from referee.appeals.hearing import CommitteeDecision
from referee.base.verbs import Verb
from referee.models import AppealDecision, FactsState, Remedy, RulingVersion
from referee.rulings import cases, listed, posting
from tests.referee.appeals.test_appeals import turn
from tests.referee.appeals.test_appeals_of_rulings import heard
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_cases import (
    decision,
    make_official,
    offender,
    official_of,
    rule,
    seat,
)
from tests.samples import sampled
from tests.web.publish.papers import pages, untold
from tournaments.models import Adjustment, Event, EventRegulations, Person, Role, Round
from tournaments.record.audit import SYSTEM, change
from tournaments.regulations.articles import Level
from web.publish.documents import Subject
from web.publish.printed import proceedings, ruling_paper
from web.publish.rulings import open_questions, ruling_words
from web.publish.rulings.ruling_words import SanctionTold


@pytest.fixture(autouse=True)
def _english() -> Any:
    with translation.override("en"):
        yield


@pytest.fixture
def ruling(hall: Hall) -> RulingVersion:
    """A ruling in an official event whose deal is played."""
    make_official(hall)
    hall.cast.post(hall.deal())
    return rule(
        hall,
        "R-02",
        agreed=FactsState.AGREED,
        statements={"N": "I had one more"},
        remedy=Remedy.CORRECTED,
    )


def addresses(hall: Hall) -> list[str]:
    number = offender(hall).entry.number
    return [
        reverse("deal", args=[hall.deal().uid]),
        reverse("entry", args=[hall.cast.event.uid, number]),
        reverse("round", args=[hall.cast.event.uid, 1]),
    ]


def shown(hall: Hall, client: Client) -> list[str]:
    answers = [client.get(at, headers={"accept-language": "en"}) for at in addresses(hall)]
    assert {answer.status_code for answer in answers} == {200}
    return [answer.content.decode() for answer in answers]


def publish(hall: Hall, how: str) -> None:
    EventRegulations.objects.filter(event=hall.cast.event).update(rulings_shown=how)


def paper(version: RulingVersion) -> str:
    ruled = listed.case_of(version.case.tournament, version.case.uid)
    assert ruled is not None
    return " ".join(" ".join(pages(ruling_paper.ruling_paper.write(ruled))).split())


def record(hall: Hall) -> str:
    event = Event.objects.select_related("tournament__club", "ruleset").get(pk=hall.cast.event.pk)
    made = proceedings.referee_record
    text = pages(made.render(made.prepare(Subject(event, "", None)).input, untold))
    return " ".join(" ".join(text).split())


@pytest.mark.full
def test_the_pages_of_deal_entry_and_round_tell_it(
    hall: Hall, ruling: RulingVersion, client: Client
) -> None:
    number = f"R-{ruling.case.year}-0001"
    for page in shown(hall, client):
        assert number in page
        assert "as both said" in page
        # What each of them said stays with the referee.
        assert "I had one more" not in page


@pytest.mark.full
@pytest.mark.usefixtures("ruling")
def test_only_numbers_where_the_event_says_so(hall: Hall, client: Client) -> None:
    publish(hall, "numbers")
    for page in shown(hall, client):
        assert "-0001" in page
        assert "as both said" not in page


@pytest.mark.full
@pytest.mark.usefixtures("ruling")
def test_nothing_where_the_event_says_so(hall: Hall, client: Client) -> None:
    publish(hall, "none")
    for page in shown(hall, client):
        assert 'id="rulings"' not in page


@pytest.mark.full
@pytest.mark.parametrize("how", ["all", "numbers", "none"])
def test_the_feed_of_the_event_tells_its_number_alone(
    hall: Hall, ruling: RulingVersion, client: Client, how: str
) -> None:
    publish(hall, how)
    feed = client.get(reverse("news_file", args=[hall.cast.event.uid, "en"])).content.decode()
    assert (f"Ruling R-{ruling.case.year}-0001<" in feed) == (how != "none")
    assert (reverse("deal", args=[hall.deal().uid]) in feed) == (how != "none")
    assert "as both said" not in feed
    names = Person.objects.values_list("name", flat=True)
    assert not [name for name in names if name in feed]


@pytest.mark.full
@pytest.mark.parametrize("how", ["all", "numbers"])
def test_what_was_overturned_stays_and_says_so(
    hall: Hall, ruling: RulingVersion, client: Client, how: str
) -> None:
    publish(hall, how)
    for page in shown(hall, client):
        assert "taken back" not in page
    with change(hall.cast.tournament, SYSTEM, Verb.DECIDE_APPEAL) as made:
        posting.undo(made, ruling, hall.cast.alice, "on appeal")
    for page in shown(hall, client):
        assert "-0001" in page
        assert "taken back" in page


@pytest.mark.full
def test_what_waits_is_told_to_nobody(hall: Hall, client: Client) -> None:
    make_official(hall)
    rule(hall, "B-01")
    for page in shown(hall, client):
        assert 'id="rulings"' not in page


def test_the_reason_of_its_penalty_keeps_the_facts(hall: Hall) -> None:
    make_official(hall)
    publish(hall, "numbers")
    version = rule(hall, "R-02")
    given = Adjustment.objects.get(origin_uid=version.uid)
    assert given.reason == f"R-{version.case.year}-0001"


@pytest.mark.full
def test_the_paper_has_names_kinds_and_lines_to_sign(hall: Hall, ruling: RulingVersion) -> None:
    words = paper(ruling)
    for wanted in (
        f"R-{ruling.case.year}-0001",
        "R-02",
        "as both said",
        "agreed",
        "North: I had one more",
        "the result of the deal was corrected",
        "Procedural penalty",
        seat(hall).person.name,
        "−100",
        "refuses to sign",
        "Chief referee",
    ):
        assert wanted in words


@pytest.mark.full
def test_the_record_lists_rulings_and_warnings(hall: Hall, ruling: RulingVersion) -> None:
    rule(hall, "P-07", label="W")
    cases.revise(ruling.case, hall.cast.bob, decision(hall, "P-07"), seen=1)
    words = record(hall)
    assert "Numbered rulings" in words
    assert "superseded" in words
    assert "oral warning" in words
    assert seat(hall, "W").person.name in words


def test_a_ruling_that_waits_is_asked_at_the_close(hall: Hall) -> None:
    make_official(hall)
    version = rule(hall, "B-01")
    round_ = Round.objects.select_related("event__tournament").get(pk=hall.round.pk)
    asked = [row for row in open_questions.of_round(round_) if "waits" in row.words]
    assert [row.address for row in asked] == [
        reverse("referee_ruling", args=[hall.cast.tournament.uid, version.case.uid])
    ]


DECISIONS = {
    AppealDecision.UPHELD: "upheld",
    AppealDecision.VARIED: "varied in part",
    AppealDecision.OVERTURNED: "overturned",
}


@pytest.fixture
def on_appeal(hall: Hall) -> Any:
    """Let an appeal against a ruling be decided; return its words."""

    def decide(version: RulingVersion, decision: AppealDecision) -> str:
        chief = official_of(hall, "carol", Role.CHIEF_REFEREE)
        appeal = heard(hall, version, chief)
        level = Level.L3 if decision == AppealDecision.VARIED else None
        hearing.decide(
            appeal, turn(appeal, chief), CommitteeDecision(decision, "seen anew", level=level)
        )
        return f"On appeal A-{appeal.year}-001: {DECISIONS[decision]}"

    return decide


@pytest.mark.full
@pytest.mark.parametrize("decision", sampled(DECISIONS, [AppealDecision.VARIED]))
@pytest.mark.parametrize("how", sampled(["all", "numbers", "none"], ["numbers"]))
def test_public_pages_say_what_an_appeal_decided(
    hall: Hall,
    ruling: RulingVersion,
    client: Client,
    on_appeal: Any,
    how: str,
    decision: AppealDecision,
) -> None:
    publish(hall, how)
    assert not any("On appeal" in page for page in shown(hall, client))
    words = on_appeal(ruling, decision)
    for page in shown(hall, client):
        assert (words in page) is (how != "none")
        # What the committee wrote is the affair of the parties.
        assert "seen anew" not in page


@pytest.mark.full
@pytest.mark.parametrize("decision", sampled(DECISIONS, [AppealDecision.VARIED]))
def test_desk_paper_and_record_say_what_an_appeal_decided(
    hall: Hall,
    ruling: RulingVersion,
    client: Client,
    on_appeal: Any,
    decision: AppealDecision,
) -> None:
    words = on_appeal(ruling, decision)
    client.force_login(hall.cast.alice)
    tournament = hall.cast.tournament.uid
    for address in (
        reverse("referee_ruling", args=[tournament, ruling.case.uid]),
        reverse("referee_rulings", args=[tournament]),
    ):
        page = client.get(address, headers={"accept-language": "en"}).content.decode()
        meaning = "done" if decision == AppealDecision.UPHELD else "waiting"
        assert f'state-{meaning}">On appeal: {DECISIONS[decision]}' in page
    assert "".join(words.split()) in "".join(paper(ruling).split())
    assert "".join(words.split()) in "".join(record(hall).split())


def test_the_kind_of_a_penalty_stands_apart_from_it_as_the_language_has_it() -> None:
    told = SanctionTold("East", "procedural penalty", "light penalty", "−20 points")
    line = "East light penalty (procedural penalty) −20 points"
    assert ruling_words.sanction_line(told) == line
    with translation.override("zh-hans"):
        told = SanctionTold("东", "程序性判罚", "轻罚", "−20分")
        assert ruling_words.sanction_line(told) == "东 轻罚（程序性判罚） −20分"
