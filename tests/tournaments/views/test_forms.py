"""Every form names an empty required field, exactly once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django import forms
from django.test import Client
from django.urls import reverse
from django.utils import translation

from referee.desk.forms import CodeForm
from tests import cast as people
from tests.cast import Cast
from tournaments.forms import DeskForm, NamingForm, SignInForm

DJANGOS_OWN = ("This field is required.", "该字段是必填项")


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


def every_form(base: type[forms.Form] = NamingForm) -> Iterator[type[forms.Form]]:
    for form in base.__subclasses__():
        yield form
        yield from every_form(form)


class Late(DeskForm):
    """A form that adds a field after construction."""

    own = forms.CharField(label="Own words", error_messages={"required": "Say why."})

    def __init__(self, sent: dict[str, str]) -> None:
        super().__init__(sent)
        self.fields["late"] = forms.CharField(label="Late")


def test_a_missing_field_is_named_also_where_it_was_made_late() -> None:
    assert Late({}).errors["late"] == ["Please fill in “Late”."]


def test_a_hidden_field_is_not_named() -> None:
    class Hiding(NamingForm):
        key = forms.CharField(label="Key", widget=forms.HiddenInput)

    assert "Key" not in str(Hiding({}).errors["key"])


def test_a_field_keeps_words_of_its_own() -> None:
    assert Late({}).errors["own"] == ["Say why."]


@pytest.mark.parametrize("form", [SignInForm, CodeForm, DeskForm])
def test_the_forms_that_people_fill_in_name_their_fields(form: type[forms.Form]) -> None:
    assert form in set(every_form())


def test_an_empty_form_of_the_desk_says_which_field_once(client: Client, db: None) -> None:
    cast: Cast = people.assemble()
    client.force_login(cast.alice)
    answer = client.post(
        reverse("desk_tournament_new", args=[cast.club.uid]), {}, headers={"accept-language": "en"}
    ).content.decode()
    assert "Please fill in “Name”." in answer
    assert "Name: Please" not in answer
    assert not any(words in answer for words in DJANGOS_OWN)


def test_signing_in_with_nothing_names_both_fields(client: Client, db: None) -> None:
    people.assemble()
    answer = client.post(reverse("login"), {}, headers={"accept-language": "en"})
    page = answer.content.decode()
    assert "Please fill in “Username”." in page
    assert "Please fill in “Password”." in page
