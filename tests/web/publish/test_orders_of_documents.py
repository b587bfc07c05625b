"""Orders of documents: who may order what, how often, and what the pages offer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests.cast import Cast
from tests.web.publish.test_documents import order, watch
from tournaments import organise, results
from tournaments.jobs import tasks
from tournaments.jobs.models import Document, Job, JobState
from tournaments.models import Event, Membership, Role, Round
from tournaments.results import event_record
from tournaments.results.event_record import Competitor, StandingsRow
from tournaments.results.snapshot import EventSnapshot
from tournaments.standings.ranking import ranked
from tournaments.standings.round_scores import EntryPenalty, ScoredDeal, StandingsInput
from tournaments.wording import signed
from web.publish import documents, ordering

MINUS = "\N{MINUS SIGN}"


@pytest.fixture
def round_(cast: Cast) -> Round:
    round_ = cast.round_in_play()
    cast.post(cast.deals(round_)[0])
    return round_


@pytest.mark.full
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 302),
        ({"Origin": "http://testserver"}, 302),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "http://testserver"}, 302),
        ({"Sec-Fetch-Site": "none"}, 302),
        ({"Origin": "https://club.example"}, 302),
        ({"Origin": "https://elsewhere.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site", "Origin": "http://testserver"}, 403),
    ],
)
def test_a_form_of_another_site_orders_nothing(
    cast: Cast, round_: Round, settings: Settings, headers: dict[str, str], status: int
) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://club.example"]
    strict = Client(enforce_csrf_checks=True)
    assert order(strict, cast, **headers).status_code == status
    assert Job.objects.count() == (status == 302)


@pytest.mark.full
def test_no_page_on_the_way_sets_a_cookie(cast: Cast, round_: Round, client: Client) -> None:
    answer = order(client, cast)
    assert not answer.cookies
    assert not client.get(answer["Location"]).cookies
    assert not watch(client, answer["Location"]).cookies


@pytest.mark.full
def test_one_address_may_not_order_without_end(
    cast: Cast, round_: Round, english: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ordering.NewDocuments, "rate", "2/min")
    deals = iter(cast.deals(round_)[1:])
    for status in (302, 302, 429):
        cast.post(next(deals))
        answer = order(english, cast)
        assert answer.status_code == status
    assert "Wait a minute, then try again." in answer.content.decode()
    assert answer["Retry-After"] == "60"
    assert Job.objects.count() == 2


@pytest.mark.full
def test_what_is_there_already_costs_nothing(
    cast: Cast, round_: Round, english: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ordering.NewDocuments, "rate", "1/min")
    assert {order(english, cast).status_code for _ in range(5)} == {302}


@pytest.mark.full
@pytest.mark.parametrize(("limit", "is_official"), [("Orders", False), ("OrdersOfOfficials", True)])
def test_what_is_there_already_is_not_read_without_end(
    cast: Cast,
    round_: Round,
    english: Client,
    monkeypatch: pytest.MonkeyPatch,
    limit: str,
    is_official: bool,
) -> None:
    monkeypatch.setattr(getattr(ordering, limit), "rate", "2/min")
    if is_official:
        english.force_login(cast.bob)
    assert [order(english, cast).status_code for _ in range(2)] == [302, 302]
    with whole_reads(monkeypatch) as reads:
        assert order(english, cast).status_code == 429
    assert reads == []


@pytest.mark.full
@pytest.mark.parametrize(
    ("kind", "of_round"),
    [("results_csv", False), ("results_csv", True), ("round_results", True), ("seating", True)],
)
def test_an_order_reads_its_event_once_whatever_its_rounds(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, kind: str, of_round: bool
) -> None:
    first = cast.round_in_play()
    cast.play(first)
    organise.close_round(first, cast.director)
    last = cast.round_in_play()
    event = Event.objects.select_related("tournament__club", "ruleset").get(pk=cast.event.pk)
    subject = documents.Subject(event, round=last if of_round else None)
    with whole_reads(monkeypatch) as reads:
        documents.find(kind).prepare(subject)
    assert reads == [event.uid]


@contextmanager
def whole_reads(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Note the events that are read within a block."""
    noted, read = list[str](), results.read

    def noting(event: Event) -> EventSnapshot:
        noted.append(event.uid)
        return read(event)

    with monkeypatch.context() as patch:
        patch.setattr(results, "read", noting)
        yield noted


