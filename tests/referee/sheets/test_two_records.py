"""Two records of a deal: what is equal counts by itself, what differs comes to the referee."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from referee.base.handed_in import Sealed, Writer
from referee.models import Sheet
from referee.sheets import desk_sheets, entry, queries, two_records, versions
from referee.sheets.two_records import MissingRecord
from tests.cast import NORTH_TAKES_THE_PIG
from tests.referee.hall import NOTHING_WON, WEST_TAKES_ALL, Hall, Tablet
from tournaments.checks.verification import verify
from tournaments.models import Deal, Event, Result

IN_OTHER_WORDS: Mapping[str, Any] = {
    "exposed": {},
    "won": {seat: cards[::-1] for seat, cards in reversed(NORTH_TAKES_THE_PIG["won"].items())},
}


@pytest.fixture(autouse=True)
def two(hall: Hall) -> None:
    """The event asks for two records."""
    Event.objects.filter(pk=hall.cast.event.pk).update(records=Event.Records.TWO)


@pytest.fixture
def desk(hall: Hall, client: Client) -> Client:
    """A browser in which Bob, the referee, has signed in, in English."""
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def text(answer: Any) -> str:
    """Return a page without the white space that nobody sees between tags of a table."""
    return " ".join(answer.content.decode().split()).replace("> <t", "><t")


def where(hall: Hall, name: str = "referee_type") -> str:
    return reverse(name, args=[hall.cast.tournament.uid, hall.deal().uid])


def lacking(hall: Hall) -> str:
    return reverse("referee_records", args=[hall.cast.tournament.uid])


def keyed_in(hall: Hall, report: Mapping[str, Any] = IN_OTHER_WORDS) -> Sheet:
    """Bob keys the paper record in."""
    sealed = hall.sheet(report=report, recorder="referee")
    return entry.submit(writer=hall.official(), sealed=sealed, paper=True)


def agreed_at_the_table(hall: Hall) -> Sealed:
    """The tablet's record, and West's word for it."""
    sealed, writer = hall.sheet(), hall.writer()
    entry.submit(writer=writer, sealed=sealed)
    confirmed = entry.confirm(writer=writer, sealed=hall.agreement(sealed))
    assert (confirmed.result, confirmed.awaited) == (None, ())
    return sealed


def lack(hall: Hall) -> MissingRecord:
    return two_records.pair_of(hall.deal()).lack


def test_a_sheet_that_comes_in_while_two_versions_are_read_is_in_the_next_reading(
    hall: Hall,
) -> None:
    entry.submit(writer=hall.writer(), sealed=hall.sheet())
    keyed_in(hall, WEST_TAKES_ALL)
    read = versions.of_deal(hall.deal())
    entry.submit(writer=hall.writer(), sealed=hall.sheet(report=WEST_TAKES_ALL))
    pair = versions.pair(read)
    assert pair is not None
    assert [version.sheet and version.sheet.paper for version in pair] == [False, True]
    assert {version.name for version in pair} <= {version.name for version in read}


def test_the_tables_word_alone_makes_no_result(hall: Hall) -> None:
    assert lack(hall) is MissingRecord.BOTH
    agreed_at_the_table(hall)
    assert not Result.objects.exists()
    assert lack(hall) is MissingRecord.PAPER


@pytest.mark.full
@pytest.mark.databases
def test_the_paper_that_says_the_same_makes_the_tables_record_the_result(hall: Hall) -> None:
    sealed = agreed_at_the_table(hall)
    keyed_in(hall)
    result = Result.objects.get()
    tablet = Sheet.objects.get(key=sealed.key)
    assert (result.origin_uid, result.origin_label, result.reason) == (tablet.uid, "sheet", "")
    assert hall.deal().done
    hall.cast.tournament.refresh_from_db()
    assert verify(hall.cast.tournament) == []


def test_after_the_paper_the_tables_word_makes_the_result(hall: Hall) -> None:
    keyed_in(hall)
    assert lack(hall) is MissingRecord.TABLET
    writer, sealed = hall.writer(), hall.sheet()
    entry.submit(writer=writer, sealed=sealed)
    assert (lack(hall), Result.objects.count()) == (MissingRecord.WORD, 0)
    confirmed = entry.confirm(writer=writer, sealed=hall.agreement(sealed))
    assert confirmed.result is not None
    assert confirmed.result.version == 1


def test_different_records_wait_for_the_referee_whoever_confirms(hall: Hall) -> None:
    agreed_at_the_table(hall)
    keyed_in(hall, WEST_TAKES_ALL)
    assert lack(hall) is MissingRecord.REFEREE
    assert not Result.objects.exists()


def test_a_paper_record_that_was_mistyped_is_keyed_in_again(hall: Hall) -> None:
    agreed_at_the_table(hall)
    keyed_in(hall, WEST_TAKES_ALL)
    keyed_in(hall)
    assert Result.objects.get().version == 1


def test_a_newer_record_of_the_table_wants_its_own_word(hall: Hall) -> None:
    agreed_at_the_table(hall)
    writer = Writer.device(hall.table.leases.get())
    entry.submit(writer=writer, sealed=hall.sheet(report=IN_OTHER_WORDS))
    keyed_in(hall)
    assert lack(hall) is MissingRecord.WORD
    assert not Result.objects.exists()


def test_all_others_have_to_agree_with_the_tables_record(hall: Hall) -> None:
    hall.confirmed_by(Event.Confirmation.ALL_OTHERS)
    writer, sealed = hall.writer(), hall.sheet()
    entry.submit(writer=writer, sealed=sealed)
    entry.confirm(writer=writer, sealed=hall.agreement(sealed, "W"))
    keyed_in(hall)
    entry.confirm(writer=writer, sealed=hall.agreement(sealed, "S"))
    assert not Result.objects.exists()
    assert entry.confirm(writer=writer, sealed=hall.agreement(sealed, "E")).result is not None


def test_where_the_referee_confirms_keying_in_the_paper_is_his_word(hall: Hall) -> None:
    hall.confirmed_by(Event.Confirmation.REFEREE)
    entry.submit(writer=hall.writer(), sealed=hall.sheet())
    assert not Result.objects.exists()
    keyed_in(hall)
    assert Result.objects.count() == 1


@pytest.mark.full
@pytest.mark.databases
def test_what_the_referee_writes_anew_is_not_the_tables_record(hall: Hall) -> None:
    hall.confirmed_by(Event.Confirmation.REFEREE)
    entry.submit(writer=hall.writer(), sealed=hall.sheet())
    mistyped = keyed_in(hall, WEST_TAKES_ALL)
    keyed_in(hall)
    later = hall.sheet(report=WEST_TAKES_ALL, recorder="referee", seen=1)
    entry.submit(writer=hall.official(), sealed=later, paper=True)
    version = next(
        version for version in versions.of_deal(hall.deal()) if version.name == mistyped.uid
    )
    versions.choose(version, hall.cast.bob, "three players say so", seen=1, key="chosen-by-bob")
    result = Result.live.get(deal=hall.deal())
    assert (result.version, result.reason) == (2, "three players say so")
    copy = Sheet.objects.get(uid=result.origin_uid)
    assert (copy.key, copy.paper, copy.lease) == ("chosen-by-bob", False, None)
    assert copy.confirmations.get().result == result.uid
    hall.cast.tournament.refresh_from_db()
    assert verify(hall.cast.tournament) == []


def test_a_sheet_of_an_official_is_neither_of_the_two_records(hall: Hall) -> None:
    hall.confirmed_by(Event.Confirmation.REFEREE)
    keyed_in(hall)
    entry.submit(writer=hall.official(), sealed=hall.sheet(recorder="referee"))
    assert lack(hall) is MissingRecord.TABLET
    assert not Result.objects.exists()


@pytest.mark.full
def test_the_paper_is_no_sheet_for_the_table_to_confirm(hall: Hall, tablet: Tablet) -> None:
    sealed = hall.sheet()
    tablet.submits(sealed)
    keyed_in(hall, WEST_TAKES_ALL)
    (deal, _other) = tablet.get("round").json()["deals"]
    assert deal["sheet"]["key"] == sealed.key
    assert WEST_TAKES_ALL["won"]["W"] != deal["sheet"]["report"]["won"]["W"]
    found = queries.newest_sound(hall.deal())
    assert found
    newest = Sheet.objects.get(pk=found)
    assert newest.key == sealed.key


def from_a_file(hall: Hall, sealed: Sealed) -> Sheet:
    """Bob reads in what the tablet has saved."""
    (outcome,) = desk_sheets.read_in(
        hall.cast.tournament, hall.cast.bob, [desk_sheets.Item(desk_sheets.SHEETS, sealed)]
    )
    assert outcome.sheet is not None
    return outcome.sheet


@pytest.mark.full
def test_what_was_read_in_is_the_tablets_record_and_the_table_still_confirms_it(
    hall: Hall, tablet: Tablet
) -> None:
    sealed = hall.sheet()
    from_a_file(hall, sealed)
    assert lack(hall) is MissingRecord.PAPER
    keyed_in(hall)
    assert (lack(hall), Result.objects.count()) == (MissingRecord.WORD, 0)
    assert tablet.confirms(hall.agreement(sealed))["standing"] == "posted"


@pytest.mark.full
def test_the_referee_speaks_for_the_table_of_which_both_records_agree(
    hall: Hall, desk: Client
) -> None:
    sheet = from_a_file(hall, hall.sheet())
    keyed_in(hall)
    data = {"sheet": sheet.key, "digest": sheet.digest, "key": "a-key-of-bob", "reason": "asked"}
    answer = desk.post(where(hall, "referee_confirm"), data, follow=True)
    assert "The sheet is now the result of the deal." in text(answer)
    assert Result.objects.get().origin_uid == sheet.uid


@pytest.mark.parametrize("policy", Event.Confirmation.values)
def test_reading_in_makes_no_result_where_the_paper_came_first(hall: Hall, policy: str) -> None:
    hall.confirmed_by(policy)
    keyed_in(hall)
    from_a_file(hall, hall.sheet())
    assert (lack(hall), Result.objects.count()) == (MissingRecord.WORD, 0)


def test_where_the_referee_confirms_keying_in_the_paper_is_his_word_on_what_was_read_in(
    hall: Hall,
) -> None:
    hall.confirmed_by(Event.Confirmation.REFEREE)
    sheet = from_a_file(hall, hall.sheet())
    keyed_in(hall)
    assert Result.objects.get().origin_uid == sheet.uid


def test_a_file_that_differs_from_the_paper_comes_to_the_referee(hall: Hall) -> None:
    keyed_in(hall)
    from_a_file(hall, hall.sheet(report=WEST_TAKES_ALL))
    assert lack(hall) is MissingRecord.REFEREE


def test_the_confirmation_that_is_repeated_after_the_paper_came_is_answered(hall: Hall) -> None:
    writer, sealed = hall.writer(), hall.sheet()
    entry.submit(writer=writer, sealed=sealed)
    agreement = hall.agreement(sealed)
    entry.confirm(writer=writer, sealed=agreement)
    keyed_in(hall)
    repeated = entry.confirm(writer=writer, sealed=agreement)
    assert repeated.awaited == ()
    assert Result.objects.count() == 1


def fields(page: Any) -> dict[str, Any]:
    """What a page would send if nobody typed anything."""
    data = {field.html_name: field.value() for field in page.context["form"]}
    return {name: value for name, value in data.items() if value and value is not True}


def stores(hall: Hall, desk: Client, report: Mapping[str, Any]) -> Any:
    """Type a report at the desk, look at its points, and store it."""
    typed = {f"won_{seat}": " ".join(cards) for seat, cards in report["won"].items()}
    blank = {"seen": "0", **fields(desk.get(where(hall)))}
    preview = desk.post(where(hall), {**blank, **typed})
    assert "Resulting score" in text(preview)
    return desk.post(where(hall), {"seen": "0", **fields(preview), "store": "1"}, follow=True)


@pytest.mark.full
def test_the_desk_does_not_see_the_tablets_record_while_it_types(hall: Hall, desk: Client) -> None:
    entry.submit(writer=hall.writer(), sealed=hall.sheet())
    page = desk.get(where(hall))
    assert "which is not shown here" in text(page)
    assert not any(page.context["form"][f"won_{seat}"].value() for seat in "NWSE")
    assert "reason" not in page.context["form"].fields


@pytest.mark.full
def test_the_desk_is_told_that_the_tablets_record_is_missing(hall: Hall, desk: Client) -> None:
    assert "is still missing" in text(stores(hall, desk, NORTH_TAKES_THE_PIG))
    assert (Result.objects.count(), lack(hall)) == (0, MissingRecord.TABLET)


@pytest.mark.full
def test_the_desk_is_told_that_both_agree(hall: Hall, desk: Client) -> None:
    agreed_at_the_table(hall)
    assert "Both records agree. This is the result" in text(stores(hall, desk, NORTH_TAKES_THE_PIG))
    assert Sheet.objects.get(paper=True).official == hall.cast.bob


@pytest.mark.full
def test_the_desk_is_led_to_what_differs_and_chooses(hall: Hall, desk: Client) -> None:
    agreed_at_the_table(hall)
    page = stores(hall, desk, WEST_TAKES_ALL)
    assert "The two records differ." in text(page)
    titles = [shown.title for shown in page.context["pair"]]
    assert titles == ["Written by North", "The record on paper"]
    assert "♠Q won by</th><td>North</td><td>West</td>" in text(page)
    form = page.context["form"]
    paper = Sheet.objects.get(paper=True)
    data = {"version": paper.uid, "reason": "three players say so"}
    data |= {name: form[name].value() for name in ("seen", "key")}
    data |= {"first": page.context["pair"][0].version.name, "second": paper.uid}
    desk.post(where(hall, "referee_compare"), data)
    assert Result.objects.get().origin_uid == paper.uid
    assert Sheet.objects.count() == 2


def shelved(hall: Hall, desk: Client) -> dict[str, int]:
    """How many sheets the overview lists under each heading."""
    context = desk.get(reverse("referee_overview", args=[hall.cast.tournament.uid])).context
    return {
        "ruled": len(context["sheets"]),
        **{name: len(sheets) for name, sheets in context["shelves"]},
    }


@pytest.mark.full
def test_the_overview_lists_a_sheet_once_by_what_it_waits_for(hall: Hall, desk: Client) -> None:
    writer = hall.writer()
    entry.submit(writer=writer, sealed=hall.sheet(report=NOTHING_WON))
    assert shelved(hall, desk) == {"ruled": 0, "table": 1, "paper": 0}
    sealed = hall.sheet()
    entry.submit(writer=writer, sealed=sealed)
    assert shelved(hall, desk) == {"ruled": 0, "table": 1, "paper": 0}
    entry.confirm(writer=writer, sealed=hall.agreement(sealed))
    assert shelved(hall, desk) == {"ruled": 0, "table": 0, "paper": 1}
    keyed_in(hall, WEST_TAKES_ALL)
    assert shelved(hall, desk) == {"ruled": 2, "table": 0, "paper": 0}
    keyed_in(hall)
    assert shelved(hall, desk) == {"ruled": 0, "table": 0, "paper": 0}


@pytest.mark.full
def test_a_paper_record_alone_waits_for_the_table(hall: Hall, desk: Client) -> None:
    keyed_in(hall)
    assert shelved(hall, desk) == {"ruled": 0, "table": 1, "paper": 0}


@pytest.mark.full
def test_the_list_says_which_record_a_deal_lacks(hall: Hall, desk: Client) -> None:
    overview = reverse("referee_overview", args=[hall.cast.tournament.uid])
    assert lacking(hall) in text(desk.get(overview))
    assert text(desk.get(lacking(hall))).count("both are missing") == 4
    agreed_at_the_table(hall)
    assert "paper is missing" in text(desk.get(lacking(hall)))
    keyed_in(hall, WEST_TAKES_ALL)
    assert "the two differ" in text(desk.get(lacking(hall)))
    assert where(hall, "referee_compare") in text(desk.get(overview))
    keyed_in(hall)
    assert text(desk.get(lacking(hall))).count("are missing") == 3
    Deal.objects.update(done=True)
    assert "No deal in play lacks a record." in text(desk.get(lacking(hall)))


@pytest.mark.full
def test_the_table_is_told_that_its_record_differs_and_which_one_stands(
    hall: Hall, tablet: Tablet, desk: Client
) -> None:
    sealed = hall.sheet()
    tablet.submits(sealed)
    tablet.confirms(hall.agreement(sealed))
    pack = tablet.get("round").json()
    assert (pack["event"]["records"], pack["deals"][0]["notes"]) == ("two", [])
    assert pack["deals"][0]["sheet"]["awaited"] == []
    paper = keyed_in(hall, WEST_TAKES_ALL)
    (note,) = tablet.get("round").json()["deals"][0]["notes"]
    assert note == "The tablet's record and the one on paper differ. The referee decides."
    entry.confirm(
        writer=hall.official(),
        sealed=hall.agreement(Sealed(paper.key, paper.digest, paper.sealed), "referee"),
        reason="three players say so",
    )
    (note,) = tablet.get("round").json()["deals"][0]["notes"]
    assert "chose this version: “The record on paper”" in note
    page = desk.get(reverse("deal", args=[hall.deal().uid]))
    assert "chose this version: “The record on paper”" in text(page)
    assert "three players say so" in text(page)
