"""A correction names the ruling that it carries out, and the ruling the result."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from referee.models import Remedy, RulingCorrection, RulingVersion
from referee.rulings import cases, listed, ruling_parts
from tests.cast import account
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_cases import decision, make_official, rule
from tests.web.desk.deals.test_desk_entry import fields, text
from tests.web.publish.rulings.test_rulings_told import paper, record
from tournaments import organise
from tournaments.checks.verification import verify
from tournaments.models import Result, Role
from tournaments.standings.team_boards import AverageScore


@pytest.fixture
def desk(hall: Hall, client: Client) -> Client:
    make_official(hall)
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


@pytest.fixture
def ruling(hall: Hall) -> RulingVersion:
    make_official(hall)
    hall.cast.post(hall.deal())
    return rule(hall, "R-02")


def typing(hall: Hall, **query: str) -> str:
    where = reverse("referee_type", args=[hall.cast.tournament.uid, hall.deal().uid])
    return where + "?" + "&".join(f"{name}={value}" for name, value in query.items())


def page(hall: Hall, version: RulingVersion) -> str:
    return reverse("referee_ruling", args=[hall.cast.tournament.uid, version.case.uid])


def corrects(desk: Client, hall: Hall, ruling: str) -> None:
    """Give the pig to South by the page of the correction."""
    where = typing(hall, ruling=ruling)
    start = desk.get(where)
    chosen = {"ruling": start.context["by_ruling"]["ruling"].value(), "purpose": "equity"}
    sent = {**fields(start), **chosen, "won_N": "", "won_S": "C10 SQ", "reason": "equity"}
    preview = desk.post(where, sent)
    assert "Resulting score" in text(preview)
    assert desk.post(where, {**fields(preview), **chosen, "store": "1"}).status_code == 302


def gives_score(desk: Client, hall: Hall, ruling: str) -> None:
    """Give every place an average plus by the page of the adjusted score."""
    where = reverse("referee_adjust", args=[hall.cast.tournament.uid, hall.deal().uid])
    start = desk.get(where)
    names = [name for name in start.context["form"].fields if name.startswith("average_")]
    chosen = {"ruling": ruling, "purpose": "equity"}
    sent = {
        **fields(start),
        **chosen,
        **dict.fromkeys(names, AverageScore.PLUS.value),
        "reason": "equity",
    }
    preview = desk.post(where, sent)
    assert desk.post(where, {**fields(preview), **chosen, "apply": "1"}).status_code == 302


@pytest.mark.nightly
def test_the_correction_and_the_ruling_name_one_another(
    desk: Client, hall: Hall, ruling: RulingVersion
) -> None:
    assert "Correct the deal accordingly" in text(desk.get(page(hall, ruling)))
    corrects(desk, hall, ruling.case.uid)
    live = Result.live.get(deal=hall.deal())
    assert RulingCorrection.objects.get().result == live
    told = text(desk.get(page(hall, ruling)))
    assert "Result corrected by it" in told
    assert "North −100, now 0" in told
    number = f"R-{ruling.case.year}-0001"
    deal = reverse("referee_deal", args=[hall.cast.tournament.uid, hall.deal().uid])
    assert f"Ruling {number}" in text(desk.get(deal))
    assert "North −100, now 0" in paper(ruling)
    assert "North −100, now 0" in record(hall)
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
def test_a_correction_under_a_ruling_says_what_it_is_for(
    desk: Client, hall: Hall, ruling: RulingVersion
) -> None:
    """Whether it mends the record or restores equity is asked before it is shown or stored."""
    where = typing(hall, ruling=ruling.case.uid)
    start = desk.get(where)
    sent = {**fields(start), "ruling": ruling.case.uid, "won_N": "", "won_S": "C10 SQ"}
    asked = text(desk.post(where, {**sent, "reason": "equity"}))
    assert "State what the correction is for." in asked
    assert "Resulting score" not in asked
    corrects(desk, hall, ruling.case.uid)
    row = RulingCorrection.objects.get()
    assert (row.purpose, row.version) == ("equity", ruling)
    assert "restores equity" in text(desk.get(page(hall, ruling)))


def broken(*_args: object) -> None:
    raise RuntimeError("the link")


@pytest.mark.full
@pytest.mark.parametrize("way", ["typed", "score"])
def test_a_correction_and_its_ruling_are_one_change(
    desk: Client,
    hall: Hall,
    ruling: RulingVersion,
    way: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing is left half done: without its link the result is not entered either."""
    act = corrects if way == "typed" else gives_score
    deal = hall.deal()
    rows, before = hall.cast.tournament.log, deal.version
    with monkeypatch.context() as patched:
        patched.setattr(ruling_parts, "link_within", broken)
        with pytest.raises(RuntimeError, match="the link"):
            act(desk, hall, ruling.case.uid)
    assert hall.deal().version == before
    act(desk, hall, ruling.case.uid)
    assert RulingCorrection.objects.get().result == Result.live.get(deal=deal)
    assert f'"ruling":"{ruling.case.uid}"' in rows.latest("pk").body
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
@pytest.mark.usefixtures("ruling")
def test_a_correction_may_follow_no_ruling(desk: Client, hall: Hall) -> None:
    corrects(desk, hall, "")
    assert not RulingCorrection.objects.exists()


@pytest.mark.full
def test_a_deal_without_rulings_asks_nothing(desk: Client, hall: Hall) -> None:
    hall.cast.post(hall.deal())
    shown = desk.get(typing(hall))
    assert shown.context["by_ruling"] is None
    assert "?deal=" in text(shown)


@pytest.mark.full
def test_a_ruling_after_the_correction_names_it_too(hall: Hall) -> None:
    hall.cast.post(hall.deal())
    version = rule(hall, "R-02", remedy=Remedy.CORRECTED)
    cases.revise(version.case, hall.cast.bob, decision(hall, "P-07"), seen=1)
    ruled = listed.case_of(hall.cast.tournament, version.case.uid)
    assert ruled is not None
    assert [row.result for row in reversed(ruled.versions)] == [version.result, None]


@pytest.mark.full
def test_a_scorer_corrects_nothing(desk: Client, hall: Hall, ruling: RulingVersion) -> None:
    scorer = account("sam")
    organise.grant_role(hall.cast.director, hall.cast.tournament, scorer, Role.SCORER)
    desk.force_login(scorer)
    assert desk.get(typing(hall, ruling=ruling.case.uid)).status_code == 302
    assert desk.post(typing(hall), {"ruling": ruling.case.uid}).status_code == 403