@pytest.mark.full
@pytest.mark.parametrize("where", ["desk_document_order", "document_order"])
def test_an_official_prints_every_paper_of_an_own_tournament(
    cast: Cast,
    round_: Round,
    english: Client,
    monkeypatch: pytest.MonkeyPatch,
    where: str,
) -> None:
    monkeypatch.setattr(ordering.NewDocuments, "rate", "1/min")
    monkeypatch.setattr(ordering.NewDocumentsOfOfficials, "rate", "3/min")
    monkeypatch.setattr(ordering, "LONGEST_QUEUE", 1)
    kinds = ("standings", "standings_csv", "results_csv", "results_xlsx")
    addresses = [reverse(where, args=[cast.event.uid, kind]) for kind in kinds]
    stranger = Client(headers={"accept-language": "en"})
    assert order(stranger, cast).status_code == 302
    english.force_login(cast.bob)
    orders = [
        english.post(address, headers={"accept-language": "zh-hans"}) for address in addresses
    ]
    assert [answer.status_code for answer in orders] == [302, 302, 302, 429]
    # What is ordered already costs nothing, and nobody counts against the address.
    again = english.post(addresses[0], headers={"accept-language": "zh-hans"})
    assert again["Location"] == orders[0]["Location"]
    assert Job.objects.count() == 4


@pytest.mark.full
def test_an_official_of_another_club_counts_as_a_stranger(
    cast: Cast, round_: Round, english: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ordering.NewDocuments, "rate", "1/min")
    english.force_login(cast.charlie)
    assert order(english, cast).status_code == 302
    cast.post(cast.deals(round_)[1])
    assert order(english, cast).status_code == 429


@pytest.mark.full
@pytest.mark.parametrize("kind", ["bracket", "groups", "cross_table", "board_results"])
def test_an_event_makes_no_paper_that_it_does_not_offer(
    cast: Cast, round_: Round, client: Client, kind: str
) -> None:
    assert kind in documents.names()
    public = reverse("document_order", args=[cast.event.uid, kind])
    assert client.post(public).status_code == 404
    client.force_login(cast.alice)
    desk = reverse("desk_document_order", args=[cast.event.uid, kind])
    assert client.post(desk).status_code == 404
    assert not Job.objects.exists()


@pytest.mark.full
@pytest.mark.parametrize("role", [Role.DIRECTOR, Role.REFEREE, Role.SCORER])
def test_a_document_is_for_the_roles_that_it_declares(
    cast: Cast, client: Client, monkeypatch: pytest.MonkeyPatch, role: Role
) -> None:
    """One kind more is declared for directors alone: pages offer it to them, and to nobody else."""
    Membership.objects.filter(user=cast.bob).delete()
    Membership.objects.create(user=cast.bob, role=role, tournament=cast.tournament)
    secret = replace(documents.find("prizes"), name="secret", for_=frozenset({Role.DIRECTOR}))
    monkeypatch.setitem(documents._kinds, "secret", secret)
    uid = cast.event.uid
    client.force_login(cast.bob)
    page = client.get(reverse("desk_documents", args=[uid])).content.decode()
    for name in documents.names():
        kind = documents.find(name)
        address = reverse("desk_document_order", args=[uid, name])
        assert (address in page) == (kind.is_for([role]) and kind in offered(cast.event))
        assert (client.post(address).status_code == 403) == (not kind.is_for([role]))
        digest = reverse("desk_document", args=[uid, name, "0" * 64])
        assert (client.get(digest).status_code == 403) == (not kind.is_for([role]))
        strangers = Client().post(reverse("document_order", args=[uid, name])).status_code
        assert kind.public or strangers == 404


