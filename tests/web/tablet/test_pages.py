"""The pages of a table: the code in any case, a wrong code, and no account anywhere."""

from __future__ import annotations

from contextlib import ExitStack, closing
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from tests.referee.hall import Hall
from tournaments.models import Table


@pytest.fixture
def browser(client: Client) -> Client:
    """A browser that reads English."""
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def text(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def test_the_page_of_a_table_opens_for_whoever_has_its_code(hall: Hall, browser: Client) -> None:
    page = browser.get(f"/t/{hall.table.code}/")
    assert page.status_code == 200
    assert "tablet/table.html" in [template.name for template in page.templates]
    assert "tablet/games/gongzhu.html" in [template.name for template in page.templates]
    assert f'data-code="{hall.table.code}"' in page.content.decode()
    assert not browser.cookies


@pytest.mark.full
def test_the_page_names_no_player_and_no_token(hall: Hall, browser: Client) -> None:
    answer = browser.get(f"/t/{hall.table.code}/")
    assert answer.status_code == 200
    page = text(answer)
    names = hall.cast.club.persons.values_list("name", flat=True)
    assert names
    assert not [name for name in names if f">{name}<" in page]


@pytest.fixture
def lettered(hall: Hall) -> str:
    """The code of the first table, with letters in it: one of digits alone has no small ones."""
    code = "HAUS7K"
    Table.objects.filter(pk=hall.table.pk).update(code=code)
    return code


def test_the_code_may_be_written_in_small_letters(lettered: str, browser: Client) -> None:
    answer = browser.get(f"/t/{lettered.lower()}/")
    assert (answer.status_code, answer["Location"]) == (302, f"/t/{lettered}/")


@pytest.mark.full
def test_a_typed_code_leads_to_its_table(hall: Hall, browser: Client) -> None:
    assert browser.get("/t/").status_code == 200
    spaced = f" {hall.table.code[:3].lower()}-{hall.table.code[3:]} "
    answer = browser.get("/t/", {"code": spaced})
    assert (answer.status_code, answer["Location"]) == (302, f"/t/{hall.table.code}/")


@pytest.mark.parametrize("address", ["/t/WRONG1/", "/t/?code=WRONG1"])
def test_a_wrong_code_is_named_and_can_be_mended(hall: Hall, browser: Client, address: str) -> None:
    page = browser.get(address)
    assert page.status_code == 404
    assert "There is no table with the code “WRONG1”." in text(page)
    assert 'value="WRONG1"' in text(page)


def test_no_code_at_all_asks_for_one(hall: Hall, browser: Client) -> None:
    page = browser.get("/t/", {"code": ""})
    assert page.status_code == 404
    assert "Please fill in “Code of the table”." in text(page)


def test_the_browser_alone_keeps_the_frame_of_a_table(hall: Hall, browser: Client) -> None:
    page = browser.get(f"/t/{hall.table.code}/")
    assert page["Cache-Control"] == "private, max-age=86400"
    assert {"Cookie", "Accept-Language"} <= set(page["Vary"].split(", "))


@pytest.mark.parametrize("address", ["/t/WRONG1/", "/t/wrong1/", "/t/", "/t/?code=WRONG1"])
def test_no_other_answer_is_kept(hall: Hall, browser: Client, address: str) -> None:
    assert "no-store" in browser.get(address)["Cache-Control"]


def test_a_code_in_small_letters_is_not_kept_either(lettered: str, browser: Client) -> None:
    assert "no-store" in browser.get(f"/t/{lettered.lower()}/")["Cache-Control"]


def test_the_worker_is_another_one_for_another_program(hall: Hall, browser: Client) -> None:
    answer = browser.get("/t/worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert f'BUILD = "{settings.BUILD}"' in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]


def test_an_app_begins_at_its_table(hall: Hall, browser: Client) -> None:
    app = browser.get(f"/t/{hall.table.code}/app.webmanifest")
    assert app["Content-Type"] == "application/manifest+json"
    assert app.json()["start_url"] == f"/t/{hall.table.code}/"
    with ExitStack() as files:
        responses = [
            files.enter_context(closing(browser.get(icon["src"]))) for icon in app.json()["icons"]
        ]
        assert [icon.status_code for icon in responses] == [200, 200]


def test_before_a_code_is_typed_the_app_begins_where_it_is_asked_for(
    db: None, browser: Client
) -> None:
    """One app for a device: the same scope, and the worker's, whichever page it was made from."""
    app = browser.get("/t/app.webmanifest", headers={"Accept-Language": "zh-hans"}).json()
    assert (app["id"], app["scope"], app["start_url"]) == ("/t/", "/t/", "/t/")
    assert (app["display"], app["lang"], app["name"]) == ("standalone", "zh-hans", "华牌 · 牌桌")
    for address in ("/t/", "/t/kept/"):
        secure = text(browser.get(address, secure=True))
        assert 'rel="manifest" href="/t/app.webmanifest"' in secure
        assert "webmanifest" not in text(browser.get(address))
    assert "/t/app.webmanifest" not in text(browser.get("/", secure=True))


def test_an_app_tells_nobody_which_codes_there_are(db: None, browser: Client) -> None:
    assert browser.get("/t/WRONG1/app.webmanifest").status_code == 200
    assert browser.get("/t/no code/app.webmanifest").status_code == 404


@pytest.mark.full
def test_an_app_is_offered_where_there_is_https(hall: Hall, browser: Client) -> None:
    root = f"/t/{hall.table.code}/"
    assert "app.webmanifest" not in text(browser.get(root))
    assert "app.webmanifest" in text(browser.get(root, secure=True))


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_the_pages_take_no_writes(hall: Hall, browser: Client, method: str) -> None:
    assert getattr(browser, method)(f"/t/{hall.table.code}/").status_code == 405


@pytest.mark.full
def test_who_is_shut_out_does_not_learn_whether_a_code_is_right(
    hall: Hall, browser: Client
) -> None:
    for _ in range(30):
        browser.get("/t/WRONG1/")
    pages = [browser.get("/t/", {"code": code}) for code in (hall.table.code, "WRONG1")]
    assert [page.status_code for page in pages] == [429, 429]
    right, other = (text(page) for page in pages)
    assert right.replace(hall.table.code, "WRONG1") == other
