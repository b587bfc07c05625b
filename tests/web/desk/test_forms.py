"""Every form names a field whose value is missing or wrong, once and in the program's words."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django import forms
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests import cast as people
from tests.cast import Cast
from web.desk.accounts.people import AppointmentForm, SignInForm
from web.forms.base import DeskForm, NamingForm
from web.tablet.views import CodeForm

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


def test_a_choice_is_chosen_and_not_filled_in() -> None:
    class Choosing(NamingForm):
        kind = forms.ChoiceField(label="Kind", choices=[("a", "A")])
        several = forms.MultipleChoiceField(label="Several", choices=[("a", "A")])

    found = Choosing({}).errors
    assert found == {
        "kind": ["Please choose “Kind”."],
        "several": ["Please choose “Several”."],
    }


def test_a_hidden_field_is_not_named() -> None:
    class Hiding(NamingForm):
        key = forms.CharField(label="Key", widget=forms.HiddenInput)

    assert "Key" not in str(Hiding({}).errors["key"])


def test_a_field_keeps_words_of_its_own() -> None:
    assert Late({}).errors["own"] == ["Say why."]


@pytest.mark.parametrize("form", [SignInForm, CodeForm, DeskForm])
def test_the_forms_that_people_fill_in_name_their_fields(form: type[forms.Form]) -> None:
    assert form in set(every_form())


@pytest.mark.full
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


class Full(DeskForm):
    """A form with a field of every type whose value can be wrong."""

    kind = forms.ChoiceField(label="Kind 5 %", choices=[("a", "Kind A")])
    kinds = forms.MultipleChoiceField(label="Kinds", choices=[("a", "Kind A")])
    deals = forms.IntegerField(label="Deals", min_value=1, max_value=40)
    amount = forms.DecimalField(label="Amount", max_digits=4, decimal_places=2)
    day = forms.DateField(label="Day")
    hour = forms.DateTimeField(label="Hour")
    name = forms.CharField(label="Name", min_length=3, max_length=5)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("kind", "6f1c", "Choose one of the choices shown for “Kind 5 %”."),
        ("kinds", ["6f1c"], "Choose among the choices shown for “Kinds”."),
        ("deals", "many", "“Deals” must be a whole number."),
        ("deals", "0", "“Deals” must be 1 or more."),
        ("deals", "42", "“Deals” must be 40 or less."),
        ("amount", "much", "“Amount” must be a number."),
        ("amount", "1.234", "Too many digits after the point in “Amount”: at most 2."),
        ("day", "soon", "“Day” must be a date, such as 2026-08-31."),
        ("hour", "soon", "“Hour” must be a date and a time, such as 2026-08-31 19:30."),
        ("name", "ab", "“Name” is too short: at least 3 characters."),
        ("name", "abcdef", "“Name” is too long: 6 characters, at most 5."),
        ("name", "a\0bc", "“Name” contains characters that cannot be stored."),
    ],
)
def test_a_wrong_value_is_named_by_its_field_and_not_by_what_the_form_sends(
    field: str, value: str | list[str], message: str
) -> None:
    errors = Full({field: value}).errors[field]
    assert message in errors
    assert not any("6f1c" in error or "Ensure" in error for error in errors)


def test_a_wrong_value_is_named_in_chinese() -> None:
    with translation.override("zh-hans"):
        errors = Full({"kind": "6f1c", "deals": "0"}).errors
        assert errors["kind"] == ["请从“Kind 5 %”所列各项中选一项。"]
        assert "“Deals”不能小于1。" in errors["deals"]


@pytest.mark.parametrize("name", ["two names", "甲 乙", "<b>"])
def test_a_name_to_sign_in_with_that_is_impossible_is_told_in_our_words(name: str) -> None:
    [error] = AppointmentForm({"username": name}).errors["username"]
    assert str(error).startswith("A user name has letters")
