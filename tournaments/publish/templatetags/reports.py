"""Reads the report of a deal by seat; a report may leave out a seat that has nothing to say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django import template
from django.urls import reverse

from scoring.game import find

register = template.Library()


@register.filter
def of_seat(by_seat: Mapping[str, Sequence[str]], label: str) -> Sequence[str]:
    """`{% for code in facts.won|of_seat:seat.label %}`: what a seat has, or nothing."""
    return by_seat.get(label, ())


@register.filter
def glossary_of(game: str) -> str:
    """`{% with address=event.game|glossary_of %}`: where a game's words are, or nothing."""
    return reverse("glossary", args=[game]) if find(game).glossary else ""
