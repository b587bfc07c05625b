"""Forms for signing in, the first owner, passwords, a new tournament, and its officials.

The time zones of a tournament are named by well-known cities.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.conf import settings
from django.contrib.auth import password_validation
from django.contrib.auth.forms import AuthenticationForm, UsernameField
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.credentials import accounts, setup_code
from tournaments.models import Club, Role, Tournament, User
from web.forms.base import DeskForm, NamingForm
from web.forms.dates import DayField

ZONES: Final[Mapping[str, Any]] = {
    "Asia/Shanghai": _("Beijing, Shanghai"),
    "Asia/Urumqi": _("Urumqi (local time)"),
    "Asia/Hong_Kong": _("Hong Kong"),
    "Asia/Macau": _("Macau"),
    "Asia/Taipei": _("Taipei"),
    "Asia/Singapore": _("Singapore"),
    "Asia/Kuala_Lumpur": _("Kuala Lumpur"),
    "Asia/Manila": _("Manila"),
    "Asia/Jakarta": _("Jakarta"),
    "Asia/Bangkok": _("Bangkok"),
    "Asia/Ho_Chi_Minh": _("Ho Chi Minh City, Hanoi"),
    "Asia/Tokyo": _("Tokyo"),
    "Asia/Seoul": _("Seoul"),
    "Asia/Ulaanbaatar": _("Ulaanbaatar"),
    "Asia/Almaty": _("Almaty"),
    "Asia/Kolkata": _("Delhi, Mumbai"),
    "Asia/Dubai": _("Dubai"),
    "Australia/Perth": _("Perth"),
    "Australia/Adelaide": _("Adelaide"),
    "Australia/Brisbane": _("Brisbane"),
    "Australia/Sydney": _("Sydney, Melbourne"),
    "Pacific/Auckland": _("Auckland"),
    "Europe/London": _("London"),
    "Europe/Paris": _("Paris"),
    "Europe/Amsterdam": _("Amsterdam"),
    "Europe/Berlin": _("Berlin"),
    "Europe/Rome": _("Rome"),
    "Europe/Madrid": _("Madrid"),
    "Europe/Moscow": _("Moscow"),
    "Africa/Johannesburg": _("Johannesburg"),
    "America/Toronto": _("Toronto"),
    "America/New_York": _("New York"),
    "America/Chicago": _("Chicago"),
    "America/Denver": _("Denver"),
    "America/Los_Angeles": _("Los Angeles, San Francisco"),
    "America/Vancouver": _("Vancouver"),
    "America/Sao_Paulo": _("São Paulo"),
    "UTC": _("Universal time"),
}


def zone_choices() -> list[tuple[str, Any]]:
    """Return the choices of time zones, the installation's own first, even if it is not listed."""
    usual = settings.TIME_ZONE
    names = [usual, *(zone for zone in ZONES if zone != usual)]
    return [(name, ZONES.get(name, name)) for name in names]


class UsernameValidator(UnicodeUsernameValidator):
    """The framework's rule for usernames, in the program's own words."""

    message = _(
        "A user name has letters, Chinese characters, digits and @ . + - _ only, and no spaces."
    )


class NewPasswordForm(DeskForm):
    """A new password, typed twice."""

    password = forms.CharField(
        label=_("Password"),
        help_text=_("Ten characters or more, and not only digits."),
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )
    again = forms.CharField(
        label=_("Repeat the password"),
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )

    def account(self) -> User:
        """Return the account of the password, which may not resemble its name."""
        raise NotImplementedError

    def clean_password(self) -> str:
        """Refuse a password that is easily guessed."""
        password: str = self.cleaned_data["password"]
        password_validation.validate_password(password, self.account())
        return password

    def clean(self) -> dict[str, Any]:
        """Refuse two passwords that differ."""
        # The raw values, so that a password refused for another reason is compared as well.
        password, again = (self[name].data for name in ("password", "again"))
        if password and again and password != again:
            self.add_error("again", gettext("The two passwords are not the same."))
        return self.cleaned_data


