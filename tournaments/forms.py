"""What people fill in at the desk: the forms say what a field wants, the operations decide."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.contrib.auth import password_validation
from django.contrib.auth.forms import UsernameField
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.problems import Problem
from tournaments import accounts, offers, setup_code, wording
from tournaments.models import Club, Role, Tournament, User
from tournaments.names import tidy, unnumbered
from tournaments.organise import EventPlan
from tournaments.refusals import Refused

MOST_DEALS = 64


class DeskForm(forms.Form):
    """A form that can take what an operation refused as errors of its own."""

    def take(self, refused: Refused) -> None:
        """Put every problem beside its field, or above the form if it has none here."""
        for problem in [self.as_typed(problem) for problem in refused.problems]:
            field = problem.field if problem.field in self.fields else None
            self.add_error(field, wording.problem_text(problem))

    def as_typed(self, problem: Problem) -> Problem:
        """Return a problem of what was handed on as a problem of what was typed."""
        return problem


class SetupForm(DeskForm):
    """The first owner and the club; the code shows that it is whoever started the program."""

    club = forms.CharField(
        label=_("Name of the club"), max_length=Club._meta.get_field("name").max_length
    )
    username = UsernameField(
        label=_("Your name to sign in with"),
        help_text=_("Without spaces."),
        max_length=150,
        validators=[*User._meta.get_field("username").validators],
        widget=forms.TextInput({"autocomplete": "username", "autocapitalize": "none"}),
    )
    password = forms.CharField(
        label=_("Password"),
        help_text=_("Ten characters or more, and not only digits."),
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )
    again = forms.CharField(
        label=_("The password once more"),
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )
    code = forms.CharField(
        label=_("Setup code"),
        help_text=_("Twelve letters and digits that the program shows where it was started."),
        max_length=40,
        widget=forms.TextInput({"autocomplete": "off"}),
    )

    def clean_code(self) -> str:
        """Refuse a wrong code."""
        code: str = self.cleaned_data["code"]
        if not setup_code.is_right(code):
            raise ValidationError(gettext("This is not the setup code of this installation."))
        return code

    def clean_password(self) -> str:
        """Refuse a password that is easily guessed."""
        password: str = self.cleaned_data["password"]
        owner = User(username=self.cleaned_data.get("username", ""))
        password_validation.validate_password(password, owner)
        return password

    def clean(self) -> dict[str, Any]:
        """Refuse two passwords that differ."""
        # As they were typed: a password that is refused for something else is compared as well.
        password, again = (self[name].data for name in ("password", "again"))
        if password and again and password != again:
            self.add_error("again", gettext("The two passwords are not the same."))
        return self.cleaned_data


class TournamentForm(DeskForm):
    """A new tournament of a club."""

    name = forms.CharField(
        label=_("Name"), max_length=Tournament._meta.get_field("name").max_length
    )
    starts_on = forms.DateField(
        label=_("First day"),
        initial=timezone.localdate,
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
    )
    place = forms.CharField(
        label=_("Place"),
        required=False,
        max_length=Tournament._meta.get_field("place").max_length,
    )


class EventForm(DeskForm):
    """A new event: every player for himself, with the rules of one preset."""

    name = forms.CharField(label=_("Name"), max_length=120)
    rules = forms.ChoiceField(
        label=_("Rules"), help_text=_("Below, every set of rules is told in sentences.")
    )
    deals_per_round = forms.IntegerField(
        label=_("Deals in a round"), min_value=1, max_value=MOST_DEALS, initial=8
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offers = offers.for_individuals()
        rules = self.fields["rules"]
        rules.choices = [(offer.key, offer.name) for offer in self.offers]  # type: ignore[attr-defined]
        rules.initial = self.offers[0].key if self.offers else None

    def plan(self) -> EventPlan:
        """Return what was filled in as the plan that `organise` takes."""
        game, _colon, preset = self.cleaned_data["rules"].partition(":")
        return EventPlan(
            name=self.cleaned_data["name"],
            game=game,
            rules={"preset": preset},
            deals_per_round=self.cleaned_data["deals_per_round"],
        )


class EntriesForm(DeskForm):
    """Names, one on a line; empty lines count for the numbers of lines and for nothing else."""

    names = forms.CharField(
        label=_("Names"),
        help_text=_("One player on a line. Paste a list or type."),
        max_length=100_000,
        strip=False,
        widget=forms.Textarea({"rows": 10, "autocomplete": "off", "spellcheck": "false"}),
    )

    def clean_names(self) -> list[tuple[int, str]]:
        """Return the lines that hold something, each with its number."""
        lines = enumerate(self.cleaned_data["names"].splitlines(), 1)
        filled = [(number, name) for number, line in lines if (name := tidy(unnumbered(line)))]
        if not filled:
            raise ValidationError(gettext("Enter at least one name."))
        return filled

    def members(self) -> list[list[str]]:
        """Return the names as `organise` takes them: of every entry the list of its members."""
        return [[name] for _number, name in self.cleaned_data["names"]]

    def as_typed(self, problem: Problem) -> Problem:
        """Give the number of the line in the text for the number of the entry in the list."""
        lines = [number for number, _name in self.cleaned_data["names"]]
        values = dict(problem.values)
        if "line" in values:
            values["line"] = lines[int(values["line"]) - 1]
        return replace(problem, values=tuple(sorted(values.items())))


class AppointmentForm(DeskForm):
    """An official of a tournament; an account is made for a name that is new."""

    username = UsernameField(
        label=_("Name to sign in with"),
        help_text=_("Without spaces. An account is made for a name that is new here."),
        max_length=150,
        validators=[*User._meta.get_field("username").validators],
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "none"}),
    )
    role = forms.ChoiceField(label=_("Role"), initial=Role.REFEREE)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(role.value, role.label) for role in accounts.APPOINTABLE]
        self.fields["role"].choices = choices  # type: ignore[attr-defined]
