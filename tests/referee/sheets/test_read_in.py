"""What a tablet could not send is read in at the desk: each item once, and nothing posted by it."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from referee.base.handed_in import Sealed, seal
from referee.base.refusals import Code
from referee.models import REFEREE, Confirmation, KeptWrite, Sheet
from referee.sheets import desk_sheets, entry, versions
from tests.referee.hall import WEST_TAKES_ALL, Hall, Tablet
from tournaments.base.refusals import Refused
from tournaments.checks.verification import verify
from tournaments.models import Event, Result, Round


def saved(*sealed: Sealed, **fields: Any) -> str:
    """Return what the page of a table copies or saves of its outbox."""
    kinds = ["confirmations" if '"sheet"' in item.sealed else "sheets" for item in sealed]
    rows = [
        {
            "kind": kind,
            "round": 1,
            "number": 1,
            "sealed_at": 1,
            "refused": "",
            "key": item.key,
            "digest": item.digest,
            "sealed": item.sealed,
            **fields,
        }
        for kind, item in zip(kinds, sealed, strict=True)
    ]
    return json.dumps(rows, indent=1)


@pytest.fixture
def desk(hall: Hall, client: Client) -> Client:
    """A browser in which Bob, the referee, has signed in."""
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def read(desk: Client, hall: Hall, **values: Any) -> str:
    address = reverse("referee_read_in", args=[hall.cast.tournament.uid])
    return desk.post(address, values).content.decode()


@pytest.mark.full
def test_a_sheet_is_read_in_and_posts_nothing(hall: Hall, desk: Client) -> None:
    sheet = hall.sheet()
    page = read(desk, hall, text=saved(sheet))
    stored = Sheet.objects.get()
    assert (stored.key, stored.digest, stored.official) == (sheet.key, sheet.digest, hall.cast.bob)
    assert reverse("referee_deal", args=[hall.cast.tournament.uid, hall.deal().uid]) in page
    assert "Round 1, deal 1: the sheet" in page
    assert not Result.objects.exists()
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
def test_a_file_is_read_as_the_text_is(hall: Hall, desk: Client) -> None:
    content = saved(hall.sheet(), hall.sheet(hall.deal(2))).encode()
    read(desk, hall, file=SimpleUploadedFile("huapai-ABC.json", content))
    assert Sheet.objects.count() == 2


@pytest.mark.full
@pytest.mark.databases
def test_read_in_twice_and_sent_by_the_tablet_after_all_it_is_one_sheet(
    hall: Hall, desk: Client, tablet: Tablet
) -> None:
    sheet = hall.sheet()
    read(desk, hall, text=saved(sheet))
    read(desk, hall, text=saved(sheet))
    tablet.submits(sheet)
    assert Sheet.objects.count() == 1
    assert tablet.confirms(hall.agreement(sheet))["standing"] == "posted"


@pytest.mark.full
def test_what_the_tablet_sent_already_is_found_again(
    hall: Hall, desk: Client, tablet: Tablet
) -> None:
    sheet = hall.sheet()
    tablet.submits(sheet)
    assert "read in" in read(desk, hall, text=saved(sheet))
    assert Sheet.objects.get().lease is not None


@pytest.mark.full
def test_a_confirmation_is_kept_for_the_table_has_to_give_it(hall: Hall, desk: Client) -> None:
    sheet = hall.sheet()
    page = read(desk, hall, text=saved(sheet, hall.agreement(sheet)))
    assert "Round 1, deal 1: the confirmation" in page
    assert "This seat cannot confirm this sheet." in page
    assert (Sheet.objects.count(), KeptWrite.objects.count()) == (1, 1)
    assert not Confirmation.objects.exists()
    assert not Result.objects.exists()


@pytest.mark.full
@pytest.mark.parametrize("policy", Event.Confirmation.values)
def test_a_file_confirms_nothing_in_the_referees_name(
    hall: Hall, desk: Client, tablet: Tablet, policy: str
) -> None:
    """Anybody may write a file: the digest of a text is no signature."""
    hall.confirmed_by(policy)
    sheet = hall.sheet()
    tablet.submits(sheet)
    page = read(desk, hall, text=saved(hall.agreement(sheet, REFEREE)))
    assert "This seat cannot confirm this sheet." in page
    assert KeptWrite.objects.get().problems[0]["code"] == Code.CONFIRMER_NOT_ALLOWED
    assert not Confirmation.objects.exists()
    assert not Result.objects.exists()
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
def test_after_the_time_for_corrections_a_file_gives_an_open_deal_no_result(
    hall: Hall, desk: Client, tablet: Tablet
) -> None:
    hall.confirmed_by(Event.Confirmation.REFEREE)
    sheet = hall.sheet()
    tablet.submits(sheet)
    over = timezone.now() - timedelta(days=1)
    Round.objects.filter(pk=hall.round.pk).update(state=Round.State.CLOSED, closed_at=over)
    rule = reverse("referee_rule", args=[hall.cast.tournament.uid, hall.deal().uid])
    assert desk.post(rule).status_code == 403
    read(desk, hall, text=saved(sheet, hall.agreement(sheet, REFEREE), hall.agreement(sheet)))
    assert not Result.objects.exists()
    assert not hall.deal().done


def test_a_sheet_in_the_referees_name_is_kept_and_not_taken(hall: Hall, desk: Client) -> None:
    page = read(desk, hall, text=saved(hall.sheet(recorder=REFEREE)))
    assert "It is kept under “Refused and kept”." in page
    assert "Confirm the sheet yourself" not in page
    assert KeptWrite.objects.get().problems[0]["code"] == Code.RECORDER_UNKNOWN
    assert not Sheet.objects.exists()


@pytest.mark.full
def test_a_confirmation_that_the_table_has_sent_is_found_again(
    hall: Hall, desk: Client, tablet: Tablet
) -> None:
    sheet = hall.sheet()
    agreement = hall.agreement(sheet)
    tablet.submits(sheet)
    tablet.confirms(agreement)
    page = read(desk, hall, text=saved(agreement))
    assert ("read in" in page, "Refused and kept" in page) == (True, False)
    assert not KeptWrite.objects.exists()


def test_an_altered_confirmation_is_not_kept(hall: Hall, desk: Client) -> None:
    altered = saved(hall.agreement(hall.sheet())).replace("W", "E")
    assert "not readable" in read(desk, hall, text=altered)
    assert not KeptWrite.objects.exists()


@pytest.mark.full
def test_a_sheet_read_in_is_the_seats_and_not_the_referees(hall: Hall, desk: Client) -> None:
    read(desk, hall, text=saved(hall.sheet()))
    read(desk, hall, text=saved(hall.sheet(recorder="X")))
    titles = [versions.sheet_title(sheet) for sheet in Sheet.objects.order_by("pk")]
    assert titles == ["Written by North, read in at the desk", "Written by nobody at this table"]


@pytest.mark.full
def test_what_was_read_in_and_what_the_referee_wrote_are_two_versions(
    hall: Hall, desk: Client
) -> None:
    written = hall.sheet(report=WEST_TAKES_ALL, recorder=REFEREE)
    entry.submit(writer=hall.official(), sealed=written)
    read(desk, hall, text=saved(hall.sheet()))
    at_desk = desk_sheets.sheets_at_desk(hall.cast.tournament)
    assert versions.open_disputes(at_desk) == [hall.deal()]
    assert len(desk_sheets.pending_sheets(at_desk).ruled) == 2


@pytest.mark.full
def test_a_file_does_not_say_that_it_is_a_copy_of_another_sheet(hall: Hall, desk: Client) -> None:
    sheet = entry.submit(writer=hall.writer(), sealed=hall.sheet())
    content = {**json.loads(hall.sheet(recorder="S").sealed), "copy_of": sheet.uid}
    read(desk, hall, text=saved(seal(content), kind="sheets"))
    assert Sheet.objects.latest("pk").copy_of == ""


def test_what_is_wrong_with_a_sheet_is_said(hall: Hall, desk: Client) -> None:
    page = read(desk, hall, text=saved(hall.sheet(report={"won": {"N": ["SQ"]}})))
    assert Sheet.objects.get().problems
    assert "read in" in page


@pytest.mark.full
def test_an_altered_item_is_refused_and_the_others_are_read(hall: Hall, desk: Client) -> None:
    altered = saved(hall.sheet(recorder="W")).replace("W", "E")
    rows = [*json.loads(altered), *json.loads(saved(hall.sheet(hall.deal(2))))]
    page = read(desk, hall, text=json.dumps(rows))
    assert "not readable" in page
    assert Sheet.objects.get().deal == hall.deal(2)


@pytest.mark.full
@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "S AKQ4",
        "{}",
        "[]",
        "[1]",
        '[{"kind": "sheets"}]',
        '[{"kind": "calls", "key": "aaaaaaaa", "digest": "' + "0" * 64 + '", "sealed": "{}"}]',
        '[{"kind": "sheets", "key": "a", "digest": "' + "0" * 64 + '", "sealed": "{}"}]',
        "[" * 5000,
    ],
)
def test_any_other_text_is_refused_in_words(hall: Hall, desk: Client, text: str) -> None:
    with pytest.raises(Refused) as refused:
        desk_sheets.saved_items(text)
    assert refused.value.problems[0].code == Code.EXPORT_NOT_READ
    assert "This is not what a tablet copies or saves" in read(desk, hall, text=text)
    assert not KeptWrite.objects.exists()
