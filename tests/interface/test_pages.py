"""The frame, the error pages and the style guide, rendered."""

from __future__ import annotations

import re

import pytest
from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.utils import translation

from tests.interface.sample import EventForm, sample
from tests.interface.stylesheet import classes

GUIDE = tuple(f"styleguide/styleguide{part}.html" for part in ("", "_table", "_hall", "_confirm"))
ERRORS = (
    "400.html",
    "403.html",
    "404.html",
    "413.html",
    "500.html",
    "503.html",
    "403_csrf.html",
    "403_origin.html",
)
# What only a script, a reader's choice or a private page brings about.
UNSHOWN = {"no-print", "page-wide"}


def _request(path: str = "/e/7/?round=2") -> HttpRequest:
    return RequestFactory().get(path)


def page_of(name: str) -> str:
    return render_to_string(name, {"sample": sample()}, request=_request())


def _used(pages: str) -> set[str]:
    return {name for value in re.findall(r'class="([^"]*)"', pages) for name in value.split()}


@pytest.mark.parametrize("name", [*GUIDE, *ERRORS])
def test_it_renders_whole(name: str) -> None:
    page = page_of(name)
    assert page.count("<h1") == 1
    assert 'id="content"' in page
    assert "{%" not in page
    assert "{{" not in page


@pytest.mark.parametrize("name", [*GUIDE, *ERRORS])
def test_no_two_elements_share_an_id(name: str) -> None:
    ids = re.findall(r'\sid="([^"]+)"', page_of(name))
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("name", ERRORS)
def test_an_error_page_needs_no_request(name: str) -> None:
    page = render_to_string(name)
    assert settings.BUILD in page
    assert "hreflang" not in page


@pytest.mark.parametrize("name", ERRORS)
def test_an_error_page_says_what_to_do_in_both_languages(name: str) -> None:
    pages = {}
    for code, _ in settings.LANGUAGES:
        with translation.override(code):
            pages[code] = page_of(name)
    heading = re.search(r"<h1[^>]*>(.*?)</h1>", pages["zh-hans"])
    assert heading
    assert re.search(r"[\u4e00-\u9fff]", heading[1])
    assert not re.search(r"[\u4e00-\u9fff]", re.sub(r"<a[^>]*lang=.*?</a>", "", pages["en"]))


def test_the_frame_touches_neither_session_nor_form(client: Client) -> None:
    response = client.get("/no-such-page/")
    assert response.status_code == 404
    assert not response.cookies
    assert "csrfmiddlewaretoken" not in response.content.decode()
    assert "Cookie" not in response.get("Vary", "")


def test_the_frame_offers_the_other_language_and_a_way_back() -> None:
    with translation.override("zh-hans"):
        page = page_of("404.html")
    assert 'href="/language/en/?next=%2Fe%2F7%2F%3Fround%3D2"' in page
    assert "/language/zh-hans/" not in page


def test_the_answer_to_a_form_offers_no_language_because_it_cannot_be_asked_again() -> None:
    request = RequestFactory().post("/e/7/")
    assert "/language/" not in render_to_string("404.html", request=request)


def test_the_style_guide_shows_every_class() -> None:
    assert classes() - _used("".join(map(page_of, [*GUIDE, *ERRORS]))) - UNSHOWN == set()


class NoteForm(forms.Form):
    note = forms.CharField(label="Note")
    secret = forms.CharField(widget=forms.HiddenInput)


def test_an_error_stands_beside_its_field_and_in_the_summary() -> None:
    with translation.override("en"):
        page = render_to_string("parts/_form.html", {"form": EventForm({}), "submit": "Send"})
    assert '<a href="#id_name">' in page
    assert 'id="id_name_error"' in page
    assert re.search(r'<input[^>]*name="name"[^>]*aria-describedby="[^"]*id_name_error', page)
    assert '<a href="#id_depth_0">' in page
    assert 'id="id_depth_0"' in page


def test_a_hidden_field_s_error_is_said_without_a_link() -> None:
    page = render_to_string("parts/_form.html", {"form": NoteForm({"note": "x"}), "submit": "Send"})
    assert "error-summary" in page
    assert 'href="#id_secret"' not in page


def test_a_form_without_errors_has_no_summary() -> None:
    page = render_to_string("parts/_form.html", {"form": EventForm(), "submit": "Send"})
    assert "error-summary" not in page


def test_problems_that_no_field_owns_are_listed_too() -> None:
    page = render_to_string(
        "parts/_error_summary.html", {"problems": ["Two tables share a number."]}
    )
    assert "<li>Two tables share a number.</li>" in page
