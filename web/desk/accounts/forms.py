"""Forms of clubs, roles, invitations and one's own account."""

from __future__ import annotations

import re
from typing import Any, Final

from django import forms
from django.contrib.auth.forms import UsernameField
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from clubs.credentials import grants
from clubs.credentials.grants import Grant
from tournaments.models import Club, ClubFeature, Event, Membership, Role, Tournament, User
from tournaments.record.audit import Verb
from tournaments.rights import roles
from web.desk.accounts.people import NewPasswordForm, PresentPasswordForm, UsernameValidator
from web.forms.base import DeskForm
from web.forms.stored_values import Logged, StoredForm

WHOLE_CLUB: Final = "club"
MOST_TABLES: Final = 60
"""The most tables of a role's limit; more do not fit the column."""
_RANGE: Final = re.compile(r"([0-9]{1,4})(?:\s*[-–—~～至]\s*([0-9]{1,4}))?")
_BETWEEN: Final = re.compile(r"[,，、;；\s]+")


def real_name_field(*, required: bool = True) -> forms.CharField:
    """Return the field of a real name."""
    return forms.CharField(
        label=_("Real name"),
        help_text=_("It appears on documents and rulings."),
        max_length=User._meta.get_field("real_name").max_length,
        required=required,
        widget=forms.TextInput({"autocomplete": "name"}),
    )


class ClubForm(StoredForm):
    """The name of a club, and the functions it switches on."""

    name = forms.CharField(
        label=_("Name of the club"), max_length=Club._meta.get_field("name").max_length
    )
    features = forms.MultipleChoiceField(
        label=_("What the club uses"),
        choices=ClubFeature.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("What is off is shown nowhere. What it holds stays stored."),
    )

    def __init__(self, club: Club, data: Any = None) -> None:
        super().__init__(data, initial={"name": club.name, "features": club.features})
        self.logged = Logged(club, (Verb.RENAME_CLUB, Verb.SET_FEATURES))


class NewClubForm(DeskForm):
    """A further club of the installation."""

    name = forms.CharField(
        label=_("Name of the club"), max_length=Club._meta.get_field("name").max_length
    )


class TablesField(forms.CharField):
    """Numbers of tables as people write them, such as `1-4, 7`."""

    def clean(self, value: Any) -> tuple[int, ...]:
        """Return the numbers in order; name the part that is no number."""
        numbers: set[int] = set()
        for part in filter(None, _BETWEEN.split(re.sub(r"\s*([-–—~～至])\s*", r"\1", value or ""))):
            found = _RANGE.fullmatch(part)
            first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
            if not 0 < first <= last or last - first >= MOST_TABLES:
                text = gettext("“%(part)s” is not a table number. Write numbers, such as 1-4, 7.")
                raise ValidationError(text % {"part": part})
            numbers |= set(range(first, last + 1))
        if len(numbers) > MOST_TABLES:
            text = gettext("A role can be limited to %(most)s tables at most.")
            raise ValidationError(text % {"most": MOST_TABLES})
        return tuple(sorted(numbers))


def _tables_field() -> TablesField:
    return TablesField(
        label=_("Only these tables"),
        help_text=_("Such as 1-4, 7. Empty: every table. For referees and scorers."),
        required=False,
        widget=forms.TextInput({"autocomplete": "off"}),
    )


