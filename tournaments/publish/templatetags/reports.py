"""Reads the report of a deal by seat; a report may leave out a seat that has nothing to say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django import template

register = template.Library()


@register.filter
def of_seat(by_seat: Mapping[str, Sequence[str]], label: str) -> Sequence[str]:
    """`{% for code in facts.won|of_seat:seat.label %}`: what a seat has, or nothing."""
    return by_seat.get(label, ())
