"""Every public address of an event, by what it shows."""

from __future__ import annotations

from django.urls import reverse

from tests.cast import Cast
from tournaments.models import Deal, Round

PAGES = (
    "home",
    "event",
    "round",
    "entry",
    "deal",
    "ranks",
    "cross",
    "prizes",
    "hall_seating",
    "hall_standings",
    "winners",
    "hall_winners",
)


def of(cast: Cast, round_: Round) -> dict[str, str]:
    """Return the pages, and the fragment of each under its name with `_live`."""
    uid = cast.event.uid
    arguments: dict[str, list[str | int]] = {
        "home": [],
        "event": [uid],
        "round": [uid, round_.number],
        "entry": [uid, 1],
        "ranks": [uid],
        "cross": [uid],
        "prizes": [uid],
        "hall_seating": [uid],
        "hall_standings": [uid],
        "winners": [uid],
        "hall_winners": [uid],
        "deal": [cast.deals(round_)[0].uid],
    }
    pages = {name: reverse(name, args=arguments[name]) for name in PAGES}
    fragments = {f"{name}_live": reverse(f"{name}_live", args=arguments[name]) for name in PAGES}
    return {**pages, **fragments, "rules": reverse("rules", args=[uid])}


def page_of(deal: Deal) -> str:
    """Return the page of a deal."""
    return reverse("deal", args=[deal.uid])
