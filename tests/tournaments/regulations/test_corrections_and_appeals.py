"""The correction period and what can be appealed against are laid down, shown and kept to."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from referee.appeals import grounds, lodging, states
from referee.appeals.lodging import Lodging
from referee.models import Rejection
from referee.rulings import penalties
from tests import official_cast
from tests.cast import Cast
from tests.official_cast import fresh
from tests.tournaments.regulations.test_pages import sent
from tests.web.publish.papers import pages, untold
from tournaments import organise, regulations
from tournaments.base.refusals import PlanReason, Refused
from tournaments.models import Entry, EventRegulations, PublicationTerms, Round, TermsKind
from tournaments.regulations import regulation_changes
from tournaments.rights import ruling_offices
from tournaments.structure.regulations import CLUB, OFFICIAL, regulations_of
from web.publish.documents import Subject
from web.publish.printed import articles as printed


@pytest.fixture
def desk(cast: Cast, client: Client) -> Client:
    client.force_login(cast.alice)
    client.cookies["django_language"] = "zh-hans"
    return client


def page_of(desk: Client, cast: Cast, name: str) -> str:
    return desk.get(reverse(name, args=[cast.event.uid])).content.decode()


def window(round_: Round) -> timedelta:
    stored = Round.objects.select_related("event").get(pk=round_.pk)
    end = ruling_offices.window_end(stored)
    assert end is not None
    assert stored.closed_at is not None
    return end - stored.closed_at


@pytest.mark.full
@pytest.mark.databases
def test_a_club_event_lays_its_correction_period_down(desk: Client, cast: Cast) -> None:
    assert sent(desk, cast, correction_minutes="12") == 302
    round_ = cast.closed_round()
    assert window(round_) == timedelta(minutes=12)
    assert regulations_of(fresh(cast.event)) == CLUB


@pytest.mark.full
def test_a_period_that_was_told_with_a_round_stays(desk: Client, cast: Cast) -> None:
    round_ = cast.closed_round()
    with pytest.raises(Refused) as refused:
        regulation_changes.change_regulations(
            fresh(cast.event), cast.director, correction_minutes=5
        )
    assert [problem.code for problem in refused.value.problems] == [PlanReason.CORRECTIONS_FIXED]
    # The field is shown and cannot be changed; whatever is sent of it is passed over.
    assert sent(desk, cast, correction_minutes="5", walkover_points="60") == 302
    assert window(round_) == timedelta(minutes=30)
    assert regulations_of(fresh(cast.event)).walkover_points == 60


@pytest.mark.full
def test_page_and_paper_tell_both(desk: Client, cast: Cast) -> None:
    assert sent(desk, cast, size="official") == 302
    assert "可以申诉的事项" in page_of(desk, cast, "desk_regulations")
    assert sent(desk, cast, correction_minutes="45", appealable="ruling") == 302
    for text in (page_of(desk, cast, "articles"), paper(cast)):
        words = "".join(text.split())
        assert "45分钟" in words
        assert "可以申诉的事项" in words
    assert regulations_of(fresh(cast.event)).appealable == ("ruling",)
    round_ = cast_with_chief(cast)
    terms = PublicationTerms.objects.get(kind=TermsKind.ROUND)
    assert terms.corrections_until == round_.closed_at + timedelta(minutes=45)  # type: ignore[operator]


def cast_with_chief(cast: Cast) -> Round:
    official_cast.leads(cast)
    round_ = cast.closed_round()
    round_.refresh_from_db()
    return round_


def paper(cast: Cast) -> str:
    with translation.override("zh-hans"):
        prepared = printed.penalty_table.prepare(Subject(fresh(cast.event)))
        return " ".join(pages(printed.penalty_table.render(prepared.input, untold)))


def test_stored_regulations_hear_appeals_as_before(cast: Cast) -> None:
    row = EventRegulations.objects.create(event_id=cast.event.pk, size="official")
    assert row.appealable == ["ruling", "penalty", "result"]
    assert regulations_of(fresh(cast.event)).appealable == OFFICIAL.appealable


def rejection(cast: Cast, article: str, **laid_down: tuple[str, ...]) -> str:
    """Why an appeal against penalty points by an article is not heard; empty where it is."""
    official_cast.make_official(cast, **laid_down)
    cast.round_in_play()
    event = fresh(cast.event)
    entry = Entry.objects.filter(event=event).order_by("number")[0]
    whom = penalties.target(event, f"entry:{entry.uid}")
    assert whom is not None
    given = penalties.give(whom, cast.alice, -20, "超时", article, "k")
    signed = [member.person_id for member in entry.members.all()]
    handed_in = Lodging(entry, "penalty", given.uid, "计时有误", signed)
    appeal = lodging.lodge(event, cast.alice, handed_in, "a")
    (ground,) = grounds.listed(event)
    assert ground.is_appealable(regulations_of(event)) is not bool(
        states.steps_of(appeal)[-1].rejection
    )
    return str(states.steps_of(appeal)[-1].rejection)


@pytest.mark.full
@pytest.mark.databases
@pytest.mark.parametrize(
    ("article", "appealable", "why"),
    [
        ("T-02", OFFICIAL.appealable, ""),
        ("T-06", OFFICIAL.appealable, Rejection.NOT_APPEALABLE),
        ("T-06", ("penalty", "slow_play"), ""),
        ("T-02", ("ruling", "result"), Rejection.NOT_APPEALABLE),
    ],
)
def test_an_appeal_is_heard_as_the_regulations_say(
    cast: Cast, article: str, appealable: tuple[str, ...], why: str
) -> None:
    assert rejection(cast, article, appealable=appealable) == why


@pytest.mark.full
def test_where_nothing_can_be_appealed_against_no_hour_is_told(cast: Cast) -> None:
    official_cast.make_official(cast, appealable=())
    cast.closed_round()
    assert PublicationTerms.objects.get(kind=TermsKind.ROUND).appeals_until is None


@pytest.mark.full
def test_the_form_of_an_appeal_says_what_nobody_can_appeal_against(
    desk: Client, cast: Cast
) -> None:
    assert rejection(cast, "T-02", appealable=("ruling",)) == Rejection.NOT_APPEALABLE
    address = reverse("referee_appeal_lodge", args=[cast.tournament.uid, cast.event.uid])
    entry = cast.event.entries.get(number=1)
    page = desk.get(address, {"entry": entry.uid}).content.decode()
    assert "−20 ·\u00a0" in page
    with translation.override("zh-hans"):
        assert str(Rejection.NOT_APPEALABLE.label) in page


def test_what_can_be_appealed_against_is_changed_after_the_draw_too(cast: Cast) -> None:
    official_cast.make_official(cast)
    organise.draw_round(cast.event, cast.director)
    wanted = replace(OFFICIAL, appealable=("ruling",))
    regulations.change_regulations(cast.event, cast.director, wanted)
    assert regulations_of(fresh(cast.event)).appealable == ("ruling",)
