"""Results and standings as files: read back by another program, and harmless to open."""

from __future__ import annotations

import csv
import io

import pytest
from django.utils import translation
from openpyxl import load_workbook

from tests import cast as people
from tests.cast import Cast
from tests.web.publish.papers import untold
from tournaments import organise
from tournaments.models import Event
from web.publish import documents
from web.publish.documents import Subject
from web.publish.files import csv_file, xlsx_file

EVIL = "=HYPERLINK(1)"
FORMULAS = ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1")


@pytest.fixture(autouse=True)
def _in_english() -> object:
    with translation.override("en"):
        yield


def made(kind: str, event: Event) -> bytes:
    """Return a file as a worker would make it."""
    shown = Event.objects.select_related("tournament__club", "ruleset").get(pk=event.pk)
    file_kind = documents.find(kind)
    return file_kind.render(file_kind.prepare(Subject(shown)).input, untold)


def rows_of_csv(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))


def rows_of_xlsx(content: bytes) -> list[tuple[object, ...]]:
    (sheet,) = load_workbook(io.BytesIO(content)).worksheets
    return list(sheet.iter_rows(values_only=True))


@pytest.fixture
def played(db: None) -> Cast:
    cast = people.assemble(players=7)
    organise.add_entries(cast.event, cast.director, [[EVIL]])
    cast.play(cast.round_in_play())
    return cast


@pytest.mark.full
def test_standings_hold_numbers_and_names(played: Cast) -> None:
    heading, *rows = rows_of_xlsx(made("standings_xlsx", played.event))
    assert heading[:4] == ("Rank", "No.", "Name", "Deals")
    assert heading[-1] == "Round 1"
    assert sorted(int(str(row[7])) for row in rows) == [-200, -200, 100, 100, 200, 200, 400, 400]
    assert {row[2] for row in rows} >= {"甲", EVIL}
    assert rows_of_csv(made("standings_csv", played.event))[0] == list(heading)


@pytest.mark.full
@pytest.mark.databases
def test_results_have_a_row_for_every_seat_of_every_deal(played: Cast) -> None:
    heading, *rows = rows_of_xlsx(made("results_xlsx", played.event))
    assert heading[-1] == "Points"
    assert len(rows) == 2 * 2 * 4
    assert sum(int(str(row[-1])) for row in rows) == 4 * (200 + 100 + 50 - 100)
    assert len(rows_of_csv(made("results_csv", played.event))) == len(rows) + 1


@pytest.mark.full
def test_a_name_is_no_formula(played: Cast) -> None:
    (sheet,) = load_workbook(io.BytesIO(made("results_xlsx", played.event))).worksheets
    cells = [cell for row in sheet.iter_rows() for cell in row]
    assert EVIL in [cell.value for cell in cells]
    assert {cell.data_type for cell in cells} == {"s", "n"}
    names = {row[5] for row in rows_of_csv(made("results_csv", played.event))}
    assert f"'{EVIL}" in names
    assert EVIL not in names


@pytest.mark.parametrize("text", FORMULAS)
def test_whatever_begins_a_formula_stays_a_text(text: str) -> None:
    data = {"title": "T", "headings": ["Name", "Points"], "rows": [[text, -40]]}
    assert rows_of_csv(csv_file(data, untold))[1] == [f"'{text}", "-40"]
    assert rows_of_xlsx(xlsx_file(data, untold))[1] == (text, -40)


@pytest.mark.full
def test_csv_is_known_as_unicode_by_its_mark(played: Cast) -> None:
    assert made("standings_csv", played.event).startswith(b"\xef\xbb\xbf")


def test_a_character_that_no_workbook_takes_is_left_out() -> None:
    data = {"title": "[T]:*?/\\" + "长" * 40, "headings": ["N"], "rows": [["a\x00b"]]}
    assert rows_of_xlsx(xlsx_file(data, untold))[1] == ("ab",)


@pytest.mark.full
def test_the_same_table_gives_the_same_bytes(played: Cast) -> None:
    for kind in ("standings_xlsx", "results_xlsx", "standings_csv", "results_csv"):
        assert made(kind, played.event) == made(kind, played.event)
