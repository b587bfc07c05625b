"""Fields for days and times: years that can be stored, and times that exist in the time zone."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Final

from django import forms
from django.utils import timezone

from tournaments.base import local_time

__all__ = ["DayField", "HourField"]

DAY: Final = "%Y-%m-%d"
HOUR: Final = "%Y-%m-%dT%H:%M"
"""The formats in which a browser sends `date` and `datetime-local`."""
YEARS: Final = range(1900, 2200)
"""Years taken as meant. Others are mistyped; the calendar's first and last year cannot be stored.
"""
NOT_ONCE: Final = "ambiguous_timezone"
"""The framework's code for a time that the clocks of the zone show twice or never."""


class DayField(forms.DateField):
    """A day."""

    widget = forms.DateInput({"type": "date"}, format=DAY)

    def to_python(self, value: Any) -> date | None:
        """Return the day. Raises ValidationError for a mistyped year."""
        day: date | None = super().to_python(value)
        if day is not None and day.year not in YEARS:
            raise forms.ValidationError(self.error_messages["invalid"], "invalid")
        return day


class HourField(forms.DateTimeField):
    """A date and a time in the current time zone.

    A time that the clocks show twice means the moment already stored, else the first. A time that
    they skip is refused.
    """

    widget = forms.DateTimeInput({"type": "datetime-local"}, format=HOUR)
    stored: datetime | None = None

    def get_bound_field(self, form: forms.BaseForm, field_name: str) -> forms.BoundField:
        """Return the bound field, and remember the form's initial value."""
        self.stored = form.get_initial_for_field(self, field_name)
        return super().get_bound_field(form, field_name)

    def to_python(self, value: Any) -> datetime | None:
        """Return the moment. Raises ValidationError for a mistyped year or a time that does not
        exist.
        """
        try:
            moment: datetime | None = super().to_python(value)
        except forms.ValidationError as error:
            if error.code != NOT_ONCE or error.params is None:
                raise
            moment = self._chosen(error.params["datetime"])
        if moment is not None and moment.year not in YEARS:
            raise forms.ValidationError(self.error_messages["invalid"], "invalid")
        return moment

    def _chosen(self, typed: datetime) -> datetime:
        """Return the moment meant by a time that clocks show twice; refuse one that they skip."""
        if typed.year not in YEARS:
            return typed
        moments = local_time.moments(typed, timezone.get_current_timezone())
        if not moments:
            raise forms.ValidationError(self.error_messages["left_out"], "left_out")
        return self.stored if self.stored in moments else moments[0]
