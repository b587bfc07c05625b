"""Filters for seats: the name in the reader's language, and the CSS class on the compass."""

from __future__ import annotations

from django import template

from tournaments import wording

register = template.Library()


@register.filter
def seat(label: str) -> str:
    """`{{ "N"|seat }}`: 北 or N; numbered seats, which have no compass, stay numbers."""
    return wording.seat_short(label)


@register.filter
def seat_name(label: str) -> str:
    """`{{ "N"|seat_name }}`: 北 or North, for sentences and for who listens."""
    return wording.seat_name(label)


@register.filter
def seat_class(label: str) -> str:
    """`{{ "N"|seat_class }}`: the class that places the seat on the compass."""
    return f"seat-{label.lower()}"