def offered(event: Event) -> tuple[documents.DocumentKind, ...]:
    return documents.kinds(event, None, roles=Role)


@pytest.mark.full
def test_what_is_printed_again_at_the_desk_is_not_made_again(
    cast: Cast, round_: Round, english: Client
) -> None:
    """Slips with new PINs are other papers each time; every other paper is made once."""
    english.force_login(cast.alice)
    locations: dict[str, list[str]] = {}
    event = Event.objects.get(pk=cast.event.pk)
    for _ in range(2):
        for of_round in (None, round_):
            for kind in documents.kinds(event, of_round, roles=Role):
                address = reverse("desk_document_order", args=[event.uid, kind.name])
                answer = english.post(address, {"round": of_round.number} if of_round else {})
                assert answer.status_code == 302, kind.name
                locations.setdefault(f"{kind.name} {of_round and of_round.number}", []).append(
                    answer["Location"]
                )
    assert [name for name, where in locations.items() if len(set(where)) > 1] == []
    assert Job.objects.count() == len(locations)


@pytest.mark.full
@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_two_events_that_show_the_same_have_each_its_document(
    cast: Cast, client: Client, language: str
) -> None:
    """Before anything is played the results of all events are the same file: headings alone."""
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    plan = organise.EventPlan("双人赛", "gongzhu", {"preset": "classic"}, 2)
    events = [cast.event, organise.create_event(cast.tournament, cast.director, plan)]
    cast.round_in_play()
    for event in events:
        answer = client.post(reverse("document_order", args=[event.uid, "results_csv"]))
        assert client.get(answer["Location"]).status_code == 200
        for job in Job.objects.filter(state=JobState.QUEUED):
            tasks.perform(job.uid)
        assert client.get(answer["Location"]).status_code == 200
        again = client.post(reverse("document_order", args=[event.uid, "results_csv"]))
        assert again["Location"] == answer["Location"]
    assert {event.about for event in Document.objects.all()} == {event.uid for event in events}


@pytest.mark.full
def test_a_long_queue_takes_no_more(
    cast: Cast, round_: Round, english: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ordering, "LONGEST_QUEUE", 1)
    assert order(english, cast).status_code == 302
    cast.post(cast.deals(round_)[1])
    assert order(english, cast).status_code == 503
    assert Job.objects.count() == 1


@pytest.mark.full
def test_the_job_of_a_document_is_found_by_its_key_in_any_language(
    cast: Cast, round_: Round, english: Client
) -> None:
    where = order(english, cast)["Location"]
    assert english.get(where, headers={"accept-language": "zh-hans"}).status_code == 200
    job = Job.objects.get()
    Job.objects.update(key=job.key.replace(":en:", ":a part of another key:"))
    assert english.get(where).status_code == 404


def test_what_nobody_ordered_is_not_found(cast: Cast, round_: Round, client: Client) -> None:
    for name in ("document", "document_live"):
        address = reverse(name, args=[cast.event.uid, "standings", "0" * 64])
        assert client.get(address).status_code == 404
    unknown = reverse("document_order", args=[cast.event.uid, "horoscope"])
    assert client.post(unknown).status_code == 404


def test_who_comes_to_the_button_by_a_link_is_led_to_the_standings(
    cast: Cast, client: Client
) -> None:
    address = reverse("document_order", args=[cast.event.uid, "standings"])
    assert client.get(address)["Location"] == reverse("event", args=[cast.event.uid])


