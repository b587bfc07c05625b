"""The form of the next evening: its name and day, and who plays again, all ticked to begin with."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Any, Final

from django import forms
from django.utils import formats, timezone, translation
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from clubs.evenings import taken_over
from clubs.evenings.numbered_titles import is_numbered, next_title
from clubs.evenings.repeats import Evening, beside_member, entries_of, repeat_evening
from clubs.wording.money import money_text
from tournaments import wording
from tournaments.models import Entry, Event, EventFee, RegistrationTerms, Tournament
from tournaments.record.audit import Actor
from tournaments.record.once import Sent
from tournaments.results.event_record import entry_name
from web.forms.dates import DayField
from web.forms.entries import EntriesForm

PLAYS = "plays-"
"""Prefix of the fields with the people of each event, by its number."""
DATED = re.compile(r"[\s,，·（(]*(\d{4}-\d{1,2}-\d{1,2}|(\d{4}年)?\d{1,2}月\d{1,2}日)[)）]?$")
LONGEST = 120
BESIDE_MEMBER: Final = _(
    "A member and a guest have the name %(names)s. Untick one of them, and enter that one "
    "afterwards under a name that tells the two apart."
)


class RepeatForm(EntriesForm):
    """The next evening of a tournament, with the events that are played again."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST)
    starts_on = DayField(label=_("First day"))

    def __init__(
        self, earlier: Tournament, events: Sequence[Event], *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        day = day_of_next(earlier.starts_on, timezone.localdate())
        self.initial = {"name": name_of_day(earlier, day), "starts_on": day}
        self.earlier = earlier
        self._entries: dict[Event, dict[str, Entry]] = {}
        for event in events:
            self._add_people(event)

    @property
    def people(self) -> list[forms.BoundField]:
        """The fields in which is ticked who plays again, one for each event."""
        return [self[_field_of(event)] for event in self._entries]

    @property
    def taken_over(self) -> list[str]:
        """What comes along beside rules and people, and what does not, as sentences."""
        return list(_taken_over(self.earlier, list(self._entries)))

    def clean(self) -> dict[str, Any]:
        """Refuse a guest and the member of his name together: one of them is entered by hand."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        for event, by_uid in self._entries.items():
            chosen = [by_uid[uid] for uid in data.get(_field_of(event), ())]
            if beside := beside_member(event, chosen):
                names = wording.listed(entry_name(by_uid[uid]) for uid in by_uid if uid in beside)
                self.add_error(_field_of(event), BESIDE_MEMBER % {"names": names})
        return data

    def press(self, actor: Actor, sent: Sent) -> Tournament:
        """Make the evening."""
        data = self.cleaned_data
        entries = {
            event: [by_uid[uid] for uid in data[_field_of(event)]]
            for event, by_uid in self._entries.items()
        }
        evening = Evening(data["name"], data["starts_on"], entries, data["allow_banned"])
        return repeat_evening(self.earlier, actor, evening, sent)

    def _add_people(self, event: Event) -> None:
        named = entries_of(event)
        waits = beside_member(event, [entry for entry, _name in named])
        self._entries[event] = {entry.uid: entry for entry, _name in named}
        self.fields[_field_of(event)] = forms.MultipleChoiceField(
            label=event.name,
            choices=[(entry.uid, name) for entry, name in named],
            initial=[entry.uid for entry, _name in named if entry.uid not in waits],
            required=False,
            widget=forms.CheckboxSelectMultiple,
        )


def _taken_over(earlier: Tournament, events: Sequence[Event]) -> Iterator[str]:
    terms = RegistrationTerms.objects.filter(event__in=events).exclude(door="")
    if terms.exists():
        yield gettext("Entering as before; its hours move with the day.")
    for fee in EventFee.objects.filter(event__in=events).select_related("event").order_by("event"):
        amount = money_text(fee.amount, fee.currency)
        yield gettext("Entry fee of %(event)s: %(amount)s") % {
            "event": fee.event.name,
            "amount": amount,
        }
    if any(event.prizes for event in events):
        yield gettext("Prizes as before")
    names = {row.season.name for event in events for row in taken_over.seasons_of(event)}
    for name in sorted(names):
        yield gettext("Counts in the season %(name)s") % {"name": name}
    officials = earlier.memberships.values("user").distinct().count()
    if officials:
        yield ngettext(
            "%(number)s official with the same role",
            "%(number)s officials with the same roles",
            officials,
        ) % {"number": officials}


def day_of_next(earlier: date, today: date) -> date:
    """Return the same day of the week after an evening, the first that is not over.

    >>> str(day_of_next(date(2026, 11, 20), date(2026, 11, 20)))
    '2026-11-27'
    >>> str(day_of_next(date(2026, 11, 20), date(2026, 12, 4)))
    '2026-12-04'
    """
    weeks = max(1, -((earlier - today).days // 7))
    return earlier + timedelta(weeks=weeks)


def name_of_day(earlier: Tournament, day: date) -> str:
    """Return the name of an evening with its day, instead of the day that the earlier one named.

    A number is counted on; a name with a number and without a day is given none.
    """
    name = DATED.sub("", next_title(earlier.name))
    for language in ("en", "zh-hans"):
        with translation.override(language):
            before = gettext("%(name)s, %(day)s") % {"name": "", "day": _day(earlier.starts_on)}
        name = name.removesuffix(before)
    if is_numbered(name) and name == next_title(earlier.name):
        return name
    named = gettext("%(name)s, %(day)s") % {"name": name, "day": _day(day)}
    return named if len(named) <= LONGEST else earlier.name


def _day(day: date) -> str:
    return formats.date_format(day, "MONTH_DAY_FORMAT")


def _field_of(event: Event) -> str:
    return f"{PLAYS}{event.number}"
