"""How a deal begins is told to its table, as the deals before it tell it (GZ-100 to GZ-108)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from referee.sheets import queries
from scoring.game import find_game
from scoring.procedure import Procedure
from tests import cast as people
from tests.cast import NORTH_TAKES_THE_PIG, Cast
from tests.referee.hall import Hall, Tablet
from tests.web.publish import addresses, replays
from tournaments import organise
from tournaments.models import Deal, Result, ResultKind, RuleSet, Sitting
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change

RULED = ledger.Origin(uid="ruling", label="ruling")


@pytest.fixture
def cast(db: None) -> Cast:
    return people.assemble(players=4, deals_per_round=4)


@pytest.fixture
def hall(cast: Cast) -> Hall:
    return Hall.of(cast)


@pytest.fixture
def tablet(hall: Hall, client: Client) -> Tablet:
    return Tablet(client).opens(hall.table)


def pig_to(seat: str) -> dict[str, Any]:
    """Return a report in which a seat took the pig, and North what that seat had before."""
    won = {label: list(cards) for label, cards in NORTH_TAKES_THE_PIG["won"].items()}
    won["N"], won[seat] = won[seat], won["N"]
    return {"won": won}


def post(hall: Hall, number: int, facts: Mapping[str, Any], kind: ResultKind) -> None:
    deal = hall.deal(number)
    with change(hall.cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
        report = ledger.Report(kind, facts)
        ledger.post(made, deal, report, seen=deal.version, origin=RULED, reason="ruled")


def played(hall: Hall, number: int, seat: str) -> None:
    post(hall, number, pig_to(seat), Result.Kind.PLAYED)


def leaders(tablet: Tablet) -> list[str | None]:
    """Return who leads each deal that has no result."""
    begins = [deal["begins"] for deal in tablet.get("round").json()["deals"]]
    return [begin["leads"] for begin in begins if begin]


@pytest.mark.full
def test_the_first_deal_is_begun_by_north_and_led_by_the_holder(hall: Hall, tablet: Tablet) -> None:
    begins = tablet.get("round").json()["deals"][0]["begins"]
    assert (begins["first_deal"], begins["shuffles"], begins["cuts"]) == (True, "N", "W")
    assert (begins["leads"], begins["lead_cards"]) == (None, ["C2"])
    texts = [step["text"] for step in begins["steps"]]
    assert texts[0] == "North shuffles, every card face down."
    assert texts[-1] == "Whoever holds ♣2 leads it."


@pytest.mark.full
def test_who_took_the_pig_begins_and_leads_the_next(hall: Hall, tablet: Tablet) -> None:
    played(hall, 1, "S")
    first, second = (deal["begins"] for deal in tablet.get("round").json()["deals"][:2])
    assert first is None
    assert (second["first_deal"], second["shuffles"], second["cuts"], second["leads"]) == (
        False,
        "S",
        "E",
        "S",
    )
    assert second["steps"][-1]["text"] == "South leads."


@pytest.mark.full
def test_a_sheet_that_waits_counts_as_it_stands(hall: Hall, tablet: Tablet) -> None:
    tablet.submits(hall.sheet(report=pig_to("E")))
    assert leaders(tablet)[1] == "E"


@pytest.mark.full
def test_a_deal_of_which_nothing_is_known_leaves_the_next_open(hall: Hall, tablet: Tablet) -> None:
    played(hall, 2, "S")
    assert leaders(tablet) == [None, "S", None]
    assert tablet.get("round").json()["deals"][0]["begins"]["first_deal"]


@pytest.mark.full
def test_a_void_deal_is_begun_once_more_by_the_same(hall: Hall, tablet: Tablet) -> None:
    post(hall, 1, {}, Result.Kind.VOID)
    assert tablet.get("round").json()["deals"][0]["begins"]["first_deal"]
    post(hall, 1, pig_to("W"), Result.Kind.PLAYED)
    assert leaders(tablet) == ["W", None, None]


@pytest.mark.full
def test_a_deal_that_is_not_played_leaves_its_beginning_to_the_next(
    hall: Hall, tablet: Tablet
) -> None:
    post(hall, 1, {}, Result.Kind.NOT_PLAYED)
    assert tablet.get("round").json()["deals"][1]["begins"]["first_deal"]
    post(hall, 2, pig_to("W"), Result.Kind.PLAYED)
    post(hall, 3, {}, Result.Kind.NOT_PLAYED)
    assert leaders(tablet) == ["W"]


@pytest.mark.full
def test_a_correction_and_a_result_taken_back_carry_it_along(hall: Hall, tablet: Tablet) -> None:
    played(hall, 1, "S")
    played(hall, 1, "E")
    assert leaders(tablet)[0] == "E"
    post(hall, 1, {}, Result.Kind.RETRACTED)
    assert leaders(tablet)[:2] == [None, None]


@pytest.mark.full
def test_who_lost_most_leads_where_the_rules_say_so(cast: Cast, client: Client) -> None:
    rules = find_game("gongzhu").rules({"preset": "fifty", "game_end": None})
    RuleSet.objects.update(rules=rules.as_dict())
    cast.event.refresh_from_db()
    hall = Hall.of(cast)
    tablet = Tablet(client).opens(hall.table)
    split = pig_to("S")
    split["won"]["N"] = [*split["won"]["N"], "HA"]
    split["won"]["E"] = [card for card in split["won"]["E"] if card != "HA"]
    tablet.submits(hall.sheet(report=split))
    begins = tablet.get("round").json()["deals"][1]["begins"]
    assert (begins["leads"], begins["shuffles"]) == ("E", "S")


@pytest.mark.full
def test_persons_are_followed_where_seats_were_exchanged(hall: Hall) -> None:
    played(hall, 1, "N")
    sitting = Sitting.objects.get(segment__match__round=hall.round, table=hall.table)
    organise.exchange_seats(
        sitting, hall.cast.director, {"N": "W", "W": "N"}, 2, hall.cast.event.deals_per_round, "oh"
    )
    deal = hall.deal(2)
    assert deal.sitting_id != sitting.pk
    assert queries.beginning_of(deal).leads == "W"


@pytest.mark.full
def test_a_sheet_that_waits_counts_after_an_exchange_of_seats_too(
    hall: Hall, tablet: Tablet
) -> None:
    tablet.submits(hall.sheet(report=pig_to("N")))
    sitting = Sitting.objects.get(segment__match__round=hall.round, table=hall.table)
    organise.exchange_seats(
        sitting, hall.cast.director, {"N": "W", "W": "N"}, 2, hall.cast.event.deals_per_round, "oh"
    )
    begins = queries.beginning_of(hall.deal(2))
    assert (begins.leads, begins.first_deal) == ("W", False)
    assert leaders(tablet)[1] == "W"


def test_the_derived_leader_plays_first_and_another_is_a_warning(
    hall: Hall, tablet: Tablet
) -> None:
    played(hall, 1, "S")
    deal = hall.deal(2)

    def following(report: Mapping[str, Any]) -> Any:
        answer = tablet.post("preview", {"deal": deal.uid, "report": report})
        return answer.json()["following"]

    assert following({"plays": []})["next"] == "S"
    other = following({"plays": [["W", "C5"]], "leader": "W", "first_deal": False})
    assert (other["next"], other["flags"]) == ("S", [])
    (warning,) = other["warnings"]
    assert warning["code"] == "leader_not_as_derived"
    assert warning["text"] == "By the previous deals, South leads this one. Please check who led."


@pytest.mark.full
def test_a_report_that_names_another_leader_becomes_the_result(hall: Hall, tablet: Tablet) -> None:
    played(hall, 1, "S")
    sealed = hall.sheet(hall.deal(2), {**pig_to("W"), "leader": "E"})
    assert tablet.submits(sealed)["problems"] == []
    tablet.confirms(hall.agreement(sealed))
    assert Deal.objects.get(pk=hall.deal(2).pk).done


@pytest.mark.full
def test_the_desk_is_told_how_a_deal_begins_and_warned_of_another_leader(
    hall: Hall, client: Client
) -> None:
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    played(hall, 1, "S")
    where = reverse("referee_type", args=[hall.cast.tournament.uid, hall.deal(2).uid])
    page = client.get(where)
    assert "South leads." in page.content.decode()
    assert page.context["warnings"] == []
    typed = {"won_N": "SQ", "won_W": "DJ", "won_S": "C10", "rest": "E", "seen": "0"}
    typed |= {"key": page.context["form"].initial["key"], "reason": "paper"}
    quiet = client.post(where, typed)
    assert (quiet.context["preview"] is not None, quiet.context["warnings"]) == (True, [])
    warned = client.post(where, {**typed, "plays": "W: C5"})
    expected = "By the previous deals, South leads this one. Please check who led."
    assert warned.context["warnings"] == [expected]
    assert expected in warned.content.decode()
    assert warned.context["preview"] is not None


@pytest.mark.full
def test_plays_typed_at_the_desk_say_which_deal_they_are_of(hall: Hall, client: Client) -> None:
    client.force_login(hall.cast.bob)
    whole = replays.played({"preset": "classic"})
    typed = {f"hand_{seat}": " ".join(hand) for seat, hand in whole["hands"].items()}
    tricks = [whole["plays"][start : start + 4] for start in range(0, 52, 4)]
    text = "\n".join(" ".join(f"{seat}: {card}" for seat, card in trick) for trick in tricks)
    where = reverse("referee_type", args=[hall.cast.tournament.uid, hall.deal(1).uid])
    page = client.get(where)
    key = page.context["form"].initial["key"]
    content = {**typed, "plays": text, "seen": "0", "key": key, "reason": "paper"}
    preview = client.post(where, content)
    assert preview.context["form"].errors == {}
    content["previewed"] = preview.context["form"]["previewed"].value()
    assert client.post(where, {**content, "store": "1"}).status_code == 302
    facts = Result.live.get(deal=hall.deal(1)).facts
    assert facts["first_deal"] is True
    flagged = find_game("gongzhu").follow(facts, find_game("gongzhu").rules({})).flags
    assert flagged[0].code.value == "wrong_first_lead"
    public = client.get(addresses.page_of(hall.deal(1))).context["page"].replay
    assert public.tricks[0].plays[0].flags


def test_a_preview_asks_how_the_deal_begins_once(
    hall: Hall, tablet: Tablet, monkeypatch: pytest.MonkeyPatch
) -> None:
    deals: list[Deal] = []
    begins = queries.beginning_of

    def counted(deal: Deal) -> Procedure:
        deals.append(deal)
        return begins(deal)

    monkeypatch.setattr(queries, "beginning_of", counted)
    content = {"deal": hall.deal().uid, "report": {"won": {}}, "outlook": True}
    assert tablet.post("preview", content).json()["outlook"] is not None
    assert len(deals) == 1