class PresentPasswordForm(DeskForm):
    """The present password of an account that is signed in."""

    present = forms.CharField(
        label=_("Current password"),
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, account: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._account = account

    def clean_present(self) -> str:
        """Refuse a wrong password, so that an unattended desk cannot be taken over."""
        present: str = self.cleaned_data["present"]
        if not self._account.check_password(present):
            raise ValidationError(gettext("This is not your current password."))
        return present


class PasswordForm(NewPasswordForm, PresentPasswordForm):
    """A new password for an account; for one's own account the present one is asked for too."""

    field_order = ("present", "password", "again")

    def __init__(self, *args: Any, account: User, is_own: bool, **kwargs: Any) -> None:
        super().__init__(*args, account=account, **kwargs)
        self.fields["password"].label = gettext("New password")
        if not is_own:
            del self.fields["present"]

    def account(self) -> User:
        """Return the account."""
        return self._account


class SetupForm(NewPasswordForm):
    """The first owner and the club; only the person who started the program knows the code."""

    club = forms.CharField(
        label=_("Name of the club"), max_length=Club._meta.get_field("name").max_length
    )
    username = UsernameField(
        label=_("Your user name"),
        help_text=_("Without spaces."),
        max_length=150,
        validators=[UsernameValidator()],
        widget=forms.TextInput({"autocomplete": "username", "autocapitalize": "none"}),
    )
    code = forms.CharField(
        label=_("Setup code"),
        help_text=_("Twelve letters and digits that the program shows where it was started."),
        max_length=40,
        widget=forms.TextInput({"autocomplete": "off"}),
    )

    real_name = forms.CharField(
        label=_("Your real name"),
        help_text=_("It appears on documents and rulings."),
        max_length=User._meta.get_field("real_name").max_length,
        widget=forms.TextInput({"autocomplete": "name"}),
    )
    field_order = ("club", "real_name", "username", "password", "again", "code")

    def clean_code(self) -> str:
        """Refuse a wrong code."""
        code: str = self.cleaned_data["code"]
        if not setup_code.is_right(code):
            raise ValidationError(gettext("This is not the setup code of this installation."))
        return code

    def account(self) -> User:
        """Return the future owner, not stored yet."""
        return User(
            username=self.cleaned_data.get("username", ""),
            real_name=self.cleaned_data.get("real_name", ""),
        )


class SignInForm(NamingForm, AuthenticationForm):
    """Name and password."""

    error_messages = {
        "invalid_login": _("Name or password is wrong. Both are case-sensitive."),
        "inactive": _("This account is closed."),
    }


class TournamentForm(DeskForm):
    """A new tournament of a club."""

    name = forms.CharField(
        label=_("Name"), max_length=Tournament._meta.get_field("name").max_length
    )
    starts_on = DayField(label=_("First day"), initial=timezone.localdate)
    place = forms.CharField(
        label=_("Place"),
        required=False,
        max_length=Tournament._meta.get_field("place").max_length,
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=zone_choices,
        initial=lambda: settings.TIME_ZONE,
        required=False,
        help_text=_("All times of the tournament are shown in this time zone."),
    )

    def clean_time_zone(self) -> str:
        """Use the time zone of the installation where none was chosen."""
        return str(self.cleaned_data["time_zone"] or settings.TIME_ZONE)


class AppointmentForm(DeskForm):
    """An official of a tournament: an account of the club, or somebody to be invited."""

    username = UsernameField(
        label=_("User name"),
        help_text=_(
            "User name of somebody with an account of the club. Empty: you get a link to hand over."
        ),
        required=False,
        max_length=150,
        validators=[UsernameValidator()],
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "none"}),
    )
    role = forms.ChoiceField(label=_("Role"), initial=Role.REFEREE)
    field_order = ("role", "username")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(role.value, role.label) for role in accounts.APPOINTABLE]
        self.fields["role"].choices = choices  # type: ignore[attr-defined]
