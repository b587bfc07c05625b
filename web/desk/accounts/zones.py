"""The time zones offered for a tournament, named by well-known cities."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.conf import settings
from django.utils.translation import gettext_lazy as _

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


def choices() -> list[tuple[str, Any]]:
    """Return the choices of time zones; that of the installation comes first, listed or not."""
    usual = settings.TIME_ZONE
    names = [usual, *(zone for zone in ZONES if zone != usual)]
    return [(name, ZONES.get(name, name)) for name in names]