class RoleForm(DeskForm):
    """A role to be given: which, where, and at which tables."""

    role = forms.ChoiceField(label=_("Role"), initial=Role.REFEREE)
    place = forms.ChoiceField(label=_("Where"))
    tables = _tables_field()

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        roles = (Role.OWNER, *grants.OF_TOURNAMENT)
        self.fields["role"].choices = [(role.value, role.label) for role in roles]  # type: ignore[attr-defined]
        kept = club.tournaments.exclude(state=Tournament.State.CANCELLED)
        self._tournaments = {each.uid: each for each in kept.order_by("-starts_on", "-pk")[:100]}
        events = Event.objects.filter(tournament__in=self._tournaments.values())
        kept_events = events.exclude(state=Event.State.CANCELLED).select_related("tournament")
        self._events = {event.uid: event for event in kept_events.order_by("number")}
        self.fields["place"].choices = self._places()  # type: ignore[attr-defined]
        # Most roles belong to one tournament, usually the next or the present one.
        newest = next(iter(self._tournaments), "")
        self.fields["place"].initial = f"tournament:{newest}" if newest else WHOLE_CLUB

    def grant(self) -> Grant:
        """Return the role."""
        data = self.cleaned_data
        kind, _colon, uid = str(data["place"]).partition(":")
        role, tables = Role(data["role"]), data["tables"]
        if kind == "event":
            event = self._events[uid]
            return Grant(role, event.tournament, (event,), tables)
        return Grant(role, self._tournaments.get(uid), (), tables)

    def _places(self) -> list[Any]:
        places: list[Any] = [(WHOLE_CLUB, gettext("in the whole club"))]
        for uid, tournament in self._tournaments.items():
            mine = [
                event for event in self._events.values() if event.tournament_id == tournament.pk
            ]
            group = [
                (f"tournament:{uid}", gettext("%(name)s, all events") % {"name": tournament.name})
            ]
            group += [(f"event:{event.uid}", event.name) for event in mine]
            places.append((tournament.name, group))
        return places


class LimitsForm(StoredForm):
    """The events and tables to which a role in a tournament is limited."""

    events = forms.MultipleChoiceField(
        label=_("Only these events"),
        help_text=_("None ticked: every event of the tournament."),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    tables = _tables_field()

    def __init__(self, data: Any, *, membership: Membership) -> None:
        limited = list(membership.limits.values_list("event__uid", flat=True))
        numbers = roles.table_numbers(membership.tables)
        initial = {"events": limited, "tables": ", ".join(map(str, numbers))}
        super().__init__(data, initial=initial)
        self._membership = membership
        if membership.tournament is not None:
            club = membership.tournament.club
            self.logged = Logged(club, (Verb.LIMIT_ROLE, Verb.GRANT_ROLE), about=membership.uid)
        # A deleted one stays ticked: without its last limit the role would widen.
        offered = ~Q(state=Event.State.CANCELLED) | Q(uid__in=limited)
        rows = Event.objects.filter(offered, tournament=membership.tournament).order_by("number")
        self._events = {event.uid: event for event in rows}
        self.fields["events"].choices = [(uid, row.name) for uid, row in self._events.items()]  # type: ignore[attr-defined]

    def grant(self) -> Grant:
        """Return the role with its new limits."""
        data, membership = self.cleaned_data, self._membership
        events = tuple(self._events[uid] for uid in data["events"])
        return Grant(Role(membership.role), membership.tournament, events, data["tables"])


class NewAccountForm(NewPasswordForm):
    """A new account of somebody who accepts an invitation."""

    real_name = real_name_field()
    username = UsernameField(
        label=_("Your user name"),
        help_text=_("Without spaces."),
        max_length=150,
        validators=[UsernameValidator()],
        widget=forms.TextInput({"autocomplete": "username", "autocapitalize": "none"}),
    )
    field_order = ("real_name", "username", "password", "again")

    def account(self) -> User:
        """Return the future account, not stored yet."""
        return User(
            username=self.cleaned_data.get("username", ""),
            real_name=self.cleaned_data.get("real_name", ""),
        )


class RealNameForm(StoredForm):
    """The account's own name on papers."""

    real_name = real_name_field()


class FactorCodeForm(DeskForm):
    """A code from the app or from paper."""

    code = forms.CharField(
        label=pgettext_lazy("of an app", "Code"),
        max_length=40,
        widget=forms.TextInput(
            {"autocomplete": "one-time-code", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )


class ConfirmCodeForm(FactorCodeForm, PresentPasswordForm):
    """The first code of the app, with the password, so that nobody binds an unattended desk to a
    phone.
    """

    field_order = ("code", "present")
