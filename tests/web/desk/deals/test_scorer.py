"""A scorer types and reads in, and does not rule: no link of the own pages ends in a refusal."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from referee.base.handed_in import Writer, seal
from referee.base.refusals import Code
from referee.models import REFEREE, Sheet
from referee.rulings import corrections
from referee.sheets import entry
from tests.cast import account
from tests.referee.hall import Hall, Tablet
from tournaments import organise
from tournaments.base.refusals import Refused
from tournaments.checks.verification import verify
from tournaments.models import Result, ResultKind, Role, User

TYPED = {"won_N": "sq", "won_W": "♦J", "won_S": "变压器", "rest": "E"}
STEPS = 3


@pytest.fixture
def dora(hall: Hall) -> User:
    """The scorer."""
    user = account("dora")
    organise.grant_role(hall.cast.director, hall.cast.tournament, user, Role.SCORER)
    return user


@pytest.fixture
def desk(dora: User, client: Client) -> Client:
    client.force_login(dora)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def address(hall: Hall, name: str = "type", number: int = 1) -> str:
    return reverse(f"referee_{name}", args=[hall.cast.tournament.uid, hall.deal(number).uid])


def typed(desk: Client, hall: Hall, number: int = 1) -> Any:
    """Type a hand from paper: look at the preview, and store it."""
    where = address(hall, number=number)
    form = desk.get(where).context["form"]
    preview = desk.post(where, {**values_of(form), **TYPED, "reason": "from paper"})
    shown = values_of(preview.context["form"])
    return desk.post(where, {**shown, "store": "1"}, follow=True)


def values_of(form: Any) -> dict[str, Any]:
    """Return what a page would send if nobody typed anything."""
    values = {field.html_name: field.value() for field in form}
    return {name: value for name, value in values.items() if value not in (None, "", [])}


def links(page: Any) -> set[str]:
    """Return the addresses of the desk to which a page leads."""
    found = re.findall(r'href="(/desk/[^"#]*)', page.content.decode())
    return {link.replace("&amp;", "&") for link in found}


@pytest.mark.nightly
def test_every_link_of_the_own_pages_opens(hall: Hall, tablet: Tablet, desk: Client) -> None:
    hall.cast.post(hall.deal(2))
    tablet.submits(hall.sheet())
    corrections.rule(hall.deal(2), hall.cast.bob, ResultKind.VOID, "face up", seen=1)
    seen: dict[str, int] = {}
    ways = {reverse("desk_event", args=[hall.cast.event.uid]), reverse("desk")}
    for _step in range(STEPS):
        further: set[str] = set()
        for way in sorted(ways - seen.keys()):
            page = desk.get(way, follow=True)
            seen[way] = page.status_code
            further |= links(page) if "html" in page.headers.get("Content-Type", "") else set()
        ways = further
    assert {way: status for way, status in seen.items() if status >= 400} == {}
    assert address(hall) in seen
    assert reverse("referee_overview", args=[hall.cast.tournament.uid]) in {
        way.partition("?")[0] for way in seen
    }


@pytest.mark.full
def test_the_page_to_type_has_its_form(hall: Hall, desk: Client) -> None:
    page = desk.get(address(hall)).content.decode()
    assert 'name="won_N"' in page
    assert "Check the points" in page


@pytest.mark.full
def test_a_contested_claim_is_left_to_the_referee(hall: Hall, desk: Client) -> None:
    where = address(hall)
    claim = {"claim_seat": "W", "claim_kind": "all", "claim_after": "9", "claim_accepted": "N"}
    typed_claim = {"won_N": "SQ", **claim, "claim_contested": "on", "reason": "from paper"}
    empty = values_of(desk.get(where).context["form"])
    preview = desk.post(where, {**empty, **typed_claim})
    assert "the referee decides who gets which card" in preview.content.decode()
    shown = values_of(preview.context["form"])
    page = desk.post(where, {**shown, "store": "1"}, follow=True).content.decode()
    assert "Its claim awaits the referee&#x27;s decision." in page
    # The list of what waits leads the scorer to the deal, and not to the referee's decision.
    overview = desk.get(reverse("referee_overview", args=[hall.cast.tournament.uid]))
    assert "Claims to be decided" in overview.content.decode()
    assert address(hall, "deal") in links(overview)
    assert address(hall, "claim") not in links(overview)


@pytest.mark.full
def test_a_hand_is_typed_from_paper(hall: Hall, desk: Client) -> None:
    page = typed(desk, hall).content.decode()
    result = Result.live.get(deal=hall.deal())
    assert (result.settlement["scores"]["N"], result.origin_label) == (-100, "scorer")
    assert "The sheet is now the result of the deal." in page
    assert "typed by the scorer from paper" in desk.get(address(hall, "deal")).content.decode()
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
def test_the_replay_of_a_void_deal_is_typed(hall: Hall, desk: Client) -> None:
    hall.cast.post(hall.deal())
    corrections.rule(hall.deal(), hall.cast.bob, ResultKind.VOID, "face up", seen=1)
    typed(desk, hall)
    assert Result.live.get(deal=hall.deal()).version == 3


def test_what_a_tablet_saved_is_read_in(hall: Hall, desk: Client) -> None:
    sheet = hall.sheet()
    named = {"key": sheet.key, "digest": sheet.digest, "sealed": sheet.sealed}
    text = json.dumps([{"kind": "sheets", "round": 1, "number": 1, **named}])
    where = reverse("referee_read_in", args=[hall.cast.tournament.uid])
    assert "Round 1, deal 1: the sheet" in desk.post(where, {"text": text}).content.decode()
    assert Sheet.objects.get().key == sheet.key


@pytest.mark.full
def test_a_result_is_not_corrected(hall: Hall, desk: Client, dora: User) -> None:
    hall.cast.post(hall.deal())
    page = desk.get(address(hall), follow=True)
    assert "This deal has a result. Only the referee can change it." in page.content.decode()
    assert "Correct this deal" not in page.content.decode()
    assert desk.post(address(hall), TYPED).status_code == 403
    writer = Writer.at_desk(hall.cast.tournament, dora, rules=False)
    sheet = hall.sheet(recorder=REFEREE, seen=1)
    taken = entry.submit(writer=writer, sealed=sheet)
    assert [problem["code"] for problem in taken.problems] == [Code.RESULT_STANDS]
    assert Result.objects.count() == 1


@pytest.mark.full
def test_nothing_is_ruled(hall: Hall, tablet: Tablet, desk: Client, dora: User) -> None:
    sheet = hall.sheet()
    tablet.submits(sheet)
    page = desk.get(address(hall, "deal")).content.decode()
    assert "Make this the result" not in page
    assert "Not played, void" not in page
    for name in ("rule", "confirm", "compare", "seats", "move"):
        assert desk.post(address(hall, name), {}).status_code == 403
    word = seal({"sheet": sheet.key, "sheet_digest": sheet.digest, "seat": REFEREE})
    writer = Writer.at_desk(hall.cast.tournament, dora, rules=False)
    with pytest.raises(Refused) as refused:
        entry.confirm(writer=writer, sealed=word, reason="as read")
    assert Code.CONFIRMER_NOT_ALLOWED in {problem.code for problem in refused.value.problems}
    assert not Result.objects.exists()