def test_a_second_kind_of_the_same_name_is_refused() -> None:
    kind = documents.find("standings")
    documents.register(kind)
    other = documents.DocumentKind(
        "standings", 2, "pdf", "application/pdf", kind.prepare, kind.render
    )
    with pytest.raises(ValueError, match="standings"):
        documents.register(other)
    with pytest.raises(documents.UnknownDocument):
        documents.find("horoscope")


@pytest.mark.full
@pytest.mark.parametrize(
    ("rounds", "adjusted", "shown"),
    [(0, False, 0), (8, False, 8), (9, False, 0), (6, True, 6), (7, True, 0)],
)
def test_each_round_has_a_column_as_long_as_all_of_them_fit(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, rounds: int, adjusted: bool, shown: int
) -> None:
    scored = [ScoredDeal("a", number, f"deal {number}", 10) for number in range(1, rounds + 1)]
    added = [EntryPenalty("a", Fraction(1, 2), "late")] if adjusted else []
    ranks = ranked(StandingsInput(["a"], scored, added))
    rows = [StandingsRow(Competitor("a", 1, "甲"), rank) for rank in ranks]
    record = SimpleNamespace(standings=lambda: tuple(rows))
    monkeypatch.setattr(event_record, "public_record", lambda _: record)
    book = documents.find("standings").prepare(documents.Subject(cast.event)).input
    sheet = book["parts"][0]["blocks"][0]
    assert len(sheet["columns"]) == 4 + shown + 2 * adjusted
    assert sum(column["twelfths"] for column in sheet["columns"]) == pytest.approx(12)
    assert {len(row) for row in sheet["rows"]} == {len(sheet["columns"])}
    assert sheet["rows"][0][-1] == (f"+{rounds * 10}.5" if adjusted else signed(rounds * 10))


@pytest.mark.full
def test_the_code_on_paper_leads_others_to_the_page_and_not_to_their_own_machine(
    cast: Cast, round_: Round, client: Client, settings: Settings
) -> None:
    path = reverse("event", args=[cast.event.uid])
    settings.HOST_NAMES = ["localhost", "cards.example.org"]
    settings.HALL_ADDRESSES = "tests.web.publish.test_orders_of_documents.in_the_hall"
    for host, expected in (
        ("192.0.2.8:8000", f"http://192.0.2.8:8000{path}"),
        ("cards.example.org:8001", f"http://cards.example.org:8001{path}"),
        # Somebody else's address does not come onto our paper, nor does a port that is none.
        ("198.51.100.9:8002", f"http://192.0.2.7:8002{path}"),
        ("192.0.2.8:99999", ""),
        ("localhost:8001", f"http://192.0.2.7:8001{path}"),
        ("127.0.0.1", f"http://192.0.2.7{path}"),
    ):
        order(client, cast, Host=host)
        assert Job.objects.latest("pk").payload["input"]["imprint"]["address"] == expected


def in_the_hall(bind: str, port: int) -> list[str]:
    """Stand in for the addresses of the machine that runs the tests."""
    return [f"http://192.0.2.7:{port}/", f"http://192.0.2.8:{port}/"]


@pytest.mark.full
def test_the_pages_offer_what_anybody_may_print_and_nothing_else(
    cast: Cast, round_: Round, english: Client
) -> None:
    pages = {
        "event": reverse("about", args=[cast.event.uid]),
        "round": reverse("round", args=[cast.event.uid, round_.number]),
    }
    shown = {name: english.get(page).content.decode() for name, page in pages.items()}
    offered = {name: set(re.findall(r"/documents/([\w-]+)/", text)) for name, text in shown.items()}
    assert offered["event"] >= {"standings", "final", "standings_xlsx"}
    assert "standings_csv" not in offered["event"]  # the line for other programs has it
    assert reverse("standings_file", args=[cast.event.uid]) in shown["event"]
    assert offered["round"] >= {"seating", "round_results", "results_xlsx", "results_csv"}
    assert not {"table_cards", "record_sheets", "scoresheets"} & set.union(*offered.values())
