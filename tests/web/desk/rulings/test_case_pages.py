"""The pages of rulings: the form looks first and stores then, and a club sees a short one."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any
from urllib.parse import unquote

import pytest
from django.test import Client
from django.urls import reverse

from referee.models import Call, Remedy, RulingCase, RulingVersion
from referee.rulings import corrections, penalties
from referee.rulings.penalties import Target
from tests.cast import account
from tests.referee.hall import Hall, Tablet
from tests.referee.rulings.deciding.test_cases import make_official, rule, seat
from tournaments import organise, results
from tournaments.models import Adjustment, Event, PenaltyWarning, Role
from tournaments.results.snapshot import EventSnapshot
from web.desk.rulings import views


@pytest.fixture
def desk(hall: Hall, client: Client) -> Client:
    """A browser in which Bob, the referee, has signed in, in English."""
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def form_of(hall: Hall, **query: str) -> str:
    address = reverse("referee_rule_case", args=[hall.cast.tournament.uid, hall.cast.event.uid])
    return address + "?" + "&".join(f"{name}={value}" for name, value in query.items())


def page(hall: Hall, name: str, version: RulingVersion) -> str:
    return reverse(name, args=[hall.cast.tournament.uid, version.case.uid])


def filled(hall: Hall, **more: Any) -> dict[str, Any]:
    data = {"whom": [f"seat:{seat(hall).uid}"], "article": "P-07", "facts": "took it back"}
    return data | {"seen": "0", "key": "0" * 12} | more


def look(desk: Client, address: str, data: dict[str, Any]) -> Any:
    return desk.post(address, data)


def store(desk: Client, address: str, data: dict[str, Any]) -> Any:
    shown = look(desk, address, data)
    sealed = shown.context["form"]["previewed"].value()
    return desk.post(address, {**data, "previewed": sealed, "store": "1"})


@pytest.mark.full
def test_a_ruling_on_nobody_says_that_it_only_notes(hall: Hall, desk: Client) -> None:
    address = form_of(hall, deal=hall.deal().uid)
    shown = look(desk, address, filled(hall, whom=[], article="")).content.decode()
    assert "only what happened is recorded" in shown
    assert (
        "only what happened is recorded" not in look(desk, address, filled(hall)).content.decode()
    )


@pytest.mark.full
def test_it_is_looked_at_and_then_stored(hall: Hall, desk: Client) -> None:
    address = form_of(hall, deal=hall.deal().uid)
    shown = look(desk, address, filled(hall)).content.decode()
    assert "Action" in shown
    assert "What it changes in the standings" in shown
    assert not RulingCase.objects.exists()
    answer = store(desk, address, filled(hall))
    assert answer.status_code == 302
    version = RulingVersion.objects.get()
    assert version.case.deal == hall.deal()
    assert PenaltyWarning.objects.get().person == seat(hall).person
    assert store(desk, address, filled(hall)).status_code == 302
    assert RulingCase.objects.count() == 1


@pytest.mark.full
def test_at_a_table_the_event_is_read_for_the_preview_alone(
    hall: Hall, desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def noted(event: Event) -> EventSnapshot:
        read.append(event.uid)
        return results.read(event)

    monkeypatch.setattr(views, "results", SimpleNamespace(read=noted))
    at_table = form_of(hall, deal=hall.deal().uid)
    assert desk.get(at_table).status_code == 200
    assert read == []
    sealed = look(desk, at_table, filled(hall)).context["form"]["previewed"].value()
    assert len(read) == 1
    sent = {**filled(hall), "previewed": sealed, "store": "1"}
    assert desk.post(at_table, sent).status_code == 302
    assert len(read) == 1
    assert desk.get(form_of(hall)).status_code == 200
    assert len(read) == 2


def pressed_twice(desk: Client, address: str, data: dict[str, Any]) -> list[Any]:
    """Look at a ruling, and send what stores it twice."""
    sealed = look(desk, address, data).context["form"]["previewed"].value()
    sent = {**data, "previewed": sealed, "store": "1"}
    return [desk.post(address, sent) for _ in range(2)]


@pytest.mark.full
@pytest.mark.databases
def test_two_clicks_lead_to_one_ruling_though_it_counts_as_an_earlier_offence_now(
    hall: Hall, desk: Client
) -> None:
    make_official(hall)
    address, data = form_of(hall, deal=hall.deal().uid), filled(hall, article="I-08")
    first, second = pressed_twice(desk, address, data)
    assert first.status_code == second.status_code == 302
    assert first["Location"] == second["Location"]
    assert RulingVersion.objects.count() == 1
    anew, chosen = page(hall, "referee_rule_anew", RulingVersion.objects.get()), data["whom"]
    other = filled(hall, article="P-07", whom=chosen, key="1" * 12)
    first, second = pressed_twice(desk, anew, other)
    assert first.status_code == second.status_code == 302
    assert first["Location"] == second["Location"]
    assert RulingVersion.objects.count() == 2


@pytest.mark.full
def test_nothing_is_stored_that_was_not_looked_at(hall: Hall, desk: Client) -> None:
    address = form_of(hall, deal=hall.deal().uid)
    desk.post(address, {**filled(hall), "store": "1"})
    assert not RulingCase.objects.exists()


@pytest.mark.full
@pytest.mark.parametrize(
    ("decided", "is_told"),
    [
        ({"article": "", "level": "L4"}, True),
        ({"article": "", "whom": [], "remedy": "not_played"}, True),
        ({}, False),
    ],
    ids=["points", "remedy", "warning"],
)
def test_figures_that_changed_are_looked_at_again(
    hall: Hall, desk: Client, decided: dict[str, Any], is_told: bool
) -> None:
    """The deal, or another of its match, got a result after what follows was shown."""
    address, sent = form_of(hall, deal=hall.deal().uid), filled(hall, **decided)
    shown = look(desk, address, sent)
    for number in (1, 2):
        hall.cast.post(hall.deal(number))
        form = shown.context["form"]
        now = {name: form[name].value() for name in ("previewed", "seen")}
        shown = desk.post(address, sent | now | {"store": "1"})
        if not is_told:
            break
        assert "This has changed since it was shown to you." in shown.content.decode()
        assert not RulingCase.objects.exists()
    if is_told:
        form = shown.context["form"]
        now = {name: form[name].value() for name in ("previewed", "seen")}
        shown = desk.post(address, sent | now | {"store": "1"})
    assert shown.status_code == 302
    assert RulingCase.objects.count() == 1


@pytest.mark.full
def test_a_second_offence_proposes_the_next_step(hall: Hall, desk: Client) -> None:
    address = form_of(hall, deal=hall.deal().uid)
    store(desk, address, filled(hall))
    shown = look(desk, address, filled(hall, key="1" * 12)).content.decode()
    assert "1 earlier offence within the" in shown
    assert "−20" in shown
    # The standings would change, and nothing has been given yet.
    assert re.search(r"<strong>−20</strong>|−20", shown)
    assert not Adjustment.objects.exists()


@pytest.mark.nightly
def test_a_club_event_knows_no_cards(hall: Hall, desk: Client) -> None:
    version = rule(hall, "B-01")
    pages = [
        desk.get(form_of(hall, deal=hall.deal().uid)),
        look(desk, form_of(hall, deal=hall.deal().uid), filled(hall)),
        desk.get(page(hall, "referee_ruling", version)),
        desk.get(reverse("referee_rulings", args=[hall.cast.tournament.uid])),
    ]
    for language in ("en", "zh-hans"):
        desk.defaults["HTTP_ACCEPT_LANGUAGE"] = language
        pages.append(desk.get(form_of(hall, deal=hall.deal().uid)))
    for answer in pages:
        assert answer.status_code == 200
        words = re.sub(r"<script.*?</script>", "", answer.content.decode(), flags=re.DOTALL)
        for word in ("yellow card", "红牌", "黄牌", "disciplinary", "纪律", "申诉", "公示"):
            assert word not in words.lower()


@pytest.mark.full
def test_an_official_event_has_cards_and_statements(hall: Hall, desk: Client) -> None:
    make_official(hall)
    shown = desk.get(form_of(hall, deal=hall.deal().uid)).content.decode()
    assert "yellow card" in shown
    assert 'name="said_N"' in shown


@pytest.mark.nightly
def test_it_comes_from_a_call_a_table_an_entry_or_nothing(hall: Hall, desk: Client) -> None:
    Tablet(Client()).opens(hall.table).post(
        "calls", {"key": "call-of-table-1", "reason": "irregularity", "deal": hall.deal().uid}
    )
    entry = hall.cast.event.entries.get(number=1)
    sitting = hall.deal().sitting
    call = Call.objects.get()
    sources = [{"call": call.uid}, {"table": sitting.uid}, {"deal": hall.deal().uid}]
    for number, query in enumerate(sources):
        store(desk, form_of(hall, **query), filled(hall, key=f"{number}" * 12))
    data = filled(hall, whom=[f"entry:{entry.uid}"], key="8" * 12)
    store(desk, form_of(hall, entry=entry.uid), data)
    store(desk, form_of(hall), filled(hall, key="9" * 12))
    rows = RulingCase.objects.order_by("pk")
    assert [bool(row.call) for row in rows] == [True, False, False, False, False]
    assert [row.sitting for row in rows] == [sitting, sitting, sitting, None, sitting]
    assert [row.entry for row in rows] == [None, None, None, entry, None]


def test_what_is_not_of_the_event_is_not_found(hall: Hall, desk: Client) -> None:
    assert desk.get(form_of(hall, deal="1" * 12)).status_code == 404


@pytest.mark.full
def test_wrong_input_is_named(hall: Hall, desk: Client) -> None:
    address = form_of(hall, deal=hall.deal().uid)
    answer = look(desk, address, filled(hall, level="L5"))
    assert list(answer.context["form"].errors) == ["level", "level_reason"]
    answer = look(desk, address, filled(hall, whom=[]))
    assert list(answer.context["form"].errors) == ["whom"]


@pytest.mark.full
def test_the_articles_are_folded_once_the_form_was_sent(hall: Hall, desk: Client) -> None:
    """Unless one is to be chosen: then the field is marked, and its list in sight."""
    make_official(hall)
    address, fold = form_of(hall, deal=hall.deal().uid), 'id="chosen-article"'
    empty = desk.get(address).content.decode()
    refused = look(desk, address, filled(hall, article="R-02", facts=""))
    missing = look(desk, address, filled(hall, article="", facts="")).content.decode()
    assert fold not in empty
    assert fold in refused.content.decode()
    assert refused.context["form"].chosen_article.startswith("R-02")
    assert fold not in missing
    assert '<fieldset class="field field-wrong">' in missing


@pytest.mark.full
def test_a_suspension_is_open_only_for_one(hall: Hall, desk: Client) -> None:
    make_official(hall)
    address = form_of(hall, deal=hall.deal().uid)
    assert not desk.get(address).context["form"].is_suspending
    sent = filled(hall, level="L8", level_reason="rude")
    assert look(desk, address, sent).context["form"].is_suspending


@pytest.mark.full
def test_a_large_amount_is_looked_at_twice(hall: Hall, desk: Client) -> None:
    address = form_of(hall, deal=hall.deal().uid)
    data = filled(hall, article="", own_article="threw the table over", points="-2000")
    answer = look(desk, address, data)
    assert answer.context["form"].errors


@pytest.mark.full
def test_it_is_made_anew_on_its_page(hall: Hall, desk: Client) -> None:
    version = rule(hall, "R-02")
    shown = desk.get(page(hall, "referee_rule_anew", version))
    assert shown.context["form"]["article"].value() == "R-02"
    store(desk, page(hall, "referee_rule_anew", version), filled(hall))
    told = desk.get(page(hall, "referee_ruling", version)).content.decode()
    assert "superseded" in told
    assert Adjustment.objects.filter(reverses=None, reversed_by=None).count() == 0


@pytest.mark.full
def test_a_word_is_given_on_the_page(hall: Hall, client: Client) -> None:
    make_official(hall)
    version = rule(hall, "B-01")
    client.force_login(hall.cast.alice)
    shown = client.get(page(hall, "referee_ruling", version), headers={"accept-language": "en"})
    assert "Awaiting your confirmation" in shown.content.decode()
    assert 'name="seen" value="1"' in shown.content.decode()
    client.post(page(hall, "referee_ruling_word", version), {"confirm": "1", "seen": "1"})
    assert PenaltyWarning.objects.count() == 1


@pytest.mark.full
def test_what_was_ruled_without_a_number_is_listed(hall: Hall, desk: Client) -> None:
    """Rulings of before stay in their tables and are shown as rulings, with who acted."""
    chair, fined = seat(hall), hall.cast.event.entries.select_related("event").get(number=2)
    hall.cast.post(hall.deal())
    penalties.give(Target(chair.side.entries.get(), chair), hall.cast.bob, -50, "spoke", "7.1")
    taken = penalties.give(Target(fined), hall.cast.bob, -20, "received late")
    penalties.take_back(taken, hall.cast.bob, "was somebody else")
    corrections.rule(hall.deal(2), hall.cast.bob, "void", "a card was missing", seen=0)
    rule(hall, "R-02")
    version = rule(hall, "D-05", remedy=Remedy.VOID)
    where = reverse("referee_rulings", args=[hall.cast.tournament.uid])
    for query in ("", f"?event={hall.cast.event.uid}"):
        answer = desk.get(where + query)
        page = " ".join(answer.content.decode().split())
        for words in (chair.person.name, "penalty points −50", "spoke", "7.1", "Taken back"):
            assert words in page
        for words in ("Round 1, table 1", "a card was missing"):
            assert words in page
        # What a numbered ruling gave or voided stands with its number alone.
        rows = [row.ruling for row in answer.context["decisions"]]
        assert [row.by for row in rows] == [hall.cast.bob.called] * 3
        assert version.uid not in [getattr(row.row, "origin_uid", "") for row in rows]


@pytest.mark.full
def test_a_scorer_finds_no_form(hall: Hall, client: Client) -> None:
    scorer = account("sam")
    organise.grant_role(hall.cast.director, hall.cast.tournament, scorer, Role.SCORER)
    client.force_login(scorer)
    assert client.get(form_of(hall)).status_code == 403
    version = rule(hall, "P-07")
    assert client.get(page(hall, "referee_ruling", version)).status_code == 403


@pytest.mark.full
def test_a_warned_person_shows_at_the_desk_and_on_the_tablet(hall: Hall, desk: Client) -> None:
    rule(hall, "P-07")
    name = seat(hall).person.name
    told = Tablet(Client()).opens(hall.table).get("round").json()["penalties"]
    assert [text for text in told if name in text and "warning" in text]
    address = reverse("referee_penalties", args=[hall.cast.tournament.uid, hall.cast.event.uid])
    assert f"{name} ·&nbsp;" in desk.get(address).content.decode()
    number = seat(hall).side.entries.get().number
    entry = desk.get(reverse("desk_entry", args=[hall.cast.event.uid, number]))
    assert "oral warning" in entry.content.decode()


@pytest.mark.full
def test_the_deal_of_the_desk_lists_its_rulings(hall: Hall, desk: Client) -> None:
    version = rule(hall, "R-02")
    address = reverse("referee_deal", args=[hall.cast.tournament.uid, hall.deal().uid])
    assert page(hall, "referee_ruling", version) in desk.get(address).content.decode()


@pytest.mark.full
def test_its_paper_is_a_pdf(hall: Hall, desk: Client) -> None:
    make_official(hall)
    address = page(hall, "referee_ruling_paper", rule(hall, "R-02"))
    answer = desk.get(address)
    assert answer["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")
    assert answer["Content-Disposition"] == 'inline; filename="Ruling R-2026-0001.pdf"'
    answer = desk.get(address, headers={"accept-language": "zh-hans"})
    assert unquote(answer["Content-Disposition"]).endswith("''裁决单 裁-2026-0001.pdf")
